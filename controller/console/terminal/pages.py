"""What stands beside the table: alarms, troubles, the device, decks with their clocks, counts and meters."""

from typing import Any

from controller.console.terminal.acts import waiting_alarms
from controller.console.terminal.paint import EMPTY, Line, Span, apart, cut, wrapped
from controller.console.terminal.words import ago, clock, long, plain, rounds
from controller.console.view import View
from controller.game.money import dollars

NOTHING: Line = ((" none", "quiet"),)


def heading(words: str) -> Line:
    return ((f" {words}", "strong"),)


# ---- what is wrong ---------------------------------------------------------------------


def notices(view: View, width: int, room: int) -> list[Line]:
    """Alarms nobody has acknowledged and troubles, the newest first, and how many more there are."""
    made: list[Line] = [
        apart(_alarm_words(alarm), ((f"{alarm['rule']}  {clock(alarm['at'])} ", "quiet"),), width)
        for alarm in reversed(waiting_alarms(view))
    ]
    made += _trouble_lines(view)
    if view["journal"]["state"] != "ok" and not view["out_of_order"]:
        made.insert(0, ((" ! ", "bad"), ("journal", "strong"), (f"  {view['journal']['state']}", "")))
    if len(made) <= room:
        return made
    left = len(made) - max(0, room - 1)
    return [*made[: max(0, room - 1)], ((f"   and {left} more", "bad"),)][:room]


def _alarm_words(alarm: dict[str, Any]) -> Line:
    where = f"{alarm['where']}  " if alarm["where"] else ""
    return ((" ! ", "bad"), (where, "strong"), (alarm["why"], ""))


def alarms(view: View, width: int, scroll: int, room: int) -> list[Line]:
    """All that are kept, the newest first, with who has acknowledged them and when."""
    made = [heading("Alarms")]
    for alarm in view["alarms"][::-1][scroll:]:
        known = alarm["acknowledged"]
        seen = f"seen by {known['who']}, {clock(known['at'])}" if known else "not acknowledged"
        words = " ".join(filter(None, [alarm["where"] and alarm["where"] + ":", alarm["why"]]))
        lead: Line = (("   ", ""),) if known else ((" ! ", "bad"),)
        for line in paragraph(words, clock(alarm["at"]), width - 4, "quiet" if known else ""):
            made.append((*lead, *line))
            lead = (("   ", ""),)
        state = ((seen + " ", "good" if known else "wait"),)
        made.append(apart(((f"   {alarm['rule']}", "quiet"),), state, width))
    made = made[:room] if view["alarms"] else [*made, NOTHING]
    return [*made, EMPTY, *troubles(view)][:room]


def troubles(view: View) -> list[Line]:
    return [heading("Troubles"), *(_trouble_lines(view) or [NOTHING])]


def _trouble_lines(view: View) -> list[Line]:
    return [((" ! ", "bad"), (name, "strong"), (f"  {why}", "")) for name, why in view["troubles"].items()]


# ---- device and decks ------------------------------------------------------------------


def device(view: View, width: int) -> list[Line]:
    found = view["device"]
    if found is None or found["state"] == "none":
        return [heading("Dealing device"), NOTHING]
    state = "good" if found["state"] == "in-service" else "bad" if found["state"] == "lost" else "wait"
    mode = "not set" if found["mode"] is None else str(found["mode"])
    rows: list[tuple[str, str, str]] = [
        ("state", plain(found["state"]), state),
        ("can", ", ".join(plain(cap) for cap in found["caps"]) or "nothing told", ""),
        ("mode", mode, ""),
        ("holds", f"deck {found['holds']}" if found["holds"] else "no deck", ""),
    ]
    if found["fault"]:
        rows.insert(1, ("fault", plain(found["fault"]) + ": latched until a person clears it", "bad"))
    if found["tray"]:
        rows.append(("tray", f"waits to be taken: {found['tray']}", "wait"))
    if found["ejecting"]:
        rows.append(("pushes out", ", ".join(f"deck {deck}" for deck in found["ejecting"]), ""))
    if found["to_empty"]:
        rows.append(("", "to be emptied before anything else", "wait"))
    return [heading("Dealing device"), *(_pair(*row, width) for row in rows)]


def _pair(name: str, words: str, style: str, width: int) -> Line:
    return cut(((f" {name:<11}", "quiet"), (words, style)), width)


def decks(view: View, width: int) -> list[Line]:
    made = [heading("Decks")]
    for deck in view["decks"]:
        made += deck_lines(view, deck, width)
    return made if view["decks"] else [*made, NOTHING]


