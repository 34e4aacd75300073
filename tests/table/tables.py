"""Tables of every rulebook and method, for tests that play on all of them."""

from dataclasses import dataclass, field
from typing import Any

from controller.game.offer import check_offer
from controller.game.table.controller import Setup, TableController
from controller.library import open_book
from controller.play.scenario import Device, Scenario
from controller.play.sim import Table

ALL = ("reads", "counts", "two-decks", "stacks", "display")


@dataclass(frozen=True)
class Kind:
    rulebook: str
    method: str
    options: dict[str, Any] = field(default_factory=dict)
    decks: int = 1
    caps: tuple[str, ...] = ()
    order: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, [self.rulebook, self.method, self.order, f"{self.decks} decks"]))

    def scenario(self, seed: int = 1, keyed: bool = True) -> Scenario:
        device = Device(self.caps) if self.caps else None
        return Scenario(
            rulebook=self.rulebook,
            about="",
            method=self.method,
            order=self.order,
            decks=self.decks,
            options=self.options,
            device=device,
            seed=seed,
            keyed=keyed,
        )

    def game(self) -> TableController:
        offer = check_offer(open_book(self.rulebook), self.options)
        return TableController(offer, Setup(self.method, self.order, self.decks))

    def table(self, seed: int = 1, keyed: bool = True) -> Table:
        return Table(self.scenario(seed, keyed), self.game())


_OWN = {"royal-flush": "100%", "straight-flush": "10%", "flush": "40 to 1", "three-of-a-kind": "9 for 1"}
_MA_1 = {"trips": "A", "progressive": _OWN, "progressive_reset": {"meter": "1000"}}
_MA_2 = {"trips": "B", "progressive": "PTMGLML01"}
_MD = {"trips": "A", "progressive": "C", "progressive_wager": "1"}
_MD_ALL = _MD | {"six_card": "A", "pairs": "B", "bad_beat": "A", "board": "A"}

KINDS = [
    Kind("ma-uth-1", "manual_shoe", _MA_1),
    Kind("ma-uth-1", "hand", _MA_1, 2, ("counts", "two-decks")),
    Kind("ma-uth-1", "automated", _MA_1 | {"cover_all": True}, 2, ALL),
    Kind("ma-uth-2", "manual_shoe", _MA_2),
    Kind("ma-uth-2", "automated", _MA_2 | {"cover_all": True}, 1, ALL),
    Kind("nj-uth", "manual_shoe", {"trips": "C"}),
    Kind("nj-uth", "hand", {}, 1, ("counts",)),
    Kind("nj-uth", "automated", {"trips": "C"}, 1, ("stacks",)),
    Kind("md-uth", "manual_shoe", _MD),
    Kind("md-uth", "hand", _MD, 2, ("counts", "two-decks")),
    Kind("md-uth", "automated", _MD_ALL, 2, ALL, "dealer-before-seats"),
    Kind("md-uth", "automated", _MD_ALL, 1, ALL, "dealer-stays-inside"),
    Kind("nj-hilo", "manual_shoe", {"poker_bonus": "1"}),
    Kind("nj-hilo", "hand", {}, 1, ("counts",)),
    Kind("nj-hilo", "automated", {"poker_bonus": "2"}, 2, ALL),
]
