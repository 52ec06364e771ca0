"""A table as text for other programs: Markdown, CSV, tabs, HTML, and a pandas DataFrame."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from studio.ui.chat.inline import LINE_BREAK, plain_text
from studio.ui.chat.leaves import Block

_NUMBER = re.compile(
    r"[-+\u2212]?(?:\d+(?:[ ,_'\u00a0\u202f]\d{3})*|\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?"
)
_PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")
_GROUPS = str.maketrans({**dict.fromkeys(" ,_'\u00a0\u202f", ""), "\u2212": "-"})
_UNITS = re.compile(r"\s*(?:%|[^\W\d_]{1,4}|[€$£¥°]C?)\Z|\A[€$£¥]\s*")


@dataclass(frozen=True, slots=True)
class PlainTable:
    """A whole table. `source` has its cells as Markdown, `head` and `rows` as one sees them."""

    source: tuple[tuple[str, ...], ...]
    aligns: tuple[str, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def plain_table(blocks: Sequence[Block], references: Mapping[str, Any]) -> PlainTable:
    """Joins the chunks of a table; each row as wide as the head."""
    aligns = blocks[0].aligns
    count = len(aligns)
    source = tuple((*row, *[""] * count)[:count] for block in blocks for row in block.rows)
    shown = [
        tuple(plain_text(cell, references).replace(LINE_BREAK, "\n") for cell in row)
        for row in source
    ]
    return PlainTable(source, aligns, shown[0], tuple(shown[1:]))


def as_markdown(table: PlainTable) -> str:
    """Columns in line, as far as letters are of one width."""
    cells = [[cell.replace("|", "\\|") for cell in row] for row in table.source]
    widths = [max(3, *(len(row[at]) for row in cells)) for at in range(len(table.aligns))]
    lines = [_markdown_row(row, widths, table.aligns) for row in cells]
    marks = [_mark(align, width) for align, width in zip(table.aligns, widths, strict=True)]
    return "\n".join([lines[0], f"| {' | '.join(marks)} |", *lines[1:]]) + "\n"


def as_csv(table: PlainTable) -> str:
    """Commas between, quotes where needed, CRLF at the ends: RFC 4180."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(table.head)
    writer.writerows(table.rows)
    return written.getvalue()


def as_tabs(table: PlainTable) -> str:
    """What a spreadsheet takes from the clipboard."""
    return "".join(
        "\t".join(re.sub(r"[\t\r\n]+", " ", cell) for cell in row) + "\n"
        for row in (table.head, *table.rows)
    )


def as_html(table: PlainTable) -> str:
    """A table without colours, for a document or a mail."""
    head = _html_row(table.head, table.aligns, "th")
    body = "".join(_html_row(row, table.aligns, "td") for row in table.rows)
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def as_pandas(table: PlainTable) -> str:
    """A statement that makes the same table; columns of nothing but numbers are numbers."""
    columns = []
    for at, name in enumerate(_unique(table.head)):
        cells = [row[at] for row in table.rows]
        columns.append(f"    {name!r}: [{', '.join(_literals(cells))}],\n")
    return f"import pandas as pd\n\ndf = pd.DataFrame({{\n{''.join(columns)}}})\n"


def number_of(text: str) -> float | None:
    """The number that a cell says, with its unit or without; None where it says something else."""
    bare = _UNITS.sub("", text.strip())
    if not bare or not bare.strip("+-\u2212") or _NUMBER.fullmatch(bare) is None:
        return None
    try:
        return float(bare.translate(_GROUPS))
    except ValueError:
        return None


def _literals(cells: Sequence[str]) -> list[str]:
    """Only what Python reads as the very same number is one: `007` and `1,000` stay text."""
    filled = [cell for cell in cells if cell]
    if filled and all(_PLAIN_NUMBER.fullmatch(cell) for cell in filled):
        return [cell or "None" for cell in cells]
    return [repr(cell) if cell else "None" if filled else "''" for cell in cells]


def _unique(names: Sequence[str]) -> list[str]:
    """A dictionary would lose a column whose name is there already."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        wanted = name or f"column {number}"
        while wanted in found:
            wanted += "_"
        found.append(wanted)
    return found


def _markdown_row(row: Sequence[str], widths: Sequence[int], aligns: Sequence[str]) -> str:
    padded = [
        cell.rjust(width) if align == "right" else cell.ljust(width)
        for cell, width, align in zip(row, widths, aligns, strict=True)
    ]
    return f"| {' | '.join(padded)} |"


def _mark(align: str, width: int) -> str:
    start = ":" if align in {"left", "center"} else "-"
    end = ":" if align in {"right", "center"} else "-"
    return start + "-" * (width - 2) + end


def _html_row(row: Sequence[str], aligns: Sequence[str], tag: str) -> str:
    cells = []
    for cell, align in zip(row, aligns, strict=True):
        style = f' style="text-align: {align}"' if align else ""
        text = escape(cell, quote=False).replace("\n", "<br>")
        cells.append(f"<{tag}{style}>{text}</{tag}>")
    return f"<tr>{''.join(cells)}</tr>"
