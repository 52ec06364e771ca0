"""Finding lines in a text by a pattern that a model wrote, within a time. Pure but for the clock.

Python's own `re` has no time limit, and some patterns take longer than the age of the world; the
module `regex` has one, and lets other threads go on meanwhile.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from studio.core.patterns import MAX_PATTERN, is_compilable
from studio.tools.refusals import RefusedError

# By name, since an import here would load it with the window.
_REGEX = "regex"
_SHOWN = 200  # characters of a line
_AROUND = 80  # of them before the match


class OutOfTimeError(Exception):
    """The pattern, or the search, took too long."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for in texts."""

    text: str
    is_regex: bool
    matches_case: bool


class Finder:
    """Lives for one call, in one thread. `seconds` are for all of it."""

    def __init__(self, sought: Sought, seconds: float) -> None:
        regex = import_module(_REGEX)
        if len(sought.text) > MAX_PATTERN:
            raise RefusedError(f"content is longer than {MAX_PATTERN:,} characters.")
        if sought.is_regex and not is_compilable(sought.text):
            raise RefusedError("content repeats groups within groups too often. Write it shorter.")
        flags = regex.V0 | (0 if sought.matches_case else regex.IGNORECASE)
        source = sought.text if sought.is_regex else regex.escape(sought.text)
        try:
            self._pattern: Any = regex.compile(source, flags)
        except (regex.error, OverflowError, RecursionError, MemoryError) as error:
            raise RefusedError(f"content is no regular expression: {error}") from None
        self._end = time.monotonic() + seconds

    def check(self) -> None:
        """Raises `OutOfTimeError`."""
        if time.monotonic() > self._end:
            raise OutOfTimeError

    def found(self, lines: list[str]) -> Iterator[tuple[int, str]]:
        """Index of each line that fits, and what to show of it. Raises `OutOfTimeError`."""
        for index, line in enumerate(lines):
            left = self._end - time.monotonic()
            if left <= 0:
                raise OutOfTimeError
            try:
                match = self._pattern.search(line, concurrent=True, timeout=left)
            except TimeoutError:
                raise OutOfTimeError from None
            if match is not None:
                yield index, shown_line(line, match.start())


def shown_line(line: str, at: int = 0) -> str:
    """A long line is cut around the place that matters."""
    if len(line) <= _SHOWN:
        return line
    start = max(0, at - _AROUND) if at + _AROUND > _SHOWN else 0
    end = start + _SHOWN
    return f"{'...' if start else ''}{line[start:end]}{'...' if end < len(line) else ''}"
