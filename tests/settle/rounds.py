"""Random valid rounds, the same for the same seed, with rare hands, ties, limits and odd cents made common."""

import random

from .reference import PROGRESSIVE, RANKS, RESET, SEATS, SUITS

DECK = [rank + suit for rank in RANKS for suit in SUITS]
OWN_AWARDS = (
    {"royal-flush": "100%", "straight-flush": "10%", "four-of-a-kind": "300 for 1", "flush": "40 to 1"},
    {"straight-flush": "100%", "full-house": "33%", "three-of-a-kind": "7 to 3", "pair": "1 to 1"},
    {"royal-flush": "1000 for 1", "straight-flush": "200 to 1", "straight": "5 for 1", "two-pair": "3 to 7"},
    {"four-of-a-kind": "100%", "full-house": "100%", "flush": "1%", "straight": "50%", "high-card": "1 for 1"},
    {"straight-flush": "77%", "three-of-a-kind": "99%"},
    {"royal-flush": "100%"},
)
SMALL = ("0.01", "0.03", "0.07", "1.11", "2.5", "3.33", "0.99", "7.77")
USUAL = ("5", "10", "15.00", "25", "12.5", "100")
LARGE = ("95.25", "101", "250", "1000", "2500.55", "10000", "60000", "99999.99")


def cents(money: str) -> int:
    whole, _, rest = money.partition(".")
    return int(whole) * 100 + int((rest + "00")[:2])


def written(rng: random.Random, amount: int) -> str | int:
    """One of the ways to write a sum of money."""
    whole, rest = divmod(amount, 100)
    ways: list[str | int] = [f"{whole}.{rest:02d}"]
    if rest % 10 == 0:
        ways.append(f"{whole}.{rest // 10}")
    if rest == 0:
        ways += [str(whole), whole]
    return rng.choice(ways)


def amount(rng: random.Random) -> int:
    return cents(rng.choice(rng.choice((SMALL, USUAL, USUAL, LARGE))))


def deal(rng: random.Random, forced: dict, slots: list, liked: list[str]) -> dict:
    """Put a card in every slot: the forced ones, then liked cards, then any."""
    used = set(forced.values())
    assert len(used) == len(forced)
    first = [card for card in liked if card not in used]
    rest = [card for card in DECK if card not in used and card not in first]
    rng.shuffle(first)
    rng.shuffle(rest)
    free = [slot for slot in slots if slot not in forced]
    rng.shuffle(free)
    return forced | dict(zip(free, first + rest, strict=False))


def liked_cards(rng: random.Random) -> list[str]:
    """A short deck that makes sets, flushes or straights likely, or the whole deck."""
    kind = rng.randrange(5)
    if kind == 0:
        ranks = rng.sample(RANKS, rng.randint(2, 5))
        return [card for card in DECK if card[0] in ranks]
    if kind == 1:
        suit = rng.choice(SUITS)
        return [card for card in DECK if card[1] == suit]
    if kind == 2:
        low = rng.randrange(7)
        return [card for card in DECK if card[0] in RANKS[low : low + 7]]
    if kind == 3:
        suits = rng.sample(SUITS, 2)
        low = rng.randrange(6)
        return [card for card in DECK if card[1] in suits and card[0] in RANKS[low : low + 7]]
    return DECK


def run_of(rng: random.Random, length: int, top: int | None = None) -> list[str]:
    """Consecutive cards of one suit, the ace high or low."""
    around = "A" + RANKS
    suit = rng.choice(SUITS)
    if top is None:
        top = rng.randrange(length - 1, len(around))
    return [around[place] + suit for place in range(top - length + 1, top + 1)]


