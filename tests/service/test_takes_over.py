"""A service that begins where its journal ended: what it believes, what it compares, and what keeps it from playing."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.game.table import events as ev
from controller.journal_file import JournalFailed
from controller.recovery import NotRecovered
from tests.service.atable import ATable, config

HOUR = 3_600_000


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ATable]:
    made = ATable(tmp_path)
    yield made
    made.close()


def kinds(table: ATable) -> list[str]:
    return [record.kind for record in table.journal.records()]


def events(table: ATable) -> list[ev.Event]:
    return [ev.event_of(dict(record.body["event"])) for record in table.journal.records() if record.kind == "event"]


def opened(table: ATable) -> None:
    """With a shuffled deck in the device, and nothing bet."""
    assert table.act(event="act", act="open")["ok"]
    assert table.act(event="receive-deck", deck=1, back="red")["ok"]
    table.rig.press("next")
    table.twin.swipe("1001")
    table.rig.run()
    for _ in range(5):
        table.rig.press("next")
    assert table.device is not None
    table.device.load(1, range(8, 60), table.rig.now)
    table.rig.run()
    assert table.game.decks[0].state == "shuffled"


def restarted(table: ATable) -> None:
    table.drop()
    table.begin()


def standing(table: ATable) -> dict[str, Any]:
    """All but the time, which goes on."""
    found = table.game.snapshot()
    del found["table"]["at"]
    return found


# ---- what is found ---------------------------------------------------------------------------


def test_a_new_table_begins_with_a_start_and_a_snapshot(table: ATable) -> None:
    assert kinds(table)[:6] == ["genesis", "signed", "start", "snapshot", "signed", "notice"]


def test_the_table_stands_as_it_stood(table: ATable) -> None:
    opened(table)
    table.twin.chips(1, "ante", True)
    table.twin.chips(1, "blind", True)
    table.rig.run_for(0.2)
    before = standing(table)
    restarted(table)
    assert standing(table) == before


def test_chips_that_came_and_went_meanwhile_are_told_now(table: ATable) -> None:
    opened(table)
    table.twin.chips(1, "ante", True)
    table.twin.chips(1, "blind", True)
    table.rig.run_for(0.2)
    table.drop()
    table.twin.chips(1, "blind", False)
    table.twin.chips(2, "ante", True)
    table.begin()
    assert table.game.seat(1).spots == ("ante",)
    assert table.game.seat(2).spots == ("ante",)
    assert events(table).count(ev.ChipsOn(1, "ante")) == 1, "what lay there already is nothing new"


def test_a_deck_grows_old_while_the_power_is_off(table: ATable) -> None:
    opened(table)
    table.drop()
    table.clock.off = 9 * HOUR
    assert table.clock.rig is not None
    table.clock.rig.skipped += 9 * HOUR
    table.clock.boot = "0c"
    table.begin()
    table.twin.chips(1, "ante", True)
    table.twin.chips(1, "blind", True)
    table.rig.run_for(0.2)
    assert table.game.overdue(table.game.decks[0]) == "md-uth 3.C(2)"


def test_a_clock_that_was_set_back_is_told_and_nothing_runs_back(table: ATable) -> None:
    opened(table)
    at = table.game.table.at
    table.drop()
    table.clock.boot, table.clock.ahead = "0c", -2 * HOUR
    table.begin()
    assert table.service.time.now() >= at
    assert "before the last record" in table.service.loop.troubles["clock"]
    assert any(alarm["where"] == "clock" for alarm in table.service.view()["alarms"])


def test_a_clock_that_jumps_in_play_is_told(table: ATable) -> None:
    table.clock.ahead = -HOUR
    table.rig.skipped += 61_000
    table.service.look()
    assert "set back by" in table.service.loop.troubles["clock"]


def test_another_program_is_told(table: ATable) -> None:
    table.drop()
    table.digest = "d2"
    table.begin()
    assert "another one than before" in table.service.loop.troubles["program"]


def test_rounds_are_numbered_on_in_a_new_file(table: ATable) -> None:
    opened(table)
    table.service._rotate_bytes = 1
    table.rig.press("next")
    assert (table.folder / "archive").is_dir()
    before = standing(table)
    restarted(table)
    assert standing(table) == before


# ---- what keeps it from playing ----------------------------------------------------------------


def test_another_file_for_an_open_table_is_refused(table: ATable) -> None:
    opened(table)
    table.drop()
    table.setup = config("md-uth", options={"trips": "B"})
    with pytest.raises(NotRecovered, match="another options, and the table was not closed"):
        table.begin()
    table.setup = config()
    table.begin()
    assert table.game.table.state == "open"


def test_a_closed_table_takes_another_file_and_keeps_its_meters(tmp_path: Path) -> None:
    offered = {"progressive": "A", "progressive_wager": "1"}
    table = ATable(tmp_path, config(options=offered))
    try:
        table.game.table.meters["meter"] += 12345
        table.game.table.number = 77
        table.service._keeper.snapshot(table.game, table.setup)
        table.service._keeper.commit()
        table.drop()
        table.setup = config(options=offered | {"trips": "A"})
        table.begin()
        assert "trips" in table.game.offer.wagers
        assert table.game.table.meters == {"meter": 10_000_00 + 12345}
        assert table.game.table.number == 77
    finally:
        table.close()


@pytest.mark.parametrize("place", ["snapshot", "event", "effects"])
def test_a_journal_that_the_machines_do_not_bear_out_is_refused(table: ATable, place: str) -> None:
    """An insider who has the key writes all hashes and signatures anew: the machines still say no."""
    opened(table)
    table.drop()
    forge(table, place)
    with pytest.raises(NotRecovered, match=r"record \d+: "):
        table.begin()
    restored(table)
    table.begin()


def forge(table: ATable, place: str) -> None:
    from tests.service.forging import forged

    (table.folder / "kept").mkdir()
    for file in list(table.folder.glob("journal.db*")):
        file.rename(table.folder / "kept" / file.name)
    forged(table.folder / "kept" / "journal.db", table.folder / "journal.db", table.key, place)


def restored(table: ATable) -> None:
    for file in table.folder.glob("journal.db*"):
        file.unlink()
    for file in (table.folder / "kept").iterdir():
        file.rename(table.folder / file.name)


def test_a_journal_from_a_later_program_is_refused_and_left_as_it_is(table: ATable) -> None:
    table.drop()
    with sqlite3.connect(table.folder / "journal.db") as db:
        db.execute("PRAGMA user_version = 9")
    db.close()
    before = (table.folder / "journal.db").read_bytes()
    with pytest.raises(JournalFailed, match="schema version 9"):
        table.begin()
    assert (table.folder / "journal.db").read_bytes() == before
    with sqlite3.connect(table.folder / "journal.db") as db:
        db.execute("PRAGMA user_version = 1")
    db.close()
    table.begin()
