"""Pay tables: which award a hand earns.

What a table can tell apart are cells: a poker hand's grade (its category, and
for a pair its rank), or a name where the wager looks at something else. A row
covers cells; compiled, a table is a dictionary from cell to row, so that one
look finds the one award that is due (readings R14 and 12.D(2)'s like).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from controller.game.awards import Award, Odds
from controller.game.cards import RANKS
from controller.game.categories import CATEGORY_NAMES, PAIR, ROYAL_FLUSH, STRAIGHT_FLUSH
from controller.game.fields import BadInput, listed
from controller.game.ranking import TABLES

Cell = int | str

_RECORDS = TABLES.records


def grade(hand_class: int) -> int:
    """The category, times 16; for a pair plus its rank."""
    category = _RECORDS[hand_class * 6]
    if category == PAIR:
        return category * 16 + _RECORDS[hand_class * 6 + 1] + 2
    return category * 16


def _pairs_from(rank: int) -> frozenset[Cell]:
    return frozenset(PAIR * 16 + r for r in range(rank, 15))


def _small_pairs(names: str) -> frozenset[Cell]:
    return frozenset(f"pair-{name}" for name in names)


ACES = frozenset({"red-aces+dealer-aces", "red-aces", "other-aces+dealer-aces", "other-aces"})

# Every row a pay table may have, and the cells it covers.
ROWS: dict[str, frozenset[Cell]] = {
    **{name: frozenset({number * 16}) for number, name in enumerate(CATEGORY_NAMES)},
    "straight-flush": frozenset({STRAIGHT_FLUSH * 16, ROYAL_FLUSH * 16}),
    "pair": _pairs_from(2),
    "pair-of-sixes-or-better": _pairs_from(6),
    "pair-of-sevens-or-better": _pairs_from(7),
    "pair-of-tens-or-better": _pairs_from(10),
    # Six Card Bonus, beside the grades
    "super-royal-of-diamonds": frozenset({"super-royal-d"}),
    "super-royal": frozenset(f"super-royal-{suit}" for suit in "cdhs"),
    # Ultimate Pairs: the seat's two cards, and the dealer's for one award
    "player-and-dealer-aces": frozenset({"red-aces+dealer-aces", "other-aces+dealer-aces"}),
    "red-aces": frozenset({"red-aces+dealer-aces", "red-aces"}),
    "pair-of-aces": ACES,
    "suited-ace-king": frozenset({"suited-AK"}),
    "suited-ace-queen-or-jack": frozenset({"suited-AQ", "suited-AJ"}),
    "offsuit-ace-king": frozenset({"offsuit-AK"}),
    "offsuit-ace-queen-or-jack": frozenset({"offsuit-AQ", "offsuit-AJ"}),
    "pair-of-jacks-queens-or-kings": _small_pairs("JQK"),
    "pair-of-tens-or-less": _small_pairs(RANKS[:9]),
    # Hi-Lo
    "both-hands": frozenset({"both-hands"}),
    "high-hand": frozenset({"high-hand"}),
    "low-hand": frozenset({"low-hand"}),
    "four-aces-and-a-two": frozenset({"four-aces-and-a-two"}),
    "four-aces": frozenset({"four-aces"}),
    "three-aces": frozenset({"three-aces"}),
}

# A row of the first kind takes its cells out of the second, which then covers
# the rest. A straight flush row without a royal one pays royals too (R9, R10).
REFINES = {
    ("royal-flush", "straight-flush"),
    ("super-royal-of-diamonds", "super-royal"),
    ("player-and-dealer-aces", "pair-of-aces"),
    ("red-aces", "pair-of-aces"),
}


@dataclass(frozen=True, slots=True)
class Row:
    hand: str
    award: Award
    rule: str
    """The paragraph or reading that prints it, as it is cited."""


@dataclass(frozen=True, slots=True)
class Meter:
    reset: int
    """Cents it goes back to when it has been paid in full."""
    rule: str


@dataclass(frozen=True, slots=True)
class EnvyRow:
    hand: str
    pays: int
    rule: str


@dataclass(frozen=True, slots=True)
class PayTable:
    id: str
    rows: tuple[Row, ...]
    rule: str
    otherwise: str
    """What becomes of the wager when no row fits: `lose` or `push`."""
    otherwise_rule: str
    meters: dict[str, Meter] = field(default_factory=dict)
    envy: dict[int, tuple[EnvyRow, ...]] = field(default_factory=dict)
    """Envy Bonuses by the progressive wager, in cents."""
    by_cell: dict[Cell, Row] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_cell", _compile(self.rows))

    def top(self) -> int:
        """The most it pays for one unit wagered; for tables of plain odds."""
        return max(row.award.pays(1) for row in self.rows if isinstance(row.award, Odds))


def known_row(name: object, where: str) -> str:
    if not isinstance(name, str) or name not in ROWS:
        raise BadInput(where, listed(ROWS), name)
    return name


def _compile(rows: Iterable[Row]) -> dict[Cell, Row]:
    by_cell: dict[Cell, Row] = {}
    for number, row in enumerate(rows):
        for cell in ROWS[row.hand]:
            first = by_cell.setdefault(cell, row)
            if first is not row and (first.hand, row.hand) not in REFINES:
                raise BadInput(f"rows[{number}].hand", f"no overlap with the row {first.hand}", row.hand)
    return by_cell
