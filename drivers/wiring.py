"""Which pin, port and plug is what: the part of a table's file that the drivers read."""

from dataclasses import dataclass, field

BUTTONS = ("no-more-bets", "lock-out", "next", "check", "play", "fold", "irregularity", "stub")


@dataclass(frozen=True, slots=True)
class Chain:
    """Wager spots on a daisy chain of 74HC165 shift registers."""

    latch: int
    clock: int
    data: int
    spots: tuple[str, ...]
    """What each input of the chain is, in the order they come out: `1 ante`; empty where nothing is wired."""
    rate: int = 200
    """Scans a second: five milliseconds, well below the time a chip takes to come to rest."""


@dataclass(frozen=True, slots=True)
class PinWiring:
    """By BCM number. Inputs are closed to ground by what they sense and pulled up."""

    buttons: dict[str, int]
    lock: int
    """The line to the seats' progressive devices: high is open, low is locked, as with the power gone."""
    chain: Chain | None = None
    spots: dict[str, int] = field(default_factory=dict)
    """Spots on pins of their own, for small tables: `1 ante`."""
    gate: int | None = None
    """Of the manual shoe: open while a card passes."""
    door: int | None = None
    accepted_lamps: tuple[int, ...] = ()
    """One a seat: its progressive wager was accepted."""
    turn_lamps: tuple[int, ...] = ()
    win_light: int | None = None
    alarm_lamp: int | None = None


@dataclass(frozen=True, slots=True)
class Plug:
    """A USB device, by the ids that it tells."""

    vendor: int
    product: int
    serial: str = ""
    """Where two of a kind are plugged in."""


@dataclass(frozen=True, slots=True)
class Wiring:
    pins: PinWiring
    device: str = ""
    """The dealing device's port, under its udev name; empty: no device at the table."""
    keypad: Plug | None = None
    badge_reader: Plug | None = None
