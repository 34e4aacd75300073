"""What holds for every settlement, whatever was dealt and wagered."""

import copy
import csv
import random
import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.library import config_folder

from .desk import settled
from .reference import RESET, cents
from .rounds import make

BOOKS = ("ma-uth-1", "nj-uth", "ma-uth-2", "md-uth", "nj-hilo")
PROGRESSIVE = ("ma-uth-1", "ma-uth-2", "md-uth")

# Rounds are drawn by a seed of the generator, which makes rare hands common.
seeds = st.integers(0, 10**9)
any_round = st.builds(make, st.sampled_from(BOOKS), seeds)
many = settings(max_examples=300, deadline=None)


def rows_of(result: dict) -> list[dict]:
    return [row for seat in result["seats"] for row in seat["wagers"]]


# ---- sums -----------------------------------------------------------------------


@many
@given(any_round)
def test_a_seat_is_paid_the_sum_of_its_rows_and_envy(round: dict) -> None:
    for seat in settled(round)["seats"]:
        paid = sum(cents(row["pays"]) for row in seat["wagers"]) + sum(cents(envy["pays"]) for envy in seat["envy"])
        assert cents(seat["limited_from"] or seat["pays"]) == paid
        assert cents(seat["returned"]) == sum(cents(row["returned"]) for row in seat["wagers"])
        if seat["limited_from"]:
            assert cents(seat["pays"]) < paid


@pytest.mark.rule("reading R5")
@many
@given(any_round)
def test_every_wager_has_one_row_and_every_row_an_outcome_of_its_own_kind(round: dict) -> None:
    placed = {seat["seat"]: seat["wagers"] for seat in round["seats"]}
    for seat in settled(round)["seats"]:
        amounts = {row["wager"]: cents(row["amount"]) for row in seat["wagers"] if row["wager"] != "ante_bonus"}
        assert amounts == {wager: cents(amount) for wager, amount in placed[seat["seat"]].items()}
        assert len({row["wager"] for row in seat["wagers"]}) == len(seat["wagers"])
        for row in seat["wagers"]:
            pays, returned, amount = cents(row["pays"]), cents(row["returned"]), cents(row["amount"])
            if row["result"] == "lose":
                assert (row["odds"], pays, returned) == (None, 0, 0)
            elif row["result"] == "push":
                assert (row["odds"], pays, returned) == (None, 0, amount)
            else:
                kept = " for " in row["odds"] or "%" in row["odds"] or row["wager"] == "ante_bonus"
                assert returned == (0 if kept else amount), "reading R5"


# ---- order ----------------------------------------------------------------------


@pytest.mark.rule("ma-uth-1 §10(h)", "nj-uth 32.10(h)", "ma-uth-2 §9(h)", "md-uth 11.H(2)", "nj-hilo 40.10(d)")
@many
@given(any_round, seeds)
def test_the_order_in_which_seats_and_wagers_are_listed_does_not_matter(round: dict, seed: int) -> None:
    shuffled = copy.deepcopy(round)
    rng = random.Random(seed)
    rng.shuffle(shuffled["seats"])
    for seat in shuffled["seats"]:
        wagers = list(seat["wagers"].items())
        rng.shuffle(wagers)
        seat["wagers"] = dict(wagers)
    result = settled(round)
    assert settled(shuffled) == result
    numbers = [seat["seat"] for seat in result["seats"]]
    assert numbers == sorted(numbers, reverse=True)


# ---- odds -----------------------------------------------------------------------


def staked(round: dict, seed: int, times: int) -> dict:
    """The round with whole dollars on every wager but the progressive, so that no odds leave less than a cent."""
    rng = random.Random(seed)
    round = copy.deepcopy(round)
    for seat in round["seats"]:
        wagers = seat["wagers"]
        ante = rng.randint(1, 500)
        for wager in wagers:
            if wager in ("ante", "blind"):
                wagers[wager] = ante * times
            elif wager == "play":
                wagers[wager] = ante * times * (1 if round["rulebook"] == "nj-hilo" else rng.randint(1, 4))
            elif wager != "progressive":
                wagers[wager] = rng.randint(1, 500) * times
    return round


