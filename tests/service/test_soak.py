"""A short soak: see `make soak` for the long one."""

import pytest

from tests.soak import a_table
from tests.table.tables import KINDS, Kind


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_bots_play_on_over_faults_and_a_power_cut(kind: Kind) -> None:
    counted = a_table(kind, seed=5, rounds=2, cuts=1)
    assert counted["rounds"] >= 2
    assert counted["power cuts"] >= 1
