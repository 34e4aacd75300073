"""A round as the dispute desk describes it: read from a JSON object, and checked whole."""

from collections.abc import Callable
from typing import Any, NamedTuple

from controller.game.cards import ACE, CARD_OF, NAME_OF, RANK_OF, Card
from controller.game.fields import BadInput, a_list, an_object, listed, only_known, true_or_false
from controller.game.money import cents_of, dollars
from controller.game.offer import PROGRESSIVE, Offer, meter_amounts
from controller.game.rulebook import Window


class Seat(NamedTuple):
    number: int
    folded: bool
    cards: tuple[Card, ...]
    """All of the seat's own cards; in Hi-Lo the high hand first."""
    wagers: dict[str, int]


class DescribedRound(NamedTuple):
    offer: Offer
    seats: tuple[Seat, ...]
    """In settlement order: the highest number first."""
    dealer: tuple[Card, ...]
    community: tuple[Card, ...]
    box: tuple[Card, ...]
    meters: dict[str, int]


OfferFor = Callable[[object, object], Offer]
"""Gives the offer of a rulebook's name and a table's options."""

_FIELDS = ("rulebook", "options", "meters", "community", "six_card_box", "dealer", "seats")


def describe(value: object, offer_for: OfferFor) -> DescribedRound:
    given = an_object(value, "input")
    if "rulebook" not in given:
        raise BadInput("rulebook", "the id of a rulebook: it is missing")
    offer = offer_for(given["rulebook"], given.get("options", {}))
    hand = offer.book.rules.hand
    box = offer.box
    known = [f for f in _FIELDS if (f != "community" or hand.community) and (f != "six_card_box" or box)]
    only_known(given, known, "")
    for field in known:
        if field not in given and field not in ("options", "meters"):
            raise BadInput(field, "a value: it is missing")
    meters = meter_amounts(given.get("meters", {}), list(offer.resets), "meters")
    community = _cards(given["community"], hand.community, "community") if hand.community else ()
    four = _cards(given["six_card_box"], 4, "six_card_box") if box else ()
    dealer = _cards(given["dealer"], hand.own, "dealer")
    entries = a_list(given["seats"], "seats")
    if not entries:
        raise BadInput("seats", "at least one seat")
    seats: list[Seat] = []
    for n, entry in enumerate(entries):
        an_object(entry, f"seats[{n}]")
        try:
            seats.append(_seat(entry, offer, seats))
        except BadInput as refusal:
            raise refusal.inside(f"seats[{n}].") from None
    everything = [*community, *four, *dealer, *(card for seat in seats for card in seat.cards)]
    if len(set(everything)) != len(everything):
        _name_the_repeat(community, four, dealer, seats)
    seats.sort(key=lambda seat: -seat.number)
    return DescribedRound(offer, tuple(seats), dealer, community, four, meters)


def _cards(value: object, count: int, field: str) -> tuple[Card, ...]:
    names = a_list(value, field)
    if len(names) != count:
        raise BadInput(field, f"{count} cards", f"{len(names)} of them")
    try:
        return tuple([CARD_OF[name] for name in names])
    except (KeyError, TypeError):
        for n, name in enumerate(names):
            if not isinstance(name, str) or name not in CARD_OF:
                expected = "a card: a rank of 23456789TJQKA and a suit of cdhs"
                raise BadInput(f"{field}[{n}]", expected, name) from None
        raise


def _name_the_repeat(
    community: tuple[Card, ...], box: tuple[Card, ...], dealer: tuple[Card, ...], seats: list[Seat]
) -> None:
    places = [("community", community), ("six_card_box", box), ("dealer", dealer)]
    places += [(f"seats[{n}]", seat.cards) for n, seat in enumerate(seats)]
    seen: dict[Card, str] = {}
    for place, cards in places:
        for card in cards:
            if card in seen:
                raise BadInput(place, f"no card that is in {seen[card]} too", NAME_OF[card])
            seen[card] = place


