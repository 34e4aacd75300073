"""Journals of tables that were really played, by scenarios, and what is made of them to forge them."""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.chain import BEFORE_ALL, Record, signed_body
from controller.game.table import events as ev
from controller.game.table.controller import TableController
from controller.game.table.refusals import Refused
from controller.journal import Journal
from controller.keeper import Keeper
from controller.loop import Loop
from controller.play.driven import DrivenTable
from controller.play.rig import Rig
from controller.play.runner import Run
from controller.play.scenario import Scenario, read_scenario
from controller.play.sim import Outcome, Table
from controller.signing import Signer, make_key
from controller.standing import Standing
from controller.translate import Translate
from tests.journal.made import BODY, HASH, KIND, SEQ, FakeClock, Rows, forge, page_hash, page_json, raw

FILES = sorted((Path(__file__).parent.parent / "scenarios").glob("*/*.toml"))
EVENING = Path(__file__).parent / "evening.toml"


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
        def _begin(self, rig: Rig, keeper: Keeper) -> None:
            config = config_of(self.scenario, self.game)
            super()._begin(rig, started(Keeper(keeper.standing, journal), config))
            self._loop._config = config

    return JournaledTable


class InMemory:
    """In a journal's place where nothing has to be on disk: its records as they would be read back."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    def append(self, kind: str, body: dict[str, Any]) -> Record:
        seq = len(self.records) + 1
        record = Record(seq, kind, 1000 * seq, 0, "b0", json.loads(json.dumps(body)), b"")
        self.records.append(record)
        return record

    def commit(self) -> None: ...


def records_of(file: Path) -> list[Record]:
    journal = InMemory()
    scenario, lines = read_scenario(file)
    Run(scenario, lines, journaled(journal)).outcomes()  # type: ignore[arg-type]
    return journal.records


@dataclass(frozen=True)
class Played:
    """A closed journal in a folder."""

    path: Path
    signer: Signer

    def copied(self, folder: Path) -> "Played":
        shutil.copytree(self.path.parent, folder, dirs_exist_ok=True)
        return Played(folder / self.path.name, self.signer)

    @property
    def head(self) -> tuple[int, bytes]:
        """As somebody kept it off the box."""
        rows = self.rows()
        return rows[-1][SEQ], rows[-1][HASH]

    def rows(self) -> Rows:
        with raw(self.path) as db:
            return [list(row) for row in db.execute("SELECT * FROM records ORDER BY seq")]

    def find(self, kind: str, has: str = "", after: int = 0) -> int:
        """The number of the first such record whose text has that in it."""
        return next(r[SEQ] for r in self.rows() if r[SEQ] > after and r[KIND] == kind and has in r[BODY])

    def rewrite(self, change: Callable[[Rows], Rows], signer: Signer | None) -> None:
        """By somebody with time and the file: hashes made anew, and signatures if there is a key to make them with."""
        forge(self.path, lambda rows: resigned(change(rows), signer))
        self.path.with_name(self.path.name + "-head").unlink(missing_ok=True)

    def rewrite_as_it_is(self, change: Callable[[Rows], Rows]) -> None:
        """By somebody with the file and no time: hashes stay."""
        forge(self.path, change)
        self.path.with_name(self.path.name + "-head").unlink(missing_ok=True)

    def edit(self, seq: int, change: Callable[[dict[str, Any]], None], signer: Signer | None) -> None:
        def edited(rows: Rows) -> Rows:
            body = json.loads(rows[seq - 1][BODY])
            change(body)
            rows[seq - 1][BODY] = page_json(body)
            return rows

        self.rewrite(edited, signer)


def resigned(rows: Rows, signer: Signer | None) -> Rows:
    """Without a key the signatures stay as they are, over other hashes."""
    for n, row in enumerate(rows):
        before = rows[n - 1] if n else [0, "", 0, 0, "", "", bytes(32)]
        if row[KIND] == "signed" and signer is not None:
            row[BODY] = page_json(signed_body(BEFORE_ALL._replace(seq=before[SEQ], hash=before[HASH]), signer))
        row[HASH] = page_hash(before[HASH], row)
    return rows


def play(folder: Path, file: Path, kind: Callable[[Journal], Any] = journaled) -> Played:
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
