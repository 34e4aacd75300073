"""A session of a table whose controller is killed again and again: `python -m tests.service.crash FOLDER KIND`.

This process has the table's hardware, which lives on; the controller is a child of it, forked anew after every SIGKILL
with contacts and chips as they stand. The device is on the other end of a pseudo-terminal, as always. The table's time
goes on only when the child says so, so that the same script gives the same session.

A script is what people did, as another session's journal has it: what was lost with a child is done again, as people
would. It prints one JSON object: what is to be compared with the session that nobody interrupted.
"""

import argparse
import json
import os
import pickle
import signal
import socket
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from controller.execute import Executor
from controller.game.table import events as ev
from controller.journal import Journal
from controller.keypad import keys_of
from controller.loop import Handled
from drivers.device.driver import DeviceDriver
from drivers.twin.cycles import AT_ONCE
from drivers.twin.table import TwinTable
from tests.service.atable import ALL_CAPS, PEOPLE, ATable, a_twin, config
from tests.service.playing import Playing

KINDS: dict[str, dict[str, Any]] = {
    "md-uth": config(
        "md-uth",
        options={"trips": "A", "progressive": "A", "progressive_wager": "1", "six_card": "A", "pairs": "A"},
        decks=2,
    ),
    "ma-uth-1": config("ma-uth-1", options={"trips": "B", "cover_all": True}),
    "ma-uth-2": config("ma-uth-2", options={"trips": "A", "progressive": "PTMGL02"}),
    "nj-uth": config("nj-uth", options={"trips": "C"}),
    "nj-hilo": config("nj-hilo", options={"poker_bonus": "2"}),
    "by-hand": config("nj-uth", method="manual_shoe", options={"trips": "A"}),
}
ROUNDS = 3
RESTARTS = (ev.LinkLost, ev.LinkFound, ev.DeviceReady, ev.TimePassed)
"""What only a restart, or time alone, brings."""
OF_THE_DEVICE = (ev.Dispensed, ev.Taken, ev.Shuffled, ev.Ejected, ev.Revealed)
"""What the device does by itself, and the stacks that are taken from its tray as they come."""
SEED = {"md-uth": 9, "by-hand": 3}
"""In the first there is a progressive win, in the other there are voids."""
MISTAKES = {"by-hand": 0.2}
"""With a device there are fewer: what is refused while its motor runs is not where all rests between two acts."""
AT_THE_DEVICE = (ev.Loaded, ev.Green)
"""What is done at the device is done once, whoever hears of it."""
LENGTH = struct.Struct(">I")


def caps_of(kind: str) -> tuple[str, ...] | None:
    return None if kind == "by-hand" else ALL_CAPS


# ---- the script --------------------------------------------------------------------------------


def script(folder: Path, kind: str) -> list[ev.Event]:
    """What people did in a session of bots that make mistakes."""
    folder.mkdir()
    table = Playing(folder, KINDS[kind], caps_of(kind), seed=SEED.get(kind, 7), mistakes=MISTAKES.get(kind, 0.08))
    try:
        table.play(ROUNDS)
        events = [
            ev.event_of(dict(record.body["event"])) for record in table.journal.records() if record.kind == "event"
        ]
    finally:
        table.close()
    return [event for event in events if _counts(event)]


# ---- messages ----------------------------------------------------------------------------------


def send(port: socket.socket, message: Any) -> None:
    data = pickle.dumps(message)
    port.sendall(LENGTH.pack(len(data)) + data)


def receive(port: socket.socket) -> Any:
    """None: the other one is gone."""
    head = _exactly(port, LENGTH.size)
    body = head and _exactly(port, LENGTH.unpack(head)[0])
    return pickle.loads(body) if body else None


