"""How a journal's files begin and end. A full file is closed, signed, moved to `archive/` and kept for ever.

A rotation goes through these steps; after a power cut between any two, the next start finds from what is there which
was the last, and goes on:

1. `archived` and its signature are the file's last records; nothing is written after them.
2. The file is made whole in itself, without a log beside it.
3. A new file is made under another name. Its first record, `continued`, names the old file, its last record and hash;
   then comes the snapshot that the old file ends with, so that recovery never needs an archived file.
4. The old file moves to the archive, under a name with its journal and its first and last record, and is read-only.
5. The new file gets the journal's name.
"""

import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from controller.chain import BEFORE_ALL, Record, link, signed_body
from controller.journal_check import ARCHIVE, Tail, check_tail
from controller.journal_file import MODE, Head, JournalFailed, beside, connect, failing, make_schema, opened
from controller.signing import Signer, sync_folder

FORMAT = 1
"""Of the records and their hashes, see `controller.chain`."""
NAME = re.compile(r"journal-[0-9a-f]{16}-\d{12}-\d{12}\.db")
INSERT = "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?)"


class Clock(Protocol):
    """Milliseconds; `boot` names what `mono` counts from, in lower-case hexadecimal digits."""

    @property
    def boot(self) -> str: ...
    def wall(self) -> int: ...
    def mono(self) -> int: ...


def begin(path: Path, signer: Signer, clock: Clock) -> None:
    """The first file of a new journal."""
    body = {"format": FORMAT, "journal": secrets.token_hex(16), "public": signer.public_key}
    build(path, signer, clock, BEFORE_ALL, {"genesis": body})
    install(path)


def name_of(journal: str, first: int, last: int) -> str:
    return f"journal-{journal[:16]}-{first:012d}-{last:012d}.db"


def finish(path: Path, tail: Tail, signer: Signer, clock: Clock) -> Path:
    """Goes on from step 1: the file at `path` ends with `archived`."""
    settle(path)
    build(path, signer, clock, tail.last, _continued(tail))
    archived = move(path, tail.before_last.body["file"])
    install(path)
    return archived


def resume(path: Path, signer: Signer, clock: Clock, head: Head) -> None:
    """Goes on from step 4: there is no file at `path`, and the last commit is in the archive."""
    noted = head.noted()
    if noted is None:
        raise JournalFailed(f"journal {path}: it is gone, and what is in {ARCHIVE} does not say where it ended")
    for file in sorted((path.parent / ARCHIVE).glob(f"journal-*-{noted[0]:012d}.db")):
        tail = check_tail(file, signer.public_key)
        if (tail.last.seq, tail.last.hash) == noted:
            protect(file)
            build(path, signer, clock, tail.last, _continued(tail))
            install(path)
            return
    raise JournalFailed(f"journal {path}: it is gone; its last record was {noted[0]}")


def anything_archived(path: Path) -> bool:
    return any((path.parent / ARCHIVE).glob("journal-*.db"))


def _continued(tail: Tail) -> dict[str, Mapping[str, Any]]:
    """How the file begins that follows one with this end."""
    archived, last = tail.before_last.body, tail.last
    body = {"file": archived["file"], "journal": archived["journal"], "seq": last.seq, "hash": last.hash.hex()}
    return {"continued": body, "snapshot": tail.snapshot.body if tail.snapshot else {}}


# ---- the steps ---------------------------------------------------------------------------


def settle(path: Path) -> None:
    with failing(path), opened(path, "mode=rw") as db:
        db.execute("PRAGMA synchronous = FULL")
        if db.execute("PRAGMA journal_mode = DELETE").fetchone()[0] != b"delete":
            raise JournalFailed(f"journal {path}: another program is using it")


def build(path: Path, signer: Signer, clock: Clock, last: Record, records: Mapping[str, Mapping[str, Any]]) -> None:
    """With these records, each of them signed, in one transaction."""
    scratch = beside(path, "-new")
    with failing(scratch):
        for left in (scratch, beside(scratch, "-journal")):  # of a start that was cut short: nothing was ever in it
            left.unlink(missing_ok=True)
        db = connect(scratch, "mode=rwc")
        try:
            os.chmod(scratch, MODE)
            db.execute("PRAGMA synchronous = FULL")
            db.execute("BEGIN EXCLUSIVE")
            make_schema(db)
            for kind, body in records.items():
                last, row = link(last, kind, body, clock.wall(), clock.mono(), clock.boot)
                db.execute(INSERT, row)
                last, row = link(last, "signed", signed_body(last, signer), clock.wall(), clock.mono(), clock.boot)
                db.execute(INSERT, row)
            db.execute("COMMIT")
        finally:
            db.close()


def move(path: Path, name: str) -> Path:
    folder = path.parent / ARCHIVE
    target = folder / name
    with failing(path):
        if not NAME.fullmatch(name) or target.exists():
            raise JournalFailed(f"journal {path}: cannot be archived as {name}, which is taken or no name of ours")
        if not folder.is_dir():
            folder.mkdir(0o750)
            sync_folder(path.parent)
        path.rename(target)
        sync_folder(folder)
        sync_folder(path.parent)
    protect(target)
    return target


def protect(archived: Path) -> None:
    with failing(archived):
        os.chmod(archived, 0o440)


def install(path: Path) -> None:
    with failing(path):
        beside(path, "-new").rename(path)
        sync_folder(path.parent)
