"""A round of six seats through the machines, no I/O: an event of it beside a bare trigger of the same table."""

import statistics
from collections.abc import Iterator
from time import perf_counter

from transitions import Machine

from bench.result import MISSED, OK, Result, duration
from controller.game.cards import DECK, NAME_OF
from controller.game.offer import check_offer
from controller.game.table import events as ev
from controller.game.table import round as machine
from controller.game.table.controller import Setup, TableController
from controller.game.table.state import Round
from controller.library import open_book
from controller.play.scenario import Scenario
from controller.play.sim import Table

MOST = 8
TURNS = 30
SEATS = 6


def results() -> Iterator[Result]:
    start, events = ready(), a_round()
    ours, bare = [], []
    for _ in range(TURNS):
        ours += timed_events(start, events)
        bare += timed_triggers(len(events))
    event, trigger = statistics.median(ours), statistics.median(bare)
    ratio = event / trigger
    verdict = OK if ratio <= MOST else MISSED
    beside = f"a bare trigger {duration(trigger)}"
    what = f"an event of a six-seat round ({len(events)} of them), median"
    yield Result(what, duration(event), beside, f"{ratio:.2f} times it", f"at most {MOST} times", verdict)


def game() -> TableController:
    return TableController(check_offer(open_book("ma-uth-1"), {"trips": "A"}), Setup("manual_shoe"))


def ready() -> dict:
    """A table that waits for bets, its deck shuffled and cut."""
    table = Table(Scenario("ma-uth-1", "", options={"trips": "A"}), game())
    table.open()
    return table.game.snapshot()


def a_round() -> list[ev.Event]:
    """Six seats that check twice and then play, from the first chip to the shuffled and cut deck."""
    deck = [NAME_OF[card] for card in DECK]
    hands = {seat: (deck[2 * seat], deck[2 * seat + 1]) for seat in range(1, SEATS + 1)}
    spots = [(seat, wager) for seat in hands for wager in ("ante", "blind", "trips")]
    events: list[ev.Event] = []
    for seat, wager in spots:
        events += [ev.ChipsOn(seat, wager), ev.Amount(seat, wager, 1000)]
    events += [ev.Press("no-more-bets"), *[ev.CardDrawn()] * (2 * SEATS + 2), *[ev.Press("check")] * SEATS]
    events += [*[ev.CardDrawn()] * 4, ev.CardsKeyed("community", tuple(deck[20:23])), *[ev.Press("check")] * SEATS]
    events += [*[ev.CardDrawn()] * 3, ev.CardsKeyed("community", tuple(deck[23:25]))]
    events += [ev.Count(len(deck) - 2 * SEATS - 9)]
    for seat in hands:
        events += [ev.ChipsOn(seat, "play"), ev.Amount(seat, "play", 1000), ev.Press("play")]
    events += [ev.Press("next"), ev.CardsKeyed("dealer", tuple(deck[:2]))]
    for seat in reversed(hands):
        events += [ev.CardsKeyed("seat", hands[seat], seat), ev.Press("next")]
    events += [ev.Press("next"), *(ev.ChipsOff(seat, wager) for seat, wager in spots)]
    events += [*(ev.ChipsOff(seat, "play") for seat in hands), ev.Press("next"), ev.Press("next")]
    return events


def restored(start: dict) -> TableController:
    return TableController.restore(game().offer, start)


def timed_events(start: dict, events: list[ev.Event]) -> list[float]:
    table = restored(start)
    times = []
    for event in events:
        begun = perf_counter()
        table.handle(event)
        times.append(perf_counter() - begun)
    return times


def timed_triggers(count: int) -> list[float]:
    """The same table of transitions with nothing hung onto it: an internal move, the commonest kind."""
    steps = [step | {"conditions": [], "after": []} for step in machine.TRANSITIONS]
    bare = Machine(model=None, states=machine.STATES, transitions=steps, auto_transitions=False, initial="betting")
    model = Round(state="dealing")
    trigger = bare.events["card"].trigger
    times = []
    for _ in range(count):
        begun = perf_counter()
        trigger(model, None, None)
        times.append(perf_counter() - begun)
    return times
