"""Texts of any length and kind made fit for a report: shortened, fenced, on one line. Pure."""

import json
import re
from collections.abc import Iterator

_FENCES = re.compile(r"`{3,}")
_LONGEST_STRING = 300  # in a JSON document
_LONGEST_DOCUMENT = 8_000
_FIRST, _LAST = 3, 5  # of a long list: how it begins, and what came last
_DEPTH = 40
_SPECIAL = re.compile(r"[\\`*_\[\]<>#|~&]")
# Where a text may be cut: a name or an address of which half stays would not be known for one.
_SEAM = re.compile(r"[\s\"'<>(),;]")
_LONGEST_WORD = 300


def shortened(text: str, most: int) -> str:
    """The beginning, and how much is left out."""
    if len(text) <= most:
        return text
    seams = [found.start() for found in _SEAM.finditer(text, max(0, most - _LONGEST_WORD), most)]
    cut = seams[-1] if seams else most
    return f"{text[:cut]}… ({len(text) - cut} characters more)"


def ending(text: str, most: int) -> str:
    """The end, and how much is left out before it."""
    if len(text) <= most:
        return text
    start = len(text) - most
    seam = _SEAM.search(text, start, start + _LONGEST_WORD)
    cut = seam.end() if seam is not None else start
    return f"({cut} characters before) …{text[cut:]}"


def shortened_json(text: str) -> str:
    """With line breaks; long strings and lists in it shortened, each at its place. What is no JSON
    is shortened as a text."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return shortened(text, _LONGEST_DOCUMENT)
    whole = json.dumps(_shortened_value(value, 0), ensure_ascii=False, indent=2)
    return shortened(whole, _LONGEST_DOCUMENT)


def code_block(text: str) -> Iterator[str]:
    """Lines of a block of code whose fence is longer than any in it."""
    longest = max((len(found[0]) for found in _FENCES.finditer(text)), default=2)
    fence = "`" * (longest + 1)
    yield from (fence, text.rstrip("\n"), fence)


def fact(name: str, value: str) -> str:
    """A line of a list. What somebody else wrote is no Markdown."""
    line = shortened(" ".join(value.split()), _LONGEST_STRING)
    if _SPECIAL.search(line):
        fence = "`" * (max((len(found) for found in re.findall("`+", line)), default=0) + 1)
        line = f"{fence}{line}{fence}" if len(fence) == 1 else f"{fence} {line} {fence}"
    return f"- {name}: {line}"


def _shortened_value(value: object, depth: int) -> object:
    if depth > _DEPTH:
        return "…"
    match value:
        case str():
            return shortened(value, _LONGEST_STRING)
        case dict():
            return {key: _shortened_value(each, depth + 1) for key, each in value.items()}
        case list():
            return _shortened_list(value, depth)
        case _:
            return value


def _shortened_list(values: list[object], depth: int) -> list[object]:
    left = len(values) - _FIRST - _LAST
    kept = values if left <= 1 else [*values[:_FIRST], *values[-_LAST:]]
    shown = [_shortened_value(each, depth + 1) for each in kept]
    if left > 1:
        shown.insert(_FIRST, f"… ({left} more)")
    return shown
