"""One hand of seven cards in plain Python, and what it costs to load the ranking."""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import eval7
import treys
from phevaluator import evaluate_cards

from bench.result import Result, megabytes, times_as_fast, within
from bench.timing import best_of, cached_bytecode, peak_memory, run
from controller.game.cards import DECK, NAME_OF
from controller.game.categories import CLASSES
from controller.game.ranking import rank, rank_7

HANDS = 10_000
SLOW_HANDS = 1_000
"""The first of the same hands, for treys: so its runs are about as long, and as likely to find the machine idle."""
TURNS = 30
STARTS = 20


def results() -> Iterator[Result]:
    rng = random.Random(7)
    hands = [tuple(rng.sample(DECK, 7)) for _ in range(HANDS)]
    names = [[NAME_OF[card] for card in hand] for hand in hands]
    eval7_hands = [[eval7.Card(name) for name in hand] for hand in names]
    treys_hands = [
        ([treys.Card.new(name) for name in hand[:2]], [treys.Card.new(name) for name in hand[2:]])
        for hand in names[:SLOW_HANDS]
    ]
    evaluator = treys.Evaluator()
    _check(hands, names)
    plain, checked, by_eval7, by_phevaluator, by_treys = best_of(
        TURNS,
        lambda: _each(rank_7, hands),
        lambda: _each(rank, hands),
        lambda: _each(eval7.evaluate, eval7_hands),
        lambda: _each_spread(evaluate_cards, names),
        lambda: _each_spread(evaluator.evaluate, treys_hands),
        in_a_row=3,
    )
    plain, checked, by_eval7, by_phevaluator = (t / HANDS for t in (plain, checked, by_eval7, by_phevaluator))
    by_treys /= SLOW_HANDS
    yield times_as_fast("one hand, rank_7", plain, "eval7", by_eval7, 1.25)
    yield times_as_fast("one hand, rank_7", plain, "phevaluator", by_phevaluator, 2)
    yield times_as_fast("one hand, rank_7", plain, "treys", by_treys, 25)
    yield times_as_fast("one hand, rank (checked)", checked, "eval7", by_eval7)
    yield times_as_fast("one hand, rank (checked)", checked, "phevaluator", by_phevaluator)
    yield times_as_fast("one hand, rank (checked)", checked, "treys", by_treys)
    yield from _loading()


def _each(evaluate: Callable[[Any], int], hands: Sequence[Any]) -> None:
    for hand in hands:
        evaluate(hand)


def _each_spread(evaluate: Callable[..., int], hands: Sequence[Any]) -> None:
    """For peers that take a hand as several arguments."""
    for hand in hands:
        evaluate(*hand)


def _check(hands: Sequence[Any], names: Sequence[Any]) -> None:
    """Times of different answers would tell nothing. phevaluator has the same classes, the best first."""
    for hand, named in zip(hands, names, strict=True):
        if rank_7(hand) != rank(hand) or rank_7(hand) + evaluate_cards(*named) != CLASSES + 1:
            raise SystemExit(f"the evaluators disagree on {' '.join(named)}")


def _loading() -> Iterator[Result]:
    loaded = [sys.executable, "-c", "import controller.game.ranking"]
    bare = [sys.executable, "-c", "pass"]
    with cached_bytecode() as environment:
        with_it, without = best_of(STARTS, lambda: run(loaded, environment), lambda: run(bare, environment))
        more = with_it - without
        peer = f"bare interpreter {without * 1e3:.1f} ms"
        yield within("start-up with the ranking, more time", more, f"{more * 1e3:.1f} ms", 0.030, "under 30 ms", peer)
        without = peak_memory(bare, environment)
        more = peak_memory(loaded, environment) - without
        peer = f"bare interpreter {megabytes(without)}"
        yield within("start-up with the ranking, more memory", more, megabytes(more), 20e6, "under 20 MB", peer)
