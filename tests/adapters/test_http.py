import asyncio
import gzip
import json
import logging
import time
from collections.abc import Callable
from contextlib import aclosing

import pytest

from studio.core.errors import Category, Diagnosis, IncompleteRoundError, RoundError
from studio.core.events import RoundCompleted, RoundEvent, TextDelta
from studio.core.messages import Dialect, Outcome, Stop, ToolResult, Usage
from tests.adapters.rig import KEY, Rig, heard_from, profile, retries_of, rig, text_of
from tests.conftest import Until
from tests.loopback import (
    DONE,
    Script,
    Wire,
    answer,
    broken,
    chat_delta,
    chat_end,
    half_stream,
    loopback,
    silence,
    stream,
    until_closed,
)

HELLO = chat_delta(content="hello")
WHOLE = stream(HELLO, chat_end(), DONE)


async def failure_of(rig_: Rig, into: list[RoundEvent] | None = None) -> RoundError:
    with pytest.raises(RoundError) as caught:
        await heard_from(await rig_.adapter(), into)
    return caught.value


async def test_a_round_is_posted_and_streamed() -> None:
    async with loopback(WHOLE) as server, rig(profile(server.url)) as r:
        events = await heard_from(await r.adapter("Hi there"))
    assert text_of(events) == "hello"
    assert isinstance(events[-1], RoundCompleted)
    assert events[-1].stop is Stop.END
    (heard,) = server.heard
    assert (heard.method, heard.path) == ("POST", "/v1/chat/completions")
    assert heard.headers["authorization"] == f"Bearer {KEY}"
    assert heard.headers["content-type"] == "application/json"
    assert heard.json["stream"] is True


async def test_two_rounds_use_one_connection() -> None:
    async with loopback(WHOLE) as server, rig(profile(server.url)) as r:
        await heard_from(await r.adapter())
        await heard_from(await r.adapter())
        assert server.connections == 1
        assert [kept.connection.is_reused for kept in await r.settled()] == [False, True]


async def test_extra_and_secret_headers_are_sent_and_replace_the_dialects_own() -> None:
    async with loopback(WHOLE) as server:
        mine = profile(
            server.url,
            extra_headers={"X-Title": "Callboard", "authorization": "Token abc"},
            secret_headers=("X-Gateway",),
        )
        async with rig(mine, keys={"p/header-x-gateway": "gateway-secret"}) as r:
            await heard_from(await r.adapter())
    headers = server.heard[0].headers
    assert headers["x-title"] == "Callboard"
    assert headers["authorization"] == "Token abc"
    assert headers["x-gateway"] == "gateway-secret"


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504, 529])
async def test_a_passing_refusal_is_tried_again_before_the_first_event(status: int) -> None:
    async with loopback(answer("{}", status), WHOLE) as server, rig(profile(server.url)) as r:
        events = await heard_from(await r.adapter())
    (retry,) = retries_of(events)
    assert (retry.attempt, retry.of, retry.delay) == (1, 5, 1.0)
    assert retry.failure.status == status
    assert r.waited == [1.0]
    assert text_of(events) == "hello"


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 413, 422])
async def test_a_final_refusal_is_not_tried_again(status: int) -> None:
    async with loopback(answer("{}", status)) as server, rig(profile(server.url)) as r:
        error = await failure_of(r)
        assert len(server.heard) == 1
    assert error.failure.status == status
    assert error.failure.url == f"{server.url}/v1/chat/completions"


async def test_a_quota_refusal_is_not_tried_again() -> None:
    body = '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}'
    async with loopback(answer(body, 429)) as server, rig(profile(server.url)) as r:
        error = await failure_of(r)
        assert len(server.heard) == 1
    assert error.failure.category is Category.QUOTA


async def test_five_retries_wait_longer_each_and_then_give_up() -> None:
    async with loopback(answer("{}", 503)) as server, rig(profile(server.url)) as r:
        events: list[RoundEvent] = []
        error = await failure_of(r, events)
        assert len(server.heard) == 6
        assert r.waited == [1.0, 2.0, 4.0, 8.0, 16.0]
        assert [kept.attempt for kept in await r.settled()] == [1, 2, 3, 4, 5, 6]
    assert error.failure.category is Category.OVERLOADED
    assert [retry.attempt for retry in retries_of(events)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry_after": "7"}, 7.0),
        ({"retry_after": "171"}, 171.0),
        ({"retry_after_ms": "1500", "retry_after": "9"}, 1.5),
        (
            {
                "date": "Wed, 21 Oct 2015 07:28:00 GMT",
                "retry_after": "Wed, 21 Oct 2015 07:28:30 GMT",
            },
            30.0,
        ),
        ({"retry_after": "Thu, 01 Jan 1970 00:16:50 GMT"}, 10.0),
        ({"retry_after": "soon"}, 1.0),
    ],
)
async def test_the_wait_is_what_the_server_asked_for(headers: dict[str, str], wait: float) -> None:
    refused = answer("{}", 429, **headers)
    async with loopback(refused, WHOLE) as server, rig(profile(server.url)) as r:
        await heard_from(await r.adapter())
    assert r.waited == [wait]


