"""A reader in a thread over a patient bus: reads wait, reports and unplugging wake them."""

import time
from collections.abc import Callable, Iterator
from threading import Event, Thread

import pytest

from drivers.notices import BadgeRead, KeyPressed, PanelBack, PanelGone, PanelNotice
from drivers.panel.driver import PanelDriver
from drivers.twin.usb import TwinKeyboard, TwinUsb
from drivers.wiring import Plug

LONG = 5.0
"""Seconds of a read: a test that waits for its end is too slow and fails."""


class Running:
    def __init__(self) -> None:
        self.bus, self.kb = TwinUsb(patient=True), TwinKeyboard(1, 2)
        self.told: list[PanelNotice] = []
        self.steps = 0
        self.stop = Event()
        self.driver = PanelDriver("keypad", Plug(1, 2), self.bus, wait=0.02)
        self.thread = Thread(target=self._run)

    def _run(self) -> None:
        while not self.stop.is_set():
            self.told += self.driver.step(time.monotonic())
            self.steps += 1
        self.driver.close()

    def until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + LONG
        while not done():
            assert time.monotonic() < end, self.told
            time.sleep(0.002)


@pytest.fixture
def running() -> Iterator[Running]:
    made = Running()
    made.bus.plug(made.kb)
    made.thread.start()
    made.until(lambda: made.steps > 0)
    yield made
    made.stop.set()
    made.thread.join()


def test_typed_from_another_thread(running: Running) -> None:
    running.kb.type_keys("123456")
    running.until(lambda: len(running.told) == 6)
    assert running.told == [KeyPressed(key) for key in "123456"]


def test_unplugged_and_plugged_in_under_a_reader(running: Running) -> None:
    running.bus.unplug(running.kb)
    running.until(lambda: running.told == [PanelGone("keypad", "unplugged")])
    running.bus.plug(running.kb)
    running.until(lambda: running.told[1:] == [PanelBack("keypad")])


def test_a_missing_device_does_not_spin(running: Running) -> None:
    running.bus.unplug(running.kb)
    running.until(lambda: bool(running.told))
    before, begun = running.steps, time.monotonic()
    time.sleep(0.2)
    assert running.steps - before <= (time.monotonic() - begun) / 0.02 + 2


@pytest.mark.parametrize("event", ["key", "unplug"])
def test_a_waiting_read_is_woken(event: str) -> None:
    bus, kb = TwinUsb(patient=True), TwinKeyboard(1, 2)
    bus.plug(kb)
    driver = PanelDriver("badge reader", Plug(1, 2), bus, wait=LONG)
    assert driver.step(0.0) == []
    thread = Thread(target=lambda: (time.sleep(0.05), kb.swipe("7") if event == "key" else bus.unplug(kb)))
    begun = time.monotonic()
    thread.start()
    told = driver.step(1.0)
    assert time.monotonic() - begun < LONG / 2
    thread.join()
    assert told == [BadgeRead("7") if event == "key" else PanelGone("badge reader", "unplugged")]
    driver.close()
