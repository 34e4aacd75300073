"""Claims the keypad or the badge reader with pyusb and tells what is typed; looks for it again when it goes away.

The kernel's own keyboard driver would type into the Pi's console: it is detached while we read, and given back.
"""

import errno
import time
from contextlib import suppress
from typing import Any, Literal

import usb.core
import usb.util

from drivers.errors import DriverError, PortRefused
from drivers.notices import BadgeRead, KeyPressed, PanelBack, PanelGone, PanelNotice
from drivers.panel.hid import REPORT, BadgeReader, Keypad
from drivers.wiring import Plug

LOOK_EVERY = 0.5
"""Seconds between two looks for a device that is away: soon enough for who plugs it in, cheap enough for ever."""
STALLS = 10
"""In a row. One is cleared and forgotten; a device that does nothing else has failed."""
READS_A_STEP = 16
"""A step ends, however fast a device sends."""
SETTLE_MS, SETTLE_READS = 20, 64
"""At the claim: two polls of the slowest keypads (10 ms), and more than one badge held back in a reader."""
CONTROL_MS = 250
"""A boot keyboard answers in a few; the step of a claim is not to hang on one that does not."""

BOOT_KEYBOARD = {"bInterfaceClass": 3, "bInterfaceSubClass": 1, "bInterfaceProtocol": 1}
TO_INTERFACE, FROM_INTERFACE = 0x21, 0xA1
"""Class requests."""
GET_REPORT, SET_IDLE, SET_PROTOCOL = 0x01, 0x0A, 0x0B
INPUT_REPORT = 0x0100
BOOT_PROTOCOL = 0
ON_CHANGE_ONLY = 0
"""As SET_IDLE has it: a report when a key moves, none in between."""

NOT_PLUGGED_IN = "not plugged in"
WHY = {
    errno.ENODEV: "unplugged",
    errno.ESHUTDOWN: "unplugged",
    errno.EIO: "does not answer",
    errno.EPROTO: "does not answer",
    errno.ETIMEDOUT: "does not answer",
    errno.EACCES: "not allowed: a udev rule has to give this user the device",
    errno.EBUSY: "in use by another program",
}


class _Away(Exception):
    """The device cannot be had now; the message says why."""


def check_plugs(keypad: Plug | None, reader: Plug | None) -> None:
    """Two of a kind are told apart by their serials alone, so both need one: else keys might pass for a badge."""
    if keypad is None or reader is None or (keypad.vendor, keypad.product) != (reader.vendor, reader.product):
        return
    if not keypad.serial or not reader.serial or keypad.serial == reader.serial:
        raise DriverError(
            f"keypad and badge reader are both {keypad.vendor:04x}:{keypad.product:04x}: each needs a serial of its own"
        )


class PanelDriver:
    """One device. `step` and `close` are for one thread."""

    def __init__(
        self, which: Literal["keypad", "badge reader"], plug: Plug, backend: Any = None, wait: float = 0.0
    ) -> None:
        """`wait`: seconds that a step waits for a report, a millisecond at least.

        On a real table 0.1 or more: libusb may lose a report that comes just as a read times out, so a read must not
        time out between two keys of a badge.
        """
        self.which = which
        self.why = ""
        """Why the device is away, as of the last look; empty while it is there."""
        self.stalls = 0
        self._plug, self._backend = plug, backend
        self._wait = wait
        self._keyboard: _Keyboard | None = None
        self._decoder: Keypad | BadgeReader = Keypad()
        self._look_at = float("-inf")
        self._gone = False
        """And told so."""
        self._closed = False
        if backend is None:
            try:
                usb.core.find(find_all=True)  # lists nothing yet, but wants a back end
            except usb.core.NoBackendError:
                raise PortRefused("USB: libusb is not installed (Debian package libusb-1.0-0)") from None

    def step(self, now: float) -> list[PanelNotice]:
        """Looks for the device or reads it, until there is something to tell or nothing comes."""
        if self._closed:
            return []
        try:
            if self._keyboard is not None:
                return self._listen(self._keyboard, now)
            if now >= self._look_at:
                self._look_at = now + LOOK_EVERY
                return self._claim(now)
        except (usb.core.USBError, _Away) as error:
            return self._lose(error, now)
        time.sleep(self._wait)  # as long as a read would have taken: who steps in a loop does not spin
        return []

    def close(self) -> None:
        self._closed = True
        self._let_go()

    # ---- claim and loss --------------------------------------------------------------

    def _claim(self, now: float) -> list[PanelNotice]:
        self._decoder = Keypad() if self.which == "keypad" else BadgeReader()
        self._keyboard = keyboard = _Keyboard(_find(self._plug, self._backend))
        keyboard.claim()
        # What is held already, and what was typed before and is still on its way, is nothing that we were told.
        self._decoder.settle(keyboard.held(), now)
        for _ in range(SETTLE_READS):
            report = self._read(keyboard, SETTLE_MS)
            if report is None:
                break
            self._decoder.settle(report, now)
        self.why = ""
        was_gone, self._gone = self._gone, False
        return [PanelBack(self.which)] if was_gone else []

    def _lose(self, error: Exception, now: float) -> list[PanelNotice]:
        self.why = _why(error)
        self._let_go()
        self._look_at = now + LOOK_EVERY
        was_gone, self._gone = self._gone, True
        return [] if was_gone else [PanelGone(self.which, self.why)]

    def _let_go(self) -> None:
        if self._keyboard is not None:
            self._keyboard.give_back()
            self._keyboard = None

    # ---- reading ---------------------------------------------------------------------

    def _listen(self, keyboard: "_Keyboard", now: float) -> list[PanelNotice]:
        for _ in range(READS_A_STEP):
            report = self._read(keyboard, max(1, round(self._wait * 1000)))  # to libusb 0 is for ever
            if report is None:
                break
            found = self._decoder.feed(report, now)
            if found:
                return [KeyPressed(key) if self.which == "keypad" else BadgeRead(key) for key in found]
        return []

    def _read(self, keyboard: "_Keyboard", ms: int) -> bytes | None:
        """None: nothing came. Empty: nothing that counts."""
        report = None
        try:
            report = keyboard.read(ms)
        except usb.core.USBError as error:
            if error.errno == errno.EPIPE:
                self.stalls += 1
                keyboard.clear_stall()
                return b""
            if error.errno != errno.ETIMEDOUT:
                raise
        keyboard.stalled = 0
        return report


