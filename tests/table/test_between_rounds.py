"""Decks that come and go while one plays on, and cards that move when no round runs."""

import dataclasses

import pytest

from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.play.sim import FLOOR, Table
from tests.table.at_the_table import bet, dealt, opened, play, receive, refusal, sent
from tests.table.tables import ALL, Kind

BY_HAND = Kind("nj-uth", "hand", {}, 2, ("counts", "two-decks"))
SHOE = Kind("nj-uth", "manual_shoe")
TWO_IN_THE_DEVICE = Kind("nj-uth", "automated", {}, 2, ALL)


def floor(act: str, deck: int | None = None) -> ev.Act:
    return ev.Act(act, FLOOR, "floor", deck)  # type: ignore[arg-type]


def quiet(kind: Kind) -> Table:
    """An open table whose device answers only when the test says so."""
    table = opened(kind)
    table.scenario = dataclasses.replace(table.scenario, device=None)
    return table


def to_the_end(table: Table) -> None:
    while table.game.round.state != "betting":
        if table.game.round.state.endswith("decisions"):
            play(table, table.game.book.rules.windows[table.game.round.window].multiples[0])
        table.play_on()
        table.settle()
        if table.game.round.state == "collection":
            table.clear_layout()
            sent(table, ev.Press("next"))


# ---- G27: one deck plays until the new one has been opened ----------------------------------


def test_a_deck_received_in_a_round_waits_until_it_is_opened() -> None:
    table = opened(BY_HAND)
    sent(table, floor("remove-deck", 2))
    bet(table, 1)
    table.close_bets()
    table.play_on()
    sent(table, receive(2, "blue"))
    to_the_end(table)
    assert table.game.decks[1].state == "received"
    assert table.game.table.deck == 1, "the deck that has been opened plays on"


def test_an_opened_deck_plays_where_the_one_in_turn_is_gone() -> None:
    table = opened(BY_HAND)
    sent(table, floor("remove-deck", 1))
    assert table.game.table.deck == 2
    sent(table, floor("remove-deck", 2))
    sent(table, receive(1, "red"))
    while table.game.decks[0].state != "stacked":
        sent(table, ev.Badge(FLOOR, "floor") if table.game.decks[0].state == "inspected" else ev.Press("next"))
    sent(table, ev.Loaded(1))
    assert (table.game.table.deck, table.game.decks[0].state) == (1, "shuffled")


# ---- a card drawn in error while nobody has bet ----------------------------------------------


@pytest.mark.parametrize(("act", "then"), [("close", "closed"), ("idle", "idle")])
def test_a_card_drawn_while_nobody_bets_does_not_keep_the_table_open(act: str, then: str) -> None:
    table = opened(SHOE)
    sent(table, ev.CardDrawn())
    assert table.game.ledger()["drawn"] == 1
    sent(table, floor(act))
    assert table.game.table.state == then
    assert table.game.ledger()["stub"] == 52, "the card is with its deck again"
    assert table.game.decks[0].state == ("spread" if act == "idle" else "discarded")


def test_a_card_drawn_once_somebody_has_bet_keeps_it_open() -> None:
    table = opened(SHOE)
    sent(table, ev.CardDrawn())
    bet(table, 1)
    assert refusal(table, floor("close")).why == "a round is being played"


@pytest.mark.parametrize("what", ["dealer-misdealt", "community-misdealt", "seat-misdealt"])
def test_no_misdeal_before_a_card_is_dealt(what: str) -> None:
    table = opened(SHOE)
    bet(table, 1)
    table.close_bets()
    assert table.game.round.state == "dealing"
    wrong = ev.Irregularity(what, "d", "dealer", 1 if what == "seat-misdealt" else None, 1)  # type: ignore[arg-type]
    assert refusal(table, wrong).why == "no card has been dealt yet"
    sent(table, ev.CardDrawn())
    assert "no card" not in (table.refused.why if table.refused else "")


# ---- decks inside the device -------------------------------------------------------------------


