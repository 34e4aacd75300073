"""tablectl console: on a terminal the whole table, elsewhere a line for whatever changes."""

import os
import sys
from pathlib import Path

from controller.console.client import SOCKET, NoService


def run(path: str | None) -> int:
    socket = SOCKET if path is None else Path(path)
    try:
        if sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            from controller.console.terminal import loop

            return loop.run(socket)
        from controller.console.terminal import plain

        return plain.run(socket)
    except NoService as reason:
        print(f"tablectl console: {reason}", file=sys.stderr)
        return 1
