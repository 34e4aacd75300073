"""What a contact means, out of what it does: bounce passes, chatter and sticking become faults. No clock here.

Times are seconds that never run back. How late `tick` is called changes nothing of what is found.
"""

from collections import deque
from dataclasses import dataclass
from typing import Literal

Fault = Literal["chatter", "stuck"]
Seen = bool | Fault
"""A change that is believed, or the fault that ends believing."""


@dataclass(frozen=True, slots=True)
class Kind:
    """`edges` × `settle` is at most `within`: an input that never comes to rest is always caught as chatter."""

    settle: float
    """Seconds that a level has to stand before it is believed."""
    edges: int
    within: float
    """More than so many edges in so many seconds are chatter."""
    stuck_after: float | None = None
    """Seconds that a momentary input may be held; None for one that may stay as long as it likes."""
    at_once: bool = False
    """A press counts at its first edge. `settle` is then for letting go: the time in which no other press counts."""


# A worn contact makes up to ten edges each time it is moved; none of what people do with one may count as chatter.
# Three presses a second, again and again, are below 150 edges in three seconds. Nobody holds a button for ten.
BUTTON = Kind(settle=0.02, edges=150, within=3.0, stuck_after=10.0)
# The lock line closes on the edge. An edge that the system brings late must not count as the next press: 100 ms.
LOCK_OUT = Kind(settle=0.1, edges=100, within=10.0, stuck_after=10.0, at_once=True)
# Chips are put down, rock and are straightened: ten scans. Put down and taken up twice a second, they stay below 20
# edges in one.
SPOT = Kind(settle=0.05, edges=100, within=5.0)
# Cards pass every 150 ms, open for a third of that: 5 ms is well below. Fast dealing stays below 130 edges a second.
# A card is drawn in one movement; one that lies in the gate for five seconds is jammed.
GATE = Kind(settle=0.005, edges=200, within=1.0, stuck_after=5.0)
# A heavy door on a small switch.
DOOR = Kind(settle=0.05, edges=80, within=4.0)


class Debounce:
    """One input. A fault stays until `clear`; the input says nothing in the meantime."""

    def __init__(self, kind: Kind, active: bool, now: float) -> None:
        self.kind = kind
        self.active = active
        """As believed."""
        self.fault: Fault | None = None
        self._level = active
        self._now = self._level_since = self._active_since = now
        self._edges: deque[float] = deque(maxlen=kind.edges + 1)

    @property
    def due(self) -> float | None:
        """When `tick` will have something to find, if no edge comes before."""
        if self.fault is not None:
            return None
        if self._level != self.active:
            return self._level_since + self.kind.settle
        if self.active and self.kind.stuck_after is not None:
            return self._active_since + self.kind.stuck_after
        return None

    def edge(self, active: bool, at: float) -> list[Seen]:
        """A change, and the level after it: perhaps the one before, if the change was over again too soon."""
        found = self.tick(at)
        if self.fault is not None:
            return found
        at = self._now
        if self.kind.at_once and not self.active:
            # From rest there is only one way to go, whatever the level bounced back to since.
            found += self._believe(True, at)
        self._level, self._level_since = active, at
        self._edges.append(at)
        if len(self._edges) > self.kind.edges and at - self._edges[0] <= self.kind.within:
            self.fault = "chatter"
            return [*found, self.fault]
        return found + self.tick(at)

    def level(self, active: bool, at: float) -> list[Seen]:
        """A look at the level: finds an edge that was lost, and makes none where nothing has changed."""
        return self.edge(active, at) if active != self._level else self.tick(at)

    def tick(self, now: float) -> list[Seen]:
        """What time alone brings."""
        self._now = max(now, self._now)
        found: list[Seen] = []
        if self.fault is not None:
            return found
        if self._level != self.active and self._now >= (settled := self._level_since + self.kind.settle):
            found += self._believe(self._level, settled)
        # Not while it is being let go: that is no longer held.
        limit = self.kind.stuck_after
        if limit is not None and self.active and self._level and self._now >= self._active_since + limit:
            self.fault = "stuck"
            found.append(self.fault)
        return found

    def clear(self, active: bool, now: float) -> None:
        """A person has seen to it; `active` is how it stands now."""
        if self.fault is None:
            return
        self.fault = None
        self._edges.clear()
        self._now = max(now, self._now)
        self._level, self._level_since = active, self._now
        if self.kind.stuck_after is not None:
            # What is held down while it is cleared is no press. A spot, though, has to tell what has changed.
            self.active, self._active_since = active, self._now

    def _believe(self, active: bool, at: float) -> list[Seen]:
        self.active = active
        self._active_since = at
        return [active]
