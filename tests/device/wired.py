"""A driver wired to the twin of a dealing device without a terminal between them, in a time of their own."""

from collections.abc import Callable

from drivers import notices as of
from drivers.device import messages as m
from drivers.device.driver import DeviceDriver
from drivers.device.memory import Memory
from drivers.errors import PortLost, PortRefused
from drivers.twin.device import DealingDevice
from drivers.twin.line_faults import BadLine

CODES = sorted(rank * 4 + suit for rank in range(2, 15) for suit in range(4))


def rank_and_suit(card: str) -> int:
    return ("23456789TJQKA".index(card[0]) + 2) * 4 + "cdhs".index(card[1])


class Cable:
    """Both directions, with what goes wrong on them."""

    def __init__(self, device: DealingDevice, to_host: BadLine | None = None, to_device: BadLine | None = None) -> None:
        self.device = device
        self.to_host, self.to_device = to_host or BadLine(), to_device or BadLine()
        self.now = 0.0
        self.plugged = True
        self.in_use = False
        self.sent = bytearray()

    def open(self) -> "Cable":
        if not self.plugged:
            raise PortRefused("port: it is not there")
        if self.in_use:
            raise PortRefused("port: another program has it")
        return self

    def unplug(self) -> None:
        self.plugged = False
        self.to_host.clear()
        self.to_device.clear()

    def read(self) -> bytes:
        self._check()
        for part in self.to_device.arrived(self.now):
            self.device.received(part, self.now)
        self.device.step(self.now)
        self.to_host.put(self.device.outgoing(), self.now)
        return b"".join(self.to_host.arrived(self.now))

    def write(self, data: bytes) -> None:
        self._check()
        self.sent += data
        self.to_device.put(data, self.now)

    def fileno(self) -> int:
        return -1

    def close(self) -> None:
        pass

    def _check(self) -> None:
        if not self.plugged:
            raise PortLost("it was unplugged")


class Wired:
    def __init__(self, device: DealingDevice | None = None, memory: Memory | None = None, **lines: BadLine) -> None:
        self.device = device or DealingDevice()
        self.cable = Cable(self.device, **lines)
        self.driver = DeviceDriver(self.cable.open, 0.0, memory)
        self.heard: list[of.DeviceNotice] = []
        self.acks = True
        """Whether every event is safe as soon as it is told."""

    def __enter__(self) -> "Wired":
        return self

    def __exit__(self, *_: object) -> None:
        self.driver.close()

    def step(self, seconds: float = 0.01) -> list[of.DeviceNotice]:
        self.cable.now += seconds
        if not self.cable.plugged:
            self.device.step(self.cable.now)
        found = self.driver.step(self.cable.now)
        for notice in found:
            if self.acks and isinstance(notice, of.DeviceEvent) and notice.n is not None:
                self.driver.safe(notice.n)
        self.heard += found
        return found

    def run(self, seconds: float) -> list[of.DeviceNotice]:
        return [notice for _ in range(round(seconds * 100)) for notice in self.step()]

    def until(self, kind: type | Callable[[of.DeviceNotice], bool], within: float = 60.0) -> list[of.DeviceNotice]:
        """All that was told up to the first of this kind."""
        found: list[of.DeviceNotice] = []
        begun = self.cable.now
        while not any(isinstance(n, kind) if isinstance(kind, type) else kind(n) for n in found):
            found += self.step()
            assert self.cable.now < begun + within, f"no {kind} in {found}"
        return found

    def cut(self, to_device: bool = False) -> None:
        """Nothing comes from the device any more; nothing gets there either, if that is said."""
        self.cable.to_host.lose = 1.0
        self.cable.to_device.lose = 1.0 if to_device else 0.0

    def join(self) -> None:
        self.cable.to_host.lose = self.cable.to_device.lose = 0.0

    def ready(self, deck: int = 1) -> None:
        """A shuffled deck on the dealing side."""
        if self.driver.memory.serial is None:
            self.until(of.DeviceBegan)
        self.device.load(deck, CODES, self.cable.now)
        self.until(of.Loaded)
        self.driver.ask(m.Shuffle(deck))
        self.until(of.Shuffled)
        self.run(1.0)  # and STATUS has shown it
