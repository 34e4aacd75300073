"""The console as a person has it: the program on a pseudo-terminal, a real socket, a real table behind it."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.console.owner import Owner
from tests.table.at_the_table import dealt, opened
from tests.table.tables import KINDS

_MOVE = re.compile(r"\x1b\[(\d+);1H")
_STYLE = re.compile(r"\x1b\[[0-9;]*m")
COMMAND = [sys.executable, "-c", "from controller.cli import run; run()", "console", "--socket"]


class Terminal:
    """What a terminal of that size shows of the program on it."""

    def __init__(self, command: list[str], columns: int = 80, rows: int = 24, **environment: str) -> None:
        self.port, inner = pty.openpty()
        self.raw = self._drawn = ""
        self._letters = codecs.getincrementaldecoder("utf-8")()
        self._rows: dict[int, str] = {}
        self._resized(columns, rows)
        self.before = termios.tcgetattr(inner)
        self._inner = inner
        env = os.environ | {"TERM": "xterm", "LANG": "C.UTF-8", "PYTHONUTF8": "1"} | environment
        env = {name: value for name, value in env.items() if name not in ("COLUMNS", "LINES")}
        # In a session of its own, with this terminal: its size and its signals are the program's.
        self.program = subprocess.Popen(
            command,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=env,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0) and None,
        )

    def close(self) -> None:
        self.program.kill()
        self.program.wait()
        os.close(self.port)
        os.close(self._inner)

    def _resized(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.port, termios.TIOCSWINSZ, struct.pack("4H", rows, columns, 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        self._rows, self._drawn = {}, ""
        self._resized(columns, rows)

    def types(self, keys: str) -> None:
        os.write(self.port, keys.encode())

    def read(self) -> None:
        if not select.select([self.port], [], [], 0.1)[0]:
            return
        data = self._letters.decode(os.read(self.port, 65536))
        self.raw += data
        self._drawn += data
        pieces = _MOVE.split(self._drawn)
        for at, row in zip(pieces[1::2], pieces[2::2], strict=True):
            self._rows[int(at)] = _STYLE.sub("", row)
        # The last line may not have come whole.
        self._drawn = f"\x1b[{pieces[-2]};1H{pieces[-1]}" if len(pieces) > 1 else pieces[0]

    @property
    def screen(self) -> str:
        return "\n".join(self._rows.get(row, "").rstrip() for row in range(1, max(self._rows, default=0) + 1))

    def until(self, shown: str | Callable[[str], bool]) -> str:
        """Waits for it; the test run's time-out says what it waited for."""
        while not (shown in self.screen if isinstance(shown, str) else shown(self.screen)):
            assert self.program.poll() is None, f"the console is gone:\n{self.raw[-2000:]}"
            self.read()
        return self.screen

    def ended(self) -> int:
        code = self.program.wait()
        self.read()
        return code

    def left_clean(self) -> bool:
        """Cursor, screen and line discipline are as they were."""
        after = termios.tcgetattr(self._inner)
        return self.raw.rstrip().endswith("\x1b[?7h\x1b[?25h\x1b[?1049l") and after == self.before


@contextmanager
def console(path: Path, **more: object) -> Iterator[Terminal]:
    terminal = Terminal([*COMMAND, str(path)], **more)  # type: ignore[arg-type]
    try:
        yield terminal
    finally:
        terminal.close()


@pytest.fixture
def table(path: Path) -> Iterator[tuple[Owner, Path]]:
    with Owner(dealt(KINDS[0], (1, 3)).game, path) as owner:
        yield owner, path


def test_an_irregularity_is_declared_with_two_looks_and_a_pin(table: tuple[Owner, Path]) -> None:
    owner, path = table
    with console(path) as terminal:
        assert "check, or play 3 or 4 times the ante" in terminal.until("First decisions")
        terminal.types("\r")
        terminal.until("o  open the table")
        terminal.types("g")
        terminal.until("7  community misdealt")
        terminal.types("7")
        terminal.until("How many cards lie there?")
        terminal.types("4\r")
        screen = terminal.until("Enter goes on to sign it")
        assert "ma-uth-1 §" in screen
        assert owner.game.round.community_out == 0, "nothing has happened yet"
        terminal.types("\r")
        terminal.until("Operator")
        terminal.types("F1\r")
        terminal.until("PIN")
        terminal.types("1235\r")
        terminal.until("wrong id or PIN")
        terminal.types("1234\r")
        terminal.until("Done: irregularity")
        assert owner.game.round.community_out == 4
        terminal.until(lambda screen: owner.game.prompt().text in screen)
        terminal.types("q")
        assert terminal.ended() == 0
        assert terminal.left_clean()
        assert "1234" not in terminal.raw, "a PIN is not echoed"
        assert "1235" not in terminal.raw


