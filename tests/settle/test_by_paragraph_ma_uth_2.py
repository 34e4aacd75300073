"""Massachusetts, the later text, paragraph by paragraph."""

import pytest

from . import common_uth as common
from .desk import assert_rules_cited, outcome, seat_of, settled
from .table import WINNING, folded, one, seat, table

BOOK = "ma-uth-2"
LOST = ("lose", None, "0.00", "0.00")
METERS = {
    "PTMGL01": {"meter": "60000.55"},
    "PTMGL02": {"meter": "60000.55"},
    "PTMGL04": {"meter": "60000.55"},
    "PTMGLML01": {"major": "60000.55", "minor": "7000.07"},
    "PTMGLML02": {"mega": "60000.55", "major": "7000.07", "minor": "1300.03"},
    "PTMGLML03": {"mega": "60000.55", "major": "7000.07", "minor": "1300.03"},
}


@pytest.mark.rule("ma-uth-2 §9(g)", "reading R1")
def test_9_g_dealer_below_a_pair_returns_the_ante() -> None:
    common.check_below_a_pair(BOOK)


@pytest.mark.rule("ma-uth-2 §9(h)(1)")
def test_9_h_1_lower_hand_loses() -> None:
    common.check_lower_hand_loses(BOOK)


@pytest.mark.rule("ma-uth-2 §9(h)(2)", "ma-uth-2 §10(b)", "ma-uth-2 §10(c)")
def test_9_h_2_win_below_a_straight_pushes_the_blind() -> None:
    common.check_win_below_a_straight(BOOK)


@pytest.mark.rule("ma-uth-2 §9(h)(3)", "ma-uth-2 §1 Push")
def test_9_h_3_equal_hand_pushes() -> None:
    common.check_equal_hand_pushes(BOOK)


@pytest.mark.rule("ma-uth-2 §9(h)(4)", "ma-uth-2 §1 Trips wager")
def test_9_h_4_trips_is_paid_on_a_lost_hand() -> None:
    common.check_trips_paid_on_a_lost_hand(BOOK)


@pytest.mark.rule("ma-uth-2 §9(h)", "reading G16")
def test_9_h_order_and_G16_folded_seats_in_their_place() -> None:
    common.check_order(BOOK)


@pytest.mark.rule("ma-uth-2 §10(c)")
@common.blind_rows
def test_10_c_blind_table(hand: str, odds: str, pays: str) -> None:
    common.check_blind_row(BOOK, hand, odds, pays)


@pytest.mark.rule("ma-uth-2 §10(d)", "reading R2")
@common.trips_rows
def test_10_d_trips_table_with_R2_kept_on_a_fold(paytable: str, hand: str, odds: str) -> None:
    common.check_trips_row(BOOK, paytable, hand, odds)


@pytest.mark.rule("ma-uth-2 §10(d)", "ma-uth-2 §1 Trips wager")
def test_10_d_trips_below_three_of_a_kind_loses() -> None:
    common.check_trips_loses(BOOK)


@pytest.mark.rule("ma-uth-2 §10(e)", "reading R12")
def test_10_e_limit_of_fifty_thousand() -> None:
    common.check_fifty_thousand(BOOK)


@pytest.mark.rule("ma-uth-2 §10(e)", "reading R12")
def test_10_e_limit_of_the_best_hand_at_the_table_minimum() -> None:
    common.check_best_at_the_minimum(BOOK)


@pytest.mark.rule("ma-uth-2 §12(c)", "ma-uth-2 §12(f)", "ma-uth-2 §12(k)")
@common.cover_all_rows
def test_12_k_cover_all_by_number_of_hands(hand: str, hands: int, odds: str) -> None:
    common.check_cover_all_row(BOOK, hand, hands, odds)


@pytest.mark.rule("reading R11")
def test_R11_cover_all_below_a_full_house_loses() -> None:
    common.check_cover_all_loses(BOOK)


@pytest.mark.rule("ma-uth-2 §12(g)", "reading R11")
def test_R11_cover_all_folded_hand_counts_in_number_only() -> None:
    common.check_cover_all_folded_hand_is_not_shown(BOOK)


@pytest.mark.rule("ma-uth-2 §13(d)", "reading G31")
def test_13_d_and_G31_limit_of_seventy_five_thousand() -> None:
    common.check_seventy_five_thousand(BOOK)


def linked(hand: str, paytable: str, fold: bool = False, **more) -> dict:
    options = {"progressive": paytable, "meters": METERS[paytable], "wagers": {"progressive": "5"}} | more
    result = settled((folded if fold else one)(BOOK, WINNING[hand], **options))
    assert_rules_cited(result)
    return result


FIXED = {"full-house": ("50", "250.00"), "flush": ("40", "200.00"), "straight": ("30", "150.00")}
FIXED_ROWS = [(paytable, hand, *each) for paytable in METERS for hand, each in FIXED.items()]
FIXED_ROWS += [(paytable, "three-of-a-kind", "9", "45.00") for paytable in METERS if paytable != "PTMGLML02"]
FIXED_ROWS += [("PTMGLML02", "three-of-a-kind", "10", "50.00")]
FIXED_ROWS += [(p, "four-of-a-kind", "300", "1500.00") for p in ("PTMGL01", "PTMGL02", "PTMGL04", "PTMGLML01")]


