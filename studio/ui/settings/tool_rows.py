"""The tools that there are, by who brings them, each with what the user lets it do."""

from itertools import groupby

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from studio.core.rules import Permission
from studio.core.tools import ToolDefinition, estimated_tokens
from studio.ui.elided import ElidedLabel
from studio.ui.moments import token_count
from studio.ui.ruling_texts import tool_title
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import calm
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import group_label, labelled, rule
from studio.ui.theme import FontKind
from studio.ui.tool_texts import description
from studio.ui.visible import visible

translate = QCoreApplication.translate


class ToolRows(QWidget):
    """Lives as long as its page. A permission counts as soon as it is chosen."""

    def __init__(self, needs: Needs, errands: Errands) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._shown: tuple[ToolDefinition, ...] | None = None
        self.boxes: dict[tuple[str, str], QComboBox] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self.destroyed.connect(needs.rules.watch(self._show_permissions))
        self.destroyed.connect(needs.tool_servers.host.watch(lambda _: self.refresh()))
        self.refresh()

    def refresh(self) -> None:
        """What is on offer now."""
        tools = self._needs.tools()
        if tools != self._shown:
            self._shown = tools
            self._fill(tools)
        self._show_permissions()

    def _fill(self, tools: tuple[ToolDefinition, ...]) -> None:
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.boxes.clear()
        for server_id, group in groupby(tools, key=lambda tool: tool.server_id):
            self._add_group(server_id, tuple(group))
        if not tools:
            self._column.addWidget(labelled(self.tr("There are none."), "muted"))

    def _add_group(self, server_id: str, tools: tuple[ToolDefinition, ...]) -> None:
        title = visible(tools[0].server_name) if server_id else self.tr("Built-in tools")
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(group_label(self._needs.theme, title), 1)
        if server_id:
            head.addWidget(self._box("", server_id, self.tr("All tools of {0}").format(title)))
        line = QWidget()
        line.setLayout(head)
        card = QFrame()
        card.setProperty("kind", "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 6, 16, 6)
        column.setSpacing(0)
        for number, tool in enumerate(tools):
            if number:
                column.addWidget(rule())
            column.addLayout(self._row(tool))
        self._column.addWidget(line)
        self._column.addWidget(card)

    def _row(self, tool: ToolDefinition) -> QHBoxLayout:
        name = ElidedLabel(visible(tool.own_name or tool.name))
        name.setFont(self._needs.theme.font(FontKind.CODE))
        lines = QVBoxLayout()
        lines.setSpacing(2)
        lines.addWidget(name)
        lines.addWidget(labelled(_first_words(description(tool)), "secondary"))
        tokens = self.tr("about {0} tokens").format(token_count(estimated_tokens(tool)))
        lines.addWidget(labelled(f"{_by_itself(tool)} · {tokens}", "muted"))
        row = QHBoxLayout()
        row.setContentsMargins(0, 10, 0, 10)
        row.setSpacing(12)
        row.addLayout(lines, 1)
        row.addWidget(self._box(tool.name, tool.server_id, tool_title(tool)))
        return row

    def _box(self, tool: str, server_id: str, name: str) -> QComboBox:
        box = QComboBox()
        calm(box)
        box.setMinimumContentsLength(5)
        box.setAccessibleName(self.tr("Permission of {0}").format(name))
        box.addItem(self.tr("Default"), None)
        box.addItem(self.tr("Ask"), Permission.ASK)
        box.addItem(self.tr("Allow"), Permission.ALLOW)
        box.addItem(self.tr("Never"), Permission.NEVER)
        box.activated.connect(
            lambda: self._errands.start(
                self._needs.rules.set_permission(_chosen(box), tool, server_id),
                "settings: permission",
            )
        )
        self.boxes[(tool, server_id)] = box
        return box

    def _show_permissions(self) -> None:
        for (tool, server_id), box in self.boxes.items():
            box.setCurrentIndex(box.findData(self._needs.rules.permission(tool, server_id)))


def _chosen(box: QComboBox) -> Permission | None:
    """Qt gives back a plain text."""
    data = box.currentData()
    return None if data is None else Permission(data)


def _by_itself(tool: ToolDefinition) -> str:
    """What happens when nothing was decided."""
    if tool.asks_first:
        return translate("settings", "Asks you first")
    if tool.is_read_only:
        return translate("settings", "Only reads")
    return translate("settings", "Runs by itself")


def _first_words(text: str) -> str:
    words = " ".join(visible(text).split())
    return words if len(words) <= 240 else f"{words[:240]}…"
