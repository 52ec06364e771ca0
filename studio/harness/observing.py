"""Those who hear the events of a chat. One that fails never harms the turn."""

import logging
from collections.abc import Callable

from studio.core.events import Event

_log = logging.getLogger(__name__)

Observer = Callable[[str, Event], None]


class Observers:
    """Called with turn ID and event, in the order they came."""

    def __init__(self) -> None:
        self._observers: list[Observer] = []

    def add(self, observer: Observer) -> Callable[[], None]:
        """Returns what ends the observing; calling it twice does no harm."""
        self._observers.append(observer)

        def end() -> None:
            if observer in self._observers:
                self._observers.remove(observer)

        return end

    def tell(self, turn_id: str, event: Event) -> None:
        for observer in tuple(self._observers):
            try:
                observer(turn_id, event)
            except Exception:
                _log.exception("an observer failed")
