"""What models can do here, and the folders they may do it in."""

from studio.ui.settings.errands import Errands
from studio.ui.settings.folders import Folders
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices
from studio.ui.settings.parts import group_label, labelled
from studio.ui.settings.search_services import SearchServices
from studio.ui.settings.sheet import Page
from studio.ui.settings.tool_rows import ToolRows


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
        self.rows = ToolRows(needs, errands)
        self.body.addWidget(self.rows)
        self.body.addWidget(group_label(needs.theme, self.tr("Folders granted to tools")))
        promise = self.tr(
            "Tools that read or write files work inside these folders and nowhere else."
        )
        self.body.addWidget(labelled(promise, "secondary"))
        self.folders = Folders(needs, errands, notices, "granted_folders")
        self.body.addWidget(self.folders)
        self.web = SearchServices(self, needs, errands, notices)
        self.finish()
