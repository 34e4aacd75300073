"""When a hand is worth a wager. Simple and sound: nobody at these tables counts outs."""

from collections.abc import Sequence

from controller.game.cards import CARD_OF, RANK_OF, SUIT_OF
from controller.game.categories import HIGH_CARD, PAIR, TWO_PAIR
from controller.game.ranking import category, rank
from controller.game.settle_hilo import house_way, points

TEN, JACK, QUEEN, KING, ACE = range(10, 15)
SUITED_FROM = {ACE: 2, KING: 2, QUEEN: 6, JACK: 8}
OFFSUIT_FROM = {ACE: 2, KING: 5, QUEEN: 8, JACK: TEN}
"""By the higher card of two, the least other one that is worth four times the ante."""
FLUSH_DRAW = 4
GOOD_HIGH = 24
"""Points of a high hand that mostly beats the dealer's."""
GOOD_LOW = 8


def worth_it(own: Sequence[str], board: Sequence[str]) -> bool:
    """Two cards of one's own, and what lies face up."""
    if len(board) < 3:
        return _before_flop(own)
    cards = [CARD_OF[card] for card in (*own, *board)]
    made = category(rank(cards))
    ours = {RANK_OF[CARD_OF[card]] for card in own}
    ranks = [RANK_OF[CARD_OF[card]] for card in board]
    paired = len(ours) == 1 or any(rank in ranks for rank in ours)
    if len(board) == 3:
        suits = [SUIT_OF[card] for card in cards]
        draw = any(suits.count(suit) >= FLUSH_DRAW for suit in suits) and max(ours) >= TEN
        return made >= TWO_PAIR or (made == PAIR and paired) or draw
    alone = category(rank([CARD_OF[card] for card in board]))
    return made > max(alone, HIGH_CARD) or paired or max(ours) >= KING


def _before_flop(own: Sequence[str]) -> bool:
    low, high = sorted(RANK_OF[CARD_OF[card]] for card in own)
    if low == high:
        return low >= 3
    suited = own[0][1] == own[1][1]
    least = (SUITED_FROM if suited else OFFSUIT_FROM).get(high)
    return least is not None and low >= least


def set_hand(own: Sequence[str]) -> tuple[str, ...]:
    """Five cards, the high hand first."""
    names = {CARD_OF[card]: card for card in own}
    best = house_way(list(names))
    return tuple(names[card] for card in best.high + best.low)


def worth_playing(own: Sequence[str]) -> bool:
    """A set hand: one side of it should win."""
    cards = [CARD_OF[card] for card in own]
    return points(cards[:3], ace=11) >= GOOD_HIGH or points(cards[3:], ace=1) <= GOOD_LOW
