"""The table's file: what the operator runs, where its files lie and how it is wired, refused as a whole or good.

A path that is not absolute is taken from the folder of the file; `~` is the user's home.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from controller.config_wiring import Device, Parts, Pins, Spots, make_wiring
from controller.game.book import Book
from controller.game.fields import BadInput, listed
from controller.game.offer import Offer, check_offer
from controller.game.rulebook import Method
from controller.game.schema import build
from controller.game.table import events as ev
from controller.game.table.controller import Setup, TableController
from controller.game.table.device import misfit, wanted_mode
from controller.library import open_book
from controller.operators import ACTS
from controller.strict_toml import file_name, read_toml
from drivers.wiring import Plug, Wiring

TWO_PERSON = ("remove-deck", "device-out", "change-method", "clear-fault")
"""By default: what takes cards or the dealing device out of the controller's sight, or believes them again."""

ROTATE_MB = 256
"""By default: days of play, in a file that is still quickly copied and verified."""
MOST_MB = 65536
LONGEST_SOCKET = 107
"""Bytes of a Unix socket's path; the kernel takes no more."""
LONGEST_NAME = 40
"""Letters; the table's name stands on every display."""
_GROUP = re.compile(r"[a-z_][a-z0-9_-]{0,31}", re.ASCII)

Capability = Literal["reads", "counts", "two-decks", "stacks", "display"]


@dataclass(frozen=True, slots=True)
class Journal:
    file: Path
    key: Path
    """What signs it."""
    rotate_bytes: int
    """How large the file may grow before it goes to the archive."""


@dataclass(frozen=True, slots=True)
class Console:
    socket: Path
    group: str
    """Of the socket: who is in it may talk to the table. Empty: the service's own."""
    operators: Path
    two_person: frozenset[str]
    """Acts that two people have to stand behind."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A simulated table, in place of one that is wired."""

    caps: tuple[Capability, ...] | None = None
    """Of its dealing device; none: there is no device at the table."""
    seed: int = 1
    pace: int = 1
    """How many times as fast as a real table it is played."""
    mistakes: int = 0
    """Of a hundred acts of the dealer, how many are mistaken."""
    bots: bool = True
    """Whether somebody plays; else all is done from the console."""


@dataclass(frozen=True, slots=True)
class Config:
    """Either `wiring` or `twin` is given."""

    file: Path
    name: str
    options: Mapping[str, Any]
    offer: Offer
    setup: Setup
    """With its order of dealing named."""
    seats: int
    journal: Journal
    console: Console
    wiring: Wiring | None
    twin: Twin | None

    def game(self) -> TableController:
        """The table as it is at installation: meters at their resets."""
        return TableController(self.offer, self.setup)

    def record(self) -> dict[str, Any]:
        """What a start journals of it, enough to make the same game again."""
        setup = self.setup
        return {
            "rulebook": self.offer.book.id,
            "options": dict(self.options),
            "method": setup.method,
            "order": setup.order,
            "decks": setup.decks,
        }


# ---- the file as it stands --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Journal:
    file: str
    key: str
    rotate_mb: int = ROTATE_MB


@dataclass(frozen=True, slots=True)
class _Console:
    socket: str
    operators: str
    group: str = ""
    two_person: tuple[str, ...] = TWO_PERSON


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    rulebook: str
    method: Method
    journal: _Journal
    console: _Console
    order: str = ""
    decks: int = 1
    seats: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    device: Device | None = None
    keypad: Plug | None = None
    badge_reader: Plug | None = None
    pins: Pins | None = None
    spots: Spots | None = None
    twin: Twin | None = None


def read_config(path: Path) -> Config:
    """Every refusal is one line with the file, and its line or key; with the paragraph where the rulebook refuses."""
    table = read_toml(path)
    try:
        return _config(build(_File, table, ""), path)
    except BadInput as refusal:
        raise refusal.inside(f"{file_name(path)}: ") from None


def _config(file: _File, path: Path) -> Config:
    if not (file.name.strip() and file.name.isprintable() and len(file.name) <= LONGEST_NAME):
        raise BadInput("name", f"a name of at most {LONGEST_NAME} letters", file.name)
    book = open_book(file.rulebook)
    offer = check_offer(book, file.options)
    setup = _setup(file, book)
    game = TableController(offer, setup)
    seats = _seats(file.seats, book)
    folder = path.parent.resolve()
    wiring = None
    if file.twin is None:
        wiring = make_wiring(_parts(file), offer, setup, seats)
        _check_device(game, wiring.device)
    else:
        _check_twin(file, file.twin, game)
    journal, console = _journal(file.journal, folder), _console(file.console, folder)
    _check_apart({"journal.file": journal.file, "journal.key": journal.key, "console.operators": console.operators})
    return Config(path, file.name, file.options, offer, setup, seats, journal, console, wiring=wiring, twin=file.twin)


