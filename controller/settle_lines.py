"""`tablectl settle --jsonl`: one round a line in, one result a line out, in order and in constant memory.

Rounds are settled by the block, on every core when more than one block comes.
Whenever no input waits, all that was read is answered: a program may write a
round, read its result, and write the next.
"""

import ctypes
import json
import os
import select
import signal
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from io import BufferedIOBase, UnsupportedOperation

from controller.game.fields import BadInput
from controller.settle import described, settle
from controller.settlement_json import settlement_json
from controller.strict_json import LARGEST

BLOCK = 1 << 18
"""Bytes read at once: some two hundred rounds, a twentieth of a second's work."""

PR_SET_PDEATHSIG = 1
"""Of Linux's prctl: the signal that a process gets when its parent dies."""

Results = tuple[str, bool]
"""The lines out, and whether all were good."""


def run_lines(source: BufferedIOBase) -> int:
    good = True
    with ExitStack() as stack:
        pool: ProcessPoolExecutor | None = None
        cores = len(os.sched_getaffinity(0))
        pending: deque[Future[Results]] = deque()
        number = 1
        for lines in _blocks(source):
            if number == 1 or cores == 1:
                good &= _print(settle_block(number, lines))
            else:
                if pool is None:
                    pool = stack.enter_context(ProcessPoolExecutor(cores, initializer=_begin_worker))
                pending.append(pool.submit(settle_block, number, lines))
            number += len(lines)
            # Two blocks a core keep all cores busy; more would only fill the memory.
            while pending and (len(pending) >= 2 * cores or not _waits(source)):
                good &= _print(pending.popleft().result())
        for last in pending:
            good &= _print(last.result())
    return 0 if good else 2


def settle_block(number: int, lines: list[bytes]) -> Results:
    """Settles lines of which the first has this number; a bad one is told on its line, and the run goes on."""
    out = []
    good = True
    for n, line in enumerate(lines, number):
        try:
            out.append(settlement_json(settle(described(line))))
        except BadInput as refusal:
            out.append(json.dumps({"error": str(refusal), "line": n}))
            good = False
    return "".join([f"{line}\n" for line in out]), good


def _print(results: Results) -> bool:
    text, good = results
    sys.stdout.write(text)
    sys.stdout.flush()
    return good


def _blocks(source: BufferedIOBase) -> Iterator[list[bytes]]:
    """The complete lines of each block read. Of a line that is too long only so much is kept as shows that it is."""
    rest = b""
    while block := source.read1(BLOCK):
        *lines, rest = (rest + block).split(b"\n")
        rest = rest[: LARGEST + 1]
        if lines:
            yield lines
    if rest:
        yield [rest]


def _waits(source: BufferedIOBase) -> bool:
    """Whether more input is there to be read at once."""
    try:
        return bool(select.select([source], [], [], 0)[0])
    except UnsupportedOperation:
        return False


def _begin_worker() -> None:
    """Ctrl-C is for the parent, which then stops its workers in order; a parent that is killed takes them along."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
