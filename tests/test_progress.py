"""The bar that shows how far long work has come."""

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

import pytest

from controller.cli import main
from controller.progress import Bar


class Screen(StringIO):
    """A stream that keeps what a terminal would show of one line."""

    def __init__(self, terminal: bool = True) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    def line(self) -> str:
        shown: list[str] = []
        for part in self.getvalue().split("\r"):
            shown[: len(part)] = part
        return "".join(shown).rstrip()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr("controller.progress.time.monotonic", lambda: now[0])
    return now


def test_bar_shows_after_a_second_and_clears_itself(clock: list[float]) -> None:
    screen = Screen()
    bar = Bar(screen)
    clock[0] += 0.99
    bar.show("trips", 0.5)
    bar.clear()
    assert screen.getvalue() == "", "quick work needs no bar"
    clock[0] += 0.02
    bar.show("a task with quite a long name", 0.5)
    assert screen.line().startswith("a task with quite a long name ")
    assert screen.line().endswith(" 50%")
    bar.show("trips", 1)
    assert screen.line().split()[0] == "trips", "nothing of the longer line is left"
    assert screen.line().endswith(" 100%")
    assert "\n" not in screen.getvalue()
    bar.clear()
    assert screen.line() == ""


def test_bar_shows_on_a_terminal_only(clock: list[float]) -> None:
    pipe = Screen(terminal=False)
    bar = Bar(pipe)
    clock[0] += 60
    bar.show("trips", 0.5)
    bar.clear()
    assert pipe.getvalue() == ""


def test_odds_shows_its_progress_and_clears_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at this clock is a minute later than the last."""
    looks = iter(range(0, 10**9, 60))
    monkeypatch.setattr("controller.progress.time.monotonic", lambda: next(looks))
    screen = Screen()
    with redirect_stderr(screen), redirect_stdout(StringIO()) as out:
        assert main(["odds", "nj-uth", "--json"]) == 0
    assert "trips" in screen.getvalue()
    assert screen.line() == ""
    assert len(json.loads(out.getvalue())["wagers"]) == 4
