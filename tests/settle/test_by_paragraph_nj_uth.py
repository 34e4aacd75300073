"""New Jersey UTH, paragraph by paragraph."""

import pytest

from . import common_uth as common

BOOK = "nj-uth"


@pytest.mark.rule("nj-uth 32.10(g)", "reading R1")
def test_32_10_g_dealer_below_a_pair_returns_the_ante() -> None:
    common.check_below_a_pair(BOOK)


@pytest.mark.rule("nj-uth 32.10(h)1")
def test_32_10_h_1_lower_hand_loses() -> None:
    common.check_lower_hand_loses(BOOK)


@pytest.mark.rule("nj-uth 32.10(h)2", "nj-uth 32.11(b)", "nj-uth 32.11(c)")
def test_32_10_h_2_win_below_a_straight_pushes_the_blind() -> None:
    common.check_win_below_a_straight(BOOK)


@pytest.mark.rule("nj-uth 32.10(h)3", "nj-uth 32.1 Push")
def test_32_10_h_3_equal_hand_pushes() -> None:
    common.check_equal_hand_pushes(BOOK)


@pytest.mark.rule("nj-uth 32.10(h)4", "nj-uth 32.1 Trips wager")
def test_32_10_h_4_trips_is_paid_on_a_lost_hand() -> None:
    common.check_trips_paid_on_a_lost_hand(BOOK)


@pytest.mark.rule("nj-uth 32.10(h)", "reading G16")
def test_32_10_h_order_and_G16_folded_seats_in_their_place() -> None:
    common.check_order(BOOK)


@pytest.mark.rule("nj-uth 32.11(c)")
@common.blind_rows
def test_32_11_c_blind_table(hand: str, odds: str, pays: str) -> None:
    common.check_blind_row(BOOK, hand, odds, pays)


@pytest.mark.rule("nj-uth 32.11(d)", "reading R2")
@common.trips_rows
def test_32_11_d_trips_table_with_R2_kept_on_a_fold(paytable: str, hand: str, odds: str) -> None:
    common.check_trips_row(BOOK, paytable, hand, odds)


@pytest.mark.rule("nj-uth 32.11(d)", "nj-uth 32.1 Trips wager")
def test_32_11_d_trips_below_three_of_a_kind_loses() -> None:
    common.check_trips_loses(BOOK)


@pytest.mark.rule("nj-uth 32.11(e)", "reading R12")
def test_32_11_e_limit_of_fifty_thousand() -> None:
    common.check_fifty_thousand(BOOK)


@pytest.mark.rule("nj-uth 32.11(e)", "reading R12")
def test_32_11_e_limit_of_the_best_hand_at_the_table_minimum() -> None:
    common.check_best_at_the_minimum(BOOK)


@pytest.mark.rule("nj-uth 32.11(e)", "reading R12")
def test_R12_no_second_limit() -> None:
    """Above $75,000 the table minimum's own limit stands alone."""
    seat = common.royal(BOOK, "200", trips="200", table_minimum="200")
    assert (seat["pays"], seat["limited_from"]) == ("111000.00", None)
    cut = common.royal(BOOK, "300", trips="200", table_minimum="200")
    assert (cut["pays"], cut["limited_from"]) == ("111000.00", "161500.00")
