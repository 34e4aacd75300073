"""Another maker's dealing device, written from the protocol's page alone, and a referee of what the host says to it.

It does what the page allows and our twin does not: zeros lead its events, replies take their time, events come right
behind HELLO's reply. Two decks, cards are read. What the host does against the page is written down in `wrong`.
"""

from hashlib import sha256
from random import Random

from tests.device.page import unwire, wire

HELLO, STATUS, SHUFFLE, DISPENSE, COUNT, EJECT, REVEAL, STOP, CLEAR, MODE, DISPLAY, SEALS = range(1, 13)
LENGTHS = {STATUS: 0, SHUFFLE: 1, DISPENSE: 2, COUNT: 0, EJECT: 0, REVEAL: 3, STOP: 0, CLEAR: 0, MODE: 1, SEALS: 1}
MOTORS = (SHUFFLE, DISPENSE, COUNT, EJECT)
LATE = 0.021
"""Seconds: two of the tests' steps, and what adding them up leaves over."""


class Maker:
    def __init__(self, seed: int = 1, replies_after: float = 0.0, motor: float = 0.25, strict: bool = True) -> None:
        """`strict`: the line is good, so that the host's times can be judged too."""
        self.rng, self.strict = Random(seed), strict
        self.replies_after, self.motor = replies_after, motor
        self.serial, self.boot, self.now = b"", 1, 0.0
        self.wrong: list[str] = []
        # The line.
        self.session = self.silent = False
        self.last: tuple[bytes, bytes] | None = None
        self.replies: list[tuple[float, bytes]] = []
        self.expected, self.sends, self.sent_at, self.status_at = 1, 0, 0.0, 0.0
        self.answered = True
        self.events: list[list[int | bytes]] = []
        self.n, self.event_seq, self.repeat_at, self.event_seqs = 65530, 250, 0.0, set[int]()
        self._in, self._out, self._heard_at = b"", bytearray(), 0.0
        # The cards.
        self.decks: dict[int, list[int]] = {}
        self.loaded: set[int] = set()
        self.waiting = self.dealing = self.dispensed = self.mode = self.fault = 0
        self.stopped = False
        self.works: dict[str, tuple[float, int, bytes]] = {}
        """By side, `shuffler` and `dealer`: until when, the command, its body."""
        self.tray: list[int] = []
        self.tray_tag = 0
        self.told: dict[int, list[tuple[bytes, int]]] = {}
        self.fresh = False
        self.outlet: list[int] = []

    # ---- hands --------------------------------------------------------------------------------

    def load(self, deck: int, cards: list[int], now: float) -> None:
        self.decks[deck] = list(cards)
        self.loaded.add(deck)
        self.happen(0x2B, bytes([deck, len(cards)]))

    def take(self) -> list[int]:
        cards, self.tray = self.tray, []
        if self.tray_tag:
            self.happen(0x23, bytes([self.tray_tag]))
        self.tray_tag = 0
        return cards

    def take_ejected(self) -> list[int]:
        cards, self.outlet = self.outlet, []
        return cards

    def empty(self) -> list[int]:
        """A person takes out all there is."""
        cards = self.take() + self.take_ejected() + [card for deck in self.decks.values() for card in deck]
        self.decks.clear()
        self.loaded.clear()
        self.waiting = self.dealing = 0
        return cards

    def fail(self, fault: int) -> None:
        if not self.fault:
            self._end()
            self.fault = fault
            self.happen(0x26, bytes([fault]))

    def restart(self, now: float) -> None:
        self.boot += 1
        self.session, self.mode, self.last, self._in = False, 0, None, b""
        self.replies.clear()
        self.stopped |= bool(self.works)
        self._end()

    def happen(self, kind: int, body: bytes = b"") -> None:
        self.n = (self.n + 1) % 65536
        self.events.append([0, kind, self.n.to_bytes(2, "big") + body])

    # ---- the line -----------------------------------------------------------------------------

    def received(self, data: bytes, now: float) -> None:
        self.now = now
        *frames, self._in = (self._in + data).split(b"\0")
        for raw in frames:
            frame = unwire(raw)
            if frame and not self.silent:
                self._heard_at = now
                self._frame(frame)

    def step(self, now: float) -> None:
        self.now = now
        for side in list(self.works):
            if now >= self.works[side][0]:
                _, command, body = self.works.pop(side)
                self._ends(command, body)
        if self.works and now > self._heard_at + 3.0:
            self._end()
            self.stopped = True
        while self.replies and now >= self.replies[0][0]:
            self._out += self.replies.pop(0)[1]
            self.answered = True
        if self.session and self.events and now >= self.repeat_at and not self.replies and not self.silent:
            event = self.events[0]
            if not event[0]:
                self.event_seq = self.event_seq % 255 + 1
                event[0] = self.event_seq
            self.event_seqs.add(int(event[0]))
            self.repeat_at = now + 0.25
            self._out += b"\0" + wire(3, int(event[0]), int(event[1]), body=bytes(event[2]))  # type: ignore[arg-type]
        if self.session and self.strict and not self.silent:
            self._check(now - self.status_at <= 1.0 + LATE, "STATUS at least once a second")

    def outgoing(self) -> bytes:
        out = bytes(self._out)
        self._out.clear()
        return b"" if self.silent else out

    def _check(self, good: bool, rule: str) -> None:
        if not good:
            self.wrong.append(rule)

    def _frame(self, frame: bytes) -> None:
        kind, seq, what, body = frame[0], frame[1], frame[2], frame[3:]
        if kind == 4:
            self._check(what == 0 and not body, "an ack has type 0 and no body")
            self._check(seq in self.event_seqs, "an ack has the seq of an event")
            if self.session and self.events and self.events[0][0] == seq:
                self.events.pop(0)
                self.repeat_at = 0.0
            return
        self._check(kind == 1, "the host sends commands and acks")
        if what == HELLO:
            self._check(frame == bytes([1, 0, 1, 1]), "HELLO has seq 0 and says version 1")
            self.session, self.last, self.expected, self.status_at = True, None, 1, self.now
            self.replies.clear()
            names = b"".join(bytes([len(text)]) + text for text in ("Mischgerät".encode(), b"", self.serial))
            self._reply(wire(2, 0, 1, body=bytes([0, 1, 0b1111]) + self.boot.to_bytes(4, "big") + names))
            return
        self._check(self.session or self.boot > 1, "nothing but HELLO before its reply")
        if not self.session:
            return
        if self.last is not None and self.last[0][1] == seq:
            self._check(self.last[0] == frame, "a repeat is the same frame")
            self.sends += 1
            self.status_at = self.now if what == STATUS else self.status_at
            self._check(not self.strict or self.sends <= 4, "four sends in all")
            self._check(not self.strict or self.now - self.sent_at >= 0.2 - 1e-9, "a repeat comes after 200 ms")
            self.sent_at = self.now
            if not self.replies:
                self._reply(self.last[1])
            return
        self._check(seq == self.expected, "seqs count on, and begin with 1 after HELLO")
        self._check(self.last is not None or what == STATUS, "STATUS is read before anything else")
        self._check(self.answered, "one command at a time")
        self.answered = False
        self.expected, self.sends, self.sent_at = seq % 255 + 1, 1, self.now
        self.status_at = self.now if what == STATUS else self.status_at
        reply = wire(2, seq, what, body=self._do(what, body))
        self.last = (frame, reply)
        self._reply(reply)

    def _reply(self, reply: bytes) -> None:
        self.replies.append((self.now + self.replies_after, reply))

    # ---- commands -----------------------------------------------------------------------------

    def _do(self, what: int, body: bytes) -> bytes:
        if what == DISPLAY or LENGTHS.get(what) != len(body):
            return b"\2" if what == DISPLAY else b"\3"
        if what in (*MOTORS, MODE) and self.fault:
            return bytes([4, self.fault])
        if what in (*MOTORS, MODE) and self.stopped:
            return b"\2"
        if what in MOTORS:
            return self._motor(what, body)
        if what == STATUS:
            return b"\0" + self._status()
        if what == REVEAL:
            told = self.told.get(body[0], [])[body[1] : body[1] + body[2]]
            return b"\0" + b"".join(nonce + bytes([card]) for nonce, card in told) if len(told) == body[2] else b"\2"
        if what == CLEAR:
            if not (self.fault or self.stopped):
                return b"\2"
            self.fault, self.stopped = 0, False
            if not self.tray_tag and self.dealing:
                self.decks[self.dealing][:0] = self.take()
            self.happen(0x27)
        if what == MODE:
            self.mode = body[0]
        if what == STOP:
            self._end()
            self.stopped = True
        return b"\0"

    def _motor(self, what: int, body: bytes) -> bytes:
        side = "shuffler" if what == SHUFFLE else "dealer"
        if what == DISPENSE:
            self._check(not self.tray and "dealer" not in self.works, "DISPENSE when the last stack was taken")
            if body[0] in self.told and body[0] != 0x43 and not self.fresh:
                return b"\3"
        if side in self.works:
            return b"\1"
        if what == SHUFFLE and (body[0] not in self.loaded):
            return b"\2"
        if what != SHUFFLE and not self.dealing:
            return b"\2"
        if what in (DISPENSE, EJECT) and (self.tray or self.tray_tag):
            return b"\2"
        if what == SHUFFLE:
            self.loaded.discard(body[0])
        if what == DISPENSE and self.fresh:
            self.told, self.fresh = {}, False
        self.works[side] = (self.now + self.motor, what, body)
        return b"\0"

    def _status(self) -> bytes:
        state = 6 if self.fault else 7 if self.stopped else 4 if "dealer" in self.works else 5 if self.tray_tag else 0
        spare = "shuffler" in self.works and self.dealing
        if not state:
            state = 3 if self.dealing else 2 if "shuffler" in self.works else 1 if self.loaded else 0
        flags = 2 * bool(self.tray) + 4 * bool(self.waiting) + 8 * bool(spare)
        shuffling = self.works["shuffler"][2][0] if "shuffler" in self.works else 0
        shown = self.dealing or shuffling or min(self.loaded, default=0)
        return bytes([state, self.fault, flags, self.dealing, len(self.decks.get(shown, ())), self.dispensed])

    def _seal(self, tag: int, cards: list[int]) -> bytes:
        seals, known = b"", self.told.setdefault(tag, [])
        for card in cards:
            nonce = self.rng.randbytes(16)
            seals += sha256(nonce + bytes([tag, len(known), card])).digest()
            known.append((nonce, card))
        return seals

    def _ends(self, what: int, body: bytes) -> None:
        if what == SHUFFLE:
            self.rng.shuffle(self.decks[body[0]])
            self.waiting = body[0]
            self.happen(0x21, bytes([body[0], len(self.decks[body[0]])]))
        elif what == DISPENSE:
            deck, (tag, cards) = self.decks[self.dealing], body
            self.tray, deck[:cards] = deck[:cards], []
            self.tray_tag, self.dispensed = tag, self.dispensed + 1
            self.happen(0x22, body + self._seal(tag, self.tray))
        elif what == COUNT:
            self.happen(0x24, bytes([len(self.decks[self.dealing])]))
        else:
            self.outlet = self.decks.pop(self.dealing)
            self.dealing = 0
            self.told.pop(0x44, None)
            seals = self._seal(0x44, self.outlet)[: 7 * 32]
            self.happen(0x25, bytes([len(self.outlet), len(seals) // 32]) + seals)
        if self.waiting and not self.dealing:
            self.dealing, self.waiting, self.dispensed, self.fresh = self.waiting, 0, 0, True

    def _end(self) -> None:
        for _, what, body in self.works.values():
            if what == SHUFFLE:
                self.loaded.add(body[0])
            if what == DISPENSE:
                deck = self.decks[self.dealing]
                self.tray, deck[: body[1] // 2] = deck[: body[1] // 2], []
        self.works.clear()
