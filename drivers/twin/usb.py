"""A USB bus with keyboards on it, as pyusb meets it: descriptors, claims, the kernel's driver, reports and faults.

It follows libusb on Linux, where drivers have been caught out: who sets a configuration while an interface is held is
refused, a stalled endpoint stays so until it is cleared, and a device that is plugged in again is another one.
"""

import errno
from array import array
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Condition
from types import SimpleNamespace
from typing import Any

import usb.backend
import usb.core

_PAD = ("seat", "wager", "amount", "cards", "enter", *"1234567890.")
PAD = dict(zip(_PAD, range(0x54, 0x64), strict=True)) | {"numlock": 0x53, "clear": 0x2A}
"""What the keypad sends for each of its keys: its own block of usages, and backspace."""
READER = dict(zip("abcdefghijklmnopqrstuvwxyz1234567890", range(0x04, 0x28), strict=True)) | {"enter": 0x28, "-": 0x2D}
LEFT_SHIFT = 0x02
ROLL_OVER = 0x01
SLOTS = 6
BOOT, REPORT_PROTOCOL = 0, 1
DEVICE = (
    "bLength bDescriptorType bcdUSB bDeviceClass bDeviceSubClass bDeviceProtocol bMaxPacketSize0 idVendor idProduct"
    " bcdDevice iManufacturer iProduct iSerialNumber bNumConfigurations"
)
CONFIGURATION = (
    "bLength bDescriptorType wTotalLength bNumInterfaces bConfigurationValue iConfiguration bmAttributes bMaxPower"
)
INTERFACE = (
    "bLength bDescriptorType bInterfaceNumber bAlternateSetting bNumEndpoints bInterfaceClass bInterfaceSubClass"
    " bInterfaceProtocol iInterface"
)
ENDPOINT = "bLength bDescriptorType bEndpointAddress bmAttributes wMaxPacketSize bInterval bRefresh bSynchAddress"
HID = bytes.fromhex("09 21 11 01 00 01 22 3f 00")
"""Behind the interface's own descriptor: HID 1.11, and a report descriptor of 63 bytes."""
LIBUSB = {
    errno.EIO: (-1, "Input/Output Error"),
    errno.EACCES: (-3, "Access denied (insufficient permissions)"),
    errno.ENODEV: (-4, "No such device (it may have been disconnected)"),
    errno.ENOENT: (-5, "Entity not found"),
    errno.EBUSY: (-6, "Resource busy"),
    errno.ETIMEDOUT: (-7, "Operation timed out"),
    errno.EOVERFLOW: (-8, "Overflow"),
    errno.EPIPE: (-9, "Pipe error"),
}
"""libusb's own number and words for each."""


@dataclass(frozen=True, slots=True)
class TwinInterface:
    kind: int
    subclass: int
    protocol: int


BOOT_KEYBOARD = TwinInterface(3, 1, 1)
BOOT_MOUSE = TwinInterface(3, 1, 2)
MEDIA_KEYS = TwinInterface(3, 0, 0)


@dataclass(eq=False, slots=True)
class _Life:
    """A device from plug to unplug: nothing of it outlasts that."""

    keyboard: "TwinKeyboard"
    address: int
    configuration: int
    kernel: set[int]
    plugged: bool = True
    claims: dict[int, "_Handle"] = field(default_factory=dict)
    waiting: deque[bytes | int] = field(default_factory=deque)
    """Reports, and errors by their number."""
    halted: bool = False
    protocol: int = REPORT_PROTOCOL
    idle: int = 125
    """As keyboards begin: half a second, in steps of 4 ms."""


@dataclass(eq=False, slots=True)
class _Handle:
    life: _Life


