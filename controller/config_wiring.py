"""The part of a table's file that says which pin, port and plug is what, checked before a pin is touched."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.game.fields import BadInput, an_object, only_known, printable
from controller.game.offer import Offer
from controller.game.table.controller import Setup
from drivers.errors import DriverError
from drivers.gpio.pinout import pinout, spot_of
from drivers.panel.driver import check_plugs
from drivers.wiring import BUTTONS, Chain, PinWiring, Plug, Wiring

PINS = range(28)
"""BCM numbers on the header."""
LOW_AT_START = range(9, 28)
"""The Pi pulls these low until a program takes them, and the others high: there a lock line would begin open."""
RATES = range(1, 1001)
USB_IDS = range(0x10000)

SPOT_RULE = "G15"
"""The reading by which every wager that is offered has its spots."""


@dataclass(frozen=True, slots=True)
class Device:
    port: str


@dataclass(frozen=True, slots=True)
class ChainEntry:
    latch: int
    clock: int
    data: int
    order: tuple[str, ...]
    rate: int = 200


@dataclass(frozen=True, slots=True)
class Spots:
    chain: ChainEntry | None = None
    pins: Any = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pins:
    lock: int
    buttons: Any
    gate: int | None = None
    door: int | None = None
    win_light: int | None = None
    alarm_lamp: int | None = None
    accepted_lamps: tuple[int, ...] = ()
    turn_lamps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Parts:
    """As they stand in the file."""

    pins: Pins
    spots: Spots
    keypad: Plug
    badge_reader: Plug | None
    device: Device | None


def make_wiring(parts: Parts, offer: Offer, setup: Setup, seats: int) -> Wiring:
    pins = parts.pins
    for where, pin in _pins_of(pins, parts.spots):
        _within(pin, PINS, where, "a pin by its BCM number")
    _within(pins.lock, LOW_AT_START, "pins.lock", "a pin that the Pi pulls low at its start")
    for name in ("accepted_lamps", "turn_lamps"):
        if len(getattr(pins, name)) not in (0, seats):
            raise BadInput(f"pins.{name}", f"a pin for each of {seats} seats, or none", len(getattr(pins, name)))
    buttons = _named_pins(pins.buttons, "pins.buttons")
    only_known(buttons, BUTTONS, "pins.buttons")
    spots = _named_pins(parts.spots.pins, "spots.pins")
    for name in spots:
        _check_spot(name, f"spots.pins.{printable(name)}", offer, seats)
    made = PinWiring(
        buttons=buttons,
        lock=pins.lock,
        chain=_chain(parts.spots.chain, offer, seats),
        spots=spots,
        gate=pins.gate,
        door=pins.door,
        accepted_lamps=pins.accepted_lamps,
        turn_lamps=pins.turn_lamps,
        win_light=pins.win_light,
        alarm_lamp=pins.alarm_lamp,
    )
    try:
        pinout(made)
    except DriverError as error:
        raise BadInput("pins and spots", f"each of them wired once ({error})") from None
    _check_complete(made, offer, setup, seats)
    port = "" if parts.device is None else _port(parts.device.port)
    return Wiring(made, port, *_plugs(parts.keypad, parts.badge_reader))


# ---- what is there is good -----------------------------------------------------------------


def _pins_of(pins: Pins, spots: Spots) -> Iterator[tuple[str, int]]:
    for name in ("lock", "gate", "door", "win_light", "alarm_lamp"):
        if getattr(pins, name) is not None:
            yield f"pins.{name}", getattr(pins, name)
    for name in ("accepted_lamps", "turn_lamps"):
        yield from ((f"pins.{name}[{n}]", pin) for n, pin in enumerate(getattr(pins, name)))
    if spots.chain is not None:
        yield from ((f"spots.chain.{name}", getattr(spots.chain, name)) for name in ("latch", "clock", "data"))


def _within(number: int, allowed: range, where: str, what: str) -> None:
    if number not in allowed:
        raise BadInput(where, f"{what}, {allowed[0]} to {allowed[-1]}", number)


def _named_pins(value: object, path: str) -> dict[str, int]:
    """Their names may hold any letter, so that they are not for a path as they stand."""
    table = an_object(value, path)
    for name, pin in table.items():
        where = f"{path}.{printable(name)}"
        if type(pin) is not int:
            raise BadInput(where, "a whole number", pin)
        _within(pin, PINS, where, "a pin by its BCM number")
    return table


def _chain(chain: ChainEntry | None, offer: Offer, seats: int) -> Chain | None:
    if chain is None:
        return None
    _within(chain.rate, RATES, "spots.chain.rate", "scans a second")
    for n, name in enumerate(chain.order):
        if name:
            _check_spot(name, f"spots.chain.order[{n}]", offer, seats)
    return Chain(chain.latch, chain.clock, chain.data, chain.order, chain.rate)


def _check_spot(name: str, where: str, offer: Offer, seats: int) -> None:
    """A wager of the text that is not offered may have its spots: chips on one are refused like any that are wrong."""
    try:
        seat, wager = spot_of(name)
    except DriverError:
        seat, wager = 0, ""
    wagers = offer.book.rules.wagers
    if not 1 <= seat <= seats or wager not in wagers:
        raise BadInput(where, f"a seat, 1 to {seats}, and a wager ({', '.join(wagers)}), as in 1 ante", name)


def _port(port: str) -> str:
    if not (port.startswith("/") and port.isprintable() and port.isascii()):
        raise BadInput("device.port", "the path of a port, such as /dev/table/dealing-device", port)
    return port


def _plugs(keypad: Plug, reader: Plug | None) -> tuple[Plug, Plug | None]:
    for path, plug in (("keypad", keypad), ("badge_reader", reader)):
        if plug is None:
            continue
        _within(plug.vendor, USB_IDS, f"{path}.vendor", "a USB id")
        _within(plug.product, USB_IDS, f"{path}.product", "a USB id")
        if not plug.serial.isprintable():
            raise BadInput(f"{path}.serial", "the letters of a serial number", plug.serial)
    try:
        check_plugs(keypad, reader)
    except DriverError as error:
        raise BadInput("badge_reader.serial", f"one of its own ({error})") from None
    return keypad, reader


# ---- nothing that is needed is missing ---------------------------------------------------------


def _check_complete(pins: PinWiring, offer: Offer, setup: Setup, seats: int) -> None:
    book = offer.book
    for name, why in _buttons_needed(offer, setup).items():
        if name not in pins.buttons:
            raise BadInput(f"pins.buttons.{name}", f"a pin{why}: the key is missing")
    if setup.method == "manual_shoe" and pins.gate is None:
        rule = book.cite(book.rules.methods[setup.method].cite[0])
        raise BadInput("pins.gate", f"a pin: the gate counts the cards that leave the manual shoe ({rule})")
    wired = {*pins.spots, *(pins.chain.spots if pins.chain else ())}
    for seat in range(1, seats + 1):
        for wager in book.rules.wagers:
            if wager in offer.wagers and f"{seat} {wager}" not in wired:
                rule = book.cite(SPOT_RULE)
                raise BadInput("spots", f"one for each offered wager at each seat ({rule}): {seat} {wager} is missing")


def _buttons_needed(offer: Offer, setup: Setup) -> Mapping[str, str]:
    """With the reason where it is not every table's."""
    book = offer.book
    needed = dict.fromkeys(BUTTONS, "")
    choices = {window.instead for window in book.rules.windows}
    for name in {"check", "fold"} - choices:
        del needed[name]
    locks = [act for act in book.rules.methods[setup.method].before if act.act == "lock-out"]
    if locks and locks[0].if_offered in offer.wagers:
        needed["lock-out"] = f", as {locks[0].if_offered} is offered ({book.cite(locks[0].cite[0])})"
    else:
        del needed["lock-out"]
    return needed
