"""The session with the device: one command at a time, repeats, acks, HELLO. No port and no clock here.

Bytes and the time (seconds that never run back) come in, notices come out, and `outgoing` has what to send. A command
is repeated only in its own frame, which the device answers without doing it twice. Once the link is lost, nothing is
sent again: what was done is found out from STATUS.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from drivers.device.framing import ACK, COMMAND, EVENT, REPLY, Frame, Framer, encode
from drivers.device.messages import (
    VERSION,
    Command,
    Event,
    Greeting,
    Hello,
    Malformed,
    Reply,
    Report,
    Status,
    read_event,
    read_greeting,
    read_reply,
)

ANSWER_WITHIN, SENDS = 0.2, 4
"""Seconds for a reply, and how often a command is sent before the link is held for lost."""
HELLO_EVERY = 0.5
STATUS_EVERY, STATUS_WITHIN = 0.5, 1.0
"""Seconds: as we ask for it, and what the protocol allows."""
LAST_SEQ = 255
EVENT_NUMBERS = 1 << 16


@dataclass(frozen=True, slots=True)
class Began:
    """A session: who the device is, and how it stands."""

    greeting: Greeting
    report: Report


@dataclass(frozen=True, slots=True)
class WrongVersion:
    """For a person to see to; nothing more is sent."""

    version: int


@dataclass(frozen=True, slots=True)
class Answered:
    command: Command
    reply: Reply


@dataclass(frozen=True, slots=True)
class Stands:
    """What STATUS told between commands."""

    report: Report


@dataclass(frozen=True, slots=True)
class Happened:
    """To be acked once it is safe."""

    event: Event


@dataclass(frozen=True, slots=True)
class Lost:
    """The device does not answer. Whether it did the command, if there was one, is not known."""

    command: Command | None


Notice = Began | WrongVersion | Answered | Stands | Happened | Lost


@dataclass(slots=True)
class _Waiting:
    command: Command
    frame: bytes
    seq: int
    sent: int
    again_at: float
    overtaken: bool = False
    """An event has come since: a repeated reply is from before it."""


class Link:
    def __init__(self, now: float, last_event: int | None = None, serial: str | None = None) -> None:
        """`last_event`: the number of the last event that is safe, from before a restart of the host; of the device
        with this serial number."""
        self._framer = Framer()
        self._out = bytearray()
        self._waiting: _Waiting | None = None
        self._greeting: Greeting | None = None
        self._open = False
        self._stopped = False
        self._seq = 0
        self._status_at = now
        self._status_first = False
        """It was sent in a command's place; once, or a slow device would hear nothing else."""
        self._hello_at = now
        self._hellos = 0
        """That were not answered."""
        self._last_event = last_event
        self._unsafe: tuple[int, int] | None = None
        """The event that waits for its ack: number and seq, which it keeps across HELLO."""
        self._serial = serial
        self.malformed = 0
        """Frames with a good CRC that are no message of the protocol."""

    # ---- what the driver asks --------------------------------------------------------

    @property
    def ready(self) -> bool:
        """A command may be sent."""
        return self._open and self._waiting is None

    @property
    def dropped(self) -> int:
        return self._framer.dropped

    def send(self, command: Command, now: float) -> None:
        if not self.ready:
            raise RuntimeError("a session is begun and the last command answered before the next")
        self._send(command, now)

    def status_first(self, now: float) -> bool:
        """Sends STATUS where a command, repeated to the last, would keep it waiting for longer than is allowed."""
        in_time = now + ANSWER_WITHIN * SENDS <= self._status_at - STATUS_EVERY + STATUS_WITHIN
        self._status_first = not (in_time or self._status_first)
        if self._status_first:
            self._send(Status(), now)
        return self._status_first

    def ack(self, n: int) -> None:
        """The event with this number is safe on disk."""
        if self._unsafe is None or self._unsafe[0] != n:
            raise RuntimeError(f"event {n} does not wait for an ack")
        self._last_event = n
        if self._greeting is not None:  # with no session the device repeats the event, and is answered then
            self._put_ack(self._unsafe[1])
        self._unsafe = None

    def outgoing(self) -> bytes:
        taken = bytes(self._out)
        self._out.clear()
        return taken

    @property
    def unsafe(self) -> int | None:
        """The number of the event that waits for its ack."""
        return None if self._unsafe is None else self._unsafe[0]

    def restart(self, now: float) -> Command | None:
        """The port is another one: a session begins anew. Gives the command that was not answered."""
        unanswered = None if self._waiting is None else self._waiting.command
        self._framer.forget()
        self._out.clear()
        self._close(now)
        return None if isinstance(unanswered, Status) else unanswered

    @property
    def next_at(self) -> float:
        """When `tick` has something to do."""
        if self._stopped:
            return float("inf")
        if self._waiting is not None:
            return self._waiting.again_at
        return self._hello_at if self._greeting is None else self._status_at

    def tick(self, now: float) -> list[Notice]:
        """What time asks for: HELLO, a repeat, STATUS, or the end of the link."""
        if self._stopped:
            return []
        waiting = self._waiting
        if waiting is None:
            if self._greeting is None:
                return self._hello(now) if now >= self._hello_at else []
            if now >= self._status_at:
                self._send(Status(), now)
            return []
        if now < waiting.again_at:
            return []
        if waiting.sent < SENDS:
            waiting.sent += 1
            waiting.again_at = now + ANSWER_WITHIN
            self._out += waiting.frame
            return []
        self._close(now)
        return [Lost(None if isinstance(waiting.command, Status) else waiting.command)]

    def received(self, data: bytes, now: float) -> list[Notice]:
        found: list[Notice] = []
        for frame in self._framer.feed(data):
            try:
                found += self._frame(frame, now)
            except Malformed:
                self.malformed += 1
        return found

    def _hello(self, now: float) -> list[Notice]:
        """Again and again; that nobody answers is told once."""
        self._hello_at = now + HELLO_EVERY
        self._hellos += 1
        self._out += encode(Frame(COMMAND, 0, Hello.type, Hello().body()))
        return [Lost(None)] if self._hellos == SENDS + 1 else []

    # ---- frames ------------------------------------------------------------------------

    def _frame(self, frame: Frame, now: float) -> Iterator[Notice]:
        if self._stopped:
            return
        if frame.kind == REPLY:
            yield from self._reply(frame, now)
        elif frame.kind == EVENT and self._greeting is not None:
            # Before the greeting nothing may be acked; the device repeats the event.
            yield from self._event(frame)

    def _reply(self, frame: Frame, now: float) -> Iterator[Notice]:
        if self._greeting is None:
            if (frame.seq, frame.type) == (0, Hello.type):
                yield from self._greeted(read_greeting(frame.body), now)
            return
        waiting = self._waiting
        if waiting is None or (frame.seq, frame.type) != (waiting.seq, waiting.command.type):
            return
        reply = read_reply(waiting.command, frame.body)
        self._waiting = None
        if not isinstance(waiting.command, Status):
            yield Answered(waiting.command, reply)
        elif waiting.overtaken and waiting.sent > 1:
            self._status_at = now  # it may tell of before the event
        elif isinstance(reply.gave, Report) and self._open:
            yield Stands(reply.gave)
        elif isinstance(reply.gave, Report):
            self._open = True
            yield Began(self._greeting, reply.gave)

    def _greeted(self, greeting: Greeting, now: float) -> Iterator[Notice]:
        if greeting.version != VERSION:
            self._stopped = True
            yield WrongVersion(greeting.version)
            return
        if self._serial not in (None, greeting.serial):
            # Another device has been put in its place, with numbers of its own.
            self._last_event = self._unsafe = None
        self._greeting, self._serial = greeting, greeting.serial
        self._send(Status(), now)

    def _event(self, frame: Frame) -> Iterator[Notice]:
        event = read_event(frame.type, frame.body)
        if self._unsafe is not None and self._unsafe[0] == event.n:
            self._unsafe = (event.n, frame.seq)
        elif self._acted_on(event.n):
            self._put_ack(frame.seq)
        elif self._open:  # STATUS is read before anything else: the event comes again
            self._unsafe = (event.n, frame.seq)
            if self._waiting is not None:
                self._waiting.overtaken = True
            yield Happened(event)

    def _acted_on(self, n: int) -> bool:
        """Numbers wrap: the half behind the last one is the past."""
        return self._last_event is not None and (self._last_event - n) % EVENT_NUMBERS < EVENT_NUMBERS // 2

    # ---- out ---------------------------------------------------------------------------

    def _send(self, command: Command, now: float) -> None:
        self._seq = self._seq % LAST_SEQ + 1
        frame = encode(Frame(COMMAND, self._seq, command.type, command.body()))
        self._waiting = _Waiting(command, frame, self._seq, 1, now + ANSWER_WITHIN)
        self._out += frame
        if isinstance(command, Status):
            self._status_at = now + STATUS_EVERY

    def _put_ack(self, seq: int) -> None:
        self._out += encode(Frame(ACK, seq, 0))

    def _close(self, now: float) -> None:
        self._waiting = None
        self._greeting = None
        self._open = False
        self._stopped = False
        self._seq = 0
        self._hello_at, self._hellos = now, 0
