"""The ten categories of poker hands, and the shape of the ranking table that sorts hands into them."""

(
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
) = range(10)

CATEGORY_NAMES = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)

CLASSES = 7462
COLUMN_BITS = 10
"""How many low bits of a rank sum pick the column of the packed table."""
COLUMN_MASK = (1 << COLUMN_BITS) - 1
