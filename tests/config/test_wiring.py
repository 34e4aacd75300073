"""The wiring that a table's file gives: every pin once and on the header, every offered wager with its spots."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drivers.factory import open_drivers
from drivers.gpio.pinout import pinout
from drivers.twin.pins import TwinPins
from drivers.twin.registers import Registers
from drivers.twin.usb import TwinUsb
from drivers.wiring import BUTTONS, Chain, Plug
from tests.config.made import GONE, TABLE, read, refusal

ORDER = TABLE["spots"]["chain"]["order"]
BARE = {"order": GONE, "options": {}, "pins.buttons.lock-out": GONE}
"""The same table with ante, blind and play alone."""


def test_the_example_is_what_its_file_says(tmp_path: Path) -> None:
    wiring = read(tmp_path).wiring
    assert wiring is not None
    pins = wiring.pins
    assert set(pins.buttons) == set(BUTTONS)
    assert pins.chain == Chain(17, 27, 22, tuple(ORDER), 200)
    assert (pins.lock, pins.gate, pins.door, pins.win_light, pins.alarm_lamp) == (18, 4, 26, 24, 23)
    assert wiring.keypad == Plug(0x04D9, 0xA02A)
    assert wiring.badge_reader == Plug(0x0C27, 0x3BFA)
    assert sorted(pinout(pins)) == list(range(28)), "all of the header"


def test_drivers_run_with_the_example_s_wiring(tmp_path: Path) -> None:
    wiring = read(tmp_path).wiring
    assert wiring is not None
    assert wiring.pins.chain is not None
    pins = TwinPins(0.0, 1)
    spots = Registers(pins, wiring.pins.chain)
    drivers = open_drivers(wiring, pins, 0.0, usb=TwinUsb(), panel_wait=0.0)
    try:
        spots.put("6 progressive", True)
        for tick in range(1, 40):
            pins.step(tick / 100)
            drivers.step(tick / 100)
        assert drivers.inputs.standing()["6 progressive"]
        assert sum(drivers.inputs.standing().values()) == 1
    finally:
        drivers.close()


# ---- spots ------------------------------------------------------------------------------------------


@pytest.mark.rule("md-uth 2.B(2)", "md-uth 2.B(5)", "md-uth 2.B(6)", "reading G15")
@pytest.mark.parametrize("spot", ["1 ante", "6 blind", "2 play", "3 trips", "4 progressive", "5 six_card", "6 pairs"])
def test_G15_each_offered_wager_has_a_spot_at_each_seat(tmp_path: Path, spot: str) -> None:
    order = ["" if name == spot else name for name in ORDER]
    line = refusal(tmp_path, {"spots.chain.order": order})
    assert line.startswith("spots: expected one for each offered wager at each seat (reading G15): ")
    assert line.endswith(f": {spot} is missing")


@pytest.mark.rule("reading G15")
def test_G15_a_spot_on_a_pin_of_its_own_is_a_spot(tmp_path: Path) -> None:
    order = ["" if name == "3 trips" else name for name in ORDER]
    config = read(tmp_path, {"spots.chain.order": order, "spots.pins": {"3 trips": 4}, "pins.gate": GONE})
    assert config.wiring is not None
    assert config.wiring.pins.spots == {"3 trips": 4}


def test_a_wager_that_is_not_offered_needs_no_spot_and_may_have_one(tmp_path: Path) -> None:
    order = [name for name in ORDER if name.split()[-1:] and name.split()[1] in ("ante", "blind", "play")]
    for chain in (order, [*order, "1 trips", "6 board"]):
        assert read(tmp_path, {**BARE, "spots.chain.order": chain}).wiring is not None


def test_a_table_with_fewer_seats_needs_their_spots_alone(tmp_path: Path) -> None:
    four = {"seats": 4, "pins.accepted_lamps": [], "pins.turn_lamps": [9, 10, 14, 15]}
    order = [name for name in ORDER if name[:1] not in ("5", "6")]
    assert read(tmp_path, {**four, "spots.chain.order": order}).seats == 4
    assert refusal(tmp_path, four).startswith("spots.chain.order[32]: expected a seat, 1 to 4, and a wager")


@pytest.mark.parametrize(
    "spot", ["7 ante", "0 ante", "1 antes", "1ante", "ante", "1 tie", "1 cover_all", "1 ante ", "a\n"]
)
def test_a_spot_that_cannot_be_is_named(tmp_path: Path, spot: str) -> None:
    line = refusal(tmp_path, {"spots.chain.order": [*ORDER, spot]})
    assert line.startswith("spots.chain.order[48]: expected a seat, 1 to 6, and a wager")
    line = refusal(tmp_path, {"spots.pins": {spot: 4}, "pins.gate": GONE})
    assert line.startswith("spots.pins.")
    assert "expected a seat, 1 to 6, and a wager" in line


def test_a_spot_wired_twice_is_refused(tmp_path: Path) -> None:
    assert "'1 ante' is wired twice" in refusal(tmp_path, {"spots.chain.order": [*ORDER, "1 ante"]})
    assert "'1 ante' is wired twice" in refusal(tmp_path, {"spots.pins": {"1 ante": 4}, "pins.gate": GONE})


# ---- pins ---------------------------------------------------------------------------------------------

SINGLE = ["pins.lock", "pins.gate", "pins.door", "pins.win_light", "pins.alarm_lamp"]
SINGLE += ["spots.chain.latch", "spots.chain.clock", "spots.chain.data"]
SINGLE += [f"pins.buttons.{name}" for name in BUTTONS]


def pin_of(path: str) -> int:
    place: Any = TABLE
    for part in path.split("."):
        place = place[part]
    assert isinstance(place, int)
    return place


@pytest.mark.parametrize("path", SINGLE)
@pytest.mark.parametrize("pin", [-1, 28, 1000])
def test_a_pin_that_is_not_on_the_header_is_named(tmp_path: Path, path: str, pin: int) -> None:
    assert refusal(tmp_path, {path: pin}) == f"{path}: expected a pin by its BCM number, 0 to 27, got {pin}"


@pytest.mark.parametrize("name", ["accepted_lamps", "turn_lamps"])
def test_lamps_are_one_a_seat_or_none_and_on_the_header(tmp_path: Path, name: str) -> None:
    pins = TABLE["pins"][name]
    assert read(tmp_path, {f"pins.{name}": []}).wiring is not None
    assert refusal(tmp_path, {f"pins.{name}": pins[:5]}).startswith(f"pins.{name}: expected a pin for each of 6 seats")
    assert refusal(tmp_path, {f"pins.{name}": [*pins[:5], 30]}).startswith(f"pins.{name}[5]: expected a pin by its BCM")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(SINGLE), min_size=2, max_size=2, unique=True))
def test_two_things_on_one_pin_are_refused(tmp_path: Path, paths: list[str]) -> None:
    """The test of a lamp on the lock line's pin would open the lock."""
    one, other = sorted(paths, key=lambda path: path != "pins.lock")
    line = refusal(tmp_path, {other: pin_of(one)})
    assert line.startswith("pins and spots: expected each of them wired once")
    assert f"pin {pin_of(one)} is wired twice" in line