class TwinKeyboard:
    """A keypad or a badge reader. It may be plugged in and out as often as one likes."""

    def __init__(
        self,
        vendor: int,
        product: int,
        serial: str = "",
        interfaces: tuple[TwinInterface, ...] = (BOOT_KEYBOARD,),
        packet: int = 8,
    ) -> None:
        self.vendor, self.product, self.serial = vendor, product, serial
        self.interfaces, self.packet = interfaces, packet
        self.denied = False
        """Nobody may open it."""
        self.knows_no_requests = False
        """Class requests stall."""
        self.unconfigured = False
        """When it is plugged in the next time."""
        self.to_kernel: list[bytes] = []
        """Reports that were typed into the console."""
        self._held: list[int] = []
        self._modifiers = 0
        self._life: _Life | None = None
        self._moved = Condition()

    # ---- fingers and cards -----------------------------------------------------------

    def type_keys(self, keys: Iterable[str]) -> None:
        for key in keys:
            self.hold(PAD[key])
            self.release()

    def swipe(self, badge: str, enter: bool = True) -> None:
        for sign in badge:
            self.hold(READER[sign.lower()], LEFT_SHIFT if sign.isupper() else 0)
            self.release()
        if enter:
            self.hold(READER["enter"])
            self.release()

    def hold(self, usage: int, modifiers: int = 0) -> None:
        with self._moved:
            self._held.append(usage)
            self._modifiers = modifiers
            self._send(self._report())

    def release(self) -> None:
        with self._moved:
            self._held.clear()
            self._modifiers = 0
            self._send(self._report())

    # ---- faults ----------------------------------------------------------------------

    def stall(self, times: int = 1) -> None:
        self.fail(errno.EPIPE, times)

    def fail(self, error: int, times: int = 1) -> None:
        """Reads fail, after what is typed already has been read."""
        self._put([error] * times)

    def zero_length(self, times: int = 1) -> None:
        self._put([b""] * times)

    def garbage(self, data: bytes) -> None:
        """As many packets as it takes."""
        self._put([data[at : at + self.packet] for at in range(0, len(data), self.packet)])

    # ---- to look at ------------------------------------------------------------------

    @property
    def plugged(self) -> bool:
        return self._life is not None

    @property
    def claimed(self) -> bool:
        """Its keyboard, by a program."""
        return self._life is not None and self._keyboard in self._life.claims

    @property
    def kernel_driver_active(self) -> bool:
        """On its keyboard."""
        return self._life is not None and self._keyboard in self._life.kernel

    @property
    def boot_protocol(self) -> bool:
        return self._life is not None and self._life.protocol == BOOT

    @property
    def idle(self) -> int | None:
        return self._life.idle if self._life is not None else None

    # ---- inside ----------------------------------------------------------------------

    @property
    def unread(self) -> int:
        """Reports that wait to be read."""
        with self._moved:
            return 0 if self._life is None else len(self._life.waiting)

    @property
    def _keyboard(self) -> int:
        return self.interfaces.index(BOOT_KEYBOARD) if BOOT_KEYBOARD in self.interfaces else -1

    def _report(self) -> bytes:
        held = self._held if len(self._held) <= SLOTS else [ROLL_OVER] * SLOTS
        return bytes([self._modifiers, 0, *held]).ljust(2 + SLOTS, b"\0")

    def _send(self, report: bytes) -> None:
        """Where the kernel listens, the kernel hears it; where nobody does, the device keeps it for who comes."""
        if self.kernel_driver_active:
            self.to_kernel.append(report)
        else:
            self._put([report])

    def _put(self, what: Iterable[bytes | int]) -> None:
        with self._moved:
            if self._life is not None:
                self._life.waiting.extend(what)
                self._moved.notify_all()

    def _answer(self, kind: int, request: int, value: int, index: int) -> bytes | None:
        """To a control request; None: it stalls."""
        life = self._life
        if (kind, request, value >> 8) == (0x80, 0x06, 3):
            strings = {1: "Twin", 2: "Keyboard", 3: self.serial}
            number = value & 0xFF
            text = b"\x09\x04" if number == 0 else strings.get(number, "").encode("utf-16-le")
            return bytes([2 + len(text), 3]) + text if text else None
        if life is None or self.knows_no_requests or index != self._keyboard:
            return None
        if (kind, request) == (0x21, 0x0B):
            life.protocol = value
        elif (kind, request) == (0x21, 0x0A):
            life.idle = value >> 8
        elif (kind, request, value) == (0xA1, 0x01, 0x0100):
            return self._report()
        else:
            return None
        return b""


