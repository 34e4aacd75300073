"""`tablectl check`: how the table is, in one line and an exit code, for a monitoring system.

It asks the running service through its control socket, as any console does, and touches nothing.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from controller.console.client import SOCKET, Client, NoService
from controller.console.terminal.words import long, plain, rounds
from controller.console.view import View
from controller.disk import Room, room_finding
from controller.findings import CRITICAL, FINE, WARNING, Finding, worst

NAMES = ("ok", "warning", "critical")
CHANGE_SOON = 30 * 60_000
"""Milliseconds before a deck's time is over: enough to bring the next one in without haste."""
NAMED = 3
"""Of many things of one kind: a sensor chain that is unplugged would fill a page."""
LONGEST = 160
"""Letters of one finding: monitoring systems cut a line after a few hundred to a thousand."""

INPUT_FAILED = ("chatter", "stuck")
DEVICE = "dealing device"
MILD = {
    "cabinet door": "close it",
    "device door": "close it",
    "clock": "look at the clock, and at the decks' times",
    "program": "compare `tablectl digest` with the one kept off the box",
}
"""Troubles that the table can be played with, for the time being."""


def run(path: str | None, *, as_json: bool) -> int:
    name, found = look(SOCKET if path is None else Path(path))
    code = worst(found)
    print(json.dumps(_object(code, name, found), ensure_ascii=False) if as_json else line(code, name, found))
    return code


def look(socket: Path) -> tuple[str, list[Finding]]:
    """The table's name, and what is found of it, the worst first."""
    try:
        with Client(socket) as client:
            answer = client.ask("state")
        if not answer["ok"]:
            return "", [Finding(CRITICAL, "service", str(answer["why"]))]
        return str(answer["state"]["table"]["name"]), findings(answer["state"])
    except NoService as reason:
        return "", [Finding(CRITICAL, "no service", str(reason), "systemctl status table-controller")]
    except (LookupError, TypeError, ValueError, AttributeError):
        # A service of before an upgrade, perhaps; whatever it is, nobody is to take it for a table that is well.
        what = f"{socket}: what answers is not understood"
        return "", [Finding(CRITICAL, "service", what, "restart the service: is it of this program's version?")]


def findings(view: View) -> list[Finding]:
    """What a person has to see to, the worst first; or that all is well."""
    found = sorted(_troubles(view), key=lambda finding: -finding.level)
    return found or [Finding(FINE, "table", _standing(view))]


def line(code: int, name: str, found: list[Finding]) -> str:
    """One line, without the `|` behind which a monitoring system looks for numbers."""
    said = "; ".join(_cut(f"{finding.what}: {finding.text}" if code else finding.text) for finding in found)
    text = f"{NAMES[code].upper()} {name}: {said}" if name else f"{NAMES[code].upper()}: {said}"
    return "".join(letter if letter.isprintable() and letter != "|" else "/" for letter in text)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _object(code: int, name: str, found: list[Finding]) -> dict[str, Any]:
    told = [{"status": NAMES[one.level], "what": one.what, "text": one.text, "do": one.do} for one in found]
    return {"status": NAMES[code], "code": code, "table": name, "findings": told}


# ---- what is looked at ---------------------------------------------------------------------


def _standing(view: View) -> str:
    table = view["table"]
    return f"{plain(table['state'])}, round {table['number']}, record {view['journal']['seq']}"


def _troubles(view: View) -> Iterator[Finding]:
    if view["out_of_order"]:
        # Of such a table nothing else is known.
        yield Finding(CRITICAL, "out of order", view["out_of_order"], "see to the cause, then return it to service")
        return
    table = view["table"]
    if table["state"] == "out-of-service":
        yield Finding(CRITICAL, "out of service", _by_rule(table["cause"], table["cause_rule"]), view["prompt"]["text"])
    yield from _journal(view["journal"])
    yield from _device(view)
    yield from _count(view["count"])
    for deck in view["decks"]:
        yield from _deck(deck, table["at"])
    yield from _parts(view)
    yield from _alarms(view["alarms"])


def _journal(journal: dict[str, Any]) -> Iterator[Finding]:
    if journal["state"] != "ok":
        yield Finding(CRITICAL, "journal", journal["state"])
    found = room_finding(Room(journal["free"], journal["read_only"]))
    if found.level > FINE:
        yield found


def _device(view: View) -> Iterator[Finding]:
    device, why = view["device"], view["troubles"].get(DEVICE, "")
    if device["state"] == "lost":
        yield Finding(CRITICAL, DEVICE, f"lost: {why}" if why else "lost", "look at its cable and its power")
    elif why:
        yield Finding(CRITICAL, DEVICE, why, "look at its cable and its power")
    if device["fault"]:
        yield Finding(CRITICAL, DEVICE, f"fault: {plain(device['fault'])}", "clear it at the console when it is mended")
    if device["state"] in ("removed", "covered", "signed"):
        yield Finding(WARNING, DEVICE, f"out of service: {device['state']}", "bring it back when it is mended")


def _count(count: dict[str, Any]) -> Iterator[Finding]:
    if count["due"]:
        over = count["rounds"] - count["every"]
        level, text = (CRITICAL, f"overdue by {rounds(over)}") if over > 0 else (WARNING, "due this round")
        yield Finding(level, "stub count", text, "count the stub before the dealer's hand is shown")


def _deck(deck: dict[str, Any], at: int) -> Iterator[Finding]:
    what, do = f"deck {deck['deck']}", "have the next deck brought to the table"
    if deck["overdue"]:
        yield Finding(CRITICAL, what, _by_rule("its change is overdue", deck["overdue"]), do)
    elif deck["change_at"] is not None and deck["change_at"] - at < CHANGE_SOON:
        yield Finding(WARNING, what, f"to be changed in {long(deck['change_at'] - at)}", do)


def _parts(view: View) -> Iterator[Finding]:
    """Inputs that are not believed any more, and whatever else does not work."""
    troubles = {what: why for what, why in view["troubles"].items() if what != DEVICE}
    failed = [f"{what} {why}" for what, why in troubles.items() if why in INPUT_FAILED]
    if failed:
        do = "mend it, then clear it at the console"
        yield Finding(CRITICAL, f"{_many(len(failed), 'input')} failed", _some(failed), do)
    for what, why in troubles.items():
        if why not in INPUT_FAILED:
            yield Finding(WARNING if what in MILD else CRITICAL, what, why, MILD.get(what, "look at its plug"))


def _alarms(alarms: list[dict[str, Any]]) -> Iterator[Finding]:
    waiting = [_by_rule(alarm["why"], alarm["rule"]) for alarm in alarms if alarm["acknowledged"] is None]
    if waiting:
        what = f"{_many(len(waiting), 'alarm')} not acknowledged"
        yield Finding(WARNING, what, _some(waiting), "acknowledge at the console")


def _by_rule(text: str, rule: str) -> str:
    return f"{text} ({rule})" if rule else text


def _some(names: list[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(islice(names, NAMED)) + (f" and {more} more" if more > 0 else "")


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
