"""What may know what: rulebooks are data, the game is pure, and the table runs without NumPy."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import controller
import drivers
from controller.library import rulebook_ids

ROOTS = [Path(package.__file__).parent for package in (controller, drivers)]
FILES = sorted(file for root in ROOTS for file in root.rglob("*.py"))
GAME = ROOTS[0] / "game"
AUDIT = ROOTS[0] / "audit"

# The game does no I/O, reads no clock and draws no randomness: the same events give the same effects.
IMPURE = {
    *("serial", "usb", "RPi", "gpiozero", "numpy"),
    *("os", "io", "sys", "shutil", "tempfile", "subprocess", "signal", "logging", "sqlite3"),
    *("socket", "ssl", "select", "selectors", "http", "urllib"),
    *("time", "datetime", "sched", "random", "secrets", "uuid"),
    *("asyncio", "threading", "multiprocessing", "concurrent", "queue"),
}
PURE_PACKAGES = {"transitions"}
"""Beside the standard library: state machines."""
READS_ITS_TABLE = {"pathlib", "mmap"}
"""Only for ranking.py, which reads the table that is shipped beside it."""


def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imports(nodes: Iterator[ast.AST]) -> Iterator[str]:
    """The modules that import statements name, in full."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def within(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.")


def run_at_import(node: ast.AST) -> Iterator[ast.AST]:
    """A module's nodes without the bodies of functions and of `if TYPE_CHECKING`."""
    for child in ast.iter_child_nodes(node):
        lazy = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for_types = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
        if not lazy and not for_types:
            yield child
            yield from run_at_import(child)


def test_the_files_are_found() -> None:
    assert GAME / "settlement.py" in FILES
    assert AUDIT / "odds.py" in FILES
    assert Path(drivers.__file__) in FILES


@pytest.mark.parametrize("file", FILES, ids=lambda file: "/".join(file.parts[-3:]))
def test_no_code_knows_a_rulebook_by_its_id(file: Path) -> None:
    """A rule that differs between the texts is data, so that a sixth text needs no code."""
    texts = {node.value for node in ast.walk(tree(file)) if isinstance(node, ast.Constant)}
    assert texts.isdisjoint(rulebook_ids())


@pytest.mark.parametrize("file", sorted(GAME.rglob("*.py")), ids=lambda file: "/".join(file.parts[-2:]))
def test_the_game_is_pure(file: Path) -> None:
    for module in imports(ast.walk(tree(file))):
        top = module.split(".")[0]
        assert within(module, "controller.game") or top in sys.stdlib_module_names | PURE_PACKAGES, module
        assert top not in IMPURE, module
        assert top not in READS_ITS_TABLE or file == GAME / "ranking.py", module
    calls = {node.func.id for node in ast.walk(tree(file)) if isinstance(node, ast.Call) and hasattr(node.func, "id")}
    assert calls.isdisjoint({"open", "print", "input", "exec", "eval", "__import__"})


@pytest.mark.parametrize("file", [file for file in FILES if AUDIT not in file.parents], ids=lambda file: file.stem)
def test_numpy_is_for_the_audit_alone(file: Path) -> None:
    assert not [module for module in imports(ast.walk(tree(file))) if within(module, "numpy")]
    assert not [module for module in imports(run_at_import(tree(file))) if within(module, "controller.audit")]


@pytest.mark.parametrize("file", sorted(ROOTS[1].rglob("*.py")), ids=lambda file: file.stem)
def test_drivers_never_import_the_controller(file: Path) -> None:
    assert not [module for module in imports(ast.walk(tree(file))) if within(module, "controller")]
