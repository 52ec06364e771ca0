"""Colours for what a tool gave back: lines of a diff, and the parts of JSON. Loaded when needed."""

import re

from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument
from typing_extensions import override

from studio.ui.palette import Palette
from studio.ui.theme import Theme

_TOKENS = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?P<text>"(?:[^"\\]|\\.)*")'
    r"|(?P<number>-?\b\d[\d.eE+-]*)|(?P<word>\b(?:true|false|null)\b)"
)
_LONGEST = 4_000  # characters of a line that are coloured


class ResultColours(QSyntaxHighlighter):
    """Belongs to its document. `kind` is "diff" or "json", or nothing."""

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


def _ink(colour: str) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setForeground(QColor(colour))
    return look
