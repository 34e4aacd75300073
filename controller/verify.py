"""`tablectl verify JOURNAL`: is the record as it was written, and does it bear itself out?

In one pass over all its files: the chain and its signatures, gaps, every event through the machines again, the seals
of the cards, and every round settled once more. The first bad record is named.
"""

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from controller.chain import BadRecord, Chain, Record, start_of
from controller.digest import digest
from controller.game.fields import BadInput
from controller.game.money import dollars
from controller.journal_check import BadJournal, Noted, Report, verify_chain, whole
from controller.journal_file import APPLICATION, JournalFailed, first_row, last_row, noted_head, reading
from controller.progress import Bar
from controller.replay import Replay, ReplayFailed
from controller.report import columns
from controller.resettle import Resettlement, Unsettled
from controller.sealed import SealCheck, Unsealed
from controller.signing import key_id, read_public

AT_ONCE = 500
"""Records that are replayed in a row: chain and machines each find their own things in the processor's cache."""
NUMBER = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)
MAGIC, APPLICATION_AT = b"SQLite format 3\0", 68


class _Stopped(Exception):
    """A record that its journal does not bear out."""

    def __init__(self, seq: int, what: str) -> None:
        self.seq, self.what = seq, what


class Audit:
    """What the chain has let through, borne out by the machines and by the desk."""

    def __init__(self, last: int, bar: Bar) -> None:
        """`last`: the number of the last record, as far as is known."""
        self.replay = Replay()
        self.rounds = Resettlement()
        self.seals = SealCheck()
        self.kinds: Counter[str] = Counter()
        self.programs: dict[str, None] = {}
        """Digests, in the order in which they wrote."""
        self.first = self.good = self.signed = 0
        """The first record and the last one that was borne out; the last one that a signature covers."""
        self._waiting: list[Record] = []
        self._last, self._bar = last, bar

    def take(self, record: Record) -> None:
        self._waiting.append(record)
        if len(self._waiting) >= AT_ONCE:
            self.catch_up()

    def catch_up(self) -> None:
        replay, seals, rounds, kinds = self.replay, self.seals, self.rounds, self.kinds
        record = None
        try:
            for record in self._waiting:
                replay.take(record)
                seals.take(record, replay.standing.memory.seals)
                rounds.take(record)
                kinds[record.kind] += 1
                self.good = record.seq
                if record.kind == "signed":
                    self.signed = record.seq - 1
                elif record.kind == "start":
                    self.programs[str(record.body["digest"])] = None
        except (ReplayFailed, Unsealed, Unsettled) as failed:
            raise _Stopped(failed.seq, failed.what) from None
        except (LookupError, TypeError, ValueError, AttributeError, AssertionError, RuntimeError):
            assert record is not None, "one of them was at hand"
            raise _Stopped(record.seq, f"its body is not that of a record of kind {record.kind}") from None
        if self._waiting:
            self.first = self.first or self._waiting[0].seq
        self._waiting.clear()
        if self._last:
            self._bar.show("verifying records", min(1.0, self.good / self._last))

    def end(self) -> None:
        self.catch_up()
        try:
            self.replay.end()
        except ReplayFailed as failed:
            raise _Stopped(failed.seq, failed.what) from None


