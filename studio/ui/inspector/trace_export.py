"""Exports a turn or a chat as a trace, after a look at what is in it. Loaded when it is wanted."""

import asyncio
from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from studio.core.errors import StudioError
from studio.core.trace import SUFFIX
from studio.harness.trace_ports import (
    Choice,
    Matter,
    Sighting,
    TracedChat,
    TracePreview,
    Traces,
)
from studio.ui.chat.exporting import Progress, file_name, with_ending
from studio.ui.dialogs import answered, picked_new_file, told
from studio.ui.fields import LineEdit
from studio.ui.inspector.trace_texts import matter_text, trace_failure_text, wrapped
from studio.ui.texts import size as size_text

translate = QCoreApplication.translate

_WIDTH = 560
_SAMPLE = 40  # characters of one
_OFFERED = (
    Matter.KEY,
    Matter.HOME,
    Matter.PATH,
    Matter.EMAIL,
    Matter.ADDRESS,
    Matter.HOST,
)


async def export_trace(
    parent: QWidget, source: TracedChat, traces: Traces, turn_id: str = ""
) -> None:
    """The turn of that ID, or the whole chat. Errors are told."""
    try:
        await _export(parent, source, traces, turn_id)
    except StudioError as error:
        title = translate("Trace", "The trace was not written")
        await told(parent, title, trace_failure_text(error.failure))


async def _export(parent: QWidget, source: TracedChat, traces: Traces, turn_id: str) -> None:
    homes = traces.homes
    progress = _progress(parent)
    # How long it takes is not known before.
    progress.dialog.setMaximum(0)
    progress.dialog.setLabelText(translate("Trace", "Looking through what was recorded…"))
    try:
        seen = await traces.preview(source, turn_id, Choice(homes=homes))
    finally:
        progress.close()
    dialog = TraceExportDialog(seen, homes, parent, is_turn=bool(turn_id))
    if await answered(dialog) != QDialog.DialogCode.Accepted:
        return
    choice = dialog.choice()
    name = f"{file_name(source.chat.title)}{SUFFIX}"
    path = await picked_new_file(parent, translate("Trace", "Export trace"), name)
    if path is None:
        return
    progress = _progress(parent)
    try:
        await traces.write(source, turn_id, with_ending(path, SUFFIX), choice, progress.show)
    finally:
        progress.close()


def _progress(parent: QWidget) -> Progress:
    """Cancels what is being done now."""
    progress = Progress(parent)
    work = asyncio.current_task()
    if work is not None:
        progress.dialog.canceled.connect(work.cancel)
    return progress


class TraceExportDialog(QDialog):
    """Shows what a trace would hold, and asks what is taken out of it. Opened for one export."""

    def __init__(
        self,
        seen: TracePreview,
        homes: tuple[str, ...],
        parent: QWidget | None = None,
        *,
        is_turn: bool = False,
    ) -> None:
        super().__init__(parent)
        self._homes = homes
        self.setWindowTitle(self.tr("Export trace"))
        self.setMinimumWidth(_WIDTH)
        self.boxes: dict[Matter, QCheckBox] = {}
        self.words = LineEdit()
        self.words.setAccessibleName(self.tr("Words to take out, with commas between"))
        self.words.setPlaceholderText(self.tr("Names, projects, with commas between"))
        self.files = QCheckBox(self._files_text(seen))
        self.files.setChecked(True)
        self.files.setVisible(bool(seen.files))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(wrapped(self._what_text(seen, is_turn=is_turn)))
        title = QLabel(self.tr("Take out"))
        title.setProperty("kind", "title")
        layout.addWidget(title)
        layout.addLayout(self._choices({each.matter: each for each in seen.sightings}))
        layout.addWidget(self.files)
        layout.addWidget(self._buttons())

    def choice(self) -> Choice:
        """What the user has chosen."""
        matters = frozenset(matter for matter, box in self.boxes.items() if box.isChecked())
        words = tuple(word.strip() for word in self.words.text().split(",") if word.strip())
        return Choice(matters, words, self._homes, keeps_files=self.files.isChecked())

    def _what_text(self, seen: TracePreview, *, is_turn: bool) -> str:
        size = size_text(seen.size)
        what = (
            self.tr("This turn with all that went over the wire, to be opened and played anywhere.")
            if is_turn
            else self.tr(
                "This chat with all that went over the wire, to be opened and played anywhere."
            )
        )
        counts = self.tr(
            "Turns: {turns}. Requests: {requests}. Tool calls: {calls}. Size: {size}, before it is "
            "packed. Keys were masked when it was recorded."
        )
        counts = counts.format(
            turns=seen.turns, requests=seen.recordings, calls=seen.calls, size=size
        )
        return f"{what}\n\n{counts}"

    def _files_text(self, seen: TracePreview) -> str:
        size = size_text(seen.file_bytes)
        text = self.tr("Keep attachments, as they are: {count}, {size}")
        return text.format(count=seen.files, size=size)

    def _choices(self, seen: Mapping[Matter, Sighting]) -> QGridLayout:
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        for row, matter in enumerate(_OFFERED):
            box = self.boxes[matter] = QCheckBox(matter_text(matter))
            sighting = seen.get(matter)
            box.setChecked(matter in (Matter.KEY, Matter.HOME))
            box.setEnabled(matter is not Matter.KEY)
            label = wrapped(self._found_text(sighting), "muted")
            box.setAccessibleDescription(label.text())
            grid.addWidget(box, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label, row, 1)
        caption = QLabel(matter_text(Matter.WORD))
        caption.setBuddy(self.words)
        grid.addWidget(caption, len(_OFFERED), 0)
        grid.addWidget(self.words, len(_OFFERED), 1)
        return grid

    def _found_text(self, sighting: Sighting | None) -> str:
        if sighting is None or not sighting.values:
            return self.tr("none found")
        samples = ", ".join(_short(each) for each in sighting.samples[:3])
        dots = ", …" if sighting.values > len(sighting.samples[:3]) else ""
        return self.tr("{count} found: {samples}").format(
            count=sighting.values, samples=f"{samples}{dots}"
        )

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        save = buttons.addButton(self.tr("Save…"), QDialogButtonBox.ButtonRole.AcceptRole)
        save.setProperty("kind", "primary")
        cancel = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        cancel.setText(translate("dialogs", "Cancel"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons


def _short(text: str) -> str:
    return text if len(text) <= _SAMPLE else f"{text[: _SAMPLE - 1]}…"
