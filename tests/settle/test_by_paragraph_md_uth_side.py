"""Maryland, paragraph by paragraph: trips and the other side wagers, and the limit on what is paid."""

import pytest

from .common_uth import LOST, main, settled_one
from .desk import assert_rules_cited, outcome, seat_of, settled
from .table import TIED, WINNING, folded, seat, table


def uth(dealt, **more) -> dict:
    return settled_one("md-uth", dealt, **more)


TRIPS = {
    "royal-flush": "50 50 50 50 50",
    "straight-flush": "40 40 40 40 40",
    "four-of-a-kind": "30 30 30 20 30",
    "full-house": "9 8 8 7 7",
    "flush": "7 6 7 6 6",
    "straight": "4 5 4 5 5",
    "three-of-a-kind": "3 3 3 3 3",
}
TRIPS_ROWS = [(t, hand, odds) for hand, each in TRIPS.items() for t, odds in zip("ABCDE", each.split(), strict=True)]


@pytest.mark.rule("md-uth 12.C(1)", "md-uth 12.C(2)", "md-uth 12.C(3)", "md-uth 12.C(4)", "md-uth 12.C(5)")
@pytest.mark.rule("md-uth 1.B(7)")
@pytest.mark.parametrize(("paytable", "hand", "odds"), TRIPS_ROWS)
def test_12_C_trips_table(paytable: str, hand: str, odds: str) -> None:
    result = uth(WINNING[hand], trips=paytable, wagers={"trips": "10"})
    assert outcome(result, 1, "trips") == ("win", f"{odds} to 1", f"{odds}0.00", "10.00")


@pytest.mark.rule("md-uth 12.C(1)")
@pytest.mark.parametrize("hand", ["two-pair", "pair", "high-card"])
def test_12_C_trips_below_three_of_a_kind_loses(hand: str) -> None:
    assert outcome(uth(WINNING[hand], trips="A", wagers={"trips": "10"}), 1, "trips") == LOST


@pytest.mark.rule("md-uth 11.I(2)", "md-uth 1.B(7)")
def test_11_I_2_trips_is_paid_though_the_dealer_wins() -> None:
    result = uth(("9h 9s", "9c Kc Kd 4s 2d", "Ks Kh"), trips="A", wagers={"trips": "10"})
    assert main(result) == [LOST] * 3
    assert outcome(result, 1, "trips") == ("win", "9 to 1", "90.00", "10.00")


@pytest.mark.rule("reading R2")
def test_R2_folded_seat_keeps_trips() -> None:
    result = settled(folded("md-uth", WINNING["flush"], trips="A", wagers={"trips": "5"}))
    assert outcome(result, 1, "trips") == ("win", "7 to 1", "35.00", "5.00")
    assert seat_of(result, 1)["hand"] is None
    assert (seat_of(result, 1)["pays"], seat_of(result, 1)["returned"]) == ("35.00", "5.00")
    assert result["order"] == []


SIX_CARD_ROWS = [
    ("Ah Kh", "Qh Jh Th 2c", "1000 to 1", "5000.00"),
    ("9h 8h", "7h 6h 5h Kc", "200 to 1", "1000.00"),
    ("Ah 2h", "3h 4h 5h Kc", "200 to 1", "1000.00"),
    ("9h 9s", "9c 9d Kc 4s", "50 to 1", "250.00"),
    ("9h 9s", "9c Kc Kd 4s", "20 to 1", "100.00"),
    ("Ah 9h", "Kh 7h 3h 4s", "15 to 1", "75.00"),
    ("9h 8s", "7c 6d 5h Kc", "10 to 1", "50.00"),
    ("9h 9s", "9c Kc 6d 4s", "5 to 1", "25.00"),
]
SIX_CARD_BOARD = ("Tc 8d 3c 2d Qc", "Js 4c")


def six(cards: str, box: str, paytable: str, fold: bool = False) -> tuple:
    placed = seat(1, cards, trips="5", six_card="5", folded=fold)
    result = settled(table("md-uth", *SIX_CARD_BOARD, placed, trips="A", six_card=paytable, box=box))
    assert_rules_cited(result)
    return outcome(result, 1, "six_card")


@pytest.mark.rule("md-uth 6.F(1)", "md-uth 6.F(2)", "md-uth 6.F(3)", "md-uth 6.F(4)", "md-uth 6.F(5)")
@pytest.mark.rule("md-uth 6.F(6)", "md-uth 6.F(7)", "md-uth 7.F(4)", "md-uth 12.E(1)", "md-uth 12.E(2)")
@pytest.mark.parametrize("paytable", ["A", "B"])
@pytest.mark.parametrize(("cards", "box", "odds", "pays"), SIX_CARD_ROWS)
def test_12_E_six_card_table(cards: str, box: str, odds: str, pays: str, paytable: str) -> None:
    assert six(cards, box, paytable) == ("win", odds, pays, "5.00")


