"""`tablectl settle --jsonl` on a file of rounds of six seats, beside treys' bare evaluations of the same hands."""

import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import treys

from bench.result import MISSED, OK, Result, duration, megabytes, times, times_as_fast
from bench.timing import best_of, cached_bytecode, peak_memory, run
from controller.game.cards import NAME_OF

ROUNDS = 30_000
FEWER = 3_000
"""For the memory, and of the same rounds for treys."""
SEATS = 6
GOAL = 15_000
"""Rounds a second."""
TURNS = 3
TABLECTL = str(Path(sys.executable).with_name("tablectl"))

PLAIN = {"rulebook": "nj-uth"}
WITH_SIDE_WAGERS = {
    "rulebook": "ma-uth-2",
    "options": {"trips": "A", "progressive": "PTMGL02"},
    "meters": {"meter": "50000"},
}
SIDE_WAGERS = {"trips": "5", "progressive": "5"}

Round = dict[str, Any]


def results() -> Iterator[Result]:
    with tempfile.TemporaryDirectory() as name, cached_bytecode() as environment:
        yield from _measure(_rounds(PLAIN, {}), Path(name), environment)
        yield from _measure(_rounds(WITH_SIDE_WAGERS, SIDE_WAGERS), Path(name), environment)


def _measure(rounds: list[Round], folder: Path, environment: dict[str, str]) -> Iterator[Result]:
    what = f"settle --jsonl, {rounds[0]['rulebook']}"
    command = _command(rounds, folder / "all.jsonl")
    one_core = {min(os.sched_getaffinity(0))}
    hands = _treys_hands(rounds[:FEWER])
    evaluator = treys.Evaluator()

    def evaluate() -> None:
        for hole, board in hands:
            evaluator.evaluate(hole, board)

    on_all, on_one, peer = best_of(
        TURNS, lambda: run(command, environment), lambda: run(command, environment, one_core), evaluate
    )
    on_all, on_one, peer = on_all / ROUNDS, on_one / ROUNDS, peer / FEWER
    yield _rate(f"{what}, every core", on_all, GOAL)
    yield times_as_fast(f"{what}, every core", on_all, "treys' evaluations alone", peer, 0.5)
    yield _rate(f"{what}, one core", on_one)
    yield times_as_fast(f"{what}, one core", on_one, "treys' evaluations alone", peer)
    yield _memory(what, command, _command(rounds[:FEWER], folder / "fewer.jsonl"), environment)


def _rate(what: str, seconds: float, goal: int | None = None) -> Result:
    rate = 1 / seconds
    judged = ("", "") if goal is None else (f"{goal:,} rounds/s", OK if rate >= goal else MISSED)
    return Result(what, duration(seconds), "", f"{rate:,.0f} rounds/s", *judged)


def _memory(what: str, all_rounds: list[str], fewer_rounds: list[str], environment: dict[str, str]) -> Result:
    """The peak must not grow with the file; a tenth is left to chance."""
    most, fewer = peak_memory(all_rounds, environment), peak_memory(fewer_rounds, environment)
    verdict = OK if most <= 1.1 * fewer else MISSED
    peer = f"{FEWER:,} rounds {megabytes(fewer)}"
    return Result(f"{what}, peak memory", megabytes(most), peer, times(most / fewer), "at most 1.1 x", verdict)


def _command(rounds: list[Round], file: Path) -> list[str]:
    file.write_text("".join(json.dumps(round) + "\n" for round in rounds), encoding="ascii")
    return [TABLECTL, "settle", "--jsonl", str(file)]


def _rounds(table: Round, side_wagers: dict[str, str]) -> list[Round]:
    rng = random.Random(7)
    return [_round(rng, table, side_wagers) for _ in range(ROUNDS)]


def _round(rng: random.Random, table: Round, side_wagers: dict[str, str]) -> Round:
    cards = rng.sample(list(NAME_OF.values()), 7 + 2 * SEATS)
    seats = []
    for n in range(SEATS):
        ante = rng.choice((5, 10, 15, 25, 100))
        multiple = rng.choice((4, 4, 3, 2, 1, 0))
        wagers = {"ante": f"{ante}", "blind": f"{ante}"} | ({"play": f"{ante * multiple}"} if multiple else {})
        hole = cards[7 + 2 * n : 9 + 2 * n]
        seats.append({"seat": n + 1, "cards": hole, "folded": not multiple, "wagers": wagers | side_wagers})
    return table | {"community": cards[:5], "dealer": cards[5:7], "seats": seats}


def _treys_hands(rounds: list[Round]) -> list[tuple[list[int], list[int]]]:
    """Seven a round: the dealer's and each seat's."""
    new = treys.Card.new
    return [
        ([new(card) for card in hole], [new(card) for card in round["community"]])
        for round in rounds
        for hole in (round["dealer"], *(seat["cards"] for seat in round["seats"]))
    ]
