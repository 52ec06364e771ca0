"""The exact bytes of one request and its response, keys masked, with their times.

`Recording` is what is read. While a reply arrives it is packed piece by piece, since what goes over
the wire is 25 times the text: `PackedRecording` is what is kept.
"""

import hashlib
import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

FORMAT_VERSION = 1
_PAIR = struct.Struct("<2q")  # when a chunk came, and how long it is


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


@dataclass(frozen=True, slots=True)
class PackedBody:
    """A body compressed, and what it is known by: the SHA-256 of its bytes as they were."""

    digest: bytes
    data: bytes


@dataclass(frozen=True, slots=True)
class PackedRecording:
    """A recording with its reply packed: `head` has no chunks, `times` cut `response` into them."""

    head: Recording
    response: PackedBody
    times: bytes

    def unpacked(self) -> Recording:
        """Raises `zlib.error` or `struct.error` for what no packing made."""
        return replace(self.head, chunks=unpacked_chunks(self.times, self.response.data))


class BodyPacker:
    """Packs a body that arrives in pieces, holding none of them."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()
        self._deflating = zlib.compressobj()
        self._data = bytearray()

    def add(self, piece: bytes) -> None:
        self._digest.update(piece)
        self._data += self._deflating.compress(piece)

    def packed(self) -> PackedBody:
        """Ends it: nothing can be added afterwards."""
        self._data += self._deflating.flush()
        return PackedBody(self._digest.digest(), bytes(self._data))


class TimesPacker:
    """Packs when chunks came and how long they are."""

    def __init__(self) -> None:
        self._deflating = zlib.compressobj()
        self._data = bytearray()

    def add(self, offset_ns: int, length: int) -> None:
        self._data += self._deflating.compress(_PAIR.pack(offset_ns, length))

    def packed(self) -> bytes:
        """Ends it: nothing can be added afterwards."""
        return bytes(self._data + self._deflating.flush())


def packed_body(pieces: Iterable[bytes]) -> PackedBody:
    packer = BodyPacker()
    for piece in pieces:
        packer.add(piece)
    return packer.packed()


def packed(recording: Recording) -> PackedRecording:
    """The same, as it is kept."""
    times = TimesPacker()
    for chunk in recording.chunks:
        times.add(chunk.offset_ns, len(chunk.data))
    response = packed_body(chunk.data for chunk in recording.chunks)
    return PackedRecording(replace(recording, chunks=()), response, times.packed())


def unpacked_chunks(times: bytes, data: bytes) -> tuple[Chunk, ...]:
    """Raises `zlib.error` or `struct.error` for what no packing made."""
    return tuple(_cut(zlib.decompress(times), zlib.decompress(data)))


def unpacked_times(times: bytes) -> tuple[Chunk, ...]:
    """When chunks came, without what they held. Raises as `unpacked_chunks` does."""
    pairs = _PAIR.iter_unpack(zlib.decompress(times))
    return tuple(Chunk(offset_ns, b"") for offset_ns, _ in pairs)


def _cut(times: bytes, body: bytes) -> Iterator[Chunk]:
    start = 0
    for offset_ns, length in _PAIR.iter_unpack(times):
        yield Chunk(offset_ns, body[start : start + length])
        start += length
