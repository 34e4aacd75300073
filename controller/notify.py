"""Tells systemd how the service is: datagrams to the socket it names. Where nobody asks, nothing happens."""

import os
import socket
from contextlib import suppress

PATIENCE = 0.5
"""Seconds for a datagram to be taken: the loop must not hang on it, and a lost watchdog beat is followed by another."""
LONGEST_STATUS = 200
"""Characters; it is one line of `systemctl status`."""


def ready() -> bool:
    """The service is up. As with the others: whether it could be told."""
    return _tell("READY=1")


def stopping() -> bool:
    return _tell("STOPPING=1")


def watchdog() -> bool:
    """One more beat. For a loop that has just been round, and for nobody else."""
    return _tell("WATCHDOG=1")


def status(text: str) -> bool:
    """What the service is doing, in a line. A line break would begin another message, so none gets through."""
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    return _tell(f"STATUS={line[:LONGEST_STATUS]}")


def watchdog_interval() -> float | None:
    """Seconds between two beats, half of what systemd allows; None where it waits for none of this process."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    allowed = os.environ.get("WATCHDOG_USEC", "")
    if not (allowed.isascii() and allowed.isdigit() and int(allowed) > 0):
        return None
    return int(allowed) / 2_000_000


def _tell(message: str) -> bool:
    name = os.environ.get("NOTIFY_SOCKET", "")
    if name[:1] not in ("/", "@"):
        return False
    place = "\0" + name[1:] if name[0] == "@" else name  # the kernel's way to write a name that is no file
    # A systemd that does not listen is no reason to stop dealing: it restarts who does not reach it.
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as port:
        port.settimeout(PATIENCE)
        port.sendto(message.encode("utf-8"), place)
        return True
    return False
