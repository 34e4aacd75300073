"""Pins as the hardware's side has them: contacts that bounce, chatter and stick, and parts wired to outputs."""

from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random
from threading import RLock

from drivers.ports import Pull

CHATTER_EVERY = 0.001
"""Seconds between two edges of a loose contact."""


class Timeline:
    """What the world has still to do, in order. Whoever steps it says what time it is."""

    def __init__(self, now: float, seed: int) -> None:
        self.now = now
        self.rng = Random(seed)
        self.lock = RLock()
        """Contacts are moved by whoever plays the world and by whoever steps it."""
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._number = count()

    @property
    def next_at(self) -> float:
        with self.lock:
            return self._due[0][0] if self._due else float("inf")

    def later(self, seconds: float, deed: Callable[[], None]) -> None:
        with self.lock:
            heappush(self._due, (self.now + seconds, next(self._number), deed))

    def step(self, now: float) -> None:
        with self.lock:
            while self._due and self._due[0][0] <= now:
                at, _, deed = heappop(self._due)
                self.now = max(self.now, at)
                deed()
            self.now = max(self.now, now)


class Contact:
    """A switch, and how it really closes and opens when the world moves it."""

    def __init__(self, time: Timeline, moved: Callable[[bool], None]) -> None:
        self._time, self._moved = time, moved
        self._wanted = self._closed = False
        self._spoiled = False
        self._turn = 0
        """What was begun in an earlier turn is not gone on with."""
        self.bounce = 0.0
        """Seconds that it goes on for after a move."""

    @property
    def closed(self) -> bool:
        return self._closed

    def put(self, closed: bool) -> None:
        with self._time.lock:
            if closed == self._wanted:
                return
            self._wanted = closed
            if self._spoiled:
                return
            self._turn += 1
            self._move(closed)
            if self.bounce > 0:
                # An even number of further edges: it comes to rest where it was put.
                rng = self._time.rng
                for seconds in sorted(rng.uniform(0, self.bounce) for _ in range(2 * rng.randint(1, 4))):
                    self._time.later(seconds, partial(self._bounce, self._turn))

    def chatter(self, every: float) -> None:
        with self._time.lock:
            self._turn += 1
            self._spoiled = True
            self._time.later(every, partial(self._chatter, self._turn, every))

    def stick(self, closed: bool) -> None:
        with self._time.lock:
            self._turn += 1
            self._spoiled = True
            self._move(closed)

    def mend(self) -> None:
        with self._time.lock:
            self._turn += 1
            self._spoiled = False
            self._move(self._wanted)

    def _bounce(self, turn: int) -> None:
        if turn == self._turn:
            self._move(not self._closed)

    def _chatter(self, turn: int, every: float) -> None:
        if turn == self._turn:
            self._move(not self._closed)
            # Never quite even, or a steady scan could find the same level every time.
            self._time.later(every * self._time.rng.uniform(0.5, 1.5), partial(self._chatter, turn, every))

    def _move(self, closed: bool) -> None:
        if closed != self._closed:
            self._closed = closed
            self._moved(closed)


