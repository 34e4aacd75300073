"""The dealing device for the rest of the program: commands in, notices out, whatever the line does.

A deed is asked for once. If its reply is lost, STATUS tells whether it was done; only what was never begun is asked
for again. `step` does all that is due and never waits; `ask` and `safe` may be called from another thread.
"""

import os
import select
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from drivers import notices as of
from drivers.device import link as ln
from drivers.device import memory as known
from drivers.device import messages as m
from drivers.device.told import CAUSES as CAUSES
from drivers.device.told import cause_of, notice_of, revealed
from drivers.errors import DriverError, PortLost
from drivers.ports import Line

C = TypeVar("C", bound=m.Command)

OPEN_EVERY = 0.5
"""Seconds between two looks for a port that is gone."""
AGAIN_AFTER = 0.1
"""Seconds before a command is asked for again that a busy device has put off."""
REST = 0.02
"""Seconds that a reader waits at most: the shortest time that the protocol counts is ten times that."""

CAPS = {m.READS: "reads", m.COUNTS: "counts", m.TWO_DECKS: "two-decks", m.STACKS: "stacks", m.HAS_DISPLAY: "display"}
ENDS: dict[type[m.Event], type[m.Command]] = {
    m.Shuffled: m.Shuffle,
    m.Dispensed: m.Dispense,
    m.Ejected: m.Eject,
    m.Counted: m.Count,
}
"""Which command an event ends."""
MOVES_CARDS = m.Dispense | m.Count | m.Eject
"""On the dealing side: one at a time."""


Token = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Left:
    """What was open when the host stopped."""

    asked: tuple[tuple[m.Command, Token], ...] = ()
    """Not taken yet, as far as is known: the first of them may have been."""
    under_way: tuple[m.Command, ...] = ()
    """Begun, and its event not heard."""


