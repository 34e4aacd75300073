"""Views of real tables for the terminal's tests: every rulebook and method, at many moments."""

import random
from functools import cache
from typing import Any

from controller.console.view import View, view
from controller.game.table import events as ev
from controller.play.dealer import follow
from tests.table.tables import KINDS, Kind

ALARM = {"id": 7, "at": 0, "why": "chips on a spot", "rule": "X 1", "where": "seat 2 trips", "acknowledged": None}
COUNT = {"number": 12, "at": 0, "expected": 30, "keyed": 29, "by": "dealer"}


def views(kind: Kind) -> list[View]:
    """Some fifty moments of a few rounds, with something to show everywhere."""
    return _views(KINDS.index(kind))


@cache
def _views(number: int) -> list[View]:
    kind = KINDS[number]
    table, rng, made = kind.table(3), random.Random(3), []
    known = ALARM | {"id": 6, "acknowledged": {"who": "F2", "at": 0}}
    for step in range(400):
        follow(table, rng)
        if step % 8 == 0:
            beside: dict[str, Any] = {"alarms": [known, ALARM], "counts": [COUNT], "troubles": {"spots": "late"}}
            made.append(view(table.game, name="Table 7", keyed="seat 2", **beside))
    table.send(ev.TimePassed())
    return made


def at(state: str, kind: Kind = KINDS[0]) -> View:
    return next(view for view in views(kind) if view["round"]["state"] == state and view["table"]["state"] == "open")
