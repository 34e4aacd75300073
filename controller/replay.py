"""A journal's records through the machines again: they must give just what they gave then.

It is recovery, and it is the audit: both take every record, and neither believes one that the machines do not bear out.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from controller.chain import Record
from controller.game.fields import BadInput, an_object
from controller.game.offer import check_offer
from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.controller import Setup, TableController
from controller.game.table.refusals import Refused
from controller.keeper import snapshot_of
from controller.library import open_book
from controller.records import plain
from controller.standing import Standing


class ReplayFailed(Exception):
    """A record that the machines do not bear out, in one line."""

    def __init__(self, seq: int, what: str) -> None:
        super().__init__(f"record {seq}: {what}")
        self.seq, self.what = seq, what


def new_game(config: Mapping[str, Any]) -> TableController:
    """As the operator's file sets it up; refused where the rulebook does not allow it."""
    book = open_book(config["rulebook"])
    return TableController(
        check_offer(book, config["options"]), Setup(config["method"], config["order"], config["decks"])
    )


def changed_game(config: Mapping[str, Any], before: TableController) -> TableController:
    """A closed table that is opened under another file: its rounds are counted on, and its meters stay."""
    made = new_game(config)
    made.table.at, made.table.number = before.table.at, before.table.number
    if made.table.meters.keys() == before.table.meters.keys():
        made.table.meters = dict(before.table.meters)
    return made


class Replay:
    def __init__(self) -> None:
        self.game: TableController | None = None
        self.config: dict[str, Any] = {}
        self.standing = Standing()
        self.event: ev.Event | None = None
        """The last one, and what the machines made of it."""
        self.outcome: tuple[do.Effect, ...] | Refused = ()
        self._seq = 0
        self._owed: tuple[str, dict[str, Any]] | None = None
        """The record that the last event's outcome must have left."""

    def take(self, record: Record) -> None:
        body = record.body
        if record.kind == "event":
            self._event(record.seq, body)
        elif record.kind in ("effects", "refused"):
            self._bears_out(record, body)
        elif record.kind == "start":
            self._start(record.seq, plain(dict(body)))  # the service hands its own over, before it has been JSON
        elif record.kind == "snapshot":
            self._snapshot(record.seq, body)
            return
        self.standing.take(record)

    def end(self) -> None:
        """Nothing is owed: an event and what came of it are written together."""
        if self._owed is not None:
            raise ReplayFailed(self._seq, f"the machines answer with {self._owed[0]}, and none are written")

    # ---- one record --------------------------------------------------------------------------

    def _event(self, seq: int, body: Mapping[str, Any]) -> None:
        self.end()
        if self.game is None:
            raise ReplayFailed(seq, "an event before the table was set up")
        try:
            self.event = _event(body["event"])
        except BadInput as bad:
            raise ReplayFailed(seq, f"no event: {bad}") from None
        self._seq = seq
        self.outcome = self.game.handle(self.event, body["at"])
        if isinstance(self.outcome, Refused):
            self._owed = "refused", {"of": seq} | asdict(self.outcome)
        elif self.outcome:
            self._owed = "effects", {"of": seq, "effects": plain([do.effect_json(one) for one in self.outcome])}

    def _bears_out(self, record: Record, body: Mapping[str, Any]) -> None:
        owed, self._owed = self._owed, None
        if owed != (record.kind, body):
            raise ReplayFailed(record.seq, _differs(record.kind, body, owed))

    def _start(self, seq: int, body: dict[str, Any]) -> None:
        self.end()
        config = an_object(body.get("config"), "config")
        try:
            if self.game is None:
                self.game = new_game(config)
            elif config != self.config:
                self.game = changed_game(config, self.game)
        except BadInput as bad:
            raise ReplayFailed(seq, f"no table can be set up like this: {bad}") from None
        self.config = config

    def _snapshot(self, seq: int, body: Mapping[str, Any]) -> None:
        self.end()
        if self.game is not None:
            made = snapshot_of(self.game, self.config, self.standing)
            if made != body and (made := plain(made)) != body:  # most often it is plain as it is
                raise ReplayFailed(seq, f"the table stood otherwise: {_first_difference(body, made)}")
            return
        try:
            self.config = body["config"]
            offer = check_offer(open_book(self.config["rulebook"]), self.config["options"])
            self.game = TableController.restore(offer, body["table"])
            self.standing = Standing.restored(body["standing"])
        except (BadInput, KeyError, TypeError, ValueError) as bad:
            raise ReplayFailed(seq, f"no snapshot of a table: {bad}") from None


_EVENTS_KEPT = 4096
_events: dict[str, ev.Event] = {}


def _event(value: object) -> ev.Event:
    """A table's events come in few forms; what was read once is kept. Of true and 1 only the text shows which it is."""
    text = repr(value)
    found = _events.get(text)
    if found is None:
        found = ev.event_of(value)
        if len(_events) >= _EVENTS_KEPT:
            _events.clear()
        _events[text] = found
    return found


def _differs(kind: str, body: Mapping[str, Any], owed: tuple[str, dict[str, Any]] | None) -> str:
    if owed is None:
        return f"{kind} are written, and the machines give nothing"
    if owed[0] != kind:
        return f"{kind} are written, and the machines give {owed[0]}"
    return f"the machines give something else: {_first_difference(body, owed[1])}"


def _first_difference(written: Any, made: Any, place: str = "") -> str:
    """Where two plain values part, and how."""
    if isinstance(written, dict) and isinstance(made, dict):
        for name in [*written, *(name for name in made if name not in written)]:
            if name not in written or name not in made:
                return f"{place}.{name} is in only one of them".lstrip(".")
            if written[name] != made[name]:
                return _first_difference(written[name], made[name], f"{place}.{name}")
    if isinstance(written, list) and isinstance(made, list) and len(written) == len(made):
        for n, (one, other) in enumerate(zip(written, made, strict=True)):
            if one != other:
                return _first_difference(one, other, f"{place}[{n}]")
    return f"{place.lstrip('.') or 'it'} is {_short(written)} and should be {_short(made)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
