"""The pictures beside a tool's result: scaled, one beside the other; each opens when pressed.

Loaded with the first result that brings some.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QImage, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from shiboken6 import isValid
from typing_extensions import override

from studio.core.messages import Attachment
from studio.ui.chat.look import read_look
from studio.ui.chat.picture_button import PictureButton
from studio.ui.theme import Theme

_HEIGHT = 240
_GAP = 8


class PictureStrip(QWidget):
    """Belongs to a card's body.

    Signals: `wanted(Attachment, take)`, where `take(image)` shows it, once the strip is seen;
    `opened(Attachment)`; `height_changed()`.
    """

    wanted = Signal(object, object)
    opened = Signal(object)
    height_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._files: tuple[Attachment, ...] = ()
        self._buttons: list[PictureButton] = []
        self._is_asked = False
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self._restyle)

    def show_files(self, files: tuple[Attachment, ...]) -> None:
        """Shows these from now on; costs nothing when it does so already."""
        if files == self._files:
            return
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        look = read_look(self._theme)
        self._files, self._is_asked = files, False
        self._buttons = [PictureButton(self, look) for _ in files]
        for file, button in zip(files, self._buttons, strict=True):
            button.show_picture(QImage(), file.name)
            button.clicked.connect(partial(self.opened.emit, file))
        if self.isVisible():
            self._ask()

    def _ask(self) -> None:
        self._is_asked = True
        for file, button in zip(self._files, self._buttons, strict=True):
            self.wanted.emit(file, self._taker(file, button))

    def _taker(self, file: Attachment, button: PictureButton) -> Callable[[QImage], None]:
        def take(image: QImage) -> None:
            # By the time it comes the card may show another result, or be gone.
            if isValid(self) and isValid(button) and button in self._buttons:
                button.show_picture(image, file.name)
                self._place(self.width())
                self.updateGeometry()
                self.height_changed.emit()

        return take

    def _place(self, width: int) -> int:
        """Puts the pictures in lines of this width and says how high they are together."""
        x = y = line = 0
        room = QSize(max(40, width), _HEIGHT)
        for button in self._buttons:
            size = button.size_in(room)
            button.setVisible(not size.isEmpty())
            if size.isEmpty():
                continue
            if x and x + size.width() > width:
                x, y, line = 0, y + line + _GAP, 0
            left = width - x - size.width() if self._is_mirrored else x
            button.setGeometry(QRect(left, y, size.width(), size.height()))
            x += size.width() + _GAP
            line = max(line, size.height())
        return y + line

    @property
    def _is_mirrored(self) -> bool:
        return self.layoutDirection() is Qt.LayoutDirection.RightToLeft

    def _restyle(self) -> None:
        look = read_look(self._theme)
        for button in self._buttons:
            button.restyle(look)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        return self._place(width)

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self._place(max(self.width(), 200)))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._is_asked:
            self._ask()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place(self.width())
