"""The table as a whole: events in, effects out, and nothing out of order.

`handle` is deterministic and never raises. A refused event changes nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from transitions import MachineError

from controller.game.cards import CARD_OF
from controller.game.fields import BadInput
from controller.game.money import MOST
from controller.game.offer import PROGRESSIVE, Offer
from controller.game.rulebook import DealMethod, Method
from controller.game.table import (
    decks,
    device_events,
    floor_acts,
    irregular,
    reveals,
    round,
    round_guards,
    spots,
    table_machine,
)
from controller.game.table import events as ev
from controller.game.table.dealing import ledger, order_of
from controller.game.table.effects import Effect
from controller.game.table.machines import fire
from controller.game.table.prompts import Prompt, deck_prompt, prompt
from controller.game.table.refusals import Refusal, Refused
from controller.game.table.state import (
    DECISIONS,
    VERSION,
    Deck,
    Device,
    Round,
    Seat,
    State,
    Table,
    copied,
    restored,
    snapshot,
)


@dataclass(frozen=True, slots=True)
class Setup:
    """How the operator runs the table."""

    method: Method
    order: str = ""
    """Of dealing, where the text allows several; empty: its first."""
    decks: int = 1


class TableController:
    def __init__(self, offer: Offer, setup: Setup) -> None:
        rules = offer.book.rules
        if setup.method not in rules.methods:
            raise BadInput("method", f"a method of {offer.book.id}: {', '.join(rules.methods)}", setup.method)
        orders = [order.name for order in rules.methods[setup.method].orders]
        if setup.order and setup.order not in orders:
            raise BadInput("order", " or ".join(orders), setup.order)
        if setup.decks not in (1, 2):
            raise BadInput("decks", "1 or 2", setup.decks)
        _check_methods(offer, setup.method)
        self.offer = offer
        self.book = offer.book
        self.effects: list[Effect] = []
        self.now = 0
        self.state = State(
            VERSION,
            offer.book.id,
            Table(method=setup.method, order=setup.order or orders[0], meters=dict(offer.resets)),
            Device(),
            tuple(Deck(number) for number in range(1, setup.decks + 1)),
            Round(seats=tuple(Seat(number) for number in range(1, rules.seats.most + 1))),
        )

    # ---- what is where -----------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def device(self) -> Device:
        return self.state.device

    @property
    def decks(self) -> tuple[Deck, ...]:
        return self.state.decks

    @property
    def round(self) -> Round:
        return self.state.round

    @property
    def method(self) -> DealMethod:
        return self.book.rules.methods[self.table.method]

    def seat(self, number: int) -> Seat:
        return self.round.seats[number - 1]

    # ---- questions ---------------------------------------------------------------

    @property
    def device_works(self) -> bool:
        return self.device.state == "in-service"

    @property
    def device_reads(self) -> bool:
        return self.device_works and "reads" in self.device.caps

    @property
    def dealer_inside(self) -> bool:
        """The dealer's cards wait in the device until all have decided."""
        steps = order_of(self.method, self.table.order).steps
        return any(step.after_decisions for step in steps) and not self.round.dealer_out

    @property
    def green_wanted(self) -> bool:
        """Cover All is bet, and the green button has not yet fixed the number of hands."""
        return not self.round.green and any("cover_all" in seat.wagers for seat in self.round.seats)

    def overdue(self, deck: Deck) -> str:
        """The paragraph by which the deck's time is over, or nothing; with methods mixed the shorter time (G28)."""
        rules = self.book.rules.decks
        times = {
            method: hours
            for method, hours in rules.change_hours.items()
            if method in (*deck.methods, self.table.method)
        }
        if not times or self.now - deck.received_at < min(times.values()) * decks.HOUR:
            return ""
        method = min(times, key=lambda name: times[name])
        return self.book.cite(rules.hand_change_cite if method == "hand" else rules.shoe_change_cite)

    @property
    def progressive_waits(self) -> bool:
        """A progressive win that the floor has not yet validated."""
        settling = self.round.state == "settlement" and self.round.turn > 0 and not self.round.validated
        return settling and round_guards.wins_progressive(self)

    @property
    def board_up(self) -> int:
        """Community cards that lie face up: each window but the last turns some when everybody has decided."""
        at_it = self.round.state in (*DECISIONS, "flop", "last-cards")
        turned = self.round.window if at_it else self.round.window + 1
        return min(self.round.community_out, sum(window.then for window in self.book.rules.windows[: max(0, turned)]))

    @property
    def count_due(self) -> bool:
        """Whether this round's stub must be counted (readings G24, G25); not if the shuffler has counted the deck."""
        rule, deck = self.book.rules.stub_count, self.decks[self.table.deck - 1]
        counting = self.device_works and "counts" in self.device.caps
        if self.table.method in rule.exempt and counting and deck.counted:
            return False
        return max(self.table.rounds, deck.rounds) >= rule.every

    @property
    def ruling_rule(self) -> str:
        if self.round.ruling == irregular.STUB:
            wrong = self.method.wrong_cite
            return self.book.cite(wrong) if wrong else irregular.rule_of(self, "stub_wrong")
        return (
            irregular.rule_of(self, "community_misdealt")
            if self.round.ruling == irregular.BOARD
            else self.book.cite("G9")
        )

    def must_be_cut(self, deck: Deck) -> bool:
        cut, preshuffled = self.book.rules.cut, self.book.rules.preshuffled
        if deck.preshuffled:
            waived = cut.waived_with == "counting-device" and self.device_works and "counts" in self.device.caps
            return preshuffled is not None and preshuffled.cut and not waived
        return not deck.by_device and "hand-shuffle" in cut.after

    def fixed_amount(self, wager: str) -> int | None:
        """The progressive's sum is the operator's; any other is known once it is keyed."""
        return self.offer.progressive_wager if wager == PROGRESSIVE else None

    def deciding(self, event: ev.Press) -> Seat | None:
        """The seat whose decision this is: the one at turn; in Hi-Lo any that has none yet (reading G19)."""
        number = event.seat or self.round.turn
        if not self.round.turn or not 1 <= number <= len(self.round.seats):
            return None
        seat = self.seat(number)
        if self.round.state == "election":
            return seat if seat.dealt_in and not seat.void and not seat.decision else None
        return seat if number == self.round.turn else None

    def ledger(self) -> dict[str, int]:
        return ledger(self.round, self.book.rules.decks.cards)

    def prompt(self) -> Prompt:
        return prompt(self)

    # ---- events in, effects out ----------------------------------------------------

    def emit(self, effect: Effect) -> None:
        self.effects.append(effect)

    def move(self, trigger: str, event: Any) -> None:
        """Moves the round."""
        if not fire(round.MACHINE, self.round, trigger, self, event):
            raise Refusal(self.prompt().rule, "not now", self.prompt().text)

    def handle(self, event: ev.Event, at: int = 0) -> tuple[Effect, ...] | Refused:
        """What follows from an event at that time (milliseconds that never run back)."""
        self.effects = []
        self.now = max(at, self.table.at)
        kept = copied(self.state)
        try:
            self._check(event)
            _HANDLERS[type(event)](self, event)
            self._move_on()
        except (Refusal, MachineError) as reason:
            # Whatever had been begun is undone: a refused event changes nothing.
            self.state = kept
            now = self.prompt()
            if isinstance(reason, MachineError):
                return Refused(now.rule, "not now", now.text)
            return Refused(reason.rule, reason.why, reason.do or now.text)
        self.table.at = self.now
        return tuple(self.effects)

    def _check(self, event: ev.Event) -> None:
        """Refuses what makes no sense at any time."""
        if type(event) not in _HANDLERS:
            raise Refusal(self.prompt().rule, "no such event")
        number = getattr(event, "seat", None)
        if number is not None and not 1 <= number <= len(self.round.seats):
            raise Refusal(self.book.cite(self.book.rules.seats.cite[0]), f"there is no seat {number}")
        wager = getattr(event, "wager", None)
        if wager is not None and wager not in self.offer.wagers:
            raise Refusal(self._why_not_offered(wager), f"{wager!r} is no wager of this table")
        deck = getattr(event, "deck", None)
        if deck is not None and not 1 <= deck <= len(self.decks):
            raise Refusal(self.book.cite(self.book.rules.decks.cite[0]), f"this table has no deck {deck}")
        for card in getattr(event, "cards", None) or () if isinstance(event, ev.CardsKeyed | ev.Revealed) else ():
            if card not in CARD_OF:
                raise Refusal(self.prompt().rule, f"{card!r} is no card")
        if isinstance(event, ev.Amount) and not 0 < event.cents <= MOST:
            raise Refusal(self.prompt().rule, "a wager is more than nothing")
        if isinstance(event, ev.Linked):
            for seat in event.seats:
                if not 1 <= seat <= len(self.round.seats):
                    raise Refusal(self.book.cite(self.book.rules.seats.cite[0]), f"there is no seat {seat}")

    def _why_not_offered(self, wager: str) -> str:
        rules = self.book.rules
        if wager == PROGRESSIVE and rules.progressive is not None:
            return self.book.cite(
                rules.progressive.cite[-1] if rules.progressive.tables == "operator" else rules.progressive.cite[0]
            )
        known = rules.wagers.get(wager)
        return self.book.cite(known.cite[0] if known else rules.bets.closed_cite)

    def _move_on(self) -> None:
        """Takes the table and the round on as far as nothing is waited for."""
        table_machine.move_on(self)
        while self.round.state in round.MOVES_ON and fire(round.MACHINE, self.round, "auto", self, None):
            pass

    # ---- snapshot --------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        made: dict[str, Any] = snapshot(self.state)
        return made

    @classmethod
    def restore(cls, offer: Offer, value: object) -> "TableController":
        """From a snapshot of the same rulebook; one that does not fit is refused whole."""
        state = restored(value)
        if state.rulebook != offer.book.id:
            raise BadInput("rulebook", offer.book.id, state.rulebook)
        made = cls(offer, Setup(state.table.method, state.table.order, len(state.decks)))
        if len(state.round.seats) != len(made.round.seats):
            raise BadInput("round.seats", f"{len(made.round.seats)} seats", len(state.round.seats))
        places = [(table_machine.MACHINE, state.table.state, "table"), (round.MACHINE, state.round.state, "round")]
        places += [(decks.MACHINE, deck.state, f"decks[{n}]") for n, deck in enumerate(state.decks)]
        for machine, at, place in places:
            if at not in machine.states:
                raise BadInput(f"{place}.state", "a known state", at)
        made.state = state
        made.now = state.table.at
        return made


