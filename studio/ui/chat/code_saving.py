"""Saves a text where the user wants it, off the window's thread. Loaded when wanted."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QRunnable, Qt, QThreadPool, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget
from typing_extensions import override

translate = QCoreApplication.translate


class _Outcome(QObject):
    """Tells the window's thread how it went: an empty reason is success."""

    settled = Signal(str)


class _Writing(QRunnable):
    def __init__(self, path: Path, text: str, outcome: _Outcome) -> None:
        super().__init__()
        self._path = path
        self._text = text
        self._outcome = outcome

    @override
    def run(self) -> None:
        reason = ""
        try:
            self._path.write_bytes(self._text.encode("utf-8", "replace"))
        except OSError as error:
            reason = error.strerror or type(error).__name__
        self._outcome.settled.emit(reason)


def ask_and_save(parent: QWidget, text: str, name: str, title: str = "") -> QFileDialog:
    """Asks where to save; one that exists is asked about before it is replaced."""
    dialog = QFileDialog(parent, title or translate("Transcript", "Save code as"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.selectFile(name)
    dialog.fileSelected.connect(lambda path: save(parent, Path(path), text))
    dialog.open()
    return dialog


def save(parent: QWidget, path: Path, text: str) -> None:
    """Writes a file; says so only if it fails."""
    outcome = _Outcome(parent)

    def settle(reason: str) -> None:
        outcome.deleteLater()
        if reason:
            _tell(parent, path, reason)

    outcome.settled.connect(settle)
    QThreadPool.globalInstance().start(_Writing(path, text, outcome))


def _tell(parent: QWidget, path: Path, reason: str) -> None:
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle(translate("Transcript", "Not saved"))
    # The name of a file must not be read as markup.
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(translate("Transcript", "{0} could not be saved: {1}").format(path.name, reason))
    box.addButton(QMessageBox.StandardButton.Ok)
    box.open()
