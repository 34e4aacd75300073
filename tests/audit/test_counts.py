"""The counts agree with brute force where that is possible, and with closed forms where those exist."""

from collections import Counter
from itertools import combinations, permutations
from math import comb, factorial, prod
from random import Random

import numpy as np
import pytest

from controller.audit.bad_beat import bad_beat_counts, count_beats
from controller.audit.boards import RankedBoards, distinct_boards, rank_boards, ranked_boards
from controller.audit.counts import pair_counts, six_card_counts
from controller.audit.cover_all import all_cover_all_counts, count_highest
from controller.audit.matchings import MOST, avoiding_matchings, matchings
from controller.audit.walk import walk_6, walk_7
from controller.game.cards import DECK, RANK_OF, SUIT_OF, Card, cards_of
from controller.game.categories import CLASSES, FULL_HOUSE, ROYAL_FLUSH, STRAIGHT_FLUSH, THREE_OF_A_KIND
from controller.game.ranking import category, rank_7

BOARDS = [
    "2c 5d 9h Js Kc",  # no flush, no straight
    "Kh Kd 7c 4s 2h",  # a pair
    "9h Th Jh 9c 2d",  # a pair and straight flushes
    "7c 7d 7h Ks 2d",  # three of a kind
    "Kc Kd 7h 7s 2d",  # two pair
    "Ah Kh Qh Jh 2d",  # one card makes the royal flush
    "5c 6c 7c 8c 9c",  # all hands are straight flushes
    "Th Jh Qh Kh Ah",  # all hands tie
]


def ranked(texts: list[str], weights: list[int]) -> RankedBoards:
    boards = np.array([sorted(DECK.index(card) for card in cards_of(text)) for text in texts], dtype=np.int64)
    return RankedBoards(np.array(weights, dtype=np.int64), rank_boards(boards))


def hands_on(text: str) -> list[tuple[set[Card], int]]:
    """Every pair of hole cards with its class, ranked one by one."""
    board = cards_of(text)
    left = [card for card in DECK if card not in board]
    return [({a, b}, rank_7((*board, a, b))) for a, b in combinations(left, 2)]


def reward(hand_class: int) -> int:
    return category(hand_class) if category(hand_class) >= FULL_HOUSE else 0


def nonzero(counts: dict[int, int]) -> dict[int, int]:
    return {key: count for key, count in counts.items() if count}


@pytest.mark.parametrize("text", BOARDS)
def test_two_hands_by_brute_force(text: str) -> None:
    """Every deal on the board, one by one, for the bad beats and for the highest of two hands."""
    beats: Counter[int] = Counter()
    highest: Counter[int] = Counter()
    for (a, a_class), (b, b_class) in combinations(hands_on(text), 2):
        if a.isdisjoint(b):
            highest[reward(max(a_class, b_class))] += 2
            if a_class != b_class and category(min(a_class, b_class)) >= THREE_OF_A_KIND:
                beats[category(min(a_class, b_class))] += 2
    board = ranked([text], [1])
    assert nonzero(count_beats(board)) == beats
    assert nonzero(count_highest([board])[2]) == highest


@pytest.mark.parametrize("text", [BOARDS[1], BOARDS[2], BOARDS[3]])
def test_three_hands_by_brute_force(text: str) -> None:
    """For every two disjoint hands below a category, all third hands below it, as sets of bits."""
    hands = hands_on(text)
    disjoint = [sum(1 << j for j, (b, _) in enumerate(hands) if a.isdisjoint(b)) for a, _ in hands]
    counts = count_highest([ranked([text], [1])])[3]
    deals = prod(comb(47 - 2 * i, 2) for i in range(3))
    assert sum(counts.values()) == deals
    for limit in range(FULL_HOUSE, ROYAL_FLUSH + 1):
        low = [i for i, (_, hand_class) in enumerate(hands) if category(hand_class) < limit]
        low_mask = sum(1 << i for i in low)
        thirds = sum(
            (disjoint[i] & disjoint[j] & low_mask).bit_count() for i, j in combinations(low, 2) if disjoint[i] >> j & 1
        )
        assert sum(count for key, count in counts.items() if key < limit) == 2 * thirds


def test_boards_count_by_their_weights() -> None:
    weights = [1, 20, 300, 4_000, 50_000, 600_000, 7_000_000, 80_000_000]
    beats: Counter[int] = Counter()
    highest: Counter[int] = Counter()
    for text, weight in zip(BOARDS, weights, strict=True):
        single = ranked([text], [1])
        for key, count in count_beats(single).items():
            beats[key] += weight * count
        for key, count in count_highest([single])[5].items():
            highest[key] += weight * count
    together = ranked(BOARDS, weights)
    assert count_beats(together) == beats
    assert count_highest([together])[5] == highest


def random_graph(seed: int, vertices: int) -> set[tuple[int, int]]:
    random = Random(seed)
    density = random.random()
    edges = {edge for edge in combinations(range(vertices), 2) if random.random() < density}
    if seed % 3 == 0:
        edges |= {(0, other) for other in range(1, vertices)}
    return edges


def neighbours(edges: set[tuple[int, int]], vertices: int) -> tuple[int, ...]:
    return tuple(sum(1 << j for j in range(vertices) if (i, j) in edges or (j, i) in edges) for i in range(vertices))


def brute_force_matchings(edges: set[tuple[int, int]]) -> list[int]:
    return [
        sum(len({vertex for edge in picked for vertex in edge}) == 2 * size for picked in combinations(edges, size))
        for size in range(5)
    ] + [0] * (MOST - 4)


