"""What the colours of a timeline mean: those that are in it."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from studio.core.messages import Outcome
from studio.core.timeline import CallBar, SpanKind, Timeline
from studio.ui.flow_row import flow_widget
from studio.ui.inspector.rounds_delegate import REFUSED, span_brush
from studio.ui.inspector.rounds_texts import kind_text
from studio.ui.palette import Palette
from studio.ui.theme import Theme

translate = QCoreApplication.translate

_ROUND = 2.0
_CALL, _FAILED_CALL = "call", "failed_call"


class RoundsLegend(QWidget):
    """Below a timeline. Calls that neither ended well nor failed say so themselves."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.entries: dict[str, QWidget] = {}
        lines, self._row = flow_widget(at_end=False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(lines)
        for kind in SpanKind:
            self._add(kind, Swatch(theme, _span_ink(kind)), kind_text(kind))
        done, failed = Swatch(theme, _call_ink), Swatch(theme, _failure_ink)
        self._add(_CALL, done, translate("inspector", "Call"))
        self._add(_FAILED_CALL, failed, translate("inspector", "Failed call"))

    def show_timeline(self, timeline: Timeline) -> None:
        seen = _seen(timeline)
        for name, entry in self.entries.items():
            if entry.isHidden() is (name in seen):
                entry.setVisible(name in seen)
        self.setVisible(bool(seen))

    def _add(self, name: str, swatch: QWidget, text: str) -> None:
        entry = self.entries[name] = QWidget()
        inside = QHBoxLayout(entry)
        inside.setContentsMargins(0, 0, 4, 0)
        inside.setSpacing(5)
        inside.addWidget(swatch)
        label = QLabel(text)
        label.setProperty("kind", "muted")
        inside.addWidget(label)
        entry.hide()
        self._row.addWidget(entry)


class Swatch(QWidget):
    """A small piece of colour in a legend."""

    def __init__(self, theme: Theme, ink: Callable[[Palette], QBrush]) -> None:
        super().__init__()
        self._theme = theme
        self._ink = ink
        self.setFixedSize(12, 10)
        theme.changed.connect(self.update)

    @override
    def paintEvent(self, event: object) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._ink(self._theme.palette))
        painter.drawRoundedRect(QRectF(self.rect()), _ROUND, _ROUND)
        painter.end()


def _seen(timeline: Timeline) -> set[str]:
    """What is drawn of it."""
    seen: set[str] = set()
    for bar in timeline.rounds:
        seen |= {span.kind for span in bar.spans if span.seconds > 0 or span.is_open}
        seen |= {_call_entry(call) for call in bar.calls}
    return seen - {""}


def _call_entry(call: CallBar) -> str:
    if call.outcome is None or call.is_held or call.outcome in REFUSED:
        return ""
    return _CALL if call.outcome is Outcome.DONE else _FAILED_CALL


def _span_ink(kind: SpanKind) -> Callable[[Palette], QBrush]:
    return lambda palette: span_brush(palette, kind)


def _call_ink(palette: Palette) -> QBrush:
    return QBrush(QColor(palette.success))


def _failure_ink(palette: Palette) -> QBrush:
    return QBrush(QColor(palette.danger))
