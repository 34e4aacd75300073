"""What the service knows beside the game: made from the journal's records alone, so that it is there after a power cut.

The running service makes it of each record as it writes it, and recovery of each as it reads it: there is one way.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any

from controller.alarms import Alarms, where
from controller.chain import Record
from controller.execute import command_of
from controller.game.schema import build
from controller.records import COMMANDS, command_effect, notice_of, plain
from controller.table_time import Moment
from controller.tries import Tries
from drivers import notices as of
from drivers.device import messages as m
from drivers.device.driver import Left
from drivers.device.memory import Memory
from drivers.device.tags import tag_of

COUNTS_KEPT = 50
Token = tuple[int, int]


class Standing:
    def __init__(self) -> None:
        self.memory = Memory()
        """Of the dealing device."""
        self.asked: dict[Token, m.Command] = {}
        """Commands that the device has not taken, as far as is known, in the order in which they are due."""
        self.under_way: dict[str, m.Command] = {}
        """Begun, by name; their event is still to come."""
        self.alarms = Alarms()
        self.troubles: dict[str, str] = {}
        """What is wrong now, by what it is about."""
        self.tries = Tries()
        self.counts: list[dict[str, Any]] = []
        """Of stubs: the latest."""
        self.moment = Moment()
        """Of the last record that tells the table's time."""
        self.dealer = "dealer"
        """Who has shown a dealer's badge last."""

    # ---- records -----------------------------------------------------------------------------

    def take(self, record: Record) -> None:
        body = record.body
        if "at" in body:
            self.moment = Moment(body["at"], record.wall, record.mono, record.boot)
        if record.kind == "event":
            if body["event"]["event"] == "badge" and body["event"]["role"] == "dealer":
                self.dealer = body["event"]["who"]
        elif record.kind == "effects":
            self._effects(record)
        elif record.kind == "notice":
            self._notice(notice_of(body["notice"]))
        elif record.kind == "done":
            self._done((body["of"], body["n"]), body["begun"])
        elif record.kind == "trouble":
            self._trouble(record)
        elif record.kind == "counted":
            self.counts = [*self.counts, plain(dict(body))][-COUNTS_KEPT:]
        elif record.kind == "tried":
            self.tries = self.tries.tried(body["who"], body["good"], body["at"])
        elif record.kind == "lifted":
            self.tries = self.tries.lifted(body["who"])
        elif record.kind == "acknowledged":
            self.alarms.acknowledged(body["alarm"], body["who"], record.wall)
        elif record.kind == "start":
            self.troubles = {}  # what is wrong still is told again

    def _effects(self, record: Record) -> None:
        for n, effect in enumerate(record.body["effects"]):
            if effect["effect"] in COMMANDS:
                command = command_of(command_effect(effect))
                assert command is not None, "every one of COMMANDS is for the device"
                self.asked[record.seq, n] = command
            elif effect["effect"] in ("alarm", "out-of-service"):
                self.alarms.raised(f"{record.seq}.{n}", record.wall, effect["why"], effect["rule"], where(effect))

    def _trouble(self, record: Record) -> None:
        what, why = record.body["what"], record.body["why"]
        self.troubles.pop(what, None)
        if why:
            self.troubles[what] = why
        if why and record.body["alarm"]:
            self.alarms.raised(str(record.seq), record.wall, why, "", what)

    # ---- the dealing device ------------------------------------------------------------------

    def _done(self, token: Token, begun: bool) -> None:
        command = self.asked.pop(token, None)
        if command is not None and begun:
            self.under_way[type(command).__name__] = command

    def _notice(self, notice: of.DeviceNotice) -> None:
        self.memory = self.memory.after(notice)
        if isinstance(notice, of.Faulted | of.DeviceStopped):
            self.under_way = {}
        elif isinstance(notice, of.Dispensed):
            self._ended("Dispense", tag=tag_of(notice.place, notice.seat))
        elif isinstance(notice, of.Shuffled):
            self._ended("Shuffle", deck=notice.deck)
        elif isinstance(notice, of.Ejected):
            self._ended("Eject")
        elif isinstance(notice, of.Counted):
            self._ended("Count")

    def _ended(self, name: str, **by: int) -> None:
        """Its event has come. If its reply was lost too, it must not be asked for again for all that."""
        if self.under_way.pop(name, None) is not None or not self.asked:
            return
        token, first = next(iter(self.asked.items()))
        if type(first).__name__ == name and all(getattr(first, field) == value for field, value in by.items()):
            del self.asked[token]

    @property
    def left(self) -> Left:
        """For the device's driver, after a restart."""
        asked = tuple((command, token) for token, command in self.asked.items())
        return Left(asked, tuple(self.under_way.values()))

    # ---- snapshot ----------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        memory = self.memory
        return {
            "memory": dataclasses.asdict(memory)
            | {"seals": {str(tag): list(seals) for tag, seals in memory.seals.items()}},
            "asked": [[*token, _command_json(command)] for token, command in self.asked.items()],
            "under_way": [_command_json(command) for command in self.under_way.values()],
            "alarms": self.alarms.as_json(),
            "troubles": dict(self.troubles),
            "tries": self.tries.json(),
            "counts": self.counts,
            "moment": list(self.moment),
            "dealer": self.dealer,
        }

    @classmethod
    def restored(cls, value: Mapping[str, Any]) -> "Standing":
        made = cls()
        memory = dict(value["memory"])
        seals = {int(tag): tuple(seals) for tag, seals in memory.pop("seals").items()}
        made.memory = Memory(**memory, seals=seals)
        made.asked = {(seq, n): _command_of(command) for seq, n, command in value["asked"]}
        under_way = [_command_of(command) for command in value["under_way"]]
        made.under_way = {type(command).__name__: command for command in under_way}
        made.alarms = Alarms.of(value["alarms"])
        made.troubles = dict(value["troubles"])
        made.tries = Tries.of(value["tries"])
        made.counts = list(value["counts"])
        made.moment, made.dealer = Moment(*value["moment"]), value["dealer"]
        return made


_COMMANDS = {kind.__name__: kind for kind in m.Command.__subclasses__()}


def _command_json(command: m.Command) -> dict[str, Any]:
    return {"command": type(command).__name__} | dataclasses.asdict(command)


def _command_of(value: Mapping[str, Any]) -> m.Command:
    given = dict(value)
    made: m.Command = build(_COMMANDS[given.pop("command")], given, "command")
    return made
