"""What travels between Callboard and an MCP server, and what the server says beside it."""

from dataclasses import dataclass, field
from enum import StrEnum


class LogSource(StrEnum):
    """Where a line of a server's log comes from."""

    STDERR = "stderr"
    STDOUT = "stdout"  # what is no message of the protocol
    LOG = "log"  # a log message of the protocol
    CALLBOARD = "callboard"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line, secrets masked, no longer than 4,000 characters."""

    at: float
    source: LogSource
    text: str
    level: str = ""


@dataclass(frozen=True, slots=True)
class ServerMessage:
    """One message of the protocol, for the inspector. `body` is JSON text, secrets masked."""

    at: float
    is_sent: bool
    body: str = field(repr=False)
