"""The journal: from a button to its effect, a burst, and how fast `tablectl verify` reads it all again."""

import os
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.result import MISSED, OK, Result, duration
from bench.round import a_round, game
from bench.timing import best_of
from controller.chain import Record
from controller.game.table import events as ev
from controller.game.table.controller import TableController
from controller.journal import Journal, SystemClock
from controller.journal_check import verify_chain
from controller.keeper import Keeper
from controller.loop import Loop
from controller.play.scenario import Scenario
from controller.play.sim import Table
from controller.replay import new_game
from controller.signing import make_key
from controller.standing import Standing
from controller.translate import Translate
from controller.verify import verified
from drivers import notices as of

ROUNDS = 12
"""With a commit an event: some 1,500 of them, enough for a p99."""
READ_ROUNDS = 150
"""For `verify`: over a second, so that opening the file does not count."""
TURNS = 5
BURSTS = 40
MOST, LEAST = 1.5, 0.5
CONFIG = {"rulebook": "ma-uth-1", "options": {"trips": "A"}, "method": "manual_shoe", "decks": 1}
ROW = 110
"""Bytes of a record beside its body: hash, times, kind, boot."""


def results() -> Iterator[Result]:
    # Beside the checkout: where files for passing use lie is often no disk at all.
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=".") as folder:
        yield from _latency(Path(folder, "latency"))
        yield _burst(Path(folder, "burst"))
        yield _verify(Path(folder, "verify"))


# ---- a table whose hardware does nothing -------------------------------------------------------


class _NoHardware:
    """In the executor's place. What is due comes here once it is on disk, as it would go to the device."""

    def effect(self, effect: object, token: object = None) -> None: ...
    def safe(self, n: int) -> None: ...
    def lock_out_seen(self) -> None: ...
    def show(self, game: TableController, alarm: bool) -> None: ...


class _Counted(Keeper):
    """Knows how many bytes it was given since it was last asked."""

    size = 0

    def keep(self, kind: str, body: dict[str, Any]) -> int:
        seq = super().keep(kind, body)
        self.size += ROW + len(repr(body))
        return seq

    def taken(self) -> int:
        size, self.size = self.size, 0
        return size


class _Late(Keeper):
    """Commits when the caller says so: a journal for reading is soon written."""

    def commit(self) -> None: ...

    def really_commit(self) -> None:
        super().commit()


def _opened(folder: Path, kind: type[Keeper] = Keeper) -> tuple[Loop, Journal]:
    """A table that waits for bets, its deck shuffled and cut."""
    folder.mkdir()
    journal = Journal.open(folder / "journal.db", make_key(folder / "key"), SystemClock())
    keeper, table = kind(Standing(), journal), game()
    config = CONFIG | {"order": table.table.order}
    keeper.keep("start", {"at": 0, "version": 1, "digest": "", "config": config, "table": "bench"})
    translate = Translate(list(table.book.rules.wagers), {})
    loop = Loop(table, translate, _NoHardware(), keeper, lambda told: None, config)  # type: ignore[arg-type]

    class Simulated(Table):
        def send(self, event: ev.Event) -> Any:
            return loop.event(event, self.at)

    Simulated(Scenario("ma-uth-1", "", options={"trips": "A"}), table).open()
    return loop, journal


# ---- from a button to its effect ---------------------------------------------------------------


def _latency(folder: Path) -> Iterator[Result]:
    loop, journal = _opened(folder, _Counted)
    counted, events = loop.keeper, a_round()
    assert isinstance(counted, _Counted)
    ours: list[float] = []
    bare: list[float] = []
    file = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        for n in range(ROUNDS + 1):
            if n == 1:  # the first round warms up
                ours, bare = [], []
            for event in events:
                counted.taken()
                begun = perf_counter()
                loop.event(event, 0)
                ours.append(perf_counter() - begun)
                bytes = os.urandom(counted.taken())
                begun = perf_counter()
                os.write(file, bytes)
                os.fdatasync(file)
                bare.append(perf_counter() - begun)
    finally:
        os.close(file)
        journal.close()
    at: dict[int, list[float]] = {
        p: [statistics.quantiles(each, n=100)[p - 1] for each in (ours, bare)] for p in (50, 99)
    }
    what = "event in, durable, effect out"
    for part, (mine, peer) in at.items():
        target, verdict = (f"at most {MOST} times", OK if mine / peer <= MOST else MISSED) if part == 50 else ("", "")
        beside = f"bare append + fdatasync {duration(peer)}"
        yield Result(f"{what}, p{part}", duration(mine), beside, f"{mine / peer:.2f} times it", target, verdict)
    # What no disk changes: the quicker the disk, the more of the whole it is.
    more = at[50][0] - at[50][1]
    yield Result(f"{what}, more than the disk's part, p50", duration(more), "", duration(more), "", "")


# ---- a burst -----------------------------------------------------------------------------------


def _burst(folder: Path) -> Result:
    """Chips of six seats onto their spots and off again, all waiting at once."""
    loop, journal = _opened(folder)
    spots = [(seat, wager) for seat in range(1, 7) for wager in ("ante", "blind", "trips")]
    burst = [of.SpotChanged(seat, wager, chips) for chips in (True, False) for seat, wager in spots]

    def together() -> None:
        loop.notices(burst, 0)

    def one_by_one() -> None:
        for notice in burst:
            loop.notices([notice], 0)

    try:
        batched, single = best_of(BURSTS, together, one_by_one)
    finally:
        journal.close()
    what = f"a burst of {len(burst)} events in one commit"
    rate, single_rate = len(burst) / batched, len(burst) / single
    return Result(what, f"{rate:,.0f} a second", f"one commit an event {single_rate:,.0f} a second",
                  f"{rate / single_rate:.1f} x", "", "")  # fmt: skip


# ---- verify ------------------------------------------------------------------------------------


def _verify(folder: Path) -> Result:
    loop, journal = _opened(folder, _Late)
    late, events = loop.keeper, a_round()
    assert isinstance(late, _Late)
    for _ in range(READ_ROUNDS):
        for event in events:
            loop.event(event, 0)
        late.really_commit()
    journal.close()
    path = folder / "journal.db"
    decoded = _decoded(path)

    def ours() -> None:
        verdict = verified(path)
        assert verdict.bad is None, verdict.bad
        assert verdict.audit.rounds.at_the_desk == READ_ROUNDS

    def bare() -> None:
        table = new_game(CONFIG | {"order": ""})
        for event, at in decoded:
            table.handle(event, at)

    times, peer = best_of(TURNS, ours, bare)
    ratio = peer / times
    what = "tablectl verify, a round of six seats"
    beside = f"the machines alone, events decoded, {READ_ROUNDS / peer:,.0f} rounds/s"
    verdict = OK if ratio >= LEAST else MISSED
    return Result(
        what, f"{READ_ROUNDS / times:,.0f} rounds/s", beside, f"{ratio:.2f} x", f"at least {LEAST} x", verdict
    )


def _decoded(path: Path) -> list[tuple[ev.Event, int]]:
    found: list[tuple[ev.Event, int]] = []

    def take(record: Record) -> None:
        if record.kind == "event":
            found.append((ev.event_of(record.body["event"]), record.body["at"]))

    assert verify_chain(path, None, each=take).good
    return found
