"""A Raspberry Pi's own pins. The one file that imports RPi.GPIO: rpi-lgpio or the classic package, both fit."""

from collections.abc import Callable
from typing import Any

from drivers.errors import PortRefused
from drivers.ports import Pull


class RpiPins:
    def __init__(self) -> None:
        # Here and not above, so that the rest of the table runs where there are no pins. What is raised there is
        # ImportError without the package, RuntimeError off a Pi, and an error of lgpio's own without a gpiochip.
        try:
            import RPi.GPIO as gpio

            gpio.setwarnings(False)
            gpio.setmode(gpio.BCM)
        except Exception as error:
            raise _refused("no pins on this machine", error) from error
        self._gpio: Any = gpio
        self._pulls = {"up": gpio.PUD_UP, "down": gpio.PUD_DOWN, "none": gpio.PUD_OFF}
        self._claimed: set[int] = set()
        self._watched: set[int] = set()
        # Looked up once: a scan of the spots makes some two hundred calls.
        self._input, self._output = gpio.input, gpio.output

    def input(self, pin: int, pull: Pull) -> None:
        self._claim(pin, self._gpio.IN, pull_up_down=self._pulls[pull])

    def output(self, pin: int, high: bool) -> None:
        self._claim(pin, self._gpio.OUT, initial=int(high))

    def read(self, pin: int) -> bool:
        return bool(self._input(pin))

    def write(self, pin: int, high: bool) -> None:
        self._output(pin, high)

    def watch(self, pin: int, seen: Callable[[int], None]) -> None:
        try:
            if pin in self._watched:
                self._gpio.add_event_callback(pin, seen)
            else:
                # Without a bounce time: the two packages differ in which edges it swallows. Ours is in `debounce`.
                self._gpio.add_event_detect(pin, self._gpio.BOTH, callback=seen)
        except Exception as error:
            raise _refused(f"pin {pin} cannot be watched", error) from error
        self._watched.add(pin)

    def close(self) -> None:
        if self._claimed:
            self._gpio.cleanup(sorted(self._claimed))
        self._claimed.clear()
        self._watched.clear()

    def _claim(self, pin: int, direction: int, **how: int) -> None:
        try:
            if pin in self._watched:
                self._watched.discard(pin)
                self._gpio.remove_event_detect(pin)
            self._gpio.setup(pin, direction, **how)
        except Exception as error:
            raise _refused(f"pin {pin} cannot be had", error) from error
        self._claimed.add(pin)


def _refused(what: str, error: Exception) -> PortRefused:
    return PortRefused(" ".join(f"{what}: {error}".split()))
