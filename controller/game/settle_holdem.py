"""Settles a round of Ultimate Texas Hold 'Em."""

from collections.abc import Callable
from functools import cached_property

from controller.game.cards import ACE, RANK_OF, RANKS, SUIT_OF, SUITS, Card
from controller.game.categories import CATEGORY_NAMES, ROYAL_FLUSH
from controller.game.described import DescribedRound, Seat
from controller.game.paytables import Cell, grade
from controller.game.ranking import best_five, category, rank_5, rank_6, rank_7
from controller.game.rulebook import Wager
from controller.game.settlement import (
    EnvyBonuses,
    Line,
    Meters,
    PokerHand,
    SeatSettlement,
    Settlement,
    by_table,
    even,
    lost,
    pushed,
    settled_seat,
)


def settle_holdem(round: DescribedRound) -> Settlement:
    return Showdown(round).settle()


class Showdown:
    """What the seats' settlements share: the board, the dealer's hand, the meters, the best hand shown.

    A seat's own cards are looked at only when one of its wagers needs them: at
    the table they are turned up a seat at a time, and some never are.
    """

    def __init__(self, round: DescribedRound) -> None:
        self.round = round
        self.offer = round.offer
        self.book = round.offer.book
        self.meters = Meters(round.meters, round.offer)
        self.hands = len(round.seats) + 1
        """For Cover All: the seats dealt in, and the dealer."""
        self._classes: dict[int, int] = {}
        self._flop_classes: dict[int, int] = {}

    @cached_property
    def dealer_class(self) -> int:
        return rank_7(self.round.dealer + self.round.community)

    @cached_property
    def dealer_qualifies(self) -> bool:
        least = self.book.rules.settlement.qualifies or CATEGORY_NAMES[0]
        return category(self.dealer_class) >= CATEGORY_NAMES.index(least)

    def settle(self) -> Settlement:
        envy = EnvyBonuses(self.round, self.flop_class)
        seats = tuple(self.seat(seat, envy) for seat in self.round.seats)
        dealer = poker_hand(self.round.dealer + self.round.community, self.dealer_class)
        return Settlement(self.book.id, dealer, self.dealer_qualifies, seats, self.meters.values)

    def seat(self, seat: Seat, envy: EnvyBonuses) -> SeatSettlement:
        wagers = self.book.rules.wagers
        lines = [self.line(seat, name, amount, wagers[name]) for name, amount in seat.wagers.items()]
        hand = None if seat.folded else poker_hand(seat.cards + self.round.community, self.class_of(seat))
        return settled_seat(self.offer, seat, hand, lines, envy.of(seat))

    def class_of(self, seat: Seat) -> int:
        found = self._classes.get(seat.number)
        if found is None:
            found = self._classes[seat.number] = rank_7(seat.cards + self.round.community)
        return found

    def line(self, seat: Seat, name: str, amount: int, wager: Wager) -> Line:
        if seat.folded and wager.fold == "lost":
            return lost(name, amount, self.book.cite(wager.fold_cite or self.book.rules.settlement.fold_cite))
        if wager.judged == "against-dealer":
            return self.against_dealer(seat, name, amount)
        if wager.judged == "against-dealer-by-table" and self.class_of(seat) <= self.dealer_class:
            return self.against_dealer(seat, name, amount)
        by_hands = wager.judged == "highest-hand"
        table = self.book.tables[name][str(self.hands)] if by_hands else self.offer.tables[name]
        return by_table(name, amount, table, _CELLS[wager.judged](self, seat), self.meters)

    def against_dealer(self, seat: Seat, name: str, amount: int) -> Line:
        own, rules, cite = self.class_of(seat), self.book.rules.settlement, self.book.cite
        if name == "ante" and not self.dealer_qualifies:
            return pushed(name, amount, cite(rules.below_cite))
        if own > self.dealer_class:
            return even(name, amount, cite(rules.even_cite))
        if own < self.dealer_class:
            return lost(name, amount, cite(rules.lose_cite))
        return pushed(name, amount, cite(rules.push_cite))

    def flop_class(self, seat: Seat) -> int:
        """The seat's two cards and the flop, exactly those five (reading R24)."""
        found = self._flop_classes.get(seat.number)
        if found is None:
            found = self._flop_classes[seat.number] = rank_5(seat.cards + self.round.community[:3])
        return found

    def own_and_box(self, seat: Seat) -> Cell:
        cards = seat.cards + self.round.box
        hand_class = rank_6(cards)
        if category(hand_class) == ROYAL_FLUSH and len({SUIT_OF[card] for card in cards}) == 1:
            nine_to_ace = min(RANK_OF[card] for card in cards) == 9
            if nine_to_ace:
                return f"super-royal-{SUITS[SUIT_OF[cards[0]]]}"
        return grade(hand_class)

    def own_two(self, seat: Seat) -> Cell | None:
        return pair_cell(seat.cards, self.round.dealer)

    def beaten_hand(self, seat: Seat) -> Cell | None:
        """The lower of the seat's and the dealer's hands, if one beats the other (reading R13)."""
        own = self.class_of(seat)
        return None if own == self.dealer_class else grade(min(own, self.dealer_class))

    def highest_hand(self, seat: Seat) -> Cell:
        """Of the dealer and the seats that play; folded hands are not shown (reading R11)."""
        shown = [self.class_of(seat) for seat in self.round.seats if not seat.folded]
        return grade(max(self.dealer_class, *shown)) if shown else grade(self.dealer_class)


_CELLS: dict[str, Callable[[Showdown, Seat], Cell | None]] = {
    "against-dealer-by-table": lambda table, seat: grade(table.class_of(seat)),
    "best-hand": lambda table, seat: grade(table.class_of(seat)),
    "own-and-flop": lambda table, seat: grade(table.flop_class(seat)),
    "own-and-box": Showdown.own_and_box,
    "own-two": Showdown.own_two,
    "beaten-hand": Showdown.beaten_hand,
    "board": lambda table, seat: grade(rank_5(table.round.community)),
    "highest-hand": Showdown.highest_hand,
}


def poker_hand(cards: tuple[Card, ...], hand_class: int) -> PokerHand:
    return PokerHand(CATEGORY_NAMES[category(hand_class)], tuple(best_five(cards, hand_class)))


def pair_cell(own: tuple[Card, ...], dealer: tuple[Card, ...]) -> Cell | None:
    """What Ultimate Pairs sees in the seat's two cards, and the dealer's beside a pair of aces."""
    high, low = sorted((RANK_OF[card] for card in own), reverse=True)
    if high == low == ACE:
        red = {SUITS[SUIT_OF[card]] for card in own} == {"d", "h"}
        both = all(RANK_OF[card] == ACE for card in dealer)
        return ("red-aces" if red else "other-aces") + ("+dealer-aces" if both else "")
    if high == low:
        return f"pair-{RANKS[high - 2]}"
    if high == ACE and low > 10:
        suited = SUIT_OF[own[0]] == SUIT_OF[own[1]]
        return f"{'suited' if suited else 'offsuit'}-A{RANKS[low - 2]}"
    return None
