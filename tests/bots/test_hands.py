"""Hands at buttons, keys and spots: no faster than people, and they look before they go on."""

from collections.abc import Iterator
from typing import Any

import pytest

from controller.bots.hands import HOLD, PATIENCE, Hands
from controller.bots.sight import Sight
from controller.console.view import view
from controller.game.table import events as ev
from drivers.twin.table import BUTTON_PINS, TwinTable
from tests.table.tables import KINDS


class Desk:
    """Hands, and a view that says what it is told to say."""

    def __init__(self) -> None:
        game = KINDS[0].game()
        self.twin = TwinTable(6, list(game.book.rules.wagers), None)
        for pin in BUTTON_PINS.values():
            self.twin.pins.input(pin, "up")
        self.hands = Hands(self.twin)
        self.view: dict[str, Any] = view(game, name="T1")
        self.keys: list[str] = []
        self.twin.key = self.keys.extend  # type: ignore[method-assign]

    def down(self, button: str) -> bool:
        return not self.twin.pins.read(BUTTON_PINS[button])

    @property
    def sight(self) -> Sight:
        return Sight(self.view)

    def changed(self, **fields: Any) -> None:
        self.view = {**self.view, **fields}


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.twin.close()


def test_a_button_is_held_and_let_go(desk: Desk) -> None:
    desk.hands.begin(desk.hands.press(desk.sight, "next"), desk.view, 1.0)
    assert desk.down("next")
    assert desk.hands.next_at == 1.0 + HOLD
    desk.hands.step(1.0 + HOLD / 2)
    assert desk.down("next")
    desk.hands.step(1.0 + HOLD)
    assert not desk.down("next")
    assert not desk.hands.busy


def test_nothing_more_is_done_until_it_is_seen_or_no_longer_hoped_for(desk: Desk) -> None:
    desk.hands.begin(desk.hands.press(desk.sight, "next"), desk.view, 1.0)
    desk.hands.step(1.0 + HOLD)
    assert not desk.hands.free(desk.view, 1.1)
    desk.changed(keyed="1")
    assert desk.hands.free(desk.view, 1.1)
    desk.hands.begin(desk.hands.press(desk.sight, "play"), desk.view, 2.0)
    desk.hands.step(2.0 + HOLD)
    assert not desk.hands.free(desk.view, 2.0 + HOLD + PATIENCE / 2)
    assert desk.hands.free(desk.view, 2.0 + HOLD + PATIENCE)


def test_a_sum_is_read_on_the_display_before_enter(desk: Desk) -> None:
    desk.hands.begin(desk.hands.enter(desk.sight, ev.Count(37)), desk.view, 1.0)
    assert desk.keys == ["3", "7"]
    desk.changed(keyed="7")
    assert not desk.hands.free(desk.view, 1.1)
    assert desk.keys == ["3", "7"]
    desk.changed(keyed="3 7")
    assert not desk.hands.free(desk.view, 1.2)
    assert desk.keys == ["3", "7", "enter"]


def test_what_somebody_left_on_the_display_is_cleared_first(desk: Desk) -> None:
    desk.changed(keyed="seat 4")
    desk.hands.begin(desk.hands.press(desk.sight, "play", 2), desk.view, 1.0)
    assert desk.keys == ["clear"]
    desk.changed(keyed="")
    desk.hands.free(desk.view, 1.1)
    assert desk.keys == ["clear", "seat", "2"]
    assert not desk.down("play")
    desk.changed(keyed="seat 2")
    desk.hands.free(desk.view, 1.2)
    assert desk.down("play")


def test_an_irregularity_is_keyed_by_its_number(desk: Desk) -> None:
    desk.hands.begin(desk.hands.declare(desk.sight, "seat-misdealt", 3, 2), desk.view, 1.0)
    assert desk.keys == ["5", "amount", "3", "seat", "2"]
    assert not desk.down("irregularity")
