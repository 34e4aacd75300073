"""What the journal's records hold: notices and commands of the dealing device as plain values, and back."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from controller.game.fields import an_object, one_of
from controller.game.schema import build
from controller.game.table import effects as do
from controller.game.table.names import written
from drivers import notices as of

_NOTICES: dict[str, type] = {written(kind): kind for kind in of.DeviceNotice.__args__}
_NAMES = {kind: name for name, kind in _NOTICES.items()}
COMMANDS: dict[str, type] = {
    written(kind): kind
    for kind in (do.SetMode, do.Shuffle, do.Dispense, do.Eject, do.Reveal, do.ClearFault, do.Display)
}
"""Effects that the dealing device carries out, by their written name."""


def plain(value: Any) -> Any:
    """As it comes back from JSON: lists for tuples."""
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    return value


def notice_json(notice: of.DeviceNotice) -> dict[str, Any]:
    fields: dict[str, Any] = plain(dataclasses.asdict(notice))
    return {"notice": _NAMES[type(notice)]} | fields


def notice_of(value: object) -> of.DeviceNotice:
    given = dict(an_object(value, "notice"))
    name = one_of(given.pop("notice", None), _NOTICES, "notice")
    made: of.DeviceNotice = build(_NOTICES[name], given, "")
    return made


def command_effect(value: Mapping[str, Any]) -> do.Effect:
    """An effect that a device carries out, from its record."""
    given = dict(value)
    name = one_of(given.pop("effect", None), COMMANDS, "effect")
    made: do.Effect = build(COMMANDS[name], given, "")
    return made
