"""What the round machine refuses, each with its paragraph. A guard changes nothing."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from controller.game.book import cited
from controller.game.cards import ACE, CARD_OF, RANK_OF
from controller.game.money import dollars
from controller.game.settlement import WIN
from controller.game.table import events as ev
from controller.game.table.device import misfit
from controller.game.table.prompts import act_rule, deck_prompt, prompt
from controller.game.table.refusals import Refusal, guard
from controller.game.table.showdown import seat_lines
from controller.game.table.state import Seat

if TYPE_CHECKING:
    from controller.game.table.controller import TableController


@guard
def spots_are_right(game: "TableController", event: Any) -> None:
    for seat in game.round.seats:
        for spot, rule in seat.wrong.items():
            raise Refusal(rule, f"the {spot} spot of seat {seat.number} is not as it should be", "put it right first")


@guard
def floor_approves(game: "TableController", event: Any) -> None:
    if event.role != "floor":
        raise Refusal(prompt(game).rule, "this needs a floor supervisor's badge")


# ---- before the first card ---------------------------------------------------------


@guard
def deck_is_ready(game: "TableController", event: Any) -> None:
    needed = deck_prompt(game, game.table.deck)
    if needed is not None:
        raise Refusal(needed.rule, f"deck {game.table.deck} is not ready", needed.text)
    if game.table.method == "automated" and game.device.holds != game.table.deck:
        rule = game.book.cite(game.method.cite[1])
        raise Refusal(rule, "the shuffled deck is not in the device", "put the deck into the device")


@guard
def deck_is_not_overdue(game: "TableController", event: Any) -> None:
    deck = game.decks[game.table.deck - 1]
    rule = game.overdue(deck)
    if rule and not game.round.begun:
        raise Refusal(rule, f"deck {deck.number} has been in use for its time", "change the deck")


@guard
def rack_is_clear(game: "TableController", event: Any) -> None:
    for deck in game.decks:
        if deck.number != game.table.deck and deck.state == "discarded":
            rule = game.book.cite(game.book.rules.decks.rack_cite)
            needed = deck_prompt(game, deck.number)
            raise Refusal(rule, f"deck {deck.number} is in the discard rack", needed.text if needed else "")


@guard
def device_fits(game: "TableController", event: Any) -> None:
    wrong = misfit(game)
    if wrong is not None:
        raise wrong


@guard
def somebody_bets(game: "TableController", event: Any) -> None:
    if not any(seat.wagers for seat in game.round.seats):
        raise Refusal(prompt(game).rule, "there is no wager on the table", "wait for a player")


@guard
def wagers_are_complete(game: "TableController", event: Any) -> None:
    rules = game.book.rules
    for seat in game.round.seats:
        for name in seat.wagers:
            wager = rules.wagers[name]
            needed = [*wager.requires, *(other for other in rules.wagers if rules.wagers[other].required)]
            missing = [other for other in needed if other not in seat.wagers]
            if missing:
                rule = cited(game.book.id, rules.bets.complete_cite)
                raise Refusal(
                    rule, f"seat {seat.number} has {name} without {missing[0]}", "complete it or take it back"
                )
            amount, other_amount = seat.wagers[name], seat.wagers.get(wager.equals or "")
            if wager.equals and None not in (amount, other_amount) and amount != other_amount:
                rule = game.book.cite(wager.cite[0])
                raise Refusal(rule, f"seat {seat.number}: {name} and {wager.equals} differ", "make them equal")


@guard
def linked_antes_are_equal(game: "TableController", event: Any) -> None:
    for seat in game.round.seats:
        if not seat.leader or not seat.wagers:
            continue
        first = game.round.seats[seat.leader - 1]
        if first.wagers.get("ante") != seat.wagers.get("ante"):
            rule = game.book.cite(game.book.rules.bets.equal_antes_cite)
            raise Refusal(rule, f"the antes of linked seats {first.number} and {seat.number} differ", "make them equal")


@guard
def chips_equal_wagers(game: "TableController", event: ev.Count) -> None:
    accepted = sum("progressive" in seat.wagers for seat in game.round.seats)
    if event.number != accepted:
        why = f"{event.number} chips were counted and {accepted} wagers accepted"
        raise Refusal(
            prompt(game).rule, why, "give back a chip that was not accepted, or cancel a wager without its chip"
        )


@guard
def wager_was_accepted(game: "TableController", event: ev.CancelProgressive) -> None:
    if "progressive" not in game.seat(event.seat).wagers:
        raise Refusal(prompt(game).rule, f"seat {event.seat} has no progressive wager")


# ---- cards -------------------------------------------------------------------------


@guard
def deck_may_be_dealt(game: "TableController", event: Any) -> None:
    """A recut that was ordered after no more bets comes before the first card."""
    needed = None if game.round.begun else deck_prompt(game, game.table.deck)
    if needed is not None:
        raise Refusal(needed.rule, f"deck {game.table.deck} is not ready", needed.text)


@guard
def shoe_deals(game: "TableController", event: Any) -> None:
    if game.table.method != "manual_shoe":
        raise Refusal(game.book.cite(game.method.cite[0]), "no card is dealt from a shoe", prompt(game).text)


@guard
def hand_deals(game: "TableController", event: Any) -> None:
    """The shoe's gate and the device count for themselves; the dealer's word is for cards from the hand."""
    waits_for_device = game.round.state in ("dealing", "dealer-stack") and not game.round.ejected
    turning_up = game.round.due and game.round.due[0].place == "turn-up"
    if turning_up or game.round.stub_gone:
        return
    if game.table.method == "manual_shoe" or (game.table.method == "automated" and waits_for_device):
        raise Refusal(game.book.cite(game.method.cite[0]), "the cards are counted as they come", prompt(game).text)


@guard
def no_ruling_waits(game: "TableController", event: Any) -> None:
    if game.round.ruling:
        raise Refusal(game.ruling_rule, f"the floor has to rule on {game.round.ruling}", "call the floor")


@guard
def stack_was_asked_for(game: "TableController", event: ev.Dispensed) -> None:
    due = game.round.due[0] if game.round.due else None
    if due is None or game.device.tray or (event.place, event.seat or 0) != (due.place, due.seat):
        raise Refusal(prompt(game).rule, "the device reports a stack that is not due", "call the floor")


@guard
def stack_lies_there(game: "TableController", event: ev.Taken) -> None:
    if game.device.tray != tray_name(event.place, event.seat):
        raise Refusal(prompt(game).rule, "no such stack lies in the tray", prompt(game).text)


def tray_name(place: str, seat: int | None) -> str:
    return f"{place} {seat}" if seat else place


@guard
def stacks_are_out(game: "TableController", event: ev.Green) -> None:
    if game.round.due or game.device.tray or not game.green_wanted:
        raise Refusal(prompt(game).rule, "the hands are not all out", prompt(game).text)


# ---- decisions ---------------------------------------------------------------------


@guard
def seat_is_at_turn(game: "TableController", event: ev.Press) -> None:
    seat = game.deciding(event)
    window = game.book.rules.windows[game.round.window]
    if seat is None:
        why = "every seat has decided" if not game.round.turn else f"it is the turn of seat {game.round.turn}"
        raise Refusal(game.book.cite(window.cite[0]), why, prompt(game).text)


@guard
def check_is_allowed(game: "TableController", event: ev.Press) -> None:
    window = game.book.rules.windows[game.round.window]
    if window.instead != "check":
        raise Refusal(game.book.cite(window.cite[0]), "there is no check any more", prompt(game).text)


@guard
def fold_is_allowed(game: "TableController", event: ev.Press) -> None:
    window = game.book.rules.windows[game.round.window]
    if window.instead != "fold":
        raise Refusal(game.book.cite(window.cite[0]), "nobody folds yet", prompt(game).text)


@guard
def play_spot_is_empty(game: "TableController", event: ev.Press) -> None:
    seat = game.deciding(event)
    if seat is not None and "play" in seat.spots:
        rule = game.book.cite(game.book.rules.bets.play_cite)
        raise Refusal(rule, f"chips lie on the play spot of seat {seat.number}", "take them off, or press play")


@guard
def play_wager_lies(game: "TableController", event: ev.Press) -> None:
    seat = game.deciding(event)
    if seat is not None and "play" not in seat.wagers:
        rule = game.book.cite(game.book.rules.windows[game.round.window].play_cite)
        raise Refusal(rule, f"no play wager lies at seat {seat.number}", "have it put on the play spot")


@guard
def multiple_is_allowed(game: "TableController", event: ev.Press) -> None:
    seat = game.deciding(event)
    if seat is None:
        return
    ante, play = seat.wagers.get("ante"), seat.wagers.get("play")
    window = game.book.rules.windows[game.round.window]
    if ante is not None and play is not None and play not in [ante * times for times in window.multiples]:
        times = " or ".join(str(multiple) for multiple in window.multiples)
        why = f"the play wager of seat {seat.number} is {dollars(play)} with an ante of {dollars(ante)}"
        raise Refusal(game.book.cite(window.cite[0]), why, f"make it {times} times the ante")


@guard
def first_linked_hand_first(game: "TableController", event: ev.Press) -> None:
    seat = game.deciding(event)
    if seat is None:
        return
    earlier = [s for s in game.round.seats if s.dealt_in and seat.leader in (s.number, s.leader) and seat.leader]
    waiting = [s.number for s in earlier if not s.decision and not s.void and _comes_before(s, seat)]
    if waiting:
        rule = game.book.cite(game.book.rules.bets.linked_cite)
        raise Refusal(rule, f"seat {waiting[0]} of the same player decides first", f"ask seat {waiting[0]}")


def _comes_before(other: Seat, seat: Seat) -> bool:
    """The leading position first, the further ones by number."""
    return other.number != seat.number and (not other.leader or (bool(seat.leader) and other.number < seat.number))


# ---- stub and settlement -------------------------------------------------------------


@guard
def count_is_not_due(game: "TableController", event: Any) -> None:
    if game.count_due:
        raise Refusal(game.book.cite(game.method.count_cite), "the stub count is due", prompt(game).text)


@guard
def device_is_empty(game: "TableController", event: Any) -> None:
    """No card of the round stays behind in the device."""
    if game.decks[game.table.deck - 1].inside:
        rule = game.book.cite(game.book.rules.irregularities["dealing_failed"].cite[0])
        raise Refusal(rule, "cards of this deck are still in the device", "empty the device")


@guard
def cards_are_read(game: "TableController", event: Any) -> None:
    if game.round.wanted:
        raise Refusal(prompt(game).rule, "the device has not yet told the cards that are face up", "wait")


@guard
def hand_is_set(game: "TableController", event: Any) -> None:
    """Hi-Lo: no two aces low; what was set wrong is put right, after the dealer's hand by the house way."""
    seat = game.seat(game.round.turn)
    aces = _aces_low(game, seat)
    if aces > game.book.rules.hand.player_aces_low and not game.round.void:
        raise _too_many_low(game, seat, aces)


