"""What a person types at the console, and what is asked of the service for it."""

from typing import Any, get_args, get_type_hints

import pytest

from controller.console.requests import checked, event_by
from controller.console.terminal.acts import ACTS
from controller.console.terminal.desk import PAGES, Desk, heard, lost, pressed, question, seen
from controller.console.view import View, view_of_nothing
from controller.game.table import events as ev
from tests.console.made import ALARM, at
from tests.table.tables import KINDS

VIEW = at("first-decisions")
TWO_DECKS = at("first-decisions", KINDS[2])
LOOKED = {"ok": True, "effects": [], "prompt": {"text": "Press next", "rule": "X 1"}}
REFUSED = {"ok": False, "why": "not now", "rule": "X 2", "do": "wait"}


class Person:
    """At a console: what is typed goes in, what is asked of the service is kept."""

    def __init__(self, view: View = VIEW) -> None:
        self.view = view
        self.desk = Desk()
        self.requests: list[dict[str, Any]] = []

    def types(self, *keys: str) -> None:
        for key in keys:
            self.step(pressed(self.desk, key, self.view))

    def hears(self, answer: dict[str, Any], number: int | None = None) -> None:
        number = self.requests[-1]["id"] if number is None else number
        self.step(heard(self.desk, {"id": number} | answer, self.view))

    def step(self, step: tuple[Desk, dict[str, Any] | None]) -> None:
        self.desk, request = step
        if request is not None:
            checked(request)
            self.requests.append(request)

    def signs(self, who: str = "F1", pin: str = "1234") -> None:
        self.types("wipe", *who, "enter", *pin, "enter")

    @property
    def asked(self) -> str:
        assert self.desk.form is not None
        found = question(self.desk.form, self.view)
        return found.name if found else ""


RECEIVED = {"event": "receive-deck", "deck": 2, "back": "Blue", "preshuffled": False}

# Each act with the keys that choose it, and the event that comes of it.
WAYS: list[tuple[str, View, list[str], dict[str, Any]]] = [
    ("o", VIEW, [], {"event": "act", "act": "open"}),
    ("c", VIEW, [], {"event": "act", "act": "close"}),
    ("i", VIEW, [], {"event": "act", "act": "idle"}),
    ("z", VIEW, [], {"event": "act", "act": "return-to-service"}),
    ("m", VIEW, ["2"], {"event": "change-method", "method": "hand"}),
    ("g", VIEW, ["1"], {"event": "irregularity", "what": "dealer-card-exposed"}),
    ("g", VIEW, ["5", "2", "3", "enter"], {"event": "irregularity", "what": "seat-misdealt", "seat": 2, "cards": 3}),
    ("g", VIEW, ["6", *"10", "enter"], {"event": "irregularity", "what": "dealer-misdealt", "cards": 10}),
    ("g", VIEW, ["b", "1"], {"event": "irregularity", "what": "hand-set-wrong", "seat": 1}),
    ("w", VIEW, [], {"event": "badge"}),
    ("b", VIEW, ["6"], {"event": "abandon", "seat": 6}),
    ("p", VIEW, ["1"], {"event": "cancel-progressive", "seat": 1}),
    ("v", VIEW, [], {"event": "badge"}),
    ("r", VIEW, [], {"event": "act", "act": "recut"}),
    ("s", VIEW, [], {"event": "act", "act": "order-shuffle"}),
    ("s", TWO_DECKS, ["2"], {"event": "act", "act": "order-shuffle", "deck": 2}),
    ("d", TWO_DECKS, ["2", *" Blue ", "enter", "1"], RECEIVED),
    ("x", TWO_DECKS, ["1"], {"event": "act", "act": "remove-deck", "deck": 1}),
    ("t", VIEW, ["2"], {"event": "device-out", "how": "covered"}),
    ("f", VIEW, [], {"event": "act", "act": "clear-fault"}),
]  # fmt: skip


