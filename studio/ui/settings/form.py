"""Fields with their labels, hints and faults."""

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.ui.focus import focus_part
from studio.ui.settings.parts import labelled

CONTENT_WIDTH = 760
WIDE_CONTENT_WIDTH = 940  # for a page with a table
LABEL_WIDTH = 150
# The line edit within a box would be drawn as a field within the field.
_BARE = "QLineEdit { border: none; padding: 0; min-height: 0; background: transparent; }"
# A spin box is as high as a line edit; padding does not reach its text, margins do.
_SPIN = "QAbstractSpinBox { min-height: 17px; }"
_SPIN_MARGIN = 9
_LABEL_TOP = 8
_LABEL_GAP = 14


class Field(QWidget):
    """A control with room for a hint and for what is wrong with its content."""

    def __init__(self, control: QWidget, hint: str = "") -> None:
        super().__init__()
        self.control = control
        self._hint = labelled(hint, "muted")
        self._fault = labelled("", "danger")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(control)
        column.addWidget(self._hint)
        column.addWidget(self._fault)
        # Only now: shown without a parent each would be a window for a moment.
        self._hint.setVisible(bool(hint))
        self._fault.hide()

    @property
    def fault(self) -> str:
        return self._fault.text()

    @property
    def hint(self) -> str:
        return self._hint.text()

    def show_fault(self, sentence: str | None) -> None:
        """A screen reader hears it too, as the description of the control."""
        self._fault.setText(sentence or "")
        self._fault.setVisible(bool(sentence))
        focus_part(self.control).setAccessibleDescription(sentence or self._hint.text())

    def show_hint(self, text: str) -> None:
        self._hint.setText(text)
        self._hint.setVisible(bool(text))


def _name(control: QWidget, text: str) -> None:
    """Also what takes its focus, unless that has a name of its own."""
    control.setAccessibleName(text)
    part = focus_part(control)
    if not part.accessibleName():
        part.setAccessibleName(text)


class Form(QWidget):
    """Labels beside their fields, or above them where there is little room.

    Not Qt's form layout: it gives a field with a wrapped hint less height than it needs.
    """

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)
        self._rows: list[_FormRow] = []
        self.fields: list[Field] = []

    def add(self, label: str, control: QWidget, hint: str = "") -> Field:
        caption = labelled(label, "secondary")
        caption.setBuddy(control)
        _name(control, label)
        field = Field(control, hint)
        self.fields.append(field)
        self._insert(_FormRow(caption, field))
        return field

    def add_wide(self, widget: QWidget) -> None:
        """Something without a label, below the fields."""
        self._insert(_FormRow(None, widget))

    def add_bare(self, widget: QWidget) -> None:
        """A form within the form: it has labels of its own."""
        self._column.addWidget(widget)

    def set_row_visible(self, field: Field, is_visible: bool) -> None:
        for row in self._rows:
            if row.content is field:
                row.setVisible(is_visible)

    def set_label(self, field: Field, text: str) -> None:
        """Another name for a field that stands for several things."""
        _name(field.control, text)
        for row in self._rows:
            if row.content is field:
                row.label.setText(text)

    def set_narrow(self, is_narrow: bool) -> None:
        for row in self._rows:
            row.set_narrow(is_narrow)

    def _insert(self, row: "_FormRow") -> None:
        self._rows.append(row)
        self._column.addWidget(row)


class _FormRow(QWidget):
    """One label and what it is for."""

    def __init__(self, label: QLabel | None, content: QWidget) -> None:
        super().__init__()
        self.content = content
        self.label = label or labelled("", "secondary")
        self._is_labelled = label is not None
        # On one line with the text of a line edit, however high the field is below it.
        self.label.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.label)
        self._row.addWidget(content, 1)
        self.set_narrow(False)

    def set_narrow(self, is_narrow: bool) -> None:
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)
        self._row.setSpacing(4 if is_narrow else _LABEL_GAP)
        self.label.setContentsMargins(0, 0 if is_narrow else _LABEL_TOP, 0, 0)
        self.label.setVisible(self._is_labelled or not is_narrow)
        if is_narrow:
            self.label.setMinimumWidth(0)
            self.label.setMaximumWidth(CONTENT_WIDTH)
        else:
            self.label.setFixedWidth(LABEL_WIDTH)


class CheckLine(QWidget):
    """A check box whose text wraps, which that of Qt's own does not.

    Signals: `toggled(is_on)`.
    """

    toggled = Signal(bool)

    def __init__(self, text: str) -> None:
        super().__init__()
        self.box = QCheckBox()
        self.box.setAccessibleName(text)
        self.box.toggled.connect(self.toggled)
        self._label = labelled(text, "")
        self._label.setBuddy(self.box)
        self._label.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 4, 0, 4)
        row.setSpacing(0)
        row.addWidget(self.box, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._label, 1)
        self.setFocusProxy(self.box)

    def set_on(self, *, is_on: bool) -> None:
        """Without telling: what is set now."""
        with QSignalBlocker(self.box):
            self.box.setChecked(is_on)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The text counts as the box."""
        self.box.toggle()


class CalmWheel(QObject):
    """Scrolling a page changes no value that happens to pass under the pointer."""

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Wheel or not isinstance(watched, QWidget):
            return False
        if watched.hasFocus():
            return False
        event.ignore()
        return True


def calm(control: QComboBox | QAbstractSpinBox) -> None:
    """For every box that a wheel can change."""
    control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    control.installEventFilter(CalmWheel(control))
    if isinstance(control, QAbstractSpinBox):
        control.setStyleSheet(_SPIN)
        for line in control.findChildren(QLineEdit):
            line.setTextMargins(_SPIN_MARGIN, 0, _SPIN_MARGIN, 0)
    else:
        control.setStyleSheet(_BARE)
        control.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        control.setMinimumContentsLength(8)