async def test_a_wait_beyond_reason_fails_at_once_and_shows_the_time() -> None:
    refused = answer("{}", 429, retry_after="86400")
    async with loopback(refused) as server, rig(profile(server.url)) as r:
        error = await failure_of(r)
        assert len(server.heard) == 1
    assert error.failure.retry_after == 86400
    assert r.waited == []


async def test_a_connection_broken_before_the_first_event_is_tried_again() -> None:
    scripts = (broken(), broken(b": ping\n\n"), WHOLE)
    async with loopback(*scripts) as server, rig(profile(server.url)) as r:
        events = await heard_from(await r.adapter())
    assert [retry.failure.category for retry in retries_of(events)] == [Category.NETWORK] * 2
    assert text_of(events) == "hello"


@pytest.mark.parametrize("script", [broken(HELLO), half_stream(HELLO), until_closed(HELLO)])
async def test_a_stream_that_breaks_after_text_is_cut_off_and_not_tried_again(
    script: Script,
) -> None:
    async with loopback(script) as server, rig(profile(server.url)) as r:
        events: list[RoundEvent] = []
        error = await failure_of(r, events)
        assert len(server.heard) == 1
    assert isinstance(error, IncompleteRoundError)
    assert error.failure.category is Category.CUT_OFF
    assert events == [TextDelta("hello")]


@pytest.mark.parametrize("make", [broken, half_stream, until_closed])
async def test_a_connection_broken_after_the_finish_reason_does_no_harm(
    make: Callable[..., Script],
) -> None:
    script = make(HELLO, chat_end())
    async with loopback(script) as server, rig(profile(server.url)) as r:
        events = await heard_from(await r.adapter())
    assert isinstance(events[-1], RoundCompleted)


async def test_a_server_that_keeps_the_stream_open_after_its_end_is_not_waited_for() -> None:
    script = silence(HELLO, chat_end(), DONE)
    async with loopback(script) as server, rig(profile(server.url)) as r:
        adapter = await r.adapter()
        async with asyncio.timeout(2):
            events = await heard_from(adapter)
    assert isinstance(events[-1], RoundCompleted)


async def test_a_refused_connection_says_so_after_its_retries() -> None:
    async with loopback(WHOLE) as server:
        pass
    async with rig(profile(server.url)) as r:
        error = await failure_of(r)
    assert error.failure.category is Category.NETWORK
    assert error.failure.code == "refused"
    assert len(r.waited) == 5


async def test_silence_before_the_first_byte_ends_with_its_own_error() -> None:
    quick = {"idle_timeout": 0.05}
    async with loopback(silence()) as server, rig(profile(server.url, **quick)) as r:
        error = await failure_of(r)
        assert len(server.heard) == 1
    assert error.failure.category is Category.TIMEOUT
    assert error.failure.message == "not a byte for 0.05 s"


async def test_silence_in_mid_stream_keeps_the_text_and_closes_the_connection() -> None:
    quick = {"idle_timeout": 0.05}
    async with loopback(silence(HELLO)) as server, rig(profile(server.url, **quick)) as r:
        events: list[RoundEvent] = []
        error = await failure_of(r, events)
        await asyncio.wait_for(server.hung_up.wait(), 2)
    assert error.failure.category is Category.TIMEOUT
    assert events == [TextDelta("hello")]


@pytest.mark.slow
async def test_keep_alives_count_against_the_idle_limit() -> None:
    async def drip(wire: Wire) -> None:
        head = half_stream()
        await head(wire)
        for _ in range(12):
            await asyncio.sleep(0.05)  # the drip is what is tested
            await wire.chunk(b": ping\n\n")
        for piece in (HELLO, chat_end(), DONE):
            await wire.chunk(piece)
        await wire.send(b"0\r\n\r\n")

    slow = {"idle_timeout": 0.3}
    async with loopback(drip) as server, rig(profile(server.url, **slow)) as r:
        assert text_of(await heard_from(await r.adapter())) == "hello"


