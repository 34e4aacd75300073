"""The session with the device, over a good line and over a bad one, against a device written from the page alone."""

from collections import Counter
from random import Random

import pytest

from drivers.device import link as ln
from drivers.device import messages as m
from tests.device.page import PageDevice, unwire, wire


class Line:
    """A link, a device and the time; what is lost, doubled, flipped or held back on the way is drawn by a seed."""

    def __init__(self, bad: float = 0.0, seed: int = 1, last_event: int | None = None) -> None:
        self.now = 0.0
        self.link = ln.Link(self.now, last_event)
        self.device = PageDevice()
        self.bad, self.rng = bad, Random(seed)
        self.late: list[tuple[float, bool, bytes]] = []
        self.sent: list[bytes] = []
        self.acks = True

    def step(self, seconds: float = 0.01) -> list[ln.Notice]:
        self.now += seconds
        found = self.link.tick(self.now)
        out = self.link.outgoing()
        self.sent += [frame for frame in out.split(b"\0") if frame]
        self._carry(True, out)
        self._carry(False, self.device.tick(self.now))
        arrived = [part for part in self.late if part[0] <= self.now]
        self.late = [part for part in self.late if part[0] > self.now]
        for _, to_device, data in arrived:
            if to_device:
                self._carry(False, self.device.feed(data))
            else:
                found += self.link.received(data, self.now)
        if self.acks:
            for notice in found:
                if isinstance(notice, ln.Happened):
                    self.link.ack(notice.event.n)
        return found

    def run(self, seconds: float) -> list[ln.Notice]:
        return [notice for _ in range(round(seconds * 100)) for notice in self.step()]

    def until(self, kind: type) -> list[ln.Notice]:
        found: list[ln.Notice] = []
        begun = self.now
        while not any(isinstance(notice, kind) for notice in found):
            found += self.step()
            assert self.now < begun + 60, found
        return found

    def _carry(self, to_device: bool, data: bytes) -> None:
        """Frame by frame. What is late makes all behind it late: a line does not overtake itself."""
        for frame in data.split(b"\0"):
            if not frame or self.rng.random() < self.bad:
                continue
            line = bytearray(frame + b"\0")
            if self.rng.random() < self.bad:
                line[self.rng.randrange(len(line))] ^= 1 << self.rng.randrange(8)
            delay = self.rng.choice([0.05, 0.15]) if self.rng.random() < self.bad else 0.0
            ahead = [due for due, way, _ in self.late if way == to_device]
            due = max([self.now + delay, *ahead])
            self.late += [(due, to_device, bytes(line))] * (2 if self.rng.random() < self.bad else 1)

    def bodies(self) -> list[bytes]:
        return [body for frame in self.sent if (body := unwire(frame))]


HELLO, STATUS = bytes([1, 0, 1, 1]), bytes([1, 1, 2])


def silent(line: Line) -> None:
    line.device.feed = lambda data: b""  # type: ignore[method-assign]


# ---- beginning a session -----------------------------------------------------------------


def test_hello_then_status_then_the_session() -> None:
    line = Line()
    began = line.until(ln.Began)[0]
    assert line.bodies() == [HELLO, STATUS]
    assert isinstance(began, ln.Began)
    assert (began.greeting.serial, began.greeting.boot, began.report.in_device) == ("S1", 7, 52)


def test_hello_is_said_every_half_second_and_nothing_else() -> None:
    line = Line()
    silent(line)
    assert line.run(1.9) == []
    assert line.run(3.0) == [ln.Lost(None)], "told once"
    assert line.bodies() == [HELLO] * 10
    assert not line.link.ready
    with pytest.raises(RuntimeError):
        line.link.send(m.Eject(), line.now)


def test_another_version_is_for_a_person_and_nothing_more_is_sent() -> None:
    line = Line()
    silent(line)
    line.step()
    greeting = wire(2, 0, 1, body=bytes([0, 2, 0, 0, 0, 0, 1, 0, 0, 0]))
    assert line.link.received(greeting, line.now) == [ln.WrongVersion(2)]
    line.sent.clear()
    line.run(3)
    assert line.sent == []
    line.link.restart(line.now)
    line.run(0.1)
    assert line.bodies() == [HELLO], "a new cable, a new try"


@pytest.mark.parametrize("rest", ["", "00", "0200000001056d6f64656c", "ff" * 40])
def test_another_version_is_told_whatever_else_its_reply_says(rest: str) -> None:
    line = Line()
    silent(line)
    line.step()
    greeting = wire(2, 0, 1, body=bytes([3, 2]) + bytes.fromhex(rest))
    assert line.link.received(greeting, line.now) == [ln.WrongVersion(2)]