class TwinPins:
    """`ports.Pins` on one side, the world on the other: contacts to ground, lamps to look at, parts to wire up."""

    def __init__(self, now: float = 0.0, seed: int = 0) -> None:
        self.time = Timeline(now, seed)
        self._levels: dict[int, bool] = {}
        """Of every pin that is claimed."""
        self._pulls: dict[int, Pull] = {}
        self._outputs: dict[int, Callable[[bool], None] | None] = {}
        """What is wired to each."""
        self._watchers: dict[int, list[Callable[[int], None]]] = {}
        self._contacts: dict[int, Contact] = {}
        self._parts: dict[int, Callable[[bool], None]] = {}
        self._broken: dict[int, bool] = {}
        self._to_lose: dict[int, int] = {}
        self._bounce = 0.0

    # ---- the driver's side ---------------------------------------------------------------

    def input(self, pin: int, pull: Pull) -> None:
        with self.time.lock:
            self._release(pin)
            self._pulls[pin] = pull
            self._levels[pin] = self._level(pin)

    def output(self, pin: int, high: bool) -> None:
        with self.time.lock:
            stood = self.stands(pin)
            self._pulls.pop(pin, None)
            self._watchers.pop(pin, None)
            self._levels[pin] = stood
            self._wire(pin)
            self.write(pin, high)

    def read(self, pin: int) -> bool:
        try:
            return self._levels[pin]
        except KeyError:
            raise RuntimeError(f"pin {pin} is not claimed") from None

    def write(self, pin: int, high: bool) -> None:
        try:
            part = self._outputs[pin]
        except KeyError:
            raise RuntimeError(f"pin {pin} is no output") from None
        if self._levels[pin] != high:
            self._levels[pin] = high
            if part is not None:
                part(high)

    def watch(self, pin: int, seen: Callable[[int], None]) -> None:
        if pin not in self._pulls:
            raise RuntimeError(f"pin {pin} is no input")
        self._watchers.setdefault(pin, []).append(seen)

    def close(self) -> None:
        with self.time.lock:
            for pin in list(self._levels):
                self._release(pin)
            self._levels.clear()  # a part may have answered to the last falling edge

    # ---- the world's side ------------------------------------------------------------------

    @property
    def now(self) -> float:
        """Of the edge that is being played, while one is: the clock for `Inputs`."""
        return self.time.now

    def step(self, now: float) -> None:
        """Plays what bounce and chatter have to do until then."""
        self.time.step(now)

    @property
    def next_at(self) -> float:
        """When it does something by itself."""
        return self.time.next_at

    def drive(self, pin: int, active: bool) -> None:
        """Closes the pin's contact to ground, or lets it open."""
        self._contact(pin).put(active)

    def stands(self, pin: int) -> bool:
        """What a lamp or a lock on this pin sees: nothing, unless an output is high."""
        return pin in self._outputs and self._levels[pin]

    def attach(self, pin: int, part: Callable[[bool], None]) -> None:
        """Wires a part to an output: it is told every change."""
        self._parts[pin] = part
        if pin in self._outputs:
            self._wire(pin)

    def lead(self, pin: int) -> Callable[[bool], None]:
        """What a part puts on an input with, high or low; without edges, and quick."""
        return partial(self._levels.__setitem__, pin)

    # ---- faults ----------------------------------------------------------------------------

    def bounce(self, seconds: float, pin: int | None = None) -> None:
        """From now on, of this pin or of all."""
        if pin is not None:
            self._contact(pin).bounce = seconds
            return
        self._bounce = seconds
        for contact in self._contacts.values():
            contact.bounce = seconds

    def chatter(self, pin: int, every: float = CHATTER_EVERY) -> None:
        """A loose contact, until it is mended."""
        self._contact(pin).chatter(every)

    def stuck(self, pin: int, active: bool = True) -> None:
        """Whatever the world does with it, until it is mended."""
        self._contact(pin).stick(active)

    def lose_edges(self, pin: int, number: int) -> None:
        """Of the next ones: the level changes, and nobody is called."""
        self._to_lose[pin] = number

    def broken(self, pin: int, high: bool = False) -> None:
        """An output that stands like this, whatever is written."""
        self._broken[pin] = high
        if pin in self._outputs:
            self._wire(pin)

    def mend(self, pin: int) -> None:
        """All of the above but bounce. A contact is where the world has put it; an output follows the next write."""
        self._to_lose.pop(pin, None)
        self._broken.pop(pin, None)
        if pin in self._outputs:
            self._wire(pin)
        if pin in self._contacts:
            self._contacts[pin].mend()

    def _contact(self, pin: int) -> Contact:
        with self.time.lock:
            if pin not in self._contacts:
                self._contacts[pin] = Contact(self.time, partial(self._moved, pin))
                self._contacts[pin].bounce = self._bounce
            return self._contacts[pin]

    def _release(self, pin: int) -> None:
        """What is wired to it sees low: nothing drives it any more."""
        if self.stands(pin):
            self.write(pin, False)
        for claims in (self._levels, self._pulls, self._outputs, self._watchers):
            claims.pop(pin, None)

    def _wire(self, pin: int) -> None:
        self._outputs[pin] = self._parts.get(pin)
        if pin in self._broken:
            self._levels[pin] = high = self._broken[pin]
            self._outputs[pin] = lambda _: self._levels.__setitem__(pin, high)

    def _level(self, pin: int) -> bool:
        closed = pin in self._contacts and self._contacts[pin].closed
        return self._pulls[pin] == "up" and not closed

    def _moved(self, pin: int, closed: bool) -> None:
        if pin not in self._pulls or self._level(pin) == self._levels[pin]:
            return
        self._levels[pin] = self._level(pin)
        if self._to_lose.get(pin, 0) > 0:
            self._to_lose[pin] -= 1
            return
        for seen in tuple(self._watchers.get(pin, ())):
            seen(pin)