@pytest.mark.rule("ma-uth-2 §13(e)", "ma-uth-2 §13(e) PTMGL01", "ma-uth-2 §13(e) PTMGL02", "ma-uth-2 §13(e) PTMGL04")
@pytest.mark.rule("ma-uth-2 §13(e) PTMGLML01", "ma-uth-2 §13(e) PTMGLML02", "ma-uth-2 §13(e) PTMGLML03", "reading R5")
@pytest.mark.parametrize(("paytable", "hand", "odds", "pays"), FIXED_ROWS)
@pytest.mark.parametrize("fold", [True, False])
def test_13_e_fixed_awards_wager_not_returned(paytable: str, hand: str, odds: str, pays: str, fold: bool) -> None:
    result = linked(hand, paytable, fold)
    assert outcome(result, 1, "progressive") == ("win", f"{odds} for 1", pays, "0.00")
    assert result["meters"] == METERS[paytable]


METER_ROWS = [
    ("PTMGL01", "royal-flush", "100% of meter", "60000.55", {"meter": "50000.00"}),
    ("PTMGL01", "straight-flush", "10% of meter", "6000.05", {"meter": "54000.50"}),
    ("PTMGL02", "royal-flush", "100% of meter", "60000.55", {"meter": "10000.00"}),
    ("PTMGL02", "straight-flush", "10% of meter", "6000.05", {"meter": "54000.50"}),
    ("PTMGL04", "royal-flush", "100% of meter", "60000.55", {"meter": "5000.00"}),
    ("PTMGL04", "straight-flush", "100% of meter", "60000.55", {"meter": "5000.00"}),
    ("PTMGLML01", "royal-flush", "100% of major", "60000.55", {"major": "50000.00", "minor": "7000.07"}),
    ("PTMGLML01", "straight-flush", "100% of minor", "7000.07", {"major": "60000.55", "minor": "5000.00"}),
]
for _table in ("PTMGLML02", "PTMGLML03"):
    _full = METERS[_table]
    METER_ROWS += [
        (_table, "royal-flush", "100% of mega", "60000.55", _full | {"mega": "50000.00"}),
        (_table, "straight-flush", "100% of major", "7000.07", _full | {"major": "5000.00"}),
        (_table, "four-of-a-kind", "100% of minor", "1300.03", _full | {"minor": "1250.00"}),
    ]


@pytest.mark.rule("ma-uth-2 §13(e) PTMGL01", "ma-uth-2 §13(e) PTMGL02", "ma-uth-2 §13(e) PTMGL04")
@pytest.mark.rule("ma-uth-2 §13(e) PTMGLML01", "ma-uth-2 §13(e) PTMGLML02", "ma-uth-2 §13(e) PTMGLML03")
@pytest.mark.rule("reading R10")
@pytest.mark.parametrize(("paytable", "hand", "odds", "pays", "left"), METER_ROWS)
@pytest.mark.parametrize("fold", [True, False])
def test_13_e_meters_and_R10_seeds(paytable: str, hand: str, odds: str, pays: str, left: dict, fold: bool) -> None:
    result = linked(hand, paytable, fold)
    assert outcome(result, 1, "progressive") == ("win", odds, pays, "0.00")
    assert result["meters"] == left


@pytest.mark.rule("ma-uth-2 §13(e) PTMGL01", "ma-uth-2 §13(e) PTMGL02", "ma-uth-2 §13(e) PTMGL04")
@pytest.mark.rule("ma-uth-2 §13(e) PTMGLML01", "ma-uth-2 §13(e) PTMGLML02", "ma-uth-2 §13(e) PTMGLML03")
@pytest.mark.parametrize("paytable", METERS)
@pytest.mark.parametrize("hand", ["two-pair", "pair", "high-card"])
def test_13_e_below_three_of_a_kind_loses(paytable: str, hand: str) -> None:
    assert outcome(linked(hand, paytable), 1, "progressive") == LOST


@pytest.mark.rule("ma-uth-2 §13(f)")
def test_13_f_judged_on_the_two_cards_and_the_flop() -> None:
    dealt = ("9h 9s", "9c 6d 4s 9d 2c", "Kd Qs")
    options = {"progressive": "PTMGL01", "meters": METERS["PTMGL01"], "wagers": {"progressive": "5"}}
    result = settled(one(BOOK, dealt, **options))
    assert seat_of(result, 1)["hand"] == "four-of-a-kind"
    assert outcome(result, 1, "progressive") == ("win", "9 for 1", "45.00", "0.00")


@pytest.mark.rule("ma-uth-2 §13(b)")
def test_13_b_progressive_without_trips_is_allowed_and_the_wager_may_be_said() -> None:
    result = linked("flush", "PTMGL01", progressive_wager="5")
    assert outcome(result, 1, "progressive") == ("win", "40 for 1", "200.00", "0.00")