# ---- against the rulebook ------------------------------------------------------------------


def _setup(file: _File, book: Book) -> Setup:
    """What TableController would refuse too, with the paragraphs."""
    methods = {name: book.cite(method.cite[0]) for name, method in book.rules.methods.items()}
    if file.method not in methods:
        raise BadInput("method", listed(f"{name} ({rule})" for name, rule in methods.items()), file.method)
    orders = [order.name for order in book.rules.methods[file.method].orders]
    if file.order and file.order not in orders:
        raise BadInput("order", f"{listed(orders)} ({methods[file.method]})", file.order)
    if file.decks not in (1, 2):
        raise BadInput("decks", f"1 or 2 ({book.cite(book.rules.decks.two_cite)})", file.decks)
    return Setup(file.method, file.order or orders[0], file.decks)


def _seats(seats: int | None, book: Book) -> int:
    most = book.rules.seats.most
    if seats is not None and not 1 <= seats <= most:
        raise BadInput("seats", f"1 to {most} ({book.cite(book.rules.seats.cite[0])})", seats)
    return seats or most


def _check_device(game: TableController, port: str) -> None:
    """What a device on the port can do, it says by itself; here only whether there has to be one."""
    if port:
        return
    wrong = misfit(game)
    if wrong is not None:
        raise BadInput("device", f"a port: {wrong.why} ({wrong.rule})")
    if len(game.decks) == 2:
        rule = game.book.cite(game.book.rules.decks.two_cite)
        raise BadInput("device", f"a port: a second deck is used only with an automated shuffler ({rule})")


def _check_twin(file: _File, twin: Twin, game: TableController) -> None:
    for name in ("device", "keypad", "badge_reader", "pins", "spots"):
        if getattr(file, name) is not None:
            raise BadInput(name, "no such table beside twin, which is wired already")
    for name, least, most in (("pace", 1, 1000), ("mistakes", 0, 100)):
        if not least <= getattr(twin, name) <= most:
            raise BadInput(f"twin.{name}", f"{least} to {most}", getattr(twin, name))
    if twin.caps is not None:
        game.handle(ev.DeviceReady(twin.caps, wanted_mode(game)))
    wrong = misfit(game)
    if wrong is not None:
        raise BadInput("twin.caps", f"a device that fits: {wrong.why} ({wrong.rule})")
    if twin.caps is None and len(game.decks) == 2:
        rule = game.book.cite(game.book.rules.decks.two_cite)
        raise BadInput("twin.caps", f"a device: a second deck is used only with an automated shuffler ({rule})")


# ---- the rest --------------------------------------------------------------------------------


def _parts(file: _File) -> Parts:
    if file.pins is None or file.spots is None or file.keypad is None:
        missing = next(name for name in ("pins", "spots", "keypad") if getattr(file, name) is None)
        raise BadInput(missing, "a table, or else one named twin: both are missing")
    return Parts(file.pins, file.spots, file.keypad, file.badge_reader, file.device)


def _journal(entry: _Journal, folder: Path) -> Journal:
    if not 1 <= entry.rotate_mb <= MOST_MB:
        raise BadInput("journal.rotate_mb", f"1 to {MOST_MB}", entry.rotate_mb)
    file, key = _place(entry.file, "journal.file", folder), _place(entry.key, "journal.key", folder)
    return Journal(file, key, entry.rotate_mb << 20)


def _console(entry: _Console, folder: Path) -> Console:
    if entry.group and not _GROUP.fullmatch(entry.group):
        raise BadInput("console.group", "the name of a group", entry.group)
    for number, name in enumerate(entry.two_person):
        if name not in ACTS:
            raise BadInput(f"console.two_person[{number}]", listed(ACTS), name)
    socket = _place(entry.socket, "console.socket", folder)
    if len(os.fsencode(socket)) > LONGEST_SOCKET:
        raise BadInput("console.socket", f"a path of at most {LONGEST_SOCKET} bytes", str(socket))
    operators = _place(entry.operators, "console.operators", folder)
    return Console(socket, entry.group, operators, frozenset(entry.two_person))


def _place(text: str, where: str, folder: Path) -> Path:
    if not text or not text.isprintable() or text.endswith("/"):
        raise BadInput(where, "the path of a file", text)
    try:
        return folder / Path(text).expanduser()
    except RuntimeError:
        raise BadInput(where, "a path without ~: that home is not known", text) from None


def _check_apart(files: Mapping[str, Path]) -> None:
    seen: dict[Path, str] = {}
    for where, file in files.items():
        if file in seen:
            raise BadInput(where, f"a file of its own, not that of {seen[file]}", str(file))
        seen[file] = where