SUPER_ROYALS = [
    ("A", "d", "$1000000", "1000000.00"),
    ("A", "h", "$100000", "100000.00"),
    ("A", "s", "$100000", "100000.00"),
    ("A", "c", "$100000", "100000.00"),
    ("B", "d", "$100000", "100000.00"),
    ("B", "h", "$100000", "100000.00"),
    ("B", "s", "$100000", "100000.00"),
    ("B", "c", "$100000", "100000.00"),
]


@pytest.mark.rule("md-uth 6.F(8)", "md-uth 7.F(4)(a)", "md-uth 12.E(1)", "md-uth 12.E(2)", "reading G33")
@pytest.mark.parametrize(("paytable", "suit", "odds", "pays"), SUPER_ROYALS)
@pytest.mark.parametrize(("cards", "box"), [("A 9", "K Q J T"), ("T J", "9 A K Q")])
def test_12_E_super_royal_with_G33(cards: str, box: str, paytable: str, suit: str, odds: str, pays: str) -> None:
    mine, boxed = (" ".join(rank + suit for rank in each.split()) for each in (cards, box))
    placed = seat(1, mine, trips="5", six_card="5")
    result = settled(table("md-uth", "2c 3d 4h 5s 7c", "8d 8h", placed, trips="A", six_card=paytable, box=boxed))
    assert outcome(result, 1, "six_card") == ("win", odds, pays, "5.00")


@pytest.mark.rule("md-uth 6.F(8)")
def test_6_F_8_six_suited_cards_of_another_run_are_a_straight_flush() -> None:
    assert six("9h 8h", "7h 6h 5h 4h", "A") == ("win", "200 to 1", "1000.00", "5.00")


@pytest.mark.rule("md-uth 7.F(4)")
def test_7_F_4_six_card_two_pairs_lose() -> None:
    assert six("9h 9s", "Kc Kd 4s 6c", "A") == LOST


@pytest.mark.rule("reading R2")
def test_R2_folded_seat_keeps_six_card() -> None:
    assert six("9h 9s", "9c Kc Kd 4s", "A", fold=True) == ("win", "20 to 1", "100.00", "5.00")


@pytest.mark.rule("md-uth 12.F(2)")
def test_12_F_2_six_card_and_progressive_are_outside_the_limit() -> None:
    cards = "Ad 9d"
    placed = seat(1, cards, trips="5", six_card="5", progressive="1")
    options = {"trips": "A", "six_card": "A", "box": "Kd Qd Jd Td", "payout_limit": "50000"}
    options |= {"progressive": "A", "progressive_wager": "1", "meters": {"meter": "99999"}}
    result = settled(table("md-uth", "As Ah 9c 2s 3c", "4c 5h", placed, **options))
    assert seat_of(result, 1)["limited_from"] is None
    assert outcome(result, 1, "six_card")[2] == "1000000.00"


PAIRS_ROWS = {
    "As Ac": "30 30 30 30 25 25",
    "Ah Ad": "30 30 30 100 50 25",
    "As Ks": "25 25 20 20 20 20",
    "Qh Ah": "20 20 20 20 20 20",
    "Ac Jc": "20 20 20 20 20 20",
    "Kd As": "15 15 10 10 10 10",
    "Kc Kd": "10 10 5 4 5 5",
    "Qc Qd": "10 10 5 4 5 5",
    "Jc Jd": "10 10 5 4 5 5",
    "Ah Qd": "5 5 10 10 10 10",
    "Jh Ad": "5 5 10 10 10 10",
    "Tc Td": "3 3 5 4 5 5",
    "2h 2s": "3 3 5 4 5 5",
}
PAIRS_CASES = [(c, t, n) for c, each in PAIRS_ROWS.items() for t, n in zip("ABCDEF", each.split(), strict=True)]


@pytest.mark.rule("md-uth 12.E2(1)", "md-uth 12.E2(2)", "md-uth 12.E2(3)", "md-uth 12.E2(4)", "md-uth 12.E2(5)")
@pytest.mark.rule("md-uth 12.E2(6)", "md-uth 7.F(5)")
@pytest.mark.parametrize(("cards", "paytable", "odds"), PAIRS_CASES)
def test_12_E2_pairs_table(cards: str, paytable: str, odds: str) -> None:
    dealt = (cards, "9c 8d 5c 4s 3d", "Th 7s")
    result = uth(dealt, pairs=paytable, wagers={"pairs": "10"})
    assert outcome(result, 1, "pairs") == ("win", f"{odds} to 1", f"{odds}0.00", "10.00")


