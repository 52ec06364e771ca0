"""Takes out of texts what is nobody else's business: found first, then replaced everywhere. Pure.

Each value has one placeholder wherever it stands (`<email 1>`), and is also found where it was
escaped for JSON or a URL. Inside text that is JSON only strings are touched, so it stays JSON.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import quote

from studio.core.key_text import keys_in
from studio.core.literals import any_of
from studio.harness.trace_ports import Choice, Matter


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text, and what stands in its place. `plain` is for names and addresses."""

    start: int
    end: int
    told: str
    plain: str


_SHORTEST_WORD = 2
_PIECE = 100_000
_OVERLAP = 1_000
_SHORTEST_HOST = 5
_LONGEST = 8_000
_DEPTH = 3  # of JSON inside JSON
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_EMAIL = re.compile(
    r"(?<![\w.%+-])[\w.%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w-])"
)
_V4 = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)")
_V6 = re.compile(r"(?<![\w:])[0-9a-fA-F]{0,4}:[0-9a-fA-F:]{1,38}(?![\w:])")
_HOST = re.compile(
    r"[a-zA-Z][a-zA-Z0-9+.-]{1,12}:\\?/\\?/(?:[^\s/@\"'<>\\]{1,64}@)?([\w.-]{1,253})"
)
_HOME = re.compile(
    r"(?<![\w/\\.])(?:(?:/home|/Users)/[\w.@-]{1,64}|[A-Za-z]:[\\/]{1,8}Users[\\/]{1,8}[\w.@-]{1,64})"
)
# After a plus sign it is a piece of a picture in base64.
_POSIX = re.compile(r"(?<![\w./:<~*+=-])~?(?:/[\w.@+=~,%-]{1,255}){2,64}")
# What begins with two backslashes may be a share, or a line break that was escaped twice.
_WINDOWS = re.compile(
    r"(?<![\w\\])(?:[A-Za-z]:\\{1,8}|\\{2,16}(?![nrtbfu])[\w.-]{2,64}\\{1,8})"
    r"(?:[\w.@+=~,()$-]{1,255}\\{0,8}){1,64}"
)
_NO_SECRETS = frozenset({"localhost", "json-schema.org", "practice.invalid", "practice.localhost"})


