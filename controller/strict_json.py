"""JSON read strictly: no field twice, no depth that breaks the reader, one value and no more.

Numbers that nothing here is counted in (with a point, NaN, endless) come out as `OddNumber`: the field they stand in
refuses them, by its own name.
"""

import json
from typing import Any

from controller.game.fields import BadInput, OddNumber, printable

LARGEST = 1 << 20
"""Bytes of one round. The largest real description is some three thousand bytes; a hundred megabytes are an attack."""


def parse(data: bytes) -> Any:
    """The one value in these bytes."""
    if len(data) > LARGEST:
        raise BadInput("input", f"at most {LARGEST} bytes")
    try:
        return _decode(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadInput("input", f"JSON in UTF-8 (byte {error.start} is not)") from None
    except json.JSONDecodeError as error:
        raise BadInput("input", f"one JSON object (line {error.lineno}, column {error.colno}: {error.msg})") from None
    except RecursionError:
        raise BadInput("input", "JSON of ordinary depth") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput(printable(twice), "each field once")
    return made


def _int(text: str) -> int | OddNumber:
    return int(text) if len(text) <= 20 else OddNumber(text)


_decode = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=OddNumber, parse_constant=OddNumber, parse_int=_int
).decode
