"""When nothing has moved for long, the floor takes the dealing device out of service; a technician brings it back."""

from controller.bots.hands import Act
from controller.bots.sight import Sight, View
from controller.bots.supervisor import Supervisor
from drivers.twin.table import TwinTable

LONG = 90.0
"""Seconds: a shuffle takes forty, a cable is back sooner."""


class Rescue:
    def __init__(self, twin: TwinTable, supervisor: Supervisor) -> None:
        self._twin, self._supervisor = twin, supervisor
        self._stood: View = {}
        self._since = 0.0
        self.needed: list[str] = []
        """The prompts at which nothing went on."""

    def next(self, s: Sight, now: float) -> Act | None:
        round = {name: s.round[name] for name in ("state", "turn", "window", "due", "wanted", "ruling", "green_wanted")}
        stands = round | {"decks": s.decks, "device": s.device, "table": {**s.table, "at": 0}}
        if stands != self._stood:
            self._stood, self._since = stands, now
        if now < self._since + LONG:
            return None
        self._since = now
        self.needed.append(s.prompt)
        if self._twin.device is None or s.device["state"] not in ("in-service", "lost"):
            return None
        return self._supervisor.floor({"event": "device-out", "how": "removed"})
