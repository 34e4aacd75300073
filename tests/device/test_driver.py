"""The dealing device's driver against the twin: deeds are asked for once, whatever the line does."""

import pytest

from drivers import notices as of
from drivers.device import messages as m
from drivers.device.memory import Memory
from drivers.twin.device import DealingDevice
from drivers.twin.line_faults import BadLine
from drivers.twin.mishaps import JAM_DEALING, JAM_SHUFFLING
from tests.device.page import unwire
from tests.device.wired import CODES, Wired, rank_and_suit

READS, COUNTS, TWO_DECKS, STACKS, DISPLAY = 1, 2, 4, 8, 16


def commands(wired: Wired, kind: type[m.Command]) -> int:
    """How many different commands of a kind went out: repeats have the same seq."""
    frames = [body for frame in bytes(wired.cable.sent).split(b"\0") if frame and (body := unwire(frame))]
    found, last = 0, None
    for frame in frames:
        if frame[0] == 1 and frame[2] == kind.type and frame != last:
            found += 1
        last = frame if frame[0] == 1 else last
    return found


def refused(found: list[of.DeviceNotice]) -> list[of.DeviceRefused]:
    return [notice for notice in found if isinstance(notice, of.DeviceRefused)]


# ---- sessions ------------------------------------------------------------------------------------


def test_a_session_tells_who_the_device_is_and_what_it_can() -> None:
    with Wired(DealingDevice(READS | STACKS, "S-77")) as wired:
        (began,) = wired.until(of.DeviceBegan)
        assert isinstance(began, of.DeviceBegan)
        assert (began.caps, began.serial, began.mode) == (("reads", "stacks"), "S-77", None)


def test_a_round_as_it_should_be() -> None:
    with Wired() as wired:
        wired.ready()
        wired.driver.ask(m.Mode(1))
        assert wired.until(of.ModeSet)[-1] == of.ModeSet(1)
        for tag in (1, 2, 0x40):
            wired.driver.ask(m.Dispense(tag, 2))
            dealt = wired.until(of.Dispensed)[-1]
            assert isinstance(dealt, of.Dispensed)
            assert (dealt.place, dealt.seat, dealt.cards) == (("dealer", None) if tag == 0x40 else ("seat", tag)) + (2,)
            assert len(dealt.seals) == 2
            wired.device.take()
            wired.until(of.Taken)
        wired.driver.ask(m.Eject())
        out = wired.until(of.Ejected)[-1]
        assert isinstance(out, of.Ejected)
        assert (out.cards, len(out.seals)) == (46, 7)
        wired.driver.ask(m.Reveal(2, 0, 2))
        told = wired.until(of.Revealed)[-1]
        assert isinstance(told, of.Revealed)
        assert told.sealed
        assert len(told.cards) == 2


def test_mode_is_forgotten_over_a_restart_and_kept_over_a_lost_link() -> None:
    with Wired() as wired:
        wired.ready()
        wired.driver.ask(m.Mode(2))
        wired.until(of.ModeSet)
        wired.device.silent = True
        wired.until(of.DeviceLost)
        wired.device.silent = False
        found = wired.until(of.DeviceFound)
        assert [n.mode for n in found if isinstance(n, of.DeviceBegan)] == [2]
        wired.device.restart(wired.cable.now)
        found = wired.until(of.DeviceFound)
        assert [n.mode for n in found if isinstance(n, of.DeviceBegan)] == [None]
        assert found[-1] == of.DeviceFound(True)


def test_another_version_is_for_a_person() -> None:
    device = DealingDevice()
    with Wired(device) as wired:
        device._hello = lambda frame: device.session.reply(0, 1, bytes([3, 2, 0, 0, 0, 0, 1, 0, 0, 0]))  # type: ignore
        assert wired.until(of.DeviceUnknown)[-1] == of.DeviceUnknown(2)
        sent = len(wired.cable.sent)
        wired.run(5.0)
        assert len(wired.cable.sent) == sent, "nothing more is sent"


