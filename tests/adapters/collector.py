"""A collector of our own, over real HTTP; what it heard is read by OpenTelemetry's definitions."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.json_format import ParseDict
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span


@dataclass
class Received:
    """Heads and bodies of requests; `status` and `reply` are what is answered."""

    url: str = ""
    heads: list[str] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    status: str = "200 OK"
    reply: str = "{}"
    headers: str = ""

    def spans(self) -> list[Span]:
        return [span for body in self.bodies for span in spans_in(body)]


def spans_in(body: str | bytes) -> list[Span]:
    """As protobuf reads it, but for IDs: OTLP wants these in hexadecimal."""
    request = ParseDict(json.loads(body, object_hook=_with_bytes), ExportTraceServiceRequest())
    return list(request.resource_spans[0].scope_spans[0].spans)


def _with_bytes(value: dict[str, Any]) -> dict[str, Any]:
    ids = {"traceId": 16, "spanId": 8, "parentSpanId": 8}
    for name in ids.keys() & value.keys():
        raw = bytes.fromhex(value[name])
        assert len(raw) == ids[name]
        value[name] = base64.b64encode(raw).decode()
    return value


@asynccontextmanager
async def collector() -> AsyncGenerator[Received]:
    received = Received()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
        except asyncio.IncompleteReadError:  # who connects may think better of it
            writer.close()
            return
        length = int(head.lower().partition("content-length: ")[2].partition("\r")[0])
        received.bodies.append(await reader.readexactly(length))
        received.heads.append(head)
        reply = received.reply.encode()
        writer.write(
            f"HTTP/1.1 {received.status}\r\n{received.headers}content-length: {len(reply)}\r\n"
            "connection: close\r\n\r\n".encode()
            + reply
        )
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    received.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield received
