"""Short ways to bring a simulated table to the moment a test is about."""

from dataclasses import replace

from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.refusals import Refused
from controller.play.sim import FLOOR, Table
from tests.table.tables import Kind

UTH = ("ma-uth-1", "nj-uth", "ma-uth-2", "md-uth")
BOOKS = (*UTH, "nj-hilo")


def table_of(kind: Kind, **hands: str) -> Table:
    """`seat_1="As Ac"` puts these cards at that place."""
    cards = {place.replace("_", " "): tuple(text.split()) for place, text in hands.items()}
    return Table(replace(kind.scenario(), hands=cards), kind.game())


def opened(kind: Kind, **hands: str) -> Table:
    table = table_of(kind, **hands)
    table.open()
    assert table.refused is None
    assert table.game.table.state == "open"
    return table


def bet(table: Table, seat: int, **dollars: int) -> None:
    """Opening wagers of ten dollars where nothing else is said, and these others."""
    required = {name: 10 for name, wager in table.game.book.rules.wagers.items() if wager.required}
    for wager, amount in (required | dollars).items():
        sent(table, ev.ChipsOn(seat, wager))
        if table.game.fixed_amount(wager) is None:
            sent(table, ev.Amount(seat, wager, 100 * amount))


def play(table: Table, times: int = 1) -> None:
    """The seat at turn plays so many times its ante."""
    seat = table.game.seat(table.game.round.turn)
    sent(table, ev.ChipsOn(seat.number, "play"))
    sent(table, ev.Amount(seat.number, "play", times * (seat.wagers["ante"] or 0)))
    sent(table, ev.Press("play"))


def dealt(kind: Kind, seats: tuple[int, ...] = (1,), **hands: str) -> Table:
    """To the first decision."""
    table = opened(kind, **hands)
    for seat in seats:
        bet(table, seat)
    table.close_bets()
    table.play_on()
    assert table.refused is None
    return table


def sent(table: Table, event: ev.Event) -> tuple[do.Effect, ...]:
    """What follows from an event that is not refused."""
    outcome = table.send(event)
    assert not isinstance(outcome, Refused), outcome
    return outcome


def refusal(table: Table, event: ev.Event) -> Refused:
    """The answer to an event that is refused, and is forgotten."""
    outcome = table.send(event)
    assert isinstance(outcome, Refused), outcome
    table.refused = None
    return outcome


def receive(deck: int, back: str, **more: bool) -> ev.ReceiveDeck:
    return ev.ReceiveDeck(deck, back, FLOOR, "floor", **more)
