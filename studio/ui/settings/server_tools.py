"""The tools of one server: switched on and off, with what it says of them, and called by hand."""

from importlib import import_module

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from studio.core.servers import ServerEntry
from studio.core.tools import ToolDefinition
from studio.harness.server_ports import ServerStatus
from studio.ui.elided import ElidedLabel
from studio.ui.fields import LineEdit, offer_clearing
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import WIDE_CONTENT_WIDTH
from studio.ui.settings.parts import button, labelled
from studio.ui.settings.server_call_panel import CallPanel
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.settings.server_saving import ServerSaving
from studio.ui.settings.server_texts import claims_text, tokens_text, tools_count
from studio.ui.settings.sheet import Page
from studio.ui.theme import FontKind
from studio.ui.visible import visible

translate = QCoreApplication.translate

_MOST_WORDS = 500
# By name: some hundred patterns, which no chat without tools from outside needs.
_SCREENING = "studio.harness.screening"


class ServerTools(Page):
    """Lives as long as its server's page. Signals: `messages_requested()`."""

    messages_requested = Signal()

    def __init__(self, needs: ServerNeeds, errands: Errands, saving: ServerSaving) -> None:
        super().__init__("", width=WIDE_CONTENT_WIDTH)
        self.setAccessibleName(self.tr("Tools of the server"))
        self.heading.hide()
        self._needs = needs
        self._errands = errands
        self._saving = saving
        self._definitions: tuple[ToolDefinition, ...] = ()
        self.rows: list[ToolRow] = []
        self.search = LineEdit()
        self.search.setPlaceholderText(self.tr("Search tools"))
        self.search.setAccessibleName(self.tr("Search tools"))
        offer_clearing(self.search)
        self.search.textChanged.connect(self._filter)
        self.all_on = button(self.tr("All on"), name=self.tr("Offer all tools to models"))
        self.all_off = button(self.tr("All off"), name=self.tr("Offer none of the tools"))
        self.all_on.clicked.connect(lambda: self._saving.change(tools_off=()))
        self.all_off.clicked.connect(self._switch_all_off)
        self.summary = labelled("", "muted")
        self.nothing = labelled("", "secondary")
        top = QHBoxLayout()
        top.setSpacing(8)
        for widget in (self.search, self.all_on, self.all_off):
            top.addWidget(widget, 1 if widget is self.search else 0)
        self.body.addLayout(top)
        self.body.addWidget(self.summary)
        self.body.addWidget(self.nothing)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(10)
        self.body.addLayout(self._lines)
        self.finish()

    def show_state(self, entry: ServerEntry, status: ServerStatus) -> None:
        if status.tools != self._definitions:
            self._rebuild(entry.id, status.tools)
        for row in self.rows:
            row.show_entry(entry)
        on = tuple(one for one in status.tools if one.own_name not in entry.tools_off)
        said = self.tr("{0} of {1} offered to models · {2}")
        count = tools_count(len(status.tools))
        self.summary.setText(said.format(len(on), count, tokens_text(on)))
        has_tools = bool(status.tools)
        for widget in (self.summary, self.search, self.all_on, self.all_off):
            widget.setVisible(has_tools)
        self._show_nothing(has_tools=has_tools)

    def row(self, own_name: str) -> "ToolRow":
        """The row of a tool that is there."""
        return next(row for row in self.rows if row.definition.own_name == own_name)

    def stop(self) -> None:
        for row in self.rows:
            row.close_call()

    def _rebuild(self, server_id: str, definitions: tuple[ToolDefinition, ...]) -> None:
        """A row whose tool is as it was stays: somebody may be calling it."""
        kept = {row.definition.own_name: row for row in self.rows}
        before, self._definitions, self.rows = self.rows, definitions, []
        for definition in definitions:
            known = kept.get(definition.own_name)
            is_same = known is not None and known.definition == definition
            row = known if known and is_same else self._made_row(server_id, definition)
            self.rows.append(row)
            self._lines.addWidget(row)
        for row in before:
            if row not in self.rows:
                self._lines.removeWidget(row)
                row.close_call()
                row.hide()
                row.deleteLater()
        self._filter()

    def _made_row(self, server_id: str, definition: ToolDefinition) -> "ToolRow":
        row = ToolRow(self._needs, self._errands, server_id, definition)
        row.toggled.connect(self._switch)
        row.messages_requested.connect(self.messages_requested)
        return row

    def _switch(self, own_name: str, is_on: bool) -> None:
        entry = self._saving.entry
        if entry is not None:
            off = [name for name in entry.tools_off if name != own_name]
            self._saving.change(tools_off=tuple(off if is_on else [*off, own_name]))

    def _switch_all_off(self) -> None:
        self._saving.change(tools_off=tuple(one.own_name for one in self._definitions))

    def _filter(self) -> None:
        words = self.search.text().casefold().split()
        found = False
        for row in self.rows:
            fits = all(word in row.words for word in words)
            row.setVisible(fits)
            found = found or fits
        self._show_nothing(has_tools=bool(self.rows), found=found)

    def _show_nothing(self, *, has_tools: bool, found: bool = True) -> None:
        said = ""
        if not has_tools:
            said = self.tr("No tools are known yet. They are listed when the server has started.")
        elif not found:
            said = self.tr("No tool is named or described so.")
        self.nothing.setText(said)
        self.nothing.setVisible(bool(said))


