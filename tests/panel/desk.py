"""A bus, a device on it, its driver and the time: what the tests of the driver sit at."""

from typing import Any

import usb.core

from drivers.notices import KeyPressed, PanelNotice
from drivers.panel.driver import PanelDriver
from drivers.twin.usb import TwinKeyboard, TwinUsb
from drivers.wiring import Plug

PAD, READER = Plug(0x1A2C, 0x0E24), Plug(0x08FF, 0x0009)


class Desk:
    def __init__(self, which: str = "keypad", plugged: bool = True, serial: str = "", **made: Any) -> None:
        self.plug = PAD if which == "keypad" else READER
        self.bus, self.now = TwinUsb(), 50.0
        self.kb = TwinKeyboard(self.plug.vendor, self.plug.product, serial, **made)
        if plugged:
            self.bus.plug(self.kb)
        self.driver = PanelDriver(which, Plug(self.plug.vendor, self.plug.product, serial), self.bus)  # type: ignore[arg-type]

    def step(self, seconds: float = 0.01) -> list[PanelNotice]:
        self.now += seconds
        return self.driver.step(self.now)

    def run(self, seconds: float = 0.3) -> list[PanelNotice]:
        return [notice for _ in range(round(seconds * 100)) for notice in self.step()]

    def replug(self) -> None:
        self.bus.unplug(self.kb)
        self.bus.plug(self.kb)

    def another(self) -> Any:
        """The same device, in the hands of another program."""
        return usb.core.find(idVendor=self.kb.vendor, idProduct=self.kb.product, backend=self.bus)


def pressed(*keys: str) -> list[PanelNotice]:
    return [KeyPressed(key) for key in keys]
