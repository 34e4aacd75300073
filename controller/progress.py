"""A bar on standard error for work that a person waits for."""

import sys
import time
from typing import TextIO

PATIENCE = 1.0
"""Seconds before it shows: quick work needs no bar."""
WIDTH = 40


class Bar:
    """Shows how far a run of tasks has come, on a terminal only."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._terminal = self._stream.isatty()
        self._begun = time.monotonic()
        self._shown = ""

    def show(self, task: str, done: float) -> None:
        """The part done of the task at hand, from 0 to 1."""
        if not self._terminal or time.monotonic() - self._begun < PATIENCE:
            return
        full = round(done * WIDTH)
        line = f"{task:<24} {'#' * full}{'.' * (WIDTH - full)} {done:4.0%}"
        if line != self._shown:
            self._write(line)

    def clear(self) -> None:
        if self._shown:
            self._write("")

    def _write(self, line: str) -> None:
        self._stream.write(f"\r{line:<{len(self._shown)}}\r{line}")
        self._stream.flush()
        self._shown = line
