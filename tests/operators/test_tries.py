"""Wrong PINs slow down and lock, in the table's own time, and a restart changes nothing of it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game.fields import BadInput
from controller.tries import UNKNOWN, Tries

S, MINUTE = 1_000, 60_000


def wrong(times: int, who: str = "F1", at: int = 0) -> Tries:
    tries = Tries()
    for _ in range(times):
        tries = tries.tried(who, False, at)
    return tries


WAITS = [0, 0, 0, 5, 10, 20, 40, 80, 160, 320]


@pytest.mark.parametrize(("times", "seconds"), list(enumerate(WAITS)))
def test_from_the_third_wrong_pin_on_the_wait_doubles(times: int, seconds: int) -> None:
    tries = wrong(times, at=7 * S)
    assert tries.wait("F1", 7 * S) == seconds * S
    assert tries.wait("F1", 7 * S + seconds * S) == 0
    assert not tries.locked("F1", 7 * S)
    if seconds:
        assert tries.wait("F1", 7 * S + seconds * S - 1) == 1


def test_the_tenth_locks_for_a_quarter_of_an_hour() -> None:
    tries = wrong(10)
    assert tries.wait("F1", 0) == 15 * MINUTE
    assert tries.locked("F1", 15 * MINUTE - 1)
    assert not tries.locked("F1", 15 * MINUTE)


def test_after_a_lock_each_wrong_pin_locks_again() -> None:
    tries = wrong(10).tried("F1", False, 20 * MINUTE)
    assert tries.wait("F1", 20 * MINUTE) == 15 * MINUTE


def test_a_lock_can_be_lifted() -> None:
    assert wrong(12).lifted("F1") == Tries()
    assert wrong(12).lifted("F2") == wrong(12)


def test_a_good_pin_sets_everything_back() -> None:
    tries = wrong(9).tried("F1", True, 400 * S)
    assert tries == Tries()
    assert tries.tried("F1", False, 500 * S).wait("F1", 500 * S) == 0


def test_one_operator_s_wrong_pins_are_not_another_s() -> None:
    tries = wrong(10)
    assert tries.wait("F2", 0) == 0
    assert tries.tried("F2", True, 0).locked("F1", 0)


def test_guessing_ids_is_slowed_under_their_one_name() -> None:
    tries = wrong(10, UNKNOWN)
    assert tries.locked(UNKNOWN, 0)
    assert len(tries.json()) == 1


def test_a_value_is_not_changed_by_what_is_tried() -> None:
    before = wrong(3)
    told = before.json()
    before.tried("F1", False, 0)
    before.tried("F1", True, 0)
    assert before.json() == told


TRIED = st.lists(st.tuples(st.sampled_from(["F1", "F2", UNKNOWN]), st.booleans(), st.integers(0, 10**7)), max_size=40)


def told(tried: list[tuple[str, bool, int]]) -> Tries:
    tries = Tries()
    for who, good, at in tried:
        tries = tries.tried(who, good, at)
    return tries


@given(TRIED, st.integers(0, 40))
def test_a_snapshot_and_the_records_after_it_give_the_same(tried: list[tuple[str, bool, int]], cut: int) -> None:
    restored = Tries.of(json.loads(json.dumps(told(tried[:cut]).json())))
    for who, good, at in tried[cut:]:
        restored = restored.tried(who, good, at)
    assert restored == told(tried)


@given(TRIED, st.integers(-(10**9), 10**9))
def test_no_wait_is_below_zero_or_above_a_lock(tried: list[tuple[str, bool, int]], at: int) -> None:
    """Whatever the time is: time that ran back must lock nobody out for a week."""
    for who in ("F1", "F2", UNKNOWN):
        assert 0 <= told(tried).wait(who, at) <= 15 * MINUTE


def test_a_patient_guesser_has_four_tries_an_hour() -> None:
    """Who knows the rule and waits as little as may be."""
    tries, at, made = Tries(), 0, 0
    while at < 24 * 60 * MINUTE:
        wait = tries.wait("F1", at)
        at += wait
        if at < 24 * 60 * MINUTE:
            tries, made = tries.tried("F1", False, at), made + 1
    assert made <= 10 + 24 * 4


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ([], "tries: "),
        ({"F1": 3}, "tries.F1: "),
        ({"F1": {"times": 3}}, "tries.F1.at: "),
        ({"F1": {"times": 0, "at": 0}}, "tries.F1.times: "),
        ({"F1": {"times": True, "at": 0}}, "tries.F1.times: "),
        ({"F1": {"times": 1, "at": 0, "pin": "1234"}}, "tries.F1.pin: "),
    ],
)
def test_a_snapshot_that_is_none_is_refused(value: object, told: str) -> None:
    with pytest.raises(BadInput, match=f"^{told}"):
        Tries.of(value)
