"""Maryland, paragraph by paragraph: the main wagers and the progressive."""

import pytest

from .common_uth import LOST, main, settled_one
from .desk import assert_rules_cited, outcome, row_of, seat_of, settled
from .table import BELOW_LOSE, BELOW_TIE, BELOW_WIN, LOSING, TIED, WINNING, folded, seat, table


def uth(dealt, **more) -> dict:
    return settled_one("md-uth", dealt, **more)


def example() -> dict:
    first = seat(1, "As Ac", times=4, trips="5", progressive="1")
    second = seat(2, "2h 3h", folded=True)
    options = {"trips": "A", "blind": "A", "progressive": "A", "progressive_wager": "1", "six_card": "A"}
    options |= {"pairs": "A", "bad_beat": "A", "board": "A", "envy_requires_wager": False}
    options |= {"payout_limit": "60000", "table_minimum": "5", "box": "3c 4c 5c 6c"}
    return table("md-uth", "Ah Kd 7c 7s 2d", "Qh Qs", first, second, meters={"meter": "12345.67"}, **options)


def test_printed_example() -> None:
    result = settled(example())
    assert result["rulebook"] == "md-uth"
    assert result["dealer"]["hand"] == "two-pair"
    assert result["dealer"]["qualifies"] is True
    assert set(result["dealer"]["cards"]) == {"Qh", "Qs", "7c", "7s", "Ah"}
    assert result["order"] == [1]
    assert [each["seat"] for each in result["seats"]] == [2, 1]
    first = seat_of(result, 1)
    assert first["hand"] == "full-house"
    assert set(first["cards"]) == {"As", "Ac", "Ah", "7c", "7s"}
    assert (first["pays"], first["returned"], first["limited_from"]) == ("134.00", "66.00", None)
    assert first["envy"] == []
    assert row_of(first, "ante") == {
        "wager": "ante",
        "amount": "10.00",
        "result": "win",
        "odds": "1 to 1",
        "pays": "10.00",
        "returned": "10.00",
        "rule": "md-uth 12.A",
    }
    assert row_of(first, "trips") == {
        "wager": "trips",
        "amount": "5.00",
        "result": "win",
        "odds": "9 to 1",
        "pays": "45.00",
        "returned": "5.00",
        "rule": "md-uth 12.C(1)(d)",
    }
    assert [row["wager"] for row in first["wagers"]] == ["ante", "blind", "play", "trips", "progressive"]
    second = seat_of(result, 2)
    assert (second["hand"], second["cards"], second["pays"], second["returned"]) == (None, None, "0.00", "0.00")
    assert [outcome(result, 2, wager) for wager in ("ante", "blind")] == [LOST, LOST]
    assert result["meters"] == {"meter": "12345.67"}
    assert_rules_cited(result)


@pytest.mark.rule("md-uth 11.H(1)")
def test_11_H_1_dealer_below_a_pair_returns_the_ante_of_a_winner() -> None:
    result = uth(WINNING["high-card"])
    assert result["dealer"]["qualifies"] is False
    push, win = ("push", None, "0.00", "10.00"), ("win", "1 to 1", "10.00", "10.00")
    assert main(result) == [push, push, win]
    assert main(uth(BELOW_WIN)) == [push, push, win]


@pytest.mark.rule("md-uth 11.H(1)", "reading R1")
def test_R1_dealer_below_a_pair_returns_the_ante_of_a_loser() -> None:
    result = uth(BELOW_LOSE)
    assert result["dealer"]["qualifies"] is False
    assert main(result) == [("push", None, "0.00", "10.00"), LOST, LOST]
    assert seat_of(result, 1)["returned"] == "10.00"


@pytest.mark.rule("md-uth 11.H(1)", "reading R1")
def test_R1_dealer_below_a_pair_and_a_tie_returns_everything() -> None:
    result = uth(BELOW_TIE)
    assert result["dealer"]["qualifies"] is False
    assert main(result) == [("push", None, "0.00", "10.00")] * 3


