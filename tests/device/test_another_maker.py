"""The driver with a device that another has built from the page, and that writes down what the host does wrong."""

from dataclasses import replace
from random import Random

import pytest

from drivers import notices as of
from drivers.device import messages as m
from drivers.device.driver import DeviceDriver, Left
from drivers.device.memory import Memory
from drivers.twin.line_faults import BadLine
from tests.device.maker import Maker
from tests.device.wired import CODES, Wired, rank_and_suit

TAGS = (*range(1, 8), 0x40)


def wired(maker: Maker, **how: object) -> Wired:
    return Wired(maker, **how)  # type: ignore[arg-type]


def shuffled(table: Wired, deck: int) -> None:
    table.device.load(deck, CODES, table.cable.now)
    table.until(of.Loaded)
    table.driver.ask(m.Shuffle(deck))
    table.until(of.Shuffled)


def one(table: Wired, kind: type) -> of.DeviceNotice:
    (found,) = [notice for notice in table.until(kind) if isinstance(notice, kind)]
    return found


def stack(table: Wired, tag: int) -> list[int]:
    """Dealt, taken and turned up: its cards."""
    table.driver.ask(m.Dispense(tag, 2))
    one(table, of.Dispensed)
    cards = table.device.take()
    one(table, of.Taken)
    table.driver.ask(m.Reveal(tag, 0, 2))
    told = one(table, of.Revealed)
    assert isinstance(told, of.Revealed)
    assert told.sealed
    assert [rank_and_suit(card) for card in told.cards] == cards
    return cards


@pytest.mark.parametrize("replies_after", [0.0, 0.05, 0.19])
def test_rounds_by_the_page(replies_after: float) -> None:
    maker = Maker(replies_after=replies_after)
    with wired(maker) as table:
        table.until(of.DeviceBegan)
        shuffled(table, 1)
        for deck in (1, 2, 1, 2):
            table.device.load(3 - deck, CODES, table.cable.now)
            table.driver.ask(m.Mode(1))
            table.driver.ask(m.Shuffle(3 - deck))  # while this one is dealt
            cards = [card for tag in TAGS for card in stack(table, tag)]
            table.driver.ask(m.Count())
            assert one(table, of.Counted) == of.Counted(table.driver.memory.last_event, 36)
            table.driver.ask(m.Eject())
            one(table, of.Ejected)
            assert sorted(cards + maker.take_ejected()) == CODES
            table.run(5.0)
        assert maker.wrong == []
        assert maker.events == []
        assert not [n for n in table.heard if isinstance(n, of.DeviceRefused | of.DeviceLost)]


@pytest.mark.parametrize("motor", [0.02, 0.25])
def test_the_next_stack_is_not_asked_for_before_the_last_one_was_taken(motor: float) -> None:
    maker = Maker(motor=motor)
    with wired(maker) as table:
        table.until(of.DeviceBegan)
        shuffled(table, 1)
        for tag in TAGS:
            table.driver.ask(m.Dispense(tag, 2))
        table.driver.ask(m.Eject())
        cards = []
        for _ in TAGS:
            one(table, of.Dispensed)
            assert not table.run(2.0)
            cards += maker.take()
        one(table, of.Ejected)
        assert sorted(cards + maker.take_ejected()) == CODES
        assert maker.wrong == []


def test_a_stack_that_was_taken_while_the_link_was_lost_is_seen_in_status() -> None:
    maker = Maker()
    with wired(maker) as table:
        table.until(of.DeviceBegan)
        shuffled(table, 1)
        table.driver.ask(m.Dispense(1, 2))
        one(table, of.Dispensed)
        table.driver.ask(m.Dispense(2, 2))
        maker.tray_tag = 0  # the device forgot its TAKEN; the tray is empty all the same
        maker.take()
        one(table, of.Dispensed)
        assert maker.wrong == []


@pytest.mark.parametrize("since_status", [0.05, 0.25, 0.45])
@pytest.mark.parametrize("lost", [1, 2, 3])
def test_status_comes_once_a_second_though_replies_are_lost(since_status: float, lost: int) -> None:
    maker = Maker()
    with wired(maker) as table:
        table.until(of.DeviceBegan)
        for _ in range(20):
            status = maker.status_at
            while maker.status_at == status:
                table.step()
            table.run(since_status)
            table.driver.ask(m.Mode(1))
            table.cable.to_host.lose_next(lost)
            table.until(of.ModeSet)
        assert maker.wrong == []
        assert not [n for n in table.heard if isinstance(n, of.DeviceLost)]


def test_a_jam_that_is_told_before_the_lost_reply_ends_its_stack() -> None:
    maker = Maker(replies_after=0.05)
    with wired(maker) as table:
        table.until(of.DeviceBegan)
        shuffled(table, 1)
        table.run(1.0)
        table.driver.ask(m.Dispense(1, 2), (7, 0))
        while maker.last is None or maker.last[0][2:] != bytes([4, 1, 2]):
            table.step()
        maker.replies.clear()
        maker.fail(2)
        table.until(of.CommandTaken)
        assert table.heard[-1] == of.CommandTaken((7, 0), False), "it has ended, and no event is to come"
        assert [n for n in table.heard if isinstance(n, of.Faulted)]
        maker.take()
        table.driver.ask(m.Clear())
        table.until(of.Cleared)
        table.run(1.0)
        maker.empty()
        shuffled(table, 2)
        assert stack(table, 1)


