"""The live log of one server: what it writes, and what Callboard did with it."""

from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QLocale
from PySide6.QtGui import QGuiApplication, QShowEvent, QTextCursor
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.harness.server_ports import LogLine, LogSource
from studio.ui.fields import LineEdit, offer_clearing
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import calm
from studio.ui.settings.parts import button
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.settings.server_texts import source_text
from studio.ui.theme import FontKind
from studio.ui.visible import visible

MOST_LINES = 2_000


class ServerLog(QWidget):
    """Lives as long as its server's page. It reads the log only while it is seen."""

    def __init__(self, needs: ServerNeeds, errands: Errands, server_id: str) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._id = server_id
        self._last: LogLine | None = None
        self.filter = LineEdit()
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setAccessibleName(self.tr("Filter the log"))
        offer_clearing(self.filter)
        self.source = QComboBox()
        self.source.setAccessibleName(self.tr("Where lines come from"))
        calm(self.source)
        self.source.addItem(self.tr("Everything"), None)
        for source in LogSource:
            self.source.addItem(source_text(source), source)
        self.follow = QCheckBox(self.tr("Follow"))
        self.follow.setChecked(True)
        self.copy = button(self.tr("Copy"), name=self.tr("Copy the log as shown"))
        self.save = button(self.tr("Save…"), name=self.tr("Save the log as shown"))
        self.text = QPlainTextEdit()
        self._set_up_text()
        self._place()
        self._connect()

    def refresh(self) -> None:
        """Only what is new is written, where what is there still holds."""
        if not self.isVisible():
            return
        lines = self._needs.host.log(self._id)
        fresh = _after(lines, self._last)
        if fresh is None:
            self._show_all(lines)
        elif fresh:
            self._append(fresh)
        self._last = lines[-1] if lines else None

    def _set_up_text(self) -> None:
        self.text.setProperty("kind", "code")
        self.text.setReadOnly(True)
        self.text.setFont(self._needs.theme.font(FontKind.CODE))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setMaximumBlockCount(MOST_LINES)
        self.text.setUndoRedoEnabled(False)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("Log"))
        self.text.setPlaceholderText(self.tr("Nothing was written yet."))
        self.text.document().setDocumentMargin(8)

    def _place(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.filter, 2)
        row.addWidget(self.source, 1)
        row.addWidget(self.follow)
        row.addWidget(self.copy)
        row.addWidget(self.save)
        self.column = column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addLayout(row)
        column.addWidget(self.text, 1)

    def _connect(self) -> None:
        self.filter.textChanged.connect(self._again)
        self.source.activated.connect(self._again)
        self.follow.toggled.connect(self._scroll)
        self.copy.clicked.connect(
            lambda: QGuiApplication.clipboard().setText(self.text.toPlainText())
        )
        self.save.clicked.connect(lambda: self._errands.start(self._save(), "servers: save log"))

    def _again(self) -> None:
        self._last = None
        self._show_all(self._needs.host.log(self._id))

    def _show_all(self, lines: Sequence[LogLine]) -> None:
        self.text.setPlainText("\n".join(self._wanted(lines[-MOST_LINES:])))
        self._last = lines[-1] if lines else None
        self._scroll()

    def _append(self, lines: Sequence[LogLine]) -> None:
        wanted = self._wanted(lines)
        if not wanted:
            return
        cursor = QTextCursor(self.text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        before = "" if self.text.document().isEmpty() else "\n"
        cursor.insertText(before + "\n".join(wanted))
        self._scroll()

    def _scroll(self) -> None:
        if self.follow.isChecked():
            bar = self.text.verticalScrollBar()
            bar.setValue(bar.maximum())

    def _wanted(self, lines: Sequence[LogLine]) -> list[str]:
        source, word = self.source.currentData(), self.filter.text().strip().casefold()
        return [
            _written(line)
            for line in lines
            if (source is None or line.source == source) and word in line.text.casefold()
        ]

    async def _save(self) -> None:
        text = self.text.toPlainText()
        path = await self._needs.pick_new_file(self, self.tr("Save the log"), f"{self._id}.log")
        if path is not None:
            await self._needs.save_text(path, text + "\n")

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()


def _after(lines: Sequence[LogLine], last: LogLine | None) -> Sequence[LogLine] | None:
    """What came after the last line that was shown; None where that is gone."""
    if last is None:
        return None
    for place in range(len(lines) - 1, -1, -1):
        if lines[place] is last:
            return lines[place + 1 :]
    return None


def _written(line: LogLine) -> str:
    level = f" {line.level}" if line.level else ""
    text = " ".join(visible(line.text).splitlines())
    return f"{clock_seconds(line.at)} {source_text(line.source)}{level}  {text}"


def clock_seconds(at: float) -> str:
    """The time of day to the second."""
    when = QDateTime.fromSecsSinceEpoch(int(at))
    return QLocale.c().toString(when.time(), "HH:mm:ss")
