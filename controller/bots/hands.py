"""Hands at the table: what they do takes its time, and they see what has come of it before they go on."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.bots.sight import Sight, View
from controller.game.table import events as ev
from controller.keypad import keys_of
from drivers.twin.table import TwinTable

HOLD = 0.05
"""Seconds that a finger stays on a button, and a card in the gate."""
LOOK = 0.1
"""Seconds between two looks at the table: what was done has come through by then."""
PATIENCE = 1.0
"""Seconds after which nothing more is expected of what was done: it is looked at anew."""

Seen = Callable[[View], bool]
Deed = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Stage:
    """Deeds one after the other, and what shows that they have come through."""

    deeds: tuple[Deed, ...]
    seen: Seen | None = None
    """None: anything at all has changed."""
    patience: float = PATIENCE


@dataclass(frozen=True, slots=True)
class Act:
    words: str
    """For who looks for why the table stands still."""
    stages: tuple[Stage, ...]


class Hands:
    def __init__(self, twin: TwinTable) -> None:
        self.twin = twin
        self._todo: deque[Deed] = deque()
        self._at = 0.0
        self._stages: deque[Stage] = deque()
        self._before: View = {}
        self._until = 0.0

    # ---- doing -----------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """A finger is still on something."""
        return bool(self._todo)

    @property
    def next_at(self) -> float:
        return self._at if self._todo else float("inf")

    def begin(self, act: Act, view: View, now: float) -> None:
        self._stages = deque(act.stages)
        self._stage(view, now)

    def step(self, now: float) -> None:
        while self._todo and self._at <= now:
            self._todo.popleft()()
            self._at = max(self._at, now) + HOLD
            self._until = now + self._stages[0].patience

    def free(self, view: View, now: float) -> bool:
        """Whether all is done and seen, or is no longer hoped for."""
        while self._stages and not self._todo:
            seen = self._stages[0].seen
            if seen(view) if seen is not None else view != self._before:
                self._stages.popleft()
                if self._stages:
                    self._stage(view, now)
            elif now >= self._until:
                self._stages.clear()
            else:
                break
        return not self._stages

    def _stage(self, view: View, now: float) -> None:
        self._before = view
        self._todo.extend(self._stages[0].deeds)
        self._at = now
        self.step(now)

    # ---- what hands can do -----------------------------------------------------------------------

    def press(self, s: Sight, button: str, seat: int | None = None) -> Act:
        press = Stage((lambda: self.twin.press(button), lambda: self.twin.let_go(button)))
        keyed = ["seat", *str(seat)] if seat is not None else []
        for_seat = f" for seat {seat}" if seat is not None else ""
        return Act(f"press {button}{for_seat}", (*self._typed(s, keyed), press))

    def enter(self, s: Sight, event: ev.Event) -> Act:
        """Keys it, reads it on the display, and presses Enter."""
        keys = keys_of(event, s.wagers)
        if keys is None:
            raise ValueError(f"{event} cannot be keyed")
        typed = self._typed(s, keys[:-1])
        return Act(f"key {' '.join(keys)}", (*typed, Stage((lambda: self.twin.key(["enter"]),))))

    def declare(self, s: Sight, what: str, cards: int | None = None, seat: int | None = None) -> Act:
        """An irregularity, by its number."""
        keys = [*str(ev.Happening.__args__.index(what) + 1)]  # type: ignore[attr-defined]
        keys += ["amount", *str(cards)] if cards is not None else []
        keys += ["seat", *str(seat)] if seat is not None else []
        button = "irregularity"
        press = Stage((lambda: self.twin.press(button), lambda: self.twin.let_go(button)))
        return Act(f"declare {what} {' '.join(keys)}", (*self._typed(s, keys), press))

    def chips(self, seat: int, wagers: Sequence[str], there: bool) -> Act:
        """Each as it should be; seen when all of them are."""

        def seen(view: View) -> bool:
            s = Sight(view)
            return all(s.spot(seat, wager)["chips"] == there for wager in wagers)

        deeds = [self._put(seat, wager, there) for wager in wagers]
        how = "on" if there else "off"
        return Act(f"seat {seat}: {', '.join(wagers)} {how}", (Stage(tuple(deeds), seen),))

    def draw(self) -> Act:
        passed = Stage((lambda: self.twin.gate(True), lambda: self.twin.gate(False)))
        return Act("draw a card", (passed,))

    def swipe(self, badge: str) -> Act:
        return Act("badge at the reader", (Stage((lambda: self.twin.swipe(badge),)),))

    def do(self, words: str, deed: Deed, seen: Seen | None = None, patience: float = PATIENCE) -> Act:
        return Act(words, (Stage((deed,), seen, patience),))

    def _put(self, seat: int, wager: str, there: bool) -> Deed:
        return lambda: self.twin.chips(seat, wager, there)

    def _typed(self, s: Sight, keys: Sequence[str]) -> tuple[Stage, ...]:
        """On an empty display; it stands there before anything is done with it."""
        stages = []
        if s.view["keyed"]:
            stages.append(Stage((lambda: self.twin.key(["clear"]),), lambda view: not view["keyed"]))
        if keys:
            shown = " ".join(keys)
            stages.append(Stage((lambda: self.twin.key(keys),), lambda view: view["keyed"] == shown))
        return tuple(stages)
