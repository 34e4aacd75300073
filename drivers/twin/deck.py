"""Cards inside the dealing device: decks, what was sealed, the trays. Written from the protocol's page alone."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

SEALED_TOP = 7
"""Seals of an ejected deck, and of burns at a time: what a frame has room for."""
EJECTED = 0x44
BURN = 0x43

Place = Literal["loaded", "shuffling", "waiting", "dealing"]
"""Put in; under the shuffler; shuffled, while another is dealt; on the dealing side."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A card that has left: what REVEAL tells of it, and the seal that went out with it."""

    nonce: bytes
    card: int
    seal: bytes


@dataclass(slots=True)
class Deck:
    number: int
    cards: list[int]
    """The top card first."""
    place: Place = "loaded"
    tags: set[int] = field(default_factory=set)
    """Dispensed from this shuffle."""
    dealt: bool = False
    """A DISPENSE was begun since it came to the dealing side."""
    unnoticed: int = 0
    """Cards that went or stayed without the device's knowledge: it holds the deck for so much bigger."""


@dataclass(slots=True)
class Tray:
    """Where stacks are taken from. Cards without a tag are what an ended DISPENSE left there."""

    cards: list[int] = field(default_factory=list)
    tag: int | None = None

    @property
    def used(self) -> bool:
        return bool(self.cards) or self.tag is not None

    def emptied(self) -> list[int]:
        cards, self.cards, self.tag = self.cards, [], None
        return cards


class Rejects:
    """The tray for cards that lay face up. Each is counted with the deck that it came from."""

    def __init__(self) -> None:
        self._cards: list[tuple[int, int]] = []

    def __len__(self) -> int:
        return len(self._cards)

    @property
    def cards(self) -> list[int]:
        return [card for _, card in self._cards]

    def put(self, deck: int, card: int) -> None:
        self._cards.append((deck, card))

    def of(self, deck: int) -> int:
        return sum(number == deck for number, _ in self._cards)

    def emptied(self) -> list[int]:
        cards = self.cards
        self._cards.clear()
        return cards


class Record:
    """What was sealed, by tag, for REVEAL and SEALS. It survives a restart."""

    def __init__(self) -> None:
        self._stacks: dict[int, tuple[int, list[Sealed]]] = {}

    def begin(self) -> None:
        """A new deck's first DISPENSE: the old deck's tags are over."""
        self._stacks.clear()

    def forget(self, deck: int) -> None:
        """Their own deck is shuffled."""
        self._stacks = {tag: stack for tag, stack in self._stacks.items() if stack[0] != deck}

    def put(self, deck: int, tag: int, cards: Iterable[Sealed]) -> None:
        """Burns go on; what is ejected takes the place of what was ejected before."""
        before = self._stacks[tag][1] if tag == BURN and tag in self._stacks else []
        self._stacks[tag] = (deck, [*before, *cards])

    def of(self, tag: int) -> list[Sealed] | None:
        return self._stacks[tag][1] if tag in self._stacks else None
