"""Writing and reading: one commit for all that waits, one writer, and nothing that is changed afterwards."""

import json
import os
import sqlite3
from pathlib import Path

import pytest

from controller.chain import Record
from controller.game.fields import BadInput
from controller.journal import Journal, SystemClock
from controller.journal_file import JournalFailed, noted_head
from controller.signing import make_key
from tests.journal.made import FakeClock, Made, begin, page_hash, play, played, raw


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return begin(tmp_path / "table")


def kinds(records: list[Record]) -> list[str]:
    return [record.kind for record in records]


def test_a_journal_begins_with_a_genesis_of_its_own(made: Made, tmp_path: Path) -> None:
    genesis, signed = made.contents()
    assert (genesis.seq, genesis.kind, signed.kind) == (1, "genesis", "signed")
    assert genesis.body["public"] == made.signer.public_key
    assert genesis.body["journal"] != begin(tmp_path / "other").contents()[0].body["journal"]


def test_every_hash_is_as_the_page_says(tmp_path: Path) -> None:
    made = played(tmp_path)
    with raw(made.path) as db:
        rows = [list(row) for row in db.execute("SELECT * FROM records ORDER BY seq")]
    previous = bytes(32)
    for row in rows:
        previous = page_hash(previous, row)
        assert row[-1] == previous


def test_what_is_appended_is_there_after_the_commit(made: Made) -> None:
    with made.open() as journal:
        event = journal.append("event", {"at": 1})
        effects = journal.append("effects", {"of": event.seq})
        assert journal.head == (effects.seq, effects.hash)
        assert kinds(list(journal.records())) == ["genesis", "signed"]
        journal.commit()
        assert list(journal.records(after=2)) == [event, effects]
        assert list(journal.records(after=event.seq)) == [effects]
        assert list(journal.records(after=effects.seq)) == []
    assert made.contents()[2:] == [event, effects]


def test_all_that_waits_is_one_transaction(made: Made) -> None:
    with made.open() as journal:
        said: list[str] = []
        journal._db.set_trace_callback(said.append)
        for n in range(10):
            journal.append("event", {"at": n})
        journal.commit()
        journal._db.set_trace_callback(None)
    assert [word for word in said if word in ("COMMIT", "BEGIN IMMEDIATE")] == ["COMMIT", "BEGIN IMMEDIATE"]


def test_a_commit_is_on_disk(made: Made) -> None:
    """FULL waits for the log at every commit; NORMAL, which is as good for SQLite itself, does not."""
    with made.open() as journal:
        assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)
        assert journal._db.execute("PRAGMA journal_mode").fetchone() == (b"wal",)


def test_what_was_not_committed_is_gone(made: Made) -> None:
    with made.open() as journal:
        journal.append("event", {"at": 1})
    assert kinds(made.contents()) == ["genesis", "signed"]
    with made.open() as journal:
        assert journal.append("event", {"at": 2}).seq == 3


def test_the_last_of_a_kind(made: Made) -> None:
    with made.open() as journal:
        play(journal, 3)
        records = list(journal.records())
        for kind in ("event", "effects", "snapshot", "signed", "genesis"):
            assert journal.last(kind) == [record for record in records if record.kind == kind][-1]
        assert journal.last("done") is None
        assert journal.last("trouble") is None
        plan = journal._db.execute(
            "EXPLAIN QUERY PLAN SELECT * FROM records WHERE kind = 'snapshot' AND kind NOT IN "
            "('event', 'effects', 'done') ORDER BY seq DESC LIMIT 1"
        ).fetchall()
        assert b"INDEX rare" in plan[0][-1]


@pytest.mark.parametrize("kind", ["snapshot", "stop"])
def test_a_rounds_end_and_a_stop_are_signed_in_the_same_commit(made: Made, kind: str) -> None:
    with made.open() as journal:
        record = journal.append(kind, {})
        journal.commit()
        (_, signed) = journal.records(after=2)
        assert journal.head == (signed.seq, signed.hash)
    assert signed.body["seq"] == record.seq
    assert made.verify().signed == record.seq


def test_the_head_can_be_signed_at_any_time(made: Made) -> None:
    with made.open() as journal:
        event = journal.append("event", {})
        signed = journal.sign()
        journal.commit()
    assert (signed.body["seq"], signed.body["hash"]) == (event.seq, event.hash.hex())
    assert made.verify().signed == event.seq


