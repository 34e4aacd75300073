"""A Pi's pins where there is no Pi: refused in one line, and the library used as both packages want it."""

import sys
from types import ModuleType

import pytest

from drivers.errors import PortRefused
from drivers.gpio.rpi import RpiPins
from drivers.twin.pins import TwinPins
from tests.gpio.rpi_library import Library, with_library


class OutOfReach(ModuleType):
    """The library, imported but refusing: as rpi-lgpio does with no gpiochip, in an error class of its own."""

    BCM = 11

    class error(Exception):
        """lgpio's name for it."""

    def setwarnings(self, value: bool) -> None: ...

    def setmode(self, mode: int) -> None:
        raise self.error("'can not open\ngpiochip'")


@pytest.mark.parametrize("line", ["raise RuntimeError('only on a Raspberry Pi!')", "import no_such_lgpio"])
def test_off_a_pi_the_pins_are_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, line: str
) -> None:
    folder = tmp_path_factory.mktemp("packages")
    (folder / "RPi").mkdir()
    (folder / "RPi" / "__init__.py").touch()
    (folder / "RPi" / "GPIO.py").write_text(line, encoding="utf-8")
    for module in ("RPi", "RPi.GPIO"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.syspath_prepend(folder)
    with pytest.raises(PortRefused, match=r"^no pins on this machine: .+$"):
        RpiPins()
    for module in ("RPi", "RPi.GPIO"):
        sys.modules.pop(module, None)


def test_without_a_gpiochip_the_pins_are_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with_library(monkeypatch, OutOfReach("RPi.GPIO"))
    with pytest.raises(PortRefused, match=r"^no pins on this machine: 'can not open gpiochip'$"):
        RpiPins()


def test_only_the_pins_that_were_used_are_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library(TwinPins())
    with_library(monkeypatch, library)
    pins = RpiPins()
    pins.close()
    pins.input(5, "up")
    pins.output(6, False)
    pins.close()
    assert (library.cleaned, library.mode, library.warnings) == ([5, 6], library.BCM, False)


def test_a_pin_that_cannot_be_had_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with_library(monkeypatch, Library(TwinPins()))
    pins = RpiPins()
    with pytest.raises(PortRefused, match=r"^pin 99 cannot be had: The channel"):
        pins.output(99, False)
    pins.output(6, False)
    with pytest.raises(PortRefused, match=r"^pin 6 cannot be watched: You must"):
        pins.watch(6, print)
    pins.close()
