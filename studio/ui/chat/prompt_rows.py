"""A prompt in pieces: as typed, but with fenced code, tables and displayed formulas as blocks."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from studio.core.messages import Attachment
from studio.ui.chat.late_markdown import new_stream
from studio.ui.chat.leaves import Block, Kind
from studio.ui.chat.rows import BlockRow, PromptRow, Row

_PIECE_LINES = 40
_PIECE_CHARS = 3_000
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)")
_DELIMITERS = re.compile(r" {0,3}\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*")
_FORMULA_ENDS = {"$$": "$$", "\\[": "\\]"}
_SIGNS = ("```", "~~~", "|", "$$", "\\[")
_DRAWN = {Kind.CODE, Kind.TABLE}


@dataclass(frozen=True, slots=True)
class _Piece:
    """A row, and the stretch of the prompt it shows. `is_cut`: more of the same follows."""

    row: PromptRow | BlockRow
    begin: int
    end: int
    is_cut: bool


def prompt_pieces(text: str) -> Iterator[str]:
    """Cuts a prompt at lines, so that ten megabytes are not laid out at once."""
    lines: list[str] = []
    size = 0
    for line in _short_lines(text):
        if lines and (len(lines) == _PIECE_LINES or size + len(line) > _PIECE_CHARS):
            yield "\n".join(lines)
            lines, size = [], 0
        lines.append(line)
        size += len(line)
    yield "\n".join(lines)


def _short_lines(text: str) -> Iterator[str]:
    begin = 0
    while begin <= len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        for at in range(begin, max(begin + 1, end), _PIECE_CHARS):
            yield text[at : min(end, at + _PIECE_CHARS)]
        begin = end + 1


def whole_prompt(text: str, files: tuple[Attachment, ...]) -> list[Row]:
    """All rows of a prompt."""
    return _framed([piece.row for piece in _pieces(text)], files, 0)


def prompt_start(text: str, files: tuple[Attachment, ...]) -> list[Row]:
    """What of a prompt is shown at first; the last row says how much is hidden."""
    rows: list[Row] = []
    lines = end = 0
    for piece in _pieces(text):
        rows.append(piece.row)
        end = piece.end
        lines += text.count("\n", piece.begin, end) + 1
        if piece.is_cut or lines >= _PIECE_LINES or end >= _PIECE_CHARS:
            break
    return _framed(rows, files, len(text) - end)


def _framed(rows: Sequence[Row], files: tuple[Attachment, ...], hidden: int) -> list[Row]:
    """A bubble begins and ends with a row of words, if only with its edge."""
    framed = list(rows)
    if not framed or not isinstance(framed[0], PromptRow):
        framed.insert(0, PromptRow("", closes=False))
    last = framed[-1]
    if not isinstance(last, PromptRow):
        framed.append(PromptRow("", opens=False))
    return [_placed(row, number, len(framed), files, hidden) for number, row in enumerate(framed)]


def _placed(row: Row, number: int, count: int, files: tuple[Attachment, ...], hidden: int) -> Row:
    if not isinstance(row, PromptRow):
        return row
    closes = number == count - 1
    return replace(
        row,
        opens=number == 0,
        closes=closes,
        hidden=hidden if closes else 0,
        attachments=files if closes else (),
    )


def _pieces(text: str) -> Iterator[_Piece]:
    done = 0
    for begin, end, blocks in _blocks(text):
        before = text[done:begin].strip("\n")
        if before:
            yield from _words(before, begin)
        at = begin
        for number, block in enumerate(blocks):
            start, is_last = at, number == len(blocks) - 1
            at = end if is_last else at + len(block.text)
            row = BlockRow(block, is_final=True, is_prompt=True)
            yield _Piece(row, start, at, is_cut=not is_last)
        done = end
    rest = text[done:].strip("\n") if done else text
    if rest or not done:
        yield from _words(rest, len(text))


def _words(text: str, end: int) -> Iterator[_Piece]:
    begin = end - len(text)
    for words in prompt_pieces(text):
        at = min(begin + len(words), end)
        yield _Piece(PromptRow(words), begin, at, is_cut=at < end)
        begin = at + 1


def _blocks(text: str) -> Iterator[tuple[int, int, Sequence[Block]]]:
    """What is drawn as a block: where it begins and ends, and its pieces."""
    if not any(sign in text for sign in _SIGNS):
        return
    at = 0
    while at < len(text):
        stop = _line_end(text, at)
        end = _end_of_block(text, at, stop)
        blocks = _read(text[at:end]) if end is not None else ()
        if end is not None and blocks:
            yield at, end, blocks
            at = end
        else:
            at = stop + 1


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _end_of_block(text: str, at: int, stop: int) -> int | None:
    """Where the block that begins with this line ends; None if none begins or it never ends."""
    fence = _FENCE.fullmatch(text, at, stop)
    if fence is not None:
        return _end_of_fence(text, stop, fence[1])
    line = text[at : min(stop, at + _PIECE_CHARS)].strip()
    closing = _FORMULA_ENDS.get(line[:2])
    if closing is not None:
        return _end_of_formula(text, at, line, closing)
    if "|" in line and _DELIMITERS.fullmatch(text, stop + 1, _line_end(text, stop + 1)):
        return _end_of_table(text, stop + 1)
    return None


def _end_of_fence(text: str, stop: int, marks: str) -> int | None:
    closing = re.compile(rf"^ {{0,3}}{re.escape(marks[0])}{{{len(marks)},}}[ \t]*$", re.MULTILINE)
    found = closing.search(text, stop + 1) if stop < len(text) else None
    return found.end() if found is not None else None


def _end_of_formula(text: str, at: int, line: str, closing: str) -> int | None:
    begin = text.index(line[:2], at) + 2
    end = text.find(closing, begin)
    if end < 0 or not text[begin:end].strip() or "\n\n" in text[begin:end]:
        return None
    after = end + len(closing)
    return after if not text[after : _line_end(text, after)].strip() else None


def _end_of_table(text: str, at: int) -> int:
    end = _line_end(text, at)
    while end < len(text):
        following = _line_end(text, end + 1)
        if "|" not in text[end + 1 : following]:
            break
        end = following
    return end


def _read(source: str) -> Sequence[Block]:
    """The blocks of a source, if it is nothing else than what it looks like."""
    source = source.strip()
    if source[:2] in _FORMULA_ENDS:
        return (Block(Kind.MATH, source[2:-2].strip()),)
    stream = new_stream()
    stream.feed(source)
    stream.finish()
    is_one = all(block.kind in _DRAWN and not block.containers for block in stream.blocks)
    return tuple(stream.blocks) if is_one else ()