@pytest.mark.rule("md-uth 11.F(2)", "reading R1")
def test_R1_dealer_below_a_pair_does_not_return_the_ante_of_a_folded_seat() -> None:
    result = settled(folded("md-uth", BELOW_LOSE))
    assert [outcome(result, 1, wager) for wager in ("ante", "blind")] == [LOST, LOST]


@pytest.mark.rule("md-uth 11.H(3)(a)")
def test_11_H_3_a_lower_hand_loses_ante_blind_and_play() -> None:
    assert main(uth(LOSING, times=4)) == [LOST] * 3


@pytest.mark.rule("md-uth 11.H(3)(b)", "md-uth 11.H(3)(c)", "md-uth 12.B(1)")
def test_11_H_3_c_a_win_below_a_straight_returns_the_blind() -> None:
    result = uth(WINNING["two-pair"], times=2)
    win = ("win", "1 to 1", "10.00", "10.00")
    assert main(result) == [win, ("push", None, "0.00", "10.00"), ("win", "1 to 1", "20.00", "20.00")]


@pytest.mark.rule("md-uth 11.H(3)(d)", "md-uth 6.E(2)")
def test_11_H_3_d_an_equal_hand_pushes() -> None:
    result = uth(TIED, times=3)
    assert main(result) == [
        ("push", None, "0.00", "10.00"),
        ("push", None, "0.00", "10.00"),
        ("push", None, "0.00", "30.00"),
    ]
    assert result["dealer"]["hand"] == "straight"


@pytest.mark.rule("md-uth 12.A", "md-uth 11.H(3)(b)")
@pytest.mark.parametrize("times", [1, 2, 3, 4])
def test_12_A_ante_and_play_pay_1_to_1(times: int) -> None:
    result = uth(WINNING["pair"], times=times)
    assert outcome(result, 1, "ante") == ("win", "1 to 1", "10.00", "10.00")
    assert outcome(result, 1, "play") == ("win", "1 to 1", f"{times}0.00", f"{times}0.00")
    assert row_of(seat_of(result, 1), "ante")["rule"] == "md-uth 12.A"


BLIND_ROWS = [
    ("royal-flush", "500 to 1", "5000.00"),
    ("straight-flush", "50 to 1", "500.00"),
    ("four-of-a-kind", "10 to 1", "100.00"),
    ("full-house", "3 to 1", "30.00"),
    ("flush", "3 to 2", "15.00"),
]


@pytest.mark.rule("md-uth 12.B(1)", "md-uth 12.B(2)")
@pytest.mark.parametrize("paytable", ["A", "B", None])
@pytest.mark.parametrize(("hand", "odds", "pays"), BLIND_ROWS)
def test_12_B_blind_table(hand: str, odds: str, pays: str, paytable: str | None) -> None:
    options = {"blind": paytable} if paytable else {}
    result = uth(WINNING[hand], **options)
    assert seat_of(result, 1)["hand"] == hand
    assert outcome(result, 1, "blind") == ("win", odds, pays, "10.00")


@pytest.mark.rule("md-uth 12.B(1)")
def test_12_B_1_f_straight_pays_1_to_1_in_paytable_A() -> None:
    assert outcome(uth(WINNING["straight"], blind="A"), 1, "blind") == ("win", "1 to 1", "10.00", "10.00")


@pytest.mark.rule("md-uth 12.B(2)", "md-uth 11.H(3)(c)", "reading R7")
def test_R7_straight_pushes_in_paytable_B() -> None:
    result = uth(WINNING["straight"], blind="B")
    assert outcome(result, 1, "blind") == ("push", None, "0.00", "10.00")
    assert row_of(seat_of(result, 1), "blind")["rule"] == "reading R7"


def test_12_B_flush_on_an_odd_cent_rounds_down() -> None:
    cards, community, dealer = WINNING["flush"]
    odd = {"seat": 1, "cards": cards.split(), "wagers": {"ante": "0.01", "blind": "0.01", "play": "0.04"}}
    result = settled(table("md-uth", community, dealer, odd))
    assert outcome(result, 1, "blind") == ("win", "3 to 2", "0.01", "0.01")


