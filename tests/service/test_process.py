"""The service as a process: threads, twin and socket in real time. What goes wrong puts it out of order, never away."""

import io
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from controller.config import read_config
from controller.console.client import Client
from controller.hardware import SimulatedTable
from controller.journal import Journal
from controller.journal_file import JournalFailed
from controller.library import config_folder
from controller.log import Log
from controller.process import RESTART, STOPPED, Process
from controller.signing import make_key
from drivers import notices as of
from drivers.twin.table import ALARM, LOCK

FLOOR = {"who": "F1", "pin": "2001"}
PATIENCE = 20.0
"""Seconds for what takes milliseconds on a machine to itself."""


class Running:
    def __init__(self, folder: Path) -> None:
        for name in ("twin.toml", "twin-operators.toml"):
            text = (config_folder() / name).read_text(encoding="utf-8")
            (folder / name).write_text(text.replace("~/.local/state/table-controller/twin/", ""), encoding="utf-8")
        self.config = read_config(folder / "twin.toml")
        if not self.config.journal.key.exists():
            make_key(self.config.journal.key)
        self.said = io.StringIO()
        self.codes: list[int] = []

    def start(self) -> None:
        config = self.config
        assert config.twin is not None
        wagers = list(config.offer.book.rules.wagers)
        self.table = SimulatedTable(config.seats, wagers, config.twin.caps, 1, 1000)
        self.process = Process(config, self.table, Log(self.said))
        self.thread = Thread(target=lambda: self.codes.append(self.process.run()))
        self.thread.start()
        self.until(lambda: self.process.up.is_set())
        self.client = Client(config.console.socket)

    def until(self, done: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, self.said.getvalue()
            time.sleep(0.01)

    def view(self) -> dict[str, Any]:
        state: dict[str, Any] = self.client.ask("state")["state"]
        return state

    def act(self, **event: Any) -> dict[str, Any]:
        return self.client.ask("act", event=event, by=FLOOR)

    def ended(self) -> int:
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        self.client.close()
        return self.codes.pop()

    def stop(self) -> None:
        if self.thread.is_alive():
            self.process.stop("the test is over")
        self.thread.join(PATIENCE)
        self.client.close()

    def open(self) -> None:
        """Everything that a table needs before a wager."""
        twin = self.table.twin
        assert self.act(event="act", act="open")["ok"]
        assert self.act(event="receive-deck", deck=1, back="red")["ok"]
        assert self.act(event="receive-deck", deck=2, back="blue")["ok"]
        for deck in (0, 1):
            while (state := self.view()["decks"][deck]["state"]) not in ("shuffling", "shuffled"):
                with self.table.lock:
                    if state == "inspected":
                        twin.swipe("200001")
                    elif state == "stacked":
                        assert twin.device is not None
                        twin.device.load(deck + 1, range(8, 60), time.monotonic())
                    else:
                        twin.press("next")
                time.sleep(0.06)
                with self.table.lock:
                    twin.let_go("next")
                time.sleep(0.06)
                self.until(lambda n=deck, before=state: self.view()["decks"][n]["state"] != before)
        self.until(lambda: self.view()["table"]["state"] == "open")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    made = Running(tmp_path)
    made.start()
    yield made
    made.stop()


def lock_is_open(running: Running) -> bool:
    return running.table.twin.pins.stands(LOCK)


def test_a_table_is_opened_stopped_and_goes_on(running: Running) -> None:
    assert running.view()["table"]["state"] == "closed"
    assert running.act(event="act", act="open")["ok"]
    assert running.act(event="receive-deck", deck=1, back="red")["ok"]
    with running.table.lock:
        running.table.twin.press("next")
    running.until(lambda: "verify" in running.view()["prompt"]["text"])
    running.process.stop("SIGTERM")
    assert running.ended() == STOPPED
    running.start()
    running.until(lambda: "verify" in running.view()["prompt"]["text"])
    kinds = [record.kind for record in running.process._journal.records()] if running.process._journal else []
    assert kinds.count("start") == 2
    assert "stop" in kinds


def test_the_lock_line_is_closed_until_the_table_plays_and_after_it(running: Running) -> None:
    assert not lock_is_open(running)
    running.open()
    running.until(lambda: lock_is_open(running))
    pins = running.table.twin.pins
    running.process.stop("SIGTERM")
    assert running.ended() == STOPPED
    assert not pins.stands(LOCK)


def test_a_journal_that_fails_in_play_locks_the_table_and_says_why(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    running.open()
    running.until(lambda: lock_is_open(running))

    def full(self: Journal) -> None:
        raise JournalFailed("journal: no space left on device")

    monkeypatch.setattr(Journal, "commit", full)
    with running.table.lock:
        running.table.twin.chips(1, "ante", True)
    running.until(lambda: running.view()["out_of_order"])
    view = running.view()
    assert view["out_of_order"] == view["table"]["cause"] == "journal: no space left on device"
    assert not lock_is_open(running)
    assert running.table.twin.pins.stands(ALARM)
    refused = running.act(event="act", act="close")
    assert (refused["ok"], "no space left" in refused["why"]) == (False, True)
    # Somebody made room, and the floor begins it anew: systemd starts it again.
    wrong = running.client.ask("act", event={"event": "act", "act": "return-to-service"}, by=FLOOR | {"pin": "1111"})
    assert not wrong["ok"]
    monkeypatch.undo()
    assert running.act(event="act", act="return-to-service")["ok"]
    assert running.ended() == RESTART
    running.start()
    assert running.view()["table"]["state"] == "open"


def test_guessing_a_pin_out_of_order_is_slowed_too(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Journal, "commit", lambda self: (_ for _ in ()).throw(JournalFailed("journal: it is gone")))
    with running.table.lock:
        running.table.twin.chips(1, "ante", True)
    running.until(lambda: running.view()["out_of_order"])
    for _ in range(3):
        running.client.ask("act", event={"event": "act", "act": "return-to-service"}, by=FLOOR | {"pin": "1111"})
    assert "so soon after wrong PINs" in running.act(event="act", act="return-to-service")["why"]


@pytest.mark.parametrize("file", ["journal.db", "key", "twin-operators.toml"])
def test_what_is_damaged_puts_it_out_of_order_and_stays_as_it_is(tmp_path: Path, file: str) -> None:
    running = Running(tmp_path)
    running.start()
    running.act(event="act", act="open")
    running.stop()
    running.codes.clear()
    damaged = b"not what it was, " * 400
    kept = tmp_path / f"kept-{file}"
    shutil.move(tmp_path / file, kept)
    (tmp_path / file).write_bytes(damaged)
    (tmp_path / file).chmod(0o600)
    running.start()
    try:
        view = running.view()
        assert file.removesuffix(".toml") in view["out_of_order"]
        assert "\n" not in view["out_of_order"]
        assert not lock_is_open(running)
    finally:
        running.stop()
    assert (tmp_path / file).read_bytes() == damaged
    assert running.codes == [STOPPED]


def test_a_driver_that_ends_is_told_and_the_service_begins_anew(running: Running) -> None:
    running.process.inbox.put(of.DriverFailed("pins", "OSError: the chip is gone"))
    assert running.ended() == RESTART
    assert "the chip is gone" in running.said.getvalue()
    running.start()
    assert running.view()["alarms"][-1]["why"] == "OSError: the chip is gone"


def test_another_service_at_the_same_table_is_refused(running: Running) -> None:
    other = Running.__new__(Running)
    other.__dict__.update(running.__dict__)
    socket = running.config.console.socket.with_name("other")
    config = replace(running.config, console=replace(running.config.console, socket=socket))
    assert config.twin is not None
    table = SimulatedTable(config.seats, [], config.twin.caps, 1, 1000)
    process = Process(config, table, Log(io.StringIO()))
    thread = Thread(target=process.run)
    thread.start()
    running.until(lambda: process.up.is_set())
    try:
        assert "another program" in process.seen["out_of_order"]
        assert running.act(event="act", act="open")["ok"], "the first one plays on"
    finally:
        process.stop("the test is over")
        thread.join(PATIENCE)


def test_no_pin_is_in_the_log(running: Running) -> None:
    running.act(event="act", act="open")
    running.client.ask("act", event={"event": "act", "act": "close"}, by={"who": "F1", "pin": "8642097531"})
    running.stop()
    assert "open" in running.said.getvalue()
    for secret in ("2001", "8642097531"):
        assert f'"{secret}"' not in running.said.getvalue()
        assert secret not in running.said.getvalue().replace("200100", "")
