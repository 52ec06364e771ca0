"""Fills text documents from spans by cursor.

No HTML, and no `setMarkdown`: it loads local files that a message names as images.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import (
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)

from studio.ui.chat.code_theme import code_theme
from studio.ui.chat.inline import Span, prompt_spans, read_inline
from studio.ui.chat.leaves import Block, Kind
from studio.ui.chat.look import Look

# Loaded with the first formula.
_MATH = "studio.ui.chat.math_objects"
FORMULAS_WAIT = "formulas_wait"  # property of a document: a formula in it is being drawn
CELL_PADDING = 7
TABLE_EDGES = 4
_KNOWN_CELLS = 2_048
_MAX_COLUMN = 280
_MIN_COLUMN = 40
_DIRECTION_CHARS = 400
_WITHOUT_DIRECTION = re.compile(r"`[^`]*`|\$[^$]*\$|https?://\S+")
# One sign for each: places in what is drawn are places in the code.
_TURNING = re.compile("[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_LONGEST_LINE = 20_000  # characters of a line of code that are drawn
_ALIGNS = {
    "": Qt.AlignmentFlag.AlignLeading,
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}


def new_document() -> QTextDocument:
    """An empty document without undo, margins or a scheme to load anything by."""
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    document.setDocumentMargin(0)
    return document


def is_right_to_left(text: str) -> bool:
    """The direction of a text by its first letter that has one. Code, formulas and addresses are
    written from the left in every language and say nothing, unless there is nothing else."""
    beginning = text[:_DIRECTION_CHARS]
    said = _first_direction(_WITHOUT_DIRECTION.sub(" ", beginning))
    return bool(_first_direction(beginning) if said is None else said)


def _first_direction(text: str) -> bool | None:
    for letter in text:
        kind = unicodedata.bidirectional(letter)
        if kind in {"R", "AL"}:
            return True
        if kind == "L":
            return False
    return None


def table_width(widths: Sequence[int]) -> int:
    """How wide a table of such columns is; Qt counts its edges, however many columns it has."""
    return sum(widths) + TABLE_EDGES


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table, which all its chunks share. `is_mirrored`: its words are read from
    the right. Qt puts the first column on the left all the same."""

    widths: tuple[int, ...]
    is_mirrored: bool = False


