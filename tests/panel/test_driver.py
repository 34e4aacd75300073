"""The panel's driver through pyusb's own code, over the twin's bus: what is typed, and whose the device is."""

import errno
from typing import Any

import pytest
import usb.core
import usb.util

from drivers.errors import DriverError, PortRefused
from drivers.notices import BadgeRead, KeyPressed, PanelBack, PanelGone
from drivers.panel.driver import PanelDriver, check_plugs
from drivers.twin.usb import BOOT_KEYBOARD, BOOT_MOUSE, MEDIA_KEYS, TwinInterface, TwinKeyboard, TwinUsb
from drivers.wiring import Plug
from tests.panel.desk import PAD, READER, Desk, pressed

# ---- keys and badges -----------------------------------------------------------------------


def test_keys_are_told_in_their_order(pad: Desk) -> None:
    pad.kb.type_keys(["seat", "3", "wager", "1", "amount", "2", "5", ".", "0", "enter", "clear", "cards"])
    told = pressed("seat", "3", "wager", "1", "amount", "2", "5", ".", "0", "enter", "clear", "cards")
    assert pad.run() == told


def test_a_step_ends_with_the_first_press(pad: Desk) -> None:
    pad.kb.type_keys(["1", "2"])
    assert [pad.step(), pad.step(), pad.step()] == [pressed("1"), pressed("2"), []]


def test_reports_as_they_are_on_the_wire(pad: Desk) -> None:
    pad.kb.garbage(bytes.fromhex("00 00 54 00 00 00 00 00  00 00 54 5b 00 00 00 00  00 00 00 00 00 00 00 00"))
    assert pad.run() == pressed("seat", "3")


def test_the_twin_types_what_a_keypad_types() -> None:
    desk = Desk()
    other = desk.another()
    other.detach_kernel_driver(0)
    desk.kb.type_keys(["seat", "0", "9", "enter"])
    desk.kb.swipe("Z-0")
    reports = [bytes(other.read(0x81, 8, 1)).hex(" ") for _ in range(16)]
    with pytest.raises(usb.core.USBTimeoutError):
        other.read(0x81, 8, 1)
    assert reports[1::2] == ["00 00 00 00 00 00 00 00"] * 8
    assert reports[::2] == [
        *("00 00 54 00 00 00 00 00", "00 00 62 00 00 00 00 00", "00 00 61 00 00 00 00 00", "00 00 58 00 00 00 00 00"),
        *("02 00 1d 00 00 00 00 00", "00 00 2d 00 00 00 00 00", "00 00 27 00 00 00 00 00", "00 00 28 00 00 00 00 00"),
    ]


def test_a_held_key_does_not_repeat(pad: Desk) -> None:
    pad.kb.hold(0x5D)
    pad.kb.garbage(bytes.fromhex("00 00 5d 00 00 00 00 00") * 5)
    assert pad.run() == pressed("5")


def test_more_keys_than_a_report_holds(pad: Desk) -> None:
    for usage in range(0x59, 0x62):
        pad.kb.hold(usage)
    pad.kb.release()
    assert pad.run() == pressed("1", "2", "3", "4", "5", "6"), "from the seventh on it is roll-over"


def test_a_badge(reader: Desk) -> None:
    reader.kb.swipe("B1234")
    assert reader.run() == [BadgeRead("B1234")]


def test_a_badge_without_its_enter_never_mixes_with_the_next(reader: Desk) -> None:
    reader.kb.swipe("B12", enter=False)
    assert reader.run(5) == []
    reader.kb.swipe("C777")
    assert reader.run() == [BadgeRead("C777")]


def test_keypad_and_reader_type_at_once_and_neither_takes_the_others(pad: Desk) -> None:
    pad.bus.plug(kb := TwinKeyboard(READER.vendor, READER.product))
    reader = PanelDriver("badge reader", READER, pad.bus)
    reader.step(pad.now)
    kb.swipe("1234")
    pad.kb.type_keys("56")
    told = [notice for _ in range(5) for notice in pad.step() + reader.step(pad.now)]
    assert sorted(told, key=str) == [BadgeRead("1234"), KeyPressed("5"), KeyPressed("6")]
    reader.close()


# ---- claim and give back -------------------------------------------------------------------


