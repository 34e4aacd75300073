"""Cover all: how high the highest of several hands on one board is, over every deal; nobody folds.

For a board and a category, the pairs of hole cards that reach the category are
the edges of a bad graph on the 47 cards left. The deals in which every hand stays
below are the matchings that avoid it, times the orders of the hands. What
lies between two categories is the difference of two such counts.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from math import factorial

import numpy as np

from controller.audit.batch import lowest_class
from controller.audit.boards import FIRST, HOLES, LEFT, SECOND, RankedBoards, ranked_boards
from controller.audit.matchings import MOST, Graph, avoiding_matchings, complete_matchings
from controller.audit.walk import Progress, unseen
from controller.game.categories import FOUR_OF_A_KIND, FULL_HOUSE, ROYAL_FLUSH, STRAIGHT_FLUSH

REWARDED = (FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH)
BELOW = 0
"""The key of the deals whose highest hand is below a full house."""

FEWEST = 2

Counts = dict[int, int]


def all_cover_all_counts(progress: Progress = unseen) -> dict[int, Counts]:
    """By 2 to 7 hands and category of the highest: the ordered deals of a board and two cards to each hand."""
    return count_highest(ranked_boards(progress))


def count_highest(ranked: Iterable[RankedBoards]) -> dict[int, Counts]:
    """As all_cover_all_counts, for the deals on these boards."""
    graphs = {category: Counter[bytes]() for category in REWARDED}
    for chunk in ranked:
        for category in REWARDED:
            bad = np.packbits(chunk.classes >= lowest_class(category), axis=1)
            for graph, weight in zip(bad, chunk.weights.tolist(), strict=True):
                graphs[category][graph.tobytes()] += weight
    below = {category: _count_avoiding(graphs[category]) for category in REWARDED}
    boards = graphs[FULL_HOUSE].total()
    counts = {}
    for hands in range(FEWEST, MOST + 1):
        steps = [0, *(below[category][hands] for category in REWARDED), boards * complete_matchings(LEFT, hands)]
        counts[hands] = {
            category: (high - low) * factorial(hands)
            for category, (low, high) in zip((BELOW, *REWARDED), pairwise(steps), strict=True)
        }
    return counts


def _count_avoiding(graphs: Counter[bytes]) -> list[int]:
    """By number of hands: the weighted matchings that avoid the bad graphs."""
    total = [0] * (MOST + 1)
    for packed, weight in graphs.items():
        for hands, ways in enumerate(avoiding_matchings(_graph(packed))):
            total[hands] += weight * ways
    return total


def _graph(packed: bytes) -> Graph:
    """The bad graph of a board, from one bit for each pair of hole cards."""
    bad = np.flatnonzero(np.unpackbits(np.frombuffer(packed, dtype=np.uint8), count=HOLES))
    neighbours = [0] * LEFT
    for first, second in zip(FIRST[bad].tolist(), SECOND[bad].tolist(), strict=True):
        neighbours[first] |= 1 << second
        neighbours[second] |= 1 << first
    return tuple(neighbours)