async def test_a_compressed_stream_is_read_and_recorded_decoded() -> None:
    packed = gzip.compress(HELLO + chat_end() + DONE)
    script = stream(packed[:9], packed[9:], content_encoding="gzip")
    async with loopback(script) as server, rig(profile(server.url)) as r:
        assert text_of(await heard_from(await r.adapter())) == "hello"
        (kept,) = await r.settled()
    assert kept.response_body == HELLO + chat_end() + DONE


@pytest.mark.parametrize(
    ("encoding", "body"), [("gzip", b"\x00garbage"), ("snappy", b"\x00garbage")]
)
async def test_a_damaged_or_unknown_compression_is_an_unreadable_reply(
    encoding: str, body: bytes
) -> None:
    script = stream(body, content_encoding=encoding)
    async with loopback(script) as server, rig(profile(server.url)) as r:
        error = await failure_of(r)
    assert error.failure.category is Category.UNREADABLE_REPLY
    assert error.failure.code == "content_encoding"


async def test_a_page_instead_of_an_answer_shows_the_address_that_was_called() -> None:
    page = answer("<html><title>Router</title></html>", content_type="text/html")
    async with loopback(page) as server, rig(profile(server.url)) as r:
        error = await failure_of(r)
    assert error.failure.category is Category.ADDRESS
    assert error.failure.code == Diagnosis.WEB_PAGE
    assert error.failure.url == f"{server.url}/v1/chat/completions"


async def test_binary_garbage_is_one_unreadable_reply() -> None:
    script = stream(bytes(range(256)) * 64, content_type="application/octet-stream")
    async with loopback(script) as server, rig(profile(server.url)) as r:
        error = await failure_of(r)
    assert error.failure.category in (Category.UNREADABLE_REPLY, Category.CUT_OFF)


async def test_an_endless_line_is_given_up() -> None:
    async def endless(wire: Wire) -> None:
        await half_stream(b"data: ")(wire)
        while True:
            await wire.chunk(b"x" * 262_144)

    async with loopback(endless) as server, rig(profile(server.url)) as r:
        error = await failure_of(r)
        kept = (await r.settled())[0]
    assert error.failure.category is Category.UNREADABLE_REPLY
    assert sum(len(chunk.data) for chunk in kept.chunks) <= 16 * 1024 * 1024


@pytest.mark.slow
async def test_ten_megabytes_in_one_event_are_read() -> None:
    script = stream(chat_delta(content="x" * 10_000_000), chat_end(), DONE)
    async with loopback(script) as server, rig(profile(server.url)) as r:
        assert len(text_of(await heard_from(await r.adapter()))) == 10_000_000


@pytest.mark.slow
async def test_a_prompt_of_ten_megabytes_is_sent() -> None:
    async with loopback(WHOLE) as server, rig(profile(server.url)) as r:
        await heard_from(await r.adapter("y" * 10_000_000))
    assert len(server.heard[0].body) > 10_000_000


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_not_followed_and_its_target_is_named(status: int) -> None:
    async with loopback(WHOLE) as other:
        away = answer("", status, location=f"{other.url}/v1/chat/completions?key={KEY}")
        async with loopback(away) as server, rig(profile(server.url)) as r:
            error = await failure_of(r)
        assert other.heard == []
    assert error.failure.category is Category.ADDRESS
    assert error.failure.code == "redirect"
    assert f"{other.url}/v1/chat/completions" in error.failure.message
    assert KEY not in str(error)


async def test_an_overload_told_inside_the_stream_is_tried_again_before_any_text() -> None:
    told = b'data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'
    mine = {"dialect": Dialect.ANTHROPIC_MESSAGES}
    async with loopback(stream(told)) as server, rig(profile(server.url, **mine)) as r:
        error = await failure_of(r)
        assert len(server.heard) == 6
    assert error.failure.category is Category.OVERLOADED


async def refuse_slowly(wire: Wire) -> None:
    await wire.head(500, content_length="100")
    await asyncio.Event().wait()


async def stopped(rig_: Rig, until: Until, is_there: Callable[[list[RoundEvent]], object]) -> float:
    """Starts a round, cancels it when it is there, and measures how long that takes."""
    events: list[RoundEvent] = []
    task = asyncio.create_task(heard_from(await rig_.adapter(), events))
    await until(lambda: is_there(events))
    start = time.perf_counter()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return time.perf_counter() - start


