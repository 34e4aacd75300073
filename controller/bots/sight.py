"""The table as a bot sees it: a console's view, and what people at a table know by heart."""

from typing import Any

from controller.game.rulebook import Rulebook
from controller.library import open_book

View = dict[str, Any]

NO_DEAL = ("betting", "void", "collection")
"""States of a round in which nobody is owed a card."""
SHOWDOWN = ("settlement", "after-all")
DECIDING = ("first-decisions", "second-decisions", "last-decisions", "election")
GONE = ("away", "removed")


class Sight:
    def __init__(self, view: View) -> None:
        self.view = view
        self.table: View = view["table"]
        self.round: View = view["round"]
        self.device: View = view["device"]
        self.decks: list[View] = view["decks"]
        self.seats: list[View] = self.round["seats"]

    @property
    def rules(self) -> Rulebook:
        """What is printed on the layout and the sign."""
        return open_book(self.table["rulebook"]).rules

    @property
    def state(self) -> str:
        """Of the round."""
        state: str = self.round["state"]
        return state

    @property
    def wagers(self) -> list[str]:
        """In the order of their numbers on the keypad."""
        return list(self.rules.wagers)

    @property
    def prompt(self) -> str:
        text: str = self.view["prompt"]["text"]
        return text

    @property
    def device_works(self) -> bool:
        return bool(self.device["state"] == "in-service")

    @property
    def stacks(self) -> bool:
        """The device deals."""
        return bool(self.table["method"] == "automated")

    @property
    def in_play(self) -> View | None:
        """The deck whose round it is."""
        return next((deck for deck in self.decks if deck["state"] == "in-play"), None)

    @property
    def dealt_inside(self) -> bool:
        """What is left of the deck in play lies in the device."""
        deck = self.in_play
        return deck is not None and bool(deck["inside"])

    def seat(self, number: int) -> View:
        return self.seats[number - 1]

    def spot(self, seat: int, wager: str) -> View:
        spots: list[View] = self.seat(seat)["spots"]
        return next(spot for spot in spots if spot["wager"] == wager)

    def spots(self) -> list[tuple[int, View]]:
        return [(seat["seat"], spot) for seat in self.seats for spot in seat["spots"]]

    def out(self) -> dict[str, int]:
        """Cards by place, as the table has counted them."""
        round = self.round
        places = {f"seat {seat['seat']}": seat["out"] for seat in self.seats}
        places |= {place: round[place]["out"] for place in ("dealer", "community", "box")}
        return places | {"burn": round["burns"], "rack": round["rejects"], "drawn": round["drawn"]}
