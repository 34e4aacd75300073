"""What is left to do at the dealing device, by the records: nothing is asked for twice, and nothing is forgotten."""

from typing import Any

from controller.chain import BEFORE_ALL
from controller.records import notice_json
from controller.standing import Standing
from drivers import notices as of
from drivers.device import messages as m

BURN = {"effect": "dispense", "place": "burn", "cards": 1, "seat": None}
DEALT = of.Dispensed(7, "burn", None, 1, ())


def standing(*records: tuple[str, dict[str, Any]]) -> Standing:
    made = Standing()
    for seq, (kind, body) in enumerate(records, start=1):
        made.take(BEFORE_ALL._replace(seq=seq, kind=kind, body=body))
    return made


DUE = ("effects", {"of": 0, "effects": [BURN, BURN]})
TAKEN = ("done", {"of": 1, "n": 0, "begun": True})
HEARD = ("notice", {"notice": notice_json(DEALT)})
ONE = m.Dispense(0x43, 1)


def test_what_is_due_is_asked_for() -> None:
    assert standing(DUE).left.asked == ((ONE, (1, 0)), (ONE, (1, 1)))


def test_what_was_taken_is_under_way_until_its_event_is_heard() -> None:
    left = standing(DUE, TAKEN).left
    assert (left.asked, left.under_way) == (((ONE, (1, 1)),), (ONE,))
    left = standing(DUE, TAKEN, HEARD).left
    assert (left.asked, left.under_way) == (((ONE, (1, 1)),), ())


def test_an_event_that_was_heard_before_its_reply_ends_its_command() -> None:
    """A burn may be dispensed again and again: asked for once more, it would be dealt twice."""
    assert standing(DUE, HEARD).left.asked == ((ONE, (1, 1)),)
    assert standing(DUE, HEARD, TAKEN).left.under_way == (), "the reply comes late and begins nothing"


def test_another_stack_ends_no_command() -> None:
    other = ("notice", {"notice": notice_json(of.Dispensed(7, "dealer", None, 2, ()))})
    assert len(standing(DUE, other).left.asked) == 2


def test_a_fault_leaves_nothing_under_way() -> None:
    fault = ("notice", {"notice": notice_json(of.Faulted(8, "jam-dealing"))})
    assert standing(DUE, TAKEN, fault).left.under_way == ()


def test_a_snapshot_holds_all_of_it() -> None:
    made = standing(DUE, TAKEN)
    assert Standing.restored(made.snapshot()).snapshot() == made.snapshot()
    assert Standing.restored(made.snapshot()).left == made.left
