"""`tablectl play SCENARIO…`: a readable transcript, or one JSON object a step."""

import json
from collections.abc import Sequence
from pathlib import Path

from controller.game.fields import BadInput
from controller.game.money import dollars
from controller.game.table import effects as do
from controller.play.driven import DrivenTable
from controller.play.runner import Outcome, Run, check
from controller.play.scenario import Scenario, read_scenario


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
    lines += [f"       {_effect(effect)}" for effect in outcome.effects if not isinstance(effect, do.Lock)]
    if not outcome.words.startswith("expect"):
        lines.append(f"       [{outcome.state}] {outcome.prompt} ({outcome.rule})")
    lines += [f"       NOT SO: {failure}" for failure in outcome.failures]
    return lines


def _effect(effect: do.Effect) -> str:
    if isinstance(effect, do.SeatSettled):
        ends = [f"{line.wager} {line.result} {dollars(line.pays)} ({line.rule})" for line in effect.lines]
        ends += [f"envy {dollars(envy.pays)} from seat {envy.from_seat} ({envy.rule})" for envy in effect.envy]
        ends += [f"cut by {dollars(effect.cut)} to the limit"] if effect.cut else []
        return f"seat {effect.seat}: " + ("; ".join(ends) or "settled by the dealer")
    if isinstance(effect, do.Voided):
        back = f"back: {', '.join(effect.returned) or 'nothing'}; settled: {', '.join(effect.settled) or 'nothing'}"
        then = f"; before the next round: {', '.join(effect.before_next_round)}" if effect.before_next_round else ""
        return f"void by {effect.what} ({effect.rule}), seats {list(effect.seats)}; {back}; cards {effect.cards}{then}"
    if isinstance(effect, do.Alarm):
        where = " ".join(["seat", str(effect.seat), effect.spot or ""]).rstrip() + ": " if effect.seat else ""
        return f"ALARM {where}{effect.why} ({effect.rule})"
    shown = {name: part for name, part in do.effect_json(effect).items() if part is not None}
    name = shown.pop("effect")
    return f"{name} " + " ".join(f"{key}={part}" for key, part in shown.items())
