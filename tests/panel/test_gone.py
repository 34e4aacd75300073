"""Unplugged, plugged in again, stalled, damaged: at any time, and the driver finds its device again."""

import errno
import itertools

import pytest
import usb.core
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.notices import BadgeRead, PanelBack, PanelGone, PanelNotice
from tests.panel.desk import Desk, pressed

# ---- unplug and replug ---------------------------------------------------------------------


def test_not_plugged_in_at_the_start_is_told_once() -> None:
    desk = Desk(plugged=False)
    assert desk.run(5) == [PanelGone("keypad", "not plugged in")]
    desk.bus.plug(desk.kb)
    assert desk.run(0.6) == [PanelBack("keypad")]
    desk.kb.type_keys("1")
    assert desk.run() == pressed("1")
    desk.driver.close()


def test_unplugged_and_plugged_in_again(pad: Desk) -> None:
    for _ in range(5):
        pad.bus.unplug(pad.kb)
        assert pad.run(3) == [PanelGone("keypad", "unplugged")]
        assert pad.driver.why == "not plugged in"
        pad.bus.plug(pad.kb)
        assert pad.run(0.6) == [PanelBack("keypad")]
        assert pad.driver.why == ""
        pad.kb.type_keys("4")
        assert pad.run() == pressed("4")


def test_plugged_in_again_between_two_reads(pad: Desk) -> None:
    pad.replug()
    assert pad.run(0.7) == [PanelGone("keypad", "unplugged"), PanelBack("keypad")]


def test_it_is_looked_for_every_half_second_and_no_more(pad: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []
    monkeypatch.setattr(pad.bus, "enumerate_devices", lambda: looks.append(pad.now) or [])
    pad.bus.unplug(pad.kb)
    pad.run(5.2)
    assert len(looks) == 10
    assert min(b - a for a, b in itertools.pairwise(looks)) >= 0.5 - 1e-9


def test_half_a_badge_is_forgotten_with_its_reader(reader: Desk) -> None:
    reader.kb.swipe("B12", enter=False)
    assert reader.step() == []
    reader.replug()
    assert reader.run(0.7) == [PanelGone("badge reader", "unplugged"), PanelBack("badge reader")]
    reader.kb.swipe("34")
    assert reader.run() == [BadgeRead("34")]


def test_a_key_held_over_an_unplug_is_no_press(pad: Desk) -> None:
    pad.kb.hold(0x5D)
    assert pad.step() == pressed("5")
    pad.replug()
    assert pad.run(0.7) == [PanelGone("keypad", "unplugged"), PanelBack("keypad")]
    pad.kb.release()
    pad.kb.type_keys("5")
    assert pad.run() == pressed("5")


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(["unplug", "plug", "swipe", "half", "stall", "zero", "fail", "step", "wait"])))
def test_any_order_of_events(acts: list[str]) -> None:
    desk = Desk("badge reader")
    desk.step()
    told: list[PanelNotice] = []
    for act in acts:
        if act == "unplug" and desk.kb.plugged:
            desk.bus.unplug(desk.kb)
        elif act == "plug" and not desk.kb.plugged:
            desk.bus.plug(desk.kb)
        elif act == "wait":
            told += desk.run(0.6)
        else:
            {
                "swipe": lambda: desk.kb.swipe("B1234"),
                "half": lambda: desk.kb.swipe("B12", enter=False),
                "stall": lambda: desk.kb.stall(3),
                "zero": lambda: desk.kb.zero_length(3),
                "fail": lambda: desk.kb.fail(errno.EIO),
            }.get(act, lambda: None)()
            told += desk.step()
    ends = [notice for notice in told if isinstance(notice, PanelGone | PanelBack)]
    assert all(isinstance(notice, PanelBack if at % 2 else PanelGone) for at, notice in enumerate(ends))
    # A badge that follows half of another within the pause is one burst to any reader of bytes.
    badges = {notice.badge for notice in told if isinstance(notice, BadgeRead)}
    assert all(badge.endswith("B1234") and set(badge.removesuffix("B1234")) <= set("B12") for badge in badges)
    if not desk.kb.plugged:
        desk.bus.plug(desk.kb)
    desk.run(5)
    desk.kb.swipe("C9")
    assert desk.run() == [BadgeRead("C9")], "and it works again"
    desk.driver.close()
    assert (desk.kb.claimed, desk.kb.kernel_driver_active) == (False, True)


