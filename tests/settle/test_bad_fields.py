"""Fields missing, unknown, or of another rulebook; options, meters, limits, seats."""

import pytest

from .desk import refused, settled
from .spoiled import VALID, changed, earlier, hilo, jersey, maryland, names, without
from .table import seat, table

# Fields missing, unknown, or of another rulebook.

REQUIRED = [(book, (field,)) for book in VALID for field in ("rulebook", "dealer", "seats")]
REQUIRED += [(book, ("community",)) for book in VALID if book != "nj-hilo"]
REQUIRED += [(book, ("seats", 0, field)) for book in VALID for field in ("seat", "wagers")]
REQUIRED += [(book, ("seats", 0, "cards")) for book in VALID if book != "nj-hilo"]
REQUIRED += [(book, ("seats", 0, "wagers", "ante")) for book in VALID]
REQUIRED += [(book, ("seats", 0, "wagers", "blind")) for book in VALID if book != "nj-hilo"]
REQUIRED += [(book, ("seats", 0, "wagers", "play")) for book in VALID]
REQUIRED += [("nj-hilo", ("seats", 0, "high")), ("nj-hilo", ("seats", 0, "low")), ("nj-hilo", ("seats", 1, "cards"))]
REQUIRED += [("md-uth", ("six_card_box",)), ("md-uth", ("meters",)), ("md-uth", ("meters", "mega"))]
REQUIRED += [("ma-uth-1", ("meters",)), ("ma-uth-2", ("meters", "minor")), ("md-uth", ("options", "progressive_wager"))]
REQUIRED += [("md-uth", ("options", "progressive_reset", "minor")), ("ma-uth-1", ("options", "progressive_reset"))]


@pytest.mark.parametrize(("rulebook", "path"), REQUIRED)
def test_missing_field(rulebook: str, path: tuple) -> None:
    names(refused(without(VALID[rulebook](), *path)), path[-1])


UNKNOWN = [(book, (*where, "colour")) for book in VALID for where in ((), ("options",), ("seats", 0))]
UNKNOWN += [(book, ("seats", 0, "wagers", "colour")) for book in VALID]
UNKNOWN += [("md-uth", ("meters", "colour")), ("md-uth", ("options", "progressive_reset", "colour"))]


@pytest.mark.parametrize(("rulebook", "path"), UNKNOWN)
def test_unknown_field(rulebook: str, path: tuple) -> None:
    names(refused(changed(VALID[rulebook](), path, "5")), "colour")


OTHERS = [(book, "poker_bonus", "1") for book in VALID if book != "nj-hilo"]
OTHERS += [
    (book, option, "A")
    for book in ("ma-uth-1", "ma-uth-2", "nj-uth", "nj-hilo")
    for option in ("six_card", "pairs", "bad_beat", "board")
]
OTHERS += [(book, "payout_limit", "60000") for book in ("ma-uth-1", "ma-uth-2", "nj-uth", "nj-hilo")]
OTHERS += [(book, "cover_all", True) for book in ("md-uth", "nj-uth", "nj-hilo")]
OTHERS += [(book, "cover_all", False) for book in ("md-uth", "nj-uth", "nj-hilo")]
OTHERS += [("nj-hilo", option, "A") for option in ("blind", "trips", "progressive")]
OTHERS += [
    ("nj-uth", "progressive", "A"),
    ("nj-uth", "progressive_wager", "5"),
    ("nj-uth", "envy_requires_wager", False),
]
OTHERS += [("ma-uth-1", "envy_requires_wager", True), ("ma-uth-1", "envy_requires_wager", False)]
OTHERS += [("ma-uth-2", "progressive_reset", {"major": "50000", "minor": "5000"})]
OTHERS += [("nj-hilo", "progressive_reset", {}), ("nj-uth", "progressive_reset", {"meter": "1"})]


@pytest.mark.parametrize(("rulebook", "option", "value"), OTHERS)
def test_option_of_another_rulebook(rulebook: str, option: str, value: object) -> None:
    names(refused(changed(VALID[rulebook](), ("options", option), value)), option)


WITHOUT_PROGRESSIVE = [
    ("md-uth", "progressive_wager", "1"),
    ("md-uth", "progressive_reset", {"meter": "10000"}),
    ("md-uth", "envy_requires_wager", False),
    ("ma-uth-1", "progressive_wager", "5"),
    ("ma-uth-1", "progressive_reset", {"meter": "10000"}),
    ("ma-uth-2", "progressive_wager", "5"),
    ("ma-uth-2", "envy_requires_wager", True),
]


