"""A dealer who does the one next act that the table waits for."""

from collections import Counter
from random import Random

from controller.bots.cards import Cards
from controller.bots.hands import Act, Hands
from controller.bots.players import Players
from controller.bots.sight import DECIDING, GONE, NO_DEAL, SHOWDOWN, Sight, View
from controller.bots.strategy import set_hand
from controller.game.table import events as ev
from drivers.twin.device import DealingDevice

KEYED = 0.9
"""Of rounds in which the dealer keys the cards that nothing reads."""
TIRES = 3
"""Times that the same cards are keyed in vain: after that the dealer ranks the hand himself."""
DEALS = ("dealing", "flop", "last-cards", "dealer-stack")


class Dealer:
    def __init__(self, hands: Hands, cards: Cards, players: Players, device: DealingDevice | None, rng: Random) -> None:
        self._hands, self._cards, self._players = hands, cards, players
        self._device, self._rng = device, rng
        self._round = -1
        self._keys_cards = True
        self._in_vain: Counter[str] = Counter()

    def next(self, s: Sight) -> Act | None:
        if s.table["state"] in ("closed", "out-of-service") or s.round["ruling"]:
            return None
        if s.table["state"] == "idle":
            return self._hands.press(s, "next")
        self._look_at_the_number(s)
        return self._tray(s) or self._number_is_wrong(s) or self._deck(s) or self._in_the_round(s)

    def _look_at_the_number(self, s: Sight) -> None:
        if s.table["number"] != self._round:
            self._round = s.table["number"]
            self._keys_cards = self._rng.random() < KEYED
            self._in_vain.clear()

    # ---- decks -----------------------------------------------------------------------------------

    def _deck(self, s: Sight) -> Act | None:
        """What a deck needs: the one that the prompt is about first."""
        if s.state != "betting" or s.round["begun"]:
            return None
        recount = next((deck["deck"] for deck in s.decks if deck["recount"]), None)
        if recount is not None:
            return self._hands.enter(s, ev.Count(len(self._cards.decks.get(recount, ()))))
        asked = [deck for deck in s.decks if deck["prompt"] == s.view["prompt"]]
        others = [deck for deck in s.decks if deck["prompt"] is not None and deck not in asked]
        for deck in asked or others:
            return self._step(s, deck["deck"], deck["state"], deck["prompt"]["text"])
        return None

    def _step(self, s: Sight, number: int, state: str, prompt: str) -> Act | None:
        if state in (*GONE, "inspected") or prompt.startswith(("Wait", "Floor")):
            return None
        if not prompt.startswith("Put deck"):
            return self._hands.press(s, "next")
        if not self._cards.can_load(number) or s.device["fault"]:
            return None

        def seen(view: View) -> bool:
            return bool(Sight(view).decks[number - 1]["state"] != state)

        return self._hands.do(f"put deck {number} into the device", lambda: self._cards.load(number), seen)

    # ---- stacks ------------------------------------------------------------------------------------

    def _tray(self, s: Sight) -> Act | None:
        """A stack is taken when the table has counted it; what lies there after a round is void is taken too."""
        over = s.state in ("void", "collection") or s.device["to_empty"]
        if self._cards.tray and (s.device["tray"] or over):
            return self._hands.do("take the stack", self._cards.take)
        return None

    def _number_is_wrong(self, s: Sight) -> Act | None:
        """A stack that holds more or fewer cards than the table has counted is seen as soon as it lies there."""
        if not s.stacks or s.state in (*NO_DEAL, *SHOWDOWN) or s.round["void"] or s.device["tray"]:
            return None
        out = s.out()
        for place in ("dealer", "community", "box", *(f"seat {seat['seat']}" for seat in s.seats if not seat["void"])):
            if place not in self._cards.places or len(self._cards.at(place)) == out[place]:
                continue
            self._in_vain[place] += 1
            if self._in_vain[place] <= TIRES:
                name, _, number = place.partition(" ")
                lying = len(self._cards.at(place))
                return self._hands.declare(s, f"{name}-misdealt", lying, int(number) if number else None)
        return None

    # ---- the round -----------------------------------------------------------------------------------

    def _in_the_round(self, s: Sight) -> Act | None:
        state = s.state
        if state == "betting":
            return self._close_bets(s)
        if s.round["wanted"] or state == "rest-out" or (state == "collection" and s.dealt_inside):
            return None
        if state == "bets-closed":
            return self._hands.press(s, "lock-out")
        if state == "progressive-locked":
            chips = sum(spot["wager"] == "progressive" and spot["chips"] for _, spot in s.spots())
            return self._hands.enter(s, ev.Count(chips))
        turned_up = self._board(s)
        if turned_up is not None:
            return turned_up
        if state in DEALS:
            return self._deal(s)
        if state in DECIDING:
            return self._decide(s) if s.round["turn"] else None
        if state == "stub" and s.view["count"]["due"]:
            return self._hands.enter(s, ev.Count(len(self._cards.stub(s))))
        if state in SHOWDOWN and not s.round["void"]:
            shown = self._show_own(s)
            if shown is not None:
                return shown
        if state == "settlement":
            shown = self._show_seat(s)
            if shown is not None or s.round["progressive_waits"]:
                return shown
        return self._hands.press(s, self._rng.choice(["stub", "next"]) if state == "stub" else "next")

    def _close_bets(self, s: Sight) -> Act | None:
        if not s.prompt.startswith("Wagers") or s.table["state"] != "open":
            return None
        unkeyed = self._players.unkeyed(s)
        if unkeyed is not None:
            return self._hands.enter(s, ev.Amount(*unkeyed))
        made = any(spot["made"] for _, spot in s.spots())
        # Nobody deals from a deck that the device has not yet handed out.
        return self._hands.press(s, "no-more-bets") if made and not s.device["ejecting"] else None

    def _deal(self, s: Sight) -> Act | None:
        due = s.round["due"]
        if not due:
            if s.round["green_wanted"] and s.state == "dealing" and self._device is not None:
                return self._hands.do("press the green button", self._device.press_green)
            return None
        if s.table["method"] == "manual_shoe" and due[0]["place"] != "turn-up":
            return self._hands.draw()
        waits_for_device = s.stacks and due[0]["place"] != "turn-up" and (s.in_play is None or s.dealt_inside)
        return None if waits_for_device else self._hands.press(s, "next")

    def _decide(self, s: Sight) -> Act | None:
        seat, times = self._players.decision(s)
        keyed = seat if self._rng.random() < 0.2 else None
        if not times:
            return self._hands.press(s, s.view["windows"][s.round["window"]]["instead"], keyed)
        cents = self._players.play_sum(s, seat, times)
        if cents is not None:
            return self._hands.enter(s, ev.Amount(seat, "play", cents))
        return self._hands.press(s, "play", keyed)

    # ---- cards that nothing reads --------------------------------------------------------------------

    def _board(self, s: Sight) -> Act | None:
        board = s.round["community"]
        lying = self._cards.at("community")[len(board["cards"]) : board["up"]]
        return self._key(s, "community", lying) if lying and s.state not in NO_DEAL else None

    def _show_own(self, s: Sight) -> Act | None:
        for place, cards in (("dealer", s.rules.hand.own), ("box", s.round["box"]["out"])):
            lying = self._cards.at(place)
            if cards and not s.round[place]["cards"] and len(lying) == cards:
                act = self._key(s, place, lying)
                if act is not None:
                    return act
        return None

    def _show_seat(self, s: Sight) -> Act | None:
        """In Hi-Lo as the player has set it, whoever read it."""
        number = s.round["turn"]
        seat, own = s.seat(number), self._cards.at(f"seat {number}")
        if len(own) != s.rules.hand.own or (seat["cards"] and set(seat["cards"]) != set(own)):
            return None
        if s.rules.hand.high and seat["decision"] == "played":
            own = list(set_hand(own))
            if seat["cards"] and seat["cards"] != own:
                return self._key(s, "seat", own, number, always=True)
        return None if seat["cards"] else self._key(s, "seat", own, number)

    def _key(
        self, s: Sight, place: str, cards: list[str], seat: int | None = None, *, always: bool = False
    ) -> Act | None:
        if not (self._keys_cards or always):
            return None
        event = ev.CardsKeyed(place, tuple(cards), seat)  # type: ignore[arg-type]
        self._in_vain[str(event)] += 1
        return self._hands.enter(s, event) if self._in_vain[str(event)] <= TIRES else None
