"""A table of seven seats on the twin, for the tests to play at."""

from drivers.gpio.inputs import Inputs
from drivers.notices import PinNotice
from drivers.twin.pins import TwinPins
from drivers.twin.registers import Registers
from drivers.wiring import BUTTONS, Chain, PinWiring

LOCK, GATE, DOOR, SMALL = 4, 20, 21, 22
BUTTON_PINS = {name: 5 + n for n, name in enumerate(BUTTONS)}
NEXT, LOCK_OUT = BUTTON_PINS["next"], BUTTON_PINS["lock-out"]
CHAIN = Chain(23, 24, 25, tuple(f"{seat} {wager}" for seat in range(1, 8) for wager in ("ante", "blind", "trips")))
WIRING = PinWiring(BUTTON_PINS, LOCK, chain=CHAIN, spots={"7 six_card": SMALL}, gate=GATE, door=DOOR)


class Table:
    """The driver on the twin, and time, which both are stepped through."""

    def __init__(self, wiring: PinWiring = WIRING, stamped: bool = True, seed: int = 1, begin: bool = True) -> None:
        self.wiring, self.stamped = wiring, stamped
        self.pins = TwinPins(seed=seed)
        self.registers = Registers(self.pins, wiring.chain) if wiring.chain else None
        self.now = 0.0
        self.locked: list[float] = []
        self.woken = 0
        if begin:
            self.begin()

    def begin(self) -> None:
        clock = (lambda: self.pins.now) if self.stamped else None
        self.inputs = Inputs(self.pins, self.wiring, self.now, on_lock_out=self._locks, wake=self._wake, clock=clock)

    def run(self, seconds: float) -> list[PinNotice]:
        found, end = [], self.now + seconds
        while self.now < end:
            self.now = min(max(self.now, min(self.inputs.next_at, self.pins.time.next_at)), end)
            self.pins.step(self.now)
            found += self.inputs.step(self.now)
        return found

    def late(self, seconds: float) -> list[PinNotice]:
        """The world goes on, and nobody steps the driver until the end."""
        self.now += seconds
        self.pins.step(self.now)
        return self.inputs.step(self.now)

    def put(self, spot: str, chips: bool) -> None:
        assert self.registers is not None
        self.registers.put(spot, chips)

    def press(self, pin: int, seconds: float = 0.1) -> list[PinNotice]:
        self.pins.drive(pin, True)
        found = self.run(seconds)
        self.pins.drive(pin, False)
        return found + self.run(0.2)

    def _locks(self) -> None:
        self.locked.append(self.pins.now)

    def _wake(self) -> None:
        self.woken += 1
