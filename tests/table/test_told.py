"""What the dealer is told beside the prompt, at its moment, with the paragraph that asks for it."""

import random

import pytest

from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.play.dealer import follow
from controller.play.sim import FLOOR, Table
from tests.table.at_the_table import BOOKS, bet, dealt, opened, play, receive, sent, table_of
from tests.table.tables import ALL, Kind


def told(effects: tuple[do.Effect, ...]) -> list[tuple[str, str]]:
    return [(effect.text, effect.rule) for effect in effects if isinstance(effect, do.Tell)]


# ---- decks and the shoe ------------------------------------------------------------------

INTO_THE_SHOE = {"ma-uth-1": "§7(a)", "nj-uth": "32.7(a)", "ma-uth-2": "§7(a)", "md-uth": "8.B", "nj-hilo": "40.7(a)"}
INTO_THE_HAND = {"ma-uth-1": "§8(b)(2)", "nj-uth": "32.8(b)2", "md-uth": "9.A(2)", "nj-hilo": "40.8(b)2"}


@pytest.mark.rule(
    "md-uth 8.B", "md-uth 5.F(2)", "ma-uth-1 §7(a)", "nj-uth 32.7(a)", "ma-uth-2 §7(a)", "nj-hilo 40.7(a)"
)
@pytest.mark.parametrize("rulebook", BOOKS)
def test_the_cut_deck_goes_into_the_shoe(rulebook: str) -> None:
    table = table_of(Kind(rulebook, "manual_shoe"))
    sent(table, ev.Act("open", FLOOR, "floor"))
    sent(table, receive(1, "red"))
    while table.game.decks[0].state != "shuffled":
        now = sent(table, ev.Badge(FLOOR, "floor") if table.game.decks[0].state == "inspected" else ev.Press("next"))
        assert told(now) == [], "not before it is shuffled and cut"
    assert told(sent(table, ev.Press("next"))) == [
        ("Put deck 1 into the shoe", f"{rulebook} {INTO_THE_SHOE[rulebook]}")
    ]


@pytest.mark.rule("ma-uth-1 §8(b)(2)", "nj-uth 32.8(b)2", "md-uth 9.A(2)", "nj-hilo 40.8(b)2")
@pytest.mark.parametrize("rulebook", INTO_THE_HAND)
def test_the_shuffled_deck_is_taken_in_one_hand(rulebook: str) -> None:
    table = opened(Kind(rulebook, "hand", {}, 1, ("counts",)))
    said = [line for line in told(tuple(table.happened)) if "deck 1" in line[0]]
    assert said == [("Take deck 1 in one hand", f"{rulebook} {INTO_THE_HAND[rulebook]}")]


def test_the_device_keeps_the_deck_that_it_deals_itself() -> None:
    table = opened(Kind("nj-uth", "automated", {}, 1, ALL))
    assert told(tuple(table.happened)) == []


@pytest.mark.rule("nj-hilo 1.19(b)")
def test_the_shoe_is_fixed_to_an_open_table_and_locked_away_from_a_closed_one() -> None:
    table = table_of(Kind("nj-hilo", "manual_shoe"))
    rule = "nj-hilo 1.19(b)"
    assert told(sent(table, ev.Act("open", FLOOR, "floor"))) == [("Fix the shoe to the table", rule)]
    assert told(sent(table, ev.Act("close", FLOOR, "floor"))) == [("Lock the shoe away", rule)]
    other = table_of(Kind("nj-hilo", "hand", {}, 1, ("counts",)))
    sent(other, ev.DeviceReady(("counts",)))
    assert told(sent(other, ev.Act("open", FLOOR, "floor"))) == []


# ---- wagers and hands --------------------------------------------------------------------


@pytest.mark.rule("md-uth 7.C")
def test_seated_players_only_bet_in_every_round() -> None:
    table, rng = Kind("md-uth", "manual_shoe").table(), random.Random(3)
    seated = ("Take wagers of seated players only", "md-uth 7.C")
    for _ in range(300):
        follow(table, rng)
        if sum(isinstance(effect, do.RoundOver) for effect in table.happened) == 2:
            break
    assert told(tuple(table.happened)).count(seated) == 3, "when the table opens, and after each of two rounds"


ANNOUNCED = {"ma-uth-1": "§10(h)", "nj-uth": "32.10(h)", "ma-uth-2": "§9(h)", "md-uth": "11.H(2)(c)"}


