"""Exact ranking of five, six and seven cards.

A hand's rank is its class: a number from 1 (7-5-4-3-2) to 7,462 (the royal
flush). Of two hands the one with the higher number wins; equal numbers tie.
That orders hands of one category by the ranks of their sets, then by kickers
(reading G35), and never by suit.

The classes are looked up, not computed: a hand's cards are summed, and the sum
leads to its class in a packed table (half a megabyte, made by audit/build_ranking.py).
"""

import struct
from array import array
from collections.abc import Sequence
from itertools import combinations_with_replacement
from pathlib import Path

from controller.game.cards import RANK_OF, SUIT_BITS, SUIT_KEYS, SUIT_MASK, SUIT_OF, Card
from controller.game.categories import COLUMN_BITS, COLUMN_MASK, FLUSH, ROYAL_FLUSH, STRAIGHT_FLUSH

TABLE = Path(__file__).with_name("ranking.bin")


def _flush_suits(size: int) -> bytes:
    """By suit sum: 0, or 1 + the suit that five or more of the cards have."""
    suits = bytearray(SUIT_MASK + 1)
    for hand in combinations_with_replacement(range(4), size):
        for suit in range(4):
            if hand.count(suit) >= 5:
                suits[sum(SUIT_KEYS[s] for s in hand)] = 1 + suit
    return bytes(suits)


class _Table:
    """ranking.bin in memory; its layout is told in audit/build_ranking.py."""

    def __init__(self, data: bytes) -> None:
        place = 0

        def take(code: str, count: int) -> "array[int]":
            nonlocal place
            part: array[int] = array(code)
            part.frombytes(data[place : place + count * part.itemsize])
            place += count * part.itemsize
            return part

        self.rows: dict[int, array[int]] = {}
        self.values: dict[int, array[int]] = {}
        for size in (5, 6, 7):
            rows, values = struct.unpack_from("<II", data, place)
            place += 8
            self.rows[size] = take("I", rows)
            self.values[size] = take("H", values)
        self.flushes = take("H", 8192)
        self.records = data[place:]


TABLES = _Table(TABLE.read_bytes())
FLUSH_SUITS = {size: _flush_suits(size) for size in (5, 6, 7)}

_ROWS_5, _ROWS_6, _ROWS_7 = (TABLES.rows[size] for size in (5, 6, 7))
_VALUES_5, _VALUES_6, _VALUES_7 = (TABLES.values[size] for size in (5, 6, 7))
_SUITS_5, _SUITS_6, _SUITS_7 = (FLUSH_SUITS[size] for size in (5, 6, 7))
_FLUSHES = TABLES.flushes


def rank(cards: Sequence[Card]) -> int:
    """The class of the best five among five, six or seven different cards."""
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"expected 5, 6 or 7 cards, got {len(cards)}")
    if len(set(cards)) != len(cards):
        raise ValueError("expected different cards, got one twice")
    return (rank_5, rank_6, rank_7)[len(cards) - 5](cards)


# The three below trust their caller with count and difference: settlement has
# checked the whole round's cards once, and asks for a dozen ranks of them. They
# are alike but for their constants; one function with a size would cost a third
# of the speed.


def rank_5(cards: Sequence[Card]) -> int:
    key: int = sum(cards)
    suit = _SUITS_5[key & SUIT_MASK]
    if suit:
        return _rank_flush(cards, suit - 1)
    key >>= SUIT_BITS
    return _VALUES_5[_ROWS_5[key >> COLUMN_BITS] + (key & COLUMN_MASK)]


def rank_6(cards: Sequence[Card]) -> int:
    key: int = sum(cards)
    suit = _SUITS_6[key & SUIT_MASK]
    if suit:
        return _rank_flush(cards, suit - 1)
    key >>= SUIT_BITS
    return _VALUES_6[_ROWS_6[key >> COLUMN_BITS] + (key & COLUMN_MASK)]


def rank_7(cards: Sequence[Card]) -> int:
    key: int = sum(cards)
    suit = _SUITS_7[key & SUIT_MASK]
    if suit:
        return _rank_flush(cards, suit - 1)
    key >>= SUIT_BITS
    return _VALUES_7[_ROWS_7[key >> COLUMN_BITS] + (key & COLUMN_MASK)]


def _rank_flush(cards: Sequence[Card], suit: int) -> int:
    """With five cards of a suit among seven no full house or four of a kind is possible: the flush decides."""
    mask = 0
    for card in cards:
        if SUIT_OF[card] == suit:
            mask |= 1 << RANK_OF[card] - 2
    return _FLUSHES[mask]


def category(hand_class: int) -> int:
    return TABLES.records[hand_class * 6]


def best_five(cards: Sequence[Card], hand_class: int) -> list[Card]:
    """Five of the cards that make the class, which must be theirs."""
    if category(hand_class) in (FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH):
        suit = FLUSH_SUITS[len(cards)][sum(cards) & SUIT_MASK] - 1
        cards = [card for card in cards if SUIT_OF[card] == suit]
    by_rank: dict[int, list[Card]] = {}
    for card in cards:
        by_rank.setdefault(RANK_OF[card], []).append(card)
    deciding = TABLES.records[hand_class * 6 + 1 : hand_class * 6 + 6]
    return [by_rank[index + 2].pop(0) for index in deciding]
