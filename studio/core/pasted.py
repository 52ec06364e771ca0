"""What a pasted text says of a provider: its row, address, dialect, key, model and headers.

Pasted text holds secrets: it goes into no error, no log and no `repr`.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlsplit

from studio.core.catalogue import Catalogue, CatalogueRow
from studio.core.curl import LONGEST, Pasted, read_pasted
from studio.core.key_text import looks_like_key
from studio.core.messages import Dialect
from studio.core.trimming import strip_pasted

_ASSIGNMENT = re.compile(
    r"^\s*(?:export\s+|set\s+|setx\s+|\$env:)?([A-Za-z_][A-Za-z0-9_]*)\s*[=:\s]\s*"
    r"[\"']?([^\"'\s]+)[\"']?\s*;?\s*(?:#.*)?$"
)
_KEY_NAMES = re.compile(
    r"(api[_-]?key|auth[_-]?token|access[_-]?token|apikey|^key|_key|^token)$", re.I
)
_ADDRESS_NAMES = re.compile(r"(base[_-]?url|api[_-]?base|api[_-]?url|endpoint|^url|host)$", re.I)
_MODEL_NAMES = re.compile(r"(^|[_-])model(_?(name|id))?$", re.I)
_HEADER_NAMES = re.compile(r"headers$", re.I)
_MAX_LINES = 200


@dataclass(frozen=True, slots=True)
class Recognised:
    """Empty where neither the text nor the catalogue says. `row` is None for an unknown host."""

    row: CatalogueRow | None = None
    base_url: str = ""
    dialect: Dialect | None = None
    key: str = field(default="", repr=False)
    model: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    parameters: Mapping[str, Any] = field(default_factory=dict, repr=False)
    name: str = ""


@dataclass(slots=True)
class _Words:
    """What a text with names in it says, each the first time it says so."""

    key: str = field(default="", repr=False)
    key_name: str = ""
    address: str = ""
    model: str = ""
    headers: dict[str, str] = field(default_factory=dict, repr=False)


def recognised(text: str, catalogue: Catalogue) -> Recognised | None:
    """None for anything that is neither a key, nor an address, nor a request, nor settings."""
    text = strip_pasted(text)
    if not text or len(text) > LONGEST:
        return None
    words = _of_json(text) if text.startswith(("{", "[")) else _of_lines(text)
    if words is not None and (words.key or words.address):
        return _of_words(words, catalogue)
    pasted = read_pasted(text)
    return _of_pasted(pasted, catalogue) if pasted is not None else None


def _of_pasted(pasted: Pasted, catalogue: Catalogue) -> Recognised:
    row = (
        catalogue.row_for_address(pasted.base_url, pasted.dialect)
        if pasted.base_url
        else catalogue.row_for_key(pasted.key)
    )
    headers = dict(pasted.headers)
    key = pasted.key or _key_among(headers, row)
    found = Recognised(key=key, model=pasted.model, headers=headers)
    return _filled(found, row, pasted.base_url, pasted.dialect)


def _of_words(words: _Words, catalogue: Catalogue) -> Recognised:
    pasted = read_pasted(words.address) if words.address else None
    base_url = pasted.base_url if pasted is not None else ""
    dialect = pasted.dialect if pasted is not None else None
    row = catalogue.row_for_address(base_url, dialect) if base_url else None
    if row is None and not base_url:
        by_name = catalogue.variables().get(words.key_name.upper())
        row = catalogue.row(by_name) if by_name else catalogue.row_for_key(words.key)
    found = Recognised(key=words.key, model=words.model, headers=words.headers)
    return _filled(found, row, base_url, dialect)


def _filled(
    found: Recognised, row: CatalogueRow | None, base_url: str, dialect: Dialect | None
) -> Recognised:
    """With what the catalogue knows, where the text itself does not say."""
    if row is None:
        return replace(found, base_url=base_url, dialect=dialect)
    return replace(
        found,
        row=row,
        base_url=_whole(base_url, row),
        dialect=dialect or row.dialect,
        name=row.name,
    )


def _whole(base_url: str, row: CatalogueRow) -> str:
    """Of a bare host that is known, where its API begins."""
    place, _, path = base_url.partition("://")[2].partition("/")
    if path.strip("/") or not row.base_url:
        return base_url
    is_one_of_many = bool(place and row.hosts)
    return f"https://{place}{urlsplit(row.base_url).path}" if is_one_of_many else row.base_url


def _key_among(headers: dict[str, str], row: CatalogueRow | None) -> str:
    """The key in a header in which this host wants it: it is then no further header."""
    if row is None:
        return ""
    wanted = row.quirks.auth_header.value
    for name in tuple(headers):
        if name.lower() == wanted:
            return headers.pop(name)
    return ""


def _of_lines(text: str) -> _Words | None:
    """Lines such as `export OPENAI_API_KEY=...`; None where anything else stands among them."""
    lines = [line for line in text.splitlines() if line.strip()][: _MAX_LINES + 1]
    if len(lines) > _MAX_LINES:
        return None
    words = _Words()
    for line in lines:
        if line.lstrip().startswith("#"):
            continue
        found = _ASSIGNMENT.match(line)
        if found is None:
            return None
        _take(words, found[1], found[2])
    return words


def _of_json(text: str) -> _Words | None:
    """Settings of another client, however deep the names stand."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        return None
    words = _Words()
    for name, value in _pairs(read, depth=0):
        if isinstance(value, str):
            _take(words, name, value)
        elif _HEADER_NAMES.search(name) and isinstance(value, dict) and not words.headers:
            words.headers = {str(one): said for one, said in value.items() if isinstance(said, str)}
    return words


def _pairs(value: Any, depth: int) -> Iterator[tuple[str, Any]]:
    if depth > 8:
        return
    if isinstance(value, dict):
        for name, one in value.items():
            yield str(name), one
            if not _HEADER_NAMES.search(str(name)):
                yield from _pairs(one, depth + 1)
    elif isinstance(value, list):
        for one in value:
            yield from _pairs(one, depth + 1)


def _take(words: _Words, name: str, value: str) -> None:
    value = value.strip()
    if _KEY_NAMES.search(name) and not words.key and looks_like_key(value):
        words.key, words.key_name = value, name
    elif _ADDRESS_NAMES.search(name) and not words.address and "://" in value:
        words.address = value
    elif _MODEL_NAMES.search(name) and not words.model:
        words.model = value
