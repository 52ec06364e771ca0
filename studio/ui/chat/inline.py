"""Reads the inline Markdown of one block into spans of equally formatted text.

Nothing here can reach out: an image is its label, a link that is neither web nor mail is text.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from studio.ui.chat.leaves import DISPLAY
from studio.ui.chat.written_pictures import WrittenPictures, shortened

# Loaded with the first text that is shown: the parser is 3 MB.
_PARSING = "studio.ui.chat.inline_parser"
LINE_BREAK = "\u2028"
_SCHEMES = ("http", "https", "mailto")
_BARE_LINK = re.compile(r"\bhttps?://[^\s<>\"'`|\\^{}]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text of one look. `link` is empty, or an address that may be opened on click.

    Of a formula (`is_math`) the text is its TeX without delimiters. `image` is the address of a
    picture, `footnote` the label of a note that is referred to.
    """

    text: str
    is_bold: bool = False
    is_italic: bool = False
    is_struck: bool = False
    is_code: bool = False
    is_image: bool = False
    link: str = ""
    is_math: bool = False
    is_display: bool = False
    image: str = ""
    footnote: str = ""


def read_inline(source: str, references: Mapping[str, Any] | None = None) -> tuple[Span, ...]:
    """The spans of a block's inline source; `references` are the message's link definitions."""
    if ";base64," not in source:
        return _parse()(source, references or {})
    pictures = WrittenPictures()
    folded = pictures.folded(source)
    pictures.close()
    return tuple(
        replace(span, text=shortened(span.text), image=pictures.unfolded(span.image))
        for span in _parse()(folded, references or {})
    )


@cache
def _parse() -> Callable[[str, Mapping[str, Any]], tuple[Span, ...]]:
    parse: Callable[[str, Mapping[str, Any]], tuple[Span, ...]] = import_module(_PARSING).parse
    return parse


def plain_text(source: str, references: Mapping[str, Any] | None = None) -> str:
    """What a reader sees of an inline source."""
    return "".join(plain(span) for span in read_inline(source, references))


def plain(span: Span) -> str:
    """What a reader sees of a span; a formula is its source in signs of money."""
    if not span.is_math:
        return span.text
    mark = DISPLAY if span.is_display else "$"
    return f"{mark}{span.text}{mark}"


def prompt_spans(text: str) -> tuple[Span, ...]:
    """A prompt is shown as typed; only code in backticks and bare links are set off."""
    spans: list[Span] = []
    for number, part in enumerate(re.split(r"`([^`\n]+)`", text)):
        if number % 2:
            spans.append(Span(part, is_code=True))
        else:
            spans.extend(_linked(Span(part.replace("\n", LINE_BREAK))))
    return tuple(spans)


def safe_link(address: str) -> str:
    """The address if a click may open it, else nothing."""
    try:
        scheme = urlsplit(address).scheme.lower()
    except ValueError:
        return ""
    return address if scheme in _SCHEMES else ""


def _linked(span: Span) -> Iterator[Span]:
    """Cuts bare web addresses out of plain text."""
    position = 0
    for found in _BARE_LINK.finditer(span.text):
        address = _trimmed(found.group())
        end = found.start() + len(address)
        if found.start() > position:
            yield replace(span, text=span.text[position : found.start()])
        yield replace(span, text=address, link=safe_link(address))
        position = end
    if position < len(span.text):
        yield replace(span, text=span.text[position:])


def _trimmed(address: str) -> str:
    """Takes off a sentence's full stop, and a bracket that was opened before the address."""
    while address[-1] in ".,;:!?*_~)]":
        last = address[-1]
        if last in ")]":
            opening = "(" if last == ")" else "["
            if address.count(last) <= address.count(opening):
                break
        address = address[:-1]
    return address
