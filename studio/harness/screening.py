"""Screens what strangers wrote for instructions to the model. It flags; it alters nothing.

No screening finds all of them: what is from outside stays untrusted when nothing was found.
"""

import base64
import binascii
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from studio.core.results import RESULTS_HEAD, Finding
from studio.harness.screening_english import DESCRIPTIONS, ENGLISH, SIGNS
from studio.harness.screening_languages import OTHERS, UNSPACED
from studio.harness.screening_phrases import (
    ADDRESSED,
    ENCODED,
    EXFILTRATION,
    HIDDEN_TEXT,
    KINDS,
    OVERRIDE,
    PICTURE_LEAK,
    ROLE,
    SECRECY,
    STEERING,
    TEMPLATE,
    TOOL_CALL,
    Phrase,
)
from studio.harness.screening_view import View

__all__ = [
    "ADDRESSED",
    "ENCODED",
    "EXFILTRATION",
    "HIDDEN_TEXT",
    "KINDS",
    "MOST_FINDINGS",
    "OVERRIDE",
    "PICTURE_LEAK",
    "ROLE",
    "SECRECY",
    "STEERING",
    "TEMPLATE",
    "TOOL_CALL",
    "findings",
    "neutralised",
    "screened_description",
]

MOST_FINDINGS = 100
_OUTSIDE = (*ENGLISH, *OTHERS, *UNSPACED, *SIGNS)
_MOST_EXCERPT = 160
_MOST_ROUNDS = 4
_RESULT = re.compile(r"^(\d{1,3})\. \[", re.MULTILINE)
_TURNS = re.compile(r"\n\n(?:Human|Assistant): ")
_UNSEEN = re.compile(
    r"style\s{0,3}=\s{0,3}[\"'][^\"'<>]{0,300}?(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:"
    r"\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0|opacity\s{0,3}:\s{0,3}0(?![.\d])|(?<![\w-])color\s{0,3}:"
    r"\s{0,3}(?:white|#fff(?:fff)?|transparent)\b)[^<>]{0,300}>",
    re.IGNORECASE,
)
_UNSEEN_REACH = 2_000  # characters after such a tag
# Letters without width that carry text: the block of tags (but for flags), and long runs.
_TAGS = re.compile(
    "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,8}\U000e007f"
    "|([\U000e0020-\U000e007f]{2,})"
)
_RUNS = re.compile(
    r"[\u200b-\u200f\u2060-\u2064\ufeff]{8,}|[\U000e0100-\U000e01ef]{4,}|[\ufe00-\ufe0f]{4,}"
    r"|[\u202d\u202e][^\n\u202c]{3,200}"
)
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{32,8000}={0,2}")
_MOST_BLOBS = 2_000
_PROBED = 64  # characters of a blob that tell whether it is text
_PICTURE = re.compile(r"!\[[^\]\n]{0,300}\]\(\s{0,4}<?https?://[^)\s>]{1,4000}", re.IGNORECASE)
_FILLED_IN = re.compile(
    r"\?.*(?:[{<\[]|%7b|%5b|\$\(|=(?:insert|your|the|data|secret|user|chat|conversation|history|"
    r"summary|prompt|base64|api|key|password|content|xxx|placeholder)[\w%+-]{0,80}(?:&|$))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Found:
    """Between two places of the original text."""

    kind: str
    start: int
    end: int


def findings(text: str) -> tuple[Finding, ...]:
    """In the order of the text, at most `MOST_FINDINGS`. Call it in a thread for a long text."""
    return _findings(text, _OUTSIDE)


def screened_description(text: str) -> tuple[Finding, ...]:
    """The same for what a server says of its tools, which has ways of its own to give orders."""
    return _findings(text, (*_OUTSIDE, *DESCRIPTIONS))


def neutralised(text: str, found: Sequence[Finding]) -> str:
    """The text with a note in the place of each finding: for users who chose so.

    What is taken out may leave an instruction behind that was none before, so it is looked through
    again. Where it goes on and on, the rest is taken out.
    """
    for _ in range(_MOST_ROUNDS):
        if not found:
            return text
        text = _noted(text, found)
        found = findings(text)
    return f"{text[: found[0].start]}[removed: the rest]" if found else text


def _noted(text: str, found: Sequence[Finding]) -> str:
    pieces: list[str] = []
    done = 0
    for each in sorted(found, key=lambda one: (one.start, -one.end)):
        if each.start >= done:
            pieces += [text[done : each.start], f"[removed: {each.kind.replace('_', ' ')}]"]
        done = max(done, each.end)
    return "".join([*pieces, text[done:]])


def _findings(text: str, phrases: Iterable[Phrase]) -> tuple[Finding, ...]:
    found = list(_said(text, phrases))
    found += [_Found(TEMPLATE, *each.span()) for each in _limited(_TURNS, text)]
    found += _unseen_signs(text)
    found += _leaks(text)
    found += _encoded(text)
    ordered = _alone(_hidden(text, found))[:MOST_FINDINGS]
    numbers = _numbers(text)
    return tuple(
        Finding(
            each.kind,
            each.start,
            each.end,
            " ".join(text[each.start : each.end].split())[:_MOST_EXCERPT],
            _number(numbers, each.start),
        )
        for each in ordered
    )


def _said(text: str, phrases: Iterable[Phrase]) -> Iterator[_Found]:
    view = View(text)
    for phrase in phrases:
        for start, end in _places(view.text, phrase):
            yield _Found(phrase.kind, view.original(start), view.original(end - 1) + 1)


def _places(text: str, phrase: Phrase) -> Iterator[tuple[int, int]]:
    count = 0
    for word in phrase.words:
        place = text.find(word)
        while place >= 0 and count < MOST_FINDINGS:
            following = place + len(word)
            if not _is_within_word(text, place):
                matched = phrase.pattern.match(text, place)
                if matched:
                    count += 1
                    yield place, matched.end()
                    following = matched.end()
            place = text.find(word, following)


def _is_within_word(text: str, place: int) -> bool:
    """An ASCII letter after another one: the scripts without spaces begin words anywhere."""
    if place == 0 or not text[place].isascii():
        return False
    return text[place].isalnum() and text[place - 1].isascii() and text[place - 1].isalnum()


def _unseen_signs(text: str) -> list[_Found]:
    if text.isascii():
        return []
    runs = [_Found(HIDDEN_TEXT, *each.span()) for each in _limited(_RUNS, text)]
    tags = (each.span() for each in _limited(_TAGS, text, 10 * MOST_FINDINGS) if each.group(1))
    return [*runs, *(_Found(HIDDEN_TEXT, *span) for span in tags)]


def _leaks(text: str) -> Iterator[_Found]:
    for each in _limited(_PICTURE, text, 10 * MOST_FINDINGS):
        if _FILLED_IN.search(each.group().partition("](")[2]):
            yield _Found(PICTURE_LEAK, *each.span())


def _encoded(text: str) -> Iterator[_Found]:
    for each in _limited(_BASE64, text, _MOST_BLOBS):
        decoded = _decoded(each.group())
        if decoded and next(_said(decoded, _OUTSIDE), None):
            yield _Found(ENCODED, *each.span())


def _decoded(blob: str) -> str:
    """Empty for what is no text. Its beginning is looked at before all of it is."""
    plain = blob.rstrip("=").replace("-", "+").replace("_", "/")
    if not _read_base64(plain[:_PROBED]):
        return ""
    return _read_base64(plain)


def _read_base64(plain: str) -> str:
    padded = plain[: len(plain) - (len(plain) % 4 == 1)]
    padded += "=" * (-len(padded) % 4)
    try:
        text = base64.b64decode(padded, validate=True).decode("utf-8", "ignore")
    except (binascii.Error, ValueError):
        return ""
    return text if len(text) * 2 >= len(plain) and _is_legible(text) else ""


def _is_legible(text: str) -> bool:
    shown = sum(1 for sign in text if sign.isprintable() or sign in "\n\r\t")
    return shown * 20 >= len(text) * 19


def _hidden(text: str, found: Sequence[_Found]) -> list[_Found]:
    """Those that a reader of a page would not see are told apart."""
    if not found or "<" not in text:
        return list(found)
    spans = _comments(text)
    spans += [(each.end(), each.end() + _UNSEEN_REACH) for each in _UNSEEN.finditer(text)]
    spans.sort()
    starts = [start for start, _ in spans]
    return [
        replace(each, kind=HIDDEN_TEXT) if _is_in(spans, starts, each.start) else each
        for each in found
    ]


def _comments(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    start = text.find("<!--")
    while start >= 0 and (end := text.find("-->", start)) >= 0:
        spans.append((start, end))
        start = text.find("<!--", end)
    return spans


def _is_in(spans: Sequence[tuple[int, int]], starts: Sequence[int], place: int) -> bool:
    at = bisect_right(starts, place) - 1
    return at >= 0 and spans[at][0] <= place < spans[at][1]


def _alone(found: Sequence[_Found]) -> list[_Found]:
    """In order, without what lies within another of the same place."""
    kept: list[_Found] = []
    for each in sorted(found, key=lambda one: (one.start, -one.end)):
        if not kept or each.end > kept[-1].end:
            kept.append(each)
    return kept


def _numbers(text: str) -> list[tuple[int, int]]:
    if not text.startswith(RESULTS_HEAD):
        return []
    return [(each.start(), int(each.group(1))) for each in _RESULT.finditer(text)]


def _number(numbers: Sequence[tuple[int, int]], place: int) -> int:
    at = bisect_right(numbers, place, key=lambda one: one[0]) - 1
    return numbers[at][1] if at >= 0 else 0


def _limited(
    pattern: re.Pattern[str], text: str, most: int = MOST_FINDINGS
) -> Iterator[re.Match[str]]:
    for count, each in enumerate(pattern.finditer(text)):
        if count >= most:
            return
        yield each
