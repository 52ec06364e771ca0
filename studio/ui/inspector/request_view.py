"""What exactly went out: method, address, headers, body, with which key, over which connection."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from studio.core.messages import Round
from studio.core.recording import Recording
from studio.harness.inspection_ports import Inspection, JsonPath
from studio.ui.chat.card_parts import wrapping_label
from studio.ui.elided import ElidedLabel
from studio.ui.flow_row import flow_widget
from studio.ui.inspector.json_index import shown
from studio.ui.inspector.json_view import JsonView
from studio.ui.inspector.raw_facts import (
    FactGrid,
    HeaderList,
    connection_text,
    copy_button,
    key_text,
    moment_text,
)
from studio.ui.inspector.raw_page import Spawn
from studio.ui.inspector.raw_round import KeyName, RoundTab, key_id_itself
from studio.ui.inspector.raw_switch import RawSwitch
from studio.ui.texts import size
from studio.ui.theme import FontKind, Theme


class RequestView(RoundTab):
    """A tab of the inspector; lives as long as its panel.

    Signals: `path_selected(path)` of the body; `attempt_chosen(attempt)`.
    """

    def __init__(
        self,
        theme: Theme,
        inspection: Inspection,
        spawn: Spawn,
        key_name: KeyName = key_id_itself,
    ) -> None:
        super().__init__(theme, inspection, spawn)
        self._key_name = key_name
        self.method = QLabel()
        self.method.setProperty("kind", "bold")
        self.url = ElidedLabel()
        self.url.setProperty("kind", "mono")
        self.url.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.url.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.facts = FactGrid()
        self.edited = wrapping_label("warning")
        self.edited.setText(
            self.tr(
                "You edited this request before it went out. Its model and cost are shown as if "
                "you had not."
            )
        )
        self.edited.hide()
        self.body = JsonView(theme, self.tr("Request body"))
        self.body.path_selected.connect(self.path_selected)
        self.headers = HeaderList(theme, self.tr("Request headers"))
        self.switch = RawSwitch(self.tr("Parts of the request"))
        self._body_button = self.switch.add(self.tr("Body"), self.body)
        self._headers_button = self.switch.add(self.tr("Headers"), self._build_headers())
        self._build()
        theme.changed.connect(self._restyle)
        self._restyle()

    def reveal(self, path: JsonPath) -> bool:
        """Goes to a place in the body, as soon as it is there."""
        self.switch.show_page(0)
        if self.recording is None:
            self._wanted = path
            return True
        return self.body.reveal(path)

    def copy_body(self) -> None:
        QGuiApplication.clipboard().setText(shown(self.body.body))

    def copy_url(self) -> None:
        if self.recording is not None:
            QGuiApplication.clipboard().setText(self.recording.url)

    @override
    def show_attempt(self, recording: Recording, round_: Round | None) -> None:
        self.method.setText(recording.method)
        self.url.setText(recording.url)
        origin = None if round_ is None else round_.origin
        self.edited.setVisible(round_ is not None and round_.is_edited)
        key = ""
        if origin is not None:
            key = key_text(self._key_name(origin.profile_id, origin.key_id), origin.key_hint)
        self.facts.show_facts(
            (
                (self.tr("Sent"), moment_text(recording.started_at)),
                (self.tr("Model"), "" if origin is None else origin.model),
                (self.tr("Key"), key),
                (self.tr("Connection"), connection_text(recording.connection, recording.url)),
                (self.tr("Address"), recording.connection.address),
            )
        )
        self._body_button.setText(self.tr("Body · {0}").format(size(len(recording.request_body))))
        count = len(recording.request_headers)
        self._headers_button.setText(self.tr("Headers · {0}").format(count))
        self.headers.show_headers(recording.request_headers)
        self.body.show_body(recording.request_body)
        wanted = self._take_wanted()
        if wanted is not None:
            self.body.reveal(wanted)

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.method)
        head.addWidget(self.url, 1)
        buttons, row = flow_widget(at_end=False)
        for text, name, act in (
            (self.tr("Copy body"), self.tr("Copy the request body"), self.copy_body),
            (self.tr("Copy headers"), self.tr("Copy the request headers"), self.headers.copy),
            (self.tr("Copy URL"), self.tr("Copy the address"), self.copy_url),
        ):
            button = copy_button(text, name)
            button.clicked.connect(act)
            row.addWidget(button)
        self.column.addLayout(head)
        self.column.addWidget(self.edited)
        self.column.addWidget(self.facts)
        self.column.addWidget(buttons)
        self.column.addWidget(self.switch, 1)

    def _build_headers(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        note = QLabel(self.tr("Secrets are kept and shown as stars only."))
        note.setProperty("kind", "muted")
        note.setWordWrap(True)
        column.addWidget(self.headers, 1)
        column.addWidget(note)
        return page

    def _restyle(self) -> None:
        self.url.setFont(self._theme.font(FontKind.CODE))