class Writer:
    """Writes blocks into documents in one look. Owned by the view; made anew with the look."""

    def __init__(self, look: Look) -> None:
        self.look = look

    def prose(
        self,
        document: QTextDocument,
        block: Block,
        references: Mapping[str, Any],
        *,
        is_quiet: bool = False,
    ) -> None:
        """A paragraph or a heading; quiet ones stand in quotes and in reasoning."""
        spans = read_inline(block.text, references)
        is_heading = block.kind is Kind.HEADING
        font = self.look.heading(block.level) if is_heading else self.look.text
        line_height = round(font.pixelSize() * 1.35) if is_heading else self.look.line_height
        self._restart(document, font)
        with _Editing(document) as cursor:
            cursor.setBlockFormat(_block_format(block.text, line_height))
            self._insert(cursor, spans, font, "text_secondary" if is_quiet else "text")

    def prompt(self, document: QTextDocument, text: str) -> None:
        """A prompt as typed."""
        self._restart(document, self.look.text)
        with _Editing(document) as cursor:
            for number, line in enumerate(text.split("\n")):
                # Each line goes its own way, left or right.
                line_format = _block_format(line, self.look.line_height)
                if number:
                    cursor.insertBlock(line_format)
                else:
                    cursor.setBlockFormat(line_format)
                self._insert(cursor, prompt_spans(line), self.look.text, "text")

    def code(self, document: QTextDocument, text: str, *, shown: str = "") -> None:
        """Code; what is `shown` in this look already stays when the text only grew."""
        text, shown = _drawn_code(text), _drawn_code(shown)
        if shown and text.startswith(shown):
            with _Editing(document) as cursor:
                cursor.movePosition(QTextCursor.MoveOperation.End)
                cursor.insertText(text[len(shown) :])
            return
        self._restart(document, self.look.code)
        block_format = QTextBlockFormat()
        block_format.setLineHeight(
            self.look.code_line_height, QTextBlockFormat.LineHeightTypes.FixedHeight.value
        )
        block_format.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        char_format = QTextCharFormat()
        char_format.setFont(self.look.code)
        char_format.setForeground(code_theme(self.look).text)
        with _Editing(document) as cursor:
            cursor.setBlockFormat(block_format)
            cursor.insertText(text, char_format)

    def table(
        self,
        document: QTextDocument,
        block: Block,
        references: Mapping[str, Any],
        columns: Columns,
        shown: Block | None = None,
    ) -> None:
        """A chunk of a table with these columns; of what is `shown` already in this
        look only the cells that differ are written anew."""
        before: tuple[tuple[str, ...], ...] = ()
        if shown is not None and _grows(shown, block):
            before = shown.rows
        else:
            self._restart(document, self.look.text)
        with _Editing(document) as cursor:
            table_format = self._table_format(block, columns)
            if before:
                cursor.setPosition(1)
                table = cursor.currentTable()
                if table.format() != table_format:
                    table.setFormat(table_format)
                if len(block.rows) > len(before):
                    table.appendRows(len(block.rows) - len(before))
            else:
                rows = max(1, len(block.rows))
                table = cursor.insertTable(rows, max(1, len(block.aligns)), table_format)
            for number, row in enumerate(block.rows):
                old = before[number] if number < len(before) else ()
                if old is not row and old != row:
                    self._table_row(table, block, references, number, old)

    def _table_row(
        self,
        table: QTextTable,
        block: Block,
        references: Mapping[str, Any],
        number: int,
        old: tuple[str, ...],
    ) -> None:
        is_head = number == 0 and not block.continues
        for column, text in enumerate(block.rows[number][: len(block.aligns)]):
            if old and old[column] == text:
                continue
            spans = _cell_spans(text, references)
            self._cell(table, (number, column), spans, block.aligns[column], is_head)

    def columns(self, block: Block, references: Mapping[str, Any], room: int) -> Columns:
        """Columns of their natural widths; when there is room, it is shared out."""
        look = self.look
        padding, widest = look.px(CELL_PADDING), look.px(_MAX_COLUMN)
        widths = [look.px(_MIN_COLUMN)] * max(1, len(block.aligns))
        for number, row in enumerate(block.rows):
            for column, text in enumerate(row[: len(widths)]):
                shown = _cell_width(text, references)
                factor = 1.12 if number == 0 and not block.continues else 1.06
                needed = int(shown * look.text_width * factor) + 2 * padding + 4
                widths[column] = min(widest, max(widths[column], needed))
        spare = max(0, room - table_width(widths))
        shares = [spare * width // sum(widths) for width in widths]
        shares[-1] += spare - sum(shares)
        shared = tuple(width + share for width, share in zip(widths, shares, strict=True))
        first = " ".join(cell for row in block.rows[:4] for cell in row)
        return Columns(shared, is_right_to_left(first))

    def _restart(self, document: QTextDocument, font: QFont) -> None:
        document.clear()
        document.setProperty(FORMULAS_WAIT, False)
        document.setDefaultFont(font)

    def _insert(self, cursor: QTextCursor, spans: Sequence[Span], font: QFont, colour: str) -> None:
        for span in spans:
            if span.is_math:
                self._insert_formula(cursor, span, font, colour)
                continue
            text = span.text
            if span.is_image:
                label = QCoreApplication.translate("Transcript", "[image: {0}]")
                text = label.format(text or QCoreApplication.translate("Transcript", "unnamed"))
            cursor.insertText(text, self._char_format(span, font, colour))

    def _insert_formula(self, cursor: QTextCursor, span: Span, font: QFont, colour: str) -> None:
        objects: Any = import_module(_MATH)
        ink = objects.Ink(self.look, font, colour, span.link)
        objects.insert_formula(cursor, span.text, ink)

    def _char_format(self, span: Span, font: QFont, colour: str) -> QTextCharFormat:
        char_format = QTextCharFormat()
        own = QFont(self.look.code if span.is_code else font)
        if span.is_code:
            own.setPixelSize(max(11, round(font.pixelSize() * 0.93)))
        if span.is_bold:
            own.setWeight(self.look.bold_weight)
        own.setItalic(span.is_italic or span.is_image)
        own.setStrikeOut(span.is_struck)
        char_format.setFont(own)
        char_format.setForeground(self.look.colour("text_secondary" if span.is_image else colour))
        if span.link:
            char_format.setAnchor(True)
            char_format.setAnchorHref(span.link)
            char_format.setForeground(self.look.colour("link"))
            char_format.setFontUnderline(not span.footnote)
        if span.footnote:
            raised = QTextCharFormat.VerticalAlignment.AlignSuperScript
            char_format.setVerticalAlignment(raised)
        return char_format

    def _table_format(self, block: Block, columns: Columns) -> QTextTableFormat:
        table_format = QTextTableFormat()
        table_format.setCellPadding(self.look.px(CELL_PADDING))
        table_format.setCellSpacing(0)
        table_format.setBorder(1)
        table_format.setBorderCollapse(True)
        table_format.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        table_format.setBorderBrush(self.look.colour("border"))
        table_format.setHeaderRowCount(0 if block.continues else 1)
        fixed = QTextLength.Type.FixedLength
        table_format.setColumnWidthConstraints(
            [QTextLength(fixed, width) for width in columns.widths]
        )
        table_format.setLayoutDirection(_direction(columns.is_mirrored))
        return table_format

    def _cell(
        self,
        table: QTextTable,
        place: tuple[int, int],
        spans: Sequence[Span],
        align: str,
        is_head: bool,
    ) -> None:
        cell = table.cellAt(*place)
        font = QFont(self.look.text)
        if is_head:
            font.setWeight(self.look.bold_weight)
            cell_format = cell.format()
            cell_format.setBackground(self.look.colour("surface"))
            cell.setFormat(cell_format)
        cursor = cell.firstCursorPosition()
        cursor.setPosition(cell.lastCursorPosition().position(), QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        block_format = _block_format(
            "".join(span.text for span in spans[:3] if not span.is_math), 0
        )
        if not _has_direction(spans):
            # A number stands where the words of its column do.
            block_format.setLayoutDirection(table.format().layoutDirection())
        block_format.setAlignment(_ALIGNS[align])
        cursor.setBlockFormat(block_format)
        self._insert(cursor, spans, font, "text")


def _drawn_code(text: str) -> str:
    """A line of megabytes is laid out as a whole, with every letter that is added. Nobody reads
    it to its end: it is cut for the eye only, and copied whole. Nor may code look other than it
    runs: what turns the writing, or takes no room, is a sign that is seen."""
    if not text.isascii():
        text = _TURNING.sub("\N{REPLACEMENT CHARACTER}", text)
    if len(text) <= _LONGEST_LINE:
        return text
    lines = text.split("\n")
    return "\n".join(
        line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…" for line in lines
    )


class _Editing:
    """One edit of a document, laid out once at its end."""

    def __init__(self, document: QTextDocument) -> None:
        self._cursor = QTextCursor(document)

    def __enter__(self) -> QTextCursor:
        self._cursor.beginEditBlock()
        return self._cursor

    def __exit__(self, *_: object) -> None:
        self._cursor.endEditBlock()


def _block_format(text: str, line_height: int) -> QTextBlockFormat:
    block_format = QTextBlockFormat()
    # At least: an emoji or a script with tall letters is not cut off.
    block_format.setLineHeight(line_height, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    block_format.setLayoutDirection(_direction(is_right_to_left(text)))
    return block_format


def _direction(is_mirrored: bool) -> Qt.LayoutDirection:
    return Qt.LayoutDirection.RightToLeft if is_mirrored else Qt.LayoutDirection.LeftToRight


def _has_direction(spans: Sequence[Span]) -> bool:
    return any(_first_direction(span.text[:_DIRECTION_CHARS]) is not None for span in spans[:3])


def _grows(shown: Block, block: Block) -> bool:
    """Whether a table that is shown becomes another one when cells are written into it."""
    same = (shown.aligns, shown.continues) == (block.aligns, block.continues)
    return same and 0 < len(shown.rows) <= len(block.rows)


def _cell_spans(text: str, references: Mapping[str, Any]) -> tuple[Span, ...]:
    """The columns of a table are measured again and again: most cells are read once."""
    if references and "[" in text:
        return read_inline(text, references)
    return _known_spans(text)


def _cell_width(text: str, references: Mapping[str, Any]) -> int:
    if references and "[" in text:
        return sum(_cells(span.text) for span in read_inline(text, references))
    return _known_width(text)


@lru_cache(_KNOWN_CELLS)
def _known_spans(text: str) -> tuple[Span, ...]:
    return read_inline(text)


@lru_cache(_KNOWN_CELLS)
def _known_width(text: str) -> int:
    return sum(_cells(span.text) for span in _known_spans(text))


def _cells(text: str) -> int:
    """How many average letters wide a text is, roughly."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide
