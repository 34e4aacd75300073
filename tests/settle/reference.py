"""A second settlement, slow and plain, to compare the command with.

Written from the rule texts alone. Money is an integer of cents; the best hand is found by trying every five cards.
"""

import itertools
from fractions import Fraction

RANKS = "23456789TJQKA"
SUITS = "cdhs"
HANDS = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
SEATS = {"ma-uth-1": 6, "ma-uth-2": 6, "nj-uth": 6, "md-uth": 6, "nj-hilo": 7}
UTH_WAGERS = (
    "ante",
    "blind",
    "play",
    "trips",
    "progressive",
    "six_card",
    "pairs",
    "bad_beat",
    "board",
    "cover_all",
)
HILO_WAGERS = ("ante", "play", "tie", "poker_bonus")


def by_hand(*odds: str | None) -> dict[str, str]:
    """Pay table from a royal flush downwards; None leaves a row out."""
    return {hand: pay for hand, pay in zip(reversed(HANDS), odds, strict=False) if pay}


def to_one(*odds: int | None) -> dict[str, str]:
    return by_hand(*(f"{n} to 1" if n else None for n in odds))


BLIND = {
    "A": by_hand("500 to 1", "50 to 1", "10 to 1", "3 to 1", "3 to 2", "1 to 1"),
    "B": by_hand("500 to 1", "50 to 1", "10 to 1", "3 to 1", "3 to 2"),
}
TRIPS = {
    "A": to_one(50, 40, 30, 9, 7, 4, 3),
    "B": to_one(50, 40, 30, 8, 6, 5, 3),
    "C": to_one(50, 40, 30, 8, 7, 4, 3),
    "D": to_one(50, 40, 20, 7, 6, 5, 3),
    "E": to_one(50, 40, 30, 7, 6, 5, 3),
}
FIXED_9 = ("50 for 1", "40 for 1", "30 for 1", "9 for 1")
FIXED_10 = ("50 for 1", "40 for 1", "30 for 1", "10 for 1")
THREE_METERS = ("100% of mega", "100% of major", "100% of minor")
PROGRESSIVE = {
    "md-uth": {
        "A": by_hand("100% of meter", "10% of meter", "300 to 1", "50 to 1", "40 to 1", "30 to 1", "9 to 1"),
        "B": by_hand("100% of major", "100% of minor", "300 for 1", *FIXED_9),
        "C": by_hand(*THREE_METERS, *FIXED_10),
        "D": by_hand(*THREE_METERS, *FIXED_9),
    },
    "ma-uth-2": {
        "PTMGL01": by_hand("100% of meter", "10% of meter", "300 for 1", *FIXED_9),
        "PTMGL02": by_hand("100% of meter", "10% of meter", "300 for 1", *FIXED_9),
        "PTMGL04": by_hand(None, "100% of meter", "300 for 1", *FIXED_9),
        "PTMGLML01": by_hand("100% of major", "100% of minor", "300 for 1", *FIXED_9),
        "PTMGLML02": by_hand(*THREE_METERS, *FIXED_10),
        "PTMGLML03": by_hand(*THREE_METERS, *FIXED_9),
    },
}
RESET = {  # dollars
    "md-uth": {
        "A": {"meter": 10000},
        "B": {"major": 1000, "minor": 250},
        "C": {"mega": 10000, "major": 1000, "minor": 250},
        "D": {"mega": 10000, "major": 1000, "minor": 250},
    },
    "ma-uth-2": {
        "PTMGL01": {"meter": 50000},
        "PTMGL02": {"meter": 10000},
        "PTMGL04": {"meter": 5000},
        "PTMGLML01": {"major": 50000, "minor": 5000},
        "PTMGLML02": {"mega": 50000, "major": 5000, "minor": 1250},
        "PTMGLML03": {"mega": 50000, "major": 5000, "minor": 1250},
    },
}
SIX_CARD = to_one(1000, 200, 50, 20, 15, 10, 5)
# both aces, red aces, aces, AK suited, AQ AJ suited, AK, JJ QQ KK, AQ AJ, TT and below
PAIRS = {
    "A": (None, None, 30, 25, 20, 15, 10, 5, 3),
    "B": (1000, None, 30, 25, 20, 15, 10, 5, 3),
    "C": (None, None, 30, 20, 20, 10, 5, 10, 5),
    "D": (None, 100, 30, 20, 20, 10, 4, 10, 4),
    "E": (None, 50, 25, 20, 20, 10, 5, 10, 5),
    "F": (None, None, 25, 20, 20, 10, 5, 10, 5),
}
BAD_BEAT = {
    "A": to_one(None, 10000, 500, 40, 25, 20, 9),
    "B": to_one(None, 7500, 500, 50, 30, 20, 9),
    "C": to_one(None, 2500, 500, 50, 30, 20, 9),
}
BOARD = {
    "A": to_one(1000, 200, 100, 50, 40, 25, 7, 3),
    "B": to_one(1000, 200, 100, 50, 40, 25, 6, 3),
    "C": to_one(1000, 200, 100, 50, 40, 20, 6, 3),
}
COVER_ALL = {
    7: to_one(70, 30, 20, 4),
    6: to_one(80, 40, 30, 4),
    5: to_one(100, 40, 35, 5),
    4: to_one(125, 70, 40, 6),
    3: to_one(150, 80, 50, 8),
    2: to_one(200, 100, 70, 12),
}
POKER_BONUS = {"1": to_one(250, 50, 25, 15, 10, 8, 5, 3), "2": to_one(500, 100, 40, 15, 8, 6, 4, 3)}
LOWEST_PAIR_PAID = {"1": "7", "2": "6"}


