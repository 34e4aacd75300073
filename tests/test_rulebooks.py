"""The rulebook files say what the texts say, and every citation in them is checked."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from controller.game.book import Book, make_book
from controller.game.fields import BadInput
from controller.library import config_folder, is_known, open_book, rulebook_ids

BOOKS = ("ma-uth-1", "nj-uth", "ma-uth-2", "md-uth", "nj-hilo")
UTH = BOOKS[:4]
FOLDER = config_folder() / "rulebooks"


def by_book(*values: object) -> list[tuple[str, object]]:
    """A row of the comparison of the five texts; their order is that of BOOKS."""
    return list(zip(BOOKS, values, strict=True))


def rules(name: str):
    return open_book(name).rules


def test_all_five_load() -> None:
    assert rulebook_ids() == sorted(BOOKS)
    for name in BOOKS:
        assert isinstance(open_book(name), Book)
        assert open_book(name).id == name


# ---- figures of the texts ------------------------------------------------------


@pytest.mark.rule("md-uth 2.A", "nj-hilo 1.13Z(b)1", "reading R23")
@pytest.mark.parametrize(("name", "seats"), by_book(6, 6, 6, 6, 7))
def test_R23_seats(name: str, seats: int) -> None:
    assert rules(name).seats.most == seats


@pytest.mark.parametrize(("name", "positions"), by_book(1, 1, 1, 1, 7))
def test_positions_a_player(name: str, positions: int) -> None:
    assert rules(name).seats.positions_a_player == positions


@pytest.mark.parametrize("name", BOOKS)
def test_cards_of_a_hand(name: str) -> None:
    hand = rules(name).hand
    if name == "nj-hilo":
        assert (hand.own, hand.community, hand.high, hand.low, hand.player_aces_low) == (5, 0, 3, 2, 1)
    else:
        assert (hand.own, hand.community, hand.high, hand.low) == (2, 5, 0, 0)


@pytest.mark.rule("md-uth 3.A(3)")
@pytest.mark.parametrize(("name", "cards"), by_book((2, 0), (2, 0), (2, 0), (2, 0), (1, 1)))
def test_decks_with_their_cover_and_cutting_cards(name: str, cards: tuple[int, int]) -> None:
    decks = rules(name).decks
    assert (decks.cards, decks.second_needs, decks.backs_differ, decks.alternate) == (52, "shuffler", True, True)
    assert (decks.cover_cards, decks.cutting_cards) == cards


@pytest.mark.rule("md-uth 3.C(1)", "md-uth 3.C(2)")
@pytest.mark.parametrize("name", BOOKS)
def test_3_C_decks_change_after_4_hours_by_hand_and_8_in_a_shoe_in_maryland_only(name: str) -> None:
    expected = {"hand": 4, "manual_shoe": 8, "automated": 8} if name == "md-uth" else {}
    assert rules(name).decks.change_hours == expected


HAND, BOTH = ("hand-shuffle",), ("hand-shuffle", "preshuffled")


@pytest.mark.rule("ma-uth-1 §4(c)(1)(ii)", "nj-uth 32.4(c)1ii", "ma-uth-2 §4(c)(1)(ii)", "md-uth 5.F")
@pytest.mark.rule("nj-hilo 40.4(c)1ii")
@pytest.mark.parametrize(("name", "after"), by_book(HAND, HAND, HAND, BOTH, BOTH))
def test_cut(name: str, after: tuple[str, ...]) -> None:
    cut = rules(name).cut
    assert cut.least == 10
    assert cut.after == after
    assert cut.recut_by == ("floor" if name == "md-uth" else "supervisor")
    assert cut.waived_with == ("counting-device" if name == "md-uth" else None)


THREE = {"manual_shoe", "hand", "automated"}


@pytest.mark.parametrize(("name", "methods"), by_book(THREE, THREE, THREE - {"hand"}, THREE, THREE))
def test_methods_of_dealing(name: str, methods: set[str]) -> None:
    assert set(rules(name).methods) == methods
    for method in methods:
        assert rules(name).methods[method].shuffler_needed == (method != "manual_shoe")
        assert rules(name).methods[method].dealer_cover_card == (name != "nj-hilo")


def cards_out(name: str, method: str, seats: int, offered: tuple[str, ...] = ()) -> set[int]:
    """The cards that have left the deck when the stub is counted, by each order of dealing."""
    dealing, hand = rules(name).methods[method], rules(name).hand
    out = set()
    for order in dealing.orders:
        steps = [step for step in order.steps if step.if_offered is None or step.if_offered in offered]
        dealt = sum(step.cards * (seats if step.to == "seats" else 1) for step in steps)
        from_stub = hand.community if dealing.community in ("from-shoe", "from-hand") else 0
        out.add(dealt + from_stub + sum(dealing.burns))
    return out


@pytest.mark.parametrize("seats", [1, 4, 6])
@pytest.mark.parametrize("name", BOOKS)
def test_cards_out_at_the_stub(name: str, seats: int) -> None:
    for method in rules(name).methods:
        if name == "nj-hilo":
            expected = 5 * seats + 5
        elif name == "md-uth" and method != "hand":
            expected = 2 * seats + 7
        else:
            expected = 2 * seats + 9
        assert cards_out(name, method, seats) == {expected}
    if name == "md-uth":
        assert cards_out(name, "automated", seats, ("six_card",)) == {2 * seats + 11}


@pytest.mark.parametrize(("name", "exempt"), by_book(set(), set(), {"manual_shoe", "automated"}, THREE, {"automated"}))
def test_stub_count(name: str, exempt: set[str]) -> None:
    assert rules(name).stub_count.every == 5
    assert set(rules(name).stub_count.exempt) == exempt


@pytest.mark.rule("ma-uth-1 §10(a)", "ma-uth-1 §10(c)", "ma-uth-1 §10(e)", "nj-uth 32.10(a)", "nj-uth 32.10(c)")
@pytest.mark.rule("nj-uth 32.10(e)", "ma-uth-2 §9(a)", "ma-uth-2 §9(c)", "ma-uth-2 §9(e)", "md-uth 11.B(1)")
@pytest.mark.rule("md-uth 11.D(1)", "md-uth 11.F", "nj-hilo 40.10(a)")
@pytest.mark.parametrize("name", BOOKS)
def test_windows(name: str) -> None:
    windows = [(window.name, window.multiples, window.instead, window.then) for window in rules(name).windows]
    if name == "nj-hilo":
        assert windows == [("election", (1,), "fold", 0)]
    else:
        before, after = ("before-flop", (3, 4), "check", 3), ("after-flop", (2,), "check", 2)
        assert windows == [before, after, ("full-board", (1,), "fold", 0)]


@pytest.mark.parametrize(("name", "acts"), by_book(4, 1, 4, 4, 1))
def test_before_any_card(name: str, acts: int) -> None:
    """`No more bets` everywhere; with a progressive also the lock-out and its chips (G39)."""
    order = ["no-more-bets", "lock-out", "count-progressive-chips", "chips-to-tray"]
    for method in rules(name).methods.values():
        assert [act.act for act in method.before] == order[:acts]
        assert {act.if_offered for act in method.before[1:]} <= {"progressive"}


@pytest.mark.parametrize("name", BOOKS)
def test_settlement(name: str) -> None:
    said = rules(name).settlement
    assert (said.first, said.direction) == ("far-right", "counterclockwise")
    assert said.qualifies == (None if name == "nj-hilo" else "pair")
    assert said.after_all == (("cover_all",) if name in ("ma-uth-1", "ma-uth-2") else ())


@pytest.mark.rule("ma-uth-1 §6(c)", "ma-uth-1 §14(b)", "nj-uth 32.6(c)", "ma-uth-2 §6(c)", "ma-uth-2 §13(b)")
@pytest.mark.rule("md-uth 7.F(1)", "md-uth 7.F(2)", "md-uth 7.F(3)(a)", "md-uth 7.F(4)(b)", "reading R17")
def test_R17_prerequisites() -> None:
    for name in UTH:
        wagers = rules(name).wagers
        more = {"progressive": {"trips"}} if name == "ma-uth-1" else {"six_card": {"trips"}}
        for wager in wagers.keys() - {"ante", "blind"}:
            assert set(wagers[wager].requires) == {"ante", "blind"} | more.get(wager, set()), (name, wager)
        assert wagers["blind"].equals == "ante"
    for wager in ("play", "tie", "poker_bonus"):
        assert set(rules("nj-hilo").wagers[wager].requires) == {"ante"}


@pytest.mark.rule("ma-uth-1 §14(a)", "ma-uth-2 §13(a)")
@pytest.mark.parametrize("name", BOOKS)
def test_fixed_amounts(name: str) -> None:
    fixed = {"ma-uth-1": ("5",), "ma-uth-2": ("5",), "md-uth": ("1", "5")}
    for wager, said in rules(name).wagers.items():
        assert said.amounts == (fixed[name] if wager == "progressive" else ())


TABLES = {
    "ma-uth-1": {"blind": 1, "trips": 4, "cover_all": 6},
    "nj-uth": {"blind": 1, "trips": 4},
    "ma-uth-2": {"blind": 1, "trips": 4, "cover_all": 6, "progressive": 6},
    "md-uth": {"blind": 2, "trips": 5, "progressive": 4, "six_card": 2, "pairs": 6, "bad_beat": 3, "board": 3},
    "nj-hilo": {"tie": 1, "poker_bonus": 2, "ante_bonus": 1},
}


@pytest.mark.parametrize("name", BOOKS)
def test_number_of_pay_tables(name: str) -> None:
    assert {wager: len(tables) for wager, tables in open_book(name).tables.items()} == TABLES[name]


@pytest.mark.rule("ma-uth-1 §14(d)", "ma-uth-2 §13(d)", "md-uth 12.F(2)", "reading R12")
@pytest.mark.parametrize(
    ("name", "expected"),
    by_book(
        [("50000", "text"), ("75000", "text")],
        [("50000", "text")],
        [("50000", "text"), ("75000", "text")],
        [("50000", "operator")],
        [("50000", "text")],
    ),
)
def test_R12_limits(name: str, expected: list[tuple[str, str]]) -> None:
    limits = rules(name).limits
    assert [(limit.amount, limit.set_by) for limit in limits] == expected
    main = {"ante", "blind", "play", "trips"}
    more = {"md-uth": {"pairs", "bad_beat", "board"}}
    if name == "nj-hilo":
        assert set(limits[0].over) == {"ante", "play", "tie", "poker_bonus", "ante_bonus"}
    else:
        assert set(limits[0].over) == main | more.get(name, set())
    if name.startswith("ma-"):
        assert set(limits[1].over) == main | {"cover_all"}


VOIDS = {  # in the order of BOOKS; - where the text has no such thing
    "dealer_card_exposed": "all all all all all",
    "one_face_up": "nothing nothing nothing nothing nothing",
    "several_face_up_before_first_cards": "all all all all all",
    "several_face_up_after_first_cards": "all all all all all",
    "drawn_in_error": "nothing nothing nothing nothing nothing",
    "seat_misdealt": "hand hand hand all hand",
    "dealer_misdealt": "all all all all all",
    "community_misdealt": "supervisor-decides supervisor-decides supervisor-decides all -",
    "box_misdealt": "- - - all -",
    "stub_wrong_misdealt": "all all all all all",
    "stub_wrong": "all all all all all",
    "shuffler_count_wrong": "- - nothing nothing nothing",
    "shuffler_failed": "nothing nothing nothing all nothing",
    "dealing_failed": "all all all all all",
    "other_method": "nothing nothing nothing nothing nothing",
}


@pytest.mark.parametrize("name", BOOKS)
def test_irregularities(name: str) -> None:
    found = rules(name).irregularities
    column = {event: row.split()[BOOKS.index(name)] for event, row in VOIDS.items()}
    assert {event: said.voids for event, said in found.items()} == {e: v for e, v in column.items() if v != "-"}
    trips_settled = {event for event, said in found.items() if said.still_settled == ("trips",)}
    uth = {"dealer_card_exposed", "several_face_up_after_first_cards"}
    assert trips_settled == (set() if name == "nj-hilo" else uth)
    removed = {event for event, said in found.items() if said.deck_removed}
    assert removed == {"stub_wrong", "shuffler_count_wrong"} & set(found)
    assert found["other_method"].device == ("covered-or-signed" if name == "md-uth" else "removed")


# ---- citations ---------------------------------------------------------------------

CITING = ("acts", "terms", "posting", "outside")
"""Parts of a file that are nothing but citations by name."""


def citations(value: Any, path: str = "", citing: bool = False) -> Iterator[tuple[str, dict | list, str | int]]:
    """Every citation of a parsed file: its key, and the place that holds it."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        where = f"{path}[{key}]" if isinstance(key, int) else f"{path}.{key}".lstrip(".")
        cites = citing or (isinstance(key, str) and (key.endswith("cite") or where in CITING))
        if isinstance(part, dict | list):
            yield from citations(part, where, cites)
        elif cites:
            yield (path if isinstance(key, int) else where), value, key


