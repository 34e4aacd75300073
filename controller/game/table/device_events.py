"""What the dealing device reports, and what is made of it."""

from typing import TYPE_CHECKING

from controller.game.table import decks, irregular, told
from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.device import SHUFFLING, ask_for_mode, push_out, to_dealing_side
from controller.game.table.machines import fire
from controller.game.table.refusals import Refusal, guard
from controller.game.table.round_acts import ask_for_stack
from controller.game.table.state import Deck

if TYPE_CHECKING:
    from controller.game.table.controller import TableController

NO_DEAL = ("betting", "void", "collection")
"""States of a round in which nobody is owed a card."""


@guard
def device_is_there(game: "TableController", event: object) -> None:
    if game.device.state != "in-service":
        raise Refusal(game.prompt().rule, "no device is in service", game.prompt().text)


@guard
def same_device_deals_on(game: "TableController", event: ev.DeviceReady) -> None:
    deals = game.round.begun and game.decks[game.table.deck - 1].inside
    if deals and event.caps != game.device.caps:
        raise Refusal(game.book.cite("G2"), "another device answers in the middle of a round", game.prompt().text)


def ready(game: "TableController", event: ev.DeviceReady) -> None:
    """A session is not yet an account of the cards: a lost link is found again by LinkFound alone."""
    same_device_deals_on(game, event)
    if game.device.state != "lost":
        game.device.state = "in-service"
    game.device.caps = event.caps
    game.device.mode = event.mode
    ask_for_mode(game)


def link_lost(game: "TableController", event: ev.LinkLost) -> None:
    """Not by itself a jam (reading G2): what the device did is asked when it is back."""
    device_is_there(game, event)
    game.device.state = "lost"


def link_found(game: "TableController", event: ev.LinkFound) -> None:
    if game.device.state != "lost":
        raise Refusal(game.prompt().rule, "the link was not lost", game.prompt().text)
    game.device.state = "in-service"
    if event.accounted:
        return
    if not game.decks[game.table.deck - 1].inside:
        game.round.wanted = ()  # the round's cards lie on the table: the dealer keys what it can no longer tell
    else:
        _dealing_failed(game)


# ---- shuffling ---------------------------------------------------------------------------


@guard
def deck_may_be_loaded(game: "TableController", event: ev.Loaded) -> None:
    deck = game.decks[event.deck - 1]
    if deck.recount:
        rule = game.book.cite(game.book.rules.decks.cite[0])
        raise Refusal(rule, f"deck {deck.number} was in a device that left the table", "count it and key the count")
    # A deck that was shuffled may go into the device again; it shuffles it once more.
    if deck.inside or deck.state not in ("stacked", "discarded", "shuffled", "cut"):
        raise Refusal(game.prompt().rule, f"deck {deck.number} is {deck.state}", game.prompt().text)
    if deck.number == game.table.deck and game.round.state not in NO_DEAL:
        raise Refusal(game.prompt().rule, f"deck {deck.number} is about to be dealt", game.prompt().text)


def loaded(game: "TableController", event: ev.Loaded) -> None:
    device_is_there(game, event)
    deck_may_be_loaded(game, event)
    deck = game.decks[event.deck - 1]
    fire(decks.MACHINE, deck, "load")
    fire(decks.MACHINE, deck, "begin")
    deck.inside = True
    game.emit(do.Shuffle(deck.number))


def shuffled(game: "TableController", event: ev.Shuffled) -> None:
    """52 or the deck goes, whether or not the text has a paragraph on it."""
    device_is_there(game, event)
    deck = game.decks[event.deck - 1]
    fire(decks.MACHINE, deck, "shuffled_by_device")
    deck.by_device, deck.preshuffled = True, False
    deck.counted = event.cards == game.book.rules.decks.cards
    if event.cards is not None and not deck.counted:
        found = irregular.consequence(game, "shuffler_count_wrong")
        rule = game.book.cite(found.cite[0] if found else game.book.rules.decks.cite[0])
        irregular.remove_deck(game, deck, rule)
        return
    to_dealing_side(game)


# ---- dealing -----------------------------------------------------------------------------


def dispensed(game: "TableController", event: ev.Dispensed) -> None:
    device_is_there(game, event)
    game.move("dispensed", event)


def taken(game: "TableController", event: ev.Taken) -> None:
    game.move("taken", event)


def green(game: "TableController", event: ev.Green) -> None:
    game.move("green", event)


@guard
def something_is_inside(game: "TableController", event: ev.Ejected) -> None:
    if not game.device.ejecting and not any(deck.inside for deck in game.decks):
        raise Refusal(game.prompt().rule, "no deck is in the device", game.prompt().text)


