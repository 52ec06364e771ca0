"""The fields that ask for one single value."""

import json
import re
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget
from typing_extensions import override

from studio.ui.fields import LineEdit
from studio.ui.schema_form_parts import Field, Lines, fault_in, json_text
from studio.ui.schema_form_shapes import ABSENT, Kind, Shape, is_same
from studio.ui.schema_form_texts import (
    example_of,
    missing_problem,
    number_problem,
    text_problem,
)
from studio.ui.theme import Theme
from studio.ui.visible import visible

translate = QCoreApplication.translate

_HALF = re.compile("[\ud800-\udfff]")  # of a letter


class TextField(Field):
    """A text: one line, or several where the schema or the value has them."""

    def __init__(self, shape: Shape, theme: Theme) -> None:
        super().__init__(shape)
        self._theme = theme
        self._stands_for: Any = self.blank(ABSENT)
        self._line: LineEdit | None = None
        self._lines: Lines | None = None
        if shape.is_long:
            self._use_lines()
        else:
            line = self._line = LineEdit()
            line.setPlaceholderText(example_of(shape))
            line.textEdited.connect(self.edited)
            self.column.addWidget(line)

    @property
    @override
    def entry(self) -> QWidget:
        return self._lines or self._line or self

    @override
    def value(self) -> Any:
        return self._text() or self._stands_for

    @override
    def take(self, value: Any) -> bool:
        if value is not ABSENT and value is not None and not isinstance(value, str):
            return False
        self._stands_for = self.blank(value)
        text = value if isinstance(value, str) else ""
        if visible(text) != text or _HALF.search(text):
            return False  # what hides is shown in JSON alone
        if "\n" in text and self._lines is None:
            self._use_lines()
        if self._lines is not None:
            self._lines.setPlainText(text)
        elif self._line is not None:
            self._line.setText(text)
        return self._text() == text

    @override
    def problem(self) -> str:
        text = self._text()
        if text:
            return text_problem(self.shape, text)
        is_missing = self.shape.is_required and self._stands_for is ABSENT
        return missing_problem() if is_missing else ""

    def _text(self) -> str:
        if self._lines is not None:
            return self._lines.text()
        return self._line.text() if self._line is not None else ""

    def _use_lines(self) -> None:
        lines = self._lines = Lines(self._theme, is_code=False)
        if self._line is not None:
            lines.setAccessibleName(self._line.accessibleName())
            lines.setAccessibleDescription(self._line.accessibleDescription())
            self._line.hide()
        self.column.addWidget(lines)
        lines.textChanged.connect(self.edited)
        lines.height_changed.connect(self.tell_height)


class NumberField(Field):
    """A number, whole or not, in plain figures: schemas have larger ones than a spin box."""

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        self._stands_for: Any = self.blank(ABSENT)
        self._line = LineEdit()
        self._line.textEdited.connect(self.edited)
        self.column.addWidget(self._line)

    @property
    @override
    def entry(self) -> QWidget:
        return self._line

    @override
    def value(self) -> Any:
        text = self._line.text().strip()
        return self._read(text) if text else self._stands_for

    @override
    def take(self, value: Any) -> bool:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if value is not ABSENT and value is not None and not is_number:
            return False
        self._stands_for = self.blank(value)
        self._line.setText(json.dumps(value) if is_number else "")
        return True

    @override
    def problem(self) -> str:
        value = self.value()
        if value is ABSENT:
            return missing_problem() if self.shape.is_required else ""
        if value is None:
            return ""
        if isinstance(value, str):
            if self.shape.kind is Kind.INTEGER:
                return translate("SchemaForm", "This is no whole number.")
            return translate("SchemaForm", "This is no number, such as 2.5.")
        return number_problem(self.shape.bounds, value)

    def _read(self, text: str) -> int | float | str:
        """The number, or the text itself where it is none."""
        try:
            value = json.loads(text)
        except ValueError:
            return text
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        is_whole = isinstance(value, int)
        return value if is_number and (is_whole or self.shape.kind is Kind.NUMBER) else text


class TickField(Field):
    """Yes or no, where one of the two must be."""

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        self._tick = QCheckBox(visible(shape.label))
        self._tick.toggled.connect(self.edited)
        self.column.addWidget(self._tick)

    @property
    @override
    def entry(self) -> QWidget:
        return self._tick

    @override
    def value(self) -> Any:
        return self._tick.isChecked()

    @override
    def take(self, value: Any) -> bool:
        if value is not ABSENT and not isinstance(value, bool):
            return False
        self._tick.setChecked(value is True)
        return True

    @override
    def problem(self) -> str:
        return ""


class ChoiceField(Field):
    """One of some values, and nothing where that is allowed."""

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        self._values: list[Any] = []
        self._list = QComboBox()
        self._list.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._list.setMinimumContentsLength(8)
        self._offer(translate("SchemaForm", "Not set"), ABSENT)
        if shape.is_nullable:
            self._offer(translate("SchemaForm", "Nothing (null)"), None)
        if shape.kind is Kind.BOOLEAN:
            self._offer(translate("SchemaForm", "Yes"), value=True)
            self._offer(translate("SchemaForm", "No"), value=False)
        for choice in shape.choices:
            self._offer(choice.label, choice.value)
        self._list.activated.connect(self.edited)
        self.column.addWidget(self._list)

    @property
    @override
    def entry(self) -> QWidget:
        return self._list

    @override
    def value(self) -> Any:
        return self._values[self._list.currentIndex()]

    @override
    def take(self, value: Any) -> bool:
        for number, each in enumerate(self._values):
            if each is value or (each is not ABSENT and is_same(each, value)):
                self._list.setCurrentIndex(number)
                return True
        return False

    @override
    def problem(self) -> str:
        is_missing = self.shape.is_required and self.value() is ABSENT
        return missing_problem() if is_missing else ""

    def _offer(self, label: str, value: Any) -> None:
        self._list.addItem(visible(label))
        self._values.append(value)


class JsonField(Field):
    """Anything, as JSON; empty is nothing."""

    def __init__(self, shape: Shape, theme: Theme) -> None:
        super().__init__(shape)
        self._lines = Lines(theme, is_code=True)
        self._lines.textChanged.connect(self.edited)
        self._lines.height_changed.connect(self.tell_height)
        self.column.addWidget(self._lines)

    @property
    @override
    def entry(self) -> QWidget:
        return self._lines

    @override
    def value(self) -> Any:
        text = self._lines.text()
        try:
            return json.loads(text) if text.strip() else ABSENT
        except (ValueError, RecursionError):
            return ABSENT

    @override
    def take(self, value: Any) -> bool:
        self._lines.setPlainText("" if value is ABSENT else json_text(value))
        return True

    @override
    def problem(self) -> str:
        text = self._lines.text()
        if not text.strip():
            return missing_problem() if self.shape.is_required else ""
        fault = fault_in(text)
        if fault is None:
            return ""
        self._lines.point_at(fault[1])
        return fault[0]
