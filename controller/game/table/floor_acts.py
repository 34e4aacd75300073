"""What the floor does at the console: open and close, decks, methods, the device, abandoned wagers."""

from typing import TYPE_CHECKING, Any

from controller.game.table import decks, irregular, told
from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.conduct import finish_lines, next_to_decide
from controller.game.table.device import ask_for_mode, in_the_way, misfit, push_out, shuffler_is_out, wanted_mode
from controller.game.table.machines import fire
from controller.game.table.prompts import act_rule
from controller.game.table.refusals import Refusal, guard
from controller.game.table.round_acts import collect, next_to_settle
from controller.game.table.showdown import abandoned
from controller.game.table.state import DECISIONS, Deck
from controller.game.table.table_machine import MACHINE as TABLE
from controller.game.table.table_machine import table_is_open

if TYPE_CHECKING:
    from controller.game.table.controller import TableController


@guard
def floor_acts(game: "TableController", event: Any) -> None:
    allowed = {"floor"} | ({"technician"} if _technical(event) else set()) | ({"dealer"} if _dealers(event) else set())
    if event.role not in allowed:
        raise Refusal(_rule_of(game, event), "this is the floor supervisor's to do", "call the floor")


def _rule_of(game: "TableController", event: Any) -> str:
    if isinstance(event, ev.Act) and event.act == "order-shuffle" and game.book.rules.shuffle.order_cite:
        return game.book.cite(game.book.rules.shuffle.order_cite)
    if isinstance(event, ev.Abandon) and game.book.rules.bets.abandoned_cite:
        return game.book.cite(game.book.rules.bets.abandoned_cite)
    if isinstance(event, ev.Act) and event.act in ("recut", "idle"):
        return act_rule(game, "recut" if event.act == "recut" else "idle")
    return game.prompt().rule


def _dealers(event: Any) -> bool:
    """The dealer spreads the cards of an idle table himself."""
    return isinstance(event, ev.Act) and event.act == "idle"


def _technical(event: Any) -> bool:
    return isinstance(event, ev.DeviceOut) or (isinstance(event, ev.Act) and event.act == "clear-fault")


@guard
def no_round_runs(game: "TableController", event: Any) -> None:
    drawn_and_bet = game.round.begun and any(seat.wagers for seat in game.round.seats)
    if game.round.state != "betting" or drawn_and_bet:
        raise Refusal(_rule_of(game, event), "a round is being played", game.prompt().text)


def between_rounds(game: "TableController", event: Any) -> None:
    """A card drawn in error while nobody has bet holds nothing up: it goes to the rack with its deck."""
    no_round_runs(game, event)
    if game.round.begun:
        collect(game, event)


@guard
def no_wager_lies(game: "TableController", event: Any) -> None:
    if any(seat.spots for seat in game.round.seats):
        raise Refusal(game.prompt().rule, "there are wagers on the table", "have them taken back")


@guard
def device_fits_the_table(game: "TableController", event: ev.Act) -> None:
    wrong = misfit(game)
    mode_can_be_set = game.device_works and game.device.mode is None
    if wrong is not None and not (mode_can_be_set and "mode" in wrong.why):
        raise wrong


@guard
def cut_before_recut(game: "TableController", event: ev.Act) -> None:
    if game.decks[game.table.deck - 1].state != "cut" or game.round.begun:
        raise Refusal(act_rule(game, "recut"), "a recut comes after the cut and before the first card")


@guard
def text_lets_floor_order_it(game: "TableController", event: ev.Act) -> None:
    if "floor-orders" not in game.book.rules.shuffle.when:
        raise Refusal(game.book.cite(game.book.rules.shuffle.cite[0]), "this text has no shuffle by order")


@guard
def deck_not_in_play(game: "TableController", event: ev.Act) -> None:
    deck = game.decks[(event.deck or game.table.deck) - 1]
    if deck.state in ("in-play", "away", "removed"):
        raise Refusal(act_rule(game, "receive"), f"deck {deck.number} is {deck.state}", game.prompt().text)


