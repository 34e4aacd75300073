"""Every hand of seven cards, one by one."""

import random
from collections import deque
from collections.abc import Iterator
from itertools import combinations, islice, starmap
from math import comb

# phevaluator's public functions first turn each card into a number; this is what they then call.
from phevaluator._pheval import evaluate_7cards

from bench.result import Result, duration, times_as_fast, within
from bench.timing import best_of
from controller.audit.walk import walk_7

HANDS = comb(52, 7)
SAMPLE = 1_000_000
TURNS = 5


def results() -> Iterator[Result]:
    # A shuffled deck: in order, the first million hands would all hold the same three deuces.
    deck = list(range(52))
    random.Random(7).shuffle(deck)

    def sample() -> None:
        # The fastest loop there is in Python: none of its steps is a statement, and no hand is counted.
        deque(starmap(evaluate_7cards, islice(combinations(deck, 7), SAMPLE)), maxlen=0)

    ours, peer = best_of(TURNS, walk_7, sample)
    peer *= HANDS / SAMPLE
    yield within(f"all {HANDS:,} hands, walk_7", ours, duration(ours), 3, "under 3 s")
    yield times_as_fast("all hands, walk_7", ours, f"phevaluator's C entry, from {SAMPLE:,} hands,", peer, 10)
