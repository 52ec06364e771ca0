"""What models can do here, and the folders they may do it in."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from studio.core.tools import ToolDefinition
from studio.ui.settings.errands import Errands
from studio.ui.settings.folders import Folders
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices
from studio.ui.settings.parts import group_label, labelled, rule
from studio.ui.settings.sheet import Page
from studio.ui.theme import FontKind

translate = QCoreApplication.translate


class ToolsPage(Page):
    """Lives as long as the settings."""

    def __init__(self, needs: Needs, errands: Errands, notices: Notices) -> None:
        super().__init__(self.tr("Tools"))
        self._needs = needs
        intro = self.tr(
            "What a model can do while it answers. Each chat can switch tools off below its "
            "message field."
        )
        self.body.addWidget(labelled(intro, "secondary"))
        self.body.addWidget(group_label(needs.theme, self.tr("Built-in tools")))
        self.body.addWidget(self._list())
        self.body.addWidget(group_label(needs.theme, self.tr("Folders granted to tools")))
        promise = self.tr(
            "Tools that read or write files work inside these folders and nowhere else."
        )
        self.body.addWidget(labelled(promise, "secondary"))
        self.folders = Folders(needs, errands, notices, "granted_folders")
        self.body.addWidget(self.folders)
        self.finish()

    def _list(self) -> QFrame:
        card = QFrame()
        card.setProperty("kind", "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 6, 16, 6)
        column.setSpacing(0)
        for number, definition in enumerate(self._needs.tools()):
            if number:
                column.addWidget(rule())
            column.addLayout(self._row(definition))
        if not self._needs.tools():
            column.addWidget(labelled(self.tr("There are none."), "muted"))
        return card

    def _row(self, definition: ToolDefinition) -> QHBoxLayout:
        name = labelled(definition.name, "code")
        name.setFont(self._needs.theme.font(FontKind.CODE))
        lines = QVBoxLayout()
        lines.setSpacing(2)
        lines.addWidget(name)
        lines.addWidget(labelled(description(definition), "secondary"))
        row = QHBoxLayout()
        row.setContentsMargins(0, 10, 0, 10)
        row.setSpacing(12)
        row.addLayout(lines, 1)
        text = self.tr("Asks you first") if definition.asks_first else self.tr("Runs by itself")
        if not definition.asks_first and definition.is_read_only:
            text = self.tr("Only reads")
        pill = labelled(text, "pill-warning" if definition.asks_first else "pill")
        row.addWidget(pill, 0, Qt.AlignmentFlag.AlignVCenter)
        return row


def description(definition: ToolDefinition) -> str:
    """For people; a tool that is not ours is described by its own words for the model."""
    return _descriptions().get(definition.name, definition.description)


def _descriptions() -> dict[str, str]:
    return {
        "current_time": translate("settings", "Tells date and time, in any time zone."),
        "calculate": translate("settings", "Works out arithmetic exactly."),
        "list_directory": translate("settings", "Lists the files of a granted folder."),
        "read_text_file": translate("settings", "Reads a text file in a granted folder."),
        "write_text_file": translate(
            "settings", "Writes a text file in a granted folder, after showing you all of it."
        ),
    }
