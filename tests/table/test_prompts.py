"""What the dealer is asked to do, in the words of the prompt, with the paragraph that asks for it."""

import random

import pytest

from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.prompts import Prompt
from controller.library import open_book
from controller.play.dealer import follow
from controller.play.sim import FLOOR, Table
from tests.table.at_the_table import BOOKS, UTH, bet, dealt, opened, play, sent
from tests.table.tables import KINDS, Kind

HAND_SHUFFLED = [Kind(rulebook, "manual_shoe") for rulebook in BOOKS]


class Recorded(Table):
    """A table that keeps every prompt it has shown."""

    def send(self, event: ev.Event):
        outcome = super().send(event)
        self.shown = [*getattr(self, "shown", []), self.game.prompt()]
        return outcome


def shown(kind: Kind) -> frozenset[Prompt]:
    """From a closed table to the end of its second round."""
    table, rng = Recorded(kind.scenario(), kind.game()), random.Random(5)
    for _ in range(300):
        follow(table, rng)
        if sum(isinstance(effect, do.RoundOver) for effect in table.happened) == 2:
            return frozenset(table.shown)
    raise AssertionError("two rounds are played in 300 acts")


# By rulebook the paragraphs behind an act; the first is the one that the prompt shows.
RECEIVE = {
    "ma-uth-1": ("§3(a)", "§2(b)(1)"),
    "nj-uth": ("32.3(a)", "32.2(b)1"),
    "ma-uth-2": ("§3(a)", "§2(b)(1)"),
    "md-uth": ("4.A", "3.A(3)", "3.B(1)"),
    "nj-hilo": ("40.3(a)", "40.2(b)1"),
}
CUT = {
    "ma-uth-1": ("§4(c)(1)", "§4(c)(1)(i)", "§4(c)(1)(ii)", "§4(c)(1)(iii)", "§4(c)(1)(iv)"),
    "nj-uth": ("32.4(c)1", "32.4(c)1i", "32.4(c)1ii", "32.4(c)1iii", "32.4(c)1iv"),
    "ma-uth-2": ("§4(c)(1)", "§4(c)(1)(i)", "§4(c)(1)(ii)", "§4(c)(1)(iii)", "§4(c)(1)(iv)"),
    "md-uth": ("5.F", "5.F(1)"),
    "nj-hilo": ("40.4(c)1", "40.4(c)1i", "40.4(c)1ii", "40.4(c)1iii", "40.4(c)1iv"),
}
COLLECT = {
    "ma-uth-1": ("§10(i)", "§10(h)"),
    "nj-uth": ("32.10(i)", "32.10(h)"),
    "ma-uth-2": ("§9(i)", "§9(h)"),
    "md-uth": ("11.K",),
    "nj-hilo": ("40.10(g)",),
}
DEALER_SHOWS = {
    "ma-uth-1": "§10(f)",
    "nj-uth": "32.10(f)",
    "ma-uth-2": "§9(f)",
    "md-uth": "11.G(1)",
    "nj-hilo": "40.10(c)",
}
# The automated shoe's are as the others': only Maryland has paragraphs of its own for each method.
CHIPS_TO_TRAY = {"manual_shoe": "md-uth 8.C(4)", "hand": "md-uth 9.A(3)(c)", "automated": "md-uth 10.A(2)(b)(iii)"}


def assert_asked(kind: Kind, words: str, act: str, entry: tuple[str, ...]) -> None:
    asked = {prompt.rule for prompt in shown(kind) if prompt.text.startswith(words)}
    assert asked == {f"{kind.rulebook} {entry[0]}"}
    assert open_book(kind.rulebook).rules.acts[act] == entry


@pytest.mark.rule("ma-uth-1 §3(a)", "ma-uth-1 §2(b)(1)", "nj-uth 32.3(a)", "nj-uth 32.2(b)1")
@pytest.mark.rule("ma-uth-2 §3(a)", "ma-uth-2 §2(b)(1)", "nj-hilo 40.3(a)", "nj-hilo 40.2(b)1")
@pytest.mark.rule("md-uth 4.A", "md-uth 3.A(3)", "md-uth 3.B(1)")
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_each_deck_is_asked_for_and_received_one_by_one(kind: Kind) -> None:
    for deck in range(1, kind.decks + 1):
        assert_asked(kind, f"Receive deck {deck}", "receive", RECEIVE[kind.rulebook])
    assert not any(prompt.text == f"Receive deck {kind.decks + 1}" for prompt in shown(kind))


