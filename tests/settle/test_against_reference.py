"""Thousands of random rounds, each settled by the command and by the slow reference, compared field by field."""

import json
from collections import Counter

import pytest

from . import reference
from .desk import assert_rules_cited, settle
from .rounds import make

RULEBOOKS = ("ma-uth-1", "ma-uth-2", "md-uth", "nj-hilo", "nj-uth")
ROUNDS = 200
BLOCKS = {"ma-uth-1": 4, "ma-uth-2": 4, "md-uth": 9, "nj-hilo": 4, "nj-uth": 3}
ROW = ("wager", "amount", "result", "odds", "pays", "returned")


def rows(seat: dict) -> list[tuple]:
    """Wager rows; the odds of an award that comes to nothing may be left out."""
    return [
        tuple(row[key] for key in ROW if not (key == "odds" and row["result"] == "win" and row["pays"] == "0.00"))
        for row in seat["wagers"]
    ]


def envies(seat: dict) -> list[tuple]:
    return sorted((envy["from_seat"], envy["hand"], envy["pays"]) for envy in seat["envy"])


def assert_five(cards: list[str], hand: str, dealt: list[str]) -> None:
    """The five cards shown are the best there are among those dealt."""
    assert len(set(cards)) == 5
    assert set(cards) <= set(dealt)
    assert reference.five(cards) == reference.best(dealt)
    assert reference.name(reference.five(cards)) == hand


def assert_points(got: dict, expected: dict, dealt: list[str]) -> None:
    """Both Hi-Lo hands: their points, and the five cards dealt, three and two."""
    high, low = got["high"], got["low"]
    assert (len(high["cards"]), len(low["cards"])) == (3, 2)
    assert sorted(high["cards"] + low["cards"]) == sorted(dealt)
    assert (high["points"], low["points"]) == (expected["high"], expected["low"])
    assert high["points"] == reference.points(high["cards"], 11)
    assert low["points"] == reference.points(low["cards"], 1)


def compare_hands(round: dict, got: dict, expected: dict) -> None:
    dealt = {seat["seat"]: seat for seat in round["seats"]}
    if round["rulebook"] == "nj-hilo":
        assert set(got["dealer"]) == {"high", "low"}
        assert_points(got["dealer"], expected["dealer"], round["dealer"])
        for seat, other in zip(got["seats"], expected["seats"], strict=True):
            if other["high"] is None:
                assert (seat["high"], seat["low"]) == (None, None)
            else:
                given = dealt[seat["seat"]]
                assert_points(seat, other, given["high"] + given["low"])
                assert sorted(seat["high"]["cards"]) == sorted(given["high"])
        return
    assert (got["dealer"]["hand"], got["dealer"]["qualifies"]) == tuple(expected["dealer"].values())
    assert_five(got["dealer"]["cards"], got["dealer"]["hand"], round["dealer"] + round["community"])
    for seat, other in zip(got["seats"], expected["seats"], strict=True):
        assert seat["hand"] == other["hand"]
        if other["hand"] is None:
            assert seat["cards"] is None
        else:
            assert_five(seat["cards"], seat["hand"], dealt[seat["seat"]]["cards"] + round["community"])


def compare(round: dict, got: dict) -> None:
    expected = reference.settle(round)
    assert got["rulebook"] == round["rulebook"]
    assert got["order"] == expected["order"]
    assert got["meters"] == expected["meters"]
    assert [seat["seat"] for seat in got["seats"]] == [seat["seat"] for seat in expected["seats"]]
    for seat, other in zip(got["seats"], expected["seats"], strict=True):
        assert rows(seat) == rows(other)
        assert envies(seat) == envies(other)
        for key in ("pays", "returned", "limited_from"):
            assert seat[key] == other[key], key
    compare_hands(round, got, expected)
    assert_rules_cited(got)


@pytest.mark.parametrize(("rulebook", "block"), [(book, n) for book in RULEBOOKS for n in range(BLOCKS[book])])
def test_command_settles_as_the_reference_does(rulebook: str, block: int) -> None:
    rounds = [make(rulebook, seed) for seed in range(block * ROUNDS, (block + 1) * ROUNDS)]
    code, out, err = settle("".join(json.dumps(round) + "\n" for round in rounds), "--jsonl")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == len(rounds)
    for number, (round, line) in enumerate(zip(rounds, lines, strict=True)):
        try:
            compare(round, json.loads(line))
        except (AssertionError, KeyError, TypeError) as wrong:
            seed = block * ROUNDS + number
            raise AssertionError(f"{rulebook}, seed {seed}: {wrong!r}\n{json.dumps(round)}\n{line}") from wrong


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_one_round_alone_is_settled_as_in_a_list(rulebook: str) -> None:
    for seed in range(20):
        round = make(rulebook, seed)
        code, alone, err = settle(round)
        assert (code, err) == (0, "")
        assert json.loads(alone) == json.loads(settle(json.dumps(round), "--jsonl")[1])


def test_the_random_rounds_reach_the_rare_outcomes() -> None:
    seen: Counter = Counter()
    for rulebook in RULEBOOKS:
        for seed in range(BLOCKS[rulebook] * ROUNDS):
            round = make(rulebook, seed)
            result = reference.settle(round)
            hits = Counter()
            for seat in result["seats"]:
                seen[rulebook, "limited"] += seat["limited_from"] is not None
                seen[rulebook, "envy"] += bool(seat["envy"])
                for row in seat["wagers"]:
                    seen[rulebook, row["wager"], row["result"], row["odds"]] += 1
                    hits[row["odds"]] += "%" in (row["odds"] or "")
            seen[rulebook, "same meter twice"] += max(hits.values(), default=0) > 1
            seen[rulebook, "not qualified"] += result["dealer"].get("qualifies") is False
    for rulebook in RULEBOOKS:
        assert seen[rulebook, "limited"] > 5
    for rulebook in ("md-uth", "ma-uth-2"):
        assert seen[rulebook, "envy"] > 30
        assert seen[rulebook, "same meter twice"] > 1
    for rulebook in ("md-uth", "ma-uth-1", "ma-uth-2", "nj-uth"):
        assert seen[rulebook, "not qualified"] > 20
        for odds in ("500 to 1", "50 to 1", "10 to 1", "3 to 1", "3 to 2", "1 to 1"):
            assert seen[rulebook, "blind", "win", odds] > 1, odds
        assert seen[rulebook, "play", "push", None] > 20
    for odds in ("$1000000", "$100000", "1000 to 1", "200 to 1", "50 to 1", "20 to 1", "15 to 1", "10 to 1", "5 to 1"):
        assert seen["md-uth", "six_card", "win", odds] > 0, odds
    for odds in ("1000 to 1", "100 to 1", "50 to 1", "30 to 1", "25 to 1", "15 to 1", "5 to 1", "3 to 1"):
        assert seen["md-uth", "pairs", "win", odds] > 0, odds
    for odds in ("10000 to 1", "500 to 1", "50 to 1", "40 to 1", "30 to 1", "25 to 1", "20 to 1", "9 to 1"):
        assert seen["md-uth", "bad_beat", "win", odds] > 0, odds
    for odds in ("4 to 1", "20 to 1"):
        assert seen["nj-hilo", "tie", "win", odds] > 5, odds
    for odds in ("5 to 1", "50 to 1", "100 to 1"):
        assert seen["nj-hilo", "ante_bonus", "win", odds] > 5, odds
