"""What a script lets go wrong with the hardware, and how the twin is told."""

from dataclasses import dataclass, fields
from typing import Literal

from controller.game.fields import BadInput
from drivers.device.driver import CAUSES
from drivers.twin.device import DealingDevice
from drivers.twin.pty import PtyDevice
from drivers.twin.table import TwinTable
from drivers.twin.usb import TwinKeyboard

Cause = Literal[
    "jam-shuffling", "jam-dealing", "shuffle-not-completed", "misfeed", "unreadable", "motor", "door", "deck"
]
Panel = Literal["keypad", "badge reader"]
PERCENT = 100


@dataclass(frozen=True, slots=True)
class BadLine:
    """Of every hundred frames, so many in each direction."""

    lose: int = 0
    double: int = 0
    flip: int = 0
    late: int = 0
    garbage: int = 0
    half: int = 0
    byte_at_a_time: bool = False


@dataclass(frozen=True, slots=True)
class Mishap:
    """One or several at once. What is armed is used up by what meets it."""

    deal: Cause | None = None
    """Ends the next dispense, eject or count, at card `at_card`."""
    shuffle: Cause | None = None
    at_card: int | None = None
    fault: Cause | None = None
    """At once, whatever the device does."""
    double_feed: int | None = None
    missing_card: int | None = None
    face_up: int | None = None
    miscount: int | None = None
    unread: int | None = None
    bad_seals: int | None = None
    forgets_mode: bool | None = None
    unknown_deck: bool | None = None
    restart: bool | None = None
    restart_at_card: int | None = None
    door: Literal["open", "closed"] | None = None
    silent: bool | None = None
    plugged: bool | None = None
    """The device's cable."""
    line: BadLine | None = None
    lose_replies: int | None = None
    double_replies: int | None = None
    late_replies: int | None = None
    bounce: int | None = None
    """Milliseconds that every contact goes on for."""
    chatter: str | None = None
    """A button, `gate`, `door`, or a spot such as `1 ante`."""
    stuck: str | None = None
    lose_edges: str | None = None
    """All of that button's next two edges: its press is found by its level."""
    mend: str | None = None
    unplug: Panel | None = None
    plug: Panel | None = None
    stall: Panel | None = None


def apply(mishap: Mishap, twin: TwinTable) -> None:
    given = [field.name for field in fields(mishap) if getattr(mishap, field.name) is not None]
    if not given:
        raise BadInput("twin", "something that goes wrong")
    _contacts(mishap, twin)
    _panel(mishap, twin)
    of_the_device = [name for name in given if name not in _OTHERS]
    if not of_the_device:
        return
    if twin.device is None or twin.line is None:
        raise BadInput(f"twin.{of_the_device[0]}", "a table with a dealing device")
    _device(mishap, twin.device, twin.now)
    _line(mishap, twin.line)


_OTHERS = ("bounce", "chatter", "stuck", "lose_edges", "mend", "unplug", "plug", "stall")


def _device(mishap: Mishap, device: DealingDevice, now: float) -> None:
    faults = device.faults
    for name in ("face_up", "miscount", "unread", "bad_seals", "forgets_mode", "unknown_deck", "at_card"):
        if getattr(mishap, name) is not None:
            setattr(faults, name, getattr(mishap, name))
    faults.deal = _number(mishap.deal) or faults.deal
    faults.shuffle = _number(mishap.shuffle) or faults.shuffle
    faults.double = mishap.double_feed or faults.double
    faults.missing = mishap.missing_card or faults.missing
    faults.restart_at = mishap.restart_at_card or faults.restart_at
    if mishap.fault is not None:
        device.fail(_number(mishap.fault))
    if mishap.door is not None:
        (device.open_door if mishap.door == "open" else device.close_door)()
    if mishap.silent is not None:
        device.silent = mishap.silent
    if mishap.restart:
        device.restart(now)


def _number(cause: Cause | None) -> int:
    return 0 if cause is None else CAUSES.index(cause) + 1


def _line(mishap: Mishap, line: PtyDevice) -> None:
    if mishap.line is not None:
        for way in (line.to_host, line.to_device):
            for name in ("lose", "double", "flip", "late", "garbage", "half"):
                setattr(way, name, getattr(mishap.line, name) / PERCENT)
            way.byte_at_a_time = mishap.line.byte_at_a_time
    line.to_host.lose_next(mishap.lose_replies or 0)
    line.to_host.double_next(mishap.double_replies or 0)
    line.to_host.late_next(mishap.late_replies or 0)
    if mishap.plugged is not None:
        (line.plug if mishap.plugged else line.unplug)()


def _contacts(mishap: Mishap, twin: TwinTable) -> None:
    if mishap.bounce is not None:
        twin.pins.bounce(mishap.bounce / 1000)
        twin.spots.bounce(mishap.bounce / 1000)
    for name, spot, pin in (
        (mishap.chatter, twin.spots.chatter, twin.pins.chatter),
        (mishap.stuck, twin.spots.stuck, twin.pins.stuck),
        (mishap.mend, twin.spots.mend, twin.pins.mend),
    ):
        if name is not None and name in twin.spot_names:
            spot(name)
        elif name is not None:
            pin(_pin(name, twin))
    if mishap.lose_edges is not None:
        twin.pins.lose_edges(_pin(mishap.lose_edges, twin), 2)


def _pin(name: str, twin: TwinTable) -> int:
    if name not in twin.contact_pins:
        raise BadInput("twin", f"a spot, or one of {', '.join(twin.contact_pins)}", name)
    return twin.contact_pins[name]


def _panel(mishap: Mishap, twin: TwinTable) -> None:
    def keyboard(which: Panel) -> TwinKeyboard:
        return twin.keypad if which == "keypad" else twin.reader

    if mishap.unplug is not None and keyboard(mishap.unplug).plugged:
        twin.usb.unplug(keyboard(mishap.unplug))
    if mishap.plug is not None and not keyboard(mishap.plug).plugged:
        twin.usb.plug(keyboard(mishap.plug))
    if mishap.stall is not None:
        keyboard(mishap.stall).stall()
