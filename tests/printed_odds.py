"""The pay tables of the five texts, copied from them by hand: returns are recomputed from these, not from config."""

from tests.settle.reference import HANDS

FALLING = list(reversed(HANDS))
"""The hands, the royal flush first."""


def printed(odds: str, hands: list[str] = FALLING, word: str = "to") -> dict[str, str]:
    """`50 40` as the odds of the first two hands; other kinds of awards are written out, and `-` prints no row."""
    rows = zip(hands, odds.split(), strict=False)
    return {hand: f"{award} {word} 1" if award.isdigit() else award for hand, award in rows if award != "-"}


TRIPS = {
    "A": printed("50 40 30 9 7 4 3"),
    "B": printed("50 40 30 8 6 5 3"),
    "C": printed("50 40 30 8 7 4 3"),
    "D": printed("50 40 20 7 6 5 3"),
    "E": printed("50 40 30 7 6 5 3"),
}
COVER_ALL = {
    "7": printed("70 30 20 4"),
    "6": printed("80 40 30 4"),
    "5": printed("100 40 35 5"),
    "4": printed("125 70 40 6"),
    "3": printed("150 80 50 8"),
    "2": printed("200 100 70 12"),
}
SIX_CARD_TAIL = printed("1000 200 50 20 15 10 5")
SIX_CARD = {
    "A": {"super-royal-of-diamonds": "$1000000", "super-royal": "$100000"} | SIX_CARD_TAIL,
    "B": {"super-royal": "$100000"} | SIX_CARD_TAIL,
}
PAIRS_ROWS = [
    "player-and-dealer-aces",
    "red-aces",
    "pair-of-aces",
    "suited-ace-king",
    "suited-ace-queen-or-jack",
    "offsuit-ace-king",
    "pair-of-jacks-queens-or-kings",
    "offsuit-ace-queen-or-jack",
    "pair-of-tens-or-less",
]
PAIRS = {
    "A": printed("- - 30 25 20 15 10 5 3", PAIRS_ROWS),
    "B": printed("1000 - 30 25 20 15 10 5 3", PAIRS_ROWS),
    "C": printed("- - 30 20 20 10 5 10 5", PAIRS_ROWS),
    "D": printed("- 100 30 20 20 10 4 10 4", PAIRS_ROWS),
    "E": printed("- 50 25 20 20 10 5 10 5", PAIRS_ROWS),
    "F": printed("- - 25 20 20 10 5 10 5", PAIRS_ROWS),
}
BAD_BEAT = {
    "A": printed("- 10000 500 40 25 20 9"),
    "B": printed("- 7500 500 50 30 20 9"),
    "C": printed("- 2500 500 50 30 20 9"),
}
BOARD = {
    table: printed(odds, [*FALLING[:8], "pair-of-tens-or-better"])
    for table, odds in {
        "A": "1000 200 100 50 40 25 7 3 1",
        "B": "1000 200 100 50 40 25 6 3 1",
        "C": "1000 200 100 50 40 20 6 3 1",
    }.items()
}
POKER_BONUS = {
    "1": printed("250 50 25 15 10 8 5 3 1", [*FALLING[:8], "pair-of-sevens-or-better"]),
    "2": printed("500 100 40 15 8 6 4 3 1", [*FALLING[:8], "pair-of-sixes-or-better"]),
}
ANTE_BONUS = {"four-aces-and-a-two": "100 to 1", "four-aces": "50 to 1", "three-aces": "5 to 1"}
MARYLAND_PROGRESSIVE = {
    "A": printed("100%meter 10%meter 300 50 40 30 9"),
    "B": printed("100%major 100%minor 300 50 40 30 9", word="for"),
    "C": printed("100%mega 100%major 100%minor 50 40 30 10", word="for"),
    "D": printed("100%mega 100%major 100%minor 50 40 30 9", word="for"),
}
MULTI_GAME_LINK = {
    "PTMGL01": printed("100%meter 10%meter 300 50 40 30 9", word="for"),
    "PTMGL02": printed("100%meter 10%meter 300 50 40 30 9", word="for"),
    "PTMGL04": printed("- 100%meter 300 50 40 30 9", word="for"),
    "PTMGLML01": printed("100%major 100%minor 300 50 40 30 9", word="for"),
    "PTMGLML02": printed("100%mega 100%major 100%minor 50 40 30 10", word="for"),
    "PTMGLML03": printed("100%mega 100%major 100%minor 50 40 30 9", word="for"),
}
A_TO_D = {table: TRIPS[table] for table in "ABCD"}
PRINTED: dict[str, dict[str, dict]] = {
    "md-uth": {
        "trips": TRIPS,
        "progressive": MARYLAND_PROGRESSIVE,
        "six_card": SIX_CARD,
        "pairs": PAIRS,
        "bad_beat": BAD_BEAT,
        "board": BOARD,
    },
    "ma-uth-1": {"trips": A_TO_D, "cover_all": COVER_ALL},  # its progressive's table is the operator's own
    "ma-uth-2": {"trips": A_TO_D, "cover_all": COVER_ALL, "progressive": MULTI_GAME_LINK},
    "nj-uth": {"trips": A_TO_D},
    "nj-hilo": {"poker_bonus": POKER_BONUS, "ante_bonus": {None: ANTE_BONUS}},
}
EVERY = [
    (book, wager, table) for book, wagers in PRINTED.items() for wager, tables in wagers.items() for table in tables
]
