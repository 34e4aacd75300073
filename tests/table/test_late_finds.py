"""What is found late, or while the device is busy: nothing is skipped, and nothing is void that need not be."""

import dataclasses

import pytest

from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.play.sim import FLOOR, Table
from tests.table.at_the_table import BOOKS, bet, dealt, opened, play, refusal, sent
from tests.table.tables import ALL, Kind

MISDEALT = {"ma-uth-1": "§15(d)", "nj-uth": "32.13(d)", "ma-uth-2": "§14(d)", "md-uth": "13.E", "nj-hilo": "40.12(d)"}
ALL_VOID = {"md-uth"}
"""Texts by which one seat's misdeal voids every hand."""


def played(rulebook: str, seats: tuple[int, ...] = (1, 2)) -> Table:
    """Every seat has played; the dealer is about to show."""
    table = dealt(Kind(rulebook, "manual_shoe"), seats)
    for _ in seats:
        play(table, 1 if rulebook == "nj-hilo" else 4)
    table.play_on()
    assert table.game.round.state == "dealer-shows"
    return table


def voided(effects: tuple[do.Effect, ...]) -> do.Voided:
    (void,) = [effect for effect in effects if isinstance(effect, do.Voided)]
    return void


def seat_has(cards: int, seat: int) -> ev.Irregularity:
    return ev.Irregularity("seat-misdealt", "d", "dealer", seat, cards)


# ---- a wrong number of cards, seen when they are turned up ---------------------------------


@pytest.mark.rule("ma-uth-1 §15(d)", "nj-uth 32.13(d)", "ma-uth-2 §14(d)", "md-uth 13.E", "nj-hilo 40.12(d)")
@pytest.mark.parametrize("shown", [False, True])
@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_misdealt_seat_is_void_at_the_showdown_too(rulebook: str, shown: bool) -> None:
    table = played(rulebook)
    if shown:
        table.show()
    void = voided(sent(table, seat_has(9, 2)))
    both = rulebook in ALL_VOID
    assert (void.rule, void.seats) == (f"{rulebook} {MISDEALT[rulebook]}", (1, 2) if both else (2,))
    assert table.game.round.state == "void" if both else table.game.seat(2).void
    if not both:
        table.settle()
        assert table.refused is None
        settled = [e for e in table.happened if isinstance(e, do.SeatSettled) and e.seat == 1 and e.lines]
        assert settled, "the other hand is settled"
        back = [line for e in table.happened if isinstance(e, do.SeatSettled) and e.seat == 2 for line in e.lines]
        assert {line.result for line in back} == {"void"}


@pytest.mark.rule("ma-uth-1 §15(d)", "nj-uth 32.13(d)", "ma-uth-2 §14(d)", "md-uth 13.E", "nj-hilo 40.12(d)")
@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_misdealt_dealer_voids_all_at_the_showdown_but_not_once_money_has_moved(rulebook: str) -> None:
    wrong = ev.Irregularity("dealer-misdealt", "d", "dealer", None, 9)
    table = played(rulebook)
    table.show()
    assert voided(sent(table, wrong)).seats == (1, 2)
    assert table.game.round.state == "void"
    table = played(rulebook)
    table.show()
    table.settle_once()
    assert table.game.round.turn == 1
    assert "no deal" in refusal(table, wrong).why
    assert "no deal" in refusal(table, seat_has(9, 2)).why


# ---- the device gives a seat too many: the next seat still gets its own ---------------------