@pytest.mark.parametrize(("rulebook", "option", "value"), WITHOUT_PROGRESSIVE)
def test_option_without_progressive(rulebook: str, option: str, value: object) -> None:
    round = table(rulebook, "Ah Kd 7c 7s 2d", "Qh Qs", seat(1, "As Ac"))
    settled(round)
    names(refused(changed(round, ("options", option), value)), option)


BAD_VALUES = [
    ("md-uth", "blind", ["C", "a", "", "AB", " A"]),
    ("md-uth", "trips", ["F", "a", "1"]),
    ("md-uth", "progressive", ["E", "PTMGL01", {"royal-flush": "100%"}]),
    ("md-uth", "progressive_wager", ["2", "0", "10", "1.01", "-1", 1.0]),
    ("md-uth", "six_card", ["C", "a"]),
    ("md-uth", "pairs", ["G", "a"]),
    ("md-uth", "bad_beat", ["D", "a"]),
    ("md-uth", "board", ["D", "a"]),
    ("md-uth", "envy_requires_wager", ["true", "false", 0, 1]),
    ("nj-uth", "blind", ["B"]),
    ("nj-uth", "trips", ["E"]),
    ("ma-uth-1", "blind", ["B"]),
    ("ma-uth-1", "trips", ["E"]),
    ("ma-uth-1", "progressive", ["A", "PTMGL01"]),
    ("ma-uth-1", "progressive_wager", ["1", "10"]),
    ("ma-uth-1", "cover_all", ["true", 0, 1, "A"]),
    ("ma-uth-2", "blind", ["B"]),
    ("ma-uth-2", "trips", ["E"]),
    ("ma-uth-2", "progressive", ["A", "PTMGL03", "ptmgl01", "PTMGLML04", {"royal-flush": "100%"}]),
    ("ma-uth-2", "progressive_wager", ["1", "10"]),
    ("nj-hilo", "poker_bonus", ["3", "0", "A", True, 1.0]),
]


@pytest.mark.parametrize(
    ("rulebook", "option", "value"), [(book, option, value) for book, option, each in BAD_VALUES for value in each]
)
def test_bad_option(rulebook: str, option: str, value: object) -> None:
    names(refused(changed(VALID[rulebook](), ("options", option), value)), option)


@pytest.mark.parametrize("rulebook", ["", "uth", "md-uth ", "MD-UTH", "nj-hilo-2", "ma-uth", "ma-uth-3"])
def test_unknown_rulebook(rulebook: str) -> None:
    names(refused(changed(jersey(), ("rulebook",), rulebook)), "rulebook")


BAD_AWARDS = [
    "0%",
    "101%",
    "1.5%",
    "-1%",
    "%",
    "100 %",
    "100",
    "100 % of meter",
    "0 for 1",
    "5 for 2",
    "5 for 0",
    "for 1",
]
BAD_AWARDS += ["0 to 1", "1 to 0", "1.5 to 1", "-1 to 1", "1 to -1", "1 to", "to 1", "", "1:1", "1 TO 1", "1 to 1 to 1"]
BAD_AWARDS += ["1 to 1\n", "100%\n", "１ to 1", "٣%", None, 5, 1.5, True, [], {}, "$1000"]


@pytest.mark.parametrize("award", BAD_AWARDS, ids=ascii)
@pytest.mark.parametrize("hand", ["royal-flush", "pair"])
def test_R9_bad_award(hand: str, award: object) -> None:
    names(refused(changed(earlier(), ("options", "progressive", hand), award)), "progressive", hand)


@pytest.mark.parametrize("hand", ["royal", "Royal-flush", "royal_flush", "five-of-a-kind", "", "trips", "lose"])
def test_R9_unknown_hand(hand: str) -> None:
    names(refused(changed(earlier(), ("options", "progressive", hand), "5 to 1")), "progressive")


def test_R9_empty_table() -> None:
    round = without(
        without(changed(earlier(), ("options", "progressive"), {}), "options", "progressive_reset"), "meters"
    )
    names(refused(round), "progressive")


