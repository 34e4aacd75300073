"""tablectl install under a root of its own: what it puts where, what it leaves alone, and what it says."""

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from controller import install
from controller.game.fields import BadInput
from controller.signing import Signer

TABLECTL = Path(sys.prefix) / "bin" / "tablectl"
UNIT = "etc/systemd/system/table-controller.service"
RULES = "etc/udev/rules.d/99-table-controller.rules"
TABLE = "etc/table-controller/table.toml"
OPERATORS = "etc/table-controller/operators.toml"
KEY = "var/lib/table-controller/key"
PLACES = {
    UNIT: 0o644,
    RULES: 0o644,
    "etc/sysusers.d/table-controller.conf": 0o644,
    "etc/tmpfiles.d/table-controller.conf": 0o644,
    TABLE: 0o640,
    OPERATORS: 0o640,
    KEY: 0o600,
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    config = tmp_path / "config"
    config.mkdir()
    for name in ("table.toml", "operators.toml"):
        (config / name).write_text("# an example\n", encoding="utf-8")
    monkeypatch.setattr(install, "config_folder", lambda: config)
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


def tree(root: Path) -> dict[str, tuple[object, ...]]:
    """Everything under it: mode, owner, time, inode, content."""
    found = {}
    for path in sorted(root.rglob("*")):
        is_ = path.lstat()
        content = path.read_bytes() if path.is_file() else b""
        found[str(path.relative_to(root))] = (is_.st_mode, is_.st_uid, is_.st_mtime_ns, is_.st_ino, content)
    return found


def test_everything_is_put_in_its_place(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = os.umask(0o077)
    try:
        assert install.run(root, dry_run=False) == 0
    finally:
        os.umask(old)
    files = {str(path.relative_to(root)): path for path in root.rglob("*") if not path.is_dir()}
    assert {place: stat.S_IMODE(path.stat().st_mode) for place, path in files.items()} == PLACES
    assert (root / UNIT).read_text() == install.unit(TABLECTL)
    assert (root / RULES).read_bytes() == (install.units_folder() / "99-table-controller.rules").read_bytes()
    assert stat.S_IMODE((root / "var/lib/table-controller").stat().st_mode) == 0o700
    assert stat.S_IMODE((root / "etc/table-controller").stat().st_mode) == 0o750
    assert stat.S_IMODE((root / "etc/udev").stat().st_mode) == 0o755, "whatever the umask"
    said = capsys.readouterr().out
    assert all(f"{root / place}\n" in said for place in PLACES)
    assert f"public key, to be kept off this box: {Signer.load(root / KEY).public_key}\n" in said
    assert "PRIVATE" not in said


def test_a_second_run_changes_nothing_and_says_so(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install.run(root, dry_run=False)
    before = tree(root)
    capsys.readouterr()
    assert install.run(root, dry_run=False) == 0
    assert tree(root) == before
    key, last = capsys.readouterr().out.splitlines()
    assert (key[:10], last) == ("public key", "nothing changed")


def test_what_the_house_has_edited_is_kept(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install.run(root, dry_run=False)
    for place in (RULES, TABLE, OPERATORS):
        (root / place).write_text("ours\n", encoding="utf-8")
    before = tree(root)
    capsys.readouterr()
    assert install.run(root, dry_run=False) == 0
    assert tree(root) == before
    said = capsys.readouterr().out
    assert f"kept {root / RULES}: it is not the shipped one any more\n" in said
    assert f"kept {root / TABLE}: it is not the shipped one any more\n" in said
    assert f"kept {root / OPERATORS}: it is not the shipped one any more\n" in said
    assert "nothing changed\n" in said


@pytest.mark.parametrize("spoil", [lambda file: file.write_text("old"), lambda file: file.chmod(0o666)])
def test_an_older_unit_is_renewed_and_nothing_else(
    root: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Path], object]
) -> None:
    install.run(root, dry_run=False)
    before = tree(root)
    spoil(root / UNIT)
    capsys.readouterr()
    assert install.run(root, dry_run=False) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if "public key" not in line] == [
        f"renewed {root / UNIT}"
    ]
    after = tree(root)
    assert (after[UNIT][0], after[UNIT][4]) == (before[UNIT][0], before[UNIT][4])
    folder = str(Path(UNIT).parent)
    assert {place for place in before if before[place] != after[place]} <= {UNIT, folder}


def test_a_masked_unit_stays_masked(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / UNIT).parent.mkdir(parents=True)
    (root / UNIT).symlink_to(os.devnull)
    assert install.run(root, dry_run=False) == 0
    assert (root / UNIT).readlink() == Path(os.devnull)
    assert f"kept {root / UNIT}: it is a link\n" in capsys.readouterr().out


def test_a_dry_run_tells_all_and_does_nothing(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert install.run(root, dry_run=True) == 0
    assert tree(root) == {}
    said = capsys.readouterr().out.splitlines()
    assert said == [f"would write {root / place}" for place in [UNIT, *list(PLACES)[2:4], RULES, TABLE, OPERATORS]] + [
        f"would make {root / KEY}"
    ]


def test_an_old_key_is_never_replaced(root: Path) -> None:
    install.run(root, dry_run=False)
    old = (root / KEY).read_bytes()
    (root / UNIT).unlink()
    install.run(root, dry_run=False)
    assert (root / KEY).read_bytes() == old
    (root / KEY).write_bytes(b"torn")
    with pytest.raises(BadInput, match=r"^key .*expected an Ed25519 private key"):
        install.run(root, dry_run=False)
    assert (root / KEY).read_bytes() == b"torn"


# ---- on the machine itself --------------------------------------------------------


def test_only_root_installs(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(install, "refuse_hidden", lambda *paths: None)
    monkeypatch.setattr(install, "_install", lambda *args, **named: pytest.fail("it went on"))
    with pytest.raises(BadInput, match=r"^user: expected root: sudo .*/tablectl install$"):
        install.run(Path("/"), dry_run=False)


@pytest.mark.parametrize(
    "place", ["/home/pi/venv/bin/tablectl", "/root/.local/bin/tablectl", "/run/user/1000/tablectl"]
)
def test_a_program_that_the_service_would_not_see_is_refused(place: str, tmp_path: Path) -> None:
    install.refuse_hidden(Path("/opt/table-controller/bin/tablectl"), Path("/usr"), Path("/homes/x"))
    with pytest.raises(BadInput, match="which the service does not see"):
        install.refuse_hidden(Path("/usr"), Path(place))
    (tmp_path / "link").symlink_to(place)
    with pytest.raises(BadInput, match="which the service does not see"):
        install.refuse_hidden(tmp_path / "link")


def fake_tools(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    folder.mkdir()
    for name in ("systemd-sysusers", "systemd-tmpfiles", "udevadm", "systemctl"):
        (folder / name).write_text(f'#!/bin/sh\necho "${{0##*/}} $*" >> {folder}/log\n{body}\n', encoding="utf-8")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_the_machine_is_told_in_order(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files first, then user and folders, then the key for that user, then the reloads."""
    tools = tmp_path / "tools"
    fake_tools(tools, monkeypatch, f'[ -e {root}/{KEY} ] && echo "key is there" >> {tools}/log; true')
    assert install._install(root, TABLECTL, live=True, dry_run=False) == 0
    assert (tools / "log").read_text().splitlines() == [
        "systemd-sysusers /etc/sysusers.d/table-controller.conf",
        "systemd-tmpfiles --create /etc/tmpfiles.d/table-controller.conf",
        "udevadm control --reload",
        "key is there",
        "systemctl daemon-reload",
        "key is there",
    ]
    said = capsys.readouterr().out
    assert "usermod -aG table-console NAME" in said
    assert "systemctl enable --now table-controller" in said


def test_a_root_of_its_own_is_no_machine(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_tools(tmp_path / "tools", monkeypatch, "")
    install.run(root, dry_run=False)
    assert not (tmp_path / "tools/log").exists()


def test_a_tool_that_fails_is_told_in_one_line_and_the_rest_goes_on(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_tools(tmp_path / "tools", monkeypatch, "echo no bus >&2; echo more >&2; exit 3")
    (tmp_path / "tools/udevadm").unlink()
    monkeypatch.setenv("PATH", str(tmp_path / "tools"))
    assert install._install(root, TABLECTL, live=True, dry_run=False) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[-1] == "tablectl install: systemctl daemon-reload: no bus (exit 3)"
    assert said[-2] == "tablectl install: udevadm control --reload: No such file or directory"
    assert len(said) == 4
    assert (root / KEY).exists()


def test_the_key_belongs_to_who_signs_with_it(root: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root gives files away")
    folder = root / "var/lib/table-controller"
    folder.mkdir(parents=True)
    os.chown(folder, 4321, 4322)
    install.run(root, dry_run=False)
    assert ((root / KEY).stat().st_uid, (root / KEY).stat().st_gid) == (4321, 4322)
    before = tree(root)
    install.run(root, dry_run=False)
    assert tree(root) == before


def test_a_key_that_is_a_link_is_given_to_nobody(root: Path, tmp_path: Path) -> None:
    """The folder is the service's: a link there might lead to any file of root's."""
    if os.geteuid() != 0:
        pytest.skip("only root gives files away")
    folder = root / "var/lib/table-controller"
    folder.mkdir(parents=True)
    os.chown(folder, 4321, 4322)
    other = tmp_path / "other"
    install.make_key(other)
    for plant in (os.symlink, os.link):
        plant(other, root / KEY)
        if plant is os.symlink:
            with pytest.raises(BadInput, match=r"^key "):
                install.run(root, dry_run=False)
        else:
            install.run(root, dry_run=False)
        assert other.stat().st_uid == 0
        (root / KEY).unlink()


# ---- what is wrong is told in one line --------------------------------------------


def test_a_root_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^root: expected a folder that is there"):
        install.run(tmp_path / "nowhere", dry_run=False)


def test_a_place_that_is_taken(root: Path) -> None:
    (root / UNIT).mkdir(parents=True)
    with pytest.raises(BadInput, match=r"table-controller.service: expected a file that can be read and written"):
        install.run(root, dry_run=False)


def test_a_package_without_its_units(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "units_folder", lambda: root)
    with pytest.raises(BadInput, match="expected a file that is shipped"):
        install.run(root, dry_run=False)
    assert tree(root) == {}
