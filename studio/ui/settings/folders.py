"""A list of folders that the user adds to and takes from."""

from collections.abc import Callable

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from studio.core.trust import Level
from studio.ui.elided import ElidedLabel
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import calm
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices, Offer
from studio.ui.settings.parts import button, labelled
from studio.ui.theme import FontKind
from studio.ui.trust_texts import level_text


class Folders(QWidget):
    """Lives as long as its page. `name` is the field of the settings that holds the folders."""

    def __init__(self, needs: Needs, errands: Errands, notices: Notices, name: str) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._notices = notices
        self._name = name
        self._is_graded = name == "granted_folders"
        self._nothing = labelled(self.tr("No folder yet."), "muted")
        self.add = button(self.tr("+ Add folder…"), name=self.tr("Add a folder"))
        self.add.clicked.connect(lambda: errands.start(self._pick(), "settings: pick a folder"))
        self._lines = QVBoxLayout()
        self._lines.setSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self._lines)
        column.addWidget(self._nothing)
        column.addWidget(self.add)
        self.destroyed.connect(needs.preferences.watch(self.refresh))
        self.refresh()

    @property
    def folders(self) -> tuple[str, ...]:
        folders: tuple[str, ...] = getattr(self._needs.preferences.settings, self._name)
        return folders

    def refresh(self) -> None:
        """What is set now."""
        while (item := self._lines.takeAt(0)) is not None:
            line = item.widget()
            if line is not None:
                line.hide()
                line.deleteLater()
        for folder in self.folders:
            self._lines.addWidget(self._line(folder))
        self._nothing.setVisible(not self.folders)

    def _line(self, folder: str) -> QWidget:
        line = QWidget()
        label = ElidedLabel(folder)
        label.setFont(self._needs.theme.font(FontKind.CODE))
        remove = button(self.tr("Remove"), name=self.tr("Remove {0}").format(folder))
        remove.clicked.connect(lambda: self._remove(folder))
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label, 1)
        if self._is_graded:
            row.addWidget(self._level(folder))
        row.addWidget(remove)
        return line

    def _level(self, folder: str) -> QComboBox:
        """How private what lies in it is."""
        box = QComboBox()
        calm(box)
        box.setAccessibleName(self.tr("How private {0} is").format(folder))
        for level in Level:
            box.addItem(level_text(level), level)
        now = self._needs.preferences.settings.folder_levels.get(folder, Level.INTERNAL)
        box.setCurrentIndex(box.findData(now))
        box.activated.connect(lambda: self._grade(folder, Level(box.currentData())))
        return box

    def _grade(self, folder: str, level: Level) -> None:
        levels = {**self._needs.preferences.settings.folder_levels, folder: level}
        if level is Level.INTERNAL:
            del levels[folder]
        work = self._needs.preferences.change(folder_levels=levels)
        self._errands.start(work, "settings: folder_levels")

    async def _pick(self) -> None:
        picked = await self._needs.pick_folder(self, self.tr("Choose a folder"))
        if picked is not None and str(picked) not in self.folders:
            await self._set((*self.folders, str(picked)))

    def _remove(self, folder: str) -> None:
        """Counts at once, as a folder granted no longer must be; Undo grants it again."""
        before = self.folders
        after = tuple(one for one in before if one != folder)
        self._start(after)
        text = self.tr("{0} was taken off the list. Nothing in it was changed.").format(folder)
        self._notices.offer(Offer(text, _nothing_more, self._putting_back(before)))

    def _putting_back(self, before: tuple[str, ...]) -> Callable[[], None]:
        return lambda: self._start(before)

    def _start(self, folders: tuple[str, ...]) -> None:
        self._errands.start(self._set(folders), f"settings: {self._name}")

    async def _set(self, folders: tuple[str, ...]) -> None:
        await self._needs.preferences.change(**{self._name: folders})


async def _nothing_more() -> None:
    """What was offered to be undone is done already."""
