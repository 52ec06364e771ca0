"""Those who want to hear that something changed."""

import logging
from collections.abc import Callable

_log = logging.getLogger(__name__)

Changed = Callable[[], None]


class Watchers:
    """Called without arguments, in the order they came. One that fails never harms the others."""

    def __init__(self) -> None:
        self._watchers: list[Changed] = []

    def add(self, changed: Changed) -> Changed:
        """Returns what ends the watching; calling it twice does no harm."""
        self._watchers.append(changed)

        def end() -> None:
            if changed in self._watchers:
                self._watchers.remove(changed)

        return end

    def tell(self) -> None:
        for changed in tuple(self._watchers):
            try:
                changed()
            except Exception:
                _log.exception("a watcher failed")
