"""Words that the texts define for a round: what the table does is what the word says."""

import random

import pytest

from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.play.dealer import follow
from tests.table.at_the_table import UTH, dealt, play, refusal, sent
from tests.table.tables import KINDS, Kind

SHOES = [Kind(rulebook, "manual_shoe") for rulebook in UTH]
# Maryland burns a card only where it deals by hand.
BURNING = [*SHOES[:3], Kind("md-uth", "hand", {}, 1, ("counts",))]


@pytest.mark.rule("ma-uth-1 §1 Burn", "nj-uth 32.1 Burn", "ma-uth-2 §1 Burn", "md-uth 1.A", "reading G37")
@pytest.mark.parametrize("kind", BURNING, ids=str)
def test_a_burn_is_one_card_off_the_top_that_nobody_sees(kind: Kind) -> None:
    table = dealt(kind)
    for burns, community in ((1, 0), (2, 3)):
        sent(table, ev.Press("check"))
        assert table.game.prompt().text == "Burn 1 card"
        before = table.game.ledger()
        table.deal(1)
        after = table.game.ledger()
        assert (after["burns"], after["community"]) == (burns, community)
        assert after["stub"] == before["stub"] - 1
        assert len(table.game.round.community) == community, "no card of it is keyed or read"
        table.play_on()


@pytest.mark.rule("ma-uth-1 §1 Flop", "nj-uth 32.1 Flop", "ma-uth-2 §1 Flop", "md-uth 1.A")
@pytest.mark.rule("ma-uth-1 §1 Community card", "nj-uth 32.1 Community card", "ma-uth-2 §1 Community card")
@pytest.mark.parametrize("kind", SHOES, ids=str)
def test_three_community_cards_are_the_flop_and_five_are_shared_by_all(kind: Kind) -> None:
    table = dealt(kind, community="As Kd Qh Jc Ts", seat_1="2c 3d", dealer="2h 3c")
    sent(table, ev.Press("check"))
    table.play_on()
    assert table.game.round.community == ("As", "Kd", "Qh")
    sent(table, ev.Press("check"))
    table.play_on()
    assert table.game.round.community == ("As", "Kd", "Qh", "Jc", "Ts")
    play(table)
    table.settle()
    # Both play the board: the straight is the seat's and the dealer's.
    results = [line.result for effect in table.happened if isinstance(effect, do.SeatSettled) for line in effect.lines]
    assert results == ["push"] * 3


@pytest.mark.rule("ma-uth-1 §1 Stub", "nj-uth 32.1 Stub", "ma-uth-2 §1 Stub", "nj-hilo 40.1 Stub", "md-uth 1.A")
@pytest.mark.parametrize("kind", [*SHOES, Kind("nj-hilo", "manual_shoe")], ids=str)
def test_the_stub_is_what_is_left_when_the_rounds_cards_are_out(kind: Kind) -> None:
    table = dealt(kind, seats=(1, 4))
    game = table.game
    while game.round.state != "stub" and game.book.rules.hand.community:
        sent(table, ev.Press("check"))
        table.deal()
    left = game.ledger()
    out = 5 * 3 if kind.rulebook == "nj-hilo" else 2 * 3 + 5 + (0 if kind.rulebook == "md-uth" else 2)
    assert left["stub"] == 52 - out
    assert not game.round.due


@pytest.mark.rule("ma-uth-1 §1 Check", "nj-uth 32.1 Check", "ma-uth-2 §1 Check", "md-uth 1.B(1)")
@pytest.mark.parametrize("kind", SHOES, ids=str)
def test_a_check_makes_no_play_wager_and_the_seat_stays_in(kind: Kind) -> None:
    table = dealt(kind, seats=(2,))
    for state in ("first-decisions", "second-decisions"):
        assert (table.game.round.state, table.game.round.turn) == (state, 2)
        sent(table, ev.Press("check"))
        seat = table.game.seat(2)
        assert (seat.decision, "play" in seat.wagers) == ("", False)
        table.play_on()
    assert (table.game.round.state, table.game.round.turn) == ("last-decisions", 2)
    play(table)
    assert table.game.seat(2).decision == "played"


@pytest.mark.rule("ma-uth-1 §1 Fold", "nj-uth 32.1 Fold", "ma-uth-2 §1 Fold", "md-uth 1.B(4)", "nj-hilo 40.1 Fold")
@pytest.mark.parametrize("kind", [*SHOES, Kind("nj-hilo", "manual_shoe")], ids=str)
def test_a_fold_ends_the_round_for_a_seat_without_a_play_wager(kind: Kind) -> None:
    table = dealt(kind, seats=(3, 5))
    game = table.game
    while game.book.rules.windows[game.round.window].instead == "check":
        sent(table, ev.Press("check", 3))
        sent(table, ev.Press("check", 5))
        table.play_on()
    (told,) = [effect for effect in sent(table, ev.Press("fold", 3)) if isinstance(effect, do.Tell)]
    assert (told.seat, "discard rack" in told.text) == (3, True)
    assert refusal(table, ev.Press("play", 3)), "it decides no more"
    assert game.round.turn == 5
    play(table)
    table.play_on()
    table.settle()
    lines = {
        e.seat: {line.wager: line.result for line in e.lines} for e in table.happened if isinstance(e, do.SeatSettled)
    }
    assert set(lines[3].values()) == {"lose"}
    assert "play" not in lines[3]


@pytest.mark.rule("ma-uth-1 §1 Play wager", "nj-uth 32.1 Play wager", "ma-uth-2 §1 Play wager", "md-uth 1.B(5)")
@pytest.mark.parametrize("window", [0, 1, 2])
@pytest.mark.parametrize("kind", SHOES, ids=str)
def test_a_play_wager_lies_from_its_window_until_the_dealer_shows(kind: Kind, window: int) -> None:
    table = dealt(kind)
    for _ in range(window):
        sent(table, ev.Press("check"))
        table.play_on()
    play(table, (4, 2, 1)[window])
    assert table.game.seat(1).wagers["play"] == (4000, 2000, 1000)[window]
    table.play_on()
    assert table.game.round.state == "dealer-shows"
    # None is made any more: chips put there now are an alarm.
    sent(table, ev.ChipsOff(1, "play"))
    assert "play" in table.game.seat(1).wagers
    assert table.game.prompt().text == "Put right the play spot of seat 1"


@pytest.mark.rule("ma-uth-1 §1 Round of play", "nj-uth 32.1 Round of play", "ma-uth-2 §1 Round of play")
@pytest.mark.rule("nj-hilo 40.1 Round of play")
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_round_is_over_when_cards_decisions_and_every_wager_are(kind: Kind) -> None:
    table, rng, rounds = kind.table(), random.Random(3), 0
    own = table.game.book.rules.hand.own
    for _ in range(400):
        round, over = table.game.round, len([e for e in table.happened if isinstance(e, do.RoundOver)])
        follow(table, rng)
        if len([e for e in table.happened if isinstance(e, do.RoundOver)]) == over:
            assert table.game.table.number <= rounds + 1, "no other round begins before"
            continue
        rounds += 1
        for seat in (seat for seat in round.seats if seat.dealt_in):
            assert (seat.out, seat.decision != "") == (own, True)
            assert set(seat.done) == set(seat.wagers)
        if rounds == 3:
            return
    raise AssertionError("three rounds are played in 400 acts")
