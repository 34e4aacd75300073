"""One way through: a notice becomes events, each goes through the machines, and what they want is carried out.

All of a turn is kept, then committed at once, and only then does anything of it reach the hardware. The lock line is
the one exception: its driver closes it on the button's edge.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from controller.execute import Executor
from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.controller import TableController
from controller.game.table.refusals import Refused
from controller.keeper import Keeper
from controller.records import notice_json
from controller.translate import Translate, Trouble
from drivers import notices as of

Outcome = tuple[do.Effect, ...] | Refused
OUT_OF_SERVICE = ("removed", "covered", "signed")
"""A device that people took out of service may still be plugged in: people bring it back, no session does."""
DEVICE_NOTICES: tuple[type, ...] = of.DeviceNotice.__args__


@dataclass(frozen=True, slots=True)
class Handled:
    """An event and what came of it."""

    event: ev.Event
    outcome: Outcome


Told = Handled | Trouble


class Loop:
    """The one owner of a table's state. Nothing here waits or reads a clock."""

    def __init__(
        self,
        game: TableController,
        translate: Translate,
        executor: Executor,
        keeper: Keeper,
        told: Callable[[Told], None],
        config: dict[str, Any] | None = None,
    ) -> None:
        """`config` is how the game was set up, for the snapshots."""
        self.game = game
        self.translate = translate
        self.keeper = keeper
        self._executor = executor
        self._told = told
        self._config = config or {}
        self._due: list[tuple[tuple[int, int], do.Effect]] = []
        self._safe: list[int] = []
        self._locked_out = False
        self._round_over = False

    @property
    def troubles(self) -> dict[str, str]:
        """What is wrong now, by what it is about."""
        return self.keeper.standing.troubles

    # ---- turns -------------------------------------------------------------------------------

    def notices(self, notices: Iterable[of.Notice], at: int) -> None:
        """All that was waiting, at that time in milliseconds."""
        for notice in notices:
            self._notice(notice, at)
        self.end_turn()

    def event(self, event: ev.Event, at: int) -> Outcome:
        outcome = self._event(event, at)
        self.end_turn()
        return outcome

    def trouble(self, trouble: Trouble) -> None:
        self._trouble(trouble)
        self.end_turn()

    def end_turn(self) -> None:
        """What was kept is committed; then, and only then, it is done."""
        if self._round_over:
            self.keeper.snapshot(self.game, self._config)
            self._round_over = False
        self.keeper.commit()
        due, self._due = self._due, []
        for token, effect in due:
            self._executor.effect(effect, token)
        safe, self._safe = self._safe, []
        for n in safe:
            self._executor.safe(n)
        if self._locked_out:
            self._executor.lock_out_seen()
            self._locked_out = False
        self.show()

    def show(self) -> None:
        """Lock line and lamps as the table stands: they are simply set again."""
        self._executor.show(self.game, alarm=bool(self.troubles))

    # ---- inside a turn -----------------------------------------------------------------------

    def _notice(self, notice: of.Notice, at: int) -> None:
        if isinstance(notice, of.CommandTaken):
            seq, n = notice.token
            self.keeper.keep("done", {"of": seq, "n": n, "begun": notice.begun})
            return
        if isinstance(notice, DEVICE_NOTICES):
            self.keeper.keep("notice", {"notice": notice_json(notice)})  # type: ignore[arg-type]
        for made in self.translate.events(notice):
            if isinstance(made, Trouble):
                self._trouble(made)
            elif not self._nothing_new(made):
                self._event(made, at)
        if isinstance(notice, of.Pressed) and notice.button == "lock-out":
            self._locked_out = True
        if isinstance(notice, of.DeviceEvent) and notice.n is not None:
            self._safe.append(notice.n)

    def _nothing_new(self, event: ev.Event) -> bool:
        """Drivers tell how everything stands when they begin; the table may know it from before a restart."""
        if isinstance(event, ev.DeviceReady):
            return self.game.device.state in OUT_OF_SERVICE
        if isinstance(event, ev.ChipsOn | ev.ChipsOff):
            return (event.wager in self.game.seat(event.seat).spots) == isinstance(event, ev.ChipsOn)
        return False

    def _event(self, event: ev.Event, at: int) -> Outcome:
        seq = self.keeper.keep("event", {"at": at, "event": ev.event_json(event)})
        counted = _stub_counted(self.game, event)
        outcome = self.game.handle(event, at)
        self._told(Handled(event, outcome))
        if isinstance(outcome, Refused):
            self.keeper.keep("refused", {"of": seq} | asdict(outcome))
            return outcome
        if outcome:
            kept = self.keeper.keep("effects", {"of": seq, "effects": [do.effect_json(effect) for effect in outcome]})
            self._due += [((kept, n), effect) for n, effect in enumerate(outcome)]
            self._round_over = self._round_over or any(isinstance(effect, do.RoundOver) for effect in outcome)
        if counted is not None:
            self.keeper.keep("counted", {"of": seq, "at": at} | counted)
        return outcome

    def _trouble(self, trouble: Trouble) -> None:
        if trouble.why != self.troubles.get(trouble.what, ""):
            self.keeper.keep("trouble", asdict(trouble))
            self._told(trouble)


def _stub_counted(game: TableController, event: ev.Event) -> dict[str, Any] | None:
    """What the event counts of a round's stub, beside what the controller's own ledger has."""
    if isinstance(event, ev.Count) and game.round.state == "stub":
        by, found = "dealer", event.number
    elif isinstance(event, ev.Ejected) and game.round.state == "rest-out" and event.cards is not None:
        by, found = "device", event.cards
    else:
        return None
    return {"round": game.table.number, "expected": game.ledger()["stub"], "found": found, "by": by}
