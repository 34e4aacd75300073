"""Small acts that the round and its irregularities share."""

from typing import TYPE_CHECKING

from controller.game.settlement import Envy, Line, over_the_limits
from controller.game.table import decks
from controller.game.table import effects as do
from controller.game.table.dealing import deliver
from controller.game.table.device import to_dealing_side
from controller.game.table.machines import fire
from controller.game.table.showdown import returned, seat_lines
from controller.game.table.state import Seat, Unit

if TYPE_CHECKING:
    from controller.game.table.controller import TableController


def leave_deck(game: "TableController", unit: Unit, cards: int | None = None) -> None:
    """Cards leave the deck: from the first one on it is this deck's round (reading G25)."""
    count_round(game)
    deliver(game.round, unit, cards)


def count_round(game: "TableController") -> None:
    if game.round.begun:
        return
    deck = game.decks[game.table.deck - 1]
    fire(decks.MACHINE, deck, "deal")
    game.round.begun = True
    deck.rounds += 1
    game.table.last = deck.number
    if game.table.method not in deck.methods:
        deck.methods += (game.table.method,)
    game.table.rounds += 1
    game.table.number += 1


def pick_deck(game: "TableController", number: int) -> None:
    """That deck is the next in play, if it has been opened: one deck plays on until it is (reading G27)."""
    if number <= len(game.decks) and game.decks[number - 1].state not in decks.NOT_OPENED:
        game.table.deck = number
    to_dealing_side(game)


def next_to_decide(game: "TableController") -> None:
    """Clockwise from the far left, the seats that have not played, folded or lost their hand."""
    round = game.round
    waiting = [
        seat.number
        for seat in round.seats
        if seat.dealt_in and not seat.void and not seat.decision and seat.asked < round.window
    ]
    round.turn = waiting[0] if waiting and not round.void else 0


def finish(game: "TableController", seat: Seat, names: list[str], envy: tuple[Envy, ...] = ()) -> None:
    """The end of these wagers of a seat, once and for all."""
    void = game.round.void
    lines: list[Line] = []
    if void is not None:
        lines += returned(seat, [name for name in names if name not in void.settled], void.rule)
        names = [name for name in names if name in void.settled]
    lines += seat_lines(game.offer, game.table, game.round, seat, names)
    finish_lines(game, seat, lines, names, envy)


def finish_lines(
    game: "TableController", seat: Seat, lines: list[Line], names: list[str] | None = None, envy: tuple[Envy, ...] = ()
) -> None:
    """`names` are done though no line tells how: the dealer ranked the hands."""
    seat.done += tuple(dict.fromkeys([*(line.wager for line in lines if line.wager in seat.wagers), *(names or ())]))
    for line in lines:
        seat.paid[line.wager] = seat.paid.get(line.wager, 0) + line.pays
    if envy:
        seat.paid["envy"] = seat.paid.get("envy", 0) + sum(bonus.pays for bonus in envy)
    seat.returned += sum(line.returned for line in lines)
    already, seat.cut = seat.cut, over_the_limits(game.offer, sum(seat.paid.values()), list(seat.paid.items()))
    game.emit(do.SeatSettled(seat.number, tuple(lines), envy, seat.cut - already))
