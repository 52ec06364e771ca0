"""A whole text in a window of its own: a tool result, a long prompt, an answer as it was written.

Texts of megabytes open at once, since only the lines in sight are laid out. Loaded when needed.
"""

from pathlib import Path

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from studio.ui.chat.big_reader import BigReader
from studio.ui.texts import size
from studio.ui.theme import Theme


class WholeText(QDialog):
    """Shows text of any length; thrown away when it is closed."""

    def __init__(self, theme: Theme, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(920, 680)
        self.reader = BigReader(theme, title, text)
        self.reader.left.connect(self.close)
        self._length = QLabel()
        self._length.setProperty("kind", "muted")
        self._length.setTextFormat(Qt.TextFormat.PlainText)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.setSpacing(10)
        layout.addWidget(self.reader, 1)
        layout.addLayout(self._build_buttons())
        self.reader.view.grown.connect(self._measure)
        self._measure()
        self.reader.setFocus()

    def _build_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(self._length, 1)
        actions = (
            (self.tr("Copy all"), self._copy),
            (self.tr("Save as…"), self._ask_where),
            (self.tr("Close"), self.close),
        )
        for text, act in actions:
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.clicked.connect(act)
            row.addWidget(button)
        return row

    def _measure(self) -> None:
        lines = QLocale().toString(self.reader.view.lines.lines)
        if not self.reader.view.lines.is_complete:
            lines += "…"
        said = self.tr("{0} · {1} lines").format(size(len(self._text)), lines)
        self._length.setText(said)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)

    def _ask_where(self) -> None:
        dialog = QFileDialog(self, self.tr("Save as"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("txt")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._save)
        dialog.open()

    def _save(self, path: str) -> None:
        try:
            Path(path).write_text(self._text, encoding="utf-8", errors="replace", newline="")
        except OSError as error:
            self._length.setText(self.tr("Not saved: {0}").format(error.strerror))
        else:
            self._length.setText(self.tr("Saved as {0}").format(path))
