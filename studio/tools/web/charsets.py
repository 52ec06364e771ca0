"""From the bytes of a page to its text, by what the server, the page or the bytes say."""

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What pages are written in. Python knows more, among them some that are no encodings of a page.
_NAMES = (
    "utf-8 utf-16-le utf-16-be cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 "
    "cp874 cp866 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-10 "
    "iso8859-13 iso8859-14 iso8859-15 iso8859-16 koi8-r koi8-u mac-roman gbk gb18030 big5 euc_jp "
    "iso2022_jp shift_jis cp932 euc_kr cp949"
)
_KNOWN = frozenset(_NAMES.split())
# Said by many who mean the other, as browsers found.
_MEANT = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gbk",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "utf-16": "utf-16-le",
}
_SNIFFED = 4_096  # bytes
_IN_HEADER = re.compile(r"charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_IN_PAGE = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_BINARY = re.compile(r"[\x00\x01-\x08\x0e-\x1a\x1c-\x1f]")


def text_of(data: bytes, content_type: str) -> str | None:
    """None where it is no text at all."""
    codec, skipped = _marked(data)
    if not codec:
        codec = _told(content_type) or _told_within(data)
    text = _decoded(data[skipped:], codec)
    if "\0" in text or len(_BINARY.findall(text[:_SNIFFED])) * 50 > min(len(text), _SNIFFED):
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes, codec: str) -> str:
    if codec:
        return data.decode(codec, "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _marked(data: bytes) -> tuple[str, int]:
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return codec, len(mark)
    return "", 0


def _told(content_type: str) -> str:
    found = _IN_HEADER.search(content_type[:500])
    return _known(found.group(1)) if found else ""


def _told_within(data: bytes) -> str:
    found = _IN_PAGE.search(data[:_SNIFFED])
    codec = _known(found.group(1).decode("ascii")) if found else ""
    # What could be read as single bytes so far is in neither of these.
    return "" if codec.startswith("utf-16") else codec


def _known(name: str) -> str:
    try:
        codec = codecs.lookup(name).name
    except LookupError:
        return ""
    codec = _MEANT.get(codec, codec)
    return codec if codec in _KNOWN else ""
