"""The service from exec to READY, with a day's journal to come back from, beside a bare interpreter; and its memory.

The real process with a simulated table, as `tablectl run` starts it. It was unplugged in the middle of a round.
"""

import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep

from bench.result import MISSED, OK, Result, duration, megabytes, within
from bench.round import a_round
from bench.timing import cached_bytecode, resident, run
from controller.config import Config, read_config
from controller.game.table import events as ev
from controller.game.table.controller import TableController
from controller.game.table.refusals import Refused
from controller.journal import Journal, SystemClock
from controller.keeper import Keeper
from controller.library import config_folder
from controller.loop import Loop
from controller.play.scenario import Scenario
from controller.play.sim import Outcome, Table
from controller.replay import new_game
from controller.signing import make_key
from controller.standing import Standing
from controller.translate import Translate

ROUNDS = 1_500
STARTS = 15
MOST = 10
"""Times as long as a bare interpreter."""
MOST_MEMORY = 80e6
LATER = 5.0
"""Seconds after READY for the second look at the memory: several beats of the loop."""
PACKAGES = (
    "import argparse, csv, dataclasses, json, queue, selectors, sqlite3, tempfile, tomllib\n"
    "import cryptography.hazmat.primitives.asymmetric.ed25519, serial, transitions, usb.core"
)
"""What others wrote and a start needs: nothing of ours can be quicker."""
PATIENCE = 120
"""As systemd's TimeoutStartSec."""
TABLECTL = str(Path(sys.executable).with_name("tablectl"))
TABLE = """
name = "Bench"
rulebook = "ma-uth-1"
method = "manual_shoe"
[options]
trips = "A"
[journal]
file = "journal.db"
key = "key"
[console]
socket = "control"
operators = "operators.toml"
[twin]
bots = false
"""


def results() -> Iterator[Result]:
    with tempfile.TemporaryDirectory() as name, cached_bytecode() as environment:
        folder = Path(name)
        file = folder / "table.toml"
        file.write_text(TABLE, encoding="ascii")
        shutil.copy(config_folder() / "twin-operators.toml", folder / "operators.toml")
        _play_a_day(read_config(file))
        yield from _measure(folder, environment)


def _measure(folder: Path, environment: dict[str, str]) -> Iterator[Result]:
    bare, packages = ([sys.executable, "-c", code] for code in ("pass", PACKAGES))
    service = [TABLECTL, "run", "--simulated", "--config", str(folder / "table.toml")]
    starts, bares, loads, at_ready, later = [], [], [], [], []
    for turn in range(STARTS + 1):
        bares.append(_timed(bare, environment))
        loads.append(_timed(packages, environment))
        with started(service, folder, environment) as (process, taken):
            starts.append(taken)
            at_ready.append(resident(process.pid))
            if turn == STARTS:
                sleep(LATER)
                later.append(resident(process.pid))
    # The first found nothing compiled.
    start, alone, load = (statistics.median(times[1:]) for times in (starts, bares, loads))
    size = megabytes((folder / "journal.db").stat().st_size)
    what, peer = f"from exec to READY, {ROUNDS:,} rounds ({size}), median", f"python -c pass {duration(alone)}"
    verdict = OK if start < MOST * alone else MISSED
    yield Result(what, duration(start), peer, f"{start / alone:.1f} times it", f"under {MOST} times", verdict)
    yield Result("of it, what the packages take alone", duration(load), peer, f"{load / alone:.1f} times it", "", "")
    for when, sizes in (("at READY", at_ready), (f"{LATER:g} s later", later)):
        most = max(sizes)
        yield within(f"resident memory {when}", most, megabytes(most), MOST_MEMORY, "under 80 MB")


def _timed(command: list[str], environment: dict[str, str]) -> float:
    begun = perf_counter()
    run(command, environment)
    return perf_counter() - begun


# ---- the process -----------------------------------------------------------------------------


@contextmanager
def started(
    command: list[str], folder: Path, environment: dict[str, str]
) -> Iterator[tuple[subprocess.Popen[bytes], float]]:
    """The service with the seconds it took to be READY; stopped as systemd stops it."""
    with _systemd(folder) as port, (folder / "lines").open("wb") as lines:
        environment = environment | {"NOTIFY_SOCKET": port.getsockname()}
        begun = perf_counter()
        with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=lines) as process:
            try:
                said = [port.recv(4096)]
                taken = perf_counter() - begun
                if said != [b"READY=1"]:
                    raise SystemExit(f"the service did not start: {said[0].decode()}")
                yield process, taken
            finally:
                process.send_signal(signal.SIGTERM)


@contextmanager
def _systemd(folder: Path) -> Iterator[socket.socket]:
    """As much of it as READY=1 needs."""
    path = folder / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as port:
        port.bind(str(path))
        port.settimeout(PATIENCE)
        try:
            yield port
        finally:
            path.unlink()


# ---- the day before ----------------------------------------------------------------------------


def _play_a_day(config: Config) -> None:
    """All rounds and half of one more, as the service would have journaled them."""
    with Journal.open(config.journal.file, make_key(config.journal.key), SystemClock()) as journal:
        keeper = OncePerRound(Standing(), journal)
        record = config.record()
        keeper.keep("start", {"at": 0, "version": 1, "digest": "0" * 64, "config": record, "table": config.name})
        game = new_game(record)
        executor = NoHardware()
        loop = Loop(game, Translate(list(game.book.rules.wagers), {}), executor, keeper, lambda told: None, record)  # type: ignore[arg-type]
        table = JournaledTable(loop)
        table.open()
        events = a_round()
        for _ in range(ROUNDS):
            for event in events:
                table.send(event)
            table.at += 1_000  # not so long that the deck would have to go
            journal.commit()
            journal.checkpoint()
        for event in events[: len(events) // 2]:
            table.send(event)
        journal.commit()


class OncePerRound(Keeper):
    def commit(self) -> None:
        """Left to who plays: a day of the disk's time would tell nothing here."""


class NoHardware:
    """In the executor's place."""

    def effect(self, effect: object, token: object) -> None: ...
    def lock_out_seen(self) -> None: ...
    def show(self, game: TableController, alarm: bool) -> None: ...


class JournaledTable(Table):
    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        super().__init__(Scenario("ma-uth-1", "", options={"trips": "A"}), loop.game)

    def send(self, event: ev.Event) -> Outcome:
        outcome = self.loop.event(event, self.at)
        if isinstance(outcome, Refused):
            raise SystemExit(f"the rounds are not alike: {event} is refused")
        return outcome
