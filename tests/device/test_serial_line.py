"""The port. One suite over every back end of it; and the whole driver behind a terminal, in threads and in real time.

On a real machine a port whose two data pins are joined is named in TABLE_TEST_PORT, as in `/dev/ttyUSB0`.
"""

import os
import select
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import pytest

from drivers import notices as of
from drivers.device import messages as m
from drivers.device.driver import DeviceDriver
from drivers.device.serial_line import SerialLine
from drivers.errors import PortLost, PortRefused
from drivers.pump import Pump
from drivers.twin.device import DealingDevice
from drivers.twin.pty import PtyDevice
from tests.device.wired import CODES

EVERY_BYTE = bytes(range(256))


@dataclass
class Port:
    path: str
    echo: Callable[[], None]
    """Brings back what was written, where no wire does."""


def pty() -> Iterator[Port]:
    ours, theirs = os.openpty()
    tty.setraw(theirs)

    def echo() -> None:
        while select.select([ours], [], [], 0.05)[0]:
            os.write(ours, os.read(ours, 4096))

    yield Port(os.ttyname(theirs), echo)
    os.close(ours)
    os.close(theirs)


@pytest.fixture(params=["pty", "port"])
def port(request: pytest.FixtureRequest) -> Iterator[Port]:
    if request.param == "pty":
        yield from pty()
    elif "TABLE_TEST_PORT" not in os.environ:
        pytest.skip("TABLE_TEST_PORT names no serial port with its data pins joined")
    else:
        yield Port(os.environ["TABLE_TEST_PORT"], lambda: time.sleep(0.1))


def read_all(line: SerialLine) -> bytes:
    found = b""
    while select.select([line], [], [], 0.2)[0]:
        found += line.read()
    return found


# ---- every back end --------------------------------------------------------------------------


def test_nothing_to_read_is_nothing_and_does_not_wait(port: Port) -> None:
    with closing(SerialLine(port.path)) as line:
        assert line.read() == b""
        assert select.select([line], [], [], 0)[0] == []


def test_every_byte_value_goes_through_as_it_is(port: Port) -> None:
    with closing(SerialLine(port.path)) as line:
        line.write(EVERY_BYTE)
        port.echo()
        assert read_all(line) == EVERY_BYTE
        assert line.written == len(EVERY_BYTE)


def test_another_program_is_kept_out_until_it_is_closed(port: Port) -> None:
    with closing(SerialLine(port.path)):
        with pytest.raises(PortRefused) as refused:
            SerialLine(port.path)
        assert str(refused.value) == f"{port.path}: another program has it"
    SerialLine(port.path).close()


def test_closed_and_opened_again_it_works(port: Port) -> None:
    for _ in range(3):
        with closing(SerialLine(port.path)) as line:
            line.write(b"\1\2\0")
            port.echo()
            assert read_all(line) == b"\1\2\0"


# ---- a port that is not there, or goes --------------------------------------------------------


def test_a_port_that_is_not_there_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(PortRefused) as refused:
        SerialLine(str(tmp_path / "dealing-device"))
    assert str(refused.value) == f"{tmp_path}/dealing-device: it is not there"


def test_what_is_no_serial_port_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path):
        with pytest.raises(PortRefused, match=r"^\S+: .+$"):
            SerialLine(str(path))


@pytest.mark.parametrize("does", ["reads", "writes"])
def test_a_port_that_is_unplugged_is_lost(does: str) -> None:
    twin = PtyDevice(DealingDevice())
    with closing(SerialLine(twin.path)) as line:
        twin.unplug()
        with pytest.raises(PortLost, match=r"^.+$"):
            line.read() if does == "reads" else line.write(b"\0")


# ---- the whole driver, in threads ---------------------------------------------------------------


class Running:
    """Driver and device on the two ends of a terminal, each stepped by a thread of its own."""

    def __init__(self, folder: Path) -> None:
        self.twin = PtyDevice(DealingDevice(), link=folder / "dealing-device")
        self.driver = DeviceDriver(lambda: SerialLine(str(folder / "dealing-device")), time.monotonic())
        self.inbox: SimpleQueue[of.Notice] = SimpleQueue()
        self.lock = threading.Lock()
        self._over = threading.Event()
        self._pump = Pump("dealing device", self.driver.step, self.driver.rest, self.inbox)
        self._world = threading.Thread(target=self._run)

    def __enter__(self) -> "Running":
        self._world.start()
        self._pump.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._pump.stop()
        self._over.set()
        self._world.join()
        self.driver.close()
        self.twin.close()

    def _run(self) -> None:
        while not self._over.wait(0.002):
            with self.lock:
                self.twin.step(time.monotonic())

    def until(self, kind: type) -> list[of.Notice]:
        """All that was told up to the first of this kind."""
        found: list[of.Notice] = []
        while not any(isinstance(notice, kind) for notice in found):
            notice = self.inbox.get(timeout=20)
            found.append(notice)
            assert not isinstance(notice, of.DriverFailed), notice
            if isinstance(notice, of.DeviceEvent) and notice.n is not None:
                self.driver.safe(notice.n)
        return found


def test_a_deal_through_the_terminal_and_a_cable_that_is_pulled(tmp_path: Path) -> None:
    with Running(tmp_path) as table:
        table.until(of.DeviceBegan)
        with table.lock:
            table.twin.device.load(1, CODES, time.monotonic())
        table.until(of.Loaded)
        table.driver.ask(m.Shuffle(1))
        table.until(of.Shuffled)
        table.driver.ask(m.Dispense(1, 2))
        table.until(of.Dispensed)
        with table.lock:
            table.twin.unplug()
        assert table.until(of.DeviceLost)
        with table.lock:
            cards = table.twin.device.take()
            table.twin.plug()
        assert of.DeviceFound(True) in table.until(of.Taken)
        table.driver.ask(m.Reveal(1, 0, 2))
        told = table.until(of.Revealed)[-1]
        assert isinstance(told, of.Revealed)
        assert (len(told.cards), told.sealed, len(cards)) == (2, True, 2)


def test_the_port_may_be_another_programs_for_a_while(tmp_path: Path) -> None:
    with Running(tmp_path) as table:
        table.until(of.DeviceBegan)
        with table.lock:
            table.twin.unplug()
            (lost,) = table.until(of.DeviceLost)
            table.twin.plug()
            other = SerialLine(table.twin.path)
        with closing(other):
            while not (isinstance(lost, of.DeviceLost) and lost.why.endswith("another program has it")):
                lost = table.until(of.DeviceLost)[-1]
        table.until(of.DeviceFound)
