"""Bytes of the line to frames and back: COBS, a CRC, a zero byte at the end.

    COBS( kind:u8 seq:u8 type:u8 body… crc:u16 ) 00

Whatever comes in, the framer is right again at the next zero byte.
"""

from binascii import crc_hqx
from typing import NamedTuple

COMMAND, REPLY, EVENT, ACK = 1, 2, 3, 4

MOST = 255
"""Bytes before encoding, the CRC included: the protocol's own limit."""
MOST_ENCODED = MOST + 2
"""COBS adds a byte at the start and one more after 254 bytes without a zero."""
HEAD, CRC = 3, 2
FULL = 254
"""Bytes of a block that stands for no zero behind it."""
CODES = tuple(bytes((length + 1,)) for length in range(FULL))
"""Before a block of so many bytes, which stands for a zero behind it."""


class Frame(NamedTuple):
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
    """COBS: every zero becomes the distance to the next one."""
    blocks = data.split(b"\0")
    if len(data) >= FULL:
        return _stuffed_long(blocks)
    return b"".join([CODES[len(block)] + block for block in blocks])


def _stuffed_long(blocks: list[bytes]) -> bytes:
    made, last = bytearray(), len(blocks) - 1
    for n, block in enumerate(blocks):
        while len(block) >= FULL:
            made += b"\xff" + block[:FULL]
            block = block[FULL:]
            if n == last and not block:
                return bytes(made)  # a full block at the end is the end
        made += CODES[len(block)] + block
    return bytes(made)


def unstuffed(data: bytes) -> bytes | None:
    """None for what no encoder writes."""
    blocks = []
    at, end = 0, len(data)
    while at < end:
        code = data[at]
        until = at + code
        if code == 0 or until > end:
            return None
        blocks.append(data[at + 1 : until])
        if code <= FULL and until < end:
            blocks.append(b"\0")
        at = until
    return b"".join(blocks)


def decode(data: bytes) -> Frame | None:
    """What stands between two zero bytes; None if it is damaged."""
    made = unstuffed(data) if len(data) <= MOST_ENCODED else None
    # Over a whole frame, its own CRC included, this CRC is zero.
    if made is None or not HEAD + CRC <= len(made) <= MOST or crc_hqx(made, 0xFFFF):
        return None
    return Frame(made[0], made[1], made[2], made[HEAD:-CRC])


class Framer:
    """Takes bytes in any portions. It never holds more than one frame."""

    def __init__(self) -> None:
        self._held = b""
        """Of a frame whose end is still to come; one byte more than the longest, if it is too long."""
        self.dropped = 0
        """Frames that did not decode."""

    def forget(self) -> None:
        """What has come so far belongs to a line that is gone."""
        self._held = b""

    def feed(self, data: bytes) -> list[Frame]:
        found = []
        *whole, rest = data.split(b"\0")
        for part in whole:
            if self._held:
                part, self._held = self._held + part, b""
            if part:
                frame = decode(part)
                if frame is None:
                    self.dropped += 1
                else:
                    found.append(frame)
        self._held = (self._held + rest)[: MOST_ENCODED + 1]
        return found