@pytest.mark.rule("ma-uth-1 §15(d)", "nj-uth 32.13(d)", "ma-uth-2 §14(d)", "nj-hilo 40.12(d)")
@pytest.mark.rule("ma-uth-1 §9(c)", "nj-uth 32.9(c)", "ma-uth-2 §8(c)", "nj-hilo 40.9(c)")
@pytest.mark.parametrize("rulebook", [rulebook for rulebook in BOOKS if rulebook not in ALL_VOID])
def test_the_seat_after_a_misdealt_one_is_not_skipped(rulebook: str) -> None:
    table = opened(Kind(rulebook, "automated", {}, 1, ALL))
    for seat in (1, 2, 3):
        bet(table, seat)
    sent(table, ev.Press("no-more-bets"))
    own = table.game.book.rules.hand.own
    sent(table, ev.Dispensed("seat", own + 1, 1))
    assert table.game.seat(1).void
    for seat in (2, 3):
        assert do.Dispense("seat", own, seat) in sent(table, ev.Taken("seat", seat - 1))
        sent(table, ev.Dispensed("seat", own, seat))
        assert table.game.seat(seat).out == own
    assert do.Dispense("dealer", own) in sent(table, ev.Taken("seat", 3))


# ---- a link that is lost when the device has nothing of the round ---------------------------


@pytest.mark.rule("reading G2")
@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_device_without_the_rounds_cards_voids_nothing(rulebook: str) -> None:
    table = dealt(Kind(rulebook, "manual_shoe", {}, 1, ("counts",)))
    at = table.game.round.state
    sent(table, ev.LinkLost())
    effects = sent(table, ev.LinkFound(False))
    assert not [effect for effect in effects if isinstance(effect, do.Voided)]
    assert (table.game.round.state, table.game.round.void) == (at, None)


@pytest.mark.rule("reading G2")
@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_device_that_lost_the_rounds_cards_voids_it(rulebook: str) -> None:
    table = opened(Kind(rulebook, "automated", {}, 1, ALL))
    bet(table, 1)
    sent(table, ev.Press("no-more-bets"))
    table.deal(1)
    sent(table, ev.LinkLost())
    assert voided(sent(table, ev.LinkFound(False))).what == "dealing_failed"


@pytest.mark.rule("reading G2")
def test_a_session_alone_does_not_find_a_lost_link() -> None:
    table = opened(Kind("nj-uth", "automated", {}, 1, ALL))
    bet(table, 1)
    sent(table, ev.Press("no-more-bets"))
    table.deal(1)
    assert refusal(table, ev.DeviceReady(("reads",), 3)).rule == "reading G2", "it does not even deal stacks"
    sent(table, ev.LinkLost())
    sent(table, ev.DeviceReady(ALL, 1))
    assert table.game.device.state == "lost"
    sent(table, ev.LinkFound(True))
    table.deal()
    assert table.refused is None
    assert table.game.seat(1).out == 2


# ---- rulings, rests and abandoned wagers ----------------------------------------------------


@pytest.mark.rule("nj-uth 32.7(f)2")
def test_a_wrong_stub_count_is_ruled_on_before_anything_else_is_declared() -> None:
    table = dealt(Kind("nj-uth", "manual_shoe"))
    play(table, 4)
    while table.game.round.state != "stub":
        table.deal(1)
    sent(table, ev.Count(40))
    waiting = table.game.round.ruling
    burn = ev.Irregularity("burn-wrong", FLOOR, "floor")
    assert refusal(table, burn).rule == "nj-uth 32.7(f)2"
    assert table.game.round.ruling == waiting


@pytest.mark.rule("ma-uth-1 §2(a)", "nj-uth 32.2(a)", "ma-uth-2 §2(a)", "md-uth 3.A(1)", "nj-hilo 40.2(a)")
@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize(("missing", "asked"), [(0, False), (1, True)])
def test_what_a_void_round_leaves_in_the_device_is_counted(rulebook: str, missing: int, asked: bool) -> None:
    table = opened(Kind(rulebook, "automated", {}, 1, ("counts", "stacks")))
    bet(table, 1)
    sent(table, ev.Press("no-more-bets"))
    table.deal(1)
    table.scenario = dataclasses.replace(table.scenario, device=None)  # from here on by hand
    for _ in range(2):
        sent(table, ev.FaceUp())
    assert table.game.round.state == "void"
    effects = sent(table, ev.Ejected(table.game.ledger()["stub"] - missing))
    assert any(isinstance(effect, do.Alarm) for effect in effects) is asked
    while table.game.round.state in ("void", "collection"):
        sent(table, ev.Press("next"))
    assert (table.game.prompt().text == "Count deck 1 and key the count") is asked
    if asked:
        sent(table, ev.Count(51))
        assert table.game.decks[0].state == "removed"


