"""What a client may ask, and what becomes of it."""

from typing import Any, get_args

import pytest

from controller.console.requests import ASKS, checked, event_by, preview
from controller.game.fields import BadInput, listed
from controller.game.table import events as ev
from tests.table.at_the_table import dealt, opened
from tests.table.tables import KINDS

BY = {"who": "F1", "pin": "1234"}
ACT = {"ask": "act", "event": {"event": "act", "act": "open"}, "by": BY}


@pytest.mark.parametrize(
    "request_",
    [
        {"ask": "state"},
        {"id": 7, "ask": "watch"},
        ACT,
        ACT | {"second": {"who": "F2", "pin": "2345"}},
        {"id": None, "ask": "acknowledge", "alarm": 3, "by": BY},
        {"ask": "clear-input", "name": "spots", "by": BY},
        {"ask": "preview", "event": {}},
    ],
)
def test_requests_with_all_their_fields_pass(request_: dict[str, Any]) -> None:
    assert checked(request_) == request_


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ([], "request: expected an object, got a list"),
        ({}, "ask: expected what is asked: it is missing"),
        (
            {"ask": "play"},
            f'ask: expected {listed(ASKS)}, got "play"',
        ),
        ({"ask": "state", "by": BY}, "by: expected no such field (known: id, ask)"),
        ({"ask": "act", "event": {}}, "by: expected a field of act: it is missing"),
        ({"ask": "act", "event": 1, "by": BY}, "event: expected an object, got 1"),
        (ACT | {"by": {"who": "F1"}}, "by: expected who and pin"),
        (ACT | {"by": {"who": "F1", "pin": 987654}}, "by.pin: expected a string of 1 to 64 letters"),
        (ACT | {"by": {"who": "", "pin": "1"}}, "by.who: expected a string of 1 to 64 letters"),
        (ACT | {"second": {"who": "F2", "pin": "7" * 65}}, "second.pin: expected a string of 1 to 64 letters"),
    ],
)
def test_requests_without_are_refused_by_field_and_no_pin_is_repeated(request_: Any, told: str) -> None:
    with pytest.raises(BadInput) as refusal:
        checked(request_)
    assert str(refusal.value) == told


def test_an_act_is_done_by_who_the_pin_says() -> None:
    assert event_by({"event": "act", "act": "open"}, "F1", "floor") == ev.Act("open", "F1", "floor")
    assert event_by({"event": "badge"}, "F1", "floor") == ev.Badge("F1", "floor")
    wanted = ev.Irregularity("seat-misdealt", "D1", "dealer", 2, 3)
    given = {"event": "irregularity", "what": "seat-misdealt", "seat": 2, "cards": 3}
    assert event_by(given, "D1", "dealer") == wanted


@pytest.mark.parametrize("field", ["who", "role"])
def test_a_client_does_not_say_who_it_was(field: str) -> None:
    with pytest.raises(BadInput, match=f"event.{field}: expected nothing here"):
        event_by({"event": "act", "act": "open", field: "floor"}, "D1", "dealer")


def test_only_acts_of_people_come_through_the_socket() -> None:
    """A client cannot put chips on a spot or find the device's link."""
    acts = {"badge", "irregularity", "ruling", "act", "receive-deck", "device-out", "change-method", "abandon"}
    acts.add("cancel-progressive")
    assert len(ev.EVENTS) == len(get_args(ev.Event))
    for name in ev.EVENTS.keys() - acts:
        with pytest.raises(BadInput, match=r"event\.event: expected an act of people"):
            event_by({"event": name}, "F1", "floor")
    for given in ({}, {"event": []}, {"event": "deal"}):
        with pytest.raises(BadInput, match=r"event\.event: expected the name of an event"):
            event_by(given, "F1", "floor")
    with pytest.raises(BadInput, match=r"event\.act: expected open"):
        event_by({"event": "act", "act": "dance"}, "F1", "floor")


def test_a_preview_tells_what_would_follow_and_moves_nothing() -> None:
    game = dealt(KINDS[0], (1, 2)).game
    before = game.snapshot()
    told = preview(game, {"event": "irregularity", "what": "community-misdealt", "cards": 4}, game.table.at)
    assert told["ok"] is True
    assert game.snapshot() == before
    done = game.handle(ev.Irregularity("community-misdealt", "F1", "floor", cards=4), game.table.at)
    assert len(done) == len(told["effects"])
    assert told["prompt"] == {"text": game.prompt().text, "rule": game.prompt().rule}


def test_a_preview_of_what_is_refused_tells_the_paragraph() -> None:
    game = opened(KINDS[0]).game
    told = preview(game, {"event": "irregularity", "what": "burn-wrong"}, game.table.at)
    assert told["ok"] is False
    assert told["rule"].startswith("ma-uth-1 §")
    assert told["why"]