@many
@given(any_round, seeds, st.integers(2, 1000))
def test_odds_pay_in_proportion_to_the_wager(round: dict, seed: int, times: int) -> None:
    once, often = settled(staked(round, seed, 1)), settled(staked(round, seed, times))
    for row, larger in zip(rows_of(once), rows_of(often), strict=True):
        assert [row[field] for field in ("wager", "result", "odds", "rule")] == [
            larger[field] for field in ("wager", "result", "odds", "rule")
        ]
        fixed = row["wager"] == "progressive" or (row["odds"] or "").startswith("$")
        assert cents(larger["pays"]) == (1 if fixed else times) * cents(row["pays"])
        if row["odds"] and not fixed:
            paid, _, per = row["odds"].split()
            assert cents(row["pays"]) * int(per) == cents(row["amount"]) * int(paid)
        assert cents(larger["returned"]) == (1 if row["wager"] == "progressive" else times) * cents(row["returned"])
    for seat, larger in zip(once["seats"], often["seats"], strict=True):
        assert larger["envy"] == seat["envy"]
    assert often["meters"] == once["meters"]


# ---- meters ---------------------------------------------------------------------


def resets_of(round: dict) -> dict[str, int]:
    options = round.get("options", {})
    if "progressive_reset" in options:
        return {meter: cents(amount) for meter, amount in options["progressive_reset"].items()}
    printed = RESET.get(round["rulebook"], {}).get(options.get("progressive"), {}) if round.get("meters") else {}
    return {meter: 100 * dollars for meter, dollars in printed.items()}


@many
@given(st.builds(make, st.sampled_from(PROGRESSIVE), seeds))
def test_no_money_is_lost_or_made_in_the_meters(round: dict) -> None:
    """Followed in settlement order: what a share pays leaves its meter, and one paid in full is filled up again."""
    result = settled(round)
    meters = {meter: cents(value) for meter, value in round.get("meters", {}).items()}
    before, put_in, taken = sum(meters.values()), 0, 0
    for row in rows_of(result):
        if "%" not in (row["odds"] or ""):
            continue
        percent, meter = row["odds"].split("% of ")
        paid = cents(row["pays"])
        assert paid == meters[meter] * int(percent) // 100
        meters[meter] -= paid
        taken += paid
        if percent == "100":
            assert meters[meter] == 0
            meters[meter] = resets_of(round)[meter]
            put_in += meters[meter]
    assert {meter: cents(value) for meter, value in result["meters"].items()} == meters
    assert before + put_in == sum(meters.values()) + taken


# ---- citations ------------------------------------------------------------------


@cache
def known() -> frozenset[str]:
    """Every paragraph and every reading, as a settlement cites them."""
    with (config_folder() / "paragraphs.csv").open(encoding="utf-8", newline="") as file:
        cited = [f"{row['rulebook']} {row['paragraph']}" for row in csv.DictReader(file)]
    with (config_folder() / "readings.csv").open(encoding="utf-8", newline="") as file:
        cited += [f"reading {row['reading']}" for row in csv.DictReader(file)]
    return frozenset(cited)


@many
@given(any_round)
def test_every_rule_is_a_paragraph_of_the_rulebook_or_a_reading(round: dict) -> None:
    result = settled(round)
    cited = [row["rule"] for row in rows_of(result)]
    cited += [envy["rule"] for seat in result["seats"] for envy in seat["envy"]]
    for rule in cited:
        assert rule.startswith((f"{round['rulebook']} ", "reading "))
        # A row of a pay table is cited by its letter below the table's paragraph.
        assert rule in known() or re.sub(r"\([a-z0-9]+\)$", "", rule) in known(), rule
