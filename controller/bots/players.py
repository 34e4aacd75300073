"""Players: they come and go, bet, change their minds, and play a simple strategy from what they can see."""

from random import Random

from controller.bots.cards import Cards
from controller.bots.hands import Act, Hands
from controller.bots.sight import DECIDING, Sight
from controller.bots.strategy import set_hand, worth_it, worth_playing

FIRST = 3
"""Players at the table when it opens."""
COMES, LEAVES, ALL_LEAVE = 0.3, 0.05, 0.03
"""Chances between two rounds, of one to sit down, of each to go, and of all to go."""
OPTIONAL, KEYED = 0.5, 0.85
"""Of each wager that need not be made; of a seat's sums to be keyed."""
SECOND_THOUGHTS = 0.1
"""Of a seat to change its wagers while it may."""
AMOUNTS = (500, 1000, 2500)

Plan = dict[str, int | None]
"""A seat's wagers, each with its sum, or None where nobody keys it."""


class Players:
    def __init__(self, hands: Hands, cards: Cards, rng: Random) -> None:
        self._hands, self._cards, self._rng = hands, cards, rng
        self._seated: set[int] = set()
        self._plans: dict[int, Plan] = {}
        self._second: set[int] = set()
        """Seats that will think again."""
        self._betting = self._left = False
        self._decided: dict[tuple[int, int, int], int] = {}
        """By round, window and seat: how many times the ante, or none."""

    def next(self, s: Sight) -> Act | None:
        return self._put_right(s) or self._bet(s) or self._decide(s) or self._take_back(s)

    @property
    def nobody(self) -> bool:
        """All have left, and taken their chips with them."""
        return self._left

    def come(self) -> None:
        """The next ones."""
        self._betting = self._left = False

    # ---- wagers ----------------------------------------------------------------------------------

    def _put_right(self, s: Sight) -> Act | None:
        for seat, spot in s.spots():
            if spot["wrong"]:
                return self._hands.chips(seat, [spot["wager"]], not spot["chips"])
        return None

    def _bet(self, s: Sight) -> Act | None:
        if s.state != "betting" or s.table["state"] != "open":
            self._betting = self._betting and s.state == "betting"
            return None
        if not self._betting:
            self._betting = True
            self._begin(s)
        for each in s.seats:
            act = self._reconcile(s, each["seat"])
            if act is not None:
                return act
        if self._second and s.prompt.startswith("Wagers"):
            seat = min(self._second)
            self._second.discard(seat)
            self._plans[seat] = self._plan(s)
            return self._reconcile(s, seat)
        return None

    def _begin(self, s: Sight) -> None:
        rng = self._rng
        if not self._seated:
            self._seated = set(rng.sample(range(1, len(s.seats) + 1), FIRST))
        elif rng.random() < ALL_LEAVE:
            self._seated, self._plans, self._second, self._left = set(), {}, set(), True
            return
        self._seated = {seat for seat in sorted(self._seated) if rng.random() >= LEAVES}
        free = [seat["seat"] for seat in s.seats if seat["seat"] not in self._seated]
        if free and (not self._seated or rng.random() < COMES):
            self._seated.add(rng.choice(free))
        self._plans = {seat: self._plan(s) for seat in sorted(self._seated)}
        self._second = {seat for seat in sorted(self._seated) if rng.random() < SECOND_THOUGHTS}

    def _plan(self, s: Sight) -> Plan:
        """Equal first wagers; what else is offered, with what it needs beside it."""
        rng, rules = self._rng, s.rules
        amount = rng.choice(AMOUNTS) if rng.random() < KEYED else None
        plan: Plan = {}
        for name in s.view["offered"]:
            wager = rules.wagers[name]
            needed = all(other in plan for other in wager.requires)
            if name in s.view["required"]:
                plan[name] = amount
            elif wager.placed == "before-no-more-bets" and needed and rng.random() < OPTIONAL:
                plan[name] = None if amount is None or wager.amounts else rng.choice(AMOUNTS)
        return plan

    def _reconcile(self, s: Sight, seat: int) -> Act | None:
        """What lies at a seat with what should."""
        plan = self._plans.get(seat, {})
        lying = {spot["wager"] for spot in s.seat(seat)["spots"] if spot["chips"]}
        more = [wager for wager in plan if wager not in lying]
        less = [wager for wager in s.view["offered"] if wager in lying and wager not in plan]
        if less:
            return self._hands.chips(seat, less, False)
        return self._hands.chips(seat, more, True) if more else None

    def unkeyed(self, s: Sight) -> tuple[int, str, int] | None:
        """A sum for the dealer to key."""
        for seat, plan in self._plans.items():
            for wager, cents in plan.items():
                spot = s.spot(seat, wager)
                if cents is not None and spot["made"] and spot["cents"] != cents:
                    return seat, wager, cents
        return None

    # ---- decisions -------------------------------------------------------------------------------

    def decision(self, s: Sight) -> tuple[int, int]:
        """The seat that decides, and how many times its ante it plays; none: what may be done instead."""
        seat: int = s.round["turn"]
        key = (s.table["number"], s.round["window"], seat)
        if key not in self._decided:
            self._decided = {old: times for old, times in self._decided.items() if old[0] == key[0]}
            self._decided[key] = self._multiple(s, seat)
        return seat, self._decided[key]

    def _multiple(self, s: Sight, seat: int) -> int:
        multiples = s.view["windows"][s.round["window"]]["multiples"]
        own, board = self._cards.at(f"seat {seat}"), s.round["community"]
        if len(own) != s.rules.hand.own:
            return 0
        if s.rules.hand.high:
            good = worth_playing(set_hand(own))
        else:
            good = worth_it(own, self._cards.at("community")[: board["up"]])
        return self._rng.choice(multiples) if good else 0

    def play_sum(self, s: Sight, seat: int, times: int) -> int | None:
        """For the dealer to key, where the ante was."""
        ante, play = s.spot(seat, "ante")["cents"], s.spot(seat, "play")["cents"]
        return ante * times if ante is not None and play != ante * times else None

    def _decide(self, s: Sight) -> Act | None:
        if s.state not in DECIDING or not s.round["turn"] or s.round["ruling"]:
            return None
        seat, times = self.decision(s)
        if s.spot(seat, "play")["chips"] != bool(times):
            return self._hands.chips(seat, ["play"], bool(times))
        return None

    def _take_back(self, s: Sight) -> Act | None:
        """The round's chips leave the layout."""
        if s.state == "chips-counted":
            wagers = ["progressive"]
        elif s.state in ("void", "collection"):
            wagers = s.view["offered"]
        else:
            return None
        for seat in s.seats:
            number = seat["seat"]
            lying = [spot["wager"] for spot in seat["spots"] if spot["chips"] and spot["wager"] in wagers]
            if lying:
                return self._hands.chips(number, lying, False)
        return None
