"""What goes wrong inside the dealing device, set at any time. What is armed is used up by the cycle that meets it."""

from dataclasses import dataclass, field

JAM_SHUFFLING, JAM_DEALING, NOT_SHUFFLED, MISFEED, UNREADABLE, MOTOR, DOOR, UNKNOWN_DECK = range(1, 9)
"""Faults as the protocol numbers them."""


@dataclass(slots=True)
class Faults:
    shuffle: int = 0
    """The fault that ends the next shuffle: a jam, a shuffle not completed, a motor, the door…"""
    deal: int = 0
    """The fault that ends the next dispense, count or eject: a jam, a detected misfeed, an unreadable card…"""
    at_card: int = 1
    """The card of that cycle, counted from 1, at which it does. A cycle with fewer cards is spared."""
    restart_at: int = 0
    """The card of a dealing cycle at which the device restarts by itself."""
    face_up: int = 0
    """So many of the next cards to be dispensed lie face up."""
    double: int = 0
    """So many cards too many come with the next stack, undetected."""
    missing: int = 0
    """So many cards of the next stack stay behind, undetected."""
    unread: int = 0
    """So many of the next cards cannot be read; the device goes on."""
    bad_seals: int = 0
    """So many of the next seals do not fit their cards."""
    reads_as: dict[tuple[int, int], int] = field(default_factory=dict)
    """By tag and position: the card that the device takes this one for, sealed as such."""
    miscount: int = 0
    """All counts of cards are off by this, until it is taken back."""
    forgets_mode: bool = False
    """MODE is answered and not kept."""
    unknown_deck: bool = False
    """The next deck that is put in is not recognised."""
