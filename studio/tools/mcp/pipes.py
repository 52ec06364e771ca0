"""The two streams between a child and the SDK's session. Neither ever makes the other wait."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Self

from anyio import ClosedResourceError, EndOfStream
from mcp.shared.message import SessionMessage
from typing_extensions import override

_MANY, _FEW = 1_000, 100

Item = SessionMessage | Exception


class Closing(ABC):
    """Closed at the end of its context."""

    @abstractmethod
    async def aclose(self) -> None:
        """May be called more than once."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()


class Incoming(Closing):
    """What the server says. `full` and `free` are told when too much waits, and when it is less."""

    def __init__(self, full: Callable[[], None], free: Callable[[], None]) -> None:
        self._items: deque[Item] = deque()
        self._full = full
        self._free = free
        self._is_full = False
        self._has_ended = False
        self._is_closed = False
        self._stirred = asyncio.Event()

    def put(self, item: Item) -> None:
        if self._is_closed or self._has_ended:
            return
        self._items.append(item)
        self._stirred.set()
        if len(self._items) > _MANY and not self._is_full:
            self._is_full = True
            self._full()

    def end(self) -> None:
        """Nothing more will come."""
        self._has_ended = True
        self._stirred.set()

    async def receive(self) -> Item:
        while not self._items:
            if self._is_closed:
                raise ClosedResourceError
            if self._has_ended:
                raise EndOfStream
            self._stirred.clear()
            await self._stirred.wait()
        item = self._items.popleft()
        if self._is_full and len(self._items) < _FEW:
            self._is_full = False
            self._free()
        return item

    @override
    async def aclose(self) -> None:
        self._is_closed = True
        self._items.clear()
        self._stirred.set()
        if self._is_full:
            self._is_full = False
            self._free()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Item:
        try:
            return await self.receive()
        except EndOfStream:
            raise StopAsyncIteration from None


class Outgoing(Closing):
    """What is said to the server. `say` answers False where nobody listens any more."""

    def __init__(self, say: Callable[[bytes], bool]) -> None:
        self._say = say
        self._is_closed = False

    async def send(self, item: SessionMessage, /) -> None:
        text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        if self._is_closed or not self._say(text.encode("utf-8", "replace") + b"\n"):
            raise ClosedResourceError

    @override
    async def aclose(self) -> None:
        self._is_closed = True
