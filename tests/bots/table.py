"""A table with bots in a time of its own: hardware, drivers, machines and bots take turns."""

import hashlib
import json
from typing import Any

from controller.bots.bots import Bots
from controller.bots.hands import LOOK
from controller.bots.people import By, Person, Reply
from controller.console.requests import event_by, refused
from controller.console.view import view
from controller.execute import Executor
from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.refusals import Refused
from controller.keeper import Keeper
from controller.loop import OUT_OF_SERVICE, Handled, Loop, Told
from controller.operators import Operator
from controller.play.rig import Rig
from controller.standing import Standing
from controller.translate import Translate
from drivers.device.driver import CAPS
from drivers.twin.device import DealingDevice, Pace
from drivers.twin.table import TwinTable
from tests.table.tables import Kind

PEOPLE = (
    Person("D1", "dealer", "1001", "11"),
    Person("F1", "floor", "2001", "22"),
    Person("F2", "floor", "2002", "23"),
    Person("T1", "technician", "3001", "33"),
)
BADGES = {person.badge: Operator(person.who, person.role) for person in PEOPLE}
PACE = Pace(shuffle=2.0, dispense=0.2, count=1.0, eject=0.3)
RATE = 20
TWO_PERSON = ("device-out", "change-method")


class BotTable:
    def __init__(self, kind: Kind, seed: int, mistakes: float = 0.0, faults: float = 0.0) -> None:
        self.game = kind.game()
        rules = self.game.book.rules
        device = None
        if kind.caps:
            device = DealingDevice(sum(bit for bit, name in CAPS.items() if name in kind.caps), seed=seed, pace=PACE)
        self.twin = TwinTable(rules.seats.most, list(rules.wagers), device, seed=seed, rate=RATE)
        self.rig = Rig(self.twin)
        self.keeper = Keeper(Standing())
        executor = Executor(self.rig.drivers.outputs, self.rig.drivers.device)
        self.loop = Loop(self.game, Translate(list(rules.wagers), BADGES), executor, self.keeper, self._told)
        self.refusals: list[tuple[str, str]] = []
        self.accepted: list[ev.Event] = []
        self.rounds: list[do.RoundOver] = []
        self._known: tuple[int, dict[str, list[str]]] = (0, {})
        self.log = hashlib.sha256()
        self.bots = Bots(
            self.twin,
            self.view,
            self.act,
            PEOPLE,
            seed,
            mistakes=mistakes,
            faults=faults,
            acknowledge=self.acknowledge,
            clear_input=self.clear_input,
            device_back=self.device_back,
        )

    def close(self) -> None:
        self.rig.close()

    # ---- as the service has it -------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        standing = self.keeper.standing
        made = view(
            self.game,
            name="T1",
            keyed=self.loop.translate.keyed,
            alarms=[{**alarm, "acknowledged": alarm["who"] or None} for alarm in standing.alarms.as_json()],
            troubles=standing.troubles,
            counts=standing.counts,
            journal={"seq": self.keeper.last.seq, "state": "ok"},
        )
        self._look_at_the_cards(made)
        return made

    def act(self, event: dict[str, Any], by: By, second: By | None = None) -> Reply:
        if event["event"] in TWO_PERSON and second is None:
            return {"ok": False, "second": True}
        person = next(person for person in PEOPLE if person.by == by)
        outcome = self.loop.event(event_by(event, person.who, person.role), self.rig.at)
        return refused(outcome) if isinstance(outcome, Refused) else {"ok": True}

    def acknowledge(self, alarm: str, by: By) -> Reply:
        self.keeper.keep("acknowledged", {"alarm": alarm, "who": by["who"]})
        return {"ok": True}

    def clear_input(self, name: str, by: By) -> Reply:
        self.rig.drivers.inputs.clear(name)
        self.keeper.keep("trouble", {"what": name, "why": ""})
        return {"ok": True}

    def device_back(self, by: By) -> Reply:
        session = self.loop.translate.session
        if session is None or self.game.device.state not in OUT_OF_SERVICE:
            return {"ok": False}
        self.loop.event(session, self.rig.at)
        return {"ok": True}

    def _told(self, told: Told) -> None:
        self.log.update(repr((round(self.rig.now, 3), told)).encode())
        if isinstance(told, Handled):
            if isinstance(told.outcome, Refused):
                self.refusals.append((json.dumps(ev.event_json(told.event)), told.outcome.why))
                return
            self.accepted.append(told.event)
            for effect in told.outcome:
                if isinstance(effect, do.RoundOver):
                    self.rounds.append(effect)
        self.look()

    def look(self) -> None:
        """What holds at every moment."""
        ledger = self.game.ledger()
        assert sum(ledger.values()) == 52
        assert min(ledger.values()) >= 0
        for seat in self.game.round.seats:
            assert 0 <= seat.returned <= sum(amount or 0 for amount in seat.wagers.values())

    def _look_at_the_cards(self, shown: dict[str, Any]) -> None:
        """What was known when the bots looked last lies there."""
        lying, (number, known) = self.bots.cards.places, self._known
        for place, cards in known.items():
            assert not cards or number != shown["table"]["number"] or set(cards) <= set(lying.get(place, cards)), (
                f"{place}: {cards} are known, and {lying[place]} lie there"
            )
        round = shown["round"]
        now_known = {place: round[place]["cards"] for place in ("dealer", "community", "box")}
        now_known |= {f"seat {seat['seat']}": seat["cards"] for seat in round["seats"] if not seat["void"]}
        self._known = (shown["table"]["number"], now_known)

    # ---- time ------------------------------------------------------------------------------------

    def play(self, rounds: int, seconds: float = 300.0) -> None:
        """So many rounds with cards; none of them may take longer than that."""
        number, limit = self.game.table.number, self.rig.now + seconds
        until = number + rounds
        while self.game.table.number < until or self.game.round.begun:
            self.step()
            if self.game.table.number != number:
                number, limit = self.game.table.number, self.rig.now + seconds
            assert self.rig.now < limit, self.stands()
        over = self.rig.now + 2 * LOOK
        while self.rig.now < over:  # the bots have seen it too
            self.step()

    def step(self) -> None:
        rig = self.rig
        self.twin.step(rig.now)
        found = rig.drivers.step(rig.now)
        if found:
            self.loop.notices(found, rig.at)
        if found or rig.on_the_way():
            return
        self.bots.step(rig.now)
        device = rig.drivers.device
        due = [rig.drivers.inputs.next_at, self.twin.next_at, self.bots.next_at]
        rig.now = max(rig.now + 0.001, min([*due, device.next_at] if device is not None else due))

    def stands(self) -> str:
        now, game = self.rig.now, self.game
        acts = "\n".join(f"  {at:.2f} {words}" for at, words in self.bots.done)
        refusals = "\n".join(f"  {event}: {why}" for event, why in self.refusals[-10:])
        return (
            f"at {now:.1f}: table {game.table.state}, round {game.table.number} {game.round.state}, {game.prompt()}\n"
            f"due {game.round.due}, {game.device}, {[(d.number, d.state, d.inside) for d in game.decks]}\n"
            f"troubles {self.loop.troubles}, met {dict(self.bots.troubles.met)}, keyed {self.loop.translate.keyed!r}\n"
            f"acts:\n{acts}\nrefusals:\n{refusals}"
        )
