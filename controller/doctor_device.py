"""The doctor's talk with the dealing device: who it is, how it stands, whether it fits the table.

It begins a session and asks. What the device has to tell stays unacknowledged, so that it tells the service again.
"""

import time
from collections.abc import Callable

from controller.config import Config
from controller.findings import CRITICAL, FINE, WARNING, Finding
from controller.game.table import events as ev
from controller.game.table.device import misfit, wanted_mode
from drivers import notices as of
from drivers.device import memory as stands
from drivers.device import messages as m
from drivers.device.driver import CAUSES, DeviceDriver
from drivers.device.link import STATUS_EVERY

Say = Callable[[Finding], None]
Hear = Callable[[float, Callable[[of.Notice], bool | None]], None]

NAME = "dealing device"
CABLE = "look at its cable, its power and its port's name in /dev/table"
GREETS = 4.0
"""Seconds: longer than it takes until a silent one is held for lost."""
COUNTS = 60.0
"""Seconds for the slowest shuffler with a whole deck."""
TOKEN = (0, 0)
"""So that it is told when the command was taken."""
STATES = ("empty", "loaded", "shuffling", "ready", "dispensing", "waiting", "in fault", "stopped in a cycle")
AT_REST = (stands.EMPTY, stands.LOADED, stands.READY)


def look_at_device(
    device: DeviceDriver, config: Config, hear: Hear, count: bool, beside: Callable[[of.Notice], None], say: Say
) -> None:
    """What others tell meanwhile goes to `beside`."""
    met: list[of.DeviceBegan] = []
    why, do = "it does not answer", CABLE

    def take(notice: of.Notice) -> bool:
        nonlocal why, do
        if isinstance(notice, of.DeviceBegan):
            met.append(notice)
        elif isinstance(notice, of.DeviceLost):
            why = notice.why
        elif isinstance(notice, of.DeviceUnknown):
            why = f"it speaks version {notice.version} of the protocol, and we version {m.VERSION}"
            do = "its maker has to bring it up to date"
        else:
            beside(notice)
            return False
        return True

    hear(GREETS, take)
    if not met:
        say(Finding(CRITICAL, NAME, why, do))
        return
    began, report = met[0], device.report
    can = ", ".join(began.caps) or "nothing beside shuffling"
    who = f"{began.model}, firmware {began.firmware}, serial {began.serial}, start {began.boot}"
    say(Finding(FINE, NAME, f"{who}; it has {can}"))
    _fits(config, began.caps, say)
    if device.dropped:
        do = "look at its cable and its ground"
        say(Finding(WARNING, NAME, f"{device.dropped} frames came damaged", do))
    if report is not None:
        _stands(report, say)
        if count:
            _count(device, began, report, hear, beside, say)


def _fits(config: Config, caps: tuple[str, ...], say: Say) -> None:
    game = config.game()
    game.handle(ev.DeviceReady(caps, wanted_mode(game)), 0)  # type: ignore[arg-type]
    wrong = misfit(game)
    if wrong is not None:
        say(Finding(CRITICAL, NAME, f"it does not fit this table: {wrong.why} ({wrong.rule})", wrong.do))


def _stands(report: m.Report, say: Say) -> None:
    inside = "not counted" if report.in_device == m.NOT_COUNTED else f"{report.in_device} cards"
    state = STATES[report.state] if report.state < len(STATES) else f"in state {report.state}"
    deck = f"deck {report.deck} on its dealing side" if report.deck else "no deck on its dealing side"
    text = f"{state}; {deck}, {report.dispensed} stacks dispensed, {inside} inside"
    if report.fault:
        cause = CAUSES[report.fault - 1] if report.fault <= len(CAUSES) else f"number {report.fault}"
        say(Finding(CRITICAL, NAME, f"{text}; fault: {cause}", "mend it; the console clears it"))
    elif report.state == stands.STOPPED:
        say(Finding(CRITICAL, NAME, text, "take its cards out; the console clears it"))
    else:
        say(Finding(FINE, NAME, text))
    if report.flags & m.DOOR_OPEN:
        say(Finding(WARNING, NAME, "its door is open", "close it"))
    if report.flags & m.IN_THE_TRAY:
        say(
            Finding(WARNING, NAME, "cards lie in its tray", "they are a round's: leave them, or void it at the console")
        )


def _count(
    device: DeviceDriver,
    began: of.DeviceBegan,
    report: m.Report,
    hear: Hear,
    beside: Callable[[of.Notice], None],
    say: Say,
) -> None:
    """Only of a deck that no card has been dealt from: a round's cards are not moved."""
    why = ""
    if "counts" not in began.caps:
        why = "this device does not count"
    elif report.dispensed or report.flags & m.IN_THE_TRAY or report.state not in AT_REST:
        why = "a deck is in play, or it is not at rest"
    elif report.state == stands.EMPTY:
        why = "there are no cards in it"
    if why:
        say(Finding(WARNING, "count", f"not asked for: {why}"))
        return
    device.ask(m.Count(), TOKEN)
    told: list[Finding] = []
    begun: list[float] = []

    def take(notice: of.Notice) -> bool:
        if isinstance(notice, of.Counted):
            told.append(_counted(notice.cards, report))
        elif isinstance(notice, of.CommandTaken) and notice.begun:
            begun.append(time.monotonic())
        elif isinstance(notice, of.Faulted | of.DeviceLost | of.DeviceStopped | of.DeviceRefused):
            told.append(Finding(CRITICAL, "count", f"not done: {notice}", "look into the device"))
        else:
            beside(notice)
        return bool(told)

    until = time.monotonic() + COUNTS
    while not told and time.monotonic() < until:
        hear(STATUS_EVERY, take)
        now = device.report
        fresh = bool(begun) and time.monotonic() > begun[0] + 2 * STATUS_EVERY
        if not told and fresh and now is not None and now.state in AT_REST:
            # Its event waits behind another one, which is the service's to acknowledge.
            told.append(_counted(now.in_device, report))
    say(told[0] if told else Finding(CRITICAL, "count", f"not done within {COUNTS:.0f} s", "look into the device"))


def _counted(cards: int | None, report: m.Report) -> Finding:
    same = cards == report.in_device
    text = f"{cards} cards, and it said {report.in_device}"
    return Finding(FINE if same else CRITICAL, "count", text, "" if same else "take the deck out and count it by hand")
