"""What was handled, in a line: for the log, and for who watches a table without a terminal."""

from typing import Any

from controller.game.money import dollars
from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.refusals import Refused
from controller.loop import Handled, Told
from controller.translate import Trouble


def line_of(handled: Handled) -> tuple[str, dict[str, Any]]:
    """The event's name, and what else is worth a field of the log."""
    fields = ev.event_json(handled.event)
    name = str(fields.pop("event"))
    said = {field: value for field, value in fields.items() if value is not None}
    if isinstance(handled.outcome, Refused):
        return name, said | {"refused": handled.outcome.rule, "why": handled.outcome.why}
    if handled.outcome:
        said["effects"] = [effect_words(effect) for effect in handled.outcome]
    return name, said


def words(told: Told) -> str:
    """For people."""
    if isinstance(told, Trouble):
        return f"{told.what}: {told.why or 'over'}"
    name, said = line_of(told)
    refused, why, effects = (said.pop(field, None) for field in ("refused", "why", "effects"))
    line = " ".join([name, *(_field(field, value) for field, value in said.items())])
    if refused is not None:
        return f"{line}: refused, {why} ({refused})"
    return f"{line}: {'; '.join(effects)}" if effects else line


def _field(name: str, value: Any) -> str:
    return f"{name} {' '.join(map(str, value)) if isinstance(value, list | tuple) else value}"


def effect_words(effect: do.Effect) -> str:
    if isinstance(effect, do.SeatSettled):
        ends = [f"{line.wager} {line.result} {dollars(line.pays)} ({line.rule})" for line in effect.lines]
        ends += [f"envy {dollars(envy.pays)} from seat {envy.from_seat} ({envy.rule})" for envy in effect.envy]
        ends += [f"cut by {dollars(effect.cut)} to the limit"] if effect.cut else []
        return f"seat {effect.seat}: " + (", ".join(ends) or "settled by the dealer")
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