def uth_cards(rng: random.Random, seats: list[int], box: bool) -> dict:
    slots = [("community", n) for n in range(5)] + [("dealer", n) for n in range(2)]
    slots += [("box", n) for n in range(4)] * box
    hands = [(seat, n) for seat in seats for n in range(2)]
    slots += hands
    scenario = rng.choice(
        [
            "any",
            "liked",
            "liked",
            "straight flush",
            "royal",
            "two straight flushes",
            "sets",
            "two sets",
            "board",
            "super royal",
            "aces",
            "aces",
            "low dealer",
        ]
    )
    forced: dict = {}
    liked = liked_cards(rng)
    lucky = rng.choice(seats)
    if scenario == "any":
        liked = DECK
    if scenario in ("straight flush", "royal"):
        cards = run_of(rng, 5, 13 if scenario == "royal" else None)
        rng.shuffle(cards)
        places = [("community", 0), ("community", 1), ("community", 2), (lucky, 0), (lucky, 1)]
        if rng.random() < 0.2:
            places[2] = ("community", 4)
        if rng.random() < 0.1:
            places[3:] = [("dealer", 0), ("dealer", 1)]
        forced = dict(zip(places, cards, strict=True))
    if scenario == "two straight flushes" and len(seats) > 1:
        cards = run_of(rng, 7, rng.choice((13, None)))
        other = rng.choice([seat for seat in seats if seat != lucky] + ["dealer"])
        places = [(lucky, 0), (lucky, 1), *(("community", n) for n in range(3)), (other, 0), (other, 1)]
        forced = dict(zip(places, cards, strict=True))
    if scenario == "sets":
        rank, second = rng.sample(RANKS, 2)
        cards = [rank + suit for suit in SUITS] + [second + suit for suit in SUITS]
        places = [(lucky, 0), (lucky, 1), ("community", 0), ("community", rng.choice((1, 3)))]
        places += [("community", 2), ("community", 4), ("dealer", 0), ("dealer", 1)]
        forced = dict(zip(places, cards, strict=True))
        for place in rng.sample(places[2:], rng.randrange(6)):
            del forced[place]
    if scenario == "two sets" and len(seats) > 1:
        first, second, third = rng.sample(RANKS, 3)
        other = rng.choice([seat for seat in seats if seat != lucky])
        suits = rng.sample(SUITS, 4)
        forced = {("community", 0): first + suits[0], ("community", 1): second + suits[0]}
        forced |= {(lucky, 0): first + suits[1], (lucky, 1): first + suits[2]}
        forced |= {(other, 0): second + suits[1], (other, 1): second + suits[2]}
        forced |= {("community", 2): rng.choice((first + suits[3], third + suits[1]))}
    if scenario == "board":
        cards = rng.choice((run_of(rng, 5), run_of(rng, 5, 13), rng.sample(DECK, 5)))
        if rng.random() < 0.5:
            cards[0] = next(card for card in DECK if card[0] == cards[0][0] and card not in cards)
        if rng.random() < 0.2:
            rank = rng.choice(RANKS)
            spare = next(card for card in DECK if card[0] != rank)
            cards = [rank + suit for suit in SUITS] + [spare]
        rng.shuffle(cards)
        forced = {("community", n): card for n, card in enumerate(cards)}
    if scenario == "super royal" and box:
        suit = rng.choice("ddchs")
        cards = [rank + suit for rank in "AKQJT9"]
        rng.shuffle(cards)
        if rng.random() < 0.4:
            cards[rng.randrange(6)] = rng.choice([card for card in DECK if card not in cards])
        places = [(lucky, 0), (lucky, 1)] + [("box", n) for n in range(4)]
        forced = dict(zip(places, cards, strict=True))
    if scenario == "aces":
        aces = ["Ac", "Ad", "Ah", "As"]
        if rng.random() < 0.6:
            rng.shuffle(aces)
        else:
            aces = ["Ad", "Ah", "Ac", "As"]
        forced = {(lucky, 0): aces[0], (lucky, 1): rng.choice((aces[1], aces[1], aces[1], "Kd", "Kh", "Qs", "Jc"))}
        if rng.random() < 0.6:
            forced |= {("dealer", 0): aces[2], ("dealer", 1): aces[3]}
        liked = DECK
    if scenario == "low dealer":
        ranks = rng.sample(RANKS, 7)
        suits = "cdhscdh"
        forced = {("community", n): ranks[n] + suits[n] for n in range(5)}
        forced |= {("dealer", 0): ranks[5] + "s", ("dealer", 1): ranks[6] + "h"}
        liked = DECK
    return deal(rng, forced, slots, liked)