def cents(money: str | int) -> int:
    dollars, _, rest = str(money).partition(".")
    return int(dollars) * 100 + int((rest + "00")[:2])


def dollars(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02d}"


def five(cards) -> tuple[int, tuple[int, ...]]:
    """Rank of exactly five cards: category (0 high card to 9 royal flush), then what breaks a tie."""
    assert len(cards) == 5
    ranks = sorted((RANKS.index(card[0]) + 2 for card in cards), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    straight = None
    if len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4:
        straight = ranks[0]
    if ranks == [14, 5, 4, 3, 2]:
        straight = 5
    counts = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = tuple(count for count, _ in counts)
    order = tuple(rank for _, rank in counts)
    if flush and straight == 14:
        return 9, ()
    if flush and straight:
        return 8, (straight,)
    if shape == (4, 1):
        return 7, order
    if shape == (3, 2):
        return 6, order
    if flush:
        return 5, order
    if straight:
        return 4, (straight,)
    return {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}[shape], order


def best(cards) -> tuple[int, tuple[int, ...]]:
    return max(five(chosen) for chosen in itertools.combinations(cards, 5))


def name(rank) -> str:
    return HANDS[rank[0]]


def pays(odds: str, wager: int) -> tuple[int, int]:
    """What `odds` (not a share of a meter) pay on a wager, and what of it goes back."""
    if odds.startswith("$"):
        return int(odds[1:]) * 100, wager
    n, word, m = odds.split()
    paid = Fraction(wager) * int(n) / int(m)
    return paid.numerator // paid.denominator, wager if word == "to" else 0


def row(wager: str, amount: int, result: str, odds: str | None, paid: int, returned: int) -> dict:
    return {"wager": wager, "amount": amount, "result": result, "odds": odds, "pays": paid, "returned": returned}


def push(wager: str, amount: int) -> dict:
    return row(wager, amount, "push", None, 0, amount)


def lose(wager: str, amount: int) -> dict:
    return row(wager, amount, "lose", None, 0, 0)


def win(wager: str, amount: int, odds: str) -> dict:
    return row(wager, amount, "win", odds, *pays(odds, amount))


def by_table(wager: str, amount: int, odds: str | None) -> dict:
    return win(wager, amount, odds) if odds else lose(wager, amount)


class Meters:
    """The progressive's pay table, meters and envy sums as one round finds them."""

    def __init__(self, round: dict):
        rulebook, options = round["rulebook"], round.get("options", {})
        chosen = options.get("progressive")
        self.values = {meter: cents(value) for meter, value in round.get("meters", {}).items()}
        self.table, self.envy, reset = {}, {}, {}
        if rulebook == "ma-uth-1" and chosen:
            self.table = {hand: pay.replace("%", "% of meter") for hand, pay in chosen.items()}
            reset = options.get("progressive_reset", {})
        elif chosen:
            self.table = PROGRESSIVE[rulebook][chosen]
            reset = options.get("progressive_reset", RESET[rulebook][chosen])
            self.envy = {"royal-flush": 500000, "straight-flush": 150000}
            if rulebook == "md-uth" and cents(options["progressive_wager"]) == 100:
                self.envy = {"royal-flush": 100000, "straight-flush": 30000}
            if chosen == "PTMGL04":
                self.envy = {"straight-flush": 125000}
        self.reset = {meter: cents(value) for meter, value in reset.items()}

    def hand(self, cards) -> str:
        """The hand judged; without a row of its own a royal flush is a straight flush."""
        hand = name(five(cards))
        return "straight-flush" if hand == "royal-flush" and "royal-flush" not in self.table else hand

    def settle(self, amount: int, cards) -> dict:
        odds = self.table.get(self.hand(cards))
        if not odds or "%" not in odds:
            return by_table("progressive", amount, odds)
        percent, meter = odds.split("% of ")
        paid = self.values[meter] * int(percent) // 100
        self.values[meter] -= paid
        if percent == "100":
            self.values[meter] = self.reset[meter]
        return row("progressive", amount, "win", odds, paid, 0)


def six_card_odds(table: str, cards) -> str | None:
    for suit in SUITS:
        if {rank + suit for rank in "AKQJT9"} == set(cards):
            return "$1000000" if table == "A" and suit == "d" else "$100000"
    return SIX_CARD.get(name(best(cards)))


def pairs_odds(table: str, cards, dealer) -> str | None:
    pay = PAIRS[table]
    first, second = sorted((card[0] for card in cards), key=RANKS.index, reverse=True)
    suited = cards[0][1] == cards[1][1]
    got = []
    if first == second == "A":
        got.append(pay[2])
        if {card[0] for card in dealer} == {"A"}:
            got.append(pay[0])
        if set(cards) == {"Ah", "Ad"}:
            got.append(pay[1])
    elif first == second:
        got.append(pay[6] if first in "JQK" else pay[8])
    elif first == "A" and second == "K":
        got.append(pay[3] if suited else pay[5])
    elif first == "A" and second in "QJ":
        got.append(pay[4] if suited else pay[7])
    got = [n for n in got if n]
    return f"{max(got)} to 1" if got else None


def bad_beat_odds(table: str, player, dealer) -> str | None:
    return None if player == dealer else BAD_BEAT[table].get(name(min(player, dealer)))


def board_odds(table: str, community) -> str | None:
    rank = five(community)
    if rank[0] == 1 and rank[1][0] >= 10:
        return "1 to 1"
    return BOARD[table].get(name(rank))


def main_rows(seat: dict, options: dict, player, dealer) -> list[dict]:
    ante, blind = cents(seat["wagers"]["ante"]), cents(seat["wagers"]["blind"])
    if seat.get("folded"):
        return [lose("ante", ante), lose("blind", blind)]
    play = cents(seat["wagers"]["play"])
    if player > dealer:
        odds = BLIND[options.get("blind", "A")].get(name(player))
        rows = [win("ante", ante, "1 to 1"), win("blind", blind, odds) if odds else push("blind", blind)]
        rows.append(win("play", play, "1 to 1"))
    else:
        each = push if player == dealer else lose
        rows = [each("ante", ante), each("blind", blind), each("play", play)]
    if dealer[0] == 0:
        rows[0] = push("ante", ante)
    return rows


def uth_limit(round: dict, rows: list[dict]) -> int:
    """What the rows pay once the rulebook's payout limits are applied (the progressive is never limited)."""
    rulebook, options = round["rulebook"], round.get("options", {})
    paid = {each["wager"]: each["pays"] for each in rows}
    free = paid.pop("progressive", 0)
    if rulebook == "md-uth":
        free += paid.pop("six_card", 0)
        limited = sum(paid.values())
        if "payout_limit" in options:
            limited = min(limited, cents(options["payout_limit"]))
        return free + limited
    times = 1 + 4 + 500 + (50 if "trips" in options else 0)
    limit = max(5000000, times * cents(options.get("table_minimum", "0")))
    limited = min(limit, sum(paid[wager] for wager in ("ante", "blind", "play", "trips") if wager in paid))
    limited += paid.get("cover_all", 0)
    if rulebook != "nj-uth":
        limited = min(limited, 7500000)
    return free + limited


def settle_uth(round: dict) -> dict:
    options, community = round.get("options", {}), round["community"]
    meters = Meters(round)
    seats = sorted(round["seats"], key=lambda seat: seat["seat"], reverse=True)
    ranks = {seat["seat"]: best(seat["cards"] + community) for seat in seats}
    dealer = best(round["dealer"] + community)
    shown = [dealer] + [ranks[seat["seat"]] for seat in seats if not seat.get("folded")]
    holders = []
    for seat in seats:
        hand = meters.hand(seat["cards"] + community[:3])
        wagered = "progressive" in seat["wagers"]
        asked = options.get("envy_requires_wager", False) or seat.get("folded", False)
        if hand in meters.envy and (wagered or not asked):
            holders.append((seat["seat"], hand))

    settled = []
    for seat in seats:
        wagers, player = seat["wagers"], ranks[seat["seat"]]
        folded = seat.get("folded", False)
        rows = main_rows(seat, options, player, dealer)
        for wager in UTH_WAGERS[3:]:
            if wager not in wagers:
                continue
            amount = cents(wagers[wager])
            if wager == "trips":
                rows.append(by_table(wager, amount, TRIPS[options["trips"]].get(name(player))))
            if wager == "progressive":
                rows.append(meters.settle(amount, seat["cards"] + community[:3]))
            if wager == "six_card":
                odds = six_card_odds(options["six_card"], seat["cards"] + round["six_card_box"])
                rows.append(by_table(wager, amount, odds))
            if wager == "pairs":
                rows.append(by_table(wager, amount, pairs_odds(options["pairs"], seat["cards"], round["dealer"])))
            if wager == "bad_beat":
                odds = None if folded else bad_beat_odds(options["bad_beat"], player, dealer)
                rows.append(by_table(wager, amount, odds))
            if wager == "board":
                rows.append(by_table(wager, amount, board_odds(options["board"], community)))
            if wager == "cover_all":
                rows.append(by_table(wager, amount, COVER_ALL[len(seats) + 1].get(name(max(shown)))))
        envy = []
        if "progressive" in wagers:
            envy = [
                {"from_seat": holder, "hand": hand, "pays": meters.envy[hand]}
                for holder, hand in holders
                if holder != seat["seat"]
            ]
        hand = {"hand": None if folded else name(player)}
        settled.append(total(seat, hand, rows, envy, uth_limit(round, rows)))
    return {
        "rulebook": round["rulebook"],
        "dealer": {"hand": name(dealer), "qualifies": dealer[0] > 0},
        "order": [seat["seat"] for seat in seats if not seat.get("folded")],
        "seats": settled,
        "meters": {meter: dollars(value) for meter, value in meters.values.items()},
    }


def total(seat: dict, hand: dict, rows: list[dict], envy: list[dict], limited: int) -> dict:
    """One seat's settlement, with its money as printed."""
    asked = sum(each["pays"] for each in rows)
    more = sum(each["pays"] for each in envy)
    printed = [
        {
            **each,
            "amount": dollars(each["amount"]),
            "pays": dollars(each["pays"]),
            "returned": dollars(each["returned"]),
        }
        for each in rows
    ]
    return {
        "seat": seat["seat"],
        **hand,
        "wagers": printed,
        "envy": [{**each, "pays": dollars(each["pays"])} for each in envy],
        "pays": dollars(limited + more),
        "returned": dollars(sum(each["returned"] for each in rows)),
        "limited_from": dollars(asked + more) if limited < asked else None,
    }


def points(cards, ace: int) -> int:
    return sum(ace if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards)


def house_way(cards) -> tuple[int, int]:
    """Points of the dealer's high and low hands, trying every way to set the five cards."""
    aces = sum(card[0] == "A" for card in cards)
    ways = []
    for high in itertools.combinations(cards, 3):
        low = [card for card in cards if card not in high]
        if sum(card[0] == "A" for card in high) == min(aces, 3):
            ways.append((points(high, 11), points(low, 1)))
    return max(ways)


def settle_hilo(round: dict) -> dict:
    options = round.get("options", {})
    dealer_high, dealer_low = house_way(round["dealer"])
    seats = sorted(round["seats"], key=lambda seat: seat["seat"], reverse=True)
    settled = []
    for seat in seats:
        wagers, folded = seat["wagers"], seat.get("folded", False)
        cards = seat["cards"] if folded else seat["high"] + seat["low"]
        ante = cents(wagers["ante"])
        rows, hand = [], {"high": None, "low": None}
        if folded:
            rows.append(lose("ante", ante))
        else:
            high, low = points(seat["high"], 11), points(seat["low"], 1)
            hand = {"high": high, "low": low}
            won = (high > dealer_high) + (low < dealer_low)
            for wager in ("ante", "play"):
                amount = cents(wagers[wager])
                each = {2: win(wager, amount, "1 to 1"), 1: push(wager, amount), 0: lose(wager, amount)}
                rows.append(each[won])
        if "tie" in wagers:
            equal = 0 if folded else (high == dealer_high) + (low == dealer_low)
            rows.append(by_table("tie", cents(wagers["tie"]), {0: None, 1: "4 to 1", 2: "20 to 1"}[equal]))
        if "poker_bonus" in wagers:
            table, rank = options["poker_bonus"], five(cards)
            odds = POKER_BONUS[table].get(name(rank))
            if rank[0] == 1 and rank[1][0] >= int(LOWEST_PAIR_PAID[table]):
                odds = "1 to 1"
            rows.append(by_table("poker_bonus", cents(wagers["poker_bonus"]), odds))
        aces = sum(card[0] == "A" for card in cards)
        if aces >= 3 and not folded:
            two = any(card[0] == "2" for card in cards)
            odds = "5 to 1" if aces == 3 else "100 to 1" if two else "50 to 1"
            rows.append({**win("ante_bonus", ante, odds), "returned": 0})
        times = {"1": 270, "2": 520, None: 102}[options.get("poker_bonus")]
        limit = max(5000000, times * cents(options.get("table_minimum", "0")))
        settled.append(total(seat, hand, rows, [], min(limit, sum(each["pays"] for each in rows))))
    return {
        "rulebook": "nj-hilo",
        "dealer": {"high": dealer_high, "low": dealer_low},
        "order": [seat["seat"] for seat in seats if not seat.get("folded")],
        "seats": settled,
        "meters": {},
    }


def settle(round: dict) -> dict:
    """The whole settlement; Hi-Lo hands are given by their points alone."""
    return settle_hilo(round) if round["rulebook"] == "nj-hilo" else settle_uth(round)
