"""Irregularities: what happened, and what the rulebook says follows from it."""

from typing import TYPE_CHECKING

from controller.game.rulebook import Irregularity as Consequence
from controller.game.rulebook import IrregularityName
from controller.game.table import decks
from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.conduct import count_round, finish, next_to_decide, pick_deck
from controller.game.table.dealing import deliver, order_of
from controller.game.table.device import deals_on, push_out
from controller.game.table.machines import fire
from controller.game.table.refusals import Refusal, guard
from controller.game.table.round_guards import deck_may_be_dealt, floor_approves, no_ruling_waits
from controller.game.table.state import DECISIONS, Deck, Void

if TYPE_CHECKING:
    from controller.game.table.controller import TableController

STUB, BOARD, BURN = "the stub count", "the board", "the burn"


def consequence(game: "TableController", name: IrregularityName) -> Consequence | None:
    return game.book.rules.irregularities.get(name)


def rule_of(game: "TableController", name: IrregularityName) -> str:
    found = consequence(game, name)
    # Where a text is silent on a wrong board or burn, the reading decides.
    return paragraph_of(game, found) if found else game.book.cite("G9")


def paragraph_of(game: "TableController", found: Consequence) -> str:
    return game.book.cite(found.by_method.get(game.table.method, found.cite[0]))


def apply(game: "TableController", name: IrregularityName, seat: int = 0) -> None:
    """Applies what the rulebook says; `seat` where one hand alone is meant."""
    found = consequence(game, name)
    if found is None or found.voids == "supervisor-decides":
        game.round.ruling = BOARD
    elif found.voids == "hand" and seat:
        void_hand(game, seat, rule_of(game, name), name)
    elif found.voids == "all":
        void_round(game, name, found)


def void_hand(game: "TableController", number: int, rule: str, what: str) -> None:
    """One hand is void: its wagers go back, and it takes no further part."""
    seat = game.seat(number)
    names = tuple(name for name in game.book.rules.wagers if name in seat.wagers and name not in seat.done)
    kept = game.round.void
    game.round.void = Void(what, rule, ())
    finish(game, seat, list(names))
    game.round.void = kept
    seat.void = rule
    game.round.due = tuple(unit for unit in game.round.due if unit.seat != number)
    if game.round.state in DECISIONS:
        next_to_decide(game)
    game.emit(do.Voided(what, rule, (number,), names, (), "to the discard rack", ()))


def void_round(game: "TableController", name: IrregularityName, found: Consequence) -> None:
    round = game.round
    rule = paragraph_of(game, found)
    placed = held_wagers(game)
    settled = tuple(wager for wager in found.still_settled if wager in placed)
    board = found.community_dealt and (bool(settled) or not found.if_wagered)
    round.void = Void(name, rule, settled)
    round.turn = 0
    before_next = ["reshuffle"] if found.reshuffle else []
    if found.deck_removed:
        before_next.append("replace the deck")
    if found.device == "emptied" and game.device.state == "in-service" and game.decks[game.table.deck - 1].inside:
        before_next.append("empty the device")
        game.device.to_empty = True
    seats = held_seats(game)
    back = tuple(wager for wager in game.book.rules.wagers if wager in placed and wager not in settled)
    cards = "community cards are dealt, then all to the discard rack" if board else "to the discard rack"
    game.emit(do.Voided(name, rule, seats, back, settled, cards, tuple(before_next)))
    if not board:
        round.due, round.wanted, game.device.tray = (), (), ""
        game.move("void_all", None)
        deck = game.decks[game.table.deck - 1]
        if deck.inside and round.begun:
            game.device.to_empty = True
            if not game.device.fault:
                push_out(game, deck)


def held_wagers(game: "TableController") -> set[str]:
    """Wagers that have not met their end: what a void can still give back."""
    return {name for seat in game.round.seats if not seat.void for name in seat.wagers if name not in seat.done}


def held_seats(game: "TableController") -> tuple[int, ...]:
    return tuple(s.number for s in game.round.seats if not s.void and any(name not in s.done for name in s.wagers))


