"""Alarms and who has acknowledged them, as the journal's records tell."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

KEPT = 200
"""The latest; every one of them is in the journal for ever."""


@dataclass(frozen=True, slots=True)
class Alarm:
    id: str
    at: int
    """By the wall clock, in milliseconds since 1970."""
    why: str
    rule: str
    where: str
    who: str = ""
    """Who has acknowledged it, and when."""
    when: int = 0


class Alarms:
    def __init__(self, alarms: tuple[Alarm, ...] = ()) -> None:
        self._alarms = {alarm.id: alarm for alarm in alarms}

    def __iter__(self) -> Iterator[Alarm]:
        return iter(tuple(self._alarms.values()))

    def __contains__(self, id: object) -> bool:
        return id in self._alarms

    def raised(self, id: str, at: int, why: str, rule: str, where: str) -> None:
        self._alarms[id] = Alarm(id, at, why, rule, where)
        if len(self._alarms) > KEPT:
            seen = next((alarm.id for alarm in self if alarm.who), next(iter(self._alarms)))
            del self._alarms[seen]

    def acknowledged(self, id: str, who: str, when: int) -> None:
        alarm = self._alarms.get(id)
        if alarm is not None and not alarm.who:
            self._alarms[id] = replace(alarm, who=who, when=when)

    def as_json(self) -> list[dict[str, Any]]:
        return [asdict(alarm) for alarm in self]

    @classmethod
    def of(cls, value: list[Mapping[str, Any]]) -> "Alarms":
        return cls(tuple(Alarm(**entry) for entry in value))


def where(effect: Mapping[str, Any]) -> str:
    """Of an alarm's effect: the place that has to be put right."""
    seat, spot = effect.get("seat"), effect.get("spot")
    return " ".join(["seat", str(seat), *([spot] if spot else [])]) if seat else ""
