"""A round's records in words: who did what, what followed, and by which paragraph."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.game.money import dollars

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    """A line, and the paragraph behind it."""

    text: str
    rule: str = ""
    kind: str = ""
    """`refused`, `alarm`, `void`, `settled` or plain."""


@dataclass(slots=True)
class Moment:
    """Something that happened, and what followed from it at once."""

    seq: int
    wall: int
    who: str
    said: Said
    then: list[Said] = field(default_factory=list)
    next: Said | None = None
    """What the table waits for from here on, where that has changed."""


_DEVICE = {
    "device-ready": "answers, ready to work",
    "link-lost": "is not heard any more",
    "cleared": "is cleared",
    "green": "green button: every hand is out",
    "face-up": "found a card face up and put it into its reject tray",
}
_BUTTONS = {
    "no-more-bets": "no more bets",
    "lock-out": "lock-out of the progressive",
    "next": "next",
    "stub": "stub",
}
_DECIDES = {"check": "checks", "play": "plays", "fold": "folds"}


def event_words(event: Body, turn: int) -> tuple[str, str]:
    """Who, and what. `turn` is the seat that was at turn."""
    name = event["event"]
    if "who" in event:
        return f"{event['who']} ({event['role']})", _persons(event)
    if name in ("chips-on", "chips-off"):
        return f"seat {event['seat']}", f"chips {'on' if name == 'chips-on' else 'off'} {_wager(event['wager'])}"
    if name == "press":
        return _press(event, turn)
    if name == "amount":
        return "dealer", f"keys {dollars(event['cents'])} for the {_wager(event['wager'])} of seat {event['seat']}"
    if name == "cards-keyed":
        return "dealer", f"keys {' '.join(event['cards'])} for {place_words(event['place'], event['seat'])}"
    if name == "count":
        return "dealer", f"keys a count of {event['number']}"
    if name == "linked":
        return "dealer", f"links seats {', '.join(map(str, event['seats']))}: one player's positions"
    if name == "card-drawn":
        return "shoe", "a card is drawn"
    if name == "time-passed":
        return "clock", "time has passed"
    return "device", _device(event)


def _press(event: Body, turn: int) -> tuple[str, str]:
    button = event["button"]
    if button in _DECIDES:
        return f"seat {event['seat'] or turn}", _DECIDES[button]
    seat = f", seat {event['seat']}" if event["seat"] else ""
    return "dealer", f"presses {_BUTTONS[button]}{seat}"


def _persons(event: Body) -> str:
    name = event["event"]
    if name == "badge":
        return "shows the badge"
    if name == "irregularity":
        seat = f" of seat {event['seat']}" if event["seat"] else ""
        cards = f", {event['cards']} cards" if event["cards"] is not None else ""
        return f"declares: {_plain(event['what'])}{seat}{cards}"
    if name == "ruling":
        return f"rules: {_plain(event['answer'])}"
    rest = {key: value for key, value in event.items() if key not in ("event", "who", "role") and value is not None}
    what = _plain(str(rest.pop("act", name)))
    return " ".join([what, *(f"{_plain(key)} {_plain(str(value))}" for key, value in rest.items())])


def _device(event: Body) -> str:
    name = event["event"]
    if name in _DEVICE:
        return _DEVICE[name]
    if name == "link-found":
        return "is back, and " + ("accounts for its cards" if event["accounted"] else "cannot account for its cards")
    if name == "dispensed":
        return f"dispenses {_cards(event['cards'])} for {place_words(event['place'], event['seat'])}"
    if name == "taken":
        return f"the stack for {place_words(event['place'], event['seat'])} is taken"
    if name == "ejected":
        return "pushes out what was left" + (f": {_cards(event['cards'])}" if event["cards"] is not None else "")
    if name == "revealed":
        seals = "the seals hold" if event["sealed"] else "A SEAL DOES NOT HOLD"
        cards = " ".join(event["cards"]) or "no card it could read"
        return f"tells {cards} for {place_words(event['place'], event['seat'])}; {seals}"
    if name == "fault":
        return f"stops: {_plain(event['cause'])}"
    rest = [f"{_plain(key)} {value}" for key, value in event.items() if key != "event" and value is not None]
    return ", ".join([_plain(name), *rest])


def effect_words(effect: Body) -> Said | None:
    """None for what concerns nobody who reads of a round."""
    name = effect["effect"]
    if name == "seat-settled":
        return _settled(effect)
    if name == "voided":
        return void_words(effect)
    if name == "alarm":
        where = (
            f"seat {effect['seat']}{' ' + _wager(effect['spot']) if effect['spot'] else ''}: " if effect["seat"] else ""
        )
        return Said(f"{where}{effect['why']}", effect["rule"], "alarm")
    if name == "out-of-service":
        return Said(f"the table goes out of service: {effect['why']}", effect["rule"], "alarm")
    if name == "tell":
        return Said(effect["text"], effect["rule"])
    if name == "round-over":
        return Said(f"the round is over{', void' if effect['void'] else ''}")
    if name == "deck-removed":
        return Said(f"deck {effect['deck']} leaves the table", effect["rule"])
    if name == "lock":
        return Said(f"the progressive's line is {'closed' if effect['closed'] else 'open'}")
    if name == "dispense":
        return Said(
            f"asked of the device: {_cards(effect['cards'])} for {place_words(effect['place'], effect['seat'])}"
        )
    if name == "reveal":
        return Said(f"asked of the device: which cards lie face up at {place_words(effect['place'], effect['seat'])}")
    return None if name in ("display", "set-mode") else Said(f"asked of the device: {_plain(name)}")


def _settled(effect: Body) -> Said:
    pays = (
        sum(line["pays"] for line in effect["lines"]) + sum(bonus["pays"] for bonus in effect["envy"]) - effect["cut"]
    )
    back = sum(line["returned"] for line in effect["lines"])
    if not effect["lines"] and not effect["envy"]:
        return Said(f"seat {effect['seat']}: settled by the dealer, no card was read", "", "settled")
    return Said(f"seat {effect['seat']}: paid {dollars(pays)}, {dollars(back)} of the wagers back", "", "settled")


def void_words(effect: Body) -> Said:
    seats = ", ".join(map(str, effect["seats"])) or "none"
    back = ", ".join(map(_wager, effect["returned"])) or "nothing"
    still = f"; still settled: {', '.join(map(_wager, effect['settled']))}" if effect["settled"] else ""
    then = f"; before the next round: {', '.join(effect['before_next_round'])}" if effect["before_next_round"] else ""
    text = f"void: {_plain(effect['what'])} (seats {seats}); back: {back}{still}; cards {effect['cards']}{then}"
    return Said(text, effect["rule"], "void")


def place_words(place: str, seat: int | None) -> str:
    return f"seat {seat}" if seat else {"box": "the six-card box", "ejected": "the board"}.get(place, f"the {place}")


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _wager(name: str) -> str:
    return name.replace("_", " ")


def _plain(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")