def uth_options(rng: random.Random, rulebook: str) -> dict:
    maryland = rulebook == "md-uth"
    options: dict = {}
    if rng.random() < 0.5:
        options["blind"] = rng.choice("AB" if maryland else "A")
    if rng.random() < 0.8:
        options["trips"] = rng.choice("ABCDE" if maryland else "ABCD")
    if rng.random() < 0.5:
        options["table_minimum"] = written(rng, rng.choice((500, 1000, 2500, 9100, 13600, 20000)))
    if maryland:
        for wager, tables in (("six_card", "AB"), ("pairs", "ABCDEF"), ("bad_beat", "ABC"), ("board", "ABC")):
            if rng.random() < 0.6:
                options[wager] = rng.choice(tables)
        if rng.random() < 0.5:
            options["payout_limit"] = written(rng, floor(options) + rng.choice((0, 1, 100000)))
    if rulebook.startswith("ma-") and rng.random() < 0.7:
        options["cover_all"] = rng.random() < 0.9
    if rulebook != "nj-uth" and rng.random() < 0.8:
        progressive(rng, rulebook, options)
    return options


def floor(options: dict) -> int:
    """The lowest limit that an operator in Maryland may set, in cents."""
    top = {"trips": {}, "pairs": {"A": 30, "B": 1000, "C": 30, "D": 100, "E": 50, "F": 25}}
    top |= {"bad_beat": {"A": 10000, "B": 7500, "C": 2500}, "board": {}}
    usual = {"trips": 50, "board": 1000}
    times = 505
    for wager, awards in top.items():
        if wager in options:
            times += awards.get(options[wager], usual.get(wager, 0))
    return max(5000000, times * cents(str(options.get("table_minimum", "0"))))


def progressive(rng: random.Random, rulebook: str, options: dict) -> None:
    if rulebook == "ma-uth-1":
        options["progressive"] = dict(rng.choice(OWN_AWARDS))
        if any("%" in award for award in options["progressive"].values()):
            options["progressive_reset"] = {"meter": written(rng, rng.choice((100, 123456, 1000000)))}
    else:
        options["progressive"] = rng.choice(sorted(PROGRESSIVE[rulebook]))
        if rng.random() < 0.5:
            options["envy_requires_wager"] = rng.random() < 0.7
    if rulebook == "md-uth":
        options["progressive_wager"] = rng.choice(("1", "5", 1, 5))
        if rng.random() < 0.5:
            least = RESET[rulebook][options["progressive"]]
            options["progressive_reset"] = {
                meter: written(rng, value * 100 + rng.choice((0, 1, 77777))) for meter, value in least.items()
            }
    elif rng.random() < 0.5:
        options["progressive_wager"] = rng.choice(("5", 5))


def meters_of(rulebook: str, options: dict) -> list[str]:
    if "progressive" not in options:
        return []
    if rulebook == "ma-uth-1":
        return ["meter"] if "progressive_reset" in options else []
    return list(RESET[rulebook][options["progressive"]])


def uth_seat(rng: random.Random, rulebook: str, options: dict, number: int, cards: list[str]) -> dict:
    ante = amount(rng)
    wagers = {"ante": written(rng, ante), "blind": written(rng, ante)}
    seat: dict = {"seat": number, "cards": cards, "wagers": wagers}
    if rng.random() < 0.3:
        seat["folded"] = True
    else:
        wagers["play"] = written(rng, ante * rng.randint(1, 4))
        if rng.random() < 0.2:
            seat["folded"] = False
    for wager in ("trips", "pairs", "bad_beat", "board", "cover_all"):
        if options.get(wager) and rng.random() < 0.7:
            wagers[wager] = written(rng, amount(rng))
    if "six_card" in options and "trips" in wagers and rng.random() < 0.8:
        wagers["six_card"] = written(rng, amount(rng))
    if "progressive" in options and ("trips" in wagers or rulebook != "ma-uth-1") and rng.random() < 0.8:
        wagers["progressive"] = written(rng, 100 * int(options.get("progressive_wager", 5)))
    return seat


