"""From the bytes of a file to text, or to the finding that they are none. Pure."""

import codecs
from dataclasses import dataclass

# UTF-32 before UTF-16: its mark begins with the other's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8 with BOM"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
# What a text may contain below the space: tab, line ends, form feed, backspace, escape.
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r\f\b\x1b")
_LATIN_1 = "not valid UTF-8, so read as Latin-1; some characters may be wrong"


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text with line ends as `\\n`, and how it was stored, in words."""

    text: str
    encoding: str


@dataclass(frozen=True, slots=True)
class Stored:
    """Text as it is stored, line ends too: mark and codec give back the same bytes."""

    text: str
    mark: bytes
    codec: str

    def encoded(self, text: str) -> bytes:
        """Another text in the same encoding. Raises `UnicodeEncodeError`."""
        return self.mark + text.encode(self.codec)


def stored(content: bytes) -> Stored | None:
    """None for what is no text, or has characters that are none in its encoding."""
    if decoded(content, is_whole=True) is None:
        return None
    for mark, codec, _ in _MARKS:
        if content.startswith(mark):
            return _stored(content, mark, codec)
    return _stored(content, b"", "utf-8") or _stored(content, b"", "latin-1")


def _stored(content: bytes, mark: bytes, codec: str) -> Stored | None:
    try:
        return Stored(content[len(mark) :].decode(codec), mark, codec)
    except UnicodeDecodeError:
        return None


def decoded(content: bytes, *, is_whole: bool) -> Decoded | None:
    """None for a binary file. Not `is_whole` where the end may cut a character in two."""
    for mark, codec, name in _MARKS:
        if content.startswith(mark):
            found = _marked(content[len(mark) :], codec, name, is_whole)
            return None if "\0" in found.text else found
    if b"\0" in content:
        return None
    try:
        return _told(_exactly(content, "utf-8", is_whole), "UTF-8")
    except UnicodeDecodeError:
        return _latin_1(content)


def _marked(content: bytes, codec: str, name: str, is_whole: bool) -> Decoded:
    try:
        return _told(_exactly(content, codec, is_whole), name)
    except UnicodeDecodeError:
        text = content.decode(codec, "replace")
        return _told(text, f"{name}, invalid characters shown as U+FFFD")


def _latin_1(content: bytes) -> Decoded | None:
    controls = len(content) - len(content.translate(None, _CONTROLS))
    return None if controls * 50 > len(content) else _told(content.decode("latin-1"), _LATIN_1)


def _exactly(content: bytes, codec: str, is_whole: bool) -> str:
    return codecs.getincrementaldecoder(codec)().decode(content, is_whole)


def _told(text: str, name: str) -> Decoded:
    if "\r\n" in text:
        return Decoded(text.replace("\r\n", "\n"), f"{name}, CRLF line ends")
    return Decoded(text, name)
