"""The small doors between drivers and hardware. The twin stands behind the same ones as a Raspberry Pi does.

USB has none of its own: pyusb's back end is the door there.
"""

from collections.abc import Callable
from typing import Literal, Protocol

Pull = Literal["up", "down", "none"]


class Line(Protocol):
    """A serial line, open. Every method raises PortLost when the other end is gone."""

    def read(self) -> bytes:
        """What has come in, nothing if nothing has; never waits."""

    def write(self, data: bytes) -> None: ...

    def fileno(self) -> int:
        """For waiting until something comes in."""

    def close(self) -> None: ...


class Pins(Protocol):
    """General-purpose pins by their BCM number. High is True."""

    def input(self, pin: int, pull: Pull) -> None: ...

    def output(self, pin: int, high: bool) -> None:
        """Makes it an output that stands like this from its first moment."""

    def read(self, pin: int) -> bool:
        """Of an output: what it really stands at."""

    def write(self, pin: int, high: bool) -> None: ...

    def watch(self, pin: int, seen: Callable[[int], None]) -> None:
        """Calls `seen` with the pin at an edge, from any thread. Edges get lost: the level alone is the truth."""

    def close(self) -> None:
        """Every pin back to an input, nothing watched any more."""
