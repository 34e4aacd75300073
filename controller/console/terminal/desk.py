"""What a person at the console is doing: keys and answers in, the next state and perhaps a request out. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from controller.console.requests import LONGEST
from controller.console.terminal.acts import (
    ACKNOWLEDGE,
    ACTS,
    CONFIRM,
    PIN,
    SECOND_PIN,
    SECOND_WHO,
    WHO,
    Act,
    Question,
    Values,
    event,
    questions,
    request,
    waiting_alarms,
)
from controller.console.terminal.words import Said, effect_words
from controller.console.view import View

PAGES = ("table", "device", "alarms", "counts")
CHOICES = "123456789abcdefghijklmnopqrstuvwxyz"
"""The keys of a list, in order."""
AFTER_A_LOOK = (CONFIRM.name, WHO.name, PIN.name, SECOND_WHO.name, SECOND_PIN.name)
DIGITS = 3
"""Of a number of cards."""

Request = Values


@dataclass(frozen=True)
class Form:
    """An act on its way: what is answered so far, and what is being typed."""

    act: Act
    values: Values = field(default_factory=dict, repr=False)
    typed: str = field(default="", repr=False)
    second: bool = False
    """Somebody else has to stand behind it too."""
    waits: int = 0
    """For the answer to the request of that number."""
    outlook: tuple[Said, ...] | None = None
    """What would follow, as the service has told; None: it has not yet."""
    refused: tuple[Said, ...] = ()
    """Why it cannot be done."""
    note: str = ""
    over: bool = False


@dataclass(frozen=True)
class Desk:
    page: str = PAGES[0]
    scroll: int = 0
    menu: bool = False
    form: Form | None = None
    who: str = ""
    """Who signed last: offered for the next act."""
    number: int = 0
    """Of the last request."""
    said: str = ""
    """What came of the last act, until the next key."""
    left: bool = False


Step = tuple[Desk, Request | None]


def question(form: Form, view: View) -> Question | None:
    """What is asked now; None: all is answered."""
    asked = questions(form.act, view, form.values, form.second)
    return next((question for question in asked if question.name not in form.values), None)


# ---- keys ------------------------------------------------------------------------------


def pressed(desk: Desk, key: str, view: View) -> Step:
    if key == "quit":
        return replace(desk, left=True), None
    desk = replace(desk, said="")
    if desk.form is not None:
        return _in_form(desk, desk.form, key, view)
    if desk.menu:
        if key in ("escape", "enter"):
            return replace(desk, menu=False), None
        act = next((act for act in ACTS if act.key == key.lower()), None)
        return _begun(desk, act, view) if act else (desk, None)
    return _on_page(desk, key, view)


def _on_page(desk: Desk, key: str, view: View) -> Step:
    if key == "q":
        return replace(desk, left=True), None
    if key == "enter":
        return replace(desk, menu=True), None
    if key == "a" and waiting_alarms(view):
        return _begun(desk, ACKNOWLEDGE, view)
    if key in ("tab", "tab-back"):
        at = PAGES.index(desk.page) + (1 if key == "tab" else -1)
        return replace(desk, page=PAGES[at % len(PAGES)], scroll=0), None
    if key in CHOICES[: len(PAGES)]:
        return replace(desk, page=PAGES[CHOICES.index(key)], scroll=0), None
    step = {"up": -1, "down": 1, "page-up": -10, "page-down": 10}.get(key, 0)
    longest = {"alarms": len(view["alarms"]), "counts": len(view["counts"])}.get(desk.page, 1)
    return replace(desk, scroll=max(0, min(desk.scroll + step, longest - 1))), None


def _begun(desk: Desk, act: Act, view: View) -> Step:
    return _on(replace(desk, menu=False), Form(act), view)


def _on(desk: Desk, form: Form, view: View) -> Step:
    """To the next question: the form waits there, or something is asked of the service."""
    asked = question(form, view)
    if asked is None:
        return _sent(desk, replace(form, typed="", note=""), request(form.act, form.values, form.second))
    if asked.kind == "confirm":
        return _looking(desk, replace(form, outlook=None, typed=""))
    typed = desk.who if asked is WHO else ""
    if asked.kind == "choice":
        options = asked.options(view)
        if not options:
            return replace(desk, form=_over(form, (("There is nothing to choose from", ""),))), None
        if len(options) == 1 and form.act is ACKNOWLEDGE:
            return _on(desk, replace(form, values=form.values | {asked.name: options[0][0]}), view)
    return replace(desk, form=replace(form, typed=typed)), None


def _looking(desk: Desk, form: Form) -> Step:
    """What would follow is the service's to say: it has the rulebook."""
    return _sent(desk, form, {"ask": "preview", "event": event(form.act, form.values)})


def _sent(desk: Desk, form: Form, made: Request) -> Step:
    number = desk.number + 1
    return replace(desk, number=number, form=replace(form, waits=number)), made | {"id": number}


