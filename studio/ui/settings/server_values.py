"""The environment or the headers of a server. Secret values go to the keyring, not to a file."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.servers import environment_key_id, server_header_key_id
from studio.ui.settings.checks import header_name_fault, header_value_fault
from studio.ui.settings.parts import button, labelled
from studio.ui.settings.server_value_row import ValueRow

_VARIABLE = re.compile(r"[^=\0\s]+")


class ValueKind(StrEnum):
    """What the names and values are."""

    VARIABLE = "variable"
    HEADER = "header"


@dataclass(frozen=True, slots=True)
class Values:
    """What is filled in. `stored` are names whose values are in the keyring, `fresh` are values
    that are on their way there, by key ID."""

    plain: Mapping[str, str] = field(default_factory=dict)
    stored: tuple[str, ...] = ()
    fresh: Mapping[str, str] = field(default_factory=dict, repr=False)


class ServerValues(QWidget):
    """Lives as long as the form of its server.

    Signals: `changed(Values)`; `removed(name, is_stored, put_back)` for a row that is out of sight.
    One that is not in the keyring has gone with `changed` before; one that is must be taken out by
    whoever listens, when nobody calls `put_back()` any more.
    """

    changed = Signal(object)
    removed = Signal(str, bool, object)

    def __init__(self, kind: ValueKind) -> None:
        super().__init__()
        self._kind = kind
        self.rows: list[ValueRow] = []
        self._lines = QVBoxLayout()
        self._lines.setSpacing(6)
        is_header = kind is ValueKind.HEADER
        text = self.tr("+ Add header") if is_header else self.tr("+ Add variable")
        self.add = button(text)
        self.add.clicked.connect(self._add_empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(self._lines)
        column.addWidget(self.add)
        hint = self.tr("Secret values are kept in the system keyring and never shown again.")
        column.addWidget(labelled(hint, "muted"))

    def show_values(self, plain: Mapping[str, str], stored: tuple[str, ...]) -> None:
        """What is saved now."""
        for row in tuple(self.rows):
            self._drop(row)
        for name, value in plain.items():
            self._insert(ValueRow(name, value))
        for name in stored:
            self._insert(ValueRow(name, is_stored=True))

    def values(self) -> Values:
        shown = [row for row in self.rows if row.is_stored or not row.isHidden()]
        whole = [row for row in shown if row.is_complete]
        fresh = {self._key_id(row.name): row.value for row in whole if row.is_secret and row.value}
        return Values(
            {row.name: row.value for row in whole if not row.is_secret},
            tuple(row.name for row in whole if row.is_secret and (row.value or row.is_stored)),
            fresh,
        )

    def show_stored(self, key_ids: Mapping[str, str]) -> None:
        """These values are in the keyring now: their fields forget them."""
        for row in self.rows:
            if row.is_secret and key_ids.get(self._key_id(row.name)) == row.value:
                row.show_stored()

    def _key_id(self, name: str) -> str:
        is_header = self._kind is ValueKind.HEADER
        return server_header_key_id(name) if is_header else environment_key_id(name)

    def _add_empty(self) -> None:
        row = ValueRow()
        self._insert(row)
        row.name_edit.setFocus()

    def _insert(self, row: ValueRow) -> None:
        self.rows.append(row)
        self._lines.addWidget(row)
        row.edited.connect(lambda: self._finish(row))
        row.removed.connect(lambda: self._remove(row))

    def _finish(self, row: ValueRow) -> None:
        row.show_fault(self._fault(row))
        if row.is_complete and (row.value or row.is_stored or not row.is_secret):
            self.changed.emit(self.values())

    def _fault(self, row: ValueRow) -> str | None:
        name = row.name
        if not name:
            return None
        fold: Callable[[str], str] = str.lower if self._kind is ValueKind.HEADER else str
        others = [one for one in self.rows if one is not row and not one.isHidden()]
        if fold(name) in [fold(one.name) for one in others]:
            return self.tr("There is one of this name already.")
        if self._kind is ValueKind.HEADER:
            return header_name_fault(name) or header_value_fault(row.value)
        if not _VARIABLE.fullmatch(name):
            return self.tr("The name of a variable has no spaces and no “=”.")
        return None

    def _remove(self, row: ValueRow) -> None:
        self.add.setFocus()
        if not row.name:
            self._drop(row)
            return
        row.hide()
        if not row.is_stored:
            self.changed.emit(self.values())
        self.removed.emit(row.name, row.is_stored, lambda: self._put_back(row))

    def _put_back(self, row: ValueRow) -> None:
        if isValid(self) and row in self.rows:
            row.show()
            self.changed.emit(self.values())

    def _drop(self, row: ValueRow) -> None:
        self.rows.remove(row)
        self._lines.removeWidget(row)
        row.hide()
        row.deleteLater()
