"""Finds secrets in bytes however they are written there: as they are, in Base64, in hexadecimal,
escaped for JSON, for an address or for a page, and as much of one as a cut has left.
"""

import base64
import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from urllib.parse import quote

SHORTEST_IN_ANSWERS = 12
SHORTEST_HALF = 9  # less of a key is of no use to anybody
_LONGEST_ESCAPE = 8  # bytes for one, escaped twice
_ESCAPES = (b"\\", b"%", b"&")
# Each begins with one letter, and no match of one overlaps that of another: so they are fast.
_OF_JSON = rb"\\\\*(?:u00([2-7][0-9A-Fa-f])%b)"
_OF_ADDRESS = re.compile(rb"%([2-7][0-9A-Fa-f])")
_OF_PAGE = re.compile(
    rb"&(?:#[xX]0{0,4}([2-7][0-9A-Fa-f])|#0{0,4}(3[2-9]|[4-9][0-9]|1[01][0-9]|12[0-6])"
    rb"|(amp|lt|gt|quot|apos));"
)
_ITSELF = b'"/\\'  # may have a backslash before it in JSON
_UNFINISHED = re.compile(
    rb"(?:\\+(?:u(?:0(?:0[2-7]?)?)?)?|%[2-7]?|&(?:#[0-9A-Za-z]{0,6}|[a-z]{0,4}))\Z"
)
_LONGEST_UNFINISHED = 16
_NAMED = {b"amp": b"&", b"lt": b"<", b"gt": b">", b"quot": b'"', b"apos": b"'"}
# Where the sixth bits of Base64 fall after so many bytes of something else.
_FIRST_OWN = (0, 2, 3)

Stretch = tuple[int, int]


class SecretForms:
    """Knows some secrets; holds no state. Offsets are of bytes."""

    __slots__ = (
        "_beginnings",
        "_by_intro",
        "_longest",
        "_of_json",
        "_plain",
        "_short",
        "hold_back",
    )

    def __init__(self, secrets: Iterable[str]) -> None:
        texts = {each.encode("utf-8", "surrogatepass") for each in secrets}
        plain = {form for text in texts for form in _coded(text)}
        written = {form for text in texts for form in _written(text)} | plain
        self._plain = tuple(sorted(plain))
        self._by_intro = _grouped(written)
        self._of_json = _of_json(b"".join(texts))
        self._beginnings = frozenset(form[:size] for form in plain for size in (1, 2))
        self._longest = max(map(len, plain), default=0)
        self._short = min(map(len, written), default=0)
        most = max((*map(len, written), _LONGEST_ESCAPE * max(map(len, texts), default=0)))
        self.hold_back = max(most - 1, 0)

    def __bool__(self) -> bool:
        return bool(self._plain)

    def stretches(self, data: bytes) -> list[Stretch]:
        """Where secrets are. They may overlap."""
        if len(data) < self._short or not self._plain:
            return []
        found = [
            stretch
            for intro, forms in self._by_intro
            if not intro or intro in data
            for stretch in _hits(forms, data)
        ]
        if _has_escapes(data):
            plain = _Unescaped(data, self._of_json)
            if plain.is_changed:
                hits = _hits(self._plain, plain.data)
                found += [(plain.origin(start), plain.origin(end)) for start, end in hits]
        return found

    def replaced(self, text: str, by: str) -> str:
        """The text with each stretch of secrets replaced."""
        data = text.encode("utf-8", "surrogatepass")
        found = sorted(self.stretches(data))
        if not found:
            return text
        pieces, at = [], 0
        for start, end in found:
            if start >= at:
                pieces += [data[at:start], by.encode()]
            at = max(at, end)
        return b"".join((*pieces, data[at:])).decode("utf-8", "surrogatepass")

    def fragments(self, data: bytes) -> list[Stretch]:
        """Where so much of a secret stands that it is of use, whatever is before and after it."""
        known = {
            form[at : at + SHORTEST_HALF]
            for form in self._plain
            for at in range(len(form) - SHORTEST_HALF + 1)
        }
        places = range(len(data) - SHORTEST_HALF + 1 if known else 0)
        return [(at, at + SHORTEST_HALF) for at in places if data[at : at + SHORTEST_HALF] in known]

    def beginning_at_end(self, data: bytes, least: int = 1) -> int:
        """Where the longest beginning of a secret starts with which the data ends; its length
        where there is none. `least` of the secret's own letters are there."""
        if not self._plain:
            return len(data)
        if len(data) <= self._longest and not _has_escapes(data):
            at = self._beginning(data, least)
            return len(data) if at is None else at
        skipped = max(0, len(data) - self.hold_back)
        tail = data[skipped:]
        unfinished = _UNFINISHED.search(tail[-_LONGEST_UNFINISHED:])
        plain = _Unescaped(
            tail[: len(tail) - len(unfinished[0])] if unfinished else tail, self._of_json
        )
        at = self._beginning(plain.data, least)
        if at is not None:
            return skipped + plain.origin(at)
        # Half an escape may be its first letter.
        return len(data) - (len(unfinished[0]) if unfinished and least == 1 else 0)

    def _beginning(self, text: bytes, least: int) -> int | None:
        beginnings = self._beginnings
        for at in range(max(0, len(text) - self._longest + 1), len(text) - least + 1):
            if text[at : at + 2] in beginnings:
                rest = text[at:]
                if any(form.startswith(rest) for form in self._plain):
                    return at
        return None


