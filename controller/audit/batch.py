"""Ranks hands by the million: the lookup of game/ranking.py, a chunk of hands at a time.

A hand is a column: cards[0] holds the first card of every hand, cards[1] the
second. So a hand's sum is a sum of rows, which NumPy does at full speed.
"""

from itertools import count

import numpy as np
from numpy.typing import NDArray

from controller.game.cards import DECK, RANK_OF, SUIT_BITS, SUIT_MASK, SUIT_OF
from controller.game.categories import COLUMN_BITS, COLUMN_MASK
from controller.game.ranking import FLUSH_SUITS, TABLES

CATEGORY_OF: NDArray[np.uint8] = np.frombuffer(TABLES.records, dtype=np.uint8)[::6].copy()
"""By class."""

# Indices are int64 throughout: NumPy's `take` would else convert them on every call.
ROWS = {size: np.array(rows, dtype=np.int64) for size, rows in TABLES.rows.items()}
VALUES = {size: np.array(values, dtype=np.uint16) for size, values in TABLES.values.items()}
FLUSHES = np.array(TABLES.flushes, dtype=np.uint16)
"""The class of a flush by its rank mask."""
SUITS = {size: np.frombuffer(suits, dtype=np.uint8) for size, suits in FLUSH_SUITS.items()}
"""By suit sum: 0, or 1 + the suit that five or more of the cards have."""
IS_FLUSH = {size: suits != 0 for size, suits in SUITS.items()}
"""By suit sum; NumPy finds the true ones among booleans faster than the suits other than 0 among numbers."""

CHUNK = 1 << 14
"""Hands worked on at once: few enough for their sums and indices to stay in the cache."""

# A flush needs its cards' ranks back. The keys modulo this number are all different and small, so they
# can index a table.
MODULUS = next(n for n in count(len(DECK)) if len({card % n for card in DECK}) == len(DECK))


def _rank_bits() -> NDArray[np.uint16]:
    """By 1 + suit and reduced card key: the card's rank bit if it has the suit, else 0."""
    bits = np.zeros((5, MODULUS), dtype=np.uint16)
    for card in DECK:
        bits[1 + SUIT_OF[card], card % MODULUS] = 1 << RANK_OF[card] - 2
    return bits


RANK_BITS = _rank_bits()


def lowest_class(category: int) -> int:
    """The lowest class of a category; every class from there up is in this category or a higher one."""
    return int(np.searchsorted(CATEGORY_OF, category))


def rank_batch(cards: NDArray[np.uint32]) -> NDArray[np.uint16]:
    """The class of each hand; like ranking.rank_7 it trusts its caller that a hand's cards are different."""
    if cards.ndim != 2 or cards.shape[0] not in ROWS:
        raise ValueError(f"expected cards of shape (5, n), (6, n) or (7, n), got {cards.shape}")
    size, hands = cards.shape
    classes = np.empty(hands, dtype=np.uint16)
    for start in range(0, hands, CHUNK):
        _rank_chunk(cards[:, start : start + CHUNK], size, classes[start : start + CHUNK])
    return classes


def _rank_chunk(cards: NDArray[np.uint32], size: int, classes: NDArray[np.uint16]) -> None:
    keys = cards[0] + cards[1]
    for row in cards[2:]:
        keys += row
    # In the mode "clip" `take` looks up without a test of each index; none of these can be out of range.
    places = ROWS[size].take(keys >> (SUIT_BITS + COLUMN_BITS), mode="clip")
    places += (keys >> SUIT_BITS) & COLUMN_MASK
    VALUES[size].take(places, out=classes, mode="clip")
    suit_sums = keys & SUIT_MASK
    flushes = np.flatnonzero(IS_FLUSH[size].take(suit_sums, mode="clip"))
    if flushes.size:
        classes[flushes] = _rank_flushes(cards[:, flushes], SUITS[size][suit_sums[flushes]])


def _rank_flushes(cards: NDArray[np.uint32], suits: NDArray[np.uint8]) -> NDArray[np.uint16]:
    masks = np.bitwise_or.reduce(RANK_BITS[suits, cards % MODULUS], axis=0)
    return FLUSHES[masks]


def check_hands(cards: NDArray[np.uint32]) -> None:
    """Refuses keys that are no cards, and hands that hold a card twice."""
    if not np.isin(cards, np.array(DECK, dtype=np.uint32)).all():
        raise ValueError("expected card keys, got a number that is none")
    ordered = np.sort(cards, axis=0)
    if (ordered[1:] == ordered[:-1]).any():
        raise ValueError("expected different cards in each hand, got one twice")