class _Keyboard:
    """A device from the moment it is found until it is given back."""

    def __init__(self, device: Any) -> None:
        self._device = device
        self._number: int | None = None
        self._endpoint: Any = None
        self._detached = False
        self.stalled = 0
        """In a row."""

    def claim(self) -> None:
        interface, self._endpoint = _boot_keyboard(_configuration(self._device))
        self._number = interface.bInterfaceNumber
        with suppress(NotImplementedError):  # where there is no kernel driver to be in the way
            if self._device.is_kernel_driver_active(self._number):
                self._device.detach_kernel_driver(self._number)
                self._detached = True
        usb.util.claim_interface(self._device, self._number)
        self._ask(TO_INTERFACE, SET_PROTOCOL, BOOT_PROTOCOL)
        self._ask(TO_INTERFACE, SET_IDLE, ON_CHANGE_ONLY)

    def held(self) -> bytes:
        """The report as it stands; empty from a device that does not tell."""
        return bytes(self._ask(FROM_INTERFACE, GET_REPORT, INPUT_REPORT, REPORT) or b"")

    def read(self, ms: int) -> bytes:
        size = max(REPORT, self._endpoint.wMaxPacketSize & 0x7FF)  # a whole packet: less would be an overflow
        return bytes(self._device.read(self._endpoint, size, ms))

    def clear_stall(self) -> None:
        self.stalled += 1
        if self.stalled == STALLS:
            raise _Away("stalls at every read")
        self._device.clear_halt(self._endpoint)

    def give_back(self) -> None:
        """To the kernel where it was the kernel's; all that can be done is done, the device may be gone."""
        with suppress(usb.core.USBError):
            if self._number is not None:
                usb.util.release_interface(self._device, self._number)
        if self._detached:
            with suppress(usb.core.USBError, NotImplementedError):
                self._device.attach_kernel_driver(self._number)
        usb.util.dispose_resources(self._device)

    def _ask(self, kind: int, request: int, value: int, length: int | None = None) -> Any:
        """Some devices know no class requests and stall, or say nothing; they send boot reports all the same."""
        try:
            return self._device.ctrl_transfer(kind, request, value, self._number, length, CONTROL_MS)
        except usb.core.USBError as error:
            if error.errno not in (errno.EPIPE, errno.ETIMEDOUT):
                raise
            return None


def _find(plug: Plug, backend: Any) -> Any:
    refused: list[Exception] = []

    def has_serial(device: Any) -> bool:
        try:
            if _serial(device) == plug.serial:
                return True
        except usb.core.USBError as error:  # another device of the kind may still be ours
            refused.append(error)
        except ValueError:  # no text in its serial
            pass
        usb.util.dispose_resources(device)
        return False

    ours = has_serial if plug.serial else None
    device = usb.core.find(idVendor=plug.vendor, idProduct=plug.product, custom_match=ours, backend=backend)
    if device is not None:
        return device
    raise _Away(_why(refused[0]) if refused else NOT_PLUGGED_IN)


def _serial(device: Any) -> str | None:
    """pyusb's own `serial_number` hides a refusal behind a device without strings."""
    languages = usb.util.get_langids(device) if device.iSerialNumber else ()
    return usb.util.get_string(device, device.iSerialNumber, languages[0]) if languages else None


def _configuration(device: Any) -> Any:
    """The one that is set. It is not set again: the kernel holds other interfaces of the device, and would refuse."""
    try:
        return device.get_active_configuration()
    except usb.core.USBError as error:
        if error.errno is not None:
            raise
    device.set_configuration()
    return device.get_active_configuration()


def _boot_keyboard(configuration: Any) -> tuple[Any, Any]:
    for interface in usb.util.find_descriptor(configuration, find_all=True, **BOOT_KEYBOARD):
        for endpoint in interface:
            inward = usb.util.endpoint_direction(endpoint.bEndpointAddress) == usb.util.ENDPOINT_IN
            if inward and usb.util.endpoint_type(endpoint.bmAttributes) == usb.util.ENDPOINT_TYPE_INTR:
                return interface, endpoint
    raise _Away("no boot keyboard")


def _why(error: Exception) -> str:
    if isinstance(error, usb.core.USBError):
        return WHY.get(error.errno, f"failed: {error.strerror}")
    return str(error)
