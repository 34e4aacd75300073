"""A refused act changes nothing, and its answer names the paragraph that refuses it.

A guard is a small function that raises a Refusal or returns. Guards are known
by name, so that a test can switch each off and see what would then go wrong.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from controller.game.table.controller import TableController


@dataclass(frozen=True, slots=True)
class Refused:
    rule: str
    why: str
    do: str
    """What to do now."""


class Refusal(Exception):
    def __init__(self, rule: str, why: str, do: str = "") -> None:
        super().__init__(why)
        self.rule, self.why, self.do = rule, why, do


GUARDS: list[str] = []
switched_off: set[str] = set()
"""For the run over guards alone: names of guards that let everything pass."""

Guard = Callable[["TableController", Any], None]


def guard(check: Guard) -> Callable[["TableController", Any], bool]:
    name = check.__name__
    GUARDS.append(name)

    @wraps(check)
    def condition(game: "TableController", event: Any) -> bool:
        if name not in switched_off:
            check(game, event)
        return True

    return condition
