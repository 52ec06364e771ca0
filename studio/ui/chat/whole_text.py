"""A whole tool result in a window of its own, of which the card shows the beginning."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from studio.ui.chat.text_filling import TextFilling
from studio.ui.texts import size
from studio.ui.theme import FontKind, Theme


class WholeText(QDialog):
    """Shows text of any length, filled piece by piece; thrown away when it is closed."""

    def __init__(self, theme: Theme, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(860, 620)
        self._view = QPlainTextEdit()
        self._view.setReadOnly(True)
        self._view.setUndoRedoEnabled(False)
        self._view.setFont(theme.font(FontKind.CODE))
        self._view.setProperty("kind", "code")
        self._view.setAccessibleName(title)
        self._length = QLabel(size(len(text)))
        self._length.setProperty("kind", "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self._view, 1)
        layout.addLayout(self._build_buttons())
        TextFilling(self._view, text)

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
            button.clicked.connect(act)
            row.addWidget(button)
        return row

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
            Path(path).write_text(self._text, encoding="utf-8")
        except OSError as error:
            self._length.setText(self.tr("Not saved: {0}").format(error.strerror))
        else:
            self._length.setText(self.tr("Saved as {0}").format(path))
