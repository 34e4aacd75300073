"""Every paragraph that asks something of the controller has a carrier and a test, or a named piece of work owes it."""

import pytest

from controller import rules
from controller.library import is_known, rulebook_ids

ROWS = rules.traced(rulebook_ids())
OF_US = {"enforce", "prompt", "configure", "define", "post"}

# Owed by the sign and the seats' displays: what is posted.
POSTING = {f"{row['rulebook']} {row['paragraph']}" for row in ROWS if row["duty"] == "post"}
# Owed by the progressive's link: rate of increase, linked tables.
PROGRESSIVE = {
    "md-uth 12.D(3)(a)",
    "ma-uth-2 §13(g)",
}
OWED = POSTING | PROGRESSIVE


def name_of(row: dict) -> str:
    return f"{row['rulebook']} {row['paragraph']}"


def test_all_809_paragraphs_are_listed() -> None:
    assert len(ROWS) == 809
    assert {row["duty"] for row in ROWS} == OF_US | {"outside"}


def test_every_paragraph_has_a_carrier_and_an_outside_one_its_reason() -> None:
    assert [name_of(row) for row in ROWS if not row["carrier"]] == []


def test_every_duty_has_a_test() -> None:
    untested = {name_of(row) for row in ROWS if row["duty"] in OF_US and not row["tests"]}
    assert sorted(untested - OWED) == []


def test_what_is_owed_is_owed_still() -> None:
    """A paragraph that has got its test leaves the list."""
    tested = {name_of(row) for row in ROWS if row["tests"]}
    assert sorted(PROGRESSIVE & tested) == []


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_test_names_paragraphs_that_are_there(rulebook: str) -> None:
    named = {rule for rule in rules.tests_by_paragraph(rules.tests_folder()) if rule.startswith(f"{rulebook} ")}
    assert named
    assert sorted(rule for rule in named if not is_known(rulebook, rule.removeprefix(f"{rulebook} "))) == []
