"""The service as a process: threads at the edges, one inbox, one owner of all state, and the watchdog.

Readers decode and put what they have into the inbox. The loop takes all that waits at once: one commit for a burst.
What keeps a table from being run puts it out of order: locked, dark but for the alarm lamp, its cause on every console.
"""

import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Full, Queue, SimpleQueue
from threading import Event, Thread
from typing import Any

from controller import notify
from controller.config import Config
from controller.console import requests
from controller.console.server import Asked, Server
from controller.console.view import view_of_nothing
from controller.desk import ToProve
from controller.digest import digest
from controller.game.fields import BadInput
from controller.hardware import Hardware
from controller.journal import Journal, SystemClock
from controller.journal_file import JournalFailed
from controller.log import Log
from controller.loop import Handled, Told
from controller.operators import Operators, read_operators
from controller.recovery import NotRecovered, recovered
from controller.service import TableService
from controller.signing import Signer
from controller.table_time import TableTime
from controller.told_lines import line_of
from controller.translate import Trouble
from controller.tries import Tries
from drivers import notices as of
from drivers.errors import DriverError
from drivers.factory import Drivers, open_drivers
from drivers.pump import Nap, Pump

MOST_TO_PROVE = 8
"""PINs that wait to be looked at: more is guessing, not work."""
BEAT = 1.0
"""Seconds between two turns of a loop that has nothing to do."""
STOPPED, RESTART = 0, 1
"""Exit codes: asked to stop; systemd is to start it again."""
RESTARTS = "return-to-service"
"""The floor's act that ends being out of order: everything is checked anew."""


@dataclass(frozen=True, slots=True)
class Stop:
    why: str


@dataclass(frozen=True, slots=True)
class _Proved:
    asked: Asked
    good: Mapping[str, bool]


