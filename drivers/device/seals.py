"""A card is sealed when it is dispensed and told when it is face up: the seal shows that it is the same card."""

from hashlib import sha256
from hmac import compare_digest

UNREAD = 0xFF
RANKS = dict(enumerate("23456789TJQKA", start=2))
SUITS = "cdhs"


def seal_of(nonce: bytes, tag: int, position: int, card: int) -> bytes:
    return sha256(nonce + bytes((tag, position, card))).digest()


def holds(seal: bytes, nonce: bytes, tag: int, position: int, card: int) -> bool:
    return compare_digest(seal, seal_of(nonce, tag, position, card))


def card_name(card: int) -> str | None:
    """`Td`; None for a card that the device could not read."""
    if card == UNREAD:
        return None
    if card // 4 not in RANKS:
        raise ValueError(f"card: rank × 4 + suit, rank 2 to 14, found {card}")
    return RANKS[card // 4] + SUITS[card % 4]
