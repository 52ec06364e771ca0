"""What went over the wire for one turn: each attempt's request and response, as recorded."""

import json
from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QTextOption
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from studio.core.recording import Recording
from studio.ui.texts import duration, size
from studio.ui.theme import FontKind, Theme

_ROW_HEIGHT = 34  # pixels
_SHOWN_CHARACTERS = 1_000_000  # of one body; Copy has it all


class DetailsView(QDialog):
    """A window of its own beside the chat, thrown away when it is closed."""

    def __init__(
        self, theme: Theme, recordings: Sequence[Recording], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._recordings = recordings
        self.setWindowTitle(self.tr("What went over the wire"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(940, 640)
        self._request = _text_view(theme, self.tr("Request"))
        self._response = _text_view(theme, self.tr("Response"))
        self._build()
        if recordings:
            self._attempts.setCurrentRow(len(recordings) - 1)

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        if not self._recordings:
            self._attempts = QListWidget(self)
            self._attempts.hide()
            empty = QLabel(self.tr("Nothing is recorded for this turn, or it was deleted since."))
            empty.setProperty("kind", "secondary")
            layout.addWidget(empty, 1, Qt.AlignmentFlag.AlignCenter)
        else:
            layout.addLayout(self._build_split(), 1)
        layout.addLayout(self._build_buttons())

    def _build_split(self) -> QHBoxLayout:
        self._attempts = QListWidget()
        self._attempts.setAccessibleName(self.tr("Rounds of this turn"))
        self._attempts.setFixedWidth(230)
        rounds = list(dict.fromkeys(recording.round_id for recording in self._recordings))
        for recording in self._recordings:
            number = rounds.index(recording.round_id) + 1
            item = QListWidgetItem(self._title(recording, number))
            item.setSizeHint(QSize(0, _ROW_HEIGHT))
            self._attempts.addItem(item)
        self._attempts.currentRowChanged.connect(self._show)
        self._tabs = QTabWidget()
        self._tabs.addTab(self._request, self.tr("Request"))
        self._tabs.addTab(self._response, self.tr("Response"))
        self._facts = QLabel()
        self._facts.setProperty("kind", "secondary")
        self._facts.setTextFormat(Qt.TextFormat.PlainText)
        self._facts.setWordWrap(True)
        self._facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        right = QVBoxLayout()
        right.addWidget(self._facts)
        right.addWidget(self._tabs, 1)
        split = QHBoxLayout()
        split.setSpacing(16)
        split.addWidget(self._attempts)
        split.addLayout(right, 1)
        return split

    def _build_buttons(self) -> QHBoxLayout:
        note = QLabel(self.tr("Keys are masked in everything that is kept."))
        note.setProperty("kind", "muted")
        copy = QPushButton(self.tr("Copy"))
        copy.setEnabled(bool(self._recordings))
        copy.clicked.connect(self._copy)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.close)
        row = QHBoxLayout()
        row.addWidget(note, 1)
        row.addWidget(copy)
        row.addWidget(close)
        return row

    def _title(self, recording: Recording, number: int) -> str:
        title = self.tr("Round {0}").format(number)
        if recording.attempt > 1:
            title = self.tr("{0}, attempt {1}").format(title, recording.attempt)
        status = recording.status if recording.status is not None else self.tr("no reply")
        return f"{title} · {status}"

    def _show(self, row: int) -> None:
        recording = self._recordings[row]
        self._facts.setText(self._fact_line(recording))
        self._request.setPlainText(_bounded(request_text(recording)))
        self._response.setPlainText(_bounded(response_text(recording)))

    def _fact_line(self, recording: Recording) -> str:
        facts = [f"{recording.method} {recording.url}"]
        connection = recording.connection
        if connection.is_reused is not None:
            reused = connection.is_reused
            facts.append(self.tr("connection reused") if reused else self.tr("new connection"))
        facts += [fact for fact in (connection.http_version, connection.tls) if fact]
        if recording.chunks:
            wait = duration(recording.chunks[0].offset_ns / 1e9)
            facts.append(self.tr("first byte after {0}").format(wait))
        if recording.ended_ns is not None:
            facts.append(self.tr("{0} in all").format(duration(recording.ended_ns / 1e9)))
        facts.append(size(len(recording.response_body)))
        if recording.is_truncated:
            facts.append(self.tr("the recording was cut at its size limit"))
        if recording.error:
            facts.append(recording.error)
        return " · ".join(facts)

    def _copy(self) -> None:
        recording = self._recordings[self._attempts.currentRow()]
        is_request = self._tabs.currentIndex() == 0
        text = request_text(recording) if is_request else response_text(recording)
        QGuiApplication.clipboard().setText(text)


def request_text(recording: Recording) -> str:
    """Headers, a blank line, and the body as indented JSON where it is JSON."""
    return _headers(recording.request_headers) + "\n" + _pretty(recording.request_body)


def response_text(recording: Recording) -> str:
    """Headers and body; each chunk of a stream stands under the time it arrived."""
    head = _headers(recording.response_headers)
    if len(recording.chunks) < 2:
        return head + "\n" + _pretty(recording.response_body)
    body = recording.response_body
    ends = accumulate(len(chunk.data) for chunk in recording.chunks)
    pieces, start = [], 0
    for chunk, end in zip(recording.chunks, ends, strict=True):
        # A chunk may end inside a character: the piece goes on to the character's end.
        while end < len(body) and body[end] & 0xC0 == 0x80:
            end += 1
        text = body[start:end].decode("utf-8", errors="replace")
        pieces.append(f"+{chunk.offset_ns / 1e9:.3f} s\n{text.rstrip()}\n")
        start = max(start, end)
    return head + "\n" + "\n".join(pieces)


def _headers(headers: Sequence[tuple[str, str]]) -> str:
    return "".join(f"{name}: {value}\n" for name, value in headers)


def _pretty(body: bytes) -> str:
    text = body.decode("utf-8", errors="replace")
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return text


def _bounded(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "\n…"


def _text_view(theme: Theme, name: str) -> QPlainTextEdit:
    view = QPlainTextEdit()
    view.setReadOnly(True)
    view.setFont(theme.font(FontKind.CODE))
    view.setProperty("kind", "code")
    view.setAccessibleName(name)
    view.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
    return view