# ---- a port that comes and goes -------------------------------------------------------------------


def test_a_port_that_is_not_there_is_told_once_and_looked_for() -> None:
    with Wired() as wired:
        wired.cable.plugged = False
        assert wired.run(5.0) == [of.DeviceLost("port: it is not there")]
        wired.cable.plugged, wired.cable.in_use = True, True
        assert wired.run(5.0) == [of.DeviceLost("port: another program has it")]
        wired.cable.in_use = False
        wired.until(of.DeviceBegan)


def test_an_unplugged_device_is_found_again_with_its_cards() -> None:
    with Wired() as wired:
        wired.ready()
        wired.driver.ask(m.Dispense(1, 2))
        wired.until(of.Dispensed)
        wired.cable.unplug()
        assert wired.run(2.0)[0] == of.DeviceLost("it was unplugged")
        wired.device.take()
        wired.cable.plugged = True
        assert of.DeviceFound(True) in wired.until(of.Taken)


# ---- a lost reply: the deed is found out, never repeated --------------------------------------------


@pytest.mark.parametrize("reaches", [True, False], ids=["done", "never begun"])
def test_a_dispense_without_reply_is_done_once(reaches: bool) -> None:
    with Wired() as wired:
        wired.ready()
        wired.cut(to_device=not reaches)
        wired.driver.ask(m.Dispense(3, 2))
        found = wired.until(of.DeviceLost)
        wired.join()
        assert not [n for n in found if isinstance(n, of.Dispensed)]
        found = wired.until(of.Dispensed)
        assert of.DeviceFound(True) in found
        wired.run(3.0)
        assert wired.device.machine.dispensed == 1
        assert len(wired.device.machine.tray.cards) == 2
        assert commands(wired, m.Dispense) == (1 if reaches else 2), "asked for again only where it was never begun"
        assert not refused(wired.heard)


def test_a_command_whose_reply_is_lost_twice_is_answered_from_what_was_done() -> None:
    with Wired() as wired:
        wired.ready()
        wired.cable.to_host.lose_next(2)
        wired.driver.ask(m.Dispense(3, 2))
        wired.until(of.Dispensed)
        assert wired.device.machine.dispensed == 1
        assert commands(wired, m.Dispense) == 1


def test_an_eject_without_reply_is_not_asked_for_again() -> None:
    with Wired() as wired:
        wired.ready()
        wired.cut()
        wired.driver.ask(m.Eject())
        wired.until(of.DeviceLost)
        wired.join()
        out = wired.until(of.Ejected)
        assert of.DeviceFound(True) in out
        wired.run(3.0)
        assert commands(wired, m.Eject) == 1
        assert not refused(wired.heard)


@pytest.mark.parametrize("reaches", [True, False])
def test_a_shuffle_of_the_spare_without_reply(reaches: bool) -> None:
    with Wired() as wired:
        wired.ready()
        wired.device.load(2, CODES, wired.cable.now)
        wired.until(of.Loaded)
        wired.cut(to_device=not reaches)
        wired.driver.ask(m.Shuffle(2))
        wired.until(of.DeviceLost)
        wired.join()
        shuffled = wired.until(of.Shuffled)[-1]
        assert isinstance(shuffled, of.Shuffled)
        assert shuffled.deck == 2
        wired.run(3.0)
        assert commands(wired, m.Shuffle) == (2 if reaches else 3)


# ---- whether the cards are accounted for -------------------------------------------------------------


def lost_and_found(wired: Wired) -> of.DeviceFound:
    wired.device.silent = True
    wired.until(of.DeviceLost)
    wired.device.silent = False
    (found,) = [notice for notice in wired.until(of.DeviceFound) if isinstance(notice, of.DeviceFound)]
    return found


