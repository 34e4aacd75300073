"""Money is whole cents, always."""

import re
from functools import lru_cache

from controller.game.fields import BadInput

MOST = 99_999_999_999
"""$999,999,999.99: the largest amount that is taken in."""

_AMOUNT = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,2}))?", re.ASCII)


def cents_of(value: object, field: str, *, zero: bool = False) -> int:
    """Reads an amount in dollars: a whole number, or digits with at most two places."""
    if isinstance(value, str):
        cents = _cents_of_text(value)
    elif isinstance(value, int) and not isinstance(value, bool):
        cents = value * 100
    else:
        cents = -1
    if not (0 if zero else 1) <= cents <= MOST:
        least = "zero or more" if zero else "more than zero"
        raise BadInput(field, f'dollars, {least} and at most 999999999.99, such as 5 or "12.50"', value)
    return cents


@lru_cache(1024)  # a table's chips come in few sums
def _cents_of_text(text: str) -> int:
    match = _AMOUNT.fullmatch(text)
    return int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0")) if match else -1


def dollars(cents: int) -> str:
    """An amount with exactly two places."""
    return f"{cents // 100}.{cents % 100:02d}"
