"""A round that was followed in the records, told as the dispute desk wants it."""

from collections.abc import Mapping
from typing import Any

from controller.audit_trail import RoundTrail, SeatTrail
from controller.game.cards import CARD_OF, NAME_OF
from controller.game.described import DescribedRound, Seat
from controller.game.money import dollars
from controller.game.offer import Offer
from controller.game.settle_hilo import house_way


def described_now(offer: Offer, round: RoundTrail, meters: dict[str, int]) -> DescribedRound:
    """As far as it has been read: what can be judged from it the caller knows. A sum that nobody keyed is zero."""
    placed = offer.book.rules.wagers
    seats = []
    for seat in reversed(round.seats.values()):
        if seat.dealt_in and not seat.void:
            cards = tuple([CARD_OF[card] for card in hand_of(offer, seat)])
            wagers = {name: seat.wagers[name] or 0 for name in placed if name in seat.wagers}
            seats.append(Seat(seat.number, seat.decision == "folded", cards, wagers))
    return DescribedRound(
        offer,
        tuple(seats),
        tuple([CARD_OF[card] for card in round.dealer]),
        tuple([CARD_OF[card] for card in round.community]),
        tuple([CARD_OF[card] for card in round.box]),
        meters,
    )


def hand_of(offer: Offer, seat: SeatTrail) -> tuple[str, ...]:
    if not seat.house_way or len(seat.cards) != offer.book.rules.hand.own:
        return seat.cards
    hand = house_way([CARD_OF[card] for card in seat.cards])
    return tuple(NAME_OF[card] for card in hand.high + hand.low)


def description(
    config: Mapping[str, Any], offer: Offer, round: RoundTrail, meters: Mapping[str, int]
) -> dict[str, Any] | None:
    """For `tablectl settle`, with the meters as they were before; None where the records do not hold all of it.

    A seat that folded and whose cards nobody saw is left out: all its wagers are lost, and no other seat's hang on it.
    """
    rules = offer.book.rules
    live = [seat for seat in round.seats.values() if seat.dealt_in and not seat.void]
    told = [seat for seat in live if seat.decision != "folded" or len(seat.cards) == rules.hand.own]
    everybody = len(told) == sum(seat.dealt_in for seat in round.seats.values())
    if (
        not told
        or any(amount is None for seat in live for amount in seat.wagers.values())
        or any(len(seat.cards) != rules.hand.own for seat in told)
        or len(round.dealer) != rules.hand.own
        or len(round.community) != rules.hand.community
        or (offer.box and len(round.box) != 4)
        # Its pay goes by the number of hands, those left out among them.
        or (not everybody and any("cover_all" in seat.wagers for seat in live))
    ):
        return None
    made: dict[str, Any] = {"rulebook": offer.book.id, "options": config["options"]}
    if meters:
        made["meters"] = {name: dollars(cents) for name, cents in meters.items()}
    if rules.hand.community:
        made["community"] = list(round.community)
    if offer.box:
        made["six_card_box"] = list(round.box)
    made["dealer"] = list(round.dealer)
    made["seats"] = [_seat(offer, seat) for seat in told]
    return made


def _seat(offer: Offer, seat: SeatTrail) -> dict[str, Any]:
    hand, cards = offer.book.rules.hand, list(hand_of(offer, seat))
    made: dict[str, Any] = {"seat": seat.number}
    if seat.decision == "folded":
        made |= {"folded": True, "cards": cards}
    elif hand.high:
        made |= {"high": cards[: hand.high], "low": cards[hand.high :]}
    else:
        made["cards"] = cards
    return made | {"wagers": {name: dollars(amount or 0) for name, amount in seat.wagers.items()}}