def dealt(wired: Wired) -> None:
    wired.ready()
    wired.driver.ask(m.Dispense(1, 2))
    wired.until(of.Dispensed)
    wired.device.take()
    wired.until(of.Taken)
    wired.run(1.0)


def test_the_same_cards_are_accounted_for() -> None:
    with Wired() as wired:
        dealt(wired)
        assert lost_and_found(wired) == of.DeviceFound(True)


def test_a_card_fewer_is_not() -> None:
    with Wired() as wired:
        dealt(wired)
        wired.device.faults.miscount = -1
        assert lost_and_found(wired) == of.DeviceFound(False, "it has 49 cards, and should have 50")


def test_another_device_is_not() -> None:
    with Wired() as wired:
        dealt(wired)
        wired.device.serial = "OTHER"
        assert "OTHER answers in place of" in lost_and_found(wired).why


def test_a_stack_that_nobody_asked_for_is_not() -> None:
    with Wired(DealingDevice(READS | STACKS)) as wired:
        dealt(wired)
        wired.device.machine.dispensed += 1
        assert "it has dispensed 2 stacks" in lost_and_found(wired).why


def test_a_restart_in_the_middle_of_a_stack_stops_it() -> None:
    with Wired() as wired:
        wired.ready()
        wired.device.faults.restart_at = 2
        wired.driver.ask(m.Dispense(1, 2))
        found = wired.until(of.DeviceStopped)
        assert of.DeviceFound(False, "it has stopped in a cycle") in found
        assert found[-1] == of.DeviceStopped(while_shuffling=False)
        assert not wired.run(2.0), "told once"
        wired.driver.ask(m.Clear())
        wired.until(of.Cleared)


def test_a_lost_link_stops_a_shuffle() -> None:
    from drivers.twin.cycles import Pace

    with Wired(DealingDevice(pace=Pace(shuffle=10.0))) as wired:
        wired.until(of.DeviceBegan)
        wired.device.load(1, CODES, wired.cable.now)
        wired.until(of.Loaded)
        wired.driver.ask(m.Shuffle(1))
        wired.run(1.0)
        wired.device.silent = True
        wired.run(5.0)
        wired.device.silent = False
        assert wired.until(of.DeviceStopped)[-1] == of.DeviceStopped(while_shuffling=True)


# ---- what the device will not do ---------------------------------------------------------------------


def test_a_busy_device_is_asked_again() -> None:
    from drivers.twin.cycles import Pace

    with Wired(DealingDevice(pace=Pace(shuffle=0, dispense=1.0, eject=0, count=0))) as wired:
        wired.ready()
        wired.driver.ask(m.Dispense(1, 2))
        wired.driver.ask(m.Count())
        found = wired.until(of.Counted)
        assert [type(n) for n in found if isinstance(n, of.DeviceEvent)] == [of.Dispensed, of.Counted]


def test_cards_in_the_tray_hold_up_an_eject_until_they_are_taken() -> None:
    with Wired() as wired:
        wired.ready()
        wired.driver.ask(m.Dispense(1, 2))
        wired.until(of.Dispensed)
        wired.driver.ask(m.Eject())
        assert not wired.run(3.0)
        wired.device.take()
        wired.until(of.Ejected)


def test_an_open_door_holds_up_a_shuffle_until_it_is_closed() -> None:
    with Wired() as wired:
        wired.until(of.DeviceBegan)
        wired.device.load(1, CODES, wired.cable.now)
        wired.device.open_door()
        wired.driver.ask(m.Shuffle(1))
        assert not refused(wired.run(3.0))
        wired.device.close_door()
        wired.until(of.Shuffled)


def test_what_can_never_be_done_is_told_and_the_next_goes_on() -> None:
    with Wired() as wired:
        wired.until(of.DeviceBegan)
        wired.driver.ask(m.Shuffle(1))  # no deck is in it
        wired.driver.ask(m.Mode(1))
        found = wired.until(of.ModeSet)
        assert refused(found) == [of.DeviceRefused("shuffle", m.NOT_POSSIBLE)]


