"""The shipped files with something changed, and what is told of them."""

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from controller.config import Config, read_config
from controller.game.fields import BadInput
from controller.library import config_folder

GONE = object()
TABLE = tomllib.loads((config_folder() / "table.toml").read_text(encoding="utf-8"))
TWIN = tomllib.loads((config_folder() / "twin.toml").read_text(encoding="utf-8"))


def changed(table: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """`{"pins.lock": 18}` sets, GONE takes out."""
    made = copy.deepcopy(table)
    for path, value in changes.items():
        *above, name = path.split(".")
        place = made
        for part in above:
            place = place.setdefault(part, {})
        if value is GONE:
            del place[name]
        else:
            place[name] = value
    return made


def toml(table: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(name)} = {_value(value)}\n" for name, value in table.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {_value(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_value(part) for part in value) + "]"
    return json.dumps(value)


def read(folder: Path, changes: dict[str, Any] | None = None, of: dict[str, Any] = TABLE) -> Config:
    file = folder / "own.toml"
    file.write_text(toml(changed(of, changes or {})), encoding="utf-8")
    return read_config(file)


def refusal(folder: Path, changes: dict[str, Any], of: dict[str, Any] = TABLE) -> str:
    """The one line, without the file's name."""
    with pytest.raises(BadInput) as refused:
        read(folder, changes, of)
    return line_of(refused.value)


def line_of(refused: BadInput, file: str = "own.toml") -> str:
    line = str(refused)
    assert line.replace("§", "").isascii(), "nothing but what citations need"
    assert line.isprintable()
    assert line.startswith(f"{file}: ")
    return line.removeprefix(f"{file}: ")
