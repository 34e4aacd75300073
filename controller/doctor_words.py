"""What is moved at a table under test, named as it moves."""

from collections.abc import Callable, Sequence

from controller.console.terminal.words import plain
from controller.findings import CRITICAL, FINE, Finding
from controller.operators import Operators
from drivers import notices as of

Say = Callable[[Finding], None]

SHOWN = 2
"""Signs of a badge's number, and only of a long one: who reads over a shoulder is not to have it."""
LONG = 6
UNTRIED_NAMED = 8


class Watched:
    def __init__(self, people: Operators, inputs: Sequence[str], say: Say) -> None:
        self.failed: dict[str, str] = {}
        """Inputs that cannot be believed, with why."""
        self.missed = 0
        """Scans of the spots that came late."""
        self._people = people
        self._untried = dict.fromkeys(inputs)
        self._say = say

    def at_rest(self, notice: of.Notice) -> None:
        """Nobody touches anything: only what is wrong is told."""
        if isinstance(notice, of.InputFailed):
            self.failed[notice.name] = notice.why
        elif isinstance(notice, of.ScansMissed):
            self.missed += notice.number
        elif isinstance(notice, of.DriverFailed):
            self.moved(notice)

    def moved(self, notice: of.Notice) -> None:
        self._untried.pop(_input(notice), None)
        found = self._panel(notice) or _pin(notice) or _device(notice)
        if found is not None:
            self._say(found)

    def end(self) -> None:
        names = list(self._untried)
        if not names:
            self._say(Finding(FINE, "watch", "every input was tried"))
            return
        more = f" and {len(names) - UNTRIED_NAMED} more" if len(names) > UNTRIED_NAMED else ""
        self._say(Finding(FINE, "watch", f"over; not tried: {', '.join(names[:UNTRIED_NAMED])}{more}"))

    def _panel(self, notice: of.Notice) -> Finding | None:
        if isinstance(notice, of.KeyPressed):
            return Finding(FINE, "keypad", f"key {notice.key}")
        if isinstance(notice, of.BadgeRead):
            operator = self._people.by_badge.get(notice.badge)
            whose = f"{operator.who}, {operator.role}" if operator else "nobody in the operators' file has it"
            return Finding(FINE, "badge reader", f"badge {masked(notice.badge)}: {whose}")
        if isinstance(notice, of.PanelGone):
            return Finding(CRITICAL, notice.which, notice.why, "look at its plug")
        return Finding(FINE, notice.which, "found and claimed") if isinstance(notice, of.PanelBack) else None


def masked(badge: str) -> str:
    end = badge[-SHOWN:] if len(badge) >= LONG else ""
    return "*" * (len(badge) - len(end)) + end


def _input(notice: of.Notice) -> str:
    if isinstance(notice, of.Pressed):
        return notice.button
    if isinstance(notice, of.SpotChanged):
        return f"{notice.seat} {notice.wager}"
    return "gate" if isinstance(notice, of.CardPassed) else "door" if isinstance(notice, of.DoorChanged) else ""


def _pin(notice: of.Notice) -> Finding | None:
    if isinstance(notice, of.Pressed):
        return Finding(FINE, f"button {notice.button}", "pressed")
    if isinstance(notice, of.SpotChanged):
        where = f"seat {notice.seat} {plain(notice.wager)}"
        return Finding(FINE, where, "chips" if notice.chips else "no chips")
    if isinstance(notice, of.CardPassed):
        return Finding(FINE, "gate", "a card passed")
    if isinstance(notice, of.DoorChanged):
        return Finding(FINE, "cabinet door", "open" if notice.open else "shut")
    if isinstance(notice, of.InputFailed):
        return Finding(CRITICAL, f"input {notice.name}", notice.why, "a loose contact or wire; or something lies on it")
    if isinstance(notice, of.DriverFailed):
        return Finding(CRITICAL, notice.driver, notice.why)
    return None


def _device(notice: of.Notice) -> Finding | None:
    name = "dealing device"
    if isinstance(notice, of.DeviceLost):
        return Finding(CRITICAL, name, f"lost: {notice.why}", "look at its cable and its power")
    if isinstance(notice, of.DeviceBegan):
        return Finding(FINE, name, "a session began")
    if isinstance(notice, of.Faulted):
        return Finding(CRITICAL, name, f"fault: {plain(notice.cause)}", "mend it; the console clears it")
    if isinstance(notice, of.DeviceDoor):
        return Finding(FINE, name, "its door is open" if notice.open else "its door is shut")
    if isinstance(notice, of.Loaded):
        return Finding(FINE, name, f"deck {notice.deck} was put in")
    if isinstance(notice, of.Green | of.FaceUp):
        return Finding(FINE, name, f"its {'green' if isinstance(notice, of.Green) else 'face-up'} button")
    return None
