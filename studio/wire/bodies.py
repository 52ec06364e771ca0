"""A body that is JSON: one reply, or the pieces of a stream in a list, on lines, or end to end."""

import contextlib
import json
import re
from dataclasses import dataclass
from typing import Any

from studio.wire.lenient import checked_depth, parsed

_DECODER = json.JSONDecoder()
# What stands between values: white space, commas, record separators, the marks of an event stream.
_BETWEEN = re.compile(r"(?:[\s,\x1e]|data:|event:[^\n]*\n|:[^\n]*\n)*")
_DONE = re.compile(r'"?\[DONE\]"?', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Body:
    """`is_stream`: the payloads are pieces of one reply. `is_marked`: an end was written out."""

    payloads: tuple[Any, ...] = ()
    is_stream: bool = False
    is_marked: bool = False


def body_of(text: str) -> Body:
    """Never raises: what cannot be read has no payloads."""
    try:
        payload = parsed(text)
    except ValueError:
        return _pieces(text)
    if isinstance(payload, list):
        return Body(tuple(payload), is_stream=len(payload) > 1)
    return Body((payload,))


def _pieces(text: str) -> Body:
    """As far as they go: a last piece that was cut off takes nothing away from the others."""
    payloads: list[Any] = []
    is_marked = False
    at = 1 if text.lstrip()[:1] == "[" else 0
    at += len(text) - len(text.lstrip()) if at else 0
    # What is no JSON ends the reading; what came before it counts.
    with contextlib.suppress(ValueError, RecursionError):
        checked_depth(text)
        while (at := _after(_BETWEEN, text, at)) < len(text) and not is_marked:
            done = _DONE.match(text, at)
            if done is not None:
                is_marked = True
                continue
            value, at = _DECODER.raw_decode(text, at)
            payloads.append(value)
    is_cut = not is_marked and at < len(text) and text[at] in "{["
    is_stream = len(payloads) > 1 or (is_cut and bool(payloads))
    return Body(tuple(payloads), is_stream, is_marked)


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return at if found is None else found.end()
