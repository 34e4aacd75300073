"""The service as systemd sees it: up, alive, stopped in the middle of a round, and there again with the same round."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller import simulated
from controller.config import read_config
from controller.console.client import Client, NoService
from controller.console.view import View
from controller.console.view import view as view_of
from controller.hardware import SimulatedTable
from controller.journal import Journal, SystemClock
from controller.library import config_folder
from controller.recovery import recovered
from controller.signing import Signer
from drivers.gpio.pinout import lamps
from drivers.twin.table import LOCK, twin_wiring
from tests.config.made import GONE, TWIN, changed, toml

TABLECTL = str(Path(sys.executable).with_name("tablectl"))
LONG = 60.0
"""Seconds in which anything happens, or never will."""
WATCHDOG = 2_000_000
BY_HAND = {"method": "manual_shoe", "decks": 1, "twin.caps": GONE, "options": {"blind": "A", "trips": "A"}}
"""The shoe's cards outlive the process: a twin of a dealing device would be another one after it."""


def table_file(folder: Path, *, bots: bool) -> Path:
    own = {"journal.file": str(folder / "journal.db"), "journal.key": str(folder / "key")}
    own |= {"console.socket": str(folder / "control"), "twin.bots": bots, "twin.pace": 20, "twin.mistakes": 0}
    own["console.operators"] = str(config_folder() / "twin-operators.toml")
    (folder / "table.toml").write_text(toml(changed(TWIN, own | BY_HAND)), encoding="utf-8")
    return folder / "table.toml"


class Service:
    """`tablectl run --simulated` in a process of its own, under a systemd of ours."""

    def __init__(self, folder: Path, *, bots: bool) -> None:
        self._folder = folder
        place = folder / "notify"
        place.unlink(missing_ok=True)
        self._systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._systemd.bind(str(place))
        self.told: list[str] = []
        self._listens = threading.Thread(target=self._listen)
        self._listens.start()
        self._process = subprocess.Popen(
            [TABLECTL, "run", "--simulated", "--config", str(table_file(folder, bots=bots))],
            env={**os.environ, "NOTIFY_SOCKET": str(place), "WATCHDOG_USEC": str(WATCHDOG)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def _listen(self) -> None:
        """Always, as systemd does: a queue that is full would hold the service up."""
        while word := self._systemd.recv(4096).decode():
            self.told.append(word)

    def until(self, word: str, times: int = 1) -> None:
        """systemd has been told this."""
        limit = time.monotonic() + LONG
        while self.told.count(word) < times:
            assert time.monotonic() < limit, f"{word} was not told"
            time.sleep(0.01)

    def until_seen(self, seen: Callable[[View], bool]) -> View:
        limit = time.monotonic() + LONG
        while time.monotonic() < limit:
            view = self.view()
            if seen(view):
                return view
            time.sleep(0.05)
        raise AssertionError("it was never seen")

    def view(self) -> View:
        with Client(self._folder / "control") as client:
            state: View = client.ask("state")["state"]
            return state

    def end(self) -> tuple[int, str]:
        """SIGTERM; its exit code, and what it said."""
        self._process.send_signal(signal.SIGTERM)
        said, _ = self._process.communicate(timeout=LONG)
        return self._process.returncode, said

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as port:
            port.sendto(b"", str(self._folder / "notify"))
        self._listens.join()
        self._systemd.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="table-") as name:
        yield Path(name)


def in_a_round(view: View) -> bool:
    """Cards are at the seats, some have decided, and there is more to come."""
    return view["table"]["state"] == "open" and any(seat["decision"] for seat in view["round"]["seats"])


def standing(round: dict[str, Any]) -> dict[str, Any]:
    """All of a round but the chips on its spots: those of this twin went with its process."""
    seats = [
        seat | {"spots": [{name: spot[name] for name in ("wager", "made", "cents")} for spot in seat["spots"]]}
        for seat in round["seats"]
    ]
    return round | {"seats": seats}


def written(folder: Path) -> tuple[dict[str, Any], list[str]]:
    """The round as the journal has it, and the last records."""
    with Journal.open(folder / "journal.db", Signer.load(folder / "key"), SystemClock()) as journal:
        game = recovered(journal).game
        assert game is not None
        return view_of(game, name="Twin"), [journal.tail.before_last.kind, journal.tail.last.kind]


def test_a_service_stopped_in_a_round_comes_back_with_that_round(folder: Path) -> None:
    service = Service(folder, bots=True)
    try:
        service.until("READY=1")
        service.until("WATCHDOG=1", times=3)
        seen = service.until_seen(in_a_round)
        code, said = service.end()
    finally:
        service.close()
    assert (code, "Traceback" in said) == (0, False), said
    assert [word for word in service.told if word != "WATCHDOG=1"] == ["READY=1", "STOPPING=1"]
    assert service.told[0] == "READY=1", "no beat before it is up"
    assert service.told[-1] == "STOPPING=1", "nor of a loop that has ended"
    with pytest.raises(NoService):
        service.view()
    left, last = written(folder)
    assert last == ["stop", "signed"]
    assert left["table"]["number"] == seen["table"]["number"]
    again = Service(folder, bots=False)
    try:
        again.until("READY=1")
        found = again.view()
        assert found["table"]["number"] == left["table"]["number"]
        assert standing(found["round"]) == standing(left["round"])
        assert again.end()[0] == 0
    finally:
        again.close()


def test_a_monitoring_system_hears_of_it_in_one_line(folder: Path) -> None:
    check = [TABLECTL, "check", "--socket", str(folder / "control")]
    service = Service(folder, bots=False)
    try:
        service.until("READY=1")
        up = subprocess.run(check, capture_output=True, text=True)
        service.end()
    finally:
        service.close()
    down = subprocess.run(check, capture_output=True, text=True)
    assert up.stderr == ""
    assert up.stdout.startswith(("OK Twin: closed, round 0, ", "WARNING Twin: disk: ")), (
        "where tests run on a small disk"
    )
    assert up.stdout.count("\n") == 1
    assert down.returncode == 2
    assert down.stdout.startswith("CRITICAL: no service: ")


@pytest.mark.parametrize("lit", [LOCK, *twin_wiring(6, ()).pins.turn_lamps[:1]], ids=["lock open", "a lamp lit"])
def test_it_stops_locked_and_dark(folder: Path, monkeypatch: pytest.MonkeyPatch, lit: int) -> None:
    """As the pins stand when they are given back, and not only because nobody drives them any more."""
    stood: dict[int, bool] = {}
    tables: list[SimulatedTable] = []

    class Table(SimulatedTable):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            pins = self.twin.pins
            given_back = pins.close

            def close() -> None:
                stood.update({pin: pins.stands(pin) for pin in (LOCK, *dict(lamps(self.wiring.pins)).values())})
                given_back()

            pins.close = close  # type: ignore[method-assign]
            tables.append(self)

    def wait_and_stop() -> None:
        limit = time.monotonic() + LONG
        while time.monotonic() < limit and not (tables and tables[0].twin.pins.stands(lit)):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(simulated, "SimulatedTable", Table)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    config = read_config(table_file(folder, bots=True))
    thread = threading.Thread(target=wait_and_stop)
    thread.start()
    try:
        assert simulated.run(config) == 0
    finally:
        thread.join()
        for number, handler in before.items():
            signal.signal(number, handler)
    assert len(stood) == 15
    assert not any(stood.values()), stood
