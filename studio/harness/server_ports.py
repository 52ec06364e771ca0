"""MCP servers as the harness and the window see them, as protocols and values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from studio.core.attachments import ReadFile
from studio.core.server_traffic import LogLine as LogLine
from studio.core.server_traffic import LogSource as LogSource
from studio.core.server_traffic import ServerMessage as ServerMessage
from studio.core.servers import ServerEntry
from studio.core.tools import Tool, ToolDefinition, ToolSource


class ServerState(StrEnum):
    """Where a server stands."""

    OFF = "off"  # not enabled
    STOPPED = "stopped"  # starts when it is needed
    STARTING = "starting"
    READY = "ready"
    FAILED = "failed"
    NEEDS_LOGIN = "needs_login"
    LOGGING_IN = "logging_in"  # the browser is open


class Trouble(StrEnum):
    """Why a server does not run. Each is a sentence in `ui`."""

    NOT_FOUND = "not_found"  # the program; `detail` is its name, `searched` where
    NOT_ALLOWED = "not_allowed"  # to be run, or the organisation forbids it
    NO_FOLDER = "no_folder"
    EXITED = "exited"  # `detail` is the exit code, or the signal
    NO_REPLY = "no_reply"  # `detail` is how many seconds were waited
    NO_PROTOCOL = "no_protocol"  # what answers does not speak MCP; `detail` is the version or error
    UNREACHABLE = "unreachable"  # `detail` is the host
    NOT_TRUSTED = "not_trusted"  # its certificate
    STATUS = "status"  # `detail` is the HTTP status
    LOGIN_FAILED = "login_failed"
    SECRET_MISSING = "secret_missing"  # noqa: S105  # a word; `detail` is the name; or the keyring failed
    BROKEN = "broken"  # anything else; `detail` is the type of the error


@dataclass(frozen=True, slots=True)
class ServerFailure:
    """`stderr` are the last lines, masked. `searched` are the folders that were looked through."""

    trouble: Trouble
    detail: str = ""
    stderr: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedResource:
    """A resource that a server offers. With `is_template`, `uri` is a URI template (RFC 6570)."""

    uri: str
    name: str
    description: str = ""
    media_type: str = ""
    size: int | None = None
    is_template: bool = False


@dataclass(frozen=True, slots=True)
class PromptArgument:
    """One blank of a prompt."""

    name: str
    description: str = ""
    is_required: bool = False


@dataclass(frozen=True, slots=True)
class ListedPrompt:
    """A prompt that a server offers: a slash command."""

    name: str
    description: str = ""
    arguments: tuple[PromptArgument, ...] = ()


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """One server as it stands. Times are seconds since the epoch. `tools` are all that it offers,
    also those that the user switched off; from the last time where it does not run now."""

    state: ServerState
    since: float = 0.0
    failure: ServerFailure | None = None
    retry_at: float | None = None
    protocol: str = ""
    server_name: str = ""
    server_version: str = ""
    instructions: str = ""
    capabilities: tuple[str, ...] = ()
    tools: tuple[ToolDefinition, ...] = ()
    resources: tuple[ListedResource, ...] = ()
    prompts: tuple[ListedPrompt, ...] = ()
    pid: int | None = None


@dataclass(frozen=True, slots=True)
class LoginPages:
    """What the browser shows after a login, in the language of the window."""

    done: str = "You are logged in. You can close this window."
    failed: str = "The login did not succeed. You can close this window."
    unknown: str = "This page belongs to no login."


class ServerHost(ToolSource, Protocol):
    """Runs servers: one owner task each, which opens, serves and closes its session.

    `tools()` are those of enabled servers, without those switched off, in a stable order: by entry,
    then as the server lists them. Nothing here waits for a server but what says so.
    """

    def configure(self, entries: tuple[ServerEntry, ...]) -> None:
        """What is to run from now on. Changed entries are restarted, gone ones ended."""
        ...

    def status(self, server_id: str) -> ServerStatus: ...

    def log(self, server_id: str) -> tuple[LogLine, ...]:
        """The last lines, oldest first, at most 2,000."""
        ...

    def messages(self, server_id: str) -> tuple[ServerMessage, ...]:
        """The last messages, oldest first, bounded in number and size."""
        ...

    def watch(self, changed: Callable[[str], None]) -> Callable[[], None]:
        """`changed(server_id)` when its status or log has changed, at most some times a second."""
        ...

    def start(self, server_id: str) -> None: ...

    def stop(self, server_id: str) -> None: ...

    def restart(self, server_id: str) -> None: ...

    def need(self) -> None:
        """A chat is about to offer tools: starts, in the background, enabled servers whose tools
        were never listed."""
        ...

    def tool(self, server_id: str, own_name: str) -> Tool | None:
        """To be called by hand; also one that is switched off."""
        ...

    async def read_resource(self, server_id: str, uri: str) -> tuple[ReadFile, ...]:
        """As files to attach. Raises `StudioError`."""
        ...

    async def prompt(self, server_id: str, name: str, arguments: Mapping[str, str]) -> str:
        """The words to put into the composer. Raises `StudioError`."""
        ...

    async def complete(
        self, server_id: str, reference: str, argument: str, value: str
    ) -> tuple[str, ...]:
        """Suggestions for an argument of a prompt (its name) or template (its URI)."""
        ...

    async def login(self, server_id: str) -> None:
        """Opens the system's browser, only here. Raises `StudioError`."""
        ...

    async def logout(self, server_id: str) -> None: ...

    async def close(self, within: float) -> None:
        """Ends all of them, children too, within `within` seconds."""
        ...


@dataclass(frozen=True, slots=True)
class StoredListing:
    """What a server offered when it last ran, so that its tools are known before it runs again."""

    tools: tuple[Mapping[str, Any], ...] = ()


class ServerStore(Protocol):
    """The file of servers, and what they offered. Raises `StorageError`."""

    async def servers(self) -> tuple[ServerEntry, ...]: ...

    async def save_servers(self, servers: tuple[ServerEntry, ...]) -> None: ...

    async def listings(self) -> dict[str, StoredListing]:
        """By server ID."""
        ...

    async def save_listing(self, server_id: str, listing: StoredListing | None) -> None:
        """None drops it."""
        ...


@dataclass(frozen=True, slots=True)
class FoundServers:
    """Servers in another client's file. `problem` is empty, or why the file could not be read."""

    program: str
    path: str
    entries: tuple[ServerEntry, ...] = ()
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)  # `{id}/{key ID}`: value
    problem: str = ""


class OtherClients(Protocol):
    """Other programs' files of servers, where they lie."""

    async def find(self) -> tuple[FoundServers, ...]: ...