@pytest.mark.rule("ma-uth-1 §10(h)", "nj-uth 32.10(h)", "ma-uth-2 §9(h)", "md-uth 11.H(2)(c)")
@pytest.mark.parametrize("rulebook", ANNOUNCED)
def test_each_hand_is_announced_at_its_turn_and_a_folded_one_is_not(rulebook: str) -> None:
    table = dealt(Kind(rulebook, "manual_shoe"), (1, 2, 3))
    play(table, 4)
    sent(table, ev.Press("check"))
    play(table, 4)
    table.play_on()
    sent(table, ev.Press("check"))
    table.play_on()
    sent(table, ev.Press("fold"))
    table.play_on()
    before = len(table.happened)
    table.settle()
    lines = [line for line in told(tuple(table.happened[before:])) if "announce" in line[0]]
    rule = f"{rulebook} {ANNOUNCED[rulebook]}"
    assert lines == [(f"Seat {seat}: turn up and announce the hand", rule) for seat in (3, 1)]


# ---- hands that stay up for Cover All ----------------------------------------------------

BOARD = "9h 8h 7c 2d Kd"
STAYS = {"ma-uth-1": ("§13(h)a", "§13(i)"), "ma-uth-2": ("§12(h)a", "§12(i)")}
HIGH, PAIR, STRAIGHT, BETTER, TRIPS = "Ac 3s", "Qc Ks", "5s 6s", "Tc Js", "9c 9d"


def settled(rulebook: str, cover_all: bool = True, **hands: str) -> Table:
    """Every hand played; hands by seat."""
    kind = Kind(rulebook, "automated", {"cover_all": True}, 1, ALL)
    table = opened(kind, community=BOARD, **hands)
    for seat in range(1, len(hands)):
        bet(table, seat)
    if cover_all:
        sent(table, ev.ChipsOn(1, "cover_all"))
        sent(table, ev.Amount(1, "cover_all", 500))
    table.close_bets()
    table.play_on()
    for _ in range(1, len(hands)):
        play(table, 4)
    table.play_on()
    table.settle()
    assert table.refused is None
    return table


def about_cover_all(table: Table) -> list[tuple[str, str]]:
    return [line for line in told(tuple(table.happened)) if "face up" in line[0] or "left up" in line[0]]


@pytest.mark.rule("ma-uth-1 §13(h)a", "ma-uth-1 §13(i)", "ma-uth-2 §12(h)a", "ma-uth-2 §12(i)", "reading G38")
@pytest.mark.parametrize("rulebook", STAYS)
def test_a_straight_stays_up_until_it_is_beaten(rulebook: str) -> None:
    stays, cleared = (f"{rulebook} {paragraph}" for paragraph in STAYS[rulebook])
    table = settled(rulebook, seat_1=BETTER, seat_2=STRAIGHT, seat_3=TRIPS, dealer=HIGH)
    assert about_cover_all(table) == [
        ("Seat 2: leave the hand face up for Cover All", stays),
        ("Seat 1: leave the hand face up for Cover All", stays),
        ("Seat 2: clear the hand that was left up", cleared),
    ]


@pytest.mark.rule("ma-uth-1 §13(h)a", "ma-uth-1 §13(i)", "ma-uth-2 §12(h)a", "ma-uth-2 §12(i)")
@pytest.mark.parametrize("rulebook", STAYS)
def test_the_dealers_straight_stays_up_too(rulebook: str) -> None:
    stays, cleared = (f"{rulebook} {paragraph}" for paragraph in STAYS[rulebook])
    dealer = ("Dealer: leave the hand face up for Cover All", stays)
    assert about_cover_all(settled(rulebook, seat_1=STRAIGHT, dealer="5c 6c")) == [dealer], "equal is not better"
    assert about_cover_all(settled(rulebook, seat_1=PAIR, seat_2=BETTER, dealer=STRAIGHT)) == [
        dealer,
        ("Seat 2: leave the hand face up for Cover All", stays),
        ("Dealer: clear the hand that was left up", cleared),
    ]


@pytest.mark.parametrize("rulebook", STAYS)
def test_nothing_stays_up_below_a_straight_or_with_no_cover_all(rulebook: str) -> None:
    assert about_cover_all(settled(rulebook, seat_1=PAIR, seat_2=TRIPS, dealer=HIGH)) == []
    assert about_cover_all(settled(rulebook, False, seat_1=BETTER, dealer=STRAIGHT)) == []
