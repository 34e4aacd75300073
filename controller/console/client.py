"""A client of the control socket: for the consoles, for monitoring and for tests."""

import json
import socket
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from controller.console.view import View

SOCKET = Path("/run/table-controller/control")
"""Where the service listens, unless it is told otherwise."""
PATIENCE = 10.0
"""Seconds for an answer. Only a service that hangs or a disk that is about to fail takes longer than one."""
_PIECE = 64 * 1024


class NoService(Exception):
    """Nobody to talk to, in one line."""


class Connection:
    """Messages out and in; which answer belongs to what is the caller's to see."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rest = b""
        self.port = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.port.settimeout(PATIENCE)
        try:
            self.port.connect(str(path))
        except OSError as error:
            self.port.close()
            raise NoService(_why_not(path, error)) from None

    def close(self) -> None:
        self.port.close()

    def fileno(self) -> int:
        return self.port.fileno()

    def send(self, request: dict[str, Any]) -> None:
        try:
            self.port.sendall(json.dumps(request).encode() + b"\n")
        except OSError as error:
            # A service that turns us away says why before it closes: that is still to be read.
            if not isinstance(error, BrokenPipeError | ConnectionResetError):
                raise NoService(f"{self._path}: the service does not take a request") from None

    def receive(self) -> list[dict[str, Any]]:
        """The messages of one read, which may be none; raises NoService when there are no more to come."""
        try:
            data = self.port.recv(_PIECE)
        except TimeoutError:
            raise NoService(f"{self._path}: the service does not answer") from None
        except OSError:
            data = b""
        if not data:
            raise NoService(f"{self._path}: the service has closed the connection")
        *lines, self._rest = (self._rest + data).split(b"\n")
        messages = [json.loads(line) for line in lines]
        for message in messages:
            # Not an answer to anything: it is why we are turned away.
            if message.get("ok") is False and message.get("id") is None:
                raise NoService(f"{self._path}: {message['why']}")
        return messages


class Client:
    """Asks and waits."""

    def __init__(self, path: Path = SOCKET) -> None:
        self._connection = Connection(path)
        self._number = 0
        self._came: deque[dict[str, Any]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def ask(self, ask: str, **fields: Any) -> dict[str, Any]:
        """The service's answer, met or refused."""
        self._number += 1
        self._connection.send({"id": self._number, "ask": ask, **fields})
        while True:
            message = self._next()
            if message.get("id") == self._number:
                return message

    def watch(self) -> Iterator[View]:
        """The view now, and each time it changes; for ever, or until the service goes."""
        self.ask("watch")
        self._connection.port.settimeout(None)
        while True:
            message = self._next()
            if "state" in message:
                yield message["state"]

    def _next(self) -> dict[str, Any]:
        while not self._came:
            self._came.extend(self._connection.receive())
        return self._came.popleft()


def _why_not(path: Path, error: OSError) -> str:
    if isinstance(error, PermissionError):
        return f"{path}: you may not: it is for root and the group of the control socket"
    if isinstance(error, FileNotFoundError | ConnectionRefusedError):
        return f"{path}: the table's service is not there"
    return f"{path}: {error.strerror or error}"
