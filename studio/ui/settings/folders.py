"""A list of folders that the user adds to and takes from."""

from collections.abc import Callable

from PySide6.QtWidgets import QComboBox

from studio.core.trust import Level
from studio.ui.settings.errands import Errands
from studio.ui.settings.folder_lines import FolderLines
from studio.ui.settings.form import calm
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices, Offer
from studio.ui.trust_texts import level_text


class Folders(FolderLines):
    """Lives as long as its page. `name` is the field of the settings that holds the folders."""

    def __init__(self, needs: Needs, errands: Errands, notices: Notices, name: str) -> None:
        is_graded = name == "granted_folders"
        super().__init__(needs.theme, self._level if is_graded else None)
        self._needs = needs
        self._errands = errands
        self._notices = notices
        self._name = name
        self.add_requested.connect(lambda: errands.start(self._pick(), "settings: pick a folder"))
        self.removed.connect(self._remove)
        self.destroyed.connect(needs.preferences.watch(self.refresh))
        self.refresh()

    @property
    def folders(self) -> tuple[str, ...]:
        folders: tuple[str, ...] = getattr(self._needs.preferences.settings, self._name)
        return folders

    def refresh(self) -> None:
        """What is set now."""
        self.show_lines(self.folders)

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
