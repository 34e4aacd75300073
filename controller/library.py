"""The shelf of rulebooks: finds them, reads them, and knows every paragraph they may cite."""

import csv
import tomllib
from functools import cache
from pathlib import Path

from controller.game.book import Book, make_book
from controller.game.fields import BadInput, one_of


def config_folder() -> Path:
    """Beside the packages in a checkout, inside the package where it was installed."""
    here = Path(__file__).parent
    return here / "config" if (here / "config").is_dir() else here.parent / "config"


@cache
def paragraphs() -> frozenset[tuple[str, str]]:
    """Every paragraph of the five texts as (rulebook, paragraph), and every reading as ("", reading)."""
    return frozenset(
        [(row["rulebook"], row["paragraph"]) for row in paragraph_rows()]
        + [("", row["reading"]) for row in _rows("readings.csv")]
    )


def paragraph_rows() -> list[dict[str, str]]:
    """Every paragraph with its duty and what it says, in the texts' order."""
    return _rows("paragraphs.csv")


def _rows(name: str) -> list[dict[str, str]]:
    with (config_folder() / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def is_known(rulebook: str, paragraph: str) -> bool:
    return (rulebook, paragraph) in paragraphs() or ("", paragraph) in paragraphs()


@cache
def rulebook_ids(folder: Path | None = None) -> list[str]:
    return sorted(file.stem for file in (folder or config_folder() / "rulebooks").glob("*.toml"))


def open_book(name: object, folder: Path | None = None) -> Book:
    """The rulebook of that id. Its file's faults are told by file and key."""
    folder = folder or config_folder() / "rulebooks"
    return _read(folder / f"{one_of(name, rulebook_ids(folder), 'rulebook')}.toml")


@cache
def _read(file: Path) -> Book:
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        if table.get("id") != file.stem:
            raise BadInput("id", f"the file's own name, {file.stem}", table.get("id"))
        book = make_book(table, is_known)
    except BadInput as refusal:
        raise refusal.inside(f"{file.name}: ") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(file.name, f"TOML in UTF-8 ({error})") from None
    return book
