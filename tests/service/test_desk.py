"""Acts at the console: whose they are, who may, how many it takes, and what is kept of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.desk import ToProve
from controller.tries import LOCK, LOCKED_AFTER
from tests.service.atable import ATable

BY = {"who": "ana", "pin": "1234"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ATable]:
    made = ATable(tmp_path)
    yield made
    made.close()


def bodies(table: ATable, kind: str) -> list[dict[str, Any]]:
    return [dict(record.body) for record in table.journal.records() if record.kind == kind]


def test_who_did_what_is_in_the_journal(table: ATable) -> None:
    assert table.act(event="act", act="open")["ok"]
    assert bodies(table, "approved") == [
        {"who": ["ana"], "act": {"event": "act", "act": "open", "who": "ana", "role": "floor", "deck": None}}
    ]
    assert [body["good"] for body in bodies(table, "tried")] == [True]


def test_a_refused_act_cites_its_paragraph_and_is_kept_too(table: ATable) -> None:
    reply = table.act("ben", event="act", act="open")
    assert not reply["ok"]
    assert reply["rule"].startswith("md-uth")
    assert "floor supervisor" in reply["why"]
    assert table.game.table.state == "closed"
    assert len(bodies(table, "refused")) == 1


def test_a_wrong_pin_does_nothing_and_is_kept(table: ATable) -> None:
    reply = table.ask({"ask": "act", "event": {"event": "act", "act": "open"}, "by": BY}, good=False)
    assert (reply["ok"], reply["why"]) == (False, "operator and PIN do not go together")
    assert table.game.table.state == "closed"
    assert bodies(table, "tried") == [{"who": "ana", "good": False, "at": 0}]


def wrong(table: ATable, times: int, who: str = "ana") -> None:
    """As fast as it may be tried, and more patiently each time."""
    for _ in range(times):
        table.rig.skipped += LOCK
        found = table.service.ask({"ask": "acknowledge", "alarm": "1", "by": {"who": who, "pin": "0000"}})
        assert isinstance(found, ToProve), found
        table.service.proved({"ask": "acknowledge", "alarm": "1", "by": {"who": who, "pin": "0000"}}, {who: False})


def test_wrong_pins_slow_down_and_lock_over_a_restart_too(table: ATable) -> None:
    wrong(table, LOCKED_AFTER)
    table.drop()
    table.begin()
    reply = table.act(event="act", act="open")
    assert not reply["ok"]
    assert "waits" in reply["why"]
    table.rig.skipped += LOCK
    assert table.act(event="act", act="open")["ok"]


def test_many_at_once_do_not_get_around_the_wait(table: ATable) -> None:
    request = {"ask": "act", "event": {"event": "act", "act": "open"}, "by": BY}
    asked = [table.service.ask(request) for _ in range(8)]
    assert all(isinstance(found, ToProve) for found in asked)
    replies = [table.service.proved(request, {"ana": n == 7}) for n in range(8)]
    assert not replies[7]["ok"], "the right one came when nobody was listened to any more"
    assert table.game.table.state == "closed"
    assert [body["good"] for body in bodies(table, "tried")] == [False] * 3


def test_a_floor_supervisor_lifts_the_lock_of_another(table: ATable) -> None:
    wrong(table, LOCKED_AFTER, "tom")
    assert not table.ask({"ask": "unlock", "who": "tom", "by": {"who": "ben", "pin": "1"}})["ok"], "not a dealer"
    assert table.ask({"ask": "unlock", "who": "tom", "by": BY})["ok"]
    assert bodies(table, "lifted") == [{"who": "tom", "by": "ana"}]
    reply = table.act("tom", event="act", act="clear-fault")
    assert "waits" not in reply["why"]


def test_ids_that_nobody_has_are_guessed_together(table: ATable) -> None:
    for who in ("xa", "xb", "xc"):
        table.ask({"ask": "act", "event": {"event": "act", "act": "open"}, "by": {"who": who, "pin": "1"}}, good=False)
    reply = table.act("xd", event="act", act="open")
    assert "waits" in reply["why"]
    assert {body["who"] for body in bodies(table, "tried")} == {"unknown"}


def test_an_auditor_acts_in_nothing(table: ATable) -> None:
    assert "auditor" in table.act("eve", event="act", act="open")["why"]
    assert table.game.table.state == "closed"


def test_an_act_for_two_takes_two(table: ATable) -> None:
    table.act(event="act", act="open")
    table.act(event="receive-deck", deck=1, back="red")
    alone = table.act(event="act", act="remove-deck", deck=1)
    assert (alone["ok"], alone["second"]) == (False, True)
    same = table.act("ana", "ana", event="act", act="remove-deck", deck=1)
    assert (same["ok"], same["second"]) == (False, True)
    assert table.act("ana", "ben", event="act", act="remove-deck", deck=1)["ok"]
    assert bodies(table, "approved")[-1]["who"] == ["ana", "ben"]
    assert table.game.decks[0].state in ("removed", "away")


def test_an_alarm_is_acknowledged_by_name_and_for_good(table: ATable) -> None:
    table.twin.swipe("9999")
    table.rig.run()
    (alarm,) = table.service.view()["alarms"]
    assert (alarm["why"], alarm["acknowledged"]) == ("a badge that nobody has", None)
    assert table.ask({"ask": "acknowledge", "alarm": alarm["id"], "by": BY})["ok"]
    table.drop()
    table.begin()
    (alarm,) = table.service.view()["alarms"]
    assert alarm["acknowledged"]["who"] == "ana"
    assert not table.ask({"ask": "acknowledge", "alarm": "none", "by": BY})["ok"]


def test_a_device_out_of_service_comes_back_by_people_alone(table: ATable) -> None:
    table.act(event="act", act="open")
    assert table.act(event="device-out", how="covered")["ok"]
    table.drop()
    table.begin()
    assert table.game.device.state == "covered", "no session brings it back"
    assert not table.ask({"ask": "device-back", "by": {"who": "ben", "pin": "1"}})["ok"], "not a dealer"
    assert table.ask({"ask": "device-back", "by": BY})["ok"]
    assert table.game.device.state == "in-service"
    assert not table.ask({"ask": "device-back", "by": BY})["ok"], "it is in service"


def test_a_failed_input_is_cleared_by_name(table: ATable) -> None:
    table.twin.pins.stuck(5)
    table.rig.run_for(12.0)
    assert table.service.loop.troubles == {"no-more-bets": "stuck"}
    assert not table.ask({"ask": "clear-input", "name": "nothing", "by": BY})["ok"]
    table.twin.pins.mend(5)
    assert table.ask({"ask": "clear-input", "name": "no-more-bets", "by": BY})["ok"]
    assert table.service.loop.troubles == {}


def test_a_preview_moves_nothing(table: ATable) -> None:
    before = table.game.snapshot()
    head = table.journal.head
    reply = table.ask({"ask": "preview", "event": {"event": "act", "act": "open"}})
    assert reply["ok"]
    assert (table.game.snapshot(), table.journal.head) == (before, head)


def test_no_pin_is_in_any_record(table: ATable) -> None:
    table.ask({"ask": "act", "event": {"event": "act", "act": "open"}, "by": {"who": "ana", "pin": "73519"}})
    table.drop()
    kept = b"".join(file.read_bytes() for file in table.folder.iterdir() if file.is_file())
    assert b"73519" not in kept
    table.begin()