def test_the_version_alone_decides() -> None:
    """HELLO's reply is whole whatever its result is; STATUS tells the rest."""
    line = Line()
    silent(line)
    line.step()
    assert line.link.received(wire(2, 0, 1, body=bytes([1, 1, 0, 0, 0, 0, 1, 0, 0, 0])), line.now) == []
    line.step()
    assert line.bodies() == [HELLO, STATUS]


def test_an_event_before_the_first_status_comes_again_after_it() -> None:
    line = Line()
    line.device.happen(0x29, b"")
    line.device.happen(0x2A, b"")
    found = [type(notice) for notice in line.run(2) if not isinstance(notice, ln.Stands)]
    assert found == [ln.Began, ln.Happened, ln.Happened]


def test_an_ack_has_the_seq_that_the_event_came_with_last() -> None:
    line = Line()
    line.until(ln.Began)
    line.acks = False
    line.device.happen(0x29, b"")
    line.until(ln.Happened)
    line.device.restart()
    line.device.events = [(9, 0x29, 65535, b"")]  # it remembered the number alone
    line.until(ln.Began)
    line.run(0.5)
    line.link.ack(65535)
    line.step()
    assert line.bodies()[-1] == bytes([4, 9, 0])


def test_a_repeated_status_that_an_event_has_overtaken_is_asked_for_anew() -> None:
    """A device repeats its reply as it was then: before the event."""
    line = Line()
    line.until(ln.Began)
    line.run(0.3)
    kept = line.device.feed
    line.device.feed = lambda data: kept(data)[:0]  # type: ignore[method-assign]
    while line.bodies()[-1][2] != 2 or line.link.ready:
        line.step()
    line.device.happen(0x29, b"")
    line.until(ln.Happened)
    line.device.dispensed = 5
    line.device.feed = kept  # type: ignore[method-assign]
    stands = [notice for notice in line.run(1) if isinstance(notice, ln.Stands)]
    assert stands[0].report.dispensed == 5


def test_no_event_is_taken_before_the_session() -> None:
    line = Line()
    silent(line)
    line.step()
    assert line.link.received(wire(3, 9, 0x29, body=b"\0\1"), line.now) == []
    line.step()
    assert line.bodies() == [HELLO]


# ---- commands ----------------------------------------------------------------------------


def test_status_is_read_at_least_once_a_second() -> None:
    line = Line()
    line.until(ln.Began)
    found = line.run(5)
    assert len([notice for notice in found if isinstance(notice, ln.Stands)]) >= 5


def test_a_command_is_sent_four_times_in_the_same_frame_and_then_the_link_is_lost() -> None:
    line = Line()
    line.until(ln.Began)
    silent(line)
    line.sent.clear()
    begun = line.now
    line.link.send(m.Dispense(1, 2), line.now)
    found = line.until(ln.Lost)
    assert found == [ln.Lost(m.Dispense(1, 2))]
    frames = [body for body in line.bodies() if body[2] == 4]
    assert frames == [frames[0]] * 4
    assert line.now - begun == pytest.approx(0.8, abs=0.06)
    line.sent.clear()
    line.run(2)
    assert set(line.bodies()) == {HELLO}, "the deed is not asked for again"


def test_a_reply_is_matched_by_seq_and_type() -> None:
    line = Line()
    line.until(ln.Began)
    silent(line)
    line.link.send(m.Eject(), line.now)
    line.step()
    seq = line.bodies()[-1][1]
    assert line.link.received(wire(2, seq + 1, 6, body=b"\0"), line.now) == []
    assert line.link.received(wire(2, seq, 4, body=b"\0"), line.now) == []
    assert line.link.received(wire(2, seq, 6, body=b"\0\0"), line.now) == [], "not a reply to EJECT"
    assert line.link.malformed == 1
    assert line.link.received(wire(2, seq, 6, body=b"\2"), line.now) == [ln.Answered(m.Eject(), m.Reply(2))]
    assert line.link.received(wire(2, seq, 6, body=b"\2"), line.now) == [], "once"


def test_sequence_numbers_wrap_from_255_to_1() -> None:
    line = Line()
    line.until(ln.Began)
    line.run(150)
    seqs = [body[1] for body in line.bodies() if body[0] == 1 and body[2] == 2]
    assert seqs[:256] == [*range(1, 256), 1]


