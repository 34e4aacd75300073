"""A motor of the dealing device at work, and how long it takes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from drivers.twin.deck import Deck

Arrange = Callable[[int, list[int]], list[int]]
"""Of a deck's number and its cards, the order that a shuffle gives them, the top card first."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds that a cycle takes."""

    shuffle: float = 40.0
    dispense: float = 1.5
    count: float = 10.0
    eject: float = 3.0


AT_ONCE = Pace(0.0, 0.0, 0.0, 0.0)
"""For fast-forward: done as soon as the command is answered."""


@dataclass(slots=True)
class Cycle:
    """A motor at work, card by card."""

    what: Literal["shuffle", "dispense", "count", "eject"]
    deck: Deck
    cards: int
    seconds: float
    begun: float | None
    """None while it is held back."""
    tag: int = 0
    passed: int = 0

    @property
    def next_at(self) -> float | None:
        """When the next card has passed. An empty deck takes its time too."""
        return None if self.begun is None else self.begun + self.seconds * (self.passed + 1) / max(self.cards, 1)
