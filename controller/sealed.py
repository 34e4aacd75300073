"""The dealing device's seals, worked out again from the record: a card that was told is the card that was dealt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.chain import Record
from drivers.device.seals import RANKS, SUITS, holds
from drivers.device.tags import tag_of

Seals = Mapping[int, Sequence[str]]
"""By tag, in the order dealt: what the device told when it dispensed."""
_CODES = {rank + suit: number * 4 + n for number, rank in RANKS.items() for n, suit in enumerate(SUITS)}


class Unsealed(Exception):
    """A card in the record that is not the one that was sealed, in one line."""

    def __init__(self, seq: int, what: str) -> None:
        super().__init__(f"record {seq}: {what}")
        self.seq, self.what = seq, what


@dataclass(frozen=True, slots=True)
class Told:
    """A card that the device has told, and what shows that it was dealt there."""

    seq: int
    place: str
    seat: int | None
    position: int
    card: str
    nonce: str
    seal: str
    """Empty: it was ejected without one."""

    @property
    def held(self) -> bool | None:
        """None where there was no seal."""
        if not self.seal:
            return None
        tag = tag_of(self.place, self.seat)  # type: ignore[arg-type]
        return holds(bytes.fromhex(self.seal), bytes.fromhex(self.nonce), tag, self.position, _CODES[self.card])


def told(seq: int, notice: Mapping[str, Any], seals: Seals) -> list[Told]:
    """Of a `revealed` notice; nothing where the device could not read the cards."""
    place, seat, first = notice["place"], notice["seat"], notice["first"]
    known = seals.get(tag_of(place, seat), ())
    return [
        Told(seq, place, seat, position, card, nonce, known[position] if position < len(known) else "")
        for position, (card, nonce) in enumerate(zip(notice["cards"], notice["nonces"], strict=False), first)
    ]


class SealCheck:
    """Takes a journal's records in order; Unsealed at a card that was taken in and should not have been."""

    def __init__(self) -> None:
        self.held = self.unsealed = 0
        """Cards."""
        self._notice: Mapping[str, Any] | None = None
        """What the next record must take in."""

    def take(self, record: Record, seals: Seals) -> None:
        notice, self._notice = self._notice, None
        if notice is not None:
            self._same(record, notice)
        if record.kind == "notice" and record.body["notice"]["notice"] == "revealed":
            self._notice = record.body["notice"]
            self._revealed(record.seq, record.body["notice"], seals)

    def _revealed(self, seq: int, notice: Mapping[str, Any], seals: Seals) -> None:
        cards = told(seq, notice, seals)
        broken = [each for each in cards if each.held is False]
        without = [each for each in cards if each.held is None]
        good = not broken and (not without or notice["place"] == "ejected")
        if cards and notice["sealed"] and not good:
            first = (broken or without)[0]
            what = "is not what its seal was made of" if broken else "never had a seal"
            raise Unsealed(seq, f"{first.card}, told as card {first.position + 1} of {_where(first)}, {what}")
        if cards and good and not notice["sealed"]:
            raise Unsealed(seq, "the seals are told as broken, and they hold")
        self.held += sum(each.held is True for each in cards)
        self.unsealed += len(without)

    def _same(self, record: Record, notice: Mapping[str, Any]) -> None:
        fields = ("place", "cards", "seat", "sealed")
        taken = {"event": "revealed"} | {name: notice[name] for name in fields}
        if record.kind != "event" or dict(record.body["event"]) != taken:
            raise Unsealed(record.seq, "it does not take in the cards that the device told in the record before it")


def _where(card: Told) -> str:
    return f"seat {card.seat}" if card.place == "seat" else f"the {card.place} cards"
