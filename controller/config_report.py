"""`tablectl config FILE`: checks a table's file without starting anything, and says what it makes of it."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from controller.config import Config, read_config
from controller.game.money import dollars
from controller.game.offer import PROGRESSIVE
from controller.operators import read_operators
from controller.report import columns
from drivers.gpio.pinout import lamps, pinout
from drivers.wiring import Plug, Wiring


def run(file: str, *, operators: bool) -> int:
    print(_people(Path(file)) if operators else summary(read_config(Path(file))))
    return 0


def summary(config: Config) -> str:
    book = config.offer.book
    rows = [(f"  {name}", text) for name, text in _rows(config) if text]
    return "\n".join([f"{config.name}: {book.rules.title} ({book.id})", *columns(rows)])


def _rows(config: Config) -> Iterator[tuple[str, str]]:
    setup, offer = config.setup, config.offer
    yield "dealing", f"{setup.method}, {setup.order}; {_many(setup.decks, 'deck')}; {_many(config.seats, 'seat')}"
    yield "wagers", ", ".join(_wager(config, name) for name in offer.book.rules.wagers if name in offer.wagers)
    yield "meters", ", ".join(f"{name} from {dollars(cents)}" for name, cents in offer.resets.items())
    yield "limits", "; ".join(f"{dollars(cap.cents)} a hand" for cap in offer.caps)
    if config.wiring is not None:
        yield "wiring", _wiring(config.wiring)
        yield "plugs", _plugs(config.wiring)
    if config.twin is not None:
        twin = config.twin
        device = "no device" if twin.caps is None else f"a device that has {', '.join(twin.caps) or 'nothing to add'}"
        yield "simulated", f"{device}; {'bots play' if twin.bots else 'nobody plays'}; seed {twin.seed}"
    yield "journal", f"{config.journal.file}, a new file every {config.journal.rotate_bytes >> 20} MB"
    yield "key", f"{config.journal.key}"
    yield "console", f"{config.console.socket}, for group {config.console.group or 'of the service'}"
    yield "operators", f"{config.console.operators}"
    yield "two people", ", ".join(sorted(config.console.two_person))


def _wager(config: Config, name: str) -> str:
    table = config.offer.tables.get(name)
    text = f"{name} {table.id}" if table else name
    return f"{text} ({dollars(config.offer.progressive_wager)})" if name == PROGRESSIVE else text


def _wiring(wiring: Wiring) -> str:
    pins = wiring.pins
    chained = sum(1 for name in pins.chain.spots if name) if pins.chain else 0
    counts = [_many(len(pins.buttons), "button"), _many(chained + len(pins.spots), "spot")]
    counts.append(_many(len(list(lamps(pins))), "lamp"))
    counts += [name for name, pin in (("gate", pins.gate), ("door", pins.door)) if pin is not None]
    return f"{', '.join(counts)} on {_many(len(pinout(pins)), 'pin')}"


def _plugs(wiring: Wiring) -> str:
    plugs = (("keypad", wiring.keypad), ("badge reader", wiring.badge_reader))
    found = [f"{name} {_id(plug)}" for name, plug in plugs if plug is not None]
    return ", ".join([f"dealing device {wiring.device}" if wiring.device else "no dealing device", *found])


def _id(plug: Plug) -> str:
    return f"{plug.vendor:04x}:{plug.product:04x}{' ' + plug.serial if plug.serial else ''}"


def _people(file: Path) -> str:
    roles = Counter(operator.role for operator in read_operators(file).by_id.values())
    return ", ".join(f"{number} {role}" for role, number in roles.items())


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
