"""Whatever happens in whatever order: cards and money are conserved, refusals change nothing, and play goes on."""

import json
import random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from controller.game.table import effects as do
from controller.game.table import events as ev
from controller.game.table.controller import TableController
from controller.game.table.refusals import Refused
from controller.game.table.state import DECISIONS, copied
from controller.play.dealer import follow
from tests.table.tables import KINDS

WAGERS = ["ante", "blind", "play", "trips", "progressive", "six_card", "pairs", "cover_all", "tie", "poker_bonus", "x"]
SEATS = st.integers(0, 9)
ROLES = st.sampled_from(["dealer", "floor", "technician"])
SOMEBODY = {"who": st.just("X"), "role": ROLES}
CARD = st.sampled_from(["As", "Kd", "7c", "7d", "2h", "Qs", "1x"])
PLACES = st.sampled_from(["seat", "dealer", "community", "box", "burn", "ejected"])
COUNTS = st.one_of(st.none(), st.integers(0, 53))

ANY_EVENT = st.one_of(
    st.builds(ev.ChipsOn, SEATS, st.sampled_from(WAGERS)),
    st.builds(ev.ChipsOff, SEATS, st.sampled_from(WAGERS)),
    st.builds(ev.Amount, SEATS, st.sampled_from(WAGERS), st.sampled_from([-1, 0, 500, 1000, 4000])),
    st.builds(ev.CardDrawn),
    st.builds(ev.Press, st.sampled_from(ev.Button.__args__), st.one_of(st.none(), SEATS)),
    st.builds(ev.Count, st.integers(-1, 53)),
    st.builds(ev.CardsKeyed, st.sampled_from(["seat", "dealer", "community", "box"]), st.tuples(CARD, CARD), SEATS),
    st.builds(ev.Linked, st.lists(SEATS, max_size=3).map(tuple)),
    st.builds(ev.Badge, **SOMEBODY),
    st.builds(ev.LinkLost),
    st.builds(ev.LinkFound, st.booleans()),
    st.builds(ev.Loaded, st.integers(0, 3)),
    st.builds(ev.Shuffled, st.integers(0, 3), COUNTS),
    st.builds(ev.Dispensed, PLACES, st.integers(0, 7), st.one_of(st.none(), SEATS)),
    st.builds(ev.Taken, PLACES, st.one_of(st.none(), SEATS)),
    st.builds(ev.Ejected, COUNTS),
    st.builds(ev.Revealed, PLACES, st.tuples(CARD, CARD), st.one_of(st.none(), SEATS), st.booleans()),
    st.builds(ev.FaceUp),
    st.builds(ev.Fault, st.sampled_from(["jam-shuffling", "jam-dealing", "motor", "shuffle-not-completed"])),
    st.builds(ev.Cleared),
    st.builds(ev.Green),
    st.builds(
        ev.Irregularity,
        st.sampled_from(ev.Happening.__args__),
        seat=st.one_of(st.none(), SEATS),
        cards=COUNTS,
        **SOMEBODY,
    ),
    st.builds(ev.Ruling, st.sampled_from(["stands", "void", "misdealt", "not-misdealt"]), **SOMEBODY),
    st.builds(
        ev.Act, st.sampled_from(["idle", "recut", "order-shuffle", "clear-fault", "close", "remove-deck"]), **SOMEBODY
    ),
    st.builds(
        ev.ReceiveDeck, st.integers(0, 3), st.sampled_from(["red", "blue"]), preshuffled=st.booleans(), **SOMEBODY
    ),
    st.builds(ev.DeviceOut, st.sampled_from(["removed", "covered", "signed"]), **SOMEBODY),
    st.builds(ev.ChangeMethod, st.sampled_from(["manual_shoe", "hand", "automated"]), **SOMEBODY),
    st.builds(ev.Abandon, SEATS, **SOMEBODY),
    st.builds(ev.CancelProgressive, SEATS, **SOMEBODY),
)


NOT_THE_TABLES = ("no wager on", "without", "differ", "same player", "play spot", "aces low", "not yet told")
"""Refusals that wait for a player, a floor supervisor at the seat, or cards that the device is about to tell."""


def asked_for(game: TableController) -> ev.Event | None:
    """The event that the prompt's words ask for, where they name one."""
    text, deck = game.prompt().text, game.table.deck
    number = next((int(word) for word in text.replace(",", "").split() if word.isdigit()), deck)
    by_words: dict[str, ev.Event] = {
        "Wagers": ev.Press("no-more-bets"),
        "Press lock-out": ev.Press("lock-out"),
        "Count deck": ev.Count(52),
        "Count the stub": ev.Count(game.ledger()["stub"]),
        "Put deck": ev.Loaded(number),
        "Empty the device": ev.Ejected(),
        "Change deck": ev.Act("remove-deck", "F", "floor", number),
        "Receive": ev.ReceiveDeck(number, "green", "F", "floor"),
        "Floor: have the dealing device": ev.DeviceOut("removed", "F", "floor"),
        "Floor: change the method": ev.ChangeMethod("manual_shoe", "F", "floor"),
    }
    if text.endswith("press next"):
        return ev.Press("next")
    if game.round.state in DECISIONS and text.startswith("Seat"):
        return ev.Press(game.book.rules.windows[game.round.window].instead)
    if text.startswith(("Burn", "To ")) and not text.endswith("from the device"):
        from_shoe = game.table.method == "manual_shoe" and not game.round.stub_gone
        return ev.CardDrawn() if from_shoe else ev.Press("next")
    return next((event for words, event in by_words.items() if text.startswith(words)), None)


