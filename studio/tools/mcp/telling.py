"""Tells those who watch which servers have changed, at most some times a second."""

import asyncio
import logging
from collections.abc import Callable

_log = logging.getLogger(__name__)
_PAUSE = 0.15  # seconds in which changes are gathered

Changed = Callable[[str], None]


class Telling:
    """Owned by the host. Has a timer only while something is to be told."""

    def __init__(self) -> None:
        self._watchers: list[Changed] = []
        self._waiting: dict[str, None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def watch(self, changed: Changed) -> Callable[[], None]:
        self._watchers.append(changed)

        def end() -> None:
            if changed in self._watchers:
                self._watchers.remove(changed)

        return end

    def tell(self, server_id: str) -> None:
        self._waiting[server_id] = None
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_PAUSE, self._flush)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._watchers.clear()

    def _flush(self) -> None:
        self._timer = None
        waiting, self._waiting = self._waiting, {}
        for server_id in waiting:
            for changed in tuple(self._watchers):
                try:
                    changed(server_id)
                except Exception:
                    _log.exception("a watcher failed")
