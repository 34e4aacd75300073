"""What a round came to by its records alone: spots, sums, decisions and cards, followed without the machines.

The audit settles from this once more, and the dispute packet shows it. Only what was accepted counts: an event is
taken in when the record after it shows that it was not refused.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from controller.chain import Record
from controller.game.offer import PROGRESSIVE, Offer, check_offer
from controller.library import open_book

Effect = Mapping[str, Any]
DECISIONS = {"check": "checked", "play": "played", "fold": "folded"}


@dataclass(slots=True)
class Decision:
    window: int
    """From 0."""
    what: str
    """`checked`, `played` or `folded`."""
    seq: int
    wall: int


@dataclass(slots=True)
class SeatTrail:
    number: int
    spots: set[str] = field(default_factory=set)
    """Where chips lie."""
    wrong: set[str] = field(default_factory=set)
    """Spots that must be put right: no wager was made or changed there."""
    wagers: dict[str, int | None] = field(default_factory=dict)
    """In cents; None where nobody keyed the sum."""
    dealt_in: bool = False
    decisions: list[Decision] = field(default_factory=list)
    cards: tuple[str, ...] = ()
    void: str = ""
    """The paragraph that took the hand out of the round."""
    house_way: bool = False
    lines: dict[str, dict[str, Any]] = field(default_factory=dict)
    """How its wagers ended, as written, by wager."""
    envy: list[dict[str, Any]] = field(default_factory=list)
    cut: int = 0

    @property
    def decision(self) -> str:
        """`played`, `folded` or still open."""
        last = self.decisions[-1].what if self.decisions else ""
        return "" if last == "checked" else last

    @property
    def pays(self) -> int:
        return sum(self.paid.values()) - self.cut

    @property
    def paid(self) -> dict[str, int]:
        """By wager, before any limit; Envy Bonuses under `envy`."""
        made: dict[str, int] = {wager: line["pays"] for wager, line in self.lines.items()}
        return made | ({"envy": sum(bonus["pays"] for bonus in self.envy)} if self.envy else {})

    @property
    def returned(self) -> int:
        return sum(line["returned"] for line in self.lines.values())


@dataclass(slots=True)
class RoundTrail:
    """From the record after one round's end to that of its own."""

    seats: dict[int, SeatTrail]
    first: int = 0
    """Its first record."""
    last: int = 0
    number: int = 0
    """0 while it is not over. A round that ends before its first card has the number of the one before it."""
    closed: bool = False
    """No more bets."""
    dealer: tuple[str, ...] = ()
    community: tuple[str, ...] = ()
    box: tuple[str, ...] = ()
    void: Effect | None = None
    """What voided the round, as written."""
    voided: list[Effect] = field(default_factory=list)
    """All that was voided: single hands too."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Wagers of a seat that meet their end by a record, and by what."""

    seq: int
    seat: int
    written: Effect
    how: str
    """`settled`, `void`, `void-hand` or `abandoned`."""
    rule: str = ""
    """What voided the hand alone, or lets it be held abandoned."""


