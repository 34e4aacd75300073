"""What hangs on the table as it stands: lock line, lamps, win light. They are set again after every turn."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.game.cards import CARD_OF
from controller.game.table.controller import TableController
from drivers.twin.table import ALARM, LOCK, WIN
from tests.service.atable import ATable, config
from tests.service.test_takes_over import opened

STRAIGHT_FLUSH = ["9h", "8h", "7h", "6h", "5h"]
"""Seat 1's two cards and the flop."""


def code(card: str) -> int:
    return ("23456789TJQKA".index(card[0]) + 2) * 4 + "cdhs".index(card[1])


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ATable]:
    offered = {"progressive": "A", "progressive_wager": "1"}
    made = ATable(tmp_path, config("md-uth", options=offered))
    yield made
    made.close()


def lit(table: ATable, pin: int) -> bool:
    return table.twin.pins.stands(pin)


def accepted(table: ATable) -> list[bool]:
    return [lit(table, pin) for pin in table.twin.wiring.pins.accepted_lamps]


def bet(table: ATable, seat: int, *wagers: str) -> None:
    for wager in wagers:
        table.twin.chips(seat, wager, True)
    table.rig.run_for(0.2)
    table.rig.run()


def locked_out(table: ATable) -> TableController:
    opened(table)
    bet(table, 1, "ante", "blind", "progressive")
    bet(table, 2, "ante", "blind")
    table.rig.press("no-more-bets")
    table.rig.press("lock-out")
    return table.game


@pytest.mark.rule("md-uth 2.C(2)")
def test_the_line_is_open_while_wagers_may_be_made_and_no_longer(table: ATable) -> None:
    assert not lit(table, LOCK)
    opened(table)
    assert lit(table, LOCK)
    bet(table, 1, "ante", "blind", "progressive")
    table.rig.press("no-more-bets")
    assert lit(table, LOCK), "until the lock-out button"
    table.rig.press("lock-out")
    assert not lit(table, LOCK)


@pytest.mark.rule("md-uth 2.C(1)", "md-uth 7.F(3)(b)")
def test_a_seats_lamp_says_that_its_progressive_wager_was_accepted(table: ATable) -> None:
    locked_out(table)
    assert accepted(table) == [True, False, False, False, False, False]


def test_the_lamp_of_the_seat_that_is_asked_is_lit(table: ATable) -> None:
    locked_out(table)
    turns = table.twin.wiring.pins.turn_lamps
    assert not any(lit(table, pin) for pin in turns)
    deal(table)
    assert [lit(table, pin) for pin in turns] == [True, False, False, False, False, False]


def deal(table: ATable) -> None:
    """Dealer's two and the board's five come first; then seat 1 and seat 2."""
    assert table.device is not None
    board = [*STRAIGHT_FLUSH[2:], "2c", "3d"]
    table.device.bring_up([code(card) for card in [*board, "Ks", "Qd", *STRAIGHT_FLUSH[:2], "Jc", "4s"]])
    table.twin.key("1")
    table.twin.key(["enter"])
    table.rig.run()
    table.twin.chips(1, "progressive", False)
    table.rig.run_for(0.2)
    table.rig.press("next")
    for _ in range(8):
        if table.device.machine.tray.cards:
            table.device.take()
        table.rig.run()
    if table.game.round.state == "stub":
        table.rig.press("next")


@pytest.mark.rule("md-uth 11.J(2)(b)", "md-uth 11.J(2)(c)")
def test_the_win_light_is_lit_before_a_progressive_win_is_paid(table: ATable) -> None:
    game = locked_out(table)
    deal(table)
    assert game is table.game
    for _ in range(3):
        for seat in (1, 2):
            if table.game.round.turn == seat:
                if table.game.round.window == 2:
                    bet(table, seat, "play")
                    table.rig.press("play")
                else:
                    table.rig.press("check")
        table.rig.press("next")
    assert not lit(table, WIN)
    while table.game.round.state != "settlement" or table.game.round.turn != 1:
        table.rig.press("next")
    assert set(table.game.seat(1).cards) <= set(CARD_OF)
    assert table.game.progressive_waits
    assert lit(table, WIN)
    paid = dict(table.game.seat(1).paid)
    table.rig.press("next")
    assert table.game.seat(1).paid == paid, "no light that the floor has seen, no pay"
    table.twin.swipe("1001")
    table.rig.run()
    table.rig.press("next")
    assert table.game.seat(1).paid["progressive"] > 0
    assert not lit(table, WIN)


def test_the_alarm_lamp_is_lit_while_something_is_wrong(table: ATable) -> None:
    opened(table)
    assert not lit(table, ALARM)
    bet(table, 1, "play")
    assert lit(table, ALARM)
    table.twin.chips(1, "play", False)
    table.rig.run_for(0.2)
    table.rig.run()
    assert not lit(table, ALARM)
