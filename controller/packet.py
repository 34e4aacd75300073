"""`tablectl round N`: all that the journal has of one round, for a dispute: read from its records, and checked.

Read from two snapshots before the round on, chain and machines with it, so that what is told is what happened there.
That nothing was done to the rest of the journal is for `tablectl verify` to say.
"""

import sqlite3
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.audit_trail import Effect, RoundTrail, Trail
from controller.chain import BadRecord, Chain, Record, standing_at, start_of
from controller.config import read_config
from controller.game.fields import BadInput
from controller.game.offer import Offer
from controller.journal_check import BadJournal, whole
from controller.journal_file import JournalFailed, check_version, first_row, reading, row_at, rows_after
from controller.packet_words import Moment, Said, effect_words, event_words
from controller.replay import Replay, ReplayFailed
from controller.retold import description
from controller.run import CONFIG
from controller.sealed import Told, told
from controller.verify import NUMBER, claimed_key, must_be_a_journal

SNAPSHOTS = "SELECT seq FROM records WHERE kind = 'snapshot' AND kind NOT IN ('event', 'effects', 'done') ORDER BY seq"
START = (
    "SELECT seq FROM records WHERE kind = 'start' AND kind NOT IN ('event', 'effects', 'done') AND seq <= ? "
    "ORDER BY seq DESC LIMIT 1"
)


@dataclass(slots=True)
class Packet:
    """One round. A second one of its number ended before a card was dealt."""

    table: str
    program: str
    """The digest of what wrote it."""
    config: Mapping[str, Any]
    offer: Offer
    method: str
    round: RoundTrail
    meters: tuple[dict[str, int], dict[str, int]]
    """Before and after."""
    moments: list[Moment]
    cards: list[Told]
    counts: list[Mapping[str, Any]]
    first: Record
    last: Record
    signature: Record | None = None
    """The first one that covers all of it."""

    @property
    def described(self) -> dict[str, Any] | None:
        """For the dispute desk; None for a void round, or where not all was read."""
        if self.round.void is not None:
            return None
        return description(self.config, self.offer, self.round, self.meters[0])


class NoSuchRound(Exception):
    """One line, with the rounds that there are."""


# ---- finding it ----------------------------------------------------------------------------


def packets(path: Path, number: int) -> list[Packet]:
    """All rounds of that number: most often one. BadJournal where the records do not bear each other out."""
    must_be_a_journal(path)
    files = whole(path)
    with ExitStack() as stack:
        try:
            databases = [stack.enter_context(reading(file)) for file in files]
            reader = _Reader(files, databases, claimed_key(path))
            return reader.read(number)
        except (BadRecord, ReplayFailed) as bad:
            raise BadJournal(path, bad.seq, bad.what) from None
        except (JournalFailed, sqlite3.Error) as failed:
            raise BadJournal(path, None, str(failed).removeprefix(f"journal {path}: ")) from None


class _Reader:
    def __init__(self, files: tuple[Path, ...], databases: list[sqlite3.Connection], public: str | None) -> None:
        self._files, self._databases, self._public = files, databases, public
        for file, db in zip(files, databases, strict=True):
            check_version(db, file)

    def read(self, number: int) -> list[Packet]:
        file, after = self._begin(number)
        teller = _Teller(number)
        for record in self._records(file, after):
            teller.take(record)
            if teller.complete:
                break
        if not teller.found:
            last = teller.last_number
            there = f"1 to {last}" if last > 1 else "1 alone" if last else "none yet"
            raise NoSuchRound(f"there is no round {number} in this journal (rounds: {there})")
        for packet in teller.found:
            packet.table, packet.program = self._written_by(packet.last.seq)
        return teller.found

    def _begin(self, number: int) -> tuple[int, int]:
        """The file and the record after which reading begins: before a snapshot that surely lies before the round."""
        snapshots = [(n, seq) for n, db in enumerate(self._databases) for (seq,) in db.execute(SNAPSHOTS)]
        # Counts never fall: every snapshot tells the number of the last round that was begun.
        after = bisect_right(snapshots, number - 2, key=self._number_at) if number > 1 else 0
        if not after:
            return 0, 0
        file, seq = snapshots[after - 1]
        return file, seq - 1

    def _number_at(self, place: tuple[int, int]) -> int:
        file, seq = place
        row = row_at(self._databases[file], seq)
        before = row_at(self._databases[file], seq - 1)
        if row is None or before is None:
            raise BadRecord(seq, "missing")
        found = Chain(standing_at(before)).take(row).body["table"]["table"]["number"]
        return int(found)

    def _records(self, file: int, after: int) -> Iterator[Record]:
        chain = None
        for db in self._databases[file:]:
            if chain is None:
                before, first = row_at(db, after), first_row(db)
                if first is None:
                    raise BadRecord(1, "missing: there are no records")
                chain = Chain(standing_at(before) if before else start_of(first), self._public)
            for row in rows_after(db, chain.last.seq):
                yield chain.take(row)

    def _written_by(self, seq: int) -> tuple[str, str]:
        """The table's name and the program's digest, as the last start before it has them."""
        for db in reversed(self._databases):
            found = db.execute(START, (seq,)).fetchone()
            if found is not None:
                row, before = row_at(db, found[0]), row_at(db, found[0] - 1)
                assert row is not None, "it was just found"
                body = Chain(standing_at(before) if before else start_of(row)).take(row).body
                return str(body["table"]), str(body["digest"])
        return "", ""


