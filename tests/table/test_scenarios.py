"""Every scenario, each played from its first step to its last."""

from pathlib import Path

import pytest

from controller.library import open_book, rulebook_ids
from controller.play.runner import Run
from controller.play.scenario import read_scenario

FOLDER = Path(__file__).parent.parent / "scenarios"
FILES = sorted(FOLDER.glob("*/*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_scenario(file: Path) -> None:
    scenario, lines = read_scenario(file)
    assert scenario.rulebook == file.parent.name
    assert any(step.expect for step in scenario.steps), "a scenario expects something"
    assert len(lines) == len(scenario.steps)
    outcomes = Run(scenario, lines).outcomes()
    assert [(outcome.line, failure) for outcome in outcomes for failure in outcome.failures] == []


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_enough_scenarios(rulebook: str) -> None:
    assert len([file for file in FILES if file.parent.name == rulebook]) >= 8


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_irregularity_of_the_text_is_played(rulebook: str) -> None:
    """By a paragraph of its entry, named by a scenario."""
    shown = {rule for file in FILES if file.parent.name == rulebook for rule in read_scenario(file)[0].rules}
    for name, entry in open_book(rulebook).rules.irregularities.items():
        cites = {open_book(rulebook).cite(paragraph) for paragraph in entry.cite}
        assert cites & shown, f"{name}: none of {sorted(cites)}"
