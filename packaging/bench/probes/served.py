"""A provider on loopback for the probes, in a process of its own: it takes none of their time.

    served.py            prints its port, serves until its standard input closes

A model named `text-20000-500` streams 20,000 characters of mixed Markdown at 500 tokens a second;
instead of `text`: one `table`, `paragraph`, `list`, `fence` or text with `math`. `cards-1000`
calls a tool 1,000 times in one round, and says a word when it has the results. Texts are also there
at `/messages`, in Anthropic's dialect.
`GET /report` tells when the last requests came in, in seconds of the system's monotonic clock.
"""

import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

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


def _table_of(length: int) -> str:
    rows = (
        f"| TX-{number} | **{number * 3.7:.1f}** kPa | `ok` | serviced in March |\n"
        for number in range(length // 40 + 1)
    )
    return ("| sensor | value | state | remark |\n|---|---:|:---:|---|\n" + "".join(rows))[:length]


def _paragraph_of(length: int) -> str:
    return (_PARAGRAPHS[0].strip() + " ") * (length // 100 + 1)


def _list_of(length: int) -> str:
    return "".join(
        f"- reading **{number}** of `TX-310` was stable within half a degree\n"
        for number in range(length // 50 + 1)
    )


def _fence_of(length: int) -> str:
    lines = (
        f"def mean_{number}(values: list[float]) -> float:\n"
        f"    return sum(values) / len(values) + {number}  # as before\n\n"
        for number in range(length // 80 + 1)
    )
    return "```python\n" + "".join(lines)


def _math_of(length: int) -> str:
    return "".join(
        f"Of sensor {number} the drift is $x_{{{number}}} = \\frac{{a + {number}}}{{b}}$, so\n\n"
        f"$$\\int_0^{{{number}}} e^{{-t^2}} \\, dt \\le \\frac{{\\sqrt{{\\pi}}}}{{2}}$$\n\n"
        for number in range(length // 100 + 1)
    )


_TEXTS: dict[str, Callable[[int], str]] = {
    "text": text_of,
    "table": _table_of,
    "paragraph": _paragraph_of,
    "list": _list_of,
    "fence": _fence_of,
    "math": _math_of,
}


def one_block(kind: str, length: int) -> str:
    """So many characters of one kind of block, or of mixed text."""
    return _TEXTS[kind](length)[:length]


def events_of(model: str) -> Iterator[tuple[float, bytes]]:
    """Pairs of seconds to wait before, and bytes to send."""
    kind, length, rate = [*model.split("-"), "500"][:3]
    if kind == "cards":
        yield from _calls(int(length), int(rate))
        return
    text = one_block(kind, int(length))
    step = max(1, round(int(rate) * _TICK)) * _TOKEN
    for at in range(0, len(text), step):
        # One event a token, as providers send them; those of one tick leave together.
        tokens = range(at, min(at + step, len(text)), _TOKEN)
        yield _TICK, b"".join(_event({"content": text[each : each + _TOKEN]}) for each in tokens)
    yield 0.0, _event({}, "stop") + b"data: [DONE]\n\n"


def _calls(count: int, rate: int) -> Iterator[tuple[float, bytes]]:
    """Each call is some ten tokens."""
    for number in range(count):
        function = {"name": "calculate", "arguments": json.dumps({"expression": f"{number} * 2"})}
        call = {"index": number, "id": f"call_{number}", "type": "function", "function": function}
        yield 10 / rate, _event({"tool_calls": [call]})
    yield 0.0, _event({}, "tool_calls") + b"data: [DONE]\n\n"


def _event(delta: dict[str, Any], reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"


def messages_of(model: str) -> Iterator[tuple[float, bytes]]:
    """The same text in Anthropic's dialect."""
    kind, length, rate = [*model.split("-"), "500"][:3]
    text = one_block(kind, int(length))
    step = max(1, round(int(rate) * _TICK)) * _TOKEN
    message = {"id": "m", "type": "message", "role": "assistant", "content": [], "model": model}
    block = {"type": "text", "text": ""}
    yield 0.0, _named("message_start", message=message)
    yield 0.0, _named("content_block_start", index=0, content_block=block)
    for at in range(0, len(text), step):
        tokens = range(at, min(at + step, len(text)), _TOKEN)
        yield _TICK, b"".join(_text_delta(text[each : each + _TOKEN]) for each in tokens)
    yield 0.0, _named("content_block_stop", index=0)
    yield 0.0, _named("message_delta", delta={"stop_reason": "end_turn"}, usage={})
    yield 0.0, _named("message_stop")


def _text_delta(text: str) -> bytes:
    return _named("content_block_delta", index=0, delta={"type": "text_delta", "text": text})


def _named(kind: str, **fields: Any) -> bytes:
    data = json.dumps({"type": kind, **fields})
    return f"event: {kind}\ndata: {data}\n\n".encode()


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
    has_results = body.get("messages", [{}])[-1].get("role") == "tool"
    told = messages_of if "/messages " in lines[0] else events_of
    for wait, data in told("text-200-500" if has_results else body["model"]):
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
