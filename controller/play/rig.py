"""A table run through the real drivers against its twin, in its own time: an hour takes as long as what happens in it.

No threads: hardware, drivers and machines take turns, so that the same seed gives the same run.
"""

import select
from collections.abc import Callable, Sequence

from drivers import notices as of
from drivers.device.driver import Left
from drivers.device.memory import Memory
from drivers.factory import open_drivers
from drivers.twin.table import TwinTable

ON_THE_WAY = 0.02
"""Seconds of real time in which bytes have certainly come through a pseudo-terminal."""
PRESS = 0.05
"""Seconds that a finger stays on a button, and a card in the gate."""
LONGEST = 30.0
"""Seconds of the table's time in which it has come to rest, or something is wrong."""


class Rig:
    def __init__(
        self, twin: TwinTable, now: float = 0.0, memory: Memory | None = None, left: Left | None = None
    ) -> None:
        """`memory` and `left` are from before a restart of the host, which the twin has outlived."""
        self.twin = twin
        self.now = now
        self.skipped = 0
        """Milliseconds that passed at the table while nothing ran."""
        self.drivers = open_drivers(twin.wiring, twin.pins, now, usb=twin.usb, panel_wait=0.0, memory=memory, left=left)
        self.take: Callable[[Sequence[of.Notice]], None] = lambda notices: None
        """What the drivers tell goes there."""

    def close(self) -> None:
        self.drivers.close()
        self.twin.close()

    @property
    def at(self) -> int:
        """The table's time, in milliseconds."""
        return round(self.now * 1000) + self.skipped

    # ---- time ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Until nothing more happens by itself."""
        self._pass_until(lambda: self._at_rest)

    def run_until(self, kind: type[of.Notice]) -> None:
        """Until the drivers have told this, and what follows from it has happened."""
        seen: list[of.Notice] = []
        self._pass_until(lambda: any(isinstance(notice, kind) for notice in seen), seen)

    def run_for(self, seconds: float) -> None:
        until = self.now + seconds
        self._pass_until(lambda: self.now >= until)

    def _pass_until(self, over: Callable[[], bool], seen: list[of.Notice] | None = None) -> None:
        begun = self.now
        while self.now < begun + LONGEST:
            self.twin.step(self.now)
            found = self.drivers.step(self.now)
            if found:
                self.take(found)
            if seen is not None:
                seen += found
            if found:
                continue
            if over():
                return
            if not self.on_the_way():
                self._advance()
        raise RuntimeError("the table does not come to rest")

    @property
    def _at_rest(self) -> bool:
        twin, drivers = self.twin, self.drivers
        if not drivers.inputs.settled or twin.keypad.unread or twin.reader.unread:
            return False
        if drivers.device is None or twin.device is None or twin.line is None:
            return True
        if twin.device.silent or not twin.line.plugged:
            return drivers.device.lost
        return drivers.device.at_rest and twin.device.session.next_at is None

    def on_the_way(self) -> bool:
        """Whether bytes are between the device and its driver: they are waited for in real time.

        Else the same seed would give another run on a slower machine.
        """
        device, line, twin = self.drivers.device, self.twin.line, self.twin.device
        if device is None or line is None or twin is None or not line.plugged or device.fileno() < 0:
            return False
        if device.at_rest and twin.session.next_at is None:
            return False
        return bool(select.select([line.fileno(), device.fileno()], [], [], ON_THE_WAY)[0])

    def _advance(self) -> None:
        due = [self.drivers.inputs.next_at, self.twin.next_at]
        if self.drivers.device is not None:
            due.append(self.drivers.device.next_at)
        self.now = max(self.now + 0.001, min(due))

    # ---- hands -------------------------------------------------------------------------------------

    def press(self, button: str) -> None:
        self.run()
        self.twin.press(button)
        self.run_for(PRESS)
        self.twin.let_go(button)
        self.run()

    def draw_card(self) -> None:
        self.twin.gate(True)
        self.run_for(PRESS)
        self.twin.gate(False)
        self.run()
