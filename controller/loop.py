"""One way through: a notice becomes events, each goes through the machines, and what they want is carried out."""

from collections.abc import Callable
from dataclasses import dataclass

from controller.execute import Executor
from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.controller import TableController
from controller.game.table.refusals import Refused
from controller.translate import Translate, Trouble
from drivers import notices as of


@dataclass(frozen=True, slots=True)
class Handled:
    """An event and what came of it."""

    event: ev.Event
    outcome: tuple[do.Effect, ...] | Refused


Told = Handled | Trouble


class Loop:
    """The one owner of a table's state. Nothing here waits or reads a clock."""

    def __init__(
        self, game: TableController, translate: Translate, executor: Executor, told: Callable[[Told], None]
    ) -> None:
        self.game = game
        self.translate = translate
        self.troubles: dict[str, str] = {}
        """What is wrong now, by what it is about."""
        self._executor = executor
        self._told = told

    def notice(self, notice: of.Notice, at: int) -> None:
        for made in self.translate.events(notice):
            if isinstance(made, Trouble):
                self._trouble(made)
            else:
                self.event(made, at)
        if isinstance(notice, of.Pressed) and notice.button == "lock-out":
            self._executor.lock_out_seen()
        if isinstance(notice, of.DeviceEvent) and notice.n is not None:
            self._executor.safe(notice.n)
        self._show()

    def event(self, event: ev.Event, at: int) -> tuple[do.Effect, ...] | Refused:
        """At that time, in milliseconds."""
        outcome = self.game.handle(event, at)
        self._told(Handled(event, outcome))
        if not isinstance(outcome, Refused):
            for effect in outcome:
                self._executor.effect(effect)
        self._show()
        return outcome

    def _trouble(self, trouble: Trouble) -> None:
        before = self.troubles.pop(trouble.what, "")
        if trouble.why:
            self.troubles[trouble.what] = trouble.why
        if trouble.why != before:
            self._told(trouble)

    def _show(self) -> None:
        self._executor.show(self.game, alarm=bool(self.troubles))
