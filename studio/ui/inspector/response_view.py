"""What came back: status, headers, each event of the stream with its time, and their sum."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QSizePolicy, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from studio.core.errors import Category, Failure
from studio.core.messages import Round
from studio.core.recording import Recording
from studio.harness.inspection_ports import Inspection, JsonPath, ReadReply, StreamEvent
from studio.ui.failure_texts import failure_text
from studio.ui.flow_row import flow_widget
from studio.ui.inspector.json_index import shown
from studio.ui.inspector.json_view import JsonView
from studio.ui.inspector.raw_facts import (
    FactGrid,
    HeaderList,
    connection_text,
    copy_button,
    span_text,
    status_text,
)
from studio.ui.inspector.raw_page import RawPage, Spawn
from studio.ui.inspector.raw_round import RoundTab
from studio.ui.inspector.raw_switch import RawSwitch
from studio.ui.inspector.stream_list import StreamList
from studio.ui.settings.parts import relook
from studio.ui.texts import size
from studio.ui.theme import Theme
from studio.ui.visible import visible

translate = QCoreApplication.translate

_EVENTS, _MESSAGE, _BODY = range(3)
_FIRST_BAD = 400
_MOST_SAID = 300  # characters of what went wrong: all of it stands in the body


class ResponseView(RoundTab):
    """A tab of the inspector; lives as long as its panel.

    Signals: `path_selected(path)` of the message; `attempt_chosen(attempt)`.
    """

    def __init__(self, theme: Theme, inspection: Inspection, spawn: Spawn) -> None:
        super().__init__(theme, inspection, spawn)
        self._shown: set[int] = set()  # the pages that show this recording
        self.status = QLabel()
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self.status.setProperty("kind", "pill-success")
        self.trouble = QLabel()
        self.trouble.setWordWrap(True)
        self.trouble.setTextFormat(Qt.TextFormat.PlainText)
        self.trouble.setProperty("kind", "warning")
        self.facts = FactGrid()
        self.events = StreamList(theme)
        self.event_body = JsonView(theme, self.tr("The chosen event"))
        self.message = JsonView(theme, self.tr("The message the events add up to"))
        self.body = JsonView(theme, self.tr("Response body"))
        self.headers = HeaderList(theme, self.tr("Response headers"))
        self.message.path_selected.connect(self.path_selected)
        self.events.event_chosen.connect(self._show_event)
        self.stream_page = RawPage(self._build_stream(), spawn)
        self.message_page = RawPage(self.message, spawn)
        self.switch = RawSwitch(self.tr("Parts of the response"))
        self._events_button = self.switch.add(self.tr("Events"), self.stream_page)
        self.switch.add(self.tr("Adds up to"), self.message_page)
        self.switch.add(self.tr("Body"), self.body)
        self.switch.add(self.tr("Headers"), self.headers)
        self.switch.chosen.connect(self._show_page)
        self._build()

    def reveal(self, path: JsonPath) -> bool:
        """Goes to a place in the message, as soon as it is there."""
        self.switch.show_page(_MESSAGE)
        if self.recording is None or not self.message_page.is_content:
            self._wanted = path
            return True
        return self.message.reveal(path)

    def copy_body(self) -> None:
        if self.recording is not None:
            QGuiApplication.clipboard().setText(shown(self.recording.response_body))

    @override
    def show_attempt(self, recording: Recording, round_: Round | None) -> None:
        self._show_status(recording)
        self._show_facts(recording)
        self._show_trouble(recording)
        self.headers.show_headers(recording.response_headers)
        self._events_button.setText(self.tr("Events"))
        self._shown.clear()
        self._show_page(self.switch.pages.currentIndex())

    def _show_status(self, recording: Recording) -> None:
        is_bad = recording.status is None or recording.status >= _FIRST_BAD
        self.status.setText(status_text(recording))
        relook(self.status, "pill-warning" if is_bad else "pill-success")
        self.status.updateGeometry()

    def _show_facts(self, recording: Recording) -> None:
        first = span_text(recording.chunks[0].offset_ns) if recording.chunks else ""
        took = "" if recording.ended_ns is None else span_text(recording.ended_ns)
        length = sum(len(chunk.data) for chunk in recording.chunks)
        self.facts.show_facts(
            (
                (self.tr("First byte"), first),
                (self.tr("Ended"), took),
                (self.tr("Size"), size(length)),
                (self.tr("Connection"), connection_text(recording.connection, recording.url)),
                (self.tr("Request ID"), request_id(recording.response_headers)),
            )
        )

    def _show_trouble(self, recording: Recording) -> None:
        said = []
        if recording.error:
            said.append(_error_text(recording.error))
        elif recording.ended_ns is None:
            said.append(self.tr("The reply did not come to its end."))
        if recording.is_truncated:
            said.append(
                self.tr(
                    "The reply was longer than is recorded: its end is missing here, though "
                    "the chat has it."
                )
            )
        self.trouble.setText("\n".join(said))
        self.trouble.setVisible(bool(said))

    def _show_events(self, events: Sequence[StreamEvent]) -> None:
        if not events:
            self.stream_page.say(self.tr("No event came back."))
            return
        self._events_button.setText(self.tr("Events · {0}").format(QLocale().toString(len(events))))
        self.events.show_events(events)

    def _show_event(self, event: StreamEvent) -> None:
        self.event_body.show_body(event.data)

    def _show_reply(self, reply: ReadReply) -> None:
        if reply.message:
            self.message.show_body(reply.message)
            wanted = self._take_wanted()
            if wanted is not None:
                self.message.reveal(wanted)
        elif reply.failure is not None:
            told = failure_text(reply.failure)
            self.message_page.say(f"{told.title}\n{reply.failure.message}".strip())
        else:
            self.message_page.say(self.tr("The events add up to no message."))

    def _show_page(self, number: int) -> None:
        """Each page is read when somebody looks at it: two at a time would hold up the window."""
        recording = self.recording
        if recording is None or number in self._shown:
            return
        self._shown.add(number)
        if number == _EVENTS:
            self.stream_page.ask(
                lambda: self._inspection.stream(recording), self._show_events, "inspect a stream"
            )
        elif number == _MESSAGE:
            self.message_page.ask(
                lambda: self._inspection.reply(recording), self._show_reply, "read a reply"
            )
        elif number == _BODY:
            self.body.show_body(recording.response_body)

    def _build(self) -> None:
        self.status.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        buttons, row = flow_widget(at_end=False)
        row.addWidget(self.status)
        for text, name, act in (
            (self.tr("Copy body"), self.tr("Copy the response body"), self.copy_body),
            (self.tr("Copy headers"), self.tr("Copy the response headers"), self.headers.copy),
        ):
            button = copy_button(text, name)
            button.clicked.connect(act)
            row.addWidget(button)
        self.column.addWidget(buttons)
        self.column.addWidget(self.trouble)
        self.column.addWidget(self.facts)
        self.column.addWidget(self.switch, 1)

    def _build_stream(self) -> QWidget:
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(self.events)
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 8, 0, 0)
        column.addWidget(self.event_body)
        split.addWidget(below)
        split.setSizes([260, 220])
        return split


def _error_text(error: str) -> str:
    """What was recorded is a category and what it is of: `cut_off: the connection was closed`."""
    category, _, message = error.partition(": ")
    if category not in set(Category):
        return translate("ResponseView", "The reply was cut off: {0}").format(visible(error))
    title = failure_text(Failure(Category(category))).title
    return visible(f"{title} {message[:_MOST_SAID]}".strip())


def request_id(headers: Sequence[tuple[str, str]]) -> str:
    """What the provider's support asks for."""
    wanted = ("request-id", "x-request-id", "x-goog-request-id", "apim-request-id")
    return next((value for name, value in headers if name.lower() in wanted), "")