def deck_lines(view: View, deck: dict[str, Any], width: int) -> list[Line]:
    told = [plain(deck["state"])]
    if deck["inside"]:
        told.append("in the device")
    if deck["rounds"]:
        told.append(f"{rounds(deck['rounds'])} since its count")
    back = f"{deck['back']}  " if deck["back"] else ""
    made: list[Line] = [((f" {deck['deck']}  ", "strong"), (back, ""), (", ".join(told), ""))]
    made.append((("    ", ""), *deck_clock(view, deck)))
    if deck["recount"]:
        made.append((("    its 52 cards are to be counted", "wait"),))
    elif deck["prompt"]:
        made.append(apart(((f"    {deck['prompt']['text']}", ""),), ((deck["prompt"]["rule"] + " ", "quiet"),), width))
    return [cut(line, width) for line in made if line[-1][0].strip()]


def deck_clock(view: View, deck: dict[str, Any]) -> Line:
    """How long the deck has been at the table, and how long it may be."""
    now = view["table"]["at"]
    if deck["received_at"] is None:
        return ((" ", ""),)
    here: Span = (f"here for {long(now - deck['received_at'])}", "quiet")
    if deck["overdue"]:
        return ((f"its time is over: change it  {deck['overdue']}", "bad"),)
    if deck["change_at"] is None:
        return (here,)
    left = deck["change_at"] - now
    return (here, (f", change in {long(left)}", "wait" if left < 30 * 60_000 else "quiet"))


# ---- counts and money ------------------------------------------------------------------


def count_now(view: View) -> Line:
    count = view["count"]
    if count["due"]:
        return (("the stub is to be counted this round", "wait"),)
    left = count["every"] - count["rounds"]
    return ((f"stub count in {rounds(left)}" if left > 0 else "no stub count is due", "quiet"),)


def counts(view: View, width: int, scroll: int, room: int) -> list[Line]:
    made = [heading("Stub counts")]
    if view["count"] is not None:
        made.append(((" ", ""), *count_now(view)))
        ledger = [f"{plain(place)} {cards}" for place, cards in view["count"]["ledger"].items() if cards]
        made.append(cut(((" own ledger  ", "quiet"), (" · ".join(ledger), "")), width))
    made.append(EMPTY)
    now = view["table"]["at"]
    if view["counts"]:
        made.append(((f" {'round':>6} {'counted':>8} {'expected':>9}  by", "quiet"),))
    for count in view["counts"][::-1][scroll:]:
        right = count["keyed"] == count["expected"]
        words = f" {count['number']:>6} {count['keyed']:>8} {count['expected']:>9}  {count['by']:<7} "
        told: Span = ("right", "good") if right else ("wrong", "bad")
        made.append(apart(((words, ""), told), ((ago(count["at"], now) + " ", "quiet"),), width))
    return made[:room]


def meters(view: View, width: int) -> list[Line]:
    found = view["table"]["meters"]
    return [heading("Meters"), *(_pair(plain(name), dollars(cents), "", width) for name, cents in found.items())]


# ---- in brief --------------------------------------------------------------------------


def brief(view: View, width: int) -> list[Line]:
    """Decks, device and count in a few lines, for beneath the table."""
    made: list[Line] = []
    for deck in view["decks"]:
        words = " ".join(filter(None, [f" deck {deck['deck']}", deck["back"]]))
        made.append(((words, ""), (f"  {plain(deck['state'])}  ", "quiet"), *deck_clock(view, deck)))
    if view["device"] is not None and view["device"]["state"] != "none":
        made.append(_device_brief(view["device"]))
    if view["count"] is not None:
        made.append(((" ", ""), *count_now(view)))
    if view["keyed"]:
        made.append(((" keyed: ", "quiet"), (view["keyed"], "strong")))
    return [cut(line, width) for line in made]


def _device_brief(device: dict[str, Any]) -> Line:
    if device["fault"]:
        return ((" device  ", ""), (f"fault: {plain(device['fault'])}", "bad"))
    style = "quiet" if device["state"] == "in-service" else "wait"
    return ((" device  ", ""), (plain(device["state"]), style))


def paragraph(words: str, rule: str, width: int, style: str = "") -> list[Line]:
    """Words over as many lines as they need, the rule at the end of the last."""
    lines = wrapped(words, max(20, width - len(rule) - 2))
    made: list[Line] = [((line, style),) for line in lines[:-1]]
    return [*made, apart(((lines[-1], style),), ((rule, "quiet"),), width)]