def test_no_event_is_told_before_the_account_of_the_cards() -> None:
    """The device sends what waits right behind its reply to HELLO; the table is told that it is there first."""
    maker = Maker(strict=False)
    with wired(maker) as table:
        table.until(of.DeviceBegan)
        shuffled(table, 1)
        table.run(1.0)
        table.driver.ask(m.Dispense(1, 2))
        table.run(0.1)
        table.cable.unplug()
        table.run(1.0)
        assert maker.dispensed == 1
        table.cable.plugged = True
        found = [type(n) for n in table.until(of.Dispensed) if not isinstance(n, of.DeckStands)]
        assert found == [of.DeviceBegan, of.DeviceFound, of.Dispensed]
        assert maker.wrong == []


def test_a_serial_number_may_be_empty() -> None:
    maker = Maker()
    with wired(maker) as table:
        table.until(of.DeviceBegan)
        shuffled(table, 1)
        table.run(1.0)
        table.cable.unplug()
        table.run(1.0)
        maker.decks[1].pop()
        table.cable.plugged = True
        assert of.DeviceFound(False, "it has 51 cards, and should have 52") in table.until(of.DeviceFound)


def test_another_device_after_a_restart_of_the_host_has_numbers_of_its_own() -> None:
    with wired(Maker()) as table:
        table.until(of.DeviceBegan)
        shuffled(table, 1)
        table.run(1.0)
        memory = table.driver.memory
    maker = Maker()
    maker.serial, maker.n = b"B-2", 65000  # in the past, for the first device
    with wired(maker, memory=memory) as table:
        maker.load(1, CODES, 0.0)
        found = table.until(of.Loaded)
        assert of.DeviceFound(False, "device B-2 answers in place of ") in found
        assert table.driver.memory.last_event == 65001


@pytest.mark.parametrize("known", [True, False])
def test_a_fault_that_was_told_to_another_host_is_told_to_this_one(known: bool) -> None:
    maker = Maker()
    maker.serial, maker.fault = b"B-2", 6
    memory = None
    if known:
        with wired(Maker()) as table:
            table.until(of.DeviceBegan)
            memory = table.driver.memory
    with wired(maker, memory=memory) as table:
        assert table.until(of.Faulted)[-1] == of.Faulted(None, "motor")
        assert not [n for n in table.run(5.0) if isinstance(n, of.Faulted)], "once"


# ---- what was never answered --------------------------------------------------------------------


def cut_and_joined(table: Wired, command: m.Command) -> None:
    """Its reply is lost, and with it the link; then the line is good again."""
    table.cable.to_host.lose = 1.0
    table.driver.ask(command)
    table.until(of.DeviceLost)
    table.cable.to_host.lose = 0.0


def test_a_count_that_was_begun_is_not_begun_again() -> None:
    maker = Maker(strict=False, motor=3.0)
    with wired(maker) as table:
        table.until(of.DeviceBegan)
        shuffled(table, 1)
        cut_and_joined(table, m.Count())
        table.until(of.Counted)
        assert not [n for n in table.run(5.0) if isinstance(n, of.Counted)]


def test_a_shuffle_waits_for_another_that_goes_on_while_the_link_is_lost() -> None:
    maker = Maker(strict=False, motor=4.0)
    with wired(maker) as table:
        table.until(of.DeviceBegan)
        for deck in (1, 2):
            maker.load(deck, CODES, table.cable.now)
        table.driver.ask(m.Shuffle(2))
        table.driver.ask(m.Shuffle(1))
        table.run(0.3)
        while maker.last is None or maker.last[0][2:] != bytes([3, 1]):
            table.step()
        table.cable.to_host.clear()  # the reply to it was under way
        cut_and_joined(table, m.Display("1"))
        table.until(lambda n: isinstance(n, of.Shuffled) and n.deck == 2)
        table.until(lambda n: isinstance(n, of.Shuffled) and n.deck == 1)


def test_a_stack_that_the_device_forgot_holds_up_nothing() -> None:
    """By the page it would have stopped; the next command goes out all the same."""
    maker = Maker()
    with wired(maker) as table:
        table.until(of.DeviceBegan)
        shuffled(table, 1)
        table.driver.ask(m.Dispense(1, 2))
        table.run(0.1)
        maker.works.clear()
        assert stack(table, 2)


def test_what_was_under_way_on_another_device_is_not_under_way_here() -> None:
    maker = Maker()
    maker.serial, maker.stopped = b"B-2", True
    with wired(maker) as table:
        known = Memory(serial="A-1", boot=1)
        table.driver.close()
        table.driver = DeviceDriver(table.cable.open, 0.0, known, Left((), (m.Shuffle(1),)))
        assert table.until(of.DeviceStopped)[-1] == of.DeviceStopped(while_shuffling=False)


