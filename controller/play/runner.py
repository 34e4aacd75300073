"""Runs a scenario step by step and compares what happened with what was expected."""

from dataclasses import asdict, dataclass
from typing import Any

from controller.game.fields import BadInput
from controller.game.money import cents_of, dollars
from controller.game.offer import check_offer
from controller.game.settlement import Line
from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.controller import Setup, TableController
from controller.game.table.effects import Effect, effect_json
from controller.game.table.refusals import Refused
from controller.library import open_book
from controller.play.scenario import Expect, Scenario, Step, check_hands
from controller.play.sim import Table

_TIMES = {"s": 1_000, "m": 60_000, "h": 3_600_000}


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of one step."""

    line: int
    words: str
    state: str
    prompt: str
    rule: str
    effects: tuple[Effect, ...]
    refused: Refused | None
    failures: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "line": self.line,
            "step": self.words,
            "state": self.state,
            "prompt": {"text": self.prompt, "rule": self.rule},
            "effects": [effect_json(effect) for effect in self.effects],
            "refused": None if self.refused is None else asdict(self.refused),
            "failures": list(self.failures),
        }


def check(scenario: Scenario) -> TableController:
    """The table that a scenario is about, refused where its rulebook does not allow it."""
    book = open_book(scenario.rulebook)
    offer = check_offer(book, scenario.options)
    check_hands(scenario, book.rules)
    return TableController(offer, Setup(scenario.method, scenario.order, scenario.decks))


class Run:
    def __init__(self, scenario: Scenario, lines: list[int], kind: type[Table] = Table) -> None:
        """`kind`: the machines alone, or a table with drivers and a twin beneath."""
        self.scenario = scenario
        self.lines = lines
        self.game = check(scenario)
        self.table = kind(scenario, self.game)
        self.effects: list[Effect] = []
        """Of the last step that was no expectation."""
        self.lines_settled: dict[int, list[Line]] = {}
        self.refusal: Refused | None = None
        self.troubles: list[str] = []

    def outcomes(self) -> list[Outcome]:
        made = []
        for number, step in enumerate(self.scenario.steps):
            following = self.scenario.steps[number + 1] if number + 1 < len(self.scenario.steps) else None
            made.append(self._step(step, following, self.lines[number]))
        return made

    def _step(self, step: Step, following: Step | None, line: int) -> Outcome:
        failures: list[str] = []
        if step.expect is not None:
            failures = self._compare(step.expect)
            shown: tuple[Effect, ...] = ()
            refused = None
        else:
            self.table.happened, self.table.refused, self.table.troubles = [], None, []
            try:
                self._do(step)
            except BadInput as refusal:
                raise refusal.inside(f"line {line}: ") from None
            self.effects, self.refusal = list(self.table.happened), self.table.refused
            self.troubles = list(self.table.troubles)
            self._keep_lines()
            shown, refused = tuple(self.effects), self.refusal
            expected = following is not None and following.expect is not None and following.expect.refused is not None
            if refused is not None and not expected:
                failures = [f"refused by {refused.rule}: {refused.why}; {refused.do}"]
        prompt = self.game.prompt()
        return Outcome(
            line, words_of(step), self.game.round.state, prompt.text, prompt.rule, shown, refused, tuple(failures)
        )

    # ---- doing -----------------------------------------------------------------------

    def _do(self, step: Step) -> None:
        table = self.table
        if step.do == "deal":
            table.deal(step.times)
        elif step.do is not None:
            {
                "open": table.open,
                "shuffle": table.shuffle,
                "close-bets": table.close_bets,
                "play-on": table.play_on,
                "stub": table.stub,
                "show": table.show,
                "settle": table.settle,
                "collect": lambda: table.send(ev.Press("next")),
                "clear-layout": table.clear_layout,
            }[step.do]()
        elif step.chips is not None:
            self._chips(step.chips)
        elif step.chips_off is not None:
            self._chips_off(step.chips_off)
        elif step.wait is not None:
            self._wait(step.wait)
        elif step.twin is not None:
            table.mishap(step.twin)
        else:
            event: ev.Event
            event = ev.Press(step.press, step.seat) if step.press is not None else ev.event_of(step.event)
            for _ in range(step.times or 1):
                if table.refused is None:
                    table.send(event)

    def _chips(self, chips: dict[str, str | int]) -> None:
        seat = _seat(chips)
        for wager, amount in chips.items():
            if wager == "seat" or self.table.refused is not None:
                continue
            self.table.send(ev.ChipsOn(seat, wager))
            wager_is_fixed = self.game.fixed_amount(wager) is not None
            if amount != "" and not wager_is_fixed and self.table.refused is None and not self._alarmed():
                self.table.send(ev.Amount(seat, wager, cents_of(amount, f"chips.{wager}")))

    def _alarmed(self) -> bool:
        return any(isinstance(effect, do.Alarm) for effect in self.table.happened)

    def _chips_off(self, chips: dict[str, str | int | list[str]]) -> None:
        seat = _seat(chips)
        wagers = chips.get("wagers")
        if not isinstance(wagers, list) or set(chips) != {"seat", "wagers"}:
            raise BadInput("chips_off", 'a seat and its wagers: { seat = 1, wagers = ["trips"] }')
        for wager in wagers:
            self.table.send(ev.ChipsOff(seat, wager))

    def _wait(self, text: str) -> None:
        number, unit = text[:-1], text[-1:]
        if not number.isdecimal() or unit not in _TIMES:
            raise BadInput("wait", "a time such as 90s, 5m or 4h", text)
        self.table.at += int(number) * _TIMES[unit]
        self.table.send(ev.TimePassed())

    def _keep_lines(self) -> None:
        for effect in self.effects:
            if isinstance(effect, do.SeatSettled):
                self.lines_settled.setdefault(effect.seat, []).extend(effect.lines)

    # ---- comparing ----------------------------------------------------------------------

    def _compare(self, expect: Expect) -> list[str]:
        game, prompt = self.game, self.game.prompt()
        number = expect.number or game.table.deck
        if not 1 <= number <= len(game.decks):
            raise BadInput("expect.number", f"a deck of the table, 1 to {len(game.decks)}", number)
        deck = game.decks[number - 1]
        wrong = []

        def same(name: str, wanted: object, found: object) -> None:
            if wanted is not None and wanted != found:
                wrong.append(f"{name}: expected {wanted!r}, found {found!r}")

        same("state", expect.state, game.round.state)
        same("table", expect.table, game.table.state)
        same("deck", expect.deck, deck.state)
        same("rule", expect.rule, prompt.rule)
        same("turn", expect.turn, game.round.turn)
        same("refused", expect.refused, self.refusal.rule if self.refusal else None)
        if expect.prompt is not None and expect.prompt not in prompt.text:
            same("prompt", expect.prompt, prompt.text)
        if expect.why is not None and (self.refusal is None or expect.why not in self.refusal.why):
            same("why", expect.why, self.refusal.why if self.refusal else None)
        names = [effect_json(effect)["effect"] for effect in self.effects]
        if expect.effect is not None and expect.effect not in names:
            same("effect", expect.effect, names)
        alarms = [effect.rule for effect in self.effects if isinstance(effect, do.Alarm)]
        if expect.alarm is not None and expect.alarm not in alarms:
            same("alarm", expect.alarm, alarms)
        if expect.trouble is not None and not any(expect.trouble in trouble for trouble in self.troubles):
            same("trouble", expect.trouble, self.troubles)
        self._compare_void(expect, same)
        self._compare_line(expect, same)
        ledger = game.ledger()
        for place, cards in (expect.ledger or {}).items():
            same(f"ledger.{place}", cards, ledger.get(place))
        return wrong

    def _compare_void(self, expect: Expect, same: Any) -> None:
        voids = [effect for effect in self.effects if isinstance(effect, do.Voided)]
        void = voids[-1] if voids else None
        same("void", expect.void, void.what if void else None)
        same("void_rule", expect.void_rule, void.rule if void else None)
        same("returned", expect.returned, void.returned if void else None)
        same("settled", expect.settled, void.settled if void else None)
        same("before_next_round", expect.before_next_round, void.before_next_round if void else None)

    def _compare_line(self, expect: Expect, same: Any) -> None:
        if expect.seat is None:
            return
        lines = [line for line in self.lines_settled.get(expect.seat, []) if line.wager == expect.wager]
        line = lines[-1] if lines else None
        same("result", expect.result, line.result if line else None)
        same("pays", expect.pays, dollars(line.pays) if line else None)
        same("line_rule", expect.line_rule, line.rule if line else None)
        cuts = [e.cut for e in self.effects if isinstance(e, do.SeatSettled) and e.seat == expect.seat]
        same("cut", expect.cut, dollars(sum(cuts)))


def _seat(chips: Any) -> int:
    seat = chips.get("seat")
    if type(seat) is not int:
        raise BadInput("seat", "a seat's number", seat)
    return seat


def words_of(step: Step) -> str:
    """A step as a person would say it."""
    if step.expect is not None:
        wanted = {name: part for name, part in asdict(step.expect).items() if part is not None}
        return "expect " + ", ".join(f"{name} {part}" for name, part in wanted.items())
    times = f" {step.times} times" if step.times else ""
    if step.do is not None:
        return f"{step.do}{times}"
    if step.chips is not None:
        return "chips on: " + ", ".join(f"{name} {part}" for name, part in step.chips.items())
    if step.chips_off is not None:
        return f"chips off: seat {step.chips_off.get('seat')} {step.chips_off.get('wagers')}"
    if step.press is not None:
        return f"press {step.press}" + (f" for seat {step.seat}" if step.seat else "") + times
    if step.wait is not None:
        return f"wait {step.wait}"
    if step.twin is not None:
        return "twin: " + ", ".join(f"{name} {part}" for name, part in asdict(step.twin).items() if part is not None)
    return (
        ", ".join(f"{name} {part}" if name != "event" else str(part) for name, part in (step.event or {}).items())
        + times
    )
