"""Arguments that Gemini streams as pieces, each with a path into the object they make."""

import itertools
import re
from collections.abc import Mapping
from typing import Any

from studio.wire.lenient import as_list, as_object, as_text

Step = str | int

# `$.city`, `$.stops[0].name`, `$['odd name']`
_STEP = re.compile(
    r"\.([^.\[\]]+)|\[(\d{1,6})\]|\['((?:[^'\\]|\\.)*)'\]|\[\"((?:[^\"\\]|\\.)*)\"\]"
)
_ESCAPED = re.compile(r"\\(.)")
_VALUES = ("stringValue", "numberValue", "boolValue", "nullValue")
_LONGEST_LIST = 10_000  # a place far beyond the end of its list is damage, no argument


class PartialArguments:
    """The arguments of one call while its pieces come in."""

    def __init__(self) -> None:
        self._texts: dict[tuple[Step, ...], list[str]] = {}
        self._values: dict[tuple[Step, ...], Any] = {}

    def take(self, pieces: Any) -> None:
        for item in as_list(pieces):
            piece = as_object(item)
            path = _path(as_text(piece.get("jsonPath")))
            name = next((name for name in _VALUES if name in piece), "")
            if not path or not name:
                continue
            value = piece[name]
            if name == "stringValue":
                texts = self._texts.setdefault(path, [])
                texts.append(as_text(value))
                value = texts
            self._values[path] = None if name == "nullValue" else value

    def whole(self) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for path, value in self._values.items():
            _put(made, path, "".join(value) if path in self._texts else value)
        return made


def _path(text: str) -> tuple[Step, ...]:
    """The steps of a path; empty for what is none, or begins with a place in a list."""
    text = text.removeprefix("$")
    if text[:1] not in (".", "["):
        text = f".{text}"
    steps: list[Step] = []
    at = 0
    while found := _STEP.match(text, at):
        name, place, *quoted = found.groups()
        text_of = next((text for text in quoted if text is not None), None)
        if place is not None:
            steps.append(int(place))
        else:
            steps.append(name if text_of is None else _ESCAPED.sub(r"\1", text_of))
        at = found.end()
    is_whole = at == len(text) and bool(steps) and isinstance(steps[0], str)
    return tuple(steps) if is_whole else ()


def _put(made: dict[str, Any], path: tuple[Step, ...], value: Any) -> None:
    """Puts a value where its path leads; a path that leads through a plain value is left out."""
    place: Any = made
    for step, following in itertools.pairwise(path):
        if not _has_room(place, step):
            return
        inner = _at(place, step)
        if inner is None:
            inner = [] if isinstance(following, int) else {}
            _set(place, step, inner)
        place = inner
    if _has_room(place, path[-1]):
        _set(place, path[-1], value)


def _has_room(place: Any, step: Step) -> bool:
    if isinstance(step, int):
        return isinstance(place, list) and step < _LONGEST_LIST
    return isinstance(place, dict)


def _at(place: Any, step: Step) -> Any:
    if isinstance(place, Mapping):
        return place.get(step)
    return place[step] if isinstance(step, int) and step < len(place) else None


def _set(place: Any, step: Step, value: Any) -> None:
    if isinstance(step, int):
        place.extend([None] * (step + 1 - len(place)))
    place[step] = value
