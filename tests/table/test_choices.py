"""What an operator may set up at a table, what the texts refuse, and what must be ready before a card is dealt."""

import random

import pytest

from controller.game.fields import BadInput
from controller.game.offer import check_offer
from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.library import open_book
from controller.play.dealer import follow
from controller.play.sim import FLOOR
from tests.table.at_the_table import BOOKS, bet, opened, receive, refusal, sent, table_of
from tests.table.tables import ALL, Kind

SHOES = [Kind(rulebook, "manual_shoe") for rulebook in BOOKS]
METHODS = [Kind(rulebook, "manual_shoe") for rulebook in BOOKS]
METHODS += [Kind(rulebook, "manual_shoe", {}, 1, ("counts",)) for rulebook in BOOKS]
METHODS += [Kind(rulebook, "hand", {}, 1, ("counts",)) for rulebook in BOOKS if rulebook != "ma-uth-2"]
METHODS += [Kind(rulebook, "automated", {}, 1, ALL) for rulebook in BOOKS]


# ---- methods of dealing ------------------------------------------------------------------


@pytest.mark.rule(
    "ma-uth-1 §7(a)", "ma-uth-1 §8(a)", "ma-uth-1 §9(a)", "nj-uth 32.7(a)", "nj-uth 32.8(a)", "nj-uth 32.9(a)"
)
@pytest.mark.rule("ma-uth-2 §7(a)", "ma-uth-2 §8(a)", "md-uth 5.C", "md-uth 8.A", "md-uth 9.A", "md-uth 10.A")
@pytest.mark.rule("nj-hilo 1.19(b)1", "nj-hilo 1.19(c)", "nj-hilo 40.7(a)", "nj-hilo 40.8(a)", "nj-hilo 40.9(a)")
@pytest.mark.parametrize("kind", METHODS, ids=lambda kind: f"{kind} {'shuffler' if kind.caps else ''}")
def test_a_method_of_the_text_may_be_chosen_and_deals_a_round(kind: Kind) -> None:
    table, rng = kind.table(), random.Random(2)
    for _ in range(200):
        follow(table, rng)
        if any(isinstance(effect, do.RoundOver) for effect in table.happened):
            break
    assert (table.game.table.method, table.game.table.number) == (kind.method, 1)
    over = [effect for effect in table.happened if isinstance(effect, do.RoundOver)]
    assert over == [do.RoundOver(1, False)]
    stacks = [effect for effect in table.happened if isinstance(effect, do.Dispense)]
    assert bool(stacks) == (kind.method == "automated")
    own = open_book(kind.rulebook).rules.hand.own
    assert {stack.cards for stack in stacks if stack.place == "seat"} <= {own}


def test_a_method_that_a_text_does_not_have_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^method: "):
        Kind("ma-uth-2", "hand", {}, 1, ("counts",)).game()
    table = opened(Kind("ma-uth-2", "manual_shoe", {}, 1, ("counts",)))
    assert "no dealing by hand" in refusal(table, ev.ChangeMethod("hand", FLOOR, "floor")).why


# ---- decks -----------------------------------------------------------------------------------

SECOND_DECK = {
    "ma-uth-1": "§2(b)",
    "nj-uth": "32.2(b)",
    "ma-uth-2": "§2(b)",
    "md-uth": "3.B",
    "nj-hilo": "40.2(b)",
}


@pytest.mark.rule("ma-uth-1 §2(b)", "nj-uth 32.2(b)", "ma-uth-2 §2(b)", "md-uth 3.B", "nj-hilo 40.2(b)")
@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_second_deck_goes_with_a_shuffler_only(rulebook: str) -> None:
    table = table_of(Kind(rulebook, "manual_shoe", {}, 2))
    sent(table, ev.Act("open", FLOOR, "floor"))
    sent(table, receive(1, "red"))
    assert refusal(table, receive(2, "blue")).rule == f"{rulebook} {SECOND_DECK[rulebook]}"
    assert [deck.state for deck in opened(Kind(rulebook, "automated", {}, 2, ALL)).game.decks] == ["shuffled"] * 2


CUT = {"ma-uth-1": "§4(c)(1)", "nj-uth": "32.4(c)1", "ma-uth-2": "§4(c)(1)", "md-uth": "5.F", "nj-hilo": "40.4(c)1"}


