"""An MCP server as the user set it up, without its secrets."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from studio.core.trust import Level, Reach

SERVERS_VERSION = 1

# Where the browser comes back to after a login. The port is preferred where the user registered
# Callboard with a server by hand: they had to name an address there.
REDIRECT_PORT = 33_517
REDIRECT_PATH = "/callback"
REDIRECT_ADDRESS = f"http://127.0.0.1:{REDIRECT_PORT}{REDIRECT_PATH}"


class Transport(StrEnum):
    """How a server is reached."""

    STDIO = "stdio"  # a program on this computer
    HTTP = "http"  # streamable HTTP
    SSE = "sse"  # the older way over HTTP


class StartMode(StrEnum):
    """When a server is started, always in the background."""

    WHEN_NEEDED = "when_needed"
    WITH_CALLBOARD = "with_callboard"


class ServerEntry(BaseModel):
    """One server. Secrets (`secret_environment`, `secret_headers` are names; tokens) are in the
    keyring under `mcp-{id}`.

    `timeout` in seconds without a sign of life, `longest` in seconds altogether, of one call.
    `folder` is where a program starts, empty for the home folder. `watches` is a file or folder:
    when it changes, the server is restarted; empty for never. `tools_off` are the server's own
    names. `is_trusted`: what it says of its tools (read-only, ...) is believed. `demands` and
    `reach` are the user's word on where data of this server may go; `roots` are folders it is told
    of. `client_id` is for OAuth, where the server gives none by itself.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z0-9-]{1,64}$")
    name: str = Field(min_length=1, max_length=100)
    transport: Transport = Transport.STDIO
    command: str = ""
    arguments: tuple[str, ...] = ()
    folder: str = ""
    environment: dict[str, str] = {}
    secret_environment: tuple[str, ...] = ()
    url: str = ""
    headers: dict[str, str] = {}
    secret_headers: tuple[str, ...] = ()
    client_id: str = ""
    scopes: tuple[str, ...] = ()
    timeout: float = Field(default=60.0, gt=0, le=86_400)
    longest: float = Field(default=3_600.0, gt=0, le=604_800)
    start: StartMode = StartMode.WHEN_NEEDED
    is_enabled: bool = True
    tools_off: tuple[str, ...] = ()
    is_trusted: bool = False
    watches: str = ""
    roots: tuple[str, ...] = ()
    demands: Level = Level.INTERNAL
    reach: Reach = Reach.SERVICE

    @property
    def vault_id(self) -> str:
        """The first half of its keyring entries' names."""
        return f"mcp-{self.id}"


def environment_key_id(name: str) -> str:
    """The keyring entry of a secret variable."""
    return f"env-{name}"


def server_header_key_id(name: str) -> str:
    """The keyring entry of a secret header."""
    return f"header-{name.lower()}"


TOKENS_KEY_ID = "oauth-tokens"  # JSON
CLIENT_KEY_ID = "oauth-client"  # JSON: what the server registered us as
TYPED_CLIENT_KEY_ID = "oauth-client-typed"  # what belongs to `client_id`, where it has a secret
