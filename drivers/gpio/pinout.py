"""Which pin and which spot is what, checked before a pin is touched."""

import re
from collections.abc import Iterator

from drivers.errors import DriverError
from drivers.wiring import BUTTONS, PinWiring

SPOT = re.compile(r"([1-9][0-9]?) ([a-z][a-z0-9_-]*)")


def spot_of(name: str) -> tuple[int, str]:
    """`1 ante`: seat 1, ante."""
    match = SPOT.fullmatch(name)
    if match is None:
        raise DriverError(f"spot {name!r}: a seat's number and a wager are wanted, as in '1 ante'")
    return int(match[1]), match[2]


def pinout(wiring: PinWiring) -> dict[int, str]:
    """What every pin is. Wired twice is refused: the test of a lamp on the lock line's pin would open the lock."""
    found: dict[int, str] = {}
    for name, pin in _named(wiring):
        if pin in found:
            raise DriverError(f"pin {pin} is wired twice: {found[pin]}, {name}")
        found[pin] = name
    _check_names(wiring)
    return found


def accepted_lamp(seat: int) -> str:
    return f"accepted lamp {seat}"


def turn_lamp(seat: int) -> str:
    return f"turn lamp {seat}"


def lamps(wiring: PinWiring) -> Iterator[tuple[str, int]]:
    yield from ((accepted_lamp(seat), pin) for seat, pin in enumerate(wiring.accepted_lamps, 1))
    yield from ((turn_lamp(seat), pin) for seat, pin in enumerate(wiring.turn_lamps, 1))
    if wiring.win_light is not None:
        yield "win light", wiring.win_light
    if wiring.alarm_lamp is not None:
        yield "alarm lamp", wiring.alarm_lamp


def _named(wiring: PinWiring) -> Iterator[tuple[str, int]]:
    yield "lock line", wiring.lock
    yield from wiring.buttons.items()
    yield from wiring.spots.items()
    if wiring.gate is not None:
        yield "gate", wiring.gate
    if wiring.door is not None:
        yield "door", wiring.door
    if wiring.chain is not None:
        yield "the chain's latch", wiring.chain.latch
        yield "the chain's clock", wiring.chain.clock
        yield "the chain's data", wiring.chain.data
    yield from lamps(wiring)


def _check_names(wiring: PinWiring) -> None:
    for button in wiring.buttons:
        if button not in BUTTONS:
            raise DriverError(f"button {button!r}: one of {', '.join(BUTTONS)} is wanted")
    chained = [name for name in wiring.chain.spots if name] if wiring.chain is not None else []
    seen = set()
    for name in [*wiring.spots, *chained]:
        spot_of(name)
        if name in seen:
            raise DriverError(f"spot {name!r} is wired twice")
        seen.add(name)
    if wiring.chain is not None and wiring.chain.rate < 1:
        raise DriverError(f"scans a second: at least 1, found {wiring.chain.rate}")
