"""Every scenario, with the controller torn down and begun again from its journal after each single event.

The table's hardware lives on, as it does when the controller's power is cut. No expectation may notice.
"""

import os
from pathlib import Path

import pytest

from controller.game.table import events as ev
from controller.journal import Journal
from controller.keeper import Keeper
from controller.play.driven import DrivenTable
from controller.play.rig import Rig
from controller.play.runner import Run
from controller.play.scenario import read_scenario
from controller.recovery import recovered
from controller.signing import make_key

ALL = sorted((Path(__file__).parent.parent / "scenarios").glob("*/*.toml"))
ONE_IN = int(os.environ.get("RESTART_ONE_IN", "6"))
"""Each takes two seconds: `make restarts` takes all of them."""
SCENARIOS = ALL[::ONE_IN]


class Clock:
    """One boot of the machine: only the program is begun anew."""

    boot = "0b"

    def __init__(self) -> None:
        self.at = 0

    def mono(self) -> int:
        return self.at

    def wall(self) -> int:
        return 1_700_000_000_000 + self.at


class RestartedTable(DrivenTable):
    folder: Path

    def _begin(self, rig: Rig, keeper: Keeper) -> None:
        self._clock = Clock()
        self._signer = make_key(self.folder / "key")
        self._journal = Journal.open(self.folder / "journal.db", self._signer, self._clock)
        self.restarts = 0
        scenario = self.scenario
        self._config = {
            "rulebook": scenario.rulebook,
            "options": scenario.options,
            "method": self.game.table.method,
            "order": self.game.table.order,
            "decks": len(self.game.decks),
        }
        keeper = Keeper(keeper.standing, self._journal)
        keeper.keep("start", {"at": 0, "version": 1, "digest": "", "config": self._config, "table": "1"})
        self._connect(rig, keeper)

    def _connect(self, rig: Rig, keeper: Keeper) -> None:
        super()._begin(rig, keeper)
        self._loop._config = self._config

    def send(self, event):
        outcome = super().send(event)
        self._restart()
        return outcome

    def mishap(self, mishap) -> None:
        super().mishap(mishap)
        self._restart()

    def _restart(self) -> None:
        device = self._rig.twin.device
        if device is not None and device.silent:
            return  # it would hear nothing for so long that it rightly stops its motors
        heard, happened, refused = self._heard, self.happened, self.refused
        self._journal.close()
        old = self._rig
        old.drivers.close()
        self._clock.at = old.at
        self._journal = Journal.open(self.folder / "journal.db", self._signer, self._clock)
        replay = recovered(self._journal)
        assert replay.game is not None
        assert replay.game.snapshot() == self.game.snapshot()
        self.game.state, self.game.now = replay.game.state, replay.game.now
        rig = Rig(old.twin, old.now, replay.standing.memory, replay.standing.left)
        rig.skipped = old.skipped
        self._connect(rig, Keeper(replay.standing, self._journal))
        if self.game.device.state == "in-service" and self.scenario.device is not None:
            self._loop.event(ev.LinkLost(), rig.at)
        rig.run()
        self.restarts += 1
        self._heard, self.happened, self.refused = heard, happened, refused

    def close(self) -> None:
        self._journal.close()
        super().close()


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_no_scenario_notices_a_restart_after_each_event(file: Path, tmp_path: Path) -> None:
    scenario, lines = read_scenario(file)
    RestartedTable.folder = tmp_path
    run = Run(scenario, lines, RestartedTable)
    try:
        failures = [f"line {outcome.line}: {found}" for outcome in run.outcomes() for found in outcome.failures]
        assert not failures
        assert run.table.restarts > 0
    finally:
        run.table.close()
