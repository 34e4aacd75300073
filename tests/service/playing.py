"""A service on a twin with bots at the table, in the table's own time: what a soak is of, and a session to crash."""

from pathlib import Path
from typing import Any

from controller.bots.bots import Bots
from controller.bots.people import By, Person, Reply
from drivers.twin.cycles import Pace
from tests.service.atable import ALL_CAPS, PEOPLE, ATable

BOTS = tuple(Person(one.who, one.role, one.badge, "1234") for one in PEOPLE.values() if one.acts)
PACE = Pace(shuffle=2.0, dispense=0.2, count=1.0, eject=0.3)
STUCK = 900.0
"""Seconds of the table's time in which a round is over, whatever has gone wrong in it."""


class Playing(ATable):
    def __init__(
        self,
        folder: Path,
        setup: dict[str, Any],
        caps: tuple[str, ...] | None = ALL_CAPS,
        *,
        seed: int = 1,
        mistakes: float = 0.0,
        faults: float = 0.0,
    ) -> None:
        super().__init__(folder, setup, caps, seed=seed, pace=PACE)
        self.bots = Bots(
            self.twin,
            lambda: self.service.view(),
            self._act,
            BOTS,
            seed,
            mistakes=mistakes,
            faults=faults,
            acknowledge=lambda alarm, by: self._ask("acknowledge", alarm=alarm, by=by),
            clear_input=lambda name, by: self._ask("clear-input", name=name, by=by),
            device_back=lambda by: self._ask("device-back", by=by),
        )

    def _act(self, event: dict[str, Any], by: By, second: By | None = None) -> Reply:
        return self._ask("act", event=event, by=by, **({"second": second} if second else {}))

    def _ask(self, what: str, **fields: Any) -> Reply:
        """As `ask`, but time stands still while the console answers."""
        request = {"id": 1, "ask": what, **fields}
        found = self.service.ask(request)
        return (
            found if isinstance(found, dict) else self.service.proved(request, {who: True for who, _ in found.people})
        )

    def play(self, rounds: int) -> None:
        """So many rounds with cards."""
        number, limit = self.game.table.number, self.rig.now + STUCK
        until = number + rounds
        while self.game.table.number < until or self.game.round.begun:
            self.step()
            if self.game.table.number != number:
                number, limit = self.game.table.number, self.rig.now + STUCK
            assert self.rig.now < limit, self.stands()

    def step(self) -> None:
        rig = self.rig
        self.twin.step(rig.now)
        found = rig.drivers.step(rig.now)
        if found:
            self.service.notices(found)
        self.service.look()
        if found or rig.on_the_way():
            return
        self.bots.step(rig.now)
        device = rig.drivers.device
        due = [rig.drivers.inputs.next_at, self.twin.next_at, self.bots.next_at]
        rig.now = max(rig.now + 0.001, min([*due, device.next_at] if device is not None else due))

    def stands(self) -> str:
        game = self.game
        acts = "\n".join(f"  {at:.2f} {words}" for at, words in self.bots.done)
        return (
            f"at {self.rig.now:.1f}: round {game.table.number} {game.round.state}, {game.prompt()}\n"
            f"due {game.round.due}, {game.device}, {[(d.number, d.state, d.inside) for d in game.decks]}\n"
            f"troubles {self.service.loop.troubles}, met {dict(self.bots.troubles.met)}\nacts:\n{acts}"
        )
