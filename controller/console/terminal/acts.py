"""The acts at the console, as data: what each asks, and what it sends."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from controller.console.terminal.words import clock, plain
from controller.console.view import View
from controller.game.rulebook import Method
from controller.game.table import events as ev
from controller.game.table.irregular import STUB

Values = dict[str, Any]
Option = tuple[Any, str]
"""What is sent, and its words."""


@dataclass(frozen=True)
class Question:
    name: str
    words: str
    kind: Literal["choice", "number", "text", "secret", "confirm"]
    options: Callable[[View], list[Option]] = lambda view: []
    asked: Callable[[View, Values], bool] = lambda view, values: True


@dataclass(frozen=True)
class Act:
    key: str
    words: str
    group: str
    event: Values = field(default_factory=dict)
    """The part of the event that is always the same."""
    questions: tuple[Question, ...] = ()
    ask: str = "act"
    due: Callable[[View], bool] = lambda view: False
    """Whether somebody waits for it."""


def _seats(view: View) -> list[Option]:
    seats = view["round"]["seats"] if view["round"] else []
    return [(seat["seat"], f"seat {seat['seat']}") for seat in seats]


def _decks(view: View) -> list[Option]:
    return [
        (deck["deck"], f"deck {deck['deck']}, {deck['back'] or 'no'} back, {deck['state']}") for deck in view["decks"]
    ]


def _two_decks(view: View, values: Values) -> bool:
    return len(view["decks"]) > 1


def _words_of(names: tuple[str, ...]) -> Callable[[View], list[Option]]:
    return lambda view: [(name, plain(name)) for name in names]


def _rulings(view: View) -> list[Option]:
    ruling = view["round"]["ruling"] if view["round"] else ""
    if ruling == STUB:
        return [
            ("misdealt", "misdealt: cards went wrong in the deal"),
            ("not-misdealt", "not misdealt: cards are missing"),
        ]
    return [("stands", "stands: the round goes on"), ("void", "void: the round is void")] if ruling else []


def waiting_alarms(view: View) -> list[dict[str, Any]]:
    return [alarm for alarm in view["alarms"] if not alarm["acknowledged"]]


def _alarms(view: View) -> list[Option]:
    return [
        (alarm["id"], ", ".join(filter(None, [alarm["where"], alarm["why"], clock(alarm["at"])])))
        for alarm in waiting_alarms(view)
    ]


def _inputs(view: View) -> list[Option]:
    return [(name, f"{name}: {why}") for name, why in view["troubles"].items()]


def _misdeal(view: View, values: Values) -> bool:
    return str(values["what"]).endswith("misdealt")


def _about_a_seat(view: View, values: Values) -> bool:
    return values["what"] in ("seat-misdealt", "hand-set-wrong")


_DECK = Question("deck", "Which deck?", "choice", _decks, _two_decks)
_A_DECK = Question("deck", "Which deck?", "choice", _decks)
_SEAT = Question("seat", "Which seat?", "choice", _seats)
_YES_NO: list[Option] = [(False, "no"), (True, "yes")]

CONFIRM = Question("confirm", "", "confirm")
WHO = Question("by.who", "Operator", "text")
PIN = Question("by.pin", "PIN", "secret")
SECOND_WHO = Question("second.who", "Second operator", "text")
SECOND_PIN = Question("second.pin", "Second PIN", "secret")


def _act(act: str) -> Values:
    return {"event": "act", "act": act}


def _state(*states: str) -> Callable[[View], bool]:
    return lambda view: view["table"]["state"] in states


def _out_of_service(view: View) -> bool:
    return bool(view["out_of_order"]) or view["table"]["state"] == "out-of-service"


def _fault_stands(view: View) -> bool:
    return bool(view["device"] and view["device"]["fault"])


def _inspected(view: View) -> bool:
    return any(deck["state"] == "inspected" for deck in view["decks"])


def _round_is(name: str) -> Callable[[View], bool]:
    return lambda view: bool(view["round"] and view["round"][name])


ACTS: tuple[Act, ...] = (
    Act("o", "open the table", "table", _act("open"), due=_state("closed")),
    Act("c", "close the table", "table", _act("close")),
    Act("i", "idle: spread the cards", "table", _act("idle")),
    Act("z", "return to service", "table", _act("return-to-service"), due=_out_of_service),
    Act(
        "m",
        "change the method",
        "table",
        {"event": "change-method"},
        (Question("method", "Which method of dealing?", "choice", _words_of(get_args(Method))),),
    ),
    Act(
        "g",
        "irregularity",
        "round",
        {"event": "irregularity"},
        (
            Question("what", "What has happened?", "choice", _words_of(get_args(ev.Happening))),
            Question("seat", "Which seat?", "choice", _seats, _about_a_seat),
            Question("cards", "How many cards lie there?", "number", asked=_misdeal),
        ),
    ),
    Act(
        "u",
        "rule on what waits",
        "round",
        {"event": "ruling"},
        (Question("answer", "What is the ruling?", "choice", _rulings),),
        due=_round_is("ruling"),
    ),
    Act("w", "validate progressive win", "round", {"event": "badge"}, due=_round_is("progressive_waits")),
    Act("b", "abandon a seat's wagers", "round", {"event": "abandon"}, (_SEAT,)),
    Act("p", "cancel a progressive", "round", {"event": "cancel-progressive"}, (_SEAT,)),
    Act("v", "verify an inspection", "decks", {"event": "badge"}, due=_inspected),
    Act("r", "recut", "decks", _act("recut")),
    Act("s", "order a shuffle", "decks", _act("order-shuffle"), (_DECK,)),
    Act(
        "d",
        "receive a deck",
        "decks",
        {"event": "receive-deck"},
        (
            _A_DECK,
            Question("back", "What colour is its back?", "text"),
            Question("preshuffled", "Did it come inspected and shuffled?", "choice", lambda view: _YES_NO),
        ),
        due=lambda view: any((deck["prompt"] or {}).get("text", "").startswith("Receive") for deck in view["decks"]),
    ),
    Act(
        "x",
        "remove a deck",
        "decks",
        _act("remove-deck"),
        (_DECK,),
        due=lambda view: any(d["overdue"] for d in view["decks"]),
    ),
    Act(
        "t",
        "device out of service",
        "device and service",
        {"event": "device-out"},
        (
            Question(
                "how",
                "How does it leave service?",
                "choice",
                lambda view: [
                    ("removed", "removed: taken off the table"),
                    ("covered", "covered"),
                    ("signed", "signed: a sign says so"),
                ],
            ),
        ),
    ),
    Act("k", "device back in service", "device and service", ask="device-back"),
    Act(
        "f",
        "clear a latched fault",
        "device and service",
        _act("clear-fault"),
        due=_fault_stands,
    ),
    Act(
        "n",
        "clear a failed input",
        "device and service",
        questions=(Question("name", "Which input?", "choice", _inputs),),
        ask="clear-input",
    ),
    Act(
        "a",
        "acknowledge an alarm",
        "device and service",
        questions=(Question("alarm", "Which alarm?", "choice", _alarms),),
        ask="acknowledge",
        due=lambda view: bool(waiting_alarms(view)),
    ),
    Act(
        "l",
        "lift the lock of a PIN",
        "device and service",
        questions=(Question("who", "Whose?", "text"),),
        ask="unlock",
    ),
)

ACKNOWLEDGE = next(act for act in ACTS if act.ask == "acknowledge")


def questions(act: Act, view: View, values: Values, second: bool) -> Iterator[Question]:
    """What the act asks, in order: what it is about, whether it is meant, and who it is.

    Whether one is asked may depend on the answers before it: it is only looked at when they are there.
    """
    for question in act.questions:
        if question.name in values or question.asked(view, values):
            yield question
    if act.ask == "act" and not view["out_of_order"]:  # then no table is there to look into
        yield CONFIRM
    yield from (WHO, PIN)
    if second:
        yield from (SECOND_WHO, SECOND_PIN)


def event(act: Act, values: Values) -> Values:
    return act.event | {question.name: values[question.name] for question in act.questions if question.name in values}


def request(act: Act, values: Values, second: bool) -> Values:
    made: Values = {"ask": act.ask, "by": {"who": values["by.who"], "pin": values["by.pin"]}}
    if act.ask == "act":
        made["event"] = event(act, values)
    else:
        made |= event(act, values)
    if second:
        made["second"] = {"who": values["second.who"], "pin": values["second.pin"]}
    return made