class ToolRow(QFrame):
    """One tool. Signals: `toggled(own_name, is_on)`; `messages_requested()`."""

    toggled = Signal(str, bool)
    messages_requested = Signal()

    def __init__(
        self, needs: ServerNeeds, errands: Errands, server_id: str, definition: ToolDefinition
    ) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._needs = needs
        self._errands = errands
        self._server_id = server_id
        self.definition = definition
        self.words = f"{definition.own_name} {definition.title} {definition.description}".casefold()
        self.panel: CallPanel | None = None
        name = visible(definition.own_name)
        self.box = QCheckBox()
        self.box.setAccessibleName(self.tr("Offer {0} to models").format(name))
        self.box.clicked.connect(lambda is_on: self.toggled.emit(definition.own_name, is_on))
        self.name = ElidedLabel(name)
        self.name.setFont(needs.theme.font(FontKind.CODE))
        self.call = button(self.tr("Call by hand…"), name=self.tr("Call {0} by hand").format(name))
        self.call.clicked.connect(self.open_call)
        self.claims = labelled("", "muted")
        self.orders = labelled(_orders_in(definition), "warning")
        self._place()

    def show_entry(self, entry: ServerEntry) -> None:
        self.box.setChecked(self.definition.own_name not in entry.tools_off)
        said = claims_text(self.definition, is_trusted=entry.is_trusted)
        self.claims.setText(f"{said}\n{tokens_text((self.definition,))}")

    def open_call(self) -> None:
        """The form is below the tool, where it hides nothing."""
        if self.panel is None:
            self.panel = CallPanel(self._needs, self._errands, self._server_id, self.definition)
            self.panel.closed.connect(self._leave_call)
            self.panel.messages_requested.connect(self.messages_requested)
            self._column.addWidget(self.panel)
        self.call.hide()
        self.panel.show()
        self.panel.form.focus_first()

    def close_call(self) -> None:
        if self.panel is not None:
            self.panel.stop()
            self.panel.hide()
            self.panel.deleteLater()
            self.panel = None
        self.call.show()

    def _leave_call(self) -> None:
        self.close_call()
        self.call.setFocus(Qt.FocusReason.OtherFocusReason)

    def _place(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.box)
        top.addWidget(self.name, 1)
        top.addWidget(self.call)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(14, 8, 10, 10)
        self._column.setSpacing(4)
        self._column.addLayout(top)
        title = self.definition.title
        said = [title] if title and title != self.definition.own_name else []
        text = "\n".join([*said, self.definition.description])
        for label in (labelled(_cut(text), "secondary"), self.orders, self.claims):
            self._column.addWidget(_indented(label))
        self.orders.setVisible(bool(self.orders.text()))


def _indented(label: QWidget) -> QWidget:
    label.setContentsMargins(24, 0, 0, 0)
    return label


def _cut(text: str) -> str:
    text = visible(text.strip())
    return text if len(text) <= _MOST_WORDS else f"{text[:_MOST_WORDS]}…"


def _orders_in(definition: ToolDefinition) -> str:
    """What in the words for the model reads like an order, as nobody but the model sees it."""
    found = import_module(_SCREENING).screened_description(definition.description)
    if not found:
        return ""
    said = translate("servers", "Its description gives the model orders: “{0}”")
    return said.format(visible(found[0].excerpt))
