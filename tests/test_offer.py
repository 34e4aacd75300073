"""What an operator may choose: the option table of each rulebook, the tables in force, and the limits that follow."""

from itertools import product

import pytest

from controller.game.fields import BadInput
from controller.game.offer import Offer, check_offer
from controller.library import open_book
from tests.printed_odds import BAD_BEAT, BOARD, PAIRS, TRIPS

BOOKS = ("ma-uth-1", "nj-uth", "ma-uth-2", "md-uth", "nj-hilo")
UTH = BOOKS[:4]
LINKED = ("PTMGL01", "PTMGL02", "PTMGL04", "PTMGLML01", "PTMGLML02", "PTMGLML03")


def offer(rulebook: str, **options: object) -> Offer:
    return check_offer(open_book(rulebook), options)


def refusal(rulebook: str, **options: object) -> str:
    with pytest.raises(BadInput) as refused:
        offer(rulebook, **options)
    (line,) = str(refused.value).splitlines()
    return line


# ---- the option table -------------------------------------------------------------

LETTERS = {
    "blind": {"ma-uth-1": "A", "nj-uth": "A", "ma-uth-2": "A", "md-uth": "AB"},
    "trips": {"ma-uth-1": "ABCD", "nj-uth": "ABCD", "ma-uth-2": "ABCD", "md-uth": "ABCDE"},
    "six_card": {"md-uth": "AB"},
    "pairs": {"md-uth": "ABCDEF"},
    "bad_beat": {"md-uth": "ABC"},
    "board": {"md-uth": "ABC"},
    "poker_bonus": {"nj-hilo": "12"},
}
CHOICES = [(book, option, value) for option, books in LETTERS.items() for book in books for value in books[book]]


@pytest.mark.rule("ma-uth-1 §11(d)", "nj-uth 32.11(d)", "ma-uth-2 §10(d)", "md-uth 12.B", "md-uth 12.C")
@pytest.mark.rule("md-uth 12.E", "md-uth 12.E2", "md-uth 12.F2", "md-uth 12.G", "nj-hilo 40.11(d)")
@pytest.mark.parametrize(("rulebook", "option", "value"), CHOICES)
def test_a_printed_table_may_be_chosen(rulebook: str, option: str, value: str) -> None:
    chosen = offer(rulebook, **{option: value})
    assert option in chosen.wagers
    assert chosen.tables[option] is open_book(rulebook).tables[option][value]


@pytest.mark.rule("ma-uth-1 §11(d)", "nj-uth 32.11(d)", "ma-uth-2 §10(d)", "md-uth 12.B", "md-uth 12.C")
@pytest.mark.rule("md-uth 12.E", "md-uth 12.E2", "md-uth 12.F2", "md-uth 12.G", "nj-hilo 40.11(d)")
@pytest.mark.parametrize("option", LETTERS)
@pytest.mark.parametrize("rulebook", BOOKS)
def test_no_other_letter_may_be_chosen(rulebook: str, option: str) -> None:
    allowed = LETTERS[option].get(rulebook, "")
    for value in [*"ABCDEFG123", "AB", "a", "", None, 1, True, ["A"], {"A": "A"}]:
        if not (isinstance(value, str) and value and value in list(allowed)):
            assert refusal(rulebook, **{option: value}).startswith(f"options.{option}: "), value


@pytest.mark.rule("md-uth 7.F(3)", "md-uth 7.F(4)", "md-uth 7.F(5)", "md-uth 7.F(6)", "md-uth 7.F(7)")
@pytest.mark.parametrize("rulebook", BOOKS)
def test_with_no_options_only_the_main_game_is_offered(rulebook: str) -> None:
    plain = offer(rulebook)
    if rulebook == "nj-hilo":
        assert plain.wagers == {"ante", "play", "tie"}
        assert set(plain.tables) == {"tie", "ante_bonus"}
    else:
        assert plain.wagers == {"ante", "blind", "play"}
        assert plain.tables == {"blind": open_book(rulebook).tables["blind"]["A"]}
    assert (plain.progressive_wager, plain.resets, plain.envy, plain.envy_requires_wager) == (0, {}, {}, False)


@pytest.mark.parametrize("rulebook", ["ma-uth-1", "ma-uth-2"])
def test_cover_all_is_offered_or_not(rulebook: str) -> None:
    assert "cover_all" in offer(rulebook, cover_all=True).wagers
    assert "cover_all" not in offer(rulebook, cover_all=False).wagers


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("options", [None, [], "A", 5, True])
def test_options_are_an_object(rulebook: str, options: object) -> None:
    with pytest.raises(BadInput, match=r"^options: expected an object"):
        check_offer(open_book(rulebook), options)


