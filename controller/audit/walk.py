"""Walks every hand of five, six or seven cards, one by one, and counts the classes.

No symmetry is used: these counts are what the cleverer ones are checked
against. A hand is a prefix (its lowest one, two or three cards, in the order of
the deck) and a tail (its four highest). The tails are ordered by their lowest
card, the highest first, so all tails that may follow a prefix are a slice
from the start. Prefixes with the same last card and the same suits share the
slice and the flushes in it, and are walked together.
"""

from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from controller.audit.batch import FLUSHES, ROWS, SUITS, VALUES
from controller.game.cards import DECK, SUIT_BITS, SUIT_MASK
from controller.game.categories import CLASSES, COLUMN_BITS, COLUMN_MASK

TAIL = 4
CHUNK = 1 << 17
"""Hands walked at once, unless one prefix alone has more: the cache holds what they need."""

RANKS_OF_SUIT = 13
MASKS = np.array([1 << i % 4 * RANKS_OF_SUIT + i // 4 for i in range(len(DECK))], dtype=np.int64)
"""By place in the deck: one bit of 52, those of a suit side by side, so that a shift brings up a suit's rank mask."""

Progress = Callable[[float], None]
"""Is told the part done, from 0 to 1."""


def unseen(_: float) -> None:
    """Progress that nobody watches."""


def walk_5() -> NDArray[np.int64]:
    """How many of the 2,598,960 hands of five cards are in each class."""
    return _walk(5, unseen)


def walk_6() -> NDArray[np.int64]:
    """How many of the 20,358,520 hands of six cards are in each class."""
    return _walk(6, unseen)


def walk_7(progress: Progress = unseen) -> NDArray[np.int64]:
    """How many of the 133,784,560 hands of seven cards are in each class."""
    return _walk(7, progress)


class _Sets:
    """Sets of cards, each a row of places in the deck, by what the walk needs of them."""

    def __init__(self, cards: NDArray[np.int64]) -> None:
        keys = np.array(DECK, dtype=np.int64)[cards].sum(axis=1)
        self.suits = keys & SUIT_MASK
        self.ranks = (keys >> SUIT_BITS).astype(np.uint32)
        self.masks = MASKS[cards].sum(axis=1)


def _walk(size: int, progress: Progress) -> NDArray[np.int64]:
    deck = range(len(DECK))
    tails = _Sets(np.array(list(combinations(deck, TAIL))[::-1], dtype=np.int64))
    prefix_cards = np.array(list(combinations(deck, size - TAIL)), dtype=np.int64)
    prefixes = _Sets(prefix_cards)
    # Hands are counted by place in the packed table, which saves looking up each one's class.
    places = np.zeros(len(VALUES[size]), dtype=np.int64)
    classes = np.zeros(CLASSES + 1, dtype=np.int64)
    done = 0
    for suits in np.unique(prefixes.suits):
        flush_suits = SUITS[size][suits + tails.suits].astype(np.int64)
        all_flushes = np.flatnonzero(flush_suits)
        for last in range(size - TAIL - 1, len(DECK) - TAIL):
            tail_count = comb(len(DECK) - 1 - last, TAIL)
            flushes = all_flushes[: np.searchsorted(all_flushes, tail_count)]
            shifts = (flush_suits[flushes] - 1) * RANKS_OF_SUIT
            group = np.flatnonzero((prefixes.suits == suits) & (prefix_cards[:, -1] == last))
            step = max(1, CHUNK // tail_count)
            for start in range(0, len(group), step):
                chunk = group[start : start + step]
                ranks = prefixes.ranks[chunk]
                places += _count_places(ranks, tails.ranks[:tail_count], size)
                if flushes.size:
                    # The flushes were counted by their ranks alone: they move to where they belong.
                    places -= _count_places(ranks, tails.ranks[flushes], size)
                    classes += _count_flushes(prefixes.masks[chunk], tails.masks[flushes], shifts)
            done += len(group) * tail_count
            progress(done / comb(len(DECK), size))
    np.add.at(classes, VALUES[size], places)
    return classes


def _count_places(prefixes: NDArray[np.uint32], tails: NDArray[np.uint32], size: int) -> NDArray[np.int64]:
    """How many of the hands of these rank sums have their class at each place of the packed table."""
    sums = np.add.outer(prefixes, tails).ravel()
    places = ROWS[size].take(sums >> COLUMN_BITS, mode="clip")
    places += sums & COLUMN_MASK
    return np.bincount(places, minlength=len(VALUES[size]))


def _count_flushes(
    prefixes: NDArray[np.int64], tails: NDArray[np.int64], shifts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """How many of the flushes of these masks are in each class; a tail's shift brings up the flush's suit."""
    masks = np.bitwise_or.outer(prefixes, tails) >> shifts & (1 << RANKS_OF_SUIT) - 1
    return np.bincount(FLUSHES[masks.ravel()], minlength=CLASSES + 1)
