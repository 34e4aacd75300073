"""What goes wrong by itself, and its end."""

from random import Random

import pytest

from controller.bots.troubles import BOUNCE, DEVICE, PANEL, Trouble, Troubles
from controller.play.mishaps import apply
from drivers.twin.device import DealingDevice
from drivers.twin.table import TwinTable

MINUTE = 60


@pytest.fixture(name="twin")
def _twin():
    made = TwinTable(6, ["ante", "blind"], DealingDevice())
    yield made
    made.close()


def met(twin: TwinTable, seed: int, rate: float, seconds: int = 20 * MINUTE) -> list[tuple[float, str]]:
    troubles = Troubles(twin, Random(seed), rate)
    found: list[tuple[float, str]] = []
    now = 0.0
    while now < seconds:
        before = troubles.met.copy()
        twin.step(now)
        troubles.step(now)
        found += [(now, words) for words in (troubles.met - before)]
        assert troubles.next_at > now
        now = min(troubles.next_at, now + 1.0)
    return found


def test_nothing_goes_wrong_at_a_rate_of_zero(twin: TwinTable) -> None:
    assert met(twin, 1, 0.0) == []


def test_troubles_come_about_as_often_as_they_should(twin: TwinTable) -> None:
    assert 15 < len(met(twin, 1, 2.0)) < 45
    assert len({words for _, words in met(twin, 2, 10.0)}) > 15


@pytest.mark.parametrize("trouble", [*DEVICE, *PANEL, BOUNCE], ids=str)
def test_every_trouble_and_its_end_are_the_twins_to_have(twin: TwinTable, trouble: Trouble) -> None:
    apply(trouble.mishap, twin)
    if trouble.mended is not None:
        apply(trouble.mended, twin)
    assert twin.keypad.plugged == (trouble.mishap.unplug != "keypad" or trouble.mended is not None)
    assert twin.line is not None
    assert twin.line.plugged
    assert twin.device is not None
    assert not twin.device.silent
    assert not twin.device.machine.door_open
