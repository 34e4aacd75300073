"""What every console sees of the table, as plain JSON. Nothing hidden is in it: the state has none."""

from collections.abc import Mapping, Sequence
from typing import Any

from controller.game.table.controller import TableController
from controller.game.table.decks import GONE, HOUR
from controller.game.table.prompts import Prompt, deck_prompt
from controller.game.table.state import Deck, Round, Seat, snapshot

View = dict[str, Any]

COUNTS_SHOWN = 50
"""Some two shifts of a table that counts every few rounds; all of them are in the journal."""


def view(
    game: TableController,
    *,
    name: str,
    keyed: str = "",
    alarms: Sequence[Mapping[str, Any]] = (),
    troubles: Mapping[str, str] | None = None,
    counts: Sequence[Mapping[str, Any]] = (),
    journal: Mapping[str, Any] | None = None,
    out_of_order: str = "",
) -> View:
    """Of a table that is there; what is beside it comes from the service, in the words of the view itself.

    An alarm has id, at, why, rule, where and acknowledged (None, or who and at), by the wall clock, in milliseconds
    since 1970; a count number, at, expected, keyed and by; the journal seq and state. All other times are the
    table's own, in milliseconds.
    """
    table, rules = game.table, game.book.rules
    return {
        "table": {
            "name": name,
            "rulebook": game.book.id,
            "title": rules.title,
            "state": table.state,
            "method": table.method,
            "order": table.order,
            "number": table.number,
            "cause": table.cause,
            "cause_rule": table.cause_rule,
            "at": table.at,
            "meters": dict(table.meters),
        },
        "prompt": _prompt(game.prompt()),
        "keyed": keyed,
        "round": _round(game),
        "offered": [wager for wager in rules.wagers if wager in game.offer.wagers],
        "required": [wager for wager in rules.wagers if rules.wagers[wager].required],
        "windows": [{"multiples": list(window.multiples), "instead": window.instead} for window in rules.windows],
        "decks": [_deck(game, deck) for deck in game.decks],
        "device": snapshot(game.device),
        "count": {
            "due": game.count_due,
            "rounds": max(table.rounds, game.decks[table.deck - 1].rounds),
            "every": rules.stub_count.every,
            "ledger": game.ledger(),
        },
        "counts": [dict(count) for count in counts[-COUNTS_SHOWN:]],
        "alarms": [dict(alarm) for alarm in alarms],
        "troubles": dict(troubles or {}),
        "journal": dict(journal or {"seq": 0, "state": "ok"}),
        "out_of_order": out_of_order,
    }


def view_of_nothing(cause: str, *, name: str = "", troubles: Mapping[str, str] | None = None) -> View:
    """Of a service that has no table to show, as its journal cannot be trusted or its settings do not hold.

    The same fields as in any view; round, device and count are None.
    """
    words = ("rulebook", "title", "method", "order", "cause_rule")
    table = dict.fromkeys(words, "") | {"name": name, "state": "out-of-service", "cause": cause}
    return {
        "table": table | {"number": 0, "at": 0, "meters": {}},
        "prompt": {"text": f"Out of order: {cause}", "rule": ""},
        "keyed": "",
        "round": None,
        "offered": [],
        "required": [],
        "windows": [],
        "decks": [],
        "device": None,
        "count": None,
        "counts": [],
        "alarms": [],
        "troubles": dict(troubles or {}),
        "journal": {"seq": 0, "state": cause},
        "out_of_order": cause,
    }


def _prompt(prompt: Prompt) -> dict[str, str]:
    return {"text": prompt.text, "rule": prompt.rule}


def _round(game: TableController) -> dict[str, Any]:
    round = game.round
    offered = [wager for wager in game.book.rules.wagers if wager in game.offer.wagers]
    return {
        "state": round.state,
        "turn": round.turn,
        "window": round.window,
        "begun": round.begun,
        "ruling": round.ruling,
        "ruling_rule": game.ruling_rule if round.ruling else "",
        "void": snapshot(round.void),
        "dealer": {"out": round.dealer_out, "cards": list(round.dealer)},
        "community": {"out": round.community_out, "up": game.board_up, "cards": list(round.community)},
        "box": {"out": round.box_out, "cards": list(round.box)},
        "burns": round.burns,
        "rejects": round.rejects,
        "drawn": round.drawn,
        "due": [snapshot(unit) for unit in round.due],
        "wanted": [snapshot(wanted) for wanted in round.wanted],
        "green_wanted": game.green_wanted,
        "progressive_waits": game.progressive_waits,
        "seats": [_seat(round, seat, offered) for seat in round.seats],
    }


def _seat(round: Round, seat: Seat, offered: Sequence[str]) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "dealt_in": seat.dealt_in,
        "decision": seat.decision,
        "asked": seat.asked == round.window and round.window >= 0,
        "leader": seat.leader,
        "out": seat.out,
        "cards": list(seat.cards),
        "void": seat.void,
        "returned": seat.returned,
        "paid": dict(seat.paid),
        "cut": seat.cut,
        "spots": [
            {
                "wager": wager,
                "chips": wager in seat.spots,
                "made": wager in seat.wagers,
                "done": wager in seat.done,
                "cents": seat.wagers.get(wager),
                "wrong": seat.wrong.get(wager, ""),
            }
            for wager in offered
        ],
    }


def _deck(game: TableController, deck: Deck) -> dict[str, Any]:
    prompt = deck_prompt(game, deck.number)
    here = deck.state not in GONE
    return {
        "deck": deck.number,
        "state": deck.state,
        "back": deck.back,
        "rounds": deck.rounds,
        "inside": deck.inside,
        "recount": deck.recount,
        "received_at": deck.received_at if here else None,
        "change_at": _change_at(game, deck) if here else None,
        "overdue": game.overdue(deck) if here else "",
        "prompt": _prompt(prompt) if prompt else None,
    }


def _change_at(game: TableController, deck: Deck) -> int | None:
    """When the deck's time is over, if the text sets one; a test holds it to the controller's own `overdue`."""
    hours = game.book.rules.decks.change_hours
    times = [hours[method] for method in (*deck.methods, game.table.method) if method in hours]
    return deck.received_at + min(times) * HOUR if times else None
