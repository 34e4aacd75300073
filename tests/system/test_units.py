"""The units as systemd's own tools see them, and the walls that they put up."""

import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller import install
from controller.game.fields import BadInput
from controller.library import config_folder
from tests.system.confined import CALLS, confine

TABLECTL = Path(sys.prefix) / "bin" / "tablectl"
MOST_EXPOSED = 2.0
UNITS = install.units_folder()


def tool(name: str) -> str:
    """A tool of systemd. Where CI runs, a check that cannot be made has failed."""
    found = shutil.which(name)
    if found is None:
        why = f"{name} is not installed: it is in Debian's package systemd"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    return found


def tried(*command: str) -> tuple[int, str]:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def generated(folder: Path, extra: str = "") -> str:
    file = folder / "table-controller.service"
    file.write_text(install.unit(TABLECTL).replace("[Service]\n", f"[Service]\n{extra}"), encoding="utf-8")
    return str(file)


def settings(text: str) -> dict[str, str]:
    """The last value of each key; lists go on over several lines and are looked up elsewhere."""
    lines = (line for line in text.splitlines() if "=" in line and not line.startswith("#"))
    return dict(line.split("=", 1) for line in lines)


# ---- the service ------------------------------------------------------------------


def test_systemd_has_nothing_to_say_about_the_unit(tmp_path: Path) -> None:
    assert tried(tool("systemd-analyze"), "verify", "--man=no", generated(tmp_path)) == (0, "")


def test_a_key_that_systemd_does_not_know_would_be_seen(tmp_path: Path) -> None:
    """It exits with 0 all the same: what counts is that it says something."""
    _, said = tried(tool("systemd-analyze"), "verify", "--man=no", generated(tmp_path, "WatchdgoSec=10\n"))
    assert "WatchdgoSec" in said


def exposure(unit: str) -> float:
    _, said = tried(tool("systemd-analyze"), "security", "--no-pager", "--offline=true", unit)
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", said)
    assert found, said
    return float(found[1])


def test_the_service_is_hardly_exposed(tmp_path: Path) -> None:
    assert exposure(generated(tmp_path)) <= MOST_EXPOSED


def test_a_service_without_its_walls_would_be_seen(tmp_path: Path) -> None:
    bare = tmp_path / "table-controller.service"
    bare.write_text(f"[Service]\nExecStart={TABLECTL} run\n", encoding="utf-8")
    assert exposure(str(bare)) > 9


EXPECTED = {
    "Type": "notify",
    "NotifyAccess": "main",
    "WatchdogSec": "10",
    "Restart": "always",
    "KillSignal": "SIGTERM",
    "User": "table-controller",
    "Group": "table-controller",
    "StateDirectory": "table-controller",
    "RuntimeDirectory": "table-controller",
    "RuntimeDirectoryMode": "0711",
    "WorkingDirectory": "/run/table-controller",
    "PrivateNetwork": "yes",
    "IPAddressDeny": "any",
    "DevicePolicy": "closed",
    "ProtectSystem": "strict",
    "NoNewPrivileges": "yes",
    "CapabilityBoundingSet": "",
    "MemoryDenyWriteExecute": "yes",
    "UMask": "0077",
    "ExecStart": f"{TABLECTL} run --config /etc/table-controller/table.toml",
}


@pytest.mark.parametrize("key", EXPECTED)
def test_what_the_service_promises(key: str) -> None:
    assert settings(install.unit(TABLECTL))[key] == EXPECTED[key]


def test_only_the_table_s_devices_are_let_in() -> None:
    allowed = re.findall(r"^DeviceAllow=(.*)$", install.unit(TABLECTL), re.MULTILINE)
    kinds = ("ttyUSB", "ttyACM", "ttyAMA", "gpiochip", "usb_device")
    assert allowed == [f"char-{kind} rw" for kind in kinds]


def calls(names: str) -> set[str]:
    """The system calls of a line of SystemCallFilter, sets and all."""
    found: set[str] = set()
    for name in names.split():
        if name.startswith("@"):
            _, said = tried(tool("systemd-analyze"), "syscall-filter", "--no-pager", name)
            inside = [line.strip() for line in said.splitlines()[1:]]
            found |= calls(" ".join(line for line in inside if line and not line.startswith("#")))
        else:
            found.add(name)
    return found