def test_a_deck_removed_from_the_device_is_pushed_out_and_then_the_other_comes_up() -> None:
    table = quiet(TWO_IN_THE_DEVICE)
    assert table.game.device.holds == 1
    effects = sent(table, floor("remove-deck", 1))
    assert [effect for effect in effects if isinstance(effect, do.Eject)] == [do.Eject()]
    assert table.game.device.holds == 1, "it lies there until it has come out"
    bet(table, 1)
    assert "not in the device" in refusal(table, ev.Press("no-more-bets")).why
    sent(table, ev.Ejected(52))
    assert (table.game.device.holds, table.game.table.deck) == (2, 2)
    sent(table, ev.Press("no-more-bets"))


def test_both_decks_of_an_idle_table_come_out_and_are_counted() -> None:
    table = quiet(TWO_IN_THE_DEVICE)
    effects = sent(table, floor("idle"))
    assert len([effect for effect in effects if isinstance(effect, do.Eject)]) == 2
    sent(table, ev.Ejected(52))
    sent(table, ev.Ejected(51))
    assert [deck.inside for deck in table.game.decks] == [False, False]
    assert [deck.recount for deck in table.game.decks] == [False, True]


def test_an_eject_that_a_fault_ended_is_asked_for_again() -> None:
    table = quiet(Kind("md-uth", "automated", {}, 1, ALL))
    sent(table, floor("order-shuffle"))
    sent(table, ev.Fault("motor"))
    effects = sent(table, ev.Cleared())
    assert do.Eject() not in effects, "whoever cleared it has taken the deck out"
    assert not table.game.decks[0].inside
    by_hand = quiet(Kind("nj-uth", "hand", {}, 1, ("counts",)))
    sent(by_hand, floor("remove-deck", 1))
    sent(by_hand, receive(1, "red"))
    while by_hand.game.decks[0].state != "stacked":
        sent(by_hand, ev.Badge(FLOOR, "floor") if by_hand.game.decks[0].state == "inspected" else ev.Press("next"))
    sent(by_hand, ev.Loaded(1))
    assert do.Eject() in sent(by_hand, ev.Shuffled(1, 52))
    sent(by_hand, ev.Fault("motor"))
    assert do.Eject() in sent(by_hand, ev.Cleared())


# ---- what a void gives back --------------------------------------------------------------------


def test_a_void_names_only_seats_that_have_not_been_settled() -> None:
    table = dealt(SHOE, (1, 2))
    for _ in (1, 2):
        play(table, 4)
    table.play_on()
    table.show()
    table.settle_once()
    assert table.game.round.turn == 1
    effects = sent(table, ev.CardsKeyed("seat", table.game.seat(2).cards, 1))
    (void,) = [effect for effect in effects if isinstance(effect, do.Voided)]
    assert void.seats == (1,)


# ---- two decks take turns, with a shuffler ---------------------------------------------------


def one_round(table: Table) -> None:
    bet(table, 1)
    table.close_bets()
    table.play_on()
    to_the_end(table)


def opening_of(table: Table, deck: int) -> None:
    """Up to the shuffler."""
    while table.game.decks[deck - 1].state != "stacked":
        received = table.game.decks[deck - 1].state
        sent(table, ev.Badge(FLOOR, "floor") if received == "inspected" else ev.Press("next"))


@pytest.mark.rule("nj-uth 32.2(b)4", "reading G27")
def test_a_new_deck_takes_its_turn_and_the_other_comes_out_of_the_device_for_it() -> None:
    table = opened(TWO_IN_THE_DEVICE)
    one_round(table)
    sent(table, floor("remove-deck", 1))
    one_round(table)
    assert table.game.table.deck == 2, "deck 1 is gone"
    sent(table, ev.Loaded(2))
    sent(table, receive(1, "red"))
    opening_of(table, 1)
    table.scenario = dataclasses.replace(table.scenario, device=None)
    sent(table, ev.Loaded(1))
    assert do.Eject() in sent(table, ev.Shuffled(1, 52))
    assert (table.game.table.deck, table.game.device.holds) == (1, 2)
    assert table.game.prompt().text == "Wait: the device brings up deck 1"
    bet(table, 1)
    assert "not in the device" in refusal(table, ev.Press("no-more-bets")).why
    sent(table, ev.Ejected(52))
    assert (table.game.device.holds, table.game.prompt().text) == (1, "Wagers, then press no more bets")
    sent(table, ev.Press("no-more-bets"))


