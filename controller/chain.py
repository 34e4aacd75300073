"""The chain of a journal's records: their text, their hashes, and what is wrong with a chain. No file is touched here.

For an auditor who recomputes it in another language. A record's hash is SHA-256 over these bytes, one after the other:

    the previous record's hash, 32 bytes (32 zero bytes before the first record of all)
    seq  in decimal, a line feed
    kind in ASCII, a line feed
    wall in decimal, a line feed     milliseconds since 1970 by the wall clock, which may be set back
    mono in decimal, a line feed     milliseconds by the machine's steady clock, which never runs back within a boot
    boot in ASCII, a line feed       the boot that `mono` counts in
    body in UTF-8, to the end

Kind is lower-case letters, boot lower-case hexadecimal digits, a decimal is an optional minus and digits without
leading zeros; so no two records give the same bytes. A body is one JSON object in canonical form: fields sorted by code
point, no spaces, no fractions or exponents, each field once, every character as it is but `"`, `\\` and those below
U+0020 (`\\b \\t \\n \\f \\r` or `\\u00xx` in lower case).

A `signed` record's body has `seq` and `hash` (hexadecimal) of the record before it, the `key` that signed (the first 16
hexadecimal digits of the public key's SHA-256) and the Ed25519 `signature` (hexadecimal) of the ASCII text
"table-controller journal head", line feed, seq, line feed, hash. Records that open or close something are always
followed by one, see `SEALED`.
"""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple, NoReturn

from controller.game.fields import BadInput, printable
from controller.signing import Signer, key_id, verify

SEALED = frozenset({"genesis", "continued", "snapshot", "stop", "archived"})
"""Signed in the commit that writes them: no round's end, and no first or last record, is without a signature."""
OWN = frozenset({"genesis", "continued", "archived", "signed"})
"""Written by the journal itself, never for a caller."""
ZERO = bytes(32)
LONGEST_KIND = 32
SEARCHED = 10_000
"""Records after a bad one that are looked at to say what happened to it: some sixty rounds."""


class Record(NamedTuple):
    seq: int
    kind: str
    wall: int
    mono: int
    boot: str
    body: Mapping[str, Any]
    hash: bytes


BEFORE_ALL = Record(0, "", 0, 0, "", {}, ZERO)

Row = tuple[Any, ...]
"""A record as it is stored. Read back, its texts are bytes: what is hashed is what is in the file."""
STORED = (int, bytes, int, int, bytes, bytes, bytes)


class BadRecord(Exception):
    """The first record that is not as it was written, in one line."""

    def __init__(self, seq: int, what: str) -> None:
        super().__init__(f"record {seq}: {what}")
        self.seq, self.what = seq, what


class WrongHash(BadRecord):
    """A record that does not follow the one before it."""


# ---- writing -----------------------------------------------------------------------------


def canonical(body: Mapping[str, Any]) -> str:
    """The one text of a body. Numbers are whole and have 64 bits: other languages read no others alike."""
    try:
        _plain(body)
        text = _encode(body)
        text.encode()
    except BadInput as error:
        raise error.inside("body") from None
    except UnicodeEncodeError:
        raise BadInput("body", "text that can be written in UTF-8") from None
    except (RecursionError, ValueError):
        raise BadInput("body", "an object of ordinary depth") from None
    return text


def _plain(value: object) -> None:
    if isinstance(value, dict):
        for name, inner in value.items():
            if not isinstance(name, str):
                raise BadInput("", "names of fields that are text", name)
            try:
                _plain(inner)
            except BadInput as error:
                raise error.inside(f".{printable(name)}") from None
    elif isinstance(value, list | tuple):
        for inner in value:
            _plain(inner)
    elif isinstance(value, int):
        if not -(1 << 63) <= value < 1 << 63:
            raise BadInput("", "a number of at most 64 bits")
    elif value is not None and not isinstance(value, str):
        raise BadInput("", "text, a whole number, true, false, null, a list or an object", value)


def record_hash(previous: bytes, seq: int, kind: bytes, wall: int, mono: int, boot: bytes, body: bytes) -> bytes:
    return sha256(b"%b%d\n%b\n%d\n%d\n%b\n%b" % (previous, seq, kind, wall, mono, boot, body)).digest()


