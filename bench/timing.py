"""How time and memory are measured."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from time import perf_counter

# A child's peak begins at that of the process that starts it. So a bare interpreter starts the command,
# not this process, which holds the peers and their tables.
_WATCH = (
    "import os, sys; child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ);"
    "_, code, used = os.wait4(child, 0); print(used.ru_maxrss, file=sys.stderr); sys.exit(bool(code))"
)


def best_of(turns: int, *actions: Callable[[], object], in_a_row: int = 1) -> list[float]:
    """The shortest time of each action, in seconds. They take turns, so that whatever else runs slows all alike.

    A short action is run some times in a row, as its first run finds the cache full of the others' things.
    """
    best = [inf] * len(actions)
    for _ in range(turns):
        for n, action in enumerate(actions):
            for _ in range(in_a_row):
                start = perf_counter()
                action()
                best[n] = min(best[n], perf_counter() - start)
    return best


@contextmanager
def cached_bytecode() -> Iterator[dict[str, str]]:
    """The environment of children that, as on an installed machine, find all modules compiled from their second run."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        yield environment


def run(command: Sequence[str], environment: dict[str, str], cores: set[int] | None = None) -> None:
    """Runs a command to its end, on these cores if any are named; its output is not kept."""
    pinned = None if cores is None else lambda: os.sched_setaffinity(0, cores)
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True, preexec_fn=pinned)


def peak_memory(command: Sequence[str], environment: dict[str, str]) -> int:
    """The most memory that any one process of a command had, in bytes."""
    watch = [sys.executable, "-I", "-S", "-c", _WATCH, *command]
    done = subprocess.run(
        watch, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True, text=True
    )
    return int(done.stderr.split()[-1]) * 1024


def resident(process: int | str = "self") -> int:
    """The memory that a process has in RAM now, in bytes."""
    with open(f"/proc/{process}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