@pytest.mark.parametrize("kind", ["genesis", "continued", "archived", "signed"])
def test_the_journals_own_kinds_are_not_for_callers(made: Made, kind: str) -> None:
    with made.open() as journal, pytest.raises(BadInput, match="kind: expected one that the journal does not write"):
        journal.append(kind, {})


def test_a_refused_record_changes_nothing(made: Made) -> None:
    with made.open() as journal:
        before = journal.head
        with pytest.raises(BadInput):
            journal.append("event", {"at": 0.5})
        assert journal.head == before
        journal.append("event", {"at": 5})
        journal.commit()
    assert kinds(made.contents()) == ["genesis", "signed", "event"]


def test_a_clock_that_is_set_back_is_kept_as_it_is(made: Made) -> None:
    clock = FakeClock("b009", now=5_000, ticks=900)
    with made.open(clock) as journal:
        first = journal.append("event", {})
        clock.now, clock.ticks = 1_000, 100
        second = journal.append("event", {})
        journal.commit()
    assert (first.wall, second.wall) == (5_007, 1_007)
    assert (first.mono, second.mono) == (907, 907)
    with made.open(FakeClock("b009", ticks=10)) as journal:
        assert journal.append("event", {}).mono == 907
        assert journal.append("event", {}).mono == 907
    with made.open(FakeClock("b00a", ticks=10)) as journal:
        assert journal.append("event", {}).mono == 17
    assert made.verify().good


def test_the_systems_clock() -> None:
    clock = SystemClock()
    assert len(clock.boot) == 32
    assert clock.mono() <= clock.mono()
    assert clock.wall() > 1_700_000_000_000


def test_a_boot_is_named_in_hexadecimal_digits(made: Made) -> None:
    with pytest.raises(BadInput, match="boot: expected lower-case hexadecimal digits"):
        made.open(FakeClock("first boot"))


# ---- one writer --------------------------------------------------------------------------


def test_a_second_writer_is_kept_out(made: Made) -> None:
    with made.open() as journal:
        with pytest.raises(JournalFailed, match=r"journal\.db: another program is using it$"):
            made.open()
        journal.append("event", {})
        journal.commit()
    made.open().close()


def test_another_process_is_kept_out(made: Made) -> None:
    with made.open():
        child = os.fork()
        if child == 0:
            try:
                made.open()
            except JournalFailed:
                os._exit(7)
            finally:
                os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_a_program_that_knows_nothing_of_the_lock_cannot_write(made: Made) -> None:
    with made.open() as journal, raw(made.path) as db:
        for _ in range(2):
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                db.execute("INSERT INTO records VALUES (9, 'event', 1, 1, 'ab', '{}', x'00')")
            journal.append("event", {})
            journal.commit()
        journal.checkpoint()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            db.execute("DROP TRIGGER no_update")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE records SET wall = 0 WHERE seq = 2",
        "DELETE FROM records WHERE seq = 2",
        "INSERT OR REPLACE INTO records VALUES (2, 'event', 1, 1, 'ab', '{}', x'00')",
        "INSERT OR REPLACE INTO records VALUES (1, 'event', 1, 1, 'ab', '{}', x'00')",
    ],
)
def test_the_database_itself_refuses_changes(made: Made, statement: str) -> None:
    with raw(made.path) as db, pytest.raises(sqlite3.IntegrityError, match="a journal is never changed"):
        db.execute(statement)
    assert made.verify().good


def test_it_can_be_read_while_it_is_written(made: Made) -> None:
    """A verification that began sees the journal as it was then, whatever is committed and brought in meanwhile."""
    with made.open() as journal:
        play(journal, 2)
        seen: list[Record] = []

        def goes_on(record: Record) -> None:
            seen.append(record)
            journal.append("event", {"at": record.seq})
            journal.commit()
            journal.checkpoint()

        report = made.verify(each=goes_on)
        assert report.bad is None
        assert report.last == seen[-1].seq == 22
        assert made.verify().last == 44


def test_reading_changes_nothing_on_disk(made: Made, tmp_path: Path) -> None:
    with made.open() as journal:
        play(journal, 2)
        left = made.copied(tmp_path / "left")  # as a power cut leaves it: with its log
        (left.path.parent / "journal.db-shm").unlink()
    for one in (made, left):
        before = {file.name: file.read_bytes() for file in one.path.parent.iterdir()}
        assert one.verify().last == 22
        assert {file.name: file.read_bytes() for file in one.path.parent.iterdir()} == before


