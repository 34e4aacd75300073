"""Faults, STOP, the door and restarts: what is latched, what survives, what the cards do."""

import pytest

from drivers.twin import mishaps
from tests.device.page import wire
from tests.twin.host import BAD, COUNTS, DECK, DONE, NOT_NOW, SLOW, STACKS, Event, Host

SHUFFLE, DISPENSE, COUNT, EJECT, REVEAL, STOP, CLEAR, MODE, SEALS = 3, 4, 5, 6, 7, 8, 9, 10, 12


# ---- latched -----------------------------------------------------------------------------------


def test_a_fault_is_latched_the_first_one_staying() -> None:
    host = Host()
    host.ready()
    host.device.fail(2)
    host.device.fail(6)
    assert host.heard() == [Event(0x26, b"\2")]
    assert host.status() == (6, 2, 0, 1, 52, 0)
    for type, body in ((SHUFFLE, [1]), (DISPENSE, [1, 2]), (COUNT, []), (EJECT, []), (MODE, [1])):
        assert host.ask(type, *body) == bytes([4, 2])


def test_clear_gives_4_while_the_cause_is_there() -> None:
    host = Host()
    host.device.fail(3)
    assert host.ask(CLEAR) == bytes([4, 3])
    host.device.mend()
    assert host.status().state == 6, "a person has seen to it, nobody has cleared it"
    host.heard()
    assert host.ask(CLEAR) == DONE
    assert host.heard() == [Event(0x27, b"")]
    assert host.status() == (0, 0, 0, 0, 0, 0)
    assert host.ask(CLEAR) == NOT_NOW


def test_one_clear_is_for_fault_and_stop_together() -> None:
    host = Host()
    host.ready()
    host.ask(STOP)
    host.device.fail(6)
    assert host.status().state == 6
    assert host.ask(STOP) == DONE
    host.device.mend()
    assert host.ask(CLEAR) == DONE
    assert host.status().state == 3


# ---- cycles that a fault ends --------------------------------------------------------------------


@pytest.mark.parametrize("fault", [mishaps.JAM_SHUFFLING, mishaps.NOT_SHUFFLED, mishaps.MOTOR, mishaps.UNREADABLE])
def test_a_fault_while_shuffling_leaves_the_deck_loaded(fault: int) -> None:
    host = Host(pace=SLOW)
    host.load()
    host.heard()
    host.device.faults.shuffle, host.device.faults.at_card = fault, 26
    host.ask(SHUFFLE, 1)
    host.silence(0.99)
    assert host.heard() == []
    host.silence(0.01)
    assert host.heard() == [Event(0x26, bytes([fault]))]
    assert host.status() == (6, fault, 0, 0, 52, 0)
    host.device.mend()
    host.ask(CLEAR)
    assert host.status() == (1, 0, 0, 0, 52, 0)
    assert host.ask(SHUFFLE, 1) == DONE
    host.wait(2)
    assert host.status().state == 3, "the jam was met once"


@pytest.mark.parametrize("fault", [mishaps.JAM_DEALING, mishaps.MISFEED, mishaps.UNREADABLE, mishaps.MOTOR])
def test_a_dispense_ended_by_a_fault_is_not_counted_and_its_tag_is_free(fault: int) -> None:
    host = Host()
    host.ready()
    host.device.faults.deal, host.device.faults.at_card = fault, 3
    host.deal_and_take(1, 2)
    assert host.ask(DISPENSE, 0x41, 5) == DONE
    assert host.heard() == [Event(0x26, bytes([fault]))]
    assert host.status() == (6, fault, 2, 1, 48, 1), "two cards lie in the tray"
    assert host.ask(REVEAL, 0x41, 0, 1) == host.ask(SEALS, 0x41) == NOT_NOW
    host.device.mend()
    assert host.ask(CLEAR) == DONE
    assert host.status() == (3, 0, 0, 1, 50, 1)
    host.heard()
    host.deal(0x41, 5)
    assert host.device.take() == DECK[2:7]


def test_what_a_fault_left_in_the_tray_can_be_taken_and_no_taken_is_told() -> None:
    host = Host()
    host.ready()
    host.device.faults.deal, host.device.faults.at_card = 2, 2
    host.ask(DISPENSE, 1, 2)
    host.heard()
    assert host.device.take() == DECK[:1]
    assert host.heard() == []
    host.device.mend()
    host.ask(CLEAR)
    assert host.status() == (3, 0, 0, 1, 51, 0)


def test_an_interrupted_burn_keeps_its_position() -> None:
    host = Host()
    host.ready()
    host.deal_and_take(0x43, 1)
    host.device.faults.deal = 2
    host.ask(DISPENSE, 0x43, 1)
    host.device.mend()
    host.ask(CLEAR)
    host.heard()
    host.deal_and_take(0x43, 1)
    assert [card for _, card in host.reveal(0x43, 0, 2)] == DECK[:2]


