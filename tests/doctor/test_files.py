"""What the doctor finds of files, disk and clock; and that it takes nothing from a service that runs."""

import fcntl
import importlib.util
import os
import socket
import subprocess
import sys
import tempfile
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller import disk, doctor
from controller.cli import main
from controller.game.fields import BadInput
from controller.journal import Journal, SystemClock
from controller.library import config_folder
from controller.signing import Signer, make_key
from tests.check.made import Service, well
from tests.config.made import TWIN, changed, toml
from tests.doctor.bench import Bench

TABLECTL = str(Path(sys.executable).with_name("tablectl"))


class LateClock(SystemClock):
    def wall(self) -> int:
        return super().wall() + 7_200_000


@pytest.fixture
def bench(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Bench:
    """Its hardware is another test's."""
    monkeypatch.setattr(doctor, "look_at_hardware", lambda *args: None)
    return Bench(tmp_path, capsys)


def written(bench: Bench, clock: SystemClock | None = None) -> Path:
    """A journal of some records, as a power cut leaves it."""
    place = bench.config.journal
    if not place.key.exists():
        make_key(place.key)
    script = (
        "import os, sys; from pathlib import Path; from controller.journal import Journal, SystemClock;"
        "from controller.signing import Signer;"
        "journal = Journal.open(Path(sys.argv[1]), Signer.load(Path(sys.argv[2])), SystemClock());"
        "[(journal.append('trouble', {'n': n}), journal.commit()) for n in range(20)]; os._exit(0)"
    )
    if clock is None:
        subprocess.run([sys.executable, "-c", script, str(place.file), str(place.key)], check=True)
    else:
        with Journal.open(place.file, Signer.load(place.key), clock) as journal:
            journal.append("trouble", {"n": 1})
            journal.commit()
    return place.file


def about(lines: list[str], what: str) -> str:
    [line] = [line for line in lines if line.split(None, 1)[1].startswith(f"{what}:")]
    return line


def standing(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All files; SQLite's index of its log (-shm) is no record, and every reader makes it."""
    files = [file for file in folder.iterdir() if file.is_file() and not file.name.endswith("-shm")]
    return {file.name: (file.stat().st_mtime_ns, file.read_bytes()) for file in files}


def test_before_the_first_start_nothing_is_missing(bench: Bench, tmp_path: Path) -> None:
    code, lines = bench.look()
    assert code == 0
    assert "none yet" in about(lines, "key")
    assert not list(tmp_path.glob("journal*")), "nothing was made"


def test_a_good_journal_is_read_and_not_written(bench: Bench, tmp_path: Path) -> None:
    written(bench)
    before = standing(tmp_path)
    code, lines = bench.look()
    assert code == 0
    assert about(lines, "journal").startswith("ok    journal: its end is good: record 22 of ")
    assert about(lines, "key").startswith("ok    key: ed25519:")
    assert standing(tmp_path) == before


def test_a_journal_that_was_cut_is_bad(bench: Bench) -> None:
    file = written(bench)
    file.with_name(file.name + "-wal").unlink()
    code, lines = bench.look()
    assert code == 1
    assert "cut off" in about(lines, "journal")
    assert about(lines, "journal").startswith("BAD   ")


def test_a_journal_that_is_gone_is_bad(bench: Bench) -> None:
    file = written(bench)
    file.unlink()
    assert about(bench.look()[1], "journal").startswith("BAD   ")


def test_a_key_that_others_can_read_is_bad(bench: Bench) -> None:
    written(bench)
    bench.config.journal.key.chmod(0o644)
    code, lines = bench.look()
    assert code == 1
    assert "mode 600" in about(lines, "key")


def test_an_operators_file_without_a_supervisor_is_bad(tmp_path: Path, bench: Bench, capsys: Any) -> None:
    (tmp_path / "people.toml").write_text("", encoding="utf-8")
    _, lines = Bench(tmp_path, capsys, {"console.operators": str(tmp_path / "people.toml")}).look()
    assert about(lines, "operators' file").startswith("BAD   ")
    assert about(bench.look()[1], "operators' file").startswith("ok    operators' file: 1 dealer, 2 floor")


def test_a_clock_that_stands_before_the_last_record_is_bad(bench: Bench) -> None:
    written(bench, LateClock())
    code, lines = bench.look()
    assert code == 1
    assert about(lines, "clock").startswith("BAD   clock: it stands ")


@pytest.mark.parametrize(("free", "word"), [(80 << 30, "ok"), (500 << 20, "warn"), (10 << 20, "BAD")])
def test_the_room_on_the_journal_s_disk_is_told(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, free: int, word: str
) -> None:
    found = namedtuple("found", "f_bavail f_frsize f_flag")
    asked: list[Path] = []

    def statvfs(folder: Path) -> Any:
        asked.append(Path(folder))
        return found(free // 4096, 4096, 0)

    monkeypatch.setattr(os, "statvfs", statvfs)
    assert about(bench.look()[1], "disk").startswith(f"{word:<5} disk: {free >> 20} MB free")
    assert asked == [bench.config.journal.file.parent]


def test_a_read_only_disk_is_critical(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = namedtuple("found", "f_bavail f_frsize f_flag")
    monkeypatch.setattr(os, "statvfs", lambda folder: found(1 << 30, 4096, os.ST_RDONLY))
    assert disk.room(tmp_path).read_only
    assert "read-only" in disk.room_finding(disk.room(tmp_path)).text


# ---- a service that runs -----------------------------------------------------------------------


@pytest.fixture
def taken(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """Its hardware is a service's: nothing may be taken from it."""
    for name in ("look_at_files", "look_at_hardware", "_plugged"):
        monkeypatch.setattr(doctor, name, lambda *args: pytest.fail("it went on"))
    yield bench
    bench.table.stop()


def test_of_a_service_that_runs_only_what_it_tells_is_shown(taken: Bench) -> None:
    with Service(taken.config.console.socket, {"ok": True, "state": well(troubles={"keypad": "unplugged"})}):
        code, lines = taken.look()
    assert code == 1
    assert lines[1].startswith("ok    service: it runs: ")
    assert lines[2:] == ["BAD   keypad: unplugged; look at its plug", "2 ok, 0 warn, 1 BAD"]


def test_a_journal_that_is_held_is_a_service_that_runs(taken: Bench) -> None:
    """It may just be starting: no socket yet."""
    file = written(taken)
    head = os.open(file.with_name(file.name + "-head"), os.O_RDONLY)
    try:
        fcntl.flock(head, fcntl.LOCK_EX)
        code, lines = taken.look()
    finally:
        os.close(head)
    assert code == 1
    assert lines[1].startswith("ok    service: it runs: ")
    assert lines[2].startswith("BAD   no service: ")


def test_where_nobody_may_ask_nothing_is_taken_either(taken: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(port: socket.socket, place: str) -> None:
        raise PermissionError

    with Service(taken.config.console.socket, {"ok": True, "state": well()}), monkeypatch.context() as patched:
        patched.setattr(socket.socket, "connect", refused)
        code, lines = taken.look()
    assert code == 1
    assert "you may not" in lines[2]


# ---- the command -------------------------------------------------------------------------------


def test_the_shipped_twin_in_one_command() -> None:
    with tempfile.TemporaryDirectory(prefix="home-") as home:
        done = subprocess.run(
            [TABLECTL, "doctor", "--simulated"], capture_output=True, text=True, env={**os.environ, "HOME": home}
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines()[-1].endswith(" 0 BAD")
        assert list(Path(home).rglob("*")) == []


@pytest.mark.skipif(importlib.util.find_spec("RPi") is not None, reason="there are pins on this machine")
def test_where_nothing_is_plugged_in_every_part_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--config", str(config_folder() / "table.toml")]) == 1
    lines = capsys.readouterr().out.splitlines()
    bad = [line.split()[1] for line in lines if line.startswith("BAD ")]
    assert {"pins:", "keypad:", "badge", "dealing"} <= set(bad)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--config", "/none.toml"], "expected a file that can be read"),
        (["--watch", "-1"], "watch: expected 0 to 3600 seconds, got -1"),
        (["--simulated", "--config", str(config_folder() / "table.toml")], "twin: expected a table of that name"),
        (["--config", str(config_folder() / "twin.toml")], "twin: expected no such table"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys: pytest.CaptureFixture[str], args: list[str], words: str) -> None:
    assert main(["doctor", *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1


def test_a_simulated_table_s_file_may_lie_anywhere(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(toml(changed(TWIN, {"nmae": 1})), encoding="utf-8")
    with pytest.raises(BadInput, match="nmae"):
        doctor.run(str(tmp_path / "own.toml"), simulated=True, walk=False, count=False, watch=None)
