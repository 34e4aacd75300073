"""Poker hands ranked the slow and obvious way, from the rules alone: what the fast tables are checked against."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod

Value = tuple[int, ...]
"""Category (0 high card to 9 royal flush), then the ranks in the order in which they decide; higher is better."""


def value_of_five(ranks: Sequence[int], suited: bool) -> Value:
    """Of five ranks, 2 to 14."""
    counted = Counter(ranks)
    by_weight = sorted(counted, key=lambda rank: (counted[rank], rank), reverse=True)
    shape = sorted(counted.values(), reverse=True)
    if len(counted) == 5:
        top = max(ranks)
        straight = 5 if set(ranks) == {14, 2, 3, 4, 5} else top if top - min(ranks) == 4 else 0
        if straight:
            return ((9 if straight == 14 else 8) if suited else 4, straight)
        return (5 if suited else 0, *by_weight)
    category = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}[tuple(shape)]
    return (category, *by_weight)


def best_value(ranks: Sequence[int], suited: bool) -> Value:
    return max(value_of_five(five, suited) for five in combinations(ranks, 5))


def every_value() -> list[Value]:
    """The value of every class, the lowest first."""
    loose = combinations(range(2, 15), 5)
    values = {value_of_five(five, True) for five in loose}
    values |= {value_of_five(five, False) for five in _multisets(5)}
    return sorted(values)


def histogram(size: int) -> Counter[Value]:
    """How many hands of that many cards have each value, by ranks first and then by the ways to give them suits."""
    found: Counter[Value] = Counter()
    for ranks in _multisets(size):
        counted = Counter(ranks)
        plain = prod(comb(4, n) for n in counted.values())
        for length in range(5, len(counted) + 1):
            for flush in combinations(counted, length):
                # The flush's suit is one of each of these ranks' and none of the others'.
                ways = 4 * prod(comb(3, n - 1) if rank in flush else comb(3, n) for rank, n in counted.items())
                found[best_value(flush, True)] += ways
                plain -= ways
        found[best_value(ranks, False)] += plain
    return found


def _multisets(size: int) -> list[tuple[int, ...]]:
    every = combinations_with_replacement(range(2, 15), size)
    return [ranks for ranks in every if max(Counter(ranks).values()) <= 4]
