"""A fault in the dealing device ends every cycle: what it is about decides what follows, and nothing is asked twice."""

import dataclasses
from random import Random

import pytest

from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.play.dealer import follow
from controller.play.sim import FLOOR, Table
from tests.table.at_the_table import bet, dealt, opened, play, receive, refusal, sent, table_of
from tests.table.tables import ALL, Kind

TWO = Kind("nj-hilo", "automated", {}, 2, ALL)
ONE = Kind("nj-uth", "automated", {}, 1, ALL)
TO_SEAT_1 = do.Dispense("seat", 5, 1)


def silent(table: Table) -> Table:
    """From here on the test is the device."""
    table.scenario = dataclasses.replace(table.scenario, device=None)
    return table


def dealing(kind: Kind = TWO) -> Table:
    """No card is out yet; of two decks the spare is under the shuffler."""
    table = silent(opened(kind))
    if len(table.game.decks) == 2:
        table.game.decks[1].state = "shuffling"  # loaded again, and its shuffle has just begun
    bet(table, 1)
    sent(table, ev.Press("no-more-bets"))
    assert (table.game.round.state, table.game.round.begun) == ("dealing", False)
    return table


def asked(effects: tuple[do.Effect, ...], *kinds: type) -> list[do.Effect]:
    return [effect for effect in effects if isinstance(effect, kinds)]


# ---- the spare is under the shuffler ----------------------------------------------------------


@pytest.mark.rule("nj-hilo 40.12(f)", "reading G23")
@pytest.mark.parametrize("cause", ["misfeed", "jam-dealing", "motor", "door"])
def test_a_dealing_fault_before_the_first_card_voids_though_the_spare_is_being_shuffled(cause: str) -> None:
    table = dealing()
    sent(table, ev.Fault(cause))  # type: ignore[arg-type]
    assert (table.game.round.state, table.game.decks[1].state) == ("void", "discarded")
    assert not asked(sent(table, ev.Cleared()), do.Dispense)
    assert [deck.inside for deck in table.game.decks] == [False, False]


@pytest.mark.rule("nj-hilo 40.12(f)", "reading G23")
def test_a_fault_in_the_deal_ends_the_shuffle_of_the_spare_too() -> None:
    table = dealing()
    sent(table, ev.Dispensed("seat", 5, 1))
    sent(table, ev.Fault("motor"))
    sent(table, ev.Cleared())
    assert (table.game.round.state, table.game.decks[1].state) == ("void", "discarded")
    assert do.Shuffle(2) in sent(table, ev.Loaded(2))


@pytest.mark.rule("nj-hilo 40.12(e)", "reading G23")
def test_a_stack_that_a_jam_in_the_spare_ended_is_asked_for_once_more() -> None:
    table = dealing()
    sent(table, ev.Fault("jam-shuffling"))
    assert (table.game.round.state, table.game.prompt().text) == ("dealing", "Clear the device: jam-shuffling")
    assert asked(sent(table, ev.Cleared()), do.Dispense) == [TO_SEAT_1]
    assert (table.game.decks[0].inside, table.game.device.holds) == (True, 1)
    sent(table, ev.Dispensed("seat", 5, 1))
    assert sent(table, ev.Taken("seat", 1)) == (do.Dispense("dealer", 5, None),)


@pytest.mark.rule("reading G23")
def test_no_stack_is_asked_for_while_one_lies_there_or_the_fault_is_latched() -> None:
    table = dealing()
    sent(table, ev.Dispensed("seat", 5, 1))
    sent(table, ev.Fault("jam-shuffling"))
    assert not asked(sent(table, ev.Cleared()), do.Dispense), "seat 1 has yet to take its stack"
    sent(table, ev.Fault("jam-shuffling"))
    assert not asked(sent(table, ev.Taken("seat", 1)), do.Dispense), "the device would refuse it"
    assert asked(sent(table, ev.Cleared()), do.Dispense) == [do.Dispense("dealer", 5, None)]


@pytest.mark.rule("reading G23")
def test_the_rest_that_a_jam_in_the_spare_ended_is_asked_for_once_more() -> None:
    table = dealing()
    for event in (ev.Dispensed("seat", 5, 1), ev.Taken("seat", 1), ev.Dispensed("dealer", 5)):
        sent(table, event)
    sent(table, ev.Fault("jam-shuffling"))
    assert not asked(sent(table, ev.Taken("dealer")), do.Eject)
    assert table.game.round.state == "rest-out"
    assert asked(sent(table, ev.Cleared()), do.Eject, do.Dispense) == [do.Eject()]
    sent(table, ev.Ejected(42))
    assert table.game.round.state not in ("rest-out", "void")


# ---- the device as it stands --------------------------------------------------------------------


@pytest.mark.rule("nj-uth 32.9(a)", "reading G2")
def test_the_mode_that_a_stopped_device_refused_is_set_once_it_is_cleared() -> None:
    table = silent(opened(ONE))
    for event in (ev.LinkLost(), ev.DeviceReady(ALL, None), ev.LinkFound(True), ev.Fault("motor")):  # type: ignore[arg-type]
        sent(table, event)
    assert asked(sent(table, ev.Cleared()), do.SetMode) == [do.SetMode(1)]
    sent(table, ev.DeviceReady(ALL, 1))  # type: ignore[arg-type]
    sent(table, ev.Fault("motor"))
    assert not asked(sent(table, ev.Cleared()), do.SetMode)


