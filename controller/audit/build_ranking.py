"""Makes controller/game/ranking.bin, the table behind every ranking.

    python -m controller.audit.build_ranking controller/game/ranking.bin

It needs to be run only when this file changes; a test compares the shipped
table with a new one, byte for byte.

The 7,462 classes of poker hands are numbered from 1 (7-5-4-3-2) to 7,462 (the
royal flush). Ranks are indices here, 0 for a deuce to 12 for an ace.

Layout, little-endian, in this order:
  for 5, 6 and 7 cards: number of rows u32, number of values u32, the rows (u32
  each), the values (u16 each): the class of a hand without a flush is
  values[rows[sum >> 10] + (sum & 1023)], sum being that of its rank keys;
  8,192 u16: the class of a flush by its rank mask;
  7,463 records of six bytes: category, then the five ranks, the deciding first.
"""

import struct
import sys
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import numpy as np

from controller.game.cards import RANK_KEYS
from controller.game.categories import (
    COLUMN_BITS,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
)

Ranks = tuple[int, ...]

WHEEL: Ranks = (3, 2, 1, 0, 12)
STRAIGHTS: list[Ranks] = [WHEEL, *((top, top - 1, top - 2, top - 3, top - 4) for top in range(4, 13))]


def five_card_classes() -> Iterator[tuple[int, Ranks]]:
    """Every class of five cards, the lowest first: its category and its ranks, the deciding ones first."""
    loose: list[Ranks] = sorted(tuple(sorted(five, reverse=True)) for five in combinations(range(13), 5))
    loose = [five for five in loose if five not in STRAIGHTS and set(five) != set(WHEEL)]
    shapes: list[tuple[int, Ranks | None]] = [
        (HIGH_CARD, ()),
        (PAIR, (2,)),
        (TWO_PAIR, (2, 2)),
        (THREE_OF_A_KIND, (3,)),
        (STRAIGHT, None),
        (FLUSH, ()),
        (FULL_HOUSE, (3, 2)),
        (FOUR_OF_A_KIND, (4,)),
        (STRAIGHT_FLUSH, None),
    ]
    for category, sets in shapes:
        if sets is None:
            for five in STRAIGHTS:
                yield (ROYAL_FLUSH if category == STRAIGHT_FLUSH and five[0] == 12 else category), five
        elif not sets:
            for five in loose:
                yield category, five
        else:
            for ranks in sorted(set_hands(sets)):
                yield category, ranks


def set_hands(sets: Ranks) -> Iterator[Ranks]:
    """Hands built of sets of equal rank (equal-sized sets high one first) and loose kickers."""
    kickers = 5 - sum(sets)
    for heads in combinations(range(13), len(sets)):
        # A full house's two sets differ in size, so both orders are hands of their own.
        orders = [heads, heads[::-1]] if len(set(sets)) > 1 else [tuple(sorted(heads, reverse=True))]
        for order in orders:
            spread = tuple(rank for rank, size in zip(order, sets, strict=True) for _ in range(size))
            for rest in combinations([rank for rank in range(12, -1, -1) if rank not in heads], kickers):
                yield spread + rest


def build() -> bytes:
    classes = [(HIGH_CARD, (0,) * 5), *five_card_classes()]
    suited = {tuple(sorted(ranks)): n for n, (category, ranks) in enumerate(classes) if n and is_suited(category)}
    unsuited = {tuple(sorted(ranks)): n for n, (category, ranks) in enumerate(classes) if n and not is_suited(category)}
    out = bytearray()
    best = unsuited
    for size in (5, 6, 7):
        if size > 5:
            # The best five of a larger hand is the best hand left when any one card is taken away.
            best = {
                hand: max(smaller[hand[:i] + hand[i + 1 :]] for i in range(size))
                for smaller in [best]
                for hand in rank_multisets(size)
            }
        rows, values = pack({sum(RANK_KEYS[rank] for rank in hand): n for hand, n in best.items()}, len(best))
        out += struct.pack("<II", len(rows), len(values))
        out += struct.pack(f"<{len(rows)}I", *rows)
        out += struct.pack(f"<{len(values)}H", *values)
    out += struct.pack("<8192H", *(flush_class(mask, suited) for mask in range(8192)))
    for category, ranks in classes:
        out += bytes((category, *ranks))
    return bytes(out)


def is_suited(category: int) -> bool:
    return category in (FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH)


def rank_multisets(size: int) -> Iterator[Ranks]:
    return (
        hand
        for hand in combinations_with_replacement(range(13), size)
        if not any(hand[i] == hand[i + 4] for i in range(size - 4))
    )


def flush_class(mask: int, suited: dict[Ranks, int]) -> int:
    ranks = [rank for rank in range(13) if mask >> rank & 1]
    return max((suited[five] for five in combinations(ranks, 5)), default=0) if len(ranks) <= 7 else 0


def pack(classes: dict[int, int], expected: int) -> tuple[list[int], list[int]]:
    """Folds a sparse table into a dense one: each row is laid where its entries fall on free places."""
    if len(classes) != expected:
        raise ValueError("two hands share a sum: the rank keys do not do")
    columns = 1 << COLUMN_BITS
    rows: dict[int, list[int]] = {}
    for key in classes:
        rows.setdefault(key // columns, []).append(key % columns)
    starts = [0] * (max(rows) + 1)
    # Room for every row side by side: more than is ever needed.
    room = np.zeros(3 * len(classes) + 2 * columns, dtype=np.uint16)
    for row in sorted(rows, key=lambda row: (-len(rows[row]), row)):
        fits = np.ones(len(room) - columns, dtype=bool)
        for column in rows[row]:
            fits &= room[column : column + len(fits)] == 0
        starts[row] = int(fits.argmax())
        for column in rows[row]:
            room[starts[row] + column] = classes[row * columns + column]
    return starts, room[: max(starts) + columns].tolist()


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(build())
