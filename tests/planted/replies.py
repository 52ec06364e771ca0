"""Hosts that repeat the keys they were given, in every place that a reply has."""

import gzip
import html
import json
import re
from collections.abc import Iterator
from typing import Any

from studio.adapters import (
    practice_chat,
    practice_gemini,
    practice_messages,
    practice_ollama,
    practice_responses,
)
from studio.adapters.practice_reply import Call, Conversation, Reply, Say, Think
from studio.core.messages import Dialect
from tests.loopback import SSE, Script, Wire
from tests.planted.keys import AUTH, EXTRA, HEADER, OF_HOST, WRITINGS, everywhere

_WRITERS: dict[Dialect, Any] = {
    Dialect.OPENAI_CHAT: practice_chat.Writer,
    Dialect.OPENAI_RESPONSES: practice_responses.Writer,
    Dialect.ANTHROPIC_MESSAGES: practice_messages.Writer,
    Dialect.GOOGLE_GEMINI: practice_gemini.Writer,
    Dialect.OLLAMA_CHAT: practice_ollama.Writer,
}
_TYPES = {Dialect.OLLAMA_CHAT: "application/x-ndjson"}
_REFUSALS = (400, 401, 402, 403, 404, 409, 413, 422)
_SEAL = re.compile(rb'("(?:thoughtSignature|signature|encrypted_content)": ?")([^"]+)')
_ALL = " ".join(OF_HOST)

Named = tuple[str, Script]


def replies(dialect: Dialect, tool: str) -> Iterator[Named]:
    """Each with what it is called. One that calls a tool is answered by `ending` afterwards."""
    kind = _TYPES.get(dialect, SSE)
    frames = _frames(dialect, _ALL, tool)
    body = b"".join(frames)
    yield "told token by token", said(200, kind, *frames)
    yield "byte by byte", said(200, kind, *(body[at : at + 1] for at in range(len(body))))
    yield "compressed", said(200, kind, gzip.compress(body), content_encoding="gzip")
    for name, write in WRITINGS.items():
        words = " ".join(map(write, OF_HOST))
        frames = list(map(_unsealed, _frames(dialect, words, tool)))
        yield f"text: {name}", said(200, kind, *frames)
    for part in (3, 2):
        cut = body[: len(body) * (part - 1) // part]
        yield f"cut off at {part - 1}/{part}", said(200, kind, cut)
        yield f"reset at {part - 1}/{part}", said(200, kind, cut, is_reset=True)
    yield "error in the stream", said(200, kind, _error(dialect))
    yield "no JSON in the stream", said(200, kind, _field(dialect, f'{{"x": "{_ALL}'.encode()))
    yield "bytes of nobody", said(200, kind, b"\xff\xfe\x00" + _ALL.encode("utf-16-le"))
    yield "a page", said(200, "text/html", _page(_ALL))
    yield from _refused()


def cuts(dialect: Dialect, key: str) -> Iterator[Named]:
    """One key, cut by the edge of two pieces at each of its letters; and broken off there."""
    kind = _TYPES.get(dialect, SSE)
    whole = _field(dialect, json.dumps({"error": {"message": f"bad {key}"}}).encode())
    start = whole.index(b"bad ") + 4
    for at in range(1, len(key)):
        yield f"cut at {at}", said(200, kind, whole[: start + at], whole[start + at :])
        yield f"broken at {at}", said(400, "application/json", whole[: start + at])


def ending(dialect: Dialect) -> Script:
    """The answer after a call."""
    return said(200, _TYPES.get(dialect, SSE), *_frames(dialect, _ALL, ""))


def _refused() -> Iterator[Named]:
    told = json.dumps({"error": {"message": f"bad: {everywhere()}", "code": _ALL, "type": _ALL}})
    # A message is cut at its length: in the middle of a key.
    long = json.dumps({"error": {"message": "x" * 1_985 + _ALL}})
    for status in _REFUSALS:
        yield f"{status} in JSON", said(status, "application/json", told.encode())
    yield "400 cut at its length", said(400, "application/json", long.encode())
    yield "400 in words", said(400, "text/plain", _ALL.encode())
    yield "403 as a page", said(403, "text/html", _page(everywhere()))
    yield "404 in no words", said(404, "text/plain", b"")
    for place in ("/elsewhere", "https://elsewhere.invalid/v1"):
        way = f"{place}?key={WRITINGS['address'](AUTH)}&x={HEADER}#{EXTRA}"
        yield f"302 to {place}", said(302, "text/plain", b"", location=way)


def said(status: int, kind: str, *pieces: bytes, is_reset: bool = False, **headers: str) -> Script:
    """Also in the head of each reply."""

    async def play(wire: Wire) -> None:
        told = {
            "content_type": kind,
            "transfer_encoding": "chunked",
            "x_request_id": AUTH,
            "x_echo": everywhere(),
            "set_cookie": f"session={HEADER}",
            "www_authenticate": f'Bearer realm="{_ALL}"',
            "date": _ALL,
            "retry_after": AUTH,
        }
        await wire.head(status, **{**told, **headers})
        for piece in pieces:
            await wire.chunk(piece)
        if is_reset:
            wire.reset()
        else:
            await wire.send(b"0\r\n\r\n")

    play.closes = is_reset  # type: ignore[attr-defined]
    return play


def _frames(dialect: Dialect, words: str, tool: str) -> list[bytes]:
    asked = Conversation("practice-tour", (), {}, True, True, None, True, 12)
    body = {"stream_options": {"include_usage": True}}
    writer = _WRITERS[dialect](asked, body, "0123456789abcdef01234567", 1_800_000_000)
    calls = (Call(tool, {"text": words}),) if tool else ()
    parts = (Think(f"It is {words}."), Say(f"The keys: {words}, all of them."), *calls)
    return [frame.data for frame in writer.frames(Reply(parts))]


def _unsealed(frame: bytes) -> bytes:
    """Without what the practice provider writes in Base64 of JSON: nobody looks into both."""
    return _SEAL.sub(lambda found: found[1] + b"A" * len(found[2]), frame)


def _error(dialect: Dialect) -> bytes:
    told = {"message": f"bad {everywhere()}", "type": _ALL, "code": _ALL}
    kind = {"type": "error"} if dialect is not Dialect.OLLAMA_CHAT else {}
    return _field(dialect, json.dumps({**kind, "error": told}).encode())


def _field(dialect: Dialect, data: bytes) -> bytes:
    return data + b"\n" if dialect is Dialect.OLLAMA_CHAT else b"data: " + data + b"\n\n"


def _page(words: str) -> bytes:
    return f"<html><title>{html.escape(words)}</title><body><p>{words}</p></body></html>".encode()