class DeviceDriver:
    name = "dealing device"

    def __init__(
        self,
        open_line: Callable[[], Line],
        now: float,
        memory: known.Memory | None = None,
        left: Left | None = None,
    ) -> None:
        """`memory` and `left` are from before a restart of the host, if there was one."""
        left = left or Left()
        self.memory = memory or known.Memory()
        self._open_line = open_line
        self._line: Line | None = None
        self._open_at = now
        self._link = ln.Link(now, self.memory.last_event, self.memory.serial)
        self._lost = False
        self._told_why = ""
        self._queue: deque[tuple[m.Command, Token]] = deque(left.asked)
        self._taken: list[of.CommandTaken] = []
        self._acks: deque[int] = deque()
        self._again_at = now
        self._doubted = False
        """The device would not do the command: the next STATUS shows whether it may yet."""
        self._without_reason = 0
        """How often in a row it would not, and STATUS showed nothing in the way."""
        self._put_off = False
        """It would not yet do the command at the head of the queue, which is asked for again."""
        self._sent: m.Command | None = None
        self._ended: m.Command | None = None
        """Its event came before its reply, which was lost."""
        self._in_doubt: m.Command | None = left.asked[0][0] if left.asked else None
        """Sent, and never answered."""
        self._under_way: dict[type[m.Command], m.Command] = {type(command): command for command in left.under_way}
        self._in_the_tray = False
        self._report: m.Report | None = None
        self._caps = 0
        self._cleared = False
        self._stopped = False
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)

    # ---- for the owner of the table -----------------------------------------------------------

    def ask(self, command: m.Command, token: Token = None) -> None:
        """Once. With a token it is told when the device has taken it."""
        self._queue.append((command, token))
        self._wake_up()

    def safe(self, n: int) -> None:
        """The event with this number is on disk."""
        self._acks.append(n)
        self._wake_up()

    def _wake_up(self) -> None:
        with suppress(BlockingIOError):  # nobody rests: it is stepped by its owner, or far behind already
            os.write(self._wake, b"\0")

    @property
    def at_rest(self) -> bool:
        """In a session, with nothing asked for or told that is still open, but for what the device has put off."""
        open_ = self._queue and not (self._put_off or self._waits)
        return self._link.ready and self._link.unsafe is None and not open_ and not self._acks

    def fileno(self) -> int:
        """Of its line; -1 while there is none."""
        return -1 if self._line is None else self._line.fileno()

    @property
    def lost(self) -> bool:
        return self._lost

    @property
    def next_at(self) -> float:
        """When `step` has something to do, if nothing comes in before."""
        if self._line is None:
            return self._open_at
        due = self._queue and self._link.ready and not self._doubted and not self._waits
        return min(self._link.next_at, self._again_at) if due else self._link.next_at

    @property
    def dropped(self) -> int:
        """Frames that did not decode."""
        return self._link.dropped + self._link.malformed

    @property
    def report(self) -> m.Report | None:
        """What STATUS told last."""
        return self._report

    # ---- for its reader -----------------------------------------------------------------------

    def rest(self) -> None:
        """Until something may be due."""
        waited = [self._woken] if self._line is None else [self._woken, self._line.fileno()]
        ready, _, _ = select.select(waited, [], [], min(REST, max(0.0, self.next_at - time.monotonic())))
        if self._woken in ready:
            os.read(self._woken, 4096)

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
        os.close(self._woken)
        os.close(self._wake)

    def step(self, now: float) -> list[of.DeviceNotice]:
        """All that has come in and is due."""
        found: list[of.DeviceNotice] = []
        if self._line is None and not self._opened(now, found):
            return found
        assert self._line is not None
        try:
            data = self._line.read()
            heard = self._link.received(data, now) if data else []
            heard += self._link.tick(now)
            for each in heard:
                for notice in self._notices(each):
                    self.memory = self.memory.after(notice)
                    found.append(notice)
                self._tell_taken(found)  # before the event that a command ends with
            while self._acks:
                n = self._acks.popleft()
                if n == self._link.unsafe:  # else it was another device's
                    self._link.ack(n)
            self._send(now)
            self._tell_taken(found)
            out = self._link.outgoing()
            if out:
                self._line.write(out)
        except PortLost as error:
            self._line.close()
            self._line, self._open_at = None, now
            self._in_doubt = self._in_doubt or self._link.restart(now)
            found += self._gone(str(error))
        return found

    def _tell_taken(self, found: list[of.DeviceNotice]) -> None:
        found += self._taken
        self._taken.clear()

    def _opened(self, now: float, found: list[of.DeviceNotice]) -> bool:
        if now < self._open_at:
            return False
        self._open_at = now + OPEN_EVERY
        try:
            self._line = self._open_line()
        except DriverError as error:
            found += self._gone(str(error))
            return False
        self._link.restart(now)
        return True

    def _gone(self, why: str) -> Iterator[of.DeviceNotice]:
        """Once for each cause: it is looked for quietly after that."""
        self._lost = True
        self._report = None
        if why != self._told_why:
            self._told_why = why
            yield of.DeviceLost(why)

    # ---- commands -------------------------------------------------------------------------------

    def _send(self, now: float) -> None:
        if not self._queue or not self._link.ready or self._doubted or now < self._again_at or self._waits:
            return
        command = self._queue[0][0]
        if isinstance(command, m.Display) and not self._caps & m.HAS_DISPLAY:
            self._done()
            return
        if self._link.status_first(now):
            return
        self._link.send(command, now)
        self._sent = command
        self._again_at = now

    @property
    def _waits(self) -> bool:
        """The next command is for when the last one has ended, and the tray is empty."""
        if not self._queue or not isinstance(self._queue[0][0], MOVES_CARDS):
            return False
        moves = any(isinstance(command, MOVES_CARDS) for command in self._under_way.values())
        return moves or (self._in_the_tray and not isinstance(self._queue[0][0], m.Count))

    def _answered(self, command: m.Command, reply: m.Reply) -> Iterator[of.DeviceNotice]:
        if reply.result == m.BUSY:
            self._ask_again()
            return
        if (
            reply.result == m.NOT_POSSIBLE
            and not self._doubted
            and isinstance(command, m.Eject | m.Dispense | m.Shuffle)
        ):
            self._doubted = True
            return
        self._done(reply.result == m.DONE and self._goes_on(command))
        if isinstance(command, m.Reveal):
            yield revealed(command, reply, self.memory.seals.get(command.tag, ()))
        elif reply.result == m.DONE:
            if isinstance(command, m.Mode):
                yield of.ModeSet(command.mode)
        elif isinstance(command, m.Clear) and reply.result == m.NOT_POSSIBLE:
            yield of.Cleared(None)  # there is nothing to clear any more
        elif reply.result != m.FAULTY or isinstance(command, m.Clear):
            # A latched fault has its own event; that its cause is still there has none.
            yield of.DeviceRefused(type(command).__name__.lower(), reply.result)

    def _ask_again(self) -> None:
        self._put_off = True
        self._again_at += AGAIN_AFTER

    def _done(self, begun: bool = False) -> m.Command:
        self._put_off, self._without_reason = False, 0
        command, token = self._queue.popleft()
        if token is not None:
            self._taken.append(of.CommandTaken(token, begun))
        return command

    # ---- what the link tells ------------------------------------------------------------------------

    def _notices(self, heard: ln.Notice) -> Iterator[of.DeviceNotice]:
        if isinstance(heard, ln.Began):
            yield from self._began(heard.greeting, heard.report)
        elif isinstance(heard, ln.Stands):
            yield from self._stands(heard.report)
        elif isinstance(heard, ln.Answered):
            yield from self._answered(heard.command, heard.reply)
        elif isinstance(heard, ln.Happened):
            yield from self._happened(heard.event)
        elif isinstance(heard, ln.Lost):
            self._in_doubt = self._in_doubt or heard.command
            yield from self._gone("it does not answer")
        else:
            yield of.DeviceUnknown(heard.version)

    def _began(self, greeting: m.Greeting, report: m.Report) -> Iterator[of.DeviceNotice]:
        before, new = self.memory, self.memory.serial is None
        other = greeting.serial != before.serial
        restarted = (before.serial, before.boot) != (greeting.serial, greeting.boot)
        self._caps, self._told_why, self._doubted = greeting.caps, "", False
        caps = tuple(name for bit, name in CAPS.items() if greeting.caps & bit)
        mode = None if restarted else before.mode
        yield of.DeviceBegan(caps, greeting.boot, greeting.model, greeting.fw, greeting.serial, mode)
        if new:
            yield from self._stands_now(before.told_again(report))
        else:
            why = known.unaccounted(before, greeting.serial, report, self._asked(m.Dispense), self._asked(m.Eject))
            yield of.DeviceFound(not why, why)
            if why:
                yield from self._stands_now(self.memory.told_again(report))
                self._forget_dealing()
        if other:
            self._under_way.clear()
            if report.fault:
                yield of.Faulted(None, cause_of(report.fault))  # told to another host, perhaps
        self._lost = False
        if self._in_doubt is not None:
            self._found_out(self._in_doubt, report)
            self._in_doubt = None
        yield from self._stands(report)

    def _forget_dealing(self) -> None:
        """What was still to be dealt or told belongs to a round that is over: it must not come after all."""
        for command, token in list(self._queue):
            if isinstance(command, m.Dispense | m.Reveal):
                self._queue.remove((command, token))
                if token is not None:
                    self._taken.append(of.CommandTaken(token, False))

    def _asked(self, kind: type[C]) -> C | None:
        """Under way, or never answered."""
        found = self._in_doubt if isinstance(self._in_doubt, kind) else self._under_way.get(kind)
        return found if isinstance(found, kind) else None

    def _found_out(self, command: m.Command, report: m.Report) -> None:
        """A command whose reply was lost stays at the head of the queue only if it was never begun."""
        if self._queue and self._queue[0][0] is command and self._begun(command, report):
            self._done(self._goes_on(command))

    def _goes_on(self, command: m.Command) -> bool:
        """Until its event comes, if it has not come before the reply."""
        begun = type(command) in ENDS.values() and command is not self._ended
        if begun:
            self._under_way[type(command)] = command
        return begun

    def _begun(self, command: m.Command, report: m.Report) -> bool:
        if command is self._ended:
            return True
        if type(command) in self._under_way:
            return False  # that is another one
        return self._shows(command, report)

    def _shows(self, command: m.Command, report: m.Report) -> bool:
        """Whether it has been begun, as STATUS has it."""
        if report.state in (known.FAULT, known.STOPPED):
            return type(command) in ENDS.values()  # it is for a person now, and for the table to say what follows
        if isinstance(command, m.Dispense):
            return report.state == known.DISPENSING or report.dispensed > self.memory.dispensed
        if isinstance(command, m.Eject):
            gone = report.deck != self.memory.deck or not report.deck
            return report.state == known.DISPENSING or gone
        if isinstance(command, m.Shuffle):
            # On the dealing side it is shuffled already; a spare has flags of its own.
            spare = report.flags & (m.OTHER_SHUFFLING | m.SECOND_DECK_READY)
            return bool(spare) or report.deck == command.deck or report.state == known.SHUFFLING
        if isinstance(command, m.Count):
            return report.state == known.DISPENSING
        # REVEAL, SEALS, MODE and DISPLAY do nothing that must not be done twice.
        return isinstance(command, m.Clear)

    def _stands(self, report: m.Report) -> Iterator[of.DeviceNotice]:
        self._report = report
        self._in_the_tray = bool(report.flags & m.IN_THE_TRAY)
        for kind, command in list(self._under_way.items()):
            if isinstance(command, MOVES_CARDS) and not self._shows(command, report):
                del self._under_way[kind]  # it has ended without its event
        if self._cleared and report.state not in (known.FAULT, known.STOPPED):
            self._cleared = False
            yield from self._stands_now(self.memory.told_again(report))
        elif report.state not in (known.FAULT, known.STOPPED):
            yield from self._stands_now(self.memory.seen(report))
        if report.state != known.STOPPED:
            self._stopped = False
        elif not self._stopped:
            self._stopped = True
            shuffling = m.Shuffle in self._under_way
            self._under_way.clear()
            yield of.DeviceStopped(shuffling)
        if self._doubted:
            yield from self._not_possible(report)

    def _stands_now(self, stands: of.DeckStands) -> Iterator[of.DeviceNotice]:
        """Told only when it is new."""
        if stands != self.memory.stands():
            yield stands

    def _not_possible(self, report: m.Report) -> Iterator[of.DeviceNotice]:
        """An open door, or cards that nobody has taken yet, pass: the command waits for it. Anything else does not.

        What was in the way may have gone before STATUS was read: without a reason it is asked for once more.
        """
        self._doubted = False
        busy = report.state in (known.SHUFFLING, known.DISPENSING, known.WAITING)
        reason = bool(report.flags & (m.DOOR_OPEN | m.IN_THE_TRAY)) or busy
        self._without_reason = 0 if reason else self._without_reason + 1
        if self._without_reason < 2:
            self._ask_again()
        elif self._queue:
            yield of.DeviceRefused(type(self._done()).__name__.lower(), m.NOT_POSSIBLE)

    def _happened(self, event: m.Event) -> Iterator[of.DeviceNotice]:
        ended = ENDS.get(type(event))
        other = ended is None or self._under_way.pop(ended, None) is not None
        if not other and self._queue and self._queue[0][0] is self._sent and type(self._sent) is ended:
            self._ended = self._sent
        if isinstance(event, m.Dispensed | m.Taken):
            self._in_the_tray = isinstance(event, m.Dispensed)
        if isinstance(event, m.Fault):
            self._under_way.clear()
            self._ended = self._sent
        if isinstance(event, m.Cleared):
            self._cleared = True
        notice = notice_of(event)
        if notice is None:
            self._acks.append(event.n)
            yield of.DeviceRefused("a place that the protocol does not have", m.BAD_ARGUMENT)
        else:
            yield notice
