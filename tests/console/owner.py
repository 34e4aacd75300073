"""A service without its journal: a real table behind a real control socket."""

import threading
from collections.abc import Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from controller.console.requests import event_by, preview, refused
from controller.console.server import Asked, Server
from controller.console.view import View, view
from controller.game.fields import BadInput
from controller.game.table.controller import TableController
from controller.game.table.effects import Alarm
from controller.game.table.events import Event, Role
from controller.game.table.refusals import Refused

NOW = 1_700_000_000_000
"""By the wall clock, for ever."""
PEOPLE: Mapping[str, tuple[str, Role]] = {"F1": ("1234", "floor"), "F2": ("2345", "floor"), "D1": ("3456", "dealer")}


class Owner:
    """Owns the table, as the service does: one thread, one inbox. Acts in `two_persons` need a second one."""

    def __init__(self, game: TableController, path: Path, two_persons: tuple[str, ...] = ()) -> None:
        self.game = game
        self.inbox: SimpleQueue[Any] = SimpleQueue()
        self.server = Server(path, self.inbox)
        self.alarms: list[dict[str, Any]] = []
        self.troubles: dict[str, str] = {}
        self.counts: list[dict[str, Any]] = []
        self.asked: list[dict[str, Any]] = []
        self.deaf = False
        """Requests are taken and not answered."""
        self._two_persons = two_persons
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "Owner":
        self.server.start()
        self._thread.start()
        self.inbox.put(None)
        return self

    def __exit__(self, *_: object) -> None:
        self.inbox.put("stop")
        self._thread.join()
        self.server.stop()

    def send(self, event: Event) -> None:
        """From the table's own side."""
        self.inbox.put(event)

    def view(self) -> View:
        return view(
            self.game,
            name="Table 7",
            alarms=self.alarms,
            troubles=self.troubles,
            counts=self.counts,
            journal={"seq": 4711, "state": "ok"},
        )

    def _run(self) -> None:
        while (item := self.inbox.get()) != "stop":
            if isinstance(item, Asked):
                self.asked.append(item.request)
                if not self.deaf:
                    self.server.answer(item.client, {"id": item.request.get("id")} | self._answer(item.request))
            elif item is not None:
                self._handle(item)
            self.server.publish(self.view())

    def _handle(self, event: Event) -> dict[str, Any]:
        outcome = self.game.handle(event, self.game.table.at + 1000)
        if isinstance(outcome, Refused):
            return refused(outcome)
        for effect in outcome:
            if isinstance(effect, Alarm):
                where = " ".join(filter(None, [f"seat {effect.seat}" if effect.seat else "", effect.spot]))
                made = {"id": len(self.alarms) + 1, "at": NOW, "why": effect.why, "rule": effect.rule}
                self.alarms.append(made | {"where": where, "acknowledged": None})
        return {"ok": True}

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            return self._ask(request)
        except BadInput as refusal:
            return refused(refusal)

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["ask"] == "state":
            return {"ok": True, "state": self.view()}
        if request["ask"] == "preview":
            return preview(self.game, request["event"], self.game.table.at)
        people = [request[name] for name in ("by", "second") if name in request]
        for person in people:
            if PEOPLE.get(person["who"], ("",))[0] != person["pin"]:
                return {"ok": False, "why": "wrong id or PIN", "rule": "", "do": ""}
        who = people[0]["who"]
        if request["ask"] == "acknowledge":
            alarm = next(alarm for alarm in self.alarms if alarm["id"] == request["alarm"])
            alarm["acknowledged"] = {"who": who, "at": NOW}
            return {"ok": True}
        if request["ask"] == "clear-input":
            return {"ok": self.troubles.pop(request["name"], None) is not None}
        if request["event"].get("event") in self._two_persons and len(people) < 2:
            return {"ok": False, "second": True, "why": "two persons stand behind this", "rule": "", "do": ""}
        return self._handle(event_by(request["event"], who, PEOPLE[who][1]))
