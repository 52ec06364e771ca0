"""Opens a trace as a chat, or plays it in one. Loaded when it is wanted."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from studio.core.errors import StorageError, StudioError
from studio.core.trace import Trace
from studio.harness.trace_ports import Matter, Traces
from studio.ui.dialogs import answered, picked_file, told
from studio.ui.inspector.trace_texts import matter_text, trace_failure_text, wrapped
from studio.ui.moments import moment
from studio.ui.visible import visible

translate = QCoreApplication.translate

_WIDTH = 460
_PLAY = 2  # beside the codes of a dialog


async def open_trace_file(parent: QWidget, traces: Traces, path: str = "") -> None:
    """Asks for a file where none is named. Errors are told."""
    try:
        await _open(parent, traces, path)
    except StudioError as error:
        title = translate("Trace", "The trace was not opened")
        await told(parent, title, trace_failure_text(error.failure))


async def _open(parent: QWidget, traces: Traces, path: str) -> None:
    picked = Path(path) if path else await picked_file(parent, translate("Trace", "Open trace"))
    if picked is None:
        return
    try:
        trace = await traces.read(picked)
    except StorageError:
        # What there is to be said of Callboard's own files would mislead here.
        unread = translate("Trace", "{0} cannot be read. Is it still there, and may you read it?")
        await told(
            parent,
            translate("Trace", "The trace was not opened"),
            unread.format(visible(str(picked))),
        )
        return
    dialog = TraceOpenDialog(trace, parent)
    code = await answered(dialog)
    if code == QDialog.DialogCode.Accepted:
        await traces.open(trace)
    elif code == _PLAY:
        await traces.play(trace, dialog.speed)


class TraceOpenDialog(QDialog):
    """Says what a trace holds, and asks what to do with it. Opened for one file."""

    def __init__(self, trace: Trace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Open trace"))
        self.setMinimumWidth(_WIDTH)
        self._speeds = QComboBox()
        self._speeds.setAccessibleName(self.tr("Speed"))
        for text, speed in (
            (self.tr("As fast as it was"), 1.0),
            (self.tr("4 times as fast"), 4.0),
            (self.tr("20 times as fast"), 20.0),
            (self.tr("At once"), 0.0),
        ):
            self._speeds.addItem(text, speed)
        title = wrapped(trace.title or self.tr("A chat without a name"), "title")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(title)
        layout.addWidget(wrapped(self._facts(trace)))
        layout.addLayout(self._playing())
        layout.addWidget(self._buttons())

    @property
    def speed(self) -> float:
        """How many times as fast; 0 is without waiting."""
        return float(self._speeds.currentData())

    def _facts(self, trace: Trace) -> str:
        head = trace.head
        recorded = sum(1 for each in trace.turns if each.recordings)
        made = self.tr("Made by Callboard {version}, {time}.").format(
            version=head.callboard, time=moment(head.made_at)
        )
        counts = self.tr("Turns: {turns}, recorded: {recorded}.").format(
            turns=len(trace.turns), recorded=recorded
        )
        lines = [made, counts]
        known = [matter_text(each).rstrip(":") for each in Matter if each in head.redacted]
        if known:
            lines.append(self.tr("Taken out: {kinds}.").format(kinds=", ".join(known)))
        lines.append(
            self.tr("It is not kept: it is gone when Callboard ends. Nothing is sent anywhere.")
        )
        return "\n".join(lines)

    def _playing(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        label = QLabel(self.tr("Speed"))
        label.setBuddy(self._speeds)
        play = self.play = QPushButton(self.tr("Play"))
        play.setAutoDefault(False)
        play.clicked.connect(lambda: self.done(_PLAY))
        row.addWidget(label)
        row.addWidget(self._speeds)
        row.addWidget(play)
        row.addStretch(1)
        return row

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        opening = buttons.addButton(self.tr("Open"), QDialogButtonBox.ButtonRole.AcceptRole)
        opening.setProperty("kind", "primary")
        opening.setDefault(True)
        cancel = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        cancel.setText(translate("dialogs", "Cancel"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons
