"""A simulated table under test, and hands that move something as soon as the doctor watches."""

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller import doctor, doctor_hardware
from controller.config import Config
from controller.doctor_hardware import Wish
from controller.doctor_words import Watched
from controller.hardware import SimulatedTable
from drivers import notices as of
from tests.config.made import TWIN, read

LONG = 30.0
"""Seconds in which anything has been heard, or never will be."""
Hands = Callable[[SimulatedTable], None]


class Bench:
    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any] | None = None) -> None:
        own = {"journal.file": str(folder / "journal.db"), "journal.key": str(folder / "key")}
        own |= {"console.socket": str(folder / "control"), "twin.bots": False}
        people = Path(__file__).parents[2] / "config/twin-operators.toml"
        self.config: Config = read(folder, {**own, "console.operators": str(people), **(changes or {})}, TWIN)
        twin = self.config.twin
        assert twin is not None
        wagers = list(self.config.offer.book.rules.wagers)
        self.table = SimulatedTable(self.config.seats, wagers, twin.caps, twin.seed, 100)
        self.table.twin.step(time.monotonic())  # else a contact that chatters would do it from the machine's start on
        self.heard: list[of.Notice] = []
        self._capsys = capsys

    def look(self, wish: Wish | None = None) -> tuple[int, list[str]]:
        """The exit code, and what was said, line by line."""
        code = doctor.examine(self.config, wish or Wish(), self.table)
        out, err = self._capsys.readouterr()
        assert err == ""
        return code, out.splitlines()

    def watched(self, monkeypatch: pytest.MonkeyPatch, hands: Hands) -> tuple[int, list[str]]:
        """Hands move things as soon as it watches, and end the watch as a person does: with Ctrl-C."""
        watch, moved, begun = doctor_hardware._watch, Watched.moved, threading.Event()

        def watching(*args: Any) -> None:
            begun.set()
            watch(*args)

        def hear(self_: Watched, notice: of.Notice) -> None:
            moved(self_, notice)
            self.heard.append(notice)

        def work() -> None:
            begun.wait(LONG)
            try:
                hands(self.table)
            finally:
                os.kill(os.getpid(), signal.SIGINT)

        monkeypatch.setattr(doctor_hardware, "_watch", watching)
        monkeypatch.setattr(Watched, "moved", hear)
        thread = threading.Thread(target=work)
        thread.start()
        try:
            return self.look(Wish(watch=10 * LONG))
        finally:
            thread.join()

    def until(self, notice: of.Notice) -> None:
        """It has been heard."""
        limit = time.monotonic() + LONG
        while notice not in self.heard:
            assert time.monotonic() < limit, f"{notice} was not heard"
            time.sleep(0.01)
