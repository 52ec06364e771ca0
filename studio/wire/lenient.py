"""Reads vendor JSON of any shape without raising: a field of the wrong type is an absent field."""

import json
import math
import re
from collections.abc import Mapping
from json.scanner import make_scanner
from typing import Any

MAX_DEPTH = 200  # deeper than any real reply, shallow enough to be written out again
# What `json.loads` comes to, at half its cost.
_SCAN = make_scanner(json.JSONDecoder())  # type: ignore[arg-type]  # the stubs name another type
_SPACE = " \t\n\r"
_BEGINNINGS = ("{", "[")
_NO_VALUE = "no JSON value"
_SURROGATE = re.compile("[\ud800-\udfff]")


class TooDeepError(ValueError):
    """JSON that is nested more deeply than anybody means it."""


def parsed(text: str) -> Any:
    """The JSON value of a text. Raises ValueError, also for nesting that nobody could use."""
    if len(text) > MAX_DEPTH:  # a shorter one cannot be nested more deeply
        checked_depth(text)
    try:
        value, end = _SCAN(text, 0 if text[:1] in _BEGINNINGS else _without_space(text))
    except StopIteration as stopped:
        raise json.JSONDecodeError(_NO_VALUE, text, stopped.value) from None
    except RecursionError:
        raise TooDeepError from None
    if end != len(text) and text[end:].strip(_SPACE):
        raise json.JSONDecodeError(_NO_VALUE, text, end)
    return value


def _without_space(text: str) -> int:
    """Where a value begins."""
    return len(text) - len(text.lstrip(_SPACE))


def checked_depth(text: str) -> None:
    """Raises `TooDeepError` for nesting that would take the parser to its end."""
    if _may_be_deep(text):
        raise TooDeepError


def strictly_parsed(text: str) -> Any:
    """The same without what only Python takes for JSON: NaN, infinities, numbers that become one.
    No provider would take them back."""
    value = parsed(text)
    if not _is_finite(value):
        raise ValueError("a number is not finite")  # noqa: TRY003  # caught, never shown
    return value


def _is_finite(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        return all(map(_is_finite, value.values()))
    return not isinstance(value, list) or all(map(_is_finite, value))


def as_object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def as_text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def as_count(value: Any) -> int | None:
    """A whole number that is not negative; hosts send counts as floats and as text, too."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 16:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if value != value or value < 0 or value > 1e15:
        return None
    return int(value)


def as_index(value: Any) -> int | None:
    """Some hosts write a place as text or as a float."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 10:
        return int(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def clean_text(text: str) -> str:
    """Half of a surrogate pair can be neither stored nor sent."""
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def cleaned(value: Any) -> Any:
    """The same JSON value with every string and number fit to be sent."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {clean_text(str(key)): cleaned(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [cleaned(item) for item in value]
    return value


def dumped(value: Any) -> str:
    """Compact JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def beginning(text: str, length: int = 200) -> str:
    """The first words of something unreadable, on one line."""
    words = " ".join(clean_text(text[: length * 4]).split())
    printable = "".join(
        char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in words
    )
    return printable if len(printable) <= length else printable[: length - 1] + "…"


def _may_be_deep(text: str) -> bool:
    """Counts brackets before the parser recurses; those inside strings count as well, so text
    that holds many of them is looked at once more, strings left out."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    return _depth(text) > MAX_DEPTH


_TOKENS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{]|[\]}]', re.DOTALL)


def _depth(text: str) -> int:
    depth = deepest = 0
    for token in _TOKENS.finditer(text):
        first = text[token.start()]
        if first in "[{":
            depth += 1
            deepest = max(deepest, depth)
            if deepest > MAX_DEPTH:
                break
        elif first != '"':
            depth -= 1
    return deepest


class SurrogateSeam:
    """Joins surrogate pairs that a host has cut in two with the text on either side."""

    def __init__(self) -> None:
        self.held = ""  # the first half of a pair

    def push(self, text: str) -> str:
        if not self.held and text.isascii():
            return text
        text = self.held + text
        self.held = ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            self.held, text = text[-1], text[:-1]
        return clean_text(text)