@dataclass(frozen=True)
class Verdict:
    journal: Path
    chain: Report
    audit: Audit
    key: str
    """What signatures were checked with; empty: there was none."""
    claimed: bool
    """The journal named the key itself."""
    bad: BadJournal | None = None

    @cached_property
    def program(self) -> str:
        """The digest of this one."""
        return digest().whole

    def as_json(self) -> dict[str, Any]:
        made: dict[str, Any] = {"journal": str(self.journal), "good": self.bad is None}
        if self.bad is not None:
            made |= {"file": str(self.bad.file), "record": self.bad.seq, "wrong": self.bad.what}
        rounds, seals = self.audit.rounds, self.audit.seals
        return made | {
            "files": [str(file) for file in self.chain.files],
            "first": self.audit.first,
            "last": self.audit.good,
            "signed": self.audit.signed if self.key else None,
            "head": None if self.bad else f"{self.chain.last}:{self.chain.hash.hex()}",
            "key": self.key or None,
            "key_claimed_by_journal": self.claimed,
            "events": self.audit.kinds["event"],
            "refusals": self.audit.kinds["refused"],
            "rounds": rounds.rounds,
            "voids": rounds.voids,
            "settled_whole_at_the_desk": rounds.at_the_desk,
            "wagers_settled_by_the_dealer": rounds.unread,
            "paid": dollars(rounds.paid),
            "envy": dollars(rounds.envy),
            "returned": dollars(rounds.returned),
            "hands_cut_to_limits": rounds.cut,
            "meters": {name: dollars(cents) for name, cents in rounds.meters.items()},
            "seals_held": seals.held,
            "cards_without_seal": seals.unsealed,
            "programs": list(self.audit.programs),
            "this_program": self.program,
        }


def verified(path: Path, key: str | None = None, head: Noted | None = None, bar: Bar | None = None) -> Verdict:
    """`key`: the public key as it was kept off the box, `head` the last record's number and hash."""
    must_be_a_journal(path)
    public = key if key is not None else claimed_key(path)
    audit = Audit(_length(path), bar or Bar())
    bad = None
    report = Report(_files(path), 0, 0, b"", 0, None)
    try:
        report = verify_chain(path, public, head, each=audit.take)
        bad = report.bad
        if bad is None:
            audit.end()
        else:
            audit.catch_up()  # something may be wrong before the chain is
    except _Stopped as stopped:
        bad = BadJournal(_file_with(path, stopped.seq), stopped.seq, stopped.what)
    return Verdict(path, report, audit, public or "", key is None, bad)


# ---- the files -----------------------------------------------------------------------------


def must_be_a_journal(path: Path) -> None:
    """Refuses what is none; a journal that is damaged is not refused here but named bad."""
    try:
        with path.open("rb") as file:
            start = file.read(APPLICATION_AT + 4)
    except OSError as error:
        raise BadInput(f"journal {path}", f"a file that can be read ({error.strerror})") from None
    ours = start[APPLICATION_AT:] == APPLICATION.to_bytes(4, "big")
    if not ours and noted_head(path) is None:
        what = "another database" if start.startswith(MAGIC) else "no database" if start else "an empty file"
        raise BadInput(f"journal {path}", f"the journal of a table: this is {what}")


def claimed_key(path: Path) -> str | None:
    """The public key as the first record has it; what cannot be read is named when its turn comes."""
    try:
        with reading(_files(path)[0]) as db:
            row = first_row(db)
        if row is None or row[1] != b"genesis":
            return None
        public = Chain(start_of(row)).take(row).body["public"]
        read_public(public)
    except (JournalFailed, BadRecord, BadInput, LookupError, AttributeError):
        return None
    return str(public)


def _files(path: Path) -> tuple[Path, ...]:
    try:
        return whole(path)
    except BadJournal:
        return (path,)


def _length(path: Path) -> int:
    """For the bar alone."""
    noted = noted_head(path)
    if noted is not None:
        return noted[0]
    try:
        with reading(path) as db:
            row = last_row(db)
    except JournalFailed:
        return 0
    return row[0] if row and isinstance(row[0], int) else 0


def _file_with(path: Path, seq: int) -> Path:
    """The one of a journal's files that holds the record."""
    for file in reversed(_files(path)):
        try:
            with reading(file) as db:
                row = first_row(db)
        except (JournalFailed, sqlite3.Error):
            continue
        if row is not None and row[0] <= seq:
            return file
    return path


# ---- the command ---------------------------------------------------------------------------


