"""The floor and the technician: what a dealer may not do himself, and what he cannot."""

from typing import Any

from controller.bots.cards import Cards
from controller.bots.hands import Act, Hands
from controller.bots.people import Console, Person, Staff
from controller.bots.players import Players
from controller.bots.sight import GONE, Sight
from drivers.twin.table import TwinTable

BACKS = ("red", "blue", "green")
STUB = "the stub count"
OUT = ("removed", "covered", "signed")
PATIENT = 10.0
"""Seconds for a device to answer again: a lost link takes three to be seen."""


class Supervisor:
    def __init__(
        self, twin: TwinTable, hands: Hands, cards: Cards, players: Players, staff: Staff, console: Console
    ) -> None:
        self._twin, self._hands, self._cards, self._players = twin, hands, cards, players
        self._contacts = twin.contact_pins
        self._staff, self._console = staff, console
        self._declared: tuple[int, int] = (0, 0)
        """The last round and seat whose set hand was declared wrong."""

    def next(self, s: Sight) -> Act | None:
        return (
            self._input(s)
            or self._alarm(s)
            or self._device(s)
            or self._table(s)
            or self._ruling(s)
            or self._approval(s)
            or self._decks(s)
        )

    # ---- at the console ------------------------------------------------------------------------------

    def at_console(self, person: Person, event: dict[str, Any]) -> Act:
        """With a second one where the answer is that it takes two."""

        def act() -> None:
            if self._console.act(event, person.by).get("second"):
                self._console.act(event, person.by, self._staff.second(person).by)

        return self._hands.do(f"{person.who} at the console: {event}", act)

    def floor(self, event: dict[str, Any]) -> Act:
        return self.at_console(self._staff.first("floor"), event)

    def _table(self, s: Sight) -> Act | None:
        if s.table["state"] == "closed":
            ready = self._twin.device is None or s.device["state"] != "none"
            return self.floor({"event": "act", "act": "open"}) if ready else None
        if s.table["state"] == "out-of-service":
            return self.floor({"event": "act", "act": "return-to-service"})
        at_rest = s.state == "betting" and not any(deck["state"] in ("loaded", "shuffling") for deck in s.decks)
        if self._players.nobody and at_rest and s.table["state"] == "open":
            return self._idle()
        return None

    def _idle(self) -> Act:
        """The dealer spreads the cards until somebody comes."""
        dealer = self._staff.first("dealer")

        def spread() -> None:
            self._console.act({"event": "act", "act": "idle"}, dealer.by)
            self._players.come()

        return self._hands.do("spread the cards of an idle table", spread)

    def _alarm(self, s: Sight) -> Act | None:
        acknowledge = self._console.acknowledge
        alarm = next((alarm["id"] for alarm in s.view["alarms"] if not alarm["acknowledged"]), None)
        if acknowledge is None or alarm is None:
            return None
        by = self._staff.first("floor").by
        return self._hands.do(f"acknowledge alarm {alarm}", lambda: acknowledge(alarm, by))

    def _ruling(self, s: Sight) -> Act | None:
        if not s.round["ruling"]:
            return None
        if s.round["ruling"] == STUB:
            answer = "misdealt" if s.table["number"] % 2 else "not-misdealt"
            return self.at_console(self._staff.first("dealer"), {"event": "ruling", "answer": answer})
        return self.floor({"event": "ruling", "answer": "stands" if s.table["number"] % 3 else "void"})

    def _approval(self, s: Sight) -> Act | None:
        """Of an inspection, of a progressive win, of chips that are not there, of a hand that the house has to set."""
        inspected = any(deck["state"] == "inspected" and deck["prompt"] == s.view["prompt"] for deck in s.decks)
        others = s.prompt.startswith("Wagers") and any(deck["state"] == "inspected" for deck in s.decks)
        if inspected or others or s.round["progressive_waits"]:
            return self._hands.swipe(self._staff.first("floor").badge)
        if s.state == "progressive-locked":
            for seat, spot in s.spots():
                if spot["wager"] == "progressive" and spot["made"] and not spot["chips"]:
                    return self.floor({"event": "cancel-progressive", "seat": seat})
        return self._hand_set_wrong(s)

    def _hand_set_wrong(self, s: Sight) -> Act | None:
        """Two aces in the low hand, where nobody has keyed it as it should be."""
        number, hand = s.round["turn"], s.rules.hand
        if s.state != "settlement" or not hand.high or not number or self._declared == (s.table["number"], number):
            return None
        seat = s.seat(number)
        low = seat["cards"][hand.high :]
        if seat["decision"] != "played" or sum(card[0] == "A" for card in low) <= hand.player_aces_low:
            return None
        self._declared = (s.table["number"], number)
        return self.floor({"event": "irregularity", "what": "hand-set-wrong", "seat": number})

    # ---- decks ---------------------------------------------------------------------------------------

    def _decks(self, s: Sight) -> Act | None:
        """A deck whose time is over goes, and a new one comes for it."""
        if s.state != "betting" or s.table["state"] not in ("open", "opening"):
            return None
        for deck in s.decks:
            if deck["overdue"] and s.prompt.startswith("Change deck") and str(deck["deck"]) in s.prompt:
                return self.floor({"event": "act", "act": "remove-deck", "deck": deck["deck"]})
            gone = deck["state"] in GONE and deck["deck"] not in self._cards.inside
            if gone and not s.round["begun"] and (s.device_works or deck["prompt"] == s.view["prompt"]):
                back = next(back for back in BACKS if back not in [other["back"] for other in s.decks])
                return self.floor({"event": "receive-deck", "deck": deck["deck"], "back": back})
        return None

    # ---- what is broken --------------------------------------------------------------------------------

    def _input(self, s: Sight) -> Act | None:
        """A technician mends a contact, and says that it may be believed again."""
        clear = self._console.clear_input
        name = next((name for name in s.view["troubles"] if name in (*self._twin.spot_names, *self._contacts)), None)
        if clear is None or name is None:
            return None
        by = self._staff.first("technician").by

        def mend() -> None:
            if name in self._contacts:
                self._twin.pins.mend(self._contacts[name])
            else:
                self._twin.spots.mend(name)
            clear(name, by)

        return self._hands.do(f"mend {name}", mend)

    def _device(self, s: Sight) -> Act | None:
        """The cause first, and whatever cards have to come out; then the table is told."""
        device = self._twin.device
        if device is None:
            return None
        if s.device["state"] in OUT:
            return self._hands.do("empty the device and bring it back", self._bring_back)
        if not s.device["fault"] or not s.device_works:
            return None

        def clear() -> None:
            self.see_to_device(s)
            self._console.act({"event": "act", "act": "clear-fault"}, self._staff.first("technician").by)

        return self._hands.do(f"clear {s.device['fault']}", clear, lambda view: not view["device"]["fault"], PATIENT)

    def _bring_back(self) -> None:
        device = self._twin.device
        if device is None or device.machine.running:
            return
        device.mend()
        device.close_door()
        self._cards.take_out([1, 2])
        if device.machine.fault or device.machine.stopped:
            device.machine.clear()
        if self._console.device_back is not None:
            self._console.device_back(self._staff.first("floor").by)

    def see_to_device(self, s: Sight) -> None:
        device = self._twin.device
        if device is None:
            return
        device.mend()
        device.close_door()
        dealt = s.round["state"] not in ("betting", "void", "collection") and not s.device["to_empty"]
        kept = ("loaded", "shuffling", "shuffled", *(["in-play"] if dealt else []))
        stays = {deck["deck"] for deck in s.decks if deck["state"] in kept and deck["inside"]}
        if s.device["to_empty"]:
            stays.discard(s.device["holds"])
        self._cards.take_out(sorted({1, 2} - stays))