@pytest.mark.parametrize("halt", ["fault", "stop", "restart", "silence"])
def test_an_eject_ended_early_has_moved_no_card_and_tells_none(halt: str) -> None:
    host = Host(pace=SLOW)
    host.ready()
    host.ask(EJECT)
    host.silence(1.9)
    if halt == "fault":
        host.device.fail(2)
        host.device.mend()
    elif halt == "stop":
        host.ask(STOP)
    elif halt == "restart":
        host.device.restart(host.now)
        host.hello()
    else:
        host.device.machine.dealer.seconds = 60  # type: ignore[union-attr]
        host.silence(3)
    host.wait(3)
    assert host.ask(CLEAR) == DONE
    assert host.status() == (3, 0, 0, 1, 52, 0)
    assert 0x25 not in [event.type for event in host.events]
    assert host.device.take_ejected() == []


def test_a_jam_at_a_card_that_the_cycle_does_not_reach_waits_for_one_that_does() -> None:
    host = Host()
    host.ready()
    host.device.faults.deal, host.device.faults.at_card = 2, 5
    host.deal_and_take(1, 2)
    host.ask(COUNT)
    assert host.heard() == [Event(0x26, b"\2")]


def test_a_deck_that_is_not_recognised() -> None:
    host = Host()
    host.device.faults.unknown_deck = True
    host.load()
    assert host.heard() == [Event(0x2B, bytes([1, 52])), Event(0x26, b"\x08")]
    assert sorted(host.device.take_out_all()) == DECK
    host.device.mend()
    assert host.ask(CLEAR) == DONE
    assert host.status() == (0, 0, 0, 0, 0, 0)


def test_a_technician_takes_out_everything_but_not_while_a_motor_runs() -> None:
    host = Host(pace=SLOW)
    host.ready()
    host.device.faults.face_up = 1
    host.ask(DISPENSE, 1, 2)
    with pytest.raises(RuntimeError):
        host.device.take_out_all()
    host.wait(1.5)
    host.heard()
    assert sorted(host.device.take_out_all()) == DECK
    assert host.heard() == [Event(0x23, b"\1")]
    assert host.status() == (0, 0, 0, 0, 0, 1)


def test_a_device_that_forgets_its_mode() -> None:
    host = Host()
    host.device.faults.forgets_mode = True
    host.ready()
    assert host.ask(MODE, 1) == DONE
    assert host.ask(DISPENSE, 1, 5) == DONE


def test_a_device_with_a_wrong_mode() -> None:
    host = Host()
    host.ready()
    host.ask(MODE, 1)
    host.device.mode = 3
    assert host.ask(DISPENSE, 1, 2) == BAD


# ---- STOP ----------------------------------------------------------------------------------------


def test_stop_ends_a_dispense_and_its_tag_is_free() -> None:
    host = Host(pace=SLOW)
    host.ready()
    host.ask(DISPENSE, 1, 2)
    host.silence(0.5)
    assert host.ask(STOP) == DONE
    assert host.status() == (7, 0, 2, 1, 51, 0)
    host.wait(5)
    assert host.heard() == [], "the cycle is not resumed"
    for type, body in ((SHUFFLE, [1]), (DISPENSE, [1, 2]), (COUNT, []), (EJECT, []), (MODE, [1])):
        assert host.ask(type, *body) == NOT_NOW
    assert host.ask(CLEAR) == DONE
    assert host.status() == (3, 0, 0, 1, 52, 0)
    host.deal(1, 2)


def test_stop_leaves_a_half_shuffled_deck_loaded() -> None:
    host = Host(pace=SLOW)
    host.load()
    host.ask(SHUFFLE, 1)
    host.silence(1)
    host.ask(STOP)
    assert host.status() == (7, 0, 0, 0, 52, 0)
    host.ask(CLEAR)
    assert host.status() == (1, 0, 0, 0, 52, 0)
    assert sorted(host.device.cards) == DECK


def test_a_dispensed_stack_stays_through_stop_and_clear() -> None:
    host = Host()
    host.ready()
    host.deal(1, 2)
    host.ask(STOP)
    assert host.status() == (7, 0, 2, 1, 50, 1)
    host.ask(CLEAR)
    assert host.status() == (5, 0, 2, 1, 50, 1)
    host.heard()
    assert host.device.take() == DECK[:2]
    assert host.heard() == [Event(0x23, b"\1")]


def test_a_dispensed_stack_can_be_taken_while_stopped() -> None:
    host = Host()
    host.ready()
    host.deal(1, 2)
    host.ask(STOP)
    host.device.take()
    assert host.heard() == [Event(0x23, b"\1")]
    assert host.status() == (7, 0, 0, 1, 50, 1)


def test_nothing_is_taken_from_a_tray_that_is_being_filled() -> None:
    host = Host(pace=SLOW)
    host.ready()
    assert host.device.take() == []
    host.ask(DISPENSE, 1, 2)
    host.silence(0.5)
    assert host.device.take() == []
    host.wait(0.5)
    assert host.device.take() == DECK[:2]