@pytest.mark.rule("nj-hilo 40.12(f)", "reading G27")
def test_the_spare_that_comes_up_in_place_of_the_deck_that_was_emptied_makes_room_for_it() -> None:
    table = dealing()
    sent(table, ev.Shuffled(2, 52))
    sent(table, ev.Fault("jam-dealing"))
    sent(table, ev.Cleared())
    assert (table.game.device.holds, table.game.table.deck) == (2, 1)
    sent(table, ev.Press("next"))
    assert table.game.prompt().text == "Put deck 1 into the device"
    sent(table, ev.Loaded(1))
    assert asked(sent(table, ev.Shuffled(1, 52)), do.Eject) == [do.Eject()]
    assert refusal(table, ev.Press("no-more-bets")).why == "the shuffled deck is not in the device"
    sent(table, ev.Ejected(52))
    assert (table.game.device.holds, [deck.inside for deck in table.game.decks]) == (1, [True, False])


@pytest.mark.rule("nj-uth 32.2(b)3")
def test_a_deck_behind_another_comes_out_after_it() -> None:
    table = silent(opened(TWO))
    effects = sent(table, ev.Act("remove-deck", FLOOR, "floor", deck=2))
    assert (asked(effects, do.Eject), table.game.device.ejecting) == ([do.Eject()] * 2, (1, 2))
    sent(table, ev.Ejected(52))
    assert (table.game.decks[0].inside, table.game.decks[0].state) == (False, "shuffled")
    assert table.game.prompt().text == "Put deck 1 into the device"


@pytest.mark.rule("nj-uth 32.4(a)")
@pytest.mark.parametrize("method", ["hand", "manual_shoe"])
def test_no_wagers_are_closed_while_the_device_hands_the_deck_out(method: str) -> None:
    table = table_of(Kind("nj-uth", method, {}, 1, ("counts",)))
    sent(table, ev.DeviceReady(("counts",)))
    sent(table, ev.Act("open", FLOOR, "floor"))
    sent(silent(table), receive(1, "red"))
    while table.game.decks[0].state != "stacked":
        inspected = table.game.decks[0].state == "inspected"
        sent(table, ev.Badge(FLOOR, "floor") if inspected else ev.Press("next"))
    sent(table, ev.Loaded(1))
    assert do.Eject() in sent(table, ev.Shuffled(1, 52))
    assert table.game.prompt().text == "Wait: the device hands out deck 1"
    assert refusal(table, ev.Press("no-more-bets"))
    sent(table, ev.Ejected(52))
    bet(table, 1)
    sent(table, ev.Press("no-more-bets"))


# ---- cards that it could not read ---------------------------------------------------------------


@pytest.mark.rule("nj-uth 32.10(b)", "nj-uth 32.10(f)")
def test_cards_that_the_device_could_not_read_are_keyed() -> None:
    table = silent(dealt(ONE))
    play(table, 4)
    hands = {"flop": ("9h", "Jd", "8c"), "last-cards": ("7d", "2c")}
    for cards in hands.values():
        for _ in range(2):
            sent(table, ev.Press("next"))
        told = asked(sent(table, ev.Revealed("ejected", ())), do.Tell)
        assert [effect.text for effect in told] == ["Board: the device could not read the cards, key them"]  # type: ignore[attr-defined]
        sent(table, ev.CardsKeyed("community", cards))
    sent(table, ev.Press("next"))
    sent(table, ev.Press("next"))
    assert asked(sent(table, ev.Revealed("dealer", ())), do.Tell)
    sent(table, ev.CardsKeyed("dealer", ("4h", "Ks")))
    assert refusal(table, ev.Revealed("seat", ("4s",), 1)).why == "nobody asked the device for these cards"
    assert asked(sent(table, ev.Revealed("seat", (), 1)), do.Tell)
    sent(table, ev.CardsKeyed("seat", ("4s", "Kd"), 1))
    sent(table, ev.Press("next"))
    assert (table.game.round.state, table.game.seat(1).done != ()) == ("collection", True)


@pytest.mark.rule("md-uth 11.E(2)")
def test_a_board_that_was_not_read_is_asked_for_where_it_was_left() -> None:
    table = dealt(Kind("md-uth", "automated", {}, 1, ALL))
    sent(silent(table), ev.Press("check"))
    (first,) = asked(sent(table, ev.Press("next")), do.Reveal)
    sent(table, ev.Revealed("community", ()))
    sent(table, ev.Press("check"))
    (second,) = asked(sent(table, ev.Press("next")), do.Reveal)
    assert [(wanted.first, wanted.cards) for wanted in (first, second)] == [(0, 3), (3, 2)]  # type: ignore[attr-defined]


# ---- a spare that is not whole -------------------------------------------------------------------


@pytest.mark.rule("nj-hilo 40.9(f)", "reading G24")
def test_a_spare_with_a_wrong_count_waits_inside_for_the_rounds_end() -> None:
    """An eject in the middle of a round would throw out the cards that are still to be dealt."""
    table = opened(TWO)
    table.game.decks[1].state = "shuffling"
    bet(table, 1)
    sent(table, ev.Press("no-more-bets"))
    table.deal(1)
    removed = sent(table, ev.Shuffled(2, 51))
    assert not asked(removed, do.Eject)
    assert [effect.deck for effect in asked(removed, do.DeckRemoved)] == [2]  # type: ignore[attr-defined]
    assert table.game.decks[1].inside
    assert "still in the device" in refusal(table, receive(2, "green")).why
    table.happened.clear()
    while table.game.round.state != "betting":
        follow(table, Random(1))
    assert len(asked(tuple(table.happened), do.Eject)) == 2, "what was left of the round's deck, then the spare"
    assert [deck.inside for deck in table.game.decks] == [False, False]
    sent(table, receive(2, "green"))
