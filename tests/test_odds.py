"""`tablectl odds`: which tables it counts, that the counts are complete, and what they return by the printed odds."""

import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from functools import cache
from io import StringIO
from itertools import combinations
from math import comb, prod
from pathlib import Path

import pytest

from controller.cli import main
from tests.printed_odds import EVERY, FALLING, PAIRS, PAIRS_ROWS, PRINTED

TABLECTL = Path(sys.executable).with_name("tablectl")

# ---- calling the command ----------------------------------------------------------


def tablectl(*args: str) -> tuple[int, str, str]:
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        try:
            code = main(args)
        except SystemExit as end:
            code = end.code
    return code, out.getvalue(), err.getvalue()


Printed = Callable[..., str]


@pytest.fixture(scope="module")
def odds_text(tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """What `tablectl odds` prints. A rulebook takes seconds, so the test processes of a run share what one counted."""
    own = tmp_path_factory.getbasetemp()
    folder = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own

    @cache
    def of(*args: str) -> str:
        with (folder / " ".join(["odds", *args])).open("a+") as kept:
            fcntl.flock(kept, fcntl.LOCK_EX)
            kept.seek(0)
            text = kept.read()
            if not text:
                code, text, err = tablectl("odds", *args)
                assert (code, err) == (0, "")
                kept.write(text)
        return text

    return of


@pytest.fixture(scope="module")
def found(odds_text: Printed) -> Callable[[str, str, str | None], dict]:
    """One entry of the JSON."""

    def of(rulebook: str, wager: str, table: str | None) -> dict:
        entries = json.loads(odds_text(rulebook, "--json"))["wagers"]
        (entry,) = [each for each in entries if (each["wager"], each["paytable"]) == (wager, table)]
        return entry

    return of


# ---- what is listed, and its fields -------------------------------------------------


@pytest.mark.parametrize("rulebook", PRINTED)
def test_every_printed_table_is_listed_once(odds_text: Printed, rulebook: str) -> None:
    answer = json.loads(odds_text(rulebook, "--json"))
    assert set(answer) == {"rulebook", "wagers"}
    assert answer["rulebook"] == rulebook
    listed = [(entry["wager"], entry["paytable"]) for entry in answer["wagers"]]
    expected = [(wager, table) for book, wager, table in EVERY if book == rulebook]
    assert sorted(listed, key=str) == sorted(expected, key=str)


@pytest.mark.parametrize(("rulebook", "wager", "table"), EVERY)
def test_fields(found, rulebook: str, wager: str, table: str | None) -> None:
    entry = found(rulebook, wager, table)
    fields = {"wager", "paytable", "hands", "counts", "return", "house_edge"}
    assert set(entry) == fields | ({"meters"} if wager == "progressive" else set())
    assert type(entry["hands"]) is int
    assert {type(count) for count in entry["counts"].values()} == {int}
    assert sum(entry["counts"].values()) == entry["hands"]
    rest = "push" if wager == "ante_bonus" else "lose"
    assert list(entry["counts"]) == [*PRINTED[rulebook][wager][table], rest]
    assert type(entry["house_edge"]) is float


# ---- the return, from the counts and the printed odds -------------------------------


def net(award: str, stake: Fraction) -> Fraction:
    """The player's net result for one unit wagered; what a meter pays is told apart, but its winner's wager is kept."""
    if award.startswith("$"):
        return int(award[1:]) / stake
    if "%" in award:
        return Fraction(-1)
    paid, word, per = award.split()
    return Fraction(int(paid), int(per)) - (word == "for")


def expected_return(entry: dict, awards: dict[str, str], stake: Fraction = Fraction(5)) -> Fraction:
    counts = entry["counts"]
    # An ante bonus is won on top of an ante that has its own fate.
    rest = 0 if entry["wager"] == "ante_bonus" else -counts["lose"]
    return (sum(counts[hand] * net(award, stake) for hand, award in awards.items()) + rest) / entry["hands"]


@pytest.mark.rule("ma-uth-1 §11(d)", "ma-uth-1 §13(f)", "ma-uth-1 §13(k)", "nj-uth 32.11(d)", "ma-uth-2 §10(d)")
@pytest.mark.rule("ma-uth-2 §12(f)", "ma-uth-2 §12(k)", "ma-uth-2 §13(e) PTMGL01", "ma-uth-2 §13(e) PTMGL02")
@pytest.mark.rule("ma-uth-2 §13(e) PTMGL04", "ma-uth-2 §13(e) PTMGLML01", "ma-uth-2 §13(e) PTMGLML02")
@pytest.mark.rule("ma-uth-2 §13(e) PTMGLML03", "md-uth 12.C(1)", "md-uth 12.C(2)", "md-uth 12.C(3)", "md-uth 12.C(4)")
@pytest.mark.rule("md-uth 12.C(5)", "md-uth 12.D(1)(a)", "md-uth 12.D(1)(b)", "md-uth 12.D(1)(c)")
@pytest.mark.rule("md-uth 12.D(1)(d)", "md-uth 12.E(1)", "md-uth 12.E(2)", "md-uth 12.E2(1)", "md-uth 12.E2(2)")
@pytest.mark.rule("md-uth 12.E2(3)", "md-uth 12.E2(4)", "md-uth 12.E2(5)", "md-uth 12.E2(6)", "md-uth 12.F2(1)")
@pytest.mark.rule("md-uth 12.F2(2)", "md-uth 12.F2(3)", "md-uth 12.G(1)", "md-uth 12.G(2)", "md-uth 12.G(3)")
@pytest.mark.rule("nj-hilo 40.11(d)", "nj-hilo 40.11(e)")
@pytest.mark.parametrize(("rulebook", "wager", "table"), EVERY)
def test_return_from_counts_and_printed_odds(found, rulebook: str, wager: str, table: str | None) -> None:
    entry = found(rulebook, wager, table)
    expected = expected_return(entry, PRINTED[rulebook][wager][table])
    assert entry["return"] == f"{expected.numerator}/{expected.denominator}"
    assert entry["house_edge"] == float(-expected)


@pytest.mark.parametrize(
    ("rulebook", "table"), [(book, table) for book, wager, table in EVERY if wager == "progressive"]
)
def test_meters_shares_and_probabilities(found, rulebook: str, table: str) -> None:
    entry = found(rulebook, "progressive", table)
    expected: dict[str, dict] = {}
    for hand, award in PRINTED[rulebook]["progressive"][table].items():
        if "%" in award:
            share, meter = award.split("%")
            chance = Fraction(entry["counts"][hand], 2_598_960)
            probability = f"{chance.numerator}/{chance.denominator}"
            expected.setdefault(meter, {})[hand] = {"share": f"{share}%", "probability": probability}
    assert entry["meters"] == expected


def test_the_contract_s_example(found) -> None:
    trips = found("md-uth", "trips", "A")
    assert (trips["return"], trips["house_edge"]) == ("-301629/33446140", 0.009018350099592957)
    royal = found("md-uth", "progressive", "A")["meters"]["meter"]["royal-flush"]
    assert royal == {"share": "100%", "probability": "1/649740"}


@pytest.mark.parametrize("rulebook", ["md-uth", "ma-uth-1", "ma-uth-2", "nj-uth"])
def test_trips_as_the_field_publishes_them(found, rulebook: str) -> None:
    edges = [round(100 * found(rulebook, "trips", table)["house_edge"], 2) for table in "ABCD"]
    assert edges == [0.90, 1.90, 3.50, 6.18]


@pytest.mark.rule("reading R11")
@pytest.mark.parametrize("rulebook", ["ma-uth-1", "ma-uth-2"])
def test_R11_cover_all_keeps_about_ten_percent_at_every_number_of_hands(found, rulebook: str) -> None:
    for hands in "234567":
        assert 0.085 < found(rulebook, "cover_all", hands)["house_edge"] < 0.107


def test_ante_bonus_adds_to_an_ante(found) -> None:
    bonus = found("nj-hilo", "ante_bonus", None)
    added = Fraction(4 * 100 + 44 * 50 + comb(4, 3) * comb(48, 2) * 5, comb(52, 5))
    assert Fraction(bonus["return"]) == added > 0
    assert bonus["house_edge"] == float(-added)


# ---- the counts, by closed forms ------------------------------------------------------


def of_counts(entry: dict, *hands: str) -> list[int]:
    return [entry["counts"][hand] for hand in hands]


FIVE = [4, 36, 13 * 48, 13 * 4 * 12 * 6, 4 * comb(13, 5) - 40, 10 * 4**5 - 40, 13 * 4 * comb(12, 2) * 4**2]
TWO_PAIR = comb(13, 2) * 6 * 6 * 44
ONE_PAIR = 6 * comb(12, 3) * 4**3
"""Pairs of one rank."""


@pytest.mark.parametrize(
    ("rulebook", "wager", "table", "pair", "ranks"),
    [("md-uth", "board", table, "pair-of-tens-or-better", 5) for table in "ABC"]
    + [("nj-hilo", "poker_bonus", "1", "pair-of-sevens-or-better", 8)]
    + [("nj-hilo", "poker_bonus", "2", "pair-of-sixes-or-better", 9)],
)
def test_five_cards(found, rulebook: str, wager: str, table: str, pair: str, ranks: int) -> None:
    entry = found(rulebook, wager, table)
    assert entry["hands"] == comb(52, 5)
    assert of_counts(entry, *FALLING[:8], pair) == [*FIVE, TWO_PAIR, ranks * ONE_PAIR]


@pytest.mark.rule("ma-uth-2 §13(f)", "reading R24")
@pytest.mark.parametrize(
    ("rulebook", "table"), [(book, table) for book, wager, table in EVERY if wager == "progressive"]
)
def test_R24_progressive_is_judged_on_five_cards(found, rulebook: str, table: str) -> None:
    entry = found(rulebook, "progressive", table)
    assert entry["hands"] == comb(52, 5)
    if table == "PTMGL04":  # R10: a royal flush is a straight flush
        assert of_counts(entry, *FALLING[1:7]) == [40, *FIVE[2:]]
    else:
        assert of_counts(entry, *FALLING[:7]) == FIVE


def straight_sets() -> int:
    """Sets of six ranks with five in a row, the ace high or low."""
    runs = [{14, 2, 3, 4, 5}, *(set(range(low, low + 5)) for low in range(2, 11))]
    return sum(any(run <= set(six) for run in runs) for six in combinations(range(2, 15), 6))


@pytest.mark.rule("md-uth 6.F(1)", "md-uth 6.F(2)", "md-uth 6.F(3)", "md-uth 6.F(4)", "md-uth 6.F(5)")
@pytest.mark.rule("md-uth 6.F(6)", "md-uth 6.F(7)", "md-uth 6.F(8)")
@pytest.mark.parametrize("table", "AB")
def test_six_cards(found, table: str) -> None:
    entry = found("md-uth", "six_card", table)
    assert entry["hands"] == comb(52, 6)
    flushes = 4 * (comb(13, 5) * 39 + comb(13, 6))
    straights = straight_sets() * (4**6 - 4 * (1 + 6 * 3)) + 10 * 5 * (6 * 4**4 - 4 * 3)
    expected = [
        4 * 46,  # any sixth card but the suit's nine
        4 * 9 * 46,  # any sixth card but the one that makes it higher
        13 * comb(48, 2),
        comb(13, 2) * 4 * 4 + 13 * 4 * 12 * 6 * 44,
        flushes - 4 * 47 - 4 * 9 * 46,
        straights,
        13 * 4 * comb(12, 3) * 4**3,
    ]
    assert of_counts(entry, *FALLING[:7]) == expected
    super_royals = {"A": [1, 3], "B": [4]}[table]
    assert list(entry["counts"].values())[: len(super_royals)] == super_royals


def test_seven_cards(found) -> None:
    entry = found("md-uth", "trips", "A")
    assert entry["hands"] == comb(52, 7)
    straight_flushes = [4 * comb(47, 2), 4 * 9 * comb(46, 2)]
    full = comb(13, 2) * 16 * 44 + 13 * 4 * comb(12, 2) * 36 + 13 * 4 * 12 * 6 * comb(11, 2) * 16
    flushes = 4 * (comb(13, 5) * comb(39, 2) + comb(13, 6) * 39 + comb(13, 7))
    expected = [*straight_flushes, 13 * comb(48, 3), full, flushes - sum(straight_flushes)]
    assert of_counts(entry, *FALLING[:5]) == expected


@pytest.mark.parametrize("table", PAIRS)
def test_pairs(found, table: str) -> None:
    entry = found("md-uth", "pairs", table)
    assert entry["hands"] == comb(52, 2) * comb(50, 2)
    ways = dict(zip(PAIRS_ROWS[3:], [4, 8, 12, 18, 24, 9 * 6], strict=True))
    for row, pairs in ways.items():
        assert entry["counts"][row] == pairs * comb(50, 2), row
    special = {"player-and-dealer-aces": 6, "red-aces": comb(50, 2)}
    special = {row: count for row, count in special.items() if row in PAIRS[table]}
    for row, count in special.items():
        assert entry["counts"][row] == count
    assert entry["counts"]["pair-of-aces"] == 6 * comb(50, 2) - sum(special.values())


def test_deals_to_several_hands(found) -> None:
    """A board, then two cards to each hand in turn."""
    assert found("md-uth", "bad_beat", "A")["hands"] == comb(52, 5) * comb(47, 2) * comb(45, 2)
    for hands in range(2, 8):
        deals = comb(52, 5) * prod(comb(47 - 2 * n, 2) for n in range(hands))
        assert found("ma-uth-1", "cover_all", str(hands))["hands"] == deals


@pytest.mark.rule("nj-hilo 40.1 Ante bonus", "nj-hilo 40.11(e)")
def test_ante_bonus_counts(found) -> None:
    counts = found("nj-hilo", "ante_bonus", None)["counts"]
    expected = [4, 48 - 4, comb(4, 3) * comb(48, 2)]
    assert list(counts.values()) == [*expected, comb(52, 5) - sum(expected)]


# ---- as a person reads it ---------------------------------------------------------------


def test_readable_table_at_another_stake(odds_text: Printed, found) -> None:
    """Only the fixed sums of the Six Card Bonus depend on the stake."""
    tables = odds_text("md-uth", "--stake", "2.50").split("\n\n")
    assert len(tables) == len([each for each in EVERY if each[0] == "md-uth"])
    for text in tables:
        title, *rows = text.splitlines()
        rulebook, wager, table = title.split(":")[0].split()
        entry = found(rulebook, wager, table)
        expected = expected_return(entry, PRINTED[rulebook][wager][table], Fraction(5, 2))
        assert f"({expected})" in title
        assert f"{float(-expected):.4%}" in title
        assert ("$2.50" in title) == (wager == "six_card")
        assert (expected == Fraction(entry["return"])) == (wager != "six_card")
        shown = {row.split()[0]: row.split()[1].replace(",", "") for row in rows[1:]}
        assert shown == {hand: str(count) for hand, count in (entry["counts"] | {"all": entry["hands"]}).items()}
        for row, award in zip(rows[1:], PRINTED[rulebook][wager][table].values(), strict=False):
            assert row.endswith(award.replace("%", "% of ")), row


def test_readable_table_of_the_ante_bonus(odds_text: Printed) -> None:
    title, *rows = odds_text("nj-hilo").split("\n\n")[-1].splitlines()
    assert "ante_bonus" in title
    assert "adds 0.9681%" in title
    assert [row.split()[-1] for row in rows] == ["pays", "1", "1", "1", "0.99824545", "2,598,960"]


# ---- bad input, and a machine without NumPy -----------------------------------------------


def refused(*args: str) -> str:
    code, out, err = tablectl("odds", *args)
    assert (code, out) == (2, "")
    assert err.endswith("\n")
    (line,) = err.splitlines()
    return line


@pytest.mark.parametrize("rulebook", ["", "uth", "md-uth ", "MD-UTH", "md-uth.toml", "../rulebooks/md-uth", "a\nb"])
def test_unknown_rulebook(rulebook: str) -> None:
    line = refused(rulebook)
    assert "rulebook" in line
    assert "nj-hilo" in line, "what would do is told"


@pytest.mark.parametrize("stake", ["0", "0.00", "-5", "1.234", "x", "", "5 ", "1e3", "1000000000", "5\n"])
def test_bad_stake(stake: str) -> None:
    assert "--stake" in refused("md-uth", f"--stake={stake}")
    assert "--stake" in refused("md-uth", "--stake", stake)


@pytest.mark.parametrize("args", [(), ("md-uth", "nj-uth"), ("md-uth", "--stake"), ("md-uth", "--colour")])
def test_wrong_arguments(args: tuple[str, ...]) -> None:
    refused(*args)


@pytest.fixture
def without_numpy(tmp_path: Path) -> dict[str, str]:
    """An environment in which NumPy is not installed, as far as Python can see."""
    (tmp_path / "numpy").mkdir()
    missing = "raise ModuleNotFoundError(\"No module named 'numpy'\", name='numpy')\n"
    (tmp_path / "numpy" / "__init__.py").write_text(missing)
    return os.environ | {"PYTHONPATH": str(tmp_path)}


def test_without_numpy_one_clear_line(without_numpy: dict[str, str]) -> None:
    done = subprocess.run([TABLECTL, "odds", "nj-hilo"], capture_output=True, text=True, env=without_numpy)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "NumPy" in line
    assert "pip install" in line


def test_without_numpy_rounds_are_settled_all_the_same(without_numpy: dict[str, str]) -> None:
    round = {"rulebook": "nj-hilo", "dealer": ["Qh", "Qs", "7c", "7s", "2d"]}
    seat = {"seat": 1, "cards": ["2h", "3h", "4h", "5h", "Jh"], "folded": True, "wagers": {"ante": "10"}}
    given = json.dumps(round | {"seats": [seat]})
    done = subprocess.run([TABLECTL, "settle"], input=given, capture_output=True, text=True, env=without_numpy)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["rulebook"] == "nj-hilo"
