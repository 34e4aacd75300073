"""A rulebook made ready: citations checked, cross-references checked, pay tables compiled."""

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from controller.game.awards import Share, award_of
from controller.game.fields import BadInput, listed
from controller.game.money import cents_of
from controller.game.paytables import EnvyRow, Meter, PayTable, Row, known_row
from controller.game.rulebook import PayTableEntry, Rulebook
from controller.game.schema import build

ANTE_BONUS = "ante_bonus"
"""Hi-Lo's award on the ante: it has a pay table, but no wager of its own."""

_READING = re.compile(r"[RG][0-9]+")
_ITEM = re.compile(r"(\([a-z0-9]+\))?")


@dataclass(frozen=True, slots=True)
class Book:
    rules: Rulebook
    tables: dict[str, dict[str, PayTable]]
    """By wager and name, in printed order."""

    @property
    def id(self) -> str:
        return self.rules.id

    def cite(self, paragraph: str) -> str:
        """As a citation is written for people: `md-uth 13.E`, `reading R7`."""
        return cited(self.id, paragraph)


@cache
def cited(rulebook: str, paragraph: str) -> str:
    return f"reading {paragraph}" if _READING.fullmatch(paragraph) else f"{rulebook} {paragraph}"


def make_book(table: object, known: Callable[[str, str], bool]) -> Book:
    """The book of a parsed rulebook file; `known` tells whether a rulebook's paragraph, or a reading, exists."""
    rules = build(Rulebook, table, "")
    for path, paragraph in citations(rules):
        if not known(rules.id, paragraph):
            raise BadInput(path, f"a paragraph of {rules.id} or a reading", paragraph)
    _check_names(rules)
    tables = {
        wager: _by_id([_pay_table(rules, entry, f"paytables.{wager}[{n}]") for n, entry in enumerate(entries)], wager)
        for wager, entries in rules.paytables.items()
    }
    _check_tables(rules, tables)
    return Book(rules, tables)


_CITING = ("acts", "terms", "posting", "outside")
"""Parts of a rulebook that are nothing but citations by name."""


