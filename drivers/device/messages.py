"""One frozen class a message of the protocol, with its bytes. Integers are big-endian."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

VERSION = 1
NONCE, SEAL = 16, 32

DONE, BUSY, NOT_POSSIBLE, BAD_ARGUMENT, FAULTY = range(5)
"""Results of a command."""

DEALER, COMMUNITY, BOX, BURN, EJECTED_CARDS = 0x40, 0x41, 0x42, 0x43, 0x44
"""Tags of what is dispensed, beside the seats' 1 to 7; the last one for REVEAL and SEALS only."""

READS, COUNTS, TWO_DECKS, STACKS, HAS_DISPLAY = (1 << bit for bit in range(5))
"""Bits of `caps`."""
DOOR_OPEN, IN_THE_TRAY, SECOND_DECK_READY, OTHER_SHUFFLING = (1 << bit for bit in range(4))
"""Bits of `flags`."""
NOT_COUNTED = 0xFF


class Malformed(ValueError):
    """The bytes are not this message."""


class Reader:
    """Takes a body apart from its front."""

    def __init__(self, body: bytes) -> None:
        self._left = body

    def bytes(self, number: int) -> bytes:
        if len(self._left) < number:
            raise Malformed(f"{number} bytes wanted, {len(self._left)} left")
        taken, self._left = self._left[:number], self._left[number:]
        return taken

    def number(self, size: int = 1) -> int:
        return int.from_bytes(self.bytes(size), "big")

    def text(self) -> str:
        try:
            return self.bytes(self.number()).decode("utf-8")
        except UnicodeDecodeError:
            raise Malformed("a text is not UTF-8") from None

    def end(self) -> None:
        if self._left:
            raise Malformed(f"{len(self._left)} bytes too many")


# ---- commands ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Command:
    type: ClassVar[int]

    def body(self) -> bytes:
        return b""


@dataclass(frozen=True, slots=True)
class Hello(Command):
    type = 0x01

    def body(self) -> bytes:
        return bytes((VERSION,))


@dataclass(frozen=True, slots=True)
class Status(Command):
    type = 0x02


@dataclass(frozen=True, slots=True)
class Shuffle(Command):
    type = 0x03
    deck: int

    def body(self) -> bytes:
        return bytes((self.deck,))


@dataclass(frozen=True, slots=True)
class Dispense(Command):
    type = 0x04
    tag: int
    cards: int

    def body(self) -> bytes:
        return bytes((self.tag, self.cards))


@dataclass(frozen=True, slots=True)
class Count(Command):
    type = 0x05


@dataclass(frozen=True, slots=True)
class Eject(Command):
    type = 0x06


@dataclass(frozen=True, slots=True)
class Reveal(Command):
    type = 0x07
    tag: int
    first: int
    cards: int

    def body(self) -> bytes:
        return bytes((self.tag, self.first, self.cards))


@dataclass(frozen=True, slots=True)
class Stop(Command):
    type = 0x08


@dataclass(frozen=True, slots=True)
class Clear(Command):
    type = 0x09


@dataclass(frozen=True, slots=True)
class Mode(Command):
    type = 0x0A
    mode: int

    def body(self) -> bytes:
        return bytes((self.mode,))


@dataclass(frozen=True, slots=True)
class Display(Command):
    type = 0x0B
    text: str

    MOST: ClassVar[int] = 249
    """Bytes of a text: what a frame has room for."""

    def body(self) -> bytes:
        text = self.text.encode("utf-8")[: self.MOST].decode("utf-8", "ignore").encode("utf-8")
        return bytes((len(text),)) + text


@dataclass(frozen=True, slots=True)
class Seals(Command):
    type = 0x0C
    tag: int

    def body(self) -> bytes:
        return bytes((self.tag,))


# ---- replies -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Greeting:
    """Of HELLO: always whole. Of another version than ours no more is read than that."""

    result: int
    version: int
    caps: int
    boot: int
    model: str
    fw: str
    serial: str


