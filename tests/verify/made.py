"""Journals of tables that were really played, by scenarios, and what is made of them to forge them."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller.chain import BEFORE_ALL, SEALED, Record, link, signed_body
from controller.game.table import events as ev
from controller.game.table.controller import TableController
from controller.game.table.refusals import Refused
from controller.journal import Journal
from controller.keeper import Keeper
from controller.loop import Loop
from controller.play import driven
from controller.play.driven import DrivenTable
from controller.play.runner import Run
from controller.play.scenario import Scenario, read_scenario
from controller.play.sim import Outcome, Table
from controller.signing import Signer, make_key
from controller.standing import Standing
from controller.translate import Translate
from tests.journal.made import BODY, KIND, FakeClock, Rows, forge, page_hash, rehash

SCENARIOS = Path(__file__).parent.parent / "scenarios"
FILES = sorted(SCENARIOS.glob("*/*.toml"))


class NoHardware:
    """In the executor's place: what the machines want done is done by the simulated table itself."""

    def effect(self, effect: object, token: object = None) -> None: ...
    def safe(self, n: int) -> None: ...
    def lock_out_seen(self) -> None: ...
    def show(self, game: TableController, alarm: bool) -> None: ...


def config_of(scenario: Scenario, game: TableController) -> dict[str, Any]:
    return {
        "rulebook": scenario.rulebook,
        "options": scenario.options,
        "method": scenario.method,
        "order": game.table.order,
        "decks": len(game.decks),
    }


def started(keeper: Keeper, config: dict[str, Any]) -> Keeper:
    keeper.keep("start", {"at": 0, "version": 1, "digest": "d1" * 32, "config": config, "table": "table 7"})
    keeper.commit()
    return keeper


def journaled(journal: Journal) -> Callable[[Scenario, TableController], Table]:
    """A simulated table with a journal beneath: no hardware, so no notices of the dealing device."""

    class JournaledTable(Table):
        def __init__(self, scenario: Scenario, game: TableController) -> None:
            config = config_of(scenario, game)
            keeper = started(Keeper(Standing(), journal), config)
            translate = Translate(list(game.book.rules.wagers), {})
            self.loop = Loop(game, translate, NoHardware(), keeper, lambda told: None, config)  # type: ignore[arg-type]
            super().__init__(scenario, game)

        def send(self, event: ev.Event) -> Outcome:
            outcome = self.loop.event(event, self.at)
            if isinstance(outcome, Refused):
                self.refused = outcome
                return outcome
            self.happened += outcome
            for effect in outcome:
                self._answer(effect)
            return outcome

    return JournaledTable


def journaled_and_wired(journal: Journal) -> Callable[[Scenario, TableController], Table]:
    """Through drivers and a twin: the device's notices and seals are in the journal too."""

    class JournaledTable(DrivenTable):
        def __init__(self, scenario: Scenario, game: TableController) -> None:
            config = config_of(scenario, game)
            given = driven.Keeper
            driven.Keeper = lambda standing: started(Keeper(standing, journal), config)  # type: ignore[assignment, misc]
            try:
                super().__init__(scenario, game)
            finally:
                driven.Keeper = given  # type: ignore[misc]
            self._loop._config = config

    return JournaledTable


@dataclass
class Played:
    """A closed journal in a folder."""

    path: Path
    signer: Signer
    records: list[Record] = field(default_factory=list)


def play(folder: Path, file: Path, kind: Callable[[Journal], Any] = journaled, times: int = 1) -> Played:
    folder.mkdir(exist_ok=True, parents=True)
    signer = make_key(folder / "key")
    path = folder / "journal.db"
    with Journal.open(path, signer, FakeClock(), wait=0) as journal:
        scenario, lines = read_scenario(file)
        run = Run(scenario, lines, kind(journal))
        try:
            assert [failure for outcome in run.outcomes() for failure in outcome.failures] == []
        finally:
            run.table.close()
        journal.append("stop", {"why": "the day is over"})
        journal.commit()
    return Played(path, signer)
