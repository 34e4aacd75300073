"""Bad beats: how often a good hand loses, over every deal of a board, a player and a dealer.

On one board a hand A is beaten by every higher hand B that shares no card with
it. Two different pairs of hole cards share one card or none, so the number of
such A and B is that over all 1,081 pairs, less, for each of the 47 cards, that
over the 46 pairs with this card. All these are counts within a group of hands.
"""

import numpy as np
from numpy.typing import NDArray

from controller.audit.batch import CATEGORY_OF, lowest_class
from controller.audit.boards import FIRST, LEFT, SECOND, RankedBoards, ranked_boards
from controller.audit.walk import Progress, unseen
from controller.game.categories import CLASSES, ROYAL_FLUSH, THREE_OF_A_KIND

LOWEST_CLASS = lowest_class(THREE_OF_A_KIND)
"""Neither a lower hand nor what beats it can be below this."""

CLASS_BITS = CLASSES.bit_length()

Counts = dict[int, int]


def bad_beat_counts(progress: Progress = unseen) -> Counts:
    """By category of the lower hand, from three of a kind up: the deals of 2,781,381,002,400 that are no tie."""
    total = dict.fromkeys(range(THREE_OF_A_KIND, ROYAL_FLUSH + 1), 0)
    for chunk in ranked_boards(progress):
        for category, deals in count_beats(chunk).items():
            total[category] += deals
    return total


def count_beats(ranked: RankedBoards) -> Counts:
    """As bad_beat_counts, for the deals on these boards."""
    boards, holes = np.nonzero(ranked.classes >= LOWEST_CLASS)
    classes = ranked.classes[boards, holes]
    everyone = _count_ordered(boards, classes, ranked.weights)
    cards = np.concatenate((boards * LEFT + FIRST[holes], boards * LEFT + SECOND[holes]))
    sharing = _count_ordered(cards, np.tile(classes, 2), ranked.weights.repeat(LEFT))
    # Twice, as either the player or the dealer holds the lower hand.
    return {category: 2 * (everyone[category] - sharing[category]) for category in everyone}


def _count_ordered(groups: NDArray[np.int64], classes: NDArray[np.uint16], weights: NDArray[np.int64]) -> Counts:
    """By category of the lower: the pairs of unequal hands within a group, each by its group's weight."""
    # Sorted by group and class, equal hands stand together; those that beat them follow, up to their group's end.
    hands = np.sort(groups.astype(np.uint32) << CLASS_BITS | classes)
    ends = np.append(np.flatnonzero(hands[1:] != hands[:-1]) + 1, len(hands))
    equals = np.diff(ends, prepend=0)
    last = hands[ends - 1]
    group = last >> CLASS_BITS
    group_ends = np.bincount(groups, minlength=len(weights)).cumsum()
    pairs = equals * (group_ends[group] - ends) * weights[group]
    category = CATEGORY_OF[last & (1 << CLASS_BITS) - 1]
    return {c: int(pairs[category == c].sum()) for c in range(THREE_OF_A_KIND, ROYAL_FLUSH + 1)}
