"""A path with a button to choose it, and a list of folders."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from studio.ui.elided import ElidedLabel
from studio.ui.fields import LineEdit
from studio.ui.settings.errands import Errands
from studio.ui.settings.parts import button, labelled
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.theme import FontKind

Pick = Callable[[QWidget, str], Awaitable[Path | None]]


class PathField(QWidget):
    """One path, typed or chosen. Lives as long as its form.

    Signals: `edited(path)`, when it is finished.
    """

    edited = Signal(str)

    def __init__(self, needs: ServerNeeds, errands: Errands, pick: Pick, title: str) -> None:
        super().__init__()
        self._errands = errands
        self._pick = pick
        self._title = title
        self.edit = LineEdit()
        self.edit.setFont(needs.theme.font(FontKind.CODE))
        self.edit.editingFinished.connect(self._tell)
        self.choose = button(self.tr("Choose…"), name=title)
        self.choose.clicked.connect(lambda: errands.start(self._choose(), "servers: pick a path"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.edit, 1)
        row.addWidget(self.choose)
        self.setFocusProxy(self.edit)

    @override
    def setAccessibleName(self, name: str) -> None:
        """The line is what a screen reader comes to."""
        super().setAccessibleName(name)
        self.edit.setAccessibleName(name)

    def show_path(self, path: str) -> None:
        if not self.edit.isModified() and self.edit.text() != path:
            self.edit.setText(path)
            self.edit.setCursorPosition(0)

    def _tell(self) -> None:
        if self.edit.isModified():
            self.edit.setModified(False)
            self.edited.emit(self.edit.text().strip())

    async def _choose(self) -> None:
        path = await self._pick(self, self._title)
        if path is not None and isValid(self):
            self.edit.setText(str(path))
            self.edited.emit(str(path))


class FolderList(QWidget):
    """Folders that the user adds to and takes from. Lives as long as its form.

    Signals: `edited(folders)`.
    """

    edited = Signal(object)

    def __init__(self, needs: ServerNeeds, errands: Errands) -> None:
        super().__init__()
        self._needs = needs
        self._folders: tuple[str, ...] = ()
        self._nothing = labelled(self.tr("No folder yet."), "muted")
        self.add = button(self.tr("+ Add folder…"), name=self.tr("Add a folder"))
        self.add.clicked.connect(lambda: errands.start(self._pick(), "servers: pick a folder"))
        self._lines = QVBoxLayout()
        self._lines.setSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self._lines)
        column.addWidget(self._nothing)
        column.addWidget(self.add)

    def show_folders(self, folders: tuple[str, ...]) -> None:
        if folders == self._folders:
            return
        self._folders = folders
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
        label.setFont(self._needs.theme.font(FontKind.CODE))
        remove = button(self.tr("Remove"), name=self.tr("Remove {0}").format(folder))
        remove.clicked.connect(lambda: self._remove(folder))
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label, 1)
        row.addWidget(remove)
        return line

    def _remove(self, folder: str) -> None:
        self.edited.emit(tuple(one for one in self._folders if one != folder))
        self.add.setFocus()

    async def _pick(self) -> None:
        picked = await self._needs.pick_folder(self, self.tr("Choose a folder"))
        if picked is not None and isValid(self) and str(picked) not in self._folders:
            self.edited.emit((*self._folders, str(picked)))