@pytest.mark.rule("md-uth 12.E2(2)")
@pytest.mark.parametrize(
    ("paytable", "odds"), [("A", "30"), ("B", "1000"), ("C", "30"), ("D", "100"), ("E", "50"), ("F", "25")]
)
def test_12_E2_both_hands_aces(paytable: str, odds: str) -> None:
    dealt = ("Ad Ah", "9c 8d 5c 4s 3d", "As Ac")
    result = uth(dealt, pairs=paytable, wagers={"pairs": "10"})
    assert outcome(result, 1, "pairs") == ("win", f"{odds} to 1", f"{odds}0.00", "10.00")


@pytest.mark.rule("md-uth 12.E2(2)")
@pytest.mark.parametrize("cards", ["Ah Td", "Kh Qh", "7c 2s", "As 9s"])
def test_12_E2_other_cards_lose(cards: str) -> None:
    result = uth((cards, "9c 8d 5c 4s 3d", "Th 7s"), pairs="B", wagers={"pairs": "10"})
    assert outcome(result, 1, "pairs") == LOST


@pytest.mark.rule("md-uth 7.F(5)")
def test_12_E2_a_pair_with_the_board_does_not_count() -> None:
    result = uth(("Kh 9s", "9c 8d 5c 4s 3d", "Th 7s"), pairs="A", wagers={"pairs": "10"})
    assert outcome(result, 1, "pairs") == LOST


@pytest.mark.rule("reading R2")
def test_R2_folded_seat_keeps_pairs() -> None:
    result = settled(folded("md-uth", ("Tc Td", "9c 8d 5c 4s 3d", "Th 7s"), pairs="A", wagers={"pairs": "10"}))
    assert outcome(result, 1, "pairs") == ("win", "3 to 1", "30.00", "10.00")


# The lower hand; the seat has it first, then the dealer.
BAD_BEATS = {
    "straight-flush": ("5h 6h", "7h 8h 9h 2c 3d", "Th Jh", "10000 7500 2500"),
    "four-of-a-kind": ("9h 9s", "9c 9d Kc Kd 2d", "Kh Ks", "500 500 500"),
    "full-house": ("9h 9s", "9c Kc Kd 4s 2d", "Kh 9d", "40 50 50"),
    "flush": ("4h 9h", "Kh 7h 3h 4s 2d", "Ah 8h", "25 30 30"),
    "straight": ("8h 4s", "7c 6d 5h Kc 2d", "9d 8s", "20 20 20"),
    "three-of-a-kind": ("9h 9s", "9c Kc 6d 4s 2d", "Kd Ks", "9 9 9"),
}
BAD_BEAT_CASES = [
    (hand, t, odds) for hand, each in BAD_BEATS.items() for t, odds in zip("ABC", each[3].split(), strict=True)
]


@pytest.mark.rule("md-uth 12.F2(1)", "md-uth 12.F2(2)", "md-uth 12.F2(3)", "md-uth 7.F(6)")
@pytest.mark.parametrize(("hand", "paytable", "odds"), BAD_BEAT_CASES)
@pytest.mark.parametrize("seat_has_the_lower", [True, False])
def test_12_F2_bad_beat_table(hand: str, paytable: str, odds: str, seat_has_the_lower: bool) -> None:
    lower, community, higher, _ = BAD_BEATS[hand]
    dealt = (lower, community, higher) if seat_has_the_lower else (higher, community, lower)
    result = uth(dealt, bad_beat=paytable, wagers={"bad_beat": "2"})
    dollars = 2 * int(odds)
    assert outcome(result, 1, "bad_beat") == ("win", f"{odds} to 1", f"{dollars}.00", "2.00")


@pytest.mark.rule("reading R13")
def test_R13_bad_beat_tie_loses() -> None:
    assert outcome(uth(TIED, bad_beat="A", wagers={"bad_beat": "2"}), 1, "bad_beat") == LOST


@pytest.mark.rule("reading R13")
def test_R13_bad_beat_lower_hand_below_three_of_a_kind_loses() -> None:
    assert outcome(uth(WINNING["four-of-a-kind"], bad_beat="A", wagers={"bad_beat": "2"}), 1, "bad_beat") == LOST


@pytest.mark.rule("reading R2")
def test_R2_bad_beat_is_lost_by_a_fold() -> None:
    lower, community, higher, _ = BAD_BEATS["full-house"]
    result = settled(folded("md-uth", (lower, community, higher), bad_beat="A", wagers={"bad_beat": "2"}))
    assert outcome(result, 1, "bad_beat") == LOST