@pytest.mark.rule("ma-uth-1 §4(c)(1)", "ma-uth-1 §4(c)(1)(i)", "ma-uth-1 §4(c)(1)(ii)", "ma-uth-1 §4(c)(1)(iii)")
@pytest.mark.rule("ma-uth-1 §4(c)(1)(iv)", "nj-uth 32.4(c)1", "nj-uth 32.4(c)1i", "nj-uth 32.4(c)1ii")
@pytest.mark.rule("nj-uth 32.4(c)1iii", "nj-uth 32.4(c)1iv", "ma-uth-2 §4(c)(1)", "ma-uth-2 §4(c)(1)(i)")
@pytest.mark.rule(
    "ma-uth-2 §4(c)(1)(ii)", "ma-uth-2 §4(c)(1)(iii)", "ma-uth-2 §4(c)(1)(iv)", "md-uth 5.F", "md-uth 5.F(1)"
)
@pytest.mark.rule(
    "nj-hilo 40.4(c)1", "nj-hilo 40.4(c)1i", "nj-hilo 40.4(c)1ii", "nj-hilo 40.4(c)1iii", "nj-hilo 40.4(c)1iv"
)
@pytest.mark.parametrize("kind", HAND_SHUFFLED, ids=str)
def test_a_deck_shuffled_by_hand_is_cut(kind: Kind) -> None:
    assert_asked(kind, "Cut deck 1", "cut", CUT[kind.rulebook])


@pytest.mark.rule("ma-uth-1 §10(i)", "nj-uth 32.10(i)", "ma-uth-2 §9(i)", "md-uth 11.K", "nj-hilo 40.10(g)")
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_cards_are_collected_in_order(kind: Kind) -> None:
    assert_asked(kind, "Collect the cards in order", "collect", COLLECT[kind.rulebook])


@pytest.mark.rule(
    "ma-uth-1 §10(f)", "nj-uth 32.10(f)", "ma-uth-2 §9(f)", "md-uth 11.G(1)", "md-uth 11.G(3)", "nj-hilo 40.10(c)"
)
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_dealers_hand_is_turned_up_and_announced(kind: Kind) -> None:
    asked = {prompt.rule for prompt in shown(kind) if prompt.text.startswith("Turn up and announce the dealer's hand")}
    assert asked == {f"{kind.rulebook} {DEALER_SHOWS[kind.rulebook]}"}


@pytest.mark.rule("md-uth 8.C(4)", "md-uth 9.A(3)(c)", "md-uth 10.A(2)(b)(iii)")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.rulebook == "md-uth"], ids=str)
def test_progressive_chips_go_to_the_tray_before_any_card(kind: Kind) -> None:
    table = opened(kind)
    bet(table, 1, progressive=1)
    sent(table, ev.Press("no-more-bets"))
    sent(table, ev.Press("lock-out"))
    sent(table, ev.Count(1))
    rule = CHIPS_TO_TRAY[kind.method]
    assert table.game.prompt() == Prompt("Put the progressive chips into the tray, then press next", rule)
    assert (table.game.ledger()["stub"], table.game.round.due) == (52, ())
    sent(table, ev.Press("next"))
    assert table.game.round.state == "dealing"


# ---- what is told beside the prompt ----------------------------------------------------

KEPT = {"ma-uth-1": "§10(e)(2)(i)", "nj-uth": "32.10(e)2i", "ma-uth-2": "§9(e)(2)(i)", "md-uth": "11.F(3)(a)"}
DISCARDED = {"ma-uth-1": "§10(e)(2)(ii)", "nj-uth": "32.10(e)2ii", "ma-uth-2": "§9(e)(2)(ii)", "md-uth": "11.F(3)(b)"}


def told_at_a_fold(kind: Kind, **wagers: int) -> do.Tell:
    table = opened(kind)
    bet(table, 1, **wagers)
    table.close_bets()
    for _ in range(2):
        table.play_on()
        sent(table, ev.Press("check"))
    table.play_on()
    (told,) = [effect for effect in sent(table, ev.Press("fold")) if isinstance(effect, do.Tell)]
    return told


