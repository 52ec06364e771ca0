"""A piece of text on the page: read, never edited, and blind to the mouse.

The transcript handles the mouse for all its pieces, because a selection runs over several of them
and a piece may be recycled while one selects.
"""

from typing import Any

from PySide6.QtCore import QPoint, QSize, Qt, QUrl
from PySide6.QtGui import QImage, QShowEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget
from typing_extensions import override

_NOTHING = QImage(1, 1, QImage.Format.Format_ARGB32)


class TextView(QTextBrowser):
    """Owned by one row widget and filled anew for each row that the widget shows."""

    def __init__(self, parent: QWidget, *, wraps: bool = True) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(never)
        self.setHorizontalScrollBarPolicy(never)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.wrap(wraps)

    def wrap(self, wraps: bool) -> None:
        """Breaks lines at the edge from now on, or lets them run on."""
        if wraps:
            self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
            self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        else:
            self.setLineWrapMode(QTextEdit.LineWrapMode.NoWrap)

    def height_at(self, width: int) -> int:
        """Lays the text out for a width and says how high it is."""
        if self.lineWrapColumnOrWidth() != width:
            self.setLineWrapColumnOrWidth(width)
        # Said again, the same width lays all out anew.
        if self.document().textWidth() != width:
            self.document().setTextWidth(width)
        return round(self.document().size().height())

    def position_at(self, point: QPoint) -> int:
        """The place in the text under a point of this widget."""
        return self.cursorForPosition(point).position()

    def link_at(self, point: QPoint) -> str:
        """The address under a point of this widget, or nothing."""
        return self.anchorAt(point)

    def label_at(self, point: QPoint) -> str:
        """The words of the link under a point."""
        address = self.anchorAt(point)
        block = self.cursorForPosition(point).block()
        words: list[str] = []
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            if fragment.charFormat().anchorHref() == address:
                words.append(fragment.text())
            iterator += 1
        return "".join(words)

    def select(self, begin: int, end: int) -> None:
        """Shows a stretch as selected, without scrolling to it."""
        cursor = self.textCursor()
        last = max(0, self.document().characterCount() - 1)
        begin, end = min(begin, last), min(end, last)
        if (cursor.anchor(), cursor.position()) == (begin, end):
            return
        bar = self.horizontalScrollBar()
        place = bar.value()
        cursor.setPosition(begin)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        bar.setValue(place)

    def clear_selection(self) -> None:
        """Shows nothing as selected."""
        if self.textCursor().hasSelection():
            self.select(0, 0)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        # Qt scrolls to the cursor, which stands at the end of what was filled in.
        bar = self.horizontalScrollBar()
        place = bar.value()
        super().showEvent(event)
        bar.setValue(place)

    @override
    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        # None would make Qt look for a file of that name.
        return _NOTHING

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)
