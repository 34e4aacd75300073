"""What a dealer and players do wrong now and then. What follows from it they see on the display, like everybody."""

from collections.abc import Callable
from random import Random

from controller.bots.cards import Cards
from controller.bots.hands import Act, Hands
from controller.bots.people import Staff
from controller.bots.sight import NO_DEAL, Sight
from controller.game.table import events as ev
from controller.keypad import FIELDS
from drivers.wiring import BUTTONS

DECLARED = (
    "drawn-in-error",
    "drawn-and-seen",
    "face-up-card",
    "burn-wrong",
    "player-card-shown",
    "dealer-card-exposed",
)
"""What a dealer says that he has done."""
NO_BADGE = "0"
"""That nobody has."""


class Slips:
    def __init__(self, hands: Hands, cards: Cards, staff: Staff, rng: Random, rate: float) -> None:
        self._hands, self._cards, self._staff = hands, cards, staff
        self._rng, self._rate = rng, rate
        self._kinds: tuple[Callable[[Sight], Act | None], ...] = (
            *(self._button, self._chips, self._keys, self._badge),
            *(self._card, self._count, self._declared, self._misdeal),
        )

    def next(self, s: Sight) -> Act | None:
        """Instead of what should be done; mostly nothing."""
        if s.table["state"] != "open" or self._rng.random() >= self._rate:
            return None
        return self._rng.choice(self._kinds)(s)

    def _button(self, s: Sight) -> Act | None:
        """Any but the one for irregularities, which needs a number."""
        button = self._rng.choice([button for button in BUTTONS if button != "irregularity"])
        return self._hands.press(s, button)

    def _chips(self, s: Sight) -> Act | None:
        """Put down or taken up at any time; who is told so puts it right."""
        seat = self._rng.choice(s.seats)
        spot = self._rng.choice(seat["spots"])
        return self._hands.chips(seat["seat"], [spot["wager"]], not spot["chips"])

    def _keys(self, s: Sight) -> Act | None:
        keys = [self._rng.choice([*FIELDS, *"0123456789."]) for _ in range(self._rng.randint(1, 6))]
        return self._hands.do(f"key {' '.join(keys)}", lambda: self._hands.twin.key([*keys, "enter"]))

    def _badge(self, s: Sight) -> Act | None:
        return self._hands.swipe(self._rng.choice([self._staff.first("dealer").badge, NO_BADGE]))

    def _card(self, s: Sight) -> Act | None:
        """Out of the shoe too early, or one too many."""
        return self._hands.draw() if s.table["method"] == "manual_shoe" else None

    def _count(self, s: Sight) -> Act | None:
        """One off, wherever something is counted."""
        if s.state == "stub" and s.view["count"]["due"]:
            return self._hands.enter(s, ev.Count(max(0, len(self._cards.stub(s)) + self._rng.choice([-1, 1]))))
        if s.state == "progressive-locked":
            return self._hands.enter(s, ev.Count(self._rng.randrange(9)))
        return None

    def _declared(self, s: Sight) -> Act | None:
        """Something that a card in the device cannot meet with."""
        if s.state in NO_DEAL or s.dealt_inside or s.in_play is None:
            return None
        return self._hands.declare(s, self._rng.choice(DECLARED))

    def _misdeal(self, s: Sight) -> Act | None:
        """A card too many or too few at a seat, by the dealer's own hand."""
        dealt = [seat for seat in s.seats if seat["out"] and not seat["void"]]
        if s.stacks or s.state in NO_DEAL or not dealt:
            return None
        seat = self._rng.choice(dealt)
        cards = max(0, seat["out"] + self._rng.choice([-1, 1]))
        return self._hands.declare(s, "seat-misdealt", cards, seat["seat"])