# ---- memory -----------------------------------------------------------------------------------------


def test_another_devices_events_and_seals_are_not_the_old_ones() -> None:
    memory = Memory(serial="A", last_event=7, seals={1: ("aa",)})
    again = of.DeviceBegan((), 2, "", "", "A", None)
    assert memory.after(again) == Memory(serial="A", boot=2, last_event=7, seals={1: ("aa",)})
    assert memory.after(replace(again, serial="B")) == Memory(serial="B", boot=2)


def test_the_next_deck_may_come_up_before_it_is_heard_that_the_last_one_is_out() -> None:
    memory = Memory(serial="A", deck=1, dispensed=8, inside=36)
    assert memory.seen(m.Report(3, 0, 0, 2, 52, 0)) == of.DeckStands(1, 8, 36)
    out = memory.after(of.Ejected(1, 36, ()))
    assert out.after(out.seen(m.Report(3, 0, 0, 2, 52, 0))).stands() == of.DeckStands(2, 0, 52)


def test_only_burns_go_on_under_their_tag() -> None:
    """A tag that was told again after a person has been at the device begins anew."""
    memory = Memory(dispensed=3, seals={1: ("old",), 0x43: ("first",)})
    memory = memory.after(of.Dispensed(1, "seat", 1, 1, ("new",))).after(of.Dispensed(2, "burn", None, 1, ("next",)))
    assert memory.seals == {1: ("new",), 0x43: ("first", "next")}


# ---- restarts, unplugging, a bad line ---------------------------------------------------------------


class Evening:
    """Rounds of eight stacks, with whatever goes wrong; and a person who sees to it when the table has stopped."""

    BAD = {"lose": 0.05, "double": 0.05, "flip": 0.05, "late": 0.05}  # noqa: RUF012

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.maker = Maker(seed, replies_after=0.03, motor=0.1, strict=False)
        lines = {"to_host": BadLine(seed, **self.BAD), "to_device": BadLine(seed + 50, **self.BAD)}
        self.table = wired(self.maker, **lines)
        self.stacks = self.lost = self.stopped = 0
        self.dealt: list[int] = []

    def round(self) -> None:
        self.dealt = []
        shuffled(self.table, 1)
        self.table.run(1.5)
        if all(self.stack(tag) for tag in TAGS):
            self.table.driver.ask(m.Eject())
            self.table.until(of.Ejected)
            self.count(self.maker.take_ejected())

    def stack(self, tag: int) -> bool:
        table = self.table
        table.heard.clear()
        self.stacks += 1
        table.driver.ask(m.Dispense(tag, 2))
        self.mishap()
        if not self.heard(of.Dispensed | of.Faulted | of.DeviceStopped):
            table.until(lambda n: isinstance(n, of.Dispensed | of.Faulted | of.DeviceStopped))
        table.run(0.6)
        self.lost += len(self.heard(of.DeviceLost))
        if not self.heard(of.Dispensed) or self.maker.fault or self.maker.stopped:
            self.stopped += 1
            self.sees_to_it()
            return False
        (told,) = self.heard(of.Dispensed)
        assert isinstance(told, of.Dispensed)
        assert (told.seat or 0x40, told.cards) == (tag, 2)
        self.dealt += self.maker.take()
        table.until(of.Taken)
        return True

    def mishap(self) -> None:
        """In the middle of the stack, or around it."""
        what = self.rng.choice([None] * 36 + ["restart", "pull", "jam"])
        if what is None:
            return
        self.table.run(self.rng.choice([0.0, 0.03, 0.06, 0.1, 0.5]))
        if what == "restart":
            self.maker.restart(self.table.cable.now)
        elif what == "jam":
            self.maker.fail(2)
        else:
            self.table.cable.unplug()
            self.table.run(self.rng.choice([0.2, 1.0, 4.0]))
            self.table.cable.plugged = True

    def heard(self, kind: object) -> list[of.DeviceNotice]:
        return [notice for notice in self.table.heard if isinstance(notice, kind)]  # type: ignore[arg-type]

    def sees_to_it(self) -> None:
        self.count(self.maker.empty())
        self.table.run(2.0)
        if self.maker.fault or self.maker.stopped:
            self.table.driver.ask(m.Clear())
            self.table.until(of.Cleared)
            self.table.run(1.0)

    def count(self, rest: list[int]) -> None:
        assert sorted(self.dealt + rest) == CODES, "every card once, none twice"


@pytest.mark.parametrize("seed", range(3))
def test_every_card_is_dealt_once_or_the_table_stops_in_order(seed: int) -> None:
    """Over a line that loses, doubles, flips and delays a twentieth of all frames each; now and then the cable is
    pulled, the device restarts or jams."""
    evening = Evening(seed)
    with evening.table as table:
        table.until(of.DeviceBegan)
        while evening.stacks < 700:
            evening.round()
    assert evening.maker.wrong == []
    assert evening.lost > 10
    assert evening.stopped > 5
