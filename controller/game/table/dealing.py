"""Who gets which cards when, and where all 52 of them are."""

from collections.abc import Iterator, Sequence

from controller.game.book import Book
from controller.game.rulebook import DealMethod, DealOrder, DealStep
from controller.game.table.state import Round, Unit

BURN, COMMUNITY = "burn", "community"


def order_of(method: DealMethod, name: str) -> DealOrder:
    return next(order for order in method.orders if order.name == name)


def first_cards(book: Book, method: str, order: DealOrder, seats: Sequence[int], offered: frozenset[str]) -> list[Unit]:
    """All that is dealt before the first decision."""
    steps = [step for step in order.steps if not step.after_decisions]
    return list(_units(book, method, steps, seats, offered))


def dealer_stack(book: Book, method: str, order: DealOrder, offered: frozenset[str]) -> list[Unit]:
    """The dealer's cards where they stay in the device until all have decided."""
    return list(_units(book, method, [step for step in order.steps if step.after_decisions], (), offered))


def _units(
    book: Book, method: str, steps: Sequence[DealStep], seats: Sequence[int], offered: frozenset[str]
) -> Iterator[Unit]:
    for step in steps:
        if step.if_offered and step.if_offered not in offered:
            continue
        rule = book.cite(step.cite[0])
        if step.to != "seats":
            yield Unit(step.to, step.cards, rule)
        elif method == "hand":
            # Nothing counts cards that leave a hand: the dealer confirms once all seats have theirs.
            yield Unit("seat", step.cards, rule)
        else:
            yield from (Unit("seat", step.cards, rule, seat) for seat in seats)


def board_cards(method: str, burns: int, cards: int, burn_rule: str, rule: str) -> list[Unit]:
    """A burn, where there is one, and community cards; a shoe's gate counts them one by one."""
    if method == "manual_shoe":
        return [Unit(BURN, 1, burn_rule)] * burns + [Unit(COMMUNITY, 1, rule)] * cards
    return ([Unit(BURN, burns, burn_rule)] if burns else []) + [Unit(COMMUNITY, cards, rule)]


def deliver(round: Round, unit: Unit, cards: int | None = None) -> None:
    """Enters in the ledger that the unit's cards have left the deck."""
    cards = unit.cards if cards is None else cards
    round.begun = True
    if unit.place == "seat":
        for seat in round.seats:
            if seat.number == unit.seat or (not unit.seat and seat.dealt_in and not seat.void):
                seat.out += cards
    elif unit.place == "dealer":
        round.dealer_out += cards
    elif unit.place == COMMUNITY:
        round.community_out += cards
    elif unit.place == "box":
        round.box_out += cards
    else:
        round.burns += cards


def cards_out(round: Round) -> int:
    """Cards that have left the deck, wherever they are now."""
    return (
        sum(seat.out for seat in round.seats)
        + round.dealer_out
        + round.community_out
        + round.box_out
        + round.burns
        + round.rejects
        + round.drawn
    )


def ledger(round: Round, deck: int) -> dict[str, int]:
    """Where the cards are; adds up to the deck."""
    return {
        "seats": sum(seat.out for seat in round.seats),
        "dealer": round.dealer_out,
        "community": round.community_out,
        "box": round.box_out,
        "burns": round.burns,
        "rejects": round.rejects,
        "drawn": round.drawn,
        "stub": deck - cards_out(round),
    }
