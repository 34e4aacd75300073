"""Input that cannot be used is refused with one line: which field, what was expected, what came."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

SHOWN = 40
"""How much of a wrong value is repeated in the message; it may be megabytes long."""

_UNSAID = object()


class BadInput(ValueError):
    """A field that does not hold what it should. Its text is one line of plain ASCII."""

    def __init__(self, field: str, expected: str, got: object = _UNSAID) -> None:
        said = "" if got is _UNSAID else f", got {shown(got)}"
        super().__init__(f"{field}: expected {expected}{said}")

    def inside(self, place: str) -> "BadInput":
        """The same refusal, its field named from further out."""
        outer = BadInput.__new__(BadInput)
        outer.args = (f"{place}{self}",)
        return outer


@dataclass(frozen=True, slots=True)
class OddNumber:
    """A number of the input that no field can use, as it was written."""

    text: str


def shown(value: object) -> str:
    if isinstance(value, OddNumber):
        return value.text if len(value.text) <= SHOWN else value.text[:SHOWN] + "..."
    if isinstance(value, str) and len(value) > SHOWN:
        value = value[:SHOWN] + "..."
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return json.dumps(value, ensure_ascii=True, default=str)  # TOML has dates too


def listed(names: Iterable[str]) -> str:
    """Names for a message: "A, B or C"."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def an_object(value: object, field: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadInput(field, "an object", value)
    return value


def a_list(value: object, field: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadInput(field, "a list", value)
    return value


def true_or_false(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise BadInput(field, "true or false", value)
    return value


def one_of(value: object, names: Mapping[str, Any] | Iterable[str], field: str) -> str:
    names = list(names)
    if not isinstance(value, str) or value not in names:
        raise BadInput(field, listed(names), value)
    return value


def only_known(given: Mapping[str, Any], known: Collection[str], field: str) -> None:
    """Refuses the first field that has no business here."""
    for name in given:
        if name not in known:
            where = f"{field}." if field else ""
            raise BadInput(f"{where}{printable(name)}", f"no such field (known: {', '.join(known) or 'none'})")


def printable(name: str) -> str:
    return shown(name)[1:-1]