def link(last: Record, kind: str, body: Mapping[str, Any], wall: int, mono: int, boot: str) -> tuple[Record, Row]:
    """The record that follows the last one, and its row. Within a boot `mono` is held at the last one's."""
    if not _is_kind(kind):
        raise BadInput("kind", f"at most {LONGEST_KIND} letters from a to z", kind)
    if boot == last.boot:
        mono = max(mono, last.mono)
    text = canonical(body)
    seq = last.seq + 1
    made = record_hash(last.hash, seq, kind.encode(), wall, mono, boot.encode(), text.encode())
    return Record(seq, kind, wall, mono, boot, body, made), (seq, kind, wall, mono, boot, text, made)


def head_message(seq: int, hash: bytes) -> bytes:
    return f"table-controller journal head\n{seq}\n{hash.hex()}".encode()


def signed_body(last: Record, signer: Signer) -> dict[str, Any]:
    signature = signer.sign(head_message(last.seq, last.hash))
    return {"seq": last.seq, "hash": last.hash.hex(), "key": signer.key_id, "signature": signature.hex()}


# ---- checking ----------------------------------------------------------------------------


class Chain:
    """Takes rows one after the other and lets through only what follows. A rejected row leaves it as it was."""

    def __init__(self, after: Record, public: str | None = None) -> None:
        """`public`: the key that signatures are checked with; without one they are only looked at."""
        self.last = after
        self.signed = 0
        """The last record under a good signature."""
        self._before = after
        self._public = public
        self._key_id = public and key_id(public)

    def take(self, row: Row) -> Record:
        last = self.last
        seq, kind, wall, mono, boot, body, hash = row
        if tuple(map(type, row)) != STORED:
            raise BadRecord(last.seq + 1, "edited: its columns are not of the types that are stored")
        if seq != last.seq + 1:
            _gap(last.seq + 1, seq)
        if record_hash(last.hash, seq, kind, wall, mono, boot, body) != hash:
            raise WrongHash(seq, "edited: it, or the record before it, is not what its hash was made of")
        name, booted = _ascii(kind), _ascii(boot)
        if not _is_kind(name) or not (booted == last.boot or is_boot(booted)):
            raise BadRecord(seq, "its kind or its boot is not written as it should be")
        record = Record(seq, name, wall, mono, booted, _read(seq, body), hash)
        if booted == last.boot and mono < last.mono:
            raise BadRecord(seq, "its steady time is before that of the record before it")
        self._check_kind(record)
        self._before, self.last = last, record
        return record

    def end(self) -> None:
        """What has come may stand at a file's end."""
        if self.last.kind in SEALED:
            raise BadRecord(self.last.seq + 1, f"cut off: the signature of the {self.last.kind} before it is missing")

    def diagnose(self, row: Row, following: Iterable[Row]) -> BadRecord:
        """Why this row does not follow, as far as those after it show."""
        seq, stored, after = row[0], row[-1], self.last
        if _fits(row, after.seq, self._before.hash):
            return BadRecord(after.seq, "inserted: the record after it was made to stand in its place")
        previous = stored
        for n, later in enumerate(following):
            if n == SEARCHED:
                break
            if _fits(row, later[0], previous) or (n == 0 and _fits(row, later[0], later[-1])):
                return BadRecord(seq, f"reordered: it was made to be record {later[0]}")
            if _fits(later, seq, after.hash):
                return BadRecord(seq, f"inserted: what is now record {later[0]} was made to stand in its place")
            if n == 0 and any(_fits(later, later[0] + gone, stored) for gone in range(1, SEARCHED)):
                return BadRecord(seq, "missing: what was here is gone, and later records were moved up")
            previous = later[-1]
        return BadRecord(seq, "edited: it, or the record before it, is not what its hash was made of")

    def _check_kind(self, record: Record) -> None:
        seq, kind = record.seq, record.kind
        if self.last.kind in SEALED and kind != "signed":
            raise BadRecord(seq, f"missing: the signature of the {self.last.kind} before it")
        if (kind == "genesis") != (seq == 1):
            raise BadRecord(seq, "inserted: only the first record is the genesis, and no other is first")
        if kind in ("continued", "archived"):
            self._check_named_head(record, f"edited: it names another record than {self.last.seq}, which is before it")
        if kind == "signed":
            self._check_signature(record)

    def _check_named_head(self, record: Record, otherwise: str) -> None:
        if (record.body.get("seq"), record.body.get("hash")) != (self.last.seq, self.last.hash.hex()):
            raise BadRecord(record.seq, otherwise)

    def _check_signature(self, record: Record) -> None:
        seq, body, last = record.seq, record.body, self.last
        if set(body) != {"seq", "hash", "key", "signature"}:
            raise BadRecord(seq, "bad signature: its body is not that of a signature")
        self._check_named_head(
            record, "bad signature: it is for another record than the one before it, or that was edited"
        )
        if self._public is None:
            return
        if body["key"] != self._key_id:
            raise BadRecord(seq, f"wrong key: signed with {str(body['key'])[:16]!a}, expected {self._key_id}")
        if not verify(self._public, head_message(last.seq, last.hash), _unhex(body["signature"])):
            raise BadRecord(seq, "bad signature: what comes before it is not what was signed")
        self.signed = last.seq