def removes_deck(game: "TableController") -> bool:
    void = game.round.void
    if void is None:
        return False
    found = game.book.rules.irregularities.get(void.what)  # type: ignore[call-overload]
    return found.deck_removed if found else void.what == "integrity"


def remove_deck(game: "TableController", deck: Deck, rule: str) -> None:
    shuffled = deck.state == "shuffled"
    fire(decks.MACHINE, deck, "remove")
    # While a round is dealt from the other deck an eject would throw out that round's cards.
    waits = shuffled and deals_on(game, deck)
    if deck.inside and shuffled and not waits:
        push_out(game, deck)
    deck.inside = deck.inside and waits
    game.emit(do.DeckRemoved(deck.number, rule))
    if deck.number == game.table.deck:
        pick_deck(game, 3 - deck.number)


# ---- counts ------------------------------------------------------------------------


def count_is_wrong(game: "TableController", counted: int, expected: int) -> None:
    rule = rule_of(game, "stub_wrong")
    game.round.ruling = STUB
    game.emit(do.Alarm(f"the stub has {counted} cards and should have {expected}", rule))


def misdealt(game: "TableController", place: str, seat: int, cards: int) -> None:
    names: dict[str, IrregularityName] = {
        "seat": "seat_misdealt",
        "dealer": "dealer_misdealt",
        "community": "community_misdealt",
        "box": "box_misdealt",
    }
    if place == "dealer" and repairable(game):
        # What the device did not give comes from the rest, once it is out.
        game.round.short = game.book.rules.hand.own - game.round.dealer_out
        return
    apply(game, names[place], seat)


def face_up(game: "TableController") -> None:
    """One goes to the rack; a second voids, by when it is found (readings R4, G41)."""
    count_round(game)
    game.round.rejects += 1
    game.round.aside += game.round.ejected
    if game.round.rejects == 1:
        game.emit(do.Alarm("a card lay face up: it goes to the discard rack", rule_of(game, "one_face_up")))
        return
    own = game.book.rules.hand.own
    hands = [game.round.dealer_out, *(seat.out for seat in game.round.seats if seat.dealt_in and not seat.void)]
    first_cards_are_out = min(hands) >= own
    apply(
        game,
        "several_face_up_after_first_cards" if first_cards_are_out else "several_face_up_before_first_cards",
    )


# ---- what people declare -------------------------------------------------------------

FROM_THE_DECK = ("face-up-card", "drawn-in-error", "drawn-and-seen")
"""Of a card that leaves the deck."""

IN_A_ROUND = (
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
)


def _found_at_the_showdown(game: "TableController", event: ev.Irregularity) -> bool:
    """A wrong number of cards is seen at the latest when they are turned up, as long as no money has moved for it."""
    if not event.what.endswith("misdealt") or game.round.state not in ("dealer-shows", "settlement"):
        return False
    found = consequence(game, "seat_misdealt")
    alone = event.what == "seat-misdealt" and event.seat and found is not None and found.voids == "hand"
    touched = [game.seat(event.seat)] if alone and event.seat else game.round.seats
    return not any(seat.done and not seat.void for seat in touched)


@guard
def cards_are_on_the_table(game: "TableController", event: ev.Irregularity) -> None:
    in_time = game.round.state in IN_A_ROUND or _found_at_the_showdown(game, event)
    if not in_time or game.round.void:
        raise Refusal(game.prompt().rule, "there is no deal that this could be about", game.prompt().text)


@guard
def floor_declares_where_asked(game: "TableController", event: ev.Irregularity) -> None:
    badge = {"dealer-card-exposed": "dealer_card_exposed"}.get(event.what)
    found = consequence(game, badge) if badge else None  # type: ignore[arg-type]
    if (event.what == "hand-set-wrong" or (found and found.badge)) and event.role != "floor":
        rule = game.book.cite("G21" if event.what == "hand-set-wrong" else "G8")
        raise Refusal(rule, "this needs a floor supervisor's badge", "call the floor")