def test_a_display_that_is_not_there_is_not_asked_for() -> None:
    with Wired(DealingDevice(READS | COUNTS | STACKS)) as wired:
        wired.until(of.DeviceBegan)
        wired.driver.ask(m.Display("odds"))
        assert not wired.run(1.0)
        assert commands(wired, m.Display) == 0


@pytest.mark.parametrize("fault", [JAM_SHUFFLING, JAM_DEALING])
def test_a_fault_is_told_by_its_cause_and_cleared_when_it_is_seen_to(fault: int) -> None:
    with Wired() as wired:
        wired.ready()
        wired.device.fail(fault)
        told = wired.until(of.Faulted)[-1]
        assert isinstance(told, of.Faulted)
        assert told.cause == {JAM_SHUFFLING: "jam-shuffling", JAM_DEALING: "jam-dealing"}[fault]
        wired.driver.ask(m.Clear())
        assert refused(wired.run(1.0)) == [of.DeviceRefused("clear", m.FAULTY)], "the cause is still there"
        wired.device.mend()
        wired.driver.ask(m.Clear())
        wired.until(of.Cleared)
        wired.driver.ask(m.Clear())
        assert wired.until(of.Cleared)[-1] == of.Cleared(None), "nothing is left to clear"


# ---- seals ---------------------------------------------------------------------------------------------


def revealed(wired: Wired, tag: int, first: int, cards: int) -> of.Revealed:
    wired.driver.ask(m.Reveal(tag, first, cards))
    told = wired.until(of.Revealed)[-1]
    assert isinstance(told, of.Revealed)
    return told


def test_a_broken_seal_is_told() -> None:
    with Wired() as wired:
        wired.ready()
        wired.device.faults.bad_seals = 1
        wired.driver.ask(m.Dispense(1, 2))
        wired.until(of.Dispensed)
        assert not revealed(wired, 1, 0, 2).sealed


def test_other_cards_than_were_sealed_are_told() -> None:
    with Wired() as wired:
        wired.ready()
        wired.driver.ask(m.Dispense(1, 2))
        wired.until(of.Dispensed)
        wired.device.answer_reveal_with([59, 58], good_seal=True)
        assert not revealed(wired, 1, 0, 2).sealed


def test_a_card_that_could_not_be_read_is_left_to_the_dealer() -> None:
    with Wired() as wired:
        wired.ready()
        wired.device.faults.unread = 1
        wired.driver.ask(m.Dispense(1, 2))
        wired.until(of.Dispensed)
        told = revealed(wired, 1, 0, 2)
        assert (told.cards, told.sealed) == ((), True)


def test_cards_below_the_sealed_ones_are_told_as_unsealed() -> None:
    with Wired() as wired:
        wired.ready()
        wired.driver.ask(m.Eject())
        wired.until(of.Ejected)
        told = revealed(wired, 0x44, 5, 4)
        assert (told.sealed, told.unsealed, len(told.cards)) == (True, 2, 4)


def test_burns_are_sealed_one_after_the_other() -> None:
    with Wired() as wired:
        wired.ready()
        for _ in (1, 2):
            wired.driver.ask(m.Dispense(0x43, 1))
            wired.until(of.Dispensed)
            wired.device.take()
            wired.until(of.Taken)
        assert len(wired.driver.memory.seals[0x43]) == 2
        assert revealed(wired, 0x43, 0, 2).sealed


def test_what_was_dispensed_from_another_deck_is_forgotten_with_the_next_ones_first_stack() -> None:
    with Wired() as wired:
        dealt(wired)
        wired.driver.ask(m.Eject())
        wired.until(of.Ejected)
        wired.device.take_ejected()
        wired.ready(2)
        assert 1 in wired.driver.memory.seals, "the old deck's cards can still be told"
        wired.driver.ask(m.Dispense(2, 2))
        wired.until(of.Dispensed)
        assert set(wired.driver.memory.seals) == {2}


