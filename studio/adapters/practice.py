"""The built-in provider that is no model: an HTTP transport inside the process.

Everything above it is real: the same adapters send the same requests and read the same streams as
with a provider on the net. It judges requests as strictly as the real services do, so that a chat
that works here in every dialect is one that is formed rightly.
"""

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any
from uuid import uuid4

import httpx
from typing_extensions import override

from studio.adapters import (
    practice_chat,
    practice_gemini,
    practice_messages,
    practice_ollama,
    practice_responses,
)
from studio.adapters.practice_provider import HUMAN_PACE
from studio.adapters.practice_reply import (
    MODELS,
    Conversation,
    Ending,
    Fault,
    Frame,
    Refused,
    RefusedError,
    bounded,
    refuse,
)
from studio.adapters.practice_script import reply_to

_FAST = 8.0
_LOST = "The practice provider broke the connection, as it was asked to."
_LATENCY = 24.0  # tokens' time before the first byte: the pause in which a model reads
_DIALECTS: Mapping[str, ModuleType] = {
    "/chat/completions": practice_chat,
    "/responses": practice_responses,
    "/messages": practice_messages,
    ":streamGenerateContent": practice_gemini,
    ":generateContent": practice_gemini,
    "/api/chat": practice_ollama,
}
_STREAM_TYPES = {practice_ollama: "application/x-ndjson"}
_LISTS = ("/models", "/api/tags")


class PracticeTransport(httpx.AsyncBaseTransport):
    """One for each client. `pace` is in tokens a second; 0 sends everything at once.

    An error that passes is remembered until the same request comes again.
    """

    def __init__(
        self,
        pace: float = HUMAN_PACE,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.time,
        new_id: Callable[[], str] = lambda: uuid4().hex,
    ) -> None:
        self._pace = pace
        self._sleep = sleep
        self._clock = clock
        self._new_id = new_id
        self._failed: set[bytes] = set()

    @override
    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        content = await request.aread()
        path = request.url.path
        if path.endswith(_LISTS) and request.method == "GET":
            return self._respond(200, _models(request, int(self._clock())))
        dialect = _dialect(path)
        if dialect is None or request.method != "POST":
            refused = Refused(Fault.UNKNOWN_PATH, f"Unknown request URL: {request.method} {path}")
            return self._refuse(dialect or practice_chat, refused)
        try:
            body = _body(content)
            # Gemini says in the path which model is asked, and how.
            told = {**request.headers, ":path": path}
            conversation: Conversation = dialect.read(body, told)
        except RefusedError as error:
            return self._refuse(dialect, error.refused)
        return self._answer(dialect, content, body, conversation)

    def _answer(
        self, dialect: ModuleType, content: bytes, body: Mapping[str, Any], asked: Conversation
    ) -> httpx.Response:
        key = hashlib.sha256(content).digest()
        reply = reply_to(asked, is_retry=key in self._failed)
        self._failed.discard(key)
        if isinstance(reply, Refused):
            if reply.passes:
                self._failed.add(key)
            return self._refuse(dialect, reply)
        reply = bounded(reply, asked.max_tokens)
        writer = dialect.Writer(asked, body, self._new_id(), int(self._clock()))
        if not asked.is_streamed:
            return self._respond(200, writer.whole(reply))
        faster = _FAST if asked.model == "practice-fast" else 1.0
        frames = writer.frames(reply)
        lost = reply.ending is Ending.LOST
        stream = _Stream(frames, self._pace * faster, self._sleep, is_lost=lost)
        kind = _STREAM_TYPES.get(dialect, "text/event-stream; charset=utf-8")
        headers = self._headers() | {"content-type": kind}
        return httpx.Response(200, headers=headers, stream=stream)

    def _refuse(self, dialect: ModuleType, refused: Refused) -> httpx.Response:
        status, body = dialect.error(refused)
        response = self._respond(status, body)
        # Google says it in the body alone.
        if refused.retry_after is not None and dialect is not practice_gemini:
            response.headers["retry-after"] = str(refused.retry_after)
        return response

    def _respond(self, status: int, body: Mapping[str, Any]) -> httpx.Response:
        return httpx.Response(status, headers=self._headers(), json=body)

    def _headers(self) -> dict[str, str]:
        name = f"req_{self._new_id()[:24]}"
        return {"request-id": name, "x-request-id": name}


@dataclass(slots=True)
class _Stream(httpx.AsyncByteStream):
    """The body of one reply, at its pace. One that `is_lost` ends in a broken connection."""

    frames: Iterator[Frame]
    pace: float
    sleep: Callable[[float], Awaitable[None]]
    is_lost: bool = False

    @override
    async def __aiter__(self) -> AsyncGenerator[bytes, None]:
        await self._wait(_LATENCY)
        for frame in self.frames:
            await self._wait(frame.tokens)
            yield frame.data
        if self.is_lost:
            raise httpx.ReadError(_LOST)

    async def _wait(self, tokens: float) -> None:
        # A pause of nothing still lets Stop through.
        await self.sleep(tokens / self.pace if self.pace else 0)


def _dialect(path: str) -> ModuleType | None:
    for ending, dialect in _DIALECTS.items():
        if path.endswith(ending):
            return dialect
    return None


def _body(content: bytes) -> dict[str, Any]:
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        refuse("We could not parse the JSON body of your request.")
    if not isinstance(body, dict):
        refuse("The body of the request must be a JSON object.")
    return body


def _models(request: httpx.Request, created: int) -> dict[str, Any]:
    if request.url.path.endswith("/api/tags"):
        return practice_ollama.models(MODELS)
    if "/v1beta" in request.url.path:
        return practice_gemini.models(MODELS)
    if "anthropic-version" in request.headers:
        date = "2026-01-01T00:00:00Z"
        rows = [
            {"type": "model", "id": name, "display_name": name, "created_at": date}
            for name in MODELS
        ]
        return {"data": rows, "has_more": False, "first_id": MODELS[0], "last_id": MODELS[-1]}
    listed = [
        {"id": name, "object": "model", "created": created, "owned_by": "callboard"}
        for name in MODELS
    ]
    return {"object": "list", "data": listed}
