"""Whether the dealing device fits what the table wants of it: its mode and its capabilities."""

from typing import TYPE_CHECKING

from controller.game.table import effects as do
from controller.game.table.dealing import order_of
from controller.game.table.refusals import Refusal
from controller.game.table.state import Deck

if TYPE_CHECKING:
    from controller.game.table.controller import TableController


SHUFFLING = ("jam-shuffling", "shuffle-not-completed", "deck")
"""Faults of the shuffler, not of the dealing."""


def wanted_mode(game: "TableController") -> int:
    """1: stacks of two; 2: Maryland's four, five and two; 3: stacks of five; 4: as 1, with Cover All's payouts."""
    if any(game.book.rules.wagers[name].judged == "highest-hand" for name in game.offer.wagers):
        return 4
    places = {step.to for step in order_of(game.method, game.table.order).steps}
    if "community" in places:
        return 2
    return 3 if game.book.rules.hand.own == 5 else 1


def misfit(game: "TableController") -> Refusal | None:
    """Why the device and the table do not go together, or None."""
    cite = game.book.cite(game.method.cite[0])
    if game.method.shuffler_needed and game.device.state != "in-service":
        rule = game.book.cite(game.method.shuffler_cite or game.method.cite[0])
        return Refusal(rule, "this method of dealing needs the shuffler in service", "change the method of dealing")
    if game.device.state == "in-service" and game.device.fault:
        return Refusal(cite, f"the device has a fault: {game.device.fault}", "clear it")
    if len(game.decks) == 2 and game.device_works and "two-decks" not in game.device.caps:
        return Refusal(game.book.cite(game.book.rules.decks.two_cite), "the device cannot hold a second deck")
    if game.table.method != "automated":
        return None
    if "stacks" not in game.device.caps:
        return Refusal(cite, "the device does not dispense stacks", "change the method of dealing")
    mode = wanted_mode(game)
    if mode == 4 and "display" not in game.device.caps:
        rule = game.book.cite(game.book.rules.wagers["cover_all"].device_cite)
        return Refusal(rule, "Cover All needs the device's display")
    if game.device.mode != mode:
        return Refusal(cite, f"the device is not in mode {mode}", "wait for the device")
    return None


def shuffler_is_used(game: "TableController") -> bool:
    """Also while its link is lost. With it two decks take turns; without it one plays on."""
    return game.device.state in ("in-service", "lost")


def shuffler_is_out(game: "TableController") -> bool:
    return game.device.state in ("removed", "covered", "signed")


def in_the_way(game: "TableController") -> Refusal | None:
    """Why nothing else may shuffle or deal beside the device, or None: it is off the table, or out as the text says."""
    found = game.book.rules.irregularities["other_method"]
    wanted = {"removed": ("removed",), "covered-or-signed": ("covered", "signed")}[found.device or "removed"]
    if game.device.state in ("none", "removed", *wanted):
        return None
    do = f"have the dealing device {' or '.join(wanted)}"
    return Refusal(game.book.cite(found.cite[0]), "the device is still in the way", do)


def push_out(game: "TableController", deck: Deck) -> None:
    """Asks the device for all that is left of a deck, once: what lies on the dealing side comes out before it.

    While the device has a fault it is asked for nothing: it would be asked again when that is cleared.
    """
    device = game.device
    for number in (device.holds or deck.number, deck.number):
        if number not in device.ejecting:
            device.ejecting += (number,)
            if not device.fault:
                game.emit(do.Eject())


def deals_on(game: "TableController", deck: Deck) -> bool:
    """The device is dealing a round from another deck, which lies before this one."""
    return game.round.begun and game.device.holds not in (0, deck.number)


def ask_for_mode(game: "TableController") -> None:
    if game.table.method == "automated" and game.table.state != "closed" and game.device.mode != wanted_mode(game):
        game.emit(do.SetMode(wanted_mode(game)))


def take_removed_out(game: "TableController") -> None:
    """A deck that was removed during a round waited in the device for the round's end."""
    for deck in game.decks:
        if deck.inside and deck.state == "removed":
            push_out(game, deck)
            deck.inside = False


def come_up(game: "TableController") -> None:
    """A shuffled deck goes to the empty dealing side by itself, whether it is the next in play or not."""
    if not game.device.holds:
        game.device.holds = next((deck.number for deck in game.decks if deck.inside and deck.state == "shuffled"), 0)


def to_dealing_side(game: "TableController") -> None:
    """The deck next in play: in the device where that deals, else handed out to the dealer."""
    come_up(game)
    deck = game.decks[game.table.deck - 1]
    if deck.state != "shuffled" or not deck.inside or game.round.state != "betting":
        return
    if game.device.holds != deck.number:
        push_out(game, game.decks[game.device.holds - 1])
    elif game.table.method != "automated":
        push_out(game, deck)