METERS = {
    "A": {"meter": "20000.05"},
    "B": {"major": "3000.05", "minor": "400.07"},
    "C": {"mega": "20000.05", "major": "3000.05", "minor": "400.07"},
    "D": {"mega": "20000.05", "major": "3000.05", "minor": "400.07"},
}


def jackpot(hand: str, paytable: str, wager: str = "1", **more) -> dict:
    options = {"progressive": paytable, "progressive_wager": wager, "meters": METERS[paytable]} | more
    return uth(WINNING[hand], wagers={"progressive": wager}, **options)


FIXED_ROWS = [
    ("A", "four-of-a-kind", "300 to 1", "300.00", "1.00"),
    ("A", "full-house", "50 to 1", "50.00", "1.00"),
    ("A", "flush", "40 to 1", "40.00", "1.00"),
    ("A", "straight", "30 to 1", "30.00", "1.00"),
    ("A", "three-of-a-kind", "9 to 1", "9.00", "1.00"),
    ("B", "four-of-a-kind", "300 for 1", "300.00", "0.00"),
    ("B", "full-house", "50 for 1", "50.00", "0.00"),
    ("B", "flush", "40 for 1", "40.00", "0.00"),
    ("B", "straight", "30 for 1", "30.00", "0.00"),
    ("B", "three-of-a-kind", "9 for 1", "9.00", "0.00"),
    ("C", "full-house", "50 for 1", "50.00", "0.00"),
    ("C", "flush", "40 for 1", "40.00", "0.00"),
    ("C", "straight", "30 for 1", "30.00", "0.00"),
    ("C", "three-of-a-kind", "10 for 1", "10.00", "0.00"),
    ("D", "full-house", "50 for 1", "50.00", "0.00"),
    ("D", "flush", "40 for 1", "40.00", "0.00"),
    ("D", "straight", "30 for 1", "30.00", "0.00"),
    ("D", "three-of-a-kind", "9 for 1", "9.00", "0.00"),
]


@pytest.mark.rule("md-uth 12.D(1)(a)", "md-uth 12.D(1)(b)", "md-uth 12.D(1)(c)", "md-uth 12.D(1)(d)")
@pytest.mark.rule("md-uth 11.J(2)(d)", "reading R5", "reading R22")
@pytest.mark.parametrize(("paytable", "hand", "odds", "pays", "returned"), FIXED_ROWS)
def test_12_D_1_fixed_awards_with_R5_and_R22(paytable: str, hand: str, odds: str, pays: str, returned: str) -> None:
    result = jackpot(hand, paytable)
    assert outcome(result, 1, "progressive") == ("win", odds, pays, returned)
    assert result["meters"] == METERS[paytable]


METER_ROWS = [
    ("A", "royal-flush", "100% of meter", "20000.05", {"meter": "10000.00"}),
    ("A", "straight-flush", "10% of meter", "2000.00", {"meter": "18000.05"}),
    ("B", "royal-flush", "100% of major", "3000.05", {"major": "1000.00", "minor": "400.07"}),
    ("B", "straight-flush", "100% of minor", "400.07", {"major": "3000.05", "minor": "250.00"}),
    ("C", "royal-flush", "100% of mega", "20000.05", {"mega": "10000.00", "major": "3000.05", "minor": "400.07"}),
    ("C", "straight-flush", "100% of major", "3000.05", {"mega": "20000.05", "major": "1000.00", "minor": "400.07"}),
    ("C", "four-of-a-kind", "100% of minor", "400.07", {"mega": "20000.05", "major": "3000.05", "minor": "250.00"}),
    ("D", "royal-flush", "100% of mega", "20000.05", {"mega": "10000.00", "major": "3000.05", "minor": "400.07"}),
    ("D", "straight-flush", "100% of major", "3000.05", {"mega": "20000.05", "major": "1000.00", "minor": "400.07"}),
    ("D", "four-of-a-kind", "100% of minor", "400.07", {"mega": "20000.05", "major": "3000.05", "minor": "250.00"}),
]


