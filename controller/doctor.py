"""`tablectl doctor`: the technician's test of a table that is not being played: wiring, panel, dealing device, files.

It takes the hardware as the service does, so it never does while the service has it: then it shows what that tells.
Rounds, meters and the journal are not touched; lamps are lit for a moment, the lock line stays locked, and motors move
only where that is asked for.
"""

import fcntl
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller import check
from controller.config import Config, read_config
from controller.doctor_files import look_at_files
from controller.doctor_hardware import Hardware, Wish, look_at_hardware
from controller.findings import CRITICAL, FINE, WARNING, Finding
from controller.game.fields import BadInput
from controller.hardware import RealTable, SimulatedTable
from controller.journal_file import beside
from controller.library import config_folder
from controller.run import CONFIG
from drivers.errors import DriverError

WORDS = {FINE: "ok", WARNING: "warn", CRITICAL: "BAD"}
WATCH = 20
"""Seconds in which who stands at the table tries every button and spot, if nothing else is said."""
LONGEST_WATCH = 3600


class Said:
    """A line as soon as something is found: a person waits for it."""

    def __init__(self) -> None:
        self._levels: list[int] = []

    def __call__(self, found: Finding) -> None:
        self._levels.append(found.level)
        text = f"{found.what}: {found.text}" + (f"; {found.do}" if found.do else "")
        line = "".join(letter if letter.isprintable() else "?" for letter in text)
        print(f"{WORDS[found.level]:<5} {line}", flush=True)

    def end(self) -> int:
        print(", ".join(f"{self._levels.count(level)} {word}" for level, word in WORDS.items()))
        return 1 if CRITICAL in self._levels else 0


def run(file: str | None, *, simulated: bool, walk: bool, count: bool, watch: int | None) -> int:
    if watch is not None and not 0 <= watch <= LONGEST_WATCH:
        raise BadInput("watch", f"0 to {LONGEST_WATCH} seconds", watch)
    config = read_config(Path(file) if file else config_folder() / "twin.toml" if simulated else CONFIG)
    if simulated and config.twin is None:
        raise BadInput("twin", f"a table of that name in {config.file.name}, as in config/twin.toml: it is missing")
    if not simulated and config.wiring is None:
        raise BadInput("twin", f"no such table in the file of a real table ({config.file.name}); or else --simulated")
    if watch is None:
        watch = WATCH if sys.stdin.isatty() and sys.stdout.isatty() else 0
    return examine(config, Wish(walk=walk, count=count, watch=watch))


def examine(config: Config, wish: Wish, simulated: SimulatedTable | None = None) -> int:
    """`simulated`: a table that somebody has his hands at; without it, one is made where the file says so."""
    said = Said()
    said(Finding(FINE, "table", f"{config.name}, {config.offer.book.id}, {config.setup.method}: the file is good"))
    if _runs(config):
        what = "it runs: this is what it tells; stop it for a test of the wiring (systemctl stop table-controller)"
        said(Finding(FINE, "service", what))
        for found in check.look(config.console.socket)[1]:
            said(found)
        return said.end()
    people = look_at_files(config, said)
    with _plugged(config, simulated, said) as hardware:
        look_at_hardware(hardware, config, wish, people, said)
    return said.end()


# ---- is it ours to take? -------------------------------------------------------------------


def _runs(config: Config) -> bool:
    """Somebody listens at the socket, or holds the journal; where that cannot be known, nothing is taken either."""
    with socket.socket(socket.AF_UNIX) as port:
        try:
            port.connect(str(config.console.socket))
        except PermissionError:
            return True
        except OSError:
            return _held(config.journal.file)
    return True


def _held(journal: Path) -> bool:
    try:
        file = os.open(beside(journal, "-head"), os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


@contextmanager
def _plugged(config: Config, table: SimulatedTable | None, said: Said) -> Iterator[Hardware]:
    if config.twin is None:
        assert config.wiring is not None, "a file has the one or the other"
        try:
            yield Hardware(config.wiring, RealTable(config.wiring).pins, None)
        except DriverError as refused:
            said(Finding(CRITICAL, "pins", str(refused), "is this a Pi, with the package rpi-lgpio?"))
            yield Hardware(config.wiring, None, None)
        return
    twin = config.twin
    wagers = list(config.offer.book.rules.wagers)
    table = table or SimulatedTable(config.seats, wagers, twin.caps, twin.seed, twin.pace)
    table.start()
    try:
        yield Hardware(table.wiring, table.pins, table.usb)
    finally:
        table.stop()
