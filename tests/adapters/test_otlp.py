"""Spans are received over real HTTP, and read by OpenTelemetry's own definitions."""

from __future__ import annotations

import asyncio
import gzip
import logging
from pathlib import Path

import pytest

from studio.adapters import otlp
from studio.adapters.late_spans import LateSpans
from studio.adapters.otlp import Collector, SpanSender
from studio.core.chats import ChatSettings, Turn
from studio.core.errors import Category, StudioError
from studio.core.messages import TurnState
from studio.core.policy import Policy, broken_policy
from studio.core.profiles import PRACTICE_ID
from studio.core.settings import Settings
from studio.store.paths import Paths
from studio.wiring import open_works
from tests.adapters.collector import Received, collector
from tests.adapters.rig import Vault
from tests.loopback import Wire, answer, loopback

TURN = Turn("t1", "c1", None, 100.0, (), state=TurnState.COMPLETED, ended_at=101.0)


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
    assert [span.name for span in received.spans()] == ["invoke_agent Callboard"]


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
    names = [span.name for span in received.spans()]
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


async def tried(received: Received, key: str = "", **facts: str) -> None:
    async def the_one() -> str | None:
        return key or None

    sender = SpanSender(lambda: None, the_one, "1")
    try:
        await sender.try_out(Collector(received.url, **facts), 5.0)
    finally:
        await sender.aclose()


async def test_a_test_span_is_one() -> None:
    async with collector() as received:
        await tried(received)
    assert [span.name for span in received.spans()] == ["test by Callboard"]


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        ('{"partialSuccess": {"rejectedSpans": "1", "errorMessage": "no"}}', "collector_rejected"),
        ("<html>welcome</html>", "collector_unknown"),
        ("[]", "collector_unknown"),
        ('{"partialSuccess": {"rejectedSpans": "x"}}', "collector_unknown"),
    ],
)
async def test_a_yes_that_is_none_is_a_failure(reply: str, code: str) -> None:
    async with collector() as received:
        received.reply = reply
        with pytest.raises(StudioError) as caught:
            await tried(received)
    assert caught.value.failure.code == code


@pytest.mark.parametrize("reply", ["", "{}", '{"partialSuccess": {"errorMessage": "a warning"}}'])
async def test_every_form_of_a_yes_is_one(reply: str) -> None:
    async with collector() as received:
        received.reply = reply
        await tried(received)
    assert len(received.heads) == 1


async def test_no_redirect_is_followed_with_the_key() -> None:
    async with collector() as received, collector() as other:
        received.status = "307 Temporary Redirect"
        received.headers = f"location: {other.url}/v1/traces\r\n"
        with pytest.raises(StudioError) as caught:
            await tried(received, "secret", header="x-key")
    assert caught.value.failure.status == 307
    assert not other.heads


async def test_a_collector_on_this_computer_is_reached_past_every_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with collector() as received:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, "http://127.0.0.1:9")
        await tried(received, proxy="http://127.0.0.1:9")
    assert len(received.heads) == 1


async def test_the_organisations_proxy_is_used_for_hosts_elsewhere() -> None:
    async with collector() as proxy:
        elsewhere = Collector("http://traces.example", proxy=proxy.url)
        sender = SpanSender(lambda: elsewhere, no_key, "1")
        sender.take(TURN)
        await sender.aclose()
    assert proxy.heads[0].startswith("POST http://traces.example/v1/traces HTTP/1.1")


@pytest.mark.parametrize("policy", [Policy(allowed_hosts=("h.example",)), broken_policy("x")])
async def test_nothing_goes_where_the_organisation_forbids_it(policy: Policy) -> None:
    async with collector() as received:
        settings = Settings(spans_url=received.url)
        spans = LateSpans(lambda: settings, Vault(), policy)
        spans.take(TURN)
        with pytest.raises(StudioError) as caught:
            await spans.try_out()
        await spans.aclose()
    assert caught.value.failure.category is Category.PERMISSION
    assert not received.heads


async def test_a_header_without_a_key_is_not_sent() -> None:
    async with collector() as received:
        await tried(received, header="x-key")
    assert "x-key" not in received.heads[0].lower()


async def test_a_key_that_no_header_can_carry_is_told_without_it() -> None:
    async with collector() as received:
        for key in ("line\r\nbreak", "schlüssel€"):
            with pytest.raises(StudioError) as caught:
                await tried(received, key, header="x-key")
            assert key not in str(caught.value)
            assert key not in repr(caught.value.failure)
    assert not received.heads


async def test_another_address_is_used_from_the_next_turn_on() -> None:
    async with collector() as first, collector() as second:
        now = [first.url]
        sender = SpanSender(lambda: Collector(now[0]), no_key, "1")
        sender.take(TURN)
        now[0] = second.url
        sender.take(TURN)
        await sender.aclose(within=10.0)
    assert (len(first.heads), len(second.heads)) == (1, 1)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://h:4318", "http://h:4318/v1/traces"),
        ("http://h:4318/", "http://h:4318/v1/traces"),
        ("https://h/otlp/v1/traces", "https://h/otlp/v1/traces"),
        ("https://h/otlp?set=x", "https://h/otlp/v1/traces?set=x"),
    ],
)
def test_a_base_address_gets_the_path_of_traces(url: str, address: str) -> None:
    assert Collector(url).address == address


async def test_of_a_collector_that_never_stops_talking_little_is_read() -> None:
    sent = 0

    async def talk(wire: Wire) -> None:
        nonlocal sent
        await wire.head(content_type="application/json", transfer_encoding="chunked")
        while True:
            await wire.chunk(b" " * 65_536)
            sent += 65_536

    async with loopback(talk) as server:
        sender = SpanSender(lambda: None, no_key, "1")
        with pytest.raises(StudioError) as raised:
            await sender.try_out(Collector(server.url), 0.0)
        await server.hung_up.wait()
        await sender.aclose()
    assert raised.value.failure.code == "collector_unknown"
    assert sent < 50_000_000


async def test_a_packed_reply_is_not_unpacked() -> None:
    bomb = gzip.compress(b" " * 100_000_000)
    async with loopback(answer(bomb, content_encoding="gzip")) as server:
        sender = SpanSender(lambda: None, no_key, "1")
        with pytest.raises(StudioError) as raised:
            await sender.try_out(Collector(server.url), 0.0)
        await sender.aclose()
    assert raised.value.failure.code == "collector_unknown"


async def test_a_collector_that_trickles_holds_up_nothing_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(otlp, "_LONGEST", 0.2)

    async def trickle(wire: Wire) -> None:
        await wire.head(content_type="application/json", transfer_encoding="chunked")
        while True:
            await wire.chunk(b" ")
            await asyncio.sleep(0.01)

    async with loopback(trickle) as server:
        sender = SpanSender(lambda: None, no_key, "1")
        with pytest.raises(StudioError) as raised:
            await sender.try_out(Collector(server.url), 0.0)
        await sender.aclose()
    assert raised.value.failure.category is Category.TIMEOUT
