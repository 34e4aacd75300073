"""What was really played is borne out: by the chain, by the machines, and at the desk."""

import random
from pathlib import Path

import pytest

from controller.journal import Journal
from controller.packet import packets
from controller.packet_text import text
from controller.play.dealer import follow
from controller.play.runner import Run
from controller.play.scenario import read_scenario
from controller.replay import Replay
from controller.resettle import Resettlement
from controller.verify import told, verified
from tests.journal.made import FakeClock
from tests.service.test_restart_anywhere import RestartedTable
from tests.table.tables import KINDS, Kind
from tests.verify.made import EVENING, FILES, InMemory, Played, journaled, records_of


def test_an_evening(evening: Played) -> None:
    verdict = verified(evening.path, evening.signer.public_key, evening.head)
    assert verdict.bad is None
    found = verdict.as_json()
    assert (found["rounds"], found["voids"], found["refusals"]) == (3, 1, 2)
    assert found["settled_whole_at_the_desk"] == 2
    assert (found["paid"], found["envy"]) == ("5710.00", "3000.00")
    assert found["meters"] == {"meter": "9000.00"}
    assert (found["seals_held"], found["cards_without_seal"]) == (30, 0)
    assert found["signed"] == evening.head[0] - 1
    assert found["programs"] == ["d1" * 32]
    assert not found["key_claimed_by_journal"]


def test_the_summary_has_the_head_to_be_kept(evening: Played) -> None:
    seq, hash = evening.head
    text = "\n".join(told(verified(evening.path)))
    assert f"{seq}:{hash.hex()}" in text
    assert "as the journal itself claims" in text


def test_while_the_service_writes(evening: Played) -> None:
    with Journal.open(evening.path, evening.signer, FakeClock("b008"), wait=0) as journal:
        journal.append("trouble", {"what": "clock", "why": "it was set", "alarm": True})
        journal.commit()
        verdict = verified(evening.path, evening.signer.public_key)
        assert verdict.bad is None
        assert verdict.audit.good == evening.head[0]


def test_over_archived_files(evening: Played) -> None:
    with Journal.open(evening.path, evening.signer, FakeClock("b008"), wait=0) as journal:
        last = journal.last("snapshot")
        assert last is not None
        assert journal.rotate(dict(last.body))
    verdict = verified(evening.path, evening.signer.public_key)
    assert verdict.bad is None
    assert len(verdict.chain.files) == 2
    assert verdict.audit.rounds.rounds == 3


def test_a_controller_that_is_begun_again_after_each_event(tmp_path: Path) -> None:
    """Links lost and found, commands asked for again: the record bears itself out all the same."""
    scenario, lines = read_scenario(EVENING)
    RestartedTable.folder = tmp_path
    run = Run(scenario, lines, RestartedTable)
    try:
        run.outcomes()
    finally:
        run.table.close()
    verdict = verified(tmp_path / "journal.db")
    assert verdict.bad is None
    assert verdict.audit.rounds.rounds == 3
    assert "is not heard any more" in text(packets(tmp_path / "journal.db", 3)[0])


@pytest.mark.parametrize("file", FILES[::4], ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_scenario(file: Path) -> None:
    """Every text, every method; voids, misdeals, abandoned hands."""
    replay, rounds = Replay(), Resettlement()
    for record in records_of(file):
        replay.take(record)
        rounds.take(record)
    replay.end()


CHIPS_OFF_A_VOID = """rulebook = "nj-uth"
about = "A play wager lies when the round is void, and is taken off its spot before it is told to go back"
rules = []
method = "manual_shoe"
steps = [
    { do = "open" },
    { chips = { seat = 1, ante = "10", blind = "10" } },
    { do = "close-bets" },
    { do = "play-on" },
    { chips = { seat = 1, play = "40" } },
    { event = { event = "irregularity", what = "dealer-card-exposed", who = "F1", role = "floor" } },
    { chips_off = { seat = 1, wagers = ["play"] } },
    { press = "next" },
    { do = "clear-layout" },
    { do = "collect" },
]
"""


def test_a_wager_of_a_void_round_is_the_players_though_its_chips_are_gone(tmp_path: Path) -> None:
    file = tmp_path / "void.toml"
    file.write_text(CHIPS_OFF_A_VOID, encoding="utf-8")
    rounds = Resettlement()
    for record in records_of(file):
        rounds.take(record)
    assert (rounds.rounds, rounds.voids, rounds.returned) == (1, 1, 6000)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_rounds_of_a_dealer_who_follows_the_prompts(kind: Kind) -> None:
    journal, rng = InMemory(), random.Random(5)
    table = journaled(journal)(kind.scenario(5), kind.game())  # type: ignore[arg-type]
    for _ in range(400):
        table.at += 1000
        state = table.game.round.state
        if state == "dealer-shows" and not table.game.round.ruling and rng.random() < 0.9:
            table.refused = None
            table.show()
            continue
        if state == "collection":
            table.clear_layout()
        follow(table, rng)
    replay, rounds = Replay(), Resettlement()
    for record in journal.records:
        replay.take(record)
        rounds.take(record)
    assert rounds.rounds >= 5
    assert rounds.at_the_desk
    assert replay.game is not None
    assert rounds.meters == replay.game.table.meters
