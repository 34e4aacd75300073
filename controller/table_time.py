"""The table's own time: milliseconds that never run back and go on while the power is off."""

from typing import NamedTuple

from controller.archive import Clock

SLACK = 2_000
"""Milliseconds that a wall clock may be put right by without a word."""


class Moment(NamedTuple):
    """When a record was written, by every clock there is."""

    at: int = 0
    """The table's own time."""
    wall: int = 0
    mono: int = 0
    boot: str = ""


class TableTime:
    """By the steady clock within a boot of the machine; over a boot only the wall clock knows how long it was."""

    def __init__(self, clock: Clock, last: Moment) -> None:
        """`last` is the last that the journal knows; before the first record there was none."""
        self._clock = clock
        self._mono = clock.mono()
        passed = 0
        self.set_back = 0
        """Milliseconds by which the wall clock stands before the last record: how long it was is not known then."""
        if last.boot == clock.boot:
            passed = self._mono - last.mono
        elif last.boot:
            passed = clock.wall() - last.wall
            self.set_back = max(0, -passed)
        self._at = last.at + max(0, passed)
        self._wall = clock.wall()

    def now(self) -> int:
        return self._at + self._clock.mono() - self._mono

    def wall_trouble(self) -> str:
        """Why the wall clock cannot be believed, once for each time that it is set."""
        expected = self._wall + self._clock.mono() - self._mono
        off = self._clock.wall() - expected
        if self.set_back:
            found, self.set_back = self.set_back, 0
            return f"the clock stands {found / 1000:.0f} s before the last record: look at it, and at the decks' times"
        if abs(off) <= SLACK:
            return ""
        self._wall += off
        return f"the clock was set {'back' if off < 0 else 'forward'} by {abs(off) / 1000:.0f} s"
