"""One table at work: takes over where its journal ended, and owns all that is known of it. No threads, no waiting.

Whoever runs it puts notices and questions in and asks for nothing else: a process with threads at its edges, or a test
with a time of its own.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any

from controller.console.view import view
from controller.desk import Desk, Reply, ToProve
from controller.disk import room
from controller.execute import Executor
from controller.game.table import events as ev
from controller.game.table.controller import TableController
from controller.journal import Journal
from controller.keeper import Keeper, snapshot_of
from controller.loop import Loop, Told
from controller.operators import Operators
from controller.recovery import may_change
from controller.replay import Replay
from controller.table_time import TableTime
from controller.translate import Translate, Trouble
from drivers import notices as of
from drivers.factory import Drivers

VERSION = 1
"""Of the records' bodies."""
LOOK_EVERY = 60_000
"""Milliseconds between two looks at what time alone makes due: decks' hours are counted in quarters of one."""


class TableService:
    def __init__(
        self,
        name: str,
        config: dict[str, Any],
        journal: Journal,
        replay: Replay,
        drivers: Drivers,
        time: TableTime,
        operators: Operators,
        *,
        digest: str,
        two_person: frozenset[str] = frozenset(),
        rotate_bytes: int = 0,
        told: Callable[[Told], None] = lambda told: None,
    ) -> None:
        """`rotate_bytes`: how large a journal's file may grow before it goes to the archive; 0: without end."""
        self.name = name
        self.time = time
        self._config = config
        self._journal = journal
        self._drivers = drivers
        self._rotate_bytes = rotate_bytes
        self._looked_at = time.now()
        self._room = room(journal.path.parent)
        self._keeper = Keeper(replay.standing, journal)
        game, changed = self._started(replay, digest)
        wagers = list(game.book.rules.wagers)
        executor = Executor(drivers.outputs, drivers.device)
        self._translate = Translate(wagers, operators.by_badge, replay.standing.dealer)
        self.loop = Loop(game, self._translate, executor, self._keeper, told, config)
        self.desk = Desk(self.loop, operators, two_person, view=self.view, clear_input=drivers.inputs.clear)
        if changed:
            self._keeper.snapshot(game, config)
        self._take_over()

    # ---- at the start ------------------------------------------------------------------------

    def _started(self, replay: Replay, digest: str) -> tuple[TableController, bool]:
        """Tells the journal who goes on with it; True where the table was set up anew."""
        may_change(replay, self._config)
        before, config = self._journal.last("start"), self._config
        changed = replay.game is None or config != replay.config
        body = {"at": self.time.now(), "version": VERSION, "digest": digest, "config": config, "table": self.name}
        seq = self._keeper.keep("start", body)
        replay.take(self._keeper.last._replace(seq=seq))
        assert replay.game is not None, "a start sets the table up"
        if before is not None and before.body["digest"] != digest:
            why = "it is another one than before: compare its digest with the one kept off the box"
            self._keeper.keep("trouble", asdict(Trouble("program", why)))
        return replay.game, changed

    def _take_over(self) -> None:
        """What may have happened while nobody looked: the device is asked, and the spots are compared."""
        at = self.time.now()
        game = self.loop.game
        if game.device.state == "in-service":
            self.loop.event(ev.LinkLost(), at)
        standing = self._drivers.inputs.standing()
        for seat in game.round.seats:
            for wager in game.book.rules.wagers:
                lies = standing.get(f"{seat.number} {wager}")
                if lies is not None and lies != (wager in seat.spots):
                    kind = ev.ChipsOn if lies else ev.ChipsOff
                    self.loop.event(kind(seat.number, wager), at)
        self._look_at_the_clock()
        self.loop.end_turn()

    # ---- at work -----------------------------------------------------------------------------

    def notices(self, notices: Iterable[of.Notice]) -> None:
        self.loop.notices(notices, self.time.now())
        self._rotate()

    def ask(self, request: Mapping[str, Any]) -> Reply | ToProve:
        return self.desk.ask(request, self.time.now())

    def proved(self, request: Mapping[str, Any], good: Mapping[str, bool]) -> Reply:
        reply = self.desk.proved(request, good, self.time.now())
        self._rotate()
        return reply

    def look(self) -> None:
        """What time alone brings: for a loop that comes round at least once in a while."""
        at = self.time.now()
        if at - self._looked_at < LOOK_EVERY:
            return
        self._looked_at = at
        self._room = room(self._journal.path.parent)
        self._look_at_the_clock()
        if self.loop.game.table.state != "closed":
            self.loop.event(ev.TimePassed(), at)
        else:
            self.loop.end_turn()

    def stop(self, why: str) -> None:
        """Durable and signed; the drivers lock and darken the table when they are closed."""
        self._keeper.keep("stop", {"why": why})
        self._keeper.commit()

    def view(self) -> dict[str, Any]:
        standing = self._keeper.standing
        return view(
            self.loop.game,
            name=self.name,
            keyed=self._translate.keyed,
            alarms=[_alarm(alarm) for alarm in map(asdict, standing.alarms)],
            troubles=standing.troubles,
            counts=[_count(count) for count in standing.counts],
            journal={"seq": self._journal.head[0], "state": "ok"} | asdict(self._room),
        )

    # ---- inside ------------------------------------------------------------------------------

    def _look_at_the_clock(self) -> None:
        why = self.time.wall_trouble()
        if why:
            self.loop.trouble(Trouble("clock", why))

    def _rotate(self) -> None:
        """Between two rounds, when the file is full."""
        betting = self.loop.game.round.state == "betting" and not self.loop.game.round.begun
        if self._rotate_bytes and betting and self._journal.path.stat().st_size >= self._rotate_bytes:
            self._journal.rotate(snapshot_of(self.loop.game, self._config, self._keeper.standing))


def _alarm(alarm: dict[str, Any]) -> dict[str, Any]:
    who, when = alarm.pop("who"), alarm.pop("when")
    return alarm | {"acknowledged": {"who": who, "at": when} if who else None}


def _count(count: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "number": count["round"],
        "at": count["at"],
        "expected": count["expected"],
        "keyed": count["found"],
        "by": count["by"],
    }
