"""The lock line fails safe, and the lamps are what they are asked to be."""

import re

import pytest

from drivers.errors import DriverError
from drivers.gpio.outputs import Outputs
from drivers.twin.pins import TwinPins
from drivers.wiring import Chain, PinWiring

LOCK, WIN, ALARM = 4, 20, 21
ACCEPTED, TURN = (5, 6, 7), (8, 9, 10)
WIRING = PinWiring({}, LOCK, accepted_lamps=ACCEPTED, turn_lamps=TURN, win_light=WIN, alarm_lamp=ALARM)
LAMPS = (*ACCEPTED, *TURN, WIN, ALARM)


class Recorded(TwinPins):
    """Every level that a pin has been at."""

    def __init__(self) -> None:
        super().__init__()
        self.moves: list[tuple[int, bool]] = []
        for pin in (LOCK, *LAMPS):
            self.attach(pin, lambda high, pin=pin: self.moves.append((pin, high)))  # type: ignore[misc]


def lit(pins: TwinPins) -> list[int]:
    return [pin for pin in LAMPS if pins.stands(pin)]


def test_locked_and_dark_from_the_first_moment() -> None:
    pins = Recorded()
    Outputs(pins, WIRING)
    assert pins.moves == []
    assert (pins.read(LOCK), [pins.read(pin) for pin in LAMPS]) == (False, [False] * len(LAMPS))


def test_a_controller_that_starts_locks_what_another_left_open() -> None:
    pins = Recorded()
    pins.output(LOCK, True)
    Outputs(pins, WIRING)
    assert pins.stands(LOCK) is False


def test_the_lock_line_opens_and_closes() -> None:
    pins = TwinPins()
    outputs = Outputs(pins, WIRING)
    outputs.lock(False)
    assert pins.stands(LOCK) is True
    outputs.lock(True)
    assert pins.stands(LOCK) is False


def test_a_lock_that_is_held_is_not_opened_before_it_is_released() -> None:
    pins = TwinPins()
    outputs = Outputs(pins, WIRING)
    outputs.lock(False)
    outputs.hold_lock()
    assert pins.stands(LOCK) is False
    outputs.lock(False)
    assert pins.stands(LOCK) is False
    assert list(outputs.self_test()) == []
    outputs.release_lock()
    assert pins.stands(LOCK) is False, "only asking for it opens it"
    outputs.lock(False)
    assert pins.stands(LOCK) is True


def test_it_locks_before_it_gives_the_pins_back() -> None:
    class Closing(TwinPins):
        def close(self) -> None:
            self.at_close = {pin: self.read(pin) for pin in (LOCK, *LAMPS)}
            super().close()

    pins = Closing()
    outputs = Outputs(pins, WIRING)
    outputs.lock(False)
    outputs.alarm(True)
    outputs.close()
    assert pins.at_close == dict.fromkeys((LOCK, *LAMPS), False)
    with pytest.raises(RuntimeError):
        pins.read(LOCK)


def test_each_lamp_by_its_own_name() -> None:
    pins = TwinPins()
    outputs = Outputs(pins, WIRING)
    outputs.accepted(2, True)
    assert lit(pins) == [ACCEPTED[1]]
    outputs.accepted(2, False)
    outputs.win_light(True)
    assert lit(pins) == [WIN]
    outputs.win_light(False)
    outputs.alarm(True)
    assert lit(pins) == [ALARM]
    outputs.accepted(1, True)
    outputs.turn(3)
    outputs.all_dark()
    assert lit(pins) == []


def test_one_turn_lamp_at_a_time() -> None:
    pins = Recorded()
    outputs = Outputs(pins, WIRING)
    outputs.accepted(1, True)
    for seat in (1, 3, 3, 2):
        outputs.turn(seat)
        assert lit(pins) == [ACCEPTED[0], TURN[seat - 1]]
    outputs.turn(0)
    assert lit(pins) == [ACCEPTED[0]]
    now_lit: set[int] = set()
    for pin, high in pins.moves:
        now_lit = now_lit | {pin} if high else now_lit - {pin}
        assert len(now_lit & set(TURN)) <= 1


def test_lamps_that_are_not_wired_are_asked_for_in_vain() -> None:
    pins = TwinPins()
    outputs = Outputs(pins, PinWiring({}, LOCK, accepted_lamps=ACCEPTED))
    for seat in (-1, 0, 4):
        outputs.accepted(seat, True)
    outputs.turn(1)
    outputs.win_light(True)
    outputs.alarm(True)
    assert lit(pins) == []
    assert list(outputs.self_test()) == []


