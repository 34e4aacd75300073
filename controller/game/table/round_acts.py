"""What the round machine does when it has moved. Nothing here refuses."""

from typing import TYPE_CHECKING, Any

from controller.game.cards import CARD_OF, NAME_OF
from controller.game.settle_hilo import house_way
from controller.game.table import decks, irregular, told
from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.conduct import finish, leave_deck, next_to_decide, pick_deck
from controller.game.table.dealing import board_cards, cards_out, dealer_stack, first_cards, order_of
from controller.game.table.device import come_up, push_out, shuffler_is_used
from controller.game.table.machines import fire
from controller.game.table.round_guards import tray_name
from controller.game.table.showdown import envy_of
from controller.game.table.state import Round, Seat, Unit, Wanted

if TYPE_CHECKING:
    from controller.game.table.controller import TableController

TURN_UP = "turn-up"


def close_bets(game: "TableController", event: Any) -> None:
    for seat in game.round.seats:
        seat.dealt_in = bool(seat.wagers)


def lock_out(game: "TableController", event: Any) -> None:
    game.emit(do.Lock(True))


def cancel_progressive(game: "TableController", event: ev.CancelProgressive) -> None:
    del game.seat(event.seat).wagers["progressive"]


# ---- cards -------------------------------------------------------------------------


def begin_dealing(game: "TableController", event: Any) -> None:
    round = game.round
    seats = [seat.number for seat in round.seats if seat.dealt_in and not seat.void]
    order = order_of(game.method, game.table.order)
    round.due = tuple(first_cards(game.book, game.table.method, order, seats, game.offer.wagers))
    use_drawn_cards(game)
    ask_for_stack(game)


def use_drawn_cards(game: "TableController") -> None:
    """A card drawn in error and unseen is the next card; from the hand it is among the next phase's."""
    round = game.round
    while round.drawn and round.due and game.table.method == "manual_shoe":
        round.drawn -= 1
        leave_deck(game, round.due[0])
        round.due = round.due[1:]


def ask_for_stack(game: "TableController") -> None:
    """Once: a device with a fault is asked when that is cleared."""
    round, device = game.round, game.device
    if game.table.method == "automated" and not round.ejected and round.due and not (device.tray or device.fault):
        unit = round.due[0]
        game.emit(do.Dispense(unit.place, unit.cards, unit.seat or None))


def card_drawn(game: "TableController", event: ev.CardDrawn) -> None:
    leave_deck(game, game.round.due[0])
    game.round.due = game.round.due[1:]
    phase_over(game)


def phase_dealt(game: "TableController", event: Any) -> None:
    """The dealer's word that one phase of the deal is done."""
    unit, *rest = game.round.due
    if unit.place != TURN_UP:
        game.round.drawn = max(0, game.round.drawn - unit.cards)
        leave_deck(game, unit)
    if unit.place == "dealer" and game.round.ejected:
        game.round.completed += unit.cards
        game.round.aside += unit.cards
    game.round.due = tuple(rest)
    phase_over(game)


def phase_over(game: "TableController") -> None:
    """Community cards are face up once the last of them lies there: the device may tell them."""
    round = game.round
    if not round.due and round.state in ("flop", "last-cards"):
        cards = game.book.rules.windows[round.window].then
        if round.community_out == game.book.rules.hand.community and game.method.community == "face-down-first":
            want(game, "community", game.board_up, cards)
        elif game.table.method == "automated":
            # What was ejected lies in order: burn, three, burn, two, and whatever had to be put aside between them.
            want(game, "ejected", round.aside + round.burns + round.community_out - cards, cards)


def want(game: "TableController", place: str, first: int, cards: int, seat: int = 0) -> None:
    if game.device_reads and game.table.method == "automated":
        game.round.wanted += (Wanted(place, first, cards, seat),)
        game.emit(do.Reveal(place, first, cards, seat or None))


def dispensed(game: "TableController", event: ev.Dispensed) -> None:
    unit = game.round.due[0]
    game.device.tray = tray_name(event.place, event.seat)
    leave_deck(game, unit, event.cards)
    if event.cards != unit.cards:
        irregular.misdealt(game, unit.place, unit.seat, event.cards)


