"""Runs all benches, or those named: `python -m bench ranking settle`."""

import argparse
import os
import platform
from importlib import import_module
from pathlib import Path

from bench.result import HEADINGS
from controller.report import columns

USUAL = ("ranking", "batch", "walk", "odds", "settle", "round", "drivers", "journal", "start")
BENCHES = (*USUAL, "soak")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures, beside the peers.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHES)}; all but soak if left out")
    names = parser.parse_args().names or USUAL
    for name in names:
        if name not in BENCHES:
            parser.error(f"no bench named {name} (there are: {', '.join(BENCHES)})")
    found = [HEADINGS]
    for name in names:
        # A bench's modules are loaded when it runs: its peers need memory that the others' measurements can do without.
        for result in import_module(f"bench.{name}").results():
            print(result, flush=True)
            found.append(result)
    print("", *columns(found), "", _machine(), sep="\n")


def _machine() -> str:
    """Numbers of a busy machine are worth less: with more running than there are cores, run again later."""
    models = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    model = models[0].partition(":")[2].strip() if models else platform.machine()
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    return f"{os.cpu_count()} cores, {model}, Python {platform.python_version()}; running over 1, 5, 15 minutes: {load}"


if __name__ == "__main__":
    main()