def start_of(row: Row) -> Record:
    """What a file's first record follows: nothing, or the end of an archived file as the record claims it."""
    seq, kind, *_, body, _hash = row
    if kind == b"genesis":
        return BEFORE_ALL
    if kind == b"continued":
        claimed = _read(seq, body)
        ended, hash = claimed.get("seq"), _unhex(claimed.get("hash"))
        if isinstance(ended, int) and len(hash) == len(ZERO):
            return BEFORE_ALL._replace(seq=ended, hash=hash)
    if seq == 1:
        raise BadRecord(1, "edited: a journal's first record is its genesis")
    raise BadRecord(seq - 1, f"missing: the file begins with record {seq}, which continues no other file")


def standing_at(row: Row) -> Record:
    """A stored record that a check may begin after. Only its number and its hash count."""
    return BEFORE_ALL._replace(seq=row[0], hash=row[-1] if isinstance(row[-1], bytes) else ZERO)


@lru_cache(64)  # the same few on every record
def _ascii(text: bytes) -> str:
    return text.decode("ascii", "replace")


@lru_cache(64)
def is_boot(text: str) -> bool:
    return 0 < len(text) <= 64 and set(text) <= set("0123456789abcdef")


@lru_cache(64)
def _is_kind(text: str) -> bool:
    return 0 < len(text) <= LONGEST_KIND and text.isascii() and text.isalpha() and text.islower()


def _gap(expected: int, found: int) -> NoReturn:
    if found < expected:
        raise BadRecord(expected, f"reordered: record {found} is in its place")
    missing = "it is gone" if found == expected + 1 else f"records {expected} to {found - 1} are gone"
    raise BadRecord(expected, f"missing: {missing}")


def _fits(row: Row, seq: int, previous: bytes) -> bool:
    """Whether the row's hash was made for that place."""
    try:
        return bool(record_hash(previous, seq, *row[1:-1]) == row[-1])
    except TypeError:  # a row of odd types, further on
        return False


def _read(seq: int, body: bytes) -> dict[str, Any]:
    try:
        text = body.decode()
        value, _ = _decode(text)  # whatever comes after it, the comparison shows
        same = isinstance(value, dict) and _encode(value) == text
    except (ValueError, RecursionError):
        same = False
    if not same:
        raise BadRecord(seq, "not canonical JSON")
    return value  # type: ignore[no-any-return]


def _unhex(text: object) -> bytes:
    try:
        return bytes.fromhex(text) if isinstance(text, str) else b""
    except ValueError:
        return b""


def _no_such_number(text: str) -> NoReturn:
    raise ValueError(text)


# Without the look for circles, which cannot be where `_plain` has gone before: an audit encodes every record again.
_encode = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
).encode
_decode = json.JSONDecoder(parse_float=_no_such_number, parse_constant=_no_such_number).raw_decode
