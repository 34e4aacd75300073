"""What a table offers: the operator's choices, checked against the rulebook.

The dispute desk and the table itself go through this one check.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.game.awards import Award, Odds, Share, award_of
from controller.game.book import Book
from controller.game.categories import CATEGORY_NAMES
from controller.game.fields import BadInput, an_object, listed, one_of, only_known, true_or_false
from controller.game.money import cents_of, dollars
from controller.game.paytables import ROWS, Cell, EnvyRow, PayTable, Row
from controller.game.rulebook import Limit

PROGRESSIVE = "progressive"
_PERCENT = re.compile(r"[1-9][0-9]{0,2}%", re.ASCII)


@dataclass(frozen=True, slots=True)
class Cap:
    """A limit on what one hand is paid: over these wagers together, so many cents."""

    over: frozenset[str]
    cents: int


@dataclass(frozen=True, slots=True)
class Offer:
    book: Book
    wagers: frozenset[str]
    tables: dict[str, PayTable]
    """The pay table in force for each wager that has one; Cover All's goes by the number of hands."""
    caps: tuple[Cap, ...]
    progressive_wager: int = 0
    resets: Mapping[str, int] = field(default_factory=dict)
    """The progressive's meters, each with the amount it goes back to."""
    envy: Mapping[Cell, EnvyRow] = field(default_factory=dict)
    envy_requires_wager: bool = False
    box: bool = field(init=False)
    """Whether a four-card box is dealt."""
    good_wagers: dict[tuple[Any, ...], dict[str, int]] = field(default_factory=dict, compare=False, repr=False)
    """Seats' wagers that were found good under this offer."""

    def __post_init__(self) -> None:
        judged = [self.book.rules.wagers[name].judged for name in self.wagers]
        object.__setattr__(self, "box", "own-and-box" in judged)


def check_offer(book: Book, options: object, place: str = "options") -> Offer:
    """The offer that these choices make; what the rulebook does not allow is refused."""
    chosen = an_object(options, place)
    only_known(chosen, _known_options(book, chosen), place)
    wagers, tables = set(), {}
    for name, wager in book.rules.wagers.items():
        where = f"{place}.{name}"
        printed = book.tables.get(name, {})
        if wager.judged == "highest-hand":
            if true_or_false(chosen.get(name, False), where):
                wagers.add(name)
        elif wager.offered == "always":
            wagers.add(name)
            if printed:
                tables[name] = printed[one_of(chosen.get(name, next(iter(printed))), printed, where)]
        elif name in chosen:
            wagers.add(name)
            tables[name] = printed[one_of(chosen[name], printed, where)] if printed else _own_table(chosen[name], where)
    # An award without a wager of its own comes with the game.
    for name in book.tables.keys() - book.rules.wagers.keys():
        tables[name] = next(iter(book.tables[name].values()))
    caps = _caps(book, chosen, tables, place)
    if PROGRESSIVE not in wagers:
        return Offer(book, frozenset(wagers), tables, caps)
    amount = _progressive_wager(book, chosen, place)
    return Offer(
        book,
        frozenset(wagers),
        tables,
        caps,
        amount,
        _resets(book, chosen, tables[PROGRESSIVE], place),
        _envy(tables[PROGRESSIVE], amount),
        true_or_false(chosen.get("envy_requires_wager", False), f"{place}.envy_requires_wager"),
    )


def _known_options(book: Book, chosen: Mapping[str, Any]) -> list[str]:
    rules = book.rules
    known = [name for name, wager in rules.wagers.items() if wager.offered == "by-option" or wager.table_chosen]
    if rules.progressive and PROGRESSIVE in chosen:
        known.append("progressive_wager")
        if rules.progressive.resets != "printed":
            known.append("progressive_reset")
        if any(table.envy for table in book.tables.get(PROGRESSIVE, {}).values()):
            known.append("envy_requires_wager")
    if any(limit.set_by == "operator" for limit in rules.limits):
        known.append("payout_limit")
    return [*known, "table_minimum"]


# ---- the progressive ----------------------------------------------------------


def _own_table(given: object, field: str) -> PayTable:
    """The operator's own progressive pay table, where the text prints none (reading R9)."""
    rule = "reading R9"
    rows = an_object(given, field)
    only_known(rows, CATEGORY_NAMES, field)
    if not rows:
        raise BadInput(field, "at least one hand with its award")
    best_first = [name for name in reversed(CATEGORY_NAMES) if name in rows]
    made = tuple(Row(name, _own_award(rows[name], f"{field}.{name}"), rule) for name in best_first)
    return PayTable("operator", made, rule, "lose", rule)


