"""`make soak`: bots at tables of every rulebook and method, hardware that fails and a controller whose power is cut.

Bounded: it ends when its minutes are over. What it finds is a line each and exit code 1.
"""

import argparse
import gc
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from controller.game.table import effects as do
from controller.game.table.refusals import Refused
from controller.journal_check import verify_chain
from controller.loop import Handled
from controller.signing import Signer
from tests.service.atable import config
from tests.service.playing import Playing
from tests.table.tables import KINDS, Kind


class Watched(Playing):
    """What holds at every moment is looked at after every event."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self.counted: Counter[str] = Counter()
        super().__init__(*arguments, **more)

    def step(self) -> None:
        super().step()
        for told in self.told:
            if isinstance(told, Handled):
                self._look(told)
        self.told.clear()

    def _look(self, told: Handled) -> None:
        ledger = self.game.ledger()
        assert sum(ledger.values()) == 52, f"{sum(ledger.values())} cards: {ledger}"
        assert min(ledger.values()) >= 0, ledger
        for seat in self.game.round.seats:
            wagered = sum(amount or 0 for amount in seat.wagers.values())
            assert 0 <= seat.returned <= wagered, f"seat {seat.number} gets {seat.returned} back of {wagered}"
            assert len(seat.done) == len(set(seat.done)), f"a wager of seat {seat.number} has ended twice: {seat.done}"
        if isinstance(told.outcome, Refused):
            assert told.outcome.rule, f"refused without a paragraph: {told.event}"
            return
        for effect in told.outcome:
            if isinstance(effect, do.RoundOver):
                self.counted["rounds"] += 1
                self.counted["voids"] += effect.void


def a_table(kind: Kind, seed: int, rounds: int, cuts: int) -> Counter[str]:
    """So many rounds, with so many power cuts between them; what went by."""
    setup = config(kind.rulebook, kind.method, options=kind.options, decks=kind.decks)
    with tempfile.TemporaryDirectory(prefix="soak-") as name:
        folder = Path(name)
        table = Watched(folder, setup, kind.caps or None, seed=seed, mistakes=0.05, faults=1.0)
        counted = table.counted
        try:
            rng = Random(seed)
            for _ in range(cuts + 1):
                table.play(max(1, rounds // (cuts + 1)))
                for _ in range(rng.randrange(400)):
                    table.step()
                if table.rig.drivers.device is None or not table.rig.drivers.device.lost:
                    table.drop()
                    table.begin()
                    counted["power cuts"] += 1
            counted["faults"] += sum(table.bots.troubles.met.values())
            counted["refusals"] += sum(record.kind == "refused" for record in table.journal.records())
            counted["records"] += table.journal.head[0]
        finally:
            table.close()
        report = verify_chain(folder / "journal.db", Signer.load(folder / "key").public_key)
        assert report.good, report.bad
    return counted


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    until, seed = time.monotonic() + arguments.minutes * 60, arguments.seed
    total: Counter[str] = Counter()
    wrong = 0
    first: tuple[float, int] | None = None
    while time.monotonic() < until:
        for kind in KINDS:
            if time.monotonic() >= until:
                break
            try:
                total += a_table(kind, seed, rounds=6, cuts=2)
            except (AssertionError, RuntimeError) as found:
                wrong += 1
                print(f"{kind}, seed {seed}: {found}", flush=True)
            gc.collect()
            first = first or (resident(), files())
        seed += 1
    assert first is not None
    said = ", ".join(f"{number} {name}" for name, number in sorted(total.items()))
    print(
        f"{said}; memory {first[0]:.0f} MB after the first table, {resident():.0f} MB at the end; "
        f"open files {first[1]}, then {files()}; {wrong} found wrong"
    )
    return 1 if wrong or files() > first[1] else 0


def resident() -> float:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def files() -> int:
    return len(os.listdir("/proc/self/fd"))


if __name__ == "__main__":
    sys.exit(main())