@pytest.mark.parametrize("script", [silence(), refuse_slowly])
async def test_stop_is_quick_before_any_answer(script: Script, until: Until) -> None:
    async with loopback(script) as server, rig(profile(server.url)) as r:
        seconds = await stopped(r, until, lambda _: server.asked.is_set())
        await asyncio.wait_for(server.hung_up.wait(), 2)
        assert (await r.settled())[-1].error == "cancelled"
    assert seconds < 2


async def test_stop_is_quick_in_mid_stream_and_the_bytes_so_far_are_kept(until: Until) -> None:
    async with loopback(silence(HELLO)) as server, rig(profile(server.url)) as r:
        seconds = await stopped(r, until, lambda events: events)
        await asyncio.wait_for(server.hung_up.wait(), 2)
        (kept,) = await r.settled()
    assert seconds < 2
    assert (kept.error, kept.response_body) == ("cancelled", HELLO)


async def test_stop_is_quick_while_the_connection_is_still_made(until: Until) -> None:
    async with loopback(WHOLE) as server:
        # It waits for a request in plain text, and so never answers the handshake.
        secure = profile(server.url.replace("http:", "https:"))
        async with rig(secure) as r:
            seconds = await stopped(r, until, lambda _: server.connections)
            await asyncio.wait_for(server.hung_up.wait(), 2)
    assert seconds < 2


async def test_stop_is_quick_in_the_pause_before_a_retry(until: Until) -> None:
    async def for_ever(_seconds: float) -> None:
        await asyncio.Event().wait()

    script = answer("{}", 503)
    async with loopback(script) as server, rig(profile(server.url), pause=for_ever) as r:
        seconds = await stopped(r, until, lambda events: events)
        assert len(server.heard) == 1
    assert seconds < 2


async def test_closing_the_stream_in_mid_answer_closes_the_connection() -> None:
    async with loopback(silence(HELLO)) as server, rig(profile(server.url)) as r:
        adapter = await r.adapter()
        round_ = adapter.stream_round("round", offer_tools=True, final_instruction=None)
        async with aclosing(round_) as events:
            assert await anext(events) == TextDelta("hello")
        await asyncio.wait_for(server.hung_up.wait(), 2)
        (kept,) = await r.settled()
    assert kept.error == "cancelled"
    assert kept.response_body == HELLO


async def test_a_key_reaches_no_error_recording_or_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    body = f'{{"error":{{"message":"Bad key {KEY}","code":"{KEY}"}}}}'
    refused = answer(body, 401, x_request_id=f"r-{KEY}", set_cookie=f"s={KEY}")
    cut = f": {KEY}\n\n".encode()
    echo = stream(cut[:9], cut[9:], HELLO, chat_end(), DONE)
    async with loopback(refused, echo) as server:
        secret = profile(f"{server.url}?api_key={KEY}")
        async with rig(secret) as r:
            error = await failure_of(r)
            adapter = await r.adapter()
            await heard_from(adapter)
            kept = await r.settled()
            assert kept[1].response_body.startswith(b": ***")
            assert [len(chunk.data) for chunk in kept[1].chunks][:2] == [9, len(cut) - 9]
            shown = [repr(error), repr(error.failure), repr(kept), repr(adapter), repr(r.workshop)]
            shown += [repr(adapter.__dict__), repr(adapter._channel.endpoint)]  # type: ignore[attr-defined]
    assert server.heard[0].path.endswith(f"?api_key={KEY}")
    assert error.failure.category is Category.AUTHENTICATION
    for text in [*shown, caplog.text]:
        assert KEY not in text


async def test_cookies_are_not_kept() -> None:
    script = stream(HELLO, chat_end(), DONE, set_cookie="who=you; Path=/")
    async with loopback(script) as server, rig(profile(server.url)) as r:
        await heard_from(await r.adapter())
        await heard_from(await r.adapter())
    assert all("cookie" not in heard.headers for heard in server.heard)


async def test_a_stream_that_ends_cleanly_before_any_event_is_tried_again() -> None:
    early = (stream(chat_delta(role="assistant")), until_closed())
    async with loopback(*early, WHOLE) as server, rig(profile(server.url)) as r:
        events = await heard_from(await r.adapter())
    assert [retry.failure.category for retry in retries_of(events)] == [Category.CUT_OFF] * 2
    assert text_of(events) == "hello"


async def test_a_server_that_talks_on_after_the_end_marker_is_hung_up_on() -> None:
    async def talkative(wire: Wire) -> None:
        await half_stream(HELLO, chat_end(), DONE)(wire)
        while True:
            await wire.chunk(b": more\n\n" * 2_000)

    async with loopback(talkative) as server, rig(profile(server.url)) as r:
        assert text_of(await heard_from(await r.adapter())) == "hello"
        await asyncio.wait_for(server.hung_up.wait(), 2)