@pytest.mark.parametrize("seed", range(12))
def test_matchings_by_brute_force(seed: int) -> None:
    vertices = 8
    edges = random_graph(seed, vertices)
    graph = neighbours(edges, vertices)
    assert matchings(graph) == brute_force_matchings(edges)
    assert avoiding_matchings(graph) == brute_force_matchings(set(combinations(range(vertices), 2)) - edges)


def test_large_matchings_by_closed_forms() -> None:
    """Up to seven edges, where brute force takes too long."""
    path = neighbours({(i, i + 1) for i in range(19)}, 20)
    assert matchings(path) == [comb(20 - edges, edges) for edges in range(MOST + 1)]
    # With two cliques bad, the good edges join one of 8 with one of 9.
    cliques = neighbours(set(combinations(range(8), 2)) | set(combinations(range(8, 17), 2)), 17)
    assert avoiding_matchings(cliques) == [
        comb(8, edges) * comb(9, edges) * factorial(edges) for edges in range(MOST + 1)
    ]


def test_distinct_boards_stand_for_all() -> None:
    """Seven cards are a board and two hole cards in 21 ways, so the boards' hands are those of the walk."""
    boards, weights = distinct_boards()
    assert len(boards) == 134_459
    assert weights.sum() == 2_598_960
    classes = np.zeros(CLASSES + 1, dtype=np.int64)
    for chunk in ranked_boards():
        for weight in np.unique(chunk.weights):
            of_weight = chunk.classes[chunk.weights == weight].ravel()
            classes += weight * np.bincount(of_weight, minlength=len(classes))
    assert (classes == 21 * walk_7()).all()


def test_straight_flushes_beaten() -> None:
    """Counted apart from any board: by the cards of the one suit, all others being blanks."""
    straights = {frozenset((14, 2, 3, 4, 5)): 5} | {frozenset(range(top - 4, top + 1)): top for top in range(6, 15)}

    def top(ranks: frozenset[int]) -> int:
        return max((high for five, high in straights.items() if five <= ranks), default=0)

    deals = 0
    for size in (3, 4, 5):
        for board in map(frozenset, combinations(range(2, 15), size)):
            left = sorted(set(range(2, 15)) - board)
            holes = [frozenset(hole) for count in range(3) for hole in combinations(left, count)]
            made = [(hole, high) for hole in holes if (high := top(board | hole))]
            for (a, a_top), (b, b_top) in permutations(made, 2):
                if a_top < b_top and not a & b:
                    blanks = 39 - (5 - size)
                    blanks_a = comb(blanks, 2 - len(a))
                    blanks_b = comb(blanks - (2 - len(a)), 2 - len(b))
                    deals += 2 * 4 * comb(39, 5 - size) * blanks_a * blanks_b
    counts = bad_beat_counts()
    assert counts[STRAIGHT_FLUSH] == deals
    assert counts[ROYAL_FLUSH] == 0
    assert list(counts) == list(range(THREE_OF_A_KIND, ROYAL_FLUSH + 1))


def test_cover_all_closed_forms() -> None:
    by_hands = all_cover_all_counts()
    assert list(by_hands) == list(range(2, 8))
    for hands, counts in by_hands.items():
        on_a_board = prod(comb(47 - 2 * i, 2) for i in range(hands))
        assert sum(counts.values()) == comb(52, 5) * on_a_board
        # Only one hand can hold a royal flush, unless the board is one: then all do.
        one_holds_it = (4_324 * 21 - 4 * comb(47, 2)) * on_a_board // comb(47, 2)
        assert counts[ROYAL_FLUSH] == hands * one_holds_it + 4 * on_a_board
        assert list(counts) == [0, 6, 7, 8, 9]


def test_pair_counts_by_brute_force() -> None:
    """Every deal of the player's and the dealer's two cards, one by one."""
    counts: Counter[str] = Counter()
    letters = dict(zip(range(2, 15), "23456789TJQKA", strict=True))
    for a, b in combinations(DECK, 2):
        ranks, suited = {RANK_OF[a], RANK_OF[b]}, SUIT_OF[a] == SUIT_OF[b]
        for c, d in combinations([card for card in DECK if card not in (a, b)], 2):
            if ranks == {14}:
                red = a in cards_of("Ah Ad") and b in cards_of("Ah Ad")
                dealer = RANK_OF[c] == 14 and RANK_OF[d] == 14
                name = ("red" if red else "other") + "-aces" + ("+dealer-aces" if dealer else "")
            elif len(ranks) == 1:
                name = "pair-" + letters[RANK_OF[a]]
            elif 14 in ranks and min(ranks) >= 11:
                name = ("suited-A" if suited else "offsuit-A") + letters[min(ranks)]
            else:
                name = "rest"
            counts[name] += 1
    assert pair_counts() == counts
    assert counts.total() == 1_624_350
    assert counts["red-aces+dealer-aces"] == 1


def test_six_card_counts() -> None:
    classes, super_royals = six_card_counts()
    assert super_royals == {"c": 1, "d": 1, "h": 1, "s": 1}
    # A royal flush and a sixth card: 47 in each suit, one of them the nine of the suit.
    assert classes[CLASSES] == 4 * 46
    assert classes[:CLASSES] == walk_6()[:CLASSES].tolist()
    assert sum(classes) + sum(super_royals.values()) == 20_358_520
