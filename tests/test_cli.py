"""tablectl as a person starts it: wrong words, help, and what a terminal shows that a pipe does not."""

import errno
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from controller.library import config_folder
from tests.settle.table import WINNING, one, seat, table

TABLECTL = str(Path(sys.executable).with_name("tablectl"))
SAMPLE = str(config_folder() / "sample-round.json")


def tablectl(*args: str, given: str = "") -> tuple[int, str, str]:
    done = subprocess.run([TABLECTL, *args], input=given, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def on_a_terminal(*args: str, given: dict | None = None) -> tuple[int, str]:
    """Exit code, and what the command writes on a terminal, with the terminal's line ends put back."""
    ours, theirs = pty.openpty()
    try:
        with subprocess.Popen([TABLECTL, *args], stdin=subprocess.PIPE, stdout=theirs, stderr=theirs) as command:
            os.close(theirs)
            command.stdin.write(json.dumps(given).encode() if given else b"")
            command.stdin.close()
            shown = b"".join(iter(lambda: read(ours), b""))
            code = command.wait()
    finally:
        os.close(ours)
    return code, shown.decode().replace("\r\n", "\n")


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError as error:
        # Linux says so when the last process has closed its side.
        if error.errno != errno.EIO:
            raise
        return b""


# ---- words ------------------------------------------------------------------------

WRONG = [
    [],
    ["shuffle"],
    [""],
    ["--colour"],
    ["-x"],
    ["--settle"],
    ["SETTLE"],
    ["settle", "--colour"],
    ["settle", "-x"],
    ["settle", SAMPLE, SAMPLE],
    ["settle", "--json=yes"],
    ["odds"],
    ["odds", "--json"],
    ["odds", "md-uth", "--colour"],
    ["settle", "--two\nlines"],
    ["two\nlines"],
    ["settle", SAMPLE, "\x1b[31mred"],
]


@pytest.mark.parametrize("args", WRONG, ids=ascii)
def test_a_wrong_word_is_one_line_and_exit_code_2(args: list[str]) -> None:
    code, out, err = tablectl(*args)
    assert (code, out) == (2, "")
    assert err.endswith("\n")
    (line,) = err.splitlines()
    assert line.startswith("tablectl")
    assert "--help" in line
    assert line.isprintable()


@pytest.mark.parametrize("args", [["--help"], ["-h"]])
def test_help_names_every_command(args: list[str]) -> None:
    code, out, err = tablectl(*args)
    assert (code, err) == (0, "")
    for word in ("usage: tablectl", "settle", "odds"):
        assert word in out


@pytest.mark.parametrize(
    ("command", "words"),
    [("settle", ["FILE", "--json", "--jsonl"]), ("odds", ["RULEBOOK", "--json", "--stake"])],
)
def test_help_of_a_command_names_its_options(command: str, words: list[str]) -> None:
    code, out, err = tablectl(command, "--help")
    assert (code, err) == (0, "")
    for word in words:
        assert word in out


# ---- a round on a terminal ----------------------------------------------------------


def lines_of(shown: str) -> list[list[str]]:
    """The words of every line; columns stand two blanks apart, and odds have blanks of their own."""
    return [[word.strip() for word in line.split("  ") if word.strip()] for line in shown.splitlines()]


def test_the_sample_round_as_a_person_reads_it() -> None:
    """The contract's example: a full house against two pairs, and a seat that folded."""
    code, shown = on_a_terminal("settle", SAMPLE)
    assert code == 0
    lines = lines_of(shown)
    playing, folded, meters = (
        next(n for n, line in enumerate(lines) if line and line[0].startswith(start))
        for start in ("seat 1: full-house", "seat 2: folded", "meters:")
    )
    assert "two-pair" in shown.splitlines()[0]
    assert "12345.67" in lines[meters][0]
    assert lines[playing + 2 : playing + 8] == [
        ["ante", "10.00", "win", "1 to 1", "10.00", "10.00", "md-uth 12.A"],
        ["blind", "10.00", "win", "3 to 1", "30.00", "10.00", "md-uth 12.B(1)(d)"],
        ["play", "40.00", "win", "1 to 1", "40.00", "40.00", "md-uth 12.A"],
        ["trips", "5.00", "win", "9 to 1", "45.00", "5.00", "md-uth 12.C(1)(d)"],
        ["progressive", "1.00", "win", "9 to 1", "9.00", "1.00", "md-uth 12.D(1)(a)(vii)"],
        ["total", "134.00", "66.00"],
    ]
    assert lines[folded + 2 : folded + 5] == [
        ["ante", "10.00", "lose", "0.00", "0.00", "md-uth 11.F(2)"],
        ["blind", "10.00", "lose", "0.00", "0.00", "md-uth 11.F(2)"],
        ["total", "0.00", "0.00"],
    ]
    assert folded < playing, "the highest seat is settled first"


def test_json_where_it_is_asked_for_or_piped() -> None:
    _, shown = on_a_terminal("settle", SAMPLE, "--json")
    code, piped, err = tablectl("settle", SAMPLE)
    assert (code, err) == (0, "")
    assert json.loads(shown) == json.loads(piped)
    assert json.loads(piped)["order"] == [1]
    assert tablectl("settle", given=Path(SAMPLE).read_text())[1] == piped
    assert tablectl("settle", SAMPLE, "--json")[1] == piped


def test_every_row_of_the_json_is_on_the_terminal() -> None:
    """A busy table: envy, a payout limit, meters, pushes and a fold."""
    seats = [
        seat(1, "Ah Kh", ante="200", times=4, trips="5", progressive="5", cover_all="10"),
        seat(3, "2s 9c", trips="5", progressive="5"),
        seat(6, "4s 4h", folded=True, trips="5", progressive="5"),
    ]
    options = {"progressive": "PTMGL01", "trips": "B", "cover_all": True, "meters": {"meter": "70000.07"}}
    round = table("ma-uth-2", "Qh Jh Th 2c 3d", "9s 9d", *seats, **options)
    code, shown = on_a_terminal("settle", given=round)
    assert code == 0
    result = json.loads(tablectl("settle", given=json.dumps(round))[1])
    lines = lines_of(shown)
    for each in result["seats"]:
        assert f"seat {each['seat']}: {each['hand'] or 'folded'}" in shown
        for row in each["wagers"]:
            cells = [row[key] for key in ("wager", "amount", "result", "odds", "pays", "returned", "rule")]
            assert [cell for cell in cells if cell] in lines
        for envy in each["envy"]:
            assert ["envy", f"seat {envy['from_seat']}", envy["hand"], envy["pays"], envy["rule"]] in lines
        assert ["total", each["pays"], each["returned"]] in lines
        if each["limited_from"]:
            assert any(each["limited_from"] in line[0] for line in lines if line)
    assert [each["envy"] == [] for each in result["seats"]] == [False, False, True]
    assert [each["limited_from"] is None for each in result["seats"]] == [True, True, False]
    assert f"meter {result['meters']['meter']}" in shown


def test_a_dealer_below_a_pair_is_told() -> None:
    below = on_a_terminal("settle", given=one("nj-uth", WINNING["high-card"]))[1]
    pair = on_a_terminal("settle", given=one("nj-uth", WINNING["pair"]))[1]
    assert "below a pair" in below.splitlines()[0]
    assert "below a pair" not in pair


def test_both_hands_of_hi_lo_are_shown() -> None:
    wagers = {"ante": "10", "play": "10", "tie": "5"}
    playing = {"seat": 7, "high": ["As", "Ad", "Ah"], "low": ["3c", "4c"], "wagers": wagers}
    round = {"rulebook": "nj-hilo", "dealer": ["Qh", "Qs", "7c", "7s", "2d"], "seats": [playing]}
    code, shown = on_a_terminal("settle", given=round)
    assert code == 0
    # The house way sets QQ7 and 72: 27 points high and 9 low; three aces make 33.
    assert "high 27 (Qh Qs 7c), low 9 (7s 2d)" in shown
    assert "seat 7: high 33 (As Ad Ah), low 7 (3c 4c)" in shown
    lines = lines_of(shown)
    assert ["ante", "10.00", "win", "1 to 1", "10.00", "10.00", "nj-hilo 40.11(b)"] in lines
    assert ["ante_bonus", "10.00", "win", "5 to 1", "50.00", "0.00", "nj-hilo 40.11(e)"] in lines
    assert ["total", "70.00", "20.00"] in lines


@pytest.mark.parametrize("args", [["settle", SAMPLE], ["settle", "--jsonl", SAMPLE], ["odds", "nj-hilo"], ["--help"]])
def test_nobody_reads_and_nothing_is_complained_of(args: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    # With this one set Python would write at once, and have nothing left to write when it ends.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run([TABLECTL, *args], stdout=writer, stderr=subprocess.PIPE, env=environment)
    os.close(writer)
    assert done.stderr == b""


@pytest.mark.parametrize("command", ["settle", "settle --jsonl"])
def test_no_standard_input_at_all(command: str) -> None:
    done = subprocess.run(f"exec '{TABLECTL}' {command} <&-", shell=True, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "standard input" in line


def test_bad_input_on_a_terminal_is_one_line_too() -> None:
    code, shown = on_a_terminal("settle", "/no/such/file")
    assert code == 2
    (line,) = shown.splitlines()
    assert "/no/such/file" in line