def act(game: "TableController", event: ev.Act) -> None:
    floor_acts(game, event)
    _ACTS[event.act](game, event)


def _open(game: "TableController", event: ev.Act) -> None:
    device_fits_the_table(game, event)
    fire(TABLE, game.table, "open")
    for deck in game.decks:
        # Shuffled before the table closed is not shuffled before play; one that came shuffled and has not been used is.
        if deck.state in ("shuffled", "cut") and not deck.preshuffled:
            _shuffle_again(game, deck)
    told.shoe(game, "Fix the shoe to the table")
    told.wagers_begin(game)
    ask_for_mode(game)


def _close(game: "TableController", event: ev.Act) -> None:
    between_rounds(game, event)
    no_wager_lies(game, event)
    fire(TABLE, game.table, "close")
    told.shoe(game, "Lock the shoe away")


@guard
def shuffler_is_at_rest(game: "TableController", event: ev.Act) -> None:
    for deck in game.decks:
        if deck.state in ("loaded", "shuffling"):
            raise Refusal(act_rule(game, "idle"), f"deck {deck.number} is being shuffled", "wait for it")


def _idle(game: "TableController", event: ev.Act) -> None:
    table_is_open(game, event)
    shuffler_is_at_rest(game, event)
    between_rounds(game, event)
    no_wager_lies(game, event)
    fire(TABLE, game.table, "idle")
    for deck in game.decks:
        if deck.state in ("stacked", "discarded", "shuffled", "cut"):
            fire(decks.MACHINE, deck, "spread_idle")
            if deck.inside:
                push_out(game, deck)


def _recut(game: "TableController", event: ev.Act) -> None:
    cut_before_recut(game, event)
    fire(decks.MACHINE, game.decks[game.table.deck - 1], "recut")


def _order_shuffle(game: "TableController", event: ev.Act) -> None:
    text_lets_floor_order_it(game, event)
    between_rounds(game, event)
    _shuffle_again(game, game.decks[(event.deck or game.table.deck) - 1])


def _shuffle_again(game: "TableController", deck: Deck) -> None:
    fire(decks.MACHINE, deck, "order_shuffle")
    if deck.inside:
        push_out(game, deck)


def _clear_fault(game: "TableController", event: ev.Act) -> None:
    if not game.device.fault:
        raise Refusal(game.prompt().rule, "the device has no fault", game.prompt().text)
    game.emit(do.ClearFault())


def _return_to_service(game: "TableController", event: ev.Act) -> None:
    fire(TABLE, game.table, "restore")
    game.table.cause = game.table.cause_rule = ""


def _remove_deck(game: "TableController", event: ev.Act) -> None:
    between_rounds(game, event)
    deck_not_in_play(game, event)
    deck = game.decks[(event.deck or game.table.deck) - 1]
    irregular.remove_deck(game, deck, game.overdue(deck) or act_rule(game, "receive"))


_ACTS = {
    "open": _open,
    "close": _close,
    "idle": _idle,
    "recut": _recut,
    "order-shuffle": _order_shuffle,
    "clear-fault": _clear_fault,
    "return-to-service": _return_to_service,
    "remove-deck": _remove_deck,
}


def receive_deck(game: "TableController", event: ev.ReceiveDeck) -> None:
    if game.table.state == "closed":
        raise Refusal(game.prompt().rule, "the table is closed", game.prompt().text)
    decks.receive(game, event)


# ---- the device and the method -------------------------------------------------------------