@pytest.mark.rule("nj-uth 32.2(b)4", "reading G2")
def test_a_lost_link_does_not_let_a_deck_play_twice_running() -> None:
    table = opened(BY_HAND)
    bet(table, 1)
    table.close_bets()
    table.play_on()
    sent(table, ev.LinkLost())
    to_the_end(table)
    assert table.game.table.deck == 2


@pytest.mark.rule("nj-uth 32.2(b)", "nj-uth 32.2(b)5")
def test_without_the_shuffler_the_deck_in_the_rack_is_shuffled_by_hand_and_one_deck_plays_on() -> None:
    table = opened(Kind("nj-uth", "manual_shoe", {}, 2, ("counts", "two-decks")))
    one_round(table)
    assert (table.game.table.deck, table.game.decks[0].state) == (2, "discarded")
    sent(table, ev.DeviceOut("removed", FLOOR, "floor"))
    bet(table, 1)
    assert table.game.prompt().text == "Shuffle deck 1 by hand, then press next"
    assert refusal(table, ev.Press("no-more-bets")).do == table.game.prompt().text
    sent(table, ev.Press("next"))
    table.close_bets()
    table.play_on()
    to_the_end(table)
    table.shuffle()
    assert table.game.table.deck == 2
    one_round(table)
    table.shuffle()
    assert (table.game.table.deck, [deck.state for deck in table.game.decks]) == (2, ["cut", "cut"])
    sent(table, ev.DeviceReady(("counts", "two-decks")))
    assert table.game.table.deck == 1, "with a shuffler they take turns again"


@pytest.mark.rule("nj-uth 32.2(b)")
def test_without_the_shuffler_the_table_opens_with_the_deck_it_has() -> None:
    table = opened(Kind("nj-uth", "manual_shoe", {}, 2, ("counts", "two-decks")))
    sent(table, ev.DeviceOut("removed", FLOOR, "floor"))
    sent(table, floor("remove-deck", 1))
    sent(table, floor("close"))
    sent(table, floor("open"))
    while table.game.table.state != "open":
        sent(table, ev.Count(52) if table.game.decks[1].recount else ev.Press("next"))
    assert table.game.table.deck == 2
    assert refusal(table, receive(1, "blue")).rule == "nj-uth 32.2(b)"
    sent(table, floor("remove-deck", 2))
    assert table.game.prompt().text == "Receive a new deck 2"
    sent(table, receive(2, "blue"))


@pytest.mark.rule("nj-uth 32.4(a)")
def test_both_decks_in_the_device_are_shuffled_again_when_the_table_opens_again() -> None:
    table = quiet(TWO_IN_THE_DEVICE)
    sent(table, floor("close"))
    effects = sent(table, floor("open"))
    assert len([effect for effect in effects if isinstance(effect, do.Eject)]) == 2
    assert [deck.state for deck in table.game.decks] == ["discarded"] * 2
    for _ in range(2):
        sent(table, ev.Ejected(52))
    assert (table.game.table.state, table.game.prompt().text) == ("opening", "Put deck 1 into the shuffler")


@pytest.mark.rule("reading G2")
def test_a_device_that_lost_its_account_has_nothing_to_do_with_a_deck_in_the_hand() -> None:
    table = opened(Kind("nj-hilo", "hand", {}, 1, ("counts",)))
    bet(table, 1)
    sent(table, ev.Press("no-more-bets"))
    sent(table, ev.LinkLost())
    sent(table, ev.LinkFound(False))
    assert (table.game.round.void, table.game.device.to_empty) == (None, False)


@pytest.mark.rule("nj-hilo 40.6(g)2")
def test_linked_positions_are_over_with_the_round_and_the_dealer_is_told() -> None:
    table = opened(Kind("nj-hilo", "manual_shoe"))
    told = do.Tell("Key linked positions again", "nj-hilo 40.6(g)2")
    sent(table, ev.Linked((1, 2)))
    for expected in (True, False):
        before = len(table.happened)
        bet(table, 1)
        table.close_bets()
        table.play_on()
        sent(table, ev.Press("fold", 1))
        table.settle()
        table.clear_layout()
        sent(table, ev.Press("next"))
        table.shuffle()
        assert (told in table.happened[before:]) is expected
