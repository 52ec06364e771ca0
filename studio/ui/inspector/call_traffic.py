"""The messages of the protocol during one call, with what the server wrote meanwhile."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSplitter, QVBoxLayout, QWidget

from studio.ui.inspector.call_texts import Passage
from studio.ui.inspector.json_view import JsonView
from studio.ui.inspector.raw_facts import moment_text
from studio.ui.theme import FontKind, Theme

_PASSAGE = Qt.ItemDataRole.UserRole


class CallTraffic(QWidget):
    """Part of the tab of a call."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Messages and log lines during the call, oldest first"))
        self.list.setUniformItemSizes(True)
        self.list.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body = JsonView(theme, self.tr("The chosen message"))
        self.list.currentItemChanged.connect(self._show)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(self.list)
        split.addWidget(self.body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(split, 1)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_passages(self, passages: Sequence[Passage]) -> None:
        self.list.clear()
        for each in passages:
            time = moment_text(each.at).rpartition(" ")[2]
            item = QListWidgetItem(f"{time}  {each.text}")
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{each.said}, {time}")
            item.setData(_PASSAGE, each)
            self.list.addItem(item)
        if passages:
            self.list.setCurrentRow(0)
        else:
            self.body.clear()

    def _show(self, item: QListWidgetItem | None) -> None:
        passage = None if item is None else item.data(_PASSAGE)
        if isinstance(passage, Passage):
            self.body.show_body(passage.body)

    def _restyle(self) -> None:
        self.list.setFont(self._theme.font(FontKind.CODE))
