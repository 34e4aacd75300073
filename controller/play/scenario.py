"""A scenario file: a table, its cards, and steps with what is expected of them.

TOML, one step a line. Words that are not known are refused with line and field.
"""

import re
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from controller.game.cards import CARD_OF
from controller.game.fields import BadInput
from controller.game.rulebook import Method, Rulebook
from controller.game.schema import build
from controller.library import paragraphs
from controller.play.mishaps import Mishap

BOX = 4
"""Cards of the Six Card box."""

Deed = Literal["open", "close-bets", "deal", "play-on", "stub", "show", "settle", "collect", "shuffle", "clear-layout"]
"""What a dealer who follows the prompts does by himself; `play-on` takes the round to its next decision."""


@dataclass(frozen=True, slots=True)
class Device:
    """The dealing device at the table."""

    caps: tuple[Literal["reads", "counts", "two-decks", "stacks", "display"], ...] = ()


@dataclass(frozen=True, slots=True)
class Expect:
    """What must hold after the step before; a refusal that is not expected fails the scenario."""

    state: str | None = None
    """Of the round."""
    table: str | None = None
    deck: str | None = None
    """The state of the deck in play, or of the deck named by `number`."""
    number: int | None = None
    prompt: str | None = None
    """A part of the dealer's prompt."""
    rule: str | None = None
    """The prompt's paragraph."""
    refused: str | None = None
    """The paragraph of the refusal."""
    why: str | None = None
    """A part of the refusal's reason."""
    effect: str | None = None
    """The name of an effect of the step before."""
    alarm: str | None = None
    """The paragraph of an alarm of the step before."""
    void: str | None = None
    """The irregularity that voided the round or a hand, in the step before."""
    void_rule: str | None = None
    returned: tuple[str, ...] | None = None
    """Wagers that the void gives back."""
    settled: tuple[str, ...] | None = None
    """Wagers that are settled in spite of the void."""
    before_next_round: tuple[str, ...] | None = None
    seat: int | None = None
    """Whose end the next four are about."""
    wager: str | None = None
    result: Literal["win", "lose", "push", "void"] | None = None
    pays: str | None = None
    line_rule: str | None = None
    cut: str | None = None
    """What the limits took off the seat's pay, in the step before."""
    trouble: str | None = None
    """A part of what drivers told was wrong, in the step before: `dealing device: it does not answer`."""
    ledger: dict[str, int] | None = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """Exactly one of these a step; `seat`, `by`, `times` belong to some of them."""

    do: Deed | None = None
    chips: dict[str, str | int] | None = None
    """Chips onto a seat's spots, with their sums: `{ seat = 1, ante = "10", blind = "10" }`; "" for a sum not keyed."""
    chips_off: dict[str, str | int | list[str]] | None = None
    press: Literal["no-more-bets", "lock-out", "next", "check", "play", "fold", "stub"] | None = None
    event: dict[str, Any] | None = None
    """Any event as it is journaled: `{ event = "fault", cause = "jam-dealing" }`."""
    twin: Mishap | None = None
    """Something goes wrong with the hardware."""
    wait: str | None = None
    """Time: `90s`, `5m`, `4h`."""
    expect: Expect | None = None
    seat: int | None = None
    times: int | None = None
    """How often a press, an event, or how many cards or stacks of a deal."""


@dataclass(frozen=True, slots=True)
class Scenario:
    rulebook: str
    about: str
    steps: tuple[Step, ...] = ()
    rules: tuple[str, ...] = ()
    method: Method = "manual_shoe"
    order: str = ""
    decks: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    device: Device | None = None
    seed: int = 1
    deck: tuple[str, ...] = ()
    """The top cards, in order; the rest follows by the seed."""
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Cards by place: `seat 1`, `dealer`, `community`, `box`; a Hi-Lo seat's high hand first."""
    keyed: bool = True
    """Whether the dealer keys face-up cards that no device reads."""


