"""A way to reach a server: what the server's owner opens, and how it says what goes wrong.

Nothing of `mcp` is imported here, as the host is there long before its first server starts. Modules
that import it (`stdio_way`, `http_way`, `live`) are themselves loaded by name, in a thread.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from studio.core.servers import ServerEntry
from studio.harness.ports import Clock, KeyVault
from studio.harness.server_ports import LogSource, ServerFailure

# Loaded with the first server that is not a program: it brings HTTP and OAuth.
HTTP_WAY = "studio.tools.mcp.http_way"

# What `mcp.client.ClientSession` takes: a `ReadStream[SessionMessage | Exception]` and a
# `WriteStream[SessionMessage]`, which `mcp` calls `TransportStreams`.
Streams = tuple[Any, Any]


class WayError(Exception):
    """A server cannot be reached, or no longer. Everything in `failure` is masked."""

    def __init__(self, failure: ServerFailure) -> None:
        super().__init__(f"{failure.trouble}: {failure.detail}")
        self.failure = failure


class LoginNeededError(Exception):
    """The server wants the user to log in. No browser opens by itself."""


class TooLargeError(Exception):
    """Sent through the incoming stream instead of a message that was too large and was dropped.
    `request_id` is that of the request it answered, None where that is not known."""

    def __init__(self, size: int, request_id: int | str | None = None) -> None:
        super().__init__(f"a message of {size} bytes was dropped")
        self.size = size
        self.request_id = request_id


class Ears(Protocol):
    """Who listens to a way. Made by the owner of one server, for one way."""

    def line(self, source: LogSource, text: str, level: str = "") -> None:
        """For the server's log. It is masked and shortened here."""
        ...

    def hide(self, secret: str) -> None:
        """A secret was read: it is masked from now on, wherever it turns up."""
        ...

    def masked(self, text: str) -> str: ...

    def login_needed(self) -> None:
        """In mid-session: a refresh failed, and only the user can go on. The session is ended."""
        ...


class Way(Protocol):
    """One way to one server. It lives as long as the entry is unchanged and is opened again for
    each session, never twice at a time."""

    @property
    def prefers_discovery(self) -> bool:
        """Whether `server/discover` (2026-07-28) is tried before `initialize`. Not over pipes:
        there are servers that end at a request before `initialize`."""
        ...

    @property
    def pid(self) -> int | None:
        """Of the child, while one runs."""
        ...

    def open(self) -> AbstractAsyncContextManager[Streams]:
        """Entered, used and left in one task. Entering raises `WayError` or `LoginNeededError`; so
        may leaving, in a group or alone. Leaving takes at most some seconds and leaves nothing
        behind. The incoming stream ends when the connection does."""
        ...

    async def failure(self) -> ServerFailure | None:
        """Why the streams ended by themselves, or None where the way does not know. Asked for
        before leaving; answers within a second."""
        ...

    def kill(self) -> None:
        """No time is left: ends a child at once. Does nothing where there is none."""
        ...

    async def login(self) -> None:
        """Opens the system's browser and waits. Never while it is open. Raises `WayError`."""
        ...

    async def logout(self) -> None: ...


@dataclass(frozen=True, slots=True)
class WayNeeds:
    """What every way may need."""

    vault: KeyVault
    clock: Clock
    ears: Ears


WayFactory = Callable[[ServerEntry, WayNeeds], Way]
