"""A whole recorded body cut into its events, each with its place, so that nothing of it is hidden.

What a body is, is decided as `ReplyReader` does it: by its first character.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from studio.wire.sse import SseReader

_BOM = b"\xef\xbb\xbf"
# Atomic: a CRLF is one line end and never two.
_BLANK_LINE = re.compile(rb"(?>\r\n|\n|\r)(?>\r\n|\n|\r)")
_LINE = re.compile(rb"[^\r\n]+")
_JSON_LINE = re.compile(rb"[^\n]+")
_FIELD = re.compile(rb"(?:data|event|id|retry)(?::|$)|error:[ ]?\{")
# Where a line begins that is no field: most blocks have none, and are not looked at by lines.
_ODD_LINE = re.compile(rb"(?:^|[\r\n])(?!(?:data|event|id|retry)(?::|[\r\n]|$)|[\r\n])")
_BARE = (b"{", b"[{", b"[")  # see `SseReader`


@dataclass(frozen=True, slots=True)
class Frame:
    """One event and its bytes in the body. `is_stray`: no event of the protocol but a comment, or
    what a host has written between them."""

    name: str
    data: str = field(repr=False)
    begin: int
    end: int
    is_stray: bool = False


def frames(body: bytes, *, reads_lines: bool = False) -> Iterator[Frame]:
    """In the order of their last bytes; linear in the length. `reads_lines`: the dialect's stream
    is one JSON value a line."""
    start = len(_BOM) if body.startswith(_BOM) else 0
    begin = start + len(body[start:]) - len(body[start:].lstrip())
    first = body[begin : begin + 1]
    if not first:
        return
    if first == b"{" and reads_lines and _is_whole_line(body, begin):
        yield from _lines(body, begin)
    elif first in (b"{", b"[", b"<"):
        end = len(body.rstrip())
        yield Frame("", _text(body[begin:end]), begin, end, is_stray=first == b"<")
    else:
        yield from _blocks(body, begin)


def _is_whole_line(body: bytes, begin: int) -> bool:
    """Else it is one object, written over many lines."""
    end = body.find(b"\n", begin)
    line = body[begin : end if end >= 0 else len(body)].rstrip()
    return line.endswith(b"}") or end < 0


def _lines(body: bytes, begin: int) -> Iterator[Frame]:
    for found in _JSON_LINE.finditer(body, begin):
        told = found[0]
        bare = told.strip()
        if bare:
            at = found.start() + len(told) - len(told.lstrip())
            data = _text(bare.removeprefix(b"data:").strip())
            is_stray = not data.startswith("{")
            yield Frame("", data, at, at + len(bare), is_stray=is_stray)


def _blocks(body: bytes, begin: int) -> Iterator[Frame]:
    for found in _BLANK_LINE.finditer(body, begin):
        yield from _of_block(body, begin, found.end())
        begin = found.end()
    yield from _of_block(body, begin, len(body))


def _of_block(body: bytes, begin: int, end: int) -> Iterator[Frame]:
    """Its strays, then the event in it. A block of comments alone is one stray."""
    block = body[begin:end]
    words = block.strip(b"\r\n")
    if not words:
        return
    begin += block.index(words[:1])
    reader = SseReader()
    events = [*reader.feed(block), *reader.close()]
    if not events:
        yield Frame("", _text(words), begin, begin + len(words), is_stray=True)
        return
    if _ODD_LINE.search(words):
        yield from _strays(words, begin)
    for event in events:
        yield Frame(event.name, event.data, begin, end)


def _strays(words: bytes, begin: int) -> Iterator[Frame]:
    is_bare = False
    for found in _LINE.finditer(words):
        line = found[0]
        is_bare = is_bare or line.startswith(_BARE)
        if not is_bare and not _FIELD.match(line):
            at = begin + found.start()
            yield Frame("", _text(line), at, at + len(line), is_stray=True)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
