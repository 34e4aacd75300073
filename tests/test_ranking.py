"""The ranking's shipped table, and what it refuses to rank. That it ranks right is shown in tests/audit."""

import pytest

from controller.audit.build_ranking import build
from controller.game.cards import cards_of
from controller.game.ranking import TABLE, rank


def test_the_shipped_table_is_what_its_maker_makes() -> None:
    assert TABLE.read_bytes() == build()


@pytest.mark.parametrize("hand", ["", "Ah Kh Qh Jh", "2c 3c 4c 5c 6c 7c 8c 9c"])
def test_another_number_of_cards(hand: str) -> None:
    with pytest.raises(ValueError, match="expected 5, 6 or 7 cards"):
        rank(cards_of(hand))


@pytest.mark.parametrize("hand", ["Ah Ah Qh Jh Th", "Ah Kh Qh Jh Th 2c 2c"])
def test_a_card_twice(hand: str) -> None:
    with pytest.raises(ValueError, match="got one twice"):
        rank(cards_of(hand))
