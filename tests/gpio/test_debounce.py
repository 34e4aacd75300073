"""What is believed of a contact, whatever it does."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.gpio.debounce import BUTTON, DOOR, GATE, LOCK_OUT, SPOT, Debounce, Kind, Seen

KINDS = {"button": BUTTON, "lock-out": LOCK_OUT, "spot": SPOT, "gate": GATE, "door": DOOR}
# And two with little patience, so that a short run gets to every fault.
SMALL = [Kind(0.02, 5, 0.1, stuck_after=0.05), Kind(0.02, 5, 0.1, stuck_after=0.05, at_once=True)]
kinds = st.sampled_from([*KINDS.values(), *SMALL])
# Gaps as fractions of the time to settle: many below it, some well above.
gaps = st.floats(0.01, 3)
runs = st.lists(st.tuples(gaps, st.booleans()), max_size=120)


def played(debounce: Debounce, run: list[tuple[float, bool]], punctual: bool) -> tuple[list[Seen], float]:
    """All edges of a run, with or without a tick whenever one is due."""
    found: list[Seen] = []
    now = 0.0
    for gap, active in run:
        now += gap * debounce.kind.settle
        while punctual and debounce.due is not None and debounce.due < now:
            found += debounce.tick(debounce.due)
        found += debounce.edge(active, now)
    return found, now


@given(kinds, st.booleans(), runs)
def test_never_two_equal_changes_in_a_row_and_nothing_after_a_fault(
    kind: Kind, at_first: bool, run: list[tuple[float, bool]]
) -> None:
    debounce = Debounce(kind, at_first, 0.0)
    found, now = played(debounce, run, punctual=True)
    found += debounce.tick(now + 1000)
    told = [at_first, *found]
    for one, next_one in itertools.pairwise(told):
        assert one != next_one
        assert not isinstance(one, str), "the last word"


@given(kinds, st.booleans(), runs)
def test_a_late_tick_finds_the_same(kind: Kind, at_first: bool, run: list[tuple[float, bool]]) -> None:
    punctual, late = Debounce(kind, at_first, 0.0), Debounce(kind, at_first, 0.0)
    found, now = played(punctual, run, punctual=True)
    while punctual.due is not None:
        found += punctual.tick(punctual.due)
    assert played(late, run, punctual=False)[0] + late.tick(now + 1000) == found


@given(kinds, st.booleans(), runs)
def test_a_level_that_stands_is_told_in_the_end_unless_the_input_has_failed(
    kind: Kind, at_first: bool, run: list[tuple[float, bool]]
) -> None:
    debounce = Debounce(kind, at_first, 0.0)
    now = played(debounce, run, punctual=True)[1]
    debounce.tick(now + kind.settle)
    assert debounce.fault or debounce.active == (run[-1][1] if run else at_first)


@given(st.sampled_from(list(KINDS.values())), st.booleans(), st.lists(st.floats(0.01, 0.99), max_size=15))
def test_bounce_shorter_than_the_time_to_settle_is_one_change(kind: Kind, at_first: bool, bounces: list[float]) -> None:
    # An even number of further edges: it comes to rest on the other side.
    level, now = not at_first, 1.0
    debounce = Debounce(kind, at_first, 0.0)
    found = debounce.edge(level, now)
    for gap in bounces[: len(bounces) // 2 * 2]:
        now += gap * kind.settle
        level = not level
        found += debounce.edge(level, now)
    if not (kind.at_once and level):
        assert found == [], "not before it has come to rest"
    assert found + debounce.tick(now + kind.settle) == [not at_first]


def test_it_is_believed_when_it_has_stood_for_its_time_and_not_before() -> None:
    debounce = Debounce(BUTTON, False, 0.0)
    debounce.edge(True, 1.0)
    assert debounce.due == 1.0 + BUTTON.settle
    assert debounce.tick(1.0 + BUTTON.settle - 1e-6) == []
    assert debounce.tick(1.0 + BUTTON.settle) == [True]


def test_a_glitch_that_was_over_before_it_was_read_starts_the_time_anew() -> None:
    debounce = Debounce(DOOR, False, 0.0)
    debounce.edge(True, 1.0)
    debounce.edge(True, 1.04)
    assert debounce.tick(1.06) == []
    assert debounce.tick(1.09) == [True]


def test_a_look_at_the_level_finds_a_lost_edge_and_makes_none() -> None:
    debounce = Debounce(BUTTON, False, 0.0)
    assert debounce.level(True, 1.0) == []
    looks = [debounce.level(True, 1.0 + n / 1000) for n in range(1, 100)]
    assert [seen for look in looks for seen in look] == [True], "a hundred looks are no chatter and delay nothing"
    assert looks[19] == [True]


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_what_never_comes_to_rest_is_chatter(kind: Kind) -> None:
    assert kind.edges * kind.settle <= kind.within
    debounce, level, now, found = Debounce(kind, False, 0.0), False, 0.0, []
    while debounce.fault is None and now < 60:
        now += kind.settle * 0.999
        level = not level
        found += debounce.edge(level, now)
    assert found == ([True] if kind.at_once else []) + ["chatter"]


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_chatter_is_more_edges_than_allowed_within_the_time(kind: Kind) -> None:
    for apart, fault in ((kind.within / kind.edges * 0.999, "chatter"), (kind.within / kind.edges * 1.001, None)):
        debounce = Debounce(kind, True, 0.0)
        for n in range(kind.edges):
            debounce.edge(n % 2 == 1, n * apart)
        assert debounce.fault is None
        debounce.edge(kind.edges % 2 == 1, kind.edges * apart)
        assert debounce.fault == fault


@pytest.mark.parametrize("kind", [BUTTON, LOCK_OUT, GATE], ids=["button", "lock-out", "gate"])
def test_held_too_long_is_stuck(kind: Kind) -> None:
    assert kind.stuck_after is not None
    debounce = Debounce(kind, False, 0.0)
    begun = 1.0 + (0 if kind.at_once else kind.settle)
    found = debounce.edge(True, 1.0) + debounce.tick(begun)
    assert found == [True]
    assert debounce.due == begun + kind.stuck_after
    assert debounce.tick(begun + kind.stuck_after - 1e-6) == []
    assert debounce.tick(begun + kind.stuck_after) == ["stuck"]
    assert debounce.due is None
    assert debounce.edge(False, 30) + debounce.tick(99) == [], "said once, and then nothing"


@pytest.mark.parametrize("kind", [SPOT, DOOR], ids=["spot", "door"])
def test_chips_and_doors_may_stay_for_days(kind: Kind) -> None:
    debounce = Debounce(kind, False, 0.0)
    assert debounce.edge(True, 1.0) + debounce.tick(1e6) == [True]


def test_the_lock_out_counts_at_its_first_edge_and_bounces_no_second_time() -> None:
    debounce = Debounce(LOCK_OUT, False, 0.0)
    assert debounce.edge(True, 1.0) == [True]
    assert [debounce.edge(n % 2 == 1, 1.0 + n / 1000) for n in range(1, 5)] == [[]] * 4
    assert debounce.edge(True, 1.08) + debounce.edge(False, 1.09) == []
    assert debounce.tick(1.09 + LOCK_OUT.settle) == [False]
    assert debounce.edge(True, 1.5) == [True]


def test_the_lock_out_counts_even_where_the_level_was_back_before_it_was_read() -> None:
    debounce = Debounce(LOCK_OUT, False, 0.0)
    assert debounce.edge(False, 1.0) == [True]
    assert debounce.tick(1.0 + LOCK_OUT.settle) == [False]


def failed(kind: Kind, active: bool) -> Debounce:
    """Chattering, and last believed like this."""
    debounce = Debounce(kind, active, 0.0)
    for n in range(kind.edges + 1):
        debounce.edge(n % 2 == 0, n * kind.settle / 10)
    assert debounce.fault == "chatter"
    return debounce


@given(kinds, st.booleans(), st.booleans())
def test_cleared_it_stands_as_it_is(kind: Kind, believed: bool, active: bool) -> None:
    debounce = failed(kind, believed)
    before = debounce.active
    debounce.clear(active, 100.0)
    assert debounce.fault is None
    told = debounce.tick(100.0 + kind.settle)
    if kind.stuck_after is None and before != active:
        assert told == [active], "what has changed on a spot meanwhile is told"
    else:
        assert told == [], "and a button that is held is no press"
    assert debounce.active == active
    # The edges from before the fault are forgotten.
    assert "chatter" not in debounce.edge(not active, 101.0) + debounce.tick(102.0)


def test_clearing_what_has_not_failed_swallows_no_press() -> None:
    debounce = Debounce(BUTTON, False, 0.0)
    debounce.edge(True, 1.0)
    debounce.clear(True, 1.01)
    assert debounce.tick(1.02) == [True]


def test_stuck_and_cleared_while_still_held_is_stuck_again() -> None:
    debounce = Debounce(BUTTON, False, 0.0)
    debounce.edge(True, 0.0)
    debounce.tick(50.0)
    debounce.clear(True, 60.0)
    assert debounce.tick(69.9) == []
    assert debounce.tick(70.0) == ["stuck"]