# ---- after a restart of the host -----------------------------------------------------------------------


def test_memory_is_made_from_notices_alone() -> None:
    with Wired() as wired:
        dealt(wired)
        memory = Memory()
        for notice in wired.heard:
            memory = memory.after(notice)
        assert memory == wired.driver.memory


def test_an_event_is_acked_when_it_is_safe_and_told_once() -> None:
    with Wired() as wired:
        wired.acks = False
        wired.until(of.DeviceBegan)
        wired.device.load(1, CODES, wired.cable.now)
        loaded = wired.until(of.Loaded)[-1]
        assert not wired.run(3.0), "repeats are not told"
        assert wired.device.session.next_at is not None
        assert isinstance(loaded, of.Loaded)
        assert loaded.n is not None
        wired.driver.safe(loaded.n)
        wired.run(1.0)
        assert wired.device.session.next_at is None


def test_a_host_that_knows_goes_on_where_it_was() -> None:
    with Wired() as wired:
        dealt(wired)
        memory, device = wired.driver.memory, wired.device
    with Wired(device, memory) as again:
        again.cable.now = wired.cable.now
        assert again.until(of.DeviceFound)[-1] == of.DeviceFound(True)
        assert revealed(again, 1, 0, 2).sealed, "the seals are those from before"
        assert not [notice for notice in again.heard if isinstance(notice, of.DeviceEvent)], "nothing is told twice"


def test_an_owner_that_never_rests_is_never_held_up() -> None:
    """Each thing asked for wakes a reader; where there is none, nothing must fill up."""
    with Wired() as wired:
        for _ in range(100_000):
            wired.driver.safe(1)
        wired.until(of.DeviceBegan)


# ---- ten thousand commands over a bad line ----------------------------------------------------------------


def test_over_a_bad_line_every_card_is_dealt_once() -> None:
    """Frames lost, doubled, flipped and late, a twentieth of each, both ways; the link is lost at times and found."""
    bad = {"lose": 0.05, "double": 0.05, "flip": 0.05, "late": 0.05}
    asked = lost = 0
    with Wired(to_host=BadLine(7, **bad), to_device=BadLine(8, **bad)) as wired:
        wired.until(of.DeviceBegan)
        deck = 0
        while asked < 10_000:
            deck = 3 - deck if deck else 1
            wired.device.load(deck, CODES, wired.cable.now)
            wired.until(of.Loaded)
            wired.driver.ask(m.Shuffle(deck))
            wired.until(of.Shuffled)
            seen: list[int] = []
            for tag in (*range(1, 8), 0x40):
                wired.driver.ask(m.Dispense(tag, 2))
                (stack,) = [n for n in wired.until(of.Dispensed) if isinstance(n, of.Dispensed)]
                assert stack.cards == 2
                cards = wired.device.take()
                assert len(cards) == 2, "one stack and no more"
                seen += cards
                wired.until(of.Taken)
                wired.driver.ask(m.Reveal(tag, 0, 2))
                (told,) = [n for n in wired.until(of.Revealed) if isinstance(n, of.Revealed)]
                assert told.sealed
                assert [rank_and_suit(card) for card in told.cards] == cards
            wired.driver.ask(m.Eject())
            (out,) = [n for n in wired.until(of.Ejected) if isinstance(n, of.Ejected)]
            seen += wired.device.take_ejected()
            assert (out.cards, sorted(seen)) == (36, CODES), "every card once, none twice"
            asked += 18
            lost += sum(isinstance(notice, of.DeviceLost) for notice in wired.heard)
            assert all(n.accounted for n in wired.heard if isinstance(n, of.DeviceFound))
            assert not refused(wired.heard)
            wired.heard.clear()
    assert lost, "the line was bad enough to lose the link"