# ---- the self-test -----------------------------------------------------------------------


def test_the_self_test_lights_every_lamp_alone_and_leaves_all_as_it_was() -> None:
    pins = Recorded()
    outputs = Outputs(pins, WIRING)
    outputs.accepted(1, True)
    outputs.turn(2)
    before, seen = lit(pins), []
    pins.moves.clear()
    assert list(outputs.self_test(lambda name: seen.append((name, set(lit(pins)) - set(before))))) == []
    assert [name for name, _ in seen] == [
        *(f"accepted lamp {seat}" for seat in (1, 2, 3)),
        *(f"turn lamp {seat}" for seat in (1, 2, 3)),
        "win light",
        "alarm lamp",
    ]
    assert [lamps for _, lamps in seen] == [{pin} - set(before) for pin in LAMPS]
    assert lit(pins) == before
    assert {pin for pin, _ in pins.moves} == set(LAMPS), "each went on or off, and the lock line never moved"


@pytest.mark.parametrize("high", [True, False])
@pytest.mark.parametrize("closed", [True, False])
def test_the_self_test_names_what_does_not_follow(high: bool, closed: bool) -> None:
    pins = TwinPins()
    outputs = Outputs(pins, WIRING)
    outputs.lock(closed)
    outputs.alarm(True)
    pins.broken(TURN[2], high)
    pins.broken(WIN, high)
    assert list(outputs.self_test()) == ["turn lamp 3", "win light"]
    assert pins.stands(LOCK) is not closed
    assert pins.stands(ALARM) is True
    pins.mend(TURN[2])
    assert list(outputs.self_test()) == ["win light"]


def test_a_lock_line_that_does_not_stand_as_asked_is_named() -> None:
    pins = TwinPins()
    pins.broken(LOCK, high=True)
    assert list(Outputs(pins, WIRING).self_test()) == ["lock line"]


def test_a_self_test_that_is_broken_off_leaves_the_lamps_as_they_were() -> None:
    def stop(name: str) -> None:
        raise KeyboardInterrupt

    pins = TwinPins()
    outputs = Outputs(pins, WIRING)
    with pytest.raises(KeyboardInterrupt):
        list(outputs.self_test(stop))
    assert lit(pins) == []


def test_a_lamp_that_is_asked_for_during_the_test_is_lit_after_it() -> None:
    pins = TwinPins()
    outputs = Outputs(pins, WIRING)
    list(outputs.self_test(lambda name: outputs.alarm(True)))
    assert lit(pins) == [ALARM]


# ---- wiring that cannot be ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("wiring", "why"),
    [
        (PinWiring({}, LOCK, win_light=LOCK), "pin 4 is wired twice: lock line, win light"),
        (PinWiring({"next": 5}, LOCK, turn_lamps=(6, 5)), "pin 5 is wired twice: next, turn lamp 2"),
        (PinWiring({}, LOCK, chain=Chain(1, 2, 2, ())), "pin 2 is wired twice: the chain's clock, the chain's data"),
        (PinWiring({"deal": 5}, LOCK), "button 'deal': one of no-more-bets, "),
        (PinWiring({}, LOCK, spots={"1 ante": 5}, chain=Chain(1, 2, 3, ("1 ante",))), "spot '1 ante' is wired twice"),
        (PinWiring({}, LOCK, chain=Chain(1, 2, 3, ("1 ante", "1 ante"))), "spot '1 ante' is wired twice"),
        (PinWiring({}, LOCK, chain=Chain(1, 2, 3, (), rate=0)), "scans a second: at least 1, found 0"),
    ],
)
def test_wiring_that_cannot_be_is_refused_before_a_pin_is_touched(wiring: PinWiring, why: str) -> None:
    pins = TwinPins()
    with pytest.raises(DriverError, match=f"^{re.escape(why)}"):
        Outputs(pins, wiring)
    with pytest.raises(RuntimeError):
        pins.read(LOCK)


@pytest.mark.parametrize(
    "name", ["ante", "1", "1 ", " 1 ante", "0 ante", "-1 ante", "one ante", "1  ante", "1 a b", "²"]
)
def test_a_spot_with_a_name_that_says_nothing_is_refused(name: str) -> None:
    with pytest.raises(DriverError, match=r"^spot .+: a seat's number and a wager are wanted, as in '1 ante'$"):
        Outputs(TwinPins(), PinWiring({}, LOCK, spots={name: 5}))