class Process:
    def __init__(
        self, config: Config, hardware: Hardware, log: Log, told: Callable[[Told], None] = lambda told: None
    ) -> None:
        self.config = config
        self.inbox: SimpleQueue[Any] = SimpleQueue()
        self._hardware = hardware
        self._tell = told
        self._log = log
        self._operators = Operators({}, {})
        self._server = Server(config.console.socket, self.inbox, config.console.group or None)
        self._to_prove: Queue[tuple[Asked, ToProve] | None] = Queue(maxsize=MOST_TO_PROVE)
        self._asks: deque[Asked | _Proved] = deque()
        """What consoles wait for."""
        self._prover = Thread(target=self._prove, name="pins-of-people")
        self._tries = Tries()
        """Of PINs, while the table is out of order and nothing can be journaled."""
        self._drivers: Drivers | None = None
        self._journal: Journal | None = None
        self._service: TableService | None = None
        self._pumps: list[Pump] = []
        self.seen: dict[str, Any] = {}
        """What consoles see now; empty before there is anything."""
        self.up = Event()
        """Consoles can come."""
        self._cause = ""
        """Why the table is out of order: the first reason stays."""
        self._beat = min(BEAT, notify.watchdog_interval() or BEAT)

    # ---- from start to stop --------------------------------------------------------------------

    def run(self) -> int:
        """Until it is stopped; BadInput where not even a console can be served."""
        self._server.start()
        self._prover.start()
        try:
            self._hardware.start()
            try:
                self._open()
                notify.ready()
                self._log.open()
                return self._turns()
            finally:
                self._close()
        finally:
            self._server.stop()
            self._to_prove.put(None)
            self._prover.join()

    def stop(self, why: str) -> None:
        """From any thread, or a signal's handler."""
        self.inbox.put(Stop(why))

    def _open(self) -> None:
        try:
            self._begin()
        except (BadInput, JournalFailed, NotRecovered, DriverError) as failed:
            self._out_of_order(str(failed))
        self._say()

    def _begin(self) -> None:
        config = self.config
        self._operators = read_operators(config.console.operators, public=config.twin is not None)
        clock = SystemClock()
        self._journal = Journal.open(config.journal.file, Signer.load(config.journal.key), clock)
        replay = recovered(self._journal)
        self._drivers = self._opened(replay.standing.memory, replay.standing.left)
        table_time = TableTime(clock, replay.standing.moment)
        self._service = TableService(
            config.name,
            config.record(),
            self._journal,
            replay,
            self._drivers,
            table_time,
            self._operators,
            digest=digest().whole,
            two_person=config.console.two_person,
            rotate_bytes=config.journal.rotate_bytes,
            told=self._told,
        )
        self._log.info("started", table=config.name, rulebook=config.offer.book.id, record=self._journal.head[0])
        self._pumps = self._made_pumps(self._drivers)
        for pump in self._pumps:
            pump.start()

    def _opened(self, memory: Any = None, left: Any = None) -> Drivers:
        naps = self._nap = Nap(lambda: self._drivers.inputs.next_at if self._drivers is not None else 0.0)
        return open_drivers(
            self._hardware.wiring,
            self._hardware.pins,
            time.monotonic(),
            usb=self._hardware.usb,
            memory=memory,
            left=left,
            wake=naps.wake,
            clock=time.monotonic,
        )

    def _made_pumps(self, drivers: Drivers) -> list[Pump]:
        pumps = [Pump("pins", drivers.inputs.step, self._nap, self.inbox)]
        pumps += [Pump(panel.which, panel.step, lambda: None, self.inbox) for panel in drivers.panels]  # a step waits
        if drivers.device is not None:
            pumps.append(Pump(drivers.device.name, drivers.device.step, drivers.device.rest, self.inbox))
        return pumps

    def _close(self) -> None:
        """Lock closed, lamps off, all threads ended; the journal last, for it has nothing more to say."""
        notify.stopping()
        for pump in self._pumps:
            pump.stop()
        if self._drivers is not None:
            self._drivers.close()
        self._hardware.stop()
        if self._journal is not None:
            self._journal.close()

    # ---- the loop ------------------------------------------------------------------------------

    def _turns(self) -> int:
        while True:
            batch = self._waiting()
            self._asks.extend(item for item in batch if isinstance(item, Asked | _Proved))
            notices = [item for item in batch if not isinstance(item, Asked | _Proved | Stop)]
            try:
                code = self._turn(notices)
            except JournalFailed as failed:
                self._out_of_order(str(failed))
                code = self._turn([])  # whoever asks is answered all the same
            if code is not None:
                return code
            stop = next((item for item in batch if isinstance(item, Stop)), None)
            if stop is not None:
                return self._stopped(stop.why)
            notify.watchdog()

    def _waiting(self) -> list[Any]:
        """All that waits; a turn comes round at least once a beat."""
        batch: list[Any] = []
        with suppress(Empty):
            batch.append(self.inbox.get(timeout=self._beat))
            while True:
                batch.append(self.inbox.get_nowait())
        return batch

    def _turn(self, notices: list[of.Notice]) -> int | None:
        if self._service is not None and not self._cause:
            if notices:
                self._service.notices(notices)
            self._service.look()
        while self._asks:
            item = self._asks.popleft()
            if isinstance(item, Asked):
                self._asked(item)
            elif self._answered(item):
                return RESTART
        self._say()
        failed = next((notice for notice in notices if isinstance(notice, of.DriverFailed)), None)
        if failed is not None and not self._cause:
            # Nothing more would be heard from that side: all is on disk, and a new start opens it anew.
            self._log.error("driver failed", driver=failed.driver, why=failed.why)
            return RESTART
        return None

    def _stopped(self, why: str) -> int:
        if self._service is not None and not self._cause:
            try:
                self._service.stop(why)
            except JournalFailed as failed:
                self._log.error("not signed", why=str(failed))
        self._log.info("stopped", why=why)
        return STOPPED

    def _say(self) -> None:
        self.seen = self.view()
        self._server.publish(self.seen)
        self.up.set()

    def view(self) -> dict[str, Any]:
        if self._service is None or self._cause:
            return view_of_nothing(self._cause, name=self.config.name)
        return self._service.view()

    def _out_of_order(self, cause: str) -> None:
        """No play without a journal. Nothing is overwritten or deleted; the lock is closed and the alarm lamp lit."""
        self._cause = self._cause or cause
        self._log.critical("out of order", why=cause)
        notify.status(f"out of order: {cause}")
        for pump in self._pumps:
            pump.stop()
        self._pumps = []
        try:
            if self._drivers is None:
                self._drivers = self._opened()
            self._drivers.outputs.lock(True)
            self._drivers.outputs.all_dark()
            self._drivers.outputs.alarm(True)
        except DriverError as failed:
            self._log.error("no outputs", why=str(failed))

    def _told(self, told: Told) -> None:
        self._tell(told)
        if isinstance(told, Trouble):
            self._log.warning("trouble", what=told.what, why=told.why or "over")
        elif isinstance(told, Handled):
            words, more = line_of(told)
            self._log.info(words, **more)

    # ---- consoles ------------------------------------------------------------------------------

    def _asked(self, asked: Asked) -> None:
        if self._service is None or self._cause:
            found = self._asked_out_of_order(asked)
        else:
            found = self._service.ask(asked.request)
        if isinstance(found, ToProve):
            try:
                self._to_prove.put_nowait((asked, found))
                return
            except Full:
                found = requests.refused(BadInput("by", "a little patience: many PINs are being looked at"))
        self._answer(asked, found)

    def _answer(self, asked: Asked, reply: Mapping[str, Any]) -> None:
        self._server.answer(asked.client, {**reply, "id": asked.request.get("id")})

    def _asked_out_of_order(self, asked: Asked) -> dict[str, Any] | ToProve:
        request = asked.request
        if request.get("ask") in ("state", "watch"):
            return {"ok": True, "state": self.view()}
        event = request.get("event")
        if request.get("ask") == "act" and isinstance(event, dict) and event.get("act") == RESTARTS:
            who = request["by"]["who"]
            wait = self._tries.wait(self._operators.counted_as(who), _now())
            if wait:
                return requests.refused(BadInput("by", f"nobody so soon after wrong PINs: {wait // 1000 + 1} s"))
            return ToProve(((who, request["by"]["pin"]),))
        return {"ok": False, "why": f"out of order: {self._cause}", "rule": "", "do": "see to the cause first"}

    def _prove(self) -> None:
        """Slow on purpose, so it has a thread of its own: one, however many ask."""
        while (wanted := self._to_prove.get()) is not None:
            asked, people = wanted
            good = {who: self._operators.check_pin(who, pin) for who, pin in people.people}
            self.inbox.put(_Proved(asked, good))

    def _answered(self, proved: _Proved) -> bool:
        """True where everything is to be begun anew."""
        asked = proved.asked
        if self._service is not None and not self._cause:
            try:
                reply = self._service.proved(asked.request, proved.good)
            except JournalFailed as failed:
                self._answer(asked, requests.refused(BadInput("journal", f"to be kept ({failed})")))
                raise
            self._answer(asked, reply)
            return False
        restart = self._may_restart(proved.good)
        why = "" if restart else "a floor supervisor with the right PIN begins it anew"
        self._answer(asked, {"ok": restart, "why": why, "rule": "", "do": ""})
        return restart

    def _may_restart(self, good: Mapping[str, bool]) -> bool:
        for who, right in good.items():
            counted = self._operators.counted_as(who)
            if self._tries.wait(counted, _now()):
                return False
            self._tries = self._tries.tried(counted, right, _now())
        return all(good.values()) and all(self._operators.by_id[who].role == "floor" for who in good)


def _now() -> int:
    return time.monotonic_ns() // 1_000_000