class _Unescaped:
    """Bytes without their escapes, and where each came from."""

    __slots__ = ("_places", "_sources", "data", "is_changed")

    def __init__(self, data: bytes, of_json: re.Pattern[bytes]) -> None:
        pieces: list[bytes] = []
        self._places, self._sources = [0], [0]
        start = place = 0
        for begin, end, meant in _escapes(data, of_json):
            pieces += (data[start:begin], meant)
            place += begin - start + 1
            start = end
            self._places.append(place)
            self._sources.append(start)
        self.is_changed = bool(pieces)
        self.data = b"".join((*pieces, data[start:])) if pieces else data

    def origin(self, place: int) -> int:
        at = bisect_right(self._places, place) - 1
        return self._sources[at] + place - self._places[at]


def _has_escapes(data: bytes) -> bool:
    return b"\\" in data or b"%" in data or b"&" in data


def _of_json(secrets: bytes) -> re.Pattern[bytes]:
    """What has a backslash before it is looked at only where a secret holds it: of quotes there
    are many."""
    themselves = re.escape(bytes(each for each in _ITSELF if each in secrets))
    return re.compile(_OF_JSON % (b"|([%b])" % themselves if themselves else b"|(?!)()"))


def _escapes(data: bytes, of_json: re.Pattern[bytes]) -> list[tuple[int, int, bytes]]:
    """From where to where, and which letter is meant. In order."""
    patterns = zip(_ESCAPES, (of_json, _OF_ADDRESS, _OF_PAGE), strict=True)
    return sorted(
        (found.start(), found.end(), _meant(found))
        for intro, pattern in patterns
        if intro in data
        for found in pattern.finditer(data)
    )


def _meant(found: re.Match[bytes]) -> bytes:
    kind = found.lastindex or 0
    value = found[kind]
    if kind == 1:
        return bytes((int(value, 16),))
    if value.isdigit():
        return bytes((int(value),))
    return _NAMED.get(value, value)


def _hits(forms: Iterable[bytes], data: bytes) -> Iterator[Stretch]:
    for form in forms:
        # Overlapping occurrences are found too: of "abab" in "ababab" nothing may stay.
        at = data.find(form)
        while at >= 0:
            yield at, at + len(form)
            at = data.find(form, at + 1)


def _grouped(forms: Iterable[bytes]) -> tuple[tuple[bytes, tuple[bytes, ...]], ...]:
    """By a sign without which none of them is there: most data is looked through for few."""
    groups: dict[bytes, list[bytes]] = {}
    for form in sorted(forms):
        intro = next((each for each in (b"\0", *_ESCAPES) if each in form), b"")
        groups.setdefault(intro, []).append(form)
    return tuple((intro, tuple(each)) for intro, each in groups.items())


def _coded(secret: bytes) -> set[bytes]:
    """A secret as it is, and what of it is in Base64 and in hexadecimal, whatever is around it."""
    forms = {secret}
    if len(secret) < SHORTEST_IN_ANSWERS:
        return forms
    for before, first in enumerate(_FIRST_OWN):
        last = (before + len(secret)) * 8 // 6
        own = base64.b64encode(bytes(before) + secret)[first:last]
        forms |= {own, own.translate(bytes.maketrans(b"+/", b"-_"))}
    return forms | {secret.hex().encode(), secret.hex().upper().encode()}


def _written(secret: bytes) -> set[bytes]:
    """Also with letters that are no ASCII, and in the two bytes a letter of some pages."""
    text = secret.decode("utf-8", "surrogatepass")
    forms = {json.dumps(text)[1:-1], quote(text.encode("utf-8", "replace"), safe="")}
    forms |= {form.replace("/", "\\/") for form in forms}
    wide = {text.encode(each, "surrogatepass") for each in ("utf-16-le", "utf-16-be")}
    return wide | {form.encode() for form in forms}
