"""Puts the drivers of a table together, on a Raspberry Pi or on whatever stands behind the same doors."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from drivers import notices as of
from drivers.device.driver import DeviceDriver, Left
from drivers.device.memory import Memory
from drivers.device.serial_line import SerialLine
from drivers.gpio.inputs import Inputs
from drivers.gpio.outputs import Outputs
from drivers.panel.driver import PanelDriver, check_plugs
from drivers.ports import Pins
from drivers.wiring import Wiring

PANEL_WAIT = 0.1
"""Seconds that a read of the panel waits: libusb may lose a report that comes just as a read ends."""


@dataclass(frozen=True, slots=True)
class Drivers:
    inputs: Inputs
    outputs: Outputs
    device: DeviceDriver | None
    panels: tuple[PanelDriver, ...]

    def step(self, now: float) -> list[of.Notice]:
        """All of them in turn, for who has no threads."""
        found: list[of.Notice] = [*self.inputs.step(now)]
        for panel in self.panels:
            found += panel.step(now)
        if self.device is not None:
            found += self.device.step(now)
        return found

    def close(self) -> None:
        """The lock closes first, whatever the others do."""
        self.outputs.lock(True)
        try:
            for panel in self.panels:
                panel.close()
            if self.device is not None:
                self.device.close()
        finally:
            self.outputs.close()


def open_drivers(
    wiring: Wiring,
    pins: Pins,
    now: float,
    *,
    usb: Any = None,
    panel_wait: float = PANEL_WAIT,
    memory: Memory | None = None,
    left: Left | None = None,
    wake: Callable[[], None] | None = None,
    clock: Callable[[], float] | None = None,
) -> Drivers:
    """`usb` is pyusb's back end, None for the machine's own; `memory` and `left` are from before a restart."""
    check_plugs(wiring.keypad, wiring.badge_reader)
    outputs = Outputs(pins, wiring.pins)
    inputs = Inputs(pins, wiring.pins, now, on_lock_out=outputs.hold_lock, wake=wake, clock=clock)
    panels = []
    if wiring.keypad is not None:
        panels.append(PanelDriver("keypad", wiring.keypad, usb, panel_wait))
    if wiring.badge_reader is not None:
        panels.append(PanelDriver("badge reader", wiring.badge_reader, usb, panel_wait))
    device = None
    if wiring.device:
        device = DeviceDriver(lambda: SerialLine(wiring.device), now, memory, left)
    return Drivers(inputs, outputs, device, tuple(panels))
