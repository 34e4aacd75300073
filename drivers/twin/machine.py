"""The dealing device's insides: decks, trays, motors, door. It knows cards and time, and nothing of the line."""

from collections.abc import Callable, Sequence
from random import Random

from drivers.twin.cycles import Arrange, Cycle, Pace
from drivers.twin.deck import EJECTED, SEALED_TOP, Deck, Record, Rejects, Sealed, Tray
from drivers.twin.mishaps import DOOR, MISFEED, UNKNOWN_DECK, Faults
from drivers.twin.reader import sealed_cards

READS, COUNTS, TWO_DECKS, STACKS, DISPLAY = 1, 2, 4, 8, 16
SHUFFLED_, DISPENSED_, TAKEN_, COUNTED_, EJECTED_, FAULT_, CLEARED_, DOOR_, GREEN_, FACEUP_, LOADED_ = range(0x21, 0x2C)
EMPTY, LOADED, SHUFFLING, READY, DEALING, WAITING, FAULTY, STOPPED = range(8)
NOT_COUNTED = 0xFF
MOST_COUNTED = 0xFE


class Machine:
    def __init__(self, caps: int, seed: int, pace: Pace, tell: Callable[[int, bytes], None]) -> None:
        self.caps, self.pace = caps, pace
        self.now = 0.0
        self.decks: dict[int, Deck] = {}
        self.tray = Tray()
        self.rejects = Rejects()
        self.outlet: list[int] = []
        """Ejected cards that nobody has taken yet."""
        self.record = Record()
        self.dispensed = 0
        self.fault = 0
        self.stopped = False
        self.door_open = False
        self.mode = 0
        self.display = ""
        self.shuffler: Cycle | None = None
        self.dealer: Cycle | None = None
        self.hold_dispense = False
        self.arrange: Arrange | None = None
        self.mishaps = Faults()
        self.browned_out = False
        """It restarts by itself, as soon as somebody sees this."""
        self.rng = Random(seed)
        self._cause = False
        self._tell = tell

    # ---- how it stands -----------------------------------------------------------------

    def has(self, cap: int) -> bool:
        return bool(self.caps & cap)

    @property
    def running(self) -> bool:
        return self.shuffler is not None or self.dealer is not None

    @property
    def next_at(self) -> float | None:
        due = [cycle.next_at for cycle in (self.shuffler, self.dealer) if cycle is not None]
        return min((at for at in due if at is not None), default=None)

    @property
    def cause_there(self) -> bool:
        return self.door_open if self.fault == DOOR else self._cause

    @property
    def dealt(self) -> Deck | None:
        """The deck on the dealing side."""
        return self._first("dealing")

    @property
    def counted(self) -> Deck | None:
        """The deck that state and counts are about."""
        return self.dealt or self._first("shuffling") or self._first("loaded") or self._first("waiting")

    @property
    def state(self) -> int:
        if self.fault:
            return FAULTY
        if self.stopped:
            return STOPPED
        if self.dealer is not None:
            return DEALING
        if self.tray.tag is not None:
            return WAITING
        if self.dealt is not None:
            return READY
        if self.shuffler is not None:
            return SHUFFLING
        return LOADED if self._first("loaded") is not None else EMPTY

    @property
    def flags(self) -> int:
        other_shuffling = self.shuffler is not None and self.dealt is not None
        bits = (self.door_open, self.tray.used, self._first("waiting") is not None, other_shuffling)
        return sum(1 << at for at, bit in enumerate(bits) if bit)

    @property
    def in_device(self) -> int:
        deck = self.counted
        if deck is None:
            return self.count(len(self.rejects))
        return self.count(len(deck.cards) + deck.unnoticed + self.rejects.of(deck.number))

    def count(self, cards: int) -> int:
        return max(0, min(cards + self.mishaps.miscount, MOST_COUNTED)) if self.has(COUNTS) else NOT_COUNTED

    def _first(self, place: str) -> Deck | None:
        return min((deck for deck in self.decks.values() if deck.place == place), key=lambda d: d.number, default=None)

    # ---- cycles begin ------------------------------------------------------------------

    def shuffle(self, deck: Deck) -> None:
        self.record.forget(deck.number)
        deck.place = "shuffling"
        self.shuffler = Cycle("shuffle", deck, len(deck.cards), self.pace.shuffle, self.now)

    def dispense(self, deck: Deck, tag: int, cards: int) -> None:
        if not deck.dealt:
            self.record.begin()
        deck.dealt = True
        begun = None if self.hold_dispense else self.now
        self.dealer = Cycle("dispense", deck, cards, self.pace.dispense, begun, tag)

    def count_cards(self, deck: Deck) -> None:
        self.dealer = Cycle("count", deck, len(deck.cards), self.pace.count, self.now)

    def eject(self, deck: Deck) -> None:
        self.dealer = Cycle("eject", deck, len(deck.cards), self.pace.eject, self.now)

    def release(self, cards: int | None) -> bool:
        """Lets a held stack come, of so many cards as were asked for or of another number."""
        if self.dealer is None or self.dealer.begun is not None:
            return False
        if cards is not None:
            self.dealer.cards = cards
        self.dealer.begun = self.now
        return True

    # ---- cycles go on ------------------------------------------------------------------

    def pass_card(self) -> None:
        """What is due at `next_at`."""
        cycles = [cycle for cycle in (self.shuffler, self.dealer) if cycle is not None and cycle.next_at is not None]
        cycle = min(cycles, key=lambda cycle: cycle.next_at or 0.0)
        self.now = max(self.now, cycle.next_at or 0.0)
        cycle.passed += 1
        mishaps = self.mishaps
        if cycle.what != "shuffle" and cycle.passed == mishaps.restart_at:
            mishaps.restart_at = 0
            self.browned_out = True
            return
        armed = mishaps.shuffle if cycle.what == "shuffle" else mishaps.deal
        if armed and cycle.passed == mishaps.at_card:
            if cycle.what == "shuffle":
                mishaps.shuffle = 0
            else:
                mishaps.deal = 0
            self.fail(armed)
        elif cycle.what == "dispense":
            self._deal_card(cycle)
        elif cycle.passed >= cycle.cards:
            {"shuffle": self._shuffled, "count": self._counted, "eject": self._ejected}[cycle.what](cycle.deck)

    def _shuffled(self, deck: Deck) -> None:
        self.shuffler = None
        cards = deck.cards
        if self.arrange is None:
            self.rng.shuffle(cards)
        else:
            deck.cards = list(self.arrange(deck.number, list(cards)))
            if sorted(deck.cards) != sorted(cards):
                raise ValueError(f"deck {deck.number}: a shuffle neither adds nor loses cards")
        deck.place = "waiting"
        self._tell(SHUFFLED_, bytes([deck.number, self.count(len(cards))]))
        self._move()

    def _counted(self, deck: Deck) -> None:
        self.dealer = None
        deck.unnoticed = 0
        self._tell(COUNTED_, bytes([self.count(len(deck.cards) + self.rejects.of(deck.number))]))

    def _ejected(self, deck: Deck) -> None:
        self.dealer = None
        del self.decks[deck.number]
        self.outlet += deck.cards
        self.record.put(deck.number, EJECTED, self._seal(EJECTED, 0, deck.cards))
        self._tell(EJECTED_, self.ejected_body())
        self._move()

    def ejected_body(self) -> bytes:
        cards = self.record.of(EJECTED) or []
        seals = [card.seal for card in cards[:SEALED_TOP]] if self.has(READS) else []
        return bytes([self.count(len(cards)), len(seals)]) + b"".join(seals)

    def _deal_card(self, cycle: Cycle) -> None:
        deck, mishaps = cycle.deck, self.mishaps
        if not deck.cards:
            self.fail(MISFEED)
            return
        card = deck.cards.pop(0)
        if mishaps.face_up > 0:
            mishaps.face_up -= 1
            self.rejects.put(deck.number, card)
            self._tell(FACEUP_, b"")
            return
        self.tray.cards.append(card)
        if len(self.tray.cards) == cycle.cards:
            self._stack_lies(cycle)

    def _stack_lies(self, cycle: Cycle) -> None:
        self.dealer = None
        deck, tag = cycle.deck, cycle.tag
        before = self.record.of(tag) or []
        sealed = self._seal(tag, len(before), self.tray.cards)
        self._feed_wrongly(deck)
        self.record.put(deck.number, tag, sealed)
        deck.tags.add(tag)
        self.tray.tag = tag
        self.dispensed += 1
        self._tell(DISPENSED_, bytes([tag, len(sealed)]) + b"".join(card.seal for card in sealed))

    def _feed_wrongly(self, deck: Deck) -> None:
        """Cards that came or stayed without the device's knowledge."""
        mishaps, stack = self.mishaps, self.tray.cards
        more, deck.cards = deck.cards[: mishaps.double], deck.cards[mishaps.double :]
        kept = len(stack) - min(mishaps.missing, len(stack))
        stayed = stack[kept:]
        self.tray.cards = stack[:kept] + more
        deck.cards = stayed + deck.cards
        deck.unnoticed += len(more) - len(stayed)
        mishaps.double = mishaps.missing = 0

    def _seal(self, tag: int, first: int, cards: Sequence[int]) -> list[Sealed]:
        return sealed_cards(self.rng, self.mishaps if self.has(READS) else None, tag, first, cards)

    def _move(self) -> None:
        """A shuffled deck goes to the dealing side when that is empty."""
        deck = self._first("waiting")
        if deck is not None and self.dealt is None:
            deck.place = "dealing"
            self.dispensed = 0

    # ---- cycles end early ----------------------------------------------------------------

    def fail(self, fault: int) -> None:
        """Motors stop. A later fault changes nothing."""
        if self.fault:
            return
        if fault == DOOR and not self.door_open:
            self.door_open = True
            self._tell(DOOR_, b"\1")
        self._end_cycles()
        self.fault, self._cause = fault, True
        self._tell(FAULT_, bytes([fault]))

    def mend(self) -> None:
        self._cause = False

    def stop(self) -> None:
        self._end_cycles()
        self.stopped = True

    def clear(self) -> None:
        """A person has seen to it. What an ended DISPENSE left in the tray goes back on top, unless it was taken."""
        deck = self.dealt
        if self.tray.tag is None and deck is not None:
            deck.cards = self.tray.emptied() + deck.cards
        for deck in self.decks.values():
            deck.unnoticed = 0
        self.fault, self.stopped = 0, False
        self._tell(CLEARED_, b"")
        self._move()

    def restart(self) -> None:
        """Power goes and comes: cards stay where they are, the cycle is over, MODE and the display's text are gone."""
        self.browned_out = False
        self.stopped |= self.running
        self._end_cycles()
        self.mode, self.display = 0, ""

    def _end_cycles(self) -> None:
        if self.shuffler is not None:
            deck = self.shuffler.deck
            deck.place = "loaded"
            self.rng.shuffle(deck.cards)  # half-way, in no order that anybody knows
        self.shuffler = self.dealer = None

    # ---- hands ---------------------------------------------------------------------------

    def load(self, number: int, cards: Sequence[int]) -> None:
        if not 1 <= number <= (2 if self.has(TWO_DECKS) else 1):
            raise ValueError(f"deck: the device has no room for a deck {number}")
        if number in self.decks:
            raise ValueError(f"deck {number} is in the device already")
        self.decks[number] = Deck(number, list(cards))
        self._tell(LOADED_, bytes([number, len(cards) if self.has(COUNTS) else NOT_COUNTED]))
        if self.mishaps.unknown_deck:
            self.mishaps.unknown_deck = False
            self.fail(UNKNOWN_DECK)

    def take(self) -> list[int]:
        """Nothing while a stack is still coming."""
        if self.dealer is not None and self.dealer.what == "dispense":
            return []
        tag, cards = self.tray.tag, self.tray.emptied()
        if tag is not None:
            self._tell(TAKEN_, bytes([tag]))
        return cards

    def take_out_all(self) -> list[int]:
        if self.running:
            raise RuntimeError("a motor runs: nobody reaches in")
        cards = self.take() + self.rejects.emptied()
        for number in sorted(self.decks):
            cards += self.decks.pop(number).cards
        return cards

    def open_door(self) -> None:
        if not self.door_open:
            self.door_open = True
            self._tell(DOOR_, b"\1")
            if self.running:
                self.fail(DOOR)

    def close_door(self) -> None:
        if self.door_open:
            self.door_open = False
            self._tell(DOOR_, b"\0")
