"""A view of a table that is well, to be spoiled; and a service that shows it."""

import threading
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from controller.console.server import Server
from controller.console.view import View, view
from tests.table.tables import KINDS


def well(**changes: Any) -> View:
    """`deck=…` and the like change one of its parts; `number=…` and the like of the whole view."""
    made = view(KINDS[0].table(1).game, name="UTH 12")
    made["table"] |= {"state": "open", "at": 0}
    made["device"] |= {"state": "in-service", "fault": ""}
    made["count"] |= {"due": False}
    for deck in made["decks"]:
        deck |= {"state": "in-play", "overdue": "", "change_at": None}
    made["journal"] = {"seq": 4711, "state": "ok", "free": 50_000, "read_only": False}
    for part, value in changes.items():
        made[part] = made[part] | value if isinstance(value, dict) and part != "troubles" else value
    return made


def deck(**changes: Any) -> list[dict[str, Any]]:
    first, *rest = well()["decks"]
    return [first | changes, *rest]


def alarm(id: str = "1.0", who: str = "") -> dict[str, Any]:
    seen = {"who": who, "at": 0} if who else None
    return {"id": id, "at": 0, "why": "chips taken off", "rule": "md-uth 9.F", "where": "seat 2", "acknowledged": seen}


class Service:
    """Answers whatever is asked with one view."""

    def __init__(self, path: Path, answer: dict[str, Any]) -> None:
        self._inbox: SimpleQueue[Any] = SimpleQueue()
        self._server = Server(path, self._inbox)
        self._thread = threading.Thread(target=self._run)
        self._answer = answer
        self.asked: list[dict[str, Any]] = []

    def __enter__(self) -> "Service":
        self._server.start()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._inbox.put(None)
        self._thread.join()
        self._server.stop()

    def _run(self) -> None:
        while (asked := self._inbox.get()) is not None:
            self.asked.append(asked.request)
            self._server.answer(asked.client, self._answer | {"id": asked.request["id"]})
