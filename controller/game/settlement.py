"""Settlement: what every wager of a round wins or loses, seat by seat, with the paragraph that decides."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from controller.game.awards import Push, Share
from controller.game.cards import Card
from controller.game.described import DescribedRound, Seat
from controller.game.offer import PROGRESSIVE, Offer
from controller.game.paytables import Cell, PayTable, grade

WIN, LOSE, PUSH = "win", "lose", "push"


class Line(NamedTuple):
    """One wager's end."""

    wager: str
    amount: int
    result: str
    odds: str | None
    pays: int
    returned: int
    rule: str


class Envy(NamedTuple):
    from_seat: int
    hand: str
    pays: int
    rule: str


class PokerHand(NamedTuple):
    category: str
    cards: tuple[Card, ...]


class SplitHand(NamedTuple):
    high: tuple[Card, ...]
    high_points: int
    low: tuple[Card, ...]
    low_points: int


class SeatSettlement(NamedTuple):
    seat: int
    hand: PokerHand | SplitHand | None
    """None for a seat that folded."""
    lines: tuple[Line, ...]
    envy: tuple[Envy, ...]
    pays: int
    returned: int
    limited_from: int | None


class Settlement(NamedTuple):
    rulebook: str
    dealer: PokerHand | SplitHand
    dealer_qualifies: bool | None
    """None where the text knows no such test."""
    seats: tuple[SeatSettlement, ...]
    meters: dict[str, int]


def lost(wager: str, amount: int, rule: str) -> Line:
    return Line(wager, amount, LOSE, None, 0, 0, rule)


def pushed(wager: str, amount: int, rule: str) -> Line:
    return Line(wager, amount, PUSH, None, 0, amount, rule)


def even(wager: str, amount: int, rule: str) -> Line:
    return Line(wager, amount, WIN, "1 to 1", amount, amount, rule)


def by_table(wager: str, amount: int, table: PayTable, cell: Cell | None, meters: "Meters | None" = None) -> Line:
    """The line of a wager that a pay table decides; no cell is a hand that no row could fit."""
    row = table.by_cell.get(cell) if cell is not None else None
    if row is None:
        return (pushed if table.otherwise == PUSH else lost)(wager, amount, table.otherwise_rule)
    award = row.award
    if isinstance(award, Push):
        return pushed(wager, amount, row.rule)
    if isinstance(award, Share):
        assert meters is not None, "only a progressive pays shares, and it has meters"
        pays = meters.pay(award)
    else:
        pays = award.pays(amount)
    return Line(wager, amount, WIN, award.text, pays, amount if award.returns_wager else 0, row.rule)


class Meters:
    """The progressive's meters while seats are settled in turn (reading R6)."""

    def __init__(self, values: dict[str, int], offer: Offer) -> None:
        self.values = dict(values)
        self._resets = offer.resets

    def pay(self, share: Share) -> int:
        held = self.values[share.meter]
        paid = held * share.percent // 100
        self.values[share.meter] = self._resets[share.meter] if share.percent == 100 else held - paid
        return paid


class EnvyBonuses:
    """Who holds a hand that earns the others an Envy Bonus (readings R8, G17)."""

    def __init__(self, round: DescribedRound, flop_class: Callable[[Seat], int]) -> None:
        offer = round.offer
        self._holders = [
            (seat.number, offer.envy[cell])
            for seat in (round.seats if offer.envy else ())
            if PROGRESSIVE in seat.wagers or not (seat.folded or offer.envy_requires_wager)
            if (cell := grade(flop_class(seat))) in offer.envy
        ]

    def of(self, seat: Seat) -> tuple[Envy, ...]:
        if not self._holders or PROGRESSIVE not in seat.wagers:
            return ()
        return tuple(
            Envy(holder, row.hand, row.pays, row.rule) for holder, row in self._holders if holder != seat.number
        )


def over_the_limits(offer: Offer, total: int, paid: Iterable[tuple[str, int]]) -> int:
    """By how much what one hand is paid goes over its limits."""
    cut = 0
    for cap in offer.caps:
        # Each limit covers what the one before it covers, and more (reading G31).
        if total - cut > cap.cents:
            over = sum(pays for wager, pays in paid if wager in cap.over)
            cut += max(0, over - cut - cap.cents)
    return cut


def settled_seat(
    offer: Offer, seat: Seat, hand: PokerHand | SplitHand | None, lines: list[Line], envy: tuple[Envy, ...]
) -> SeatSettlement:
    """Adds a seat up, and cuts what it is paid to the limits; the lines themselves stay uncut (reading R12)."""
    total = returned = 0
    for line in lines:
        total += line.pays
        returned += line.returned
    total += sum(bonus.pays for bonus in envy)
    cut = over_the_limits(offer, total, [(line.wager, line.pays) for line in lines]) if offer.caps else 0
    return SeatSettlement(seat.number, hand, tuple(lines), envy, total - cut, returned, total if cut else None)
