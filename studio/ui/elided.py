"""A label that shortens its text to the room it has."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QStyle, QWidget
from typing_extensions import override

from studio.ui.tips import plain_tip


class ElidedLabel(QLabel):
    """One line of plain text; the whole of it is the tooltip when it does not fit."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    @override
    def setText(self, text: str) -> None:
        super().setText(" ".join(text.split()))
        self.setAccessibleName(self.text())
        self.updateGeometry()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    @override
    def sizeHint(self) -> QSize:
        margins = self.contentsMargins()
        width = self.fontMetrics().horizontalAdvance(self.text()) + 2
        return QSize(width + margins.left() + margins.right(), super().sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        room = self.contentsRect()
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room.width()
        )
        self.setToolTip(plain_tip(self.text()) if shown != self.text() else "")
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        # A painter knows left and right, not where reading begins.
        side = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
        painter.drawText(room, int(side | Qt.AlignmentFlag.AlignVCenter), shown)
        painter.end()
