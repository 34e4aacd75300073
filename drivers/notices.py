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


PinNotice = Pressed | SpotChanged | CardPassed | DoorChanged | InputFailed | ScansMissed
PanelNotice = KeyPressed | BadgeRead | PanelGone | PanelBack