def run(file: str, *, key: str | None, head: str | None, as_json: bool) -> int:
    if key is not None:
        read_public(key)
    bar = Bar()
    try:
        verdict = verified(Path(file), key, None if head is None else read_head(head), bar)
    finally:
        bar.clear()
    print(json.dumps(verdict.as_json()) if as_json else "\n".join(told(verdict)))
    return 0 if verdict.bad is None else 1


def read_head(text: str) -> Noted:
    """`1523:` and 64 hexadecimal digits, as `verify` prints it."""
    seq, _, digits = text.partition(":")
    try:
        hash = bytes.fromhex(digits)
    except ValueError:
        hash = b""
    if not (NUMBER.fullmatch(seq) and len(hash) == 32):
        raise BadInput("--head", "a record's number, a colon and its hash in 64 hexadecimal digits", text)
    return int(seq), hash


def told(verdict: Verdict) -> Iterator[str]:
    if verdict.bad is not None:
        yield f"BAD  {verdict.bad}"
        good = verdict.audit
        yield f"  good before it: {_many(good.good, 'record')}, {_many(good.rounds.rounds, 'round')}"
        yield f"  key: {_key(verdict)}"
        writer = next(reversed(good.programs), verdict.program)
        if writer != verdict.program:
            yield f"  it was written by another program, sha256:{writer}, and this one may play it otherwise"
        return
    yield f"GOOD  {verdict.journal}"
    yield from columns([(f"  {name}", text) for name, text in _rows(verdict) if text])


def _rows(verdict: Verdict) -> Iterator[tuple[str, str]]:
    chain, audit, rounds = verdict.chain, verdict.audit, verdict.audit.rounds
    files = f" in {len(chain.files)} files" if len(chain.files) > 1 else ""
    yield (
        "records",
        f"{chain.first} to {chain.last}{files}; {_many(audit.kinds['event'], 'event')} played through again",
    )
    yield "rounds", f"{rounds.rounds}, of them {rounds.voids} void; {_many(audit.kinds['refused'], 'refusal')}"
    yield "settled again", _settled(verdict)
    envy = f", of it {dollars(rounds.envy)} envy" if rounds.envy else ""
    yield "paid", f"{dollars(rounds.paid)}{envy}; {dollars(rounds.returned)} of wagers went back"
    yield "limits", f"{_many(rounds.cut, 'hand')} cut" if rounds.cut else ""
    yield "meters", ", ".join(f"{name} {dollars(cents)}" for name, cents in rounds.meters.items())
    without = f"; {_many(audit.seals.unsealed, 'card')} ejected without one" if audit.seals.unsealed else ""
    yield "seals", f"{_many(audit.seals.held, 'card')} as sealed{without}" if audit.seals.held or without else ""
    yield "signed", _signed(verdict)
    yield "key", _key(verdict)
    for program in audit.programs:
        yield "written by", f"sha256:{program}{' (this program)' if program == verdict.program else ''}"
    yield "head", f"{chain.last}:{chain.hash.hex()}"
    yield "", "keep the head off the box: with --head it shows that nothing was cut off or written anew"


def _settled(verdict: Verdict) -> str:
    rounds = verdict.audit.rounds
    by_dealer = f"; {_many(rounds.unread, 'wager')} by the dealer, no card was read" if rounds.unread else ""
    return f"every line, {_many(rounds.at_the_desk, 'round')} whole at the desk{by_dealer}"


def _signed(verdict: Verdict) -> str:
    after = verdict.chain.last - verdict.chain.signed
    if not verdict.key:
        return "not checked: there is no key"
    # The last record of all is most often the signature itself.
    rest = f"; the {after - 1} after its signature rest on the chain alone" if after > 1 else ""
    return f"up to record {verdict.chain.signed}{rest}"


def _key(verdict: Verdict) -> str:
    if not verdict.key:
        return "none was given, and the journal names none"
    if not verdict.claimed:
        return f"{key_id(verdict.key)}, as given"
    return f"{key_id(verdict.key)}, as the journal itself claims: give the one kept off the box with --key"


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
