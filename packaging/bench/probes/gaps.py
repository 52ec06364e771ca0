"""How long the GUI thread is away: the times between the ticks of a fast timer."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget
from typing_extensions import override

TICK_MS = 5


class Gaps:
    """Milliseconds between ticks."""

    def __init__(self) -> None:
        self._gaps: list[float] = []
        self._last = time.perf_counter()

    def tick(self) -> None:
        now = time.perf_counter()
        self._gaps.append((now - self._last) * 1000)
        self._last = now

    def figures(self) -> dict[str, float]:
        """The 99th percentile and the longest."""
        ordered = sorted(self._gaps)
        return {"p99": ordered[int(len(ordered) * 0.99)], "longest": ordered[-1]}


@contextmanager
def watched() -> Iterator[Gaps]:
    """Measures while the block runs."""
    gaps = Gaps()
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(TICK_MS)
    timer.timeout.connect(gaps.tick)
    timer.start()
    yield gaps
    timer.stop()


class Paints(QObject):
    """Notes when a widget is painted, from the moment on that it is made."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.at: float | None = None
        self._widget = widget
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self.at is None:
            self.at = time.perf_counter()
        return False
