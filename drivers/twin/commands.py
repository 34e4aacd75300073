"""What the dealing device answers to a command, read and written byte by byte as the protocol's page has it.

Decided in this order: form 3, fault 4, stopped 2, capability 2, values 3, busy 1, state 2.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from drivers.twin.deck import BURN, EJECTED, SEALED_TOP
from drivers.twin.machine import COUNTS, DISPLAY, READS, STACKS, TWO_DECKS, Machine

DONE, BUSY, NOT_NOW, BAD, FAULT = (bytes([result]) for result in range(5))
STATUS, SHUFFLE, DISPENSE, COUNT, EJECT, REVEAL, STOP, CLEAR, MODE, SHOW, SEALS = range(0x02, 0x0D)
LENGTHS = {STATUS: 0, SHUFFLE: 1, DISPENSE: 2, COUNT: 0, EJECT: 0, REVEAL: 3, STOP: 0, CLEAR: 0, MODE: 1, SEALS: 1}
REFUSED_UNTIL_CLEAR = {SHUFFLE, DISPENSE, COUNT, EJECT, MODE}

COMMUNITY, BOX = 0x41, 0x42
PLACES = {*range(1, 8), 0x40, COMMUNITY, BOX, BURN}
MODES = range(1, 5)
STACK = range(1, 8)
MOST_REVEALED = 14


@dataclass(frozen=True, slots=True)
class Script:
    """An answer to the next REVEAL, true or not."""

    cards: tuple[int, ...]
    good_seal: bool
    nonces: tuple[bytes, ...]


class Commands:
    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.script: Script | None = None
        self._deeds: dict[int, Callable[[bytes], bytes]] = {
            STATUS: self._status,
            SHUFFLE: self._shuffle,
            DISPENSE: self._dispense,
            COUNT: self._count,
            EJECT: self._eject,
            REVEAL: self._reveal,
            STOP: self._stop,
            CLEAR: self._clear,
            MODE: self._mode,
            SHOW: self._show,
            SEALS: self._seals,
        }

    def answer(self, type: int, body: bytes) -> bytes:
        if not well_formed(type, body):
            return BAD
        if type in REFUSED_UNTIL_CLEAR and self._machine.fault:
            return FAULT + bytes([self._machine.fault])
        if type in REFUSED_UNTIL_CLEAR and self._machine.stopped:
            return NOT_NOW
        return self._deeds[type](body)

    # ---- motors ------------------------------------------------------------------------

    def _shuffle(self, body: bytes) -> bytes:
        machine, number = self._machine, body[0]
        if number == 2 and not machine.has(TWO_DECKS):
            return NOT_NOW
        if number not in (1, 2):
            return BAD
        deck, other = machine.decks.get(number), machine.dealer
        # One deck is shuffled while the other is dealt: only what works on this deck, or beside none, is in the way.
        if machine.shuffler is not None or (other is not None and (other.deck is deck or machine.dealt is None)):
            return BUSY
        if machine.door_open or deck is None or deck.place != "loaded":
            return NOT_NOW
        machine.shuffle(deck)
        return DONE

    def _dispense(self, body: bytes) -> bytes:
        machine, (tag, cards) = self._machine, body
        if not machine.has(STACKS):
            return NOT_NOW
        deck = machine.dealt
        used = deck is not None and tag != BURN and tag in deck.tags
        if tag not in PLACES or cards not in STACK or used or not fits(machine.mode, tag, cards):
            return BAD
        if self._dealing_side_busy():
            return BUSY
        if machine.door_open or deck is None or machine.tray.used or len(deck.cards) < cards:
            return NOT_NOW
        machine.dispense(deck, tag, cards)
        return DONE

    def _count(self, body: bytes) -> bytes:
        machine = self._machine
        if not machine.has(COUNTS):
            return NOT_NOW
        if self._dealing_side_busy():
            return BUSY
        deck = machine.counted
        if machine.door_open or deck is None:
            return NOT_NOW
        machine.count_cards(deck)
        return DONE

    def _eject(self, body: bytes) -> bytes:
        machine = self._machine
        if self._dealing_side_busy():
            return BUSY
        deck = machine.dealt
        if machine.door_open or deck is None or machine.tray.used:
            return NOT_NOW
        machine.eject(deck)
        return DONE

    def _dealing_side_busy(self) -> bool:
        """With nothing on the dealing side, the shuffler's motor is the one that STATUS shows."""
        machine = self._machine
        return machine.dealer is not None or (machine.shuffler is not None and machine.dealt is None)

    # ---- cards that are face up --------------------------------------------------------

    def _reveal(self, body: bytes) -> bytes:
        machine, (tag, first, cards) = self._machine, body
        if not (machine.has(READS) and machine.has(STACKS)):
            return NOT_NOW
        if tag not in PLACES | {EJECTED} or not 1 <= cards <= MOST_REVEALED:
            return BAD
        known = machine.record.of(tag) or []
        asked = known[first : first + cards]
        if self.script is not None:
            script, self.script = self.script, None
            return DONE + self._told(script, [card.nonce for card in asked])
        if len(asked) < cards:
            return NOT_NOW
        return DONE + b"".join(card.nonce + bytes([card.card]) for card in asked)

    def _told(self, script: Script, true: Sequence[bytes]) -> bytes:
        made = b""
        for at, card in enumerate(script.cards):
            nonce = (script.nonces or true)[at : at + 1]
            said = nonce[0] if nonce else self._machine.rng.randbytes(16)
            made += (said if script.good_seal else said[:-1] + bytes([said[-1] ^ 1])) + bytes([card])
        return made

    def _seals(self, body: bytes) -> bytes:
        machine, tag = self._machine, body[0]
        if tag not in PLACES | {EJECTED}:
            return BAD
        cards = machine.record.of(tag)
        if cards is None:
            return NOT_NOW
        if tag == EJECTED:
            return DONE + machine.ejected_body()
        seals = [card.seal for card in cards[:SEALED_TOP]]
        return DONE + bytes([tag, len(seals)]) + b"".join(seals)

    # ---- the rest ----------------------------------------------------------------------

    def _status(self, body: bytes) -> bytes:
        machine = self._machine
        deck = machine.dealt.number if machine.dealt is not None else 0
        told = (machine.state, machine.fault, machine.flags, deck, machine.in_device, machine.dispensed)
        return DONE + bytes(told)

    def _stop(self, body: bytes) -> bytes:
        self._machine.stop()
        return DONE

    def _clear(self, body: bytes) -> bytes:
        machine = self._machine
        if machine.fault and machine.cause_there:
            return FAULT + bytes([machine.fault])
        if not (machine.fault or machine.stopped):
            return NOT_NOW
        machine.clear()
        return DONE

    def _mode(self, body: bytes) -> bytes:
        machine, mode = self._machine, body[0]
        if not machine.has(STACKS):
            return NOT_NOW
        if mode not in MODES:
            return BAD
        if not machine.mishaps.forgets_mode:
            machine.mode = mode
        return DONE

    def _show(self, body: bytes) -> bytes:
        if not self._machine.has(DISPLAY):
            return NOT_NOW
        self._machine.display = body[1:].decode()
        return DONE


def well_formed(type: int, body: bytes) -> bool:
    if type != SHOW:
        return LENGTHS.get(type) == len(body)
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return len(body) > 0 and body[0] == len(body) - 1


def fits(mode: int, tag: int, cards: int) -> bool:
    """Whether the stack has the size that MODE asks for. A burn is one card whatever was set."""
    if tag == BURN:
        return cards == 1
    wanted = {1: 2, 2: {BOX: 4, COMMUNITY: 5}.get(tag, 2), 3: 5, 4: 2}
    return mode not in wanted or cards == wanted[mode]
