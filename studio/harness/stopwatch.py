"""How long a turn has worked, without what the user took to decide."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Stopwatch:
    """Runs from its making. Pauses may overlap: it stands while any of them lasts."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._since = now()
        self._seconds = 0.0
        self._pauses = 0

    @property
    def seconds(self) -> float:
        return self._seconds if self._pauses else self._seconds + self._now() - self._since

    @contextmanager
    def paused(self) -> Iterator[None]:
        if not self._pauses:
            self._seconds += self._now() - self._since
        self._pauses += 1
        try:
            yield
        finally:
            self._pauses -= 1
            if not self._pauses:
                self._since = self._now()
