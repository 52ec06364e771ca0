"""Sends spans of turns to the collector that the user named, by OTLP/HTTP. Off without a name."""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, replace
from http.cookiejar import CookieJar, DefaultCookiePolicy
from urllib.parse import urlsplit

import httpx

from studio.adapters.channel import let_go
from studio.adapters.proxies import BadProxyError, proxy_for
from studio.adapters.transport_failures import TRANSPORT_ERRORS, transport_failure
from studio.adapters.trust import plain_context, trusting_context
from studio.core.addresses import host_of
from studio.core.chats import Turn
from studio.core.errors import Category, Diagnosis, Failure, StudioError
from studio.harness.spans import as_otlp, as_test_otlp

_LOGGER = logging.getLogger(__name__)
_PATH = "/v1/traces"
_TIMEOUT = 10.0  # without a sign of life
_LONGEST = 20.0  # altogether: one that trickles would hold up all turns behind this
_MOST_BYTES = 65_536  # of a reply
_MOST_WAITING = 64  # turns; a collector that hangs must not fill the memory
_MOST_WORDS = 300  # characters


@dataclass(frozen=True, slots=True)
class Collector:
    """Where spans go. `header` is empty where it wants no key; certificates and proxy are those of
    the organisation, if it has its own."""

    url: str
    header: str = ""
    ca_file: str = ""
    proxy: str = ""

    @property
    def address(self) -> str:
        """As the specification builds it: a base address gets the path of traces."""
        parts = urlsplit(self.url)
        path = parts.path.rstrip("/")
        return self.url if path.endswith(_PATH) else parts._replace(path=path + _PATH).geturl()


class SpanSender:
    """Lives while the program does. `take` returns at once and fails no turn.

    `collector` tells the settings as they are now, None for off; `key` the header's value.
    """

    def __init__(
        self,
        collector: Callable[[], Collector | None],
        key: Callable[[], Awaitable[str | None]],
        version: str,
    ) -> None:
        self._collector = collector
        self._key = key
        self._version = version
        self._client: httpx.AsyncClient | None = None
        self._way: Collector | None = None  # which the client is for
        self._tasks: set[asyncio.Task[None]] = set()
        self._one = asyncio.Lock()
        self._has_told = False  # that it fails: once, not with each turn

    def take(self, turn: Turn) -> None:
        """A turn that has ended."""
        collector = self._collector()
        if collector is None:
            return
        if len(self._tasks) >= _MOST_WAITING:
            self._tell("too many turns wait for the collector")
            return
        task = asyncio.get_running_loop().create_task(self._sent(collector, turn), name="spans")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def try_out(self, collector: Collector, at: float) -> None:
        """Sends a span that belongs to no turn. Raises `StudioError`, whose failure has the status,
        or what went wrong on the way."""
        async with self._one:
            await self._post(collector, as_test_otlp(at, self._version))

    async def aclose(self, within: float = 2.0) -> None:
        """What is on its way has `within` seconds left."""
        if self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=within)
        left = tuple(self._tasks)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()

    async def _sent(self, collector: Collector, turn: Turn) -> None:
        try:
            # One after another: a collector sees a chat's turns in their order.
            async with self._one:
                body = await asyncio.to_thread(as_otlp, turn, self._version)
                await self._post(collector, body)
        except StudioError as error:
            failure = error.failure
            self._tell(str(failure.status or failure.code or failure.category))
        else:
            self._has_told = False

    async def _post(self, collector: Collector, body: str) -> None:
        headers = {"content-type": "application/json"}
        key = await self._key() if collector.header else None
        if key:
            headers[collector.header] = key
        shown = host_of(collector.url)
        try:
            client = await self._open(collector)
            async with asyncio.timeout(_LONGEST):
                reply = await _reply(client, collector.address, body.encode(), headers)
        except BadProxyError as error:
            failure = Failure(Category.NETWORK, error.shown, code=Diagnosis.PROXY, url=shown)
        except TimeoutError:
            failure = Failure(Category.TIMEOUT, f"no end within {_LONGEST:g} s", url=shown)
        except TRANSPORT_ERRORS as error:
            failure = transport_failure(error, shown, _TIMEOUT)
        else:
            refused = _refusal(reply)
            if refused is None:
                return
            failure = replace(refused, url=shown)
        raise StudioError(failure)

    def _tell(self, what: str) -> None:
        if not self._has_told:
            self._has_told = True
            _LOGGER.warning("Spans were not sent: %s", what)

    async def _open(self, collector: Collector) -> httpx.AsyncClient:
        if self._client is None or self._way != collector:
            if self._client is not None:
                await self._client.aclose()
            self._client, self._way = await asyncio.to_thread(_client, collector), collector
        return self._client


def _client(collector: Collector) -> httpx.AsyncClient:
    proxy = proxy_for(collector.url, collector.proxy)
    is_plain = proxy is None and urlsplit(collector.url).scheme == "http"
    return httpx.AsyncClient(
        verify=plain_context() if is_plain else trusting_context(collector.ca_file),
        proxy=proxy.url if proxy is not None else None,
        trust_env=False,
        # Redirects are not followed: the key is for the address that was named.
        follow_redirects=False,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
        timeout=_TIMEOUT,
    )


@dataclass(frozen=True, slots=True)
class _Reply:
    status: int
    content: bytes


async def _reply(
    client: httpx.AsyncClient, address: str, body: bytes, headers: dict[str, str]
) -> _Reply:
    """Of what a collector says only as much is read as one has to say. Nothing is unpacked."""
    wanted = {**headers, "accept-encoding": "identity"}
    async with client.stream("POST", address, content=body, headers=wanted) as reply:
        content = bytearray()
        pieces = reply.aiter_raw()
        try:
            async for piece in pieces:
                content += piece
                if len(content) > _MOST_BYTES:
                    break
        finally:
            if isinstance(pieces, AsyncGenerator):
                await pieces.aclose()
            await let_go()
        return _Reply(reply.status_code, bytes(content[: _MOST_BYTES + 1]))


def _refusal(reply: _Reply) -> Failure | None:
    """Also of a collector that says yes and then that it took nothing."""
    if not httpx.codes.is_success(reply.status):
        category = Category.AUTHENTICATION if reply.status in (401, 403) else Category.SERVER
        return Failure(category, status=reply.status, code="collector_refused")
    try:
        partly = json.loads(reply.content or b"{}").get("partialSuccess") or {}
        rejected, words = int(partly.get("rejectedSpans") or 0), partly.get("errorMessage") or ""
    except (ValueError, RecursionError, AttributeError, TypeError):
        # Whatever it says: it is not that of a collector.
        return Failure(Category.UNREADABLE_REPLY, status=200, code="collector_unknown")
    if not rejected:
        return None
    return Failure(
        Category.BAD_REQUEST, str(words)[:_MOST_WORDS], status=200, code="collector_rejected"
    )