async def test_a_plain_json_reply_is_an_answer_too() -> None:
    message = {"role": "assistant", "content": "hello"}
    body = json.dumps({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
    script = answer(body, content_type="application/json")
    async with loopback(script) as server, rig(profile(server.url)) as r:
        assert text_of(await heard_from(await r.adapter())) == "hello"


async def test_a_result_goes_back_in_the_next_round_of_the_same_adapter() -> None:
    call = {"index": 0, "id": "c1", "function": {"name": "clock", "arguments": "{}"}}
    first = stream(chat_delta(tool_calls=[call]), chat_end("tool_calls"), DONE)
    async with loopback(first, WHOLE) as server, rig(profile(server.url)) as r:
        adapter = await r.adapter()
        completed = (await heard_from(adapter))[-1]
        assert isinstance(completed, RoundCompleted)
        state = adapter.record_round()
        adapter.record_result(ToolResult(completed.calls[0].id, "noon", Outcome.DONE, 4))
        assert text_of(await heard_from(adapter)) == "hello"
    assert state is not None
    assert state.profile_id == "p"
    assert server.heard[1].json["messages"][-1]["content"] == "noon"


@pytest.mark.slow
async def test_stop_is_quick_while_a_large_prompt_is_still_being_sent() -> None:
    opened = asyncio.Event()
    closed = asyncio.Event()

    async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened.set()
        await closed.wait()
        writer.transport.abort()

    server = await asyncio.start_server(deaf, "127.0.0.1", 0, limit=1024)
    port = server.sockets[0].getsockname()[1]
    async with server, rig(profile(f"http://127.0.0.1:{port}")) as r:
        task = asyncio.create_task(heard_from(await r.adapter("z" * 20_000_000)))
        await opened.wait()
        start = time.perf_counter()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert time.perf_counter() - start < 2
        closed.set()


async def test_much_at_once_leaves_the_loop_its_turns() -> None:
    turns = 0

    async def count_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    script = stream(HELLO * 20_000, chat_end(), DONE)
    async with loopback(script) as server, rig(profile(server.url)) as r:
        adapter = await r.adapter()
        counting = asyncio.create_task(count_turns())
        await heard_from(adapter)
        counting.cancel()
    assert turns > len(HELLO) * 20_000 / (16 * 1024)


@pytest.mark.parametrize(
    ("dialect", "pieces"),
    [
        (
            Dialect.ANTHROPIC_MESSAGES,
            (
                b'data: {"type":"message_start","message":{"usage":{"input_tokens":25,'
                b'"cache_creation_input_tokens":7,"output_tokens":1}}}\n\n',
                b'data: {"type":"content_block_start","index":0,"content_block":'
                b'{"type":"text","text":"Hal"}}\n\n',
            ),
        ),
        (
            Dialect.GOOGLE_GEMINI,
            (
                b'data: {"candidates":[{"content":{"parts":[{"text":"Hal"}]}}],"usageMetadata":'
                b'{"promptTokenCount":25,"candidatesTokenCount":1}}\n\n',
            ),
        ),
    ],
)
async def test_the_tokens_of_a_round_that_was_cut_off_are_known_as_far_as_reported(
    dialect: Dialect, pieces: tuple[bytes, ...]
) -> None:
    async with (
        loopback(half_stream(*pieces)) as server,
        rig(profile(server.url, dialect=dialect)) as r,
    ):
        adapter = await r.adapter()
        assert adapter.reported == Usage()
        with pytest.raises(IncompleteRoundError):
            await heard_from(adapter)
        reported = adapter.reported
    assert (reported.input_tokens, reported.output_tokens) == (25, 1)


async def test_a_refused_request_is_held_against_our_own_rules_and_not_quoted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    refused = answer(b'{"error": {"message": "no"}}', 400, content_type="application/json")
    mine_alone = {"messages": [{"role": "user", "content": ""}]}
    valid = profile("")
    wrong = profile("", extra_parameters=mine_alone)
    said = []
    for one in (valid, wrong):
        caplog.clear()
        async with loopback(refused) as server:
            served = one.model_copy(update={"base_url": server.url})
            async with rig(served) as r:
                with pytest.raises(RoundError):
                    await heard_from(await r.adapter("A secret thought"))
        said.append([record.getMessage() for record in caplog.records])
    assert said[0] == ["A request was refused. By our own rules: valid"]
    assert len(said[1]) == 1
    assert "valid" not in said[1][0]
    assert "secret" not in f"{said}"
