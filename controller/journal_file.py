"""A journal's files: the database, and beside it `-head`, which keeps other writers out and remembers the last commit.

Everything that SQLite or the disk refuses comes out of here as one line.

Whoever reads must change nothing: not the database, and not the write-ahead log, in which the last commits are after
a power cut. So a closed file that no service ever wrote to in its place (an archived one, a copy on a stick) is opened
as immutable; a journal that a service is writing to is read beside it, as SQLite allows; and one that was left is
copied to a private folder, with its log, and read there.
"""

import fcntl
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from controller.chain import Row

APPLICATION = int.from_bytes(b"TABJ", "big")
VERSION = 1
"""Of the schema. A program refuses a version that it does not know."""
SCHEMA = {
    "records": "CREATE TABLE records (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, wall INTEGER NOT NULL, "
    "mono INTEGER NOT NULL, boot TEXT NOT NULL, body TEXT NOT NULL, hash BLOB NOT NULL) STRICT",
    # An index on every record would be a second page in every commit; of these three there is always one near the end.
    "rare": "CREATE INDEX rare ON records (kind, seq) WHERE kind NOT IN ('event', 'effects', 'done')",
    "no_update": "CREATE TRIGGER no_update BEFORE UPDATE ON records "
    "BEGIN SELECT RAISE(ABORT, 'a journal is never changed'); END",
    "no_delete": "CREATE TRIGGER no_delete BEFORE DELETE ON records "
    "BEGIN SELECT RAISE(ABORT, 'a journal is never changed'); END",
    # INSERT OR REPLACE takes a row out without asking the trigger on DELETE.
    "no_replace": "CREATE TRIGGER no_replace BEFORE INSERT ON records "
    "WHEN NEW.seq <= (SELECT max(seq) FROM records) BEGIN SELECT RAISE(ABORT, 'a journal is never changed'); END",
}
COLUMNS = "seq, kind, wall, mono, boot, body, hash"
MODE = 0o640
"""The auditor's group may read."""
LOCK_WAIT = 5.0
"""Seconds. A reader of a journal that was left keeps the writer out while it copies the file."""


class JournalFailed(Exception):
    """The journal cannot be used: one line, for the dealer's display and the log."""


@contextmanager
def failing(path: Path) -> Iterator[None]:
    """What the disk or SQLite refuses inside becomes one line."""
    try:
        yield
    except (sqlite3.Error, OSError, shutil.Error) as error:
        raise JournalFailed(line(path, error)) from None


def line(path: Path, error: Exception) -> str:
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"journal {path}: {' '.join(said.split())}"


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


# ---- connections -------------------------------------------------------------------------


def connect(path: Path, options: str) -> sqlite3.Connection:
    """With no transactions of its own; one thread at a time may use it, whichever that is."""
    db = sqlite3.connect(
        f"file:{quote(str(path.absolute()))}?{options}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=1,
    )
    db.text_factory = bytes
    db.execute("PRAGMA cell_size_check = ON")
    return db


@contextmanager
def opened(path: Path, options: str) -> Iterator[sqlite3.Connection]:
    db = connect(path, options)
    try:
        yield db
    finally:
        db.close()


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """For reading it as it stands, with nothing changed on disk: see above."""
    with failing(path), _reading(path) as db:
        yield db


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    if not path.is_file():
        raise JournalFailed(f"journal {path}: there is no such file")
    side = beside(path, "-head")
    if not side.exists() and not _logged(path):
        with opened(path, "mode=ro&immutable=1") as db:
            yield db
        return
    with tempfile.TemporaryDirectory(prefix="journal-") as folder:
        copy = Path(folder, path.name)
        if _copied(path, side, copy):
            with opened(copy, "mode=rw") as db:
                yield db
        else:
            with opened(path, "mode=ro") as db:
                yield db


def _logged(path: Path) -> bool:
    log = beside(path, "-wal")
    return log.exists() and log.stat().st_size > 0


def _copied(path: Path, side: Path, copy: Path) -> bool:
    """Unless it is being written to. None can begin to write while it is copied."""
    held = os.open(side, os.O_RDONLY) if side.exists() else None
    try:
        if held is not None:
            fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
        shutil.copyfile(path, copy)
        if _logged(path):
            shutil.copyfile(beside(path, "-wal"), beside(copy, "-wal"))
    except BlockingIOError:
        return False
    finally:
        if held is not None:
            os.close(held)
    return True


# ---- what is in the database -------------------------------------------------------------


def make_schema(db: sqlite3.Connection) -> None:
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {VERSION}")
    for statement in SCHEMA.values():
        db.execute(statement)


