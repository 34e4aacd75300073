"""PINs and their hashes. `tablectl pin` makes the line that goes into the operators' file.

A PIN has few digits, so its hash is slow and needs memory (scrypt): who got hold of the file has to spend both on every
guess. The costs are kept with each hash, so that they can be raised later without asking everybody for a new PIN.
"""

import getpass
import hashlib
import hmac
import re
import secrets
import sys
from dataclasses import dataclass, field

from controller.game.fields import BadInput

N, R, P = 1 << 15, 8, 1
"""32 MiB, and a third of a second on a Raspberry Pi 4."""
LEAST, MOST = 16 << 20, 256 << 20
"""Bytes of memory: less is too cheap to guess, more does not fit beside a table."""
SALT, HASH = 16, 32
"""Bytes."""

RULE = "4 to 12 digits"
_PIN = re.compile(r"[0-9]{4,12}", re.ASCII)
_TEXT = re.compile(r"scrypt\$([0-9]{1,8})\$([0-9]{1,2})\$([0-9]{1,2})\$([0-9a-f]{32})\$([0-9a-f]{64})", re.ASCII)


@dataclass(frozen=True, slots=True)
class PinHash:
    n: int
    r: int
    p: int
    salt: bytes = field(repr=False)
    hash: bytes = field(repr=False)

    @classmethod
    def of(cls, pin: str, n: int = N, r: int = R, p: int = P) -> "PinHash":
        if not _PIN.fullmatch(pin):
            raise BadInput("PIN", RULE)
        salt = secrets.token_bytes(SALT)
        return cls(n, r, p, salt, _scrypt(pin, n, r, p, salt))

    @classmethod
    def none(cls, n: int = N, r: int = R, p: int = P) -> "PinHash":
        """Of no PIN. To try one against it takes as long as against another's."""
        return cls(n, r, p, secrets.token_bytes(SALT), secrets.token_bytes(HASH))

    @classmethod
    def read(cls, text: object, where: str) -> "PinHash":
        """What came is never repeated: somebody may have written the PIN itself."""
        match = _TEXT.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise BadInput(where, 'what `tablectl pin` prints, "scrypt$n$r$p$salt$hash"')
        n, r, p = (int(number) for number in match.groups()[:3])
        if not (8 <= r <= 32 and 1 <= p <= 8 and n & (n - 1) == 0 and LEAST <= 128 * n * r <= MOST):
            least, most = LEAST >> 20, MOST >> 20
            raise BadInput(where, f"n a power of two, r 8 to 32, p 1 to 8, and {least} to {most} MiB (128 * n * r)")
        return cls(n, r, p, bytes.fromhex(match[4]), bytes.fromhex(match[5]))

    @property
    def text(self) -> str:
        return f"scrypt${self.n}${self.r}${self.p}${self.salt.hex()}${self.hash.hex()}"

    def fits(self, pin: str) -> bool:
        """Takes as long for a PIN that nobody can have."""
        allowed = _PIN.fullmatch(pin) is not None
        made = _scrypt(pin if allowed else "", self.n, self.r, self.p, self.salt)
        return hmac.compare_digest(made, self.hash) and allowed


def _scrypt(pin: str, n: int, r: int, p: int, salt: bytes) -> bytes:
    memory = 128 * r * (n + p + 2)
    return hashlib.scrypt(pin.encode("ascii"), salt=salt, n=n, r=r, p=p, maxmem=memory, dklen=HASH)


# ---- the command -----------------------------------------------------------------------


def run() -> int:
    print(f'pin = "{PinHash.of(_asked()).text}"')
    return 0


def _asked() -> str:
    if sys.stdin is None:
        raise BadInput("standard input", "to be open")
    if not sys.stdin.isatty():
        line = sys.stdin.buffer.readline(64)
        return line.removesuffix(b"\n").removesuffix(b"\r").decode("ascii", "replace")
    try:
        pin = getpass.getpass(f"PIN ({RULE}): ")
        if not _PIN.fullmatch(pin):
            raise BadInput("PIN", RULE)
        again = getpass.getpass("once more: ")
    except EOFError:
        raise BadInput("PIN", RULE) from None
    if again != pin:
        raise BadInput("PIN", "the same digits both times")
    return pin
