"""The three windows of a play wager: who is asked, what must lie on the spot, what a check is good for."""

import pytest

from controller.game.table import events as ev
from tests.table.at_the_table import UTH, dealt, play, refusal, sent
from tests.table.tables import Kind

# By rulebook: the paragraph that wants the chips of each window on the play spot.
ON_THE_SPOT = {
    "ma-uth-1": ("§10(a)(1)", "§10(c)(1)", "§10(e)(1)"),
    "nj-uth": ("32.10(a)1", "32.10(c)1", "32.10(e)1"),
    "ma-uth-2": ("§9(a)(1)", "§9(c)(1)", "§9(e)(1)"),
    "md-uth": ("11.B(2)(a)", "11.D(2)(a)", "11.F(1)"),
}
MULTIPLES = (4, 2, 1)
STATES = ("first-decisions", "second-decisions", "last-decisions")


@pytest.mark.rule("ma-uth-1 §10(a)(1)", "ma-uth-1 §10(c)(1)", "ma-uth-1 §10(e)(1)")
@pytest.mark.rule("nj-uth 32.10(a)1", "nj-uth 32.10(c)1", "nj-uth 32.10(e)1")
@pytest.mark.rule("ma-uth-2 §9(a)(1)", "ma-uth-2 §9(c)(1)", "ma-uth-2 §9(e)(1)")
@pytest.mark.rule("md-uth 11.B(2)(a)", "md-uth 11.D(2)(a)", "md-uth 11.F(1)")
@pytest.mark.parametrize("window", [0, 1, 2])
@pytest.mark.parametrize("rulebook", UTH)
def test_a_play_wager_must_lie_on_its_spot(rulebook: str, window: int) -> None:
    table = dealt(Kind(rulebook, "manual_shoe"))
    for _ in range(window):
        sent(table, ev.Press("check"))
        table.play_on()
    refused = refusal(table, ev.Press("play"))
    assert refused.rule == f"{rulebook} {ON_THE_SPOT[rulebook][window]}"
    assert "no play wager lies at seat 1" in refused.why
    play(table, MULTIPLES[window])
    assert table.game.seat(1).decision == "played"


@pytest.mark.rule("ma-uth-1 §10(a)", "ma-uth-1 §10(a)(2)", "ma-uth-1 §10(c)", "ma-uth-1 §10(c)(2)", "ma-uth-1 §10(e)")
@pytest.mark.rule("nj-uth 32.10(a)", "nj-uth 32.10(a)2", "nj-uth 32.10(c)", "nj-uth 32.10(c)2", "nj-uth 32.10(e)")
@pytest.mark.rule("ma-uth-2 §9(a)", "ma-uth-2 §9(a)(2)", "ma-uth-2 §9(c)", "ma-uth-2 §9(c)(2)", "ma-uth-2 §9(e)")
@pytest.mark.rule("md-uth 11.B", "md-uth 11.B(2)(b)", "md-uth 11.D", "md-uth 11.D(2)(b)", "md-uth 11.F")
@pytest.mark.parametrize("rulebook", UTH)
def test_undecided_seats_are_asked_clockwise_and_a_check_moves_the_choice_on(rulebook: str) -> None:
    """Seat 4 plays before the flop, seat 2 after it; each later window asks those who are left."""
    table = dealt(Kind(rulebook, "manual_shoe"), seats=(2, 4, 5))
    asked: dict[str, list[int]] = {}
    while table.game.round.state in STATES:
        state, turn = table.game.round.state, table.game.round.turn
        asked.setdefault(state, []).append(turn)
        other = next(seat for seat in (2, 4, 5) if seat != turn)
        assert refusal(table, ev.Press("check", other)), "nobody else decides now"
        if (state, turn) in ((STATES[0], 4), (STATES[1], 2), (STATES[2], 5)):
            play(table, MULTIPLES[STATES.index(state)])
        else:
            sent(table, ev.Press("check"))
        if not table.game.round.turn or table.game.round.state not in STATES:
            table.play_on()
    assert asked == {STATES[0]: [2, 4, 5], STATES[1]: [2, 5], STATES[2]: [5]}
    assert {seat.number for seat in table.game.round.seats if seat.decision == "played"} == {2, 4, 5}