@pytest.mark.parametrize(("key", "view", "keys", "event"), WAYS, ids=[key + "".join(keys) for key, _, keys, _ in WAYS])
def test_every_act_is_looked_at_confirmed_signed_and_sent(
    key: str, view: View, keys: list[str], event: dict[str, Any]
) -> None:
    person = Person(view)
    person.types("enter", key, *keys)
    assert person.requests == [{"id": 1, "ask": "preview", "event": event}]
    assert event_by(event, "F1", "floor"), "the service makes an event of it"
    person.types("enter")
    assert person.asked == "confirm", "what follows is not yet known"
    person.hears(LOOKED)
    person.types("enter")
    assert person.asked == "by.who"
    person.signs()
    assert person.requests[1:] == [{"id": 2, "ask": "act", "event": event, "by": {"who": "F1", "pin": "1234"}}]
    person.hears({"ok": True})
    assert person.desk.form is None
    assert person.desk.said.startswith("Done: ")


def test_every_act_has_its_own_key_and_its_way_is_tested() -> None:
    keys = [act.key for act in ACTS]
    assert len(set(keys)) == len(keys)
    assert {key for key, *_ in WAYS} | set("anukl") == set(keys)
    acts = {"badge", "irregularity", "ruling", "act", "receive-deck", "device-out", "change-method", "abandon"}
    assert {act.event["event"] for act in ACTS if act.event} == acts | {"cancel-progressive"}


@pytest.mark.parametrize(
    ("ruling", "key", "answer"),
    [("the stub count", "1", "misdealt"), ("the stub count", "2", "not-misdealt"), ("the burn", "2", "void")],
)
def test_a_ruling_is_chosen_from_what_may_be_ruled(ruling: str, key: str, answer: str) -> None:
    person = Person(VIEW | {"round": VIEW["round"] | {"ruling": ruling}})
    person.types("enter", "u", key)
    assert person.requests[0]["event"] == {"event": "ruling", "answer": answer}
    person = Person()
    person.types("enter", "u")
    assert person.desk.form.over, "nothing waits for a ruling"
    person.types("x")
    assert person.desk.form is None


def test_an_alarm_is_acknowledged_from_any_page() -> None:
    for page in PAGES:
        person = Person()
        person.desk = Desk(page=page)
        person.types("a")
        assert person.asked == "by.who", "there is only one"
        person.signs()
        assert person.requests == [{"id": 1, "ask": "acknowledge", "alarm": 7, "by": {"who": "F1", "pin": "1234"}}]


def test_of_several_alarms_one_is_chosen() -> None:
    person = Person(VIEW | {"alarms": [ALARM, ALARM | {"id": 9}]})
    person.types("a", "2")
    person.signs()
    assert person.requests[0]["alarm"] == 9


def test_a_failed_input_is_cleared_by_its_name() -> None:
    person = Person()
    person.types("enter", "n", "1")
    person.signs()
    assert person.requests == [{"id": 1, "ask": "clear-input", "name": "spots", "by": {"who": "F1", "pin": "1234"}}]


def test_the_device_comes_back_and_a_lock_is_lifted_without_a_look() -> None:
    """There is nothing in the rulebook about either."""
    person = Person()
    person.types("enter", "k")
    person.signs()
    assert person.requests == [{"id": 1, "ask": "device-back", "by": {"who": "F1", "pin": "1234"}}]
    person = Person()
    person.types("enter", "l", *"D1", "enter")
    person.signs()
    assert person.requests == [{"id": 1, "ask": "unlock", "who": "D1", "by": {"who": "F1", "pin": "1234"}}]


def test_a_service_out_of_order_is_begun_anew_without_a_look() -> None:
    """No table is there that could be looked into."""
    person = Person(view_of_nothing("no journal"))
    person.types("enter", "z")
    person.signs()
    person.step(seen(person.desk, person.view))
    event = {"event": "act", "act": "return-to-service"}
    assert person.requests == [{"id": 1, "ask": "act", "event": event, "by": {"who": "F1", "pin": "1234"}}]


