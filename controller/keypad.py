"""What is keyed, from the first key to Enter or to the button that it is for. Pure.

    count            3 7 Enter
    a sum            Seat 2 Wager 1 Amount 2 5 . 5 0 Enter
    cards            Cards 8 1 4 4 0 2 1 Enter     a place, then three digits a card: rank 02 to 14, suit 1 to 4
    linked seats     Seat 3 Seat 4 Enter
    a seat           Seat 5, then a dealer's button
    an irregularity  5 Amount 3 Seat 2, then the irregularity button: which, how many cards, whose

Places: 1 to 7 seats, 8 community, 9 dealer, 0 box. Suits: 1 clubs, 2 diamonds, 3 hearts, 4 spades.
Wagers are numbered in the rulebook's order, irregularities in that of `Happening`.
"""

from collections.abc import Sequence
from typing import get_args

from controller.game.fields import BadInput
from controller.game.money import cents_of
from controller.game.table import events as ev

FIELDS = ("seat", "wager", "amount", "cards")
MOST = 40
"""Keys of one entry: ten cards and some more."""
RANKS = {f"{number:02}": rank for number, rank in enumerate("23456789TJQKA", start=2)}
SUITS = dict(zip("1234", "cdhs", strict=True))
PLACES = {"8": "community", "9": "dealer", "0": "box"}


class Keypad:
    def __init__(self, wagers: Sequence[str]) -> None:
        self._wagers = wagers
        self._keys: list[str] = []

    @property
    def shown(self) -> str:
        """For the dealer's display."""
        return " ".join(self._keys)

    def key(self, key: str) -> ev.Event | None:
        """The event that Enter makes; raises BadInput for an entry that means nothing, which is forgotten."""
        if key == "clear":
            self._keys.clear()
        elif key == "enter":
            return self._entered(self._take())
        else:
            self._keys.append(key)
            if len(self._keys) > MOST:
                self._keys.clear()
                raise BadInput("keypad", f"at most {MOST} keys before Enter")
        return None

    def button(self, button: str, who: str) -> ev.Event:
        """A dealer's button, for the seat that was keyed before it."""
        fields = self._take()
        seats = fields.pop("seat", [])
        if len(seats) > 1:
            raise BadInput("seat", "one seat before a button", " ".join(seats))
        seat = _whole(seats[0], "seat") if seats else None
        if button == "irregularity":
            return self._irregularity(fields, seat, who)
        if fields:
            raise BadInput(next(iter(fields)), f"nothing but a seat before {button}")
        return ev.Press(button, seat)  # type: ignore[arg-type]

    def _irregularity(self, fields: dict[str, list[str]], seat: int | None, who: str) -> ev.Irregularity:
        kinds = get_args(ev.Happening)
        which = _whole(fields.get("number", [""])[0], "irregularity")
        if not 1 <= which <= len(kinds):
            raise BadInput("irregularity", f"its number, 1 to {len(kinds)}", which)
        cards = _whole(fields["amount"][0], "amount") if "amount" in fields else None
        return ev.Irregularity(kinds[which - 1], who, "dealer", seat, cards)

    def _take(self) -> dict[str, list[str]]:
        """The fields of the entry, each with its digits as often as it was begun."""
        fields: dict[str, list[str]] = {}
        name = "number"
        for key in self._keys:
            if key in FIELDS:
                name = key
                fields.setdefault(name, []).append("")
            else:
                fields.setdefault(name, [""])[-1] += key
        self._keys.clear()
        return fields

    def _entered(self, fields: dict[str, list[str]]) -> ev.Event:
        given = set(fields)
        if given == {"number"}:
            return ev.Count(_whole(fields["number"][0], "count"))
        if given == {"cards"}:
            return _cards(fields["cards"][0])
        if given == {"seat"} and len(fields["seat"]) > 1:
            return ev.Linked(tuple(_whole(seat, "seat") for seat in fields["seat"]))
        if given == {"seat", "wager", "amount"} and len(fields["seat"]) == 1:
            cents = cents_of(fields["amount"][-1], "amount")
            return ev.Amount(_whole(fields["seat"][0], "seat"), self._wager(fields["wager"][-1]), cents)
        raise BadInput("keypad", "a count, a sum, cards or linked seats", ", ".join(fields) or "nothing")

    def _wager(self, digits: str) -> str:
        number = _whole(digits, "wager")
        if not 1 <= number <= len(self._wagers):
            raise BadInput("wager", f"its number, 1 to {len(self._wagers)}", number)
        return self._wagers[number - 1]


def _whole(digits: str, field: str) -> int:
    if not digits.isdecimal():
        raise BadInput(field, "a whole number", digits)
    return int(digits)


def _cards(digits: str) -> ev.CardsKeyed:
    place, rest = digits[:1], digits[1:]
    if not place or not rest or len(rest) % 3 or not digits.isdecimal():
        raise BadInput("cards", "a place and three digits a card", digits)
    cards = []
    for at in range(0, len(rest), 3):
        rank, suit = RANKS.get(rest[at : at + 2]), SUITS.get(rest[at + 2])
        if rank is None or suit is None:
            raise BadInput("cards", "rank 02 to 14 and suit 1 to 4", rest[at : at + 3])
        cards.append(rank + suit)
    if place in PLACES:
        return ev.CardsKeyed(PLACES[place], tuple(cards))  # type: ignore[arg-type]
    return ev.CardsKeyed("seat", tuple(cards), int(place))


# ---- the other way, for hands that are not a person's -------------------------------------------


def keys_of(event: ev.Event, wagers: Sequence[str]) -> list[str] | None:
    """The keys that make the event; None for one that cannot be keyed."""
    if isinstance(event, ev.Count) and event.number >= 0:
        return [*str(event.number), "enter"]
    if isinstance(event, ev.Linked):
        return [key for seat in event.seats for key in ("seat", *str(seat))] + ["enter"]
    if isinstance(event, ev.Amount) and event.wager in wagers and event.cents > 0:
        sum_ = f"{event.cents // 100}.{event.cents % 100:02}"
        number = str(wagers.index(event.wager) + 1)
        return ["seat", *str(event.seat), "wager", *number, "amount", *sum_, "enter"]
    if isinstance(event, ev.CardsKeyed):
        return _card_keys(event)
    return None


def _card_keys(event: ev.CardsKeyed) -> list[str] | None:
    place = {name: digit for digit, name in PLACES.items()}.get(event.place, str(event.seat or ""))
    ranks = {rank: digits for digits, rank in RANKS.items()}
    suits = {suit: digit for digit, suit in SUITS.items()}
    known = all(len(card) == 2 and card[0] in ranks and card[1] in suits for card in event.cards)
    if len(place) != 1 or not known or not event.cards:
        return None
    return ["cards", place, *(key for card in event.cards for key in (*ranks[card[0]], suits[card[1]])), "enter"]
