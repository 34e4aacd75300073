"""The table's journal: append-only, chained, signed, and on disk before anything it speaks of happens.

SQLite with a write-ahead log and `synchronous=FULL`: a commit is one write to the log and one fdatasync. Three things
keep it at that. The log's space is written beforehand and used again and again, so that no commit has to make the file
longer; it is brought into the database when the table has time, see `checkpoint`; and the transaction of the next
commit is opened at the end of this one, which also keeps every other program from writing in between.

A commit that fails leaves the journal failed until it is opened again. All of it is in the file then or nothing; which,
is seen on opening. No record is ever changed, repaired or deleted.

Times are kept as the clocks give them: a wall clock that is set back shows in the records. Only the steady clock is
held at the last record's within a boot, so that `seq` and `mono` have one order.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Generator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from controller import archive
from controller.archive import INSERT, Clock
from controller.chain import (
    OWN,
    SEALED,
    BadRecord,
    Chain,
    Record,
    Row,
    is_boot,
    link,
    signed_body,
    standing_at,
    start_of,
)
from controller.game.fields import BadInput
from controller.journal_check import Noted, Tail, check_tail
from controller.journal_file import (
    LOCK_WAIT,
    Head,
    JournalFailed,
    beside,
    connect,
    failing,
    first_row,
    last_of,
    line,
    opened,
    row_at,
    rows_after,
)
from controller.signing import Signer

RESERVED = 2 << 20
"""Bytes of the log that are written beforehand: some five hundred pages, several rounds."""
MOST_COMMITS = 250
"""Without a checkpoint: what surely fits into the reserved space, at one to two pages a commit."""
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class SystemClock:
    """The steady clock counts from the machine's start, so it goes on over restarts of the service."""

    def __init__(self) -> None:
        self.boot = BOOT_ID.read_text(encoding="ascii").strip().replace("-", "")

    def wall(self) -> int:
        return time.time_ns() // 1_000_000

    def mono(self) -> int:
        return time.monotonic_ns() // 1_000_000


