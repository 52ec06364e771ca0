"""Colours code a few milliseconds at a time, so that a long chunk never holds up a frame."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, QTimer
from PySide6.QtGui import QTextCharFormat, QTextDocument, QTextLayout
from shiboken6 import isValid

from studio.ui.chat.code_languages import find_lexer, find_lexer_class, load_lexers, warm_up
from studio.ui.chat.code_theme import CodeTheme, Ink, code_theme
from studio.ui.chat.look import Look

_SLICE_MS = 4
_LINES_A_STEP = 25
_TOKENS_A_STEP = 60
# A minified file in one line: colouring it helps nobody and takes long.
_LONGEST_LINE = 2_000
Stretches = dict[int, list[tuple[int, int, Ink]]]


@dataclass(slots=True)
class _Job:
    document: QTextDocument
    steps: Iterator[None]


class Highlighter(QObject):
    """Lexes and colours documents in turn. Owned by the transcript; idle without work."""

    def __init__(self, look: Look, parent: QObject) -> None:
        super().__init__(parent)
        self._look = look
        self._jobs: deque[_Job] = deque()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._work)

    @property
    def is_idle(self) -> bool:
        """Whether all that was asked for is done."""
        return not self._jobs

    def restyle(self, look: Look) -> None:
        """Takes the colours of another look for what is asked for from now on."""
        self._look = look
        self._jobs.clear()

    def colour(self, document: QTextDocument, language: str, before: str) -> None:
        """Colours a document; `before` is code above it that decides how it reads."""
        self.forget(document)
        if language and not document.isEmpty():
            self._jobs.append(_Job(document, self._steps(document, language, before)))
            self._timer.start()

    def forget(self, document: QTextDocument) -> None:
        """Says that the document shows something else now."""
        self._jobs = deque(job for job in self._jobs if job.document is not document)

    def _work(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        while self._jobs and clock.elapsed() < _SLICE_MS:
            if not isValid(self._jobs[0].document):
                self._jobs.popleft()
                continue
            try:
                next(self._jobs[0].steps)
            except StopIteration:
                self._jobs.popleft()
        if not self._jobs:
            self._timer.stop()

    def _steps(self, document: QTextDocument, language: str, before: str) -> Iterator[None]:
        # The first code in a language costs some 70 ms, most of it in these three.
        load_lexers()
        yield
        warm_up()
        yield
        find_lexer_class(language)
        yield
        lexer = find_lexer(language)
        if lexer is None:
            return
        yield
        text = document.toPlainText()
        if any(len(line) > _LONGEST_LINE for line in text.split("\n")):
            return
        stretches: Stretches = {}
        source = before + text if before else text
        start = source.count("\n", 0, len(before))
        theme = code_theme(self._look)
        for number, found in enumerate(_line_stretches(lexer, source, start, theme)):
            line, begin, length, ink = found
            stretches.setdefault(line, []).append((begin, length, ink))
            if number % _TOKENS_A_STEP == 0:
                yield
        yield from self._paint(document, stretches)

    def _paint(self, document: QTextDocument, stretches: Stretches) -> Iterator[None]:
        formats: dict[Ink, QTextCharFormat] = {}
        block = document.firstBlock()
        done = 0
        while block.isValid():
            ranges = []
            for begin, length, ink in stretches.get(block.blockNumber(), ()):
                stretch = QTextLayout.FormatRange()
                stretch.start, stretch.length = begin, length
                if ink not in formats:
                    formats[ink] = ink.char_format()
                stretch.format = formats[ink]
                ranges.append(stretch)
            if ranges:
                block.layout().setFormats(ranges)
                document.markContentsDirty(block.position(), block.length())
            block = block.next()
            done += 1
            if done % _LINES_A_STEP == 0:
                yield


def _line_stretches(
    lexer: Any, source: str, first_line: int, theme: CodeTheme
) -> Iterator[tuple[int, int, int, Ink]]:
    """Line, place in it, length and colour, in UTF-16 units as Qt counts."""
    line, column = -first_line, 0
    for _, kind, value in lexer.get_tokens_unprocessed(source):
        ink = theme.ink(str(kind).removeprefix("Token."))
        for number, part in enumerate(value.split("\n")):
            if number:
                line, column = line + 1, 0
            length = _utf16_length(part)
            if ink is not None and length and line >= 0:
                yield line, column, length, ink
            column += length


def _utf16_length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
