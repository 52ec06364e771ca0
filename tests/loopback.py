"""A real HTTP server on this computer that does, byte for byte, what a test wrote down for it."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

SSE = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Heard:
    """One request as it arrived; header names in lower case."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Wire:
    """The server's end of one connection, while it answers one request."""

    def __init__(self, writer: asyncio.StreamWriter, heard: Heard) -> None:
        self._writer = writer
        self.heard = heard

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def head(self, status: int = 200, /, **headers: str) -> None:
        """`content_type="text/html"` becomes `content-type: text/html`."""
        lines = [f"HTTP/1.1 {status} Said"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        await self.send("\r\n".join([*lines, "", ""]).encode())

    async def chunk(self, data: bytes) -> None:
        await self.send(b"%x\r\n%b\r\n" % (len(data), data))

    def reset(self) -> None:
        """Breaks the connection with RST instead of closing it."""
        self._writer.transport.abort()


Script = Callable[[Wire], Awaitable[None]]
Piece = bytes | asyncio.Event


@dataclass(slots=True)
class Loopback:
    """What the server was asked, and the scripts still to be played: one a request, the last again.

    `hung_up` is set when a client closes a connection, `connections` counts those opened.
    """

    url: str
    scripts: list[Script]
    heard: list[Heard] = field(default_factory=list)
    connections: int = 0
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)

    def script(self) -> Script:
        return self.scripts.pop(0) if len(self.scripts) > 1 else self.scripts[0]


def answer(body: bytes | str = b"", status: int = 200, **headers: str) -> Script:
    """A whole reply with its length."""
    data = body.encode() if isinstance(body, str) else body

    async def play(wire: Wire) -> None:
        await wire.head(status, content_length=str(len(data)), **headers)
        await wire.send(data)

    return play


def stream(*pieces: Piece, content_type: str = SSE, **headers: str) -> Script:
    """A chunked reply, piece after piece. An event among them is waited for."""

    async def play(wire: Wire) -> None:
        await half_stream(*pieces, content_type=content_type, **headers)(wire)
        await wire.send(b"0\r\n\r\n")

    return play


def half_stream(*pieces: Piece, content_type: str = SSE, **headers: str) -> Script:
    """A chunked reply whose end never comes: the connection is then closed."""

    async def play(wire: Wire) -> None:
        await wire.head(content_type=content_type, transfer_encoding="chunked", **headers)
        for piece in pieces:
            if isinstance(piece, asyncio.Event):
                await piece.wait()
            else:
                await wire.chunk(piece)

    play.closes = True  # type: ignore[attr-defined]
    return play


def until_closed(*pieces: Piece, content_type: str = SSE) -> Script:
    """A reply of unknown length: a clean end of file ends it."""

    async def play(wire: Wire) -> None:
        await wire.head(content_type=content_type, connection="close")
        for piece in pieces:
            if isinstance(piece, asyncio.Event):
                await piece.wait()
            else:
                await wire.send(piece)

    play.closes = True  # type: ignore[attr-defined]
    return play


def broken(*pieces: bytes) -> Script:
    """A chunked reply that is reset."""

    async def play(wire: Wire) -> None:
        if pieces:
            await half_stream(*pieces)(wire)
        wire.reset()

    play.closes = True  # type: ignore[attr-defined]
    return play


def silence(*pieces: bytes) -> Script:
    """Some pieces, if any, then nothing more, for ever."""

    async def play(wire: Wire) -> None:
        if pieces:
            await half_stream(*pieces)(wire)
        await asyncio.Event().wait()

    return play


@asynccontextmanager
async def loopback(
    *scripts: Script, context: ssl.SSLContext | None = None
) -> AsyncIterator[Loopback]:
    """Serves until the block ends; every connection is then closed and every task ended."""
    served = Loopback("", list(scripts))
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        served.connections += 1
        try:
            await _converse(served, reader, writer)
        except* (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            served.hung_up.set()
            writer.close()
            tasks.discard(task)

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    port = server.sockets[0].getsockname()[1]
    served.url = f"{'https' if context else 'http'}://127.0.0.1:{port}"
    try:
        yield served
    finally:
        server.close()
        for task in tuple(tasks):
            task.cancel()
        if tasks:
            await asyncio.wait(tuple(tasks))
        await server.wait_closed()


async def _converse(
    served: Loopback, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    first = b""
    async with asyncio.TaskGroup() as group:
        while heard := await _hear(first, reader):
            served.heard.append(heard)
            served.asked.set()
            script = served.script()
            # The first byte of the next request, or none: the client has hung up.
            following = group.create_task(reader.read(1))
            playing = group.create_task(_play(script, Wire(writer, heard)))
            await asyncio.wait({playing, following}, return_when=asyncio.FIRST_COMPLETED)
            if not playing.done() and not following.result():
                playing.cancel()
                return
            await playing
            if getattr(script, "closes", False):
                following.cancel()
                return
            first = await following


async def _play(script: Script, wire: Wire) -> None:
    await script(wire)


async def _hear(first: bytes, reader: asyncio.StreamReader) -> Heard | None:
    try:
        head = (first + await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    start, *lines = head.rstrip().split("\r\n")
    method, path, _ = start.split(" ", 2)
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Heard(method, path, headers, body)


def chat_delta(**delta: Any) -> bytes:
    return sse({"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})


def chat_end(reason: str = "stop") -> bytes:
    return sse({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})


def sse(payload: Any) -> bytes:
    return b"data: " + json.dumps(payload, ensure_ascii=False).encode() + b"\n\n"


DONE = b"data: [DONE]\n\n"
