"""Is a journal what was written? Of its end, quickly, before a table starts; of every record, for an audit.

The chain shows any change up to the last signature. What comes after it a forger could write anew, or take away; a head
(number and hash) that was kept off the box shows that too.
"""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from controller.chain import SEARCHED, BadRecord, Chain, Record, Row, WrongHash, standing_at, start_of
from controller.journal_file import (
    JournalFailed,
    check_version,
    failing,
    first_row,
    last_of,
    noted_head,
    odd_schema,
    opened,
    reading,
    row_at,
    rows_after,
)

ARCHIVE = "archive"
"""The folder of closed files, beside the journal."""
Noted = tuple[int, bytes]
"""A record's number and hash."""


class BadJournal(Exception):
    """The first thing that is wrong with a journal, in one line: the file, the record, and what it is."""

    def __init__(self, file: Path, seq: int | None, what: str) -> None:
        super().__init__(f"{file.name}: {what}" if seq is None else f"{file.name}: record {seq}: {what}")
        self.file, self.seq, self.what = file, seq, what


# ---- before a table starts ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tail:
    """A journal's good end: its last snapshot, if it has one, and all after it."""

    snapshot: Record | None
    last: Record
    before_last: Record
    signed: int


def check_tail(path: Path, public: str, noted: Noted | None = None, *, whole_file: bool = False) -> Tail:
    """Of a journal that nobody writes to. With `whole_file` SQLite looks at every page too, which takes its time.

    Even a bad log is left as it is: a connection that only reads does not bring it into the database when it closes.
    """
    with failing(path), opened(path, "mode=ro") as db:
        check_version(db, path)
        odd = odd_schema(db)
        if odd:
            raise JournalFailed(f"journal {path}: {odd}")
        if whole_file:
            damage = _damage(db, "quick_check")
            if damage:
                raise JournalFailed(f"journal {path}: {damage}")
        try:
            return _tail(db, public, noted)
        except BadRecord as bad:
            raise JournalFailed(f"journal {path}: {bad}") from None


def _tail(db: sqlite3.Connection, public: str, noted: Noted | None) -> Tail:
    row = last_of(db, "snapshot")
    before = None if row is None else row_at(db, row[0] - 1)
    if row is None or before is None:
        row = first_row(db)
        if row is None:
            raise BadRecord(1, "missing: there are no records")
        start = start_of(row)
    else:
        start = standing_at(before)
    chain = Chain(start, public)
    last, snapshot = start, None
    for taken in rows_after(db, start.seq):
        before_last, last = last, chain.take(taken)
        if last.kind == "snapshot":
            snapshot = last
    chain.end()
    if noted:
        _check_reached(last.seq, noted)
        there = row_at(db, noted[0])  # not there: a note from before a rotation, of the file before
        if there is not None:
            _check_same(noted[0], there[-1], noted)
    return Tail(snapshot, last, before_last, chain.signed)


def _check_reached(last: int, noted: Noted) -> None:
    if noted[0] > last:
        raise BadRecord(last + 1, f"cut off: the journal ends with record {last}, but record {noted[0]} was written")


def _check_same(seq: int, hash: bytes, noted: Noted) -> None:
    if seq == noted[0] and hash != noted[1]:
        raise BadRecord(seq, f"edited: its hash was {noted[1].hex()[:16]}... and is {hash.hex()[:16]}...")


# ---- for an audit ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Report:
    files: tuple[Path, ...]
    first: int
    last: int
    """The last good record; `bad` says why there is none after it."""
    hash: bytes
    signed: int
    """The last record under a good signature: those after it rest on the chain alone."""
    bad: BadJournal | None

    @property
    def good(self) -> bool:
        return self.bad is None


def verify_chain(
    path: Path,
    public: str | None,
    expected: Noted | None = None,
    *,
    alone: bool = False,
    each: Callable[[Record], object] = lambda record: None,
) -> Report:
    """Every record, from the first archived file on. `each` gets those that are good, in order; see `walk`."""
    first, last, hash, signed, bad = 0, 0, b"", 0, None
    files: tuple[Path, ...] = (path,)
    try:
        files = (path,) if alone else whole(path)
        for record in walk(files, public, expected):
            first, last, hash = first or record.seq, record.seq, record.hash
            if record.kind == "signed" and public:
                signed = record.seq - 1
            each(record)
    except BadJournal as found:
        bad = found
    return Report(files, first, last, hash, signed, bad)