@pytest.mark.rule("ma-uth-1 §4(c)(2)", "nj-uth 32.4(c)2", "ma-uth-2 §4(c)(2)", "nj-hilo 40.4(c)2", "md-uth 5.D(2)")
@pytest.mark.rule("md-uth 5.A", "md-uth 5.A(1)", "md-uth 5.B")
@pytest.mark.parametrize("kind", SHOES, ids=str)
def test_no_card_is_dealt_before_the_deck_lies_shuffled_and_cut(kind: Kind) -> None:
    table = table_of(kind)
    sent(table, ev.Act("open", FLOOR, "floor"))
    sent(table, receive(1, "red"))
    bet(table, 1)
    states = []
    while table.game.table.state != "open":
        states.append(table.game.decks[0].state)
        rules = {refusal(table, event).rule for event in (ev.Press("no-more-bets"), ev.CardDrawn())}
        assert rules == {table.game.prompt().rule}
        sent(table, ev.Badge(FLOOR, "floor") if states[-1] == "inspected" else ev.Press("next"))
    assert states[-2:] == ["stacked", "shuffled"]
    assert rules == {f"{kind.rulebook} {CUT[kind.rulebook]}"}
    assert (table.game.decks[0].state, table.game.ledger()["stub"]) == ("cut", 52)
    sent(table, ev.Press("no-more-bets"))
    sent(table, ev.CardDrawn())
    assert table.game.ledger()["stub"] == 51


@pytest.mark.rule("md-uth 5.I", "md-uth 5.D(2)", "md-uth 5.E(1)", "reading G24")
@pytest.mark.parametrize(("caps", "cut"), [(("counts",), False), (("reads",), True)])
def test_a_counting_device_waives_the_cut_of_a_preshuffled_deck(caps: tuple[str, ...], cut: bool) -> None:
    table = table_of(Kind("md-uth", "manual_shoe", {}, 1, caps))
    sent(table, ev.DeviceReady(caps))
    sent(table, ev.Act("open", FLOOR, "floor"))
    sent(table, receive(1, "red", preshuffled=True))
    assert (table.game.table.state == "open") is not cut
    assert table.game.prompt().text.startswith("Cut deck 1") is cut


IN_THE_DEVICE = {
    "ma-uth-1": "§9(b)(1)",
    "nj-uth": "32.9(b)1",
    "ma-uth-2": "§8(b)(1)",
    "md-uth": "10.A(1)",
    "nj-hilo": "40.9(b)1",
}


@pytest.mark.rule("ma-uth-1 §9(b)(1)", "nj-uth 32.9(b)1", "ma-uth-2 §8(b)(1)", "md-uth 10.A(1)", "nj-hilo 40.9(b)1")
@pytest.mark.parametrize("rulebook", BOOKS)
def test_shuffled_cards_are_in_the_device_before_it_deals(rulebook: str) -> None:
    """The table changes from the shoe to the device when the shuffled deck lies outside."""
    table = opened(Kind(rulebook, "manual_shoe", {}, 1, ALL))
    bet(table, 1)
    sent(table, ev.ChangeMethod("automated", FLOOR, "floor"))
    assert not table.game.decks[0].inside
    refused = refusal(table, ev.Press("no-more-bets"))
    assert refused.rule == f"{rulebook} {IN_THE_DEVICE[rulebook]}"
    assert refused.do == "Put deck 1 into the device"
    sent(table, ev.Loaded(1))
    sent(table, ev.Press("no-more-bets"))
    assert table.game.round.state == "dealing"


# ---- seats and spots -----------------------------------------------------------------------

SPOTS = {
    "ma-uth-1": {"ante", "blind", "trips", "progressive", "cover_all"},
    "nj-uth": {"ante", "blind", "trips"},
    "ma-uth-2": {"ante", "blind", "trips", "progressive", "cover_all"},
    "md-uth": {"ante", "blind", "trips", "progressive", "six_card", "pairs", "bad_beat", "board"},
    "nj-hilo": {"ante", "tie", "poker_bonus"},
}
EVERY_WAGER = {
    "ma-uth-1": {"trips": "A", "progressive": {"flush": "40 to 1"}, "cover_all": True},
    "nj-uth": {"trips": "A"},
    "ma-uth-2": {"trips": "A", "progressive": "PTMGL01", "cover_all": True},
    "md-uth": {"trips": "A", "progressive": "A", "progressive_wager": "1", "six_card": "A"}
    | {"pairs": "A", "bad_beat": "A", "board": "A"},
    "nj-hilo": {"poker_bonus": "1"},
}
SEATS = {"ma-uth-1": 6, "nj-uth": 6, "ma-uth-2": 6, "md-uth": 6, "nj-hilo": 7}


@pytest.mark.rule("md-uth 2.A", "md-uth 2.B(2)", "md-uth 2.B(5)", "md-uth 2.B(6)", "nj-hilo 1.13Z(b)1", "reading R23")
@pytest.mark.rule("nj-hilo 1.13Z(b)2i", "nj-hilo 1.13Z(b)2ii", "nj-hilo 1.13Z(b)2iii", "nj-hilo 1.13Z(b)2iv")
@pytest.mark.parametrize("rulebook", BOOKS)
def test_every_seat_has_a_spot_for_every_offered_wager(rulebook: str) -> None:
    table = opened(Kind(rulebook, "automated", EVERY_WAGER[rulebook], 1, ALL))
    for seat in range(1, SEATS[rulebook] + 1):
        for wager in SPOTS[rulebook]:
            sent(table, ev.ChipsOn(seat, wager))
        assert set(table.game.seat(seat).wagers) == SPOTS[rulebook]
    for seat in (0, SEATS[rulebook] + 1):
        assert "there is no seat" in refusal(table, ev.ChipsOn(seat, "ante")).why
    table.close_bets()
    table.play_on()
    assert table.game.round.state in ("first-decisions", "election")
    for seat in range(1, SEATS[rulebook] + 1):
        sent(table, ev.ChipsOn(seat, "play"))
        assert "play" in table.game.seat(seat).wagers, "it is taken for the seat's play wager"
        sent(table, ev.Press("play", seat))


