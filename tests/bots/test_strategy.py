"""What is worth a wager."""

import pytest

from controller.bots.strategy import set_hand, worth_it, worth_playing


@pytest.mark.parametrize(
    ("own", "board", "good"),
    [
        ("3c 3d", "", True),
        ("2c 2d", "", False),
        ("Ac 2d", "", True),
        ("Kc 4d", "", False),
        ("Kc 4c", "", True),
        ("Qc 7d", "", False),
        ("Jc Td", "", True),
        ("9c 8c", "", False),
        ("9c 4d", "9d 7s 2h", True),
        ("Qc Jd", "7s 7h 2d", False),
        ("Ts 3s", "8s 5s Ad", True),
        ("9s 3s", "8s 5s Ad", False),
        ("9c 4d", "Jd 7s 2h 2d Qc", False),
        ("9c 4d", "Jd 7s 2h 4c Qc", True),
        ("9c 4d", "Jd 8s Th 7d 2c", True),
        ("Kc 4d", "Jd 7s 2h 2d Qc", True),
    ],
)
def test_a_hand_is_raised_when_it_is_good(own: str, board: str, good: bool) -> None:
    assert worth_it(own.split(), board.split()) is good


def test_a_set_hand_has_its_high_hand_first() -> None:
    assert set_hand(["2c", "Ad", "9h", "Ks", "3d"]) == ("Ad", "Ks", "9h", "3d", "2c")


@pytest.mark.parametrize(
    ("own", "good"),
    [
        ("Ad Ks 9h 3d 2c", True),
        ("9d 8s 6h 6d 5c", False),
        ("9d 8s 7h 6d 2c", True),
        ("Ad 7s 7h 6d 6c", True),
        ("8d 7s 7h 6d 6c", False),
    ],
)
def test_a_set_hand_is_played_when_one_side_of_it_should_win(own: str, good: bool) -> None:
    assert worth_playing(own.split()) is good
