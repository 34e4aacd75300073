"""Journals for the tests, and what a forger or a bad disk does to them. Hashes are made from the written rule alone."""

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.chain import Record
from controller.journal import Journal
from controller.journal_check import Report, verify_chain
from controller.signing import Signer, make_key

Rows = list[list[Any]]
SEQ, KIND, WALL, MONO, BOOT, BODY, HASH = range(7)


@dataclass
class FakeClock:
    boot: str = "b007"
    now: int = 1_700_000_000_000
    ticks: int = 0

    def wall(self) -> int:
        self.now += 7
        return self.now

    def mono(self) -> int:
        self.ticks += 7
        return self.ticks


@dataclass
class Made:
    """A journal in a folder, closed, and what is in it."""

    path: Path
    signer: Signer

    def open(self, clock: FakeClock | None = None) -> Journal:
        return Journal.open(self.path, self.signer, clock or FakeClock("b008"), wait=0)

    def copied(self, folder: Path) -> "Made":
        """With all that lies beside it."""
        shutil.copytree(self.path.parent, folder, dirs_exist_ok=True)
        return Made(folder / self.path.name, self.signer)

    def verify(self, **more: Any) -> Report:
        return verify_chain(self.path, self.signer.public_key, **more)

    def contents(self) -> list[Record]:
        found: list[Record] = []
        assert self.verify(each=found.append).good
        return found


def begin(folder: Path) -> Made:
    folder.mkdir(exist_ok=True)
    made = Made(folder / "journal.db", make_key(folder / "key"))
    made.open(FakeClock()).close()
    return made


def play(journal: Journal, rounds: int) -> None:
    """A commit an event, and a snapshot at each round's end."""
    for n in range(rounds):
        for seat in range(1, 5):
            event = journal.append("event", {"at": n, "event": {"seat": seat, "spot": "ante"}, "source": "spots"})
            journal.append("effects", {"of": event.seq, "effects": [{"lamp": f"Seat {seat} – “déal”", "on": True}]})
            journal.commit()
        journal.append("snapshot", {"table": {"round": n}, "device": {}})
        journal.commit()


def played(folder: Path, rounds: int = 3) -> Made:
    made = begin(folder)
    with made.open(FakeClock()) as journal:
        play(journal, rounds)
        journal.append("stop", {"reason": "closing"})
        journal.commit()
    return made


# ---- as the page says, not as the program does ----------------------------------------------


def page_hash(previous: bytes, row: list[Any]) -> bytes:
    seq, kind, wall, mono, boot, body = row[:HASH]
    return hashlib.sha256(previous + f"{seq}\n{kind}\n{wall}\n{mono}\n{boot}\n{body}".encode()).digest()


def page_json(body: object) -> str:
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


# ---- a forger with the file and time ---------------------------------------------------------


def forge(path: Path, change: Callable[[Rows], Rows]) -> Rows:
    """Rewrites the table, past its triggers, which are put back; nothing shows it but the records."""
    db = sqlite3.connect(path, isolation_level=None)
    try:
        triggers = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        rows = change([list(row) for row in db.execute("SELECT * FROM records ORDER BY seq")])
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        db.execute("DELETE FROM records")
        db.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        for _, sql in triggers:
            db.execute(sql)
        db.execute("COMMIT")
    finally:
        db.close()
    return rows


def rehash(rows: Rows, first: int = 0) -> Rows:
    """Makes all hashes anew from a place on, and lets the signed records speak of them."""
    for n in range(first, len(rows)):
        previous = rows[n - 1][HASH] if n else bytes(32)
        if rows[n][KIND] == "signed" and n:
            body = json.loads(rows[n][BODY])
            rows[n][BODY] = page_json(body | {"seq": rows[n - 1][SEQ], "hash": previous.hex()})
        rows[n][HASH] = page_hash(previous, rows[n])
    return rows


def renumber(rows: Rows) -> Rows:
    for n, row in enumerate(rows):
        row[SEQ] = n + 1
    return rows


@contextmanager
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    db = sqlite3.connect(path, isolation_level=None, timeout=0)
    try:
        yield db
    finally:
        db.close()