class Found:
    """What was found so far, in the order of finding: it grows while texts are looked through."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self._values: dict[str, tuple[Matter, int]] = {}
        self._numbers: dict[Matter, dict[str, int]] = {}
        self._counts: dict[Matter, int] = {}
        self._words = any_of(
            word.casefold() for word in choice.words if len(word.strip()) >= _SHORTEST_WORD
        )

    def look(self, text: str) -> None:
        """Looks through a text, or through the strings in it where it is JSON."""
        for inner in _strings(text):
            for piece in _pieces(inner):
                self._look(piece)

    def look_at_host(self, host: str) -> None:
        """A name or number of a computer that stands alone."""
        name = host.rpartition(":")[0] if host.count(":") == 1 else host
        if Matter.HOST in self.choice.matters and not _is_number(name):
            self._add(Matter.HOST, name)
        self._look(name)

    def counts(self, matter: Matter) -> int:
        """How often such values were met."""
        return self._counts.get(matter, 0)

    def values(self, matter: Matter) -> tuple[str, ...]:
        return tuple(value for value, (kind, _) in self._values.items() if kind is matter)

    def redactor(self) -> "Redactor":
        """Replaces what was found by now."""
        return Redactor(dict(self._values))

    def _look(self, text: str) -> None:
        chosen = self.choice.matters
        if self._words is not None:
            folded = text.casefold()
            # Folding may change the length of a text, and then no place in it is certain.
            places = text if len(folded) == len(text) else folded
            for match in self._words.finditer(folded):
                self._add(Matter.WORD, places[match.start() : match.end()])
        for matter, find in _FINDERS.items():
            if matter in chosen:
                for value in find(text):
                    self._add(matter, value)
        if Matter.HOME in chosen:
            for home in self.choice.homes:
                for _ in range(text.count(home)):
                    self._add(Matter.HOME, home)

    def _add(self, matter: Matter, found: str) -> None:
        value = re.sub(r"\\+", r"\\", found)
        if not value or len(value) > _LONGEST or value.lower() in _NO_SECRETS:
            return
        self._counts[matter] = self._counts.get(matter, 0) + 1
        if value not in self._values:
            numbers = self._numbers.setdefault(matter, {})
            number = numbers.setdefault(value.casefold(), len(numbers) + 1)
            self._values[value] = (matter, number)


class Redactor:
    """Replaces fixed values. The same text always comes to the same."""

    def __init__(self, values: dict[str, tuple[Matter, int]]) -> None:
        self._placeholders: dict[str, tuple[str, str]] = {}
        for value, (matter, number) in values.items():
            for form in _forms(value):
                self._placeholders.setdefault(form, _told(matter, number))
        self._pattern = any_of(self._placeholders)

    def spans(self, text: str) -> list[Span]:
        """What is to be replaced, from left to right, without overlaps."""
        if self._pattern is None:
            return []
        if not _is_json(text):
            return list(self._found(text, 0, len(text)))
        return [
            span
            for token in _STRING.finditer(text)
            for span in self._found(text, token.start() + 1, token.end() - 1)
        ]

    def text(self, text: str) -> str:
        return self._replaced(text, lambda span: span.told)

    def name(self, text: str) -> str:
        """For names of tools and models, and for addresses: the placeholder is one as well."""
        return self._replaced(text, lambda span: span.plain)

    def url(self, text: str) -> str:
        """Stays an address of the same kind."""
        scheme, sign, rest = text.partition("://")
        if text.startswith("data:"):
            return text  # a picture
        return f"{scheme}{sign}{self.text(rest)}" if sign else self.text(text)

    def _replaced(self, text: str, told: Callable[[Span], str]) -> str:
        pieces, at = [], 0
        for span in self.spans(text):
            pieces += [text[at : span.start], told(span)]
            at = span.end
        return "".join([*pieces, text[at:]]) if at else text

    def _found(self, text: str, start: int, end: int) -> Iterator[Span]:
        if self._pattern is not None:
            for match in self._pattern.finditer(text, start, end):
                yield Span(match.start(), match.end(), *self._placeholders[match.group()])


def _told(matter: Matter, number: int) -> tuple[str, str]:
    if matter is Matter.HOME:
        return ("<home>", "home") if number == 1 else (f"<home {number}>", f"home-{number}")
    is_host = matter in (Matter.HOST, Matter.ADDRESS)
    return f"<{matter} {number}>", f"{matter}-{number}{'.invalid' if is_host else ''}"


def alike(text: str) -> str:
    """With one form for both placeholders of a value: what a text says may have come of a name."""
    return _PLACEHOLDER.sub(lambda found: "-".join(filter(None, found.groups())), text).replace(
        ".invalid", ""
    )


_PLACEHOLDER = re.compile(rf"<({'|'.join(Matter)})(?: (\d+))?>")


def _forms(value: str) -> set[str]:
    """A value as it is, inside JSON, also inside JSON in turn, and inside a URL."""
    forms = {value, quote(value), quote(value, safe="")}
    for is_ascii in (True, False):
        form = value
        for _ in range(_DEPTH):
            form = json.dumps(form, ensure_ascii=is_ascii)[1:-1]
            forms.add(form)
    return forms | {form.replace("/", "\\/") for form in forms}


def _is_json(text: str) -> bool:
    return _parsed(text) is not None


def _parsed(text: str) -> Any:
    """An object or a list; None for any other text."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _strings(text: str, depth: int = _DEPTH) -> Iterator[str]:
    """All strings of a JSON text, and of JSON texts in them; any other text itself."""
    value = _parsed(text) if depth else None
    waiting = [text if value is None else value]
    is_plain = value is None
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield from (value,) if is_plain else _strings(value, depth - 1)
        elif isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list):
            waiting += value


def _pieces(text: str) -> Iterator[str]:
    """Long texts in parts: a pattern that is not found would hold the window as long as it seeks.
    They overlap, so that nothing short is lost, and begin and end at spaces where there are any."""
    start = 0
    while len(text) - start > 2 * _PIECE:
        cut = text.find(" ", start + _PIECE, start + 2 * _PIECE)
        cut = start + 2 * _PIECE if cut < 0 else cut
        yield text[start:cut]
        start = max(text.rfind(" ", start, cut - _OVERLAP), cut - 2 * _OVERLAP)
    yield text[start:]


def _emails(text: str) -> Iterator[str]:
    if "@" in text:
        yield from (match.group() for match in _EMAIL.finditer(text))


def _addresses(text: str) -> Iterator[str]:
    for pattern in (_V4, _V6):
        yield from (each.group() for each in pattern.finditer(text) if _is_number(each.group()))


def _is_number(text: str) -> bool:
    try:
        number = ip_address(text)
    except ValueError:
        return False
    # These are the same everywhere.
    return not (number.is_loopback or number.is_unspecified)


def _hosts(text: str) -> Iterator[str]:
    for match in _HOST.finditer(text):
        host = match.group(1).rstrip(".")
        # Less may be the beginning of one that was cut off.
        is_name = "." in host or len(host) >= _SHORTEST_HOST
        if is_name and not _is_number(host) and not host.startswith("127."):
            yield host


def _homes(text: str) -> Iterator[str]:
    yield from (match.group() for match in _HOME.finditer(text))


def _paths(text: str) -> Iterator[str]:
    for pattern in (_POSIX, _WINDOWS):
        yield from (match.group().rstrip(".,\\") for match in pattern.finditer(text))


_FINDERS = {
    Matter.KEY: keys_in,
    Matter.HOME: _homes,
    Matter.EMAIL: _emails,
    Matter.ADDRESS: _addresses,
    Matter.HOST: _hosts,
    Matter.PATH: _paths,
}
