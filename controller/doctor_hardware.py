"""The doctor at the hardware: each part by itself, so that one that is missing hides no other.

Pins, panel and device are read as the service reads them, each by its thread, until the test is over.
"""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from controller.config import Config
from controller.console.terminal.words import plain
from controller.doctor_device import look_at_device
from controller.doctor_words import Watched
from controller.findings import CRITICAL, FINE, WARNING, Finding
from controller.operators import Operators
from drivers import notices as of
from drivers.device.driver import DeviceDriver
from drivers.device.serial_line import SerialLine
from drivers.errors import DriverError
from drivers.factory import PANEL_WAIT
from drivers.gpio.inputs import Inputs
from drivers.gpio.outputs import Outputs
from drivers.gpio.pinout import pinout
from drivers.panel.driver import PanelDriver
from drivers.ports import Pins
from drivers.pump import Nap, Pump
from drivers.wiring import Plug, Wiring

Say = Callable[[Finding], None]

SETTLES = 1.0
"""Seconds in which every contact has come to rest, and a loose one has shown itself."""
LIT = 0.7
"""Seconds a lamp of the walk stays on: time to look there."""
ENOUGH = 0.9
"""Of the scans: a few late ones change nothing of what is believed."""


@dataclass(frozen=True, slots=True)
class Hardware:
    wiring: Wiring
    pins: Pins | None
    """None where they cannot be had."""
    usb: Any
    """pyusb's back end; None for the machine's own."""


@dataclass(frozen=True, slots=True)
class Wish:
    walk: bool = False
    """Each lamp is lit, long enough to be looked at."""
    count: bool = False
    """The dealing device counts its cards: that moves motors."""
    watch: float = 0.0
    """Seconds in which whatever is moved is named."""


