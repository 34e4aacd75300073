"""The simulated table: a hidden deck, a dealing device that does as it is told, a dealer who follows the prompts."""

import random

from controller.game.cards import CARD_OF, NAME_OF
from controller.game.fields import BadInput
from controller.game.settle_hilo import house_way
from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.controller import TableController
from controller.game.table.prompts import deck_prompt
from controller.game.table.refusals import Refused
from controller.game.table.state import Deck, Unit
from controller.play.mishaps import Mishap
from controller.play.scenario import Scenario

FLOOR = "F1"
Outcome = tuple[do.Effect, ...] | Refused


class Table:
    """What lies where, face up or not. The controller sees none of it but what events tell."""

    def __init__(self, scenario: Scenario, game: TableController) -> None:
        self.scenario = scenario
        self.game = game
        self.at = 0
        self.happened: list[do.Effect] = []
        self.refused: Refused | None = None
        self.troubles: list[str] = []
        """What drivers told was wrong, where there are drivers."""
        self._random = random.Random(scenario.seed)
        self._pending: list[do.Dispense] = []
        self.new_deck()

    def new_deck(self) -> None:
        """Fifty-two cards, shuffled; those the scenario wants somewhere wait for their place."""
        self.places: dict[str, list[str]] = {}
        self._kept = {place: list(cards) for place, cards in self.scenario.hands.items()}
        taken = {card for cards in self._kept.values() for card in cards} | set(self.scenario.deck)
        rest = [NAME_OF[card] for card in sorted(NAME_OF) if NAME_OF[card] not in taken]
        self._random.shuffle(rest)
        self._deck = [*self.scenario.deck, *rest]

    # ---- events ----------------------------------------------------------------------

    def send(self, event: ev.Event) -> Outcome:
        """One event, and the device's answers to what follows from it."""
        outcome = self.game.handle(event, self.at)
        if isinstance(outcome, Refused):
            self.refused = outcome
            return outcome
        self.happened += outcome
        for effect in outcome:
            self._answer(effect)
        return outcome

    def mishap(self, mishap: Mishap) -> None:
        raise BadInput("twin", "a table with drivers and a twin beneath it")

    def close(self) -> None:
        """Nothing is open: there is no hardware beneath."""

    def _answer(self, effect: do.Effect) -> None:
        device = self.scenario.device
        if isinstance(effect, do.RoundOver):
            self._pending = []
            self.new_deck()
        if device is None or not self.game.device_works:
            return
        counts = "counts" in device.caps
        if isinstance(effect, do.SetMode):
            self.send(ev.DeviceReady(device.caps, effect.mode))
        elif isinstance(effect, do.Shuffle):
            if not self.game.round.begun:
                self.new_deck()
            self.send(ev.Shuffled(effect.deck, 52 if counts else None))
        elif isinstance(effect, do.Dispense):
            self._pending.append(effect)
        elif isinstance(effect, do.Eject):
            left = self.game.ledger()["stub"] if self.game.round.begun else 52
            self.send(ev.Ejected(left if counts else None))
        elif isinstance(effect, do.Reveal):
            self.answer_reveal(effect.place, effect.first, effect.cards, effect.seat)
        elif isinstance(effect, do.ClearFault):
            self.send(ev.Cleared())

    def answer_reveal(self, place: str, first: int, cards: int, seat: int | None) -> None:
        if place == "ejected":
            first = len(self.game.round.community)
        name = "community" if place == "ejected" else f"seat {seat}" if seat else place
        lying = self.places.setdefault(name, [])
        # Cards that a raw event moved were not laid by this table: they come off the deck now.
        lying += [self._next_card(name) for _ in range(first + cards - len(lying))]
        self.send(ev.Revealed(_place(place), tuple(lying[first : first + cards]), seat))

    # ---- cards -------------------------------------------------------------------------

    def deal(self, times: int | None = None) -> None:
        """Cards go where they are due, one by one, phase by phase or stack by stack, as the method has it."""
        done = 0
        while self.refused is None and (times is None or done < times):
            if not self._deal_once():
                return
            done += 1

    def deal_on(self) -> None:
        """One card, phase or stack, whatever came of an earlier one; the device is asked again if it must be."""
        game = self.game
        if game.device.tray:
            place, _, seat = game.device.tray.partition(" ")
            self.send(ev.Taken(_place(place), int(seat) if seat else None))
            return
        due = game.round.due
        from_device = game.table.method == "automated" and not game.round.ejected
        if from_device and due and due[0].place != "turn-up" and not self._pending:
            self._pending = [do.Dispense(due[0].place, due[0].cards, due[0].seat or None)]
        self._deal_once()

    def _deal_once(self) -> bool:
        game = self.game
        due = game.round.due
        if not due:
            if game.round.state == "dealing" and game.green_wanted:
                self.send(ev.Green())
                return True
            return False
        from_device = game.table.method == "automated" and not game.round.ejected and due[0].place != "turn-up"
        if from_device and not self._pending:
            return False
        self._lay(due[0])
        if from_device:
            asked = self._pending.pop(0)
            self.send(ev.Dispensed(_place(asked.place), asked.cards, asked.seat))
            if self.refused is None and game.device.tray:
                self.send(ev.Taken(_place(asked.place), asked.seat))
        elif game.table.method == "manual_shoe":
            self.send(ev.CardDrawn())
        else:
            self.send(ev.Press("next"))
        self._key_community()
        return True

    def _lay(self, unit: Unit) -> None:
        """The hidden cards of a unit leave the deck for their place."""
        if unit.place == "turn-up":
            return
        seats = [seat.number for seat in self.game.round.seats if seat.dealt_in and not seat.void]
        places = [f"seat {unit.seat}"] if unit.seat else [unit.place]
        if unit.place == "seat" and not unit.seat:
            places = [f"seat {number}" for number in seats]
        for place in places:
            for _ in range(unit.cards):
                self.places.setdefault(place, []).append(self._next_card(place))

    def _next_card(self, place: str) -> str:
        kept = self._kept.get(place)
        return kept.pop(0) if kept else self._deck.pop(0)

    def _key_community(self) -> None:
        """The dealer keys what was turned up, where no device has read it."""
        game = self.game
        if not self.scenario.keyed or (game.device_reads and game.table.method == "automated"):
            return
        known = len(game.round.community)
        lying = self.places.get("community", [])[known : game.board_up]
        if lying and self.refused is None:
            self.send(ev.CardsKeyed("community", tuple(lying)))

    # ---- what a dealer does by himself ---------------------------------------------------

    def open(self) -> None:
        device = self.scenario.device
        if device is not None and self.game.device.state == "none":
            self.send(ev.DeviceReady(device.caps))
        if self.game.table.state == "closed":
            self.send(ev.Act("open", FLOOR, "floor"))
        self.shuffle()

    def shuffle(self) -> None:
        """Every deck from wherever it is until it can be dealt."""
        for _ in range(40):
            wanting = [deck for deck in self._by_turn() if self.wants(deck.number)]
            if not wanting or self.refused is not None:
                return
            deck = wanting[0]
            if deck.recount:
                self.send(ev.Count(52))
            elif deck.state in ("away", "removed"):
                taken = [other.back for other in self.game.decks if other.number != deck.number]
                back = next(colour for colour in ("red", "blue") if colour not in taken)
                self.send(ev.ReceiveDeck(deck.number, back, FLOOR, "floor"))
            elif deck.state == "inspected":
                self.send(ev.Badge(FLOOR, "floor"))
            elif deck.state == "shuffling":
                self.send(ev.Shuffled(deck.number, 52))  # its report was lost; the device tells when asked
            elif deck.state in ("stacked", "discarded") and self.game.device_works:
                self.send(ev.Loaded(deck.number))
            elif deck.state == "cut" or (deck.state == "shuffled" and not self.game.must_be_cut(deck)):
                self.send(ev.Loaded(deck.number))  # shuffled, but not where it is dealt from
            else:
                if deck.state in ("stacked", "discarded"):
                    self.new_deck()
                self.send(ev.Press("next"))

    def _by_turn(self) -> list[Deck]:
        return sorted(self.game.decks, key=lambda deck: deck.number != self.game.table.deck)

    def wants(self, number: int) -> bool:
        return self.game.decks[number - 1].state != "in-play" and deck_prompt(self.game, number) is not None

    def close_bets(self) -> None:
        self.send(ev.Press("no-more-bets"))
        if self.game.round.state == "bets-closed" and self.refused is None:
            self.send(ev.Press("lock-out"))
            chips = sum("progressive" in seat.wagers for seat in self.game.round.seats)
            self.send(ev.Count(chips))
            if self.game.round.state == "chips-counted":
                self.send(ev.Press("next"))

    def play_on(self) -> None:
        """To the next decision, or as far as cards and the stub go by themselves."""
        for _ in range(200):
            if self.refused is not None or self.game.round.ruling:
                return
            state = self.game.round.state
            if state == "stub":
                self.stub()
            elif not self._deal_once():
                return

    def stub(self) -> None:
        if self.game.count_due:
            self.send(ev.Count(self.game.ledger()["stub"]))
        else:
            self.send(ev.Press("next"))

    def show(self) -> None:
        """The dealer's hand, and the box."""
        self.send(ev.Press("next"))
        game = self.game
        if self.refused is not None or not self.scenario.keyed or game.round.wanted or game.round.dealer:
            return
        if "dealer" in self.places and game.round.state == "settlement":
            # A misdeal that was only declared has left him both the card and the one that replaced it.
            own = self.places["dealer"][: game.book.rules.hand.own]
            self.send(ev.CardsKeyed("dealer", tuple(own)))
            if game.round.box_out:
                self.send(ev.CardsKeyed("box", tuple(self.places["box"])))

    def settle(self) -> None:
        """Seat by seat to the end, with the floor's validation where a progressive win asks for it."""
        if self.game.round.state == "dealer-shows":
            self.show()
        for _ in range(40):
            if self.refused is not None or self.game.round.state not in ("settlement", "after-all"):
                return
            self.settle_once()

    def settle_once(self) -> None:
        if self.game.round.state == "settlement":
            self._show_seat(self.game.round.turn)
        refused = self.send(ev.Press("next"))
        if isinstance(refused, Refused) and "validation" in refused.why:
            self.refused = None
            self.send(ev.Badge(FLOOR, "floor"))
            self.send(ev.Press("next"))
        elif isinstance(refused, Refused) and "aces low" in refused.why:
            self.refused = None
            self.send(ev.Irregularity("hand-set-wrong", FLOOR, "floor", self.game.round.turn))

    def _show_seat(self, number: int) -> None:
        game = self.game
        seat, hand = game.seat(number), game.book.rules.hand
        own = tuple(self.places.get(f"seat {number}", ()))
        if not self.scenario.keyed or len(own) != hand.own:
            return
        if hand.high and seat.decision == "played" and f"seat {number}" not in self.scenario.hands:
            best = house_way([CARD_OF[card] for card in own])
            own = tuple(NAME_OF[card] for card in best.high + best.low)
        if not seat.cards or (hand.high and seat.cards != own):
            self.send(ev.CardsKeyed("seat", own, number))

    def clear_layout(self) -> None:
        """Players and dealer take every chip from its spot."""
        for seat in self.game.round.seats:
            for spot in seat.spots:
                self.send(ev.ChipsOff(seat.number, spot))


def _place(name: str) -> ev.Place:
    places: dict[str, ev.Place] = {
        "seat": "seat",
        "dealer": "dealer",
        "community": "community",
        "box": "box",
        "burn": "burn",
        "ejected": "ejected",
    }
    return places[name]
