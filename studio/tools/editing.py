"""Replacing pieces of a text, and saying what is nearest where one is not there. Pure.

A model sees line ends as `\\n` only. Where the text has others, those stay, and what is put in
gets the ones that most of its lines have.
"""

import difflib
from bisect import bisect_left
from dataclasses import dataclass

from studio.tools.refusals import RefusedError

_LINES_COMPARED = 5_000
_MOST_LINES_NAMED = 10
_SHOWN = 200  # characters of a line in a hint
_LIKENESS = 0.6


@dataclass(frozen=True, slots=True)
class Edit:
    """`old` becomes `new`: everywhere, or where it stands exactly once."""

    old: str
    new: str
    everywhere: bool = False


def edited(text: str, edits: tuple[Edit, ...]) -> str:
    """The text after all edits, each made in what the ones before left. Raises `RefusedError`."""
    for number, edit in enumerate(edits, 1):
        which = f"Edit {number} of {len(edits)}: " if len(edits) > 1 else ""
        try:
            text = _made(text, edit)
        except RefusedError as error:
            raise RefusedError(f"{which}{error}") from None
    return text


def difference(old: str, new: str, name: str) -> str:
    """A unified diff. Line ends are no part of it."""
    lines = difflib.unified_diff(
        _even(old).split("\n"), _even(new).split("\n"), name, name, lineterm=""
    )
    return "\n".join(lines)


def as_difference(edits: tuple[Edit, ...]) -> str:
    """The edits alone, for where the text around them is not known."""
    lines: list[str] = []
    for edit in edits:
        lines += ["@@"]
        lines += [f"-{line}" for line in _even(edit.old).split("\n")]
        lines += [f"+{line}" for line in _even(edit.new).split("\n")]
    return "\n".join(lines)


def _made(text: str, edit: Edit) -> str:
    old, new = _even(edit.old), _even(edit.new)
    if not old:
        raise RefusedError("old_text is empty; name the text to be replaced.")
    if old == new:
        raise RefusedError("old_text and new_text are the same.")
    even = _even(text)
    starts = _starts(even, old)
    if not starts:
        raise RefusedError(f"old_text is not in the file. {_nearest(even, old)}")
    if len(starts) > 1 and not edit.everywhere:
        raise RefusedError(_told_often(even, starts))
    return _replaced(text, starts, len(old), new.replace("\n", _line_end(text)))


def _starts(text: str, piece: str) -> list[int]:
    starts = []
    at = text.find(piece)
    while at >= 0:
        starts.append(at)
        at = text.find(piece, at + len(piece))
    return starts


def _replaced(text: str, starts: list[int], length: int, new: str) -> str:
    """`starts` and `length` count in the text with even line ends, which is shorter."""
    dropped = _dropped(text)
    kept: list[str] = []
    behind = 0
    for start in starts:
        # A position right behind a line end counts its dropped character, one before it does not.
        kept += [text[behind : start + bisect_left(dropped, start)], new]
        behind = start + length + bisect_left(dropped, start + length)
    return "".join((*kept, text[behind:]))


def _dropped(text: str) -> list[int]:
    """Where, in the even text, stand the line ends that have lost a character."""
    found: list[int] = []
    at = text.find("\r\n")
    while at >= 0:
        found.append(at - len(found))
        at = text.find("\r\n", at + 2)
    return found


def _even(text: str) -> str:
    return text.replace("\r\n", "\n")


def _line_end(text: str) -> str:
    windows = text.count("\r\n")
    return "\r\n" if windows * 2 > text.count("\n") else "\n"


def _told_often(text: str, starts: list[int]) -> str:
    numbers = [str(text.count("\n", 0, start) + 1) for start in starts[:_MOST_LINES_NAMED]]
    more = ", ..." if len(starts) > _MOST_LINES_NAMED else ""
    return (
        f"old_text is in the file {len(starts)} times, in lines {', '.join(numbers)}{more}. Give "
        "more of the text around the place that is meant, or set replace_all."
    )


def _nearest(text: str, old: str) -> str:
    lines = text.split("\n")
    wanted = next((line for line in old.split("\n") if line.strip()), "")
    spaced = _differently_spaced(lines, old)
    if spaced:
        return f"From line {spaced} on it is there but for white space: {_shown(lines[spaced - 1])}"
    number = _most_alike(lines[:_LINES_COMPARED], wanted)
    if number:
        return f"Nearest to it is line {number}: {_shown(lines[number - 1])}"
    return "Nothing in it is like that; read the file first."


def _differently_spaced(lines: list[str], old: str) -> int:
    """The number of the line from which on only white space differs, or 0."""
    wanted = [" ".join(line.split()) for line in old.strip("\n").split("\n")]
    there = [" ".join(line.split()) for line in lines]
    if not any(wanted):
        return 0
    for index, line in enumerate(there):
        if line == wanted[0] and there[index : index + len(wanted)] == wanted:
            return index + 1
    return 0


def _most_alike(lines: list[str], wanted: str) -> int:
    if not wanted.strip():
        return 0
    matcher = difflib.SequenceMatcher(None, b=wanted.strip()[:_SHOWN], autojunk=False)
    best, number = _LIKENESS, 0
    for index, line in enumerate(lines):
        matcher.set_seq1(line.strip()[:_SHOWN])
        if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best:
            likeness = matcher.ratio()
            if likeness > best:
                best, number = likeness, index + 1
    return number


def _shown(line: str) -> str:
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}..."