@pytest.mark.rule("md-uth 2.B(5)", "md-uth 2.B(6)", "md-uth 7.F(3)", "md-uth 7.F(4)", "md-uth 7.F(5)")
@pytest.mark.rule("md-uth 7.F(6)", "md-uth 7.F(7)")
@pytest.mark.parametrize("wager", ["trips", "progressive", "six_card", "pairs", "bad_beat", "board"])
def test_a_wager_that_is_not_offered_has_no_spot(wager: str) -> None:
    table = opened(Kind("md-uth", "manual_shoe"))
    assert "no wager of this table" in refusal(table, ev.ChipsOn(1, wager)).why


ONE_POSITION = {"ma-uth-1": "§12", "nj-uth": "32.12", "ma-uth-2": "§11", "md-uth": "7.G"}


@pytest.mark.rule("ma-uth-1 §12", "nj-uth 32.12", "ma-uth-2 §11", "md-uth 7.G", "nj-hilo 40.6(g)")
@pytest.mark.parametrize("kind", SHOES, ids=str)
def test_one_position_a_player_but_in_hi_lo(kind: Kind) -> None:
    table = opened(kind)
    if kind.rulebook == "nj-hilo":
        sent(table, ev.Linked((1, 2)))
        assert table.game.seat(2).leader == 1
    else:
        assert refusal(table, ev.Linked((1, 2))).rule == f"{kind.rulebook} {ONE_POSITION[kind.rulebook]}"


@pytest.mark.rule("ma-uth-1 §6(a)", "nj-uth 32.6(a)", "ma-uth-2 §6(a)", "md-uth 7.A", "md-uth 7.B", "nj-hilo 40.6(a)")
@pytest.mark.parametrize("kind", SHOES, ids=str)
def test_only_chips_on_a_spot_are_a_wager(kind: Kind) -> None:
    table = opened(kind)
    assert "has no ante wager" in refusal(table, ev.Amount(1, "ante", 1000)).why, "what was only said"
    assert "no wager on the table" in refusal(table, ev.Press("no-more-bets")).why
    bet(table, 2)
    assert refusal(table, ev.Amount(1, "ante", 1000))
    table.close_bets()
    assert [seat.number for seat in table.game.round.seats if seat.dealt_in] == [2]


# ---- wagers and pay tables --------------------------------------------------------------------


@pytest.mark.rule("ma-uth-1 §6(c)", "nj-uth 32.6(c)", "ma-uth-2 §6(c)", "md-uth 7.F(2)")
@pytest.mark.parametrize("rulebook", ["ma-uth-1", "nj-uth", "ma-uth-2", "md-uth"])
def test_trips_goes_with_ante_and_blind_and_changes_nothing_about_them(rulebook: str) -> None:
    kind = Kind(rulebook, "manual_shoe", {"trips": "A"})
    table = opened(kind)
    sent(table, ev.ChipsOn(1, "trips"))
    assert "trips without" in refusal(table, ev.Press("no-more-bets")).why
    settled = []
    for wagers in ({}, {"trips": 25}):
        table = opened(kind, seat_1="9h 9s", community="9c Kc 6d 4s 2d", dealer="Kd Qs")
        bet(table, 1, **wagers)
        table.close_bets()
        while table.game.round.state != "dealer-shows":
            table.play_on()
            if table.game.round.turn:
                follow(table, random.Random(0))
        table.settle()
        (lines,) = [effect.lines for effect in table.happened if isinstance(effect, do.SeatSettled)]
        settled.append([line for line in lines if line.wager != "trips"])
    assert settled[0] == settled[1]


@pytest.mark.rule("md-uth 12.D(1)")
def test_one_progressive_table_is_chosen_with_its_wager() -> None:
    book = open_book("md-uth")
    for table in "ABCD":
        offer = check_offer(book, {"progressive": table, "progressive_wager": "1"})
        assert offer.tables["progressive"] is book.tables["progressive"][table]
    for table in ("E", "", "AB", ["A", "B"], None):
        with pytest.raises(BadInput, match=r"^options\.progressive: "):
            check_offer(book, {"progressive": table, "progressive_wager": "1"})
    with pytest.raises(BadInput, match=r"^options\.progressive_wager: "):
        check_offer(book, {"progressive": "A"})
