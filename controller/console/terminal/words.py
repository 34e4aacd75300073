"""The view's own words for people: names, sums, times, and what an effect does."""

import time
from typing import Any

from controller.game.money import dollars

Said = tuple[str, str]
"""Words, and the paragraph behind them."""


def plain(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")


def listing(names: list[str]) -> str:
    """ "a, b and c"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else "nothing"


def sum_of(cents: int) -> str:
    """Whole dollars without their places: they are the rule on a layout."""
    return str(cents // 100) if cents % 100 == 0 else dollars(cents)


def rounds(number: int) -> str:
    return f"{number} round{'s' if number > 1 else ''}"


def long(milliseconds: int) -> str:
    """How long that is, to two units at most."""
    minutes = abs(milliseconds) // 60_000
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h" if hours else f"{days} d"
    if hours:
        return f"{hours} h {minutes:02} min" if minutes else f"{hours} h"
    return f"{minutes} min" if minutes else "less than a minute"


def clock(at: int) -> str:
    """By the wall clock of this machine, which is the table's."""
    return time.strftime("%d %b %H:%M", time.localtime(at / 1000))


def ago(at: int | None, now: int) -> str:
    return "" if at is None else "just now" if now - at < 60_000 else f"{long(now - at)} ago"


def effect_words(effect: dict[str, Any]) -> list[Said]:
    """What an effect means at the table; the device's own small steps are left to the device."""
    kind = effect["effect"]
    if kind == "voided":
        return _voided(effect)
    if kind == "seat-settled":
        return _settled(effect)
    words = {
        "alarm": "Alarm{where}: {why}",
        "tell": "{text}",
        "deck-removed": "Deck {deck} leaves the table",
        "out-of-service": "The table goes out of service: {why}",
        "round-over": "Round {number} is over",
        "shuffle": "The device shuffles deck {deck}",
        "eject": "The device pushes out what it holds",
        "clear-fault": "The device is told to clear its fault",
        "set-mode": "The device is set to mode {mode}",
        "lock": "The lock line {closes}",
        "dispense": "The device gives {cards} cards",
    }.get(kind)
    if words is None:
        return []
    closes = "closes" if effect.get("closed") else "opens"
    where = "".join(f", {word} {effect[word]}" for word in ("seat", "spot") if effect.get(word))
    return [(words.format(**effect, where=where, closes=closes), effect.get("rule", ""))]


def _voided(effect: dict[str, Any]) -> list[Said]:
    seats = [str(seat) for seat in effect["seats"]]
    who = f"seat{'s' if len(seats) > 1 else ''} {listing(seats)}" if seats else "no seat"
    made = [(f"Void for {who}: {plain(effect['what'])}", effect["rule"])]
    made.append((f"Given back: {plain(listing(effect['returned']))}", ""))
    if effect["settled"]:
        made.append((f"Settled all the same: {plain(listing(effect['settled']))}", ""))
    made.append((f"Cards: {effect['cards']}", ""))
    if effect["before_next_round"]:
        made.append((f"Before the next round: {listing(effect['before_next_round'])}", ""))
    return made


def _settled(effect: dict[str, Any]) -> list[Said]:
    seat = effect["seat"]
    if not effect["lines"]:
        return [(f"Seat {seat} is settled by the dealer's eye", "")]
    made = []
    for line in effect["lines"]:
        pays = f", pays {dollars(line['pays'])}" if line["pays"] else ""
        made.append((f"Seat {seat}, {plain(line['wager'])}: {line['result']}{pays}", line["rule"]))
    return made
