"""Turns tables of a TOML file into frozen dataclasses, strictly.

Every key must be a field and every field without a default must be there; a
value must be of its field's type. What fails is named by its path.
"""

import dataclasses
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from controller.game.fields import BadInput, a_list, an_object, listed, one_of, only_known

T = TypeVar("T")


def build(kind: type[T], value: object, path: str) -> T:
    """An instance of a dataclass from a table."""
    table = an_object(value, path or "the file")
    fields = _fields(kind)  # type: ignore[arg-type]
    only_known(table, fields, path)
    made: dict[str, Any] = {}
    for name, (hint, required) in fields.items():
        where = f"{path}.{name}" if path else name
        if name in table:
            made[name] = convert(hint, table[name], where)
        elif required:
            raise BadInput(where, "a value: the key is missing")
    return kind(**made)


@cache  # an audit builds a hundred events a round: a class's hints are read once
def _fields(kind: type) -> dict[str, tuple[Any, bool]]:
    """Of a dataclass: each field's type, and whether it must be given."""
    hints = get_type_hints(kind)
    return {
        field.name: (
            hints[field.name],
            field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING,
        )
        for field in dataclasses.fields(kind)
    }


def convert(kind: Any, value: object, path: str) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return value
    if dataclasses.is_dataclass(kind):
        return build(kind, value, path)  # type: ignore[arg-type]
    if origin is Literal:
        return one_of(value, parts, path)
    if origin is dict:
        table = an_object(value, path)
        return {
            convert(parts[0], name, f"{path}.{name}"): convert(parts[1], item, f"{path}.{name}")
            for name, item in table.items()
        }
    if origin is list:
        return [convert(parts[0], item, f"{path}[{number}]") for number, item in enumerate(a_list(value, path))]
    if origin is tuple:
        # A single value may stand for a list of one: most entries cite one paragraph.
        items = value if isinstance(value, list) else [value] if parts[0] is str else None
        if items is None:
            raise BadInput(path, "a list", value)
        return tuple(convert(parts[0], item, f"{path}[{number}]") for number, item in enumerate(items))
    if origin in (Union, UnionType):
        return _one_kind(parts, value, path)
    if type(value) is not kind:
        raise BadInput(path, {int: "a whole number", str: "a text", bool: "true or false"}[kind], value)
    return value


def _one_kind(kinds: tuple[Any, ...], value: object, path: str) -> Any:
    if value is None and NoneType in kinds:
        return None
    for kind in kinds:
        if kind is NoneType:
            continue
        try:
            return convert(kind, value, path)
        except BadInput as refusal:
            last = refusal
    if len(kinds) == 2 and NoneType in kinds:
        raise last
    raise BadInput(path, listed(str(kind) for kind in kinds), value)
