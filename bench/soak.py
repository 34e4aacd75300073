"""A hundred thousand rounds of six seats through the machines: the memory does not grow. Takes some minutes."""

from collections.abc import Iterator

from bench.result import Result, megabytes, within
from bench.round import a_round, ready, restored
from bench.timing import resident
from controller.game.table.refusals import Refused

ROUNDS = 100_000
WARM = 1_000


def results() -> Iterator[Result]:
    table, events = restored(ready()), a_round()
    after_warm = 0
    for number in range(ROUNDS):
        for event in events:
            if isinstance(table.handle(event), Refused):
                raise RuntimeError(f"the rounds are not alike: {event} is refused in round {number}")
        if number == WARM:
            after_warm = resident()
    grown = max(0, resident() - after_warm)
    what = f"memory after {ROUNDS:,} rounds, more than after {WARM:,}"
    yield within(what, grown, megabytes(grown), 5e6, "under 5 MB")