def _own_award(text: object, field: str) -> Award:
    if isinstance(text, str):
        try:
            award = award_of(f"{text} of meter" if _PERCENT.fullmatch(text) else text, field)
            if isinstance(award, Odds) or (isinstance(award, Share) and text.endswith("%")):
                return award
        except BadInput:
            pass
    raise BadInput(field, "N%, N for 1 or N to M in whole numbers (a percentage from 1 to 100)", text)


def _progressive_wager(book: Book, chosen: Mapping[str, Any], options: str) -> int:
    field = f"{options}.progressive_wager"
    amounts = {cents_of(amount, field): amount for amount in book.rules.wagers[PROGRESSIVE].amounts}
    if "progressive_wager" in chosen:
        amount = cents_of(chosen["progressive_wager"], field)
        if amount not in amounts:
            raise BadInput(field, listed(amounts.values()), chosen["progressive_wager"])
        return amount
    if len(amounts) > 1:
        raise BadInput(field, f"{listed(amounts.values())} beside progressive: it is missing")
    return next(iter(amounts))


def _resets(book: Book, chosen: Mapping[str, Any], table: PayTable, options: str) -> dict[str, int]:
    """What each meter goes back to when it has been paid in full (reading R6)."""
    field = f"{options}.progressive_reset"
    shares = [row.award.meter for row in table.rows if isinstance(row.award, Share)]
    names = list(table.meters) or list(dict.fromkeys(shares))
    if "progressive_reset" not in chosen:
        if names and not table.meters:
            raise BadInput(field, f"an amount for {listed(names)}: a share of it is paid")
        return {name: meter.reset for name, meter in table.meters.items()}
    if not names:
        raise BadInput(field, "no such field: no share of a meter is paid")
    floors = {name: meter.reset for name, meter in table.meters.items()}
    return meter_amounts(chosen["progressive_reset"], names, field, floors)


def meter_amounts(
    given: object, names: list[str], field: str, floors: Mapping[str, int] | None = None
) -> dict[str, int]:
    """An amount for every one of the meters; without floors they are readings, and may be zero."""
    amounts = an_object(given, field)
    only_known(amounts, names, field)
    made = {}
    for name in names:
        where = f"{field}.{name}"
        if name not in amounts:
            raise BadInput(where, "an amount in dollars: it is missing")
        made[name] = cents_of(amounts[name], where, zero=floors is None)
        floor = (floors or {}).get(name, 0)
        if made[name] < floor:
            raise BadInput(where, f"at least {dollars(floor)}", amounts[name])
    return made


def _envy(table: PayTable, wager: int) -> dict[Cell, EnvyRow]:
    """Envy Bonuses by the grade of the hand that earns them, the rarer hand's row first."""
    by_cell: dict[Cell, EnvyRow] = {}
    for row in table.envy.get(wager, ()):
        for cell in ROWS[row.hand]:
            by_cell.setdefault(cell, row)
    return by_cell


# ---- limits (readings R12, G30, G31, G32) --------------------------------------


def _caps(book: Book, chosen: Mapping[str, Any], tables: Mapping[str, PayTable], options: str) -> tuple[Cap, ...]:
    minimum = cents_of(chosen["table_minimum"], f"{options}.table_minimum") if "table_minimum" in chosen else 0
    caps = []
    for limit in book.rules.limits:
        amount = max(cents_of(limit.amount, "limits.amount"), _best_at(minimum, limit, book, tables))
        if limit.set_by == "operator":
            if "payout_limit" not in chosen:
                continue
            field = f"{options}.payout_limit"
            own = cents_of(chosen["payout_limit"], field)
            if own < amount:
                floor = f"at least {dollars(amount)} ({book.cite(limit.cite[1])})"
                raise BadInput(field, floor, chosen["payout_limit"])
            amount = own
        caps.append(Cap(frozenset(limit.over), amount))
    return tuple(caps)


def _best_at(minimum: int, limit: Limit, book: Book, tables: Mapping[str, PayTable]) -> int:
    """The most that one hand can win with every wager at the table minimum."""
    best = 0
    for hand in limit.or_best_at_minimum:
        times = 0
        for name, paid in hand.items():
            if paid != "top":
                times += paid
            elif name in tables:
                times += tables[name].top()
        best = max(best, times * minimum)
    return best