@dataclass(frozen=True, slots=True)
class Report:
    """Of STATUS."""

    state: int
    fault: int
    flags: int
    deck: int
    in_device: int
    dispensed: int


@dataclass(frozen=True, slots=True)
class Told:
    """A card of REVEAL."""

    nonce: bytes
    card: int


@dataclass(frozen=True, slots=True)
class Reply:
    """Result, with what the command gave where it was done."""

    result: int
    fault: int = 0
    gave: Report | tuple[Told, ...] | tuple[bytes, ...] | None = None


def read_greeting(body: bytes) -> Greeting:
    left = Reader(body)
    result, version = left.number(), left.number()
    if version != VERSION:
        return Greeting(result, version, 0, 0, "", "", "")
    caps, boot = left.number(), left.number(4)
    made = Greeting(result, version, caps, boot, left.text(), left.text(), left.text())
    left.end()
    return made


def read_reply(command: Command, body: bytes) -> Reply:
    left = Reader(body)
    result = left.number()
    if result > FAULTY:
        raise Malformed(f"there is no result {result}")
    fault = left.number() if result == FAULTY else 0
    gave: Report | tuple[Told, ...] | tuple[bytes, ...] | None = None
    if result == DONE and isinstance(command, Status):
        gave = Report(*(left.number() for _ in range(6)))
    elif result == DONE and isinstance(command, Reveal):
        gave = tuple(Told(left.bytes(NONCE), left.number()) for _ in range(command.cards))
    elif result == DONE and isinstance(command, Seals):
        # As DISPENSED or EJECTED after its n: the tag or the count comes first.
        first = left.number()
        if command.tag not in (first, EJECTED_CARDS):
            raise Malformed(f"tag {command.tag} wanted, found {first}")
        gave = _seals(left)
    left.end()
    return Reply(result, fault, gave)


def _seals(left: Reader) -> tuple[bytes, ...]:
    return tuple(left.bytes(SEAL) for _ in range(left.number()))


# ---- events --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Event:
    n: int


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    deck: int
    count: int


@dataclass(frozen=True, slots=True)
class Dispensed(Event):
    tag: int
    seals: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Taken(Event):
    tag: int


@dataclass(frozen=True, slots=True)
class Counted(Event):
    count: int


@dataclass(frozen=True, slots=True)
class Ejected(Event):
    count: int
    seals: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Fault(Event):
    fault: int


@dataclass(frozen=True, slots=True)
class Cleared(Event):
    pass


@dataclass(frozen=True, slots=True)
class Door(Event):
    open: bool


@dataclass(frozen=True, slots=True)
class Green(Event):
    pass


@dataclass(frozen=True, slots=True)
class FaceUp(Event):
    pass


@dataclass(frozen=True, slots=True)
class Loaded(Event):
    deck: int
    cards: int


_EVENTS: dict[int, Callable[[int, Reader], Event]] = {
    0x21: lambda n, left: Shuffled(n, left.number(), left.number()),
    0x22: lambda n, left: Dispensed(n, left.number(), _seals(left)),
    0x23: lambda n, left: Taken(n, left.number()),
    0x24: lambda n, left: Counted(n, left.number()),
    0x25: lambda n, left: Ejected(n, left.number(), _seals(left)),
    0x26: lambda n, left: Fault(n, left.number()),
    0x27: lambda n, left: Cleared(n),
    0x28: lambda n, left: Door(n, bool(left.number())),
    0x29: lambda n, left: Green(n),
    0x2A: lambda n, left: FaceUp(n),
    0x2B: lambda n, left: Loaded(n, left.number(), left.number()),
}


def read_event(type: int, body: bytes) -> Event:
    if type not in _EVENTS:
        raise Malformed(f"there is no event {type:#04x}")
    left = Reader(body)
    made = _EVENTS[type](left.number(2), left)
    left.end()
    return made
