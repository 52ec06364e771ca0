"""One call: what it was to be, what ran, what came back, what the model was told, and who allowed
it."""

import json
from collections.abc import Callable
from importlib import import_module

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from studio.core.breakpoints import held_calls
from studio.core.call_recording import CallRecording
from studio.core.chats import Turn
from studio.core.messages import ToolState, ToolUse
from studio.core.tools import ToolDefinition
from studio.ui.chat.card_parts import wrapping_label
from studio.ui.chat.inspect_hook import PanelNeeds
from studio.ui.elided import ElidedLabel
from studio.ui.flow_row import flow_widget
from studio.ui.inspector.call_texts import call_facts, faults, passages, trust_lines
from studio.ui.inspector.call_traffic import CallTraffic
from studio.ui.inspector.json_model import Mark
from studio.ui.inspector.json_view import JsonView
from studio.ui.inspector.raw_facts import FactGrid, copy_button
from studio.ui.inspector.raw_page import RawPage
from studio.ui.inspector.raw_switch import RawSwitch
from studio.ui.json_paths import shown_path
from studio.ui.visible import visible

_CODE = "studio.harness.call_code"
_AIR = 12  # pixels beside a line
_SIDE_BY_SIDE = 560  # pixels from which two trees stand beside each other


class CallView(QWidget):
    """A tab of the inspector; lives as long as its panel.

    Signals: `run_again_requested(tool_use_id)`, `replace_requested(tool_use_id)`,
    `card_requested(tool_use_id)`, `call_requested(tool_use_id)` for a call of another round.
    """

    run_again_requested = Signal(str)
    replace_requested = Signal(str)
    card_requested = Signal(str)
    call_requested = Signal(str)

    def __init__(self, needs: PanelNeeds) -> None:
        super().__init__()
        self._needs = needs
        self._looking = needs.looking
        theme = needs.theme
        self._use: ToolUse | None = None
        self._elsewhere = ""  # a call of another round
        self.recording: CallRecording | None = None
        self.name = ElidedLabel()
        self.name.setProperty("kind", "bold")
        self.facts = FactGrid()
        self.trust_note = wrapping_label("muted")
        self.faults = wrapping_label("danger-small")
        self.arguments = JsonView(theme, self.tr("Arguments as the model wrote them"))
        self.ran = JsonView(theme, self.tr("Arguments that ran"))
        self.schema = JsonView(theme, self.tr("Schema of the arguments"))
        self.told = JsonView(theme, self.tr("Result as the model received it"))
        self.raw = JsonView(theme, self.tr("Result as it came"))
        self.traffic = CallTraffic(theme)
        self.page = RawPage(self._build(), needs.spawn)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.page)
        self.elsewhere = copy_button("", "")
        self.elsewhere.clicked.connect(lambda: self.call_requested.emit(self._elsewhere))
        self.page.add_below(self.elsewhere)
        self.clear()

    def show_call(self, turn: Turn, use: ToolUse) -> None:
        self._use = use
        self.elsewhere.hide()

        async def find() -> CallRecording | None:
            recorded = await self._looking.inspection.calls(turn.id)
            found = [each for each in recorded if each.tool_use_id == use.call.id]
            return found[-1] if found else None

        self.page.ask(find, lambda found: self._show(use, found), "inspect a call")

    def clear(self) -> None:
        self._use = self.recording = None
        self.elsewhere.hide()
        self.page.say(self.tr("This round called no tool."))

    def show_none(self, elsewhere: tuple[int, ToolUse] | None) -> None:
        """The round called nothing; the number of one that did, and its first call."""
        self.clear()
        if elsewhere is None:
            return
        number, use = elsewhere
        self._elsewhere = use.call.id
        text = self.tr("Go to the calls of round {0}").format(number)
        self.elsewhere.setText(text)
        self.elsewhere.setAccessibleName(text)
        self.elsewhere.setToolTip("")
        self.elsewhere.show()

    def copy_test(self) -> None:
        """The call as a file for pytest."""
        if self.recording is not None and self._use is not None:
            server = self._looking.server(self.recording.server_id)
            made = import_module(_CODE).as_pytest(self.recording, self._use.result, server)
            if made is not None:
                QGuiApplication.clipboard().setText(made)

    def _show(self, use: ToolUse, recording: CallRecording | None) -> None:
        self.recording = recording
        self.name.setText(visible(use.call.name) or self.tr("(no name)"))
        held = held_calls(self._needs.session.hits)
        self.facts.show_facts(call_facts(use, recording, is_held=use.call.id in held))
        tool = next((each for each in self._needs.tools() if each.name == use.call.name), None)
        self.trust_note.setText("\n".join(trust_lines(use, tool, self._needs.session.chat.trust)))
        self._show_arguments(use, recording, tool)
        self._show_result(use, recording)
        found = () if recording is None else passages(recording)
        self.traffic.show_passages(found)
        self._traffic_button.setVisible(bool(found))
        self._traffic_button.setText(self.tr("Protocol · {0}").format(len(found)))
        if not found and self.switch.pages.currentIndex() == self._traffic_page:
            self.switch.show_page(0)
        self._show_buttons(use, recording)

    def _show_arguments(
        self, use: ToolUse, recording: CallRecording | None, tool: ToolDefinition | None
    ) -> None:
        self.arguments.show_body(use.call.arguments or "{}")
        wrong = faults(recording)
        (self.arguments if use.ran is None else self.ran).mark(
            [path for path, _ in wrong], Mark.BROKEN
        )
        self.faults.setText("\n".join(f"{shown_path(path)}: {why}" for path, why in wrong))
        self.faults.setVisible(bool(wrong))
        self._ran_part.setVisible(use.ran is not None)
        if use.ran is not None:
            self.ran.show_body(use.ran)
            self.ran.mark([path for path, _ in wrong], Mark.BROKEN)
        schema = recording.schema if recording is not None else ""
        if not schema and tool is not None:
            schema = json.dumps(tool.schema, ensure_ascii=False)
        self.schema.show_body(schema)

    def _show_result(self, use: ToolUse, recording: CallRecording | None) -> None:
        result = use.result
        self._result_button.setEnabled(result is not None)
        self.told.show_body(result.told if result is not None else "")
        raw = recording.raw if recording is not None else ""
        self._raw_part.setVisible(bool(raw))
        self.raw.show_body(raw)

    def _show_buttons(self, use: ToolUse, recording: CallRecording | None) -> None:
        is_over = use.state is ToolState.ENDED
        self.again.setEnabled(is_over)
        self.replace.setEnabled(is_over and use.result is not None)
        self.test.setEnabled(is_over and recording is not None)

    def _build(self) -> QWidget:
        self.switch = RawSwitch(self.tr("Parts of the call"))
        self.switch.add(self.tr("Arguments"), self._build_arguments())
        result = SideBySide(self.told, self.raw)
        self._raw_part = result.parts[1]
        self._result_button = self.switch.add(self.tr("Result"), result)
        self._traffic_page = self.switch.pages.count()
        self._traffic_button = self.switch.add(self.tr("Protocol"), self.traffic)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(16, 8, 16, 12)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.addWidget(self.name, 1)
        column.addLayout(head)
        column.addWidget(self.facts)
        column.addWidget(self.trust_note)
        column.addWidget(self._build_buttons())
        column.addWidget(self.switch, 1)
        return content

    def _build_arguments(self) -> QWidget:
        pair = SideBySide(self.arguments, self.ran, self.schema)
        self._ran_part = pair.parts[1]
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.faults)
        column.addWidget(pair, 1)
        return page

    def _build_buttons(self) -> QWidget:
        self.again = copy_button(self.tr("Run again…"), self.tr("Run this call again"))
        self.replace = copy_button(
            self.tr("Replace result…"), self.tr("Go on from another result, written by you")
        )
        self.test = copy_button(self.tr("Copy as pytest"), self.tr("Copy this call as a test"))
        self.card = copy_button(self.tr("Go to the card"), self.tr("Go to the card of this call"))
        self.again.clicked.connect(lambda: self._ask(self.run_again_requested.emit))
        self.replace.clicked.connect(lambda: self._ask(self.replace_requested.emit))
        self.test.clicked.connect(self.copy_test)
        self.card.clicked.connect(lambda: self._ask(self.card_requested.emit))
        widget, row = flow_widget(at_end=False)
        for button in (self.again, self.replace, self.test, self.card):
            row.addWidget(button)
        return widget

    def _ask(self, emit: Callable[[str], None]) -> None:
        if self._use is not None:
            emit(self._use.call.id)


class SideBySide(QSplitter):
    """Parts beside each other where there is room, else below one another."""

    def __init__(self, *views: JsonView) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        self.parts: list[QWidget] = []
        self._columns: list[QVBoxLayout] = []
        for view in views:
            part = QWidget()
            column = QVBoxLayout(part)
            column.setSpacing(4)
            label = wrapping_label("label")
            label.setText(view.name)
            column.addWidget(label)
            column.addWidget(view, 1)
            self.parts.append(part)
            self._columns.append(column)
            self.addWidget(part)
        self._give_air()

    def _give_air(self) -> None:
        """On either side of the lines between them, and none at the edges."""
        is_wide = self.orientation() is Qt.Orientation.Horizontal
        for column in self._columns:
            before = _AIR if is_wide and column is not self._columns[0] else 0
            after = _AIR if is_wide and column is not self._columns[-1] else 0
            column.setContentsMargins(before, 6, after, 4 if is_wide else 8)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() >= _SIDE_BY_SIDE
        wanted = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if wanted is not self.orientation():
            self.setOrientation(wanted)
            self._give_air()