@pytest.mark.rule("md-uth 7.C(2)", "md-uth 13.G", "reading R21")
def test_nobody_abandons_wagers_that_a_void_gives_back() -> None:
    table = opened(Kind("md-uth", "manual_shoe", {"trips": "A"}))
    bet(table, 1, trips=5)
    bet(table, 2)
    table.close_bets()
    table.play_on()
    sent(table, ev.Irregularity("dealer-card-exposed", "d", "dealer"))
    assert "no hand to leave" in refusal(table, ev.Abandon(2, FLOOR, "floor")).why


@pytest.mark.rule("md-uth 7.C(2)", "md-uth 8.D(2)", "reading R21")
def test_a_seat_abandoned_before_the_deal_gets_no_card() -> None:
    table = opened(Kind("md-uth", "manual_shoe", {"progressive": "A", "progressive_wager": "1"}))
    bet(table, 1)
    bet(table, 2)
    sent(table, ev.Press("no-more-bets"))
    sent(table, ev.Abandon(1, FLOOR, "floor"))
    for event in (ev.Press("lock-out"), ev.Count(0)):
        sent(table, event)
    if table.game.round.state == "chips-counted":
        sent(table, ev.Press("next"))
    table.play_on()
    assert (table.game.seat(1).out, table.game.seat(2).out) == (0, 2)


@pytest.mark.rule("md-uth 3.C(2)", "reading G28")
def test_a_card_drawn_in_error_does_not_begin_a_round_with_a_deck_whose_time_is_over() -> None:
    table = opened(Kind("md-uth", "manual_shoe"))
    bet(table, 1)
    table.at += 9 * 3_600_000
    over = refusal(table, ev.Press("no-more-bets")).rule
    assert over.startswith("md-uth 3.C")
    assert refusal(table, ev.CardDrawn()).rule == over
    assert refusal(table, ev.Press("no-more-bets")).rule == over


@pytest.mark.rule("nj-hilo 40.6(g)", "nj-hilo 40.6(g)1")
def test_a_players_positions_are_linked_all_at_once() -> None:
    table = opened(Kind("nj-hilo", "manual_shoe"))
    sent(table, ev.Linked((3, 4)))
    for seats in ((4, 5), (3, 5), (5, 4)):
        assert "one of this player's too" in refusal(table, ev.Linked(seats)).why
    sent(table, ev.Linked((3, 4, 5)))
    assert [table.game.seat(seat).leader for seat in (3, 4, 5)] == [0, 3, 3]


# ---- an idle table --------------------------------------------------------------------------


@pytest.mark.rule("ma-uth-1 §4(e)", "nj-uth 32.4(e)", "ma-uth-2 §4(e)", "md-uth 5.H(1)", "nj-hilo 40.4(e)")
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("rulebook", BOOKS)
def test_the_decks_of_an_idle_table_come_out_of_the_device_and_are_spread(rulebook: str, decks: int) -> None:
    table = opened(Kind(rulebook, "automated", {}, decks, ALL))
    effects = sent(table, ev.Act("idle", FLOOR, "floor"))
    assert [effect for effect in effects if isinstance(effect, do.Eject)] == [do.Eject()] * decks
    assert [(deck.state, deck.inside) for deck in table.game.decks] == [("spread", False)] * decks
    sent(table, ev.Press("next"))
    assert table.game.table.state == "opening", "the shuffled cards are not played on"
    table.shuffle()
    assert table.refused is None
    assert (table.game.table.state, table.game.device.holds) == ("open", 1)


