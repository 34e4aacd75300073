"""New Jersey 5 Card Hi-Lo, paragraph by paragraph."""

import pytest

from .desk import assert_rules_cited, outcome, row_of, seat_of, settled

LOST = ("lose", None, "0.00", "0.00")
PUSH = ("push", None, "0.00", "10.00")
WIN = ("win", "1 to 1", "10.00", "10.00")
# High K Q J (30), low 6 5 (11).
DEALER = "Kc Qd Js 6h 5c"


def hand(high: str, low: str, number: int = 1, ante: str = "10", **wagers) -> dict:
    return {
        "seat": number,
        "high": high.split(),
        "low": low.split(),
        "wagers": {"ante": ante, "play": ante} | wagers,
    }


def fold(cards: str, number: int = 1, ante: str = "10", **wagers) -> dict:
    return {"seat": number, "folded": True, "cards": cards.split(), "wagers": {"ante": ante} | wagers}


def hilo(*seats: dict, dealer: str = DEALER, **options) -> dict:
    round = {"rulebook": "nj-hilo", "options": options, "dealer": dealer.split(), "seats": list(seats)}
    result = settled(round)
    assert_rules_cited(result)
    return result


def main(result: dict, number: int = 1) -> list[tuple]:
    return [outcome(result, number, wager) for wager in ("ante", "play")]


POINTS = [
    ("2c 3c 4c", "5d 6d", 9, 11),
    ("7c 8c 9c", "Td Jd", 24, 20),
    ("Tc Jc Qd", "Kd 2d", 30, 12),
    ("Ac Kd Qc", "2d 3d", 31, 5),
    ("Kd Qc Jc", "Ad 2d", 30, 3),
    ("Ac Ad Ah", "2d As", 33, 3),
    ("Ac Ad Ah", "As Kd", 33, 11),
    ("Ac Ad 2c", "3d Ah", 24, 4),
]


@pytest.mark.rule("nj-hilo 40.5(a)1", "nj-hilo 40.5(a)2", "nj-hilo 40.5(a)3i", "nj-hilo 40.5(a)3ii")
@pytest.mark.rule("nj-hilo 40.5(c)", "nj-hilo 40.1 Point value", "nj-hilo 40.1 Point total", "nj-hilo 40.1 Hand")
@pytest.mark.rule("nj-hilo 40.1 High hand", "nj-hilo 40.1 Low hand")
@pytest.mark.parametrize(("high", "low", "high_points", "low_points"), POINTS)
def test_40_5_a_points(high: str, low: str, high_points: int, low_points: int) -> None:
    result = hilo(hand(high, low), dealer="9s 9d 8h 7s 6s")
    seat = seat_of(result, 1)
    assert sorted(seat["high"]["cards"]) == sorted(high.split())
    assert sorted(seat["low"]["cards"]) == sorted(low.split())
    assert (seat["high"]["points"], seat["low"]["points"]) == (high_points, low_points)
    assert "hand" not in seat
    assert "cards" not in seat


HOUSE_WAYS = [
    (DEALER, 30, 11),
    ("2c 3c 4c 5d 6d", 15, 5),
    ("Ac 2c 3c 9d Kd", 30, 5),
    ("Ac Ad 3c 9d Kd", 32, 12),
    ("Ac Ad 2c 2d 2h", 24, 4),
    ("Ac Ad Ah 9d Kd", 33, 19),
    ("Ac Ad Ah 2d Kd", 33, 12),
    ("Ac Ad Ah As Kd", 33, 11),
    ("Ac Ad Ah As 2d", 33, 3),
]


@pytest.mark.rule("nj-hilo 40.5(b)", "nj-hilo 40.10(c)", "nj-hilo 40.1 Hand", "nj-hilo 40.1 High hand")
@pytest.mark.rule("nj-hilo 40.1 Low hand", "reading R18")
@pytest.mark.parametrize(("dealer", "high", "low"), HOUSE_WAYS)
def test_40_5_b_and_R18_house_way(dealer: str, high: int, low: int) -> None:
    result = hilo(hand("7s 7h 8s", "4h 4s"), dealer=dealer)
    shown = result["dealer"]
    assert (shown["high"]["points"], shown["low"]["points"]) == (high, low)
    assert (len(shown["high"]["cards"]), len(shown["low"]["cards"])) == (3, 2)
    assert sorted(shown["high"]["cards"] + shown["low"]["cards"]) == sorted(dealer.split())
    aces = min(3, dealer.count("A"))
    assert sum(card[0] == "A" for card in shown["high"]["cards"]) == aces
    assert set(shown) == {"high", "low"}


