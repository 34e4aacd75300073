"""The table machine: closed, opening, open, idle with its cards spread, out of service."""

from typing import TYPE_CHECKING, Any

from transitions import Machine

from controller.game.table import decks, told
from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.conduct import pick_deck
from controller.game.table.device import in_the_way, misfit, shuffler_is_out, shuffler_is_used, take_removed_out
from controller.game.table.machines import fire
from controller.game.table.prompts import act_rule, deck_prompt, not_awaited
from controller.game.table.refusals import Refusal, guard
from controller.game.table.state import Deck

if TYPE_CHECKING:
    from controller.game.table.controller import TableController

STATES = ["closed", "opening", "open", "idle", "out-of-service"]

TRANSITIONS: list[list[Any]] = [
    ["open", "closed", "opening"],
    ["opened", "opening", "open"],
    ["idle", "open", "idle"],
    ["player_comes", "idle", "opening"],
    ["close", ["opening", "open", "idle"], "closed"],
    ["fail", ["closed", "opening", "open", "idle"], "out-of-service"],
    ["restore", "out-of-service", "opening"],
]

MACHINE = Machine(model=None, states=STATES, transitions=TRANSITIONS, auto_transitions=False, initial="closed")


@guard
def table_is_open(game: "TableController", event: Any) -> None:
    if game.table.state != "open":
        raise Refusal(game.prompt().rule, f"the table is {game.table.state}", game.prompt().text)


@guard
def table_is_in_service(game: "TableController", event: Any) -> None:
    if game.table.state in ("closed", "out-of-service"):
        raise Refusal(game.prompt().rule, f"the table is {game.table.state}", game.prompt().text)


def move_on(game: "TableController") -> None:
    """The table is open once every deck that was received is ready and the device fits."""
    if game.table.state in ("open", "opening") and game.round.state == "betting" and not game.round.begun:
        take_removed_out(game)
        _deck_in_turn(game)
    if game.table.state != "opening" or misfit(game) is not None:
        return
    awaited = [deck for deck in game.decks if deck.state != "in-play" and not not_awaited(game, deck)]
    if not any(deck_prompt(game, deck.number) for deck in awaited):
        fire(MACHINE, game.table, "opened")


def _deck_in_turn(game: "TableController") -> None:
    """Where the deck in turn is gone or not yet opened, the other plays alone, or is the one to be opened (G27); once
    both are there no deck plays twice running.
    """
    if len(game.decks) == 1:
        return
    number, is_open = game.table.deck, game.table.state == "open"
    if is_open and game.decks[number - 1].state in decks.NOT_OPENED:
        pick_deck(game, 3 - number)
    deck, other = game.decks[game.table.deck - 1], game.decks[2 - game.table.deck]
    if deck.state in decks.GONE and other.state not in decks.GONE and (is_open or shuffler_is_out(game)):
        game.table.deck = other.number
    elif is_open and deck.number == game.table.last and shuffler_is_used(game) and other.state in ("shuffled", "cut"):
        pick_deck(game, other.number)  # opened before no more bets, it is not passed over


def out_of_service(game: "TableController", cause: str, rule: str) -> None:
    """Latched, with its first cause, until the floor has seen to it."""
    if game.table.state != "out-of-service":
        fire(MACHINE, game.table, "fail")
        game.table.cause, game.table.cause_rule = cause, rule
        game.emit(do.OutOfService(cause, rule))


# ---- decks, step by step -----------------------------------------------------------------


def _deck_at_hand(game: "TableController") -> Deck:
    """The deck next in play as long as it needs something, then the other."""
    ordered = sorted(game.decks, key=lambda deck: deck.number != game.table.deck)
    return next((deck for deck in ordered if deck_prompt(game, deck.number) is not None), ordered[0])


@guard
def shuffler_shuffles(game: "TableController", event: Any) -> None:
    """With a shuffler in service a deck is not shuffled by hand."""
    deck = _deck_at_hand(game)
    if deck.state in ("stacked", "discarded") and game.device_works:
        raise Refusal(act_rule(game, "load", "shuffle"), "the shuffler is in service", game.prompt().text)


@guard
def device_is_away_before_a_hand_shuffle(game: "TableController", event: Any) -> None:
    """A device that fails is out of the way first, as before another method of dealing."""
    wrong = in_the_way(game)
    if wrong is not None and _deck_at_hand(game).state in ("stacked", "discarded"):
        raise wrong


@guard
def fifty_two_are_counted(game: "TableController", event: Any) -> None:
    deck = _deck_at_hand(game)
    if deck.recount:
        rule = game.book.cite(game.book.rules.decks.cite[0])
        raise Refusal(rule, f"deck {deck.number} was in a device that left the table", "count it and key the count")


@guard
def cut_only_what_must_be_cut(game: "TableController", event: Any) -> None:
    deck = _deck_at_hand(game)
    if deck.state == "shuffled" and not game.must_be_cut(deck):
        raise Refusal(
            game.book.cite(game.book.rules.cut.cite[0]), "nothing is to be done with the deck", game.prompt().text
        )


def deck_step(game: "TableController", event: ev.Press) -> None:
    """The dealer's word that the step the deck needs is done."""
    fifty_two_are_counted(game, event)
    shuffler_shuffles(game, event)
    device_is_away_before_a_hand_shuffle(game, event)
    cut_only_what_must_be_cut(game, event)
    deck = _deck_at_hand(game)
    if deck.state not in decks.CONFIRMED:
        raise Refusal(game.prompt().rule, "not now", game.prompt().text)
    trigger = decks.CONFIRMED[deck.state]
    fire(decks.MACHINE, deck, trigger)
    if trigger == "shuffle":
        deck.by_device = deck.counted = deck.preshuffled = False
    told.deck_at_hand(game, deck)


@guard
def floor_verifies(game: "TableController", event: ev.Badge) -> None:
    if event.role != "floor":
        raise Refusal(act_rule(game, "verify"), "a floor supervisor verifies the inspection", "call the floor")


@guard
def inspected_first(game: "TableController", event: ev.Badge) -> None:
    if _deck_at_hand(game).state != "inspected":
        raise Refusal(act_rule(game, "verify"), "there is no inspection to verify", game.prompt().text)


def verify(game: "TableController", event: ev.Badge) -> None:
    inspected_first(game, event)
    floor_verifies(game, event)
    fire(decks.MACHINE, _deck_at_hand(game), "verify")


def recounted(game: "TableController", deck: Deck, number: int) -> None:
    """52 or the deck goes."""
    deck.recount = False
    if number != game.book.rules.decks.cards:
        fire(decks.MACHINE, deck, "remove")
        game.emit(do.DeckRemoved(deck.number, game.book.cite(game.book.rules.decks.cite[0])))


# ---- an idle table -------------------------------------------------------------------------


def player_comes(game: "TableController") -> None:
    """The spread cards are looked at again, from the step that the text names."""
    fire(MACHINE, game.table, "player_comes")
    for deck in game.decks:
        if deck.state == "spread" and game.book.rules.idle.again_from == "inspect":
            fire(decks.MACHINE, deck, "open_again")
