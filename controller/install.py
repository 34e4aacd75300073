"""tablectl install: puts units, rules, example files and a key in place. A second run changes nothing."""

import os
import re
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from controller.game.fields import BadInput
from controller.library import config_folder
from controller.signing import Signer, make_key

PLACEHOLDER = "ExecStart=@TABLECTL@ "
KEY = "var/lib/table-controller/key"
HIDDEN = ("/home", "/root", "/run/user")
"""What the unit does not see (ProtectHome): a program in there would not start."""
FOLDERS = {"etc/table-controller": 0o750, "var/lib/table-controller": 0o700}
"""As in the tmpfiles; the others are the system's."""

ACCOUNTS = (
    ("systemd-sysusers", "/etc/sysusers.d/table-controller.conf"),
    ("systemd-tmpfiles", "--create", "/etc/tmpfiles.d/table-controller.conf"),
)
RELOADS = (("udevadm", "control", "--reload"), ("systemctl", "daemon-reload"))
COMMAND_WAIT = 60
"""Seconds. Each takes less than one; a system that hangs is told, not waited for."""


@dataclass(frozen=True, slots=True)
class Item:
    place: str
    """Below the root."""
    content: bytes
    mode: int
    edited: bool
    """By the people of the house: once it is there it is theirs."""


def run(root: Path = Path("/"), *, dry_run: bool) -> int:
    if not root.is_dir():
        raise BadInput("root", "a folder that is there", str(root))
    root = root.resolve()
    live = root == Path("/")
    program = Path(sys.prefix) / "bin" / "tablectl"
    if live:
        refuse_hidden(program, Path(sys.base_prefix), Path(__file__))
        if not dry_run and os.geteuid() != 0:
            raise BadInput("user", f"root: sudo {program} install")
    return _install(root, program, live=live, dry_run=dry_run)


def _install(root: Path, program: Path, *, live: bool, dry_run: bool) -> int:
    """`live`: the machine that runs under this root is told too."""
    work = _Work(root, dry_run)
    for item in items(program):
        work.put(item)
    if live:
        work.call(ACCOUNTS)
    work.key()
    if live:
        work.call(RELOADS)
    if not work.changed:
        print("nothing changed")
    elif live and not dry_run:
        print("next: edit table.toml and operators.toml in /etc/table-controller,")
        print("put who may use the console into its group (usermod -aG table-console NAME),")
        print("try the wiring (tablectl doctor --walk), then systemctl enable --now table-controller")
    return 1 if work.failed else 0


def units_folder() -> Path:
    """Beside the packages in a checkout, inside the package where it was installed."""
    here = Path(__file__).parent
    return here / "systemd" if (here / "systemd").is_dir() else here.parent / "systemd"


def unit(program: Path) -> str:
    """The service's unit for the tablectl that is installed there."""
    # A blank, % or $ would mean something to systemd.
    if not re.fullmatch(r"/[A-Za-z0-9/._+-]+", str(program)):
        raise BadInput("tablectl", "a path of letters, digits and / . _ + -", str(program))
    if not os.access(program, os.X_OK):
        raise BadInput("tablectl", "a program that is installed", str(program))
    shipped = _shipped(units_folder() / "table-controller.service").decode()
    if shipped.count(PLACEHOLDER) != 1:
        raise BadInput("table-controller.service", f"{PLACEHOLDER.strip()} once")
    return shipped.replace(PLACEHOLDER, f"ExecStart={program} ")


def items(program: Path) -> list[Item]:
    accounts, folders, rules = (
        _shipped(units_folder() / name)
        for name in ("table-controller.sysusers", "table-controller.tmpfiles", "99-table-controller.rules")
    )
    table, operators = (_shipped(config_folder() / name) for name in ("table.toml", "operators.toml"))
    return [
        Item("etc/systemd/system/table-controller.service", unit(program).encode(), 0o644, edited=False),
        Item("etc/sysusers.d/table-controller.conf", accounts, 0o644, edited=False),
        Item("etc/tmpfiles.d/table-controller.conf", folders, 0o644, edited=False),
        Item("etc/udev/rules.d/99-table-controller.rules", rules, 0o644, edited=True),
        Item("etc/table-controller/table.toml", table, 0o640, edited=True),
        Item("etc/table-controller/operators.toml", operators, 0o640, edited=True),
    ]


