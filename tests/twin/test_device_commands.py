"""Every row of the page's table of commands, and the order in which results are decided."""

import pytest

from tests.device.page import wire
from tests.twin.host import (
    BAD,
    BUSY,
    COUNTS,
    DISPLAY,
    DONE,
    NOT_NOW,
    ONE_DECK,
    READS,
    SLOW,
    STACKS,
    TWO_DECKS,
    Event,
    Host,
)

HELLO, STATUS, SHUFFLE, DISPENSE, COUNT, EJECT, REVEAL, STOP, CLEAR, MODE, SHOW, SEALS = range(1, 13)


# ---- form ------------------------------------------------------------------------------------

FORMS = {
    STATUS: b"",
    SHUFFLE: b"\1",
    DISPENSE: b"\1\2",
    COUNT: b"",
    EJECT: b"",
    REVEAL: b"\1\0\1",
    STOP: b"",
    CLEAR: b"",
    MODE: b"\1",
    SHOW: b"\2hi",
    SEALS: b"\1",
}


@pytest.mark.parametrize("type", FORMS)
def test_a_wrong_length_gives_3_whatever_the_state(type: int) -> None:
    for host in (Host(), Host(caps=0), stopped(), faulty()):
        for body in (FORMS[type] + b"\0", FORMS[type][:-1]):
            if body != FORMS[type]:
                assert host.ask(type, *body) == BAD
        assert host.ask(type, *FORMS[type]) != BAD


@pytest.mark.parametrize("body", [b"", b"\1", b"\1ab", b"\3ab", b"\2\xc3\x28", b"\1\xff"])
def test_a_text_is_a_length_and_utf_8(body: bytes) -> None:
    assert Host().ask(SHOW, *body) == BAD


def stopped() -> Host:
    host = Host()
    host.ready()
    host.ask(STOP)
    return host


def faulty(fault: int = 2) -> Host:
    host = Host()
    host.ready()
    host.device.fail(fault)
    return host


# ---- STATUS ----------------------------------------------------------------------------------


def test_status_of_every_state() -> None:
    host = Host(pace=SLOW)
    assert host.status() == (0, 0, 0, 0, 0, 0)
    host.load()
    assert host.status() == (1, 0, 0, 0, 52, 0)
    assert host.ask(SHUFFLE, 1) == DONE
    assert host.status() == (2, 0, 0, 0, 52, 0), "flag 3 is down: the dealing side is empty"
    host.wait(2)
    assert host.status() == (3, 0, 0, 1, 52, 0)
    assert host.ask(DISPENSE, 1, 2) == DONE
    assert host.status() == (4, 0, 0, 1, 52, 0)
    host.wait(1)
    assert host.status() == (5, 0, 2, 1, 50, 1)
    host.device.take()
    assert host.status() == (3, 0, 0, 1, 50, 1)
    assert host.ask(COUNT) == DONE
    assert host.status().state == 4
    host.wait(2)
    assert host.status() == (3, 0, 0, 1, 50, 1)
    assert host.ask(EJECT) == DONE
    assert host.status() == (4, 0, 0, 1, 50, 1)
    host.wait(2)
    assert host.status()[:5] == (0, 0, 0, 0, 0)
    host.device.open_door()
    assert host.status().flags == 1


def test_state_is_4_until_the_stack_lies_in_the_tray_and_only_then_dispensed_goes_up() -> None:
    host = Host(pace=SLOW)
    host.ready()
    host.ask(DISPENSE, 1, 2)
    host.silence(0.99)
    assert host.status()[::5] == (4, 0)
    assert host.heard() == []
    host.silence(0.01)
    assert host.status()[::5] == (5, 1)
    assert len(host.dispensed(1, 2)) == 2


def test_dispensed_is_0_when_a_deck_arrives() -> None:
    host = Host()
    host.ready()
    host.deal_and_take(1, 2)
    host.ask(EJECT)
    host.heard()
    host.device.take_ejected()
    host.ready()
    assert host.status() == (3, 0, 0, 1, 52, 0)


# ---- SHUFFLE, DISPENSE, COUNT, EJECT ---------------------------------------------------------


