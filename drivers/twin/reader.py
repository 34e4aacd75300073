"""The dealing device's card reader: each card that leaves is read and sealed."""

from collections.abc import Sequence
from hashlib import sha256
from random import Random

from drivers.twin.deck import Sealed
from drivers.twin.mishaps import Faults

UNREAD = 0xFF
NONCE, SEAL = 16, 32


def sealed_cards(rng: Random, mishaps: Faults | None, tag: int, first: int, cards: Sequence[int]) -> list[Sealed]:
    """Cards of a tag from this position on. None for what can go wrong: there is no reader, and seals are zeros."""
    if mishaps is None:
        return [Sealed(bytes(NONCE), UNREAD, bytes(SEAL)) for _ in cards]
    return [_sealed(rng, mishaps, tag, first + at, card) for at, card in enumerate(cards)]


def _sealed(rng: Random, mishaps: Faults, tag: int, position: int, card: int) -> Sealed:
    read = mishaps.reads_as.pop((tag, position), card)
    if mishaps.unread > 0:
        mishaps.unread -= 1
        read = UNREAD
    nonce = rng.randbytes(NONCE)
    seal = sha256(nonce + bytes([tag, position, read])).digest()
    if mishaps.bad_seals > 0:
        mishaps.bad_seals -= 1
        seal = seal[:-1] + bytes([seal[-1] ^ 1])
    return Sealed(nonce, read, seal)
