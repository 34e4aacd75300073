"""One evening, played once through drivers and a twin; every test has its own copy."""

from pathlib import Path

import pytest

from tests.verify.made import EVENING, Played, journaled_and_wired, play


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return play(tmp_path_factory.mktemp("evening") / "table", EVENING, journaled_and_wired)


@pytest.fixture
def evening(played: Played, tmp_path: Path) -> Played:
    return played.copied(tmp_path / "table")
