"""A forger with the file and time: what is edited, deleted, inserted, reordered or cut off, verification names it."""

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.chain import head_message
from controller.journal_check import BadJournal, check_tail, walk
from controller.journal_file import Head, JournalFailed
from controller.signing import Signer, key_id, make_key
from tests.journal.made import (
    BODY,
    HASH,
    KIND,
    SEQ,
    WALL,
    Made,
    Rows,
    forge,
    page_hash,
    page_json,
    played,
    rehash,
    renumber,
)

COLUMNS = ("kind", "wall", "mono", "boot", "body", "hash")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Closed, some forty records: genesis, three rounds, stop."""
    return played(tmp_path_factory.mktemp("whole") / "table")


@contextmanager
def forged(whole: Made, change: Callable[[Rows], Rows], *, noted: bool = True) -> Iterator[Made]:
    """A copy that was changed; without the note of the last commit if the forger thought of it."""
    with tempfile.TemporaryDirectory() as folder:
        made = whole.copied(Path(folder))
        forge(made.path, change)
        if not noted:
            made.path.with_name("journal.db-head").unlink()
        yield made


def found(made: Made, **more: Any) -> BadJournal:
    bad = made.verify(**more).bad
    assert bad is not None
    assert "\n" not in str(bad)
    assert str(bad).startswith("journal.db: ")
    return bad


def last(whole: Made) -> int:
    return whole.contents()[-1].seq


def signatures(whole: Made) -> list[int]:
    return [record.seq for record in whole.contents() if record.kind == "signed"]


def place(whole: Made, draw: st.DataObject, least: int = 1, less: int = 0) -> int:
    return draw.draw(st.integers(least, last(whole) - less))


def changed(row: list[Any], column: str, by: int) -> None:
    n = 1 + COLUMNS.index(column)
    value = row[n]
    if isinstance(value, int):
        row[n] = value + by
    elif isinstance(value, bytes):
        row[n] = bytes([value[0] ^ by]) + value[1:]
    elif column == "body":
        row[n] = page_json(json.loads(value) | {"forged": by})
    else:
        row[n] = f"{value[:-1]}{'a' if value[-1] != 'a' else 'b'}"


@given(data=st.data(), column=st.sampled_from(COLUMNS), by=st.integers(1, 255), noted=st.booleans())
def test_an_edited_record_is_named(whole: Made, data: st.DataObject, column: str, by: int, noted: bool) -> None:
    k = place(whole, data)

    def edit(rows: Rows) -> Rows:
        changed(rows[k - 1], column, by)
        return rows

    with forged(whole, edit, noted=noted) as made:
        bad = found(made)
        assert bad.seq == k
        assert bad.what.startswith("edited")


@given(data=st.data(), noted=st.booleans())
def test_a_deleted_record_is_named(whole: Made, data: st.DataObject, noted: bool) -> None:
    k = place(whole, data)
    with forged(whole, lambda rows: rows[: k - 1] + rows[k:], noted=noted) as made:
        bad = found(made)
        assert bad.seq == k
        assert bad.what.startswith("cut off" if k == last(whole) else "missing")


@given(data=st.data())
def test_a_deleted_record_is_named_though_the_others_moved_up(whole: Made, data: st.DataObject) -> None:
    k = place(whole, data)
    with forged(whole, lambda rows: renumber(rows[: k - 1] + rows[k:]), noted=False) as made:
        bad = found(made)
        assert bad.seq == k
        if 1 < k <= last(whole) - 2:
            assert bad.what.startswith("missing")


@given(data=st.data(), good_hash=st.booleans(), noted=st.booleans())
def test_an_inserted_record_is_named(whole: Made, data: st.DataObject, good_hash: bool, noted: bool) -> None:
    k = place(whole, data, least=2)

    def insert(rows: Rows) -> Rows:
        new = [k, "event", rows[k - 2][WALL], rows[k - 2][3], rows[k - 2][4], '{"at":1}', b"h" * 32]
        if good_hash:
            new[HASH] = page_hash(rows[k - 2][HASH], new)
        return renumber([*rows[: k - 1], new, *rows[k - 1 :]])

    with forged(whole, insert, noted=noted) as made:
        bad = found(made)
        assert bad.seq == k
        sealed = whole.contents()[k - 2].kind in ("genesis", "snapshot", "stop")
        assert bad.what.startswith("missing: the signature" if good_hash and sealed else "inserted")


@given(data=st.data(), noted=st.booleans())
def test_reordered_records_are_named(whole: Made, data: st.DataObject, noted: bool) -> None:
    i = place(whole, data, less=1)
    j = data.draw(st.integers(i + 1, last(whole)))

    def swap(rows: Rows) -> Rows:
        rows[i - 1], rows[j - 1] = rows[j - 1], rows[i - 1]
        return renumber(rows)

    with forged(whole, swap, noted=noted) as made:
        bad = found(made)
        assert bad.seq == i
        assert bad.what.startswith("edited: a journal's first" if i == 1 else "reordered")


@given(data=st.data(), known=st.booleans())
def test_a_cut_off_end_is_named(whole: Made, data: st.DataObject, known: bool) -> None:
    """By the note of the last commit, or by a head that was kept off the box."""
    k = place(whole, data, less=1)
    end = whole.contents()[-1]
    expected = (end.seq, end.hash) if known else None
    with forged(whole, lambda rows: rows[:k], noted=not known) as made:
        bad = found(made, expected=expected)
        assert bad.seq == k + 1
        assert bad.what.startswith("cut off")


def test_a_cut_off_end_is_told_by_what_is_signed(whole: Made) -> None:
    """Where nothing else is known, a shorter journal is a good one; the report says how far it is signed."""
    with forged(whole, lambda rows: rows[:17], noted=False) as made:
        report = made.verify()
        assert report.good
        assert (report.last, report.signed) == (17, 11)


@settings(deadline=None)
@given(data=st.data(), column=st.sampled_from(COLUMNS[:-1]), own_key=st.booleans(), our_name=st.booleans())
def test_hashes_that_were_made_anew_do_not_fit_the_signature(
    whole: Made, data: st.DataObject, column: str, own_key: bool, our_name: bool
) -> None:
    """The forger makes all later hashes anew, and signs them with a key of his own, perhaps under our key's name."""
    k = place(whole, data, less=1)
    his = Signer.__new__(Signer)
    Signer.__init__(his, make_key_in_memory())

    def edit(rows: Rows) -> Rows:
        if column == "kind" and rows[k - 1][KIND] in ("genesis", "snapshot", "stop", "signed"):
            changed(rows[k - 1], "wall", 1)
        else:
            changed(rows[k - 1], column, 1)
        rehash(rows, k - 1)
        if own_key:
            sign_anew(rows, k - 1, his, whole.signer.key_id if our_name else his.key_id)
        return rows

    with forged(whole, edit, noted=False) as made:
        bad = found(made)
        if column == "mono" and "steady time" in bad.what:
            assert bad.seq == k + 1, "two records of one millisecond: the order of their times is wrong already"
            return
        at_it = k in signatures(whole) and (column == "body" or own_key)
        assert bad.seq == next(seq for seq in signatures(whole) if seq >= k + (not at_it))
        assert bad.what.startswith(
            "wrong key" if own_key and not our_name and not bad_body(made, bad) else "bad signature"
        )
    assert key_id(his.public_key) != whole.signer.key_id


