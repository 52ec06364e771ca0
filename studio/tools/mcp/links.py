"""A live session as the owner of a server sees it, whatever the SDK makes of it underneath.

Results are the raw dictionaries of the wire: the SDK's typed ones lose a whole result, or a whole
list of tools, for one block that it does not know.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from studio.core.servers import ServerEntry
from studio.core.tools import Arguments, Talk
from studio.harness.server_ports import LoginPages
from studio.tools.mcp.journal import Journal
from studio.tools.mcp.ways import Streams, WayFactory
from studio.tools.threads import ToolThreads

Raw = Mapping[str, Any]


class RefusedError(Exception):
    """The server answered with an error. `code` is that of JSON-RPC."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


class GoneError(Exception):
    """The connection ended before the answer came."""


class NoProtocolError(Exception):
    """What answers does not speak MCP, or no version of it that is known here."""


class Listed(StrEnum):
    """What a server lists, page by page."""

    TOOLS = "tools"
    RESOURCES = "resources"
    TEMPLATES = "resourceTemplates"
    PROMPTS = "prompts"


@dataclass(frozen=True, slots=True)
class Introduction:
    """What a server says of itself when a session begins."""

    protocol: str
    name: str
    version: str
    instructions: str
    capabilities: tuple[str, ...]
    has_updates: bool  # they come only to those who ask (2026-07-28)


class Link(Protocol):
    """One session, begun. Its methods raise `RefusedError` and `GoneError`, and can be cancelled,
    which is told to the server."""

    @property
    def introduction(self) -> Introduction: ...

    async def listing(self, kind: Listed) -> tuple[Raw, ...]:
        """All pages. Empty where the server has none of the kind."""
        ...

    async def call(self, own_name: str, arguments: Arguments, talk: Talk) -> Raw: ...

    async def read(self, uri: str) -> Raw: ...

    async def prompt(self, name: str, arguments: Mapping[str, str]) -> Raw: ...

    async def complete(self, reference: str, argument: str, value: str) -> Raw: ...

    async def wait_until_over(self) -> None:
        """Returns when the connection has ended by itself."""
        ...

    async def follow(self) -> None:
        """Asks for word of changes and listens until cancelled, where that has to be asked for."""
        ...


@dataclass(frozen=True, slots=True)
class LinkNeeds:
    """What a session is begun with. `changed` hears which list has changed."""

    entry: ServerEntry
    journal: Journal
    changed: Callable[[Listed], None]
    prefers_discovery: bool


class Live(Protocol):
    """What `live` offers, the module that knows the SDK."""

    def way_factory(self, threads: ToolThreads, pages: Callable[[], LoginPages]) -> WayFactory: ...

    def linked(self, streams: Streams, needs: LinkNeeds) -> AbstractAsyncContextManager[Link]:
        """A session that has begun. Entering raises `NoProtocolError` beside the others'."""
        ...