def _seat(given: dict[str, Any], offer: Offer, others: list[Seat]) -> Seat:
    rules = offer.book.rules
    folded = true_or_false(given.get("folded", False), "folded")
    split = bool(rules.hand.high) and not folded
    known = _SPLIT_SEAT if split else _SEAT
    only_known(given, known, "")
    for name in known:
        if name not in given and name != "folded":
            raise BadInput(name, "a value: it is missing")
    number = given["seat"]
    if type(number) is not int or not 1 <= number <= rules.seats.most:
        raise BadInput("seat", f"a seat from 1 to {rules.seats.most}", number)
    if any(seat.number == number for seat in others):
        raise BadInput("seat", "each seat once", number)
    if split:
        low = _cards(given["low"], rules.hand.low, "low")
        if sum(RANK_OF[card] == ACE for card in low) > rules.hand.player_aces_low:
            raise BadInput("low", f"at most one ace ({offer.book.cite(rules.hand.aces_cite)})", "two")
        cards = _cards(given["high"], rules.hand.high, "high") + low
    else:
        cards = _cards(given["cards"], rules.hand.own, "cards")
    wagers = an_object(given["wagers"], "wagers")
    try:
        return Seat(number, folded, cards, _known_wagers(wagers, folded, offer))
    except BadInput as refusal:
        raise refusal.inside("wagers.") from None


_KEPT = 1024


def _known_wagers(given: dict[str, Any], folded: bool, offer: Offer) -> dict[str, int]:
    """As _wagers; a long run repeats the same few sums, so what was found good is kept beside the offer.

    Only sums in quotes are kept: among others, true is as good a key as 1.
    """
    if not all(type(amount) is str for amount in given.values()):
        return _wagers(given, folded, offer)
    key = (folded, *given.items())
    found = offer.good_wagers.get(key)
    if found is None:
        found = _wagers(given, folded, offer)
        if len(offer.good_wagers) >= _KEPT:
            offer.good_wagers.clear()
        offer.good_wagers[key] = found
    return found


_SEAT = ("seat", "folded", "cards", "wagers")
_SPLIT_SEAT = ("seat", "folded", "high", "low", "wagers")


def _wagers(given: dict[str, Any], folded: bool, offer: Offer) -> dict[str, int]:
    """The seat's wagers in cents, in the rulebook's order."""
    rules = offer.book.rules
    if not offer.wagers.issuperset(given):
        for name in given:
            if name in rules.wagers and name not in offer.wagers:
                raise BadInput(name, "no such wager: the table's options do not offer it")
        only_known(given, [name for name in rules.wagers if name in offer.wagers], "")
    made: dict[str, int] = {}
    for name, wager in rules.wagers.items():
        if name not in given:
            if wager.required:
                raise BadInput(name, "an amount: no seat is dealt in without it")
            if wager.placed == "in-a-window" and not folded:
                raise BadInput(name, "a play wager, or a seat that folded")
            continue
        amount = made[name] = cents_of(given[name], name)
        if wager.placed == "in-a-window":
            if folded:
                raise BadInput(name, "none: the seat folded", given[name])
            _check_multiple(name, amount, made["ante"], rules.windows)
        elif wager.equals and amount != made[wager.equals]:
            raise BadInput(name, f"the same as the {wager.equals}, {dollars(made[wager.equals])}", given[name])
        elif name == PROGRESSIVE and amount != offer.progressive_wager:
            raise BadInput(name, dollars(offer.progressive_wager), given[name])
        for other in wager.requires:
            if other not in given:
                raise BadInput(name, f"a wager on {other} beside it: it needs one")
    return made


def _check_multiple(name: str, amount: int, ante: int, windows: tuple[Window, ...]) -> None:
    """A play wager is a multiple of the ante that one of the windows allows; which one it was is not told here."""
    for window in windows:
        for multiple in window.multiples:
            if amount == ante * multiple:
                return
    times = listed(str(multiple) for multiple in sorted(multiple for w in windows for multiple in w.multiples))
    raise BadInput(name, f"{times} times the ante of {dollars(ante)}", dollars(amount))