# ---- telling it ----------------------------------------------------------------------------


class _Teller:
    """Takes records in order and keeps those of the round's number."""

    def __init__(self, number: int) -> None:
        self.found: list[Packet] = []
        self.complete = False
        self.last_number = 0
        self._number = number
        self._replay = Replay()
        self._trail = Trail(over=self._over)
        self._begin()
        self._meters: dict[str, int] = {}
        self._prompt = Said("")
        self._event: Moment | None = None

    def _begin(self) -> None:
        self._moments: list[Moment] = []
        self._cards: list[Told] = []
        self._counts: list[Mapping[str, Any]] = []
        self._first: Record | None = None

    def take(self, record: Record) -> None:
        if record.kind == "signed" and self.found and self.found[-1].signature is None:
            for packet in self.found:
                packet.signature = packet.signature or record
        self._first = self._first or record
        turn = self._replay.game.round.turn if self._replay.game else 0
        self._replay.take(record)
        self._record = record
        self._moment(record, turn)
        self._trail.take(record)
        if record.kind == "signed" and self.last_number > self._number:
            self.complete = True

    def _over(self, round: RoundTrail, written: Effect) -> None:
        game, config, first = self._replay.game, self._replay.config, self._first
        self.last_number = round.number
        assert game is not None, "a round is over"
        assert first is not None, "this record at the least"
        meters = dict(game.table.meters)
        if round.number == self._number:
            before, method = self._meters or dict(game.offer.resets), game.table.method
            packet = Packet("", "", config, game.offer, method, round, (before, meters), self._moments, self._cards,
                            self._counts, first, self._record)  # fmt: skip
            self.found.append(packet)
        self._meters = meters
        self._begin()

    # ---- moments -----------------------------------------------------------------------------

    def _moment(self, record: Record, turn: int) -> None:
        body = record.body
        if record.kind == "event":
            self._event = Moment(record.seq, record.wall, *_said(event_words(body["event"], turn)))
            self._moments.append(self._event)
            self._waits(self._event)
        elif record.kind in ("effects", "refused"):
            self._followed(record)
        elif record.kind == "notice" and body["notice"]["notice"] == "revealed":
            self._cards += told(record.seq, body["notice"], self._replay.standing.memory.seals)
        elif record.kind == "counted":
            self._counts.append(body)
        elif record.kind == "snapshot":
            self.last_number = body["table"]["table"]["number"]
        else:
            self._aside(record)

    def _waits(self, moment: Moment) -> None:
        assert self._replay.game is not None, "an event has been through it"
        prompt = self._replay.game.prompt()
        now = Said(prompt.text, prompt.rule)
        if now != self._prompt:
            self._prompt = moment.next = now

    def _followed(self, record: Record) -> None:
        if self._event is None:
            return
        if record.kind == "refused":
            said = f"refused: {record.body['why']}; {record.body['do']}"
            self._event.then.append(Said(said, record.body["rule"], "refused"))
        else:
            words = [effect_words(effect) for effect in record.body["effects"]]
            self._event.then += [each for each in words if each is not None]

    def _aside(self, record: Record) -> None:
        """What is no event of the game and belongs to the round all the same."""
        body, who, said = record.body, "controller", ""
        if record.kind == "start":
            said = f"starts, program sha256:{str(body['digest'])[:16]}…"
        elif record.kind == "stop":
            said = f"stops: {body['why']}"
        elif record.kind == "trouble":
            said = f"trouble with the {body['what']}: {body['why']}" if body["why"] else f"{body['what']}: over"
        elif record.kind == "acknowledged":
            who, said = str(body["who"]), f"has seen alarm {body['alarm']}"
        elif record.kind == "approved":
            who, said = " and ".join(body["who"]), "by PIN at the console:"
        elif record.kind == "lifted":
            who, said = str(body["by"]), f"lifts what wrong PINs have brought upon {body['who']}"
        elif record.kind == "tried" and not body["good"]:
            who, said = str(body["who"]), "a wrong PIN"
        if said:
            self._moments.append(Moment(record.seq, record.wall, who, Said(said)))


def _said(words: tuple[str, str]) -> tuple[str, Said]:
    who, what = words
    return who, Said(what)


# ---- the command ---------------------------------------------------------------------------


def run(number: str, *, journal: str | None, config: str | None, html: str | None) -> int:
    if not NUMBER.fullmatch(number):
        raise BadInput("N", "the number of a round", number)
    path = Path(journal) if journal is not None else read_config(Path(config) if config else CONFIG).journal.file
    try:
        found = packets(path, int(number))
    except NoSuchRound as none:
        print(none)
        return 1
    except BadJournal as bad:
        print(f"BAD  {bad}")
        return 1
    if html is None:
        from controller.packet_text import text

        print("\n\n".join(text(packet) for packet in found))
        return 0
    from controller.packet_html import page

    try:
        Path(html).write_text(page(found), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"--html {html}", f"a file that can be written ({error.strerror})") from None
    return 0
