"""The round machine: betting to collection, in the one order that the rulebook allows.

A trigger is something that happened; `auto` is tried after each and takes the
round on when nothing more is due where it stands. Conditions are guards, which
refuse with a paragraph, or plain questions that pick one of several ways.
"""

from typing import TYPE_CHECKING, Any

from transitions import Machine

from controller.game.table import irregular
from controller.game.table import round_acts as acts
from controller.game.table import round_guards as must
from controller.game.table.state import DECISIONS

if TYPE_CHECKING:
    from controller.game.table.controller import TableController

STATES = [
    "betting",
    "bets-closed",
    "progressive-locked",
    "chips-counted",
    "dealing",
    "rest-out",
    "first-decisions",
    "flop",
    "second-decisions",
    "last-cards",
    "stub",
    "last-decisions",
    "election",
    "dealer-stack",
    "dealer-shows",
    "settlement",
    "after-all",
    "void",
    "collection",
]

CARDS_MOVE = ["dealing", "flop", "last-cards", "dealer-stack"]


# ---- questions -------------------------------------------------------------------


def progressive_offered(game: "TableController", event: Any) -> bool:
    return any(act.act == "lock-out" and act.if_offered in game.offer.wagers for act in game.method.before)


def all_dealt(game: "TableController", event: Any) -> bool:
    return not game.round.due and not game.device.tray and not game.green_wanted


def rest_leaves(game: "TableController", event: Any) -> bool:
    """The device hands out what is left, unless the dealer's cards wait inside it."""
    return game.table.method == "automated" and not game.round.ejected and not game.dealer_inside


def rest_is_out(game: "TableController", event: Any) -> bool:
    return game.round.ejected


def stub_now(game: "TableController", event: Any) -> bool:
    """The stub leaves here and not after the last community card."""
    if game.round.stub_gone:
        return False
    return game.method.stub_leaves != "after-last-community-card" and not game.dealer_inside


def stub_is_left(game: "TableController", event: Any) -> bool:
    return not game.round.stub_gone and game.method.stub_leaves == "after-last-community-card"


def stub_is_gone(game: "TableController", event: Any) -> bool:
    return game.round.stub_gone


def hilo(game: "TableController", event: Any) -> bool:
    return game.book.rules.game == "hi-lo"


def no_window_yet(game: "TableController", event: Any) -> bool:
    return game.round.window < 0


def window_left(game: "TableController", event: Any) -> bool:
    return game.round.window + 1 < len(game.book.rules.windows)


def nobody_undecided(game: "TableController", event: Any) -> bool:
    return game.round.turn == 0


def dealer_inside(game: "TableController", event: Any) -> bool:
    return game.dealer_inside


def dealer_is_short(game: "TableController", event: Any) -> bool:
    """The device gave him too few, and the next cards make it up."""
    return game.round.short > 0


def is_void(game: "TableController", event: Any) -> bool:
    return game.round.void is not None


def all_settled(game: "TableController", event: Any) -> bool:
    return game.round.turn == 0


def something_after_all(game: "TableController", event: Any) -> bool:
    return acts.left_for_the_end(game)


def cards_are_out(game: "TableController", event: Any) -> bool:
    return game.round.begun


# ---- the table of transitions ------------------------------------------------------


def step(
    trigger: str, source: str | list[str], dest: str | None, *conditions: Any, after: Any = None
) -> dict[str, Any]:
    """A destination of None stays where it is."""
    return {"trigger": trigger, "source": source, "dest": dest, "conditions": list(conditions), "after": after or []}


