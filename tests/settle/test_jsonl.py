"""`tablectl settle --jsonl` as programs use it: a process of its own, many rounds, pipes."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Timer

import pytest

from .desk import seat_of, settled
from .rounds import make
from .table import WINNING, one

TABLECTL = Path(sys.executable).with_name("tablectl")
COMMAND = [str(TABLECTL), "settle", "--jsonl"]
# With this one set Python would write every line at once, whatever the command does.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def numbered(n: int) -> dict:
    """A round that can be told by its result: trips pays three times n cents."""
    cards, trips = WINNING["three-of-a-kind"], f"{n // 100}.{n % 100:02d}"
    return one("nj-uth", cards, trips="A", wagers={"trips": trips})


def number_of(result: dict) -> int:
    row = seat_of(result, 1)["wagers"][3]
    assert row["wager"] == "trips"
    assert row["odds"] == "3 to 1"
    return int(row["amount"].replace(".", ""))


def line_of(round: dict) -> bytes:
    return json.dumps(round).encode() + b"\n"


def run(given: bytes, *args: str) -> tuple[int, list[dict], str]:
    done = subprocess.run([*COMMAND, *args], input=given, capture_output=True)
    assert done.stdout == b"" or done.stdout.endswith(b"\n")
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


# ---- lines in, lines out ----------------------------------------------------------


def test_results_come_in_the_order_of_the_rounds() -> None:
    """Three thousand rounds are many blocks, settled on all cores; the first half takes longer than the second."""
    slow = [numbered(n) | {"meters": {}} for n in range(1, 1501)]
    for round in slow:
        round["seats"] += [{**round["seats"][0], "seat": 2, "cards": ["3c", "7h"]}]
    rounds = slow + [numbered(n) for n in range(1501, 3001)]
    code, results, err = run(b"".join(map(line_of, rounds)))
    assert (code, err) == (0, "")
    assert [number_of(result) for result in results] == list(range(1, 3001))


def test_bad_lines_are_numbered_and_the_rest_is_settled() -> None:
    bad = {1: b"{", 2: b"", 700: b'{"rulebook": "nj-uth"}', 1999: b"\xff", 2000: b"[]", 2500: b"   ", 3000: b"null"}
    lines = [bad[n] + b"\n" if n in bad else line_of(numbered(n)) for n in range(1, 3001)]
    code, results, err = run(b"".join(lines))
    assert (code, err) == (2, "")
    assert len(results) == 3000
    for n, result in enumerate(results, 1):
        if n in bad:
            assert set(result) == {"error", "line"}
            assert result["line"] == n
            assert result["error"]
        else:
            assert number_of(result) == n


def test_empty_input() -> None:
    assert run(b"") == (0, [], "")


def test_last_line_without_a_newline() -> None:
    code, results, err = run(line_of(numbered(1)) + line_of(numbered(2)).rstrip(b"\n"))
    assert (code, err) == (0, "")
    assert [number_of(result) for result in results] == [1, 2]
    code, results, _ = run(line_of(numbered(1)) + b"{")
    assert code == 2
    assert results[1]["line"] == 2


def test_lines_may_end_as_on_windows() -> None:
    given = b"".join(line_of(numbered(n)).replace(b"\n", b"\r\n") for n in range(1, 6))
    code, results, err = run(given)
    assert (code, err) == (0, "")
    assert [number_of(result) for result in results] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("blank", [b"\n", b"\r\n", b" \t\n"])
def test_a_blank_line_is_an_error_of_its_own(blank: bytes) -> None:
    code, results, err = run(line_of(numbered(1)) + blank + line_of(numbered(3)) + blank)
    assert (code, err) == (2, "")
    assert [result.get("line") for result in results] == [None, 2, None, 4]
    assert number_of(results[2]) == 3


LONG = {
    "one word": b"x" * 3_000_000,
    "a long field": b'{"rulebook": "' + b"x" * 3_000_000 + b'"}',
    "blanks": b" " * 3_000_000,
    "a round and blanks": line_of(numbered(5)).rstrip(b"\n") + b" " * 3_000_000,
}


@pytest.mark.parametrize("long", LONG.values(), ids=LONG)
def test_an_overlong_line_between_good_ones(long: bytes) -> None:
    code, results, err = run(line_of(numbered(1)) + long + b"\n" + line_of(numbered(3)) + long)
    assert (code, err) == (2, "")
    assert [result.get("line") for result in results] == [None, 2, None, 4]
    assert (number_of(results[0]), number_of(results[2])) == (1, 3)
    for result in (results[1], results[3]):
        assert len(result["error"]) < 200


def test_a_line_is_as_good_alone() -> None:
    rounds = [make(rulebook, seed) for seed in range(40) for rulebook in ("md-uth", "nj-hilo", "ma-uth-1")]
    code, results, err = run(b"".join(map(line_of, rounds)))
    assert (code, err) == (0, "")
    assert results == [settled(round) for round in rounds]


def test_a_file_instead_of_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(b"".join(line_of(numbered(n)) for n in range(1, 2001)))
    code, results, err = run(b"", str(file))
    assert (code, err) == (0, "")
    assert [number_of(result) for result in results] == list(range(1, 2001))


# ---- a conversation -----------------------------------------------------------------


@contextmanager
def process() -> Iterator[subprocess.Popen]:
    """The command with pipes at both ends; one that never answers is ended with its workers, and fails the test."""
    late = Event()
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(COMMAND, **pipes, env=ENVIRONMENT, start_new_session=True) as started:

        def end() -> None:
            late.set()
            os.killpg(started.pid, signal.SIGKILL)

        guard = Timer(60, end)
        guard.start()
        try:
            yield started
        finally:
            guard.cancel()
            started.kill()
    assert not late.is_set(), "no answer came"


def test_every_round_is_answered_before_the_next_is_written() -> None:
    with process() as command:
        for n in range(1, 21):
            command.stdin.write(line_of(numbered(n)))
            command.stdin.flush()
            assert number_of(json.loads(command.stdout.readline() or "{}")) == n
        command.stdin.close()
        assert command.stdout.read() == b""
        assert command.wait() == 0
        assert command.stderr.read() == b""


def test_some_rounds_at_once_and_a_round_in_parts() -> None:
    with process() as command:
        for n in range(1, 30, 3):
            first, second, third = (line_of(numbered(n + more)) for more in range(3))
            command.stdin.write(first + second + third[:100])
            command.stdin.flush()
            for expected in (n, n + 1):
                assert number_of(json.loads(command.stdout.readline() or "{}")) == expected
            command.stdin.write(third[100:])
            command.stdin.flush()
            assert number_of(json.loads(command.stdout.readline() or "{}")) == n + 2
        command.stdin.write(b"{\n")
        command.stdin.flush()
        assert json.loads(command.stdout.readline() or "{}")["line"] == 31
        command.stdin.close()
        assert command.wait() == 2
        assert command.stderr.read() == b""


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("send", [os.kill, os.killpg], ids=["alone", "as Ctrl-C does"])
def test_a_command_that_is_ended_takes_its_workers_along(end: int, send: Callable[[int, int], None]) -> None:
    """A worker left behind would hold the pipe open, and the reader would wait for ever."""
    with process() as command:
        for n in (1, 2, 3):
            command.stdin.write(line_of(numbered(n)))
            command.stdin.flush()
            command.stdout.readline()
        send(command.pid, end)
        assert command.stdout.read() == b""
        assert command.stderr.read() == b""


@pytest.mark.parametrize("read", [0, 1, 300])
def test_a_reader_that_has_had_enough(tmp_path: Path, read: int) -> None:
    """As with `| head -1`: the command ends, and complains of nothing."""
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(b"".join(line_of(numbered(n)) for n in range(1, 4001)))
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with file.open("rb") as rounds, subprocess.Popen(COMMAND, stdin=rounds, **pipes, env=ENVIRONMENT) as command:
        for n in range(1, read + 1):
            assert number_of(json.loads(command.stdout.readline())) == n
        command.stdout.close()
        assert command.stderr.read() == b""
        command.wait()


# ---- memory -------------------------------------------------------------------------

# Started as a process of its own: what a child of pytest has used would include what pytest had when it was forked.
# Two cores, as the blocks in hand go by the number of cores.
MEASURED = """
import os, resource, subprocess, sys
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
with open(sys.argv[-1], "rb") as rounds:
    code = subprocess.run(sys.argv[1:-1], stdin=rounds, stdout=subprocess.DEVNULL).returncode
print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def peak(file: Path, rounds: int) -> int:
    """Kilobytes that the command, or one of its processes, used at most on so many rounds of 8 kB."""
    padded = [line_of(make("md-uth", seed)).rstrip(b"\n").ljust(8191) + b"\n" for seed in range(20)]
    with file.open("wb") as out:
        for _ in range(rounds // len(padded)):
            out.writelines(padded)
    measured = [sys.executable, "-c", MEASURED, *COMMAND, str(file)]
    code, kilobytes = subprocess.run(measured, capture_output=True, text=True, check=True).stdout.split()
    assert code == "0"
    return int(kilobytes)


def test_memory_does_not_grow_with_the_rounds(tmp_path: Path) -> None:
    few, many = peak(tmp_path / "few", 500), peak(tmp_path / "many", 8000)
    assert many - few < 30_000
