"""A path with a button to choose it, and a list of folders."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from studio.ui.fields import LineEdit
from studio.ui.focus import focus_goes_to
from studio.ui.settings.errands import Errands
from studio.ui.settings.folder_lines import FolderLines
from studio.ui.settings.parts import button
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
        focus_goes_to(self, self.edit)

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


class FolderList(FolderLines):
    """Folders that the user adds to and takes from. Lives as long as its form.

    Signals: `edited(folders)`.
    """

    edited = Signal(object)

    def __init__(self, needs: ServerNeeds, errands: Errands) -> None:
        super().__init__(needs.theme)
        self._needs = needs
        self._folders: tuple[str, ...] = ()
        self.add_requested.connect(lambda: errands.start(self._pick(), "servers: pick a folder"))
        self.removed.connect(self._remove)

    def show_folders(self, folders: tuple[str, ...]) -> None:
        if folders != self._folders:
            self._folders = folders
            self.show_lines(folders)

    def _remove(self, folder: str) -> None:
        self.edited.emit(tuple(one for one in self._folders if one != folder))
        self.add.setFocus()

    async def _pick(self) -> None:
        picked = await self._needs.pick_folder(self, self.tr("Choose a folder"))
        if picked is not None and isValid(self) and str(picked) not in self._folders:
            self.edited.emit((*self._folders, str(picked)))
