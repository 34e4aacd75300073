"""A whole table with bots. They see the view and the cards that lie there, and act through hands alone.

No threads and no clock: whoever steps them says what time it is. The same seed gives the same run.
"""

from collections import deque
from collections.abc import Callable, Sequence
from random import Random

from controller.bots.cards import Cards
from controller.bots.dealer import Dealer
from controller.bots.hands import LOOK, Act, Hands
from controller.bots.people import ActAtConsole, By, Console, Person, Reply, Staff
from controller.bots.players import Players
from controller.bots.rescue import Rescue
from controller.bots.sight import Sight, View
from controller.bots.slips import Slips
from controller.bots.supervisor import Supervisor
from controller.bots.troubles import Troubles
from drivers.twin.table import TwinTable

REMEMBERED = 40
"""Acts: enough to see why a table stands still."""


class Bots:
    def __init__(
        self,
        twin: TwinTable,
        view: Callable[[], View],
        act: ActAtConsole,
        people: Sequence[Person],
        seed: int,
        *,
        mistakes: float = 0.0,
        faults: float = 0.0,
        pace: float = 0.0,
        acknowledge: Callable[[str, By], Reply] | None = None,
        clear_input: Callable[[str, By], Reply] | None = None,
        device_back: Callable[[By], Reply] | None = None,
    ) -> None:
        """`mistakes`: the share of acts that are wrong; `faults`: of the hardware, a minute.

        `pace`: seconds that people take between two acts.
        """
        self._view = view
        self._pace = pace
        staff, console = Staff(people), Console(act, acknowledge, clear_input, device_back)

        def rng(name: str) -> Random:
            return Random(f"{seed} {name}")

        self._hands = Hands(twin)
        self.cards = Cards(twin.device, rng("cards"))
        self.troubles = Troubles(twin, rng("troubles"), faults)
        self._players = Players(self._hands, self.cards, rng("players"))
        self._dealer = Dealer(self._hands, self.cards, self._players, twin.device, rng("dealer"))
        self._supervisor = Supervisor(twin, self._hands, self.cards, self._players, staff, console)
        self._slips = Slips(self._hands, self.cards, staff, rng("slips"), mistakes)
        self.rescue = Rescue(twin, self._supervisor)
        self.done: deque[tuple[float, str]] = deque(maxlen=REMEMBERED)
        """The latest acts, each with its time."""
        self._look_at = 0.0
        self._waiting = False
        """For what was done to be seen."""

    @property
    def next_at(self) -> float:
        """When `step` has something to do."""
        own = self._hands.next_at if self._hands.busy else self._look_at
        return min(own, self.troubles.next_at)

    def step(self, now: float) -> None:
        """All that is due. It never waits, but for the answer of the console."""
        self.troubles.step(now)
        self.cards.watch()
        if self._hands.busy:
            self._hands.step(now)
            self._look_at = now + LOOK
        elif now >= self._look_at:
            self._look_at = now + LOOK
            self._look(self._view(), now)

    def _look(self, view: View, now: float) -> None:
        if view["out_of_order"]:
            return
        s = Sight(view)
        self.cards.look(s)
        if not self._hands.free(view, now):
            return
        if self._waiting:
            self._waiting = False
            self._look_at = now + self._pace
            return
        act = self._next(s, now)
        if act is not None:
            self.done.append((now, act.words))
            self._hands.begin(act, view, now)
            self._waiting = True

    def _next(self, s: Sight, now: float) -> Act | None:
        return (
            self.rescue.next(s, now)
            or self._supervisor.next(s)
            or self._slips.next(s)
            or self._players.next(s)
            or self._dealer.next(s)
        )
