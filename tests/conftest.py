"""For every test: what it opens it closes."""

import gc
import os
import threading
from collections.abc import Iterator

import pytest

WATCHED = ("/dev/", "pipe:", "socket:", "anon_inode:")
"""Ports, terminals, pipes and sockets; files of the test runner itself come and go."""


def open_ports() -> set[str]:
    found = set()
    for number in os.listdir("/proc/self/fd"):
        try:
            place = os.readlink(f"/proc/self/fd/{number}")
        except OSError:
            continue
        if place.startswith(WATCHED):
            found.add(f"{number} {place}")
    return found


@pytest.fixture(autouse=True)
def _nothing_is_left_open() -> Iterator[None]:
    threads, ports = set(threading.enumerate()), open_ports()
    yield
    if open_ports() - ports or set(threading.enumerate()) - threads:
        gc.collect()  # what only waits to be collected is no leak
    left = [thread.name for thread in set(threading.enumerate()) - threads if thread.is_alive()]
    assert not left, f"threads that go on: {left}"
    assert not open_ports() - ports, "ports that stay open"