def test_a_refusal_names_the_place_it_is_told() -> None:
    with pytest.raises(BadInput, match=r"^table\.toml: offers\.trips: "):
        check_offer(open_book("nj-uth"), {"trips": "E"}, "table.toml: offers")


# ---- the progressive --------------------------------------------------------------

SEEDS = {  # dollars, with the wager that Massachusetts asks for (R10); the least there may be in Maryland
    ("md-uth", "A"): {"meter": 10_000},
    ("md-uth", "B"): {"major": 1_000, "minor": 250},
    ("md-uth", "C"): {"mega": 10_000, "major": 1_000, "minor": 250},
    ("md-uth", "D"): {"mega": 10_000, "major": 1_000, "minor": 250},
    ("ma-uth-2", "PTMGL01"): {"meter": 5 * 10_000},
    ("ma-uth-2", "PTMGL02"): {"meter": 10_000},
    ("ma-uth-2", "PTMGL04"): {"meter": 5 * 1_000},
    ("ma-uth-2", "PTMGLML01"): {"major": 5 * 10_000, "minor": 5 * 1_000},
    ("ma-uth-2", "PTMGLML02"): {"mega": 5 * 10_000, "major": 5 * 1_000, "minor": 5 * 250},
    ("ma-uth-2", "PTMGLML03"): {"mega": 5 * 10_000, "major": 5 * 1_000, "minor": 5 * 250},
}


def cents(amounts: dict[str, int]) -> dict[str, int]:
    return {name: 100 * dollars for name, dollars in amounts.items()}


@pytest.mark.rule("ma-uth-2 §13(e) PTMGL01", "ma-uth-2 §13(e) PTMGL02", "ma-uth-2 §13(e) PTMGL04")
@pytest.mark.rule("ma-uth-2 §13(e) PTMGLML01", "ma-uth-2 §13(e) PTMGLML02", "ma-uth-2 §13(e) PTMGLML03")
@pytest.mark.rule("md-uth 12.D(3)(b)", "md-uth 12.D(3)(b)(i)", "md-uth 12.D(3)(b)(ii)(1)", "md-uth 12.D(3)(b)(ii)(2)")
@pytest.mark.rule("md-uth 12.D(3)(b)(iii)(1)", "md-uth 12.D(3)(b)(iii)(2)", "md-uth 12.D(3)(b)(iii)(3)")
@pytest.mark.rule("md-uth 12.D(3)(b)(iv)(1)", "md-uth 12.D(3)(b)(iv)(2)", "md-uth 12.D(3)(b)(iv)(3)", "reading R10")
@pytest.mark.parametrize(("rulebook", "table"), SEEDS)
def test_meters_and_their_seeds(rulebook: str, table: str) -> None:
    asked = {"progressive_wager": "5"} if rulebook == "md-uth" else {}
    chosen = offer(rulebook, progressive=table, **asked)
    assert chosen.resets == cents(SEEDS[rulebook, table])
    assert chosen.progressive_wager == 500
    assert chosen.wagers == {"ante", "blind", "play", "progressive"}


@pytest.mark.rule("md-uth 12.D(5)(a)", "md-uth 12.D(5)(b)", "md-uth 12.D(6)(a)", "md-uth 12.D(6)(b)")
@pytest.mark.rule("md-uth 12.D(6)(c)", "md-uth 12.D(6)(d)", "md-uth 12.D(7)(a)", "md-uth 12.D(7)(b)")
@pytest.mark.rule("md-uth 12.D(7)(c)", "md-uth 12.D(7)(d)", "reading R8")
@pytest.mark.parametrize(("wager", "amount"), [("1", 100), ("5", 500), (1, 100), (5, 500), ("1.00", 100), ("5.0", 500)])
@pytest.mark.parametrize("table", "ABCD")
def test_R8_envy_in_maryland_goes_by_the_wager(table: str, wager: object, amount: int) -> None:
    chosen = offer("md-uth", progressive=table, progressive_wager=wager)
    assert chosen.progressive_wager == amount
    envy = {row.hand: row.pays for row in chosen.envy.values()}
    # $1,000 and $300 with $1, five times as much with $5.
    assert envy == {"royal-flush": 1_000 * amount, "straight-flush": 300 * amount}


