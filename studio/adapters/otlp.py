"""Sends spans of turns to the collector that the user named, by OTLP/HTTP. Off without a name."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx

from studio.adapters.trust import trusting_context
from studio.core.chats import Turn
from studio.core.errors import StudioError
from studio.harness.spans import as_otlp

_LOGGER = logging.getLogger(__name__)
_PATH = "/v1/traces"
_TIMEOUT = 10.0
_MOST_WAITING = 64  # turns; a collector that hangs must not fill the memory


@dataclass(frozen=True, slots=True)
class Collector:
    """Where spans go. `header` is empty where it wants no key."""

    url: str
    header: str = ""

    @property
    def address(self) -> str:
        """As the specification builds it: a base address gets the path of traces."""
        path = urlsplit(self.url).path.rstrip("/")
        return self.url if path.endswith(_PATH) else f"{self.url.rstrip('/')}{_PATH}"


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

    async def send(self, collector: Collector, turn: Turn) -> None:
        """Sends now. Raises `StudioError` (the key) and `httpx.HTTPError`."""
        body = await asyncio.to_thread(as_otlp, turn, self._version)
        headers = {"content-type": "application/json"}
        if collector.header:
            headers[collector.header] = await self._key() or ""
        client = await self._open()
        reply = await client.post(collector.address, content=body.encode(), headers=headers)
        reply.raise_for_status()

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
                await self.send(collector, turn)
        except httpx.HTTPStatusError as error:
            self._tell(f"the collector answered {error.response.status_code}")
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, StudioError) as error:
            # ValueError: an address that is none.
            self._tell(type(error).__name__)
        else:
            self._has_told = False

    def _tell(self, what: str) -> None:
        if not self._has_told:
            self._has_told = True
            _LOGGER.warning("Spans were not sent: %s", what)

    async def _open(self) -> httpx.AsyncClient:
        if self._client is None:
            context = await asyncio.to_thread(trusting_context)
            # Redirects are not followed: the key is for the address that was named.
            self._client = httpx.AsyncClient(verify=context, timeout=_TIMEOUT)
        return self._client
