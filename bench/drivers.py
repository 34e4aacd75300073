"""The drivers: frames of the line, edges to notices, and what a table costs on which nothing happens."""

import select
import threading
from binascii import crc_hqx
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from time import monotonic, process_time, sleep

# The package's pure Python: where its C extension is there, its public functions are that.
from cobs.cobs._cobs_py import decode as cobs_decode
from cobs.cobs._cobs_py import encode as cobs_encode

from bench.result import Result, duration, times_as_fast, within
from bench.timing import best_of
from drivers import notices as of
from drivers.device import messages as m
from drivers.device.framing import COMMAND, EVENT, REPLY, Frame, Framer, encode
from drivers.factory import Drivers, open_drivers
from drivers.pump import Nap, Pump
from drivers.twin.device import DealingDevice
from drivers.twin.table import BUTTON_PINS, GATE, TwinTable

FRAMES, TURNS = 2_000, 30
PRESSES = 100
WAGERS = tuple(f"w{n}" for n in range(10))
IDLE = 5.0
"""Seconds."""


def results() -> Iterator[Result]:
    yield from _codec()
    yield from _edges()
    yield _idle()


# ---- frames ------------------------------------------------------------------------------------


def a_round() -> list[Frame]:
    """What goes over the line for a stack: command, reply, event, ack, twice STATUS, the cards turned up."""
    status = Frame(REPLY, 7, m.Status.type, bytes((0, 3, 0, 0, 1, 50, 1)))
    sealed = bytes(range(1, 33)) + bytes(range(0, 64, 2))
    return [
        Frame(COMMAND, 6, m.Dispense.type, m.Dispense(1, 2).body()),
        Frame(REPLY, 6, m.Dispense.type, b"\0"),
        Frame(COMMAND, 7, m.Status.type),
        status,
        Frame(EVENT, 1, 0x22, b"\0\5\1\2" + sealed),
        Frame(4, 1, 0),
        Frame(COMMAND, 8, m.Reveal.type, m.Reveal(1, 0, 2).body()),
        Frame(REPLY, 8, m.Reveal.type, b"\0" + bytes(range(100, 134))),
        Frame(COMMAND, 9, m.Status.type),
        status,
    ]


def _codec() -> Iterator[Result]:
    frames = a_round() * (FRAMES // len(a_round()))

    def ours() -> None:
        framer = Framer()
        for frame in frames:
            if framer.feed(encode(frame)) != [frame]:
                raise SystemExit("a frame has not come back")

    bodies = [bytes((frame.kind, frame.seq, frame.type)) + frame.body for frame in frames]

    def bare() -> None:
        for body in bodies:
            line = cobs_encode(body + crc_hqx(body, 0xFFFF).to_bytes(2, "big")) + b"\0"
            back = cobs_decode(line[:-1])
            if crc_hqx(back[:-2], 0xFFFF) != int.from_bytes(back[-2:], "big") or back[:-2] != body:
                raise SystemExit("a body has not come back")

    for frame, body in zip(frames, bodies, strict=True):
        if encode(frame) != cobs_encode(body + crc_hqx(body, 0xFFFF).to_bytes(2, "big")) + b"\0":
            raise SystemExit("not the same bytes")  # times of different work would tell nothing
    mine, peer = (seconds / FRAMES for seconds in best_of(TURNS, ours, bare, in_a_row=3))
    yield times_as_fast("a frame encoded and decoded", mine, "cobs in Python and a CRC", peer, 0.8)
    yield Result("frames encoded and decoded", f"{1 / mine:,.0f}/s", f"bare {1 / peer:,.0f}/s", "", "", "")


# ---- a table in real time ----------------------------------------------------------------------


@contextmanager
def table(device: DealingDevice | None) -> Iterator[tuple[TwinTable, "SimpleQueue[of.Notice]"]]:
    """All drivers in their threads, on a twin of seven seats with ten spots each."""
    twin = TwinTable(7, WAGERS, device, patient=True)
    naps: list[Nap] = []
    drivers = open_drivers(
        *(twin.wiring, twin.pins, monotonic()), usb=twin.usb, wake=lambda: naps[0].wake(), clock=monotonic
    )
    naps.append(Nap(lambda: drivers.inputs.next_at))
    inbox: SimpleQueue[of.Notice] = SimpleQueue()
    pumps = _pumps(drivers, naps[0], inbox)
    over = threading.Event()
    world = threading.Thread(target=_world, args=(twin, over))
    world.start()
    for pump in pumps:
        pump.start()
    try:
        yield twin, inbox
    finally:
        for pump in pumps:
            pump.stop()
        over.set()
        world.join()
        drivers.close()
        twin.close()


def _pumps(drivers: Drivers, nap: Nap, inbox: "SimpleQueue[of.Notice]") -> list[Pump]:
    made = [Pump("pins", drivers.inputs.step, nap, inbox)]
    made += [Pump(panel.which, panel.step, lambda: None, inbox) for panel in drivers.panels]
    if drivers.device is not None:
        made.append(Pump(drivers.device.name, drivers.device.step, drivers.device.rest, inbox))
    return made


def _world(twin: TwinTable, over: threading.Event) -> None:
    """The dealing device answers; nothing else moves by itself."""
    while not over.is_set():
        twin.step(monotonic())
        select.select([] if twin.line is None else [twin.line.fileno()], [], [], 0.1)


# ---- edges -------------------------------------------------------------------------------------


def _edges() -> Iterator[Result]:
    with table(None) as (twin, inbox):
        for what, pin, settle, apart in (
            ("a lock-out's edge to its notice", BUTTON_PINS["lock-out"], 0.0, 0.21),  # faster, and it is chatter
            ("a button's edge to its notice", BUTTON_PINS["next"], 0.02, 0.03),
            ("a card's edge in the gate to its notice", GATE, 0.005, 0.01),
        ):
            late = sorted(_latencies(twin, inbox, pin, apart))
            p50, p99 = (late[round(share * (len(late) - 1))] for share in (0.5, 0.99))
            of_it = f"debouncing {duration(settle)}" if settle else ""
            yield Result(f"{what}, p50 of {PRESSES}", duration(p50), of_it, f"p99 {duration(p99)}", "", "")


def _latencies(twin: TwinTable, inbox: "SimpleQueue[of.Notice]", pin: int, apart: float) -> Iterator[float]:
    for _ in range(PRESSES):
        begun = monotonic()
        twin.pins.drive(pin, True)
        told = inbox.get(timeout=5)
        while isinstance(told, of.ScansMissed):  # on a busy machine; of the spots, not of this edge
            told = inbox.get(timeout=5)
        yield monotonic() - begun
        if not isinstance(told, of.Pressed | of.CardPassed):
            raise SystemExit(f"no press: {told}")
        twin.pins.drive(pin, False)
        sleep(apart)


# ---- an idle table -----------------------------------------------------------------------------


def _idle() -> Result:
    with table(DealingDevice()) as (_, inbox):
        sleep(1.0)
        while not inbox.empty():
            inbox.get()
        begun, used = monotonic(), process_time()
        sleep(IDLE)
        share = (process_time() - used) / (monotonic() - begun)
        missed = sum(notice.number for notice in _all(inbox.get, inbox.empty) if isinstance(notice, of.ScansMissed))
    what = "an idle table's share of a core, 70 spots scanned at 200 Hz, the twin's own included"
    return within(what, share, f"{share:.1%}", 0.05, "under 5 %", f"{missed} of {200 * IDLE:.0f} scans late")


def _all(get: Callable[[], of.Notice], empty: Callable[[], bool]) -> Iterator[of.Notice]:
    while not empty():
        yield get()