# ---- the log -----------------------------------------------------------------------------


def test_the_log_is_reserved_and_used_again(made: Made) -> None:
    log = made.path.with_name("journal.db-wal")
    with made.open() as journal:
        reserved = log.stat().st_size
        assert reserved >= 1 << 20
        for n in range(1200):
            journal.append("event", {"at": n, "filler": "x" * 300})
            journal.commit()
        assert log.stat().st_size == reserved
    assert not log.exists()
    assert made.verify().last == 1202


def test_the_last_commit_is_noted(made: Made) -> None:
    with made.open() as journal:
        journal.append("event", {})
        journal.append("event", {})
        assert noted_head(made.path) == (2, made.contents()[1].hash)
        journal.commit()
        assert noted_head(made.path) == journal.head


# ---- what is not a journal -----------------------------------------------------------------


def refused(made: Made) -> str:
    """The line that opening gives; verification gives one too, and neither changes the file."""
    before = made.path.read_bytes() if made.path.is_file() else b""
    with pytest.raises(JournalFailed) as caught:
        made.open()
    report = made.verify()
    assert not report.good
    assert "\n" not in str(report.bad)
    assert "\n" not in str(caught.value)
    assert (made.path.read_bytes() if made.path.is_file() else b"") == before
    return str(caught.value)


def test_an_empty_file_is_no_journal(made: Made) -> None:
    made.path.write_bytes(b"")
    assert refused(made).endswith("an empty file, not a journal")


@pytest.mark.parametrize("content", [b"x" * 5000, b"SQLite format 3\0", b"\0" * 8192])
def test_what_is_no_database_is_no_journal(made: Made, content: bytes) -> None:
    made.path.write_bytes(content)
    assert "journal.db: " in refused(made)


def test_another_database_is_no_journal(made: Made) -> None:
    made.path.unlink()
    with raw(made.path) as db:
        db.execute("CREATE TABLE records (x)")
    assert refused(made).endswith("not a journal of a table")


def test_another_schema_version_is_refused(made: Made) -> None:
    with raw(made.path) as db:
        db.execute("PRAGMA user_version = 2")
    assert refused(made).endswith("schema version 2, this program knows 1")


@pytest.mark.parametrize("change", ["DROP TRIGGER no_update", "DROP INDEX rare", "CREATE TABLE more (x)"])
def test_a_changed_schema_is_refused(made: Made, change: str) -> None:
    with raw(made.path) as db:
        db.execute(change)
    assert refused(made).endswith(f"{change.split()[2]} is not as it was made")


def test_a_journal_without_records_is_refused(made: Made) -> None:
    with raw(made.path) as db:
        kept = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'no_delete'").fetchone()[0]
        db.execute("DROP TRIGGER no_delete")
        db.execute("DELETE FROM records")
        db.execute(kept)
    assert "record 1: missing" in refused(made)


def test_a_journal_that_is_gone_is_not_begun_anew(made: Made) -> None:
    made.path.unlink()
    assert refused(made).endswith("it is gone; its last record was 2")
    assert not made.path.exists()


def test_a_directory_is_no_journal(made: Made) -> None:
    made.path.unlink()
    made.path.mkdir()
    assert "journal.db: " in refused(made)


def test_another_key_is_refused(made: Made, tmp_path: Path) -> None:
    other = Made(made.path, make_key(tmp_path / "other"))
    assert "wrong key" in refused(other)


def test_a_journal_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    signer = make_key(tmp_path / "key")
    with pytest.raises(JournalFailed, match="No such file or directory"):
        Journal.open(tmp_path / "none" / "journal.db", signer, FakeClock())


def test_a_begin_that_was_cut_short_is_begun_again(tmp_path: Path) -> None:
    for name in ("journal.db-new", "journal.db-new-journal", "journal.db-head"):
        (tmp_path / name).write_bytes(b"" if name.endswith("head") else b"half")
    made = Made(tmp_path / "journal.db", make_key(tmp_path / "key"))
    made.open().close()
    assert kinds(made.contents()) == ["genesis", "signed"]


def test_names_with_odd_letters(tmp_path: Path) -> None:
    made = played(tmp_path / "tischß ?#%20&mode=rw")
    assert made.verify().good
    assert json.dumps(made.contents()[2].body)