def test_shuffle() -> None:
    host = Host(pace=SLOW)
    assert host.ask(SHUFFLE, 1) == NOT_NOW, "nothing is loaded"
    host.load()
    host.heard()
    assert host.ask(SHUFFLE, 0) == host.ask(SHUFFLE, 3) == BAD
    assert host.ask(SHUFFLE, 2) == NOT_NOW, "one deck only"
    assert host.ask(SHUFFLE, 1) == DONE
    assert host.ask(SHUFFLE, 1) == BUSY
    host.wait(1.5)
    assert host.heard() == []
    host.wait(0.5)
    assert host.heard() == [Event(0x21, bytes([1, 52]))]
    assert host.ask(SHUFFLE, 1) == NOT_NOW, "it is on the dealing side"


@pytest.mark.parametrize("tag", [1, 7, 0x40, 0x41, 0x42, 0x43])
def test_dispense_to_every_tag(tag: int) -> None:
    host = Host()
    host.ready()
    host.deal_and_take(tag, 1)


@pytest.mark.parametrize(("tag", "cards"), [(0, 2), (8, 2), (0x3F, 2), (0x44, 2), (0xFF, 2), (1, 0), (1, 8), (0x43, 2)])
def test_dispense_of_bad_values(tag: int, cards: int) -> None:
    host = Host()
    assert host.ask(DISPENSE, tag, cards) == BAD
    host.ready()
    assert host.ask(DISPENSE, tag, cards) == BAD


def test_dispense_where_it_is_not_possible() -> None:
    host = Host(pace=SLOW)
    assert host.ask(DISPENSE, 1, 2) == NOT_NOW
    host.load()
    assert host.ask(DISPENSE, 1, 2) == NOT_NOW
    host.ask(SHUFFLE, 1)
    assert host.ask(DISPENSE, 1, 2) == BUSY
    host.wait(2)
    assert host.ask(DISPENSE, 1, 2) == DONE
    assert host.ask(DISPENSE, 2, 2) == BUSY
    host.wait(1)
    assert host.ask(DISPENSE, 2, 2) == NOT_NOW, "the stack was not taken"
    host.device.take()
    assert host.ask(DISPENSE, 2, 2) == DONE


def test_more_cards_than_there_are_cannot_be_dispensed() -> None:
    host = Host()
    host.load(cards=[8, 9, 10])
    host.ask(SHUFFLE, 1)
    assert host.ask(DISPENSE, 1, 4) == NOT_NOW
    assert host.ask(DISPENSE, 1, 3) == DONE
    assert host.device.take() == [8, 9, 10]
    assert host.ask(DISPENSE, 0x43, 1) == NOT_NOW


def test_a_tag_is_dispensed_once_for_a_shuffled_deck() -> None:
    host = Host()
    host.ready()
    host.deal_and_take(3, 2)
    assert host.ask(DISPENSE, 3, 2) == BAD
    host.ask(EJECT)
    host.heard()
    host.ready()
    host.deal_and_take(3, 2)


def test_count() -> None:
    host = Host(pace=SLOW)
    assert host.ask(COUNT) == NOT_NOW
    host.load()
    host.heard()
    assert host.ask(COUNT) == DONE
    assert host.ask(COUNT) == host.ask(SHUFFLE, 1) == BUSY
    assert host.status() == (4, 0, 0, 0, 52, 0)
    host.wait(2)
    assert host.heard() == [Event(0x24, b"\x34")]
    assert host.status().state == 1
    host.ask(SHUFFLE, 1)
    assert host.ask(COUNT) == BUSY
    host.wait(2)
    host.deal(1, 2)
    assert host.ask(COUNT) == DONE, "with a stack in the tray too"
    host.wait(2)
    assert host.heard() == [Event(0x24, bytes([50]))]
    assert host.status().state == 5


def test_eject() -> None:
    host = Host(pace=SLOW)
    assert host.ask(EJECT) == NOT_NOW, "no deck"
    host.load()
    assert host.ask(EJECT) == NOT_NOW, "none on the dealing side"
    host.heard()
    host.ask(SHUFFLE, 1)
    assert host.ask(EJECT) == BUSY
    host.wait(2)
    host.deal(1, 2)
    assert host.ask(EJECT) == NOT_NOW, "cards in the tray"
    host.device.take()
    host.heard()
    assert host.ask(EJECT) == DONE
    assert host.ask(EJECT) == host.ask(DISPENSE, 2, 2) == host.ask(COUNT) == BUSY
    host.wait(2)
    [event] = host.heard()
    assert event[0] == 0x25
    assert event[1][:2] == bytes([50, 7])
    assert len(host.device.take_ejected()) == 50