def bad_body(made: Made, bad: BadJournal) -> bool:
    """A signed record with a field too many is refused before its key is looked at."""
    return bad.what.endswith("its body is not that of a signature")


def make_key_in_memory() -> Any:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.generate()


def sign_anew(rows: Rows, first: int, signer: Signer, name: str) -> None:
    for n in range(first, len(rows)):
        if rows[n][KIND] == "signed":
            seq, hash = rows[n - 1][SEQ], rows[n - 1][HASH]
            signature = signer.sign(head_message(seq, hash)).hex()
            rows[n][BODY] = page_json({"seq": seq, "hash": hash.hex(), "key": name, "signature": signature})
        rows[n][HASH] = page_hash(rows[n - 1][HASH] if n else bytes(32), rows[n])


@given(data=st.data())
def test_a_last_record_that_was_made_anew_does_not_fit_the_note(whole: Made, data: st.DataObject) -> None:
    def edit(rows: Rows) -> Rows:
        rows[-1][WALL] += 1
        return rehash(rows, len(rows) - 1)

    with forged(whole, edit) as made:
        bad = found(made)
        assert bad.seq == last(whole)
        assert bad.what.startswith("edited: its hash was")


def test_signatures_that_were_taken_out_are_missed(whole: Made) -> None:
    with forged(whole, lambda rows: rehash(renumber([row for row in rows if row[KIND] != "signed"]))) as made:
        bad = found(made)
        assert bad.seq == 2
        assert bad.what.startswith("missing: the signature of the genesis")