def parsed(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", BOOKS)
def test_every_citation_is_looked_up(name: str) -> None:
    asked: Counter[tuple[str, str]] = Counter()

    def known(rulebook: str, paragraph: str) -> bool:
        asked[rulebook, paragraph] += 1
        return True

    table = parsed(name)
    make_book(table, known)
    assert asked == Counter((name, place[key]) for _, place, key in citations(table))
    assert asked.total() > 200


@pytest.mark.parametrize("name", BOOKS)
def test_every_kind_of_citation_is_refused_by_its_key(name: str) -> None:
    table = parsed(name)
    one_of_a_kind = {re.sub(r"\d", "", path): (path, place, key) for path, place, key in citations(table)}
    for path, place, key in one_of_a_kind.values():
        kept, place[key] = place[key], "R99"
        with pytest.raises(BadInput) as refused:
            make_book(table, is_known)
        assert str(refused.value).startswith(f"{path}: ")
        place[key] = kept
    make_book(table, is_known)


@pytest.mark.parametrize("name", BOOKS)
def test_no_part_may_be_left_out(name: str) -> None:
    optional = {"preshuffled", "progressive", *CITING}
    for part in parsed(name).keys() - optional:
        table = parsed(name)
        del table[part]
        with pytest.raises(BadInput, match=f"^{part}: "):
            make_book(table, is_known)


def test_a_paragraph_of_another_text_is_no_citation() -> None:
    assert is_known("md-uth", "13.E")
    assert not is_known("nj-uth", "13.E")
    assert is_known("nj-uth", "32.13(d)")
    assert is_known("nj-uth", "R7")