# ---- the door ------------------------------------------------------------------------------------


def test_the_door_is_told_once_each_way() -> None:
    host = Host()
    for _ in range(2):
        host.device.open_door()
    for _ in range(2):
        host.device.close_door()
    assert host.heard() == [Event(0x28, b"\1"), Event(0x28, b"\0")]


def test_a_door_opened_in_a_cycle_is_fault_7_until_it_is_closed() -> None:
    host = Host(pace=SLOW)
    host.ready()
    host.ask(DISPENSE, 1, 2)
    host.device.open_door()
    assert host.heard() == [Event(0x28, b"\1"), Event(0x26, b"\7")]
    assert host.status() == (6, 7, 1, 1, 52, 0)
    host.device.mend()
    assert host.ask(CLEAR) == bytes([4, 7])
    host.device.close_door()
    assert host.ask(CLEAR) == DONE
    assert host.status() == (3, 0, 0, 1, 52, 0)


def test_a_door_armed_for_a_card_opens_there() -> None:
    host = Host()
    host.load()
    host.heard()
    host.device.faults.shuffle = mishaps.DOOR
    host.ask(SHUFFLE, 1)
    assert host.heard() == [Event(0x28, b"\1"), Event(0x26, b"\7")]


# ---- restarts ------------------------------------------------------------------------------------


def test_a_restart_counts_boot_and_waits_for_hello() -> None:
    host = Host()
    before = host.hello()
    host.device.restart(host.now)
    assert host.put(wire(1, 1, 2)) == []
    after = host.hello()
    assert [int.from_bytes(reply[3:7], "big") for reply in (before, after)] == [1, 2]
    assert before[7:] == after[7:]


def test_what_survives_a_restart() -> None:
    host = Host()
    host.ready()
    host.ask(MODE, 2)
    host.ask(11, 1, 65)
    seals = host.deal(1, 2)
    host.acks = False
    host.device.press_green()
    [event] = host.silence(0)
    host.device.restart(host.now)
    host.put(wire(4, event[1], 0))
    assert host.put(wire(1, 0, 1, 1))[1:] == [event], "its number and its seq"
    host.acks = True
    assert host.status() == (5, 0, 2, 1, 50, 1), "tray and dispensed"
    assert host.ask(SEALS, 1)[3:] == b"".join(seals)
    assert [card for _, card in host.reveal(1, 0, 2)] == DECK[:2]
    assert host.device.take() == DECK[:2]
    assert host.device.mode == 0, "MODE does not"
    assert host.device.display == ""
    assert host.ask(DISPENSE, 1, 2) == BAD, "tags"
    assert host.ask(DISPENSE, 2, 5) == DONE, "any size"
    host.heard()
    assert host.numbers == [*range(1, len(host.numbers) + 1)], "event numbers count on"


def test_a_latched_fault_survives_a_restart_with_its_cause() -> None:
    host = Host()
    host.device.fail(6)
    host.device.restart(host.now)
    host.hello()
    assert host.heard() == [Event(0x26, b"\6")]
    assert host.status()[:2] == (6, 6)
    assert host.ask(CLEAR) == bytes([4, 6])
    host.device.mend()
    assert host.ask(CLEAR) == DONE
    assert host.status().state == 0


@pytest.mark.parametrize("cycle", [SHUFFLE, DISPENSE, COUNT, EJECT])
def test_a_restart_in_a_cycle_comes_up_stopped(cycle: int) -> None:
    host = Host(pace=SLOW)
    host.load()
    if cycle != SHUFFLE:
        host.ask(SHUFFLE, 1)
        host.wait(2)
    host.ask(cycle, *{SHUFFLE: [1], DISPENSE: [1, 2]}.get(cycle, []))
    host.silence(0.5)
    host.device.restart(host.now)
    host.hello()
    tray = 2 if cycle == DISPENSE else 0
    assert host.status() == (7, 0, tray, 0 if cycle == SHUFFLE else 1, 52 - tray // 2, 0)
    assert host.ask(CLEAR) == DONE
    assert host.status() == ((1, 0, 0, 0, 52, 0) if cycle == SHUFFLE else (3, 0, 0, 1, 52, 0))


def test_a_restart_out_of_a_cycle_does_not_come_up_stopped_and_in_state_7_does() -> None:
    host = Host()
    host.ready()
    host.device.restart(host.now)
    host.hello()
    assert host.status().state == 3
    host.ask(STOP)
    host.device.restart(host.now)
    host.hello()
    assert host.status().state == 7


def test_a_restart_by_itself_in_the_middle_of_a_deal() -> None:
    host = Host(caps=COUNTS | STACKS)
    host.ready()
    host.device.faults.restart_at = 2
    assert host.ask(DISPENSE, 1, 2) == DONE
    assert host.put(wire(1, 10, 2)) == [], "no session any more"
    assert host.device.boot == 2
    host.hello()
    assert host.status() == (7, 0, 2, 1, 51, 0)
