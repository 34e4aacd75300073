"""What is asked at a console: looked at, proved by a PIN where it is an act, and put through the machines.

A PIN takes a while to check, on purpose. So an act comes twice: `ask` says whose PINs are to be proved, somebody checks
them beside the table's own thread, and `proved` does the act.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from controller.console import requests
from controller.game.fields import BadInput
from controller.game.table import events as ev
from controller.game.table.refusals import Refused
from controller.loop import OUT_OF_SERVICE, Loop
from controller.operators import Operator, Operators, name_of_act
from controller.translate import Trouble
from drivers.errors import DriverError

Reply = dict[str, Any]
Request = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToProve:
    """Whose PINs are wanted before the request is met: (id, PIN) pairs. Never printed."""

    people: tuple[tuple[str, str], ...]

    def __repr__(self) -> str:
        return f"ToProve({', '.join(who for who, _ in self.people)})"


class Desk:
    def __init__(
        self,
        loop: Loop,
        operators: Operators,
        two_person: frozenset[str],
        *,
        view: Callable[[], Mapping[str, Any]],
        clear_input: Callable[[str], None],
    ) -> None:
        self._loop = loop
        self._operators = operators
        self._two_person = two_person
        self._view = view
        self._clear_input = clear_input

    # ---- asking ------------------------------------------------------------------------------

    def ask(self, request: Request, at: int) -> Reply | ToProve:
        try:
            return self._ask(requests.checked(request), at)
        except BadInput as bad:
            return requests.refused(bad)

    def _ask(self, request: Request, at: int) -> Reply | ToProve:
        ask = request["ask"]
        if ask in ("state", "watch"):
            return {"ok": True, "state": self._view()}
        if ask == "preview":
            return requests.preview(self._loop.game, request["event"], at)
        people = [request["by"], *([request["second"]] if "second" in request else [])]
        waits = self._waits([person["who"] for person in people], at)
        if waits:
            return waits
        if ask == "act" and not request.get("second") and _name(request) in self._two_person:
            return _no("this act takes two people: a second one has to agree") | {"second": True}
        if len(people) == 2 and people[0]["who"] == people[1]["who"]:
            return _no("the second person is the first one again") | {"second": True}
        return ToProve(tuple((person["who"], person["pin"]) for person in people))

    def _waits(self, people: Iterable[str], at: int) -> Reply | None:
        """Who has given wrong PINs waits; what he gives in the meantime is not looked at."""
        tries = self._loop.keeper.standing.tries
        for who in people:
            wait = tries.wait(self._operators.counted_as(who), at)
            if wait:
                return _no(f"after wrong PINs {who} waits {max(1, wait // 1000)} s")
        return None

    # ---- done --------------------------------------------------------------------------------

    def proved(self, request: Request, good: Mapping[str, bool], at: int) -> Reply:
        """`good` says of each person whether the PIN was right; every try is kept."""
        # Many may have been asked at once: each is seen in the light of those before it.
        waits = self._waits(good, at)
        if waits:
            return waits
        for who, right in good.items():
            self._loop.keeper.keep("tried", {"who": self._operators.counted_as(who), "good": right, "at": at})
        try:
            reply = self._proved(request, good, at)
        except BadInput as bad:
            reply = requests.refused(bad)
        self._loop.end_turn()
        return reply

    def _proved(self, request: Request, good: Mapping[str, bool], at: int) -> Reply:
        if not all(good.values()):
            return _no("operator and PIN do not go together")
        people = [self._operators.by_id[who] for who in good]
        if not all(person.acts for person in people):
            return _no("an auditor looks on, and acts in nothing")
        first = people[0]
        names = [person.who for person in people]
        if request["ask"] == "acknowledge":
            return self._acknowledge(request["alarm"], first)
        if request["ask"] == "clear-input":
            return self._clear(request["name"], names)
        if request["ask"] == "unlock":
            return self._unlock(request["who"], first)
        if request["ask"] == "device-back":
            return self._device_back(first, names, at)
        event = requests.event_by(request["event"], first.who, first.role)  # type: ignore[arg-type]
        return self._act(event, names, at)

    def _act(self, event: ev.Event, names: list[str], at: int) -> Reply:
        self._loop.keeper.keep("approved", {"who": names, "act": ev.event_json(event)})
        outcome = self._loop.event(event, at)
        if isinstance(outcome, Refused):
            return requests.refused(outcome)
        prompt = self._loop.game.prompt()
        return {"ok": True, "prompt": {"text": prompt.text, "rule": prompt.rule}}

    def _acknowledge(self, id: object, who: Operator) -> Reply:
        if id not in self._loop.keeper.standing.alarms:
            raise BadInput("alarm", "the id of an alarm that is there", id)
        self._loop.keeper.keep("acknowledged", {"alarm": id, "who": who.who})
        return {"ok": True}

    def _clear(self, name: object, names: list[str]) -> Reply:
        if not isinstance(name, str):
            raise BadInput("name", "the name of an input", name)
        try:
            self._clear_input(name)
        except DriverError as error:
            return _no(str(error))
        self._loop.keeper.keep("approved", {"who": names, "act": {"event": "clear-input", "name": name}})
        self._loop.trouble(Trouble(name, ""))
        return {"ok": True}

    def _unlock(self, who: object, by: Operator) -> Reply:
        """Who is locked cannot prove himself: it is always somebody else who lifts it."""
        if by.role != "floor":
            return _no("a floor supervisor lifts the lock")
        if who not in self._operators.by_id:
            raise BadInput("who", "the id of an operator", who)
        self._loop.keeper.keep("lifted", {"who": who, "by": by.who})
        return {"ok": True}

    def _device_back(self, by: Operator, names: list[str], at: int) -> Reply:
        """A device that was removed, covered or signed comes back into service, if it is there."""
        if by.role != "floor":
            return _no("a floor supervisor brings the device back")
        back = self._loop.translate.session
        if self._loop.game.device.state not in OUT_OF_SERVICE:
            return _no("the device was not taken out of service")
        if back is None:
            return _no("the device does not answer: look at its cable and its power")
        return self._act(back, names, at)


def _no(why: str) -> Reply:
    return {"ok": False, "why": why, "rule": "", "do": ""}


def _name(request: Request) -> str:
    """Of the act, whoever it is that wants it; an event that is none is refused before anybody's PIN is looked at."""
    return name_of_act(requests.event_by(request["event"], "", "floor"))
