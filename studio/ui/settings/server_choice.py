"""Servers that were read elsewhere, to be ticked and taken over."""

import shlex
from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from studio.core.servers import (
    ServerEntry,
    Transport,
    environment_key_id,
    server_header_key_id,
)
from studio.harness.server_ports import FoundServers
from studio.ui.elided import ElidedLabel
from studio.ui.settings.parts import group_label, labelled
from studio.ui.settings.server_problems import code_text
from studio.ui.theme import FontKind, Theme
from studio.ui.visible import visible


class ServerChoice(QWidget):
    """Lives as long as the panel it is in. Signals: `changed()` when another one is ticked."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._found: tuple[FoundServers, ...] = ()
        self.boxes: list[tuple[QCheckBox, ServerEntry]] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)

    def show_found(
        self, found: tuple[FoundServers, ...], known: tuple[ServerEntry, ...], *, ticked: bool
    ) -> None:
        """What is here already, under the same name and way, is not ticked."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._found, self.boxes = found, []
        ways = {_way(entry) for entry in known}
        for one in found:
            self._show_file(one)
            for entry in one.entries:
                is_known = _way(entry) in ways
                self._column.addWidget(self._row(entry, one, is_known=is_known, ticked=ticked))
        self.changed.emit()

    @property
    def chosen(self) -> tuple[ServerEntry, ...]:
        return tuple(entry for box, entry in self.boxes if box.isChecked())

    def secrets(self) -> Mapping[str, str]:
        """Of those that are ticked, by `{id}/{key ID}`."""
        ids = {entry.id for entry in self.chosen}
        return {
            name: value
            for one in self._found
            for name, value in one.secrets.items()
            if name.partition("/")[0] in ids
        }

    def _show_file(self, found: FoundServers) -> None:
        if found.program:
            self._column.addWidget(group_label(self._theme, found.program))
            path = ElidedLabel(found.path)
            path.setProperty("kind", "muted")
            self._column.addWidget(path)
        if found.problem and found.path:
            text = self.tr("It could not be read: {0}").format(code_text(found.problem))
            self._column.addWidget(labelled(text, "danger-small"))

    def _row(
        self, entry: ServerEntry, found: FoundServers, *, is_known: bool, ticked: bool
    ) -> QFrame:
        card = QFrame()
        card.setProperty("kind", "card")
        box = QCheckBox()
        box.setChecked(ticked and not is_known)
        box.toggled.connect(self.changed)
        self.boxes.append((box, entry))
        name = ElidedLabel(visible(entry.name))
        way = ElidedLabel(visible(written_way(entry)))
        way.setFont(self._theme.font(FontKind.CODE))
        lines = QVBoxLayout()
        lines.setSpacing(1)
        lines.addWidget(name)
        lines.addWidget(way)
        count = sum(key.partition("/")[0] == entry.id for key in found.secrets)
        notes = []
        if is_known:
            notes.append(self.tr("is here already"))
        if count:
            notes.append(self.tr("secrets that go to the keyring: {0}").format(count))
        missing = missing_secrets(entry, found)
        if missing:
            notes.append(self.tr("you are asked for {0}").format(", ".join(missing)))
        if notes:
            lines.addWidget(labelled(" · ".join(notes), "muted"))
        box.setAccessibleName(", ".join([entry.name, *notes]))
        inside = QHBoxLayout(card)
        inside.setContentsMargins(12, 8, 12, 8)
        inside.setSpacing(10)
        inside.addWidget(box)
        inside.addLayout(lines, 1)
        return card


def written_way(entry: ServerEntry) -> str:
    """The command line or the address."""
    if entry.transport is Transport.STDIO:
        return shlex.join((entry.command, *entry.arguments))
    return entry.url


def missing_secrets(entry: ServerEntry, found: FoundServers) -> tuple[str, ...]:
    """Names whose values the file did not have: they are entered on the server's page."""
    variables = {name: environment_key_id(name) for name in entry.secret_environment}
    headers = {name: server_header_key_id(name) for name in entry.secret_headers}
    wanted = variables | headers
    return tuple(name for name, key in wanted.items() if f"{entry.id}/{key}" not in found.secrets)


def _way(entry: ServerEntry) -> tuple[object, ...]:
    return (entry.name, entry.transport, entry.command, entry.arguments, entry.url)