class Journal:
    """One thread at a time. What is appended is in memory until the next commit."""

    def __init__(self, path: Path, signer: Signer, clock: Clock, head: Head, tail: Tail) -> None:
        """Use `open`."""
        self.path = path
        self.tail = tail
        """What opening found: the last snapshot is where recovery begins."""
        self._signer, self._clock, self._head = signer, clock, head
        self._last = tail.last
        self._waiting: list[Row] = []
        self._failed = ""
        self._db = self._begin(tail)

    @classmethod
    def open(cls, path: Path, signer: Signer, clock: Clock, *, wait: float = LOCK_WAIT) -> Self:
        """Checks the journal's end before anything is written; a new one is begun only where there was never one.

        `wait`: seconds for another program to let go of it.
        """
        if not is_boot(clock.boot):
            raise BadInput("boot", "lower-case hexadecimal digits", clock.boot)
        head = Head.hold(path, wait)
        try:
            return cls(path, signer, clock, head, _checked(path, signer, clock, head))
        except BaseException:
            head.release()
            raise

    # ---- writing -------------------------------------------------------------------------

    @property
    def head(self) -> Noted:
        """The last record's number and hash, committed or not."""
        return self._last.seq, self._last.hash

    def append(self, kind: str, body: dict[str, Any]) -> Record:
        """A snapshot and a stop are signed at once, with a record of their own right after them."""
        if kind in OWN:
            raise BadInput("kind", "one that the journal does not write by itself", kind)
        return self._append(kind, body)

    def sign(self) -> Record:
        """Signs what is there, so far uncommitted records too."""
        return self._append("signed", signed_body(self._last, self._signer))

    def commit(self) -> None:
        """On disk, all that was appended, or JournalFailed."""
        self._check_usable()
        if not self._waiting:
            return
        try:
            self._db.executemany(INSERT, self._waiting)
            self._db.execute("COMMIT")
            self._head.note(*self.head)
            self._waiting.clear()
            self._db.execute("BEGIN IMMEDIATE")
        except (sqlite3.Error, OSError) as error:
            raise self._fail(error) from None
        self._commits += 1
        if self._commits >= MOST_COMMITS:
            self.checkpoint()

    def checkpoint(self) -> None:
        """Brings the log into the database and begins it anew. For quiet moments: a round's end."""
        self._check_usable()
        try:
            self._db.execute("ROLLBACK")  # it is empty: what waits is not in it yet
            self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise self._fail(error) from None
        self._commits = 0

    def rotate(self, snapshot: dict[str, Any]) -> Path | None:
        """Archives what is there and goes on in a new file: commits what waits, and returns the archived file.

        The snapshot ends the one and begins the other, so that recovery never needs an archived file. None while
        somebody is reading the journal: then nothing was archived, and there will be another time.
        """
        self.commit()
        if self._read_by_others():
            return None
        with contextlib.closing(self.records()) as records:
            first = next(records)
        self.append("snapshot", snapshot)
        seq, hash = self.head
        name = archive.name_of(first.body["journal"], first.seq, seq + 2)
        self._append("archived", {"file": name, "journal": first.body["journal"], "seq": seq, "hash": hash.hex()})
        self.commit()
        self._failed = f"journal {self.path}: its rotation was cut short"  # until all of it is done
        try:
            archived = self._change_files()
        except JournalFailed as failed:
            self._failed = str(failed)
            raise
        self._failed = ""
        return archived

    def close(self) -> None:
        """What was not committed is gone. Nothing else is lost by not closing."""
        self._failed = self._failed or f"journal {self.path}: it is closed"
        self._waiting.clear()
        with contextlib.suppress(sqlite3.Error):
            self._close_database()
        self._head.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ---- reading: what is committed, checked -----------------------------------------------

    def records(self, after: int = 0) -> Generator[Record, None, None]:
        """Of this file, those after a number, in order; JournalFailed at one that does not follow."""
        with failing(self.path), opened(self.path, "mode=ro") as db:
            try:
                before, first = row_at(db, after), first_row(db)
                if first is None:
                    raise BadRecord(1, "missing: there are no records")
                chain = Chain(standing_at(before) if before else start_of(first))
                for row in rows_after(db, chain.last.seq):
                    record = chain.take(row)
                    if record.seq > after:
                        yield record
            except BadRecord as bad:
                raise JournalFailed(f"journal {self.path}: {bad}") from None

    def last(self, kind: str) -> Record | None:
        """Of this file. Quick for kinds that are rare, and for `event`, `effects` and `done`."""
        with failing(self.path):
            row = last_of(self._db, kind)
        if row is None:
            return None
        with contextlib.closing(self.records(row[0] - 1)) as found:
            return next(found)

    # ---- inside --------------------------------------------------------------------------

    def _append(self, kind: str, body: dict[str, Any]) -> Record:
        self._check_usable()
        record, row = link(self._last, kind, body, self._clock.wall(), self._clock.mono(), self._clock.boot)
        self._last = record
        self._waiting.append(row)
        if kind in SEALED:
            self.sign()
        return record

    def _check_usable(self) -> None:
        if self._failed:
            raise JournalFailed(self._failed)

    def _fail(self, error: Exception) -> JournalFailed:
        self._failed = line(self.path, error)
        self._waiting.clear()
        with contextlib.suppress(sqlite3.Error):
            self._db.execute("ROLLBACK")
        return JournalFailed(self._failed)

    def _begin(self, tail: Tail) -> sqlite3.Connection:
        """Makes the file ready to be written to, and keeps it."""
        with failing(self.path):
            db = connect(self.path, "mode=rw")
            try:
                if db.execute("PRAGMA journal_mode = WAL").fetchone()[0] != b"wal":
                    raise JournalFailed(f"journal {self.path}: the disk cannot hold a write-ahead log")
                db.execute("PRAGMA synchronous = FULL")
                db.execute("PRAGMA wal_autocheckpoint = 0")
                db.execute("PRAGMA temp_store = MEMORY")  # a commit needs no other folder
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                _reserve(beside(self.path, "-wal"))
                db.execute("BEGIN IMMEDIATE")
                seq, hash = db.execute("SELECT seq, hash FROM records ORDER BY seq DESC LIMIT 1").fetchall()[0]
                if (seq, hash) != (tail.last.seq, tail.last.hash):
                    raise JournalFailed(f"journal {self.path}: another program is writing to it")
                known = self._head.noted()
                self._head.note(seq, hash)
                if known is None:
                    self._head.sync()  # from now on it is only overwritten
            except BaseException:
                db.close()
                raise
        self._commits = 0
        return db

    def _change_files(self) -> Path:
        with failing(self.path):
            self._head.sync()
            self._close_database()
        public = self._signer.public_key
        archived = archive.finish(self.path, check_tail(self.path, public), self._signer, self._clock)
        self.tail = check_tail(self.path, public)
        self._last = self.tail.last
        self._db = self._begin(self.tail)
        return archived

    def _read_by_others(self) -> bool:
        """SQLite leaves the write-ahead log only when it is alone with the file."""
        try:
            self._db.execute("ROLLBACK")
            try:
                self._db.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
                alone = False
            else:
                self._db.execute("PRAGMA journal_mode = WAL")
                alone = True
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise self._fail(error) from None
        return not alone

    def _close_database(self) -> None:
        try:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        finally:
            self._db.close()  # brings the log into the database and takes it away


def _checked(path: Path, signer: Signer, clock: Clock, head: Head) -> Tail:
    public, noted = signer.public_key, head.noted()
    if not path.exists():
        if noted or archive.anything_archived(path):
            archive.resume(path, signer, clock, head)
        else:
            archive.begin(path, signer, clock)
    tail = check_tail(path, public, noted)
    if tail.before_last.kind != "archived":
        return tail
    archive.finish(path, tail, signer, clock)
    return check_tail(path, public)


def _reserve(log: Path) -> None:
    """A log that is overwritten costs less than one that grows. SQLite stops at the first page that is not its own."""
    with log.open("ab") as file:
        short = RESERVED - file.tell()
        if short > 0:
            file.write(bytes(short))
            file.flush()
            os.fsync(file.fileno())