def uth_round(rng: random.Random, rulebook: str) -> dict:
    options = uth_options(rng, rulebook)
    seats = rng.sample(range(1, SEATS[rulebook] + 1), rng.randint(1, SEATS[rulebook]))
    dealt = uth_cards(rng, seats, "six_card" in options)
    round: dict = {"rulebook": rulebook}
    if options or rng.random() < 0.5:
        round["options"] = options
    meters = {meter: rng.choice((0, 1, 999, 1234567, 99999999)) for meter in meters_of(rulebook, options)}
    if meters or rng.random() < 0.3:
        round["meters"] = {meter: written(rng, value) for meter, value in meters.items()}
    round["community"] = [dealt["community", n] for n in range(5)]
    if "six_card" in options:
        round["six_card_box"] = [dealt["box", n] for n in range(4)]
    round["dealer"] = [dealt["dealer", n] for n in range(2)]
    round["seats"] = [uth_seat(rng, rulebook, options, seat, [dealt[seat, 0], dealt[seat, 1]]) for seat in seats]
    return round


def hilo_cards(rng: random.Random, seats: list[int]) -> dict:
    slots = [(who, n) for who in ("dealer", *seats) for n in range(5)]
    lucky = rng.choice(("dealer", *seats, *seats))
    scenario = rng.choice(("any", "liked", "liked", "aces", "aces", "four aces", "run", "same points"))
    forced: dict = {}
    liked = DECK if scenario in ("any", "aces", "four aces") else liked_cards(rng)
    if scenario == "aces":
        aces = rng.sample(["Ac", "Ad", "Ah", "As"], rng.randint(1, 3))
        forced = {(lucky, n): ace for n, ace in enumerate(aces)}
    if scenario == "four aces":
        forced = {(lucky, n): "A" + suit for n, suit in enumerate(SUITS)}
        forced[lucky, 4] = rng.choice(("2c", "2d", "3c", "Kd", "9h"))
    if scenario == "run":
        forced = {(lucky, n): card for n, card in enumerate(run_of(rng, 5, rng.choice((13, None))))}
    if scenario == "same points":
        ranks = rng.choices(RANKS, k=5)
        for who in rng.sample(["dealer", *seats], min(4, len(seats) + 1)):
            for n, rank in enumerate(ranks):
                free = [card for card in DECK if card[0] == rank and card not in forced.values()]
                if free:
                    forced[who, n] = free[0]
    return deal(rng, forced, slots, liked)


def hilo_round(rng: random.Random) -> dict:
    options: dict = {}
    if rng.random() < 0.8:
        options["poker_bonus"] = rng.choice(("1", "2"))
    if rng.random() < 0.5:
        options["table_minimum"] = written(rng, rng.choice((500, 10000, 20000, 50000, 60000)))
    seats = rng.sample(range(1, 8), rng.randint(1, 7))
    dealt = hilo_cards(rng, seats)
    described = []
    for number in seats:
        cards = [dealt[number, n] for n in range(5)]
        ante = amount(rng)
        wagers = {"ante": written(rng, ante)}
        seat: dict = {"seat": number, "wagers": wagers}
        if rng.random() < 0.25:
            seat |= {"folded": True, "cards": cards}
        else:
            wagers["play"] = written(rng, ante)
            seat |= set_hand(rng, cards)
        if rng.random() < 0.7:
            wagers["tie"] = written(rng, amount(rng))
        if "poker_bonus" in options and rng.random() < 0.8:
            wagers["poker_bonus"] = written(rng, amount(rng))
        described.append(seat)
    round = {"rulebook": "nj-hilo", "dealer": [dealt["dealer", n] for n in range(5)], "seats": described}
    if options or rng.random() < 0.5:
        round["options"] = options
    return round


def set_hand(rng: random.Random, cards: list[str]) -> dict:
    """A player's way to set five cards: often the highest three, with at most one ace in the low hand."""
    order = sorted(cards, key=lambda card: RANKS.index(card[0]), reverse=True)
    while True:
        if sum(card[0] == "A" for card in order[3:]) <= 1 and rng.random() < 0.7:
            return {"high": order[:3], "low": order[3:]}
        rng.shuffle(order)


def make(rulebook: str, seed: int) -> dict:
    """One valid round."""
    rng = random.Random(f"{rulebook} {seed}")
    return hilo_round(rng) if rulebook == "nj-hilo" else uth_round(rng, rulebook)
