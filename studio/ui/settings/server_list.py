"""The list of servers beside their page."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from typing_extensions import override

from studio.ui.settings.arranged_list import ArrangedList, Names, RowText
from studio.ui.settings.parts import button
from studio.ui.theme import Theme

translate = QCoreApplication.translate


class ServerList(ArrangedList):
    """Lives as long as its page.

    Signals: `export_requested()`; `toggled(server_id)` for the space bar.
    """

    export_requested = Signal()
    toggled = Signal(str)

    def __init__(self, theme: Theme) -> None:
        names = Names(
            translate("ServerList", "Servers"),
            translate("ServerList", "Filter servers"),
            translate("ServerList", "Add a server"),
            translate(
                "ServerList",
                "Alt with an arrow key moves a server. The space bar switches it on or off.",
            ),
        )
        super().__init__(theme, names)
        self.export = button(self.tr("Export…"), "flat", self.tr("Export all servers as JSON"))
        self.export.clicked.connect(self.export_requested)
        self.export.setToolTip(self.tr("All of them as mcpServers JSON, without secrets"))
        self.column.setContentsMargins(14, 14, 14, 8)
        self.column.addWidget(self.export, 0, Qt.AlignmentFlag.AlignLeading)

    @override
    def show_rows(self, rows: tuple[tuple[str, RowText], ...]) -> None:
        self.export.setVisible(bool(rows))
        super().show_rows(rows)

    def set_tiny(self, is_tiny: bool) -> None:
        """Above the page every line counts: Export stands beside Add."""
        (self.column if is_tiny else self.top).removeWidget(self.export)
        if is_tiny:
            self.top.addWidget(self.export)
        else:
            self.column.addWidget(self.export, 0, Qt.AlignmentFlag.AlignLeading)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_press = event.type() == QEvent.Type.KeyPress and bool(self.current())
        if is_press and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space:
            self.toggled.emit(self.current())
            return True
        return super().eventFilter(watched, event)
