"""TOML files of the house read strictly: what is wrong with one is told by its name and line."""

import os
import tomllib
from pathlib import Path
from typing import Any

from controller.game.fields import BadInput, printable

LARGEST = 1 << 18
"""Bytes. A table with every spot of seven seats has some four thousand, a house has some hundred operators."""


def read_toml(path: Path, most: int = 0o777) -> dict[str, Any]:
    """`most`: the permissions that the file may have at most."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode & 0o777
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(ascii(str(path)), f"a file that can be read ({reason})") from None
    if mode & ~most:
        raise BadInput(file_name(path), f"a file with mode {most:o} or less, not {mode:o}")
    if len(data) > LARGEST:
        raise BadInput(file_name(path), f"at most {LARGEST} bytes")
    try:
        table = tomllib.loads(data.decode("utf-8"))
        _check_numbers(table, "")
    except BadInput as refusal:
        raise refusal.inside(f"{file_name(path)}: ") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(file_name(path), f"TOML in UTF-8 (line {line} is not)") from None
    except ValueError as error:  # a number of thousands of digits is no TOMLDecodeError
        reason = str(error).encode("ascii", "backslashreplace").decode("ascii")
        raise BadInput(file_name(path), f"TOML ({reason})") from None
    except RecursionError:
        raise BadInput(file_name(path), "TOML of ordinary depth") from None
    return table


def file_name(path: Path) -> str:
    return printable(path.name)


def _check_numbers(value: object, path: str) -> None:
    """TOML's whole numbers have 64 bits; Python would read any."""
    if isinstance(value, dict):
        for name, part in value.items():
            _check_numbers(part, f"{path}.{printable(name)}" if path else printable(name))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            _check_numbers(part, f"{path}[{number}]")
    elif isinstance(value, int) and value.bit_length() > 63:
        raise BadInput(path, "a whole number of at most 64 bits")