def check_version(db: sqlite3.Connection, path: Path) -> None:
    if one(db, "PRAGMA application_id") != APPLICATION:
        what = "not a journal of a table" if path.stat().st_size else "an empty file, not a journal"
        raise JournalFailed(f"journal {path}: {what}")
    version = one(db, "PRAGMA user_version")
    if version != VERSION:
        raise JournalFailed(f"journal {path}: schema version {version}, this program knows {VERSION}")


def odd_schema(db: sqlite3.Connection) -> str:
    """What is not as it was made: a trigger that was taken out, a table that was put in."""
    found = {_text(name): _text(sql) for name, sql in db.execute("SELECT name, sql FROM sqlite_schema")}
    names = [*SCHEMA, *sorted(found.keys() - SCHEMA.keys())]
    return next((f"{name} is not as it was made" for name in names if found.get(name) != SCHEMA.get(name)), "")


def _text(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def one(db: sqlite3.Connection, query: str) -> Any:
    return db.execute(query).fetchone()[0]


def row_at(db: sqlite3.Connection, seq: int) -> Row | None:
    return _first(db, "WHERE seq = ?", (seq,))


def first_row(db: sqlite3.Connection) -> Row | None:
    return _first(db, "ORDER BY seq LIMIT 1")


def last_row(db: sqlite3.Connection) -> Row | None:
    return _first(db, "ORDER BY seq DESC LIMIT 1")


def last_of(db: sqlite3.Connection, kind: str) -> Row | None:
    """Quick: a rare kind is in the index, and the others are never far from the end."""
    indexed = "kind NOT IN ('event', 'effects', 'done')"
    rare = kind not in ("event", "effects", "done")
    where = f"kind = ? AND {indexed}" if rare else "+kind = ?"
    return _first(db, f"WHERE {where} ORDER BY seq DESC LIMIT 1", (kind,))


def _first(db: sqlite3.Connection, clauses: str, values: tuple[object, ...] = ()) -> Row | None:
    rows = db.execute(f"SELECT {COLUMNS} FROM records {clauses}", values).fetchall()
    return rows[0] if rows else None


def rows_after(db: sqlite3.Connection, seq: int = 0) -> Iterator[Row]:
    """In the order of the table itself, whatever an index says."""
    return db.execute(f"SELECT {COLUMNS} FROM records NOT INDEXED WHERE seq > ? ORDER BY seq", (seq,))


# ---- the last commit ---------------------------------------------------------------------


class Head:
    """The writer's hold on a journal, and the last record it acknowledged.

    That is written after every commit and not waited for. So it is never ahead of the disk; and where it is ahead of
    the database, records were lost: a log that was cut, damaged or taken away looks to SQLite like a shorter one.
    """

    def __init__(self, path: Path, file: int) -> None:
        self._path, self._file = path, file

    @classmethod
    def hold(cls, journal: Path, wait: float = LOCK_WAIT) -> "Head":
        path = beside(journal, "-head")
        with failing(journal):
            file = os.open(path, os.O_RDWR | os.O_CREAT, MODE)
        until = time.monotonic() + wait
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return cls(path, file)
            except OSError as error:
                busy = isinstance(error, BlockingIOError)
                if not busy or time.monotonic() >= until:
                    os.close(file)
                    said = f"journal {journal}: another program is using it" if busy else line(journal, error)
                    raise JournalFailed(said) from None
            time.sleep(0.02)

    def note(self, seq: int, hash: bytes) -> None:
        os.pwrite(self._file, _head_text(seq, hash), 0)

    def noted(self) -> tuple[int, bytes] | None:
        return read_head(self._path)

    def sync(self) -> None:
        os.fsync(self._file)

    def release(self) -> None:
        """More than once does no harm."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def noted_head(journal: Path) -> tuple[int, bytes] | None:
    return read_head(beside(journal, "-head"))


def read_head(path: Path) -> tuple[int, bytes] | None:
    """None where nothing was noted, or nothing that can be read: then it says nothing."""
    try:
        text = path.read_bytes()
        seq, hash = int(text[:20]), bytes.fromhex(text[21:85].decode("ascii"))
    except (OSError, ValueError):
        return None
    return (seq, hash) if text == _head_text(seq, hash) else None


def _head_text(seq: int, hash: bytes) -> bytes:
    """Of one length, in one sector, with a check of its own: it is written in place."""
    said = f"{seq:020d} {hash.hex()} "
    return f"{said}{sha256(said.encode()).hexdigest()[:16]}\n".encode()
