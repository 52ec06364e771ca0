"""Colours for what a tool gave back: a diff, JSON, Markdown. Loaded when needed.

The text stays what the model received, letter for letter: it is coloured and not rewritten.
"""

import re

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument
from typing_extensions import override

from studio.ui.palette import Palette
from studio.ui.theme import Theme

_TOKENS = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?P<text>"(?:[^"\\]|\\.)*")'
    r"|(?P<number>-?\b\d[\d.eE+-]*)|(?P<word>\b(?:true|false|null)\b)"
)
_HEADING = re.compile(r" {0,3}#{1,6} ")
_FENCE = re.compile(r" {0,3}(?:```|~~~)")
_MARKS = re.compile(
    r"(?P<code>`[^`]+`)|(?P<bold>\*\*[^*]+\*\*)|(?P<link>\[[^\]]*\]\([^)\s]*\))"
    r"|(?P<item>^\s*(?:[-*+]|\d+[.)]) )|(?P<quote>^\s*>.*)"
)
_IN_CODE = 1
_LONGEST = 4_000  # characters of a line that are coloured


class ResultColours(QSyntaxHighlighter):
    """Belongs to its document. `kind` is "diff", "json" or "markdown", or nothing."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self.kind = ""
        theme.changed.connect(self.rehighlight)

    def colour_as(self, kind: str) -> None:
        """Colours what follows as such a text."""
        if kind != self.kind:
            self.kind = kind
            self.rehighlight()

    @override
    def highlightBlock(self, text: str) -> None:
        if self.kind == "diff":
            self._colour_line(text)
        elif self.kind == "json":
            self._colour_tokens(text[:_LONGEST])
        elif self.kind == "markdown":
            self._colour_markdown(text[:_LONGEST])

    def _colour_line(self, text: str) -> None:
        palette = self._theme.palette
        colour, back = _line_colours(text, palette)
        if colour:
            look = _ink(colour)
            if back:
                look.setBackground(QColor(back))
            self.setFormat(0, len(text), look)

    def _colour_tokens(self, text: str) -> None:
        palette = self._theme.palette
        inks = {
            "key": palette.link,
            "text": palette.success,
            "number": palette.warning,
            "word": palette.accent,
        }
        for found in _TOKENS.finditer(text):
            self.setFormat(
                found.start(), found.end() - found.start(), _ink(inks[found.lastgroup or "text"])
            )

    def _colour_markdown(self, text: str) -> None:
        palette = self._theme.palette
        was_in_code = self.previousBlockState() == _IN_CODE
        is_fence = _FENCE.match(text) is not None
        self.setCurrentBlockState(_IN_CODE if was_in_code is not is_fence else 0)
        if was_in_code or is_fence:
            self.setFormat(0, len(text), _ink(palette.text_muted if is_fence else palette.success))
            return
        if _HEADING.match(text):
            self.setFormat(0, len(text), _ink(palette.accent, is_bold=True))
            return
        looks = {
            "code": _ink(palette.success),
            "bold": _ink(palette.text, is_bold=True),
            "link": _ink(palette.link),
            "item": _ink(palette.accent),
            "quote": _ink(palette.text_secondary),
        }
        for found in _MARKS.finditer(text):
            look = looks[found.lastgroup or "quote"]
            self.setFormat(found.start(), found.end() - found.start(), look)


def _line_colours(text: str, palette: Palette) -> tuple[str, str]:
    if text.startswith(("+++", "---", "diff ", "index ")):
        return palette.text_muted, ""
    if text.startswith("@@"):
        return palette.link, ""
    if text.startswith("+"):
        return palette.success, palette.success_soft
    if text.startswith("-"):
        return palette.danger, palette.danger_soft
    return "", ""


def _ink(colour: str, *, is_bold: bool = False) -> QTextCharFormat:
    look = QTextCharFormat()
    if is_bold:
        look.setFontWeight(QFont.Weight.Bold)
    look.setForeground(QColor(colour))
    return look
