"""The deck machine: from receipt to the round, to the discard rack and back, or off the table."""

from typing import TYPE_CHECKING, Any

from transitions import Machine

from controller.game.table import events as ev
from controller.game.table import told
from controller.game.table.device import shuffler_is_used
from controller.game.table.machines import fire
from controller.game.table.prompts import act_rule
from controller.game.table.refusals import Refusal, guard

if TYPE_CHECKING:
    from controller.game.table.controller import TableController

HOUR = 3_600_000

STATES = [
    "away",
    "received",
    "inspected",
    "verified",
    "spread",
    "looked",
    "turned",
    "washed",
    "stacked",
    "loaded",
    "shuffling",
    "shuffled",
    "cut",
    "in-play",
    "discarded",
    "removed",
]

GONE = ["away", "removed"]
NOT_OPENED = [*GONE, "received", "inspected", "verified", "spread", "looked", "turned", "washed", "stacked"]
"""A deck in one of these has not been through its opening: nobody waits for its turn (reading G27)."""

# trigger, from, to
TRANSITIONS: list[list[Any]] = [
    ["receive", GONE, "received"],
    ["receive_preshuffled", GONE, "shuffled"],
    ["receive_inspected", GONE, "stacked"],
    ["inspect", "received", "inspected"],
    ["verify", "inspected", "verified"],
    ["spread", "verified", "spread"],
    ["look", "spread", "looked"],
    ["turn", "looked", "turned"],
    ["wash", "turned", "washed"],
    ["stack", "washed", "stacked"],
    ["load", ["stacked", "discarded", "shuffled", "cut"], "loaded"],
    ["begin", "loaded", "shuffling"],
    ["shuffled_by_device", "shuffling", "shuffled"],
    ["shuffle", ["stacked", "discarded"], "shuffled"],
    ["cut", "shuffled", "cut"],
    ["recut", "cut", "shuffled"],
    ["unload", ["loaded", "shuffling", "shuffled", "cut"], "discarded"],
    ["order_shuffle", ["shuffled", "cut"], "discarded"],
    ["deal", ["shuffled", "cut"], "in-play"],
    ["collect", "in-play", "discarded"],
    ["spread_idle", ["stacked", "discarded", "shuffled", "cut"], "spread"],
    ["open_again", "spread", "received"],
    ["remove", [state for state in STATES if state not in GONE], "removed"],
]

MACHINE = Machine(model=None, states=STATES, transitions=TRANSITIONS, auto_transitions=False, initial="away")

# The steps that the dealer confirms with `next`, by the deck's state.
CONFIRMED = {
    "received": "inspect",
    "verified": "spread",
    "spread": "look",
    "looked": "turn",
    "turned": "wash",
    "washed": "stack",
    "stacked": "shuffle",
    "discarded": "shuffle",
    "shuffled": "cut",
}


@guard
def only_a_deck_that_is_away(game: "TableController", event: ev.ReceiveDeck) -> None:
    if game.decks[event.deck - 1].state not in GONE:
        raise Refusal(act_rule(game, "receive"), f"deck {event.deck} is at the table already")
    if game.decks[event.deck - 1].inside:
        raise Refusal(act_rule(game, "receive"), f"the deck that was removed as {event.deck} is still in the device")


@guard
def second_deck_needs_a_shuffler(game: "TableController", event: ev.ReceiveDeck) -> None:
    other = game.decks[2 - event.deck] if len(game.decks) == 2 else None
    second = other is not None and (other.state not in GONE or event.deck > game.table.deck)
    if second and not shuffler_is_used(game):
        rule = game.book.cite(game.book.rules.decks.two_cite)
        raise Refusal(rule, "a second deck is used only with an automated shuffler")


@guard
def backs_differ(game: "TableController", event: ev.ReceiveDeck) -> None:
    other = game.decks[2 - event.deck] if len(game.decks) == 2 else None
    if other is not None and other.state not in GONE and other.back == event.back:
        rule = game.book.cite(game.book.rules.decks.backs_cite)
        raise Refusal(rule, f"deck {other.number} has {other.back} backs too", "bring a deck of another colour")


@guard
def preshuffled_only_where_allowed(game: "TableController", event: ev.ReceiveDeck) -> None:
    allowed = game.book.rules.preshuffled
    if event.preshuffled and not (allowed and allowed.skips_opening):
        raise Refusal(act_rule(game, "inspect"), "this text knows no deck that comes shuffled", "open it as any other")


def receive(game: "TableController", event: ev.ReceiveDeck) -> None:
    for check in (only_a_deck_that_is_away, second_deck_needs_a_shuffler, backs_differ, preshuffled_only_where_allowed):
        check(game, event)
    deck = game.decks[event.deck - 1]
    known = game.book.rules.preshuffled
    if event.preshuffled and known is not None:
        # Some texts want it shuffled before play all the same (reading G29).
        fire(MACHINE, deck, "receive_preshuffled" if known.skips_first_shuffle else "receive_inspected")
    else:
        fire(MACHINE, deck, "receive")
    deck.back, deck.received_at, deck.rounds = event.back, game.now, 0
    deck.preshuffled, deck.methods = event.preshuffled, ()
    deck.by_device = deck.counted = deck.recount = False
    told.deck_at_hand(game, deck)
