"""The one next act, in a short sentence, with its paragraph."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.game.rulebook import ActName, IrregularityName
from controller.game.table.device import SHUFFLING, in_the_way, misfit, shuffler_is_out
from controller.game.table.state import Deck

if TYPE_CHECKING:
    from controller.game.table.controller import TableController


@dataclass(frozen=True, slots=True)
class Prompt:
    text: str
    rule: str


def act_rule(game: "TableController", *names: ActName) -> str:
    """The paragraph that asks for an act: of the first of these that the text has."""
    rules = game.book.rules
    for name in names:
        if name in rules.acts:
            return game.book.cite(rules.acts[name][0])
    return game.book.cite(game.method.cite[0])


# What brings a deck on from each of its states. The shuffler's own work comes as events.
_DECK: dict[str, tuple[str, tuple[ActName, ...]]] = {
    "away": ("Receive deck {n}", ("receive",)),
    "removed": ("Receive a new deck {n}", ("receive",)),
    "received": ("Inspect deck {n}, then press next", ("inspect",)),
    "inspected": ("Floor: verify deck {n} with the badge", ("verify",)),
    "verified": ("Spread deck {n} face up, then press next", ("spread",)),
    "spread": ("Let the first player look at deck {n}, then press next", ("look",)),
    "looked": ("Turn deck {n} face down, then press next", ("turn",)),
    "turned": ("Wash deck {n}, then press next", ("wash",)),
    "washed": ("Stack deck {n}, then press next", ("stack",)),
    "loaded": ("Wait: the shuffler begins with deck {n}", ("shuffle",)),
    "shuffling": ("Wait: deck {n} is being shuffled", ("shuffle",)),
}


def deck_prompt(game: "TableController", number: int) -> Prompt | None:
    """What deck `number` needs before it can be dealt; None if it is ready."""
    deck = game.decks[number - 1]
    if deck.recount:
        return Prompt(f"Count deck {number} and key the count", game.book.cite(game.book.rules.decks.cite[0]))
    if deck.state in _DECK:
        text, acts = _DECK[deck.state]
        return Prompt(text.format(n=number), act_rule(game, *acts))
    if deck.state in ("stacked", "discarded"):
        if game.device_works:
            return Prompt(f"Put deck {number} into the shuffler", act_rule(game, "load", "shuffle"))
        if game.device.state == "lost":
            return _no_answer(game)
        wrong = in_the_way(game)
        if wrong is not None:
            return Prompt(f"Floor: {wrong.do}", wrong.rule)
        return Prompt(f"Shuffle deck {number} by hand, then press next", act_rule(game, "shuffle"))
    if deck.state == "shuffled" and game.must_be_cut(deck):
        return Prompt(f"Cut deck {number}, then press next", act_rule(game, "cut"))
    if deck.state in ("shuffled", "cut") and number in game.device.ejecting:
        return Prompt(f"Wait: the device hands out deck {number}", act_rule(game, "take", "shuffle"))
    if game.table.method == "automated" and game.device_works and not deck.inside and deck.state != "in-play":
        return Prompt(f"Put deck {number} into the device", game.book.cite(game.method.cite[1]))
    return None


def not_awaited(game: "TableController", deck: Deck) -> bool:
    """A second deck that is gone, as the shuffler is: the table opens with the other."""
    return shuffler_is_out(game) and deck.number != game.table.deck and deck.state in ("away", "removed")


def _no_answer(game: "TableController") -> Prompt:
    return Prompt("Wait: the dealing device does not answer", game.book.cite("G2"))


def _device_is_next(game: "TableController") -> bool:
    """Whether the next act is the device's: decisions, and cards that it has handed out, do not wait for it."""
    round = game.round
    if round.state == "betting":
        return misfit(game) is not None
    if round.state in ("settlement", "after-all"):
        return bool(round.wanted)
    if round.state in ("void", "collection"):
        return game.device.to_empty or game.decks[game.table.deck - 1].inside
    deals = round.state in ("dealing", "rest-out", "dealer-stack") and not round.ejected
    return deals and game.table.method == "automated"


def prompt(game: "TableController") -> Prompt:
    table, round = game.table, game.round
    if table.state == "out-of-service":
        return Prompt(f"Out of service: {table.cause}. Floor: return to service", table.cause_rule)
    if table.state == "closed":
        return Prompt("Floor: open the table", act_rule(game, "receive", "inspect"))
    if table.state == "idle":
        return Prompt("Cards are spread. When a player comes, press next", act_rule(game, "return", "idle"))
    wrong = [(seat.number, spot, rule) for seat in round.seats for spot, rule in seat.wrong.items()]
    if wrong:
        number, spot, rule = wrong[0]
        return Prompt(f"Put right the {spot} spot of seat {number}", rule)
    if round.ruling:
        return Prompt(f"Floor: rule on {round.ruling}", game.ruling_rule)
    wanted = round.state in ("betting", "void", "collection") or _device_is_next(game)
    if game.device.fault and game.device.state == "in-service" and wanted:
        failed: IrregularityName = "shuffler_failed" if game.device.fault in SHUFFLING else "dealing_failed"
        rule = game.book.cite(game.book.rules.irregularities[failed].cite[0])
        return Prompt(f"Clear the device: {game.device.fault}", rule)
    if game.device.state == "lost" and _device_is_next(game):
        return _no_answer(game)
    left_behind = round.state == "collection" and game.decks[table.deck - 1].inside
    if game.device.to_empty or left_behind:
        shuffling = round.void is not None and round.void.what == "shuffler_failed"
        found = game.book.rules.irregularities["shuffler_failed" if shuffling else "dealing_failed"]
        return Prompt("Empty the device", game.book.cite(found.device_cite or found.cite[0]))
    if not round.begun and round.state in ("betting", "dealing"):
        needed = deck_prompt(game, table.deck)
        if needed is None and table.state == "opening":
            needed = _opening_prompt(game)
        if needed is None and round.state == "betting":
            needed = _between_rounds(game)
        if needed is not None:
            return needed
    return _round_prompt(game)


