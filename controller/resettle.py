"""Every round settled once more, from the record alone, by the settlement that the dispute desk uses.

Nothing of the table's machines is asked: what lay on the spots, who decided what and which cards were read is followed
in the records (`controller.audit_trail`), and the meters from the start of the journal on.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from controller.audit_trail import Effect, Ended, RoundTrail, SeatTrail, Trail
from controller.chain import Record
from controller.game.described import describe
from controller.game.fields import BadInput
from controller.game.money import dollars
from controller.game.offer import PROGRESSIVE, Offer
from controller.game.settle_hilo import ante_bonus, hilo_line, house_way, split
from controller.game.settle_holdem import Showdown
from controller.game.settlement import EnvyBonuses, Line, lost, over_the_limits
from controller.retold import described_now, description
from controller.settle import offer_for, settle

NEEDS = {
    "against-dealer": ("own", "dealer", "community"),
    "against-dealer-by-table": ("own", "dealer", "community"),
    "best-hand": ("own", "community"),
    "own-and-flop": ("own", "community"),
    "own-and-box": ("own", "box"),
    "own-two": ("own", "dealer"),
    "own-five": ("own",),
    "beaten-hand": ("own", "dealer", "community"),
    "board": ("community",),
    "highest-hand": ("dealer", "community", "everyone"),
    "equal-points": ("own", "dealer"),
}
"""What must have been read before a wager can be judged: said here again, and not taken from the machines."""


class Unsettled(Exception):
    """A record that the desk does not bear out, in one line."""

    def __init__(self, seq: int, what: str) -> None:
        super().__init__(f"record {seq}: {what}")
        self.seq, self.what = seq, what


class Resettlement:
    """Takes a journal's records in order; Unsettled at the first that is not as the desk has it."""

    def __init__(self) -> None:
        self.trail = Trail(self._ended, self._over)
        self.meters: dict[str, int] = {}
        self.rounds = self.voids = self.cut = 0
        self.paid = self.envy = self.returned = 0
        """In cents, over all rounds: what the house paid, Envy Bonuses with it, and what of wagers went back."""
        self.unread = 0
        """Wagers that the dealer settled, as nothing had read their cards."""
        self.at_the_desk = 0
        """Rounds that could be described whole, and were settled whole."""
        self._unread: set[tuple[int, str]] = set()
        self._before: dict[str, int] = {}
        """The meters at the round's begin."""

    def take(self, record: Record) -> None:
        if record.kind == "event":
            self.trail.take(record)
            return
        offer = self.trail.offer
        self.trail.take(record)
        if record.kind == "start" and self.trail.offer is not offer:
            resets = self._offer.resets
            if offer is None or self.meters.keys() != resets.keys():
                self.meters = dict(resets)  # a table set up anew; a closed one that is set up otherwise keeps them
            self._before = self.meters
        elif record.kind == "snapshot":
            told = dict(record.body["table"]["table"]["meters"])
            if offer is None:
                self.meters = self._before = told
            elif told != self.meters:
                raise Unsettled(record.seq, f"the meters are told as {_sums(told)} and stand at {_sums(self.meters)}")

    @property
    def _offer(self) -> Offer:
        assert self.trail.offer is not None, "the table was set up"
        return self.trail.offer

    # ---- the end of a seat's wagers ------------------------------------------------------------

    def _ended(self, round: RoundTrail, ended: Ended) -> None:
        seat, written = round.seats[ended.seat], ended.written
        after_all = not self._first(seat)
        expected = self._expected(round, seat, ended)
        lines = {line["wager"]: line for line in written["lines"]}
        if len(lines) != len(written["lines"]):
            raise Unsettled(ended.seq, f"a wager of seat {seat.number} is settled twice")
        for name in [*lines, *(name for name in expected if name not in lines)]:
            _same_line(ended.seq, seat.number, name, lines.get(name), expected.get(name))
        due = self._envy_due(round, seat) if ended.how == "settled" and after_all else []
        if written["envy"] != due:
            what = f"seat {seat.number}'s Envy Bonuses are {_envy(written['envy'])}, and should be {_envy(due)}"
            raise Unsettled(ended.seq, what)
        paid = seat.paid | {line.wager: line.pays for line in expected.values()}
        if due:
            paid["envy"] = paid.get("envy", 0) + sum(bonus["pays"] for bonus in due)
        cut = over_the_limits(self._offer, sum(paid.values()), list(paid.items())) - seat.cut
        if written["cut"] != cut:
            what = f"the limits take {dollars(cut)} off seat {seat.number}'s pay"
            raise Unsettled(ended.seq, f"{what}, and {dollars(written['cut'])} was taken off")

    def _first(self, seat: SeatTrail) -> list[str]:
        """What is settled at the seat's turn and has not been; the rest comes after all seats."""
        within = self._offer.book.rules.settlement.within_seat
        return [name for name in within if name in seat.wagers and not self._is_done(seat, name)]

    def _is_done(self, seat: SeatTrail, name: str) -> bool:
        return name in seat.lines or (seat.number, name) in self._unread

    def _expected(self, round: RoundTrail, seat: SeatTrail, ended: Ended) -> dict[str, Line]:
        open = [name for name in seat.wagers if not self._is_done(seat, name)]
        if ended.how == "abandoned":
            return {name: lost(name, seat.wagers[name] or 0, ended.rule) for name in open}
        if ended.how == "void-hand":
            return {name: _back(seat, name, ended.rule) for name in open}
        if ended.how == "void":
            assert round.void is not None, "that is what it says"
            settled = round.void["settled"]
            # A void that deals the board on ends a seat's wagers in two steps: what is to come is asked for at the end.
            here = {line["wager"] for line in ended.written["lines"]}
            back = {
                name: _back(seat, name, round.void["rule"]) for name in open if name in here and name not in settled
            }
            return back | self._judged(round, seat, [name for name in open if name in settled])
        return self._judged(round, seat, self._first(seat) or open)

    def _judged(self, round: RoundTrail, seat: SeatTrail, names: list[str]) -> dict[str, Line]:
        """By the desk, as far as the cards were read; meters pay at once (reading R6)."""
        if not names:
            return {}
        found = {line.wager: line for line in self._lines(round, seat, names)}
        self._unread |= {(seat.number, name) for name in names if name not in found}
        return found

    def _lines(self, round: RoundTrail, seat: SeatTrail, names: list[str]) -> Iterator[Line]:
        offer, rules = self._offer, self._offer.book.rules
        described = described_now(offer, round, self.meters)
        own = next(each for each in described.seats if each.number == seat.number)
        read = _read(offer, round, seat)
        showdown = Showdown(described)
        showdown.hands = 1 + sum(each.dealt_in for each in round.seats.values())  # void hands too (reading G38)
        for name in names:
            wager, amount = rules.wagers[name], own.wagers[name]
            if own.folded and wager.fold == "lost":
                yield lost(name, amount, offer.book.cite(wager.fold_cite or rules.settlement.fold_cite))
            elif not read.issuperset(NEEDS[wager.judged]):
                continue
            elif rules.game == "hi-lo":
                hand = None if own.folded else split(own.cards[: rules.hand.high], own.cards[rules.hand.high :])
                dealer = house_way(described.dealer) if described.dealer else split((), ())
                yield hilo_line(offer, own, hand, dealer, name, amount, wager)
            else:
                yield showdown.line(own, name, amount, wager)
        self.meters = showdown.meters.values
        if "ante" in names and rules.game == "hi-lo" and len(own.cards) == rules.hand.own:
            yield from ante_bonus(offer, own)

    def _envy_due(self, round: RoundTrail, seat: SeatTrail) -> list[dict[str, Any]]:
        if not self._offer.envy or PROGRESSIVE not in seat.wagers or len(round.community) < 3:
            return []
        described = described_now(self._offer, round, self.meters)
        shown = described._replace(seats=tuple(each for each in described.seats if each.cards))
        own = next(each for each in described.seats if each.number == seat.number)
        return [bonus._asdict() for bonus in EnvyBonuses(shown, Showdown(described).flop_class).of(own)]

    # ---- the end of a round --------------------------------------------------------------------

    def _over(self, round: RoundTrail, written: Effect) -> None:
        seq = round.last
        if written["void"] != (round.void is not None):
            raise Unsettled(seq, f"round {round.number} is told as {'' if written['void'] else 'not '}void")
        seats = round.seats.values()
        for seat in seats:
            for name in seat.wagers:
                if not self._is_done(seat, name):
                    raise Unsettled(seq, f"seat {seat.number}'s {name} has met no end in round {round.number}")
            live = seat.dealt_in and not seat.void and round.void is None
            due = self._envy_due(round, seat) if live else []
            if live and seat.envy != due:
                what = f"seat {seat.number}'s Envy Bonuses are {_envy(seat.envy)}, and should be {_envy(due)}"
                raise Unsettled(seq, what)
        if round.void is None and not self._unread:
            self._at_the_desk(round)
        self.rounds += 1
        self.voids += round.void is not None
        self.paid += sum(seat.pays for seat in seats)
        self.envy += sum(bonus["pays"] for seat in seats for bonus in seat.envy)
        self.returned += sum(seat.returned for seat in seats)
        self.cut += sum(seat.cut > 0 for seat in seats)
        self.unread += len(self._unread)
        self._unread = set()
        self._before = self.meters

    def _at_the_desk(self, round: RoundTrail) -> None:
        """The round as somebody would describe it to the desk, settled there as a whole."""
        value = description(self.trail.config, self._offer, round, self._before)
        if value is None:
            return
        try:
            settlement = settle(describe(value, offer_for))
        except BadInput as refusal:
            raise Unsettled(round.last, f"the desk refuses round {round.number}: {refusal}") from None
        for made in settlement.seats:
            seat = round.seats[made.seat]
            for line in made.lines:
                _same_line(round.last, made.seat, line.wager, seat.lines.get(line.wager), line)
            got, due = (seat.pays, seat.returned), (made.pays, made.returned)
            if got != due:
                what = f"seat {made.seat} got {_both(got)} in round {round.number}"
                raise Unsettled(round.last, f"{what}, and at the desk {_both(due)}")
        if settlement.meters != self.meters:
            what = f"after round {round.number} the meters stand at {_sums(self.meters)}"
            raise Unsettled(round.last, f"{what}, and at the desk at {_sums(settlement.meters)}")
        self.at_the_desk += 1