# ---- faults of the line --------------------------------------------------------------------


def test_a_stall_is_cleared_and_counted(pad: Desk) -> None:
    pad.kb.stall(3)
    pad.kb.type_keys("1")
    pad.kb.stall()
    pad.kb.type_keys("2")
    assert pad.run() == pressed("1", "2")
    assert pad.driver.stalls == 4


def test_a_twin_that_stalled_stalls_until_it_is_cleared() -> None:
    desk = Desk()
    device = desk.another()
    device.detach_kernel_driver(0)
    desk.kb.stall()
    desk.kb.hold(0x5D)
    for _ in range(3):
        with pytest.raises(usb.core.USBError) as stalled:
            device.read(0x81, 8, 1)
        assert stalled.value.errno == errno.EPIPE
    device.clear_halt(0x81)
    assert bytes(device.read(0x81, 8, 1)) == bytes.fromhex("00 00 5d 00 00 00 00 00")


def test_a_device_that_only_stalls_is_gone_and_stays_so_quietly(pad: Desk) -> None:
    pad.kb.stall(9)
    pad.kb.type_keys("1")
    assert pad.run() == pressed("1")
    assert pad.driver.stalls == 9
    pad.kb.stall(30)
    assert pad.run(1.3) == [PanelGone("keypad", "stalls at every read")]
    assert pad.driver.stalls == 9 + 30, "ten at each of three claims"
    assert pad.run(0.6) == [PanelBack("keypad")]


def test_zero_length_reads_are_ignored(pad: Desk) -> None:
    pad.kb.hold(0x5D)
    pad.kb.zero_length(5)
    pad.kb.garbage(bytes.fromhex("00 00 5d 00 00 00 00 00"))
    pad.kb.release()
    pad.kb.zero_length(100)
    pad.kb.type_keys("6")
    assert pad.run() == pressed("5", "6")


def test_time_outs_are_no_errors(pad: Desk) -> None:
    assert pad.run(60) == []
    assert pad.kb.claimed
    pad.kb.type_keys("1")
    assert pad.step() == pressed("1")


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (errno.ENODEV, "unplugged"),
        (errno.ESHUTDOWN, "unplugged"),
        (errno.EIO, "does not answer"),
        (errno.EPROTO, "does not answer"),
        (errno.EOVERFLOW, "failed: Overflow"),
    ],
)
def test_errors_end_the_claim_and_it_is_made_again(pad: Desk, error: int, why: str) -> None:
    pad.kb.fail(error)
    assert pad.step() == [PanelGone("keypad", why)]
    assert (pad.kb.claimed, pad.kb.kernel_driver_active) == (False, True), "the kernel's meanwhile"
    pad.kb.type_keys("1")
    assert pad.run(0.6) == [PanelBack("keypad")], "what was typed into the console is not ours"
    pad.kb.type_keys("2")
    assert pad.run() == pressed("2")


def test_a_device_that_fails_at_every_claim_is_told_once(pad: Desk) -> None:
    pad.kb.fail(errno.EIO, times=5)
    assert pad.run(2.2) == [PanelGone("keypad", "does not answer")]
    assert pad.run(0.6) == [PanelBack("keypad")]


def test_garbage_is_got_over(pad: Desk) -> None:
    pad.kb.garbage(b"\xff" * 31 + b"\x01" * 40)
    pad.kb.release()
    assert pad.run() == []
    pad.kb.type_keys("3")
    assert pad.run() == pressed("3")