class TwinUsb(usb.backend.IBackend):  # type: ignore[misc]  # pyusb has no types
    """For `usb.core.find(backend=…)`. Patient: a read waits for a report in real time; else it times out at once."""

    def __init__(self, patient: bool = False) -> None:
        self._patient = patient
        self._lives: list[_Life] = []
        self._addresses = 0

    def plug(self, keyboard: TwinKeyboard) -> None:
        if keyboard.plugged:
            raise RuntimeError("it is plugged in already")
        with keyboard._moved:
            self._addresses += 1
            kernel = set() if keyboard.unconfigured else set(range(len(keyboard.interfaces)))
            life = _Life(keyboard, self._addresses, 0 if keyboard.unconfigured else 1, kernel)
            keyboard._life = life
            self._lives = [*self._lives, life]

    def unplug(self, keyboard: TwinKeyboard) -> None:
        """Under a read too. What was not read yet is lost."""
        with keyboard._moved:
            life = keyboard._life
            if life is None:
                raise RuntimeError("it is not plugged in")
            self._lives = [other for other in self._lives if other is not life]
            keyboard._life = None
            life.plugged = False
            keyboard._moved.notify_all()

    # ---- descriptors: libusb keeps them, they are told of an unplugged device too ----

    def enumerate_devices(self) -> list[_Life]:
        return self._lives

    def get_device_descriptor(self, dev: _Life) -> SimpleNamespace:
        made = dev.keyboard
        serial = 3 if made.serial else 0
        on_bus = {"bus": 1, "address": dev.address, "port_number": 1, "port_numbers": (1,), "speed": 1}
        return _named(DEVICE, 18, 1, 0x0110, 0, 0, 0, 8, made.vendor, made.product, 0x0100, 1, 2, serial, 1, **on_bus)

    def get_configuration_descriptor(self, dev: _Life, config: int) -> SimpleNamespace:
        number = len(dev.keyboard.interfaces)
        length = 9 + number * (9 + len(HID) + 7)
        return _named(CONFIGURATION, 9, 2, length, number, 1, 0, 0xA0, 50, extra_descriptors=b"")

    def get_interface_descriptor(self, dev: _Life, intf: int, alt: int, config: int) -> SimpleNamespace:
        if alt:
            raise IndexError("one setting each")
        what = dev.keyboard.interfaces[intf]
        kind = (what.kind, what.subclass, what.protocol)
        return _named(INTERFACE, 9, 4, intf, 0, 1, *kind, 0, extra_descriptors=HID)

    def get_endpoint_descriptor(self, dev: _Life, ep: int, intf: int, alt: int, config: int) -> SimpleNamespace:
        return _named(ENDPOINT, 7, 5, 0x81 + intf, 3, dev.keyboard.packet, 10, 0, 0, extra_descriptors=b"")

    # ---- handles, configuration, claims ----------------------------------------------

    def open_device(self, dev: _Life) -> _Handle:
        _there(dev)
        if dev.keyboard.denied:
            raise _error(errno.EACCES)
        return _Handle(dev)

    def close_device(self, dev_handle: _Handle) -> None:
        claims = dev_handle.life.claims
        for number in [number for number, owner in claims.items() if owner is dev_handle]:
            del claims[number]

    def get_configuration(self, dev_handle: _Handle) -> int:
        return _there(dev_handle.life).configuration

    def set_configuration(self, dev_handle: _Handle, config_value: int) -> None:
        life = _there(dev_handle.life)
        if life.kernel or life.claims:
            raise _error(errno.EBUSY)
        life.configuration = config_value
        life.kernel = set(range(len(life.keyboard.interfaces)))

    def claim_interface(self, dev_handle: _Handle, intf: int) -> None:
        life = _there(dev_handle.life)
        if intf in life.kernel or life.claims.get(intf, dev_handle) is not dev_handle:
            raise _error(errno.EBUSY)
        life.claims[intf] = dev_handle

    def release_interface(self, dev_handle: _Handle, intf: int) -> None:
        life = _there(dev_handle.life)
        if life.claims.get(intf) is not dev_handle:
            raise _error(errno.ENOENT)
        del life.claims[intf]

    def is_kernel_driver_active(self, dev_handle: _Handle, intf: int) -> bool:
        return intf in _there(dev_handle.life).kernel

    def detach_kernel_driver(self, dev_handle: _Handle, intf: int) -> None:
        life = _there(dev_handle.life)
        if intf not in life.kernel:
            raise _error(errno.ENOENT)
        life.kernel.remove(intf)

    def attach_kernel_driver(self, dev_handle: _Handle, intf: int) -> None:
        life = _there(dev_handle.life)
        if intf in life.claims or intf in life.kernel:
            raise _error(errno.EBUSY)
        life.kernel.add(intf)

    # ---- transfers -------------------------------------------------------------------

    def ctrl_transfer(
        self,
        dev_handle: _Handle,
        bmRequestType: int,
        bRequest: int,
        wValue: int,
        wIndex: int,
        data: "array[int]",
        timeout: int,
    ) -> int:
        life = _there(dev_handle.life)
        answer = life.keyboard._answer(bmRequestType, bRequest, wValue, wIndex)
        if answer is None:
            raise _error(errno.EPIPE)
        return _fill(data, answer)

    def intr_read(self, dev_handle: _Handle, ep: int, intf: int, buff: "array[int]", timeout: int) -> int:
        life = _there(dev_handle.life)
        if timeout == 0:
            raise RuntimeError("a read without a time-out may wait for ever")
        if life.claims.get(intf) is not dev_handle:
            raise _error(errno.EBUSY)
        types = intf == life.keyboard._keyboard
        moved = life.keyboard._moved
        with moved:
            if self._patient:
                moved.wait_for(lambda: not life.plugged or (types and (life.waiting or life.halted)), timeout / 1000)
            _there(life)
            if not types or not (life.waiting or life.halted):
                raise _error(errno.ETIMEDOUT)
            next_ = errno.EPIPE if life.halted else life.waiting.popleft()
            if isinstance(next_, int):
                life.halted = next_ == errno.EPIPE
                raise _error(next_)
            if len(next_) > len(buff):
                raise _error(errno.EOVERFLOW)
            return _fill(buff, next_)

    def clear_halt(self, dev_handle: _Handle, ep: int) -> None:
        _there(dev_handle.life).halted = False


def _named(names: str, *values: int, **others: object) -> SimpleNamespace:
    return SimpleNamespace(**dict(zip(names.split(), values, strict=True)), **others)


def _there(life: _Life) -> _Life:
    if not life.plugged:
        raise _error(errno.ENODEV)
    return life


def _error(number: int) -> Exception:
    code, words = LIBUSB.get(number, (-99, "Other error"))
    made: Any = usb.core.USBTimeoutError if number == errno.ETIMEDOUT else usb.core.USBError
    error: Exception = made(words, code, number)
    return error


def _fill(buffer: "array[int]", data: bytes) -> int:
    taken = data[: len(buffer)]
    buffer[: len(taken)] = array("B", taken)
    return len(taken)