def read_scenario(path: Path) -> tuple[Scenario, list[int]]:
    """The scenario and the line each step is on."""
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except OSError as error:
        raise BadInput(ascii(str(path)), f"a file that can be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(path.name, f"TOML in UTF-8 ({error})") from None
    lines = _step_lines(text)
    try:
        # Steps are built one by one, each refusal with its line.
        scenario = build(Scenario, {key: part for key, part in table.items() if key != "steps"}, "")
        steps = []
        for number, entry in enumerate(_list(table.get("steps"))):
            line = lines[number] if number < len(lines) else 0
            try:
                steps.append(_step(entry))
            except BadInput as refusal:
                raise refusal.inside(f"line {line}: ") from None
        made = replace(scenario, steps=tuple(steps))
        _check_rules(made)
        _check_cards(made)
    except BadInput as refusal:
        raise refusal.inside(f"{path.name}: ") from None
    return made, lines


def _list(value: object) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise BadInput("steps", "a list of steps, one a line")
    return value


_KINDS = ("do", "chips", "chips_off", "press", "event", "twin", "wait", "expect")


def _step(entry: object) -> Step:
    step = build(Step, entry, "")
    kinds = [kind for kind in _KINDS if getattr(step, kind) is not None]
    if step.times is not None and step.times < 1:
        raise BadInput("times", "at least 1", step.times)
    if len(kinds) != 1:
        raise BadInput("step", f"exactly one of {', '.join(_KINDS)}", " and ".join(kinds) or "none")
    return step


def _check_cards(scenario: Scenario) -> None:
    named = [*scenario.deck, *(card for cards in scenario.hands.values() for card in cards)]
    for card in named:
        if card not in CARD_OF:
            raise BadInput("deck or hands", "cards such as Td", card)
    if len(set(named)) != len(named):
        raise BadInput("deck or hands", "each card once")


def _check_rules(scenario: Scenario) -> None:
    """Of any rulebook: a scenario of one may show what another's paragraph says too."""
    for rule in scenario.rules:
        book, _, paragraph = rule.partition(" ")
        if ("" if book == "reading" else book, paragraph) not in paragraphs():
            raise BadInput("rules", "paragraphs such as md-uth 13.E, or readings such as reading G9", rule)


def check_hands(scenario: Scenario, rules: Rulebook) -> None:
    """Places that the rulebook deals to, with no more cards than they get."""
    most = {f"seat {number}": rules.hand.own for number in range(1, rules.seats.most + 1)}
    most |= {"dealer": rules.hand.own, "community": rules.hand.community, "box": BOX}
    for place, cards in scenario.hands.items():
        if place not in most:
            raise BadInput("hands", f"seat 1 to seat {rules.seats.most}, dealer, community or box", place)
        if len(cards) > most[place]:
            raise BadInput(f"hands.{place}", f"at most {most[place]} cards", len(cards))


_ARRAY = re.compile(r"\[\[[ \t]*steps[ \t]*\]\]")


def _step_lines(text: str) -> list[int]:
    """Where each step begins, in a list or each below its own `[[steps]]`. Strings and comments are read past."""
    lines: list[int] = []
    depth = 0
    inside = False
    quote = ""
    number = 1
    position = 0
    while position < len(text):
        sign = text[position]
        if sign == "\n":
            number += 1
        if quote:
            if sign == "\\" and quote == '"':
                position += 1
            elif sign == quote:
                quote = ""
        elif sign in "\"'":
            quote = sign
        elif sign == "#":
            position = text.find("\n", position) - 1 if "\n" in text[position:] else len(text)
        elif depth == 0 and _ARRAY.match(text, position):
            lines.append(number)
            position = text.index("]]", position) + 1
        elif sign in "[{":
            if not inside and depth == 0 and text[:position].rstrip().endswith("="):
                inside = text[:position].rstrip()[:-1].rstrip().endswith("steps")
            elif inside and depth == 1:
                lines.append(number)
            depth += 1
        elif sign in "]}":
            depth -= 1
            inside = inside and depth > 0
        position += 1
    return lines
