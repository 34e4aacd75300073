"""The dealing device's side of a session: replies that are repeated, events until they are acked. No cards here."""

from collections import deque
from dataclasses import dataclass

from drivers.device.framing import EVENT, REPLY, Frame, Framer, encode

REPEAT_EVERY = 0.25
LAST_SEQ = 255
EVENT_NUMBERS = 1 << 16
MOST_TOLD = 248
"""Bytes of an event after its number: what a frame has room for."""


@dataclass(frozen=True, slots=True)
class Event:
    n: int
    type: int
    body: bytes


class Session:
    def __init__(self) -> None:
        self.open = False
        self.last_number = 0
        """Of the last event that happened: it counts on over restarts."""
        self._framer = Framer()
        self._out = bytearray()
        self._last: tuple[int, bytes] | None = None
        """The last command's seq, and its reply."""
        self._events: deque[Event] = deque()
        self._event_seq = 0
        self._repeat_at: float | None = None
        """None: the first event in the queue was not sent in this session yet."""
        self._numbered = False
        """It has its seq, which it keeps."""

    def frames(self, data: bytes) -> list[Frame]:
        return self._framer.feed(data)

    @property
    def dropped(self) -> int:
        return self._framer.dropped

    def outgoing(self) -> bytes:
        taken = bytes(self._out)
        self._out.clear()
        return taken

    def restart(self) -> None:
        """Events that were not acked survive, with their numbers. What was said before is on the line already."""
        self._framer = Framer()
        self.open, self._repeat_at = False, None

    # ---- replies -----------------------------------------------------------------------

    def begin(self) -> None:
        if not self.open:
            self._repeat_at = None
        self.open = True

    def repeated(self, seq: int) -> bool:
        """The last command again: its reply again."""
        if self._last is None or self._last[0] != seq:
            return False
        self._out += self._last[1]
        return True

    def reply(self, seq: int, type: int, body: bytes) -> None:
        self._last = (seq, encode(Frame(REPLY, seq, type, body)))
        self._out += self._last[1]

    # ---- events ------------------------------------------------------------------------

    def tell(self, type: int, body: bytes) -> None:
        if len(body) > MOST_TOLD:
            raise ValueError(f"body: at most {MOST_TOLD} bytes, found {len(body)}")
        self.last_number = (self.last_number + 1) % EVENT_NUMBERS
        self._events.append(Event(self.last_number, type, body))

    def acked(self, seq: int) -> None:
        if self._numbered and seq == self._event_seq:
            self._events.popleft()
            self._numbered, self._repeat_at = False, None

    @property
    def next_at(self) -> float | None:
        """When an event is to be sent; long ago, if it only waits to be."""
        if not (self.open and self._events):
            return None
        return float("-inf") if self._repeat_at is None else self._repeat_at

    def send_event(self, now: float) -> None:
        """The one that is outstanding, if it is time. Repeats that nobody looked for do not pile up."""
        due = self.next_at
        if due is None or due > now:
            return
        if not self._numbered:
            self._event_seq = self._event_seq % LAST_SEQ + 1
            self._numbered = True
        event = self._events[0]
        self._out += encode(Frame(EVENT, self._event_seq, event.type, event.n.to_bytes(2, "big") + event.body))
        self._repeat_at = now + REPEAT_EVERY
