"""The exact return of every wager that does not depend on how a player plays.

A census counts all deals by what a pay table can tell apart (its cells); the
table then says what each is worth.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import comb

from controller.audit.bad_beat import bad_beat_counts
from controller.audit.boards import BOARD, HOLES, LEFT
from controller.audit.counts import pair_counts, six_card_counts
from controller.audit.cover_all import all_cover_all_counts
from controller.audit.walk import Progress, walk_5, walk_7
from controller.game.awards import Award, Odds, Share, Sum
from controller.game.book import ANTE_BONUS, Book
from controller.game.cards import DECK
from controller.game.paytables import Cell, PayTable, Row, grade
from controller.game.rulebook import Judged

REST = "rest"
"""The cell of deals that no table pays."""

Census = dict[Cell, int]


@dataclass(frozen=True, slots=True)
class MeterOdds:
    percent: int
    probability: Fraction


@dataclass(frozen=True, slots=True)
class WagerOdds:
    wager: str
    paytable: str | None
    hands: int
    counts: dict[str, int]
    """By award row, and the rest under `lose` or `push`."""
    awards: dict[str, str]
    """What each award row pays."""
    expected: Fraction
    """Of one unit wagered, the player's net result; without what meters pay."""
    meters: dict[str, dict[str, MeterOdds]] = field(default_factory=dict)
    """By meter and hand."""

    @property
    def house_edge(self) -> float:
        return float(-self.expected)


def odds_of(book: Book, stake: int, progress: Callable[[str, float], None]) -> Iterator[WagerOdds]:
    """Every wager and pay table of the book; `stake` in cents matters where a fixed sum is paid."""
    for wager, tables in book.tables.items():
        censuses = _censuses(book, wager, partial(progress, wager))
        for table in tables.values():
            if table.id in censuses:
                yield _odds(wager, table, censuses[table.id], stake)


def _odds(wager: str, table: PayTable, census: Census, stake: int) -> WagerOdds:
    hands = sum(census.values())
    counts = {row.hand: 0 for row in table.rows} | {table.otherwise: 0}
    meters: dict[str, dict[str, MeterOdds]] = {}
    for cell, deals in census.items():
        counts[table.by_cell[cell].hand if cell in table.by_cell else table.otherwise] += deals
    if wager == ANTE_BONUS:
        # It is won on top of an ante that has its own fate.
        total = sum((counts[row.hand] * _paid(row.award, stake) for row in table.rows), Fraction(0))
    else:
        total = sum((counts[row.hand] * _net(row.award, stake) for row in table.rows), Fraction(0))
        total -= counts[table.otherwise] if table.otherwise == "lose" else 0
    for row in table.rows:
        if isinstance(row.award, Share):
            share = MeterOdds(row.award.percent, Fraction(counts[row.hand], hands))
            meters.setdefault(row.award.meter, {})[row.hand] = share
    paytable = None if wager == ANTE_BONUS else table.id
    return WagerOdds(wager, paytable, hands, counts, _awards(table.rows), total / hands, meters)


def _awards(rows: tuple[Row, ...]) -> dict[str, str]:
    return {row.hand: row.award.text or "push" for row in rows}


def _paid(award: Award, stake: int) -> Fraction:
    """For one unit wagered, without the wager itself; a meter's share is told apart."""
    if isinstance(award, Odds):
        return Fraction(award.numerator, award.denominator)
    return Fraction(award.cents, stake) if isinstance(award, Sum) else Fraction(0)


def _net(award: Award, stake: int) -> Fraction:
    keeps = isinstance(award, Odds | Share) and not award.returns_wager
    return _paid(award, stake) - keeps


# ---- censuses --------------------------------------------------------------------


def _censuses(book: Book, wager: str, progress: Progress) -> dict[str, Census]:
    """By pay table; none if the wager depends on the player's choices."""
    tables = list(book.tables[wager])
    if wager == ANTE_BONUS:
        return dict.fromkeys(tables, _aces())
    judged = book.rules.wagers[wager].judged
    if judged == "highest-hand":
        by_hands = all_cover_all_counts(progress)
        return {hands: _by_category(by_hands[int(hands)]) for hands in tables}
    if judged in _CENSUSES:
        return dict.fromkeys(tables, _CENSUSES[judged](progress))
    return {}


def _by_category(deals: dict[int, int]) -> Census:
    return {category * 16: count for category, count in deals.items()}


def _by_grade(classes: list[int]) -> Census:
    """Of a histogram of classes; there is no class 0."""
    census: Counter[Cell] = Counter()
    for hand_class, count in enumerate(classes[1:], 1):
        census[grade(hand_class)] += count
    return census


def _pairs() -> Census:
    census: Census = {}
    census.update(pair_counts())
    return census


def _six_cards() -> Census:
    classes, super_royals = six_card_counts()
    return _by_grade(classes) | {f"super-royal-{suit}": count for suit, count in super_royals.items()}


def _beaten_hands(progress: Progress) -> Census:
    """Over every board with two cards for the seat and two for the dealer."""
    beaten = _by_category(bad_beat_counts(progress))
    deals = comb(len(DECK), BOARD) * HOLES * comb(LEFT - 2, 2)
    return beaten | {REST: deals - sum(beaten.values())}


def _aces() -> Census:
    """The aces among a seat's five cards."""
    deals = {aces: comb(4, aces) * comb(len(DECK) - 4, 5 - aces) for aces in range(5)}
    with_a_two = 4
    return {
        "four-aces-and-a-two": with_a_two,
        "four-aces": deals[4] - with_a_two,
        "three-aces": deals[3],
        REST: deals[0] + deals[1] + deals[2],
    }


_CENSUSES: dict[Judged, Callable[[Progress], Census]] = {
    "best-hand": lambda progress: _by_grade(walk_7(progress).tolist()),
    "own-and-flop": lambda _: _by_grade(walk_5().tolist()),
    "own-five": lambda _: _by_grade(walk_5().tolist()),
    "board": lambda _: _by_grade(walk_5().tolist()),
    "own-and-box": lambda _: _six_cards(),
    "own-two": lambda _: _pairs(),
    "beaten-hand": _beaten_hands,
}