def _in_form(desk: Desk, form: Form, key: str, view: View) -> Step:
    if form.over:
        return replace(desk, form=None), None
    asked = question(form, view)
    if asked is None:
        return desk, None  # it is with the service
    if key == "escape":
        return _back(desk, form, view)
    if asked.kind == "confirm":
        ready = form.outlook is not None and not form.refused
        if key == "enter" and form.refused:
            return _back(desk, form, view)
        return _answer(desk, form, asked, True, view) if key == "enter" and ready else (desk, None)
    if asked.kind == "choice":
        options = asked.options(view)
        at = CHOICES.find(key) if len(key) == 1 else -1
        return _answer(desk, form, asked, options[at][0], view) if 0 <= at < len(options) else (desk, None)
    return _typing(desk, form, asked, key, view)


def _typing(desk: Desk, form: Form, asked: Question, key: str, view: View) -> Step:
    typed = form.typed
    if key == "enter":
        if not typed.strip():
            return desk, None
        given = typed if asked.kind == "secret" else typed.strip()
        return _answer(desk, form, asked, int(given) if asked.kind == "number" else given, view)
    if key == "back":
        typed = typed[:-1]
    elif key == "wipe":
        typed = ""
    elif len(key) == 1 and (asked.kind != "number" or key in "0123456789"):
        typed = (typed + key)[: DIGITS if asked.kind == "number" else LONGEST]
    return replace(desk, form=replace(form, typed=typed)), None


def _answer(desk: Desk, form: Form, asked: Question, value: Any, view: View) -> Step:
    if asked is WHO:
        desk = replace(desk, who=value)
    return _on(desk, replace(form, values=form.values | {asked.name: value}, note="", refused=()), view)


def _back(desk: Desk, form: Form, view: View) -> Step:
    """One question back; from the first to the menu."""
    if not form.values:
        return replace(desk, form=None, menu=True), None
    values = dict(form.values)
    values.popitem()
    return _on(desk, replace(form, values=values, waits=0, refused=(), note="", typed=""), view)


# ---- answers ---------------------------------------------------------------------------


def heard(desk: Desk, message: Mapping[str, Any], view: View) -> Step:
    """An answer of the service; one that nobody waits for any more is let go."""
    form = desk.form
    if form is None or not form.waits or message.get("id") != form.waits:
        return desk, None
    form = replace(form, waits=0)
    asked = question(form, view)
    if asked is not None:
        return replace(desk, form=_looked(form, asked, message)), None
    if message["ok"]:
        return replace(desk, form=None, said=f"Done: {form.act.words}"), None
    why = message.get("why") or "refused"
    if message.get("second"):
        values = {name: value for name, value in form.values.items() if not name.startswith("second.")}
        return _noted(desk, replace(form, values=values, second=True), why, view)
    if message.get("rule"):
        return replace(desk, form=_over(form, _why(message))), None
    return _noted(desk, _unsigned(form), why, view)


def _noted(desk: Desk, form: Form, note: str, view: View) -> Step:
    desk, made = _on(desk, form, view)
    return (replace(desk, form=replace(desk.form, note=note)) if desk.form else desk), made


def _looked(form: Form, asked: Question, message: Mapping[str, Any]) -> Form:
    """What would follow. If it is no more what was meant, it is shown again before anybody signs it."""
    then: list[Said] = []
    if message["ok"]:
        then = [words for effect in message["effects"] for words in effect_words(effect)]
    refused = () if message["ok"] else _why(message)
    same = tuple(then) == (form.outlook or ())[:-1] and refused == form.refused
    if asked.kind != "confirm" and not same:
        values = {name: value for name, value in _unsigned(form).values.items() if name != CONFIRM.name}
        form = replace(form, values=values, second=False, typed="", note="The table has moved on: look again")
    elif asked.kind != "confirm":
        return form
    if message["ok"]:
        then.append((f"Next: {message['prompt']['text']}", message["prompt"]["rule"]))
    return replace(form, outlook=tuple(then), refused=refused)


def _unsigned(form: Form) -> Form:
    given = (PIN.name, SECOND_WHO.name, SECOND_PIN.name)
    kept = {name: value for name, value in form.values.items() if name not in given}
    return replace(form, values=kept, second=False, typed="")


def _over(form: Form, why: tuple[Said, ...]) -> Form:
    return replace(form, values={}, typed="", waits=0, note="", over=True, refused=why)


def _why(message: Mapping[str, Any]) -> tuple[Said, ...]:
    said = [(message.get("why") or "refused", message.get("rule") or "")]
    if message.get("do"):
        said.append((message["do"], ""))
    return tuple(said)


def seen(desk: Desk, view: View) -> Step:
    """The table has moved: what was shown to follow from an act may not be so any more."""
    form = desk.form
    if form is None or form.over:
        return desk, None
    asked = question(form, view)
    if asked is None or asked.name not in AFTER_A_LOOK or form.act.ask != "act" or view["out_of_order"]:
        return desk, None
    return _looking(desk, form)


def lost(desk: Desk, view: View) -> Desk:
    """The service is gone. An act that was with it may have been done or not: it is never sent again by itself."""
    form = desk.form
    if form is None or form.over:
        return desk
    if question(form, view) is None:
        why = "The service was lost before it answered: look whether it was done before you do it again"
        return replace(desk, form=_over(form, ((why, ""),)))
    return replace(desk, form=replace(form, waits=0))