def _exactly(port: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        try:
            part = port.recv(size - len(data))
        except ConnectionResetError:
            return b""
        if not part:
            return b""
        data += part
    return data


# ---- the controller's process ------------------------------------------------------------------


class FarSide:
    """The device and its line, which are in the other process."""

    def __init__(self, port: socket.socket, fileno: int) -> None:
        self._port, self._fileno = port, fileno
        self.plugged, self.silent = True, False
        self.next_at: float | None = None
        self.session = self

    def fileno(self) -> int:
        return self._fileno

    def step(self, now: float) -> None:
        send(self._port, ("step", now))
        self.line_next_at, self.next_at = receive(self._port)

    def close(self) -> None:
        """It lives on."""


class _FarLine:
    def __init__(self, side: FarSide) -> None:
        self._side = side
        self.step, self.fileno, self.close, self.plugged = side.step, side.fileno, side.close, True

    @property
    def next_at(self) -> float | None:
        return self._side.line_next_at


def controller(
    port: socket.socket, twin: TwinTable, folder: Path, kind: str, now: float, kill_at: int, early: bool
) -> None:
    """Never returns: killed at that boundary, or at its parent's end."""
    passed = 0
    armed = early

    def boundary() -> None:
        nonlocal passed
        passed += armed
        if armed and passed == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    class Cut(Journal):
        def commit(self) -> None:
            dirty = bool(self._waiting)
            if dirty:
                boundary()
            super().commit()
            if dirty:
                boundary()

    _around(Executor, "effect", boundary)
    _after_a_command(boundary)
    if twin.line is not None:
        side = FarSide(port, twin.line.fileno())
        twin.line, twin.device = _FarLine(side), side  # type: ignore[assignment]
    ATable.journals = Cut
    table = ATable(folder, KINDS[kind], twin=twin, now=now)
    recorded = sum(record.kind == "event" and _scripted(record.body["event"]) for record in table.journal.records())
    armed = True
    send(port, ("done", (recorded, table.rig.now)))
    while (event := receive(port)) is not None:
        before = len(table.told)
        if event != "finish":
            _do(table, event)
            recorded += sum(isinstance(told, Handled) and _counts(told.event) for told in table.told[before:])
            send(port, ("done", (recorded, table.rig.now)))
            continue
        kept = [(record.kind, dict(record.body)) for record in table.journal.records()]
        send(port, ("done", (kept, table.game.snapshot())))
    os._exit(0)


def _around(kind: type, name: str, boundary: Callable[[], None]) -> None:
    inner = getattr(kind, name)

    def around(self: Any, *arguments: Any) -> Any:
        boundary()
        made = inner(self, *arguments)
        boundary()
        return made

    setattr(kind, name, around)


def _after_a_command(boundary: Callable[[], None]) -> None:
    """Its bytes are on the line, and nothing has been heard of it yet."""
    inner, last = DeviceDriver.step, [None]

    def step(self: DeviceDriver, now: float) -> Any:
        found = inner(self, now)
        if self._sent is not last[0]:
            last[0] = self._sent  # type: ignore[call-overload]
            boundary()
        return found

    DeviceDriver.step = step  # type: ignore[method-assign]


def _scripted(event: Any) -> bool:
    return _counts(ev.event_of(dict(event)))


def _counts(event: ev.Event) -> bool:
    return not isinstance(event, (*RESTARTS, *OF_THE_DEVICE))


def _do(table: ATable, event: ev.Event) -> None:
    """With hands, or at the console."""
    twin, rig = table.twin, table.rig
    if isinstance(event, ev.ChipsOn | ev.ChipsOff):
        twin.chips(event.seat, event.wager, isinstance(event, ev.ChipsOn))
        rig.run_for(0.05)
    elif isinstance(event, ev.Press):
        twin.key(["seat", *str(event.seat)] if event.seat is not None else [])
        rig.press(event.button)
    elif isinstance(event, ev.CardDrawn):
        rig.draw_card()
    elif isinstance(event, ev.Badge):
        twin.swipe(PEOPLE[event.who].badge)
    elif (keys := keys_of(event, list(table.game.book.rules.wagers))) is not None:
        twin.key(keys)
    elif isinstance(event, ev.Irregularity) and event.role == "dealer":
        twin.key(str(get_args(ev.Happening).index(event.what) + 1))
        twin.key(["amount", *str(event.cards)] if event.cards is not None else [])
        twin.key(["seat", *str(event.seat)] if event.seat is not None else [])
        rig.press("irregularity")
    elif not isinstance(event, AT_THE_DEVICE):
        fields = ev.event_json(event)
        who = fields.pop("who")
        del fields["role"]
        second = next(other for other in PEOPLE if other != who)
        table.act(who, second if fields.get("act") == "remove-deck" else "", **fields)
    rig.run()


# ---- the hardware's process --------------------------------------------------------------------


class Hardware:
    def __init__(self, folder: Path, kind: str) -> None:
        self.folder, self.kind = folder, kind
        self.twin = a_twin(KINDS[kind]["rulebook"], caps_of(kind), SEED.get(kind, 7), AT_ONCE)
        self.now = 0.0
        self.kills = 0

    def begin(self, kill_at: int, early: bool = False) -> tuple[socket.socket, int, Any]:
        """A controller, and what it tells when it is up: nothing if it was killed on the way."""
        ours, theirs = socket.socketpair()
        child = os.fork()
        if child == 0:
            ours.close()
            try:
                controller(theirs, self.twin, self.folder, self.kind, self.now, kill_at, early)
            except BaseException as error:
                import traceback

                traceback.print_exception(error)
                os._exit(3)
        theirs.close()
        return ours, child, self.answer(ours)

    def answer(self, port: socket.socket) -> Any:
        """Plays the device until the controller is done; nothing if it was killed."""
        while (message := receive(port)) is not None:
            if message[0] == "done":
                return message[1]
            self.now = max(self.now, message[1])
            send(port, self._step())
        return None

    def _step(self) -> tuple[float | None, float | None]:
        line, device = self.twin.line, self.twin.device
        assert line is not None
        assert device is not None
        line.step(self.now)
        if device.machine.dealer is None and device.machine.tray.cards:
            device.take()
        line.step(self.now)
        return line.next_at, device.session.next_at

    def end(self, port: socket.socket, child: int) -> int:
        port.close()
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
            self.kills += 1
        elif os.waitstatus_to_exitcode(status):
            raise SystemExit(f"the controller fell over at script time {self.now}")
        return status

    def touch(self, event: ev.Event) -> None:
        """What stays as it is whoever is killed: chips on the layout, cards in the device."""
        device = self.twin.device
        if isinstance(event, ev.ChipsOn | ev.ChipsOff):
            self.twin.chips(event.seat, event.wager, isinstance(event, ev.ChipsOn))
        elif isinstance(event, ev.Loaded) and device is not None and event.deck not in device.machine.decks:
            device.take_ejected()
            device.take_rejects()
            device.take()
            device.load(event.deck, range(8, 60), self.now)
        elif isinstance(event, ev.Green) and device is not None:
            device.press_green()


def session(folder: Path, kind: str, events: list[ev.Event], kill_every: int) -> dict[str, Any]:
    """`kill_every`: boundaries that a controller may pass; 0: it is never killed."""
    folder.mkdir()
    hardware = Hardware(folder, kind)
    at, early, up = 0, 0, None
    tries = 0
    while True:
        if up is None:
            # Now and then one is killed while it recovers, a little later each time.
            early = early + 1 if kill_every and hardware.kills % 5 == 4 else 0
            port, child, up = hardware.begin(early or kill_every, bool(early))
            if up is None:
                hardware.end(port, child)
                continue
        recorded, hardware.now = up
        if recorded > at:
            at, tries = recorded, 0
        if at >= len(events):
            break
        tries += 1
        if tries > 60:
            raise SystemExit(f"{events[at]} is never recorded")
        if tries == 1 or not isinstance(events[at], AT_THE_DEVICE):
            hardware.touch(events[at])
        send(port, events[at])
        up = hardware.answer(port)
        if up is None:
            hardware.end(port, child)
    # The last one is killed no more: it tells what there is.
    hardware.end(port, child)
    port, child, up = hardware.begin(0)
    send(port, "finish")
    records, snapshot = hardware.answer(port)
    hardware.end(port, child)
    device = hardware.twin.device
    found = {
        "kills": hardware.kills,
        "records": records,
        "snapshot": snapshot,
        "told": device.session.last_number if device is not None else 0,
        "cards": device.cards if device is not None else [],
    }
    hardware.twin.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.service.crash")
    parser.add_argument("folder", type=Path)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--every", type=int, default=2, help="boundaries that a controller passes before it is killed")
    arguments = parser.parse_args()
    events = script(arguments.folder / "script", arguments.kind)
    whole = session(arguments.folder / "whole", arguments.kind, events, 0)
    killed = session(arguments.folder / "killed", arguments.kind, events, arguments.every)
    json.dump({"script": len(events), "whole": whole, "killed": killed}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
