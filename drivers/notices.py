"""What drivers tell of the hardware, one frozen class a notice. They decide nothing."""

from dataclasses import dataclass
from typing import Literal

# ---- pins ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button went down; letting go is no notice."""

    button: str


@dataclass(frozen=True, slots=True)
class SpotChanged:
    seat: int
    wager: str
    chips: bool


@dataclass(frozen=True, slots=True)
class CardPassed:
    """The manual shoe's gate saw a card leave."""


@dataclass(frozen=True, slots=True)
class DoorChanged:
    """Of the controller's cabinet."""

    open: bool


@dataclass(frozen=True, slots=True)
class InputFailed:
    """An input that cannot be believed any more, by its name: it stays so until a person has seen to it."""

    name: str
    why: Literal["chatter", "stuck"]


@dataclass(frozen=True, slots=True)
class ScansMissed:
    """Scans of the spots that came too late, since the last such notice."""

    number: int


# ---- panel -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """`0` to `9`, `.`, `enter`, `clear`, `seat`, `wager`, `amount`, `cards`."""

    key: str


@dataclass(frozen=True, slots=True)
class BadgeRead:
    badge: str


@dataclass(frozen=True, slots=True)
class PanelGone:
    which: Literal["keypad", "badge reader"]
    why: str


@dataclass(frozen=True, slots=True)
class PanelBack:
    which: Literal["keypad", "badge reader"]


# ---- the dealing device ------------------------------------------------------------------

Place = Literal["seat", "dealer", "community", "box", "burn", "ejected"]


@dataclass(frozen=True, slots=True)
class DeviceBegan:
    """A session: who the device is. Its mode is known only while it has not been restarted."""

    caps: tuple[str, ...]
    boot: int
    model: str
    firmware: str
    serial: str
    mode: int | None


@dataclass(frozen=True, slots=True)
class DeviceLost:
    """Unplugged, silent or in use elsewhere. What it was doing is found out when it is back."""

    why: str


@dataclass(frozen=True, slots=True)
class DeviceFound:
    accounted: bool
    """Whether it tells of just the cards that it should have, and can go on."""
    why: str = ""


@dataclass(frozen=True, slots=True)
class DeviceUnknown:
    """It speaks another version: a person sees to it."""

    version: int


@dataclass(frozen=True, slots=True)
class ModeSet:
    mode: int


@dataclass(frozen=True, slots=True)
class DeckStands:
    """What STATUS tells of the dealing side, when it is something new."""

    deck: int
    """0: none is there."""
    dispensed: int
    inside: int | None
    """Its cards; None while they are not counted."""


@dataclass(frozen=True, slots=True)
class CommandTaken:
    """The device has done a command or begun it, or will never do it: it is not asked for again."""

    token: tuple[int, int]
    begun: bool
    """Its event is still to come."""


@dataclass(frozen=True, slots=True)
class DeviceRefused:
    """A command that the device will not do, now or later."""

    command: str
    result: int


@dataclass(frozen=True, slots=True)
class DeviceStopped:
    """It has stopped its motors by itself or was restarted in a cycle, and waits to be cleared."""

    while_shuffling: bool


@dataclass(frozen=True, slots=True)
class Revealed:
    """Cards that lie face up; none if the device could not read them all."""

    place: Place
    seat: int | None
    first: int
    cards: tuple[str, ...]
    sealed: bool
    """Whether every seal held."""
    unsealed: int = 0
    """Cards among them that never had one."""
    nonces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeviceEvent:
    """What happened there. It tells of it again and again until it is told that this is safe."""

    n: int | None
    """None where there is nothing to be told safe."""


@dataclass(frozen=True, slots=True)
class Loaded(DeviceEvent):
    deck: int
    cards: int | None


@dataclass(frozen=True, slots=True)
class Shuffled(DeviceEvent):
    deck: int
    cards: int | None


@dataclass(frozen=True, slots=True)
class Dispensed(DeviceEvent):
    place: Place
    seat: int | None
    cards: int
    seals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Taken(DeviceEvent):
    place: Place
    seat: int | None


@dataclass(frozen=True, slots=True)
class Counted(DeviceEvent):
    cards: int | None


@dataclass(frozen=True, slots=True)
class Ejected(DeviceEvent):
    cards: int | None
    seals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Faulted(DeviceEvent):
    cause: str


@dataclass(frozen=True, slots=True)
class Cleared(DeviceEvent):
    pass


@dataclass(frozen=True, slots=True)
class DeviceDoor(DeviceEvent):
    open: bool


@dataclass(frozen=True, slots=True)
class Green(DeviceEvent):
    pass


@dataclass(frozen=True, slots=True)
class FaceUp(DeviceEvent):
    pass


# ---- a driver itself -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DriverFailed:
    """Its reader has ended: nothing more is heard from that side."""

    driver: str
    why: str


PinNotice = Pressed | SpotChanged | CardPassed | DoorChanged | InputFailed | ScansMissed
PanelNotice = KeyPressed | BadgeRead | PanelGone | PanelBack
DeviceNotice = (
    DeviceBegan
    | DeviceLost
    | DeviceFound
    | DeviceUnknown
    | ModeSet
    | DeckStands
    | CommandTaken
    | DeviceRefused
    | DeviceStopped
    | Revealed
    | Loaded
    | Shuffled
    | Dispensed
    | Taken
    | Counted
    | Ejected
    | Faulted
    | Cleared
    | DeviceDoor
    | Green
    | FaceUp
)
Notice = PinNotice | PanelNotice | DeviceNotice | DriverFailed
