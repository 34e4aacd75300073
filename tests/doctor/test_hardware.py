"""What the doctor finds of wiring, panel and device, and what it leaves alone."""

import contextlib
import time
from pathlib import Path
from typing import Any

import pytest

from controller import doctor_hardware
from controller.doctor_hardware import Wish
from controller.doctor_words import masked
from controller.hardware import SimulatedTable
from drivers import notices as of
from drivers.device.driver import DeviceDriver
from drivers.device.serial_line import SerialLine
from drivers.twin import machine
from drivers.twin.table import ALARM, BUTTON_PINS, DOOR, GATE, LOCK
from tests.doctor.bench import Bench

DECK = tuple(range(52))
MOVES = ("shuffle", "dispense", "count_cards", "eject")


@pytest.fixture
def bench(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setattr(doctor_hardware, "SETTLES", 0.4)
    return Bench(tmp_path, capsys)


def about(lines: list[str], what: str) -> list[str]:
    return [line for line in lines if line.split(None, 1)[1].startswith(f"{what}:")]


def moved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every cycle of the device's motors."""
    found: list[str] = []
    for name in MOVES:
        real = getattr(machine.Machine, name)

        def spy(self: Any, *args: Any, name: str = name, real: Any = real) -> None:
            found.append(name)
            real(self, *args)

        monkeypatch.setattr(machine.Machine, name, spy)
    return found


# ---- a table that is well ------------------------------------------------------------------


def test_a_good_table_has_a_line_for_each_part(bench: Bench) -> None:
    code, lines = bench.look()
    assert code == 0
    assert all(line.startswith(("ok    ", "warn  ")) for line in lines[:-1])
    assert lines[-1].endswith(" 0 BAD")
    assert about(lines, "lock line") == ["ok    lock line: locked, and not moved"]
    assert about(lines, "lamps") == ["ok    lamps: every pin follows; --walk lights each in turn"]
    assert about(lines, "keypad") == ["ok    keypad: 04d9:a02a: found and claimed"]
    assert about(lines, "badge reader") == ["ok    badge reader: 0c27:3bfa: found and claimed"]
    for button in BUTTON_PINS:
        assert about(lines, f"button {button}") == [f"ok    button {button}: not pressed"]
    assert len(about(lines, "seat 6")) == 1
    who, stands = about(lines, "dealing device")
    assert "digital twin, firmware 1.0, serial TWIN-1" in who
    assert "reads, counts, two-decks, stacks, display" in who
    assert "empty; no deck on its dealing side, 0 stacks dispensed" in stands


def test_the_lock_line_never_opens_and_no_motor_runs(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    cycles = moved(monkeypatch)
    levels: list[bool] = []
    bench.table.twin.pins.attach(LOCK, levels.append)
    with bench.table.lock:
        assert bench.table.twin.device is not None
        bench.table.twin.device.load(1, DECK, time.monotonic())
    code, _ = bench.look(Wish(walk=False))
    assert (code, cycles) == (0, [])
    assert True not in levels


def test_all_is_given_back(bench: Bench) -> None:
    bench.look()
    twin = bench.table.twin
    assert not twin.keypad.claimed
    assert twin.keypad.kernel_driver_active
    with pytest.raises(RuntimeError, match="not claimed"):
        twin.pins.read(LOCK)


def test_what_the_device_told_is_told_to_the_service_again(bench: Bench) -> None:
    twin = bench.table.twin
    assert twin.device is not None
    assert twin.line is not None
    twin.device.load(1, DECK, time.monotonic())
    stop, bench.table.stop = bench.table.stop, lambda: None  # type: ignore[method-assign]
    try:
        bench.look()
        with contextlib.closing(DeviceDriver(lambda: SerialLine(twin.wiring.device), time.monotonic())) as driver:
            found: list[of.Notice] = []
            until = time.monotonic() + 20
            while not any(isinstance(notice, of.Loaded) for notice in found) and time.monotonic() < until:
                found += driver.step(time.monotonic())
                driver.rest()
    finally:
        stop()
    assert [notice.cards for notice in found if isinstance(notice, of.Loaded)] == [52]


def test_the_walk_names_each_lamp_while_it_is_lit(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_hardware, "LIT", 0.0)
    lit: list[bool] = []
    bench.table.twin.pins.attach(ALARM, lit.append)
    _, lines = bench.look(Wish(walk=True))
    named = [line for line in lines if line.endswith(": lit now")]
    assert [line.split(None, 1)[1].split(":")[0] for line in named] == [
        *(f"accepted lamp {seat}" for seat in range(1, 7)),
        *(f"turn lamp {seat}" for seat in range(1, 7)),
        "win light",
        "alarm lamp",
    ]
    assert lit[:2] == [True, False]


# ---- what is broken ------------------------------------------------------------------------


def unplug_the_keypad(table: SimulatedTable) -> None:
    table.twin.usb.unplug(table.twin.keypad)


BROKEN: list[tuple[str, Any, str]] = [
    ("a lamp", lambda table: table.twin.pins.broken(ALARM, True), "BAD   alarm lamp: its pin does not follow"),
    ("the lock", lambda table: table.twin.pins.broken(LOCK, True), "BAD   lock line: it does not stand locked"),
    ("a button", lambda table: table.twin.press("next"), "warn  button next: pressed"),
    ("a contact", lambda table: table.twin.pins.chatter(BUTTON_PINS["play"]), "BAD   input play: chatter"),
    ("the gate", lambda table: table.twin.pins.drive(GATE, True), "warn  gate: open"),
    ("the door", lambda table: table.twin.pins.drive(DOOR, True), "warn  cabinet door: open"),
    ("chips", lambda table: table.twin.chips(2, "trips", True), "ok    seat 2: chips on trips"),
    ("the keypad", unplug_the_keypad, "BAD   keypad: 04d9:a02a: not plugged in"),
    (
        "the device",
        lambda table: setattr(table.twin.device, "silent", True),
        "BAD   dealing device: it does not answer",
    ),
]


@pytest.mark.parametrize(("spoil", "line"), [each[1:] for each in BROKEN], ids=[each[0] for each in BROKEN])
def test_what_is_amiss_is_named_and_hides_nothing_else(bench: Bench, spoil: Any, line: str) -> None:
    spoil(bench.table)
    code, lines = bench.look()
    assert [each for each in lines if each.startswith(line)], lines
    assert code == line.startswith("BAD")
    assert len(about(lines, "badge reader")) == 1
    assert len(about(lines, "dealing device")) >= 1
    assert lines[-1].endswith(f" {int(code)} BAD")


def test_a_chain_whose_data_line_lies_at_ground_is_suspected(bench: Bench) -> None:
    for spot in bench.table.twin.spot_names:
        bench.table.twin.spots.put(spot, True)
    _, lines = bench.look()
    assert [line for line in lines if line.startswith("warn  spots: chips on every one of them")]


def test_a_device_that_does_not_fit_the_table_is_named_with_the_paragraph(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor_hardware, "SETTLES", 0.2)
    bench = Bench(tmp_path, capsys)
    assert bench.table.twin.device is not None
    bench.table.twin.device.caps = machine.COUNTS
    code, lines = bench.look()
    assert code == 1
    assert [line for line in lines if line.startswith("BAD   dealing device: it does not fit this table: ")]
    assert "md-uth" in "".join(about(lines, "dealing device"))


# ---- COUNT ---------------------------------------------------------------------------------


def loaded(bench: Bench, cards: int = 52) -> None:
    assert bench.table.twin.device is not None
    bench.table.twin.device.load(1, DECK[:cards], time.monotonic())


def test_it_counts_only_when_that_is_asked_for(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    cycles = moved(monkeypatch)
    loaded(bench)
    code, lines = bench.look(Wish(count=True))
    assert about(lines, "count") == ["ok    count: 52 cards, and it said 52"]
    assert (code, cycles) == (0, ["count_cards"])


def test_a_deck_in_play_is_not_counted(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    cycles = moved(monkeypatch)
    loaded(bench)
    assert bench.table.twin.device is not None
    bench.table.twin.device.machine.dispensed = 3
    _, lines = bench.look(Wish(count=True))
    assert about(lines, "count") == ["warn  count: not asked for: a deck is in play, or it is not at rest"]
    assert cycles == []


def test_an_empty_device_is_not_counted(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    cycles = moved(monkeypatch)
    _, lines = bench.look(Wish(count=True))
    assert about(lines, "count") == ["warn  count: not asked for: there are no cards in it"]
    assert cycles == []


# ---- the watch -----------------------------------------------------------------------------


def test_what_is_moved_is_named(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def hands(table: SimulatedTable) -> None:
        twin = table.twin
        for button in BUTTON_PINS:
            twin.press(button)
            bench.until(of.Pressed(button))
            twin.let_go(button)
        twin.chips(3, "ante", True)
        bench.until(of.SpotChanged(3, "ante", True))
        twin.gate(True)
        bench.until(of.CardPassed())
        twin.key(["7", "enter"])
        bench.until(of.KeyPressed("enter"))
        twin.swipe("200001")
        twin.swipe("999999999")
        bench.until(of.BadgeRead("999999999"))
        twin.usb.unplug(twin.keypad)
        bench.until(of.PanelGone("keypad", "unplugged"))

    code, lines = bench.watched(monkeypatch, hands)
    assert code == 1, "the keypad is gone"
    for button in BUTTON_PINS:
        assert f"ok    button {button}: pressed" in lines
    assert "ok    seat 3 ante: chips" in lines
    assert "ok    gate: a card passed" in lines
    assert "ok    keypad: key 7" in lines
    assert "ok    keypad: key enter" in lines
    assert "ok    badge reader: badge ****01: F1, floor" in lines
    assert "ok    badge reader: badge *******99: nobody in the operators' file has it" in lines
    assert "BAD   keypad: unplugged; look at its plug" in lines
    assert "200001" not in "\n".join(lines)
    over = next(line for line in lines if line.startswith("ok    watch: over; not tried: "))
    assert "door" in over
    assert "next" not in over


@pytest.mark.parametrize(
    ("badge", "shown"), [("200001", "****01"), ("A1-2345", "*****45"), ("12345", "*****"), ("1", "*")]
)
def test_a_badge_is_masked(badge: str, shown: str) -> None:
    assert masked(badge) == shown
