"""An object of a form made from a schema: its fields one under another."""

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from studio.ui.schema_form_fields import TickField
from studio.ui.schema_form_lists import make_field
from studio.ui.schema_form_parts import Field
from studio.ui.schema_form_shapes import ABSENT, Kind, Shape
from studio.ui.schema_form_texts import hint_of, missing_problem
from studio.ui.theme import Theme
from studio.ui.visible import visible

translate = QCoreApplication.translate

_INDENT = 14


class ObjectField(Field):
    """The fields of an object, one under another, each with its name, hint and problem."""

    def __init__(self, shape: Shape, theme: Theme, *, is_inner: bool = False) -> None:
        super().__init__(shape)
        self.column.setSpacing(12)
        if is_inner:
            self.column.setContentsMargins(_INDENT, 0, 0, 0)
        self._stands_for: Any = {} if shape.is_required else ABSENT
        self._rest: dict[str, Any] = {}
        self._places = [_Place(each, theme) for each in shape.fields]
        for place in self._places:
            place.field.edited.connect(self.edited)
            place.height_changed.connect(self.tell_height)
            self.column.addWidget(place)

    @property
    @override
    def entry(self) -> QWidget:
        return self._places[0].field.entry if self._places else self

    @override
    def value(self) -> Any:
        pairs = ((place.field.shape.name, place.field.value()) for place in self._places)
        filled = {name: value for name, value in pairs if value is not ABSENT}
        return {**filled, **self._rest} or self._stands_for

    @override
    def take(self, value: Any) -> bool:
        given = {} if value is ABSENT else value
        if not isinstance(given, dict):
            return False
        self._stands_for = ABSENT if value is ABSENT and not self.shape.is_required else {}
        known = {each.name for each in self.shape.fields}
        self._rest = {name: each for name, each in given.items() if name not in known}
        taken = [place.take(given.get(place.field.shape.name, ABSENT)) for place in self._places]
        return all(taken)

    def take_defaults(self) -> None:
        """Fills in what the schema proposes."""
        for place in self._places:
            if isinstance(place.field, ObjectField):
                place.field.take_defaults()
            if place.field.shape.default is not ABSENT:
                place.take(place.field.shape.default)

    @override
    def name(self, name: str, description: str) -> None:
        self.setAccessibleName(name)

    @override
    def problem(self) -> str:
        return next(self.problems(), "")

    def problems(self) -> Iterator[str]:
        """Those of all fields, shown beside them. An object that is left out has none."""
        is_left_out = self.value() is ABSENT
        for place in self._places:
            said = "" if is_left_out else place.shown_problem()
            if said:
                yield said


class _Place(QWidget):
    """One field with what stands around it. Signals: `height_changed()`."""

    height_changed = Signal()

    def __init__(self, shape: Shape, theme: Theme) -> None:
        super().__init__()
        inner = shape.kind is Kind.OBJECT
        self.field: Field = (
            ObjectField(shape, theme, is_inner=True) if inner else make_field(shape, theme)
        )
        label, hint = visible(shape.label), hint_of(shape)
        self.field.name(label, " · ".join(each for each in (hint, shape.description) if each))
        self._problem = form_label("danger-small")
        self._problem.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        if not isinstance(self.field, TickField):
            column.addLayout(_head(label, hint))
        if shape.description:
            said = form_label("muted")
            said.setText(visible(shape.description))
            column.addWidget(said)
        column.addWidget(self.field)
        column.addWidget(self._problem)
        self.field.edited.connect(self._hide_problem)
        self.field.height_changed.connect(self.height_changed)

    def take(self, value: Any) -> bool:
        self._problem.hide()
        return self.field.take(value)

    def shown_problem(self) -> str:
        """What is wrong with the field, with its name; shown beneath it from now on."""
        field = self.field
        if isinstance(field, ObjectField):
            inner = tuple(field.problems())
            is_missing = field.shape.is_required and field.value() is ABSENT
            return inner[0] if inner else missing_problem() if is_missing else ""
        problem = field.problem()
        if problem != self._problem.text() or self._problem.isHidden() is bool(problem):
            self._problem.setText(problem)
            self._problem.setVisible(bool(problem))
            self.height_changed.emit()
        if not problem:
            return ""
        return translate("SchemaForm", "{0}: {1}").format(visible(field.shape.label), problem)

    def _hide_problem(self) -> None:
        if not self._problem.isHidden():
            self._problem.hide()
            self.height_changed.emit()


def _head(label: str, hint: str) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    name = form_label("bold")
    name.setText(label)
    row.addWidget(name, 1)
    if hint:
        said = form_label("muted")
        said.setWordWrap(False)
        said.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        said.setText(hint)
        row.addWidget(said, 0, Qt.AlignmentFlag.AlignBottom)
    return row


def form_label(kind: str) -> QLabel:
    """A label that breaks its lines and shows markup as it is."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("kind", kind)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label
