"""A selection on its way out: readable text, Markdown and HTML, each made when it is asked for."""

from typing import Any

from PySide6.QtCore import QByteArray, QMetaType, QMimeData
from typing_extensions import override

from studio.ui.chat.as_html import html_of
from studio.ui.chat.as_markdown import markdown_of
from studio.ui.chat.copying import plain_text_of
from studio.ui.chat.excerpt import Excerpt

MARKDOWN = "text/markdown"
_PLAIN, _HTML = "text/plain", "text/html"
# Beyond this the text is the Markdown itself, which needs not be read for it, and there is no HTML.
_READ_AT_MOST = 200_000
_LONGEST = 50_000_000


class Clip(QMimeData):
    """Holds the rows as they were when it was made: an answer may grow meanwhile."""

    def __init__(self, taken: Excerpt, *, is_plain: bool = False) -> None:
        super().__init__()
        self._taken = taken
        self._is_long = taken.size > _READ_AT_MOST
        self._formats = [_PLAIN]
        if not is_plain:
            self._formats += [MARKDOWN] if self._is_long else [MARKDOWN, _HTML]
        self._made: dict[str, str] = {}

    @override
    def formats(self) -> list[str]:
        return list(self._formats)

    @override
    def hasFormat(self, mimetype: str) -> bool:
        return mimetype in self._formats

    @override
    def retrieveData(self, mimetype: str, preferredType: QMetaType | QMetaType.Type) -> Any:
        kind = mimetype
        if kind not in self._formats:
            return None
        if kind not in self._made:
            self._made[kind] = self._make(kind)[:_LONGEST]
        text = self._made[kind]
        return text if kind != MARKDOWN else QByteArray(text.encode("utf-8", "replace"))

    def _make(self, kind: str) -> str:
        if kind == _HTML:
            return html_of(self._taken)
        return text_of(self._taken) if kind == _PLAIN else markdown_of(self._taken)


def text_of(taken: Excerpt) -> str:
    """The readable text of a selection; of a very long one its Markdown."""
    return markdown_of(taken) if taken.size > _READ_AT_MOST else plain_text_of(taken)


def selection_markdown(taken: Excerpt) -> str:
    return markdown_of(taken)


def selection_html(taken: Excerpt) -> str:
    return html_of(taken)


def markdown_clip(taken: Excerpt) -> QMimeData:
    """The Markdown as text, for programs that know nothing else."""
    text = markdown_of(taken)
    data = QMimeData()
    data.setText(text)
    data.setData(MARKDOWN, text.encode("utf-8", "replace"))
    return data
