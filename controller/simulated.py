"""A table in one command: the twin behind the real drivers, the service, bots that play, and the console to watch them.

With no terminal, a line an event, and what there was of everything when it is stopped.
"""

import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller.bots.people import By, Person, Reply
from controller.config import Config
from controller.console.client import Client, NoService
from controller.game.table import effects as do
from controller.game.table.refusals import Refused
from controller.hardware import SimulatedTable
from controller.log import Log
from controller.loop import Handled, Told
from controller.process import Process
from controller.signing import make_key
from controller.told_lines import words

PEOPLE = (
    Person("D1", "dealer", "100001", "1001"),
    Person("F1", "floor", "200001", "2001"),
    Person("F2", "floor", "200002", "2002"),
    Person("T1", "technician", "300001", "3001"),
)
"""The bots' part of config/twin-operators.toml, where nothing is secret."""
BETWEEN_ACTS = 1.2
"""Seconds at a real table, for a person who knows what comes next."""


def run(config: Config) -> int:
    assert config.twin is not None
    folder = config.journal.file.parent
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    config.console.socket.parent.mkdir(parents=True, exist_ok=True)
    if not config.journal.key.exists():
        make_key(config.journal.key)
    wagers = list(config.offer.book.rules.wagers)
    table = SimulatedTable(config.seats, wagers, config.twin.caps, config.twin.seed, config.twin.pace)
    with (folder / "table.log").open("a", encoding="utf-8") as log:
        watched = sys.stdin.isatty() and sys.stdout.isatty()
        told = _Summary(quiet=watched)
        process = Process(config, table, Log(log), told.take)
        if config.twin.bots:
            table.plays = _bots(config, table, process)
        return _watched(process, config.console.socket) if watched else _unwatched(process, told)


def _bots(config: Config, table: SimulatedTable, process: Process) -> Any:
    """They step with the table held still, but for the time in which the console answers."""
    from controller.bots.bots import Bots

    assert config.twin is not None
    clients: list[Client] = []

    def ask(what: str, **fields: Any) -> Reply:
        table.lock.release()
        try:
            if not clients:
                clients.append(Client(config.console.socket))
            return clients[0].ask(what, **fields)
        except NoService as gone:
            clients.clear()
            return {"ok": False, "why": str(gone)}
        finally:
            table.lock.acquire()

    def act(event: dict[str, Any], by: By, second: By | None = None) -> Reply:
        return ask("act", event=event, by=by, **({"second": second} if second else {}))

    bots = Bots(
        table.twin,
        lambda: process.seen,
        act,
        PEOPLE,
        config.twin.seed,
        mistakes=config.twin.mistakes / 100,
        pace=BETWEEN_ACTS / config.twin.pace,
        acknowledge=lambda alarm, by: ask("acknowledge", alarm=alarm, by=by),
        clear_input=lambda name, by: ask("clear-input", name=name, by=by),
        device_back=lambda by: ask("device-back", by=by),
    )

    def step(now: float) -> None:
        if process.seen:
            with table.lock:
                bots.step(now)

    def close() -> None:
        for client in clients:
            client.close()

    table.leave = close
    return step


def _watched(process: Process, socket: Path) -> int:
    """The console in the terminal's own thread; the service ends when it is left."""
    from controller.console.terminal import loop

    codes: list[int] = []
    service = threading.Thread(target=lambda: codes.append(process.run()), name="service")
    service.start()
    try:
        while service.is_alive() and not process.up.wait(0.1):
            pass
        if service.is_alive():
            loop.run(socket)
    finally:
        process.stop("the console was left")
        service.join()
    return codes[0] if codes else 1


def _unwatched(process: Process, told: "_Summary") -> int:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: process.stop(signal.Signals(number).name))
    code = process.run()
    print(told.text(), flush=True)
    return code


@dataclass
class _Summary:
    """What was handled: told line by line, and counted."""

    quiet: bool
    began: float = field(default_factory=time.monotonic)
    counted: Counter[str] = field(default_factory=Counter)

    def take(self, told: Told) -> None:
        if not self.quiet:
            print(time.strftime("%H:%M:%S"), words(told), flush=True)
        if isinstance(told, Handled):
            self.counted["events"] += 1
            self.counted["refusals"] += isinstance(told.outcome, Refused)
            if not isinstance(told.outcome, Refused):
                self._effects(told.outcome)

    def _effects(self, effects: tuple[do.Effect, ...]) -> None:
        for effect in effects:
            if isinstance(effect, do.RoundOver):
                self.counted["rounds"] += 1
                self.counted["voids"] += effect.void
            self.counted["alarms"] += isinstance(effect, do.Alarm)

    def text(self) -> str:
        counted: Mapping[str, int] = self.counted
        parts = [f"{counted.get(name, 0)} {name}" for name in ("rounds", "voids", "events", "refusals", "alarms")]
        return f"stopped after {time.monotonic() - self.began:.0f} s: {', '.join(parts)}"
