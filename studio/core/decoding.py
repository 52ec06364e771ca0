"""Bytes of a text file become text, and say in which encoding where that had to be guessed."""

import codecs
import csv
from dataclasses import dataclass

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig", ""),
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
_SNIFFED = 8_192  # characters


@dataclass(frozen=True, slots=True)
class Decoded:
    """`encoding` is empty for UTF-8, which needs no saying."""

    text: str
    encoding: str = ""


def decoded(data: bytes) -> Decoded:
    """Never fails: what is neither UTF-8 nor marked is read as Windows-1252, and named so."""
    for mark, encoding, name in _MARKS:
        if data.startswith(mark):
            return Decoded(_lines(data.decode(encoding, "replace")), name)
    try:
        return Decoded(_lines(data.decode()))
    except UnicodeDecodeError:
        # Five bytes have no meaning there; they become marks.
        return Decoded(_lines(data.decode("cp1252", "replace")), "Windows-1252")


def as_table(text: str, delimiter: str = "") -> str:
    """Comma-separated values as a Markdown table, which models read without counting commas."""
    separator = delimiter or _separator(text)
    try:
        rows = [row for row in csv.reader(text.splitlines(), delimiter=separator) if row]
    except csv.Error:
        return text
    if not rows or max(map(len, rows)) < 2:
        return text  # no table by any separator
    width = max(map(len, rows))
    lines = [_line(row, width) for row in rows]
    return "\n".join([lines[0], _line(["---"] * width, width), *lines[1:]])


def words_in(text: str) -> int:
    """As people count them: the lines of a table are none."""
    return sum(1 for word in text.split() if any(sign.isalnum() for sign in word))


def _separator(text: str) -> str:
    beginning = text[:_SNIFFED]
    first = beginning.split("\n", 1)[0]
    return max((",", ";", "\t", "|"), key=first.count)


def _line(cells: list[str], width: int) -> str:
    padded = [*cells, *[""] * (width - len(cells))]
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in padded) + " |"


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
