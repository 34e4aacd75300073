"""Exact counts of the smaller deals: two cards against two, and six cards."""

from collections import Counter
from itertools import combinations
from math import comb

from controller.audit.walk import walk_6
from controller.game.cards import ACE, CARD_OF, DECK, RANK_OF, RANKS, SUIT_OF, SUITS, Card
from controller.game.ranking import rank_6

SUPER_ROYAL = "9TJQKA"
"""Six cards of one suit; a category of its own, above the royal flush it contains."""


def pair_counts() -> dict[str, int]:
    """By cell: the 1,624,350 deals of two cards to a player and two to the dealer."""
    cells: Counter[str] = Counter()
    for player in combinations(DECK, 2):
        deals = comb(len(DECK) - 2, 2)
        cell = _player_cell(*player)
        if _are_aces(*player):
            left = [card for card in DECK if card not in player]
            dealer_aces = sum(_are_aces(*dealer) for dealer in combinations(left, 2))
            cells[cell + "+dealer-aces"] += dealer_aces
            deals -= dealer_aces
        cells[cell] += deals
    return dict(cells)


def _are_aces(first: Card, second: Card) -> bool:
    return RANK_OF[first] == RANK_OF[second] == ACE


def _player_cell(low: Card, high: Card) -> str:
    """The cell of two cards in the order of the deck, whatever the dealer holds."""
    ranks = RANKS[RANK_OF[high] - 2] + RANKS[RANK_OF[low] - 2]
    if ranks == "AA":
        return "red-aces" if {low, high} == {CARD_OF["Ad"], CARD_OF["Ah"]} else "other-aces"
    if ranks[0] == ranks[1]:
        return f"pair-{ranks[0]}"
    if ranks in ("AK", "AQ", "AJ"):
        return f"{'suited' if SUIT_OF[low] == SUIT_OF[high] else 'offsuit'}-{ranks}"
    return "rest"


def six_card_counts() -> tuple[list[int], dict[str, int]]:
    """Of the 20,358,520 hands of six cards: by class, those that are no super royal; by suit, those that are."""
    classes: list[int] = walk_6().tolist()
    super_royals = dict.fromkeys(SUITS, 0)
    for suit in SUITS:
        classes[rank_6([CARD_OF[rank + suit] for rank in SUPER_ROYAL])] -= 1
        super_royals[suit] += 1
    return classes, super_royals
