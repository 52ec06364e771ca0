"""What one call of a tool really was: the schema it was checked by, what ran, what came back."""

from dataclasses import dataclass, field

from studio.core.server_traffic import LogLine, ServerMessage

FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class CallRecording:
    """One call that was run, or refused before it ran. Times are in seconds since the epoch.

    `description` and `schema` (JSON text) are the tool's as the model was told them then.
    `arguments` are those that ran, JSON text; `raw` is the result as it came over the wire, empty
    where there was no wire. `faults` are what did not fit the schema, as pairs of a JSON pointer
    and a fact. `messages` and `log` are what travelled and was said during the call, oldest first.
    Secrets are masked. `is_truncated`: something of it was longer than is kept.
    """

    tool_use_id: str
    turn_id: str
    chat_id: str
    at: float
    name: str
    description: str = ""
    schema: str = "{}"
    server_id: str = ""
    server_name: str = ""
    own_name: str = ""
    arguments: str = field(default="", repr=False)
    raw: str = field(default="", repr=False)
    faults: tuple[tuple[str, str], ...] = ()
    messages: tuple[ServerMessage, ...] = ()
    log: tuple[LogLine, ...] = ()
    is_truncated: bool = False
    version: int = FORMAT_VERSION
