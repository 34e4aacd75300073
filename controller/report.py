"""Settlements and odds as a person reads them."""

from collections.abc import Sequence

from controller.game.cards import NAME_OF, Card
from controller.game.money import dollars
from controller.game.settlement import PokerHand, SeatSettlement, Settlement, SplitHand


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Rows set in columns; those named in `right` are flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if n in right else cell.ljust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def settlement_table(settlement: Settlement) -> str:
    """Seats in settlement order, each wager with its odds, sums and paragraph."""
    out = [f"{settlement.rulebook}   dealer: {_hand(settlement.dealer)}"]
    if settlement.dealer_qualifies is False:
        out[0] += "   (below a pair: antes go back)"
    for seat in settlement.seats:
        out += ["", f"seat {seat.seat}: {_hand(seat.hand) if seat.hand else 'folded'}"]
        out += [f"  {line}" for line in columns(_rows(seat), right=(1, 4, 5))]
        if seat.limited_from is not None:
            out.append(f"  cut to the payout limit from {dollars(seat.limited_from)}")
    if settlement.meters:
        out += ["", "meters: " + ", ".join(f"{name} {dollars(cents)}" for name, cents in settlement.meters.items())]
    return "\n".join(out)


def _rows(seat: SeatSettlement) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("wager", "amount", "result", "odds", "pays", "returned", "rule")]
    rows += [
        (
            line.wager,
            dollars(line.amount),
            line.result,
            line.odds or "",
            dollars(line.pays),
            dollars(line.returned),
            line.rule,
        )
        for line in seat.lines
    ]
    rows += [("envy", "", f"seat {e.from_seat}", e.hand, dollars(e.pays), "", e.rule) for e in seat.envy]
    rows.append(("total", "", "", "", dollars(seat.pays), dollars(seat.returned), ""))
    return rows


def _hand(hand: PokerHand | SplitHand) -> str:
    if isinstance(hand, PokerHand):
        return f"{hand.category} ({_names(hand.cards)})"
    return f"high {hand.high_points} ({_names(hand.high)}), low {hand.low_points} ({_names(hand.low)})"


def _names(cards: tuple[Card, ...]) -> str:
    return " ".join(NAME_OF[card] for card in cards)