def _check_methods(offer: Offer, method: Method) -> None:
    for name in offer.wagers:
        allowed = offer.book.rules.wagers[name].methods
        if allowed and method not in allowed:
            rule = offer.book.cite(offer.book.rules.wagers[name].cite[0])
            raise BadInput("method", f"{' or '.join(allowed)}, as {name} is offered ({rule})", method)


# ---- who sees to what ------------------------------------------------------------------


def _press(game: TableController, event: ev.Press) -> None:
    if event.button == "next" or event.button == "stub":
        _next(game, event)
        return
    table_machine.table_is_open(game, event)
    game.move(event.button.replace("-", "_"), event)


def _next(game: TableController, event: ev.Press) -> None:
    if game.table.state == "idle":
        table_machine.player_comes(game)
        return
    table_machine.table_is_in_service(game, event)
    undealt = game.round.state == "dealing" and not game.round.begun
    if game.round.state == "betting" or (undealt and deck_prompt(game, game.table.deck) is not None):
        table_machine.deck_step(game, event)
        return
    game.move("next", event)


def _count(game: TableController, event: ev.Count) -> None:
    recount = next((deck for deck in game.decks if deck.recount), None)
    if recount is not None and game.round.state == "betting":
        table_machine.recounted(game, recount, event.number)
        return
    table_machine.table_is_open(game, event)
    game.move("count", event)


