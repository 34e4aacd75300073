"""All that a table knows, as plain values: what a snapshot holds, and nothing else.

The classes are the models of the three machines. Hidden cards have no place
here: a hand is a number of cards until it is face up.
"""

import dataclasses
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

from controller.game.fields import BadInput, an_object
from controller.game.rulebook import Method
from controller.game.schema import build

T = TypeVar("T")

DECISIONS = ["first-decisions", "second-decisions", "last-decisions", "election"]
"""The round's states in which seats decide."""

VERSION = 3
"""Of the snapshot; a change to any class here makes a new one."""


@dataclass
class Deck:
    number: int
    state: str = "away"
    back: str = ""
    received_at: int = 0
    rounds: int = 0
    """Begun since its stub was last counted."""
    preshuffled: bool = False
    """Until its first round."""
    by_device: bool = False
    """Who shuffled it last."""
    counted: bool = False
    """By the device, after that shuffle, and 52 were there."""
    inside: bool = False
    """It is in the device, whole or what is left of it."""
    methods: tuple[str, ...] = ()
    """Of dealing, by which it has been used."""
    recount: bool = False
    """It was in a device that left the table: its 52 cards are counted before it is shuffled again."""


@dataclass
class Device:
    state: str = "none"
    """`none`, `in-service`, `lost` (its link), `removed`, `covered`, `signed`."""
    caps: tuple[str, ...] = ()
    mode: int | None = None
    fault: str = ""
    """The first cause, until a person clears it."""
    holds: int = 0
    """The deck on its dealing side."""
    ejecting: tuple[int, ...] = ()
    """Decks that it was asked to push out and has not, in order."""
    tray: str = ""
    """The stack that waits to be taken."""
    to_empty: bool = False


@dataclass
class Table:
    state: str = "closed"
    method: Method = "manual_shoe"
    order: str = ""
    deck: int = 1
    """The deck in play, or next to be."""
    rounds: int = 0
    """Begun since a stub was last counted."""
    number: int = 0
    """Of the last round begun."""
    last: int = 0
    """The deck of that round."""
    cause: str = ""
    """Why it is out of service: the first cause."""
    cause_rule: str = ""
    at: int = 0
    """The time of the last event, in milliseconds."""
    meters: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Unit:
    """Cards that are due somewhere, at once. Seat 0: every seat dealt in."""

    place: str
    cards: int
    rule: str
    seat: int = 0


@dataclass(frozen=True)
class Wanted:
    """Cards that the device was asked to reveal."""

    place: str
    first: int
    cards: int
    seat: int = 0


@dataclass
class Seat:
    number: int
    wagers: dict[str, int | None] = field(default_factory=dict)
    """The wagers it has made, in cents; None where nobody keyed the sum."""
    spots: tuple[str, ...] = ()
    """Where chips lie, whether they may or not: what the sensors say."""
    wrong: dict[str, str] = field(default_factory=dict)
    """Spots that must be put right, each with the paragraph that says so."""
    dealt_in: bool = False
    decision: str = ""
    """`played`, `folded` or still open."""
    asked: int = -1
    """The last window in which it has answered."""
    out: int = 0
    """Cards dealt to it."""
    cards: tuple[str, ...] = ()
    """Once they are face up; a Hi-Lo high hand first."""
    split: bool = False
    """Its Hi-Lo hand was keyed as it is set; what a device tells comes as it was dealt."""
    leader: int = 0
    """The first of the player's linked positions, if it is not this one."""
    void: str = ""
    """The paragraph that voided the hand."""
    house_way: bool = False
    """Its Hi-Lo hand is set by the dealer, as the floor approved."""
    done: tuple[str, ...] = ()
    """Wagers that have met their end."""
    paid: dict[str, int] = field(default_factory=dict)
    """By wager, before any limit; Envy Bonuses under `envy`."""
    cut: int = 0
    """What the limits have taken off it."""
    returned: int = 0


@dataclass(frozen=True)
class Void:
    what: str
    rule: str
    settled: tuple[str, ...]
    """Wagers that are settled all the same."""


@dataclass
class Round:
    state: str = "betting"
    seats: tuple[Seat, ...] = ()
    due: tuple[Unit, ...] = ()
    """Cards to be dealt now, in order."""
    begun: bool = False
    """A card has left the deck."""
    window: int = -1
    turn: int = 0
    """The seat that decides, or is settled."""
    dealer_out: int = 0
    community_out: int = 0
    box_out: int = 0
    burns: int = 0
    rejects: int = 0
    """Cards found face up and put aside."""
    drawn: int = 0
    """Cards drawn in error and not yet used."""
    short: int = 0
    """Cards that the dealer still has to get."""
    green: bool = False
    """The green button has fixed the number of hands for Cover All."""
    ejected: bool = False
    """What was left has come out of the device."""
    completed: int = 0
    """Cards from that rest which completed the dealer's hand: the device knows nothing of them."""
    aside: int = 0
    """Cards from that rest which went neither to the burns nor to the board."""
    stub_gone: bool = False
    dealer: tuple[str, ...] = ()
    community: tuple[str, ...] = ()
    box: tuple[str, ...] = ()
    wanted: tuple[Wanted, ...] = ()
    """What the device was asked to reveal and has not."""
    validated: bool = False
    """The floor has validated the progressive win of the seat at turn."""
    ruling: str = ""
    """What the floor must rule on before anything else."""
    void: Void | None = None


@dataclass
class State:
    version: int
    rulebook: str
    table: Table
    device: Device
    decks: tuple[Deck, ...]
    round: Round


def copied(state: State) -> State:
    """A state of its own: what can change is copied, what is frozen is shared. Made for every event, so it is quick."""
    made = _twin(state)
    made.table, made.device, made.round = _twin(state.table), _twin(state.device), _twin(state.round)
    made.table.meters = dict(state.table.meters)
    made.decks = tuple([_twin(deck) for deck in state.decks])
    seats = []
    for seat in state.round.seats:
        twin = _twin(seat)
        twin.wagers, twin.wrong, twin.paid = dict(seat.wagers), dict(seat.wrong), dict(seat.paid)
        seats.append(twin)
    made.round.seats = tuple(seats)
    return made


def _twin(value: T) -> T:
    made = object.__new__(type(value))
    made.__dict__.update(value.__dict__)
    return made


_PLAIN = frozenset({int, str, bool, type(None)})


def snapshot(value: Any) -> Any:
    """Of a State, or of any part of one, for JSON."""
    names = _names(type(value))  # type: ignore[arg-type]
    if names:
        parts = [(name, getattr(value, name)) for name in names]
        # Most of it is plain, and there is one of these a round: what is plain is not asked further.
        return {name: part if type(part) in _PLAIN else snapshot(part) for name, part in parts}
    if isinstance(value, dict):
        return {name: snapshot(part) for name, part in value.items()}
    if isinstance(value, tuple):
        return [part if type(part) in _PLAIN else snapshot(part) for part in value]
    return value


@cache
def _names(kind: type) -> tuple[str, ...]:
    """Of a dataclass: its fields."""
    return tuple(field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else ()


def restored(value: object) -> State:
    """From a snapshot, whole or not at all."""
    given = an_object(value, "snapshot")
    if given.get("version") != VERSION:
        raise BadInput("version", str(VERSION), given.get("version"))
    return build(State, given, "")
