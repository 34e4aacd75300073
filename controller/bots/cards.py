"""The cards themselves: decks in a hand or in the device, and what lies where on the table.

Only hands know them. A card lies where the table has counted it; out of the device it lies where it was taken to.
"""

from random import Random

from controller.bots.sight import GONE, Sight
from drivers.device.seals import card_name
from drivers.device.tags import place_of
from drivers.twin.device import DealingDevice

FRESH = tuple(sorted((rank + 2) * 4 + suit for rank in range(13) for suit in range(4)))
"""A new deck, as the protocol numbers its cards."""
CODE_OF = {card_name(code): code for code in FRESH}
GROWS = ("dealer", "community", "burn", "rack", "drawn")
"""Where cards from what is left may go, when the device has dealt the hands."""


class Cards:
    def __init__(self, device: DealingDevice | None, rng: Random) -> None:
        self._device, self._rng = device, rng
        self.decks: dict[int, list[str]] = {}
        """In a hand, in the shoe or in the rack, by number; the top card first."""
        self.inside: set[int] = set()
        """In the device."""
        self.places: dict[str, list[str]] = {}
        self._states: dict[int, str] = {}

    def at(self, place: str) -> list[str]:
        return self.places.get(place, [])

    def stub(self, s: Sight) -> list[str]:
        """What is left of the deck in play."""
        deck = s.in_play
        return self.decks.get(deck["deck"], []) if deck is not None else []

    # ---- what happens by itself ----------------------------------------------------------------------

    def watch(self) -> None:
        """What the device pushes out is picked up."""
        device = self._device
        if device is None:
            return
        for number in sorted(self.inside - device.machine.decks.keys()):
            self.inside.remove(number)
            self.decks[number] = [_name(code) for code in device.take_ejected()]

    def look(self, s: Sight) -> None:
        """Follows what the table has counted."""
        for deck in s.decks:
            self._deck(deck["deck"], deck["state"])
        in_play = s.in_play
        if in_play is not None and s.state not in ("void", "collection"):
            self._lay(s, self.decks.get(in_play["deck"]))

    def _deck(self, number: int, state: str) -> None:
        before = self._states.get(number, "away")
        self._states[number] = state
        if before == "in-play" and state != "in-play":
            self._collect(number)
        if state in GONE:
            self.decks.pop(number, None)
            if number in self.inside:
                self._states[number] = before  # until the device has let go of it
        elif before in GONE and number not in self.inside:
            self.decks[number] = [_name(code) for code in FRESH]
        if before in ("stacked", "discarded", *GONE) and state == "shuffled" and number in self.decks:
            self._rng.shuffle(self.decks[number])

    def _lay(self, s: Sight, left: list[str] | None) -> None:
        if left is None:
            return
        out = s.out()
        if s.stacks:
            out = {place: out[place] for place in GROWS}
            out["rack"] -= len(self._device.machine.rejects) if self._device is not None else 0
        for place, cards in out.items():
            lying = self.places.setdefault(place, [])
            while len(lying) > cards and (not s.stacks or place == "drawn"):
                left.insert(0, lying.pop())
        for place, cards in out.items():
            lying = self.places[place]
            while len(lying) < cards and left:
                lying.append(left.pop(0))

    def _collect(self, number: int) -> None:
        """Everything of the round comes together again."""
        gathered = [card for place in self.places.values() for card in place]
        self.places.clear()
        if self._device is not None:
            gathered += [_name(code) for code in self._device.take_rejects()]
        self.decks[number] = self.decks.get(number, []) + gathered

    # ---- the dealing device ----------------------------------------------------------------------------

    def can_load(self, number: int) -> bool:
        return self._device is not None and number in self.decks and number not in self._device.machine.decks

    def load(self, number: int) -> None:
        if self._device is not None and self.can_load(number):
            codes = [CODE_OF[card] for card in self.decks.pop(number)]
            self.inside.add(number)
            self._device.load(number, codes, self._device.machine.now)

    @property
    def tray(self) -> bool:
        """A stack, or what is left of one, can be taken."""
        device = self._device
        return device is not None and device.machine.tray.used and device.machine.dealer is None

    def take(self) -> None:
        """The stack in the tray, to its place."""
        if self._device is None:
            return
        tag = self._device.machine.tray.tag
        place, seat = (place_of(tag) if tag is not None else None) or ("rack", None)
        name = f"seat {seat}" if seat else place
        self.places.setdefault(name, []).extend(_name(code) for code in self._device.take())

    def take_out(self, numbers: list[int]) -> None:
        """A technician reaches in, while no motor runs."""
        device = self._device
        if device is None or device.machine.running:
            return
        dealt = device.machine.dealt
        if dealt is None or dealt.number in numbers:
            self.take()
        for number in numbers:
            deck = device.machine.decks.pop(number, None)
            if deck is not None:
                self.inside.discard(number)
                self.decks[number] = [_name(code) for code in deck.cards]


def _name(code: int) -> str:
    name = card_name(code)
    assert name is not None
    return name
