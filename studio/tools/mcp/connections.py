"""HTTP as MCP servers are spoken to: whom TLS believes, how long is waited, how much is read.

Nothing here logs: addresses and answers may hold keys.
"""

import asyncio
import logging
import os
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from http.cookiejar import Cookie, DefaultCookiePolicy
from importlib import import_module
from urllib.request import Request

import httpx2
from typing_extensions import override

from studio.core.addresses import is_loopback
from studio.tools.threads import ToolThreads

ANSWER_LIMIT = 32_000_000  # bytes
_CONNECT, _WRITE, _WHOLE = 15.0, 60.0, 30.0
_EVENTS = "text/event-stream"

# Addresses with keys in them, and at lower levels whole messages and tokens, would be logged.
for _name in ("httpx2", "httpcore2", "mcp.client.auth", "mcp.client.streamable_http"):
    logging.getLogger(_name).setLevel(logging.CRITICAL + 1)
for _name in ("mcp.client.auth.oauth2", "mcp.client.sse", "mcp.shared.auth_utils"):
    logging.getLogger(_name).setLevel(logging.CRITICAL + 1)


class AnswerTooLargeError(httpx2.StreamError):
    """More came than is read. The SDK makes an error of the one request of it."""


class Trust:
    """Whom TLS believes: the system's authorities, those that everybody does, and those of the file
    that `SSL_CERT_FILE` names. Made once, in a thread, as it takes up to 200 ms."""

    def __init__(self, threads: ToolThreads) -> None:
        self._threads = threads
        self._making: asyncio.Task[ssl.SSLContext] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def context(self, url: str) -> ssl.SSLContext:
        if url.startswith("http:"):
            return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        loop = asyncio.get_running_loop()
        if self._making is None or self._loop is not loop:
            self._loop = loop
            self._making = loop.create_task(self._threads.run(_trusting), name="trust of TLS")
        return await asyncio.shield(self._making)


def _trusting() -> ssl.SSLContext:
    context: ssl.SSLContext = import_module("truststore").SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cafile=import_module("certifi").where())
    if own := os.environ.get("SSL_CERT_FILE", ""):
        # A file that is gone or broken adds nobody: whom it was for is then refused, by name.
        with suppress(OSError, ValueError):
            context.load_verify_locations(cafile=own)
    return context


def session_client(url: str, context: ssl.SSLContext, auth: httpx2.Auth) -> httpx2.AsyncClient:
    """For one session with a server. A stream may be silent for hours; calls have limits of their
    own."""
    timeout = httpx2.Timeout(None, connect=_CONNECT, write=_WRITE)
    return _client(url, context, timeout, ANSWER_LIMIT, auth)


def errand_client(url: str, context: ssl.SSLContext) -> httpx2.AsyncClient:
    """For metadata and tokens: short answers, soon. Nothing of the entry goes along."""
    return _client(url, context, httpx2.Timeout(_WHOLE, connect=_CONNECT), 1_000_000, None)


def _client(
    url: str,
    context: ssl.SSLContext,
    timeout: httpx2.Timeout,
    limit: int,
    auth: httpx2.Auth | None,
) -> httpx2.AsyncClient:
    client = httpx2.AsyncClient(
        verify=context,
        timeout=timeout,
        auth=auth,
        # A proxy of the environment is not for this very computer.
        trust_env=not is_loopback(url),
        # What is small when packed may be huge unpacked.
        headers={"accept-encoding": "identity"},
        event_hooks={"response": [_bounding(limit)]},
    )
    # Each server and each user of it is another: nothing of one reaches the next.
    client.cookies.jar.set_policy(_NoCookies())
    return client


class _NoCookies(DefaultCookiePolicy):
    @override
    def set_ok(self, cookie: Cookie, request: Request) -> bool:
        return False


def _bounding(limit: int) -> Callable[[httpx2.Response], object]:
    async def bound(response: httpx2.Response) -> None:
        packed = response.headers.get("content-encoding", "identity").lower()
        if packed not in ("", "identity"):
            raise httpx2.DecodingError("the answer is packed, though nobody asked for that")
        stream = response.stream
        kind = response.headers.get("content-type", "").lower()
        # Streams of events go on for hours; the SDK bounds each event of them.
        if not kind.startswith(_EVENTS) and isinstance(stream, httpx2.AsyncByteStream):
            response.stream = _Bounded(stream, limit)

    return bound


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, limit: int) -> None:
        self._inner = inner
        self._limit = limit

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = self._limit
        async for chunk in self._inner:
            left -= len(chunk)
            if left < 0:
                raise AnswerTooLargeError(f"the answer is larger than {self._limit} bytes")
            yield chunk

    @override
    async def aclose(self) -> None:
        await self._inner.aclose()
