"""The device's side of a session: frames, HELLO, repeats, events, the watchdog. Bytes are pinned as they go."""

import pytest

from drivers.twin.device import DealingDevice, Pace
from tests.device.page import unwire, wire
from tests.twin.host import BAD, DECK, DONE, NOT_NOW, SLOW, Event, Host

HELLO = bytes.fromhex("02 01 05 01 01 d1 64 00")
"""As the page gives it."""


def device() -> DealingDevice:
    return DealingDevice(0b11111, "S1", 1, SLOW)


# ---- bytes -----------------------------------------------------------------------------------


def test_hello_and_its_reply_as_bytes() -> None:
    twin = device()
    twin.received(HELLO, 0.0)
    said = twin.outgoing()
    assert said == wire(2, 0, 1, 0, 1, 31, 0, 0, 0, 1, 12, body=b"digital twin" + b"\x031.0" + b"\x02S1")
    assert said.hex() == "0202020103011f010118010c6469676974616c207477696e03312e30025331817c00"


def test_a_stack_to_the_dealer_as_bytes() -> None:
    twin = DealingDevice(0b1010, "S1", 1)
    twin.load(1, DECK, 0.0)
    twin.received(HELLO + wire(4, 1, 0) + wire(1, 1, 3, 1), 0.0)
    twin.received(wire(4, 2, 0) + wire(1, 2, 2), 0.0)
    twin.outgoing()
    twin.received(bytes.fromhex("08 01 05 04 40 02 f6 56 00"), 0.0)
    reply, event, rest = twin.outgoing().split(b"\0")
    assert reply.hex() == "04020504034e9c"
    assert unwire(reply) == bytes([2, 5, 4, 0])
    assert unwire(event) == bytes([3, 3, 0x22, 0, 3, 0x40, 2]) + bytes(64)
    assert rest == b""


def test_a_damaged_frame_is_dropped_and_the_next_one_heard() -> None:
    host = Host()
    spoilt = bytearray(wire(1, 1, 2))
    spoilt[2] ^= 4
    assert host.put(bytes(spoilt)) == []
    assert host.put(b"\0\0" + bytes(range(1, 250)) * 2 + b"\0") == []
    assert host.device.session.dropped == 2
    assert host.ask(2)[0] == 0


def test_bytes_come_in_any_portions() -> None:
    host = Host()
    for byte in wire(1, 1, 2)[:-1]:
        assert host.put(bytes([byte])) == []
    assert host.put(b"\0")[0][:4] == bytes([2, 1, 2, 0])


# ---- HELLO -----------------------------------------------------------------------------------


def test_nothing_is_answered_before_hello_and_events_are_held_back() -> None:
    host = Host(hello=False)
    host.load()
    host.device.press_green()
    assert host.put(wire(1, 1, 2)) == []
    assert host.silence(5) == []
    host.acks = False
    frames = host.put(HELLO)
    assert [frame[0] for frame in frames] == [2, 3], "the reply, then the first event"
    assert frames[1] == bytes([3, 1, 0x2B, 0, 1, 1, 52])


def test_an_ack_before_the_session_counts_for_nothing() -> None:
    host = Host(hello=False)
    host.load()
    host.put(wire(4, 1, 0) + wire(4, 0, 0))
    host.hello()
    assert host.events == [Event(0x2B, bytes([1, 52]))]


def test_every_hello_is_answered_whole_and_the_first_command_after_it_is_seq_1() -> None:
    host = Host()
    first = host.hello()
    assert host.ask(2)[0] == 0
    assert host.hello() == first
    host.load()
    assert bytes([2, 1, 2, 0, 1, 0, 0, 0, 52, 0]) in host.put(wire(1, 1, 2)), "seq 1 again is a new command"


