"""The events of one chat, at the pace of the screen.

A delta waits for the frame and merges with its neighbours; anything else flushes at once, so the
order never changes. The timer runs only while something waits.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from studio.core.events import Event, ReasoningDelta, TextDelta, ToolCallDelta

FRAME_MS = 33
_MOST_WAITING = 32_000  # characters: a fast server sends more in one frame than one can draw

Observer = Callable[[str, Event], None]
Subscribe = Callable[[Observer], Callable[[], None]]
Delta = TextDelta | ReasoningDelta | ToolCallDelta


@dataclass(slots=True)
class _Waiting:
    """Neighbouring deltas of one kind, their text in pieces until the frame."""

    turn_id: str
    first: Delta
    pieces: list[str]

    def takes(self, turn_id: str, delta: Delta) -> bool:
        if turn_id != self.turn_id or type(delta) is not type(self.first):
            return False
        if isinstance(delta, ToolCallDelta) and isinstance(self.first, ToolCallDelta):
            return delta.tool_use_id == self.first.tool_use_id
        return True

    def merged(self) -> Delta:
        text = "".join(self.pieces)
        match self.first:
            case TextDelta():
                return TextDelta(text)
            case ReasoningDelta():
                return ReasoningDelta(text)
            case ToolCallDelta(tool_use_id, name):
                return ToolCallDelta(tool_use_id, name, text)


class EventFeed(QObject):
    """Lives as long as the page that shows the chat; `close` ends it.

    Signals: `happened(turn_id, event)`.
    """

    happened = Signal(object, object)

    def __init__(self, subscribe: Subscribe, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[_Waiting] = []
        self._size = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.flush)
        self._unsubscribe = subscribe(self._take)

    def close(self) -> None:
        """Hears no more; what waits is dropped."""
        self._unsubscribe()
        self._timer.stop()
        self._waiting.clear()

    def flush(self) -> None:
        """Tells what waits, now."""
        self._timer.stop()
        waiting, self._waiting = self._waiting, []
        self._size = 0
        for each in waiting:
            self.happened.emit(each.turn_id, each.merged())

    @property
    def is_waiting(self) -> bool:
        return self._timer.isActive()

    def _take(self, turn_id: str, event: Event) -> None:
        if not isinstance(event, TextDelta | ReasoningDelta | ToolCallDelta):
            self.flush()
            self.happened.emit(turn_id, event)
            return
        if not self._waiting or not self._waiting[-1].takes(turn_id, event):
            self._waiting.append(_Waiting(turn_id, event, []))
        piece = event.arguments if isinstance(event, ToolCallDelta) else event.text
        self._waiting[-1].pieces.append(piece)
        self._size += len(piece)
        if self._size > _MOST_WAITING:
            self.flush()
        elif not self._timer.isActive():
            self._timer.start()