OUTCOMES = [
    ("Ac Kd Qc", "2d 3d", WIN),  # 31 over 30, 5 under 11
    ("Ac Kd Qc", "8d 3d", PUSH),  # higher, low equal
    ("Ac Kd Qc", "8d 4d", PUSH),  # higher, low higher
    ("Kd Qc Jc", "2d 3d", PUSH),  # equal, low lower
    ("9d Qc Jc", "2d 3d", PUSH),  # lower, low lower
    ("Kd Qc Jc", "8d 3d", LOST),  # both equal
    ("9d Qc Jc", "8d 3d", LOST),  # lower, low equal
    ("Kd Qc Jc", "8d 4d", LOST),  # equal, low higher
    ("9d Qc Jc", "8d 4d", LOST),  # lower, low higher
]


@pytest.mark.rule("nj-hilo 40.10(d)i", "nj-hilo 40.10(d)ii", "nj-hilo 40.10(d)iii", "nj-hilo 40.11(b)")
@pytest.mark.rule("nj-hilo 40.1 Push")
@pytest.mark.parametrize(("high", "low", "expected"), OUTCOMES)
def test_40_10_d_ante_and_play(high: str, low: str, expected: tuple) -> None:
    assert main(hilo(hand(high, low))) == [expected, expected]


TIES = [
    ("Ac Kd Qc", "8d 3d", ("win", "4 to 1", "20.00", "5.00")),  # low hands equal
    ("Kd Qc Jc", "2d 3d", ("win", "4 to 1", "20.00", "5.00")),  # high hands equal
    ("Kd Qc Jc", "8d 3d", ("win", "20 to 1", "100.00", "5.00")),  # both equal
    ("Kd Qc Jc", "Ad Th", ("win", "20 to 1", "100.00", "5.00")),  # by points, not by rank
    ("Ac Kd Qc", "2d 3d", LOST),
    ("9d Qc Jc", "8d 4d", LOST),
]


@pytest.mark.rule("nj-hilo 40.11(c)", "nj-hilo 40.1 Tie bet", "reading G7")
@pytest.mark.parametrize(("high", "low", "expected"), TIES)
def test_40_11_c_and_G7_tie(high: str, low: str, expected: tuple) -> None:
    assert outcome(hilo(hand(high, low, tie="5")), 1, "tie") == expected


BONUS = [
    ("Ah Kh Qh", "Jh Th", "250", "500"),
    ("9h 8h 7h", "6d 5h", "8", "6"),
    ("9h 8h 7h", "6d 5d", "8", "6"),
    ("9d 8d 7d", "6d 5d", "50", "100"),
    ("Ad 4d 5d", "3d 2d", "50", "100"),
    ("9d 9c 9h", "9s 5d", "25", "40"),
    ("9d 9c 9h", "5s 5d", "15", "15"),
    ("Kd 9d 7d", "4d 2d", "10", "8"),
    ("Ad 4c 5d", "3d 2d", "8", "6"),
    ("Ad Kh Qc", "Jd Td", "8", "6"),
    ("9d 9c 9h", "5s 4d", "5", "4"),
    ("9d 9c 5d", "5s 4d", "3", "3"),
    ("Ad Ac 5d", "7s 4d", "1", "1"),
    ("9d 7c 7d", "5s 4d", "1", "1"),
    ("9d 6c 6d", "5s 4d", None, "1"),
    ("9d 7c 5h", "5s 4d", None, None),
    ("Ad Kh Qc", "2d 3d", None, None),
    ("Ad 9h 7h", "3d 2d", None, None),
]


@pytest.mark.rule("nj-hilo 40.11(d)", "nj-hilo 40.1 Poker bonus bet", "nj-hilo 40.1 Rank", "nj-hilo 40.5(d)")
@pytest.mark.rule("nj-hilo 40.5(d)1", "nj-hilo 40.5(d)2", "nj-hilo 40.5(d)3", "nj-hilo 40.5(d)4", "nj-hilo 40.5(d)5")
@pytest.mark.rule("nj-hilo 40.5(d)6", "nj-hilo 40.5(d)7", "nj-hilo 40.5(d)8", "nj-hilo 40.5(d)9", "reading R19")
@pytest.mark.parametrize(("high", "low", "first", "second"), BONUS)
@pytest.mark.parametrize("folds", [True, False])
def test_40_11_d_poker_bonus_with_R19(high: str, low: str, first: str | None, second: str | None, folds: bool) -> None:
    for paytable, odds in (("1", first), ("2", second)):
        seat = fold(f"{low} {high}", poker_bonus="10") if folds else hand(high, low, poker_bonus="10")
        result = hilo(seat, dealer="Ks Qs 8s 6h 2h", poker_bonus=paytable)
        expected = ("win", f"{odds} to 1", f"{odds}0.00", "10.00") if odds else LOST
        assert outcome(result, 1, "poker_bonus") == expected


ANTE_BONUS = [
    ("Ac Ad Ah", "4d 3d", "5 to 1", "50.00"),
    ("Ac Ad 3c", "Ah 2d", "5 to 1", "50.00"),
    ("Ac Ad Ah", "As 2d", "100 to 1", "1000.00"),
    ("Ac Ad Ah", "As 3d", "50 to 1", "500.00"),
    ("Ac Ad Ah", "As Kd", "50 to 1", "500.00"),
]