@pytest.mark.parametrize("frame", [(1, 0, 1, 2), (1, 0, 1), (1, 0, 1, 1, 1), (1, 3, 1, 1)])
def test_a_hello_that_is_not_version_1_begins_no_session_and_is_answered_whole(frame: tuple[int, ...]) -> None:
    host = Host(hello=False)
    [reply] = host.put(wire(*frame))
    assert reply[:3] == bytes([2, frame[1], 1])
    assert reply[3:] == b"\3" + Host().hello()[1:]
    assert host.put(wire(1, 1, 2)) == []


def test_hello_stops_no_motor() -> None:
    host = Host(pace=SLOW)
    host.load()
    host.ask(3, 1)
    host.silence(1.0)
    host.hello()
    assert host.status().state == 2
    host.wait(1.0)
    assert host.status().state == 3


# ---- commands again --------------------------------------------------------------------------


def test_the_last_seq_again_repeats_the_reply_and_does_nothing_twice() -> None:
    host = Host()
    host.ready()
    frame = wire(1, 77, 4, 0x43, 1)
    first = host.put(frame)
    assert first[0] == bytes([2, 77, 4, 0])
    host.device.take()
    for _ in range(3):
        assert [said for said in host.put(frame) if said[0] == 2] == first[:1], "a burn could come again"
    assert host.status().dispensed == 1
    assert len(host.device.cards) == 51


def test_a_refusal_is_repeated_too() -> None:
    host = Host()
    assert host.put(wire(1, 9, 6))[0] == bytes([2, 9, 6, 2])
    host.ready()
    assert host.put(wire(1, 10, 6))[0] == bytes([2, 10, 6, 0])
    assert [said for said in host.put(wire(1, 10, 6)) if said[0] == 2] == [bytes([2, 10, 6, 0])]
    assert host.put(wire(1, 9, 6))[0] == bytes([2, 9, 6, 2]), "an older seq is a new command"


def test_the_repeated_reply_is_of_then_not_of_now() -> None:
    host = Host()
    before = host.put(wire(1, 1, 2))
    host.load()
    assert [said for said in host.put(wire(1, 1, 2)) if said[0] == 2] == before


def test_replies_and_events_from_the_other_side_are_not_answered() -> None:
    host = Host()
    assert host.put(wire(2, 1, 2, 0) + wire(3, 1, 0x29, 0, 1) + wire(9, 1, 2)) == []


# ---- events ----------------------------------------------------------------------------------


def test_an_event_is_repeated_every_250_ms_until_it_is_acked() -> None:
    host = Host()
    host.acks = False
    host.device.press_green()
    event = bytes([3, 1, 0x29, 0, 1])
    assert host.device.next_at == host.now
    assert host.silence(0) == [event]
    for _ in range(3):
        assert host.device.next_at == host.now + 0.25
        assert host.silence(0.24) == []
        assert host.silence(0.01) == [event]
    host.put(wire(4, 2, 0))
    host.put(wire(4, 1, 1))
    host.put(wire(4, 1, 0, 0))
    assert host.silence(0.25) == [event], "none of these was its ack"
    host.put(wire(4, 1, 0))
    assert host.device.next_at is None
    assert host.silence(10) == []


def test_at_most_one_event_is_outstanding() -> None:
    host = Host()
    host.acks = False
    host.device.press_green()
    host.load()
    assert host.silence(0) == [bytes([3, 1, 0x29, 0, 1])]
    assert host.silence(0.25) == [bytes([3, 1, 0x29, 0, 1])]
    assert host.put(wire(4, 1, 0)) == [bytes([3, 2, 0x2B, 0, 2, 1, 52])]
    assert host.put(wire(4, 1, 0)) == [], "the ack of the one before, doubled"
    assert host.put(wire(4, 2, 0)) == []


def test_a_repeat_keeps_its_number_and_seq_across_hello_and_seqs_go_on() -> None:
    host = Host()
    host.acks = False
    host.device.press_green()
    [event] = host.silence(0)
    assert host.put(HELLO)[1:] == [], "not before its time"
    assert host.silence(0.25) == [event]
    host.put(wire(4, event[1], 0))
    host.device.press_green()
    assert host.silence(0) == [bytes([3, 2, 0x29, 0, 2])]


