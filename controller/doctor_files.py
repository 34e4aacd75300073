"""The doctor's look at a table's files, disk and clock. Everything is read, nothing is written."""

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from controller import archive
from controller.chain import Record
from controller.config import Config
from controller.console.terminal.words import clock, long
from controller.disk import room, room_finding
from controller.findings import CRITICAL, FINE, Finding
from controller.game.fields import BadInput
from controller.journal import SystemClock
from controller.journal_check import check_tail
from controller.journal_file import JournalFailed, noted_head
from controller.operators import Operators, read_operators
from controller.signing import Signer

Say = Callable[[Finding], None]


def look_at_files(config: Config, say: Say) -> Operators:
    """Who works at the table: nobody, where the file does not say."""
    people = _operators(config, say)
    signer = _key(config, say)
    last = _journal(config.journal.file, signer, say) if signer is not None else None
    folder = next(folder for folder in config.journal.file.parents if os.path.isdir(folder))
    say(room_finding(room(folder)))
    _clock(last, say)
    return people


def _operators(config: Config, say: Say) -> Operators:
    try:
        people = read_operators(config.console.operators, public=config.twin is not None)
    except BadInput as bad:
        say(Finding(CRITICAL, "operators' file", str(bad), _as_root(config.console.operators)))
        return Operators({}, {})
    roles = Counter(operator.role for operator in people.by_id.values())
    say(Finding(FINE, "operators' file", ", ".join(f"{number} {role}" for role, number in roles.items())))
    return people


def _key(config: Config, say: Say) -> Signer | None:
    """Its mode is looked at when it is loaded."""
    key = config.journal.key
    there = os.path.exists(key)  # unlike Path.exists, it says no where it may not look
    if config.twin is not None and not there:
        say(Finding(FINE, "key", "there is none yet: the first start of a simulated table makes it"))
        return None
    try:
        signer = Signer.load(key)
    except BadInput as bad:
        say(Finding(CRITICAL, "key", str(bad), _as_root(key) or ("" if there else "`tablectl install` makes it")))
        return None
    say(Finding(FINE, "key", f"{signer.public_key}, closed to everybody else"))
    return signer


def _journal(path: Path, signer: Signer, say: Say) -> Record | None:
    noted = noted_head(path)
    if not os.path.exists(path) and noted is None and not archive.anything_archived(path):
        say(Finding(FINE, "journal", "there is none yet: the first start begins it"))
        return None
    try:
        tail = check_tail(path, signer.public_key, noted)
    except JournalFailed as failed:
        do = "leave its files as they are, copy them off the box, then `tablectl verify`"
        say(Finding(CRITICAL, "journal", str(failed), do))
        return None
    said = f"its end is good: record {tail.last.seq} of {clock(tail.last.wall)}, signed up to {tail.signed}"
    say(Finding(FINE, "journal", said))
    return tail.last


def _clock(last: Record | None, say: Say) -> None:
    now = SystemClock().wall()
    before = last.wall - now if last is not None else 0
    if before > 0:
        text = f"it stands {long(before)} before the journal's last record"
        say(Finding(CRITICAL, "clock", text, "set it: the decks' times go by it over a restart"))
    else:
        say(Finding(FINE, "clock", clock(now)))


def _as_root(file: Path) -> str:
    return "" if os.access(file, os.R_OK) or os.geteuid() == 0 else "try it as root (sudo)"
