"""Walking every hand gives the numbers every book on poker has."""

import numpy as np
import pytest
from numpy.typing import NDArray

from controller.audit.batch import CATEGORY_OF
from controller.audit.walk import walk_5, walk_6, walk_7
from controller.game.categories import CATEGORY_NAMES


def by_category(classes: NDArray[np.int64]) -> list[int]:
    counts = [0] * len(CATEGORY_NAMES)
    for category, count in zip(CATEGORY_OF.tolist(), classes.tolist(), strict=True):
        counts[category] += count
    return counts


def test_five_cards() -> None:
    classes = walk_5()
    assert by_category(classes) == [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]
    assert classes.sum() == 2_598_960
    assert np.count_nonzero(classes) == 7_462
    assert classes[0] == 0


def test_six_cards() -> None:
    classes = walk_6()
    assert by_category(classes) == [
        6_612_900,
        9_730_740,
        2_532_816,
        732_160,
        361_620,
        205_792,
        165_984,
        14_664,
        1_656,
        188,
    ]
    assert classes.sum() == 20_358_520


def test_seven_cards() -> None:
    fractions: list[float] = []
    classes = walk_7(fractions.append)
    assert by_category(classes) == [
        23_294_460,
        58_627_800,
        31_433_400,
        6_461_620,
        6_180_020,
        4_047_644,
        3_473_184,
        224_848,
        37_260,
        4_324,
    ]
    assert classes.sum() == 133_784_560
    assert np.count_nonzero(classes) == 4_824
    assert fractions == sorted(fractions)
    assert fractions[-1] == pytest.approx(1)