BOARDS = {
    "Ah Kh Qh Jh Th": "1000 1000 1000",
    "9h 8h 7h 6h 5h": "200 200 200",
    "9c 9d 9h 9s Kc": "100 100 100",
    "9c 9d 9h Kd Kc": "50 50 50",
    "Ah 9h 7h 4h 2h": "40 40 40",
    "9c 8d 7h 6s 5h": "25 25 20",
    "Ac 2d 3h 4s 5h": "25 25 20",
    "9c 9d 9h Kd Qc": "7 6 6",
    "3c 3d 2h 2s Qc": "3 3 3",
    "Tc Td 2h 3s 9c": "1 1 1",
    "Ac Ad 2h 3s 9c": "1 1 1",
}
BOARD_CASES = [(c, t, odds) for c, each in BOARDS.items() for t, odds in zip("ABC", each.split(), strict=True)]


@pytest.mark.rule("md-uth 12.G(1)", "md-uth 12.G(2)", "md-uth 12.G(3)", "md-uth 7.F(7)", "reading R2")
@pytest.mark.parametrize(("community", "paytable", "odds"), BOARD_CASES)
@pytest.mark.parametrize("fold", [True, False])
def test_12_G_board_table_with_R2(community: str, paytable: str, odds: str, fold: bool) -> None:
    placed = seat(1, "8c 4c", board="10", folded=fold)
    result = settled(table("md-uth", community, "6d Js", placed, board=paytable))
    assert outcome(result, 1, "board") == ("win", f"{odds} to 1", f"{odds}0.00", "10.00")
    assert_rules_cited(result)


@pytest.mark.rule("md-uth 12.G(1)")
@pytest.mark.parametrize("community", ["9c 9d 2h 3s Kc", "2c 5d 9h Ks Ac"])
def test_12_G_board_below_a_pair_of_tens_loses(community: str) -> None:
    result = settled(table("md-uth", community, "6d Js", seat(1, "9s Kd", board="10"), board="A"))
    assert outcome(result, 1, "board") == LOST


@pytest.mark.rule("md-uth 12.F")
def test_12_F_no_limit_set_none_applied() -> None:
    cards, community, dealer = WINNING["royal-flush"]
    result = settled(table("md-uth", community, dealer, seat(1, cards, ante="1000", times=4)))
    assert (seat_of(result, 1)["pays"], seat_of(result, 1)["limited_from"]) == ("505000.00", None)


@pytest.mark.rule("md-uth 12.F", "md-uth 12.F(2)")
def test_12_F_limit_cuts_the_total_and_leaves_the_rows() -> None:
    cards, community, dealer = WINNING["royal-flush"]
    placed = seat(1, cards, ante="100", times=4, trips="10", progressive="1")
    options = {"trips": "A", "payout_limit": "50000", "progressive": "A", "progressive_wager": "1"}
    result = settled(table("md-uth", community, dealer, placed, meters={"meter": "12000"}, **options))
    assert outcome(result, 1, "blind") == ("win", "500 to 1", "50000.00", "100.00")
    assert outcome(result, 1, "trips") == ("win", "50 to 1", "500.00", "10.00")
    first = seat_of(result, 1)
    assert (first["pays"], first["returned"], first["limited_from"]) == ("62000.00", "610.00", "63000.00")


@pytest.mark.rule("md-uth 12.F")
def test_12_F_a_total_equal_to_the_limit_is_not_cut() -> None:
    cards, community, dealer = WINNING["royal-flush"]
    result = settled(table("md-uth", community, dealer, seat(1, cards, ante="100", times=4), payout_limit="50500"))
    assert (seat_of(result, 1)["pays"], seat_of(result, 1)["limited_from"]) == ("50500.00", None)


@pytest.mark.rule("reading G30")
def test_G30_envy_is_outside_the_limit_pairs_bad_beat_and_board_inside() -> None:
    seats = [seat(1, "9h 8h", ante="2000", times=4, board="2000", progressive="1"), seat(2, "Kh Qh")]
    options = {"board": "A", "payout_limit": "50000", "progressive": "A", "progressive_wager": "1"}
    result = settled(table("md-uth", "Jh Th Ah Ac As", "2s 3c", *seats, meters={"meter": "10"}, **options))
    first = seat_of(result, 1)
    assert outcome(result, 1, "board") == ("win", "7 to 1", "14000.00", "2000.00")
    assert outcome(result, 1, "progressive") == ("win", "40 to 1", "40.00", "1.00")
    assert outcome(result, 1, "blind") == ("win", "3 to 2", "3000.00", "2000.00")
    assert first["envy"][0]["pays"] == "1000.00"
    assert (first["pays"], first["limited_from"]) == ("28040.00", None)
