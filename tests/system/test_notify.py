"""What reaches systemd's socket, on a real one."""

import os
import secrets
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller import notify


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    name = str(tmp_path / "notify") if request.param == "file" else f"@table-{secrets.token_hex(8)}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as port:
        port.bind(name.replace("@", "\0", 1) if name.startswith("@") else name)
        port.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        yield port


def test_each_word_is_one_datagram(systemd: socket.socket) -> None:
    for tell, word in [
        (notify.ready, b"READY=1"),
        (notify.watchdog, b"WATCHDOG=1"),
        (notify.stopping, b"STOPPING=1"),
    ]:
        assert tell()
        assert systemd.recv(4096) == word


def test_the_status_is_one_line_whatever_it_says(systemd: socket.socket) -> None:
    assert notify.status("seat 3 to act\nWATCHDOG=1\0 §10(a) \udcff")
    assert systemd.recv(4096) == "STATUS=seat 3 to act WATCHDOG=1  §10(a)  ".encode()


def test_a_long_status_is_cut(systemd: socket.socket) -> None:
    assert notify.status("x" * 100_000)
    assert len(systemd.recv(200_000)) == len("STATUS=") + notify.LONGEST_STATUS


@pytest.mark.parametrize("name", [None, "", "notify", "vsock:2:1234"])
def test_where_nobody_asks_nothing_happens(name: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as port:
        port.bind("notify")
        port.settimeout(0)
        monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
        if name is not None:
            monkeypatch.setenv("NOTIFY_SOCKET", name)
        assert not any([notify.ready(), notify.stopping(), notify.watchdog(), notify.status("x")])
        with pytest.raises(BlockingIOError):
            port.recv(10)


def test_a_socket_without_a_listener_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    assert not notify.watchdog()


def test_a_systemd_that_takes_nothing_does_not_hold_up_the_loop(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "PATIENCE", 0.01)
    told = [notify.watchdog() for _ in range(1000)]
    assert told[0]
    assert not told[-1], "the queue was never full"


@pytest.mark.parametrize(
    ("usec", "pid", "seconds"),
    [
        ("10000000", None, 5.0),
        ("10000000", "own", 5.0),
        ("3000000", "own", 1.5),
        ("10000000", "1", None),
        (None, "own", None),
        ("", None, None),
        ("0", None, None),
        ("-5", None, None),
        ("soon", None, None),
        ("²", None, None),
    ],
)
def test_the_watchdog_is_fed_at_half_its_time(
    usec: str | None, pid: str | None, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("WATCHDOG_USEC", usec), ("WATCHDOG_PID", str(os.getpid()) if pid == "own" else pid)):
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    assert notify.watchdog_interval() == seconds
