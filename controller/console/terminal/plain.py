"""The console without a terminal: a line for whatever has changed, for a file or another program."""

import time
from collections.abc import Iterator
from pathlib import Path

from controller.console.client import Client, NoService
from controller.console.terminal.loop import AGAIN
from controller.console.terminal.paint import printable
from controller.console.terminal.words import plain
from controller.console.view import View


def lines(before: View | None, now: View) -> Iterator[str]:
    """What is new in a view."""
    if now["out_of_order"] and (before is None or before["out_of_order"] != now["out_of_order"]):
        yield f"out of order: {now['out_of_order']}"
    known = {alarm["id"]: alarm for alarm in before["alarms"]} if before else {}
    for alarm in now["alarms"]:
        if alarm["id"] not in known:
            what = ", ".join(filter(None, [alarm["where"], alarm["why"]]))
            yield f"alarm {alarm['id']}: {what}{_rule(alarm['rule'])}"
        seen = alarm["acknowledged"]
        if seen and (alarm["id"] not in known or not known[alarm["id"]]["acknowledged"]):
            yield f"alarm {alarm['id']}: seen by {seen['who']}"
    troubles = before["troubles"] if before else {}
    for name, why in now["troubles"].items():
        if troubles.get(name) != why:
            yield f"trouble: {name}: {why}"
    for name in troubles.keys() - now["troubles"].keys():
        yield f"over: {name}"
    if not now["out_of_order"] and (before is None or _next(before) != _next(now)):
        yield _next(now)


def _next(view: View) -> str:
    table = view["table"]
    where = plain(table["state"]) + (f", {plain(view['round']['state'])}" if view["round"] else "")
    return f"round {table['number']}, {where}: {view['prompt']['text']}{_rule(view['prompt']['rule'])}"


def _rule(rule: str) -> str:
    return f" ({rule})" if rule else ""


def run(path: Path) -> int:
    """Until Ctrl-C. Raises NoService if there is none to begin with."""
    client, before = Client(path), None
    try:
        while True:
            try:
                for view in client.watch():
                    for line in lines(before, view):
                        print(printable(line), flush=True)
                    before = view
            except NoService:
                print("the service is lost: trying again", flush=True)
            client.close()
            client = _again(path)
            print("the service is back", flush=True)
    except KeyboardInterrupt:
        return 0
    finally:
        client.close()


def _again(path: Path) -> Client:
    while True:
        time.sleep(AGAIN)
        try:
            return Client(path)
        except NoService:
            continue
