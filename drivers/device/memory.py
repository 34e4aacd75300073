"""What the host knows of the device: made from its notices alone, so that it can be made again after a power cut."""

from dataclasses import dataclass, field, replace

from drivers import notices as of
from drivers.device.messages import BURN, EJECTED_CARDS, NOT_COUNTED, Dispense, Eject, Report
from drivers.device.tags import tag_of

EMPTY, LOADED, SHUFFLING, READY, DISPENSING, WAITING, FAULT, STOPPED = range(8)
"""States of the dealing side."""
AT_REST = (EMPTY, LOADED, READY, WAITING)


@dataclass(frozen=True, slots=True)
class Memory:
    serial: str | None = None
    """None: no device has been met yet."""
    boot: int = 0
    mode: int | None = None
    last_event: int | None = None
    """The number of the last event that was taken in."""
    deck: int = 0
    """On the dealing side."""
    dispensed: int = 0
    """Stacks of it that were taken in."""
    inside: int | None = None
    """Its cards; None while they are not counted, or a person has had his hands in it."""
    spare: int = 0
    """A shuffled deck that comes up when the dealing side is empty."""
    seals: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """By tag, in the order dealt."""

    def after(self, notice: of.DeviceNotice) -> "Memory":
        made = self
        if isinstance(notice, of.DeviceEvent) and notice.n is not None:
            made = replace(made, last_event=notice.n)
        if isinstance(notice, of.DeviceBegan):
            if notice.serial != self.serial:
                made = replace(made, last_event=None, seals={})  # another device numbers its own
            made = replace(made, serial=notice.serial, boot=notice.boot, mode=notice.mode)
        elif isinstance(notice, of.ModeSet):
            made = replace(made, mode=notice.mode)
        elif isinstance(notice, of.Dispensed):
            tag = tag_of(notice.place, notice.seat)
            # Burns come again, their positions going on; the first stack of a deck ends what was known of the last one.
            known = self.seals if self.dispensed else {}
            sealed = (*(known.get(tag, ()) if tag == BURN else ()), *notice.seals)
            left = None if self.inside is None else self.inside - notice.cards
            made = replace(made, dispensed=self.dispensed + 1, inside=left, seals=known | {tag: sealed})
        elif isinstance(notice, of.Ejected):
            seals = self.seals | {EJECTED_CARDS: notice.seals}
            made = replace(made, deck=self.spare, spare=0, dispensed=0, inside=None, seals=seals)
        elif isinstance(notice, of.Shuffled) and self.deck not in (0, notice.deck):
            made = replace(made, spare=notice.deck)
        elif isinstance(notice, of.Shuffled):
            # Before STATUS tells of it: what is asked for next may be in doubt.
            made = replace(made, deck=notice.deck, dispensed=0, inside=notice.cards)
        elif isinstance(notice, of.DeckStands):
            made = replace(made, deck=notice.deck, dispensed=notice.dispensed, inside=notice.inside)
            made = replace(made, spare=0) if notice.deck == self.spare else made
        elif isinstance(notice, of.Faulted | of.Cleared | of.DeviceStopped | of.DeviceDoor):
            made = replace(made, inside=None)
        return made

    def seen(self, report: Report) -> of.DeckStands:
        """What STATUS tells while all is well: the deck that has come up, and its cards at rest."""
        if not report.deck:
            return of.DeckStands(0, 0, None)
        if self.deck and report.deck != self.deck:
            return self.stands()  # the next deck has come up before EJECTED was heard
        at_rest = report.state in AT_REST and report.dispensed == self.dispensed
        return of.DeckStands(report.deck, self.dispensed, _counted(report) if at_rest else self.inside)

    def told_again(self, report: Report) -> of.DeckStands:
        """After a person has cleared it: its own word is where it begins anew."""
        return (
            of.DeckStands(report.deck, report.dispensed, _counted(report)) if report.deck else of.DeckStands(0, 0, None)
        )

    def stands(self) -> of.DeckStands:
        return of.DeckStands(self.deck, self.dispensed, self.inside)


def _counted(report: Report) -> int | None:
    return None if report.in_device == NOT_COUNTED else report.in_device


def unaccounted(memory: Memory, serial: str, report: Report, asked: Dispense | None, eject: Eject | None) -> str:
    """Why the device does not tell of just the cards that it should have; empty if it does.

    `asked` and `eject` were under way or never answered: they may have been done or not.
    """
    if memory.serial != serial:
        return f"device {serial} answers in place of {memory.serial}"
    if report.fault or report.state == FAULT:
        return "it has a fault"
    if report.state == STOPPED:
        return "it has stopped in a cycle"
    if eject is not None and report.deck != memory.deck:
        return ""  # it is out, and EJECTED counts it
    if memory.deck and report.deck != memory.deck:
        return f"deck {report.deck} is on its dealing side, and deck {memory.deck} should be"
    if not report.deck:
        return ""  # nothing is there to be dealt, and what is counted is another deck's
    stacks = report.dispensed - memory.dispensed
    if stacks not in (0, 1) or (stacks == 1 and asked is None):
        return f"it has dispensed {report.dispensed} stacks, and {memory.dispensed} are known"
    if memory.inside is None or report.in_device == NOT_COUNTED or report.state not in AT_REST:
        return ""
    expected = memory.inside - (asked.cards if stacks and asked is not None else 0)
    return "" if report.in_device == expected else f"it has {report.in_device} cards, and should have {expected}"
