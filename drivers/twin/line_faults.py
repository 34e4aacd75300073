"""What goes wrong on a line, in one direction: bytes go in with the time, and come out later, or not, or otherwise.

Faults are drawn frame by frame from a seed, so the same bytes meet the same fate in whatever portions they come.
Bytes never overtake each other.
"""

from collections import Counter, deque
from random import Random

LONGEST = 258
"""Bytes of an encoded frame with its zero. What is longer is no frame and goes on as it is."""
DELAYS = (0.05, 0.15, 0.3)
"""Seconds: within the 200 ms for a reply, and beyond."""
MOST_GARBAGE = 24
"""Bytes: enough to be taken for a frame, were it not for the CRC."""


class BadLine:
    """`lose`, `double`, `flip`, `late`, `garbage`, `half`: the share of frames, 0 to 1, at any time another."""

    def __init__(
        self,
        seed: int = 1,
        lose: float = 0.0,
        double: float = 0.0,
        flip: float = 0.0,
        late: float = 0.0,
        garbage: float = 0.0,
        half: float = 0.0,
        byte_at_a_time: bool = False,
    ) -> None:
        self.lose, self.double, self.flip = lose, double, flip
        self.late, self.garbage, self.half = late, garbage, half
        self.byte_at_a_time = byte_at_a_time
        self._rng = Random(seed)
        self._held = bytearray()
        self._under_way: deque[tuple[float, bytes]] = deque()
        """When each may arrive at the earliest; those ahead arrive before it."""
        self._next: Counter[str] = Counter()
        self.did: Counter[str] = Counter()
        """How often each fault was met."""

    # ---- once --------------------------------------------------------------------------

    def lose_next(self, n: int = 1) -> None:
        self._next["lose"] += n

    def double_next(self, n: int = 1) -> None:
        self._next["double"] += n

    def flip_next(self, n: int = 1) -> None:
        self._next["flip"] += n

    def late_next(self, n: int = 1) -> None:
        self._next["late"] += n

    def garbage_next(self, n: int = 1) -> None:
        self._next["garbage"] += n

    def half_next(self, n: int = 1) -> None:
        self._next["half"] += n

    # ---- bytes -------------------------------------------------------------------------

    def put(self, data: bytes, now: float) -> None:
        """A frame goes on its way when its zero byte is there."""
        for byte in data:
            self._held.append(byte)
            if byte == 0 or len(self._held) >= LONGEST:
                self._frame(bytes(self._held), now)
                self._held.clear()

    def arrived(self, now: float) -> list[bytes]:
        """In the portions in which they come."""
        found = bytearray()
        while self._under_way and self._under_way[0][0] <= now:
            found += self._under_way.popleft()[1]
        if self.byte_at_a_time:
            return [bytes([byte]) for byte in found]
        return [bytes(found)] if found else []

    @property
    def next_at(self) -> float | None:
        return self._under_way[0][0] if self._under_way else None

    def clear(self) -> None:
        """The cable was pulled: what was under way is gone."""
        self._held.clear()
        self._under_way.clear()

    def _frame(self, frame: bytes, now: float) -> None:
        rng = self._rng
        # Every draw is made for every frame, so that one fault does not move all that come after it.
        lost, doubled, late = self._met("lose"), self._met("double"), self._met("late")
        flipped, cut, noise = self._met("flip"), self._met("half"), self._met("garbage")
        bit, end, delay = rng.randrange(len(frame) * 8), rng.randrange(len(frame)), rng.choice(DELAYS)
        rubbish = rng.randbytes(rng.randint(1, MOST_GARBAGE)) + rng.choice([b"", b"\0"])
        if flipped:
            frame = frame[: bit // 8] + bytes([frame[bit // 8] ^ 1 << bit % 8]) + frame[bit // 8 + 1 :]
        if cut:
            frame = frame[:end]
        if doubled:
            frame += frame
        if lost:
            frame = b""
        if noise:
            frame = rubbish + frame
        if frame:
            self._under_way.append((now + delay * late, frame))

    def _met(self, what: str) -> bool:
        share: float = getattr(self, what)
        met = self._rng.random() < share
        if self._next[what] > 0:
            self._next[what] -= 1
            met = True
        self.did[what] += met
        return met