def test_numbers_wrap_from_65535_to_0_and_seqs_from_255_to_1() -> None:
    host = Host()
    host.device.session.last_number = 65535 - 256
    for _ in range(258):
        host.device.press_green()
    host.silence(0)
    events = [frame for frame in host.frames if frame[0] == 3]
    assert [frame[1] for frame in events] == [*range(1, 256), 1, 2, 3]
    assert [int.from_bytes(frame[3:5], "big") for frame in events][-3:] == [65535, 0, 1]


def test_a_reply_comes_before_the_events_that_its_command_causes() -> None:
    host = Host()
    host.load()
    host.heard()
    frames = host.put(wire(1, 1, 3, 1))
    assert [frame[:3] for frame in frames] == [bytes([2, 1, 3]), bytes([3, 2, 0x21])]
    frames = host.put(wire(1, 2, 8) + wire(1, 3, 9))
    assert [frame[2] for frame in frames] == [8, 9, 0x27]


def test_a_silent_device_hears_nothing_and_says_nothing() -> None:
    host = Host()
    host.device.silent = True
    host.device.press_green()
    assert host.put(wire(1, 1, 8)) == []
    assert host.silence(1) == []
    assert host.device.next_at is None
    host.device.silent = False
    assert host.status().state == 0, "STOP was not heard"
    assert host.events == [Event(0x29, b"")]


# ---- the watchdog ----------------------------------------------------------------------------

LONG = Pace(shuffle=60.0, dispense=60.0, count=60.0, eject=60.0)


def test_three_seconds_without_a_good_frame_stop_the_motors_and_keep_the_cards() -> None:
    host = Host(pace=LONG)
    host.load()
    host.ask(3, 1)
    host.silence(2.99)
    host.put(wire(4, 200, 0))
    host.silence(2.99)
    assert host.device.machine.running, "any good frame will do"
    host.put(b"\x05\x01\x01" * 9 + b"\0")
    host.silence(0.01)
    assert not host.device.machine.running, "a damaged one will not"
    assert host.status() == (7, 0, 0, 0, 52, 0)
    assert host.ask(3, 1) == NOT_NOW
    assert host.ask(9) == DONE
    assert host.status() == (1, 0, 0, 0, 52, 0)


def test_without_a_motor_silence_stops_nothing() -> None:
    host = Host()
    host.ready()
    host.silence(60)
    assert host.status() == (3, 0, 0, 1, 52, 0)


def test_what_was_done_before_the_silence_was_too_long_is_done() -> None:
    host = Host(pace=SLOW)
    host.load()
    host.ask(3, 1)
    host.silence(60)
    assert host.status() == (3, 0, 0, 1, 52, 0)
    host.ask(4, 1, 2)
    host.silence(0.6)
    host.silence(60)
    assert host.status().state == 5


def test_a_held_stack_does_not_keep_the_motor_running_for_ever() -> None:
    host = Host()
    host.ready()
    host.device.hold_dispense = True
    host.ask(4, 1, 2)
    assert host.device.next_at == host.now + 3
    host.silence(3)
    assert host.status() == (7, 0, 0, 1, 52, 0)
    assert not host.device.release()


def test_an_unknown_command_is_answered_3() -> None:
    host = Host()
    for type in (0x00, 0x0D, 0x21, 0xFF):
        assert host.ask(type) == BAD


def test_a_serial_number_fits_into_the_reply() -> None:
    with pytest.raises(ValueError, match="serial"):
        DealingDevice(serial="€" * 21)
    twin = DealingDevice(serial="€" * 20)
    twin.received(HELLO, 0.0)
    assert unwire(twin.outgoing()[:-1]) is not None
