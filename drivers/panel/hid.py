"""Reports of USB boot keyboards to keys and badges. No port and no clock here.

    modifiers:u8 reserved:u8 usages:6×u8

A report tells what is held down, not what was pressed: a press is a usage that was not held in the report before.
"""

from dataclasses import dataclass

REPORT = 8
"""A boot report; what a device sends behind it is not for us (HID 1.11, appendix B)."""
NO_KEY = 0x00
ERRORS = frozenset((0x01, 0x02, 0x03))
"""Too many keys at once, a failed self-test, an error without a name: such a report says nothing of the keys."""

ENTER, KEYPAD_ENTER = 0x28, 0x58
SHIFT = 0x02 | 0x20
"""Left and right."""

_TOP_ROW = {0x1E + at: digit for at, digit in enumerate("1234567890")}
_PAD = {0x59 + at: digit for at, digit in enumerate("1234567890")}
_DIGITS = _TOP_ROW | _PAD

KEYS = _DIGITS | {
    0x63: ".",
    0x37: ".",
    KEYPAD_ENTER: "enter",
    ENTER: "enter",
    0x2A: "clear",  # backspace
    0x4C: "clear",  # delete
    0x54: "seat",  # the pad's /
    0x55: "wager",  # *
    0x56: "amount",  # -
    0x57: "cards",  # +
}
"""NumLock (0x53) is none of them: some keypads send it around every key."""

_LETTERS = {0x04 + at: letter for at, letter in enumerate("abcdefghijklmnopqrstuvwxyz")}
PLAIN = _DIGITS | _LETTERS | {0x2D: "-", 0x56: "-"}
SHIFTED = {usage: letter.upper() for usage, letter in _LETTERS.items()}

LONGEST_BADGE = 32
PAUSE = 0.5
"""Seconds. A reader types a key every few milliseconds: one that pauses has lost some."""
OVER = 3.0
"""Seconds of silence after which a key begins a new badge, whatever came before: no reader, and no stop of ours,
pauses for so long in the middle."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A key went down, with these modifiers held."""

    usage: int
    modifiers: int


class Strokes:
    """What goes down from report to report. A held key does not repeat."""

    def __init__(self) -> None:
        self._held: frozenset[int] = frozenset()

    def feed(self, report: bytes) -> list[Stroke]:
        """A report that is cut short or tells an error is as if it had not come: nothing is let go by it."""
        usages = report[2:REPORT]
        if len(report) < REPORT or not ERRORS.isdisjoint(usages):
            return []
        down = [usage for usage in dict.fromkeys(usages) if usage != NO_KEY]
        before, self._held = self._held, frozenset(down)
        return [Stroke(usage, report[0]) for usage in down if usage not in before]


class Keypad:
    """Keys by the names that `KeyPressed` has for them."""

    def __init__(self) -> None:
        self._strokes = Strokes()

    def settle(self, report: bytes, now: float) -> None:
        """What is held now was not pressed for us."""
        self._strokes.feed(report)

    def feed(self, report: bytes, now: float) -> list[str]:
        """With a modifier a key means another sign (shift and 8 is a star), and none of ours."""
        return [
            KEYS[stroke.usage]
            for stroke in self._strokes.feed(report)
            if stroke.usage in KEYS and stroke.modifiers == 0
        ]


class BadgeReader:
    """Characters until Enter. A part of an id may be another's id: what is not whole is thrown away up to its Enter."""

    def __init__(self) -> None:
        self._strokes = Strokes()
        self._typed = ""
        self._spoiled = False
        self._last = float("-inf")

    def settle(self, report: bytes, now: float) -> None:
        """Typed before we listened: what follows, up to Enter, has no beginning."""
        self.feed(report, now)
        if self._typed:
            self._spoil()

    def feed(self, report: bytes, now: float) -> list[str]:
        """The badges that this report completes."""
        strokes = self._strokes.feed(report)
        if not strokes:
            return []
        quiet, self._last = now - self._last, now
        if quiet > OVER:
            self._begin()
        elif quiet > PAUSE and self._typed:
            self._spoil()
        if len(strokes) > 1:  # the order of the keys in a report has no meaning
            self._spoil()
            return []
        return self._stroke(strokes[0])

    def _stroke(self, stroke: Stroke) -> list[str]:
        if stroke.usage in (ENTER, KEYPAD_ENTER):
            badge = self._typed
            self._begin()
            return [badge] if badge else []
        sign = _sign(stroke)
        if sign is None or len(self._typed) == LONGEST_BADGE:
            self._spoil()
        elif not self._spoiled:
            self._typed += sign
        return []

    def _begin(self) -> None:
        self._typed, self._spoiled = "", False

    def _spoil(self) -> None:
        self._typed, self._spoiled = "", True


def _sign(stroke: Stroke) -> str | None:
    if stroke.modifiers & ~SHIFT:
        return None
    return (SHIFTED if stroke.modifiers else PLAIN).get(stroke.usage)
