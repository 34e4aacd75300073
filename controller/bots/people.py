"""Who works at the table, and the console that some of them have."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from controller.game.table.events import Role

By = Mapping[str, str]
"""`who` and `pin`."""
Reply = Mapping[str, Any]


class ActAtConsole(Protocol):
    def __call__(self, event: dict[str, Any], by: By, second: By | None = None) -> Reply: ...


@dataclass(frozen=True, slots=True)
class Person:
    who: str
    role: Role
    badge: str
    pin: str = ""

    @property
    def by(self) -> By:
        return {"who": self.who, "pin": self.pin}


@dataclass(frozen=True, slots=True)
class Console:
    """What can be done there; an answer says whether it was."""

    act: ActAtConsole
    acknowledge: Callable[[str, By], Reply] | None = None
    """An alarm, by its id."""
    clear_input: Callable[[str, By], Reply] | None = None
    """A failed input, by its name: it is believed again."""
    device_back: Callable[[By], Reply] | None = None
    """The dealing device, into service."""


class Staff:
    def __init__(self, people: Sequence[Person]) -> None:
        self._people = tuple(people)

    def first(self, role: Role) -> Person:
        return next(person for person in self._people if person.role == role)

    def second(self, first: Person) -> Person:
        """Somebody else, where an act needs two."""
        return next(person for person in self._people if person.who != first.who and person.role != "dealer")
