"""A keypad and a badge reader, claimed."""

from collections.abc import Iterator

import pytest

from tests.panel.desk import Desk


@pytest.fixture
def pad() -> Iterator[Desk]:
    desk = Desk()
    assert desk.step() == []
    yield desk
    desk.driver.close()


@pytest.fixture
def reader() -> Iterator[Desk]:
    desk = Desk("badge reader")
    assert desk.step() == []
    yield desk
    desk.driver.close()