TRANSITIONS = [
    step(
        "no_more_bets",
        "betting",
        "bets-closed",
        must.spots_are_right,
        must.deck_is_ready,
        must.deck_is_not_overdue,
        must.rack_is_clear,
        must.device_fits,
        must.somebody_bets,
        must.wagers_are_complete,
        must.linked_antes_are_equal,
        after=acts.close_bets,
    ),
    step(
        "auto",
        "bets-closed",
        "dealing",
        lambda game, event: not progressive_offered(game, event),
        after=acts.begin_dealing,
    ),
    step("lock_out", "bets-closed", "progressive-locked", after=acts.lock_out),
    step("count", "progressive-locked", "chips-counted", must.chips_equal_wagers),
    step(
        "cancel",
        "progressive-locked",
        None,
        must.floor_approves,
        must.wager_was_accepted,
        after=acts.cancel_progressive,
    ),
    step("next", "chips-counted", "dealing", must.spots_are_right, after=acts.begin_dealing),
    # Cards: from the shoe past its gate, from the hand by the dealer's word, from the device by its own.
    step(
        "card",
        CARDS_MOVE,
        None,
        must.shoe_deals,
        must.deck_may_be_dealt,
        must.no_ruling_waits,
        after=acts.card_drawn,
    ),
    step(
        "next",
        CARDS_MOVE,
        None,
        must.hand_deals,
        must.spots_are_right,
        must.no_ruling_waits,
        after=acts.phase_dealt,
    ),
    step("dispensed", ["dealing", "dealer-stack"], None, must.stack_was_asked_for, after=acts.dispensed),
    step("taken", ["dealing", "dealer-stack"], None, must.stack_lies_there, after=acts.taken),
    step("green", "dealing", None, must.stacks_are_out, after=acts.green),
    step("ejected", "rest-out", None, after=acts.ejected),
    step("auto", "dealing", "rest-out", all_dealt, rest_leaves, after=acts.ask_for_rest),
    step("auto", "dealing", "stub", all_dealt, stub_now),
    step("auto", "dealing", "election", all_dealt, hilo, no_window_yet, after=acts.open_window),
    step("auto", "dealing", "election", all_dealt, hilo),
    step("auto", "dealing", "first-decisions", all_dealt, no_window_yet, after=acts.open_window),
    step("auto", "dealing", "first-decisions", all_dealt),
    step("auto", "rest-out", "dealing", rest_is_out, dealer_is_short, after=acts.deal_missing),
    step("auto", "rest-out", "stub", rest_is_out, stub_now),
    step("auto", "rest-out", "first-decisions", rest_is_out, no_window_yet, after=acts.open_window),
    # Decisions.
    step(
        "check",
        DECISIONS,
        None,
        must.spots_are_right,
        must.no_ruling_waits,
        must.seat_is_at_turn,
        must.check_is_allowed,
        must.play_spot_is_empty,
        after=acts.check,
    ),
    step(
        "play",
        DECISIONS,
        None,
        must.spots_are_right,
        must.no_ruling_waits,
        must.seat_is_at_turn,
        must.first_linked_hand_first,
        must.play_wager_lies,
        must.multiple_is_allowed,
        after=acts.play,
    ),
    step(
        "fold",
        DECISIONS,
        None,
        must.spots_are_right,
        must.no_ruling_waits,
        must.seat_is_at_turn,
        must.first_linked_hand_first,
        must.fold_is_allowed,
        must.play_spot_is_empty,
        after=acts.fold,
    ),
    step("repair", irregular.COMPLETED, "dealing", after=acts.deal_missing),
    step("auto", "first-decisions", "flop", nobody_undecided, after=acts.deal_board),
    step("auto", "flop", "second-decisions", all_dealt, after=acts.open_window),
    step("auto", "second-decisions", "last-cards", nobody_undecided, after=acts.deal_board),
    step("auto", "last-cards", "stub", all_dealt, stub_is_left),
    step("auto", "last-cards", "last-decisions", all_dealt, after=acts.open_window),
    step("auto", "last-decisions", "dealer-stack", nobody_undecided, dealer_inside, after=acts.dispense_dealer),
    step("auto", "last-decisions", "dealer-shows", nobody_undecided),
    step("auto", "election", "dealer-shows", nobody_undecided),
    step("auto", "dealer-stack", "rest-out", all_dealt, after=acts.ask_for_rest),
    # The stub, counted when it is due.
    step("next", "stub", None, must.count_is_not_due, must.no_ruling_waits, after=acts.stub_to_rack),
    step("count", "stub", None, must.no_ruling_waits, after=acts.count_stub),
    step("auto", "stub", "election", stub_is_gone, hilo, no_window_yet, after=acts.open_window),
    step("auto", "stub", "first-decisions", stub_is_gone, no_window_yet, after=acts.open_window),
    step("auto", "stub", "last-decisions", stub_is_gone, window_left, after=acts.open_window),
    step("auto", "stub", "dealer-shows", stub_is_gone),
    # The end.
    step("auto", "dealer-shows", "settlement", is_void, after=acts.begin_settlement),
    step("next", "dealer-shows", "settlement", must.spots_are_right, must.no_ruling_waits, after=acts.dealer_shows),
    step(
        "next",
        "settlement",
        None,
        must.spots_are_right,
        must.cards_are_read,
        must.hand_is_set,
        must.progressive_is_validated,
        after=acts.settle_seat,
    ),
    step("badge", "settlement", None, must.floor_validates, must.progressive_win_waits, after=acts.validate),
    step("auto", "settlement", "after-all", all_settled, something_after_all),
    step("auto", "settlement", "collection", all_settled),
    step("next", "after-all", "collection", must.spots_are_right, must.cards_are_read, after=acts.settle_after_all),
    step("void_all", [state for state in STATES if state not in ("void", "collection")], "void"),
    step("next", "void", "collection", cards_are_out, after=acts.return_wagers),
    step("next", "void", "betting", after=acts.return_and_start),
    step("next", "collection", "betting", must.no_ruling_waits, must.device_is_empty, after=acts.collect),
]

MOVES_ON = frozenset(entry["source"] for entry in TRANSITIONS if entry["trigger"] == "auto")
"""States that the round may leave by itself."""

MACHINE = Machine(model=None, states=STATES, transitions=TRANSITIONS, auto_transitions=False, initial="betting")