class Watched(TableController):
    """A controller that checks each answer it gives."""

    accepted: list[tuple[ev.Event, int]]
    ends: dict[tuple[int, str], int]

    def watch(self) -> None:
        self.accepted = []
        self.ends = {}

    def handle(self, event: ev.Event, at: int = 0) -> Any:
        before = json.dumps(self.snapshot())
        wagers = {seat.number: set(seat.wagers) for seat in self.round.seats}
        state, turn, round = self.round.state, self.round.turn, self.round
        answer = super().handle(event, at)
        if isinstance(answer, Refused):
            assert json.dumps(self.snapshot()) == before, "a refusal changes nothing"
            assert answer.rule
            assert answer.why
            assert answer.do
            return answer
        self.accepted.append((event, at))
        if round is self.round:
            for seat in round.seats:
                for wager in set(seat.wagers) - wagers[seat.number]:
                    in_time = state in DECISIONS if wager == "play" else state == "betting"
                    assert in_time, f"{wager} accepted in {state} (turn {turn})"
        for effect in answer:
            if isinstance(effect, do.SeatSettled):
                for line in effect.lines:
                    if line.wager != "ante_bonus":
                        key = (effect.seat, line.wager)
                        self.ends[key] = self.ends.get(key, 0) + 1
                        assert self.ends[key] == 1, f"{key} settled twice"
            elif isinstance(effect, do.RoundOver):
                for seat in round.seats:
                    assert set(seat.done) >= set(seat.wagers), f"seat {seat.number} left with {seat.wagers}"
                    assert len(set(seat.done)) == len(seat.done)
                self.ends = {}
        return answer


class AnyOrder(RuleBasedStateMachine):
    @initialize(kind=st.sampled_from(KINDS), seed=st.integers(0, 1000))
    def begin(self, kind, seed) -> None:
        self.kind = kind
        self.rng = random.Random(seed)
        self.table = kind.table(seed)
        game = self.table.game
        self.game = Watched.restore(game.offer, game.snapshot())
        self.game.watch()
        self.table.game = self.game
        self.first = json.dumps(self.game.snapshot())
        self.aside = TableController.restore(game.offer, game.snapshot())
        for _ in range(3):
            follow(self.table, self.rng)

    @rule(steps=st.integers(1, 12))
    def obedient(self, steps: int) -> None:
        for _ in range(steps):
            self.table.at += 1000
            follow(self.table, self.rng)

    @rule(event=ANY_EVENT)
    def anything(self, event) -> None:
        self.table.refused = None
        self.table.send(event)

    @invariant()
    def cards_are_conserved(self) -> None:
        if not hasattr(self, "game"):
            return
        ledger = self.game.ledger()
        assert sum(ledger.values()) == 52
        assert min(ledger.values()) >= 0
        known = [c for s in self.game.round.seats for c in s.cards]
        known += [*self.game.round.dealer, *self.game.round.community, *self.game.round.box]
        assert len(set(known)) == len(known), "no card is in two places"

    @invariant()
    def what_the_prompt_asks_for_is_accepted(self) -> None:
        """As far as it is the table's to take, and not a player's wager that is in the way."""
        if not hasattr(self, "game"):
            return
        event = asked_for(self.game)
        if event is None:
            return
        self.aside.state = copied(self.game.state)
        answer = self.aside.handle(event, self.game.now)
        assert not isinstance(answer, Refused) or any(why in answer.why for why in NOT_THE_TABLES), (event, answer)

    @invariant()
    def money_is_conserved(self) -> None:
        """What a wager gives back is never more than it was; what has not met its end is held."""
        if not hasattr(self, "game"):
            return
        for seat in self.game.round.seats:
            put_in = sum(amount or 0 for amount in seat.wagers.values())
            assert 0 <= seat.returned <= put_in

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        self.replay_gives_the_same()
        self.somebody_can_go_on()

    def replay_gives_the_same(self) -> None:
        again = TableController.restore(self.game.offer, json.loads(self.first))
        for event, at in self.game.accepted:
            assert not isinstance(again.handle(ev.event_of(json.loads(json.dumps(ev.event_json(event)))), at), Refused)
        assert again.snapshot() == self.game.snapshot()

    def somebody_can_go_on(self) -> None:
        """From wherever it is a dealer who follows the prompts finishes the round and begins another."""
        number = self.game.table.number
        for _ in range(400):
            if self.game.table.number > number and self.game.round.state == "betting":
                return
            follow(self.table, self.rng)
        raise AssertionError(
            f"stuck: {self.game.table.state}, {self.game.round.state}, {self.game.prompt()}, {self.table.refused}"
        )


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(
    max_examples=150, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