@pytest.mark.parametrize(("type", "body"), [(SHUFFLE, (1,)), (DISPENSE, (1, 2)), (COUNT, ()), (EJECT, ())])
def test_with_the_door_open_nothing_is_begun(type: int, body: tuple[int, ...]) -> None:
    host = Host()
    host.load()
    if type != SHUFFLE:
        host.ask(SHUFFLE, 1)
    host.device.open_door()
    assert host.ask(type, *body) == NOT_NOW
    assert host.ask(MODE, 1) == DONE
    host.device.close_door()
    assert host.ask(type, *body) == DONE


# ---- STOP, CLEAR, MODE, DISPLAY --------------------------------------------------------------


def test_stop_and_clear() -> None:
    host = Host()
    assert host.ask(CLEAR) == NOT_NOW, "nothing to clear"
    assert host.ask(STOP) == DONE
    assert host.status().state == 7
    assert host.ask(STOP) == DONE
    assert host.ask(CLEAR) == DONE
    assert host.heard() == [Event(0x27, b"")]
    assert host.ask(CLEAR) == NOT_NOW


SIZES = {
    1: {1: 2, 0x40: 2, 0x41: 2, 0x42: 2, 0x43: 1},
    2: {1: 2, 0x40: 2, 0x41: 5, 0x42: 4, 0x43: 1},
    3: {1: 5, 0x40: 5, 0x41: 5, 0x42: 5, 0x43: 1},
    4: {1: 2, 0x40: 2, 0x41: 2, 0x42: 2, 0x43: 1},
}


@pytest.mark.parametrize("mode", SIZES)
def test_mode_refuses_stacks_of_a_wrong_size(mode: int) -> None:
    for tag, size in SIZES[mode].items():
        host = Host()
        host.ready()
        assert host.ask(MODE, mode) == DONE
        for cards in range(8):
            if cards != size:
                assert host.ask(DISPENSE, tag, cards) == BAD, (tag, cards)
        assert host.ask(DISPENSE, tag, size) == DONE


def test_no_mode_yet_is_any_size() -> None:
    for cards in range(1, 8):
        host = Host()
        host.ready()
        host.deal(1, cards)


def test_modes_are_1_to_4() -> None:
    host = Host()
    assert [host.ask(MODE, mode) for mode in range(6)] == [BAD, DONE, DONE, DONE, DONE, BAD]
    assert host.device.mode == 4


def test_mode_needs_no_motor() -> None:
    host = Host(pace=SLOW)
    host.load()
    host.ask(SHUFFLE, 1)
    assert host.ask(MODE, 1) == DONE


def test_display() -> None:
    host = Host()
    assert host.ask(SHOW, *b"\x0bno more \xe2\x82\xac") == DONE
    assert host.device.display == "no more €"
    assert host.ask(SHOW, 0) == DONE
    assert host.device.display == ""


# ---- capabilities ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cap", "type", "body"),
    [
        (COUNTS, COUNT, ()),
        (STACKS, DISPENSE, (1, 2)),
        (STACKS, MODE, (1,)),
        (STACKS, REVEAL, (0x44, 0, 1)),
        (READS, REVEAL, (0x44, 0, 1)),
        (DISPLAY, SHOW, (0,)),
        (TWO_DECKS, SHUFFLE, (2,)),
    ],
)
def test_what_a_device_cannot_do_gives_2(cap: int, type: int, body: tuple[int, ...]) -> None:
    host = Host(caps=(ONE_DECK | TWO_DECKS) & ~cap)
    host.load()
    host.ask(SHUFFLE, 1)
    if type == REVEAL:
        host.ask(EJECT)
    assert host.ask(type, *body) == NOT_NOW


