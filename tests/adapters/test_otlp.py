"""Spans are received over real HTTP, and read by OpenTelemetry's own definitions."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from studio.adapters.otlp import Collector, SpanSender
from studio.core.chats import ChatSettings, Turn
from studio.core.messages import TurnState
from studio.core.profiles import PRACTICE_ID
from studio.store.paths import Paths
from studio.wiring import open_works

TURN = Turn("t1", "c1", None, 100.0, (), state=TurnState.COMPLETED, ended_at=101.0)


@dataclass
class Received:
    """What a collector of our own heard: heads and bodies of requests."""

    url: str = ""
    heads: list[str] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    status: str = "200 OK"


@asynccontextmanager
async def collector() -> AsyncGenerator[Received]:
    received = Received()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = int(head.lower().partition("content-length: ")[2].partition("\r")[0])
        received.bodies.append(await reader.readexactly(length))
        received.heads.append(head)
        reply = f"HTTP/1.1 {received.status}\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{{}}"
        writer.write(reply.encode())
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    received.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield received


async def no_key() -> str | None:
    return None


async def the_key() -> str | None:
    return "secret-of-the-collector"


async def test_a_turn_arrives_at_the_path_of_traces() -> None:
    async with collector() as received:
        sender = SpanSender(lambda: Collector(received.url), no_key, "1.2.3")
        sender.take(TURN)
        await sender.aclose()
    assert received.heads[0].startswith("POST /v1/traces HTTP/1.1")
    assert "content-type: application/json" in received.heads[0].lower()
    spans = json.loads(received.bodies[0])["resourceSpans"][0]["scopeSpans"][0]["spans"]
    assert [span["name"] for span in spans] == ["invoke_agent Callboard"]


async def test_the_key_goes_in_the_header_that_was_named() -> None:
    async with collector() as received:
        where = Collector(f"{received.url}/api/v1/traces", "X-Api-Key")
        sender = SpanSender(lambda: where, the_key, "1")
        sender.take(TURN)
        await sender.aclose()
    assert received.heads[0].startswith("POST /api/v1/traces HTTP/1.1")
    assert "x-api-key: secret-of-the-collector" in received.heads[0].lower()


async def test_nothing_is_sent_while_no_collector_is_named() -> None:
    async with collector() as received:
        sender = SpanSender(lambda: None, no_key, "1")
        sender.take(TURN)
        await sender.aclose()
    assert not received.heads


async def test_turns_arrive_in_their_order() -> None:
    async with collector() as received:
        sender = SpanSender(lambda: Collector(received.url), no_key, "1")
        for number in range(5):
            sender.take(Turn(f"t{number}", f"c{number}", None, 0.0, (), ended_at=1.0))
        await sender.aclose(within=10.0)
    assert [body.count(b'"c%d"' % number) for number, body in enumerate(received.bodies)] == [1] * 5


async def test_a_real_turn_is_told_once_the_settings_name_a_collector(tmp_path: Path) -> None:
    works = await open_works(Paths(*(tmp_path / "own" for _ in range(3))), pace=0)
    async with collector() as received:
        try:
            chat = await works.library.create(ChatSettings(profile_id=PRACTICE_ID))
            await chat.send("time in Tokyo")
            await works.preferences.change(spans_url=received.url)
            await chat.send("time in Tokyo")
        finally:
            await works.close()
    (body,) = received.bodies
    spans = json.loads(body)["resourceSpans"][0]["scopeSpans"][0]["spans"]
    names = [span["name"] for span in spans]
    assert names[0] == "invoke_agent Callboard"
    assert "execute_tool current_time" in names
    assert b"Tokyo" not in body


@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "http://[", "no address"])
async def test_a_collector_that_cannot_be_reached_is_told_once(
    caplog: pytest.LogCaptureFixture, address: str
) -> None:
    sender = SpanSender(lambda: Collector(address), no_key, "1")
    with caplog.at_level(logging.WARNING):
        sender.take(TURN)
        sender.take(TURN)
        await sender.aclose(within=10.0)
    assert len(caplog.records) == 1
    assert address not in caplog.text


async def test_a_refusal_names_its_status_and_no_key(caplog: pytest.LogCaptureFixture) -> None:
    async with collector() as received:
        received.status = "401 Unauthorized"
        sender = SpanSender(lambda: Collector(received.url, "authorization"), the_key, "1")
        with caplog.at_level(logging.WARNING):
            sender.take(TURN)
            await sender.aclose()
    assert "401" in caplog.text
    assert "secret-of" not in caplog.text


async def test_a_collector_that_hangs_delays_no_exit_and_fills_no_memory(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()  # until who asked has given up
        writer.close()
        await writer.wait_closed()
        gone.set()

    gone = asyncio.Event()

    server = await asyncio.start_server(never, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    sender = SpanSender(lambda: Collector(url), no_key, "1")
    with caplog.at_level(logging.WARNING):
        for _ in range(100):
            sender.take(TURN)
        await sender.aclose(within=0.1)
    async with asyncio.timeout(5):
        await gone.wait()
    server.close()
    assert "too many turns" in caplog.text
