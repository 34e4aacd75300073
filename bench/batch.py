"""A million hands of seven cards in NumPy, by the hand."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from phevaluator import evaluate_cards
from pokerkit import Card, StandardHighHand

from bench.result import Result, times_as_fast
from bench.timing import best_of
from controller.audit.batch import check_hands, rank_batch
from controller.game.cards import DECK, NAME_OF

HANDS = 1_000_000
PHEVALUATOR_HANDS = 10_000
POKERKIT_HANDS = 200
"""The peers take the first of the same hands, so that all runs are about as long."""
TURNS = 20


def results() -> Iterator[Result]:
    cards = _hands()
    check_hands(cards)
    names = [[NAME_OF[card] for card in hand] for hand in cards[:, :PHEVALUATOR_HANDS].T.tolist()]
    pokerkit_hands = [
        (tuple(Card.parse("".join(hand[:2]))), tuple(Card.parse("".join(hand[2:])))) for hand in names[:POKERKIT_HANDS]
    ]

    def by_phevaluator() -> None:
        for hand in names:
            evaluate_cards(*hand)

    def by_pokerkit() -> None:
        for hole, board in pokerkit_hands:
            StandardHighHand.from_game(hole, board)

    ours, phevaluator, pokerkit = best_of(TURNS, lambda: rank_batch(cards), by_phevaluator, by_pokerkit, in_a_row=3)
    ours /= HANDS
    yield times_as_fast("a hand of a batch, rank_batch", ours, "phevaluator", phevaluator / PHEVALUATOR_HANDS, 60)
    yield times_as_fast("a hand of a batch, rank_batch", ours, "pokerkit", pokerkit / POKERKIT_HANDS, 15_000)


def _hands() -> NDArray[np.uint32]:
    # Of any seven draws two in three are of different cards: twice as many as needed are plenty.
    draws = np.random.default_rng(7).integers(len(DECK), size=(7, 2 * HANDS))
    ordered = np.sort(draws, axis=0)
    different = (ordered[1:] != ordered[:-1]).all(axis=0)
    return np.array(DECK, dtype=np.uint32)[draws[:, different][:, :HANDS]]