@guard
def dealer_has_a_card(game: "TableController", event: ev.Irregularity) -> None:
    if event.what == "dealer-card-exposed" and not game.round.dealer_out:
        raise Refusal(rule_of(game, "dealer_card_exposed"), "the dealer has no card yet")


@guard
def somebody_has_yet_to_decide(game: "TableController", event: ev.Irregularity) -> None:
    undecided = [s for s in game.round.seats if s.dealt_in and not s.void and not s.decision]
    if event.what == "dealer-card-exposed" and not undecided:
        raise Refusal(rule_of(game, "dealer_card_exposed"), "every seat has folded or played: nothing is void")


@guard
def the_game_has_that_place(game: "TableController", event: ev.Irregularity) -> None:
    """Neither a board nor a box or a burn can be wrong where none is dealt."""
    steps = order_of(game.method, game.table.order).steps
    there = {
        "community-misdealt": game.book.rules.hand.community > 0,
        "box-misdealt": any(step.to == "box" and (step.if_offered or "") in (*game.offer.wagers, "") for step in steps),
        "burn-wrong": any(game.method.burns),
    }
    if not there.get(event.what, True):
        raise Refusal(game.prompt().rule, "no cards are dealt there", game.prompt().text)


@guard
def cards_still_leave_the_deck(game: "TableController", event: ev.Irregularity) -> None:
    """Nothing is drawn in error from a stub that is in the discard rack."""
    if event.what == "drawn-in-error" and game.round.stub_gone and not game.round.due:
        raise Refusal(game.prompt().rule, "the stub is in the discard rack", game.prompt().text)


@guard
def number_is_wrong(game: "TableController", event: ev.Irregularity) -> None:
    """A misdeal is a wrong number of cards at a place that has been dealt to."""
    if not game.round.begun and event.what.endswith(("misdealt", "burn-wrong")):
        raise Refusal(game.prompt().rule, "no card has been dealt yet", game.prompt().text)
    if not event.what.endswith("misdealt"):
        return
    if event.cards is None or not 0 <= event.cards <= 10:
        raise Refusal(game.prompt().rule, "the number of cards is missing", "key how many cards lie there")
    if event.what == "seat-misdealt" and (event.seat is None or not _in_play(game, event.seat)):
        raise Refusal(rule_of(game, "seat_misdealt"), "this seat has no hand in the round", "key the seat")
    there = {
        "seat-misdealt": game.seat(event.seat).out if event.seat else 0,
        "dealer-misdealt": game.round.dealer_out,
        "community-misdealt": game.round.community_out,
        "box-misdealt": game.round.box_out,
    }[event.what]
    if event.cards == there and game.round.state != "dealing":
        raise Refusal(game.prompt().rule, f"{there} cards are what should lie there", "count again")


def _in_play(game: "TableController", number: int) -> bool:
    seat = game.seat(number)
    return seat.dealt_in and not seat.void


def declare(game: "TableController", event: ev.Irregularity) -> None:
    if event.what == "hand-set-wrong":
        hand_set_wrong(game, event)
        return
    for check in (
        no_ruling_waits,
        cards_are_on_the_table,
        floor_declares_where_asked,
        dealer_has_a_card,
        somebody_has_yet_to_decide,
        the_game_has_that_place,
        cards_still_leave_the_deck,
        number_is_wrong,
    ):
        check(game, event)
    if event.what in FROM_THE_DECK:
        deck_may_be_dealt(game, event)
    if event.what == "dealer-card-exposed":
        apply(game, "dealer_card_exposed")
    elif event.what == "face-up-card":
        face_up(game)
    elif event.what == "drawn-in-error":
        drawn_in_error(game)
    elif event.what == "drawn-and-seen":
        game.round.drawn = max(0, game.round.drawn - 1)
        face_up(game)
    elif event.what == "burn-wrong":
        game.round.ruling = BURN
    elif event.what == "player-card-shown":
        game.emit(do.Alarm("a player's own card was shown: it plays on", game.book.cite("G9")))
    else:
        _declare_misdeal(game, event)


