"""The device through a real pseudo-terminal, with pyserial at the host's end."""

import os
import select
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from drivers.twin.device import DealingDevice
from drivers.twin.line_faults import BadLine
from drivers.twin.pty import WAITING, PtyDevice
from tests.device.page import unwire, wire
from tests.twin.host import ONE_DECK

HELLO = wire(1, 0, 1, 1)


@pytest.fixture
def twin(tmp_path: Path) -> Iterator[PtyDevice]:
    before = open_files()
    with PtyDevice(DealingDevice(ONE_DECK, "S1"), link=tmp_path / "dealing-device") as made:
        yield made
    assert open_files() == before


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def opened(twin: PtyDevice) -> serial.Serial:
    assert twin.link is not None
    return serial.Serial(str(twin.link), 115200, exclusive=True, timeout=0)


def drained(port: serial.Serial) -> bytes:
    return b"".join(iter(lambda: port.read(100_000), b""))


def frames(port: serial.Serial) -> list[bytes]:
    return [frame for part in drained(port).split(b"\0") if part and (frame := unwire(part))]


def test_a_session_through_the_terminal(twin: PtyDevice) -> None:
    with opened(twin) as port:
        port.write(HELLO)
        twin.step(1.0)
        assert frames(port) == [unwire(greeting(1)[:-1])]
        port.write(wire(1, 1, 2))
        twin.step(1.1)
        assert frames(port) == [bytes([2, 1, 2, 0, 0, 0, 0, 0, 0, 0])]


def greeting(boot: int) -> bytes:
    return wire(2, 0, 1, 0, 1, ONE_DECK, 0, 0, 0, boot, 12, body=b"digital twin" + b"\x031.0" + b"\x02S1")


def test_every_byte_value_goes_through_both_ways(twin: PtyDevice) -> None:
    """Raw mode: no echo, no line ends turned, no signal from a 0x03, no flow control from 0x11 and 0x13."""
    text = bytes(range(1, 128))
    with opened(twin) as port:
        port.write(HELLO)
        twin.step(1.0)
        frames(port)
        port.write(wire(1, 1, 11, len(text), body=text))
        twin.device.report(0x22, bytes(range(248)))
        twin.step(1.1)
        assert twin.device.display.encode() == text
        assert {frame[:3]: frame[3:] for frame in frames(port)} == {
            bytes([2, 1, 11]): b"\0",
            bytes([3, 1, 0x22]): bytes([0, 1, *range(248)]),
        }


def test_nothing_is_said_back_before_the_host_opens_the_port(twin: PtyDevice) -> None:
    twin.device.press_green()
    twin.step(1.0)
    with opened(twin) as port:
        twin.step(2.0)
        assert port.read(100) == b""


def test_the_device_does_not_hear_itself_with_no_host_there(twin: PtyDevice) -> None:
    """A fresh terminal echoes until somebody turns it off."""
    twin.device.received(HELLO, 1.0)
    twin.step(1.0)
    assert select.select([twin], [], [], 0)[0] == []


def test_the_host_may_close_and_open_again(twin: PtyDevice) -> None:
    for now in (1.0, 2.0):
        with opened(twin) as port:
            port.write(HELLO)
            twin.step(now)
            assert len(frames(port)) == 1
        twin.step(now + 0.5)


def test_a_second_host_is_kept_out(twin: PtyDevice) -> None:
    with opened(twin), pytest.raises(serial.SerialException):
        opened(twin)


def test_select_tells_when_the_host_has_written(twin: PtyDevice) -> None:
    with opened(twin) as port:
        assert select.select([twin], [], [], 0)[0] == []
        port.write(HELLO)
        assert select.select([twin], [], [], 5)[0] == [twin]
        twin.step(1.0)
        assert select.select([twin], [], [], 0)[0] == []


def test_unplugged_the_port_goes_and_comes_back_under_its_name(twin: PtyDevice) -> None:
    assert twin.link is not None
    with opened(twin) as port:
        port.write(HELLO)
        twin.step(1.0)
        frames(port)
        twin.unplug()
        assert not os.path.lexists(twin.link)
        assert twin.fileno() == -1
        with pytest.raises(OSError, match="unplugged"):
            _ = twin.path
        with pytest.raises((serial.SerialException, OSError)):
            port.read(1)
        with pytest.raises((serial.SerialException, OSError)):
            port.write(HELLO)
    twin.device.press_green()
    twin.step(2.0)
    twin.plug()
    twin.plug()
    assert os.readlink(twin.link) == twin.path
    with opened(twin) as port:
        port.write(wire(1, 1, 2))
        twin.step(3.0)
        kinds = [frame[:3] for frame in frames(port)]
        assert bytes([2, 1, 2]) in kinds, "the session is the device's: a cable does not end it"
        assert bytes([3, 1, 0x29]) in kinds
    assert os.listdir(twin.link.parent) == [twin.link.name]


def test_a_device_unplugged_in_a_cycle_stops_after_three_seconds(twin: PtyDevice) -> None:
    with opened(twin) as port:
        twin.device.hold_dispense = True
        twin.device.load(1, [8, 9, 10], 1.0)
        port.write(HELLO + wire(1, 1, 3, 1) + wire(1, 2, 4, 1, 2))
        twin.step(1.0)
        twin.unplug()
        assert twin.next_at is not None
        twin.step(3.9)
        assert twin.device.machine.running
        twin.step(4.0)
        assert not twin.device.machine.running


def test_a_host_that_does_not_read_holds_up_nothing_and_loses_bytes(twin: PtyDevice) -> None:
    with opened(twin) as port:
        port.write(HELLO)
        now = 1.0
        twin.step(now)
        frames(port)
        twin.device.report(0x22, bytes(248))
        while twin.dropped < 5000:
            now += 0.25
            twin.step(now)
        held = twin.dropped
        drained(port)
        twin.step(now)
        assert len(drained(port)) == WAITING, "what had room waited"
        port.write(wire(1, 1, 2))
        twin.step(now)
        assert [frame[:3] for frame in frames(port)] == [bytes([2, 1, 2])]
        assert twin.dropped == held


def test_what_waits_for_the_host_is_lost_with_the_cable(twin: PtyDevice) -> None:
    twin.device.received(HELLO, 1.0)
    twin.device.report(0x22, bytes(248))
    for quarter in range(100):
        twin.step(1.0 + quarter / 4)
    twin.unplug()
    twin.plug()
    with opened(twin) as port:
        twin.step(25.8)
        assert drained(port) == b""


def test_a_bad_line_in_either_direction() -> None:
    to_host, to_device = BadLine(), BadLine(byte_at_a_time=True)
    with PtyDevice(DealingDevice(ONE_DECK, "S1"), to_host, to_device) as twin, serial.Serial(twin.path) as port:
        port.timeout = 0
        to_device.lose_next()
        port.write(HELLO)
        twin.step(1.0)
        assert frames(port) == []
        to_host.late_next()
        port.write(HELLO)
        twin.step(1.5)
        assert frames(port) == []
        assert twin.next_at is not None
        assert twin.next_at > 1.5
        to_host.double_next()
        port.write(wire(1, 1, 2))
        twin.step(twin.next_at)
        assert [frame[:3] for frame in frames(port)] == [bytes([2, 0, 1])] + [bytes([2, 1, 2])] * 2


def test_closed_twice_is_closed(twin: PtyDevice) -> None:
    twin.close()
    twin.close()
    twin.step(1.0)
