"""The table drawn in text: seats with their spots and cards, the dealer, the board."""

from typing import Any

from controller.console.terminal.paint import EMPTY, Line, Span, wide
from controller.console.terminal.words import plain, sum_of
from controller.console.view import View
from controller.game.table.state import DECISIONS

SUITS = {"c": ("♣", ""), "d": ("♦", "heart"), "h": ("♥", "heart"), "s": ("♠", "")}
DOWN = "░░"
LEAST = [4, 8, 5]
"""Columns of seat, status and cards, so that the others do not jump about while these change."""

Cell = tuple[Line, bool]
"""What is in it, and whether it stands at the right: sums do."""


def cards(up: list[str], out: int) -> Line:
    """Those that lie face up, and the others by their backs."""
    made: list[Span] = []
    for card in up:
        sign, style = SUITS[card[1]]
        made += [(card[0] + sign, style), (" ", "")]
    for _ in range(out - len(up)):
        made += [(DOWN, "quiet"), (" ", "")]
    return tuple(made[:-1])


def round_lines(view: View, width: int) -> list[Line]:
    round = view["round"]
    return [_state(view), *_seats(view, width), EMPTY, _middle(round)]


def _state(view: View) -> Line:
    round = view["round"]
    made: list[Span] = [(" " + plain(round["state"]).capitalize(), "strong")]
    if round["void"]:
        made.append((f"  void: {plain(round['void']['what'])}  {round['void']['rule']}", "bad"))
    if round["ruling"]:
        made.append((f"  the floor rules on {round['ruling']}  {round['ruling_rule']}", "wait"))
    if round["progressive_waits"]:
        made.append((f"  a progressive win waits at seat {round['turn']}", "wait"))
    told = [f"{round[name]} {word}" for name, word in (("burns", "burnt"), ("rejects", "put aside")) if round[name]]
    if round["drawn"]:
        told.append(f"{round['drawn']} drawn in error")
    if told:
        made.append(("  " + ", ".join(told), "quiet"))
    return tuple(made)


def _seats(view: View, width: int) -> list[Line]:
    round = view["round"]
    settled = any(seat["paid"] or seat["returned"] for seat in round["seats"])
    rows = [_seat(view, seat, settled) for seat in round["seats"]]
    long = _rows(view, rows, settled, lambda wager: plain(wager))
    if max(_wide(row) for row in long) <= width:
        return long
    return _rows(view, rows, settled, lambda wager: plain(wager).split()[0][:5])


def _rows(view: View, rows: list[list[Cell]], settled: bool, label: Any) -> list[Line]:
    names = ["seat", "", "cards", *(label(wager) for wager in view["offered"]), *(["paid"] if settled else [])]
    head: list[Cell] = [(((name, "quiet"),), at > 2) for at, name in enumerate(names)]
    table = [head, *rows]
    widths = [max(LEAST[at : at + 1] + [_wide(row[at][0]) for row in table]) for at in range(len(head))]
    return [_row(row, widths) for row in table]


def _row(row: list[Cell], widths: list[int]) -> Line:
    made: list[Span] = []
    for (cell, right), width in zip(row, widths, strict=True):
        space = (" " * (width - _wide(cell)), "")
        made += [(" ", ""), *((space, *cell) if right else (*cell, space))]
    return tuple(span for span in made if span[0])


def _wide(line: Line) -> int:
    return sum(wide(text) for text, _ in line)


def _seat(view: View, seat: dict[str, Any], settled: bool) -> list[Cell]:
    round = view["round"]
    here = round["turn"] == seat["seat"]
    empty = not seat["dealt_in"] and not any(spot["chips"] or spot["made"] or spot["wrong"] for spot in seat["spots"])
    number = (("►" if here else " ", "wait"), (str(seat["seat"]), "quiet" if empty else "strong"))
    row: list[Cell] = [(number, False), ((_status(round, seat),), False), (cards(seat["cards"], seat["out"]), False)]
    row += [((_spot(spot),), True) for spot in seat["spots"]]
    if settled:
        paid = sum(seat["paid"].values()) - seat["cut"]
        row.append((((sum_of(paid) if paid else "", "good"),), True))
    return row


def _status(round: dict[str, Any], seat: dict[str, Any]) -> Span:
    if seat["void"]:
        return "void", "bad"
    if round["turn"] == seat["seat"]:
        return ("to act", "wait") if round["state"] in DECISIONS else ("settling", "wait")
    if seat["decision"]:
        return seat["decision"], "quiet" if seat["decision"] == "folded" else ""
    if seat["asked"]:
        return "checked", ""
    if seat["leader"]:
        return f"with {seat['leader']}", "quiet"
    return ("in", "") if seat["dealt_in"] else ("", "")


def _spot(spot: dict[str, Any]) -> Span:
    """A sum where it is known, a dot where chips lie; quiet once the chips are gone."""
    there = spot["chips"] or spot["made"]
    shown = "·" if not there else "•" if spot["cents"] is None else sum_of(spot["cents"])
    if spot["wrong"]:
        return "!" + shown, "bad"
    return shown, "" if spot["chips"] else "quiet"


def _middle(round: dict[str, Any]) -> Line:
    made: list[Span] = []
    for place, word in (("dealer", "dealer"), ("community", "board"), ("box", "box")):
        there = round[place]
        if there["out"] or there["cards"] or place == "dealer":
            shown = cards(there["cards"], there["out"]) or (("–", "quiet"),)
            made += [(f" {word} ", "quiet"), *shown, ("  ", "")]
    up = round["community"]["up"] - len(round["community"]["cards"])
    if up > 0:
        made.append((f"({up} face up, not read)", "quiet"))
    return tuple(made)
