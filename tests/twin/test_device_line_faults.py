"""What goes wrong on the line: each fault by itself, never an overtaking, the same by the same seed."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from drivers.device import link as ln
from drivers.device import messages as m
from drivers.twin.device import ALL_CAPS, DealingDevice
from drivers.twin.line_faults import DELAYS, BadLine
from tests.device.page import unwire, wire
from tests.twin.host import DECK

FRAMES = [wire(1, seq, 2) for seq in range(1, 101)]
SHARES = st.floats(0, 1)


def through(line: BadLine, frames: list[bytes]) -> list[bytes]:
    """What comes out in the end, a frame a tenth of a second."""
    found = []
    for at, frame in enumerate(frames):
        line.put(frame, at / 10)
        found += line.arrived(at / 10)
    return found + line.arrived(1e9)


def good(data: bytes) -> list[int]:
    """Seqs of the frames that a framer finds."""
    return [frame[1] for part in data.split(b"\0") if part and (frame := unwire(part))]


def test_a_good_line_gives_what_went_in_at_once() -> None:
    assert through(BadLine(), FRAMES) == FRAMES


def test_a_frame_comes_when_its_end_is_there() -> None:
    line = BadLine()
    line.put(b"\5\1\2", 0.0)
    assert line.arrived(5.0) == []
    line.put(b"\3\0\7", 5.0)
    assert line.arrived(5.0) == [b"\5\1\2\3\0"]


def test_what_is_no_frame_goes_on_all_the_same() -> None:
    line = BadLine()
    line.put(b"\1" * 1000, 0.0)
    assert sum(map(len, line.arrived(0.0))) >= 750


def test_lost_frames_are_gone_whole() -> None:
    found = good(b"".join(through(BadLine(3, lose=0.3), FRAMES)))
    assert 50 < len(found) < 90
    assert found == sorted(found)


def test_doubled_frames_come_twice_in_a_row() -> None:
    line = BadLine(3, double=0.3)
    found = Counter(good(b"".join(through(line, FRAMES))))
    assert set(found) == set(range(1, 101))
    assert list(found.values()).count(2) == line.did["double"] > 10


def test_a_flipped_bit_is_one_bit() -> None:
    for seed in range(20):
        data = wire(1, 9, 4, 1, 2)
        [found] = through(BadLine(seed, flip=1), [data])
        wrong = int.from_bytes(found, "big") ^ int.from_bytes(data, "big")
        assert len(found) == len(data)
        assert wrong.bit_count() == 1


def test_half_a_frame_is_its_beginning() -> None:
    for seed in range(20):
        data = wire(1, 9, 4, 1, 2)
        found = b"".join(through(BadLine(seed, half=1), [data]))
        assert data.startswith(found)
        assert len(found) < len(data)


def test_garbage_stands_before_a_frame() -> None:
    found = b"".join(through(BadLine(3, garbage=1), FRAMES))
    assert all(frame in found for frame in FRAMES)
    assert 0 < len(good(found)) < 100, "some of it runs into the frame"


def test_late_frames_hold_up_what_is_behind_them() -> None:
    line = BadLine()
    line.late_next()
    for frame in FRAMES[:3]:
        line.put(frame, 1.0)
    due = line.next_at
    assert due is not None
    assert due - 1.0 in [1.0 + delay - 1.0 for delay in DELAYS]
    assert line.arrived(due - 0.001) == []
    assert b"".join(line.arrived(due)) == b"".join(FRAMES[:3])
    assert line.next_at is None


def test_once_is_once() -> None:
    line = BadLine()
    line.lose_next(2)
    line.double_next(3)
    assert good(b"".join(through(line, FRAMES[:5]))) == [3, 3, 4, 5]
    line.flip_next()
    line.half_next(0)
    assert good(b"".join(through(line, FRAMES[:2]))) == [2]
    line.half_next()
    line.garbage_next()
    through(line, FRAMES[:1])
    assert line.did == {"lose": 2, "double": 3, "flip": 1, "half": 1, "garbage": 1, "late": 0}


def test_a_byte_at_a_time() -> None:
    found = through(BadLine(byte_at_a_time=True), FRAMES[:3])
    assert all(len(part) == 1 for part in found)
    assert b"".join(found) == b"".join(FRAMES[:3])


def test_a_pulled_cable_loses_what_was_under_way() -> None:
    line = BadLine()
    line.late_next()
    line.put(FRAMES[0] + b"\1\2", 0.0)
    line.clear()
    line.put(FRAMES[1], 9.0)
    assert line.arrived(9.0) == [FRAMES[1]]


@given(
    st.integers(0, 99),
    SHARES,
    SHARES,
    SHARES,
    SHARES,
    SHARES,
    SHARES,
    st.booleans(),
    st.lists(st.binary(max_size=20), max_size=20),
)
def test_the_same_seed_gives_the_same_line_whatever_the_portions(
    seed: int,
    lose: float,
    double: float,
    flip: float,
    late: float,
    garbage: float,
    half: float,
    single: bool,
    parts: list[bytes],
) -> None:
    def line() -> BadLine:
        return BadLine(seed, lose, double, flip, late, garbage, half, single)

    assert through(line(), parts) == through(line(), parts)
    whole, portions = line(), line()
    whole.put(b"".join(parts), 1.0)
    for part in parts:
        portions.put(part, 1.0)
    assert whole.next_at == portions.next_at
    assert whole.arrived(9.0) == portions.arrived(9.0)


@given(st.integers(0, 99), SHARES)
def test_late_bytes_never_overtake(seed: int, late: float) -> None:
    assert b"".join(through(BadLine(seed, late=late), FRAMES[:30])) == b"".join(FRAMES[:30])


def test_a_whole_deck_is_dealt_once_over_a_bad_line() -> None:
    """The driver's own link at one end, the twin at the other, everything going wrong between them."""
    for seed in range(5):
        hand = Dealer(seed)
        assert hand.deal_all() == DECK, seed


class Dealer:
    def __init__(self, seed: int) -> None:
        share = 0.05
        self.lines = [BadLine(seed * 2 + way, share, share, share, share, share, share) for way in range(2)]
        self.device = DealingDevice(ALL_CAPS, "S1", seed)
        self.device.load(1, DECK, 0.0)
        self.link = ln.Link(0.0)
        self.now = 0.0
        self.stands: m.Report | None = None
        self.taken: list[int] = []

    def step(self) -> None:
        self.now += 0.01
        notices = self.link.tick(self.now)
        self.lines[0].put(self.link.outgoing(), self.now)
        for part in self.lines[0].arrived(self.now):
            self.device.received(part, self.now)
        self.device.step(self.now)
        self.lines[1].put(self.device.outgoing(), self.now)
        for part in self.lines[1].arrived(self.now):
            notices += self.link.received(part, self.now)
        for notice in notices:
            if isinstance(notice, ln.Happened):
                self.link.ack(notice.event.n)
            if isinstance(notice, ln.Began | ln.Stands):
                self.stands = notice.report
            if isinstance(notice, ln.Answered | ln.Lost):
                self.stands = None
        if self.device.machine.tray.tag is not None:
            self.taken += self.device.take()

    def deal_all(self) -> list[int]:
        """Burn by burn; `dispensed` says which is the next."""
        while len(self.taken) < 52 and self.now < 600:
            self.step()
            if self.link.ready and self.stands is not None and self.stands.state in (1, 3):
                self.link.send(m.Shuffle(1) if self.stands.state == 1 else m.Dispense(m.BURN, 1), self.now)
                self.stands = None
        assert self.device.machine.dispensed == len(self.taken)
        return sorted(self.taken)