def _shipped(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadInput(file.name, f"a file that is shipped, as {file} ({error.strerror})") from None


def refuse_hidden(*paths: Path) -> None:
    for path in paths:
        for place in HIDDEN:
            # Both as it is written and where it leads: either may pass through a folder that is not there.
            if path.is_relative_to(place) or path.resolve().is_relative_to(place):
                raise BadInput("tablectl", f"a program outside {place}, which the service does not see", str(path))


class _Work:
    """What is done, said and counted; on a dry run only said."""

    def __init__(self, root: Path, dry_run: bool) -> None:
        self._root, self._dry = root, dry_run
        self.changed = False
        self.failed = False

    def put(self, item: Item) -> None:
        place = self._root / item.place
        try:
            found = _look(place)
            if found is None:
                self._say("write", place)
            elif found == (item.content, item.mode) or (item.edited and found[0] == item.content):
                return
            elif item.edited:
                print(f"kept {place}: it is not the shipped one any more")
                return
            elif not found[1]:
                print(f"kept {place}: it is a link")
                return
            else:
                self._say("renew", place)
            if not self._dry:
                self._folder(place.parent)
                _write(place, item)
        except OSError as error:
            raise BadInput(str(place), f"a file that can be read and written ({error.strerror})") from None

    def key(self) -> None:
        """Made once. Its public half is for keeping elsewhere: by it the journal's signatures are checked."""
        place = self._root / KEY
        try:
            there = os.path.lexists(place)
            if not there:
                self._say("make", place)
                if self._dry:
                    return
                self._folder(place.parent)
                make_key(place)
            elif self._dry and not os.access(place, os.R_OK):
                return  # who may not read it can still see what would be done
            public = Signer.load(place).public_key
            if not self._dry:
                self._hand_over(place)
        except OSError as error:
            raise BadInput(f"key {place}", f"a place for a key ({error.strerror})") from None
        print(f"public key, to be kept off this box: {public}")

    def call(self, commands: tuple[tuple[str, ...], ...]) -> None:
        """Each does nothing where nothing is to do. Called every time, they mend a run that was cut short."""
        for command in commands:
            if self._dry:
                print(f"would run {' '.join(command)}")
                continue
            trouble = _trouble(command)
            if trouble:
                self.failed = True
                print(f"tablectl install: {' '.join(command)}: {trouble}", file=sys.stderr)

    def _say(self, act: str, place: Path) -> None:
        self.changed = True
        done = {"write": "wrote", "renew": "renewed", "make": "made"}[act]
        print(f"would {act} {place}" if self._dry else f"{done} {place}")

    def _folder(self, folder: Path) -> None:
        if folder.is_dir():
            return
        self._folder(folder.parent)
        mode = FOLDERS.get(str(folder.relative_to(self._root)), 0o755)
        folder.mkdir(mode)
        folder.chmod(mode)  # whatever root's umask is

    def _hand_over(self, place: Path) -> None:
        """To the owner of its folder, who is to sign with it. The folder is not root's: a planted link is refused."""
        if os.geteuid() != 0:
            return
        folder = place.parent.stat()
        file = os.open(place, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            found = os.fstat(file)
            if stat.S_ISREG(found.st_mode) and found.st_nlink == 1 and found.st_uid == 0 != folder.st_uid:
                os.fchown(file, folder.st_uid, folder.st_gid)
        finally:
            os.close(file)


def _look(place: Path) -> tuple[bytes, int] | None:
    """Content and mode; a link has no mode: it may mask a unit, and is somebody's wish."""
    if place.is_symlink():
        return b"", 0
    try:
        return place.read_bytes(), stat.S_IMODE(place.stat().st_mode)
    except FileNotFoundError:
        return None


def _write(place: Path, item: Item) -> None:
    """The whole file or none, even when the power goes."""
    scratch = place.with_name(f".{place.name}.new")
    scratch.unlink(missing_ok=True)
    file = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, item.mode)
    with open(file, "wb") as out:
        out.write(item.content)
        out.flush()
        os.fchmod(file, item.mode)
        os.fsync(file)
    os.replace(scratch, place)


def _trouble(command: tuple[str, ...]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_WAIT)
    except OSError as error:
        return error.strerror or str(error)
    except subprocess.TimeoutExpired:
        return f"no answer in {COMMAND_WAIT} seconds"
    if done.returncode == 0:
        return ""
    lines = [*done.stderr.splitlines(), *done.stdout.splitlines(), "no reason given"]
    return f"{lines[0].strip()} (exit {done.returncode})"
