"""Two small buttons at the corner of a table: seen while the pointer or the keys are there."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget
from typing_extensions import override

from studio.ui.buttons import icon_button
from studio.ui.chat.look import Look
from studio.ui.icons import SIZE, Icon, icon

translate = QCoreApplication.translate

_SIDE = 24


class TableBar(QWidget):
    """Owned by the first chunk of a table. Its buttons are always there for the keys.

    Signals: `menu_requested()`, `large_requested()`.
    """

    menu_requested = Signal()
    large_requested = Signal()

    def __init__(self, parent: QWidget, look: Look) -> None:
        super().__init__(parent)
        self._is_pointed_at = False
        self.copy = self._button(translate("Transcript", "Copy table as…"))
        self.large = self._button(translate("Transcript", "Open table in a window"))
        self.copy.clicked.connect(self.menu_requested)
        self.large.clicked.connect(self.large_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(2)
        for button in (self.copy, self.large):
            layout.addWidget(button)
            button.installEventFilter(self)
        self.take_look(look)

    @property
    def is_revealed(self) -> bool:
        """Whether the buttons can be seen."""
        return self._is_pointed_at or self.copy.hasFocus() or self.large.hasFocus()

    def take_look(self, look: Look) -> None:
        """Takes the colours and sizes of another look."""
        self._look = look
        sign = look.px(SIZE - 1)
        for button in (self.copy, self.large):
            button.setIconSize(QSize(sign, sign))
            button.setFixedSize(look.px(_SIDE), look.px(_SIDE))
        self._draw()

    def reveal(self, is_pointed_at: bool) -> None:
        """The pointer came or went."""
        self._is_pointed_at = is_pointed_at
        self._draw()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self._draw()
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.is_revealed:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._look.colour("border"), 1))
        painter.setBrush(self._look.colour("raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _draw(self) -> None:
        colour = self._look.palette.text_secondary
        shown = self.is_revealed
        self.copy.setIcon(icon(Icon.COPY, colour) if shown else QIcon())
        self.large.setIcon(icon(Icon.LARGE, colour) if shown else QIcon())
        self.update()

    def _button(self, name: str) -> QToolButton:
        button = icon_button(name)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        return button
