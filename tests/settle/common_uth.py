"""Cases that both Massachusetts texts and New Jersey's have in common; each rulebook's own file runs them."""

import pytest

from .desk import assert_rules_cited, outcome, seat_of, settled
from .table import BELOW_LOSE, BELOW_TIE, LOSING, TIED, WINNING, folded, one, seat, table

LOST = ("lose", None, "0.00", "0.00")
PUSH = ("push", None, "0.00", "10.00")
BLIND_ROWS = [
    ("royal-flush", "500 to 1", "5000.00"),
    ("straight-flush", "50 to 1", "500.00"),
    ("four-of-a-kind", "10 to 1", "100.00"),
    ("full-house", "3 to 1", "30.00"),
    ("flush", "3 to 2", "15.00"),
    ("straight", "1 to 1", "10.00"),
]
TRIPS = {
    "royal-flush": "50 50 50 50",
    "straight-flush": "40 40 40 40",
    "four-of-a-kind": "30 30 30 20",
    "full-house": "9 8 8 7",
    "flush": "7 6 7 6",
    "straight": "4 5 4 5",
    "three-of-a-kind": "3 3 3 3",
}
TRIPS_ROWS = [(t, hand, odds) for hand, each in TRIPS.items() for t, odds in zip("ABCD", each.split(), strict=True)]
COVER_ALL = {
    "royal-flush": "200 150 125 100 80 70",
    "straight-flush": "100 80 70 40 40 30",
    "four-of-a-kind": "70 50 40 35 30 20",
    "full-house": "12 8 6 5 4 4",
}
COVER_ALL_ROWS = [
    (hand, hands, odds)
    for hand, each in COVER_ALL.items()
    for hands, odds in zip(range(2, 8), each.split(), strict=True)
]

blind_rows = pytest.mark.parametrize(("hand", "odds", "pays"), BLIND_ROWS)
trips_rows = pytest.mark.parametrize(("paytable", "hand", "odds"), TRIPS_ROWS)
cover_all_rows = pytest.mark.parametrize(("hand", "hands", "odds"), COVER_ALL_ROWS)


def main(result: dict, number: int = 1) -> list[tuple]:
    return [outcome(result, number, wager) for wager in ("ante", "blind", "play")]


def settled_one(rulebook: str, dealt, **more) -> dict:
    result = settled(one(rulebook, dealt, **more))
    assert_rules_cited(result)
    return result


def check_below_a_pair(rulebook: str) -> None:
    result = settled_one(rulebook, WINNING["high-card"])
    assert result["dealer"]["qualifies"] is False
    assert main(result) == [PUSH, PUSH, ("win", "1 to 1", "10.00", "10.00")]
    assert main(settled_one(rulebook, BELOW_LOSE)) == [PUSH, LOST, LOST]
    assert main(settled_one(rulebook, BELOW_TIE)) == [PUSH, PUSH, PUSH]


def check_lower_hand_loses(rulebook: str) -> None:
    assert main(settled_one(rulebook, LOSING, times=4)) == [LOST, LOST, LOST]


def check_equal_hand_pushes(rulebook: str) -> None:
    assert main(settled_one(rulebook, TIED, times=2)) == [PUSH, PUSH, ("push", None, "0.00", "20.00")]


def check_win_below_a_straight(rulebook: str) -> None:
    win = ("win", "1 to 1", "10.00", "10.00")
    for hand in ("three-of-a-kind", "two-pair", "pair"):
        result = settled_one(rulebook, WINNING[hand], times=3)
        assert main(result) == [win, PUSH, ("win", "1 to 1", "30.00", "30.00")]


def check_blind_row(rulebook: str, hand: str, odds: str, pays: str) -> None:
    for options in ({}, {"blind": "A"}):
        assert outcome(settled_one(rulebook, WINNING[hand], **options), 1, "blind") == ("win", odds, pays, "10.00")


def check_trips_row(rulebook: str, paytable: str, hand: str, odds: str) -> None:
    expected = ("win", f"{odds} to 1", f"{odds}0.00", "10.00")
    more = {"trips": paytable, "wagers": {"trips": "10"}}
    assert outcome(settled_one(rulebook, WINNING[hand], **more), 1, "trips") == expected
    result = settled(folded(rulebook, WINNING[hand], **more))
    assert outcome(result, 1, "trips") == expected
    assert [outcome(result, 1, wager) for wager in ("ante", "blind")] == [LOST, LOST]
    assert seat_of(result, 1)["hand"] is None


def check_trips_loses(rulebook: str) -> None:
    for hand in ("two-pair", "pair", "high-card"):
        result = settled_one(rulebook, WINNING[hand], trips="A", wagers={"trips": "10"})
        assert outcome(result, 1, "trips") == LOST


def check_trips_paid_on_a_lost_hand(rulebook: str) -> None:
    dealt = ("9h 9s", "9c Kc Kd 4s 2d", "Ks Kh")
    result = settled_one(rulebook, dealt, trips="B", wagers={"trips": "10"})
    assert main(result) == [LOST, LOST, LOST]
    assert outcome(result, 1, "trips") == ("win", "8 to 1", "80.00", "10.00")


def royal(rulebook: str, ante: str, trips: str | None = None, **more) -> dict:
    """A royal flush on ante and blind of `ante`, play of four times: seat 1's settlement."""
    cards, community, dealer = WINNING["royal-flush"]
    wagers = more.pop("wagers", {}) | ({"trips": trips} if trips else {})
    options = more | ({"trips": "A"} if trips else {})
    result = settled(table(rulebook, community, dealer, seat(1, cards, ante=ante, times=4, **wagers), **options))
    return seat_of(result, 1)


