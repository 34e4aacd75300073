"""Wagers as the sensors and the keypad tell them.

Chips on a spot are a fact that cannot be refused. Outside its window a change
is no wager: it is an alarm, and has to be put right before play goes on.
"""

from typing import TYPE_CHECKING

from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.refusals import Refusal, guard
from controller.game.table.state import DECISIONS, Seat
from controller.game.table.table_machine import table_is_open

if TYPE_CHECKING:
    from controller.game.table.controller import TableController

AFTER_LOCK = ("progressive-locked", "chips-counted")


def _in_window(game: "TableController", seat: Seat, wager: str) -> bool:
    """Whether a wager may be made, changed or taken back now."""
    if game.book.rules.wagers[wager].placed == "before-no-more-bets":
        return game.round.state == "betting" and game.table.state in ("open", "opening", "idle")
    return game.round.state in DECISIONS and game.deciding(ev.Press("play", seat.number)) is seat


def _rule(game: "TableController", wager: str) -> str:
    bets = game.book.rules.bets
    placed = game.book.rules.wagers[wager].placed
    return game.book.cite(bets.closed_cite if placed == "before-no-more-bets" else bets.play_cite)


def chips_on(game: "TableController", event: ev.ChipsOn) -> None:
    seat = game.seat(event.seat)
    if event.wager in seat.spots:
        raise Refusal(_rule(game, event.wager), f"chips lie on that spot of seat {seat.number} already")
    seat.spots += (event.wager,)
    if event.wager in seat.wrong:
        del seat.wrong[event.wager]  # what was taken off lies there again
    elif _in_window(game, seat, event.wager):
        seat.wagers[event.wager] = game.fixed_amount(event.wager)
    else:
        _alarm(game, seat, event.wager, "placed")


def chips_off(game: "TableController", event: ev.ChipsOff) -> None:
    seat = game.seat(event.seat)
    if event.wager not in seat.spots:
        raise Refusal(_rule(game, event.wager), f"no chips lie on that spot of seat {seat.number}")
    seat.spots = tuple(spot for spot in seat.spots if spot != event.wager)
    if event.wager in seat.wrong:
        del seat.wrong[event.wager]  # what was put there against the rules is gone
    elif _in_window(game, seat, event.wager):
        seat.wagers.pop(event.wager, None)
    elif not _may_leave(game, seat, event.wager):
        _alarm(game, seat, event.wager, "taken off")


def _may_leave(game: "TableController", seat: Seat, wager: str) -> bool:
    """Chips that the dealer takes or a player is owed: collected, settled, folded, void, or paid out."""
    state = game.round.state
    folded = seat.decision == "folded" and game.book.rules.wagers[wager].fold == "lost"
    collected = wager == "progressive" and state not in ("betting", "bets-closed")
    void = game.round.void
    over = state in ("void", "collection") or bool(seat.void) or (void is not None and wager not in void.settled)
    rules = game.book.rules.settlement
    at_turn = state == "settlement" and game.round.turn == seat.number and wager in rules.within_seat
    at_the_end = state == "after-all" and wager in rules.after_all
    return folded or collected or over or at_turn or at_the_end or wager in seat.done


def _alarm(game: "TableController", seat: Seat, wager: str, how: str) -> None:
    rule = _rule(game, wager)
    seat.wrong[wager] = rule
    game.emit(do.Alarm(f"{wager} was {how} outside its window", rule, seat.number, wager))


# ---- sums, and positions of one player -----------------------------------------------------


@guard
def sum_in_its_window(game: "TableController", event: ev.Amount) -> None:
    seat = game.seat(event.seat)
    if event.wager not in seat.wagers:
        raise Refusal(
            _rule(game, event.wager), f"seat {event.seat} has no {event.wager} wager", "key it for a wager that lies"
        )
    if not _in_window(game, seat, event.wager):
        raise Refusal(_rule(game, event.wager), f"the {event.wager} of seat {event.seat} can no longer change")


@guard
def sum_is_one_of_those_allowed(game: "TableController", event: ev.Amount) -> None:
    fixed = game.fixed_amount(event.wager)
    if fixed is not None and event.cents != fixed:
        rule = game.book.cite(game.book.rules.wagers[event.wager].cite[0])
        raise Refusal(rule, f"the {event.wager} wager has a fixed sum")


def amount(game: "TableController", event: ev.Amount) -> None:
    sum_in_its_window(game, event)
    sum_is_one_of_those_allowed(game, event)
    game.seat(event.seat).wagers[event.wager] = event.cents


@guard
def several_positions_are_allowed(game: "TableController", event: ev.Linked) -> None:
    if game.book.rules.seats.positions_a_player < 2:
        raise Refusal(game.book.cite(game.book.rules.seats.cite[-1]), "a player has one position")


def linked(game: "TableController", event: ev.Linked) -> None:
    table_is_open(game, event)
    several_positions_are_allowed(game, event)
    if game.round.state != "betting":
        raise Refusal(game.book.cite(game.book.rules.bets.closed_cite), "positions are linked before no more bets")
    if len(set(event.seats)) != len(event.seats) or len(event.seats) < 2:
        raise Refusal(game.book.cite(game.book.rules.bets.linked_cite), "two or more different seats are linked")
    others = [seat.number for seat in game.round.seats if seat.number not in event.seats]
    split = [n for n in others if game.seat(n).leader in event.seats or n in [game.seat(s).leader for s in event.seats]]
    if split:
        rule = game.book.cite(game.book.rules.bets.linked_cite)
        raise Refusal(rule, f"seat {split[0]} is one of this player's too", "link all of the player's seats at once")
    first, *rest = event.seats
    game.seat(first).leader = 0
    for number in rest:
        game.seat(number).leader = first
