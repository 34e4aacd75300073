"""Rounds of every rulebook and method, played by bots at the twin, through the drivers."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from controller.bots import players
from controller.game.table import events as ev
from tests.bots.table import BotTable
from tests.table.tables import KINDS, Kind

ROUNDS = 6
"""One more than a stub may go uncounted in any text."""
WITH_DEVICE = [kind for kind in KINDS if kind.caps]
MISTAKES, FAULTS = 0.1, 4.0


@contextmanager
def table(kind: Kind, seed: int = 1, mistakes: float = 0.0, faults: float = 0.0) -> Iterator[BotTable]:
    made = BotTable(kind, seed, mistakes, faults)
    try:
        yield made
    finally:
        made.close()


def the_decks_are_whole(table: BotTable) -> None:
    for cards in table.bots.cards.decks.values():
        assert len(set(cards)) == len(cards) == 52
    if table.twin.device is not None:
        inside = {number: len(deck.cards) for number, deck in table.twin.device.machine.decks.items()}
        assert inside == dict.fromkeys(table.bots.cards.inside, 52)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_bots_play_by_the_text(kind: Kind) -> None:
    """Nothing is refused, nothing is void, nobody has to help, and no card is where it should not be."""
    with table(kind) as it:
        it.play(ROUNDS)
        assert [over.number for over in it.rounds] == list(range(1, ROUNDS + 1))
        assert not any(over.void for over in it.rounds)
        assert not it.refusals
        assert not it.bots.rescue.needed
        the_decks_are_whole(it)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_what_is_done_wrong_holds_nothing_up(kind: Kind) -> None:
    with table(kind, mistakes=MISTAKES) as it:
        it.play(ROUNDS)
        assert it.refusals
        assert not it.bots.rescue.needed


@pytest.mark.parametrize("kind", WITH_DEVICE, ids=str)
def test_what_breaks_is_mended(kind: Kind) -> None:
    with table(kind, faults=FAULTS) as it:
        it.play(ROUNDS)
        assert it.bots.troubles.met
        the_decks_are_whole(it)


@pytest.mark.parametrize("kind", [KINDS[0], KINDS[6]], ids=str)
def test_the_same_seed_gives_the_same_run(kind: Kind) -> None:
    """To the millisecond, with mistakes and faults; another seed gives another one."""
    runs = []
    for seed in (3, 3, 4):
        with table(kind, seed, MISTAKES, FAULTS) as it:
            it.play(2)
            runs.append(it.log.hexdigest())
    assert runs[0] == runs[1] != runs[2]


def test_a_stub_is_counted_when_it_is_due() -> None:
    with table(KINDS[0]) as it:
        it.play(ROUNDS)
        counts = it.keeper.standing.counts
        assert counts
        assert all(count["found"] == count["expected"] for count in counts)


def test_players_come_go_and_leave_the_table_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "ALL_LEAVE", 0.3)
    with table(KINDS[0]) as it:
        it.play(2 * ROUNDS)
        seated = {event.seat for event in it.accepted if isinstance(event, ev.ChipsOn)}
        assert len(seated) > players.FIRST
        assert any(isinstance(event, ev.Act) and event.act == "idle" for event in it.accepted)