def check_fifty_thousand(rulebook: str) -> None:
    """Ante, blind, play and trips together pay at most $50,000 at a low table minimum."""
    cut = royal(rulebook, "100")
    assert (cut["pays"], cut["limited_from"], cut["returned"]) == ("50000.00", "50500.00", "600.00")
    assert [row["pays"] for row in cut["wagers"]] == ["100.00", "50000.00", "400.00"]
    assert royal(rulebook, "99")["limited_from"] is None
    assert royal(rulebook, "99")["pays"] == "49995.00"
    low = royal(rulebook, "99", trips="1", table_minimum="5")
    assert (low["pays"], low["limited_from"]) == ("50000.00", "50045.00")


def check_best_at_the_minimum(rulebook: str) -> None:
    """From a $91 minimum with trips (555 times), from $100 without (505 times), the limit is above $50,000."""
    with_trips = royal(rulebook, "200", trips="1", table_minimum="100")
    assert (with_trips["pays"], with_trips["limited_from"]) == ("55500.00", "101050.00")
    without = royal(rulebook, "200", table_minimum="100")
    assert (without["pays"], without["limited_from"]) == ("50500.00", "101000.00")
    exact = royal(rulebook, "100", trips="100", table_minimum="100")
    assert (exact["pays"], exact["limited_from"]) == ("55500.00", None)
    below = royal(rulebook, "200", table_minimum="99")
    assert below["pays"] == "50000.00"


def check_order(rulebook: str) -> None:
    seats = [seat(2, "2c 3c"), seat(6, "4c 5c"), seat(4, "6c 7d", folded=True)]
    result = settled(table(rulebook, "Ah Kd 7c 7s 2d", "Qh Qs", *seats))
    assert result["order"] == [6, 2]
    assert [each["seat"] for each in result["seats"]] == [6, 4, 2]
    assert result["meters"] == {}


FILLERS = ["2c 3d", "2s 4d", "3c 5c", "4s 6d", "5s 7s", "6s 2h"]
COVERED = {  # seat's cards, community, dealer
    "royal-flush": ("Ah Kh", "Qh Jh Th 8c 8d", "3s 9c"),
    "straight-flush": ("Qh Jh", "Th 9h 8h Ac Kd", "3s 7c"),
    "four-of-a-kind": ("Jh Js", "Jc Jd Kc 8s 9d", "Kd Qs"),
    "full-house": ("Jh Js", "Jc Kc Kd 8s 9d", "Qs 3h"),
    "three-of-a-kind": ("Jh Js", "Jc Kc Ad 8s 9d", "Qs 3h"),
}


def cover(rulebook: str, hand: str, hands: int, holder: str = "seat", fold: bool = False) -> dict:
    """`hands` counts the dealer's; seat 1 has the Cover All wager, the highest hand is at `holder`."""
    cards, community, dealer = COVERED[hand]
    if holder == "dealer":
        cards, dealer = dealer, cards
    seats = [seat(1, cards, cover_all="10", folded=fold)]
    seats += [seat(n + 2, FILLERS[n]) for n in range(hands - 2)]
    result = settled(table(rulebook, community, dealer, *seats, cover_all=True))
    assert_rules_cited(result)
    return result


def check_cover_all_row(rulebook: str, hand: str, hands: int, odds: str) -> None:
    expected = ("win", f"{odds} to 1", f"{int(odds) * 10}.00", "10.00")
    assert outcome(cover(rulebook, hand, hands), 1, "cover_all") == expected
    assert outcome(cover(rulebook, hand, hands, holder="dealer"), 1, "cover_all") == expected
    assert outcome(cover(rulebook, hand, hands, holder="dealer", fold=True), 1, "cover_all") == expected


def check_cover_all_loses(rulebook: str) -> None:
    for hands in range(2, 8):
        assert outcome(cover(rulebook, "three-of-a-kind", hands), 1, "cover_all") == LOST


def check_cover_all_folded_hand_is_not_shown(rulebook: str) -> None:
    """The folded royal flush does not count, but its seat counts among the hands."""
    assert outcome(cover(rulebook, "royal-flush", 2, fold=True), 1, "cover_all") == LOST
    seats = [seat(1, "Jh Js", folded=True, cover_all="10"), seat(2, "Kh 2c", cover_all="10"), seat(3, "2d 3d")]
    result = settled(table(rulebook, "Jc Jd Kc Ks 9d", "Qs 3h", *seats, cover_all=True))
    assert outcome(result, 1, "cover_all") == ("win", "6 to 1", "60.00", "10.00")
    assert outcome(result, 2, "cover_all") == ("win", "6 to 1", "60.00", "10.00")


def check_seventy_five_thousand(rulebook: str) -> None:
    """All wagers but the progressive pay at most $75,000, whatever the first limit says."""
    both = royal(rulebook, "100", trips="100", cover_all=True, wagers={"cover_all": "100"})
    assert (both["pays"], both["limited_from"]) == ("70000.00", "75500.00")
    last = royal(rulebook, "100", trips="100", cover_all=True, wagers={"cover_all": "200"})
    assert (last["pays"], last["limited_from"]) == ("75000.00", "95500.00")
    high = royal(rulebook, "200", trips="200", table_minimum="200")
    assert (high["pays"], high["limited_from"]) == ("75000.00", "111000.00")
    exact = royal(rulebook, "1", cover_all=True, wagers={"cover_all": "372.47"})
    assert (exact["pays"], exact["limited_from"]) == ("74999.00", None)