def test_R9_reset_and_meters_only_with_a_percentage() -> None:
    fixed = changed(earlier(), ("options", "progressive"), {"flush": "40 to 1"})
    names(refused(without(fixed, "meters")), "progressive_reset")
    names(refused(without(fixed, "options", "progressive_reset")), "meter")
    round = without(without(fixed, "meters"), "options", "progressive_reset")
    assert settled(round)["meters"] == {}
    assert settled(round | {"meters": {}})["meters"] == {}


def test_meters_extra_or_of_another_table() -> None:
    names(refused(changed(maryland(), ("meters", "meter"), "5")), "meter")
    names(refused(changed(maryland(), ("meters",), {"meter": "5"})), "meter")
    names(refused(changed(maryland(), ("meters",), {})), "meters", "mega")
    names(refused(jersey() | {"meters": {"meter": "5"}}), "meter")
    names(refused(hilo() | {"meters": {"meter": "5"}}), "meter")
    assert settled(jersey() | {"meters": {}})["meters"] == {}


@pytest.mark.parametrize(("meter", "below"), [("mega", "9999.99"), ("major", "999.99"), ("minor", "249.99")])
def test_12_D_3_b_reset_below_the_printed_minimum(meter: str, below: str) -> None:
    names(refused(changed(maryland(), ("options", "progressive_reset", meter), below)), "progressive_reset", meter)


# Payout limit.


def limited(limit: str, **options) -> dict:
    return table("md-uth", "Ah Kd 7c 7s 2d", "Qh Qs", seat(1, "As Ac"), payout_limit=limit, **options)


FLOORS = [
    ({}, "50000"),
    ({"table_minimum": "99"}, "50000"),
    ({"table_minimum": "100"}, "50500"),
    ({"table_minimum": "100", "trips": "E"}, "55500"),
    ({"table_minimum": "100", "pairs": "A"}, "53500"),
    ({"table_minimum": "100", "pairs": "B"}, "150500"),
    ({"table_minimum": "100", "pairs": "D"}, "60500"),
    ({"table_minimum": "100", "pairs": "E"}, "55500"),
    ({"table_minimum": "100", "pairs": "F"}, "53000"),
    ({"table_minimum": "100", "bad_beat": "A"}, "1050500"),
    ({"table_minimum": "100", "bad_beat": "B"}, "800500"),
    ({"table_minimum": "100", "bad_beat": "C"}, "300500"),
    ({"table_minimum": "100", "board": "C"}, "150500"),
    ({"table_minimum": "10", "trips": "A", "pairs": "A", "bad_beat": "A", "board": "A"}, "115850"),
    ({"table_minimum": "5", "trips": "A", "pairs": "A", "bad_beat": "A", "board": "A"}, "57925"),
]


@pytest.mark.parametrize(("options", "floor"), FLOORS)
def test_G30_payout_limit_below_its_floor(options: dict, floor: str) -> None:
    settled(limited(floor, **options))
    names(refused(limited(f"{int(floor) - 1}.99", **options)), "payout_limit")


# Seats.


@pytest.mark.parametrize("rulebook", VALID)
@pytest.mark.parametrize("number", [0, -1, 8, 100, "1", 1.0, True, None])
def test_seat_out_of_range(rulebook: str, number: object) -> None:
    names(refused(changed(VALID[rulebook](), ("seats", 0, "seat"), number)), "seat")


@pytest.mark.parametrize("rulebook", [book for book in VALID if book != "nj-hilo"])
def test_R23_seventh_seat(rulebook: str) -> None:
    names(refused(changed(VALID[rulebook](), ("seats", 0, "seat"), 7)), "seat")


@pytest.mark.parametrize("rulebook", ["md-uth", "nj-hilo"])
def test_seat_twice(rulebook: str) -> None:
    round = VALID[rulebook]()
    round["seats"][0]["seat"] = round["seats"][1]["seat"]
    names(refused(round), "seat")


def test_no_seat() -> None:
    names(refused(jersey() | {"seats": []}), "seats")


def test_neither_folded_nor_played() -> None:
    round = without(jersey(), "seats", 0, "wagers", "play")
    names(refused(round), "play", "folded")
    names(refused(changed(round, ("seats", 0, "folded"), False)), "play", "folded")


def test_folded_and_played() -> None:
    names(refused(changed(jersey(), ("seats", 0, "folded"), True)), "play", "folded")
    names(refused(changed(hilo(), ("seats", 0, "folded"), True)), "play", "folded", "cards", "high")