def drawn_in_error(game: "TableController") -> None:
    count_round(game)
    if game.round.due and game.table.method == "manual_shoe":
        deliver(game.round, game.round.due[0])
        game.round.due = game.round.due[1:]
    else:
        game.round.drawn += 1
    game.emit(do.Alarm("a card was drawn in error: unseen, it is the next card", rule_of(game, "drawn_in_error")))


def _declare_misdeal(game: "TableController", event: ev.Irregularity) -> None:
    round = game.round
    assert event.cards is not None, "number_is_wrong has seen to it"
    if event.what == "seat-misdealt" and event.seat:
        game.seat(event.seat).out = event.cards
        apply(game, "seat_misdealt", event.seat)
    elif event.what == "dealer-misdealt":
        round.dealer_out = event.cards
        if repairable(game):
            _complete_the_dealer(game, event)
        else:
            apply(game, "dealer_misdealt")
    elif event.what == "community-misdealt":
        round.community_out = event.cards
        apply(game, "community_misdealt")
    else:
        round.box_out = event.cards
        apply(game, "box_misdealt")


COMPLETED = ["dealing", "stub", "first-decisions", "flop", "election", "dealer-shows", "settlement"]
"""States in which the dealer may have to complete his hand at once."""


def repairable(game: "TableController") -> bool:
    """Whether the dealer completes his hand with the next card: by reading G40 before any burn or community card, by
    Hi-Lo's text whenever four of the five are there.
    """
    found = consequence(game, "dealer_misdealt")
    missing = game.book.rules.hand.own - game.round.dealer_out
    if found is None or found.repair is None or missing < 1 or game.round.state not in (*COMPLETED, "rest-out"):
        return False
    if found.repair == "one-card-short":
        return missing == 1
    face_down_first = game.method.community == "face-down-first"
    return not game.round.burns and (not game.round.community_out or face_down_first)


def _complete_the_dealer(game: "TableController", event: ev.Irregularity) -> None:
    round = game.round
    round.short = game.book.rules.hand.own - round.dealer_out
    if round.state == "settlement":
        # Nothing has been paid: hands are shown again once his is complete.
        round.turn, round.dealer, round.wanted, round.validated = 0, (), (), False
        for seat in round.seats:
            seat.cards, seat.split = (), False
    if game.table.method != "automated" or round.ejected:
        game.move("repair", event)  # else what the device did not give comes from the rest, once it is out


def hand_set_wrong(game: "TableController", event: ev.Irregularity) -> None:
    """Before the dealer shows the player puts it right; later the house way does (reading G21)."""
    if not game.book.rules.hand.high or event.seat is None or not _in_play(game, event.seat):
        raise Refusal(game.prompt().rule, "there is no set hand at that seat")
    seat = game.seat(event.seat)
    if game.round.state == "settlement" and "ante" not in seat.done:
        floor_declares_where_asked(game, event)
        seat.house_way = True
    elif game.round.state in ("election", "dealer-shows"):
        game.emit(do.Alarm("the hand is set wrong: the player puts it right", game.book.cite("G21"), seat.number))
    else:
        raise Refusal(game.book.cite("G21"), "hands are not set now")


@guard
def a_ruling_waits(game: "TableController", event: ev.Ruling) -> None:
    answers = {STUB: ("misdealt", "not-misdealt"), BOARD: ("stands", "void"), BURN: ("stands", "void")}
    if event.answer not in answers.get(game.round.ruling, ()):
        raise Refusal(game.prompt().rule, "no such ruling is asked for", game.prompt().text)


def rule_on(game: "TableController", event: ev.Ruling) -> None:
    a_ruling_waits(game, event)
    if game.round.ruling != STUB:
        floor_approves(game, event)  # whether a wrong stub was a misdeal the dealer says himself
    game.round.ruling = ""
    if event.answer == "misdealt":
        apply(game, "stub_wrong_misdealt")
    elif event.answer == "not-misdealt":
        apply(game, "stub_wrong")
    elif event.answer == "void":
        void_round(game, "community_misdealt", Consequence("all", ("G9",), reshuffle=True))
