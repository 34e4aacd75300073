"""`tablectl rules`: every paragraph, what the controller does about it, where, and which tests show it."""

import ast
import json
import textwrap
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from transitions import Machine

from controller.game.book import Book, citations
from controller.game.table import decks, round, table_machine
from controller.library import open_book, paragraph_rows, rulebook_ids
from controller.report import columns


def run(rulebook: str | None, *, as_json: bool, diagram: bool) -> int:
    ids = [open_book(rulebook).id] if rulebook else rulebook_ids()
    if diagram:
        print("\n\n".join(mermaid()))
        return 0
    rows = traced(ids)
    if as_json:
        print(json.dumps({"paragraphs": rows}, ensure_ascii=False))
    else:
        print("\n\n".join(_table(name, [row for row in rows if row["rulebook"] == name]) for name in ids))
    return 0


def traced(ids: list[str]) -> list[dict[str, Any]]:
    """The paragraphs of these rulebooks with carrier and tests."""
    carriers = {name: carriers_of(open_book(name)) for name in ids}
    tests = tests_by_paragraph(tests_folder())
    return [
        {
            "rulebook": row["rulebook"],
            "paragraph": row["paragraph"],
            "duty": row["duty"],
            "summary": row["summary"],
            "carrier": "; ".join(carriers[row["rulebook"]].get(row["paragraph"], [])),
            "tests": tests.get(f"{row['rulebook']} {row['paragraph']}", []),
        }
        for row in paragraph_rows()
        if row["rulebook"] in carriers
    ]


# ---- carriers --------------------------------------------------------------------------


def carriers_of(book: Book) -> dict[str, list[str]]:
    """By paragraph: the rulebook entries that cite it; for what is outside, the reason."""
    found: dict[str, list[str]] = {}
    for path, paragraph in [*citations(book.rules), *_row_citations(book)]:
        name = path.removesuffix(".cite")
        if name.startswith("outside."):
            name = name.removeprefix("outside.")
        if name not in found.setdefault(paragraph, []):
            found[paragraph].append(name)
    return found


def _row_citations(book: Book) -> Iterator[tuple[str, str]]:
    """Rows of pay tables are cited by their letter below the table's paragraph."""
    for wager, entries in book.rules.paytables.items():
        for entry in entries:
            place = f"paytables.{wager}.{entry.id}"
            for row in entry.rows:
                yield f"{place}.{row.hand}", row.cite or entry.cite[0] + row.item
            yield f"{place}.otherwise", entry.otherwise_cite or entry.cite[0] + entry.otherwise_item
            for envy in entry.envy:
                yield f"{place}.envy.{envy.hand}", envy.cite + envy.item


# ---- tests -----------------------------------------------------------------------------


def tests_folder() -> Path:
    """Beside the packages in a checkout; an installed program has none, and lists none."""
    return Path(__file__).parent.parent / "tests"


@cache
def tests_by_paragraph(folder: Path) -> dict[str, list[str]]:
    """What `@pytest.mark.rule` and scenarios say they show."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("*.toml")):
        for rule in tomllib.loads(file.read_text(encoding="utf-8")).get("rules", []):
            found.setdefault(rule, []).append(str(file.relative_to(folder.parent)))
    for file in sorted(folder.rglob("test_*.py")):
        for name, rule in _marked(ast.parse(file.read_text(encoding="utf-8"))):
            found.setdefault(rule, []).append(f"{file.relative_to(folder.parent)}::{name}")
    return found


def _marked(module: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(module):
        if not isinstance(node, ast.FunctionDef):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
                for argument in decorator.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield node.name, argument.value


# ---- for people ------------------------------------------------------------------------


def _table(name: str, rows: list[dict[str, Any]]) -> str:
    lines = [("paragraph", "duty", "tests", "carrier", "summary")]
    lines += [
        (
            row["paragraph"],
            row["duty"],
            str(len(row["tests"])),
            textwrap.shorten(row["carrier"], 60, placeholder=" …"),
            textwrap.shorten(row["summary"], 90, placeholder=" …"),
        )
        for row in rows
    ]
    title = open_book(name).rules.title
    return "\n".join([f"{name}: {title}, {len(rows)} paragraphs", *columns(lines, right=(2,))])


def mermaid() -> list[str]:
    """The machines as they are, for a diagram."""
    named = {"Deck": decks.MACHINE, "Table": table_machine.MACHINE, "Round": round.MACHINE}
    return [_diagram(name, machine) for name, machine in named.items()]


def _diagram(name: str, machine: Machine) -> str:
    lines = [f"%% {name}", "stateDiagram-v2", f"    [*] --> {_word(str(machine.initial))}"]
    lines += [f'    state "{state}" as {_word(state)}' for state in machine.states]
    for event in machine.events.values():
        for transitions in event.transitions.values():
            for transition in transitions:
                to = transition.dest or transition.source
                lines.append(f"    {_word(transition.source)} --> {_word(to)}: {event.name.replace('_', ' ')}")
    return "\n".join(dict.fromkeys(lines))


def _word(state: str) -> str:
    return state.replace("-", "_")
