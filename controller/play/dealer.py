"""A dealer who does, whatever has happened, the one act that the table waits for."""

import random

from controller.game.table import events as ev
from controller.game.table.state import DECISIONS, Seat
from controller.play.sim import FLOOR, Table


def follow(table: Table, rng: random.Random) -> None:
    """One act, by the prompt's own order; players bet and decide at random."""
    game = table.game
    table.refused = None
    round, device = game.round, game.device
    wrong = [(seat, spot) for seat in round.seats for spot in seat.wrong]
    if game.table.state == "out-of-service":
        table.send(ev.Act("return-to-service", FLOOR, "floor"))
    elif game.table.state == "closed":
        table.open()
    elif game.table.state == "idle":
        table.send(ev.Press("next"))
    elif wrong:
        seat, spot = wrong[0]
        table.send((ev.ChipsOff if spot in seat.spots else ev.ChipsOn)(seat.number, spot))
    elif round.ruling:
        answer = "misdealt" if "stub" in round.ruling else "stands"
        table.send(ev.Ruling(answer, FLOOR, "floor"))  # type: ignore[arg-type]
    elif device.state == "lost":
        table.send(ev.LinkFound(True))
    elif device.fault and device.state == "in-service":
        table.send(ev.Act("clear-fault", FLOOR, "floor"))
    elif device.to_empty or (round.state == "collection" and game.decks[game.table.deck - 1].inside):
        table.send(ev.Ejected())
    else:
        _round(table, rng)


def _round(table: Table, rng: random.Random) -> None:
    game = table.game
    round = game.round
    if round.state == "betting":
        _betting(table, rng)
    elif round.state == "dealing" and not round.begun and table.wants(game.table.deck):
        table.shuffle()  # a recut was ordered
    elif round.state in DECISIONS:
        _decide(table, game.seat(round.turn), rng)
    elif round.wanted:
        want = round.wanted[0]
        table.answer_reveal(want.place, want.first, want.cards, want.seat or None)
    elif round.state == "bets-closed":
        table.send(ev.Press("lock-out"))
    elif round.state == "progressive-locked":
        table.send(ev.Count(sum("progressive" in seat.wagers for seat in round.seats)))
    elif round.state == "rest-out":
        table.send(ev.Ejected(game.ledger()["stub"]))
    elif round.state == "stub":
        table.stub()
    elif round.due or game.device.tray or (round.state == "dealing" and game.green_wanted):
        table.deal_on()
    elif round.state in ("settlement", "after-all"):
        table.settle_once()
    else:
        table.send(ev.Press("next"))


def _betting(table: Table, rng: random.Random) -> None:
    game = table.game
    device = table.scenario.device
    if device is not None and game.device.state not in ("in-service", "lost"):
        table.send(ev.DeviceReady(device.caps))  # a device that left the table comes back
        return
    if any(deck.recount or table.wants(deck.number) for deck in game.decks):
        table.shuffle()
        return
    overdue = game.book.rules.decks.change_hours.get(game.table.method)
    if overdue and game.now - game.decks[game.table.deck - 1].received_at >= overdue * 3_600_000:
        table.send(ev.Act("remove-deck", FLOOR, "floor", game.table.deck))
        return
    betting = [seat for seat in game.round.seats if seat.wagers]
    for seat in betting:
        for missing in _missing(table, seat):
            table.send(ev.ChipsOn(seat.number, missing))
            return
    if not betting or (len(betting) < 3 and rng.random() < 0.5):
        free = [seat for seat in game.round.seats if not seat.wagers]
        _bet(table, rng.choice(free), rng)
    else:
        table.send(ev.Press("no-more-bets"))
        if table.refused is not None and "differ" in table.refused.why:
            for seat in betting:
                for spot in seat.spots:
                    table.send(ev.ChipsOff(seat.number, spot))
            table.refused = None


def _missing(table: Table, seat: Seat) -> list[str]:
    rules = table.game.book.rules
    needed = [name for name in rules.wagers if rules.wagers[name].required]
    needed += [name for wager in seat.wagers for name in rules.wagers[wager].requires]
    return [name for name in needed if name not in seat.wagers]


def _bet(table: Table, seat: Seat, rng: random.Random) -> None:
    game = table.game
    amount = rng.choice([500, 1000, 2500])
    for name, wager in game.book.rules.wagers.items():
        if name not in game.offer.wagers or wager.placed == "in-a-window":
            continue
        if wager.required or (all(other in seat.wagers for other in wager.requires) and rng.random() < 0.6):
            table.send(ev.ChipsOn(seat.number, name))
            if game.fixed_amount(name) is None:
                table.send(ev.Amount(seat.number, name, amount))


def _decide(table: Table, seat: Seat, rng: random.Random) -> None:
    game = table.game
    window = game.book.rules.windows[game.round.window]
    if "play" in seat.wagers or rng.random() < 0.4:
        ante = seat.wagers.get("ante")
        if "play" not in seat.spots:
            table.send(ev.ChipsOn(seat.number, "play"))
        if ante is not None:
            table.send(ev.Amount(seat.number, "play", ante * window.multiples[0]))
        table.send(ev.Press("play", seat.number))
    else:
        table.send(ev.Press(window.instead, seat.number))
    if table.refused is not None and "decides first" in table.refused.why:
        leader = next(s for s in game.round.seats if s.number == (seat.leader or seat.number))
        table.refused = None
        table.send(ev.Press("fold", leader.number))