@pytest.mark.rule("nj-hilo 40.11(e)", "nj-hilo 40.1 Ante bonus")
@pytest.mark.parametrize(("high", "low", "odds", "pays"), ANTE_BONUS)
def test_40_11_e_ante_bonus(high: str, low: str, odds: str, pays: str) -> None:
    result = hilo(hand(high, low, tie="5", poker_bonus="5"), poker_bonus="1")
    assert outcome(result, 1, "ante_bonus") == ("win", odds, pays, "0.00")
    assert row_of(seat_of(result, 1), "ante_bonus")["amount"] == "10.00"
    wagers = [row["wager"] for row in seat_of(result, 1)["wagers"]]
    assert wagers == ["ante", "play", "tie", "poker_bonus", "ante_bonus"]


@pytest.mark.rule("nj-hilo 40.10(f)", "nj-hilo 40.1 Ante bonus")
def test_40_10_f_ante_bonus_is_paid_on_a_lost_hand() -> None:
    result = hilo(hand("Ac Ad 3c", "Ah Td"))
    assert main(result) == [LOST, LOST]
    assert outcome(result, 1, "ante_bonus") == ("win", "5 to 1", "50.00", "0.00")
    assert seat_of(result, 1)["pays"] == "50.00"
    assert seat_of(result, 1)["returned"] == "0.00"


@pytest.mark.rule("nj-hilo 40.11(e)")
def test_40_11_e_no_row_below_three_aces() -> None:
    result = hilo(hand("Ac Ad 3c", "8d 3d"))
    assert [row["wager"] for row in seat_of(result, 1)["wagers"]] == ["ante", "play"]


@pytest.mark.rule("nj-hilo 40.10(a)1", "reading R19")
def test_R19_fold_loses_ante_tie_and_ante_bonus_and_keeps_poker_bonus() -> None:
    result = hilo(fold("Ac Ad Ah As 2d", tie="5", poker_bonus="5"), poker_bonus="2")
    seat = seat_of(result, 1)
    assert [row["wager"] for row in seat["wagers"]] == ["ante", "tie", "poker_bonus"]
    assert outcome(result, 1, "ante") == LOST
    assert outcome(result, 1, "tie") == LOST
    assert outcome(result, 1, "poker_bonus") == ("win", "40 to 1", "200.00", "5.00")
    assert (seat["high"], seat["low"], seat["pays"], seat["returned"]) == (None, None, "200.00", "5.00")
    assert result["order"] == []


@pytest.mark.rule("nj-hilo 40.10(d)")
def test_40_10_d_order_of_settlement() -> None:
    seats = [hand("Ac 9d Qc", "2d 3d", 1), fold("Ad Ah 4d 4h 7c", 7), hand("Kd Qh Jc", "8d 3c", 4)]
    result = hilo(*seats)
    assert result["order"] == [4, 1]
    assert [seat["seat"] for seat in result["seats"]] == [7, 4, 1]
    assert result["meters"] == {}
    assert all(seat["envy"] == [] for seat in result["seats"])


def limit(ante: str, **options) -> tuple[str, str | None]:
    """Four aces and a two, ante and play won: 1 + 1 + 100 times the ante."""
    seat = seat_of(hilo(hand("Ac Ad Ah", "As 2d", ante=ante), **options), 1)
    return seat["pays"], seat["limited_from"]


@pytest.mark.rule("nj-hilo 40.11(f)")
def test_40_11_f_limit_of_fifty_thousand() -> None:
    assert limit("490") == ("49980.00", None)
    assert limit("500") == ("50000.00", "51000.00")
    assert limit("500", table_minimum="490") == ("50000.00", "51000.00")


@pytest.mark.rule("nj-hilo 40.11(f)", "reading G32")
def test_G32_limit_of_the_best_hand_at_the_table_minimum() -> None:
    assert limit("500", table_minimum="500") == ("51000.00", None)
    assert limit("1000", table_minimum="500") == ("51000.00", "102000.00")
    assert limit("1000", table_minimum="200", poker_bonus="1") == ("54000.00", "102000.00")
    assert limit("1000", table_minimum="100", poker_bonus="2") == ("52000.00", "102000.00")
    assert limit("1000", table_minimum="185", poker_bonus="1") == ("50000.00", "102000.00")


@pytest.mark.rule("nj-hilo 40.11(f)")
def test_40_11_f_limit_covers_every_wager_and_leaves_what_is_returned() -> None:
    seat = hand("Ah Kh Qh", "Jh Th", ante="10", poker_bonus="300", tie="10")
    result = hilo(seat, poker_bonus="1")
    assert outcome(result, 1, "poker_bonus") == ("win", "250 to 1", "75000.00", "300.00")
    first = seat_of(result, 1)
    assert main(result) == [PUSH, PUSH]
    assert (first["pays"], first["limited_from"], first["returned"]) == ("50000.00", "75000.00", "320.00")
