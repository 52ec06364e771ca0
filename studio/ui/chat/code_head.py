"""The line above code: its language, and what can be done with it."""

from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel, QMenu, QToolButton, QWidget

from studio.ui.buttons import icon_button
from studio.ui.chat.code_theme import code_theme
from studio.ui.chat.look import Look
from studio.ui.chat.mirroring import leading, mirrored
from studio.ui.icons import SIZE, Icon, icon

translate = QCoreApplication.translate

_SIDE = 24
_GAP = 2
_EDGE = 6
# A label shorter than this says nothing any more: the buttons make room for it.
_LEAST_LABEL = 90


class CodeHead(QWidget):
    """Owned by the block whose first chunk has it.

    Signals: `copy_requested()`, `save_requested()`, `wrap_requested(bool)`.
    """

    copy_requested = Signal()
    save_requested = Signal()
    wrap_requested = Signal(bool)

    def __init__(self, parent: QWidget, look: Look) -> None:
        super().__init__(parent)
        self._name = ""
        self.label = QLabel(self)
        self.label.setProperty("kind", "caption")
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.wrap = self._button(translate("Transcript", "Wrap lines"))
        self.wrap.setCheckable(True)
        self.save = self._button(translate("Transcript", "Save code as…"))
        self.copy = self._button(translate("Transcript", "Copy code"))
        self.more = self._button(translate("Transcript", "More about this code"))
        self.wrap.clicked.connect(self.wrap_requested)
        self.save.clicked.connect(self.save_requested)
        self.copy.clicked.connect(self.copy_requested)
        self.more.clicked.connect(self._open_menu)
        self.take_look(look)

    def take_look(self, look: Look) -> None:
        """Takes the colours and sizes of another look."""
        self._look = look
        theme = code_theme(look)
        muted = theme.muted.name()
        self.label.setStyleSheet("" if theme.is_own else f"color: {muted};")
        signs = {
            self.wrap: Icon.WRAP,
            self.save: Icon.SAVE,
            self.copy: Icon.COPY,
            self.more: Icon.MENU,
        }
        sign = look.px(SIZE - 1)
        for button, which in signs.items():
            button.setIcon(icon(which, muted))
            button.setIconSize(QSize(sign, sign))
            button.setFixedSize(look.px(_SIDE), look.px(_SIDE))

    def show_name(self, name: str, *, wraps: bool) -> None:
        """Says the language, and whether lines are wrapped."""
        self._name = name
        self.wrap.setChecked(wraps)

    def lay_out(self, width: int, height: int) -> None:
        """What does not fit goes into the menu."""
        look = self._look
        step = look.px(_SIDE) + _GAP
        is_narrow = width - 3 * step < look.px(_LEAST_LABEL) + look.px(_EDGE)
        shown = [self.copy, self.more] if is_narrow else [self.copy, self.save, self.wrap]
        for button in (self.copy, self.more, self.save, self.wrap):
            button.setVisible(button in shown)
        right = width - look.px(_EDGE)
        for number, button in enumerate(shown if not is_narrow else reversed(shown)):
            corner = QPoint(right - (number + 1) * step, (height - button.height()) // 2)
            button.setGeometry(mirrored(self, QRect(corner, button.size()), width))
        room = max(0, right - len(shown) * step - look.px(4))
        self.label.setGeometry(mirrored(self, QRect(0, 0, room, height), width))
        align = Qt.AlignmentFlag
        self.label.setAlignment(leading(self) | align.AlignAbsolute | align.AlignVCenter)
        metrics = QFontMetrics(self.label.font())
        self.label.setText(metrics.elidedText(self._name, Qt.TextElideMode.ElideMiddle, room))

    def add_to(self, menu: QMenu) -> None:
        """Adds all that can be done with the code."""
        menu.addAction(self.copy.accessibleName(), self.copy_requested.emit)
        menu.addAction(self.save.accessibleName(), self.save_requested.emit)
        wrap = menu.addAction(self.wrap.accessibleName())
        wrap.setCheckable(True)
        wrap.setChecked(self.wrap.isChecked())
        wrap.triggered.connect(self.wrap_requested)

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.add_to(menu)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _button(self, name: str) -> QToolButton:
        button = icon_button(name, parent=self)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        return button