def _between_rounds(game: "TableController") -> Prompt | None:
    """A deck whose time is over, one that is in the rack while the other is to be dealt, or a device that is wanted."""
    deck = game.decks[game.table.deck - 1]
    overdue = game.overdue(deck)
    if overdue:
        return Prompt(f"Change deck {deck.number}", overdue)
    for other in game.decks:
        if other is not deck and other.state == "discarded":
            needed = deck_prompt(game, other.number)
            return Prompt(needed.text if needed else "", game.book.cite(game.book.rules.decks.rack_cite))
    wrong = misfit(game)
    if wrong is not None:
        return Prompt(f"Floor: {wrong.do}" if game.device.state != "in-service" else f"Wait: {wrong.why}", wrong.rule)
    if game.table.method == "automated" and game.device.holds != deck.number:
        return Prompt(f"Wait: the device brings up deck {deck.number}", game.book.cite(game.method.cite[1]))
    return None


def _opening_prompt(game: "TableController") -> Prompt | None:
    """What else the table waits for before it is open: the other deck, or the device."""
    for deck in game.decks:
        needed = None if not_awaited(game, deck) else deck_prompt(game, deck.number)
        if needed is not None:
            return needed
    wrong = misfit(game)
    return Prompt(f"Wait: {wrong.why}", wrong.rule) if wrong else None


def _green_rule(game: "TableController") -> str:
    cover_all = game.book.rules.wagers.get("cover_all")
    return game.book.cite(cover_all.device_cite) if cover_all else ""


def _after_all_rule(game: "TableController") -> str:
    rules = game.book.rules.settlement
    return game.book.cite(rules.after_all_cite or rules.order_cite)


def _round_prompt(game: "TableController") -> Prompt:
    if game.progressive_waits:
        progressive = game.book.rules.progressive
        rule = game.book.cite(progressive.validated_cite) if progressive else ""
        return Prompt(f"Floor: validate the progressive win of seat {game.round.turn}", rule)
    round, rules, cite = game.round, game.book.rules, game.book.cite
    turn = f"Seat {round.turn}"
    before = {act.act: cite(act.cite[0]) for act in game.method.before}
    if round.state in ("first-decisions", "second-decisions", "last-decisions", "election"):
        window = rules.windows[round.window]
        times = " or ".join(str(multiple) for multiple in window.multiples)
        return Prompt(f"{turn}: {window.instead}, or play {times} times the ante", cite(window.cite[0]))
    if round.state in ("dealing", "flop", "last-cards", "dealer-stack") and round.due:
        unit = round.due[0]
        to = (
            f"seat {unit.seat}" if unit.seat else {"seat": "every seat", "burn": "the burn"}.get(unit.place, unit.place)
        )
        word = "Burn" if unit.place == "burn" else f"To {to}:"
        how = f"{word} {unit.cards} card{'s' if unit.cards > 1 else ''}"
        if round.state in ("dealing", "dealer-stack") and game.table.method == "automated" and not round.ejected:
            return Prompt(f"{how} from the device" if not game.device.tray else f"Take the stack: {to}", unit.rule)
        return Prompt(how, unit.rule)
    return {
        "betting": Prompt("Wagers, then press no more bets", before["no-more-bets"]),
        "bets-closed": Prompt("Press lock-out", before.get("lock-out", "")),
        "progressive-locked": Prompt(
            "Count the progressive chips and key the count", before.get("count-progressive-chips", "")
        ),
        "chips-counted": Prompt(
            "Put the progressive chips into the tray, then press next", before.get("chips-to-tray", "")
        ),
        "dealing": Prompt("Press the device's green button", _green_rule(game)),
        "rest-out": Prompt("Wait: the device hands out the rest", cite(game.method.stub_cite)),
        "stub": Prompt("Count the stub and key the count", cite(game.method.count_cite))
        if game.count_due
        else Prompt("Put the stub into the discard rack, then press next", cite(game.method.stub_cite)),
        "dealer-shows": Prompt(
            "Turn up and announce the dealer's hand, then press next", act_rule(game, "dealer-shows")
        ),
        "settlement": Prompt(f"{turn}: settle, then press next", cite(rules.settlement.order_cite)),
        "after-all": Prompt("Settle what comes after all seats, then press next", _after_all_rule(game)),
        "void": Prompt("Give all wagers back, then press next", round.void.rule if round.void else ""),
        "collection": Prompt("Collect the cards in order, then press next", act_rule(game, "collect")),
    }.get(round.state, Prompt("Press next", act_rule(game, "collect")))
