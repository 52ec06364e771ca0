"""Headings that only a screen reader finds: who speaks, above each message in sight.

The page itself shows by its form whose words they are.
"""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QWidget

from studio.ui.chat.column import Column, Place
from studio.ui.chat.stops import Spoken, message_at, starts_message

translate = QCoreApplication.translate


class MessageHead(QWidget):
    """Invisible; `message` is what it stands above."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.message = Spoken(0, is_answer=False)
        self.is_current = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


class MessageHeads:
    """Owned by the transcript; made when a screen reader is there."""

    def __init__(self, viewport: QWidget) -> None:
        self._viewport = viewport
        self._heads: dict[Place, MessageHead] = {}
        self._idle: list[MessageHead] = []

    def at(self, place: Place) -> MessageHead | None:
        """The head that stands above a row, if the row begins a message."""
        return self._heads.get(place)

    def place(self, column: Column, bound: dict[Place, QWidget], current: Spoken | None) -> None:
        """Puts a head above each message that begins in sight."""
        wanted = {place for place in bound if starts_message(column, place)}
        for gone in [place for place in self._heads if place not in wanted]:
            head = self._heads.pop(gone)
            head.hide()
            self._idle.append(head)
        for place in wanted:
            head = self._heads.get(place) or self._take(place)
            row = bound[place]
            head.setGeometry(row.x(), row.y(), max(row.width(), 1), 1)
            head.message = message_at(column, place)
            head.is_current = head.message == current
            name = _speaker(column, head.message)
            if head.accessibleName() != name:
                head.setAccessibleName(name)
            head.show()

    def focus(self, message: Spoken) -> None:
        """Tells a screen reader that the reader went to this message."""
        for head in self._heads.values():
            if head.message == message:
                event = QAccessibleEvent(head, QAccessible.Event.Focus)
                QAccessible.updateAccessibility(event)

    def _take(self, place: Place) -> MessageHead:
        head = self._idle.pop() if self._idle else MessageHead(self._viewport)
        self._heads[place] = head
        return head


def _speaker(column: Column, message: Spoken) -> str:
    if not message.is_answer:
        return translate("Transcript", "You")
    return column.rows_of(message.turn).model or translate("Transcript", "Answer")
