"""Marks what was found in the widgets that show it: texts, boxes of code, and labels."""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QAbstractButton, QLabel, QPlainTextEdit, QTextEdit, QWidget
from typing_extensions import override

from studio.core.finding import Hits, Pattern
from studio.ui.palette import Palette

_HTML = "html"  # loaded when something is marked: its table of entities is 600 kB
_MOST = 400  # marks in one widget: more than anybody sees


@dataclass(frozen=True, slots=True)
class MarkColours:
    """The background of a hit, and background and letters of the current one."""

    hit: str
    current: str
    on_current: str


@dataclass(frozen=True, slots=True)
class Marks:
    """What to mark in one row. `current` counts its hits from 0; -1 where it is in another row."""

    pattern: Pattern
    colours: MarkColours
    current: int = -1


@dataclass(frozen=True, slots=True)
class Found:
    """Where the current hit is: a widget, and the place in its text."""

    widget: QWidget
    begin: int
    end: int


class MarkedLabel(QLabel):
    """Plain text in which stretches can be marked. It is never read as anything but plain."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plain = ""
        self._is_marked = False
        self.setText(text)

    @override
    def setText(self, text: str) -> None:
        if self._is_marked or text != self._plain:
            self._plain, self._is_marked = text, False
            self.setTextFormat(Qt.TextFormat.PlainText)
            super().setText(text)

    @override
    def text(self) -> str:
        return self._plain

    def mark(self, hits: Hits, marks: Marks, current: int) -> None:
        """Marks these stretches; none takes the marks away."""
        if not hits:
            self.setText(self._plain)
            return
        self._is_marked = True
        wide = self._plain.encode("utf-16-le", "surrogatepass")
        parts = ['<span style="white-space: pre-wrap">']
        done = 0
        for number, (begin, end) in enumerate(hits):
            parts.append(_cut(wide, done, begin))
            style = f"background: {marks.colours.hit}"
            if number == current:
                style = f"background: {marks.colours.current}; color: {marks.colours.on_current}"
            parts.append(f'<span style="{style}">{_cut(wide, begin, end)}</span>')
            done = end
        parts.append(_cut(wide, done, len(wide) // 2))
        self.setTextFormat(Qt.TextFormat.RichText)
        super().setText("".join(parts) + "</span>")


def mark_colours(palette: Palette) -> MarkColours:
    """Marks that stand out from the page, and from what is selected."""
    if palette.is_dark:
        return MarkColours("#5c4a12", "#f0c04a", "#1d1d1b")
    return MarkColours("#ffe9a6", "#f7b733", "#1d1d1b")


def mark_widgets(widgets: Iterable[QWidget], marks: Marks | None) -> Found | None:
    """Marks all widgets of one row, in the order of its hits; says where the current one is."""
    seen = 0
    found: Found | None = None
    for widget in widgets:
        hits = marks.pattern.find(_text(widget)) if marks is not None else []
        current = marks.current - seen if marks is not None and marks.current >= 0 else -1
        _mark(widget, hits, marks, current)
        if 0 <= current < len(hits):
            found = Found(widget, *hits[current])
        seen += len(hits)
    return found


def _text(widget: QWidget) -> str:
    match widget:
        case QTextEdit():
            return widget.document().toRawText()
        case QPlainTextEdit():
            return widget.document().toRawText()
        case MarkedLabel():
            return widget.text()
        case _:
            return str(widget.property("said") or "")


def _mark(widget: QWidget, hits: Hits, marks: Marks | None, current: int) -> None:
    match widget:
        case QTextEdit() | QPlainTextEdit():
            selections = _selections(widget, hits, marks, current)
            # Most rows have none before and after: they are not painted again.
            if selections or widget.extraSelections():
                widget.setExtraSelections(selections)
        case MarkedLabel():
            if marks is not None:
                widget.mark(hits, marks, current)
            else:
                widget.setText(widget.text())
        case _:
            _ring(widget, hits, marks, current)


def _ring(widget: QWidget, hits: Hits, marks: Marks | None, current: int) -> None:
    """A widget that draws its own words has another background, or an edge."""
    sheet = colour = ""
    if hits and marks is not None:
        is_current = 0 <= current < len(hits)
        colours = marks.colours
        colour = colours.current if is_current else colours.hit
        sheet = f"background: {colour};" + (f" color: {colours.on_current};" if is_current else "")
    if isinstance(widget, QAbstractButton) and widget.property("mark") != colour:
        widget.setProperty("mark", colour)
        widget.update()
    if widget.styleSheet() != sheet:
        widget.setStyleSheet(sheet)


def _selections(
    widget: QTextEdit | QPlainTextEdit, hits: Hits, marks: Marks | None, current: int
) -> list[QTextEdit.ExtraSelection]:
    if marks is None or not hits:
        return []
    plain, strong = QTextCharFormat(), QTextCharFormat()
    plain.setBackground(QColor(marks.colours.hit))
    strong.setBackground(QColor(marks.colours.current))
    strong.setForeground(QColor(marks.colours.on_current))
    first = max(0, current - _MOST // 2)
    last = widget.document().characterCount() - 1
    selections = []
    for number, (begin, end) in enumerate(hits[first : first + _MOST], start=first):
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(widget.document())
        cursor.setPosition(min(begin, last))
        cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = strong if number == current else plain
        selections.append(selection)
    return selections


def _cut(wide: bytes, begin: int, end: int) -> str:
    escape = import_module(_HTML).escape
    return str(escape(wide[2 * begin : 2 * end].decode("utf-16-le", "replace")))