# ---- what the device did not give, or what came aside from what it gave -----------------------


@pytest.mark.rule("nj-uth 32.13(d)", "reading G40")
@pytest.mark.parametrize("at", ["dealing", "rest-out"])
def test_a_short_stack_of_the_dealer_is_made_up_from_the_rest(at: str) -> None:
    table = opened(Kind("nj-uth", "automated", {}, 1, ("counts", "stacks")))
    bet(table, 1)
    sent(table, ev.Press("no-more-bets"))
    table.scenario = dataclasses.replace(table.scenario, device=None)  # from here on by hand
    for event in (ev.Dispensed("seat", 2, 1), ev.Taken("seat", 1), ev.Dispensed("dealer", 2)):
        sent(table, event)
    if at == "rest-out":
        sent(table, ev.Taken("dealer"))
    assert table.game.round.state == at
    sent(table, ev.Irregularity("dealer-misdealt", "d", "dealer", None, 1))
    if at == "dealing":
        sent(table, ev.Taken("dealer"))
    sent(table, ev.Ejected(table.game.ledger()["stub"]))
    assert table.game.prompt().text == "To dealer: 1 card"
    sent(table, ev.Press("next"))
    assert (table.game.round.state, table.game.ledger()["dealer"]) == ("first-decisions", 2)


@pytest.mark.rule("ma-uth-1 §15(b)", "reading R4")
def test_the_board_is_told_past_a_card_that_lay_face_up_in_the_rest() -> None:
    table = dealt(Kind("ma-uth-1", "automated", {}, 1, ("reads", "counts", "stacks")))
    play(table, 4)
    assert table.game.round.state == "flop"
    sent(table, ev.Press("next"))
    sent(table, ev.Irregularity("face-up-card", "d", "dealer"))
    (asked,) = [effect for effect in sent(table, ev.Press("next")) if isinstance(effect, do.Reveal)]
    assert (asked.place, asked.first, asked.cards) == ("ejected", 2, 3), "a burn and the one in the rack come first"


@pytest.mark.rule("nj-uth 32.13(f)", "md-uth 13.I(2)")
@pytest.mark.parametrize(("rulebook", "rule"), [("nj-uth", "nj-uth 32.13(f)"), ("md-uth", "md-uth 13.I(2)")])
def test_a_rest_that_is_short_has_the_device_looked_into(rulebook: str, rule: str) -> None:
    table = opened(Kind(rulebook, "automated", {}, 1, ("stacks",)))
    bet(table, 1)
    sent(table, ev.Press("no-more-bets"))
    table.scenario = dataclasses.replace(table.scenario, device=None)
    while table.game.round.state == "dealing":
        table.deal_on()
    effects = sent(table, ev.Ejected(table.game.ledger()["stub"] - 8))
    assert do.Tell("Look into the device: cards may be left in it, up to 8", rule) in effects


@pytest.mark.rule("md-uth 11.J(2)(c)", "md-uth 7.C(2)", "reading R21")
def test_the_seat_at_turn_is_abandoned_with_its_progressive_win() -> None:
    kind = Kind("md-uth", "manual_shoe", {"progressive": "A", "progressive_wager": "1"})
    table = opened(kind, seat_1="9h 9s", community="9c Kc 6d 4s 2d", dealer="Kd Qs")
    bet(table, 1, progressive=1)
    table.close_bets()
    table.play_on()
    play(table, 4)
    table.play_on()
    table.show()
    sent(table, ev.CardsKeyed("seat", ("9h", "9s"), 1))
    assert table.game.progressive_waits
    sent(table, ev.Abandon(1, FLOOR, "floor"))
    assert (table.game.round.state, table.game.progressive_waits) == ("collection", False)
    (lines,) = [effect.lines for effect in table.happened if isinstance(effect, do.SeatSettled)]
    assert {line.result for line in lines} == {"lose"}