class _Ears:
    """What the readers tell, one after the other."""

    def __init__(self) -> None:
        self.inbox: SimpleQueue[of.Notice] = SimpleQueue()

    def hear(self, seconds: float, take: Callable[[of.Notice], bool | None]) -> None:
        """For so long, or until `take` has had enough."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                if take(self.inbox.get(timeout=left)):
                    return
            except Empty:
                return


def look_at_hardware(hardware: Hardware, config: Config, wish: Wish, people: Operators, say: Say) -> None:
    ears = _Ears()
    with ExitStack() as stack:
        inputs = None
        if hardware.pins is not None:
            inputs = _pins(hardware.pins, hardware.wiring, wish, stack, ears, say)
        for which, plug in (("keypad", hardware.wiring.keypad), ("badge reader", hardware.wiring.badge_reader)):
            if plug is not None:
                _panel(which, plug, hardware.usb, stack, ears, say)
        watched = Watched(people, list(inputs.standing()) if inputs is not None else [], say)
        ears.hear(SETTLES if inputs is not None else 0.0, watched.at_rest)
        if inputs is not None:
            _standing(inputs.standing(), watched.failed, say)
            if hardware.wiring.pins.chain is not None:
                _rate(hardware.wiring.pins.chain.rate, watched.missed, say)
        if hardware.wiring.device:
            port = hardware.wiring.device
            device = DeviceDriver(lambda: SerialLine(port), time.monotonic())
            _pump(Pump(device.name, device.step, device.rest, ears.inbox), device.close, stack)
            look_at_device(device, config, ears.hear, wish.count, watched.at_rest, say)
        else:
            say(Finding(FINE, "dealing device", "none is wired"))
        if wish.watch:
            _watch(wish.watch, ears, watched, say)


def _watch(seconds: float, ears: _Ears, watched: Watched, say: Say) -> None:
    say(Finding(FINE, "watch", f"{seconds:g} s: press, put chips down, key, swipe; Ctrl-C ends it"))
    try:
        ears.hear(seconds, watched.moved)
    except KeyboardInterrupt:
        print()
    watched.end()


def _pump(pump: Pump, close: Callable[[], None], stack: ExitStack) -> None:
    """The thread ends before its driver is closed."""
    stack.callback(close)
    stack.callback(pump.stop)
    pump.start()


# ---- pins --------------------------------------------------------------------------------


def _pins(pins: Pins, wiring: Wiring, wish: Wish, stack: ExitStack, ears: _Ears, say: Say) -> Inputs | None:
    try:
        outputs = Outputs(pins, wiring.pins)
        stack.callback(outputs.close)
        _lamps(outputs, wish.walk, say)
        nap = Nap(lambda: inputs.next_at)
        inputs = Inputs(pins, wiring.pins, time.monotonic(), wake=nap.wake, clock=time.monotonic)
    except DriverError as refused:
        say(Finding(CRITICAL, "pins", str(refused), "who else has it: `gpioinfo`; then look at the file's [pins]"))
        stack.callback(pins.close)
        return None
    say(Finding(FINE, "pins", f"{len(pinout(wiring.pins))} of them are ours"))
    _pump(Pump("pins", inputs.step, nap, ears.inbox), lambda: None, stack)
    return inputs


def _lamps(outputs: Outputs, walk: bool, say: Say) -> None:
    def lit(name: str) -> None:
        say(Finding(FINE, name, "lit now"))
        time.sleep(LIT)

    found = list(outputs.self_test(lit if walk else None))
    for name in found:
        if name == "lock line":
            do = "measure it: nothing may pull it up, or a table would be open while it is locked"
            say(Finding(CRITICAL, name, "it does not stand locked", do))
        else:
            say(
                Finding(CRITICAL, name, "its pin does not follow", "measure the pin: a short, or a wire on another one")
            )
    if "lock line" not in found:
        say(Finding(FINE, "lock line", "locked, and not moved"))
    if set(found) <= {"lock line"}:
        say(Finding(FINE, "lamps", "every pin follows" if walk else "every pin follows; --walk lights each in turn"))


def _rate(wanted: int, missed: int, say: Say) -> None:
    """As the service would reach it, on this machine and with what runs beside."""
    reached = max(0, round(wanted - missed / SETTLES))
    slow = reached < ENOUGH * wanted
    do = "lower spots.chain.rate in the table's file, or see what else runs here" if slow else ""
    say(Finding(WARNING if slow else FINE, "spots", f"{reached} of {wanted} scans a second reached", do))


def _standing(standing: dict[str, bool], failed: dict[str, str], say: Say) -> None:
    """Every input, and what should not be so while nobody touches the table."""
    spots: dict[str, list[tuple[str, bool]]] = {}
    for name, active in standing.items():
        if name in failed:
            do = "a loose contact or wire; or something lies on it"
            say(Finding(CRITICAL, f"input {name}", failed[name], do))
        elif name[0].isdigit():
            seat, _, wager = name.partition(" ")
            spots.setdefault(seat, []).append((wager, active))
        elif name == "door":
            say(
                Finding(WARNING, "cabinet door", "open", "close it")
                if active
                else Finding(FINE, "cabinet door", "shut")
            )
        elif name == "gate":
            do = "take the card out, or look at its sensor"
            say(Finding(WARNING, "gate", "open", do) if active else Finding(FINE, "gate", "no card in it"))
        elif active:
            say(Finding(WARNING, f"button {name}", "pressed", "let it go; or its wires touch each other"))
        else:
            say(Finding(FINE, f"button {name}", "not pressed"))
    for seat, found in spots.items():
        lying = ", ".join(plain(wager) for wager, chips in found if chips)
        say(Finding(FINE, f"seat {seat}", f"chips on {lying}" if lying else f"no chips on its {len(found)} spots"))
    if spots and all(chips for found in spots.values() for _, chips in found):
        do = "is the chain plugged in? a data line at ground looks like this"
        say(Finding(WARNING, "spots", "chips on every one of them", do))


# ---- panel --------------------------------------------------------------------------------


def _panel(which: Any, plug: Plug, usb: Any, stack: ExitStack, ears: _Ears, say: Say) -> None:
    ids = f"{plug.vendor:04x}:{plug.product:04x}" + (f" {plug.serial}" if plug.serial else "")
    try:
        panel = PanelDriver(which, plug, usb, PANEL_WAIT)
    except DriverError as refused:
        say(Finding(CRITICAL, which, str(refused)))
        return
    panel.step(time.monotonic())
    if panel.why:
        say(Finding(CRITICAL, which, f"{ids}: {panel.why}", "look at its plug, and at the ids that `lsusb` tells"))
    else:
        say(Finding(FINE, which, f"{ids}: found and claimed"))
    _pump(Pump(which, panel.step, lambda: None, ears.inbox), panel.close, stack)
