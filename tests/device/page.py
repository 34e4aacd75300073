"""A dealing device in few lines, written from the protocol's page alone: it shares no code with the driver.

It deals from a deck without end, counts what it has done, and repeats its replies and events as the page says.
"""

SEAL = bytes(32)


def crc(data: bytes) -> bytes:
    value = 0xFFFF
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value.to_bytes(2, "big")


def wire(*head: int, body: bytes = b"") -> bytes:
    """COBS by its definition, one byte at a time."""
    data = bytes(head) + body
    data += crc(data)
    out, block = bytearray(), bytearray()
    for byte in data:
        if byte:
            block.append(byte)
        if byte == 0 or len(block) == 254:
            out += bytes([len(block) + 1]) + block
            block.clear()
            if byte:
                continue
    return bytes(out) + bytes([len(block) + 1]) + bytes(block) + b"\0"


def unwire(data: bytes) -> bytes | None:
    out, at = bytearray(), 0
    while at < len(data):
        code = data[at]
        block = data[at + 1 : at + code]
        if len(block) != code - 1:
            return None
        out += block
        at += code
        if code != 255 and at < len(data):
            out.append(0)
    return bytes(out[:-2]) if len(out) >= 5 and crc(out[:-2]) == bytes(out[-2:]) else None


class PageDevice:
    def __init__(self, serial: bytes = b"S1") -> None:
        self.serial = serial
        self.boot = 7
        self.session = False
        self.last: tuple[int, bytes] | None = None
        self.dispensed = 0
        self.events: list[tuple[int, int, int, bytes]] = []
        self.numbers = 65534
        self.event_seq = 254
        self.repeat_at = 0.0
        self._in = b""

    def restart(self) -> None:
        self.session, self.last, self.boot = False, None, self.boot + 1

    def happen(self, kind: int, body: bytes) -> None:
        self.numbers = (self.numbers + 1) % 65536
        self.event_seq = self.event_seq % 255 + 1
        self.events.append((self.event_seq, kind, self.numbers, body))

    def feed(self, data: bytes) -> bytes:
        *frames, self._in = (self._in + data).split(b"\0")
        return b"".join(self._frame(frame) for raw in frames if (frame := unwire(raw)))

    def tick(self, now: float) -> bytes:
        if not (self.session and self.events) or now < self.repeat_at:
            return b""
        self.repeat_at = now + 0.25
        seq, kind, number, body = self.events[0]
        return wire(3, seq, kind, body=number.to_bytes(2, "big") + body)

    def _frame(self, frame: bytes) -> bytes:
        kind, seq, what, body = frame[0], frame[1], frame[2], frame[3:]
        if kind == 4:
            if self.events and self.events[0][0] == seq:
                self.events.pop(0)
                self.repeat_at = 0.0
            return b""
        if kind != 1 or not (self.session or what == 1):
            return b""
        if what == 1:
            self.session, self.last = True, None
            names = b"".join(bytes([len(text)]) + text for text in (b"model", b"1.0", self.serial))
            return wire(2, 0, 1, body=bytes([0, 1, 0b1011]) + self.boot.to_bytes(4, "big") + names)
        if self.last is None or self.last[0] != seq:
            self.last = (seq, wire(2, seq, what, body=self._do(what, body)))
        return self.last[1]

    def _do(self, what: int, body: bytes) -> bytes:
        if what == 2:
            return bytes([0, 3, 0, 0, 1, 52, self.dispensed % 256])
        if what == 4:
            self.dispensed += 1
            self.happen(0x22, body + SEAL * body[1])
            return b"\0"
        return b"\3"
