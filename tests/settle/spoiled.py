"""Valid rounds with every field there is, and ways to spoil them."""

import copy

from .table import seat, table


def maryland() -> dict:
    """A valid round with every field there is."""
    first = {"ante": "10", "blind": "10", "play": "40", "trips": "5", "progressive": "1", "six_card": "5"}
    first |= {"pairs": "5", "bad_beat": "5", "board": "5"}
    return {
        "rulebook": "md-uth",
        "options": {
            "trips": "A",
            "blind": "A",
            "progressive": "C",
            "progressive_wager": "1",
            "progressive_reset": {"mega": "10000", "major": "1000", "minor": "250"},
            "six_card": "A",
            "pairs": "A",
            "bad_beat": "A",
            "board": "A",
            "envy_requires_wager": False,
            "payout_limit": "60000",
            "table_minimum": "5",
        },
        "meters": {"mega": "12345.67", "major": "2000", "minor": "300"},
        "community": ["Ah", "Kd", "7c", "7s", "2d"],
        "six_card_box": ["3c", "4c", "5c", "6c"],
        "dealer": ["Qh", "Qs"],
        "seats": [
            {"seat": 1, "cards": ["As", "Ac"], "wagers": first},
            {"seat": 2, "cards": ["2h", "3h"], "folded": True, "wagers": {"ante": "10", "blind": "10"}},
        ],
    }


def earlier() -> dict:
    """Massachusetts, the earlier text."""
    wagers = {"ante": "10", "blind": "10", "play": "10", "trips": "5", "progressive": "5", "cover_all": "5"}
    return {
        "rulebook": "ma-uth-1",
        "options": {
            "trips": "A",
            "cover_all": True,
            "progressive": {"royal-flush": "100%", "flush": "40 to 1", "pair": "2 for 1"},
            "progressive_wager": "5",
            "progressive_reset": {"meter": "1000"},
            "table_minimum": "5",
        },
        "meters": {"meter": "5000"},
        "community": ["Ah", "Kd", "7c", "7s", "2d"],
        "dealer": ["Qh", "Qs"],
        "seats": [{"seat": 6, "cards": ["As", "Ac"], "wagers": wagers}],
    }


def later() -> dict:
    """Massachusetts, the later text."""
    wagers = {"ante": "10", "blind": "10", "play": "10", "trips": "5", "progressive": "5", "cover_all": "5"}
    return {
        "rulebook": "ma-uth-2",
        "options": {"trips": "A", "cover_all": True, "progressive": "PTMGLML01", "envy_requires_wager": True},
        "meters": {"major": "5000", "minor": "50"},
        "community": ["Ah", "Kd", "7c", "7s", "2d"],
        "dealer": ["Qh", "Qs"],
        "seats": [{"seat": 6, "cards": ["As", "Ac"], "wagers": wagers}],
    }


def jersey() -> dict:
    return table("nj-uth", "Ah Kd 7c 7s 2d", "Qh Qs", seat(1, "As Ac", trips="5"), trips="D", table_minimum="5")


def hilo() -> dict:
    wagers = {"ante": "10", "play": "10", "tie": "5", "poker_bonus": "5"}
    return {
        "rulebook": "nj-hilo",
        "options": {"poker_bonus": "1", "table_minimum": "5"},
        "dealer": ["Qh", "Qs", "7c", "7s", "2d"],
        "seats": [
            {"seat": 7, "high": ["As", "Kd", "9d"], "low": ["3c", "4c"], "wagers": wagers},
            {"seat": 2, "cards": ["2h", "3h", "4h", "5h", "Jh"], "folded": True, "wagers": {"ante": "10", "tie": "1"}},
        ],
    }


VALID = {"md-uth": maryland, "ma-uth-1": earlier, "ma-uth-2": later, "nj-uth": jersey, "nj-hilo": hilo}


def changed(round: dict, path: tuple, value: object) -> dict:
    """A copy with one field set."""
    round = copy.deepcopy(round)
    place = round
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return round


def without(round: dict, *path) -> dict:
    """A copy with one field left out."""
    round = copy.deepcopy(round)
    place = round
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return round


def names(line: str, *words: str) -> None:
    assert any(word in line for word in words), (words, line)