def test_the_service_may_give_its_socket_to_the_group_and_become_nobody_else() -> None:
    allowed: set[str] = set()
    for line in re.findall(r"^SystemCallFilter=(.*)$", install.unit(TABLECTL), re.MULTILINE):
        allowed = allowed - calls(line[1:]) if line.startswith("~") else allowed | calls(line)
    assert {"chown", "fchownat", "fdatasync", "flock", "eventfd2"} <= allowed, "chown is `fchownat` on the Pi"
    assert allowed.isdisjoint({"setgroups", "setresuid", "chroot", "bpf", "reboot", "setpriority"})


def test_the_service_is_in_the_group_that_it_gives_its_socket_to() -> None:
    shipped = tomllib.loads((config_folder() / "table.toml").read_text(encoding="utf-8"))
    unit = settings(install.unit(TABLECTL))
    assert shipped["console"]["group"] in unit["SupplementaryGroups"].split()
    assert shipped["console"]["group"] != unit["Group"], "that one reads the PINs' hashes"


@pytest.mark.parametrize("path", ["/opt/a b/tablectl", "/opt/100%/tablectl", "bin/tablectl", "/opt/$HOME/tablectl"])
def test_a_path_that_systemd_would_read_otherwise_is_refused(path: str) -> None:
    with pytest.raises(BadInput, match=r"^tablectl: expected a path of letters"):
        install.unit(Path(path))


def test_a_program_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^tablectl: expected a program that is installed"):
        install.unit(tmp_path / "tablectl")


# ---- what runs inside the walls ---------------------------------------------------

INSIDE = """
import ctypes, mmap, socket

def refused(act, *args, **named):
    try:
        act(*args, **named)
    except OSError:
        return True
    return False

print("wall", refused(mmap.mmap, -1, 4096, prot=7), refused(socket.socket, socket.AF_INET))
assert ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 7)() == 7

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
key = Ed25519PrivateKey.generate()
key.public_key().verify(key.sign(b"head"), b"head")

import serial, sqlite3, structlog, transitions, usb.core
import usb.backend.libusb1
from ctypes.util import find_library
sqlite3.connect(":memory:").execute("select 1")
with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15):  # as libusb listens to udev
    pass
with socket.socket(socket.AF_UNIX):
    pass
assert usb.backend.libusb1.get_backend() is not None or find_library("usb-1.0") is None
print("all there")
"""


