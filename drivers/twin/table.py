"""A whole table's hardware, and what hands do at it. It knows no rules: whoever has the hands does."""

import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from drivers.twin.device import DealingDevice
from drivers.twin.pins import TwinPins
from drivers.twin.pty import PtyDevice
from drivers.twin.registers import Registers
from drivers.twin.usb import TwinKeyboard, TwinUsb
from drivers.wiring import BUTTONS, Chain, PinWiring, Plug, Wiring

KEYPAD, READER = Plug(0x04D9, 0xA02A), Plug(0x0C27, 0x3BFA)

# The header's free pins, in order: a table of seven seats fits.
LATCH, CLOCK, DATA, GATE, DOOR, LOCK, ALARM, WIN = 17, 27, 22, 4, 26, 18, 23, 24
BUTTON_PINS = dict(zip(BUTTONS, (5, 6, 13, 19, 12, 16, 20, 21), strict=True))


def twin_wiring(seats: int, wagers: Sequence[str], device: str = "", rate: int = 200) -> Wiring:
    """Every wager of every seat has a spot on the chain. Seven seats leave no pins for lamps of accepted wagers."""
    spots = tuple(f"{seat} {wager}" for seat in range(1, seats + 1) for wager in wagers)
    pins = PinWiring(
        buttons=BUTTON_PINS,
        lock=LOCK,
        chain=Chain(LATCH, CLOCK, DATA, spots, rate),
        gate=GATE,
        door=DOOR,
        accepted_lamps=(11, 25, 8, 7, 1, 0) if seats <= 6 else (),
        turn_lamps=(2, 3, 14, 15, 10, 9, 11)[:seats],
        win_light=WIN,
        alarm_lamp=ALARM,
    )
    return Wiring(pins, device, KEYPAD, READER)


class TwinTable:
    def __init__(
        self,
        seats: int,
        wagers: Sequence[str],
        device: DealingDevice | None,
        *,
        seed: int = 1,
        rate: int = 200,
        patient: bool = False,
    ) -> None:
        """`patient`: reads of the panel wait as long as they are told, for threads in real time."""
        self._folder = tempfile.TemporaryDirectory(prefix="twin-")
        port = Path(self._folder.name) / "dealing-device"
        self.wiring = twin_wiring(seats, wagers, str(port) if device is not None else "", rate)
        assert self.wiring.pins.chain is not None
        self.pins = TwinPins(0.0, seed)
        self.spots = Registers(self.pins, self.wiring.pins.chain)
        self.usb = TwinUsb(patient)
        self.keypad = TwinKeyboard(KEYPAD.vendor, KEYPAD.product)
        self.reader = TwinKeyboard(READER.vendor, READER.product)
        self.usb.plug(self.keypad)
        self.usb.plug(self.reader)
        self.device = device
        self.line = PtyDevice(device, link=port) if device is not None else None
        self.now = 0.0

    def step(self, now: float) -> None:
        """All that the hardware does by itself until then."""
        self.now = now
        self.pins.step(now)
        if self.line is not None:
            self.line.step(now)

    @property
    def next_at(self) -> float:
        """When it does something by itself."""
        line = self.line.next_at if self.line is not None else None
        return min(self.pins.next_at, float("inf") if line is None else line)

    def close(self) -> None:
        if self.line is not None:
            self.line.close()
        self._folder.cleanup()

    @property
    def spot_names(self) -> tuple[str, ...]:
        assert self.wiring.pins.chain is not None
        return self.wiring.pins.chain.spots

    @property
    def contact_pins(self) -> dict[str, int]:
        return {**BUTTON_PINS, "gate": GATE, "door": DOOR}

    # ---- hands ---------------------------------------------------------------------------------

    def chips(self, seat: int, wager: str, there: bool) -> None:
        self.spots.put(f"{seat} {wager}", there)

    def press(self, button: str) -> None:
        self.pins.drive(BUTTON_PINS[button], True)

    def let_go(self, button: str) -> None:
        self.pins.drive(BUTTON_PINS[button], False)

    def gate(self, open: bool) -> None:
        """Of the manual shoe: open while a card passes."""
        self.pins.drive(GATE, open)

    def key(self, keys: Iterable[str]) -> None:
        self.keypad.type_keys(keys)

    def swipe(self, badge: str) -> None:
        self.reader.swipe(badge)
