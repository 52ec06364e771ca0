"""The exact bytes of one request and its response, keys masked, with their times."""

from dataclasses import dataclass

FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class Chunk:
    """Decoded body bytes that arrived together, `offset_ns` after the request was sent."""

    offset_ns: int
    data: bytes


@dataclass(frozen=True, slots=True)
class ConnectionFacts:
    """What is known of the connection; empty where the library did not say."""

    http_version: str = ""
    address: str = ""
    tls: str = ""
    proxy: str = ""
    is_reused: bool | None = None


@dataclass(frozen=True, slots=True)
class Recording:
    """One attempt of one round. `started_at` in seconds since the epoch.

    Keys are masked to the same length over the joined stream, so offsets stay true.
    `error` is what ended the attempt before its time, if anything did.
    """

    round_id: str
    turn_id: str
    chat_id: str
    attempt: int
    started_at: float
    method: str
    url: str
    request_headers: tuple[tuple[str, str], ...]
    request_body: bytes
    status: int | None = None
    response_headers: tuple[tuple[str, str], ...] = ()
    chunks: tuple[Chunk, ...] = ()
    connection: ConnectionFacts = ConnectionFacts()
    ended_ns: int | None = None
    is_truncated: bool = False
    error: str = ""
    version: int = FORMAT_VERSION

    @property
    def response_body(self) -> bytes:
        return b"".join(chunk.data for chunk in self.chunks)
