"""What the machines want done, done: commands to the dealing device, the lock line, lamps."""

from controller.game.table import effects as do
from controller.game.table.controller import TableController
from drivers.device import messages as m
from drivers.device.driver import DeviceDriver
from drivers.device.tags import tag_of
from drivers.gpio.outputs import Outputs


class Executor:
    def __init__(self, outputs: Outputs, device: DeviceDriver | None) -> None:
        self._outputs = outputs
        self._device = device

    def effect(self, effect: do.Effect, token: tuple[int, int] | None = None) -> None:
        """The device tells with the token when it has taken the command."""
        command = command_of(effect)
        if command is not None and self._device is not None:
            self._device.ask(command, token)

    def safe(self, n: int) -> None:
        """The device's event with this number is on disk."""
        if self._device is not None:
            self._device.safe(n)

    def lock_out_seen(self) -> None:
        """The press has been through the machines: from here on the line stands as they say."""
        self._outputs.release_lock()

    def show(self, game: TableController, alarm: bool) -> None:
        """Lock line and lamps as the table stands: they are simply set again."""
        round = game.round
        wagering = game.table.state == "open" and round.state in ("betting", "bets-closed")
        self._outputs.lock(not wagering)
        for seat in round.seats:
            self._outputs.accepted(seat.number, not wagering and "progressive" in seat.wagers)
        self._outputs.turn(round.turn)
        self._outputs.win_light(game.progressive_waits)
        self._outputs.alarm(alarm or game.table.state == "out-of-service" or any(seat.wrong for seat in round.seats))


def command_of(effect: do.Effect) -> m.Command | None:
    """The device's part of an effect; None for what concerns others."""
    if isinstance(effect, do.SetMode):
        return m.Mode(effect.mode)
    if isinstance(effect, do.Shuffle):
        return m.Shuffle(effect.deck)
    if isinstance(effect, do.Dispense):
        return m.Dispense(tag_of(effect.place, effect.seat), effect.cards)  # type: ignore[arg-type]
    if isinstance(effect, do.Eject):
        return m.Eject()
    if isinstance(effect, do.Reveal):
        return m.Reveal(tag_of(effect.place, effect.seat), effect.first, effect.cards)  # type: ignore[arg-type]
    if isinstance(effect, do.ClearFault):
        return m.Clear()
    return m.Display(effect.text) if isinstance(effect, do.Display) else None