@pytest.mark.skipif(platform.machine() not in CALLS, reason="the filter is written for the Pi and for the desk")
def test_what_the_service_loads_runs_inside_its_walls() -> None:
    """No memory both written and run, the unit's address families alone: ctypes, pyusb and the signature still work."""
    names = settings(install.unit(TABLECTL))["RestrictAddressFamilies"].split()
    families = [getattr(socket, name).value for name in names]
    done = subprocess.run(
        [sys.executable, "-c", INSIDE], preexec_fn=lambda: confine(families), capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("wall True True\nall there\n", "")


# ---- user, folders ----------------------------------------------------------------


@pytest.fixture
def bare() -> Iterator[Path]:
    """A machine with root and nobody else; others may look into it, as they may not into pytest's own folders."""
    with tempfile.TemporaryDirectory(prefix="bare-") as name:
        root = Path(name)
        root.chmod(0o755)
        for folder in ("etc", "run", "var/lib"):
            (root / folder).mkdir(parents=True)
        (root / "etc/passwd").write_text("root:x:0:0::/root:/bin/sh\n", encoding="utf-8")
        (root / "etc/group").write_text("root:x:0:\n", encoding="utf-8")
        yield root


def test_the_user_and_every_group_that_the_unit_names_are_made(bare: Path) -> None:
    code, said = tried(
        tool("systemd-sysusers"), "--dry-run", f"--root={bare}", str(UNITS / "table-controller.sysusers")
    )
    assert code == 0, said
    unit = settings(install.unit(TABLECTL))
    for group in (unit["Group"], *unit["SupplementaryGroups"].split()):
        assert f"Creating group '{group}'" in said, "the service would fail to start for want of it"
    assert f"Creating user '{unit['User']}'" in said


def test_every_folder_comes_with_its_owner_and_mode(bare: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root gives folders away")
    assert tried(tool("systemd-sysusers"), f"--root={bare}", str(UNITS / "table-controller.sysusers"))[0] == 0
    table = bare / "etc/table-controller/table.toml"
    table.parent.mkdir()
    table.write_text("", encoding="utf-8")
    for _ in range(2):
        said = tried(tool("systemd-tmpfiles"), "--create", f"--root={bare}", str(UNITS / "table-controller.tmpfiles"))
        assert said == (0, "")
    entry = next(line for line in (bare / "etc/passwd").read_text().splitlines() if line.startswith("table-controller"))
    _, _, user, group, about, home, shell = entry.split(":")
    assert (about, home) == ("Table controller", "/var/lib/table-controller")
    assert shell.endswith("nologin")
    ours, roots = (int(user), int(group)), (0, int(group))
    folders = {
        "var/lib/table-controller": (0o40700, *ours),
        "run/table-controller": (0o40711, *ours),
        "etc/table-controller": (0o40750, *roots),
        "etc/table-controller/table.toml": (0o100640, *roots),
    }
    stats = {place: (bare / place).stat() for place in folders}
    assert {place: (found.st_mode, found.st_uid, found.st_gid) for place, found in stats.items()} == folders


def test_who_uses_the_console_reaches_the_socket_and_no_file(bare: Path) -> None:
    """Above all not the PINs' hashes; tried as a user who is in that group and in no other."""
    if os.geteuid() != 0:
        pytest.skip("only root becomes somebody else")
    assert tried(tool("systemd-sysusers"), f"--root={bare}", str(UNITS / "table-controller.sysusers"))[0] == 0
    for name in ("operators.toml", "table.toml"):
        (bare / "etc/table-controller").mkdir(exist_ok=True)
        (bare / "etc/table-controller" / name).write_text("", encoding="utf-8")
    assert tried(tool("systemd-tmpfiles"), "--create", f"--root={bare}", str(UNITS / "table-controller.tmpfiles")) == (
        0,
        "",
    )
    group = {line.split(":")[0]: line.split(":") for line in (bare / "etc/group").read_text().splitlines()}
    assert group["table-console"][3] == "table-controller"
    assert group["table-controller"][3] == "", "it reads the hashes: the service is alone in it"
    console = int(group["table-console"][2])
    socket_ = bare / "run/table-controller/control"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(socket_))
        socket_.chmod(0o660)
        os.chown(socket_, -1, console)
        listener.listen()
        places = [bare / "etc/table-controller/operators.toml", socket_.parent, bare / "var/lib/table-controller"]
        for groups, seen in (([console], "True False False False"), ([65533], "False False False False")):
            assert as_a_user(groups, socket_, *places) == seen


TRY = """
import os, socket, sys

def may(act, *args):
    try:
        act(*args)
    except OSError:
        return False
    return True

with socket.socket(socket.AF_UNIX) as port:
    reached = may(port.connect, sys.argv[1])
hashes, *folders = sys.argv[2:]
print(reached, may(open, hashes), *(may(os.listdir, folder) for folder in folders))
"""


def as_a_user(groups: list[int], *places: Path) -> str:
    done = subprocess.run(
        ["/usr/bin/env", "python3", "-c", TRY, *map(str, places)],
        user=65534,
        group=65534,
        extra_groups=groups,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    return done.stdout.strip()


# ---- rules of udev ----------------------------------------------------------------

PAIR = re.compile(r'([A-Z]+(?:\{\w+\})?)(==|!=|\+=|=)"([^"]*)"')
RULES = (UNITS / "99-table-controller.rules").read_text(encoding="utf-8").splitlines()


def rule(line: str) -> dict[str, tuple[str, str]]:
    """systemd 252 has no `udevadm verify`: this is as strict about commas and quotes."""
    pairs = [PAIR.fullmatch(part) for part in line.split(", ")]
    assert all(pairs), line
    return {pair[1]: (pair[2], pair[3]) for pair in pairs if pair}


def test_keyboards_and_pins_go_to_their_groups() -> None:
    usb, gpio = [rule(line) for line in RULES if line and not line.startswith("#")]
    assert usb["SUBSYSTEM"] == ("==", "usb")
    assert usb["ENV{DEVTYPE}"] == ("==", "usb_device")
    assert usb["ENV{ID_USB_INTERFACES}"] == ("==", "*:030101:*"), "class 3, subclass 1, protocol 1: as the panel driver"
    assert (usb["GROUP"], usb["MODE"]) == (("=", "table-controller"), ("=", "0660"))
    assert (gpio["SUBSYSTEM"], gpio["KERNEL"]) == (("==", "gpio"), ("==", "gpiochip*"))
    assert (gpio["GROUP"], gpio["MODE"]) == (("=", "gpio"), ("=", "0660"))


def test_the_dealing_device_s_examples_are_whole_rules() -> None:
    examples = [rule(line[1:]) for line in RULES if line.startswith("#SUBSYSTEM")]
    assert len(examples) == 2
    for example in examples:
        assert example["SUBSYSTEM"] == ("==", "tty")
        assert example["SYMLINK"] == ("+=", "table/dealing-device")
        assert (example["GROUP"], example["MODE"]) == (("=", "table-controller"), ("=", "0660"))
