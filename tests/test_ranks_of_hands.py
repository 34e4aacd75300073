"""The ranks of hands as the texts list them: the best and the lowest hand of each rank, and nothing out of place."""

import pytest

from controller.game.cards import cards_of
from controller.game.categories import CATEGORY_NAMES, CLASSES
from controller.game.ranking import category, rank

# The ranks in the texts' order, each with the hands that they call its best and its lowest, and how many there are
# between the two that differ in more than suits.
RANKS = [
    ("royal-flush", "Ah Kh Qh Jh Th", "As Ks Qs Js Ts", 1),
    ("straight-flush", "Kh Qh Jh Th 9h", "5s 4s 3s 2s As", 9),
    ("four-of-a-kind", "As Ah Ad Ac Kd", "2s 2h 2d 2c 3d", 156),
    ("full-house", "As Ah Ad Kc Kd", "2s 2h 2d 3c 3d", 156),
    ("flush", "Ah Kh Qh Jh 9h", "7s 5s 4s 3s 2s", 1277),
    ("straight", "As Kh Qd Jc Td", "5s 4h 3d 2c Ad", 10),
    ("three-of-a-kind", "As Ah Ad Kc Qd", "2s 2h 2d 3c 4d", 858),
    ("two-pair", "As Ah Kd Kc Qd", "3s 3h 2d 2c 4d", 858),
    ("pair", "As Ah Kd Qc Jd", "2s 2h 3d 4c 5d", 2860),
]
NUMBER = {name: number for number, (name, *_) in enumerate(RANKS, 1)}


def of(hand: str) -> int:
    return rank(cards_of(hand))


@pytest.mark.rule("ma-uth-1 §5(b)(1)", "nj-uth 32.5(b)1", "ma-uth-2 §5(b)(1)", "md-uth 6.D(1)", "nj-hilo 40.5(d)1")
@pytest.mark.rule("ma-uth-1 §5(b)(2)", "nj-uth 32.5(b)2", "ma-uth-2 §5(b)(2)", "md-uth 6.D(2)", "nj-hilo 40.5(d)2")
@pytest.mark.rule("ma-uth-1 §5(b)(3)", "nj-uth 32.5(b)3", "ma-uth-2 §5(b)(3)", "md-uth 6.D(3)", "nj-hilo 40.5(d)3")
@pytest.mark.rule("ma-uth-1 §5(b)(4)", "nj-uth 32.5(b)4", "ma-uth-2 §5(b)(4)", "md-uth 6.D(4)", "nj-hilo 40.5(d)4")
@pytest.mark.rule("ma-uth-1 §5(b)(5)", "nj-uth 32.5(b)5", "ma-uth-2 §5(b)(5)", "md-uth 6.D(5)", "nj-hilo 40.5(d)5")
@pytest.mark.rule("ma-uth-1 §5(b)(6)", "nj-uth 32.5(b)6", "ma-uth-2 §5(b)(6)", "md-uth 6.D(6)", "nj-hilo 40.5(d)6")
@pytest.mark.rule("ma-uth-1 §5(b)(7)", "nj-uth 32.5(b)7", "ma-uth-2 §5(b)(7)", "md-uth 6.D(7)", "nj-hilo 40.5(d)7")
@pytest.mark.rule("ma-uth-1 §5(b)(8)", "nj-uth 32.5(b)8", "ma-uth-2 §5(b)(8)", "md-uth 6.D(8)", "nj-hilo 40.5(d)8")
@pytest.mark.rule("ma-uth-1 §5(b)(9)", "nj-uth 32.5(b)9", "ma-uth-2 §5(b)(9)", "md-uth 6.D(9)", "nj-hilo 40.5(d)9")
@pytest.mark.parametrize(("name", "best", "lowest", "hands"), RANKS)
def test_each_rank_has_its_best_and_its_lowest_hand(name: str, best: str, lowest: str, hands: int) -> None:
    found = [number for number in range(1, CLASSES + 1) if CATEGORY_NAMES[category(number)] == name]
    assert (found[-1], found[0], len(found)) == (of(best), of(lowest), hands)
    # Rank 1 is the highest: every hand of a later rank is lower.
    assert {CATEGORY_NAMES[category(number)] for number in range(1, found[0])} == {
        "high-card",
        *(other for other in NUMBER if NUMBER[other] > NUMBER[name]),
    }


@pytest.mark.rule("ma-uth-1 §5(a)", "nj-uth 32.5(a)", "ma-uth-2 §5(a)", "md-uth 6.A", "md-uth 6.B", "nj-hilo 40.5(d)")
@pytest.mark.rule("ma-uth-1 §5(b)(6)", "nj-uth 32.5(b)6", "ma-uth-2 §5(b)(6)", "md-uth 6.D(6)", "nj-hilo 40.5(d)6")
def test_an_ace_is_high_or_below_a_two_and_joins_nothing_round_the_corner() -> None:
    for hand in ("Ks As 2d 3c 4h", "Qs Kd Ah 2c 3d", "Js Qd Kh Ac 2d"):
        assert CATEGORY_NAMES[category(of(hand))] == "high-card", hand
    assert CATEGORY_NAMES[category(of("Ks As 2s 3s 4s"))] == "flush"
    falling = [of(f"{high}h 7d 5c 4s 2h") for high in "AKQJT98"]
    assert falling == sorted(falling, reverse=True)
    assert len(set(falling)) == len(falling)
    assert of("6h 5d 4c 3s 2h") > of("5h 4d 3c 2s Ah"), "the ace is the lowest card of that straight"


@pytest.mark.rule("ma-uth-1 §5(c)", "nj-uth 32.5(c)", "ma-uth-2 §5(c)", "md-uth 6.E(1)", "md-uth 6.E(2)", "reading G35")
@pytest.mark.rule("ma-uth-1 §1 Suit", "nj-uth 32.1 Suit", "ma-uth-2 §1 Suit", "md-uth 6.C", "nj-hilo 40.1 Suit")
def test_of_equal_ranks_the_higher_card_decides_and_suits_never() -> None:
    assert of("As Ah Kd 9c 3d") > of("Ad Ac Qd Jc Td"), "the kicker of the pair"
    assert of("3s 3h Kd Qc Jd") > of("2d 2c Ah Ks Qh"), "but the pair itself first"
    assert of("Kh Jh 9h 4h 3h") > of("Ks Js 9s 4s 2s"), "down to the last card"
    for suits in ("shdc", "hdcs", "dcsh", "cshd"):
        assert of(" ".join(card + suit for card, suit in zip("AK972", suits + suits[0], strict=True))) == of(
            "As Kh 9d 7c 2s"
        )
