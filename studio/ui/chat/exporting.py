"""Asks where a chat is to be written and writes it there. Loaded when it is wanted."""

import asyncio
import re
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QProgressDialog, QWidget

from studio.core.errors import StudioError
from studio.harness.export import Exported, ExportKind, export
from studio.ui.chat.export_hook import OpenSink
from studio.ui.dialogs import answered, told
from studio.ui.failure_texts import failure_text

translate = QCoreApplication.translate

_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
_LONGEST_NAME = 80
_PATIENCE_MS = 600


async def export_chat(parent: QWidget, source: Exported, open_sink: OpenSink) -> None:
    """One chat, as often as the user likes; errors are told."""
    chosen = await _where(parent, source.chat.title)
    if chosen is None:
        return
    path, kind = chosen
    progress = Progress(parent)
    work = asyncio.current_task()
    if work is not None:
        progress.dialog.canceled.connect(work.cancel)
    try:
        await export(source, kind, open_sink(path), progress.show)
    except StudioError as error:
        progress.close()
        said = failure_text(error.failure)
        title = translate("Export", "The chat was not exported")
        await told(parent, title, f"{said.title} {said.advice}".strip())
    finally:
        progress.close()


class Progress:
    """Says how far a long export is; a short one is over before it would be seen."""

    def __init__(self, parent: QWidget) -> None:
        words = translate("Export", "Writing the chat…")
        cancel = translate("Export", "Cancel")
        self.dialog = QProgressDialog(words, cancel, 0, 1, parent)
        self.dialog.setWindowTitle(translate("Export", "Export"))
        # A modal one would run events of its own in the middle of our work.
        self.dialog.setWindowModality(Qt.WindowModality.NonModal)
        self.dialog.setMinimumDuration(_PATIENCE_MS)
        self.dialog.setAutoReset(False)
        self.dialog.setAutoClose(False)
        self.dialog.setValue(0)
        self._is_closed = False

    def show(self, done: int, total: int) -> None:
        self.dialog.setMaximum(max(1, total))
        self.dialog.setValue(done)

    def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self.dialog.blockSignals(True)
            self.dialog.close()
            self.dialog.deleteLater()


async def _where(parent: QWidget, title: str) -> tuple[Path, ExportKind] | None:
    dialog = QFileDialog(parent, translate("Export", "Export chat"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    filters = filters_by_kind()
    dialog.setNameFilters(list(filters.values()))
    dialog.selectFile(f"{file_name(title)}.md")
    code = await answered(dialog)
    files = dialog.selectedFiles()
    if code != QDialog.DialogCode.Accepted or not files:
        return None
    picked = dialog.selectedNameFilter()
    kind = next((kind for kind, text in filters.items() if text == picked), ExportKind.MARKDOWN)
    return with_suffix(Path(files[0]), kind)


def filters_by_kind() -> dict[ExportKind, str]:
    """What can be written, in the user's language."""
    return {
        ExportKind.MARKDOWN: translate("Export", "Markdown, the path shown (*.md)"),
        ExportKind.MARKDOWN_ALL: translate("Export", "Markdown, every path (*.md)"),
        ExportKind.JSON: translate("Export", "JSON, every path (*.json)"),
    }


def with_suffix(path: Path, kind: ExportKind) -> tuple[Path, ExportKind]:
    """The file's own suffix decides where it says something else than the list of kinds."""
    suffix = path.suffix.lower()
    if suffix == ".json":
        return path, ExportKind.JSON
    if kind is ExportKind.JSON:
        return path.with_suffix(".json") if suffix == ".md" else Path(f"{path}.json"), kind
    return (path if suffix == ".md" else Path(f"{path}.md")), kind


def file_name(title: str) -> str:
    """The title as a name that any system takes."""
    name = " ".join(_FORBIDDEN.sub(" ", title).split()).strip(". ")[:_LONGEST_NAME].strip(". ")
    return name or "chat"


def with_ending(path: Path, suffix: str) -> Path:
    """The file under a name that says what it is. `suffix` in small letters."""
    return path if path.suffix.lower() == suffix else Path(f"{path}{suffix}")
