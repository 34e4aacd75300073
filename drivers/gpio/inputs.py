"""Buttons, gate, door and wager spots, from edges and levels to notices. It starts no thread and reads no clock.

Edges come from any thread and only wait in a queue; `step` does the rest, at the time that it is told.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from drivers.errors import DriverError
from drivers.gpio import debounce as db
from drivers.gpio.pinout import pinout, spot_of
from drivers.gpio.shift_register import ShiftChain
from drivers.notices import CardPassed, DoorChanged, InputFailed, PinNotice, Pressed, ScansMissed, SpotChanged
from drivers.ports import Pins
from drivers.wiring import PinWiring

RESYNC = 0.05
"""Seconds: a press whose edges were lost is still there then, and its dealer has noticed nothing."""
MISSES_TOLD = 1.0
"""Seconds between two notices of missed scans: a table that is too slow must not be made slower by them."""
MOST_EDGES = 4096
"""That wait for a step. More of them are chatter of an input nobody listens to; the level will tell in the end."""

LOCK_OUT = "lock-out"


@dataclass(slots=True, eq=False)
class _Input:
    name: str
    debounce: db.Debounce
    notice: Callable[[bool], PinNotice | None]


class Inputs:
    def __init__(
        self,
        pins: Pins,
        wiring: PinWiring,
        now: float,
        *,
        on_lock_out: Callable[[], None] | None = None,
        wake: Callable[[], None] | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """`on_lock_out` and `wake` are called in the edge's own thread: the one before all else, the other at its end.

        `clock` is the one that `now` comes from, to stamp edges: then a late step still finds every card that passed.
        Without it, edges count from the step that takes them.
        """
        pinout(wiring)
        self._pins = pins
        self._on_lock_out, self._wake, self._clock = on_lock_out, wake, clock
        self._edges: deque[tuple[int, bool, float | None]] = deque()
        self._to_clear: deque[str] = deque()
        self._found: list[PinNotice] = []
        self._waiting: dict[str, _Input] = {}
        """Inputs that time alone will change."""
        self._inputs: dict[str, _Input] = {}
        self._by_pin: dict[int, _Input] = {}
        self._by_bit: dict[int, _Input] = {}
        self._lock_out_pin = wiring.buttons.get(LOCK_OUT)
        self._lock_out_seen = False
        """From the press to when it has been let go: one press closes the lock once."""
        for name, pin in wiring.buttons.items():
            self._add_pin(name, pin, db.LOCK_OUT if name == LOCK_OUT else db.BUTTON, _button(name), now)
        if wiring.gate is not None:
            self._add_pin("gate", wiring.gate, db.GATE, _gate, now)
        if wiring.door is not None:
            self._add_pin("door", wiring.door, db.DOOR, DoorChanged, now)
        for name, pin in wiring.spots.items():
            self._add_pin(name, pin, db.SPOT, _spot(name), now)
        self._resync_at = now + RESYNC if self._by_pin else None

        self._chain = ShiftChain(pins, wiring.chain) if wiring.chain is not None else None
        self._rate = wiring.chain.rate if wiring.chain is not None else 1
        self._begun, self._scans = now, 1
        self._missed, self._misses_told = 0, float("-inf")
        self._chips = self._chain.scan() if self._chain is not None else 0
        for n, name in enumerate(wiring.chain.spots if wiring.chain is not None else ()):
            if name:
                self._by_bit[1 << n] = self._add(name, db.SPOT, _spot(name), bool(self._chips >> n & 1), now)
        self._wired = sum(self._by_bit)
        self._chips &= self._wired

    # ---- what the table asks -----------------------------------------------------------

    @property
    def next_at(self) -> float:
        """When `step` has something to do, if no edge wakes it before."""
        if self._found or self._to_clear:
            return self._begun
        times = [due for item in self._waiting.values() if (due := item.debounce.due) is not None]
        if self._resync_at is not None:
            times.append(self._resync_at)
        if self._chain is not None:
            times.append(self._scan_at)
        return min(times, default=float("inf"))

    @property
    def settled(self) -> bool:
        """No input is on its way from one level to another."""
        return not self._edges and not self._found and not self._waiting

    def standing(self) -> dict[str, bool]:
        """Every input by its name: pressed, open, chips on it. As believed; of a failed one, as last believed."""
        return {name: item.debounce.active for name, item in self._inputs.items()}

    def clear(self, name: str) -> None:
        """A person has seen to it: it is believed again from the next step on."""
        if name not in self._inputs:
            raise DriverError(f"no input has the name {name!r}")
        self._to_clear.append(name)

    def step(self, now: float) -> list[PinNotice]:
        for _ in range(len(self._edges)):
            pin, active, at = self._edges.popleft()
            item = self._by_pin[pin]
            self._take(item, item.debounce.edge(active, now if at is None else min(at, now)))
        # After the edges: those of a failed input are from before it was seen to.
        while self._to_clear:
            self._clear(self._inputs[self._to_clear.popleft()], now)
        if self._resync_at is not None and now >= self._resync_at:
            self._resync_at = now + RESYNC
            for pin, item in self._by_pin.items():
                self._take(item, item.debounce.level(not self._pins.read(pin), now))
        if self._chain is not None and now >= self._scan_at:
            self._scan(self._chain, now)
        if self._waiting:
            for item in list(self._waiting.values()):
                self._take(item, item.debounce.tick(now))
        found, self._found = self._found, []
        return found

    # ---- edges and scans -----------------------------------------------------------------

    def _edge(self, pin: int) -> None:
        first = pin == self._lock_out_pin and not self._lock_out_seen
        try:
            if first:
                self._lock_out_seen = True
                if self._on_lock_out is not None:
                    self._on_lock_out()
        finally:
            # The press that closed the lock is always told, however much else is waiting.
            if first or len(self._edges) < MOST_EDGES:
                at = None if self._clock is None else self._clock()
                self._edges.append((pin, not self._pins.read(pin), at))
            if self._wake is not None:
                self._wake()

    @property
    def _scan_at(self) -> float:
        return self._begun + self._scans / self._rate

    def _scan(self, chain: ShiftChain, now: float) -> None:
        late = int((now - self._scan_at) * self._rate)
        self._scans += late + 1
        self._missed += late
        if self._missed and now >= self._misses_told + MISSES_TOLD:
            self._found.append(ScansMissed(self._missed))
            self._missed, self._misses_told = 0, now
        chips = chain.scan() & self._wired
        changed = chips ^ self._chips
        self._chips = chips
        while changed:
            bit = changed & -changed
            changed ^= bit
            item = self._by_bit[bit]
            self._take(item, item.debounce.edge(bool(chips & bit), now))

    def _take(self, item: _Input, seen: list[db.Seen]) -> None:
        for what in seen:
            if isinstance(what, str):
                self._found.append(InputFailed(item.name, what))
                continue
            if item.name == LOCK_OUT:
                self._lock_out(what)
            notice = item.notice(what)
            if notice is not None:
                self._found.append(notice)
        if item.debounce.due is None:
            self._waiting.pop(item.name, None)
        else:
            self._waiting[item.name] = item

    def _lock_out(self, pressed: bool) -> None:
        """A press whose edge was lost closes the lock here."""
        missed = pressed and not self._lock_out_seen
        self._lock_out_seen = pressed
        if missed and self._on_lock_out is not None:
            self._on_lock_out()

    def _clear(self, item: _Input, now: float) -> None:
        item.debounce.clear(self._level(item), now)
        if item.name == LOCK_OUT:
            self._lock_out_seen = item.debounce.active
        self._take(item, [])

    def _level(self, item: _Input) -> bool:
        for pin, other in self._by_pin.items():
            if other is item:
                return not self._pins.read(pin)
        return any(self._chips & bit for bit, other in self._by_bit.items() if other is item)

    # ---- at the start --------------------------------------------------------------------

    def _add_pin(
        self, name: str, pin: int, kind: db.Kind, notice: Callable[[bool], PinNotice | None], now: float
    ) -> None:
        self._pins.input(pin, "up")
        self._by_pin[pin] = self._add(name, kind, notice, not self._pins.read(pin), now)
        if name == LOCK_OUT:
            self._lock_out_seen = self._inputs[name].debounce.active
        self._pins.watch(pin, self._edge)

    def _add(
        self, name: str, kind: db.Kind, notice: Callable[[bool], PinNotice | None], active: bool, now: float
    ) -> _Input:
        item = self._inputs[name] = _Input(name, db.Debounce(kind, active, now), notice)
        # What lies or stands there already is told, to be compared. A button that is held at the start is no press.
        self._take(item, [True] if active and kind.stuck_after is None else [])
        return item


def _button(name: str) -> Callable[[bool], PinNotice | None]:
    return lambda pressed: Pressed(name) if pressed else None


def _gate(open: bool) -> PinNotice | None:
    """A card counts as soon as it opens the gate: it has left the shoe."""
    return CardPassed() if open else None


def _spot(name: str) -> Callable[[bool], PinNotice | None]:
    seat, wager = spot_of(name)
    return lambda chips: SpotChanged(seat, wager, chips)
