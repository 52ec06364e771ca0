"""Folders, one a line, that can be taken off; and a button for more."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.ui.elided import ElidedLabel
from studio.ui.settings.parts import button, labelled
from studio.ui.theme import FontKind, Theme


class FolderLines(QWidget):
    """Lives as long as its form. `beside` gives what else stands in the line of a folder.

    Signals: `add_requested()`; `removed(folder)`.
    """

    add_requested = Signal()
    removed = Signal(str)

    def __init__(self, theme: Theme, beside: Callable[[str], QWidget] | None = None) -> None:
        super().__init__()
        self._theme = theme
        self._beside = beside
        self._nothing = labelled(self.tr("No folder yet."), "muted")
        self.add = button(self.tr("+ Add folder…"), name=self.tr("Add a folder"))
        self.add.clicked.connect(self.add_requested)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self._lines)
        column.addWidget(self._nothing)
        column.addWidget(self.add)

    def show_lines(self, folders: tuple[str, ...]) -> None:
        while (item := self._lines.takeAt(0)) is not None:
            line = item.widget()
            if line is not None:
                line.hide()
                line.deleteLater()
        for folder in folders:
            self._lines.addWidget(self._line(folder))
        self._nothing.setVisible(not folders)

    def _line(self, folder: str) -> QWidget:
        line = QWidget()
        label = ElidedLabel(folder)
        label.setFont(self._theme.font(FontKind.CODE))
        remove = button(self.tr("Remove"), name=self.tr("Remove {0}").format(folder))
        remove.clicked.connect(lambda: self.removed.emit(folder))
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label, 1)
        if self._beside is not None:
            row.addWidget(self._beside(folder))
        row.addWidget(remove)
        return line