def envy(result: dict, number: int) -> list[tuple]:
    return sorted((each["from_seat"], each["hand"], each["pays"]) for each in seat_of(result, number)["envy"])


def two_holders(paytable: str, first: dict, second: dict, third: dict, **options) -> dict:
    """Flop Qh Jh Th: seat 1 has a royal flush, seat 2 a straight flush, seat 3 nothing."""
    seats = [seat(1, "Ah Kh", **first), seat(2, "9h 8h", **second), seat(3, "2c 4d", **third)]
    options |= {"progressive": paytable, "meters": METERS[paytable]}
    return settled(table(BOOK, "Qh Jh Th 7c 3d", "2s 9c", *seats, **options))


WITH = {"progressive": "5"}


@pytest.mark.rule("ma-uth-2 §13(e) PTMGL01", "ma-uth-2 §13(e) PTMGL02", "ma-uth-2 §13(e) PTMGLML01")
@pytest.mark.rule("ma-uth-2 §13(e) PTMGLML02", "ma-uth-2 §13(e) PTMGLML03", "reading R10")
@pytest.mark.parametrize("paytable", [paytable for paytable in METERS if paytable != "PTMGL04"])
def test_13_e_envy_with_R10(paytable: str) -> None:
    result = two_holders(paytable, WITH, WITH, WITH)
    assert envy(result, 1) == [(2, "straight-flush", "1500.00")]
    assert envy(result, 2) == [(1, "royal-flush", "5000.00")]
    assert envy(result, 3) == [(1, "royal-flush", "5000.00"), (2, "straight-flush", "1500.00")]
    assert seat_of(result, 3)["pays"] == "6500.00"
    assert_rules_cited(result)


@pytest.mark.rule("ma-uth-2 §13(e) PTMGL04", "reading R10")
def test_R10_royal_flush_is_a_straight_flush_in_PTMGL04() -> None:
    result = two_holders("PTMGL04", WITH, WITH, WITH)
    assert envy(result, 1) == [(2, "straight-flush", "1250.00")]
    assert envy(result, 2) == [(1, "straight-flush", "1250.00")]
    assert envy(result, 3) == [(1, "straight-flush", "1250.00"), (2, "straight-flush", "1250.00")]
    assert outcome(result, 2, "progressive") == ("win", "100% of meter", "60000.55", "0.00")
    assert outcome(result, 1, "progressive") == ("win", "100% of meter", "5000.00", "0.00")
    assert result["meters"] == {"meter": "5000.00"}
    assert seat_of(result, 1)["hand"] == "royal-flush"


@pytest.mark.rule("reading R8")
def test_R8_envy_requires_wager() -> None:
    assert envy(two_holders("PTMGL01", {}, WITH, WITH), 3) == [
        (1, "royal-flush", "5000.00"),
        (2, "straight-flush", "1500.00"),
    ]
    asked = two_holders("PTMGL01", {}, WITH, WITH, envy_requires_wager=True)
    assert envy(asked, 3) == [(2, "straight-flush", "1500.00")]
    assert envy(asked, 1) == []


@pytest.mark.rule("reading G17")
def test_G17_folded_holder_and_folded_receiver() -> None:
    result = two_holders("PTMGL01", {"folded": True}, WITH | {"folded": True}, WITH | {"folded": True})
    assert envy(result, 3) == [(2, "straight-flush", "1500.00")]
    assert envy(result, 2) == []
    assert result["order"] == []


@pytest.mark.rule("reading R6")
def test_R6_second_seat_shares_what_is_left() -> None:
    seats = [seat(1, "7h 6h", **WITH), seat(4, "Jh Qh", **WITH)]
    options = {"progressive": "PTMGL02", "meters": {"meter": "10000.00"}}
    result = settled(table(BOOK, "8h 9h Th 7c 3d", "2s 9c", *seats, **options))
    assert outcome(result, 4, "progressive") == ("win", "10% of meter", "1000.00", "0.00")
    assert outcome(result, 1, "progressive") == ("win", "10% of meter", "900.00", "0.00")
    assert result["meters"] == {"meter": "8100.00"}


@pytest.mark.rule("ma-uth-2 §13(d)", "reading G31")
def test_G31_progressive_and_envy_are_outside_the_limits() -> None:
    seats = [seat(1, "Ah Kh", ante="200", times=4, **WITH), seat(2, "9h 8h", **WITH)]
    options = {"progressive": "PTMGL02", "meters": {"meter": "90000"}}
    result = settled(table(BOOK, "Qh Jh Th 7c 3d", "2s 3c", *seats, **options))
    first = seat_of(result, 1)
    assert outcome(result, 2, "progressive") == ("win", "10% of meter", "9000.00", "0.00")
    assert outcome(result, 1, "progressive") == ("win", "100% of meter", "81000.00", "0.00")
    assert (first["pays"], first["limited_from"]) == ("132500.00", "183500.00")
    assert first["returned"] == "1200.00"
