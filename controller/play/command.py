"""`tablectl play SCENARIO…`: a readable transcript, or one JSON object a step."""

import json
from collections.abc import Sequence
from pathlib import Path

from controller.game.fields import BadInput
from controller.game.table import effects as do
from controller.play.driven import DrivenTable
from controller.play.runner import Outcome, Run, check
from controller.play.scenario import Scenario, read_scenario
from controller.told_lines import effect_words


def run(files: Sequence[str], *, as_json: bool) -> int:
    """0 if every expectation of every scenario held, else 1."""
    runs = []
    for file in files:
        # All files are read before the first is played: a typo in the last one leaves no half output.
        scenario, lines = read_scenario(Path(file))
        try:
            check(scenario)
        except BadInput as refusal:
            raise refusal.inside(f"{Path(file).name}: ") from None
        runs.append((file, scenario, lines))
    failed = 0
    for file, scenario, lines in runs:
        try:
            outcomes = played(scenario, lines)
        except BadInput as refusal:
            raise refusal.inside(f"{Path(file).name}: ") from None
        failures = sum(len(outcome.failures) for outcome in outcomes)
        failed += bool(failures)
        if as_json:
            for outcome in outcomes:
                print(json.dumps({"scenario": file} | outcome.as_json()))
        else:
            print(f"{Path(file).name}: {scenario.about}")
            for outcome in outcomes:
                print("\n".join(_told(outcome)))
            print(f"  {'FAILED' if failures else 'ok'}\n")
    return 1 if failed else 0


def played(scenario: Scenario, lines: list[int]) -> list[Outcome]:
    """Through the drivers, on the twin of a table."""
    run = Run(scenario, lines, DrivenTable)
    try:
        return run.outcomes()
    finally:
        run.table.close()


def _told(outcome: Outcome) -> list[str]:
    lines = [f"  {outcome.line:3}  {outcome.words}"]
    if outcome.refused is not None:
        lines.append(f"       refused ({outcome.refused.rule}): {outcome.refused.why}; {outcome.refused.do}")
    lines += [f"       {effect_words(effect)}" for effect in outcome.effects if not isinstance(effect, do.Lock)]
    if not outcome.words.startswith("expect"):
        lines.append(f"       [{outcome.state}] {outcome.prompt} ({outcome.rule})")
    lines += [f"       NOT SO: {failure}" for failure in outcome.failures]
    return lines
