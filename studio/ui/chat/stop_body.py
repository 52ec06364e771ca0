"""What may be edited where a turn is stopped: JSON or text, in a few lines or large."""

from importlib import import_module
from math import ceil
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from studio.core.breakpoints import Hit, Point
from studio.harness.breakpoint_bodies import body_fault
from studio.ui.accessible import announce
from studio.ui.chat.card_parts import restyle, wrapping_label
from studio.ui.chat.stop_json import Spacing, laid_out, packed, spacing_of
from studio.ui.chat.stop_texts import body_name, edited_note
from studio.ui.icons import Icon, icon
from studio.ui.long_text import MOST_EDITED
from studio.ui.schema_form_parts import Lines, escaped, fault_in
from studio.ui.texts import size
from studio.ui.theme import Theme
from studio.ui.visible import visible

_LONGEST_LINE = 50_000
_MOST_COLOURED = 40_000
_FEW_LINES = 3
_AROUND_LINES = 21  # pixels
_JSON_VIEW = "studio.ui.inspector.json_view"
_COLOURS = "studio.ui.chat.card_colours"
_TYPING_MS = 200
_JSON = frozenset({Point.BEFORE_REQUEST, Point.BEFORE_CALL})


class StopEditor(Lines):
    """As high as it is told. Signals: `left()` on Escape."""

    left = Signal()

    def __init__(self, theme: Theme) -> None:
        self._high = 0
        super().__init__(theme, is_code=True)

    def set_high(self, pixels: int) -> None:
        """0 for a few lines."""
        self._high = pixels
        self._fit()

    @override
    def _fit(self) -> None:
        lines = min(max(self.blockCount(), 1), _FEW_LINES)
        line = QFontMetricsF(self.font()).lineSpacing()
        height = self._high or ceil(lines * line) + _AROUND_LINES
        if height != self.minimumHeight() or height != self.maximumHeight():
            self.setFixedHeight(height)
            self.height_changed.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Escape above would stop the whole answer: too much for who only wants to leave the text.
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class StopBody(QWidget):
    """Belongs to a strip. What is too long to be edited is shown, where it is opened large.

    Signals: `enlarged(is_large)`; `left()` on Escape; `edited(text)` with all that stands in it.
    """

    enlarged = Signal(bool)
    left = Signal()
    edited = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._hit: Hit | None = None
        self._is_short = True
        self._first = ""  # as it stood there before anybody typed
        self._known = ""
        self._spacing: Spacing | None = None
        self._reader: QWidget | None = None
        self._colours: Any = None
        self._room = 0
        self.editor = StopEditor(theme)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_MS)
        self._typing.timeout.connect(self._look)
        self.said = wrapping_label("muted")
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addLayout(self._build_head())
        self._layout.addWidget(self.editor)
        self._layout.addWidget(self.said)
        self.editor.textChanged.connect(self._take_typing)
        self.editor.left.connect(self.left)
        theme.changed.connect(self._paint)
        self._paint()

    @property
    def is_large(self) -> bool:
        return self.large.isChecked()

    @property
    def body(self) -> str | None:
        """What was edited; None where nothing was."""
        hit = self._hit
        text = self.editor.text()
        if hit is None or not self._is_short or text == self._first:
            return None
        if self._spacing is not None and body_fault(hit.point, text) is None:
            return packed(text, self._spacing)
        has_long_ends = hit.body.count("\n") == hit.body.count("\r\n") > 0
        return text.replace("\n", "\r\n") if has_long_ends else text

    @property
    def fault(self) -> str:
        """Why what was edited cannot be sent; empty where it can."""
        return self._fault()[0]

    def show_hit(self, hit: Hit, typed: str | None) -> None:
        """Shows what is stopped; `typed` is what the user had made of it before."""
        self._hit = hit
        self._spacing = None
        self._drop_reader()
        name = body_name(hit)
        self.caption.setText(name.upper())
        text = self._text(hit)
        self._is_short = len(text) <= MOST_EDITED and _longest_line(text) <= _LONGEST_LINE
        self.editor.setAccessibleName(f"{name}, {hit.tool}" if hit.tool else name)
        self.editor.blockSignals(True)  # it is not typed
        self._colour("json" if hit.point in _JSON and len(text) <= _MOST_COLOURED else "")
        self.editor.setPlainText(text if self._is_short else "")
        self._first = self.editor.text()
        if typed is not None and self._is_short:
            self.editor.setPlainText(typed)
        self._known = self.editor.text()
        self.editor.blockSignals(False)
        self.editor.setVisible(self._is_short)
        self._name_large()
        self.set_room(self._room)
        self._look()

    def set_room(self, pixels: int) -> None:
        """How high it may be when it is large."""
        self._room = pixels
        self.editor.set_high(pixels if self.is_large else 0)
        if self._reader is not None:
            self._reader.setFixedHeight(pixels)
        self._show_reader()

    def point_at_fault(self) -> bool:
        """Goes to where it is no JSON; false where nothing is wrong."""
        fault, place = self._fault()
        if not fault:
            return False
        self._look()
        cursor = self.editor.textCursor()
        cursor.setPosition(min(place, self.editor.document().characterCount() - 1))
        self.editor.setTextCursor(cursor)
        self.editor.ensureCursorVisible()
        self.editor.point_at(place)
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self.editor, fault, is_urgent=True)
        return True

    def _build_head(self) -> QHBoxLayout:
        self.caption = QLabel()
        self.caption.setProperty("kind", "label")
        self.reset = QPushButton(self.tr("Reset"))
        self.reset.setToolTip(self.tr("Back to what it was"))
        self.reset.clicked.connect(self._reset)
        self.large = QPushButton(self.tr("Larger"))
        self.large.setCheckable(True)
        self.large.toggled.connect(self._enlarge)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.caption, 1)
        for button in (self.reset, self.large):
            button.setProperty("kind", "inside")
            button.setAutoDefault(False)
            button.setIconSize(QSize(14, 14))
            row.addWidget(button)
        return row

    def _text(self, hit: Hit) -> str:
        if len(hit.body) > MOST_EDITED or hit.point not in _JSON:
            return hit.body
        if body_fault(hit.point, hit.body) is None:
            self._spacing = spacing_of(hit.body)
        shown = laid_out(hit.body) if self._spacing is not None else hit.body
        return escaped(shown)

    def _fault(self) -> tuple[str, int]:
        """What is wrong, and the character where."""
        hit = self._hit
        body = self.body
        if hit is None or body is None or body_fault(hit.point, body) is None:
            return "", 0
        text = self.editor.text()
        found = fault_in(text)
        if found is not None:
            return found
        fault = body_fault(hit.point, text)
        if fault is not None and fault.line:
            return self.tr("A number in it, or half a letter, cannot be sent."), 0
        return self.tr("It must be an object: names and values in braces."), 0

    def _take_typing(self) -> None:
        text = self.editor.text()
        # Colouring says that the text has changed, too.
        if text != self._known:
            self._known = text
            self.editor.setExtraSelections([])  # it stood somewhere else
            self.edited.emit(text)
            self._typing.start()

    def _look(self) -> None:
        """Says what is wrong, or that it was edited."""
        self._typing.stop()
        hit = self._hit
        if hit is None:
            return
        is_edited = self.body is not None
        fault, place = self._fault()
        said = fault or (edited_note(hit) if is_edited else self._remark(hit))
        restyle(self.said, "danger-small" if fault else "muted")
        self.said.setText(said)
        self.said.setVisible(bool(said))
        self.reset.setVisible(is_edited)
        self.editor.setAccessibleDescription(said)
        if fault:
            self.editor.point_at(place)
        else:
            self.editor.setExtraSelections([])

    def _remark(self, hit: Hit) -> str:
        if not self._is_short:
            told = self.tr("{0}: too long to be edited here. It goes out as it is.")
            return told.format(size(len(hit.body)))
        if hit.point not in _JSON and visible(hit.body.replace("\r\n", "\n")) != hit.body:
            return self.tr("There are characters in it that cannot be seen.")
        return ""

    def _reset(self) -> None:
        self.editor.setPlainText(self._first)
        self._look()
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _enlarge(self, is_large: bool) -> None:
        self._name_large()
        self.enlarged.emit(is_large)
        self.set_room(self._room)

    def _name_large(self) -> None:
        low = self.tr("Larger") if self._is_short else self.tr("Read")
        self.large.setText(self.tr("Smaller") if self.is_large else low)

    def _show_reader(self) -> None:
        hit = self._hit
        is_wanted = self.is_large and not self._is_short and hit is not None
        if is_wanted and hit is not None and self._reader is None:
            self._reader = self._make_reader(hit)
            self._layout.insertWidget(self._layout.indexOf(self.said), self._reader)
            self._reader.setFixedHeight(self._room)
        if self._reader is not None:
            self._reader.setVisible(is_wanted)

    def _make_reader(self, hit: Hit) -> QWidget:
        # It shows what is no JSON as text.
        view: Any = import_module(_JSON_VIEW).JsonView(self._theme, body_name(hit), self)
        view.show_body(hit.body)
        made: QWidget = view
        return made

    def _drop_reader(self) -> None:
        if self._reader is not None:
            self._layout.removeWidget(self._reader)
            self._reader.hide()
            self._reader.deleteLater()
            self._reader = None

    def _colour(self, kind: str) -> None:
        if self._colours is None:
            module: Any = import_module(_COLOURS)
            self._colours = module.ResultColours(self.editor.document(), self._theme)
        self._colours.colour_as(kind)

    def _paint(self) -> None:
        self.large.setIcon(icon(Icon.LARGE, self._theme.palette.text_muted))


def _longest_line(text: str) -> int:
    return max(map(len, text.split("\n")))