def test_the_kernels_driver_is_detached_and_given_back() -> None:
    desk = Desk()
    assert desk.kb.kernel_driver_active
    desk.kb.type_keys("9")
    assert desk.run() == []
    assert (desk.kb.claimed, desk.kb.kernel_driver_active) == (True, False)
    assert (desk.kb.boot_protocol, desk.kb.idle) == (True, 0)
    desk.driver.close()
    assert (desk.kb.claimed, desk.kb.kernel_driver_active) == (False, True)
    typed = len(desk.kb.to_kernel)
    desk.kb.type_keys("8")
    assert len(desk.kb.to_kernel) == typed + 2
    assert desk.run(2) == [], "closed is closed"
    assert not desk.kb.claimed
    desk.driver.close()


def test_a_kernel_driver_that_was_not_there_is_not_given_back() -> None:
    desk = Desk()
    desk.another().detach_kernel_driver(0)
    assert desk.run() == []
    desk.driver.close()
    assert not desk.kb.kernel_driver_active


def test_a_device_without_class_requests_works_all_the_same() -> None:
    desk = Desk()
    desk.kb.knows_no_requests = True
    assert desk.step() == []
    desk.kb.type_keys("1")
    assert desk.run() == pressed("1")
    desk.driver.close()


def test_only_the_boot_keyboard_of_several_interfaces_is_taken() -> None:
    desk = Desk(interfaces=(MEDIA_KEYS, BOOT_MOUSE, BOOT_KEYBOARD))
    assert desk.step() == []
    desk.kb.type_keys(["seat"])
    assert desk.run() == pressed("seat")
    assert desk.kb._life is not None
    assert (set(desk.kb._life.claims), desk.kb._life.kernel) == ({2}, {0, 1}), "the kernel keeps the others"
    desk.driver.close()
    assert desk.kb.kernel_driver_active


@pytest.mark.parametrize("interfaces", [(BOOT_MOUSE,), (MEDIA_KEYS, TwinInterface(3, 0, 1))])
def test_a_device_without_a_boot_keyboard(interfaces: Any) -> None:
    desk = Desk(interfaces=interfaces)
    assert desk.run(3) == [PanelGone("keypad", "no boot keyboard")]


def test_a_device_that_has_no_configuration_yet() -> None:
    desk = Desk(plugged=False)
    desk.kb.unconfigured = True
    desk.bus.plug(desk.kb)
    assert desk.step() == []
    desk.kb.type_keys("7")
    assert desk.run() == pressed("7")
    assert desk.kb.claimed
    desk.driver.close()
    assert desk.kb.kernel_driver_active, "which came with the configuration"


@pytest.mark.parametrize("packet", [8, 16, 64])
def test_long_reports_count_by_their_first_eight_bytes(packet: int) -> None:
    desk = Desk(packet=packet)
    desk.step()
    desk.kb.garbage(bytes.fromhex("00 00 5d 00 00 00 00 00") + b"\x5e" * (packet - 8))
    assert desk.run() == pressed("5")
    desk.driver.close()


# ---- held at the claim ---------------------------------------------------------------------


def test_a_key_that_is_held_at_the_claim_is_no_press() -> None:
    desk = Desk()
    desk.kb.hold(0x5D)
    assert desk.run() == []
    desk.kb.hold(0x5E)
    assert desk.run() == pressed("6")
    desk.kb.release()
    desk.kb.type_keys("5")
    assert desk.run() == pressed("5")
    desk.driver.close()


def test_what_waits_in_the_device_at_the_claim_is_no_press() -> None:
    desk = Desk()
    desk.kb.knows_no_requests = True
    desk.another().detach_kernel_driver(0)
    desk.kb.type_keys("12")
    desk.kb.hold(0x5D)
    assert desk.run() == []
    desk.kb.release()
    desk.kb.type_keys("5")
    assert desk.run() == pressed("5")
    desk.driver.close()


def test_the_tail_of_a_badge_that_began_before_the_claim_is_no_badge() -> None:
    desk = Desk("badge reader")
    desk.another().detach_kernel_driver(0)
    desk.kb.swipe("B1", enter=False)
    assert desk.step() == []
    desk.kb.swipe("234")
    assert desk.run() == []
    desk.kb.swipe("B1234")
    assert desk.run() == [BadgeRead("B1234")]
    desk.driver.close()


# ---- refused -------------------------------------------------------------------------------


@pytest.mark.parametrize("serial", ["", "K-17"])
def test_not_allowed_is_told_once_and_tried_again(serial: str) -> None:
    desk = Desk(serial=serial)
    desk.kb.denied = True
    told = desk.run(3)
    assert [type(notice) for notice in told] == [PanelGone]
    assert "not allowed" in told[0].why  # type: ignore[union-attr]
    desk.kb.denied = False
    assert desk.run(0.6) == [PanelBack("keypad")]
    desk.driver.close()


