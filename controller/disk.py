"""The room that the journal has left: a table without a journal is not played."""

import os
from dataclasses import dataclass
from pathlib import Path

from controller.findings import CRITICAL, FINE, WARNING, Finding

MB = 1 << 20
LITTLE, TOO_LITTLE = 1024, 64
"""Megabytes. Some weeks of play, time enough to bring a larger disk; and about a day of it."""


@dataclass(frozen=True, slots=True)
class Room:
    free: int | None
    """Megabytes, so that it seldom changes; None where nobody knows."""
    read_only: bool


def room(folder: Path) -> Room:
    try:
        found = os.statvfs(folder)
    except OSError:
        return Room(None, False)
    return Room(found.f_bavail * found.f_frsize // MB, bool(found.f_flag & os.ST_RDONLY))


def room_finding(room: Room) -> Finding:
    if room.read_only:
        return Finding(CRITICAL, "disk", "the journal's disk is read-only", "see to the disk: dmesg says what it met")
    if room.free is None:
        return Finding(WARNING, "disk", "nobody knows what is free where the journal lies")
    level = CRITICAL if room.free < TOO_LITTLE else WARNING if room.free < LITTLE else FINE
    do = "" if level == FINE else "make room: copy closed files of the archive off the box before you take any away"
    return Finding(level, "disk", f"{room.free} MB free for the journal", do)
