"""What happens at a table, one frozen class an event. Nothing here decides anything.

Sensors, the panel, the dealing device and people with a badge are the only
sources. Time comes beside an event, never from a clock.
"""

import dataclasses
from dataclasses import dataclass
from typing import Any, Literal

from controller.game.fields import BadInput, an_object, one_of
from controller.game.rulebook import Method
from controller.game.schema import build
from controller.game.table.names import written

Role = Literal["dealer", "floor", "technician"]
Place = Literal["seat", "dealer", "community", "box", "burn", "ejected"]
Cards = tuple[str, ...]

# ---- sensors ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChipsOn:
    """Chips came to lie on a betting spot."""

    seat: int
    wager: str


@dataclass(frozen=True, slots=True)
class ChipsOff:
    seat: int
    wager: str


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """The manual shoe's gate saw a card leave."""


# ---- buttons and keypad ----------------------------------------------------------

Button = Literal["no-more-bets", "lock-out", "next", "check", "play", "fold", "stub"]


@dataclass(frozen=True, slots=True)
class Press:
    button: Button
    seat: int | None = None
    """Keyed before the button where more than one seat may be meant."""


@dataclass(frozen=True, slots=True)
class Amount:
    """The sum of a wager, keyed."""

    seat: int
    wager: str
    cents: int


@dataclass(frozen=True, slots=True)
class Count:
    """A number of chips or cards, keyed."""

    number: int


@dataclass(frozen=True, slots=True)
class CardsKeyed:
    """Cards that lie face up and that no device has read. A Hi-Lo seat's high hand comes first."""

    place: Literal["seat", "dealer", "community", "box"]
    cards: Cards
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Linked:
    """One player's several positions, the first one leading."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge at the reader: the approval that the table waits for."""

    who: str
    role: Role


# ---- the dealing device ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeviceReady:
    """A session with the device has begun, or its mode was set."""

    caps: tuple[Literal["reads", "counts", "two-decks", "stacks", "display"], ...]
    mode: int | None = None


@dataclass(frozen=True, slots=True)
class LinkLost:
    pass


@dataclass(frozen=True, slots=True)
class LinkFound:
    accounted: bool
    """Whether the device can account for its cards and go on."""


@dataclass(frozen=True, slots=True)
class Loaded:
    deck: int
    cards: int | None = None


@dataclass(frozen=True, slots=True)
class Shuffled:
    deck: int
    cards: int | None = None
    """None where the device does not count."""


@dataclass(frozen=True, slots=True)
class Dispensed:
    place: Place
    cards: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    place: Place
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Ejected:
    cards: int | None = None


@dataclass(frozen=True, slots=True)
class Revealed:
    place: Place
    cards: Cards
    seat: int | None = None
    sealed: bool = True
    """Whether the seals held."""


@dataclass(frozen=True, slots=True)
class FaceUp:
    """The device found a card face up and put it into its reject tray."""


@dataclass(frozen=True, slots=True)
class Fault:
    cause: Literal[
        "jam-shuffling", "jam-dealing", "shuffle-not-completed", "misfeed", "unreadable", "motor", "door", "deck"
    ]


@dataclass(frozen=True, slots=True)
class Cleared:
    pass


@dataclass(frozen=True, slots=True)
class Green:
    """The device's green button: the dealer has taken his hand."""


# ---- acts of people --------------------------------------------------------------

Happening = Literal[
    "dealer-card-exposed",
    "face-up-card",
    "drawn-in-error",
    "drawn-and-seen",
    "seat-misdealt",
    "dealer-misdealt",
    "community-misdealt",
    "box-misdealt",
    "burn-wrong",
    "player-card-shown",
    "hand-set-wrong",
]


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Declared by the dealer or the floor; the rulebook says what follows."""

    what: Happening
    who: str
    role: Role
    seat: int | None = None
    cards: int | None = None
    """How many cards a misdealt place holds."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The floor's answer where the text leaves it to the floor, or a wrong stub count is looked into."""

    answer: Literal["stands", "void", "misdealt", "not-misdealt"]
    who: str
    role: Role


@dataclass(frozen=True, slots=True)
class Act:
    """What the floor does at the console."""

    act: Literal["open", "close", "idle", "recut", "order-shuffle", "clear-fault", "return-to-service", "remove-deck"]
    who: str
    role: Role
    deck: int | None = None


@dataclass(frozen=True, slots=True)
class ReceiveDeck:
    deck: int
    back: str
    who: str
    role: Role
    preshuffled: bool = False


@dataclass(frozen=True, slots=True)
class DeviceOut:
    """The device leaves service: taken off the table, covered, or signed."""

    how: Literal["removed", "covered", "signed"]
    who: str
    role: Role


@dataclass(frozen=True, slots=True)
class ChangeMethod:
    method: Method
    who: str
    role: Role


@dataclass(frozen=True, slots=True)
class Abandon:
    """A seat's wagers are held abandoned."""

    seat: int
    who: str
    role: Role


@dataclass(frozen=True, slots=True)
class CancelProgressive:
    """An accepted progressive wager without its chip is cancelled."""

    seat: int
    who: str
    role: Role


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Nothing but time: due times are looked at."""


Event = (
    ChipsOn
    | ChipsOff
    | CardDrawn
    | Press
    | Amount
    | Count
    | CardsKeyed
    | Linked
    | Badge
    | DeviceReady
    | LinkLost
    | LinkFound
    | Loaded
    | Shuffled
    | Dispensed
    | Taken
    | Ejected
    | Revealed
    | FaceUp
    | Fault
    | Cleared
    | Green
    | Irregularity
    | Ruling
    | Act
    | ReceiveDeck
    | DeviceOut
    | ChangeMethod
    | Abandon
    | CancelProgressive
    | TimePassed
)


EVENTS: dict[str, type] = {written(kind): kind for kind in Event.__args__}
NAME_OF_EVENT = {kind: name for name, kind in EVENTS.items()}


def event_json(event: Event) -> dict[str, Any]:
    return {"event": NAME_OF_EVENT[type(event)]} | dataclasses.asdict(event)


def event_of(value: object) -> Event:
    """Reads what event_json wrote; anything else is refused by field."""
    given = dict(an_object(value, "event"))
    if "event" not in given:
        raise BadInput("event", "the name of an event: it is missing")
    name = one_of(given.pop("event"), EVENTS, "event")
    made: Event = build(EVENTS[name], given, "")
    return made
