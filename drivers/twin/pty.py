"""The dealing device behind a pseudo-terminal: real termios, real reads, a cable that can be pulled. No threads."""

import contextlib
import os
import tty
from pathlib import Path
from types import TracebackType

from drivers.twin.device import DealingDevice
from drivers.twin.line_faults import BadLine

WAITING = 1024
"""Bytes that wait while the terminal is full: a line without flow control has a small buffer and loses the rest."""
AT_A_TIME = 4096
"""Bytes of a read: what a terminal holds."""
MOST_READS = 16
"""Of one step, so that a host that never stops writing does not hold up the device."""


class PtyDevice:
    def __init__(
        self,
        device: DealingDevice,
        to_host: BadLine | None = None,
        to_device: BadLine | None = None,
        link: Path | None = None,
    ) -> None:
        """`link`: a name that stays the same over unplug and plug, as udev gives one."""
        self.device = device
        self.to_host, self.to_device = to_host or BadLine(), to_device or BadLine()
        self.link = link
        self.dropped = 0
        """Bytes that nobody read and that had no room to wait."""
        self._waiting = bytearray()
        self._ours, self._theirs = -1, -1
        self._path: str | None = None
        self.plug()

    # ---- the cable ---------------------------------------------------------------------

    @property
    def plugged(self) -> bool:
        return self._ours >= 0

    @property
    def path(self) -> str:
        """Of the terminal itself; it may change with every `plug`."""
        if self._path is None:
            raise OSError("the device is unplugged")
        return self._path

    def fileno(self) -> int:
        """-1 while it is unplugged."""
        return self._ours

    def plug(self) -> None:
        if self.plugged:
            return
        # The host's end stays open here too: else a read of ours fails whenever the host has closed its own.
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self._path = os.ttyname(self._theirs)
        if self.link is not None:
            fresh = self.link.with_name(f".{self.link.name}.new")
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(self._path)
            fresh.replace(self.link)

    def unplug(self) -> None:
        """The host sees its port go. What was under way is lost; the device goes on without a host."""
        if not self.plugged:
            return
        if self.link is not None:
            self.link.unlink(missing_ok=True)
        os.close(self._ours)
        os.close(self._theirs)
        self._ours, self._theirs, self._path = -1, -1, None
        self._waiting.clear()
        self.to_host.clear()
        self.to_device.clear()

    close = unplug

    def __enter__(self) -> "PtyDevice":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # ---- the time ----------------------------------------------------------------------

    @property
    def next_at(self) -> float | None:
        """When a step is due though the host writes nothing."""
        due = (self.device.next_at, self.to_host.next_at, self.to_device.next_at)
        return min((at for at in due if at is not None), default=None)

    def step(self, now: float) -> None:
        """Reads, lets the device do what is due, writes. It never waits."""
        if self.plugged:
            self.to_device.put(self._read(), now)
        for part in self.to_device.arrived(now):
            self.device.received(part, now)
        self.device.step(now)
        said = self.device.outgoing()
        if not self.plugged:
            return
        self.to_host.put(said, now)
        parts = self.to_host.arrived(now)
        self._write(b"")
        for part in parts:
            self._write(part)

    def _read(self) -> bytes:
        found = bytearray()
        with contextlib.suppress(BlockingIOError):
            for _ in range(MOST_READS):
                found += os.read(self._ours, AT_A_TIME)
        return bytes(found)

    def _write(self, data: bytes) -> None:
        self._waiting += data
        with contextlib.suppress(BlockingIOError):
            while self._waiting:
                del self._waiting[: os.write(self._ours, self._waiting)]
        self.dropped += max(0, len(self._waiting) - WAITING)
        del self._waiting[WAITING:]
