"""A whole service on a twin, in the table's own time; it can be dropped at any moment and begun again."""

from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from controller.game.table.controller import TableController
from controller.journal import Journal
from controller.library import open_book
from controller.loop import Told
from controller.operators import Operator, Operators
from controller.play.rig import Rig
from controller.recovery import recovered
from controller.service import TableService
from controller.signing import Signer, make_key
from controller.table_time import TableTime
from drivers.device.driver import CAPS
from drivers.twin.cycles import AT_ONCE, Arrange, Pace
from drivers.twin.device import DealingDevice
from drivers.twin.table import TwinTable

ALL_CAPS = tuple(CAPS.values())
PEOPLE = {
    "ana": Operator("ana", "floor", "Ana", "1001"),
    "ben": Operator("ben", "dealer", "Ben", "1002"),
    "tom": Operator("tom", "technician", "Tom", "1003"),
    "eve": Operator("eve", "auditor", "Eve", "1004"),
}


class RigClock:
    """The rig's time; the machine is never started anew unless that is said."""

    def __init__(self) -> None:
        self.boot = "0b"
        self.rig: Rig | None = None
        self.ahead = 0
        """Milliseconds by which the wall clock was set."""
        self.off = 0
        """Milliseconds that the power was off, and the steady clock did not count."""

    def mono(self) -> int:
        return self.rig.at - self.off if self.rig is not None else 0

    def wall(self) -> int:
        return 1_700_000_000_000 + self.mono() + self.off + self.ahead


def shuffles(seed: int) -> Arrange:
    """The n-th shuffle gives the same order, in whatever order the cards went in."""
    number = count()
    return lambda deck, cards: Random(f"{seed} {next(number)}").sample(sorted(cards), len(cards))


def config(rulebook: str = "md-uth", method: str = "automated", **more: Any) -> dict[str, Any]:
    orders = open_book(rulebook).rules.methods[method].orders
    return {"rulebook": rulebook, "options": {}, "method": method, "order": orders[0].name, "decks": 1} | more


def a_twin(rulebook: str, caps: tuple[str, ...] | None, seed: int, pace: Pace) -> TwinTable:
    rules = open_book(rulebook).rules
    device = None
    if caps is not None:
        bits = sum(bit for bit, name in CAPS.items() if name in caps)
        device = DealingDevice(bits, seed=seed, pace=pace, arrange=shuffles(seed))
    return TwinTable(rules.seats.most, list(rules.wagers), device, seed=seed, rate=20)


class ATable:
    """The service and the hardware under it. `drop` is a power cut of the controller alone."""

    journals: type[Journal] = Journal

    def __init__(
        self,
        folder: Path,
        setup: dict[str, Any] | None = None,
        caps: tuple[str, ...] | None = ALL_CAPS,
        *,
        seed: int = 1,
        pace: Pace = AT_ONCE,
        twin: TwinTable | None = None,
        now: float = 0.0,
    ) -> None:
        """`twin`: one that is there already, at that time."""
        self.folder = folder
        self.setup = setup or config()
        self.twin = twin if twin is not None else a_twin(self.setup["rulebook"], caps, seed, pace)
        self.device = self.twin.device
        self.clock = RigClock()
        self.key = folder / "key"
        if not self.key.exists():
            make_key(self.key)
        self.told: list[Told] = []
        self.digest = "d1"
        self.rotate_bytes = 0
        self.begin(now)

    def begin(self, now: float = 0.0) -> None:
        now = self.clock.rig.now if self.clock.rig is not None else now
        skipped = self.clock.rig.skipped if self.clock.rig is not None else 0
        journal = self.journals.open(self.folder / "journal.db", Signer.load(self.key), self.clock)
        rig = None
        try:
            replay = recovered(journal)
            rig = self.rig = Rig(self.twin, now, replay.standing.memory, replay.standing.left)
            self.rig.skipped = skipped
            self.clock.rig = self.rig
            self.service = TableService(
                "table 7",
                self.setup,
                journal,
                replay,
                self.rig.drivers,
                TableTime(self.clock, replay.standing.moment),
                Operators(PEOPLE, {}),
                digest=self.digest,
                two_person=frozenset({"remove-deck"}),
                rotate_bytes=self.rotate_bytes,
                told=self.told.append,
            )
        except BaseException:
            journal.close()
            if rig is not None:
                rig.drivers.close()
            raise
        self.journal = journal
        self.rig.take = self.service.notices
        self.rig.run()

    def drop(self) -> None:
        """Nothing is said to anybody."""
        self.journal.close()
        self.rig.drivers.close()

    def close(self) -> None:
        self.drop()
        self.twin.close()

    @property
    def game(self) -> TableController:
        return self.service.loop.game

    def act(self, who: str = "ana", second: str = "", **event: Any) -> dict[str, Any]:
        """At the console, with good PINs."""
        request = {"id": 1, "ask": "act", "event": event, "by": {"who": who, "pin": "1234"}}
        if second:
            request["second"] = {"who": second, "pin": "1234"}
        return self.ask(request)

    def ask(self, request: dict[str, Any], good: bool = True) -> dict[str, Any]:
        found = self.service.ask(request)
        if not isinstance(found, dict):
            found = self.service.proved(request, {who: good for who, _ in found.people})
        self.rig.run()
        return found
