"""A stand-in for the library RPi.GPIO, as strict as the two packages are, so that `RpiPins` is tried off a Pi too."""

import sys
from collections.abc import Callable
from types import ModuleType

import pytest

from drivers.twin.pins import TwinPins


class Library(ModuleType):
    BCM, BOARD, IN, OUT, PUD_OFF, PUD_DOWN, PUD_UP, BOTH = 11, 10, 1, 0, 20, 21, 22, 33

    def __init__(self, world: TwinPins) -> None:
        super().__init__("RPi.GPIO")
        self.world = world
        self.mode: int | None = None
        self.warnings = True
        self.detected: dict[int, list[Callable[[int], None]]] = {}
        self.claimed: dict[int, int] = {}
        self.cleaned: list[int] = []

    def setwarnings(self, value: bool) -> None:
        self.warnings = value

    def setmode(self, mode: int) -> None:
        self.mode = mode

    def setup(self, pin: int, direction: int, pull_up_down: int = PUD_OFF, initial: int | None = None) -> None:
        assert self.mode == self.BCM
        if not 0 <= pin < 54:
            raise ValueError("The channel sent is invalid on a Raspberry Pi")
        assert pin not in self.detected, "claimed anew while it is watched"
        self.claimed[pin] = direction
        if direction == self.OUT:
            assert initial is not None, "an output that is left to chance"
            self.world.output(pin, bool(initial))
        else:
            pulls = {self.PUD_OFF: "none", self.PUD_DOWN: "down", self.PUD_UP: "up"}
            self.world.input(pin, pulls[pull_up_down])  # type: ignore[arg-type]

    def input(self, pin: int) -> int:
        if pin not in self.claimed:
            raise RuntimeError("You must setup() the GPIO channel first")
        return int(self.world.read(pin))

    def output(self, pin: int, value: bool) -> None:
        if self.claimed.get(pin) != self.OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self.world.write(pin, value)

    def add_event_detect(self, pin: int, edge: int, callback: Callable[[int], None]) -> None:
        if self.claimed.get(pin) != self.IN:
            raise RuntimeError("You must setup() the GPIO channel as an input first")
        if pin in self.detected:
            raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
        assert edge == self.BOTH
        self.detected[pin] = [callback]
        self.world.watch(pin, self._edge)

    def add_event_callback(self, pin: int, callback: Callable[[int], None]) -> None:
        self.detected[pin].append(callback)

    def remove_event_detect(self, pin: int) -> None:
        del self.detected[pin]

    def cleanup(self, pins: list[int]) -> None:
        for pin in pins:
            self.detected.pop(pin, None)
            del self.claimed[pin]
            self.cleaned.append(pin)
            self.world.input(pin, "none")

    def _edge(self, pin: int) -> None:
        for callback in self.detected.get(pin, ()):
            callback(pin)


def with_library(monkeypatch: pytest.MonkeyPatch, library: ModuleType) -> None:
    package = ModuleType("RPi")
    package.GPIO = library  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", library)