@pytest.mark.rule("ma-uth-1 §10(e)(2)(i)", "nj-uth 32.10(e)2i", "ma-uth-2 §9(e)(2)(i)", "md-uth 11.F(3)(a)")
@pytest.mark.parametrize("rulebook", UTH)
def test_folded_cards_are_kept_beneath_a_trips_wager(rulebook: str) -> None:
    told = told_at_a_fold(Kind(rulebook, "manual_shoe", {"trips": "A"}), trips=5)
    assert told == do.Tell("Seat 1: keep the folded cards beneath the wager", f"{rulebook} {KEPT[rulebook]}", 1)


@pytest.mark.rule("ma-uth-1 §10(e)(2)(ii)", "nj-uth 32.10(e)2ii", "ma-uth-2 §9(e)(2)(ii)", "md-uth 11.F(3)(b)")
@pytest.mark.parametrize("rulebook", UTH)
def test_folded_cards_without_trips_go_to_the_rack_at_once(rulebook: str) -> None:
    told = told_at_a_fold(Kind(rulebook, "manual_shoe", {"trips": "A"}))
    assert told == do.Tell("Seat 1: put the folded cards into the discard rack", f"{rulebook} {DISCARDED[rulebook]}", 1)


@pytest.mark.rule("md-uth 11.F(3)(c)", "md-uth 11.F(3)(d)")
def test_folded_cards_without_a_six_card_bonus_go_to_the_rack_at_once() -> None:
    kind = Kind("md-uth", "automated", {"trips": "A", "six_card": "A"}, 1, ("stacks",))
    assert "beneath the wager" in told_at_a_fold(kind, trips=5, six_card=5).text
    told = told_at_a_fold(kind)
    assert "discard rack" in told.text
    assert told.rule.removeprefix("md-uth ") in open_book("md-uth").rules.acts["fold-discarded"]
    assert "11.F(3)(d)" in open_book("md-uth").rules.acts["fold-discarded"]


# ---- Maryland's own --------------------------------------------------------------------


@pytest.mark.rule("md-uth 11.J(2)(a)", "md-uth 11.J(2)(c)")
@pytest.mark.parametrize(("cards", "wins"), [("9h 9s", True), ("Ah 2s", False)])
def test_a_progressive_hand_is_confirmed_as_a_winner_before_it_is_paid(cards: str, wins: bool) -> None:
    kind = Kind("md-uth", "manual_shoe", {"progressive": "A", "progressive_wager": "1"})
    table = opened(kind, seat_1=cards, community="9c Kc 6d 4s 2d", dealer="Kd Qs")
    bet(table, 1, progressive=1)
    table.close_bets()
    table.play_on()
    play(table, 4)
    table.play_on()
    table.show()
    sent(table, ev.CardsKeyed("seat", tuple(cards.split()), 1))
    wanted = Prompt("Floor: validate the progressive win of seat 1", "md-uth 11.J(2)(c)")
    assert (table.game.prompt() == wanted) is wins
    table.settle()
    (lines,) = [effect.lines for effect in table.happened if isinstance(effect, do.SeatSettled)]
    assert {line.wager: line.result for line in lines}["progressive"] == ("win" if wins else "lose")


@pytest.mark.rule("md-uth 9.C", "md-uth 9.E", "md-uth 9.E(1)", "md-uth 9.E(2)")
@pytest.mark.parametrize(
    ("answer", "rule", "removed"), [("misdealt", "9.E(1)", False), ("not-misdealt", "9.E(2)", True)]
)
def test_a_wrong_stub_in_the_hand_is_ruled_on_and_voids_the_round(answer, rule: str, removed: bool) -> None:
    table = dealt(Kind("md-uth", "hand", {}, 1, ("reads",)))
    rng = random.Random(1)
    while not (table.game.count_due and table.game.round.state == "stub"):
        follow(table, rng)
    right = table.game.ledger()["stub"]
    sent(table, ev.Count(right - 1))
    assert table.game.prompt() == Prompt("Floor: rule on the stub count", "md-uth 9.E")
    effects = sent(table, ev.Ruling(answer, FLOOR, "floor"))
    (void,) = [effect for effect in effects if isinstance(effect, do.Voided)]
    placed = {name for seat in table.game.round.seats for name in seat.wagers}
    assert (void.rule, set(void.returned), void.settled) == (f"md-uth {rule}", placed, ())
    while table.game.round.state in ("void", "collection"):
        sent(table, ev.Press("next"))
    assert (table.game.decks[0].state == "removed") is removed