def test_in_use_is_told_once_and_tried_again() -> None:
    desk = Desk()
    other = desk.another()
    other.detach_kernel_driver(0)
    usb.util.claim_interface(other, 0)
    assert desk.run(3) == [PanelGone("keypad", "in use by another program")]
    usb.util.dispose_resources(other)
    assert desk.run(0.6) == [PanelBack("keypad")]
    desk.driver.close()


def test_the_claim_keeps_others_out(pad: Desk) -> None:
    other = pad.another()
    with pytest.raises(usb.core.USBError) as refused:
        usb.util.claim_interface(other, 0)
    assert refused.value.errno == errno.EBUSY
    usb.util.dispose_resources(other)


def test_a_claim_that_fails_gives_the_kernels_driver_back(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()

    def refuse(*_: object) -> None:
        raise usb.core.USBError("Resource busy", -6, errno.EBUSY)

    monkeypatch.setattr(desk.bus, "claim_interface", refuse)
    assert desk.step() == [PanelGone("keypad", "in use by another program")]
    assert desk.kb.kernel_driver_active


def test_without_libusb_it_is_refused_by_the_packages_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("libusb0", "libusb1", "openusb"):
        monkeypatch.setattr(f"usb.backend.{name}.get_backend", lambda: None)
    with pytest.raises(PortRefused, match=r"libusb is not installed \(Debian package libusb-1\.0-0\)"):
        PanelDriver("keypad", PAD)


# ---- which is which ------------------------------------------------------------------------


def test_two_of_a_kind_are_told_apart_by_serial() -> None:
    bus = TwinUsb()
    boards = {serial: TwinKeyboard(7, 8, serial) for serial in ("", "left", "right")}
    for board in boards.values():
        bus.plug(board)
    keypad = PanelDriver("keypad", Plug(7, 8, "right"), bus)
    reader = PanelDriver("badge reader", Plug(7, 8, "left"), bus)
    assert keypad.step(0.0) + reader.step(0.0) == []
    assert [board.claimed for board in boards.values()] == [False, True, True]
    boards["right"].type_keys("1")
    boards["left"].swipe("B7")
    told = [notice for at in range(5) for notice in keypad.step(at / 100) + reader.step(at / 100)]
    assert set(told) == {KeyPressed("1"), BadgeRead("B7")}
    keypad.close(), reader.close()


def test_the_wrong_serial_is_not_ours() -> None:
    desk = Desk(serial="K-17")
    desk.driver = PanelDriver("keypad", Plug(PAD.vendor, PAD.product, "K-18"), desk.bus)
    assert desk.run(3) == [PanelGone("keypad", "not plugged in")]
    assert desk.kb.kernel_driver_active


def test_one_that_may_not_be_opened_does_not_hide_ours() -> None:
    bus = TwinUsb()
    shut, ours = TwinKeyboard(7, 8, "shut"), TwinKeyboard(7, 8, "ours")
    shut.denied = True
    bus.plug(shut), bus.plug(ours)
    driver = PanelDriver("keypad", Plug(7, 8, "ours"), bus)
    assert driver.step(0.0) == []
    assert ours.claimed
    driver.close()


def test_a_device_of_other_ids_is_let_alone() -> None:
    desk = Desk()
    for plug in (Plug(PAD.vendor, 1), Plug(1, PAD.product)):
        driver = PanelDriver("keypad", plug, desk.bus)
        assert driver.step(0.0) == [PanelGone("keypad", "not plugged in")]
    assert desk.kb.kernel_driver_active


@pytest.mark.parametrize(("one", "other"), [("", ""), ("a", "a"), ("a", ""), ("", "a")])
def test_plugs_that_cannot_be_told_apart_are_refused(one: str, other: str) -> None:
    with pytest.raises(DriverError, match="both 1a2c:0e24: each needs a serial of its own"):
        check_plugs(Plug(0x1A2C, 0x0E24, one), Plug(0x1A2C, 0x0E24, other))


def test_plugs_that_can_be_told_apart() -> None:
    check_plugs(Plug(1, 2, "a"), Plug(1, 2, "b"))
    check_plugs(Plug(1, 2), Plug(1, 3))
    check_plugs(Plug(1, 2), Plug(2, 2))
    check_plugs(None, Plug(1, 2))
    check_plugs(Plug(1, 2), None)
    check_plugs(None, None)