def taken(game: "TableController", event: ev.Taken) -> None:
    due = game.round.due
    if due and tray_name(due[0].place, due[0].seat) == game.device.tray:  # gone already if its hand was voided
        game.round.due = due[1:]
    game.device.tray = ""
    ask_for_stack(game)


def green(game: "TableController", event: ev.Green) -> None:
    game.round.green = True
    hands = 1 + sum(seat.dealt_in for seat in game.round.seats)
    table = game.book.tables["cover_all"][str(hands)]
    odds = ", ".join(f"{row.hand} {row.award.text}" for row in table.rows)
    game.emit(do.Display(f"Cover All, {hands} hands: {odds}"))


def ask_for_rest(game: "TableController", event: Any) -> None:
    push_out(game, game.decks[game.table.deck - 1])


def ejected(game: "TableController", event: ev.Ejected) -> None:
    game.round.ejected = True
    game.device.holds = 0
    game.decks[game.table.deck - 1].inside = False
    come_up(game)
    left = game.book.rules.decks.cards - cards_out(game.round)
    if event.cards is not None and event.cards != left:
        irregular.count_is_wrong(game, event.cards, left)
        told.look_into_the_device(game, left - event.cards)


def dispense_dealer(game: "TableController", event: Any) -> None:
    order = order_of(game.method, game.table.order)
    game.round.due = tuple(dealer_stack(game.book, game.table.method, order, game.offer.wagers))
    ask_for_stack(game)


def deal_missing(game: "TableController", event: Any) -> None:
    """The dealer's missing cards are the next ones, once the seats have theirs (reading G40)."""
    round = game.round
    rule = game.book.cite(game.book.rules.irregularities["dealer_misdealt"].cite[0])
    # Before the first decision seats may still be owed cards; a board that was due is asked for again.
    others = [unit for unit in round.due if unit.place != "dealer" and round.window < 0]
    round.due = (*others, *[Unit("dealer", 1, rule)] * round.short)
    round.short = 0


def deal_board(game: "TableController", event: Any) -> None:
    round = game.round
    window = game.book.rules.windows[round.window]
    rule = game.book.cite(window.cite[-1])
    if game.method.community == "face-down-first":
        round.due = (Unit(TURN_UP, window.then, rule),)
    else:
        burn = game.book.cite(window.burn_cite) if window.burn_cite else rule
        burns = game.method.burns[round.window]
        round.due = tuple(board_cards(game.table.method, burns, window.then, burn, rule))
    use_drawn_cards(game)
    phase_over(game)


# ---- decisions -----------------------------------------------------------------------


def open_window(game: "TableController", event: Any) -> None:
    game.round.window += 1
    next_to_decide(game)


def check(game: "TableController", event: ev.Press) -> None:
    decided(game, event, "")


def play(game: "TableController", event: ev.Press) -> None:
    decided(game, event, "played")


def fold(game: "TableController", event: ev.Press) -> None:
    decided(game, event, "folded")


def decided(game: "TableController", event: ev.Press, decision: str) -> None:
    seat = game.deciding(event)
    assert seat is not None, "the guard has found the seat"
    seat.decision = decision
    seat.asked = game.round.window
    if decision == "folded":
        told.folded(game, seat)
    next_to_decide(game)


# ---- stub ------------------------------------------------------------------------------


def stub_to_rack(game: "TableController", event: Any) -> None:
    game.round.stub_gone = True


def count_stub(game: "TableController", event: ev.Count) -> None:
    left = game.book.rules.decks.cards - cards_out(game.round)
    if event.number != left:
        irregular.count_is_wrong(game, event.number, left)
        return
    game.round.stub_gone = True
    game.table.rounds = 0
    game.decks[game.table.deck - 1].rounds = 0


# ---- settlement --------------------------------------------------------------------------


def dealer_shows(game: "TableController", event: Any) -> None:
    if not game.round.completed:
        want(game, "dealer", 0, game.book.rules.hand.own)
    if game.round.box_out:
        want(game, "box", 0, game.round.box_out)
    begin_settlement(game, event)


def begin_settlement(game: "TableController", event: Any) -> None:
    game.round.turn = len(game.round.seats) + 1
    next_to_settle(game)


