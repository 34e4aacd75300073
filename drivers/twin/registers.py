"""A daisy chain of 74HC165 shift registers on the twin's pins, with a spot's contact at every input."""

from collections.abc import Iterator
from functools import partial

from drivers.twin.pins import CHATTER_EVERY, Contact, TwinPins
from drivers.wiring import Chain

CHIP = 8
"""Inputs of one 74HC165."""


class Registers:
    """While the latch is low the inputs go straight in; after that each rising clock brings the next one out.

    The first input out is H of the chip next to the table, the last is A of the one farthest from it, whose serial
    input is tied high: read too far, and there are no chips.
    """

    def __init__(self, pins: TwinPins, chain: Chain) -> None:
        self._time = pins.time
        self._inputs = [True] * (-(-len(chain.spots) // CHIP) * CHIP)
        """Levels in the order they come out. Open is pulled up."""
        self._contacts = {
            name: Contact(pins.time, partial(self._moved, n)) for n, name in enumerate(chain.spots) if name
        }
        self._loading = True
        self._coming: Iterator[bool] = iter(())
        self._out = pins.lead(chain.data)
        pins.attach(chain.latch, self._latched)
        pins.attach(chain.clock, self._clocked)

    def put(self, name: str, chips: bool) -> None:
        self._contacts[name].put(chips)

    def has(self, name: str) -> bool:
        """What its input sees at this moment."""
        return self._contacts[name].closed

    # ---- faults ----------------------------------------------------------------------------

    def bounce(self, seconds: float, name: str | None = None) -> None:
        """From now on, of this spot or of all."""
        for contact in self._contacts.values() if name is None else [self._contacts[name]]:
            contact.bounce = seconds

    def chatter(self, name: str, every: float = CHATTER_EVERY) -> None:
        self._contacts[name].chatter(every)

    def stuck(self, name: str, chips: bool = True) -> None:
        self._contacts[name].stick(chips)

    def mend(self, name: str) -> None:
        self._contacts[name].mend()

    # ---- the chips -------------------------------------------------------------------------

    def _latched(self, high: bool) -> None:
        # Low: the first input shows through. High: what stood there at that moment is kept.
        self._loading = not high
        self._coming = iter(self._inputs[:])
        self._out(next(self._coming, True))

    def _clocked(self, high: bool) -> None:
        if high and not self._loading:
            self._out(next(self._coming, True))

    def _moved(self, n: int, closed: bool) -> None:
        self._inputs[n] = not closed
        if self._loading and n == 0:
            self._out(not closed)
