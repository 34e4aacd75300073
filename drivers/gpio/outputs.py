"""The lock line and the lamps. Locked and dark from the first moment to the last."""

from collections.abc import Callable, Iterator
from threading import RLock

from drivers.gpio.pinout import accepted_lamp, lamps, pinout, turn_lamp
from drivers.ports import Pins
from drivers.wiring import PinWiring


class Outputs:
    """A lamp that is not wired is asked for in vain, and that is no error."""

    def __init__(self, pins: Pins, wiring: PinWiring) -> None:
        pinout(wiring)
        self._pins = pins
        self._lock = wiring.lock
        pins.output(self._lock, False)
        self._open = False
        self._held = False
        self._moving = RLock()
        self._lamps = dict(lamps(wiring))
        self._lit = dict.fromkeys(self._lamps, False)
        self._turn_lamps = [turn_lamp(seat) for seat in range(1, len(wiring.turn_lamps) + 1)]
        for pin in self._lamps.values():
            pins.output(pin, False)

    def lock(self, closed: bool) -> None:
        """May be called from any thread, even in the middle of an edge."""
        with self._moving:
            self._open = not closed and not self._held
            self._pins.write(self._lock, self._open)

    def hold_lock(self) -> None:
        """The lock-out button's edge: closed at once, and not to be opened before the press has been seen to."""
        with self._moving:
            self._held = True
            self._open = False
            self._pins.write(self._lock, False)

    def release_lock(self) -> None:
        """The press has been seen to: from here on the line is as `lock` says."""
        self._held = False

    def accepted(self, seat: int, on: bool) -> None:
        self._light(accepted_lamp(seat), on)

    def turn(self, seat: int) -> None:
        """Of this seat and no other; 0: of none."""
        for name in self._turn_lamps:
            if name != turn_lamp(seat):
                self._light(name, False)
        self._light(turn_lamp(seat), True)

    def win_light(self, on: bool) -> None:
        self._light("win light", on)

    def alarm(self, on: bool) -> None:
        self._light("alarm lamp", on)

    def all_dark(self) -> None:
        for name in self._lamps:
            self._light(name, False)

    def self_test(self, lit: Callable[[str], None] | None = None) -> Iterator[str]:
        """Walks the lamps and names what does not follow. `lit` is called while a lamp is on: time to look at it.

        The lamps are left as they were. The lock line is read and never moved.
        """
        for name, pin in self._lamps.items():
            follows = True
            try:
                for on in (True, False):
                    self._pins.write(pin, on)
                    follows &= self._pins.read(pin) == on
                    if on and lit is not None:
                        lit(name)
            finally:
                self._pins.write(pin, self._lit[name])
            if not follows:
                yield name
        if self._pins.read(self._lock) != self._open:
            yield "lock line"

    def close(self) -> None:
        """The last thing: it gives back every pin, the inputs' too."""
        self.lock(True)
        self.all_dark()
        self._pins.close()

    def _light(self, name: str, on: bool) -> None:
        if name in self._lamps:
            self._lit[name] = on
            self._pins.write(self._lamps[name], on)