def citations(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every citation in a rulebook with its place."""
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            part = getattr(value, field.name)
            where = f"{path}.{field.name}" if path else field.name
            if field.name == "cite" or field.name.endswith("_cite"):
                may_be_empty = field.default is not dataclasses.MISSING
                paragraphs = part if isinstance(part, tuple) else () if may_be_empty and not part else (part,)
                if field.name == "cite" and isinstance(part, tuple) and not part:
                    raise BadInput(where, "at least one citation")
                yield from ((where, paragraph) for paragraph in paragraphs)
            elif field.name in _CITING:
                yield from ((f"{where}.{name}", paragraph) for name in part for paragraph in part[name])
            else:
                yield from citations(part, where)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from citations(part, f"{path}.{name}")
    elif isinstance(value, tuple):
        for number, part in enumerate(value):
            yield from citations(part, f"{path}[{number}]")


def _check_names(rules: Rulebook) -> None:
    """What one part of the file says of another must be there."""
    wagers = list(rules.wagers)
    awards = [*wagers, ANTE_BONUS] if ANTE_BONUS in rules.paytables else wagers

    def among(names: Iterable[str], known: Iterable[str], path: str) -> None:
        known = list(known)
        for name in names:
            if name not in known:
                raise BadInput(path, listed(known), name)

    if rules.seats.most < 1:
        raise BadInput("seats.most", "at least one seat", rules.seats.most)
    if rules.settlement.qualifies and not rules.settlement.below_cite:
        raise BadInput("settlement.below_cite", "the paragraph on a dealer who does not qualify")
    among(rules.paytables, [*wagers, ANTE_BONUS], "paytables")
    for name, entries in rules.paytables.items():
        if not entries:
            raise BadInput(f"paytables.{name}", "at least one table")
        for n, entry in enumerate(entries):
            if not entry.rows:
                raise BadInput(f"paytables.{name}[{n}].rows", "at least one row")
    if rules.progressive and not rules.wagers["progressive"].amounts:
        raise BadInput("wagers.progressive.amounts", "the sums that the wager may have")
    among(rules.settlement.within_seat, awards, "settlement.within_seat")
    among(rules.settlement.after_all, wagers, "settlement.after_all")
    among([rules.idle.again_from], rules.opening.steps, "idle.again_from")
    among(rules.stub_count.exempt, rules.methods, "stub_count.exempt")
    among(rules.decks.change_hours, rules.methods, "decks.change_hours")
    settled = [*rules.settlement.within_seat, *rules.settlement.after_all]
    for name, wager in rules.wagers.items():
        among([name], settled, "settlement.within_seat")
        among(wager.requires, wagers, f"wagers.{name}.requires")
        among(filter(None, [wager.equals]), wagers, f"wagers.{name}.equals")
        among(wager.methods, rules.methods, f"wagers.{name}.methods")
        for n, amount in enumerate(wager.amounts):
            cents_of(amount, f"wagers.{name}.amounts[{n}]")
    for name, method in rules.methods.items():
        offers = [act.if_offered for act in method.before]
        offers += [step.if_offered for order in method.orders for step in order.steps]
        among(filter(None, offers), wagers, f"methods.{name}: if_offered")
    for n, limit in enumerate(rules.limits):
        among(limit.over, awards, f"limits[{n}].over")
        cents_of(limit.amount, f"limits[{n}].amount")
        if limit.set_by == "operator" and len(limit.cite) < 2:
            raise BadInput(f"limits[{n}].cite", "the paragraph on the limit, and the one on its floor")
        for best in limit.or_best_at_minimum:
            among(best, awards, f"limits[{n}].or_best_at_minimum")
    for name, irregularity in rules.irregularities.items():
        among(irregularity.still_settled, wagers, f"irregularities.{name}.still_settled")
        among(irregularity.by_method, rules.methods, f"irregularities.{name}.by_method")
        among(irregularity.by_method.values(), irregularity.cite, f"irregularities.{name}.by_method")


def _pay_table(rules: Rulebook, entry: PayTableEntry, path: str) -> PayTable:
    def rule(cite: str | None, item: str, where: str) -> str:
        if not _ITEM.fullmatch(item):
            raise BadInput(where, "a row's letter in brackets, such as (a)", item)
        return cited(rules.id, cite or entry.cite[0] + item)

    rows = []
    for n, row in enumerate(entry.rows):
        where = f"{path}.rows[{n}]"
        award = award_of(row.pays, f"{where}.pays")
        if isinstance(award, Share) and award.meter not in [meter.name for meter in entry.meters]:
            raise BadInput(f"{where}.pays", "a share of one of the table's meters", row.pays)
        rows.append(Row(known_row(row.hand, f"{where}.hand"), award, rule(row.cite, row.item, f"{where}.item")))
    meters = {
        meter.name: Meter(cents_of(meter.reset, f"{path}.meters[{n}].reset"), cited(rules.id, meter.cite))
        for n, meter in enumerate(entry.meters)
    }
    envy: dict[int, tuple[EnvyRow, ...]] = {}
    for n, bonus in enumerate(entry.envy):
        where = f"{path}.envy[{n}]"
        wager = cents_of(bonus.wager, f"{where}.wager")
        paid = cents_of(bonus.pays, f"{where}.pays")
        if not _ITEM.fullmatch(bonus.item):
            raise BadInput(f"{where}.item", "a row's letter in brackets, such as (i)", bonus.item)
        made = EnvyRow(known_row(bonus.hand, f"{where}.hand"), paid, cited(rules.id, bonus.cite + bonus.item))
        envy[wager] = (*envy.get(wager, ()), made)
    otherwise_rule = rule(entry.otherwise_cite, entry.otherwise_item, f"{path}.otherwise_item")
    try:
        return PayTable(entry.id, tuple(rows), rule(None, "", path), entry.otherwise, otherwise_rule, meters, envy)
    except BadInput as refusal:
        raise refusal.inside(f"{path}.") from None


def _by_id(tables: list[PayTable], wager: str) -> dict[str, PayTable]:
    by_id = {table.id: table for table in tables}
    if len(by_id) < len(tables):
        raise BadInput(f"paytables.{wager}", "tables with different ids")
    return by_id


def _check_tables(rules: Rulebook, tables: dict[str, dict[str, PayTable]]) -> None:
    for name, wager in rules.wagers.items():
        printed = name in tables
        if wager.judged == "highest-hand":
            hands = [str(n) for n in range(2, rules.seats.most + 2)]
            if list(tables.get(name, ())) != hands:
                raise BadInput(f"paytables.{name}", f"a table for each number of hands, {listed(hands)}")
        elif wager.judged == "own-and-flop" and rules.progressive and rules.progressive.tables == "operator":
            if printed:
                raise BadInput(f"paytables.{name}", "no table: the operator gives it")
        elif printed == (wager.judged == "against-dealer"):
            raise BadInput(f"paytables.{name}", "no table" if printed else "a table: the wager is paid by one")
