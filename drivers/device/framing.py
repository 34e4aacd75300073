"""Bytes of the line to frames and back: COBS, a CRC, a zero byte at the end.

    COBS( kind:u8 seq:u8 type:u8 body… crc:u16 ) 00

Whatever comes in, the framer is right again at the next zero byte.
"""

from binascii import crc_hqx
from dataclasses import dataclass

COMMAND, REPLY, EVENT, ACK = 1, 2, 3, 4

MOST = 255
"""Bytes before encoding, the CRC included: the protocol's own limit."""
MOST_ENCODED = MOST + 2
"""COBS adds a byte at the start and one more after 254 bytes without a zero."""
HEAD, CRC = 3, 2


@dataclass(frozen=True, slots=True)
class Frame:
    kind: int
    seq: int
    type: int
    body: bytes = b""


def encode(frame: Frame) -> bytes:
    data = bytes((frame.kind, frame.seq, frame.type)) + frame.body
    if len(data) + CRC > MOST:
        raise ValueError(f"body: at most {MOST - HEAD - CRC} bytes, found {len(frame.body)}")
    return stuffed(data + crc_hqx(data, 0xFFFF).to_bytes(CRC, "big")) + b"\0"


def stuffed(data: bytes) -> bytes:
    """COBS: every zero becomes the distance to the next one. A full block of 254 bytes stands for no zero."""
    made = bytearray()
    for part in data.split(b"\0"):
        while len(part) >= 254:
            made += b"\xff" + part[:254]
            part = part[254:]
        made.append(len(part) + 1)
        made += part
    return bytes(made)


def unstuffed(data: bytes) -> bytes | None:
    """None for what no encoder writes."""
    made = bytearray()
    at, end = 0, len(data)
    while at < end:
        code = data[at]
        until = at + code
        if code == 0 or until > end:
            return None
        made += data[at + 1 : until]
        at = until
        if code < 255 and at < end:
            made.append(0)
    return bytes(made)


def decode(data: bytes) -> Frame | None:
    """What stands between two zero bytes; None if it is damaged."""
    made = unstuffed(data) if len(data) <= MOST_ENCODED else None
    if made is None or not HEAD + CRC <= len(made) <= MOST:
        return None
    if crc_hqx(made[:-CRC], 0xFFFF) != int.from_bytes(made[-CRC:], "big"):
        return None
    return Frame(made[0], made[1], made[2], made[HEAD:-CRC])


class Framer:
    """Takes bytes in any portions. It never holds more than one frame."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._too_long = False
        self.dropped = 0
        """Frames that did not decode."""

    def forget(self) -> None:
        """What has come so far belongs to a line that is gone."""
        self._held.clear()
        self._too_long = False

    def feed(self, data: bytes) -> list[Frame]:
        found = []
        *whole, rest = data.split(b"\0")
        for part in whole:
            self._hold(part)
            if self._held:
                frame = None if self._too_long else decode(bytes(self._held))
                if frame is None:
                    self.dropped += 1
                else:
                    found.append(frame)
            self._held.clear()
            self._too_long = False
        self._hold(rest)
        return found

    def _hold(self, part: bytes) -> None:
        room = MOST_ENCODED - len(self._held)
        self._too_long |= len(part) > room
        self._held += part[:room]