def _badge(game: TableController, event: ev.Badge) -> None:
    table_machine.table_is_in_service(game, event)
    if game.round.state == "settlement":
        game.move("badge", event)
    else:
        table_machine.verify(game, event)


def _card_drawn(game: TableController, event: ev.CardDrawn) -> None:
    """A card that nobody was due has been drawn in error."""
    drawing = game.round.state in round.CARDS_MOVE and game.round.due
    deck = game.decks[game.table.deck - 1]
    dealable = deck_prompt(game, deck.number) is None and not game.overdue(deck)
    ready = game.round.state == "betting" and (game.round.begun or dealable)
    in_a_round = game.round.state in irregular.IN_A_ROUND and not game.round.stub_gone
    in_time = game.table.state == "open" and (ready or in_a_round)
    if game.table.method == "manual_shoe" and not drawing and in_time:
        irregular.drawn_in_error(game)
    else:
        game.move("card", event)


def _cancel(game: TableController, event: ev.CancelProgressive) -> None:
    game.move("cancel", event)


def _time_passed(game: TableController, event: ev.TimePassed) -> None:
    """Only the time itself: what is overdue is refused when it would matter."""


_HANDLERS: dict[type, Callable[[TableController, Any], None]] = {
    ev.ChipsOn: spots.chips_on,
    ev.ChipsOff: spots.chips_off,
    ev.Amount: spots.amount,
    ev.Linked: spots.linked,
    ev.CardDrawn: _card_drawn,
    ev.Press: _press,
    ev.Count: _count,
    ev.CardsKeyed: reveals.keyed,
    ev.Badge: _badge,
    ev.DeviceReady: device_events.ready,
    ev.LinkLost: device_events.link_lost,
    ev.LinkFound: device_events.link_found,
    ev.Loaded: device_events.loaded,
    ev.Shuffled: device_events.shuffled,
    ev.Dispensed: device_events.dispensed,
    ev.Taken: device_events.taken,
    ev.Ejected: device_events.ejected,
    ev.Revealed: reveals.revealed,
    ev.FaceUp: device_events.face_up,
    ev.Fault: device_events.fault,
    ev.Cleared: device_events.cleared,
    ev.Green: device_events.green,
    ev.Irregularity: irregular.declare,
    ev.Ruling: irregular.rule_on,
    ev.Act: floor_acts.act,
    ev.ReceiveDeck: floor_acts.receive_deck,
    ev.DeviceOut: floor_acts.device_out,
    ev.ChangeMethod: floor_acts.change_method,
    ev.Abandon: floor_acts.abandon,
    ev.CancelProgressive: _cancel,
    ev.TimePassed: _time_passed,
}
