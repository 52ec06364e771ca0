"""Carries the messages of one session over whatever connection there is at the moment.

A server that knows only the older way says so when it is greeted, and one that was started again
has forgotten the session. Neither is the session's own business: another connection takes over.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from enum import Enum, auto
from typing import Any

from anyio import BrokenResourceError, ClosedResourceError
from mcp.shared.message import SessionMessage
from mcp_types import (
    INTERNAL_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)
from typing_extensions import override

from studio.harness.server_ports import ServerFailure, Trouble
from studio.tools.mcp.bearer import Refusal
from studio.tools.mcp.pipes import Closing, Incoming
from studio.tools.mcp.ways import Streams, WayError

_GRACE = 2.0  # seconds for what else was refused in the moment in which a session was lost
_NO_ENDPOINT = frozenset({400, 404, 405})
_LOST = "the server lost the session; it is not known whether this was done"

Connect = Callable[[], AbstractAsyncContextManager[Streams]]


class _Next(Enum):
    OVER = auto()
    OLDER = auto()
    AGAIN = auto()


class Carrier:
    """`newer` and `older` open a connection; `older` is None where only one way is to be tried.
    `became_older` hears that the server knows only the older one."""

    def __init__(
        self, newer: Connect | None, older: Connect | None, became_older: Callable[[], None]
    ) -> None:
        self._newer = newer
        self._older = older
        self._became_older = became_older
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._may_write = asyncio.Event()
        self._writer: Any = None
        self._pending: dict[int | str, SessionMessage] = {}
        self._refusals: dict[int | str, Refusal] = {}
        self._greeting: SessionMessage | None = None
        self._confirmation: SessionMessage | None = None
        self._has_reopened = False
        self._error: Exception | None = None
        self._task: asyncio.Task[None] | None = None
        self.has_begun = False
        self.incoming = Incoming(self._may_read.clear, self._may_read.set)
        self.outgoing = _Outgoing(self)

    @property
    def is_older(self) -> bool:
        return self._newer is None

    def noted(self, refusal: Refusal) -> None:
        if refusal.request_id is not None:
            self._refusals[refusal.request_id] = refusal

    def refused(self, refusal: Refusal) -> None:
        self.noted(refusal)
        if self.is_older and refusal.method:
            # The SDK gives up sending then, and tells nobody.
            self.break_off(WayError(ServerFailure(Trouble.STATUS, str(refusal.status))))

    def break_off(self, error: Exception) -> None:
        if self._error is None and self._task is not None:
            self._error = error
            self._task.cancel()

    async def run(self) -> None:
        """Until the connection ends. Raises what ended it, where that is known."""
        self._task = asyncio.current_task()
        try:
            await self._run()
        except asyncio.CancelledError:
            if self._error is None:
                raise
            raise self._error from None
        finally:
            self.incoming.end()

    async def send(self, item: SessionMessage) -> None:
        message = item.message
        if isinstance(message, JSONRPCRequest):
            self._pending[message.id] = item
            if message.method == "initialize":
                self._greeting = item
        is_confirmation = isinstance(message, JSONRPCNotification) and (
            message.method == "notifications/initialized"
        )
        if is_confirmation:
            self._confirmation = item
        await self._may_write.wait()
        try:
            await self._writer.send(item)
        except (ClosedResourceError, BrokenResourceError):
            if self._may_write.is_set():
                raise
            await self._may_write.wait()  # another connection is taking over
            await self._writer.send(item)

    async def _run(self) -> None:
        following = _Next.AGAIN
        is_first = True
        while following is not _Next.OVER:
            connect = self._newer or self._older
            if connect is None:
                return
            async with connect() as (reader, writer):
                if not is_first:
                    await self._taken_over(reader, writer)
                self._writer = writer
                self._may_write.set()
                is_first = False
                following = await self._read(reader)
                self._may_write.clear()
            if following is _Next.OLDER:
                self._newer = None
                self._became_older()

    async def _read(self, reader: Any) -> _Next:
        async for item in reader:
            following = self._taken(item)
            if following is _Next.AGAIN:
                self._may_write.clear()
                await self._rest(reader)
            if following is not None:
                return following
            await self._may_read.wait()
        return _Next.OVER

    async def _rest(self, reader: Any) -> None:
        """Those that were refused with the first one can be sent again as well."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_GRACE):
                while self._pending.keys() - self._refusals.keys():
                    self._taken(await anext(reader, None))

    def _taken(self, item: Any) -> _Next | None:
        message = item.message if isinstance(item, SessionMessage) else None
        if isinstance(message, JSONRPCError) and message.id is not None:
            refusal = self._refusals.get(message.id)
            if refusal is not None:
                return self._answered_with(refusal, message)
        if isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
            self._pending.pop(message.id, None)
            self._has_reopened = False
        if isinstance(message, JSONRPCResponse):
            self.has_begun = True
        if item is not None:
            self.incoming.put(item)
        return None

    def _answered_with(self, refusal: Refusal, message: JSONRPCError) -> _Next | None:
        request_id = refusal.request_id
        if refusal.status == 404 and refusal.is_of_session and self._greeting is not None:
            if self._has_reopened:
                raise WayError(ServerFailure(Trouble.STATUS, "404"))
            return _Next.AGAIN
        if refusal.method == "initialize" and not refusal.is_told:
            if refusal.status in _NO_ENDPOINT and self._older is not None:
                return _Next.OLDER
            raise WayError(ServerFailure(Trouble.STATUS, str(refusal.status)))
        if request_id is not None:
            self._refusals.pop(request_id, None)
            self._pending.pop(request_id, None)
        if not refusal.is_told:
            # In place of the SDK's words, which do not say which.
            error = ErrorData(code=INTERNAL_ERROR, message=f"HTTP {refusal.status}")
            message = message.model_copy(update={"error": error})
        self.incoming.put(SessionMessage(message))
        return None

    async def _taken_over(self, reader: Any, writer: Any) -> None:
        """The new connection is brought to where the old one was."""
        greeting = self._greeting
        if greeting is None or not isinstance(greeting.message, JSONRPCRequest):
            return
        refused, self._refusals = self._refusals, {}
        if greeting.message.id in self._pending:  # it was not answered yet: the session waits
            await writer.send(greeting)
            return
        self._has_reopened = True
        await writer.send(greeting)
        await self._greeted(reader, greeting.message.id)
        if self._confirmation is not None:
            await writer.send(self._confirmation)
        for request_id, item in tuple(self._pending.items()):
            if request_id in refused:
                await writer.send(item)
            else:
                self._give_up(request_id)

    async def _greeted(self, reader: Any, request_id: int | str) -> None:
        async for item in reader:
            message = item.message if isinstance(item, SessionMessage) else None
            if isinstance(message, JSONRPCResponse) and message.id == request_id:
                return
            if isinstance(message, JSONRPCError) and message.id == request_id:
                refusal = self._refusals.pop(request_id, None)
                status = "404" if refusal is None else str(refusal.status)
                raise WayError(ServerFailure(Trouble.STATUS, status))
            self.incoming.put(item)
        raise WayError(ServerFailure(Trouble.STATUS, "404"))

    def _give_up(self, request_id: int | str) -> None:
        self._pending.pop(request_id, None)
        error = ErrorData(code=INTERNAL_ERROR, message=_LOST)
        self.incoming.put(SessionMessage(JSONRPCError(jsonrpc="2.0", id=request_id, error=error)))


class _Outgoing(Closing):
    def __init__(self, carrier: Carrier) -> None:
        self._carrier = carrier

    async def send(self, item: SessionMessage, /) -> None:
        await self._carrier.send(item)

    @override
    async def aclose(self) -> None:
        """The connection is closed by who opened it."""
