"""The five-card boards that differ in more than the names of their suits, and every hand on them.

Renaming suits changes no class, so the 2,598,960 boards are looked at as
134,459, each with the number of boards it stands for.
"""

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from controller.audit.batch import rank_batch
from controller.audit.walk import MASKS, RANKS_OF_SUIT, Progress, unseen
from controller.game.cards import DECK

BOARD = 5
LEFT = len(DECK) - BOARD
"""How many cards a board leaves in the deck."""

FIRST, SECOND = np.array(list(combinations(range(LEFT), 2)), dtype=np.int64).T.copy()
"""The 1,081 pairs of hole cards, as places among the 47 cards left, in the order of the deck."""
HOLES = len(FIRST)

CHUNK = 64
"""Boards ranked at once; their 69,184 hands fill two megabytes."""


class RankedBoards(NamedTuple):
    weights: NDArray[np.int64]
    """How many boards each stands for."""
    classes: NDArray[np.uint16]
    """By board and pair of hole cards."""


@cache
def distinct_boards() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The boards, each a row of places in the deck in rising order, and their weights."""
    every_board = chain.from_iterable(combinations(range(len(DECK)), BOARD))
    boards = np.fromiter(every_board, dtype=np.int64, count=BOARD * comb(len(DECK), BOARD)).reshape(-1, BOARD)
    masks = MASKS[boards].sum(axis=1)
    suits = [masks >> suit * RANKS_OF_SUIT & (1 << RANKS_OF_SUIT) - 1 for suit in range(4)]
    # Boards alike but for their suits' names have the same four rank masks: sorted, these name the kind.
    ordered = np.sort(suits, axis=0)
    kinds = sum(ordered[suit] << suit * RANKS_OF_SUIT for suit in range(4))
    _, first, weights = np.unique(kinds, return_index=True, return_counts=True)
    return boards[first], weights.astype(np.int64)


def rank_boards(boards: NDArray[np.int64]) -> NDArray[np.uint16]:
    """The class of every pair of hole cards on every board."""
    deck = np.array(DECK, dtype=np.uint32)
    is_left = np.ones((len(boards), len(DECK)), dtype=bool)
    np.put_along_axis(is_left, boards, False, axis=1)
    left = deck[np.nonzero(is_left)[1].reshape(len(boards), LEFT)]
    cards = np.empty((BOARD + 2, len(boards), HOLES), dtype=np.uint32)
    cards[:BOARD] = deck[boards.T][:, :, np.newaxis]
    cards[BOARD] = left.take(FIRST, axis=1)
    cards[BOARD + 1] = left.take(SECOND, axis=1)
    return rank_batch(cards.reshape(BOARD + 2, -1)).reshape(len(boards), HOLES)


def ranked_boards(progress: Progress = unseen) -> Iterator[RankedBoards]:
    """Every distinct board with its hands, some boards at a time."""
    boards, weights = distinct_boards()
    for start in range(0, len(boards), CHUNK):
        chunk = slice(start, start + CHUNK)
        yield RankedBoards(weights[chunk], rank_boards(boards[chunk]))
        progress(start / len(boards))
