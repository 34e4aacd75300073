"""The wager spots' daisy chain of 74HC165 shift registers: three pins for as many inputs as there are.

Latch low takes all inputs at once; the first of them then stands on the data pin, and each rising clock brings the
next. The chip wants pulses of 100 ns at most; a Python call takes longer, so nothing waits here.
"""

from drivers.ports import Pins
from drivers.wiring import Chain


class ShiftChain:
    def __init__(self, pins: Pins, chain: Chain) -> None:
        self._pins = pins
        self._latch, self._clock, self._data = chain.latch, chain.clock, chain.data
        self._bits = tuple(1 << n for n in range(len(chain.spots)))
        pins.output(self._latch, True)
        pins.output(self._clock, False)
        pins.input(self._data, "up")

    def scan(self) -> int:
        """Bit n is set while chips lie on the chain's spot n: they pull its input low."""
        read, write = self._pins.read, self._pins.write
        clock, data = self._clock, self._data
        found = 0
        write(self._latch, False)
        write(self._latch, True)
        for bit in self._bits:
            if not read(data):
                found |= bit
            write(clock, True)
            write(clock, False)
        return found
