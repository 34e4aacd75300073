"""What every back end keeps to: the twin's, and libusb's where a keypad is plugged in that may be played with."""

import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import usb.core
import usb.util

from drivers.notices import PanelGone
from drivers.panel.driver import PanelDriver
from drivers.twin.usb import TwinKeyboard, TwinUsb
from drivers.wiring import Plug

NAMED = "TABLE_TEST_KEYPAD"
"""Its vendor and product id: `1a2c:0e24`. Nobody types on it during the test."""


@dataclass
class Bus:
    backend: Any
    plug: Plug

    def found(self) -> Any:
        return usb.core.find(idVendor=self.plug.vendor, idProduct=self.plug.product, backend=self.backend)


@pytest.fixture(params=["twin", "libusb"])
def bus(request: pytest.FixtureRequest) -> Bus:
    if request.param == "twin":
        twin = TwinUsb(patient=True)
        twin.plug(TwinKeyboard(0x1A2C, 0x0E24, "K-17"))
        return Bus(twin, Plug(0x1A2C, 0x0E24))
    if NAMED not in os.environ:
        pytest.skip(f"{NAMED} names no keypad that is plugged in here")
    vendor, product = (int(part, 16) for part in os.environ[NAMED].split(":"))
    return Bus(None, Plug(vendor, product))


@pytest.fixture
def driver(bus: Bus) -> Iterator[PanelDriver]:
    made = PanelDriver("keypad", bus.plug, bus.backend, wait=0.01)
    yield made
    made.close()


@pytest.fixture
def device(bus: Bus) -> Iterator[Any]:
    made = bus.found()
    yield made
    usb.util.dispose_resources(made)


def keyboard(device: Any) -> int:
    interface = usb.util.find_descriptor(
        device.get_active_configuration(), bInterfaceClass=3, bInterfaceSubClass=1, bInterfaceProtocol=1
    )
    return int(interface.bInterfaceNumber)


def test_it_is_described(bus: Bus, device: Any) -> None:
    assert (device.idVendor, device.idProduct) == (bus.plug.vendor, bus.plug.product)
    endpoint = device.get_active_configuration()[(keyboard(device), 0)][0]
    assert usb.util.endpoint_type(endpoint.bmAttributes) == usb.util.ENDPOINT_TYPE_INTR
    assert endpoint.wMaxPacketSize >= 8
    assert "ENDPOINT" in str(device)
    if device.iSerialNumber:
        assert device.serial_number


def test_the_kernel_has_it_before_and_after(driver: PanelDriver, device: Any) -> None:
    number = keyboard(device)
    assert device.is_kernel_driver_active(number)
    assert driver.step(0.0) == []
    assert not device.is_kernel_driver_active(number)
    driver.close()
    assert device.is_kernel_driver_active(number)


def test_nothing_typed_is_nothing_told(driver: PanelDriver) -> None:
    assert [notice for at in range(20) for notice in driver.step(at / 10)] == []


def test_one_claims_it_at_a_time(driver: PanelDriver, bus: Bus, device: Any) -> None:
    assert driver.step(0.0) == []
    second = PanelDriver("keypad", bus.plug, bus.backend)
    assert second.step(0.0) == [PanelGone("keypad", "in use by another program")]
    driver.close()
    assert [type(notice).__name__ for notice in second.step(1.0)] == ["PanelBack"]
    second.close()
    assert device.is_kernel_driver_active(keyboard(device))


def test_it_may_be_claimed_again_and_again(bus: Bus) -> None:
    for _ in range(5):
        driver = PanelDriver("keypad", bus.plug, bus.backend)
        assert driver.step(0.0) == []
        driver.close()


def test_the_kernel_keeps_it_from_who_does_not_detach(device: Any) -> None:
    with pytest.raises(usb.core.USBError) as refused:
        usb.util.claim_interface(device, keyboard(device))
    assert refused.value.errno == errno.EBUSY


def test_a_configuration_is_not_set_under_a_driver(device: Any) -> None:
    with pytest.raises(usb.core.USBError) as refused:
        device.set_configuration()
    assert refused.value.errno == errno.EBUSY


def test_a_read_with_nothing_typed_times_out(device: Any) -> None:
    number = keyboard(device)
    endpoint = device.get_active_configuration()[(number, 0)][0]
    device.detach_kernel_driver(number)
    try:
        with pytest.raises(usb.core.USBTimeoutError) as nothing:
            endpoint.read(endpoint.wMaxPacketSize, 30)
        assert nothing.value.errno == errno.ETIMEDOUT
    finally:
        usb.util.release_interface(device, number)
        device.attach_kernel_driver(number)


def test_the_kernel_does_not_get_what_is_still_claimed(device: Any) -> None:
    number = keyboard(device)
    device.detach_kernel_driver(number)
    try:
        usb.util.claim_interface(device, number)
        with pytest.raises(usb.core.USBError) as refused:
            device.attach_kernel_driver(number)
        assert refused.value.errno == errno.EBUSY
    finally:
        usb.util.release_interface(device, number)
        device.attach_kernel_driver(number)
