"""The terminal itself: raw keys in, changed lines out, and everything as it was on the way out."""

import os
import select
import shutil
import signal
import socket
import sys
import termios
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from controller.console.client import Connection, NoService
from controller.console.terminal.desk import Desk, Request, heard, lost, pressed, seen
from controller.console.terminal.drawing import frame
from controller.console.terminal.keys import PATIENCE, Keys
from controller.console.terminal.paint import Line, ansi
from controller.console.view import View

AGAIN = 1.0
"""Seconds between two tries to reach a service that is gone."""
_IN = "\x1b[?1049h\x1b[?25l\x1b[?7l"  # a screen of its own, no cursor, no wrapping at the edge
# Wiped first: a tmux that was resized meanwhile would leave some lines of it behind.
_OUT = "\x1b[0m\x1b[2J\x1b[?7h\x1b[?25h\x1b[?1049l"


def run(path: Path) -> int:
    """Until the person leaves. Raises NoService if there is none to begin with."""
    connection = Connection(path)
    with _terminal() as woken:
        console = Console(path, connection, woken)
        try:
            console.run()
        finally:
            console.close()
    return 0


class Console:
    def __init__(self, path: Path, connection: Connection, woken: socket.socket) -> None:
        self._path = path
        self._connection: Connection | None = connection
        self._woken = woken
        self._keys = Keys()
        self._desk = Desk()
        self._view: View | None = None
        self._screen = Screen()
        self._try_at = 0.0
        connection.send({"id": 0, "ask": "watch"})

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def run(self) -> None:
        while not self._desk.left:
            width, height = shutil.get_terminal_size()
            self._screen.show(frame(self._view, self._desk, width, height, live=self._connection is not None), width)
            self._wait()

    def _wait(self) -> None:
        """For a key, a message, a signal, or the time for something to be tried again."""
        ports: list[int] = [sys.stdin.fileno(), self._woken.fileno()]
        patience = PATIENCE if self._keys.waiting else None
        if self._connection is not None:
            ports.append(self._connection.fileno())
        elif patience is None:
            patience = max(0.0, self._try_at - time.monotonic())
        ready = select.select(ports, [], [], patience)[0]
        if self._woken.fileno() in ready:
            self._signals(self._woken.recv(64))
        if self._connection is not None and self._connection.fileno() in ready:
            self._messages(self._connection)
        if sys.stdin.fileno() in ready:
            self._typed()
        elif not ready and self._keys.waiting:
            self._press(self._keys.give_up())
        if self._connection is None and time.monotonic() >= self._try_at:
            self._connect()

    def _signals(self, numbers: bytes) -> None:
        if set(numbers) & {signal.SIGTERM, signal.SIGHUP, signal.SIGINT}:
            self._press(["quit"])

    def _typed(self) -> None:
        data = os.read(sys.stdin.fileno(), 1024)
        self._press(self._keys.feed(data) if data else ["quit"])

    def _press(self, keys: list[str]) -> None:
        for key in keys:
            if key == "redraw":
                self._screen.forget()
            elif self._view is None:
                self._desk = Desk(left=key in ("quit", "q"))
            else:
                self._desk, request = pressed(self._desk, key, self._view)
                self._send(request)

    def _send(self, request: Request | None) -> None:
        if request is None or self._view is None:
            return
        if self._connection is None:
            self._desk = lost(self._desk, self._view)
            return
        try:
            self._connection.send(request)
        except NoService:
            self._lose()

    def _messages(self, connection: Connection) -> None:
        try:
            messages = connection.receive()
        except NoService:
            self._lose()
            return
        for message in messages:
            if "state" in message:
                self._view = message["state"]
                self._desk, request = seen(self._desk, message["state"])
            elif self._view is not None:
                self._desk, request = heard(self._desk, message, self._view)
            else:
                continue
            self._send(request)

    def _lose(self) -> None:
        self.close()
        self._connection = None
        self._try_at = time.monotonic() + AGAIN
        if self._view is not None:
            self._desk = lost(self._desk, self._view)

    def _connect(self) -> None:
        self._try_at = time.monotonic() + AGAIN
        with suppress(NoService):
            self._connection = Connection(self._path)
            self._connection.send({"id": 0, "ask": "watch"})


class Screen:
    """Sends only the lines that have changed, all at once: nothing flickers, and a slow line has little to carry."""

    def __init__(self) -> None:
        self._shown: list[str] = []
        self._width = 0
        self._colour = not os.environ.get("NO_COLOR")
        self._unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"

    def forget(self) -> None:
        self._shown = []

    def show(self, lines: list[Line], width: int) -> None:
        rows = [ansi(line, colour=self._colour, unicode=self._unicode) for line in lines]
        if len(rows) != len(self._shown) or width != self._width:
            # Nothing need be cleared: each line is as wide as the screen.
            self._shown, self._width = [""] * len(rows), width
        out = ""
        for at, (row, before) in enumerate(zip(rows, self._shown, strict=True), 1):
            if row != before:
                out += f"\x1b[{at};1H{row}"
        self._shown = rows
        if out:
            sys.stdout.write(out)
            sys.stdout.flush()


@contextmanager
def _terminal() -> Iterator[socket.socket]:
    """Gives a port on which signals are told: a new size, or that it is time to go."""
    before = termios.tcgetattr(sys.stdin)
    told, woken = socket.socketpair()
    told.setblocking(False)
    handlers = {
        number: signal.signal(number, lambda number, frame: None)
        for number in (signal.SIGWINCH, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
    }
    woken_before = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    try:
        tty.setraw(sys.stdin)
        sys.stdout.write(_IN)
        yield woken
    finally:
        with suppress(OSError, termios.error):  # the terminal itself may be what has gone
            sys.stdout.write(_OUT)
            sys.stdout.flush()
            termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, before)
        signal.set_wakeup_fd(woken_before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        told.close()
        woken.close()