def test_the_second_person_is_asked_again_while_the_first_is_kept() -> None:
    person = Person()
    looked_at(person)
    person.signs()
    for why in ("two persons", "that was the first one"):
        person.hears({"ok": False, "second": True, "why": why, "rule": "", "do": ""})
        assert (person.asked, person.desk.form.note) == ("second.who", why)
        person.signs("F1", "1234")
    assert len(person.requests) == 4
    assert person.requests[-1]["second"] == person.requests[-1]["by"]


def looked_at(person: Person) -> None:
    person.types("enter", "c")
    person.hears(LOOKED)
    person.types("enter")


def test_a_second_person_signs_where_the_service_asks_for_one() -> None:
    person = Person()
    looked_at(person)
    person.signs()
    person.hears({"ok": False, "second": True, "why": "two persons", "rule": "", "do": ""})
    assert person.asked == "second.who"
    assert person.desk.form.note == "two persons"
    person.signs("F2", "2345")
    first, second = {"who": "F1", "pin": "1234"}, {"who": "F2", "pin": "2345"}
    event = person.requests[0]["event"]
    assert person.requests[-1] == {"id": 3, "ask": "act", "event": event, "by": first, "second": second}
    assert person.desk.who == "F1", "the second is asked anew each time"


def test_a_wrong_pin_is_typed_again_and_the_operator_is_kept() -> None:
    person = Person()
    looked_at(person)
    person.signs(pin="9999")
    person.hears({"ok": False, "why": "wrong id or PIN", "rule": "", "do": ""})
    assert person.asked == "by.pin"
    assert "9999" not in str(person.desk.form.values)
    person.types(*"1234", "enter")
    assert person.requests[-1]["by"] == {"who": "F1", "pin": "1234"}


def test_a_refusal_is_shown_with_its_paragraph_and_keeps_no_pin() -> None:
    person = Person()
    looked_at(person)
    person.signs()
    person.hears(REFUSED)
    assert person.desk.form.refused == (("not now", "X 2"), ("wait", ""))
    assert "1234" not in str(person.desk.form.values)
    person.types("x")
    assert person.desk.form is None


def test_what_the_rulebook_refuses_is_not_signed() -> None:
    person = Person()
    person.types("enter", "c")
    person.hears(REFUSED)
    person.types("enter")
    assert person.desk.menu
    assert len(person.requests) == 1


def test_what_follows_is_shown_in_words_with_its_paragraphs() -> None:
    person = Person()
    person.types("enter", "g", "1")
    voided = {
        "effect": "voided",
        "what": "dealer_card_exposed",
        "rule": "X 3",
        "seats": [1, 2],
        "returned": ["ante"],
        "settled": ["trips"],
        "cards": "to the discard rack",
        "before_next_round": ["reshuffle"],
    }
    alarm = {"effect": "alarm", "why": "look", "rule": "X 4", "seat": 2, "spot": "ante"}
    person.hears(LOOKED | {"effects": [voided, alarm, {"effect": "reveal", "place": "seat"}]})
    assert person.desk.form.outlook == (
        ("Void for seats 1 and 2: dealer card exposed", "X 3"),
        ("Given back: ante", ""),
        ("Settled all the same: trips", ""),
        ("Cards: to the discard rack", ""),
        ("Before the next round: reshuffle", ""),
        ("Alarm, seat 2, spot ante: look", "X 4"),
        ("Next: Press next", "X 1"),
    )


def test_while_the_table_moves_what_follows_is_asked_anew() -> None:
    person = Person()
    person.types("enter", "c")
    person.step(seen(person.desk, VIEW))
    assert [request["ask"] for request in person.requests] == ["preview", "preview"]
    person.hears(REFUSED, number=1)
    assert person.desk.form.outlook is None, "that answer is old"
    person.hears(LOOKED)
    assert person.desk.form.outlook