class Trail:
    def __init__(
        self,
        ended: Callable[[RoundTrail, Ended], None] = lambda round, ended: None,
        over: Callable[[RoundTrail, Effect], None] = lambda round, written: None,
    ) -> None:
        """`ended` is asked before its lines are taken in, `over` after a round's last record."""
        self.config: Mapping[str, Any] = {}
        self.offer: Offer | None = None
        self.round = RoundTrail({})
        self._ended, self._over = ended, over
        self._waiting: Record | None = None
        """An event of which it is not yet known whether it was refused."""

    def take(self, record: Record) -> None:
        kind = record.kind
        if not self.round.first:
            self.round.first = record.seq
        event, self._waiting = self._waiting, None
        if kind == "event":
            self._waiting = record
        if event is not None and kind != "refused":
            self._event(event, record.body["effects"] if kind == "effects" else ())
        if kind == "effects":
            self._effects(record, event.body["event"] if event else {})
        elif kind == "start":
            self._start(record.body["config"])
        elif kind == "snapshot" and self.offer is None:
            self._snapshot(record.body)

    # ---- how the table is set up ---------------------------------------------------------------

    def _start(self, config: Mapping[str, Any]) -> None:
        if self.offer is None or config != self.config:
            self._set_up(config)
            self._new_round({})

    def _set_up(self, config: Mapping[str, Any]) -> Offer:
        offer = self.offer = check_offer(open_book(config["rulebook"]), config["options"])
        self.config = config
        return offer

    def _new_round(self, spots: Mapping[int, set[str]]) -> None:
        """Wagers that lie there already are this round's; a play wager has no business there."""
        assert self.offer is not None, "the table was set up"
        rules = self.offer.book.rules
        self.round = RoundTrail({number: SeatTrail(number) for number in range(1, rules.seats.most + 1)})
        for number, lying in spots.items():
            seat = self.round.seats[number]
            seat.spots = lying
            for name in lying:
                if name in self.offer.wagers and rules.wagers[name].placed == "before-no-more-bets":
                    seat.wagers[name] = self._fixed(name)
                else:
                    seat.wrong.add(name)

    def _snapshot(self, body: Mapping[str, Any]) -> None:
        """Where the records begin with one: what has become of the round so far."""
        self._set_up(body["config"])
        self._new_round({})
        stands = body["table"]["round"]
        self.round.closed = stands["state"] != "betting"
        for name in ("dealer", "community", "box"):
            setattr(self.round, name, tuple(stands[name]))
        for given in stands["seats"]:
            seat = self.round.seats[given["number"]]
            seat.spots, seat.wrong, seat.wagers = set(given["spots"]), set(given["wrong"]), dict(given["wagers"])
            seat.dealt_in, seat.cards, seat.void = given["dealt_in"], tuple(given["cards"]), given["void"]

    def _fixed(self, wager: str) -> int | None:
        """The progressive's sum is the operator's; any other is known once it is keyed."""
        assert self.offer is not None, "the table was set up"
        return self.offer.progressive_wager if wager == PROGRESSIVE else None

    # ---- what happened -------------------------------------------------------------------------

    def _event(self, record: Record, effects: Sequence[Effect]) -> None:
        event = record.body["event"]
        name = event["event"]
        if name == "card-drawn":  # the commonest, and no card is known by it
            return
        if name == "chips-on":
            self._chips_on(event, effects)
        elif name == "chips-off":
            self._chips_off(event, effects)
        elif name == "amount":
            self.round.seats[event["seat"]].wagers[event["wager"]] = event["cents"]
        elif name == "press":
            self._press(record, event)
        elif name in ("cards-keyed", "revealed"):
            self._cards(event, effects)
        elif name == "cancel-progressive":
            self.round.seats[event["seat"]].wagers.pop(PROGRESSIVE, None)
        elif name == "irregularity" and event["what"] == "hand-set-wrong" and not effects:
            self.round.seats[event["seat"]].house_way = True

    def _chips_on(self, event: Mapping[str, Any], effects: Sequence[Effect]) -> None:
        seat, wager = self.round.seats[event["seat"]], event["wager"]
        seat.spots.add(wager)
        if wager in seat.wrong:
            seat.wrong.remove(wager)
        elif _alarmed(effects, event):
            seat.wrong.add(wager)
        else:
            seat.wagers[wager] = self._fixed(wager)

    def _chips_off(self, event: Mapping[str, Any], effects: Sequence[Effect]) -> None:
        round, seat, wager = self.round, self.round.seats[event["seat"]], event["wager"]
        seat.spots.discard(wager)
        if wager in seat.wrong:
            seat.wrong.remove(wager)
        elif _alarmed(effects, event):
            seat.wrong.add(wager)
        elif round.void is None and not seat.void and self._may_be_taken_back(seat, wager):
            seat.wagers.pop(wager, None)

    def _may_be_taken_back(self, seat: SeatTrail, wager: str) -> bool:
        assert self.offer is not None, "the table was set up"
        if self.offer.book.rules.wagers[wager].placed == "before-no-more-bets":
            return not self.round.closed
        return not seat.decision and not seat.lines

    def _press(self, record: Record, event: Mapping[str, Any]) -> None:
        button, seats = event["button"], self.round.seats.values()
        if button == "no-more-bets":
            self.round.closed = True
            for seat in seats:
                seat.dealt_in = bool(seat.wagers)
        elif button in DECISIONS:
            waiting = [seat for seat in seats if seat.dealt_in and not seat.void and not seat.decision]
            # Who has answered least often is asked next, the lowest seat first.
            turn = min(waiting, key=lambda seat: (len(seat.decisions), seat.number), default=None)
            seat_asked = self.round.seats[event["seat"]] if event["seat"] else turn
            if seat_asked is not None:
                made = Decision(len(seat_asked.decisions), DECISIONS[button], record.seq, record.wall)
                seat_asked.decisions.append(made)

    def _cards(self, event: Mapping[str, Any], effects: Sequence[Effect]) -> None:
        if not event.get("sealed", True) or any(effect["effect"] == "voided" for effect in effects):
            return  # nothing was learned from them
        place, cards = event["place"], tuple(event["cards"])
        if place == "seat":
            self.round.seats[event["seat"]].cards = cards
        elif place in ("community", "ejected"):
            self.round.community += cards
        elif place in ("dealer", "box"):
            setattr(self.round, place, cards)

    # ---- what followed -------------------------------------------------------------------------

    def _effects(self, record: Record, event: Mapping[str, Any]) -> None:
        effects = record.body["effects"]
        for n, effect in enumerate(effects):
            name = effect["effect"]
            if name == "voided":
                self._voided(effect)
            elif name == "seat-settled":
                self._settled(self._how(record.seq, effect, event, effects[n:]))
            elif name == "round-over":
                self._round_over(record, effect)

    def _voided(self, effect: Effect) -> None:
        self.round.voided.append(effect)
        if self._one_hand(effect):
            self.round.seats[effect["seats"][0]].void = effect["rule"]
        else:
            self.round.void = effect

    def _one_hand(self, effect: Effect) -> bool:
        assert self.offer is not None, "the table was set up"
        found = self.offer.book.rules.irregularities.get(effect["what"])
        return found is not None and found.voids == "hand"

    def _how(self, seq: int, effect: Effect, event: Mapping[str, Any], following: Sequence[Effect]) -> Ended:
        """A hand's wagers go back just before it is told that it is void."""
        assert self.offer is not None, "the table was set up"
        number = effect["seat"]
        if event.get("event") == "abandon":
            rule = self.offer.book.cite(self.offer.book.rules.bets.abandoned_cite)
            return Ended(seq, number, effect, "abandoned", rule)
        for later in following:
            if later["effect"] == "voided" and later["seats"] == [number] and self._one_hand(later):
                return Ended(seq, number, effect, "void-hand", later["rule"])
        return Ended(seq, number, effect, "settled" if self.round.void is None else "void")

    def _settled(self, ended: Ended) -> None:
        self._ended(self.round, ended)
        seat = self.round.seats[ended.seat]
        for line in ended.written["lines"]:
            seat.lines[line["wager"]] = line
        seat.envy += ended.written["envy"]
        seat.cut += ended.written["cut"]
        if ended.how == "abandoned":
            seat.void = ended.rule

    def _round_over(self, record: Record, effect: Effect) -> None:
        self.round.number, self.round.last = effect["number"], record.seq
        self._over(self.round, effect)
        self._new_round({seat.number: seat.spots for seat in self.round.seats.values() if seat.spots})
        self.round.first = record.seq + 1


def _alarmed(effects: Sequence[Effect], event: Mapping[str, Any]) -> bool:
    return any(
        effect["effect"] == "alarm" and (effect["seat"], effect["spot"]) == (event["seat"], event["wager"])
        for effect in effects
    )
