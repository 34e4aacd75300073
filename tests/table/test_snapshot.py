"""The state is a value: written, read back, and played on without a difference; anything else is refused whole."""

import copy
import json
import random

import pytest

from controller.game.fields import BadInput
from controller.game.table import events as ev
from controller.game.table.controller import Setup, TableController
from controller.game.table.refusals import Refused
from controller.play.dealer import follow
from tests.table.tables import KINDS, Kind


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_restored_anywhere_it_plays_on_alike(kind: Kind) -> None:
    """After every act of some rounds the state is written to JSON and read back; a table that is not is the measure."""
    whole, cut = kind.table(3), kind.table(3)
    first, second = random.Random(3), random.Random(3)
    for _ in range(250):
        follow(whole, first)
        follow(cut, second)
        text = json.dumps(cut.game.snapshot())
        cut.game = TableController.restore(cut.game.offer, json.loads(text))
        assert json.dumps(whole.game.snapshot()) == text
    assert whole.game.table.number > 3


def snapshots() -> list[dict]:
    table = KINDS[2].table(1)
    rng = random.Random(1)
    kept = []
    for _ in range(60):
        follow(table, rng)
        kept.append(json.loads(json.dumps(table.game.snapshot())))
    return kept


GOOD = snapshots()
OFFER = KINDS[2].game().offer


def places(value: object, path: tuple = ()) -> list[tuple]:
    inner = []
    if isinstance(value, dict):
        inner = [each for key, part in value.items() for each in places(part, (*path, key))]
    elif isinstance(value, list):
        inner = [each for n, part in enumerate(value) for each in places(part, (*path, n))]
    return [path, *inner] if path else inner


def spoil(snapshot: dict, path: tuple, value: object) -> dict:
    made = copy.deepcopy(snapshot)
    place = made
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return made


@pytest.mark.parametrize("wrong", [[], {}, 1.5, {"x": 1}], ids=repr)
def test_a_value_of_another_kind_is_refused(wrong: object) -> None:
    snapshot = GOOD[-1]
    for path in places(snapshot):
        found = snapshot
        for key in path:
            found = found[key]
        if isinstance(found, (type(wrong), dict, list)):
            continue
        with pytest.raises(BadInput):
            TableController.restore(OFFER, spoil(snapshot, path, wrong))


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (("version",), 1, "version"),
        (("version",), None, "version"),
        (("rulebook",), "md-uth", "rulebook"),
        (("rulebook",), "x", "rulebook"),
        (("table", "state"), "asleep", "table.state"),
        (("round", "state"), "lunch", "round.state"),
        (("decks", 0, "state"), "eaten", "decks[0].state"),
        (("table", "method"), "by post", "table.method"),
        (("table", "order"), "random", "order"),
        (("round", "seats"), [], "round.seats"),
        (("unknown",), 1, "unknown"),
        (("table", "unknown"), 1, "table.unknown"),
    ],
)
def test_what_does_not_fit_is_named(path: tuple, value: object, named: str) -> None:
    with pytest.raises(BadInput, match=named.replace("[", r"\[")):
        TableController.restore(OFFER, spoil(GOOD[0], path, value))


def test_a_missing_part_is_named() -> None:
    for part in GOOD[0]:
        broken = {key: value for key, value in GOOD[0].items() if key != part}
        with pytest.raises(BadInput, match=part):
            TableController.restore(OFFER, broken)


@pytest.mark.parametrize("value", [None, [], "x", 5])
def test_no_snapshot_at_all(value: object) -> None:
    with pytest.raises(BadInput):
        TableController.restore(OFFER, value)


def test_events_survive_json() -> None:
    events = [ev.ChipsOn(1, "ante"), ev.Revealed("seat", ("As", "Kd"), 2), ev.Act("open", "F1", "floor"), ev.Green()]
    for event in events:
        assert ev.event_of(json.loads(json.dumps(ev.event_json(event)))) == event


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ({}, "event"),
        ({"event": "rain"}, "event"),
        ({"event": "chips-on", "seat": "1", "wager": "ante"}, "seat"),
        ({"event": "chips-on", "seat": 1}, "wager"),
        ({"event": "badge", "who": "F1", "role": "king"}, "role"),
        ({"event": "green", "colour": "red"}, "colour"),
    ],
)
def test_an_event_that_is_none_is_named(value: dict, named: str) -> None:
    with pytest.raises(BadInput, match=named):
        ev.event_of(value)


@pytest.mark.parametrize(
    ("setup", "named"),
    [
        (Setup("automated", "backwards"), "order"),
        (Setup("manual_shoe", decks=3), "decks"),
        (Setup("by post"), "method"),
    ],
)
def test_a_table_that_cannot_be(setup: Setup, named: str) -> None:
    with pytest.raises(BadInput, match=named):
        TableController(KINDS[5].game().offer, setup)


def test_nonsense_is_refused_in_one_line() -> None:
    table = KINDS[0].table(1)
    table.open()
    for event in (
        ev.ChipsOn(9, "ante"),
        ev.ChipsOn(0, "ante"),
        ev.ChipsOn(1, "lottery"),
        ev.CardsKeyed("dealer", ("Xx", "Yy")),
        ev.Amount(1, "ante", 0),
        ev.Loaded(4),
        ev.Press("fold"),
        object(),
    ):
        answer = table.game.handle(event)
        assert isinstance(answer, Refused)
        assert "\n" not in answer.why
        assert answer.rule