def device_out(game: "TableController", event: ev.DeviceOut) -> None:
    """Whatever was inside is no whole deck until its 52 cards have been counted."""
    floor_acts(game, event)
    if shuffler_is_out(game) and game.device.state != event.how:
        game.device.state = event.how  # it is empty already
        return
    if game.device.state not in ("in-service", "lost"):
        raise Refusal(game.prompt().rule, "no device is in service")
    in_play = game.decks[game.table.deck - 1]
    if in_play.inside and game.round.state not in ("betting", "void", "collection") and game.round.void is None:
        irregular.void_round(game, "dealing_failed", game.book.rules.irregularities["dealing_failed"])
    for deck in game.decks:
        if deck.inside:
            deck.recount, deck.inside = True, False
            if deck.state in ("loaded", "shuffling", "shuffled"):
                fire(decks.MACHINE, deck, "unload")
    game.device.state = event.how
    game.device.holds, game.device.tray, game.device.to_empty, game.device.fault = 0, "", False, ""
    game.device.ejecting = ()
    game.device.mode = None
    game.round.wanted = ()


@guard
def method_is_allowed(game: "TableController", event: ev.ChangeMethod) -> None:
    if event.method not in game.book.rules.methods:
        raise Refusal(act_rule(game, "take"), f"this text has no dealing by {event.method}")


@guard
def device_is_out_first(game: "TableController", event: ev.ChangeMethod) -> None:
    """Another method only once the device is off the table, or covered or signed, as the text says."""
    wrong = in_the_way(game)
    if game.table.method == "automated" and wrong is not None:
        raise wrong


@guard
def shuffler_for_the_method(game: "TableController", event: ev.ChangeMethod) -> None:
    method = game.book.rules.methods[event.method]
    if method.shuffler_needed and not game.device_works:
        raise Refusal(game.book.cite(method.shuffler_cite or method.cite[0]), "this method needs a shuffler in service")
    if event.method == "automated" and "stacks" not in game.device.caps:
        raise Refusal(game.book.cite(method.cite[0]), "the device does not dispense stacks")


@guard
def offered_wagers_allow_it(game: "TableController", event: ev.ChangeMethod) -> None:
    for name in game.offer.wagers:
        wager = game.book.rules.wagers[name]
        if wager.methods and event.method not in wager.methods:
            raise Refusal(game.book.cite(wager.cite[0]), f"{name} is offered, which goes with {wager.methods[0]} only")


def change_method(game: "TableController", event: ev.ChangeMethod) -> None:
    floor_acts(game, event)
    between_rounds(game, event)
    for check in (
        method_is_allowed,
        device_is_out_first,
        shuffler_for_the_method,
        offered_wagers_allow_it,
    ):
        check(game, event)
    game.table.method = event.method
    game.table.order = game.method.orders[0].name
    if event.method == "automated" and game.device.mode != wanted_mode(game):
        game.emit(do.SetMode(wanted_mode(game)))


# ---- abandoned wagers ------------------------------------------------------------------------


@guard
def text_knows_abandoned_wagers(game: "TableController", event: ev.Abandon) -> None:
    if not game.book.rules.bets.abandoned_cite:
        rule = game.book.cite(game.book.rules.bets.stay_cite)
        raise Refusal(rule, "this text does not let wagers be held abandoned")


@guard
def seat_is_in_the_round(game: "TableController", event: ev.Abandon) -> None:
    seat = game.seat(event.seat)
    held = seat.dealt_in and not seat.void and any(name not in seat.done for name in seat.wagers)
    if not held or game.round.void:
        raise Refusal(game.book.cite(game.book.rules.bets.abandoned_cite), f"seat {event.seat} has no hand to leave")


def abandon(game: "TableController", event: ev.Abandon) -> None:
    floor_acts(game, event)
    text_knows_abandoned_wagers(game, event)
    seat_is_in_the_round(game, event)
    seat = game.seat(event.seat)
    rule = game.book.cite(game.book.rules.bets.abandoned_cite)
    finish_lines(game, seat, abandoned(seat, rule))
    seat.void = rule
    game.round.due = tuple(unit for unit in game.round.due if unit.seat != seat.number)
    if game.round.state in DECISIONS:
        next_to_decide(game)
    elif game.round.state == "settlement" and game.round.turn == seat.number:
        game.round.validated = False
        game.round.wanted = tuple(wanted for wanted in game.round.wanted if wanted.seat != seat.number)
        next_to_settle(game)
