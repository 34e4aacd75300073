"""Each trouble in its class; the line; the exit code; a service that is not there or not understood."""

import json
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller import check
from controller.cli import main
from controller.console.view import view_of_nothing
from controller.findings import CRITICAL, FINE, WARNING, worst
from tests.check.made import Service, alarm, deck, well
from tests.console.made import views
from tests.table.tables import KINDS

MINUTE = 60_000


@pytest.fixture
def path() -> Iterator[Path]:
    """pytest's own folders are too deep for a socket's name."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        yield Path(folder) / "control"


def said(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(["check", *args])
    return code, *capsys.readouterr()


# ---- what is found -------------------------------------------------------------------------


def test_a_table_that_is_well_is_fine() -> None:
    [found] = check.findings(well())
    assert (found.level, found.text) == (FINE, "open, round 0, record 4711")


TROUBLES: list[tuple[int, dict[str, Any], str]] = [
    (WARNING, {"count": {"due": True, "rounds": 5, "every": 5}}, "stub count: due this round"),
    (CRITICAL, {"count": {"due": True, "rounds": 7, "every": 5}}, "stub count: overdue by 2 rounds"),
    (WARNING, {"decks": deck(change_at=30 * MINUTE - 1)}, "deck 1: to be changed in 29 min"),
    (CRITICAL, {"decks": deck(change_at=-1, overdue="md-uth 5.B")}, "deck 1: its change is overdue (md-uth 5.B)"),
    (CRITICAL, {"device": {"state": "lost"}}, "dealing device: lost"),
    (
        CRITICAL,
        {"device": {"state": "lost"}, "troubles": {"dealing device": "it was unplugged"}},
        "dealing device: lost: it was unplugged",
    ),
    (
        CRITICAL,
        {"device": {"state": "none"}, "troubles": {"dealing device": "it speaks version 2 of the protocol"}},
        "dealing device: it speaks version 2 of the protocol",
    ),
    (CRITICAL, {"device": {"fault": "jam-dealing"}}, "dealing device: fault: jam dealing"),
    (WARNING, {"device": {"state": "covered"}}, "dealing device: out of service: covered"),
    (CRITICAL, {"troubles": {"next": "stuck"}}, "1 input failed: next stuck"),
    (
        CRITICAL,
        {"troubles": {f"{seat} ante": "chatter" for seat in range(1, 6)}},
        "5 inputs failed: 1 ante chatter, 2 ante chatter, 3 ante chatter and 2 more",
    ),
    (CRITICAL, {"troubles": {"keypad": "not plugged in"}}, "keypad: not plugged in"),
    (CRITICAL, {"troubles": {"pins": "OSError: gone"}}, "pins: OSError: gone"),
    (WARNING, {"troubles": {"cabinet door": "open"}}, "cabinet door: open"),
    (WARNING, {"troubles": {"clock": "the clock was set back by 60 s"}}, "clock: the clock was set back by 60 s"),
    (WARNING, {"troubles": {"program": "it is another one"}}, "program: it is another one"),
    (WARNING, {"alarms": [alarm("1.0", "F1"), alarm("2.0")]}, "1 alarm not acknowledged: chips taken off (md-uth 9.F)"),
    (WARNING, {"journal": {"free": 1023}}, "disk: 1023 MB free for the journal"),
    (WARNING, {"journal": {"free": None}}, "disk: nobody knows what is free where the journal lies"),
    (CRITICAL, {"journal": {"free": 63}}, "disk: 63 MB free for the journal"),
    (CRITICAL, {"journal": {"read_only": True}}, "disk: the journal's disk is read-only"),
    (CRITICAL, {"journal": {"state": "no space"}}, "journal: no space"),
    (
        CRITICAL,
        {"table": {"state": "out-of-service", "cause": "a jam", "cause_rule": "md-uth 7.C"}},
        "out of service: a jam (md-uth 7.C)",
    ),
]


@pytest.mark.parametrize(("level", "changes", "words"), TROUBLES, ids=[words for _, _, words in TROUBLES])
def test_a_trouble_is_in_its_class(level: int, changes: dict[str, Any], words: str) -> None:
    [found] = check.findings(well(**changes))
    assert (found.level, f"{found.what}: {found.text}") == (level, words)


@pytest.mark.parametrize(
    "changes",
    [
        {"decks": deck(change_at=30 * MINUTE)},
        {"alarms": [alarm("1.0", "F1")]},
        {"journal": {"free": 1024}},
        {"device": {"state": "none"}},
        {"table": {"state": "closed"}},
    ],
)
def test_what_is_not_amiss_is_not_told(changes: dict[str, Any]) -> None:
    assert worst(check.findings(well(**changes))) == FINE


def test_of_a_table_out_of_order_its_cause_is_told_and_nothing_else() -> None:
    [found] = check.findings(view_of_nothing("journal: record 17 is not its own", name="UTH 12"))
    assert (found.level, found.what) == (CRITICAL, "out of order")
    assert found.text == "journal: record 17 is not its own"


def test_the_worst_comes_first() -> None:
    found = check.findings(well(troubles={"cabinet door": "open", "keypad": "unplugged"}, alarms=[alarm()]))
    assert [finding.level for finding in found] == [CRITICAL, WARNING, WARNING]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_table_at_any_moment_gives_one_line(kind: Any) -> None:
    for view in views(kind):
        found = check.findings(view | {"journal": well()["journal"]})
        line = check.line(worst(found), view["table"]["name"], found)
        assert line.startswith(("OK ", "WARNING ", "CRITICAL "))
        assert line.isprintable()
        assert "|" not in line


def test_a_line_holds_no_bar_no_break_and_no_book() -> None:
    found = check.findings(well(troubles={"keypad": "a|b\nc", "badge reader": "x" * 5000}))
    line = check.line(CRITICAL, "UTH 12", found)
    assert "keypad: a/b/c" in line
    assert len(line) < 400


# ---- from the service ------------------------------------------------------------------------


def test_one_line_and_the_exit_code(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    with Service(path, {"ok": True, "state": well()}) as service:
        assert said(capsys, "--socket", str(path)) == (0, "OK UTH 12: open, round 0, record 4711\n", "")
    assert [request["ask"] for request in service.asked] == ["state"]
    with Service(path, {"ok": True, "state": well(troubles={"cabinet door": "open"})}):
        assert said(capsys, "--socket", str(path)) == (1, "WARNING UTH 12: cabinet door: open\n", "")
    both = {"count": {"due": True, "rounds": 5, "every": 5}, "troubles": {"keypad": "unplugged"}}
    with Service(path, {"ok": True, "state": well(**both)}):
        line = "CRITICAL UTH 12: keypad: unplugged; stub count: due this round\n"
        assert said(capsys, "--socket", str(path)) == (2, line, "")


def test_json_is_one_object(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    with Service(path, {"ok": True, "state": well(troubles={"cabinet door": "open"})}):
        code, out, _ = said(capsys, "--json", "--socket", str(path))
    assert code == 1
    assert json.loads(out) == {
        "status": "warning",
        "code": 1,
        "table": "UTH 12",
        "findings": [{"status": "warning", "what": "cabinet door", "text": "open", "do": "close it"}],
    }


def test_no_service_is_critical(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    line = f"CRITICAL: no service: {path}: the table's service is not there\n"
    assert said(capsys, "--socket", str(path)) == (2, line, "")


@pytest.mark.parametrize(
    "answer",
    [{"ok": True}, {"ok": True, "state": {"table": {"name": "UTH 12"}}}, {"ok": True, "state": 7}, {}],
)
def test_what_is_not_understood_is_critical(
    capsys: pytest.CaptureFixture[str], path: Path, answer: dict[str, Any]
) -> None:
    """A service of before an upgrade, say."""
    with Service(path, answer):
        code, out, err = said(capsys, "--socket", str(path))
    assert (code, err) == (2, "")
    assert out == f"CRITICAL: service: {path}: what answers is not understood\n"


def test_another_program_at_the_socket_is_critical(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()

        def chatter() -> None:
            with listener.accept()[0] as port:
                port.recv(1000)
                port.sendall(b"220 mail\r\n")

        thread = threading.Thread(target=chatter)
        thread.start()
        code, out, _ = said(capsys, "--socket", str(path))
        thread.join()
    assert code == 2
    assert out.startswith("CRITICAL: service: ")


def test_a_refusal_is_critical(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    with Service(path, {"ok": False, "why": "not now"}):
        assert said(capsys, "--socket", str(path)) == (2, "CRITICAL: service: not now\n", "")


@pytest.mark.parametrize("args", [["--nagios"], ["--socket"], ["table"]])
def test_a_bad_argument_is_one_line_and_exit_code_2(args: list[str]) -> None:
    tablectl = str(Path(sys.executable).with_name("tablectl"))
    done = subprocess.run([tablectl, "check", *args], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tablectl")
    assert done.stderr.count("\n") == 1