def test_the_device_restarts_and_tells_by_its_boot() -> None:
    line = Line()
    line.until(ln.Began)
    line.device.restart()
    found = line.until(ln.Began)
    assert found[-2] == ln.Lost(None)
    assert isinstance(found[-1], ln.Began)
    assert found[-1].greeting.boot == 8


# ---- events ------------------------------------------------------------------------------


def test_an_event_is_acted_on_once_and_acked_when_it_is_safe() -> None:
    line = Line()
    line.until(ln.Began)
    line.acks = False
    line.device.happen(0x29, b"")
    found = line.run(2)
    assert [notice for notice in found if isinstance(notice, ln.Happened)] == [ln.Happened(m.Green(65535))]
    assert not any(body[0] == 4 for body in line.bodies()), "not before it is safe"
    with pytest.raises(RuntimeError):
        line.link.ack(5)
    line.link.ack(65535)
    line.run(0.5)
    assert [body for body in line.bodies() if body[0] == 4] == [bytes([4, 255, 0])]
    assert line.device.events == []


def test_an_event_that_was_acted_on_is_acked_again() -> None:
    line = Line()
    line.until(ln.Began)
    line.device.happen(0x29, b"")
    line.run(0.5)
    line.sent.clear()
    assert line.link.received(wire(3, 255, 0x29, body=b"\xff\xff"), line.now) == []
    line.step()
    assert bytes([4, 255, 0]) in line.bodies()


def test_an_event_over_a_lost_link_is_acted_on_once() -> None:
    """It repeats across HELLO with its number and its seq."""
    line = Line()
    line.until(ln.Began)
    line.acks = False
    line.device.happen(0x29, b"")
    found = line.until(ln.Happened)
    line.device.restart()
    found += line.until(ln.Lost)
    line.link.ack(65535)
    found += line.until(ln.Began) + line.run(1)
    assert Counter(type(notice).__name__ for notice in found)["Happened"] == 1
    assert line.device.events == []


def test_a_host_that_restarts_knows_the_last_event_that_was_safe() -> None:
    line = Line(last_event=65535)
    line.device.happen(0x29, b"")
    line.device.happen(0x2A, b"")
    found = line.run(2)
    assert [notice for notice in found if isinstance(notice, ln.Happened)] == [ln.Happened(m.FaceUp(0))]


def test_another_device_has_numbers_of_its_own() -> None:
    line = Line()
    line.until(ln.Began)
    line.device.happen(0x29, b"")
    line.until(ln.Happened)
    line.device = PageDevice(b"S2")
    line.device.numbers = 65533
    line.device.happen(0x2A, b"")
    line.link.restart(line.now)
    assert line.until(ln.Happened)[-1] == ln.Happened(m.FaceUp(65534))


# ---- a bad line --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_2500_deals_over_a_bad_line_are_dealt_once_each_or_the_link_is_lost(seed: int) -> None:
    """Of a hundred frames five are lost, doubled, damaged or held back, each. STATUS tells what a lost command did."""
    line = Line(0.05, seed)
    line.until(ln.Began)
    asked, done, lost = 0, 0, 0
    happened: list[int] = []
    for number in range(2500):
        while not line.link.ready:
            happened += [n.event.n for n in line.step() if isinstance(n, ln.Happened)]
        before = line.device.dispensed
        line.link.send(m.Dispense(number % 7 + 1, 2), line.now)
        asked += 1
        answer: ln.Notice | None = None
        while answer is None:
            for notice in line.step():
                if isinstance(notice, ln.Happened):
                    happened.append(notice.event.n)
                elif isinstance(notice, ln.Answered | ln.Lost):
                    answer = notice
        if isinstance(answer, ln.Lost):
            lost += 1
            found = line.until(ln.Began)
            happened += [n.event.n for n in found if isinstance(n, ln.Happened)]
            (began,) = [n for n in found if isinstance(n, ln.Began)]
            told = (began.report.dispensed - before) % 256
            assert told in (0, 1)
            done += told
        else:
            assert answer.reply == m.Reply(0)
            assert line.device.dispensed == before + 1, "never twice"
            done += 1
    line.bad = 0.0
    happened += [n.event.n for n in line.run(900) if isinstance(n, ln.Happened)]
    assert (asked, done) == (2500, line.device.dispensed)
    assert lost < 250
    assert line.device.events == []
    assert happened == [(65535 + count) % 65536 for count in range(done)], "each event once, in order"
