"""The batch ranking agrees with the ranking of single hands."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from controller.audit.batch import CATEGORY_OF, CHUNK, check_hands, lowest_class, rank_batch
from controller.game.cards import CARD_OF, DECK, Card, cards_of
from controller.game.categories import (
    CLASSES,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TWO_PAIR,
)
from controller.game.ranking import category, rank, rank_5, rank_6, rank_7


def columns(hands: list[tuple[Card, ...]]) -> NDArray[np.uint32]:
    return np.array(hands, dtype=np.uint32).T


@pytest.mark.parametrize("size", [5, 6, 7])
def test_agrees_with_single_hands(size: int) -> None:
    random = Random(size)
    hands = [tuple(random.sample(DECK, size)) for _ in range(20_000)]
    assert len(hands) > CHUNK, "more than one chunk must be tested"
    one_by_one = (rank_5, rank_6, rank_7)[size - 5]
    assert rank_batch(columns(hands)).tolist() == [one_by_one(hand) for hand in hands]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ah 2d 3c 4s 5h", STRAIGHT),
        ("Th Jh Qh Kh Ah", ROYAL_FLUSH),
        ("Ac 2c 3c 4c 5c", STRAIGHT_FLUSH),
        ("2c 3d 4h 5s 7c", HIGH_CARD),
        ("2c 2d 5h 5s 9c 9d", TWO_PAIR),
        ("2c 2d 2h 5s 5c 5d", FULL_HOUSE),
        ("2s 4s 6s 8s Ts Qs", FLUSH),
        ("9s Ts Js Qs Ks As", ROYAL_FLUSH),
        ("2c 2d 5h 5s 9c 9d Kh", TWO_PAIR),
        ("2c 2d 2h 5s 5c 5d Kh", FULL_HOUSE),
        ("2c 2d 2h 2s 5c 5d 5h", FOUR_OF_A_KIND),
        ("2d 4d 6d 8d Td Qd Ad", FLUSH),
        ("2d 3d 4d 5d 6d 7d 8d", STRAIGHT_FLUSH),
        ("2d 3d 4d 5d 9d 6c 7c", FLUSH),
        ("2h 3h 9h Th Jh 9c 9d", FLUSH),
        ("Ad 2d 3d 4d 5d 6c 7c", STRAIGHT_FLUSH),
    ],
)
def test_chosen_hands(text: str, expected: int) -> None:
    hand = cards_of(text)
    [hand_class] = rank_batch(columns([hand])).tolist()
    assert hand_class == rank(hand)
    assert CATEGORY_OF[hand_class] == expected


def test_categories_by_class() -> None:
    assert CATEGORY_OF.tolist() == [category(hand_class) for hand_class in range(CLASSES + 1)]
    assert lowest_class(ROYAL_FLUSH) == CLASSES
    assert CATEGORY_OF[lowest_class(FLUSH)] == FLUSH
    assert CATEGORY_OF[lowest_class(FLUSH) - 1] == STRAIGHT


def test_no_hands() -> None:
    assert rank_batch(np.empty((7, 0), dtype=np.uint32)).shape == (0,)


@pytest.mark.parametrize("shape", [(4, 3), (8, 3), (7,), (7, 2, 2)])
def test_refuses_other_shapes(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected cards of shape"):
        rank_batch(np.zeros(shape, dtype=np.uint32))


def test_check_hands() -> None:
    good = cards_of("Ah Kd 7c 2s 3s")
    check_hands(columns([good]))
    with pytest.raises(ValueError, match="got one twice"):
        check_hands(columns([good, (*good[:4], CARD_OF["Ah"])]))
    with pytest.raises(ValueError, match="a number that is none"):
        check_hands(columns([good, (*good[:4], Card(5))]))
