"""From what hands, chips and cards do at the table to notices."""

import pytest

from drivers.gpio.inputs import MOST_EDGES, Inputs
from drivers.gpio.outputs import Outputs
from drivers.notices import CardPassed, DoorChanged, InputFailed, PinNotice, Pressed, ScansMissed, SpotChanged
from drivers.twin.pins import TwinPins
from drivers.wiring import BUTTONS, Chain, PinWiring
from tests.gpio.table import BUTTON_PINS, CHAIN, DOOR, GATE, LOCK, LOCK_OUT, NEXT, SMALL, WIRING, Table


@pytest.fixture(params=[True, False], ids=["stamped", "unstamped"])
def table(request: pytest.FixtureRequest) -> Table:
    return Table(stamped=request.param)


# ---- what each input tells -----------------------------------------------------------------


@pytest.mark.parametrize("bounce", [0.0, 0.004])
@pytest.mark.parametrize("button", BUTTONS)
def test_a_press_is_one_notice_and_letting_go_is_none(button: str, bounce: float, table: Table) -> None:
    table.pins.bounce(bounce)
    assert table.press(BUTTON_PINS[button]) == [Pressed(button)]
    assert table.press(BUTTON_PINS[button]) == [Pressed(button)]


@pytest.mark.parametrize("spot", [*CHAIN.spots, "7 six_card"])
def test_chips_come_and_go_on_every_spot(spot: str, table: Table) -> None:
    assert table.registers is not None
    table.registers.bounce(0.03)
    table.pins.bounce(0.03)
    seat, wager = spot.split()
    for chips in (True, False):
        if spot in CHAIN.spots:
            table.put(spot, chips)
        else:
            table.pins.drive(SMALL, chips)
        assert table.run(0.5) == [SpotChanged(int(seat), wager, chips)]
        assert table.inputs.standing()[spot] is chips


def test_a_card_counts_once_when_it_opens_the_gate(table: Table) -> None:
    table.pins.bounce(0.003)
    for _ in range(52):
        table.pins.drive(GATE, True)
        assert table.run(0.05) == [CardPassed()]
        table.pins.drive(GATE, False)
        assert table.run(0.1) == []


def test_the_door_tells_both_ways(table: Table) -> None:
    table.pins.bounce(0.01)
    table.pins.drive(DOOR, True)
    assert table.run(1) == [DoorChanged(True)]
    table.pins.drive(DOOR, False)
    assert table.run(1) == [DoorChanged(False)]


def test_a_quiet_table_tells_nothing(table: Table) -> None:
    assert table.run(5) == []
    assert not any(table.inputs.standing().values())
    assert table.inputs.standing().keys() == {*BUTTONS, *CHAIN.spots, "7 six_card", "gate", "door"}


# ---- at the start ----------------------------------------------------------------------------


def test_what_stands_at_the_start_is_told_and_a_held_button_is_no_press() -> None:
    table = Table(begin=False)
    table.put("3 blind", True)
    for pin in (SMALL, DOOR, NEXT, LOCK_OUT, GATE):
        table.pins.drive(pin, True)
    table.begin()
    assert table.inputs.next_at <= table.now
    told = {SpotChanged(3, "blind", True), SpotChanged(7, "six_card", True), DoorChanged(True)}
    first = table.inputs.step(table.now)
    assert (set(first), len(first)) == (told, 3)
    for pin in (NEXT, LOCK_OUT, GATE):
        table.pins.drive(pin, False)
    assert table.run(1) == []
    assert table.locked == []
    assert table.press(LOCK_OUT) == [Pressed("lock-out")]


def test_a_table_with_nothing_wired_asks_for_no_step() -> None:
    inputs = Inputs(TwinPins(), PinWiring({}, LOCK), 0.0)
    assert inputs.next_at == float("inf")
    assert inputs.step(5.0) == []


# ---- the lock-out ------------------------------------------------------------------------------


def test_the_lock_line_closes_on_the_edge_before_any_step() -> None:
    pins = TwinPins()
    pins.bounce(0.004)
    outputs = Outputs(pins, WIRING)
    outputs.lock(False)
    order: list[str] = []

    def on_lock_out() -> None:
        outputs.lock(True)
        order.append("locked")

    Inputs(pins, WIRING, 0.0, on_lock_out=on_lock_out, wake=lambda: order.append("woken"))
    pins.drive(LOCK_OUT, True)
    assert pins.stands(LOCK) is False
    assert order == ["locked", "woken"]


def test_one_press_closes_the_lock_once_and_is_told_once(table: Table) -> None:
    table.pins.bounce(0.008)
    for n in range(1, 6):
        assert table.press(LOCK_OUT, 0.3) == [Pressed("lock-out")]
        assert len(table.locked) == n


def test_letting_go_closes_nothing(table: Table) -> None:
    table.pins.bounce(0.008)
    table.pins.drive(LOCK_OUT, True)
    table.run(0.5)
    table.locked.clear()
    table.pins.drive(LOCK_OUT, False)
    assert table.run(0.5) == []
    assert table.locked == []


def test_no_other_button_closes_the_lock(table: Table) -> None:
    for pin in BUTTON_PINS.values():
        if pin != LOCK_OUT:
            table.press(pin)
    assert table.locked == []