# ---- small things --------------------------------------------------------------------------


def _read(offer: Offer, round: RoundTrail, seat: SeatTrail) -> set[str]:
    """Whose cards have been read, as far as they decide the seat's wagers."""
    hand, seats = offer.book.rules.hand, round.seats.values()
    there = {
        "own": len(seat.cards) == hand.own,
        "dealer": len(round.dealer) == hand.own,
        "community": len(round.community) == hand.community,
        "box": len(round.box) == 4,
        "everyone": all(each.cards for each in seats if each.dealt_in and not each.void and each.decision == "played"),
    }
    return {name for name, found in there.items() if found}


def _back(seat: SeatTrail, name: str, rule: str) -> Line:
    amount = seat.wagers[name] or 0
    return Line(name, amount, "void", None, 0, amount, rule)


def _same_line(seq: int, seat: int, wager: str, written: Mapping[str, Any] | None, due: Line | None) -> None:
    if written is None:
        assert due is not None, "one of them is there"
        raise Unsettled(seq, f"seat {seat}'s {wager} has no line, and it comes to {_words(due._asdict())}")
    if due is None:
        raise Unsettled(seq, f"seat {seat}'s {wager} is told as {_words(written)}, and it meets no end here")
    if dict(written) != due._asdict():
        raise Unsettled(
            seq, f"seat {seat}'s {wager} is told as {_words(written)}, and it comes to {_words(due._asdict())}"
        )


def _words(line: Mapping[str, Any]) -> str:
    odds = f" at {line['odds']}" if line["odds"] else ""
    ends = f"{line['result']}{odds}, pays {dollars(line['pays'])}, back {dollars(line['returned'])}"
    return f"{dollars(line['amount'])} {ends} ({line['rule']})"


def _envy(bonuses: list[dict[str, Any]]) -> str:
    return ", ".join(f"{dollars(bonus['pays'])} for seat {bonus['from_seat']}" for bonus in bonuses) or "none"


def _both(ends: tuple[int, int]) -> str:
    pays, returned = ends
    return f"{dollars(pays)} and {dollars(returned)} back"


def _sums(meters: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {dollars(cents)}" for name, cents in meters.items()) or "none"
