"""What should happen next in the world: commands, lamps, and words for people. Carried out elsewhere."""

import dataclasses
from dataclasses import dataclass
from typing import Any

from controller.game.settlement import Envy, Line
from controller.game.table.names import written


@dataclass(frozen=True, slots=True)
class SetMode:
    mode: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    deck: int


@dataclass(frozen=True, slots=True)
class Dispense:
    place: str
    cards: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Eject:
    pass


@dataclass(frozen=True, slots=True)
class Reveal:
    """Asked for only when the rules turn these cards face up."""

    place: str
    first: int
    cards: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ClearFault:
    pass


@dataclass(frozen=True, slots=True)
class Display:
    """Words for the device's own screen."""

    text: str


@dataclass(frozen=True, slots=True)
class Lock:
    """The line to the seats' progressive devices."""

    closed: bool


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something is wrong at a place, and it has to be put right."""

    why: str
    rule: str
    seat: int | None = None
    spot: str | None = None


@dataclass(frozen=True, slots=True)
class Tell:
    """What the dealer does beside the one next act."""

    text: str
    rule: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class SeatSettled:
    """A seat's wagers have met their end; no lines: the dealer ranked the hands, no card was read."""

    seat: int
    lines: tuple[Line, ...]
    envy: tuple[Envy, ...] = ()
    cut: int = 0
    """What the limits on one hand's pay take off these lines."""


@dataclass(frozen=True, slots=True)
class Voided:
    """What a void does: wagers that go back, wagers still settled, and the cards."""

    what: str
    rule: str
    seats: tuple[int, ...]
    returned: tuple[str, ...]
    settled: tuple[str, ...]
    cards: str
    before_next_round: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckRemoved:
    deck: int
    rule: str


@dataclass(frozen=True, slots=True)
class RoundOver:
    number: int
    void: bool


@dataclass(frozen=True, slots=True)
class OutOfService:
    why: str
    rule: str


Effect = (
    SetMode
    | Shuffle
    | Dispense
    | Eject
    | Reveal
    | ClearFault
    | Display
    | Lock
    | Alarm
    | Tell
    | SeatSettled
    | Voided
    | DeckRemoved
    | RoundOver
    | OutOfService
)


def effect_json(effect: Effect) -> dict[str, Any]:
    made: dict[str, Any] = {"effect": written(type(effect))}
    for field in dataclasses.fields(effect):
        part = getattr(effect, field.name)
        if field.name in ("lines", "envy"):
            part = [entry._asdict() for entry in part]
        made[field.name] = part
    return made
