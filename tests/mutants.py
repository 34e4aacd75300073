"""`make mutants`: switches every guard off in turn and runs the guards' own tests and the scenarios until one fails.

A guard that none of them misses is a survivor: either it guards nothing, or a
test is missing.
"""

import sys
import time
from pathlib import Path

from controller.game.table.refusals import GUARDS, switched_off
from controller.play.runner import Run
from controller.play.scenario import read_scenario
from tests.table import test_guards

FOLDER = Path(__file__).parent / "scenarios"
TESTS = [test for name, test in vars(test_guards).items() if name.startswith("test_")]
LONGEST = 600
"""Seconds for all of it."""


def fails(scenario, lines) -> bool:
    try:
        return any(outcome.failures for outcome in Run(scenario, lines).outcomes())
    except Exception:  # with a guard off the machines may well fall over, and that is noticed too
        return True


def raises(test) -> bool:
    try:
        test()
    except Exception:
        return True
    return False


def main() -> int:
    begun = time.monotonic()
    scenarios = {str(file.relative_to(FOLDER)): read_scenario(file) for file in sorted(FOLDER.glob("*/*.toml"))}
    broken = [name for name, (scenario, lines) in scenarios.items() if fails(scenario, lines)]
    broken += [test.__name__ for test in TESTS if raises(test)]
    if broken:
        print(f"mutants: these fail with every guard on: {', '.join(broken)}")
        return 1
    survivors = []
    for name in sorted(set(GUARDS)):
        if time.monotonic() - begun > LONGEST:
            print(f"mutants: out of time at {name}")
            return 1
        switched_off.add(name)
        killer = next((test.__name__ for test in TESTS if raises(test)), None)
        if killer is None:
            killer = next((file for file, (scenario, lines) in scenarios.items() if fails(scenario, lines)), None)
        switched_off.discard(name)
        print(f"  {name:36} {killer or 'SURVIVES'}")
        if killer is None:
            survivors.append(name)
    guards = len(set(GUARDS))
    print(
        f"{guards - len(survivors)} of {guards} guards are missed when they are off ({time.monotonic() - begun:.0f} s)"
    )
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
