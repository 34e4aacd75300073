"""A thread at the edge: steps one driver again and again and puts what it tells into the inbox. No more than that."""

import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue

from drivers import notices as of


class Pump:
    def __init__(
        self,
        name: str,
        step: Callable[[float], Sequence[of.Notice]],
        rest: Callable[[], None],
        inbox: "SimpleQueue[of.Notice]",
    ) -> None:
        """`rest` waits until there may be something to do."""
        self.name = name
        self._step, self._rest, self._inbox = step, rest, inbox
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Returns when the thread has ended."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                for notice in self._step(time.monotonic()):
                    self._inbox.put(notice)
                self._rest()
        except Exception as error:
            # Whatever it was, the table has lost this side of its hardware and must know.
            self._inbox.put(of.DriverFailed(self.name, f"{type(error).__name__}: {error}"))


class Nap:
    """Rests until a time that is asked for each time, or until it is woken."""

    LONGEST = 0.5
    """Seconds: a time of never is looked at again after that."""

    def __init__(self, until: Callable[[], float]) -> None:
        self._until = until
        self._woken = threading.Event()

    def wake(self) -> None:
        self._woken.set()

    def __call__(self) -> None:
        left = min(self._until() - time.monotonic(), self.LONGEST)
        if left > 0:
            self._woken.wait(left)
        self._woken.clear()
