"""The fields that ask for several values, and which field asks for what."""

from typing import Any, assert_never

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QWidget
from typing_extensions import override

from studio.ui.schema_form_fields import (
    ChoiceField,
    JsonField,
    NumberField,
    TextField,
    TickField,
)
from studio.ui.schema_form_parts import Field
from studio.ui.schema_form_shapes import ABSENT, Kind, Shape, is_same
from studio.ui.schema_form_texts import count_problem
from studio.ui.theme import Theme
from studio.ui.visible import visible

translate = QCoreApplication.translate

_MOST_ROWS = 50


class SeveralField(Field):
    """Any of a few values."""

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        self._stands_for: Any = [] if shape.is_required else ABSENT
        self._ticks: list[QCheckBox] = []
        for choice in shape.choices:
            tick = QCheckBox(visible(choice.label))
            tick.toggled.connect(self.edited)
            self._ticks.append(tick)
            self.column.addWidget(tick)

    @property
    @override
    def entry(self) -> QWidget:
        return self._ticks[0] if self._ticks else self

    @override
    def name(self, name: str, description: str) -> None:
        self.setAccessibleName(name)
        for tick in self._ticks:
            tick.setAccessibleDescription(name)

    @override
    def value(self) -> Any:
        pairs = zip(self._ticks, self.shape.choices, strict=True)
        return [choice.value for tick, choice in pairs if tick.isChecked()] or self._stands_for

    @override
    def take(self, value: Any) -> bool:
        given = [] if value is ABSENT else value
        choices = self.shape.choices
        if not isinstance(given, list) or not all(
            any(is_same(each, choice.value) for choice in choices) for each in given
        ):
            return False
        self._stands_for = ABSENT if value is ABSENT and not self.shape.is_required else []
        for tick, choice in zip(self._ticks, choices, strict=True):
            tick.setChecked(any(is_same(each, choice.value) for each in given))
        return True

    @override
    def problem(self) -> str:
        value = self.value()
        return count_problem(self.shape.bounds, len(value)) if value is not ABSENT else ""


class ListField(Field):
    """Some values of one kind, a row each."""

    def __init__(self, shape: Shape, theme: Theme) -> None:
        super().__init__(shape)
        self._theme = theme
        self._item = shape.item or Shape(Kind.TEXT, is_required=True)
        self._stands_for: Any = [] if shape.is_required else ABSENT
        self._rows: list[tuple[QWidget, Field]] = []
        self._add = QPushButton(translate("SchemaForm", "Add an entry"))
        self._add.setProperty("kind", "flat")
        self._add.setAutoDefault(False)
        self._add.clicked.connect(self._add_empty)
        self.column.addWidget(self._add, 0, Qt.AlignmentFlag.AlignLeft)
        self._name = visible(shape.label)

    @property
    @override
    def entry(self) -> QWidget:
        return self._rows[0][1].entry if self._rows else self._add

    @override
    def name(self, name: str, description: str) -> None:
        self._name = name
        self._add.setAccessibleName(translate("SchemaForm", "Add an entry to {0}").format(name))
        self._add.setAccessibleDescription(description)

    @override
    def value(self) -> Any:
        values = [each.value() for _, each in self._rows]
        return ["" if each is ABSENT else each for each in values] or self._stands_for

    @override
    def take(self, value: Any) -> bool:
        given = [] if value is ABSENT else value
        if not isinstance(given, list) or len(given) > _MOST_ROWS:
            return False
        self._stands_for = ABSENT if value is ABSENT and not self.shape.is_required else []
        for row, _ in list(self._rows):
            self._drop(row)
        return all(self._append().take(each) for each in given)

    @override
    def problem(self) -> str:
        said = next((each.problem() for _, each in self._rows if each.problem()), "")
        value = self.value()
        return said or (count_problem(self.shape.bounds, len(value)) if value is not ABSENT else "")

    def _add_empty(self) -> None:
        if len(self._rows) < _MOST_ROWS:
            self._append().entry.setFocus()
            self.edited.emit()
            self.tell_height()

    def _append(self) -> Field:
        field = make_field(self._item, self._theme)
        number = len(self._rows) + 1
        field.name(translate("SchemaForm", "{0}, entry {1}").format(self._name, number), "")
        field.edited.connect(self.edited)
        field.height_changed.connect(self.tell_height)
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(field, 1)
        remove = QPushButton(translate("SchemaForm", "Remove"))
        remove.setProperty("kind", "flat")
        remove.setAutoDefault(False)
        remove.setAccessibleName(
            translate("SchemaForm", "Remove entry {0} of {1}").format(number, self._name)
        )
        remove.clicked.connect(lambda: self._remove(row))
        line.addWidget(remove)
        self.column.insertWidget(len(self._rows), row)
        row.show()
        self._rows.append((row, field))
        return field

    def _remove(self, row: QWidget) -> None:
        self._drop(row)
        self._add.setFocus()
        self.edited.emit()
        self.tell_height()

    def _drop(self, row: QWidget) -> None:
        self._rows = [each for each in self._rows if each[0] is not row]
        self.column.removeWidget(row)
        row.hide()
        row.deleteLater()


def make_field(shape: Shape, theme: Theme) -> Field:
    """The field that asks for such a value, objects left aside: they are the form's."""
    match shape.kind:
        case Kind.TEXT:
            return TextField(shape, theme)
        case Kind.INTEGER | Kind.NUMBER:
            return NumberField(shape)
        case Kind.BOOLEAN:
            needs_one = shape.is_required and not shape.is_nullable
            return TickField(shape) if needs_one else ChoiceField(shape)
        case Kind.CHOICE:
            return ChoiceField(shape)
        case Kind.SEVERAL:
            return SeveralField(shape)
        case Kind.LIST:
            return ListField(shape, theme)
        case Kind.JSON | Kind.OBJECT:
            return JsonField(shape, theme)
        case _:
            assert_never(shape.kind)
