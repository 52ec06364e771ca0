"""How a model's window is filled: a bar of one piece for each kind of part."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from studio.core.context_parts import Context, ContextKind
from studio.ui.inspector.context_texts import kinds_text, tokens_text
from studio.ui.palette import Palette
from studio.ui.theme import Theme
from studio.ui.tips import plain_tip

_HEIGHT = 14
_RADIUS = 4
_LEAST = 2.0


def kind_colour(palette: Palette, kind: ContextKind) -> QColor:
    """The same in the bar and in its legend; in the order in which parts stand in a request."""
    lightness = 0.66 if palette.is_dark else 0.5
    hues = {
        ContextKind.SYSTEM: 0.76,
        ContextKind.TOOL: 0.62,
        ContextKind.PROMPT: 0.54,
        ContextKind.FILE: 0.14,
        ContextKind.ANSWER: 0.42,
        ContextKind.REASONING: 0.87,
        ContextKind.CALL: 0.07,
        ContextKind.RESULT: 0.02,
    }
    return QColor.fromHslF(hues[kind], 0.42, lightness)


class ContextBar(QWidget):
    """As long as the model's window where that is known, else as its filling."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._pieces: Sequence[tuple[ContextKind, int]] = ()
        self._whole = 1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_context(self, context: Context) -> None:
        self._pieces = [(kind, context.of(kind)) for kind in ContextKind if context.of(kind)]
        self._whole = max(context.window or 0, context.tokens, 1)
        told = [f"{kinds_text(kind)}: {tokens_text(size)}" for kind, size in self._pieces]
        self.setAccessibleName(self.tr("What fills the window: {0}").format(", ".join(told)))
        self.setToolTip(plain_tip("\n".join(told)))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRectF(self.rect())
        path = QPainterPath()
        path.addRoundedRect(room, _RADIUS, _RADIUS)
        painter.setClipPath(path)
        painter.fillRect(room, QColor(palette.hover))
        is_left = self.layoutDirection() is Qt.LayoutDirection.LeftToRight
        at = 0.0
        for kind, size in self._pieces:
            width = max(room.width() * size / self._whole, _LEAST)
            left = at if is_left else room.width() - at - width
            painter.fillRect(
                QRectF(left, 0, max(width - 1, 1), room.height()), kind_colour(palette, kind)
            )
            at += width
        painter.end()


class KindSwatch(QWidget):
    """A small piece of colour in the legend."""

    def __init__(self, theme: Theme, kind: ContextKind) -> None:
        super().__init__()
        self._theme = theme
        self._kind = kind
        self.setFixedSize(10, 10)
        theme.changed.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(kind_colour(self._theme.palette, self._kind))
        painter.drawRoundedRect(QRectF(self.rect()), 2, 2)
        painter.end()