def test_a_body_in_another_form_is_named(whole: Made) -> None:
    """One that even the key's owner could not have written with this program."""

    def spaced(rows: Rows) -> Rows:
        rows[4][BODY] = rows[4][BODY].replace(":", ": ", 1)
        rehash(rows)
        sign_anew(rows, 0, whole.signer, whole.signer.key_id)
        return rows

    with forged(whole, spaced, noted=False) as made:
        bad = found(made)
        assert (bad.seq, bad.what) == (5, "not canonical JSON")


def test_the_same_changes_by_the_keys_owner_are_seen_off_the_box(whole: Made) -> None:
    """Who has the key can write another history. A head that was kept elsewhere shows even that."""

    def rewrite(rows: Rows) -> Rows:
        changed(rows[4], "wall", 1)
        rehash(rows)
        sign_anew(rows, 0, whole.signer, whole.signer.key_id)
        return rows

    end = whole.contents()[-1]
    with forged(whole, rewrite, noted=False) as made:
        assert made.verify().good
        assert found(made, expected=(end.seq, end.hash)).seq == end.seq


def test_the_wrong_public_key_is_said_to_be_wrong(whole: Made, tmp_path: Path) -> None:
    other = Made(whole.path, make_key(tmp_path / "key"))
    bad = found(other)
    assert bad.seq == 2
    assert bad.what == f"wrong key: signed with '{whole.signer.key_id}', expected {other.signer.key_id}"


def test_without_a_key_the_chain_alone_is_checked(whole: Made) -> None:
    assert [record.seq for record in walk((whole.path,), None)] == list(range(1, last(whole) + 1))


@given(data=st.data())
def test_a_table_does_not_start_on_a_changed_end(whole: Made, data: st.DataObject) -> None:
    """From the last snapshot on, the start finds whatever the audit finds, and leaves the file as it was."""
    snapshot = max(record.seq for record in whole.contents() if record.kind == "snapshot")
    k = place(whole, data, least=snapshot)
    column = data.draw(st.sampled_from(COLUMNS))

    def edit(rows: Rows) -> Rows:
        changed(rows[k - 1], column, 1)
        return rows

    with forged(whole, edit) as made:
        before = made.path.read_bytes()
        with pytest.raises(JournalFailed, match=r"journal\.db: record \d+: "):
            made.open()
        assert made.path.read_bytes() == before


def test_a_start_trusts_what_is_before_the_last_snapshot(whole: Made) -> None:
    """That is for the audit: the start stays quick however long the journal is."""

    def edit(rows: Rows) -> Rows:
        changed(rows[4], "wall", 1)
        return rows

    with forged(whole, edit) as made:
        tail = check_tail(made.path, made.signer.public_key)
        assert tail.snapshot is not None
        assert tail.snapshot.body == {"table": {"round": 2}, "device": {}}
        assert tail.signed == last(whole) - 1
        assert found(made).seq == 5


def test_a_copy_on_a_stick_is_read_as_it_is(whole: Made, tmp_path: Path) -> None:
    shutil.copyfile(whole.path, tmp_path / "evidence.db")
    (tmp_path / "evidence.db").chmod(0o400)
    assert Made(tmp_path / "evidence.db", whole.signer).contents() == whole.contents()
    assert [file.name for file in tmp_path.iterdir()] == ["evidence.db"]


def test_a_reader_does_not_wait_for_a_reader(whole: Made) -> None:
    held = Head.hold(whole.path, 0)
    held.release()
    assert whole.verify().good
