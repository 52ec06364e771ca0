"""Between a way and the SDK's session: notes each message, and keeps raw results back.

The session gets results that it can read whatever the server sent; who asked gets the raw one.
"""

import asyncio
from collections import deque
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any, Self

from anyio import ClosedResourceError, EndOfStream
from mcp.shared.message import SessionMessage
from mcp_types import (
    INTERNAL_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCRequest,
    JSONRPCResponse,
)
from typing_extensions import override

from studio.tools.mcp.journal import Journal
from studio.tools.mcp.pipes import Closing
from studio.tools.mcp.ways import Streams, TooLargeError

_LISTS = {
    "tools/list": "tools",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
    "prompts/list": "prompts",
    "resources/read": "contents",
    "prompts/get": "messages",
    "tools/call": "content",
}
_CACHED = {*_LISTS} - {"prompts/get", "tools/call"}
_KEPT = ("_meta", "resultType", "ttlMs", "cacheScope")


class Box:
    """Where the raw result of one request goes."""

    def __init__(self) -> None:
        self.raw: Mapping[str, Any] = {}


# Set by who asks; read in the same task, when its request is written.
wanted: ContextVar[Box | None] = ContextVar("wanted", default=None)


class Tap:
    """One for each session. `over` is set when the incoming stream has ended."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._asked: dict[str, tuple[str, Box | None]] = {}
        self.over = asyncio.Event()

    def tapped(self, streams: Streams) -> Streams:
        incoming, outgoing = streams
        return _TappedIncoming(incoming, self), _TappedOutgoing(outgoing, self)

    def sent(self, item: SessionMessage) -> None:
        message = item.message
        self._note(is_sent=True, message=message)
        if isinstance(message, JSONRPCRequest):
            self._asked[str(message.id)] = (message.method, wanted.get())

    def came(self, item: Any) -> list[Any]:
        """What the session is to get instead of it."""
        if isinstance(item, TooLargeError):
            return self._refused(item)
        if not isinstance(item, SessionMessage):
            return [item]
        message = item.message
        self._note(is_sent=False, message=message)
        if isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
            method, box = self._asked.pop(str(message.id), ("", None))
            if isinstance(message, JSONRPCResponse):
                readable = self._kept_back(method, message.result, box)
                message = message.model_copy(update={"result": readable})
                return [SessionMessage(message, item.metadata)]
        return [item]

    def _note(self, *, is_sent: bool, message: Any) -> None:
        # Shallow: a megabyte of text is not copied to be cut afterwards.
        fields = {name: getattr(message, name) for name in message.model_fields_set}
        if isinstance(error := fields.get("error"), ErrorData):
            fields["error"] = error.model_dump(exclude_unset=True)
        self._journal.message(is_sent, fields)

    def _kept_back(self, method: str, result: dict[str, Any], box: Box | None) -> dict[str, Any]:
        if box is not None:
            box.raw = result
        if result.get("resultType") == "input_required":
            return result
        if method in _LISTS:
            return _readable(method, result)
        if method == "completion/complete":
            kept = {name: result[name] for name in _KEPT if name in result}
            return {"resultType": "complete"} | kept | {"completion": {"values": []}}
        return result

    def _refused(self, dropped: TooLargeError) -> list[SessionMessage]:
        """The request that it answered fails; where that is not known, all that wait do."""
        known = str(dropped.request_id)
        ids = [known] if known in self._asked else list(self._asked)
        text = f"the server's answer was too large ({dropped.size} bytes) and was dropped"
        for each in ids:
            del self._asked[each]
        return [
            SessionMessage(
                JSONRPCError(
                    jsonrpc="2.0",
                    id=int(each) if each.isdigit() else each,
                    error=ErrorData(code=INTERNAL_ERROR, message=text),
                )
            )
            for each in ids
        ]


def _readable(method: str, result: dict[str, Any]) -> dict[str, Any]:
    """What the SDK takes for sure: what it needs itself, and nothing that it could refuse."""
    kept: dict[str, Any] = {"resultType": "complete"}
    if method in _CACHED:
        kept |= {"ttlMs": 0, "cacheScope": "private"}
    kept |= {name: result[name] for name in _KEPT if name in result}
    if not isinstance(kept.get("_meta"), dict):
        kept.pop("_meta", None)
    if isinstance(cursor := result.get("nextCursor"), str):
        kept["nextCursor"] = cursor
    items = result.get("tools") if method == "tools/list" else []
    tools = items if isinstance(items, list) else []
    kept[_LISTS[method]] = [_tool(each) for each in tools if _is_tool(each)]
    return kept


def _is_tool(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("name"), str)


def _tool(item: dict[str, Any]) -> dict[str, Any]:
    """The SDK reads from the schema which arguments travel as headers; the rest is our own."""
    schema = item.get("inputSchema")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    read: dict[str, Any] = {"type": "object"}
    if isinstance(properties, dict) and all(isinstance(each, dict) for each in properties.values()):
        read["properties"] = properties
    return {"name": item["name"], "inputSchema": read}


class _TappedIncoming(Closing):
    def __init__(self, inner: Any, tap: Tap) -> None:
        self._inner = inner
        self._tap = tap
        self._waiting: deque[Any] = deque()

    @property
    def last_context(self) -> Any:
        """Of streams that know their sender's; the session asks for it."""
        return getattr(self._inner, "last_context", None)

    async def receive(self) -> Any:
        while not self._waiting:
            try:
                item = await self._inner.receive()
            except (EndOfStream, ClosedResourceError):
                self._tap.over.set()
                raise
            self._waiting.extend(self._tap.came(item))
        return self._waiting.popleft()

    @override
    async def aclose(self) -> None:
        await self._inner.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        try:
            return await self.receive()
        except EndOfStream:
            raise StopAsyncIteration from None


class _TappedOutgoing(Closing):
    def __init__(self, inner: Any, tap: Tap) -> None:
        self._inner = inner
        self._tap = tap

    async def send(self, item: SessionMessage, /) -> None:
        self._tap.sent(item)
        await self._inner.send(item)

    @override
    async def aclose(self) -> None:
        await self._inner.aclose()
