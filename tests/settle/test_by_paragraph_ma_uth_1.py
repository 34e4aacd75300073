"""Massachusetts, the earlier text, paragraph by paragraph."""

import pytest

from . import common_uth as common
from .desk import assert_rules_cited, outcome, seat_of, settled
from .table import WINNING, folded, one, seat, table

BOOK = "ma-uth-1"
LOST = ("lose", None, "0.00", "0.00")
OWN = {"royal-flush": "100%", "straight-flush": "10%", "four-of-a-kind": "300 for 1", "flush": "40 to 1"}


@pytest.mark.rule("ma-uth-1 §10(g)", "reading R1")
def test_10_g_dealer_below_a_pair_returns_the_ante() -> None:
    common.check_below_a_pair(BOOK)


@pytest.mark.rule("ma-uth-1 §10(h)(1)")
def test_10_h_1_lower_hand_loses() -> None:
    common.check_lower_hand_loses(BOOK)


@pytest.mark.rule("ma-uth-1 §10(h)(2)", "ma-uth-1 §11(b)", "ma-uth-1 §11(c)")
def test_10_h_2_win_below_a_straight_pushes_the_blind() -> None:
    common.check_win_below_a_straight(BOOK)


@pytest.mark.rule("ma-uth-1 §10(h)(3)", "ma-uth-1 §1 Push")
def test_10_h_3_equal_hand_pushes() -> None:
    common.check_equal_hand_pushes(BOOK)


@pytest.mark.rule("ma-uth-1 §10(h)(4)", "ma-uth-1 §1 Trips wager")
def test_10_h_4_trips_is_paid_on_a_lost_hand() -> None:
    common.check_trips_paid_on_a_lost_hand(BOOK)


@pytest.mark.rule("ma-uth-1 §10(h)", "reading G16")
def test_10_h_order_and_G16_folded_seats_in_their_place() -> None:
    common.check_order(BOOK)


@pytest.mark.rule("ma-uth-1 §11(c)")
@common.blind_rows
def test_11_c_blind_table(hand: str, odds: str, pays: str) -> None:
    common.check_blind_row(BOOK, hand, odds, pays)


@pytest.mark.rule("ma-uth-1 §11(d)", "reading R2")
@common.trips_rows
def test_11_d_trips_table_with_R2_kept_on_a_fold(paytable: str, hand: str, odds: str) -> None:
    common.check_trips_row(BOOK, paytable, hand, odds)


@pytest.mark.rule("ma-uth-1 §11(d)", "ma-uth-1 §1 Trips wager")
def test_11_d_trips_below_three_of_a_kind_loses() -> None:
    common.check_trips_loses(BOOK)


@pytest.mark.rule("ma-uth-1 §11(e)", "reading R12")
def test_11_e_limit_of_fifty_thousand() -> None:
    common.check_fifty_thousand(BOOK)


@pytest.mark.rule("ma-uth-1 §11(e)", "reading R12")
def test_11_e_limit_of_the_best_hand_at_the_table_minimum() -> None:
    common.check_best_at_the_minimum(BOOK)


@pytest.mark.rule("ma-uth-1 §13(c)", "ma-uth-1 §13(f)", "ma-uth-1 §13(k)")
@common.cover_all_rows
def test_13_k_cover_all_by_number_of_hands(hand: str, hands: int, odds: str) -> None:
    common.check_cover_all_row(BOOK, hand, hands, odds)


@pytest.mark.rule("reading R11")
def test_R11_cover_all_below_a_full_house_loses() -> None:
    common.check_cover_all_loses(BOOK)


@pytest.mark.rule("ma-uth-1 §13(g)", "reading R11")
def test_R11_cover_all_folded_hand_counts_in_number_only() -> None:
    common.check_cover_all_folded_hand_is_not_shown(BOOK)


@pytest.mark.rule("ma-uth-1 §14(d)", "reading G31")
def test_14_d_and_G31_limit_of_seventy_five_thousand() -> None:
    common.check_seventy_five_thousand(BOOK)


def own(hand: str, awards: dict, meter: str | None = None, reset: str = "1000", fold: bool = False, **more) -> dict:
    """Seat 1 holds `hand` with a progressive wager on the operator's own table."""
    more |= {"trips": "A", "progressive": awards, "wagers": {"trips": "5", "progressive": "5"}}
    if meter is not None:
        more |= {"meters": {"meter": meter}, "progressive_reset": {"meter": reset}}
    result = settled((folded if fold else one)(BOOK, WINNING[hand], **more))
    assert_rules_cited(result)
    return result


@pytest.mark.rule("reading R9")
def test_R9_share_of_the_meter() -> None:
    result = own("straight-flush", OWN, "12345.67")
    assert outcome(result, 1, "progressive") == ("win", "10% of meter", "1234.56", "0.00")
    assert result["meters"] == {"meter": "11111.11"}


@pytest.mark.rule("reading R9", "reading R6")
def test_R9_whole_meter_is_reset() -> None:
    result = own("royal-flush", OWN, "12345.67", reset="2500.5")
    assert outcome(result, 1, "progressive") == ("win", "100% of meter", "12345.67", "0.00")
    assert result["meters"] == {"meter": "2500.50"}


