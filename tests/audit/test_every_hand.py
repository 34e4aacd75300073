"""Every hand there is, class by class, against the slow and obvious ranking."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from controller.audit.batch import rank_batch
from controller.audit.walk import walk_5, walk_6, walk_7
from controller.game.cards import DECK, RANK_OF, SUIT_OF
from controller.game.ranking import best_five, rank, rank_5
from tests.audit.naive import Value, every_value, histogram, value_of_five

VALUES = every_value()


@pytest.mark.parametrize(("size", "walk"), [(5, walk_5), (6, walk_6), (7, walk_7)])
def test_the_histogram_of_all_classes(size: int, walk) -> None:
    expected = histogram(size)
    assert walk().tolist() == [0, *(expected[value] for value in VALUES)]


@pytest.mark.rule("ma-uth-1 §5(a)", "ma-uth-1 §5(c)", "ma-uth-1 §1 Suit", "ma-uth-1 §1 Rank", "nj-uth 32.5(a)")
@pytest.mark.rule("nj-uth 32.5(c)", "nj-uth 32.1 Suit", "nj-uth 32.1 Rank", "ma-uth-2 §5(a)", "ma-uth-2 §5(c)")
@pytest.mark.rule("ma-uth-2 §1 Suit", "ma-uth-2 §1 Rank", "md-uth 6.A", "md-uth 6.B", "md-uth 6.C", "md-uth 6.E(1)")
@pytest.mark.rule("md-uth 6.E(2)", "nj-hilo 40.1 Suit", "nj-hilo 40.1 Rank", "nj-hilo 40.5(d)", "reading G35")
def test_all_2598960_hands_of_five_one_by_one() -> None:
    hands = np.array(list(combinations(DECK, 5)), dtype=np.uint32)
    classes = rank_batch(hands.T).tolist()
    class_of = {value: number for number, value in enumerate(VALUES, 1)}
    kept: dict[tuple[tuple[int, ...], bool], int] = {}
    for hand, found in zip(hands.tolist(), classes, strict=True):
        ranks = tuple(RANK_OF[card] for card in hand)
        suited = len({SUIT_OF[card] for card in hand}) == 1
        expected = kept.get((ranks, suited))
        if expected is None:
            expected = kept[ranks, suited] = class_of[value_of_five(ranks, suited)]
        assert found == expected, hand


def naive_value(hand: tuple[int, ...]) -> Value:
    return value_of_five([RANK_OF[card] for card in hand], len({SUIT_OF[card] for card in hand}) == 1)


@pytest.mark.rule("ma-uth-1 §1 Hand", "nj-uth 32.1 Hand", "ma-uth-2 §1 Hand", "md-uth 11.G(2)", "md-uth 11.H(2)(b)")
@pytest.mark.parametrize("size", [5, 6, 7])
def test_single_hands_and_their_best_five(size: int) -> None:
    rng = Random(size)
    for _ in range(4000):
        # A short deck makes flushes, straights and fours common.
        deck = rng.choice([DECK, DECK[-24:], DECK[::4] + DECK[1:8:2], DECK[:20] + DECK[-4:]])
        cards = tuple(rng.sample(deck, size))
        expected = max(naive_value(five) for five in combinations(cards, 5))
        found = rank(cards)
        assert VALUES[found - 1] == expected
        best = best_five(cards, found)
        assert set(best) <= set(cards)
        assert len(set(best)) == 5
        assert rank_5(best) == found