@guard
def aces_low_are_not_keyed_away(game: "TableController", event: ev.CardsKeyed) -> None:
    """What was set wrong is not set anew once the dealer's hand is up (reading G21)."""
    seat = game.seat(event.seat) if event.place == "seat" and event.seat else None
    if seat is None or not seat.split:
        return
    aces, high = _aces_low(game, seat), game.book.rules.hand.high
    if aces > game.book.rules.hand.player_aces_low and set(event.cards[high:]) != set(seat.cards[high:]):
        raise _too_many_low(game, seat, aces)


def _aces_low(game: "TableController", seat: Seat) -> int:
    """Those that the player answers for."""
    hand = game.book.rules.hand
    if not hand.high or seat.decision != "played" or len(seat.cards) != hand.own or seat.house_way:
        return 0
    return sum(RANK_OF[CARD_OF[card]] == ACE for card in seat.cards[hand.high :])


def _too_many_low(game: "TableController", seat: Seat, aces: int) -> Refusal:
    rule = game.book.cite(game.book.rules.hand.aces_cite)
    return Refusal(rule, f"seat {seat.number} has set {aces} aces low", "floor: declare the hand set wrong")


@guard
def progressive_is_validated(game: "TableController", event: Any) -> None:
    if not game.round.validated and wins_progressive(game):
        raise Refusal(validation_rule(game), "a progressive win is paid after the floor's validation", "call the floor")


@guard
def floor_validates(game: "TableController", event: ev.Badge) -> None:
    if event.role != "floor" and wins_progressive(game):
        raise Refusal(validation_rule(game), "a floor supervisor validates a progressive win", "call the floor")


@guard
def progressive_win_waits(game: "TableController", event: Any) -> None:
    if not wins_progressive(game):
        raise Refusal(act_rule(game, "seat-shows"), "no progressive win waits for validation", prompt(game).text)


def validation_rule(game: "TableController") -> str:
    progressive = game.book.rules.progressive
    assert progressive is not None, "a progressive wager is offered only where the rulebook has one"
    return game.book.cite(progressive.validated_cite)


def wins_progressive(game: "TableController") -> bool:
    seat = game.seat(game.round.turn)
    if "progressive" not in seat.wagers or "progressive" in seat.done or game.round.void:
        return False
    lines = seat_lines(game.offer, replace(game.table), game.round, seat, ["progressive"])
    return any(line.result == WIN for line in lines)
