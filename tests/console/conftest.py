"""A place for sockets: pytest's own directories are too deep for the name of one."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def path() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="table-") as directory:
        yield Path(directory) / "control"
