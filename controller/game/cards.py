"""The 52 cards.

A card is a plain integer, chosen so that the sum of a hand's cards identifies
the hand: the low nine bits count suits, the bits above them count ranks. That
one property carries the whole ranking (see ranking.py), for one hand in plain
Python and for millions in NumPy alike.
"""

from typing import NewType

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"

# Any five, six or seven of these, none more than four times, have a sum of
# their own; building the ranking table proves it. Found by search; the
# smallest known set keeps the table small.
RANK_KEYS = (1, 2, 6, 23, 99, 454, 2032, 8699, 22855, 83662, 262350, 636346, 1479182)

# Any seven of these have a sum that tells how often each suit occurs, below 512.
SUIT_KEYS = (0, 1, 8, 57)
SUIT_BITS = 9
SUIT_MASK = (1 << SUIT_BITS) - 1

DECK: tuple[Card, ...] = tuple(Card((rank << SUIT_BITS) + suit) for rank in RANK_KEYS for suit in SUIT_KEYS)
"""All cards, deuces first, clubs first within a rank."""

NAME_OF: dict[Card, str] = {card: RANKS[i // 4] + SUITS[i % 4] for i, card in enumerate(DECK)}
CARD_OF: dict[str, Card] = {name: card for card, name in NAME_OF.items()}
RANK_OF: dict[Card, int] = {card: 2 + i // 4 for i, card in enumerate(DECK)}
"""2 to 14, the ace high."""
SUIT_OF: dict[Card, int] = {card: i % 4 for i, card in enumerate(DECK)}
"""An index into SUITS."""

ACE = 14


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards of a text such as "Ah Kd 7c"."""
    return tuple(CARD_OF[name] for name in text.split())
