"""What a client may ask through the control socket, and how an act that it asks for becomes an event of the table."""

import dataclasses
from typing import Any

from controller.game.fields import BadInput, an_object, one_of, only_known
from controller.game.table import events as ev
from controller.game.table.controller import TableController
from controller.game.table.effects import effect_json
from controller.game.table.refusals import Refused

Request = dict[str, Any]

ASKS: dict[str, tuple[str, ...]] = {
    "state": (),
    "watch": (),
    "preview": ("event",),
    "act": ("event", "by", "second"),
    "acknowledge": ("alarm", "by"),
    "clear-input": ("name", "by"),
    "device-back": ("by",),
    "unlock": ("who", "by"),
}
"""Each with its fields beside `id` and `ask`."""

OPTIONAL = {"second"}
PERSON = ("who", "pin")
LONGEST = 64
"""Letters of an operator's id or PIN: hashing is slow enough as it is."""


def checked(value: object) -> Request:
    """A request with all its fields; which alarm, input or event it is about is the owner's to judge."""
    request = an_object(value, "request")
    if "ask" not in request:
        raise BadInput("ask", "what is asked: it is missing")
    ask = one_of(request["ask"], ASKS, "ask")
    only_known(request, ("id", "ask", *ASKS[ask]), "")
    for field in ASKS[ask]:
        if field not in request:
            if field not in OPTIONAL:
                raise BadInput(field, f"a field of {ask}: it is missing")
        elif field in ("by", "second"):
            _person(request[field], field)
        elif field == "event":
            an_object(request[field], field)
    return request


def _person(value: object, field: str) -> None:
    """Never repeats what was given: it may be a PIN, in the wrong place."""
    person = an_object(value, field)
    if set(person) != set(PERSON):
        raise BadInput(field, "who and pin")
    for part in PERSON:
        if not isinstance(person[part], str) or not 1 <= len(person[part]) <= LONGEST:
            raise BadInput(f"{field}.{part}", f"a string of 1 to {LONGEST} letters")


def event_by(event: object, who: str, role: ev.Role) -> ev.Event:
    """The event that a request describes, done by this operator. A client never says who it was."""
    given = dict(an_object(event, "event"))
    for field in ("who", "role"):
        if field in given:
            raise BadInput(f"event.{field}", "nothing here: the PIN says who it is")
    kind = ev.EVENTS.get(given["event"]) if isinstance(given.get("event"), str) else None
    if kind is None:
        raise BadInput("event.event", "the name of an event", given.get("event"))
    by = {"who": who, "role": role}
    wanted = {field.name for field in dataclasses.fields(kind)} & set(by)
    if not wanted:
        raise BadInput("event.event", "an act of people", given["event"])
    try:
        return ev.event_of(given | {field: by[field] for field in wanted})
    except BadInput as refusal:
        raise refusal.inside("event.") from None


def preview(game: TableController, event: object, at: int) -> dict[str, Any]:
    """What would follow if the floor did this now. The table itself does not move."""
    twin = TableController.restore(game.offer, game.snapshot())
    outcome = twin.handle(event_by(event, "floor", "floor"), at)
    if isinstance(outcome, Refused):
        return refused(outcome)
    prompt = twin.prompt()
    told = {"text": prompt.text, "rule": prompt.rule}
    return {"ok": True, "effects": [effect_json(effect) for effect in outcome], "prompt": told}


def refused(refusal: Refused | BadInput) -> dict[str, Any]:
    """The answer to a request that is not met."""
    if isinstance(refusal, Refused):
        return {"ok": False, "why": refusal.why, "rule": refusal.rule, "do": refusal.do}
    return {"ok": False, "why": str(refusal), "rule": "", "do": ""}
