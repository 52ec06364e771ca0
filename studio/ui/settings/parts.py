"""The small pieces that all settings pages are made of."""

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.ui.texts import size
from studio.ui.theme import FontKind, Theme

CONTENT_WIDTH = 760
LABEL_WIDTH = 150
NARROW = 520
_MARGIN = 28
_NARROW_MARGIN = 16
# The line edit within a box would be drawn as a field within the field.
_BARE = "QLineEdit { border: none; padding: 0; min-height: 0; background: transparent; }"
# A spin box is as high as a line edit; padding does not reach its text, margins do.
_SPIN = "QAbstractSpinBox { min-height: 17px; }"
_SPIN_MARGIN = 9
_LABEL_TOP = 8
_LABEL_GAP = 14
_GIGA = 1_000_000_000


class Page(QScrollArea):
    """A titled page that scrolls, with its content no wider than is good to read."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The page itself takes no key: its fields do, and Tab goes straight to the first of them.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(title)
        self._forms: list[Form] = []
        self._content = QWidget()
        self._content.setMaximumWidth(CONTENT_WIDTH)
        self.body = QVBoxLayout(self._content)
        self.body.setSpacing(12)
        self.heading = labelled(title, "heading")
        self.body.addWidget(self.heading)
        self.setWidget(self._content)

    def add_form(self) -> "Form":
        form = Form()
        self.body.addWidget(form)
        self.adopt_form(form)
        return form

    def adopt_form(self, form: "Form") -> None:
        """A form that stands somewhere on the page follows its width."""
        self._forms.append(form)

    def finish(self) -> None:
        """After the last piece: the rest of the height stays empty."""
        self.body.addStretch(1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < NARROW
        margin = _NARROW_MARGIN if is_narrow else _MARGIN
        self.body.setContentsMargins(margin, 22, margin, 24)
        for form in self._forms:
            form.set_narrow(is_narrow)


class Field(QWidget):
    """A control with room for a hint and for what is wrong with its content."""

    def __init__(self, control: QWidget, hint: str = "") -> None:
        super().__init__()
        self.control = control
        self._hint = labelled(hint, "muted")
        self._fault = labelled("", "danger")
        self._hint.setVisible(bool(hint))
        self._fault.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(control)
        column.addWidget(self._hint)
        column.addWidget(self._fault)

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
        self.control.setAccessibleDescription(sentence or self._hint.text())

    def show_hint(self, text: str) -> None:
        self._hint.setText(text)
        self._hint.setVisible(bool(text))


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
        control.setAccessibleName(label)
        field = Field(control, hint)
        self.fields.append(field)
        self._insert(_FormRow(caption, field))
        return field

    def add_wide(self, widget: QWidget) -> None:
        """Something without a label, below the fields."""
        self._insert(_FormRow(None, widget))

    def set_row_visible(self, field: Field, is_visible: bool) -> None:
        for row in self._rows:
            if row.content is field:
                row.setVisible(is_visible)

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
        self._label = label or labelled("", "secondary")
        self._is_labelled = label is not None
        # On one line with the text of a line edit, however high the field is below it.
        self._label.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self._label)
        self._row.addWidget(content, 1)
        self.set_narrow(False)

    def set_narrow(self, is_narrow: bool) -> None:
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)
        self._row.setSpacing(4 if is_narrow else _LABEL_GAP)
        self._label.setContentsMargins(0, 0 if is_narrow else _LABEL_TOP, 0, 0)
        self._label.setVisible(self._is_labelled or not is_narrow)
        if is_narrow:
            self._label.setMinimumWidth(0)
            self._label.setMaximumWidth(CONTENT_WIDTH)
        else:
            self._label.setFixedWidth(LABEL_WIDTH)


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


def labelled(text: str, kind: str) -> QLabel:
    """A label of plain text that wraps; `kind` is a look of the style sheet."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("kind", kind)
    label.setWordWrap(kind not in ("label", "pill", "pill-warning", "pill-success", "bold"))
    return label


def group_label(theme: Theme, text: str) -> QLabel:
    """The small capitals above a group."""
    label = labelled(text, "label")
    font = theme.font(FontKind.LABEL)
    font.setCapitalization(QFont.Capitalization.AllUppercase)
    label.setFont(font)
    label.setContentsMargins(0, 12, 0, 0)
    label.setWordWrap(True)
    return label


def button(text: str, kind: str = "", name: str = "") -> QPushButton:
    """`name` is what a screen reader says where the text alone is not clear."""
    made = QPushButton(text)
    if kind:
        made.setProperty("kind", kind)
    if name:
        made.setAccessibleName(name)
    made.setAutoDefault(False)
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return made


def rule(*, is_vertical: bool = False) -> QFrame:
    """A hairline."""
    line = QFrame()
    line.setProperty("kind", "rule")
    if is_vertical:
        line.setStyleSheet("max-width: 1px; min-width: 1px; max-height: 16777215px;")
        line.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
    return line


def painted(widget: QWidget, kind: str) -> None:
    """A plain widget that shows the background which the style sheet has for it."""
    widget.setProperty("kind", kind)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


def relook(widget: QWidget, kind: str) -> None:
    """Another look of the style sheet for a widget that is shown already."""
    if widget.property("kind") != kind:
        widget.setProperty("kind", kind)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def bytes_text(count: int) -> str:
    """Such as `98.0 MB` or `1.4 GB`, in powers of ten as disks are sold."""
    if count >= _GIGA:
        amount = QLocale().toString(count / _GIGA, "f", 1)
        return QCoreApplication.translate("settings", "{0} GB").format(amount)
    return size(count)
