"""How long somebody waits before the next PIN, after wrong ones. Pure: told what was tried, and when.

Two wrong PINs in a row cost nothing. From the third on there is a wait of 5 seconds, twice as long each time; the tenth
locks for a quarter of an hour. A good PIN, or a floor supervisor who lifts the lock, sets everything back. When the
quarter is over there is one more try: a wrong one locks again, so that four digits last two months against who has
nothing else to do.

Times are the table's, in milliseconds, as they are journaled with each try: a restart, or a wall clock that is set
forward, shortens no wait. A try that comes within a wait is not looked at and does not count.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.game.fields import BadInput, an_object, printable
from controller.game.schema import build

UNKNOWN = "unknown"
"""In the place of every id that nobody has, see `Operators.counted_as`: guessing ids is slowed like guessing PINs, what
is kept stays small, and nothing that a stranger typed gets into the journal."""

FREE = 2
FIRST_WAIT = 5_000
LOCKED_AFTER = 10
LOCK = 15 * 60_000


@dataclass(frozen=True, slots=True)
class Wrong:
    """Wrong PINs in a row, and when the last one came."""

    times: int
    at: int

    @property
    def wait(self) -> int:
        if self.times >= LOCKED_AFTER:
            return LOCK
        return 0 if self.times <= FREE else FIRST_WAIT << self.times - FREE - 1


@dataclass(frozen=True, slots=True)
class Tries:
    """Only those are in it whose last PIN was wrong."""

    wrong: Mapping[str, Wrong] = field(default_factory=dict)

    def tried(self, who: str, good: bool, at: int) -> "Tries":
        others = {other: wrong for other, wrong in self.wrong.items() if other != who}
        if good:
            return Tries(others)
        return Tries({**others, who: Wrong(self.times(who) + 1, at)})

    def lifted(self, who: str) -> "Tries":
        """By a floor supervisor; who is locked cannot give a PIN, so it is always another one."""
        return self.tried(who, True, 0)

    def times(self, who: str) -> int:
        return self.wrong[who].times if who in self.wrong else 0

    def wait(self, who: str, at: int) -> int:
        """Milliseconds from then until a PIN is looked at again; 0: now."""
        last = self.wrong.get(who)
        return 0 if last is None else max(0, min(last.at + last.wait - at, last.wait))

    def locked(self, who: str, at: int) -> bool:
        return self.times(who) >= LOCKED_AFTER and self.wait(who, at) > 0

    # ---- for the snapshot ------------------------------------------------------------

    def json(self) -> dict[str, Any]:
        return {who: dataclasses.asdict(self.wrong[who]) for who in sorted(self.wrong)}

    @classmethod
    def of(cls, value: object) -> "Tries":
        made = {}
        for who, entry in an_object(value, "tries").items():
            path = f"tries.{printable(who)}"
            made[who] = build(Wrong, entry, path)
            if made[who].times < 1:
                raise BadInput(f"{path}.times", "at least 1", made[who].times)
        return cls(made)
