"""What the service is plugged into: a Raspberry Pi's pins and plugs, or a simulated table in their place."""

import select
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from drivers.device.driver import CAPS
from drivers.gpio.rpi import RpiPins
from drivers.ports import Pins
from drivers.wiring import Wiring


class Hardware(Protocol):
    @property
    def wiring(self) -> Wiring: ...
    @property
    def pins(self) -> Pins: ...
    @property
    def usb(self) -> Any:
        """pyusb's back end; None for the machine's own."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


class RealTable:
    usb = None

    def __init__(self, wiring: Wiring) -> None:
        self.wiring = wiring
        self.pins: Pins = RpiPins()

    def start(self) -> None:
        """It is there already."""

    def stop(self) -> None:
        """The drivers have given everything back."""


class SimulatedTable:
    """The twin in real time: a thread steps it, and who plays at it takes `lock` for as long as he moves something."""

    STEP = 0.005
    """Seconds between two looks at what has come through the line, at most."""

    def __init__(self, seats: int, wagers: list[str], caps: tuple[str, ...] | None, seed: int, pace: int) -> None:
        # Not for a real table, which would load them at each start for nothing.
        from drivers.twin.cycles import Pace
        from drivers.twin.device import DealingDevice
        from drivers.twin.table import TwinTable

        device = None
        if caps is not None:
            bits = sum(bit for bit, name in CAPS.items() if name in caps)
            real = Pace()
            quick = Pace(real.shuffle / pace, real.dispense / pace, real.count / pace, real.eject / pace)
            device = DealingDevice(bits, seed=seed, pace=quick)
        self.twin = TwinTable(seats, wagers, device, seed=seed, patient=True)
        self.lock = threading.RLock()
        self.plays: Callable[[float], None] = lambda now: None
        """Whoever plays at it, called again and again; and what they do when they leave."""
        self.leave: Callable[[], None] = lambda: None
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._step, name="twin"),
            threading.Thread(target=self._play, name="people"),
        ]

    @property
    def wiring(self) -> Wiring:
        return self.twin.wiring

    @property
    def pins(self) -> Pins:
        return self.twin.pins

    @property
    def usb(self) -> Any:
        return self.twin.usb

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
        self.leave()
        self.twin.close()

    def _step(self) -> None:
        while not self._stop.is_set():
            with self.lock:
                self.twin.step(time.monotonic())
                line = self.twin.line.fileno() if self.twin.line is not None else -1
                left = min(self.twin.next_at - time.monotonic(), self.STEP)
            if left > 0:
                select.select([line] if line >= 0 else [], [], [], left)

    def _play(self) -> None:
        while not self._stop.wait(self.STEP):
            self.plays(time.monotonic())
