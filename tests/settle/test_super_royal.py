"""12.E: a royal flush and every sixth card; with the suit's nine, and no other card, it is a super royal."""

import json

import pytest

from .desk import seat_of, settle
from .reference import RANKS, SUITS
from .table import seat, table

DECK = [rank + suit for rank in RANKS for suit in SUITS]


def round(royal: list[str], sixth: str, paytable: str) -> dict:
    """The box holds the ten, the jack, the queen and the sixth card."""
    rest = [card for card in DECK if card not in (*royal, sixth)]
    community, dealer = " ".join(rest[:5]), " ".join(rest[5:7])
    playing = seat(1, " ".join(royal[3:]), trips="5", six_card="5")
    box = " ".join([*royal[:3], sixth])
    return table("md-uth", community, dealer, playing, trips="A", six_card=paytable, box=box)


@pytest.mark.rule("md-uth 6.F(8)", "md-uth 12.E(1)", "md-uth 12.E(2)")
@pytest.mark.parametrize("paytable", "AB")
@pytest.mark.parametrize("suit", SUITS)
def test_12_E_super_royal_only_with_the_nine(suit: str, paytable: str) -> None:
    royal = [rank + suit for rank in "TJQKA"]
    sixths = [card for card in DECK if card not in royal]
    lines = "".join(json.dumps(round(royal, sixth, paytable)) + "\n" for sixth in sixths)
    code, out, err = settle(lines, "--jsonl")
    assert (code, err) == (0, "")
    super_royal = "$1000000" if (paytable, suit) == ("A", "d") else "$100000"
    for sixth, line in zip(sixths, out.splitlines(), strict=True):
        (row,) = [row for row in seat_of(json.loads(line), 1)["wagers"] if row["wager"] == "six_card"]
        expected = super_royal if sixth == "9" + suit else "1000 to 1"
        assert (row["result"], row["odds"], row["returned"]) == ("win", expected, "5.00"), sixth
