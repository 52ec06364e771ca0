"""A form made from a JSON Schema, with JSON beside it for whatever a form cannot say.

Whether a value fits its schema is for those to judge who take it; here is only said what a person
wants to know before.
"""

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.ui.schema_form_object import ObjectField, form_label
from studio.ui.schema_form_parts import Lines, fault_in, json_text
from studio.ui.schema_form_shapes import read_shape
from studio.ui.theme import Theme
from studio.ui.visible import visible


class SchemaForm(QWidget):
    """Asks for the value of an object's schema. Lives with whoever asks.

    `value` is whole while `problems` is empty. Signals: `changed()` by the user's hand;
    `height_changed()` when it needs another height; `submitted()` for Return in a line.
    """

    changed = Signal()
    height_changed = Signal()
    submitted = Signal()

    def __init__(
        self, theme: Theme, schema: Mapping[str, Any], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._shape = read_shape(schema)
        self._rest: dict[str, Any] = {}
        self._tells = True
        self._fields = ObjectField(self._shape, theme)
        self._fields.edited.connect(self._tell_change)
        self._fields.height_changed.connect(self._tell_height)
        self._json = Lines(theme, is_code=True)
        self._json.setAccessibleName(self.tr("The arguments as JSON"))
        self._json.textChanged.connect(self._take_json_change)
        self._json.height_changed.connect(self._tell_height)
        self._fault = form_label("danger-small")
        self._note = form_label("muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(self._build_choice())
        layout.addWidget(self._fields)
        layout.addWidget(self._json)
        layout.addWidget(self._fault)
        layout.addWidget(self._note)
        self._json.hide()
        self._fault.hide()
        self._show_note()
        self._fields.take_defaults()

    @property
    def is_json(self) -> bool:
        """Whether the value is shown as JSON."""
        return self._as_json.isChecked()

    def value(self) -> dict[str, Any]:
        """What is filled in. In JSON that cannot be read, it is what was there before."""
        if self.is_json:
            read = _object_in(self._json.text())
            return read if read is not None else self._filled()
        return self._filled()

    def set_value(self, value: Mapping[str, Any]) -> None:
        """Shows a value; as JSON where the fields cannot hold it."""
        self._tells = False
        known = {each.name for each in self._shape.fields}
        self._rest = {name: each for name, each in value.items() if name not in known}
        fits = self._fields.take({n: v for n, v in value.items() if n in known})
        self._json.setPlainText(json_text(dict(value)))
        self._tells = True
        self._show_note()
        if not fits or self.is_json:
            self._show_side(is_json=True)

    def problems(self) -> tuple[str, ...]:
        """What is wrong, each a sentence; shown at the fields from now on."""
        if not self.is_json:
            return tuple(self._fields.problems())
        fault = self._json_fault()
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))
        self._tell_height()
        return (fault,) if fault else ()

    def show_json(self, *, is_json: bool) -> None:
        """Shows the value as JSON, or as fields again where they can hold it."""
        if is_json and self._fields.isVisibleTo(self):
            self._set_json(self._filled())
        elif not is_json and not self._take_json():
            is_json = True
        self._show_side(is_json=is_json)

    def focus_first(self) -> None:
        """The focus goes to the first field."""
        target = self._json if self.is_json else self._fields.entry
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build_choice(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        self._as_form = _side_button(self.tr("Form"))
        self._as_json = _side_button(self.tr("JSON"))
        self._as_form.setChecked(True)
        group = QButtonGroup(self)
        for button in (self._as_form, self._as_json):
            group.addButton(button)
            row.addWidget(button)
        self._as_form.clicked.connect(lambda: self.show_json(is_json=False))
        self._as_json.clicked.connect(lambda: self.show_json(is_json=True))
        row.addStretch(1)
        return row

    def _show_side(self, *, is_json: bool) -> None:
        self._as_json.setChecked(is_json)
        self._as_form.setChecked(not is_json)
        self._json.setVisible(is_json)
        self._fields.setVisible(not is_json)
        if not is_json:
            self._fault.hide()
        self._show_note()
        self._tell_height()

    def _filled(self) -> dict[str, Any]:
        value = self._fields.value()
        return {**(value if isinstance(value, dict) else {}), **self._rest}

    def _json_fault(self) -> str:
        text = self._json.text()
        fault = fault_in(text)
        if fault is None:
            is_object = _object_in(text) is not None
            return "" if is_object else self.tr("This must be an object: { … }.")
        self._json.point_at(fault[1])
        return fault[0]

    def _take_json(self) -> bool:
        """The fields take what the JSON says."""
        if self._fields.isVisibleTo(self):
            return True
        value = _object_in(self._json.text())
        if value is None:
            self.problems()
            return False
        known = {each.name for each in self._shape.fields}
        self._rest = {name: each for name, each in value.items() if name not in known}
        self._tells = False
        fits = self._fields.take({name: each for name, each in value.items() if name in known})
        self._tells = True
        if not fits:
            self._fault.setText(self.tr("The form has no fields for such values."))
            self._fault.show()
        return fits

    def _set_json(self, value: Mapping[str, Any]) -> None:
        self._tells = False
        self._json.setPlainText(json_text(value))
        self._tells = True

    def _show_note(self) -> None:
        said = ""
        if not self._shape.fields:
            said = self.tr("The schema names no arguments.")
        if self._rest:
            names = ", ".join(visible(each) for each in self._rest)
            said = self.tr("Without a field, see JSON: {0}").format(names)
        self._note.setText(said)
        self._note.setVisible(bool(said) and not self.is_json)

    def _take_json_change(self) -> None:
        if self._tells:
            self._fault.hide()
            self._tell_change()

    def _tell_change(self) -> None:
        if self._tells:
            self.changed.emit()

    def _tell_height(self) -> None:
        self.updateGeometry()
        self.height_changed.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A line has no use for Return, unless an input method is composing."""
        is_return = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if is_return and isinstance(QApplication.focusWidget(), QLineEdit):
            self.submitted.emit()
        else:
            super().keyPressEvent(event)


def _object_in(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _side_button(text: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("kind", "flat")
    button.setCheckable(True)
    button.setAutoDefault(False)
    return button
