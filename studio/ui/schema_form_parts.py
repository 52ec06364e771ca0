"""What the fields of a form made from a schema have in common."""

import json
import re
from abc import abstractmethod
from typing import Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from studio.ui.long_text import LongTextField
from studio.ui.schema_form_shapes import ABSENT, Shape
from studio.ui.schema_form_texts import json_fault
from studio.ui.theme import FontKind, Theme

translate = QCoreApplication.translate

_ALTERED = re.compile(
    "[\x7f-\x9f\u180e\u200b\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufdd0-\ufdef\ufeff-\uffff"
    "\U000e0000-\U000e007f]"
)
_FEWEST_LINES, _MOST_LINES = 2, 10


class Field(QWidget):
    """Asks for one value. Owned by the form, which says what stands around it.

    Signals: `edited()`; `height_changed()` when it needs another height.
    """

    edited = Signal()
    height_changed = Signal()

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(4)

    @property
    @abstractmethod
    def entry(self) -> QWidget:
        """What takes the focus."""

    @abstractmethod
    def value(self) -> Any:
        """What stands in it, `ABSENT` where that is nothing."""

    @abstractmethod
    def take(self, value: Any) -> bool:
        """Shows a value; False where the field cannot hold such a one."""

    @abstractmethod
    def problem(self) -> str:
        """What is wrong with it in the user's language; empty where nothing is."""

    def name(self, name: str, description: str) -> None:
        """What a screen reader says."""
        self.entry.setAccessibleName(name)
        self.entry.setAccessibleDescription(description)

    def blank(self, given: Any) -> Any:
        """What an empty field stands for, after it was given something."""
        if given is None or given == "":
            return given
        return None if self.shape.is_required and self.shape.is_nullable else ABSENT

    def tell_height(self) -> None:
        self.updateGeometry()
        self.height_changed.emit()


class Lines(LongTextField):
    """Some lines of text, as high as they are within bounds. Signals: `height_changed()`."""

    height_changed = Signal()

    def __init__(self, theme: Theme, *, is_code: bool) -> None:
        super().__init__()
        self._theme = theme
        self._is_code = is_code
        self.setProperty("kind", "field")
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.textChanged.connect(self._fit)
        theme.changed.connect(self._restyle)
        self._restyle()

    def text(self) -> str:
        """What stands here, letter for letter: Qt's plain text has other spaces."""
        return self.document().toRawText().replace("\u2029", "\n")

    def point_at(self, place: int) -> None:
        """Underlines where something is wrong."""
        mark = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(place, max(0, self.document().characterCount() - 1)))
        cursor.movePosition(QTextCursor.MoveOperation.EndOfLine, QTextCursor.MoveMode.KeepAnchor)
        look: Any = mark
        look.cursor = cursor
        look.format.setUnderlineStyle(look.format.UnderlineStyle.WaveUnderline)
        look.format.setUnderlineColor(self._theme.palette.danger)
        self.setExtraSelections([mark])

    def _restyle(self) -> None:
        self.setFont(self._theme.font(FontKind.CODE if self._is_code else FontKind.TEXT))
        self._fit()

    def _fit(self) -> None:
        self.setExtraSelections([])
        lines = min(max(self.blockCount(), _FEWEST_LINES), _MOST_LINES)
        height = lines * self.fontMetrics().lineSpacing() + 28
        if height != self.maximumHeight() or height != self.minimumHeight():
            self.setFixedHeight(height)
            self.height_changed.emit()


def json_text(value: object) -> str:
    """JSON to be read and edited: what hides, or what Qt would alter, is written as an escape."""
    return escaped(json.dumps(value, ensure_ascii=False, indent=2))


def escaped(text: str) -> str:
    """JSON in which what hides, or what Qt would alter, is written as an escape."""
    return _ALTERED.sub(lambda found: json.dumps(found[0])[1:-1], text)


def fault_in(text: str) -> tuple[str, int] | None:
    """What is wrong with JSON and the character where; None where nothing is."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return json_fault(error), error.pos
    except (ValueError, RecursionError):
        return translate("SchemaForm", "This is nested too deeply, or a number is too long."), 0
    return None