def test_a_second_person_is_asked_for(path: Path) -> None:
    game = dealt(KINDS[8], (1, 3)).game
    with Owner(game, path, two_persons=("abandon",)) as owner, console(path) as terminal:
        terminal.until("First decisions")
        terminal.types("\rb3")
        terminal.until("Enter goes on to sign it")
        terminal.types("\rF1\r1234\r")
        terminal.until("two persons stand behind this")
        terminal.types("F2\r2345\r")
        terminal.until("Done: abandon")
        assert owner.game.seat(3).void
        assert [person["who"] for person in (owner.asked[-1]["by"], owner.asked[-1]["second"])] == ["F1", "F2"]


def test_the_screen_follows_the_size_of_the_terminal(table: tuple[Owner, Path]) -> None:
    with console(table[1], columns=120, rows=40) as terminal:
        assert "Stub counts" in terminal.until("q quit")
        terminal.resize(80, 24)
        screen = terminal.until("q quit")
        assert len(screen.splitlines()) == 24
        terminal.resize(40, 10)
        terminal.until("The window is too small")
        terminal.resize(100, 30)
        terminal.until("First decisions")


def test_a_service_that_is_not_there_is_told_in_a_line(path: Path) -> None:
    with console(path) as terminal:
        assert terminal.ended() == 1
        assert terminal.raw.strip() == f"tablectl console: {path}: the table's service is not there"


def test_a_lost_service_is_told_and_found_again(path: Path) -> None:
    with ExitStack() as stack:
        with Owner(opened(KINDS[0]).game, path):
            terminal = stack.enter_context(console(path))
            terminal.until("Wagers, then press no more bets")
            terminal.types("\rc")
            terminal.until("Enter goes on to sign it")
        terminal.until("As it was when the service was lost")
        terminal.types("\x1b")
        terminal.until("o  open the table")
        with Owner(dealt(KINDS[0], (1,)).game, path):
            terminal.until("Seat 1: check")
            terminal.until("live")


def test_an_act_without_an_answer_is_not_done_again(path: Path) -> None:
    with ExitStack() as stack:
        with Owner(opened(KINDS[0]).game, path) as owner:
            terminal = stack.enter_context(console(path))
            terminal.until("Wagers, then press no more bets")
            terminal.types("\ri")
            terminal.until("Enter goes on to sign it")
            owner.deaf = True
            terminal.types("\rF1\r1234\r")
            terminal.until("The service is asked")
        terminal.until("look whether it was done")
        with Owner(opened(KINDS[0]).game, path) as again:
            terminal.until("live")
            terminal.types("x")
            terminal.until("q quit")
            assert again.asked == []


def test_only_lines_that_change_are_sent(table: tuple[Owner, Path]) -> None:
    with console(table[1]) as terminal:
        terminal.until("q quit")
        terminal.until("First decisions")
        before = len(terminal.raw)
        terminal.types("\r")
        terminal.until("o  open the table")
        terminal.types("\x1b")
        terminal.until("q quit")
        assert terminal.raw[before:].count("\x1b[1;1H") == 0, "the first line stood still"
        terminal.types("\x0c")
        terminal.until(lambda screen: terminal.raw[before:].count("\x1b[1;1H") == 1)


@pytest.mark.parametrize("way", ["\x03", "\x04", signal.SIGTERM, signal.SIGHUP], ids=["^C", "^D", "TERM", "HUP"])
def test_the_terminal_is_left_as_it_was_found(table: tuple[Owner, Path], way: str | signal.Signals) -> None:
    with console(table[1]) as terminal:
        terminal.until("First decisions")
        if isinstance(way, str):
            terminal.types(way)
        else:
            terminal.program.send_signal(way)
        assert terminal.ended() == 0
        assert terminal.left_clean()


def test_colours_are_left_out_where_they_are_not_wanted(table: tuple[Owner, Path]) -> None:
    for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        with console(table[1], **environment) as terminal:
            terminal.until("First decisions")
            assert bool(re.search(r"\x1b\[[0-9;]*3[1-7]m", terminal.raw)) is coloured


def test_a_terminal_without_utf_8_gets_ascii(table: tuple[Owner, Path]) -> None:
    with console(table[1], PYTHONUTF8="0", LANG="C", LC_ALL="C", PYTHONCOERCECLOCALE="0") as terminal:
        assert terminal.until("First decisions").isascii()


def test_with_no_terminal_a_line_tells_what_has_changed(table: tuple[Owner, Path]) -> None:
    owner, path = table
    with subprocess.Popen([*COMMAND, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout
        assert program.stderr
        assert "first decisions: Seat 1: check, or play 3 or 4 times the ante (ma-uth-1 §" in program.stdout.readline()
        owner.troubles["spots"] = "17 scans came late"
        owner.inbox.put(None)
        assert program.stdout.readline() == "trouble: spots: 17 scans came late\n"
        program.send_signal(signal.SIGINT)
        assert program.wait() == 0
        assert program.stderr.read() == ""
