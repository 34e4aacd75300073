"""The key that signs a journal's head (Ed25519). It is made once and stays on the box; its public half leaves it."""

import os
import secrets
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from controller.game.fields import BadInput

PREFIX = "ed25519:"
LARGEST = 4096
"""Bytes of a key file; a real one has 119."""
HEAD, FOOT = b"-----BEGIN PRIVATE KEY-----\n", b"\n-----END PRIVATE KEY-----\n"
PKCS8 = bytes.fromhex("302e020100300506032b657004220420")
"""What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, section 7). There is only this one form of
it, and the package's readers of all others take longer to load than everything else that signs."""


class Signer:
    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public_key = f"{PREFIX}{key.public_key().public_bytes_raw().hex()}"
        """As text, for keeping off the box."""
        self.key_id = key_id(self.public_key)

    @classmethod
    def load(cls, path: Path) -> "Signer":
        try:
            with path.open("rb") as file:
                mode = os.fstat(file.fileno()).st_mode
                pem = file.read(LARGEST)
        except OSError as error:
            raise BadInput(f"key {path}", f"a key file ({error.strerror})") from None
        if mode & 0o077:
            raise BadInput(f"key {path}", f"a file that only its owner can read (mode 600, not {mode & 0o777:o})")
        raw = _raw_of(pem)
        if raw is None:
            raise BadInput(f"key {path}", "an Ed25519 private key in PEM")
        return cls(Ed25519PrivateKey.from_private_bytes(raw))

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message)


def make_key(path: Path) -> Signer:
    """A new key in a file that only its owner can read. It is there whole or not at all; none is ever overwritten."""
    key = Ed25519PrivateKey.generate()
    pem = HEAD + b64encode(PKCS8 + key.private_bytes_raw()) + FOOT
    scratch = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    try:
        _write(scratch, pem)
        try:
            os.link(scratch, path)  # unlike a rename, it refuses a name that is taken
        finally:
            scratch.unlink()
        sync_folder(path.parent)
    except FileExistsError:
        raise BadInput(f"key {path}", "no file of that name: a key is never overwritten") from None
    except OSError as error:
        raise BadInput(f"key {path}", f"a place for a key ({error.strerror})") from None
    return Signer(key)


def _raw_of(pem: bytes) -> bytes | None:
    """A key's 32 bytes; None for what is no such key."""
    if not (pem.startswith(HEAD) and pem.endswith(FOOT)):
        return None
    try:
        der = b64decode(pem[len(HEAD) : -len(FOOT)], validate=True)
    except ValueError:
        return None
    return der.removeprefix(PKCS8) if der.startswith(PKCS8) and len(der) == len(PKCS8) + 32 else None


def _write(path: Path, data: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(file, data)
        os.fsync(file)
    finally:
        os.close(file)


def sync_folder(folder: Path) -> None:
    """A new name survives a power cut only when its folder is written too."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def read_public(text: str) -> bytes:
    """The 32 bytes of a public key that was written down."""
    digits = text.strip().removeprefix(PREFIX)
    try:
        raw = bytes.fromhex(digits)
    except ValueError:
        raw = b""
    if len(raw) != 32 or len(digits) != 64:
        raise BadInput("public key", f"{PREFIX} and 64 hexadecimal digits", text)
    return raw


def key_id(public: str) -> str:
    return sha256(read_public(public)).hexdigest()[:16]


def verify(public: str, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(read_public(public)).verify(signature, message)
    except InvalidSignature:
        return False
    return True