@pytest.mark.rule("md-uth 12.D(1)(a)", "md-uth 12.D(1)(b)", "md-uth 12.D(1)(c)", "md-uth 12.D(1)(d)")
@pytest.mark.rule("md-uth 12.D(2)", "md-uth 12.D(3)(b)(i)", "md-uth 12.D(3)(b)(ii)(1)", "md-uth 12.D(3)(b)(ii)(2)")
@pytest.mark.rule("md-uth 12.D(3)(b)(iii)(1)", "md-uth 12.D(3)(b)(iii)(2)", "md-uth 12.D(3)(b)(iii)(3)")
@pytest.mark.rule("md-uth 12.D(3)(b)(iv)(1)", "md-uth 12.D(3)(b)(iv)(2)", "md-uth 12.D(3)(b)(iv)(3)")
@pytest.mark.parametrize(("paytable", "hand", "odds", "pays", "left"), METER_ROWS)
@pytest.mark.parametrize("wager", ["1", "5"])
def test_12_D_1_and_12_D_3_b_meters(paytable: str, hand: str, odds: str, pays: str, left: dict, wager: str) -> None:
    result = jackpot(hand, paytable, wager)
    assert outcome(result, 1, "progressive") == ("win", odds, pays, "0.00")
    assert result["meters"] == left


@pytest.mark.rule("md-uth 12.D(3)(b)")
def test_12_D_3_b_operators_own_reset() -> None:
    result = jackpot("straight-flush", "B", progressive_reset={"major": "5000", "minor": "777.5"})
    assert result["meters"] == {"major": "3000.05", "minor": "777.50"}


def test_12_D_five_dollar_wager_multiplies_the_fixed_awards() -> None:
    assert outcome(jackpot("four-of-a-kind", "A", "5"), 1, "progressive") == ("win", "300 to 1", "1500.00", "5.00")
    assert outcome(jackpot("four-of-a-kind", "B", "5"), 1, "progressive") == ("win", "300 for 1", "1500.00", "0.00")


@pytest.mark.rule("md-uth 1.B(6)")
@pytest.mark.parametrize("hand", ["two-pair", "pair", "high-card"])
def test_1_B_6_progressive_below_three_of_a_kind_loses(hand: str) -> None:
    result = jackpot(hand, "A")
    assert outcome(result, 1, "progressive") == LOST
    assert result["meters"] == {"meter": "20000.05"}


@pytest.mark.rule("reading R24")
def test_R24_progressive_is_judged_on_the_two_cards_and_the_flop() -> None:
    dealt = ("Ah Kh", "Qh Jh 2c Th 3d", "2s 9c")
    options = {"progressive": "A", "progressive_wager": "1", "meters": METERS["A"]}
    result = uth(dealt, wagers={"progressive": "1"}, **options)
    assert seat_of(result, 1)["hand"] == "royal-flush"
    assert outcome(result, 1, "progressive") == LOST


def test_zero_meter_is_won_and_reset() -> None:
    result = jackpot("royal-flush", "A", meters={"meter": "0"})
    assert [outcome(result, 1, "progressive")[n] for n in (0, 2, 3)] == ["win", "0.00", "0.00"]
    assert result["meters"] == {"meter": "10000.00"}


def test_zero_share_of_a_meter_is_still_a_win() -> None:
    result = jackpot("straight-flush", "A", meters={"meter": "0.09"})
    assert [outcome(result, 1, "progressive")[n] for n in (0, 2, 3)] == ["win", "0.00", "0.00"]
    assert result["meters"] == {"meter": "0.09"}


