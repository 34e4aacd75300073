"""Each message's bytes, written out by hand from the protocol's page."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.device import messages as m
from drivers.device.seals import card_name, holds, seal_of

COMMANDS = [
    (m.Hello(), 0x01, "01"),
    (m.Status(), 0x02, ""),
    (m.Shuffle(2), 0x03, "02"),
    (m.Dispense(0x41, 5), 0x04, "4105"),
    (m.Count(), 0x05, ""),
    (m.Eject(), 0x06, ""),
    (m.Reveal(0x41, 3, 2), 0x07, "410302"),
    (m.Stop(), 0x08, ""),
    (m.Clear(), 0x09, ""),
    (m.Mode(4), 0x0A, "04"),
    (m.Display("é2"), 0x0B, "03c3a932"),
    (m.Seals(0x44), 0x0C, "44"),
]


@pytest.mark.parametrize(("command", "type", "body"), COMMANDS, ids=lambda value: str(value))
def test_commands(command: m.Command, type: int, body: str) -> None:
    assert (command.type, command.body().hex()) == (type, body)


def test_a_long_text_is_cut_between_two_letters() -> None:
    body = m.Display("é" * 200).body()
    assert (body[0], len(body), body[1:].decode()) == (248, 249, "é" * 124)


S1, S2 = "11" * 32, "22" * 32
EVENTS = [
    (0x21, "00010134", m.Shuffled(1, 1, 0x34)),
    (0x22, "00020102" + S1 + S2, m.Dispensed(2, 1, (b"\x11" * 32, b"\x22" * 32))),
    (0x23, "ffff40", m.Taken(65535, 0x40)),
    (0x24, "000434", m.Counted(4, 52)),
    (0x25, "00052701" + S1, m.Ejected(5, 39, (b"\x11" * 32,))),
    (0x25, "0005ff00", m.Ejected(5, 255, ())),
    (0x26, "000602", m.Fault(6, 2)),
    (0x27, "0007", m.Cleared(7)),
    (0x28, "000801", m.Door(8, True)),
    (0x29, "0009", m.Green(9)),
    (0x2A, "000a", m.FaceUp(10)),
    (0x2B, "000b0234", m.Loaded(11, 2, 52)),
]


@pytest.mark.parametrize(("type", "body", "event"), EVENTS, ids=lambda value: str(value)[:30])
def test_events(type: int, body: str, event: m.Event) -> None:
    assert m.read_event(type, bytes.fromhex(body)) == event
    for wrong in (bytes.fromhex(body)[:-1], bytes.fromhex(body) + b"\0"):
        with pytest.raises(m.Malformed):
            m.read_event(type, wrong)


def test_an_event_that_is_none() -> None:
    with pytest.raises(m.Malformed, match="0x30"):
        m.read_event(0x30, b"\0\1")


REPLIES = [
    (m.Dispense(1, 2), "00", m.Reply(0)),
    (m.Dispense(1, 2), "01", m.Reply(1)),
    (m.Dispense(1, 2), "0402", m.Reply(4, 2)),
    (m.Status(), "00050002013404", m.Reply(0, 0, m.Report(5, 0, 2, 1, 52, 4))),
    (m.Reveal(1, 0, 1), "00" + "ab" * 16 + "2a", m.Reply(0, 0, (m.Told(b"\xab" * 16, 0x2A),))),
    (m.Reveal(1, 0, 1), "02", m.Reply(2)),
    (m.Seals(1), "000101" + S1, m.Reply(0, 0, (b"\x11" * 32,))),
    (m.Seals(0x44), "002700", m.Reply(0, 0, ())),
]


@pytest.mark.parametrize(("command", "body", "reply"), REPLIES, ids=lambda value: str(value)[:30])
def test_replies(command: m.Command, body: str, reply: m.Reply) -> None:
    assert m.read_reply(command, bytes.fromhex(body)) == reply


@pytest.mark.parametrize(
    ("command", "body"),
    [
        (m.Eject(), ""),
        (m.Eject(), "05"),
        (m.Eject(), "0000"),
        (m.Eject(), "04"),
        (m.Status(), "0001"),
        (m.Reveal(1, 0, 2), "00" + "ab" * 17),
        (m.Seals(1), "000201" + S1),
    ],
)
def test_a_reply_that_is_none(command: m.Command, body: str) -> None:
    with pytest.raises(m.Malformed):
        m.read_reply(command, bytes.fromhex(body))


def test_hellos_reply() -> None:
    body = bytes.fromhex("00011f00010002014103312e3000")
    assert m.read_greeting(body) == m.Greeting(0, 1, 0x1F, 0x10002, "A", "1.0", "")
    with pytest.raises(m.Malformed, match="UTF-8"):
        m.read_greeting(body[:-1] + b"\x01\xff")


@given(st.integers(0, 255), st.binary(max_size=250))
def test_any_body_is_a_message_or_malformed(type: int, body: bytes) -> None:
    for read in (lambda: m.read_event(type, body), lambda: m.read_greeting(body)):
        with contextlib.suppress(m.Malformed):
            assert isinstance(read(), m.Event | m.Greeting)


def test_seals() -> None:
    # sha256 of sixteen zero bytes, 01, 00, 3b (the ace of spades to seat 1, position 0)
    seal = bytes.fromhex("e1808ccdf12a5acbae41619890e8c3072b6fe508ab9d40921f4a6608578135b4")
    assert seal_of(bytes(16), 1, 0, 59) == seal
    assert holds(seal, bytes(16), 1, 0, 59)
    for wrong in ((b"\1" * 16, 1, 0, 59), (bytes(16), 2, 0, 59), (bytes(16), 1, 1, 59), (bytes(16), 1, 0, 58)):
        assert not holds(seal, *wrong)


def test_cards() -> None:
    assert [card_name(card) for card in (8, 9, 41, 59, 0xFF)] == ["2c", "2d", "Td", "As", None]
    for wrong in (0, 7, 60):
        with pytest.raises(ValueError, match="rank 2 to 14"):
            card_name(wrong)
