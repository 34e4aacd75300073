"""A disk that fails: a clear line, nothing half written, and no going on as if nothing was."""

import errno
import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller import journal_file
from controller.journal import Journal
from controller.journal_file import JournalFailed
from controller.signing import make_key
from tests.journal.made import FakeClock, Made, begin


@contextmanager
def disk(folder: Path, options: str) -> Iterator[None]:
    """A disk of its own, where the machine lets us have one."""
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("no right to mount a small disk")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def until_it_fails(journal: Journal) -> tuple[int, str]:
    """Commits until one is refused: the last record that was acknowledged, and the line."""
    for n in range(20_000):
        acknowledged = journal.head[0]
        journal.append("event", {"at": n, "filler": "x" * 400})
        journal.append("effects", {"of": n})
        try:
            journal.commit()
        except JournalFailed as failed:
            return acknowledged, str(failed)
    raise AssertionError("it never failed")


def check_refuses(journal: Journal, said: str) -> None:
    for act in (lambda: journal.append("event", {}), journal.commit, journal.sign, journal.checkpoint):
        with pytest.raises(JournalFailed) as caught:
            act()
        assert str(caught.value) == said


def check_goes_on(made: Made, acknowledged: int) -> None:
    """Every acknowledged record is there, and of what failed all or nothing."""
    report = made.verify()
    assert report.good
    assert report.last in (acknowledged, acknowledged + 2)
    with made.open() as journal:
        journal.append("event", {})
        journal.commit()
    assert made.verify().last == report.last + 1


def test_a_full_disk(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    with disk(folder, "size=4m"):
        made = begin(folder)
        with made.open() as journal:
            acknowledged, said = until_it_fails(journal)
            assert said == f"journal {made.path}: database or disk is full"
            check_refuses(journal, said)
        assert acknowledged > 1000
        subprocess.run(["mount", "-o", "remount,size=16m", folder], check=True)
        check_goes_on(made, acknowledged)


def test_a_disk_that_is_full_from_the_start(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    signer = make_key(tmp_path / "key")
    with disk(folder, "size=1m"):
        made = Made(folder / "journal.db", signer)
        with pytest.raises(JournalFailed, match="No space left on device"):
            made.open()
        subprocess.run(["mount", "-o", "remount,size=16m", folder], check=True)
        check_goes_on(made, 2)


def test_a_read_only_disk(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    with disk(folder, "size=4m"):
        made = begin(folder)
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        with pytest.raises(JournalFailed, match=r"journal\.db: Read-only file system$"):
            made.open()
        assert made.verify().good


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_file(tmp_path: Path) -> None:
    made = begin(tmp_path / "table")
    made.path.chmod(0o440)
    with pytest.raises(JournalFailed, match="attempt to write a readonly database"):
        made.open()


def test_no_more_pages(tmp_path: Path) -> None:
    made = begin(tmp_path)
    with made.open() as journal:
        journal._db.execute("PRAGMA max_page_count = 40")
        acknowledged, said = until_it_fails(journal)
        assert said == f"journal {made.path}: database or disk is full"
        check_refuses(journal, said)
    check_goes_on(made, acknowledged)


def test_an_error_of_the_disk(tmp_path: Path) -> None:
    made = begin(tmp_path)
    with made.open() as journal:
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, limits[1]))
        try:
            acknowledged, said = until_it_fails(journal)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert said == f"journal {made.path}: disk I/O error"
        check_refuses(journal, said)
    check_goes_on(made, acknowledged)


def test_an_error_after_the_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The records are there, but the journal cannot say so: it is for the next start to find them."""

    def broken(*_: object) -> int:
        raise OSError(errno.EIO, "Input/output error")

    made = begin(tmp_path)
    with made.open() as journal:
        journal.append("event", {})
        with monkeypatch.context() as patch:
            patch.setattr(journal_file.os, "pwrite", broken)
            with pytest.raises(JournalFailed, match="Input/output error"):
                journal.commit()
        check_refuses(journal, f"journal {made.path}: Input/output error")
    assert made.verify().last == 3
    made.open().close()


def test_an_error_at_a_checkpoint(tmp_path: Path) -> None:
    made = begin(tmp_path)
    with made.open() as journal:
        journal._db.execute("PRAGMA max_page_count = 1000")
        for n in range(200):
            journal.append("event", {"at": n, "filler": "x" * 400})
            journal.commit()
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, limits[1]))
        try:
            with pytest.raises(JournalFailed, match="disk I/O error"):
                journal.checkpoint()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        check_refuses(journal, f"journal {made.path}: disk I/O error")
    check_goes_on(made, 202)


def test_a_closed_journal_refuses(tmp_path: Path) -> None:
    made = begin(tmp_path)
    journal = made.open(FakeClock())
    journal.close()
    check_refuses(journal, f"journal {made.path}: it is closed")
