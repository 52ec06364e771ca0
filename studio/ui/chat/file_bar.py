"""The files beside the prompt, in the composer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget
from typing_extensions import override

from studio.core.attachments import FileError
from studio.core.messages import Attachment
from studio.ui.chat.file_chip import WIDTH, FileChip
from studio.ui.file_texts import fault_text
from studio.ui.theme import Theme

_MOST_HEIGHT = 168
_LEAST_HEIGHT = 50  # one row
_SHARE_OF_PAGE = 0.2
_GAP = 6


@dataclass(frozen=True, slots=True)
class Entry:
    """One file: attached, refused (`error`), or being read where it is neither."""

    id: str
    name: str
    attachment: Attachment | None = None
    error: FileError | None = None
    note: str = ""


class FileBar(QScrollArea):
    """Hidden while there is none; scrolls when there are many.

    Signals: `remove_requested(entry_id)`, `open_requested(Attachment)`, `refilled()` when there
    are other chips.
    """

    refilled = Signal()
    remove_requested = Signal(str)
    open_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries: tuple[Entry, ...] = ()
        self._pictures: Mapping[str, QImage] = {}
        self._chips: list[FileChip] = []
        self._most = _MOST_HEIGHT
        self._inside = QWidget()
        self.setWidget(self._inside)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Attached files"))
        self.hide()
        theme.changed.connect(self._fill)

    @property
    def chips(self) -> tuple[FileChip, ...]:
        return tuple(self._chips)

    def limit_to(self, height_of_page: int) -> None:
        """Takes a fifth of the page at most, then scrolls."""
        share = round(height_of_page * _SHARE_OF_PAGE)
        self._most = max(_LEAST_HEIGHT, min(share, _MOST_HEIGHT))
        self._fit()

    def show_entries(self, entries: Sequence[Entry], pictures: Mapping[str, QImage]) -> None:
        """`pictures` are small, by digest."""
        if (tuple(entries), pictures.keys()) != (self._entries, self._pictures.keys()):
            has_more = len(entries) > len(self._entries)
            self._entries, self._pictures = tuple(entries), pictures
            self._fill()
            if has_more:
                # Once they are laid out: what came last, an error above all, is in sight.
                QTimer.singleShot(0, self, self._show_last)

    def _fill(self) -> None:
        focused = next((n for n, chip in enumerate(self._chips) if _has_focus(chip)), None)
        for chip in self._chips:
            chip.hide()
            chip.deleteLater()
        self._chips = [self._chip(entry) for entry in self._entries]
        for chip in self._chips:
            chip.show()
        self.setVisible(bool(self._chips))
        self._fit()
        if focused is not None and self._chips:
            self._chips[min(focused, len(self._chips) - 1)].setFocus()
        self.refilled.emit()

    def _show_last(self) -> None:
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _chip(self, entry: Entry) -> FileChip:
        chip = FileChip(self._theme, entry.name, self._inside)
        chip.removed.connect(lambda: self.remove_requested.emit(entry.id))
        if entry.error is not None:
            chip.show_fault(fault_text(entry.error))
        elif entry.attachment is not None:
            attachment = entry.attachment
            chip.show_attached(attachment, self._pictures.get(attachment.digest), entry.note)
            chip.opened.connect(lambda: self.open_requested.emit(attachment))
        else:
            chip.show_reading()
        return chip

    def _fit(self) -> None:
        height = self._arrange(max(self.viewport().width(), 1))
        self._inside.setMinimumHeight(height)
        self.setFixedHeight(min(height, self._most))

    def _arrange(self, room: int) -> int:
        """In as many columns as there is room for; what is refused has a line of its own, to say
        why. Gives the height of all.

        By hand: a layout of our own would share its items with Qt, and either side may free them.
        """
        columns = max(1, (room + _GAP) // (WIDTH + _GAP))
        wide = (room - (columns - 1) * _GAP) // columns
        x, y, line = 0, 0, 0
        for chip in self._chips:
            width = room if chip.takes_line else wide
            height = chip.height_at(width)
            if line and x + width > room:
                x, y, line = 0, y + line + _GAP, 0
            chip.setGeometry(x, y, width, height)
            x += width + _GAP
            line = max(line, height)
        return y + line

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, self.minimumHeight())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _has_focus(chip: FileChip) -> bool:
    return chip.hasFocus() or chip.remove.hasFocus()
