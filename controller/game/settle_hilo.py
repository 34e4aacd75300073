"""Settles a round of 5 Card Hi-Lo."""

from collections.abc import Sequence

from controller.game.book import ANTE_BONUS
from controller.game.cards import ACE, RANK_OF, Card
from controller.game.described import DescribedRound, Seat
from controller.game.offer import Offer
from controller.game.paytables import Cell, grade
from controller.game.ranking import rank_5
from controller.game.rulebook import Wager
from controller.game.settlement import (
    Line,
    SeatSettlement,
    Settlement,
    SplitHand,
    by_table,
    even,
    lost,
    pushed,
    settled_seat,
)


def settle_hilo(round: DescribedRound) -> Settlement:
    dealer = house_way(round.dealer)
    seats = tuple(_seat(round, seat, dealer) for seat in round.seats)
    return Settlement(round.offer.book.id, dealer, None, seats, {})


def points(cards: Sequence[Card], ace: int) -> int:
    return sum(ace if RANK_OF[card] == ACE else min(RANK_OF[card], 10) for card in cards)


def split(high: Sequence[Card], low: Sequence[Card]) -> SplitHand:
    return SplitHand(tuple(high), points(high, ace=11), tuple(low), points(low, ace=1))


def house_way(cards: Sequence[Card]) -> SplitHand:
    """Aces in the high hand, but one of four in the low hand; then the highest values in the high hand (reading R18).

    An ace is the highest rank, and ranks never order cards against their values: the three highest ranks are the
    high hand, and with four aces the fourth is left for the low hand.
    """
    falling = sorted(cards, key=lambda card: -RANK_OF[card])
    return split(falling[:3], falling[3:])


def _seat(round: DescribedRound, seat: Seat, dealer: SplitHand) -> SeatSettlement:
    offer = round.offer
    hand = None if seat.folded else split(seat.cards[:3], seat.cards[3:])
    lines = [
        hilo_line(offer, seat, hand, dealer, name, amount, offer.book.rules.wagers[name])
        for name, amount in seat.wagers.items()
    ]
    return settled_seat(offer, seat, hand, lines + ante_bonus(offer, seat), ())


def ante_bonus(offer: Offer, seat: Seat) -> list[Line]:
    """The line of the bonus, if the seat plays and has the aces."""
    cell = None if seat.folded else ace_cell(seat.cards)
    if cell is None:
        return []
    # Paid on the ante, but the ante itself goes back, or not, on its own line.
    return [by_table(ANTE_BONUS, seat.wagers["ante"], offer.tables[ANTE_BONUS], cell)._replace(returned=0)]


def hilo_line(
    offer: Offer, seat: Seat, hand: SplitHand | None, dealer: SplitHand, name: str, amount: int, wager: Wager
) -> Line:
    book = offer.book
    rules = book.rules.settlement
    if wager.judged == "own-five":
        return by_table(name, amount, offer.tables[name], grade(rank_5(seat.cards)))
    if hand is None:
        return lost(name, amount, book.cite(rules.fold_cite))
    if wager.judged == "equal-points":
        return by_table(name, amount, offer.tables[name], tie_cell(hand, dealer))
    higher, lower = hand.high_points > dealer.high_points, hand.low_points < dealer.low_points
    if higher and lower:
        return even(name, amount, book.cite(rules.even_cite))
    if higher or lower:
        return pushed(name, amount, book.cite(rules.push_cite))
    return lost(name, amount, book.cite(rules.lose_cite))


def tie_cell(hand: SplitHand, dealer: SplitHand) -> Cell | None:
    """Which of the set hands have the dealer's points (reading G7)."""
    high, low = hand.high_points == dealer.high_points, hand.low_points == dealer.low_points
    if high and low:
        return "both-hands"
    return "high-hand" if high else "low-hand" if low else None


def ace_cell(cards: Sequence[Card]) -> Cell | None:
    """What the ante bonus sees in all five cards."""
    ranks = [RANK_OF[card] for card in cards]
    aces = ranks.count(ACE)
    if aces == 4:
        return "four-aces-and-a-two" if 2 in ranks else "four-aces"
    return "three-aces" if aces == 3 else None
