"""A settlement as the contract's JSON.

Put together as text: a long run repeats the same lines over and over, so the
text of each is kept, which is five times as fast as encoding every one anew.
"""

import json
from functools import lru_cache
from typing import Any

from controller.game.cards import NAME_OF, Card
from controller.game.money import dollars
from controller.game.settlement import Envy, Line, PokerHand, SeatSettlement, Settlement, SplitHand


def settlement_json(settlement: Settlement) -> str:
    dealer = _hand(settlement.dealer)
    if settlement.dealer_qualifies is not None:
        dealer += f', "qualifies": {json.dumps(settlement.dealer_qualifies)}'
    order = [seat.seat for seat in settlement.seats if seat.hand is not None]
    seats = ", ".join([_seat(seat, settlement.dealer) for seat in settlement.seats])
    meters = json.dumps({name: dollars(cents) for name, cents in settlement.meters.items()})
    return (
        f'{{"rulebook": "{settlement.rulebook}", "dealer": {{{dealer}}}, "order": {order}, '
        f'"seats": [{seats}], "meters": {meters}}}'
    )


def _hand(hand: PokerHand | SplitHand) -> str:
    if isinstance(hand, PokerHand):
        return f'"hand": "{hand.category}", "cards": {_names(hand.cards)}'
    return (
        f'"high": {{"cards": {_names(hand.high)}, "points": {hand.high_points}}}, '
        f'"low": {{"cards": {_names(hand.low)}, "points": {hand.low_points}}}'
    )


def _names(cards: tuple[Card, ...]) -> str:
    return '["' + '", "'.join([NAME_OF[card] for card in cards]) + '"]'


def _seat(seat: SeatSettlement, dealer: PokerHand | SplitHand) -> str:
    if seat.hand is not None:
        hand = _hand(seat.hand)
    else:
        hand = '"hand": null, "cards": null' if isinstance(dealer, PokerHand) else '"high": null, "low": null'
    lines = ", ".join([_line(line) for line in seat.lines])
    envy = ", ".join([_envy(envy) for envy in seat.envy])
    return (
        f'{{"seat": {seat.seat}, {hand}, "wagers": [{lines}], "envy": [{envy}], '
        f"{_sums(seat.pays, seat.returned, seat.limited_from)}}}"
    )


@lru_cache(1024)
def _line(line: Line) -> str:
    return json.dumps(
        {
            "wager": line.wager,
            "amount": dollars(line.amount),
            "result": line.result,
            "odds": line.odds,
            "pays": dollars(line.pays),
            "returned": dollars(line.returned),
            "rule": line.rule,
        }
    )


@lru_cache(64)
def _envy(envy: Envy) -> str:
    paid = dollars(envy.pays)
    return json.dumps({"from_seat": envy.from_seat, "hand": envy.hand, "pays": paid, "rule": envy.rule})


@lru_cache(1024)
def _sums(pays: int, returned: int, limited_from: int | None) -> str:
    sums: dict[str, Any] = {"pays": dollars(pays), "returned": dollars(returned)}
    sums["limited_from"] = None if limited_from is None else dollars(limited_from)
    return json.dumps(sums)[1:-1]
