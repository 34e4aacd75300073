"""What a seat's wagers come to at the table, as far as the cards that decide them are face up.

Where nothing has read the cards, the dealer ranks them: there is no line then.
A sum that nobody keyed is zero in a line: its odds stand, its money is not told.
"""

from controller.game.cards import CARD_OF
from controller.game.described import DescribedRound
from controller.game.described import Seat as DescribedSeat
from controller.game.offer import Offer
from controller.game.rulebook import Judged, Wager
from controller.game.settle_hilo import ante_bonus, hilo_line, house_way, split
from controller.game.settle_holdem import Showdown
from controller.game.settlement import Envy, EnvyBonuses, Line, lost
from controller.game.table.state import Round, Seat, Table

VOID = "void"

# What must lie face up before a wager can be judged.
_NEEDS: dict[Judged, tuple[str, ...]] = {
    "against-dealer": ("own", "dealer", "community"),
    "against-dealer-by-table": ("own", "dealer", "community"),
    "best-hand": ("own", "community"),
    "own-and-flop": ("own", "community"),
    "own-and-box": ("own", "box"),
    "own-two": ("own", "dealer"),
    "own-five": ("own",),
    "beaten-hand": ("own", "dealer", "community"),
    "board": ("community",),
    "highest-hand": ("dealer", "community", "everyone"),
    "equal-points": ("own", "dealer"),
}


def returned(seat: Seat, names: list[str], rule: str) -> list[Line]:
    """Wagers that go back because the hand is void."""
    return [Line(name, seat.wagers[name] or 0, VOID, None, 0, seat.wagers[name] or 0, rule) for name in names]


def abandoned(seat: Seat, rule: str) -> list[Line]:
    return [lost(name, amount or 0, rule) for name, amount in seat.wagers.items() if name not in seat.done]


def seat_lines(offer: Offer, table: Table, round: Round, seat: Seat, names: list[str]) -> list[Line]:
    """The lines of these wagers of a seat; meters pay at once (reading R6)."""
    if not names:
        return []
    described = _described(offer, table, round)
    own = next(each for each in described.seats if each.number == seat.number)
    found = []
    showdown = None
    for name in names:
        wager = offer.book.rules.wagers[name]
        amount = own.wagers[name]
        if own.folded and wager.fold == "lost":
            cite = wager.fold_cite or offer.book.rules.settlement.fold_cite
            found.append(lost(name, amount, offer.book.cite(cite)))
        elif _face_up(offer, round, seat, wager):
            if offer.book.rules.game == "hi-lo":
                found.append(_hilo_line(described, own, name, amount, wager))
            else:
                if showdown is None:
                    showdown = Showdown(described)
                    # Later voids do not change the number that the green button fixed (reading G38).
                    showdown.hands = 1 + sum(each.dealt_in for each in round.seats)
                found.append(showdown.line(own, name, amount, wager))
    if showdown is not None:
        table.meters = showdown.meters.values
    if "ante" in names and len(own.cards) == 5:
        found += ante_bonus(offer, own)
    return found


def envy_of(offer: Offer, table: Table, round: Round, seat: Seat) -> tuple[Envy, ...]:
    """Envy Bonuses, once every hand that counts has been shown."""
    described = _described(offer, table, round)
    if len(described.community) < 3:
        return ()
    shown = described._replace(seats=tuple(each for each in described.seats if each.cards))
    own = next(each for each in described.seats if each.number == seat.number)
    return EnvyBonuses(shown, Showdown(described).flop_class).of(own)


def _hilo_line(described: DescribedRound, own: DescribedSeat, name: str, amount: int, wager: Wager) -> Line:
    hand = None if own.folded else split(own.cards[:3], own.cards[3:])
    return hilo_line(described.offer, own, hand, house_way(described.dealer), name, amount, wager)


def _face_up(offer: Offer, round: Round, seat: Seat, wager: Wager) -> bool:
    hand = offer.book.rules.hand
    there = {
        "own": len(seat.cards) == hand.own,
        "dealer": len(round.dealer) == hand.own,
        "community": len(round.community) == hand.community,
        "box": len(round.box) == 4,
        "everyone": all(s.cards for s in round.seats if s.dealt_in and not s.void and s.decision == "played"),
    }
    return all(there[need] for need in _NEEDS[wager.judged])


def _described(offer: Offer, table: Table, round: Round) -> DescribedRound:
    seats = [
        DescribedSeat(
            seat.number,
            seat.decision == "folded",
            tuple(CARD_OF[card] for card in seat.cards),
            {name: seat.wagers[name] or 0 for name in offer.book.rules.wagers if name in seat.wagers},
        )
        for seat in reversed(round.seats)
        if seat.dealt_in and not seat.void
    ]
    return DescribedRound(
        offer,
        tuple(seats),
        tuple(CARD_OF[card] for card in round.dealer),
        tuple(CARD_OF[card] for card in round.community),
        tuple(CARD_OF[card] for card in round.box),
        table.meters,
    )
