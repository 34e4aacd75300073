"""What goes wrong with the hardware by itself, now and then, and is mended after a while."""

from collections import Counter
from dataclasses import dataclass
from random import Random

from controller.play.mishaps import BadLine, Mishap, apply
from drivers.twin.machine import COUNTS, READS
from drivers.twin.table import TwinTable

MINUTE = 60.0
NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class Trouble:
    mishap: Mishap
    mended: Mishap | None = None
    """None: it is used up, or people see to it."""
    least: float = 1.0
    most: float = 8.0
    """Seconds that it lasts."""
    caps: int = 0
    """That the device must have for it."""


DEVICE = (
    *(Trouble(Mishap(deal=cause, at_card=card)) for cause in ("jam-dealing", "misfeed", "motor") for card in (1, 2)),
    *(Trouble(Mishap(shuffle=cause, at_card=9)) for cause in ("jam-shuffling", "shuffle-not-completed", "motor")),
    *(Trouble(Mishap(fault=cause)) for cause in ("motor", "unreadable")),
    Trouble(Mishap(unknown_deck=True)),
    Trouble(Mishap(double_feed=1)),
    Trouble(Mishap(missing_card=1)),
    Trouble(Mishap(face_up=1)),
    Trouble(Mishap(face_up=2)),
    Trouble(Mishap(miscount=1), Mishap(miscount=0), caps=COUNTS),
    Trouble(Mishap(bad_seals=1), caps=READS),
    Trouble(Mishap(unread=1), caps=READS),
    Trouble(Mishap(restart=True)),
    Trouble(Mishap(restart_at_card=1)),
    Trouble(Mishap(door="open"), Mishap(door="closed")),
    Trouble(Mishap(silent=True), Mishap(silent=False)),
    Trouble(Mishap(plugged=False), Mishap(plugged=True)),
    Trouble(Mishap(lose_replies=2)),
    Trouble(Mishap(double_replies=2)),
    Trouble(Mishap(late_replies=2)),
    Trouble(
        Mishap(line=BadLine(lose=5, double=5, flip=5, late=5, garbage=5, half=5, byte_at_a_time=True)),
        Mishap(line=BadLine()),
        most=20.0,
    ),
)
PANEL = (
    *(Trouble(Mishap(unplug=which), Mishap(plug=which)) for which in ("keypad", "badge reader")),
    *(Trouble(Mishap(stall=which)) for which in ("keypad", "badge reader")),
)
BOUNCE = Trouble(Mishap(bounce=8), Mishap(bounce=0), most=20.0)


class Troubles:
    def __init__(self, twin: TwinTable, rng: Random, rate: float) -> None:
        """`rate`: how many in a minute, on the average; the next one comes when the last is mended."""
        self._twin, self._rng, self._rate = twin, rng, rate
        self._mended: Mishap | None = None
        self._mend_at = NEVER
        self._next_at: float | None = None
        self.met: Counter[str] = Counter()
        """How often each has happened."""

    @property
    def next_at(self) -> float:
        return min(self._mend_at, NEVER if self._next_at is None else self._next_at)

    def step(self, now: float) -> None:
        if self._next_at is None:
            self._next_at = self._later(now)
        if now >= self._mend_at:
            self._mend_at = NEVER
            if self._mended is not None:
                apply(self._mended, self._twin)
            if self._twin.device is not None:
                # A card too many and one too few in the same stack would be a card exchanged: nobody could see that.
                self._twin.device.faults.double = self._twin.device.faults.missing = 0
        if now >= self._next_at and self._mend_at == NEVER:
            self._begin(self._picked(), now)

    def _begin(self, trouble: Trouble, now: float) -> None:
        apply(trouble.mishap, self._twin)
        self.met[_words(trouble.mishap)] += 1
        self._mended = trouble.mended
        self._mend_at = now + self._rng.uniform(trouble.least, trouble.most)
        self._next_at = self._later(self._mend_at)

    def _later(self, now: float) -> float:
        return now + self._rng.expovariate(self._rate / MINUTE) if self._rate > 0 else NEVER

    def _picked(self) -> Trouble:
        device = self._twin.device
        kinds = [*PANEL, BOUNCE, *self._contacts()]
        if device is not None:
            kinds += [trouble for trouble in DEVICE if device.caps & trouble.caps == trouble.caps]
        return self._rng.choice(kinds)

    def _contacts(self) -> list[Trouble]:
        """One button and one spot that may be the next to fail."""
        button = self._rng.choice(("next", "play", "check", "no-more-bets", "gate"))
        spot = self._rng.choice(self._twin.spot_names)
        return [
            Trouble(Mishap(chatter=button), Mishap(mend=button)),
            Trouble(Mishap(stuck=button), Mishap(mend=button), most=20.0),
            Trouble(Mishap(lose_edges=button)),
            Trouble(Mishap(chatter=spot), Mishap(mend=spot)),
            Trouble(Mishap(stuck=spot), Mishap(mend=spot)),
        ]


def _words(mishap: Mishap) -> str:
    given = [name for name in mishap.__slots__ if getattr(mishap, name) is not None]
    return " and ".join(f"{name} {getattr(mishap, name)}" for name in given if name != "line") or "bad line"
