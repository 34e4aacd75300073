"""A host in few lines, written from the protocol's page alone: what the tests of the twin talk with."""

from hashlib import sha256
from typing import NamedTuple

from drivers.twin.device import AT_ONCE, DealingDevice, Pace
from tests.device.page import unwire, wire

READS, COUNTS, TWO_DECKS, STACKS, DISPLAY = 1, 2, 4, 8, 16
ONE_DECK = READS | COUNTS | STACKS | DISPLAY
DECK = [rank * 4 + suit for rank in range(2, 15) for suit in range(4)]
SLOW = Pace(shuffle=2.0, dispense=1.0, count=2.0, eject=2.0)

DONE, BUSY, NOT_NOW, BAD = b"\0", b"\1", b"\2", b"\3"


class Status(NamedTuple):
    state: int
    fault: int
    flags: int
    deck: int
    in_device: int
    dispensed: int


class Event(NamedTuple):
    type: int
    body: bytes


class Host:
    def __init__(self, caps: int = ONE_DECK, pace: Pace = AT_ONCE, hello: bool = True, seed: int = 1) -> None:
        self.device = DealingDevice(caps, "S1", seed, pace, arrange=lambda deck, cards: sorted(cards))
        self.now = 10.0
        self.seq = 0
        self.acks = True
        self.events: list[Event] = []
        self.numbers: list[int] = []
        self.frames: list[bytes] = []
        """All that the device said, as it came."""
        if hello:
            self.hello()

    # ---- frames ------------------------------------------------------------------------

    def put(self, data: bytes) -> list[bytes]:
        """Bytes to the device; what it says to them."""
        self.device.received(data, self.now)
        return self._heard()

    def _heard(self) -> list[bytes]:
        found = [frame for part in self.device.outgoing().split(b"\0") if part and (frame := unwire(part))]
        self.frames += found
        for frame in list(found):
            number = int.from_bytes(frame[3:5], "big")
            if frame[0] == 3 and number not in self.numbers:
                self.numbers.append(number)
                self.events.append(Event(frame[2], frame[5:]))
            if frame[0] == 3 and self.acks:
                found += self.put(wire(4, frame[1], 0))
        return found

    def hello(self) -> bytes:
        self.seq = 0
        return self._reply(0, 1, self.put(wire(1, 0, 1, 1)))

    def ask(self, type: int, *body: int) -> bytes:
        self.seq = self.seq % 255 + 1
        return self._reply(self.seq, type, self.put(wire(1, self.seq, type, *body)))

    @staticmethod
    def _reply(seq: int, type: int, found: list[bytes]) -> bytes:
        [reply] = [frame[3:] for frame in found if frame[:3] == bytes([2, seq, type])]
        return reply

    # ---- time --------------------------------------------------------------------------

    def wait(self, seconds: float, status_every: float = 0.5) -> None:
        """With STATUS now and then, so that motors run on."""
        until = self.now + seconds
        while self.now < until:
            self.silence(min(status_every, until - self.now))
            self.ask(2)

    def silence(self, seconds: float) -> list[bytes]:
        self.now += seconds
        self.device.step(self.now)
        return self._heard()

    def heard(self) -> list[Event]:
        """Events since the last look."""
        self.silence(0)
        found, self.events = self.events, []
        return found

    # ---- the table's words ---------------------------------------------------------------

    def status(self) -> Status:
        reply = self.ask(2)
        assert reply[0] == 0
        return Status(*reply[1:])

    def load(self, deck: int = 1, cards: list[int] = DECK) -> None:
        self.device.load(deck, cards, self.now)

    def ready(self, deck: int = 1) -> None:
        """Loaded and shuffled; with `arrange`, clubs' deuce on top."""
        self.load(deck)
        assert self.ask(3, deck) == DONE
        self.wait(self.device.machine.pace.shuffle)
        assert self.heard() == [Event(0x2B, bytes([deck, 52])), Event(0x21, bytes([deck, 52]))]

    def deal(self, tag: int, cards: int) -> list[bytes]:
        """A stack, dispensed; its seals."""
        assert self.ask(4, tag, cards) == DONE
        self.wait(self.device.machine.pace.dispense)
        return self.dispensed(tag, cards)

    def dispensed(self, tag: int, cards: int) -> list[bytes]:
        event = self.heard()[-1]
        assert event[0] == 0x22
        assert event.body[:2] == bytes([tag, cards])
        assert len(event.body) == 2 + 32 * cards
        return [event.body[at : at + 32] for at in range(2, len(event.body), 32)]

    def deal_and_take(self, tag: int, cards: int) -> list[bytes]:
        seals = self.deal(tag, cards)
        assert len(self.device.take()) == cards
        assert self.heard() == [Event(0x23, bytes([tag]))]
        return seals

    def reveal(self, tag: int, first: int, cards: int) -> list[tuple[bytes, int]]:
        reply = self.ask(7, tag, first, cards)
        assert reply[0] == 0
        assert len(reply) == 1 + 17 * cards
        return [(reply[at : at + 16], reply[at + 16]) for at in range(1, len(reply), 17)]


def sealed(nonce: bytes, tag: int, position: int, card: int) -> bytes:
    return sha256(nonce + bytes([tag, position, card])).digest()
