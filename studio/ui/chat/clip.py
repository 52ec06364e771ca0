"""A selection on its way out: readable text, Markdown and HTML.

The clipboard gets data that is complete: what were made when it is asked for would be asked of a
program that is ending.
"""

from collections.abc import Iterator
from time import perf_counter
from typing import Any

from PySide6.QtCore import QByteArray, QMetaType, QMimeData, QObject, QTimer
from PySide6.QtGui import QGuiApplication
from typing_extensions import override

from studio.ui.chat.as_html import html_of, html_pieces
from studio.ui.chat.as_markdown import markdown_of
from studio.ui.chat.copying import plain_pieces, plain_text_of
from studio.ui.chat.excerpt import Excerpt
from studio.ui.clipboard import put

MARKDOWN = "text/markdown"
_PLAIN, _HTML = "text/plain", "text/html"
# Letters that are read at once, and in slices while the window answers. Beyond, the text is the
# Markdown itself, which needs not be read for it, and there is no HTML.
_AT_ONCE = 12_000
_IN_SLICES = 300_000
_LONGEST = 50_000_000
_SLICE_SECONDS = 0.008


class Clip(QMimeData):
    """For a drag: each form is made when it is asked for, of the rows as they were before."""

    def __init__(self, taken: Excerpt) -> None:
        super().__init__()
        self._taken = taken
        is_long = taken.size > _AT_ONCE
        self._formats = [_PLAIN, MARKDOWN] if is_long else [_PLAIN, MARKDOWN, _HTML]
        self._made: dict[str, str] = {}

    @override
    def formats(self) -> list[str]:
        return list(self._formats)

    @override
    def hasFormat(self, mimetype: str) -> bool:
        return mimetype in self._formats

    @override
    def retrieveData(self, mimetype: str, preferredType: QMetaType | QMetaType.Type) -> Any:
        if mimetype not in self._formats:
            return None
        if mimetype not in self._made:
            makes = {_PLAIN: text_of, MARKDOWN: markdown_of, _HTML: html_of}
            self._made[mimetype] = makes[mimetype](self._taken)[:_LONGEST]
        text = self._made[mimetype]
        return _bytes(text) if mimetype == MARKDOWN else text


class Copying(QObject):
    """Puts a selection on the clipboard. Its timer runs while a long one is read in slices; until
    then its Markdown is there as its text."""

    def __init__(self, taken: Excerpt, parent: QObject) -> None:
        super().__init__(parent)
        self._markdown = markdown_of(taken)[:_LONGEST]
        self._texts: list[str] = []
        self._html: list[str] = []
        self._steps = self._read(taken)
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)
        if taken.size <= _AT_ONCE:
            self._put(plain_text_of(taken), html_of(taken))
        else:
            self._put(self._markdown, "")
            if taken.size <= _IN_SLICES:
                self._timer.start()

    @property
    def is_done(self) -> bool:
        """Whether all forms are there that will be."""
        return not self._timer.isActive()

    def cancel(self) -> None:
        """Something else is copied."""
        self._timer.stop()
        self.deleteLater()

    def _read(self, taken: Excerpt) -> Iterator[None]:
        for text in plain_pieces(taken):
            self._texts.append(text)
            yield
        for text in html_pieces(taken):
            self._html.append(text)
            yield

    def _go_on(self) -> None:
        until = perf_counter() + _SLICE_SECONDS
        for _ in self._steps:
            if perf_counter() > until:
                return
        self._timer.stop()
        # Another program, or another copy of ours, may have put something else there.
        if QGuiApplication.clipboard().text() == self._markdown:
            self._put("".join(self._texts), "\n".join(self._html))

    def _put(self, text: str, html: str) -> None:
        data = QMimeData()
        data.setText(text)
        if html:
            data.setHtml(html)
        data.setData(MARKDOWN, _bytes(self._markdown))
        put(data)


def text_of(taken: Excerpt) -> str:
    """The readable text of a selection; of a long one its Markdown."""
    return markdown_of(taken) if taken.size > _IN_SLICES else plain_text_of(taken)


def selection_markdown(taken: Excerpt) -> str:
    return markdown_of(taken)


def selection_html(taken: Excerpt) -> str:
    return html_of(taken)


def put_markdown(taken: Excerpt) -> None:
    """The Markdown as text, for programs that know nothing else."""
    text = markdown_of(taken)[:_LONGEST]
    data = QMimeData()
    data.setText(text)
    data.setData(MARKDOWN, _bytes(text))
    put(data)


def put_plain(taken: Excerpt) -> None:
    """The text alone."""
    text = plain_text_of(taken) if taken.size <= _AT_ONCE else text_of(taken)
    QGuiApplication.clipboard().setText(text[:_LONGEST])


def _bytes(text: str) -> QByteArray:
    return QByteArray(text.encode("utf-8", "replace"))