def test_a_device_that_only_shuffles_hands_the_deck_to_the_dealer() -> None:
    host = Host(caps=COUNTS)
    host.ready()
    assert host.status() == (3, 0, 0, 1, 52, 0)
    assert host.ask(EJECT) == DONE
    assert host.heard() == [Event(0x25, bytes([52, 0]))]
    assert host.ask(SEALS, 0x44) == DONE + bytes([52, 0])
    assert len(host.device.take_ejected()) == 52


def test_without_cap_1_all_counts_are_ff() -> None:
    host = Host(caps=READS | STACKS)
    assert host.status().in_device == 0xFF
    host.load()
    host.ask(SHUFFLE, 1)
    assert host.heard() == [Event(0x2B, b"\1\xff"), Event(0x21, b"\1\xff")]
    host.deal_and_take(1, 2)
    assert host.status() == (3, 0, 0, 1, 0xFF, 1), "stacks are counted all the same"
    host.ask(EJECT)
    assert host.heard()[0][1][:2] == b"\xff\7"
    assert host.ask(SEALS, 0x44)[:3] == b"\0\xff\7"


# ---- the order of results --------------------------------------------------------------------

WITH_BAD_VALUES = [(SHUFFLE, (9,)), (DISPENSE, (9, 9)), (COUNT, ()), (EJECT, ()), (MODE, (9,))]


def test_form_comes_before_a_fault() -> None:
    assert faulty().ask(DISPENSE, 1) == BAD


@pytest.mark.parametrize(
    ("type", "body"), [(SHUFFLE, (9,)), (DISPENSE, (9, 9)), (COUNT, ()), (EJECT, ()), (MODE, (9,))]
)
def test_a_fault_comes_before_stopped_capability_and_values(type: int, body: tuple[int, ...]) -> None:
    host = faulty(6)
    host.ask(STOP)
    host.device.machine.caps = 0
    assert host.ask(type, *body) == bytes([4, 6])


@pytest.mark.parametrize(
    ("type", "body"), [(SHUFFLE, (9,)), (DISPENSE, (9, 9)), (COUNT, ()), (EJECT, ()), (MODE, (9,))]
)
def test_stopped_comes_before_values(type: int, body: tuple[int, ...]) -> None:
    assert stopped().ask(type, *body) == NOT_NOW


@pytest.mark.parametrize(
    ("type", "body"),
    [(STATUS, ()), (REVEAL, (1, 0, 1)), (SEALS, (1,)), (SHOW, (0,)), (STOP, ())],
)
def test_what_moves_no_card_is_answered_in_a_fault_and_when_stopped(type: int, body: tuple[int, ...]) -> None:
    for halt in ("fail", "stop"):
        host = Host()
        host.ready()
        host.deal_and_take(1, 2)
        if halt == "fail":
            host.device.fail(6)
        else:
            host.ask(STOP)
        assert host.ask(type, *body)[0] == 0


def test_capability_comes_before_values() -> None:
    host = Host(caps=0)
    assert host.ask(DISPENSE, 9, 9) == host.ask(MODE, 9) == host.ask(REVEAL, 9, 0, 0) == NOT_NOW


def test_values_come_before_busy() -> None:
    host = Host(pace=SLOW)
    host.ready()
    host.deal_and_take(1, 2)
    host.ask(DISPENSE, 2, 2)
    assert host.ask(DISPENSE, 9, 2) == host.ask(DISPENSE, 1, 2) == host.ask(SHUFFLE, 0) == BAD
    assert host.ask(DISPENSE, 2, 2) == BUSY, "its tag is not dispensed yet"


def test_busy_comes_before_state() -> None:
    host = Host(pace=SLOW)
    host.load()
    host.ask(SHUFFLE, 1)
    assert host.ask(EJECT) == host.ask(DISPENSE, 1, 2) == host.ask(COUNT) == host.ask(SHUFFLE, 1) == BUSY
    host.wait(2)
    host.ask(DISPENSE, 1, 2)
    assert host.ask(SHUFFLE, 1) == BUSY, "the motor of this very deck"


def test_a_refused_command_changes_nothing() -> None:
    host = Host()
    host.ready()
    host.deal_and_take(1, 2)
    before = host.status(), host.device.cards
    for type in range(2, 16):
        if type not in (STOP, SHOW):
            host.ask(type, 9, 9, 9, 9)
    host.put(wire(1, 200, DISPENSE, 1, 2))
    assert (host.status(), host.device.cards) == before
