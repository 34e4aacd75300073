"""Who works at the table: the operators' file, badges, roles and PINs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from controller.game.fields import BadInput, only_known
from controller.game.schema import build
from controller.game.table import events as ev
from controller.pin import PinHash
from controller.strict_toml import file_name, read_toml
from controller.tries import UNKNOWN
from drivers.panel.hid import LONGEST_BADGE

Role = Literal[ev.Role, "auditor"]

MODE = 0o640
"""Root writes, the service's group reads, nobody else: a PIN's few digits are found from its hash in minutes."""

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}", re.ASCII)
_BADGE = re.compile(rf"[A-Za-z0-9-]{{1,{LONGEST_BADGE}}}", re.ASCII)
LONGEST_NAME = 64


@dataclass(frozen=True, slots=True)
class Operator:
    who: str
    role: Role
    name: str = ""
    badge: str = field(default="", repr=False)

    @property
    def acts(self) -> bool:
        """An auditor looks."""
        return self.role != "auditor"


class Operators:
    def __init__(self, operators: Mapping[str, Operator], hashes: Mapping[str, PinHash]) -> None:
        self.by_id = operators
        self.by_badge = {operator.badge: operator for operator in operators.values() if operator.badge}
        self._hashes = hashes
        costs = next(iter(hashes.values()), None)
        self._nobody = PinHash.none(costs.n, costs.r, costs.p) if costs else PinHash.none()

    def check_pin(self, who: str, pin: str) -> bool:
        """As slow for who is not known, or has no PIN, as for anybody. It takes a while: not for the table's loop."""
        return self._hashes.get(who, self._nobody).fits(pin)

    def counted_as(self, who: str) -> str:
        """The name under which this id's tries count and are journaled."""
        return who if who in self.by_id else UNKNOWN


# ---- acts --------------------------------------------------------------------------------

_ACTS = (ev.Irregularity, ev.Ruling, ev.ReceiveDeck, ev.DeviceOut, ev.ChangeMethod, ev.Abandon, ev.CancelProgressive)
ACTS: tuple[str, ...] = (
    *get_args(ev.Act.__dataclass_fields__["act"].type),
    *(ev.NAME_OF_EVENT[kind] for kind in _ACTS),
    ev.NAME_OF_EVENT[ev.Badge],
)
"""What people do at the console, by the names that `two_person` has for it."""


def name_of_act(event: ev.Event) -> str:
    return event.act if isinstance(event, ev.Act) else ev.NAME_OF_EVENT[type(event)]


# ---- the file ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Entry:
    id: str
    name: str
    role: Role
    badge: Any = ""
    pin: Any = ""
    """Checked apart: a message must not repeat them."""


def read_operators(path: Path, *, public: bool = False) -> Operators:
    """`public`: of a simulated table, where everybody may read the file; its PINs are no secret."""
    table = read_toml(path, 0o777 if public else MODE)
    try:
        return _operators(table)
    except BadInput as refusal:
        raise refusal.inside(f"{file_name(path)}: ") from None


def _operators(table: Mapping[str, Any]) -> Operators:
    only_known(table, ["operator"], "")
    entries = table.get("operator", [])
    if not isinstance(entries, list):
        raise BadInput("operator", "a table each, headed [[operator]]")
    operators: dict[str, Operator] = {}
    hashes: dict[str, PinHash] = {}
    for number, value in enumerate(entries):
        path = f"operator[{number}]"
        entry = build(_Entry, value, path)
        operator = _operator(entry, path)
        for other in operators.values():
            if other.who.lower() == operator.who.lower():
                raise BadInput(f"{path}.id", "an id of its own", operator.who)
            if operator.badge and other.badge == operator.badge:
                raise BadInput(f"{path}.badge", f"a badge of its own: {other.who} has it")
        operators[operator.who] = operator
        if entry.pin != "":
            hashes[operator.who] = PinHash.read(entry.pin, f"{path}.pin")
        elif not operator.badge:
            raise BadInput(path, "a badge, a pin or both")
    if not any(operator.role == "floor" and operator.who in hashes for operator in operators.values()):
        raise BadInput("operator", "a floor supervisor with a pin: nobody else opens the table")
    return Operators(operators, hashes)


def _operator(entry: _Entry, path: str) -> Operator:
    if not _ID.fullmatch(entry.id) or entry.id == UNKNOWN:
        raise BadInput(f"{path}.id", "letters, digits and . _ -, at most 32", entry.id)
    if not (entry.name.strip() and entry.name.isprintable() and len(entry.name) <= LONGEST_NAME):
        raise BadInput(f"{path}.name", f"a name of at most {LONGEST_NAME} letters", entry.name)
    if entry.badge != "" and not (isinstance(entry.badge, str) and _BADGE.fullmatch(entry.badge)):
        raise BadInput(f"{path}.badge", f"a text of letters, digits and -, at most {LONGEST_BADGE}")
    return Operator(entry.id, entry.role, entry.name, entry.badge)
