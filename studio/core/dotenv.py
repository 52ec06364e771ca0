"""Reads `.env` files as the usual libraries do: quotes, `export`, comments, several lines."""

import re
from dataclasses import dataclass, field

_NAME = re.compile(r"[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=[ \t]*")
_DOUBLE = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_SINGLE = re.compile(r"'((?:[^'\\]|\\['\\]|\\)*?)'", re.DOTALL)
_BACKTICK = re.compile(r"`([^`]*)`", re.DOTALL)
_LINE_END = re.compile(r"\r\n|\n|\r")
_COMMENT = re.compile(r"(?:^|[ \t])#.*")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\", "$": "$", "'": "'"}
_LONGEST_VALUE = 65_536


@dataclass(frozen=True, slots=True)
class Variable:
    """One line of the file, which may go over several. `line` counts from one."""

    name: str
    value: str = field(repr=False)
    line: int = 1


_Found = tuple[int, str, str]  # where the line begins, name, value


def parse_dotenv(text: str) -> tuple[Variable, ...]:
    """What can be read, in order; of two with one name both. What cannot be read is passed over.

    A quote that never ends is part of its line alone, so that it does not swallow the file.
    Variables named in values are not put in: a key has no use for that.
    """
    text = text.removeprefix("\ufeff")
    found: list[_Found] = []
    position = 0
    while position < len(text):
        position, variable = _statement(text, position)
        if variable is not None:
            found.append(variable)
    return _numbered(text, found)


def _statement(text: str, start: int) -> tuple[int, _Found | None]:
    end = _end_of_line(text, start)
    named = _NAME.match(text, start, end[0])
    if named is None:
        return end[1], None
    value, after = _value(text, named.end(), end[0])
    return _end_of_line(text, after)[1], (start, named[1], value)


def _end_of_line(text: str, start: int) -> tuple[int, int]:
    """Where the line ends, and where the next begins."""
    found = _LINE_END.search(text, start)
    return (len(text), len(text)) if found is None else (found.start(), found.end())


def _value(text: str, start: int, end: int) -> tuple[str, int]:
    for quoted in (_DOUBLE, _SINGLE, _BACKTICK):
        found = quoted.match(text, start, min(len(text), start + _LONGEST_VALUE))
        if found is not None:
            value = _unescaped(found[1]) if quoted is _DOUBLE else found[1]
            return value.replace("\r\n", "\n"), found.end()
    return _COMMENT.sub("", text[start:end]).strip(), end


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[0]), value, flags=re.DOTALL)


def _numbered(text: str, found: list[_Found]) -> tuple[Variable, ...]:
    line, seen, variables = 1, 0, []
    for start, name, value in found:
        line += len(_LINE_END.findall(text, seen, start))
        seen = start
        variables.append(Variable(name, value, line))
    return tuple(variables)