def ejected(game: "TableController", event: ev.Ejected) -> None:
    """In a round the rest of the deck in play; else a whole deck, for the shoe or the hand, or to leave the table."""
    asked = game.device.ejecting[:1] or (game.device.holds or game.table.deck,)
    deck = game.decks[asked[0] - 1]
    if deck.number == game.table.deck and game.round.state != "betting":
        game.device.ejecting = game.device.ejecting[1:]
        if game.device.to_empty or game.round.state in ("void", "collection"):
            _all_came_out(game, event)
            _emptied(game, deck)
            return
        device_is_there(game, event)
        game.move("ejected", event)
        return
    something_is_inside(game, event)
    game.device.ejecting = game.device.ejecting[1:]
    _emptied(game, deck)
    whole = event.cards in (None, game.book.rules.decks.cards)
    if not whole and deck.state == "shuffled":
        irregular.remove_deck(game, deck, game.book.cite(game.book.rules.decks.cite[0]))
    elif not whole and deck.state != "removed":
        deck.recount = True
    elif deck.state == "shuffled":
        told.deck_at_hand(game, deck)
    to_dealing_side(game)


def _all_came_out(game: "TableController", event: ev.Ejected) -> None:
    """52 or the deck goes: what a void round leaves in the device is counted like any other rest."""
    left = game.ledger()["stub"]
    if event.cards is not None and event.cards != left:
        game.decks[game.table.deck - 1].recount = True
        rule = game.book.cite(game.book.rules.decks.cite[0])
        game.emit(do.Alarm(f"{event.cards} cards came out of the device and {left} should have", rule))


def _emptied(game: "TableController", deck: Deck) -> None:
    game.device.to_empty = False
    if game.device.holds == deck.number:
        game.device.holds = 0
    deck.inside = False


def face_up(game: "TableController", event: ev.FaceUp) -> None:
    device_is_there(game, event)
    if game.round.state not in irregular.IN_A_ROUND:
        raise Refusal(game.prompt().rule, "no card is being dealt", game.prompt().text)
    irregular.face_up(game)


# ---- faults ------------------------------------------------------------------------------


def fault(game: "TableController", event: ev.Fault) -> None:
    """Latched with its first cause. A jam in the spare deck leaves the round alone (reading G23)."""
    device_is_there(game, event)
    game.device.fault = game.device.fault or event.cause
    shuffling = [deck for deck in game.decks if deck.state == "shuffling"]
    for deck in shuffling:
        fire(decks.MACHINE, deck, "unload")  # a fault ends every cycle, whichever it is about
    deals = game.device.holds == game.table.deck and game.round.state not in NO_DEAL
    if game.table.deck in [deck.number for deck in shuffling] and not game.round.begun:
        _shuffler_failed(game)
    elif event.cause not in SHUFFLING and deals:
        _dealing_failed(game)
    elif event.cause in SHUFFLING or shuffling:
        _reshuffle(game)


def _shuffler_failed(game: "TableController") -> None:
    found = game.book.rules.irregularities["shuffler_failed"]
    if found.device == "emptied":
        game.device.to_empty = True
    if found.voids == "all" and any(seat.wagers for seat in game.round.seats):
        irregular.void_round(game, "shuffler_failed", found)
    else:
        _reshuffle(game)


def _reshuffle(game: "TableController") -> None:
    rule = game.book.cite(game.book.rules.irregularities["shuffler_failed"].cite[0])
    game.emit(do.Alarm("the shuffler failed: the deck is shuffled again", rule))


def _dealing_failed(game: "TableController") -> None:
    if game.round.state in NO_DEAL or game.round.void:
        return
    irregular.void_round(game, "dealing_failed", game.book.rules.irregularities["dealing_failed"])


def cleared(game: "TableController", event: ev.Cleared) -> None:
    """A person has taken the cards out and seen to the cause."""
    if not game.device.fault:
        raise Refusal(game.prompt().rule, "the device has no fault", game.prompt().text)
    game.device.fault = ""
    if game.device.to_empty:
        _emptied(game, game.decks[game.table.deck - 1])
    # An eject that the fault ended has moved no card and tells of none: it is asked for again where it is wanted still.
    wanted, game.device.ejecting = game.device.ejecting, ()
    for deck in game.decks:
        dealt_on = deck.state == "in-play" and game.round.state not in NO_DEAL
        deck.inside = deck.inside and (dealt_on or deck.state in ("loaded", "shuffling", "shuffled"))
        if not deck.inside and game.device.holds == deck.number:
            game.device.holds = 0
    for number in wanted:
        if game.decks[number - 1].inside:
            push_out(game, game.decks[number - 1])
    to_dealing_side(game)
    # So is what the device would not do before it was cleared: its mode, and the stack that is due.
    ask_for_mode(game)
    if game.round.state in ("dealing", "dealer-stack"):
        ask_for_stack(game)
