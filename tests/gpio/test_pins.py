"""One suite over every back end of the pins.

On a real Pi two pins are joined by a wire and named in TABLE_TEST_PINS, as in `17,27`; no other pin is touched.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from glob import glob
from importlib.util import find_spec
from threading import Event

import pytest

from drivers.gpio.rpi import RpiPins
from drivers.ports import Pins
from drivers.twin.pins import TwinPins
from tests.gpio.rpi_library import Library, with_library


@dataclass
class Bench:
    pins: Pins
    out: int
    into: int
    drive: Callable[[bool], None]
    """Closes the contact of `into` to ground, or opens it."""


def real() -> Bench:
    if not glob("/dev/gpiochip*"):
        pytest.skip("no gpiochip on this machine")
    if find_spec("RPi") is None:
        pytest.skip("RPi.GPIO is not installed: pip install '.[pi]'")
    if not os.environ.get("TABLE_TEST_PINS"):
        pytest.skip("TABLE_TEST_PINS does not name two pins that are joined by a wire")
    out, into = map(int, os.environ["TABLE_TEST_PINS"].split(","))
    pins = RpiPins()
    return Bench(pins, out, into, lambda closed: pins.output(out, not closed))


@pytest.fixture(params=["twin", "rpi on a stand-in library", "rpi"])
def bench(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    world = TwinPins()
    if request.param == "twin":
        made = Bench(world, 17, 27, lambda closed: world.drive(27, closed))
    elif request.param == "rpi":
        made = real()
    else:
        with_library(monkeypatch, Library(world))
        made = Bench(RpiPins(), 17, 27, lambda closed: world.drive(27, closed))
    yield made
    made.pins.close()


class Watcher:
    """Edges may come from another thread, and some of them may be lost: at least one is waited for."""

    def __init__(self) -> None:
        self.seen: list[int] = []
        self._came = Event()

    def __call__(self, pin: int) -> None:
        self.seen.append(pin)
        self._came.set()

    def waits(self) -> bool:
        came = self._came.wait(5)
        self._came.clear()
        return came


@pytest.mark.parametrize("high", [True, False])
def test_an_output_stands_as_told_from_its_first_moment(bench: Bench, high: bool) -> None:
    bench.pins.output(bench.out, high)
    assert bench.pins.read(bench.out) is high


def test_an_output_follows_what_is_written(bench: Bench) -> None:
    bench.pins.output(bench.out, False)
    for high in (True, True, False, False, True):
        bench.pins.write(bench.out, high)
        assert bench.pins.read(bench.out) is high


def test_an_input_that_nothing_drives_reads_its_pull(bench: Bench) -> None:
    for pull, high in (("up", True), ("down", False), ("up", True)):
        bench.pins.input(bench.into, pull)  # type: ignore[arg-type]
        assert bench.pins.read(bench.into) is high


def test_a_closed_contact_reads_low_and_an_open_one_high(bench: Bench) -> None:
    bench.pins.input(bench.into, "up")
    for closed in (True, False, True):
        bench.drive(closed)
        assert bench.pins.read(bench.into) is not closed


def test_both_edges_are_told_with_the_pin(bench: Bench) -> None:
    bench.pins.input(bench.into, "up")
    bench.drive(False)
    watcher = Watcher()
    bench.pins.watch(bench.into, watcher)
    for closed in (True, False):
        bench.drive(closed)
        assert watcher.waits()
    assert set(watcher.seen) == {bench.into}


def test_two_may_watch_one_pin(bench: Bench) -> None:
    bench.pins.input(bench.into, "up")
    bench.drive(False)
    watchers = [Watcher(), Watcher()]
    for watcher in watchers:
        bench.pins.watch(bench.into, watcher)
    bench.drive(True)
    assert [watcher.waits() for watcher in watchers] == [True, True]


def test_a_pin_may_be_claimed_again_and_as_something_else(bench: Bench) -> None:
    bench.pins.output(bench.out, True)
    bench.pins.output(bench.out, False)
    assert bench.pins.read(bench.out) is False
    bench.pins.input(bench.out, "up")
    bench.pins.input(bench.out, "up")
    assert bench.pins.read(bench.out) is True
    bench.pins.output(bench.out, True)
    assert bench.pins.read(bench.out) is True


def test_claimed_again_it_is_watched_no_more(bench: Bench) -> None:
    bench.pins.input(bench.into, "up")
    bench.drive(False)
    before, after = Watcher(), Watcher()
    bench.pins.watch(bench.into, before)
    bench.pins.input(bench.into, "up")
    bench.pins.watch(bench.into, after)
    bench.drive(True)
    assert after.waits()
    assert before.seen == []


def test_what_is_not_claimed_is_not_read_and_an_input_not_written(bench: Bench) -> None:
    with pytest.raises(RuntimeError):
        bench.pins.read(bench.into)
    with pytest.raises(RuntimeError):
        bench.pins.write(bench.out, True)
    bench.pins.input(bench.into, "up")
    with pytest.raises(RuntimeError):
        bench.pins.write(bench.into, True)


def test_closed_it_holds_and_watches_nothing_and_may_be_used_again(bench: Bench) -> None:
    bench.pins.output(bench.out, True)
    bench.pins.input(bench.into, "up")
    watcher = Watcher()
    bench.pins.watch(bench.into, watcher)
    bench.pins.close()
    bench.pins.close()
    told = len(watcher.seen)
    for pin in (bench.out, bench.into):
        with pytest.raises(RuntimeError):
            bench.pins.read(pin)
    bench.drive(True)
    bench.drive(False)
    bench.pins.input(bench.into, "up")
    again = Watcher()
    bench.pins.watch(bench.into, again)
    bench.drive(True)
    assert again.waits()
    assert len(watcher.seen) == told