@pytest.mark.parametrize("pin", range(9))
def test_the_lock_is_on_a_pin_that_is_low_before_the_program_runs(tmp_path: Path, pin: int) -> None:
    """High is open: a pin that the Pi pulls up would open the lock at each start."""
    assert refusal(tmp_path, {"pins.lock": pin}).startswith("pins.lock: expected a pin that the Pi pulls low")


@pytest.mark.parametrize("button", BUTTONS)
def test_a_button_that_the_table_needs_is_missed(tmp_path: Path, button: str) -> None:
    assert refusal(tmp_path, {f"pins.buttons.{button}": GONE}).startswith(f"pins.buttons.{button}: expected a pin")


def test_a_button_that_the_game_has_no_use_for_is_not_missed(tmp_path: Path) -> None:
    """No progressive, no lock-out; and nobody checks in Hi-Lo."""
    assert read(tmp_path, BARE).wiring is not None
    spots = [f"{seat} {wager}" for seat in range(1, 8) for wager in ("ante", "play", "tie")]
    lamps = {"pins.accepted_lamps": [], "pins.turn_lamps": [], "seats": GONE}
    hi_lo = {**BARE, **lamps, "rulebook": "nj-hilo", "spots.chain.order": spots, "pins.buttons.check": GONE}
    assert read(tmp_path, hi_lo).wiring is not None
    assert refusal(tmp_path, {**hi_lo, "pins.buttons.fold": GONE}).startswith("pins.buttons.fold: ")


@pytest.mark.parametrize("rate", [0, -1, 1001])
def test_scans_a_second_have_a_measure(tmp_path: Path, rate: int) -> None:
    assert refusal(tmp_path, {"spots.chain.rate": rate}).startswith("spots.chain.rate: expected scans a second")


# ---- plugs ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"keypad.vendor": 0x10000}, "keypad.vendor: expected a USB id"),
        ({"badge_reader.product": -1}, "badge_reader.product: expected a USB id"),
        ({"keypad.serial": "\x1b[0m"}, "keypad.serial: expected the letters"),
        ({"badge_reader": {"vendor": 0x04D9, "product": 0xA02A}}, "badge_reader.serial: expected one of its own"),
        ({"device.port": ""}, "device.port: expected the path of a port"),
        ({"device.port": "ttyUSB0"}, "device.port: expected the path of a port"),
        ({"device.port": "/dev/tty\n"}, "device.port: expected the path of a port"),
    ],
)
def test_a_plug_that_cannot_be_is_named(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    assert refusal(tmp_path, changes).startswith(told)


def test_two_of_a_kind_are_told_apart_by_their_serials(tmp_path: Path) -> None:
    keypad = {"vendor": 0x04D9, "product": 0xA02A, "serial": "A"}
    wiring = read(tmp_path, {"keypad": keypad, "badge_reader": {**keypad, "serial": "B"}}).wiring
    assert wiring is not None
    assert wiring.badge_reader == Plug(0x04D9, 0xA02A, "B")


def test_a_table_without_a_badge_reader_is_run_from_the_console(tmp_path: Path) -> None:
    wiring = read(tmp_path, {"badge_reader": GONE}).wiring
    assert wiring is not None
    assert wiring.badge_reader is None
