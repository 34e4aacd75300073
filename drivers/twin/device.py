"""The dealing device as its line and the people at it meet it. Pure: bytes and the time come in, bytes come out."""

from collections.abc import Sequence

from drivers.device.framing import ACK, COMMAND, Frame
from drivers.twin.commands import Commands, Script
from drivers.twin.cycles import AT_ONCE, Arrange, Pace
from drivers.twin.machine import GREEN_, Machine
from drivers.twin.mishaps import Faults
from drivers.twin.session import Session

__all__ = ["ALL_CAPS", "AT_ONCE", "DealingDevice", "Faults", "Pace"]

VERSION = 1
HELLO = 0x01
ALL_CAPS = 0b11111
SILENCE = 3.0
"""Seconds without a good frame after which motors stop."""
MOST_TEXT = 60
"""Bytes of the serial number: HELLO's reply has to fit into a frame."""


class DealingDevice:
    """Time is in seconds and never runs back. What people do happens at the time of the last call that named one."""

    def __init__(
        self,
        caps: int = ALL_CAPS,
        serial: str = "TWIN-1",
        seed: int = 1,
        pace: Pace = AT_ONCE,
        *,
        arrange: Arrange | None = None,
    ) -> None:
        if len(serial.encode()) > MOST_TEXT:
            raise ValueError(f"serial: at most {MOST_TEXT} bytes")
        self.caps, self.serial = caps, serial
        self.model, self.firmware = "digital twin", "1.0"
        self.boot = 1
        self.silent = False
        """It hears nothing and says nothing; motors run on until they miss the host."""
        self.session = Session()
        self.machine = Machine(caps, seed, pace, self.session.tell)
        self.machine.arrange = arrange
        self._commands = Commands(self.machine)
        self._heard_at = 0.0

    # ---- the line ----------------------------------------------------------------------

    def received(self, data: bytes, now: float) -> None:
        self.step(now)
        if self.silent:
            return
        for frame in self.session.frames(data):
            self._heard_at = now
            self._frame(frame)
            self.step(now)

    def step(self, now: float) -> None:
        """Motors, the watchdog and repeats, each in its time."""
        machine = self.machine
        while True:
            card_at = machine.next_at
            stop_at = self._heard_at + SILENCE if machine.running else None
            due = min((at for at in (card_at, stop_at) if at is not None), default=None)
            if due is None or due > now:
                break
            if due == card_at:
                machine.pass_card()
            else:
                machine.now = max(machine.now, due)
                machine.stop()
            if machine.browned_out:
                self._power_cycle()
        machine.now = max(machine.now, now)
        if not self.silent:
            self.session.send_event(now)

    def outgoing(self) -> bytes:
        return self.session.outgoing()

    @property
    def next_at(self) -> float | None:
        """When something happens by itself: the last time named, if it only waits for `step`."""
        machine = self.machine
        due = [machine.next_at, self._heard_at + SILENCE if machine.running else None]
        if not self.silent:
            due.append(self.session.next_at)
        soonest = min((at for at in due if at is not None), default=None)
        return None if soonest is None else max(soonest, machine.now)

    def _frame(self, frame: Frame) -> None:
        session = self.session
        if frame.kind == COMMAND and frame.type == HELLO:
            self._hello(frame)
        elif not session.open:
            return
        elif frame.kind == ACK and frame.type == 0 and not frame.body:
            session.acked(frame.seq)
        elif frame.kind == COMMAND and not session.repeated(frame.seq):
            session.reply(frame.seq, frame.type, self._commands.answer(frame.type, frame.body))

    def _hello(self, frame: Frame) -> None:
        """Always answered, and whole. A host of another version begins no session."""
        good = frame.seq == 0 and frame.body == bytes([VERSION])
        if good:
            self.session.begin()
        head = bytes([0 if good else 3, VERSION, self.caps]) + self.boot.to_bytes(4, "big")
        texts = [text.encode() for text in (self.model, self.firmware, self.serial)]
        self.session.reply(frame.seq, HELLO, head + b"".join(bytes([len(text)]) + text for text in texts))

    # ---- what people do ------------------------------------------------------------------

    def load(self, deck: int, cards: Sequence[int], now: float) -> None:
        """Puts a deck in, the top card first."""
        self.step(now)
        self.machine.load(deck, cards)

    def take(self) -> list[int]:
        """The stack leaves the tray; so do, without an event, cards that an ended DISPENSE left there."""
        return self.machine.take()

    def take_ejected(self) -> list[int]:
        cards = list(self.machine.outlet)
        self.machine.outlet.clear()
        return cards

    def take_rejects(self) -> list[int]:
        return self.machine.rejects.emptied()

    def take_out_all(self) -> list[int]:
        """A technician empties it: decks, tray and rejects. Not while a motor runs."""
        return self.machine.take_out_all()

    def press_green(self) -> None:
        self.session.tell(GREEN_, b"")

    def open_door(self) -> None:
        self.machine.open_door()

    def close_door(self) -> None:
        self.machine.close_door()

    def mend(self) -> None:
        """The cause of the fault is gone: CLEAR will be done. An open door has to be closed instead."""
        self.machine.mend()

    def restart(self, now: float) -> None:
        """Power goes and comes."""
        self.step(now)
        self._power_cycle()

    def _power_cycle(self) -> None:
        self.boot = (self.boot + 1) % (1 << 32)
        self.session.restart()
        self.machine.restart()

    @property
    def cards(self) -> list[int]:
        """Every card that lies in or at the device: decks, delivery tray, rejects, ejected."""
        machine = self.machine
        inside = [card for number in sorted(machine.decks) for card in machine.decks[number].cards]
        return inside + machine.tray.cards + machine.rejects.cards + machine.outlet

    # ---- what a script does --------------------------------------------------------------

    @property
    def faults(self) -> Faults:
        return self.machine.mishaps

    def fail(self, fault: int) -> None:
        """The fault is there now, cycle or no cycle."""
        self.machine.fail(fault)

    @property
    def hold_dispense(self) -> bool:
        """DISPENSE is answered, and the stack waits for `release`."""
        return self.machine.hold_dispense

    @hold_dispense.setter
    def hold_dispense(self, held: bool) -> None:
        self.machine.hold_dispense = held

    def release(self, cards: int | None = None) -> bool:
        """Lets the held stack come, with another number of cards if one is given; False if there is none."""
        return self.machine.release(cards)

    def bring_up(self, cards: Sequence[int]) -> None:
        """The next cards of the deck on the dealing side are these: each changes places with the one that lay there."""
        deck = self.machine.dealt
        if deck is None:
            raise RuntimeError("no deck is on the dealing side")
        for at, card in enumerate(cards):
            was = deck.cards.index(card, at)
            deck.cards[at], deck.cards[was] = deck.cards[was], deck.cards[at]

    def report(self, type: int, body: bytes) -> None:
        """An event with this content after its number, true or not."""
        self.session.tell(type, body)

    def answer_reveal_with(self, cards: Sequence[int], good_seal: bool, nonces: Sequence[bytes] = ()) -> None:
        """For the next REVEAL. Without `nonces` the true ones are told: they fit the seals of the true cards only."""
        self._commands.script = Script(tuple(cards), good_seal, tuple(nonces))

    @property
    def mode(self) -> int:
        """As MODE set it, 0 for none. A wrong one can be put in."""
        return self.machine.mode

    @mode.setter
    def mode(self, mode: int) -> None:
        self.machine.mode = mode

    @property
    def display(self) -> str:
        return self.machine.display