def three_on_one_flop(first=None, second=None, third=None, paytable="A", wager="1", meters=None, **options) -> dict:
    """Flop 8h 9h Th: seats 5 and 2 hold straight flushes, seat 3 nothing."""
    seats = [
        seat(2, "6h 7h", **(first or {})),
        seat(3, "2c 3d", **(second or {})),
        seat(5, "Jh Qh", **(third or {})),
    ]
    options |= {"progressive": paytable, "progressive_wager": wager, "meters": meters or METERS[paytable]}
    return table("md-uth", "8h 9h Th Kc 2d", "Ks Qd", *seats, **options)


WITH = {"progressive": "1"}
WITH_FOLD = {"progressive": "1", "folded": True}


@pytest.mark.rule("md-uth 12.D(4)", "reading R6")
def test_R6_second_seat_takes_its_share_of_what_is_left() -> None:
    result = settled(three_on_one_flop(WITH, None, WITH))
    assert result["order"] == [5, 3, 2]
    assert outcome(result, 5, "progressive") == ("win", "10% of meter", "2000.00", "0.00")
    assert outcome(result, 2, "progressive") == ("win", "10% of meter", "1800.00", "0.00")
    assert result["meters"] == {"meter": "16200.05"}


@pytest.mark.rule("md-uth 12.D(4)", "reading R6")
def test_R6_second_seat_finds_the_meter_reset() -> None:
    result = settled(three_on_one_flop(WITH, None, WITH, paytable="B"))
    assert outcome(result, 5, "progressive") == ("win", "100% of minor", "400.07", "0.00")
    assert outcome(result, 2, "progressive") == ("win", "100% of minor", "250.00", "0.00")
    assert result["meters"] == {"major": "3000.05", "minor": "250.00"}


@pytest.mark.rule("reading G16")
def test_G16_folded_seat_takes_its_place_in_the_order() -> None:
    result = settled(three_on_one_flop(WITH, None, WITH_FOLD, paytable="B"))
    assert result["order"] == [3, 2]
    assert [each["seat"] for each in result["seats"]] == [5, 3, 2]
    assert outcome(result, 5, "progressive") == ("win", "100% of minor", "400.07", "0.00")
    assert outcome(result, 2, "progressive") == ("win", "100% of minor", "250.00", "0.00")


def envy(result: dict, number: int) -> list[tuple]:
    return sorted((each["from_seat"], each["hand"], each["pays"]) for each in seat_of(result, number)["envy"])


@pytest.mark.rule("md-uth 11.J(2)(e)", "md-uth 11.J(2)(e)(iii)", "md-uth 11.J(2)(e)(iv)", "md-uth 1.B(2)")
def test_11_J_2_e_envy_once_for_each_other_holder_not_for_oneself() -> None:
    result = settled(three_on_one_flop(WITH, WITH, WITH))
    assert envy(result, 3) == [(2, "straight-flush", "300.00"), (5, "straight-flush", "300.00")]
    assert envy(result, 2) == [(5, "straight-flush", "300.00")]
    assert envy(result, 5) == [(2, "straight-flush", "300.00")]
    assert seat_of(result, 3)["pays"] == "600.00"
    assert_rules_cited(result)


@pytest.mark.rule("md-uth 11.J(2)(e)(i)", "md-uth 1.B(2)")
def test_11_J_2_e_i_no_envy_without_a_progressive_wager() -> None:
    result = settled(three_on_one_flop(WITH, None, WITH))
    assert envy(result, 3) == []


@pytest.mark.rule("md-uth 11.J(2)(e)(ii)")
def test_11_J_2_e_ii_holder_without_a_wager_gives_envy_by_default() -> None:
    result = settled(three_on_one_flop(None, WITH, None))
    assert envy(result, 3) == [(2, "straight-flush", "300.00"), (5, "straight-flush", "300.00")]


@pytest.mark.rule("md-uth 11.J(2)(e)(ii)")
def test_11_J_2_e_ii_holder_needs_a_wager_where_the_operator_asks_for_it() -> None:
    result = settled(three_on_one_flop(None, WITH, WITH, envy_requires_wager=True))
    assert envy(result, 3) == [(5, "straight-flush", "300.00")]