@pytest.mark.rule("ma-uth-2 §13(e) PTMGL01", "ma-uth-2 §13(e) PTMGL02", "ma-uth-2 §13(e) PTMGL04")
@pytest.mark.rule("ma-uth-2 §13(e) PTMGLML01", "ma-uth-2 §13(e) PTMGLML02", "ma-uth-2 §13(e) PTMGLML03")
@pytest.mark.rule("reading R10")
@pytest.mark.parametrize("table", LINKED)
@pytest.mark.parametrize("wager", [{}, {"progressive_wager": "5"}, {"progressive_wager": 5}])
def test_R10_envy_in_massachusetts_is_for_five_dollars(table: str, wager: dict) -> None:
    chosen = offer("ma-uth-2", progressive=table, **wager)
    assert chosen.progressive_wager == 500
    envy = {row.hand: row.pays for row in chosen.envy.values()}
    if table == "PTMGL04":
        assert envy == {"straight-flush": 5 * 250_00}
        assert len(chosen.envy) == 2, "a royal flush is a straight flush here"
    else:
        assert envy == {"royal-flush": 5_000_00, "straight-flush": 1_500_00}


@pytest.mark.rule("md-uth 11.J(2)(e)(ii)", "reading R8")
@pytest.mark.parametrize("rulebook", ["md-uth", "ma-uth-2"])
def test_whether_the_holder_must_have_wagered_is_the_operators_choice(rulebook: str) -> None:
    table = {"progressive": "A", "progressive_wager": "5"} if rulebook == "md-uth" else {"progressive": "PTMGL01"}
    assert offer(rulebook, **table).envy_requires_wager is False
    for choice in (False, True):
        assert offer(rulebook, envy_requires_wager=choice, **table).envy_requires_wager is choice


@pytest.mark.rule("md-uth 12.D(3)(b)", "md-uth 12.D(3)(b)(i)", "md-uth 12.D(3)(b)(ii)(1)", "md-uth 12.D(3)(b)(ii)(2)")
@pytest.mark.rule("md-uth 12.D(3)(b)(iii)(1)", "md-uth 12.D(3)(b)(iii)(2)", "md-uth 12.D(3)(b)(iii)(3)")
@pytest.mark.rule("md-uth 12.D(3)(b)(iv)(1)", "md-uth 12.D(3)(b)(iv)(2)", "md-uth 12.D(3)(b)(iv)(3)")
@pytest.mark.parametrize("table", "ABCD")
def test_12_D_3_b_maryland_resets_from_the_printed_least_up(table: str) -> None:
    least = SEEDS["md-uth", table]
    asked = {"progressive": table, "progressive_wager": "1"}
    assert offer("md-uth", progressive_reset=least, **asked).resets == cents(least)
    more = {name: dollars + 1 for name, dollars in least.items()}
    assert offer("md-uth", progressive_reset=more, **asked).resets == cents(more)
    for name, dollars in least.items():
        below = least | {name: f"{dollars - 1}.99"}
        line = refusal("md-uth", progressive_reset=below, **asked)
        assert line.startswith(f"options.progressive_reset.{name}: expected at least {dollars}.00")


OWN = {"royal-flush": "100%", "straight-flush": "10%", "four-of-a-kind": "300 for 1", "flush": "40 to 1"}


@pytest.mark.rule("reading R9")
def test_R9_the_operators_own_table() -> None:
    chosen = offer("ma-uth-1", progressive=OWN, progressive_reset={"meter": "1234.5"})
    assert (chosen.resets, chosen.progressive_wager, chosen.envy) == ({"meter": 123_450}, 500, {})
    rows = [(row.hand, row.award.text, row.rule) for row in chosen.tables["progressive"].rows]
    percents = {"royal-flush": "100% of meter", "straight-flush": "10% of meter"}
    assert rows == [(hand, percents.get(hand, award), "reading R9") for hand, award in OWN.items()]
    assert chosen.tables["progressive"].otherwise == "lose"


def test_R9_the_order_in_which_the_operator_writes_his_rows_is_his_own() -> None:
    backwards = dict(reversed(OWN.items()))
    reset = {"progressive_reset": {"meter": "1"}}
    assert offer("ma-uth-1", progressive=backwards, **reset) == offer("ma-uth-1", progressive=OWN, **reset)


@pytest.mark.parametrize("award", ["1%", "99%", "100%", "1 for 1", "1 to 1", "7 to 3", "100000 to 1", "3 for 1"])
def test_R9_awards(award: str) -> None:
    shared = {"progressive_reset": {"meter": "1"}} if "%" in award else {}
    (row,) = offer("ma-uth-1", progressive={"high-card": award}, **shared).tables["progressive"].rows
    assert row.award.text == award.replace("%", "% of meter")


@pytest.mark.parametrize("award", ["100% of meter", "1 push", "push", "$100", "01%", "1000%", "1 for 01", "1  to 1"])
def test_R9_awards_refused(award: str) -> None:
    reset = {"progressive_reset": {"meter": "1"}}
    assert refusal("ma-uth-1", progressive={"flush": award}, **reset).startswith("options.progressive.flush: ")