def test_a_lock_out_whose_edges_are_lost_closes_the_lock_at_the_next_look(table: Table) -> None:
    table.pins.lose_edges(LOCK_OUT, 2)
    assert table.press(LOCK_OUT) == [Pressed("lock-out")]
    assert len(table.locked) == 1
    assert table.locked[0] <= 0.05 + 1e-9
    assert table.press(LOCK_OUT) == [Pressed("lock-out")]


def test_a_tap_that_is_over_before_the_step_is_told_all_the_same(table: Table) -> None:
    table.pins.drive(LOCK_OUT, True)
    table.pins.drive(LOCK_OUT, False)
    assert len(table.locked) == 1
    assert table.run(0.5) == [Pressed("lock-out")]


def test_a_lock_that_cannot_be_closed_does_not_hide_the_press() -> None:
    def fails() -> None:
        raise OSError("the lock line is gone")

    pins = TwinPins()
    inputs = Inputs(pins, WIRING, 0.0, on_lock_out=fails)
    with pytest.raises(OSError, match="lock line"):
        pins.drive(LOCK_OUT, True)
    assert inputs.step(0.001) == [Pressed("lock-out")]


def test_the_lock_out_is_told_however_many_edges_wait_before_it() -> None:
    table = Table()
    table.pins.chatter(NEXT)
    table.pins.step(2.0 * MOST_EDGES / 1000)
    assert table.woken > MOST_EDGES
    table.pins.drive(LOCK_OUT, True)
    table.pins.drive(LOCK_OUT, False)
    found = table.late(2.0 * MOST_EDGES / 1000)
    assert Pressed("lock-out") in found
    assert InputFailed("next", "chatter") in found
    assert len(table.locked) == 1


# ---- lost edges and late steps ---------------------------------------------------------------------


@pytest.mark.parametrize("pin", [NEXT, SMALL, DOOR])
def test_lost_edges_are_found_by_the_look_at_the_level(pin: int, table: Table) -> None:
    wanted: dict[int, list[PinNotice]] = {
        NEXT: [Pressed("next")],
        SMALL: [SpotChanged(7, "six_card", True), SpotChanged(7, "six_card", False)],
        DOOR: [DoorChanged(True), DoorChanged(False)],
    }
    table.pins.lose_edges(pin, 100)
    table.pins.drive(pin, True)
    found = table.run(0.3)
    table.pins.drive(pin, False)
    assert found + table.run(0.3) == wanted[pin]
    assert table.woken == 0


def test_a_late_step_still_finds_every_card() -> None:
    table = Table()
    for _ in range(4):
        table.pins.drive(GATE, True)
        table.pins.step(table.pins.now + 0.05)
        table.pins.drive(GATE, False)
        table.pins.step(table.pins.now + 0.1)
    cards = [notice for notice in table.late(table.pins.now) if notice == CardPassed()]
    assert len(cards) == 4


def test_an_edge_from_after_the_steps_time_counts_at_it() -> None:
    table = Table()
    table.pins.step(0.5)
    table.pins.drive(NEXT, True)
    table.inputs.step(0.1)
    assert table.inputs.step(0.11) == []
    assert table.inputs.step(0.121) == [Pressed("next")]


@pytest.mark.parametrize("late", [0.0051, 0.0099, 0.03, 0.4999, 3.0])
def test_scans_that_came_too_late_are_counted(late: float) -> None:
    table = Table()
    missed = int(late / 0.005 + 1e-9) - 1
    assert table.late(late) == ([ScansMissed(missed)] if missed else [])
    assert table.run(3) == []


def test_missed_scans_are_told_once_a_second_and_all_in_the_end() -> None:
    table = Table()
    found: list[tuple[float, int]] = []
    for _ in range(100):
        found += [(table.now, n.number) for n in table.late(0.0311234) if isinstance(n, ScansMissed)]
    found += [(table.now, n.number) for n in table.run(1.5) if isinstance(n, ScansMissed)]
    assert sum(number for _, number in found) == int(3.11234 * 200) - 100
    assert [round(at) for at, _ in found] == [0, 1, 2, 3]


def test_a_punctual_table_misses_nothing_in_an_hour() -> None:
    inputs = Inputs(TwinPins(), PinWiring({}, LOCK, chain=Chain(1, 2, 3, ("1 ante",), rate=30)), 1234.5678)
    for _ in range(3600 * 30):
        assert inputs.step(inputs.next_at) == []
    assert inputs.next_at == pytest.approx(1234.5678 + 3600, abs=0.1)


# ---- fast-forward -----------------------------------------------------------------------------------


def test_the_same_seed_is_the_same_run() -> None:
    def evening() -> list[PinNotice]:
        table, found = Table(seed=7), []
        table.pins.bounce(0.004)
        for seat in range(1, 8):
            table.put(f"{seat} ante", True)
            found += table.run(0.3) + table.press(NEXT) + table.press(LOCK_OUT)
        table.pins.chatter(DOOR)
        return found + table.run(60)

    assert evening() == evening()


def test_no_spinning_it_asks_for_steps_only_where_there_is_something_to_do() -> None:
    table, steps = Table(), 0
    while table.now < 10:
        table.now = table.inputs.next_at
        table.inputs.step(table.now)
        steps += 1
    assert steps <= 10 * (200 + 20) + 1


def test_it_is_settled_when_nothing_is_on_its_way() -> None:
    table = Table()
    assert table.inputs.settled
    table.pins.drive(DOOR, True)
    assert not table.inputs.settled, "an edge waits"
    table.inputs.step(table.now)
    assert not table.inputs.settled, "it has not stood for its time"
    table.run(1)
    assert table.inputs.settled