def whole(path: Path) -> tuple[Path, ...]:
    """A journal and the archived files that it continues, the first one first."""
    files = [path]
    while True:
        named = _continues(files[0])
        if named is None:
            return tuple(files)
        seq, name = named
        folder = path.parent if path.parent.name == ARCHIVE else path.parent / ARCHIVE
        if not (folder / name).is_file() or folder / name in files:
            raise BadJournal(files[0], seq, f"missing: the records before it, in {ARCHIVE}/{name}")
        files.insert(0, folder / name)


def _continues(path: Path) -> tuple[int, str] | None:
    """The file that this one says it continues. What cannot be read is named when its turn comes."""
    try:
        with reading(path) as db:
            check_version(db, path)
            row = first_row(db)
        if row is None or row[1] != b"continued":
            return None
        chain = Chain(start_of(row))
        record = chain.take(row)
    except (JournalFailed, BadRecord):
        return None
    name = record.body.get("file")
    if not isinstance(name, str) or Path(name).name != name:
        raise BadJournal(path, record.seq, "edited: it does not name the file that it continues")
    return record.seq, name


def walk(files: tuple[Path, ...], public: str | None, expected: Noted | None = None) -> Iterator[Record]:
    """All records of these files, each checked before it is given out; BadJournal at the first that is bad."""
    chain = None
    noted = noted_head(files[-1])  # before the file is read: a service may go on writing
    heads = [head for head in (expected, noted) if head]
    for file in files:
        try:
            with reading(file) as db:
                check_version(db, file)
                if chain is None:
                    row = first_row(db)
                    if row is None:
                        raise BadRecord(1, "missing: there are no records")
                    chain = Chain(start_of(row), public)
                yield from _walk_file(db, chain, heads, closed=file != files[-1])
                damage = _damage(db, "integrity_check") or odd_schema(db)
                if damage:
                    raise BadJournal(file, None, f"the database file was changed: {damage}")
            if file == files[-1]:
                for head in heads:
                    _check_reached(chain.last.seq, head)
        except BadRecord as bad:
            raise BadJournal(file, bad.seq, bad.what) from None
        except JournalFailed as failed:
            raise BadJournal(file, None, str(failed).removeprefix(f"journal {file}: ")) from None


def _walk_file(db: sqlite3.Connection, chain: Chain, heads: list[Noted], closed: bool) -> Iterator[Record]:
    begins_after = chain.last.seq
    archived = False
    for row in _readable(db, chain):
        try:
            record = chain.take(row)
        except WrongHash:
            following = islice(_readable(db, chain, row[0]), SEARCHED)
            raise chain.diagnose(row, following) from None
        first = record.seq == begins_after + 1
        if archived and record.kind != "signed":
            raise BadRecord(record.seq, "inserted: the file was archived before it")
        if (record.kind in ("genesis", "continued")) != first:
            raise BadRecord(
                record.seq, f"a file begins, and only begins, with genesis or continued: it is {record.kind}"
            )
        for head in heads:
            _check_same(record.seq, record.hash, head)
        archived = archived or record.kind == "archived"
        yield record
    chain.end()
    if closed and not archived:
        raise BadRecord(chain.last.seq + 1, "cut off: the file does not end as an archived one does")


def _readable(db: sqlite3.Connection, chain: Chain, after: int = 0) -> Iterator[Row]:
    try:
        # Not `yield from`: it would close the cursor when a check ends early, and the database is closed by then.
        for row in rows_after(db, after):  # noqa: UP028
            yield row
    except (sqlite3.Error, MemoryError) as error:  # a damaged length may ask for all memory
        raise BadRecord(chain.last.seq + 1, f"the database file is damaged here: {error}") from None


def _damage(db: sqlite3.Connection, check: str) -> str:
    said: Any = db.execute(f"PRAGMA {check}(1)").fetchone()[0]
    text = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
    return "" if text == "ok" else f"the database file is damaged: {' '.join(text.split())}"
