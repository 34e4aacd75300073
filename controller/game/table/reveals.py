"""Cards become known when they lie face up, from the device that read them or from the keypad."""

from typing import TYPE_CHECKING

from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table import told
from controller.game.table.irregular import held_seats, held_wagers
from controller.game.table.refusals import Refusal, guard
from controller.game.table.round_guards import aces_low_are_not_keyed_away
from controller.game.table.state import Void
from controller.game.table.table_machine import out_of_service

if TYPE_CHECKING:
    from controller.game.table.controller import TableController

SHOWDOWN = ("settlement", "after-all")


def known_cards(game: "TableController") -> list[str]:
    round = game.round
    return [*round.dealer, *round.community, *round.box, *(card for seat in round.seats for card in seat.cards)]


@guard
def reveal_was_asked_for(game: "TableController", event: ev.Revealed) -> None:
    wanted = game.round.wanted[0] if game.round.wanted else None
    asked = wanted is not None and (wanted.place, wanted.seat) == (event.place, event.seat or 0)
    if wanted is None or not asked or len(event.cards) not in (0, wanted.cards):
        raise Refusal(game.prompt().rule, "nobody asked the device for these cards", game.prompt().text)


def revealed(game: "TableController", event: ev.Revealed) -> None:
    reveal_was_asked_for(game, event)
    game.round.wanted = game.round.wanted[1:]
    if not event.sealed:
        integrity_failure(game, "a seal of the device does not hold")
    elif event.cards:
        _learn(game, event.place, event.seat, event.cards)
    else:
        told.cards_unread(game, event.place, event.seat)


@guard
def cards_lie_face_up(game: "TableController", event: ev.CardsKeyed) -> None:
    """Nothing hidden is taken in: community cards once turned, the dealer's and the box after he shows, a seat's
    at its turn.
    """
    round = game.round
    if event.place == "community":
        room = 0 < len(event.cards) <= game.board_up - len(round.community)
    elif event.place == "seat":
        at_turn = round.state == "settlement" and event.seat == round.turn
        room = at_turn and len(event.cards) == game.book.rules.hand.own
    elif event.place == "dealer":
        room = round.state in SHOWDOWN and not round.dealer and len(event.cards) == game.book.rules.hand.own
    else:
        room = round.state in SHOWDOWN and not round.box and len(event.cards) == round.box_out
    if not room:
        raise Refusal(game.prompt().rule, "these cards do not lie face up now", game.prompt().text)


@guard
def set_hand_has_the_seats_cards(game: "TableController", event: ev.CardsKeyed) -> None:
    known = game.seat(event.seat).cards if event.seat else ()
    if event.place == "seat" and known and set(known) != set(event.cards):
        raise Refusal(game.prompt().rule, "these are not the cards that the seat was dealt", "key them again")


def keyed(game: "TableController", event: ev.CardsKeyed) -> None:
    cards_lie_face_up(game, event)
    set_hand_has_the_seats_cards(game, event)
    aces_low_are_not_keyed_away(game, event)
    if event.place == "seat" and event.seat and game.seat(event.seat).cards:
        game.seat(event.seat).cards = event.cards
    else:
        _learn(game, event.place, event.seat, event.cards)
    if event.place == "seat" and event.seat:
        game.seat(event.seat).split = True


def _learn(game: "TableController", place: str, seat: int | None, cards: tuple[str, ...]) -> None:
    both = [*known_cards(game), *cards]
    if len(set(both)) != len(both):
        twice = next(card for card in cards if both.count(card) > 1)
        integrity_failure(game, f"the card {twice} is there twice")
        return
    round = game.round
    if place == "dealer":
        round.dealer = cards
        told.dealer_kept_up(game)
    elif place in ("community", "ejected"):
        round.community += cards
    elif place == "box":
        round.box = cards
    elif seat:
        game.seat(seat).cards = cards


def integrity_failure(game: "TableController", cause: str) -> None:
    """One deck of 52 different cards is what every text asks for: the round is void and the table stops."""
    rule = game.book.cite(game.book.rules.decks.cite[0])
    game.round.void = Void("integrity", rule, ())
    game.round.turn, game.round.due, game.round.wanted, game.device.tray = 0, (), (), ""
    held = held_wagers(game)
    back = tuple(name for name in game.book.rules.wagers if name in held)
    then = ("replace the deck", "return to service")
    game.emit(do.Voided("integrity", rule, held_seats(game), back, (), "off the table", then))
    game.move("void_all", None)
    game.device.to_empty = game.decks[game.table.deck - 1].inside
    out_of_service(game, cause, rule)
