"""Inputs that cannot be believed any more: named once, silent, and right again once a person has seen to them."""

import pytest

from drivers.errors import DriverError
from drivers.gpio import debounce as db
from drivers.notices import CardPassed, InputFailed, Pressed, SpotChanged
from drivers.wiring import BUTTONS
from tests.gpio.table import BUTTON_PINS, DOOR, GATE, LOCK_OUT, NEXT, SMALL, Table


@pytest.fixture(params=[True, False], ids=["stamped", "unstamped"])
def table(request: pytest.FixtureRequest) -> Table:
    return Table(stamped=request.param)


@pytest.mark.parametrize("name", [*BUTTONS, "gate", "door", "7 six_card", "1 ante", "7 trips"])
def test_chatter_is_told_once_by_name_and_then_nothing_until_cleared(name: str, table: Table) -> None:
    pins = {**BUTTON_PINS, "gate": GATE, "door": DOOR, "7 six_card": SMALL}
    assert table.registers is not None
    if name in pins:
        table.pins.chatter(pins[name])
    else:
        table.registers.chatter(name)
    found = table.run(3)
    assert [notice for notice in found if isinstance(notice, InputFailed)] == [InputFailed(name, "chatter")]
    assert found[-1] == InputFailed(name, "chatter")
    if name in pins:
        table.pins.mend(pins[name])
    else:
        table.registers.mend(name)
    assert table.run(3) == []
    table.inputs.clear(name)
    assert table.run(3) == []
    assert table.inputs.standing()[name] is False


@pytest.mark.parametrize(("name", "kind"), [*((name, db.BUTTON) for name in BUTTONS), ("gate", db.GATE)])
def test_stuck_is_told_once_by_name_and_again_if_cleared_in_vain(name: str, kind: db.Kind, table: Table) -> None:
    pin = GATE if name == "gate" else BUTTON_PINS[name]
    assert kind.stuck_after is not None
    table.pins.stuck(pin)
    first = CardPassed() if name == "gate" else Pressed(name)
    assert table.run(kind.stuck_after - 0.1) == [first]
    assert table.run(60) == [InputFailed(name, "stuck")]
    table.inputs.clear(name)
    assert table.run(60) == [InputFailed(name, "stuck")]
    table.pins.mend(pin)
    table.inputs.clear(name)
    assert table.run(1) == []
    table.pins.drive(pin, True)
    assert table.run(0.1) == [first]


def test_a_button_that_is_held_from_the_start_is_stuck_in_the_end() -> None:
    table = Table(begin=False)
    table.pins.stuck(NEXT)
    table.begin()
    assert table.run(60) == [InputFailed("next", "stuck")]


def test_chips_that_came_while_a_spot_had_failed_are_told_once_it_is_cleared(table: Table) -> None:
    assert table.registers is not None
    table.registers.chatter("2 ante")
    table.run(3)
    table.put("2 ante", True)
    table.registers.mend("2 ante")
    assert table.run(3) == []
    table.inputs.clear("2 ante")
    assert table.run(1) == [SpotChanged(2, "ante", True)]


def test_a_lock_out_that_has_failed_works_again_once_cleared(table: Table) -> None:
    table.pins.chatter(LOCK_OUT)
    table.run(3)
    assert len(table.locked) == 1
    table.pins.mend(LOCK_OUT)
    table.inputs.clear("lock-out")
    table.run(1)
    assert table.press(LOCK_OUT) == [Pressed("lock-out")]
    assert len(table.locked) == 2


def test_the_others_go_on_while_one_has_failed(table: Table) -> None:
    table.pins.chatter(NEXT)
    table.run(3)
    assert table.press(LOCK_OUT) == [Pressed("lock-out")]
    table.put("1 ante", True)
    assert table.run(1) == [SpotChanged(1, "ante", True)]


def test_an_unknown_name_is_not_cleared(table: Table) -> None:
    with pytest.raises(DriverError, match=r"^no input has the name 'bell'$"):
        table.inputs.clear("bell")