@pytest.mark.rule("md-uth 11.J(2)(e)(iv)")
def test_11_J_2_e_iv_dealers_hand_gives_no_envy() -> None:
    options = {"progressive": "A", "progressive_wager": "1", "meters": METERS["A"]}
    result = settled(table("md-uth", "8h 9h Th Kc 2d", "Jh Qh", seat(1, "2c 3d", progressive="1"), **options))
    assert envy(result, 1) == []


@pytest.mark.rule("reading G17")
def test_G17_folded_holder_gives_envy_with_a_live_progressive_wager_only() -> None:
    result = settled(three_on_one_flop(WITH_FOLD, WITH, {"folded": True}))
    assert envy(result, 3) == [(2, "straight-flush", "300.00")]


@pytest.mark.rule("reading G17")
def test_G17_folded_seat_with_a_live_progressive_wager_receives_envy() -> None:
    result = settled(three_on_one_flop(WITH, WITH_FOLD, None))
    assert envy(result, 3) == [(2, "straight-flush", "300.00"), (5, "straight-flush", "300.00")]
    assert seat_of(result, 3)["pays"] == "600.00"


@pytest.mark.rule("md-uth 12.D(6)(a)", "md-uth 12.D(6)(b)", "md-uth 12.D(6)(c)", "md-uth 12.D(6)(d)")
@pytest.mark.rule("md-uth 12.D(7)(a)", "md-uth 12.D(7)(b)", "md-uth 12.D(7)(c)", "md-uth 12.D(7)(d)")
@pytest.mark.rule("md-uth 12.D(5)(a)")
@pytest.mark.parametrize("paytable", ["A", "B", "C", "D"])
@pytest.mark.parametrize(("wager", "royal", "straight"), [("1", "1000.00", "300.00"), ("5", "5000.00", "1500.00")])
def test_12_D_6_and_12_D_7_envy_amounts(paytable: str, wager: str, royal: str, straight: str) -> None:
    options = {"progressive": paytable, "progressive_wager": wager, "meters": METERS[paytable]}
    seats = [seat(1, "Ah Kh", progressive=wager), seat(2, "9h 8h", progressive=wager)]
    result = settled(table("md-uth", "Qh Jh Th 2c 3d", "2s 9c", *seats, **options))
    assert envy(result, 2) == [(1, "royal-flush", royal)]
    assert envy(result, 1) == [(2, "straight-flush", straight)]


@pytest.mark.rule("md-uth 11.H(2)")
def test_11_H_2_settlement_runs_from_the_highest_seat_number() -> None:
    seats = [seat(3, "2c 3c"), seat(6, "4c 5c", folded=True), seat(1, "6c 7d"), seat(5, "8c 9d")]
    result = settled(table("md-uth", "Ah Kd 7c 7s 2d", "Qh Qs", *seats))
    assert result["order"] == [5, 3, 1]
    assert [each["seat"] for each in result["seats"]] == [6, 5, 3, 1]


@pytest.mark.rule("md-uth 6.E(1)", "reading G35")
def test_G35_pair_is_compared_before_kickers() -> None:
    result = uth(("3c 3d", "Kh Qd Jc 7s 4h", "2h 2s"))
    assert outcome(result, 1, "play") == ("win", "1 to 1", "10.00", "10.00")


@pytest.mark.rule("md-uth 6.B")
def test_6_B_ace_is_low_in_a_straight_to_the_five_only() -> None:
    result = uth(("Ah 2c", "3d 4s 5h Kc 9d", "6c 2d"))
    assert seat_of(result, 1)["hand"] == "straight"
    assert result["dealer"]["hand"] == "straight"
    assert main(result) == [LOST] * 3
    wrapped = uth(("Ah 2c", "3d Ks Qh 8c 9d", "9c 7d"))
    assert seat_of(wrapped, 1)["hand"] == "high-card"