def test_R9_reset_goes_with_a_percentage() -> None:
    assert refusal("ma-uth-1", progressive=OWN).startswith("options.progressive_reset: ")
    fixed = {"flush": "40 to 1"}
    assert offer("ma-uth-1", progressive=fixed).resets == {}
    for reset in ({}, {"meter": "5"}):
        line = refusal("ma-uth-1", progressive=fixed, progressive_reset=reset)
        assert line.startswith("options.progressive_reset: "), reset
    for reset in ({}, {"meter": "0"}, {"meter": "-5"}, {"mega": "5"}, {"meter": "5", "minor": "5"}, None, "5"):
        line = refusal("ma-uth-1", progressive=OWN, progressive_reset=reset)
        assert line.startswith("options.progressive_reset"), reset


# ---- limits -------------------------------------------------------------------------


def limits(chosen: Offer) -> list[int]:
    return [cap.cents for cap in chosen.caps]


@pytest.mark.rule("ma-uth-1 §11(e)", "nj-uth 32.11(e)", "ma-uth-2 §10(e)", "reading R12")
@pytest.mark.parametrize("trips", [None, *"ABCD"])
@pytest.mark.parametrize("minimum", [None, "0.01", "5", "90.09", "90.10", "99", "99.01", "136", "1000"])
@pytest.mark.parametrize("rulebook", ["ma-uth-1", "nj-uth", "ma-uth-2"])
def test_R12_the_greater_of_fifty_thousand_and_the_best_at_the_minimum(
    rulebook: str, minimum: str | None, trips: str | None
) -> None:
    given = {"table_minimum": minimum, "trips": trips}
    chosen = offer(rulebook, **{option: value for option, value in given.items() if value})
    least = round(float(minimum or 0) * 100)
    best = least * (1 + 4 + 500 + (50 if trips else 0))
    expected = [max(50_000_00, best)] + ([75_000_00] if rulebook != "nj-uth" else [])
    assert limits(chosen) == expected
    assert chosen.caps[0].over == {"ante", "blind", "play", "trips"}


@pytest.mark.rule("nj-hilo 40.11(f)", "reading G32")
@pytest.mark.parametrize(("table", "times"), [(None, 102), ("1", 270), ("2", 520)])
@pytest.mark.parametrize("minimum", [5, 96, 97, 185, 186, 490, 491, 10_000])
def test_G32_hi_lo_the_best_hand_at_the_minimum(table: str | None, times: int, minimum: int) -> None:
    chosen = offer("nj-hilo", table_minimum=minimum, **({"poker_bonus": table} if table else {}))
    assert limits(chosen) == [max(50_000_00, times * minimum * 100)]


@pytest.mark.rule("md-uth 12.F", "md-uth 12.F(1)")
def test_12_F_maryland_has_the_operators_limit_or_none() -> None:
    assert offer("md-uth", table_minimum="100").caps == ()
    assert limits(offer("md-uth", payout_limit="50000")) == [50_000_00]
    assert limits(offer("md-uth", payout_limit="999999999.99")) == [999_999_999_99]
    assert refusal("md-uth", payout_limit="49999.99").startswith("options.payout_limit: expected at least 50000.00")


def top(tables: dict[str, dict[str, str]], letter: str | None) -> int:
    """The highest odds to one of a printed table."""
    return max(int(odds.split()[0]) for odds in tables[letter].values()) if letter else 0


@pytest.mark.rule("md-uth 12.F(1)", "md-uth 12.F(2)", "reading G30")
def test_G30_the_floor_is_the_sum_of_the_top_awards_at_the_minimum() -> None:
    """Every set of limited wagers; the Six Card Bonus and the progressive are not limited, so they raise no floor."""
    free = {"six_card": "A", "progressive": "A", "progressive_wager": "5", "blind": "B"}
    choices = product([None, *"ABCDE"], [None, *"ABCDEF"], [None, *"ABC"], [None, *"ABC"], ({}, free))
    for trips, pairs, bad_beat, board, more in choices:
        times = 1 + 4 + 500 + top(TRIPS, trips) + top(PAIRS, pairs) + top(BAD_BEAT, bad_beat) + top(BOARD, board)
        given = {"trips": trips, "pairs": pairs, "bad_beat": bad_beat, "board": board}
        options = {option: letter for option, letter in given.items() if letter} | more
        for minimum in (5, 100):
            floor = max(50_000, times * minimum)
            assert limits(offer("md-uth", table_minimum=minimum, payout_limit=floor, **options)) == [100 * floor]
            line = refusal("md-uth", table_minimum=minimum, payout_limit=f"{floor - 1}.99", **options)
            assert line.startswith(f"options.payout_limit: expected at least {floor}.00 "), options
            assert "md-uth 12.F" in line
