"""Anything in any order: no byte and no hand makes the device raise, lose a card or answer what the page has not."""

from collections.abc import Callable

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from drivers.twin.device import AT_ONCE, DealingDevice
from tests.device.page import unwire, wire
from tests.twin.host import DECK, SLOW

BYTE = st.integers(0, 255)
LIKELY = st.sampled_from([0, 1, 2, 5, 7, 0x40, 0x41, 0x43, 0x44])
CAPS = st.one_of(st.sampled_from([31, 27]), st.integers(0, 31))
PART = st.sampled_from([0.2, 0.5, 0.9])
BIT = st.integers(1, 3)
TAGS = st.sampled_from([1, 2, 3, 4, 5, 6, 7, 0x40, 0x41, 0x42, 0x43, 0x43, 0x43])
MISHAPS = ["shuffle", "deal", "at_card", "restart_at", "face_up", "double", "missing", "unread", "bad_seals"]
WHOLE = [(2, ()), (3, (1,)), (3, (2,)), (4, (0x43, 1)), (4, (1, 2)), (4, (0x41, 5)), (5, ()), (6, ()), (8, ()), (9, ())]
WHOLE += [(7, (0x44, 0, 5)), (10, (2,)), (11, (1, 65)), (12, (0x44,))]


class Anything(RuleBasedStateMachine):
    """Deck 1 has even cards and deck 2 odd ones, so that each card is told from all others by its number."""

    @initialize(caps=CAPS, slow=st.booleans(), seed=st.integers(0, 9))
    def made(self, caps: int, slow: bool, seed: int) -> None:
        self.device = DealingDevice(caps, "S1", seed, SLOW if slow else AT_ONCE)
        self.now = 0.0
        self.seq = 0
        self.outside: list[int] = [card * 2 for card in DECK] + [card * 2 + 1 for card in DECK if caps & 4]
        self.all = sorted(self.outside)
        self.said: list[bytes] = []
        self.device.received(wire(1, 0, 1, 1), self.now)

    # ---- the line ----------------------------------------------------------------------

    @rule(what=st.sampled_from(WHOLE))
    def likely_command(self, what: tuple[int, tuple[int, ...]]) -> None:
        self._command(what[0], bytes(what[1]))

    @rule(type=st.integers(0, 14), body=st.lists(st.one_of(LIKELY, BYTE), max_size=4))
    def any_command(self, type: int, body: list[int]) -> None:
        self._command(type, bytes(body))

    @rule(frame=st.binary(min_size=3, max_size=12))
    def any_frame(self, frame: bytes) -> None:
        self.device.received(wire(*frame), self.now)

    @rule(data=st.binary(max_size=300))
    def any_bytes(self, data: bytes) -> None:
        self.device.received(data + b"\0", self.now)

    @rule()
    def hello(self) -> None:
        self.device.received(wire(1, 0, 1, 1), self.now)
        self.seq = 0

    @rule()
    def ack(self) -> None:
        self._listen()
        events = [frame for frame in self.said if frame[0] == 3]
        if events:
            self.device.received(wire(4, events[-1][1], 0), self.now)

    def _command(self, type: int, body: bytes = b"") -> None:
        self.seq = self.seq % 255 + 1
        self.device.received(wire(1, self.seq, type, body=body), self.now)

    # ---- the way a table goes --------------------------------------------------------------

    @rule(deck=st.sampled_from([1, 2]))
    def seen_to_and_shuffled(self, deck: int) -> None:
        """Without this most runs would end in the first fault."""
        self.device.silent = self.device.hold_dispense = False
        self.device.mend()
        self.device.close_door()
        self.hello()
        self._command(9)
        self.load(deck)
        self._command(3, bytes([deck]))
        self.wait(2.0)
        self._command(2)

    @rule(tag=TAGS, cards=st.integers(1, 7), mishap=st.sampled_from(["", *MISHAPS]), value=BIT, takes=st.booleans())
    def dealt(self, tag: int, cards: int, mishap: str, value: int, takes: bool) -> None:
        if self.device.machine.dealt is None or self.device.machine.state > 5:
            self.seen_to_and_shuffled(1)
        if mishap:
            self.mishap(mishap, value)
        self._command(4, bytes([tag, 1 if tag == 0x43 else cards]))
        self.wait(2.0)
        self._command(2)
        if takes:
            self.outside += self.device.take()
        self._command(7, bytes([tag, 0, cards]))
        self._command(12, bytes([tag]))

    @rule(what=st.sampled_from(WHOLE), part=PART, halt=st.integers(0, 4), back=st.booleans())
    def halted(self, what: tuple[int, tuple[int, ...]], part: float, halt: int, back: bool) -> None:
        """A cycle that does not come to its end."""
        self._command(what[0], bytes(what[1]))
        self.wait(part)
        halts: list[Callable[[], None]] = [
            lambda: self._command(8),
            self.device.open_door,
            lambda: self.device.fail(6),
            lambda: self.device.restart(self.now),
            lambda: self.wait(3.0),
        ]
        halts[halt]()
        if back:
            self.seen_to_and_shuffled(1)

    @rule()
    def ejected(self) -> None:
        self._command(6)
        self.wait(2.0)

    # ---- time and hands ------------------------------------------------------------------

    @rule(seconds=st.sampled_from([0.01, 0.3, 1.0, 2.0, 4.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.device.step(self.now)

    @rule(deck=st.sampled_from([1, 2]))
    def load(self, deck: int) -> None:
        cards = [card for card in self.outside if card % 2 == deck - 1]
        if deck in self.device.machine.decks or (deck == 2 and not self.device.caps & 4):
            return
        self.outside = [card for card in self.outside if card not in cards]
        self.device.load(deck, cards, self.now)

    @rule(take=st.sampled_from(["take", "take_ejected", "take_rejects", "take_out_all"]))
    def take(self, take: str) -> None:
        if take != "take_out_all" or not self.device.machine.running:
            taken: Callable[[], list[int]] = getattr(self.device, take)
            self.outside += taken()

    @rule(do=st.sampled_from(["open_door", "close_door", "press_green", "mend", "release"]))
    def hand(self, do: str) -> None:
        getattr(self.device, do)()

    # ---- mishaps -------------------------------------------------------------------------

    @rule(what=st.sampled_from(["fail", "restart", "silent", "hold_dispense", "miscount"]), value=st.integers(-60, 300))
    def mischief(self, what: str, value: int) -> None:
        if what == "fail":
            self.device.fail(value % 8 + 1)
        elif what == "restart":
            self.device.restart(self.now)
        elif what == "miscount":
            self.device.faults.miscount = value
        else:
            setattr(self.device, what, value > 0)

    @rule(
        what=st.sampled_from(MISHAPS),
        value=st.integers(0, 6),
    )
    def mishap(self, what: str, value: int) -> None:
        setattr(self.device.faults, what, value)

    # ---- what always holds -----------------------------------------------------------------

    def _listen(self) -> None:
        self.said += [frame for part in self.device.outgoing().split(b"\0") if part and (frame := unwire(part))]

    @invariant()
    def no_card_is_lost_or_made(self) -> None:
        assert sorted(self.device.cards + self.outside) == self.all

    @invariant()
    def results_are_0_to_4_and_statuses_whole(self) -> None:
        self._listen()
        for kind, _, type, *body in self.said:
            assert kind in (2, 3)
            if kind == 2:
                assert body[0] <= 4
                assert type == 1 or body[0] == 0 or len(body) == (2 if body[0] == 4 else 1)
            if kind == 2 and type == 2 and not body[0]:
                _, state, fault, flags, deck, _, _ = body
                assert state <= 7
                assert flags <= 15
                assert deck <= 2
                assert (fault != 0) == (state == 6)
        self.said = self.said[-1:]

    @invariant()
    def motors_rest_where_nothing_may_move(self) -> None:
        machine = self.device.machine
        assert not (machine.running and (machine.fault or machine.stopped or machine.door_open))
        due = self.device.next_at
        assert due is None or due >= self.now


TestAnything = Anything.TestCase
TestAnything.settings = settings(max_examples=150, stateful_step_count=60, deadline=None)