def next_to_settle(game: "TableController") -> None:
    """Counterclockwise from the far right; a folded seat that nothing of is left to judge needs no act."""
    round = game.round
    while round.turn:
        round.turn -= 1
        if not round.turn:
            return
        seat = game.seat(round.turn)
        if not seat.dealt_in or not open_wagers(game, seat):
            continue
        if shows(game, seat):
            told.seat_shows(game, seat)
            want(game, "seat", 0, game.book.rules.hand.own, seat.number)
            return
        finish(game, seat, open_wagers(game, seat))


def open_wagers(game: "TableController", seat: Seat) -> list[str]:
    """What is settled in the seat's turn; the rest comes after all seats."""
    return [
        name
        for name in game.book.rules.settlement.within_seat
        if name in seat.wagers and name not in seat.done and not seat.void
    ]


def shows(game: "TableController", seat: Seat) -> bool:
    """Whether the seat's cards are turned up at its turn."""
    if game.round.void:
        return any(name in game.round.void.settled for name in open_wagers(game, seat))
    if seat.decision != "folded":
        return True
    return any(game.book.rules.wagers[name].fold == "stays" for name in open_wagers(game, seat))


def settle_seat(game: "TableController", event: Any) -> None:
    seat = game.seat(game.round.turn)
    if seat.house_way and len(seat.cards) == game.book.rules.hand.own:
        hand = house_way([CARD_OF[card] for card in seat.cards])
        seat.cards = tuple(NAME_OF[card] for card in hand.high + hand.low)
    told.seat_kept_up(game, seat)
    finish(game, seat, open_wagers(game, seat))
    game.round.validated = False
    next_to_settle(game)


def left_for_the_end(game: "TableController") -> bool:
    return any(after_all_wagers(game, seat) for seat in game.round.seats) or bool(game.offer.envy and envy_seats(game))


def after_all_wagers(game: "TableController", seat: Seat) -> list[str]:
    return [
        name
        for name in game.book.rules.settlement.after_all
        if name in seat.wagers and name not in seat.done and not seat.void
    ]


def envy_seats(game: "TableController") -> list[Seat]:
    """Seats that are due an Envy Bonus; none in a void round (reading G17)."""
    if game.round.void:
        return []
    live = [seat for seat in game.round.seats if seat.dealt_in and not seat.void and "progressive" in seat.wagers]
    return [seat for seat in live if envy_of(game.offer, game.table, game.round, seat)]


def settle_after_all(game: "TableController", event: Any) -> None:
    due = {seat.number: envy_of(game.offer, game.table, game.round, seat) for seat in envy_seats(game)}
    for seat in reversed(game.round.seats):
        names = after_all_wagers(game, seat)
        if names or seat.number in due:
            finish(game, seat, names, due.get(seat.number, ()))


def validate(game: "TableController", event: ev.Badge) -> None:
    game.round.validated = True


# ---- the end of a round --------------------------------------------------------------------


def return_wagers(game: "TableController", event: Any) -> None:
    """Everything goes back but what has been settled already."""
    for seat in reversed(game.round.seats):
        names = [name for name in seat.wagers if name not in seat.done and not seat.void]
        if names:
            finish(game, seat, names)


def return_and_start(game: "TableController", event: Any) -> None:
    return_wagers(game, event)
    start_round(game)


def collect(game: "TableController", event: Any) -> None:
    deck = game.decks[game.table.deck - 1]
    fire(decks.MACHINE, deck, "collect")
    deck.preshuffled = False
    if irregular.removes_deck(game):
        irregular.remove_deck(game, deck, game.round.void.rule if game.round.void else "")
    start_round(game)


def start_round(game: "TableController") -> None:
    """Wagers that still lie on their spots are wagers for the next round; a play wager has no business there."""
    game.emit(do.RoundOver(game.table.number, game.round.void is not None))
    game.emit(do.Lock(False))
    told.wagers_begin(game)
    told.links_are_over(game)
    following = 3 - game.table.deck if game.round.begun and shuffler_is_used(game) else game.table.deck
    seats = []
    for old in game.round.seats:
        seat = Seat(old.number, spots=old.spots)
        for name in old.spots:
            if name in game.offer.wagers and game.book.rules.wagers[name].placed == "before-no-more-bets":
                seat.wagers[name] = game.fixed_amount(name)
            else:
                seat.wrong[name] = game.book.cite(game.book.rules.bets.play_cite)
        seats.append(seat)
    game.state.round = Round(seats=tuple(seats))
    pick_deck(game, following)