def test_what_is_no_longer_meant_is_shown_again_before_it_is_signed() -> None:
    person = Person()
    looked_at(person)
    person.types(*"F1", "enter", *"12")
    person.step(seen(person.desk, VIEW))
    assert person.desk.form.typed == "12", "the person types on meanwhile"
    person.hears(LOOKED)
    assert person.asked == "by.pin", "it is as it was"
    person.step(seen(person.desk, VIEW))
    person.hears(LOOKED | {"effects": [{"effect": "deck-removed", "deck": 1, "rule": "X 5"}]})
    assert person.asked == "confirm"
    assert "moved on" in person.desk.form.note
    assert person.desk.form.typed == ""
    assert person.desk.form.outlook[0] == ("Deck 1 leaves the table", "X 5")


def test_an_act_that_was_with_a_lost_service_is_never_sent_again() -> None:
    person = Person()
    looked_at(person)
    person.signs()
    person.desk = lost(person.desk, VIEW)
    assert person.desk.form.over
    assert "look whether it was done" in person.desk.form.refused[0][0]
    person.step(seen(person.desk, VIEW))
    person.hears({"ok": True})
    assert len(person.requests) == 2


def test_a_look_that_was_lost_is_asked_again_when_the_service_is_back() -> None:
    person = Person()
    person.types("enter", "c")
    person.desk = lost(person.desk, VIEW)
    person.step(seen(person.desk, VIEW))
    person.hears(LOOKED)
    assert person.desk.form.outlook


def test_escape_goes_back_a_question_and_then_out() -> None:
    person = Person()
    person.types("enter", "g", "5", "2", "3", "enter")
    for asked in ("cards", "seat", "what"):
        person.types("escape")
        assert person.asked == asked
    person.types("escape")
    assert person.desk.menu
    person.types("escape")
    assert person.desk == Desk(number=1)
    looked_at(person)
    person.types(*"F1", "enter", "escape")
    assert person.asked == "by.who"
    assert person.desk.form.typed == "F1", "who it was last is offered"
    person.types("escape")
    assert person.asked == "confirm"


def test_typing() -> None:
    person = Person(TWO_DECKS)
    person.types("enter", "d", "1", *"grey", "back", "up", "x", "wipe", "enter")
    assert person.asked == "back", "nothing is no answer"
    person.types(*("red" * 40), "enter")
    assert len(person.desk.form.values["back"]) == 64
    person = Person()
    person.types("enter", "g", "6", *"1x234", "enter")
    assert person.requests[0]["event"]["cards"] == 123


def test_pages_turn_and_lists_move_within_their_ends() -> None:
    person = Person(VIEW | {"counts": [{"number": n} for n in range(15)]})
    person.types("tab")
    assert person.desk.page == "device"
    person.types("tab-back", "tab-back")
    assert person.desk.page == "counts"
    person.types("down", "down", "up")
    assert person.desk.scroll == 1
    person.types("page-down", "page-down")
    assert person.desk.scroll == 14
    person.types("3")
    assert (person.desk.page, person.desk.scroll) == ("alarms", 0)
    person.types("up")
    assert person.desk.scroll == 0


def test_leaving() -> None:
    person = Person()
    person.types("enter", "g", "q")
    assert not person.desk.left, "q is a letter where something is asked"
    person.types("quit")
    assert person.desk.left
    person = Person()
    person.types("q")
    assert person.desk.left


def test_a_service_without_a_table_is_no_trouble() -> None:
    nothing = view_of_nothing("no journal")
    for act in ACTS:
        person = Person(nothing)
        person.types("enter", act.key, "1", "enter", "escape", "escape")


def test_the_floor_can_do_at_the_console_whatever_the_table_knows() -> None:
    here = {act.event["act"] for act in ACTS if act.event.get("event") == "act"}
    assert here == set(get_args(get_type_hints(ev.Act)["act"]))
