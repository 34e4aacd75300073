"""Every scenario, each played from its first step to its last."""

from pathlib import Path

import pytest

from controller.game.fields import BadInput
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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('steps = [{ do = "deal", times = 0 }]', "line 3: times: expected at least 1"),
        ('hands = { moon = ["As"] }\nsteps = [{ do = "open" }]', "hands: expected seat 1 to seat 6"),
        ('hands = { "seat 7" = ["As"] }\nsteps = [{ do = "open" }]', "hands: expected seat 1 to seat 6"),
        (
            'hands = { dealer = ["As", "Ks", "Qs"] }\nsteps = [{ do = "open" }]',
            "hands.dealer: expected at most 2",
        ),
        ('rules = ["nj-uth 99"]\nsteps = [{ do = "open" }]', "rules: expected paragraphs such as"),
        ('rules = ["reading G99"]\nsteps = [{ do = "open" }]', "rules: expected paragraphs such as"),
        ('rules = ["moon G9"]\nsteps = [{ do = "open" }]', "rules: expected paragraphs such as"),
        ('[[steps]]\ndo = "open"\n\n[[steps]]\ndo = "dig"', "line 6: do: expected"),
        ('[[steps]]\ndo = "open"\n\n[[ steps ]]\nchips = { seat = "x" }', "line 6: seat: expected a seat"),
        ("steps = []", "steps: expected a list of steps"),
        ('steps = [{ expect = { number = 7, deck = "cut" } }]', "expect.number: expected a deck of the table, 1 to 1"),
    ],
)
def test_what_a_scenario_cannot_mean_is_refused(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(f'rulebook = "nj-uth"\nabout = "x"\n{text}\n', encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        Run(*read_scenario(file)).outcomes()
    assert told in str(refused.value)