@pytest.mark.rule("reading R5")
def test_R5_for_keeps_the_wager_and_to_returns_it() -> None:
    assert outcome(own("four-of-a-kind", OWN, "0"), 1, "progressive") == ("win", "300 for 1", "1500.00", "0.00")
    assert outcome(own("flush", OWN, "0"), 1, "progressive") == ("win", "40 to 1", "200.00", "5.00")


@pytest.mark.rule("reading R9")
@pytest.mark.parametrize("hand", ["full-house", "straight", "three-of-a-kind", "two-pair", "pair", "high-card"])
def test_R9_hand_without_a_row_loses(hand: str) -> None:
    result = own(hand, OWN, "12345.67")
    assert outcome(result, 1, "progressive") == LOST
    assert result["meters"] == {"meter": "12345.67"}


def test_R9_royal_flush_without_a_row_counts_as_a_straight_flush() -> None:
    result = own("royal-flush", {"straight-flush": "100%", "flush": "40 to 1"}, "777.77", reset="500")
    assert outcome(result, 1, "progressive") == ("win", "100% of meter", "777.77", "0.00")
    assert result["meters"] == {"meter": "500.00"}
    fixed = own("royal-flush", {"straight-flush": "200 to 1"})
    assert outcome(fixed, 1, "progressive") == ("win", "200 to 1", "1000.00", "5.00")


def test_R9_royal_flush_loses_where_neither_has_a_row() -> None:
    assert outcome(own("royal-flush", {"flush": "40 to 1"}), 1, "progressive") == LOST


def test_R9_straight_flush_is_not_a_royal_flush() -> None:
    assert outcome(own("straight-flush", {"royal-flush": "100%"}, "10"), 1, "progressive") == LOST


@pytest.mark.parametrize(
    ("hand", "award", "pays", "returned"),
    [
        ("high-card", "1 to 1", "5.00", "5.00"),
        ("pair", "1 for 1", "5.00", "0.00"),
        ("two-pair", "7 to 3", "11.66", "5.00"),
        ("three-of-a-kind", "3 to 2", "7.50", "5.00"),
        ("full-house", "2 to 7", "1.42", "5.00"),
    ],
)
def test_R9_any_hand_and_fraction_rounded_down(hand: str, award: str, pays: str, returned: str) -> None:
    result = own(hand, {hand: award})
    assert outcome(result, 1, "progressive") == ("win", award, pays, returned)
    assert result["meters"] == {}


@pytest.mark.rule("reading R2")
def test_R2_folded_seat_keeps_the_progressive() -> None:
    result = own("straight-flush", OWN, "100", fold=True)
    assert outcome(result, 1, "progressive") == ("win", "10% of meter", "10.00", "0.00")
    assert result["meters"] == {"meter": "90.00"}


@pytest.mark.rule("reading R6")
def test_R6_several_seats_on_one_meter() -> None:
    wagers = {"trips": "5", "progressive": "5"}
    seats = [seat(1, "9h 8h", **wagers), seat(3, "Ah Kh", **wagers), seat(6, "9c 9s", **wagers)]
    awards = {"royal-flush": "100%", "straight-flush": "50%", "high-card": "10%"}
    options = {"trips": "A", "progressive": awards, "progressive_reset": {"meter": "100.01"}}
    result = settled(table(BOOK, "Qh Jh Th 2c 3d", "2s 9d", *seats, meters={"meter": "1000"}, **options))
    assert outcome(result, 6, "progressive") == LOST
    assert outcome(result, 3, "progressive") == ("win", "100% of meter", "1000.00", "0.00")
    assert outcome(result, 1, "progressive") == ("win", "50% of meter", "50.00", "0.00")
    assert result["meters"] == {"meter": "50.01"}


def test_no_envy() -> None:
    wagers = {"trips": "5", "progressive": "5"}
    seats = [seat(1, "9h 8h", **wagers), seat(3, "Ah Kh", **wagers)]
    options = {"trips": "A", "progressive": {"royal-flush": "1000 for 1"}}
    result = settled(table(BOOK, "Qh Jh Th 2c 3d", "2s 9d", *seats, **options))
    assert [each["envy"] for each in result["seats"]] == [[], []]


@pytest.mark.rule("ma-uth-1 §14(d)")
def test_14_d_progressive_is_outside_the_limits() -> None:
    wagers = {"progressive": "5"}
    more = {"progressive": {"royal-flush": "100%"}, "progressive_reset": {"meter": "1"}}
    cut = common.royal(BOOK, "100", trips="100", wagers=wagers, meters={"meter": "80000"}, **more)
    assert (cut["pays"], cut["limited_from"]) == ("130000.00", "135500.00")


def test_zero_meter_and_share_below_a_cent() -> None:
    whole = own("royal-flush", OWN, "0.00", reset="10")
    assert [outcome(whole, 1, "progressive")[n] for n in (0, 2, 3)] == ["win", "0.00", "0.00"]
    assert whole["meters"] == {"meter": "10.00"}
    share = own("straight-flush", OWN, "0.09")
    assert [outcome(share, 1, "progressive")[n] for n in (0, 2, 3)] == ["win", "0.00", "0.00"]
    assert share["meters"] == {"meter": "0.09"}
    assert seat_of(share, 1)["limited_from"] is None
