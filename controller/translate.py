"""From what drivers tell to what happened at the table. Decides nothing: who may do what is the machines' to say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.game.fields import BadInput
from controller.game.table import events as ev
from controller.keypad import Keypad
from controller.operators import Operator
from drivers import notices as of

MANY_SCANS = 20
"""Scans of a second that came late: a tenth of them. Fewer are a busy moment, and no chip rests for so short a time."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that is no event of the game: a line for people, until it is over."""

    what: str
    """Names it, so that the end of it can be told."""
    why: str
    """Empty: it is over."""
    alarm: bool = True
    """Somebody has to acknowledge it."""


class Translate:
    def __init__(self, wagers: Sequence[str], badges: Mapping[str, Operator], dealer: str = "dealer") -> None:
        """`dealer` is who has shown a dealer's badge last."""
        self._keypad = Keypad(wagers)
        self._badges = badges
        self.session: ev.DeviceReady | None = None
        """The dealing device's, while there is one."""
        self._dealer = dealer

    @property
    def keyed(self) -> str:
        return self._keypad.shown

    def events(self, notice: of.Notice) -> list[ev.Event | Trouble]:
        if isinstance(notice, of.KeyPressed | of.Pressed | of.BadgeRead):
            return self._panel(notice)
        if isinstance(notice, of.SpotChanged):
            kind = ev.ChipsOn if notice.chips else ev.ChipsOff
            return [kind(notice.seat, notice.wager)]
        if isinstance(notice, of.CardPassed):
            return [ev.CardDrawn()]
        return self._device(notice) or _trouble(notice)

    def _panel(self, notice: of.KeyPressed | of.Pressed | of.BadgeRead) -> list[ev.Event | Trouble]:
        try:
            if isinstance(notice, of.KeyPressed):
                made = self._keypad.key(notice.key)
                return [] if made is None else [made]
            if isinstance(notice, of.Pressed):
                return [self._keypad.button(notice.button, self._dealer)]
        except BadInput as refusal:
            return [Trouble("keypad", str(refusal), alarm=False), Trouble("keypad", "")]
        operator = self._badges.get(notice.badge)
        if operator is None:
            return [Trouble("badge", "a badge that nobody has"), Trouble("badge", "")]
        if operator.role == "auditor":
            return [Trouble("badge", "an auditor's: an auditor looks and does not act"), Trouble("badge", "")]
        if operator.role == "dealer":
            self._dealer = operator.who
        return [ev.Badge(operator.who, operator.role)]

    def _device(self, notice: of.Notice) -> list[ev.Event | Trouble]:
        if isinstance(notice, of.DeviceBegan):
            self.session = ev.DeviceReady(notice.caps, notice.mode)  # type: ignore[arg-type]
            return [Trouble("dealing device", ""), self.session]
        if isinstance(notice, of.ModeSet):
            self.session = ev.DeviceReady(self.session.caps if self.session is not None else (), notice.mode)
            return [self.session]
        if isinstance(notice, of.DeviceLost):
            self.session = None
            return [Trouble("dealing device", notice.why), ev.LinkLost()]
        if isinstance(notice, of.DeviceFound):
            return [ev.LinkFound(notice.accounted)]
        if isinstance(notice, of.Loaded):
            return [ev.Loaded(notice.deck, notice.cards)]
        if isinstance(notice, of.Shuffled):
            return [ev.Shuffled(notice.deck, notice.cards)]
        if isinstance(notice, of.Dispensed):
            return [ev.Dispensed(notice.place, notice.cards, notice.seat)]
        if isinstance(notice, of.Taken):
            return [ev.Taken(notice.place, notice.seat)]
        if isinstance(notice, of.Ejected):
            return [ev.Ejected(notice.cards)]
        if isinstance(notice, of.Revealed):
            return [ev.Revealed(notice.place, notice.cards, notice.seat, notice.sealed)]
        if isinstance(notice, of.Faulted):
            return [ev.Fault(notice.cause)]  # type: ignore[arg-type]
        if isinstance(notice, of.DeviceStopped):
            return [ev.Fault("shuffle-not-completed" if notice.while_shuffling else "motor")]
        if isinstance(notice, of.Cleared):
            return [ev.Cleared()]
        if isinstance(notice, of.Green):
            return [ev.Green()]
        return [ev.FaceUp()] if isinstance(notice, of.FaceUp) else []


def _trouble(notice: of.Notice) -> list[ev.Event | Trouble]:
    if isinstance(notice, of.InputFailed):
        return [Trouble(notice.name, notice.why)]
    if isinstance(notice, of.DoorChanged | of.DeviceDoor):
        what = "cabinet door" if isinstance(notice, of.DoorChanged) else "device door"
        return [Trouble(what, "open" if notice.open else "")]
    if isinstance(notice, of.ScansMissed):
        if notice.number < MANY_SCANS:
            return []
        return [Trouble("spots", f"{notice.number} scans came late", alarm=False), Trouble("spots", "")]
    if isinstance(notice, of.PanelGone | of.PanelBack):
        return [Trouble(notice.which, notice.why if isinstance(notice, of.PanelGone) else "")]
    if isinstance(notice, of.DeviceUnknown):
        return [Trouble("dealing device", f"it speaks version {notice.version} of the protocol")]
    if isinstance(notice, of.DeviceRefused):
        why = f"it refuses to {notice.command} (result {notice.result})"
        return [Trouble("dealing device", why), Trouble("dealing device", "")]
    if isinstance(notice, of.DriverFailed):
        return [Trouble(notice.driver, notice.why)]
    return []
