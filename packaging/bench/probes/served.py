"""A provider on loopback for the probes, in a process of its own: it takes none of their time.

    served.py            prints its port, serves until its standard input closes

A model named `text-20000-500` streams 20,000 characters of mixed Markdown at 500 tokens a second.
`GET /report` tells when the last requests came in, in seconds of the system's monotonic clock.
"""

import asyncio
import json
import sys
import time
from collections.abc import Iterator

_TOKEN = 4  # characters
_TICK = 0.01  # seconds between pieces
_arrivals: list[float] = []

_PARAGRAPHS = (
    "The pump was serviced in **March**; since then the reading of sensor `TX-310` has been stable "
    "within half a degree, which is *better* than the vendor promises.\n\n",
    "## What follows\n\n",
    "- first the valves are checked\n- then the [notice](https://example.org/fn-2291) is read\n"
    "- and the report is written\n\n",
    "```python\ndef mean(values: list[float]) -> float:\n"
    "    return sum(values) / len(values)\n```\n\n",
    "| sensor | drift |\n|---|---:|\n| TX-310 | 0.8 |\n| TX-311 | 0.1 |\n\n",
    "> A quotation stands here, and it is somewhat longer than one line of the page is wide, so "
    "that it wraps.\n\n",
)


def text_of(length: int) -> str:
    """Mixed Markdown, always the same."""
    pieces: list[str] = []
    while sum(map(len, pieces)) < length:
        pieces.append(_PARAGRAPHS[len(pieces) % len(_PARAGRAPHS)])
    return "".join(pieces)[:length]


def events_of(model: str) -> Iterator[tuple[float, bytes]]:
    """Pairs of seconds to wait before, and bytes to send."""
    _, length, rate = model.split("-")
    text = text_of(int(length))
    step = max(1, round(int(rate) * _TICK)) * _TOKEN
    for at in range(0, len(text), step):
        # One event a token, as providers send them; those of one tick leave together.
        tokens = range(at, min(at + step, len(text)), _TOKEN)
        yield _TICK, b"".join(_event({"content": text[each : each + _TOKEN]}) for each in tokens)
    yield 0.0, _event({}, "stop") + b"data: [DONE]\n\n"


def _event(delta: dict[str, str], reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Requests of one connection, one after another."""
    try:
        while head := await reader.readuntil(b"\r\n\r\n"):
            _arrivals.append(time.monotonic())
            await _answer(head, reader, writer)
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def _answer(head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    lines = head.decode("latin-1").split("\r\n")
    if lines[0].startswith("GET /report"):
        del _arrivals[-1]
        await _send_json(writer, _arrivals)
        return
    if lines[0].startswith("GET"):
        await _send_json(writer, {"data": [{"id": "text-20000-500"}]})
        return
    headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
    body = json.loads(await reader.readexactly(int(headers["content-length"])))
    writer.write(
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
    )
    begun, due = time.monotonic(), 0.0
    for wait, data in events_of(body["model"]):
        due += wait
        await asyncio.sleep(max(0.0, begun + due - time.monotonic()))
        writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        await writer.drain()
    writer.write(b"0\r\n\r\n")


async def _send_json(writer: asyncio.StreamWriter, content: object) -> None:
    body = json.dumps(content).encode()
    head = (
        f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    writer.write(head.encode() + body)
    await writer.drain()


async def main() -> None:
    """Ends with its parent: then the standard input closes."""
    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=32_000_000)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main())
