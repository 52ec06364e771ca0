"""Transport failures that happened to others, over a real connection: one test a case."""

import asyncio
from collections.abc import Callable

import pytest

from studio.core.errors import Category, IncompleteRoundError, RoundError
from studio.core.events import RoundCompleted, RoundEvent, TextDelta
from studio.core.messages import Dialect
from tests.adapters.rig import KEY, Rig, heard_from, profile, retries_of, rig, text_of
from tests.conftest import Until
from tests.loopback import (
    DONE,
    Piece,
    Script,
    answer,
    broken,
    chat_delta,
    chat_end,
    half_stream,
    loopback,
    silence,
    sse,
    stream,
    until_closed,
)

HELLO = chat_delta(content="hi")
WHOLE = stream(HELLO, chat_end(), DONE)


async def failed(rig_: Rig, events: list[RoundEvent]) -> RoundError:
    with pytest.raises(RoundError) as caught:
        await heard_from(await rig_.adapter(), events)
    return caught.value


async def test_s13_keep_alive_comments_are_no_answer() -> None:
    script = stream(
        b"\xef\xbb\xbf: OPENROUTER PROCESSING\n\n",
        b": keep-alive\n" + HELLO.replace(b"data: ", b"data:"),
        b'event: ping\ndata: {"type": "ping"}\n\n',
        chat_end() + DONE,
    )
    async with loopback(script) as server, rig(profile(server.url)) as r:
        assert text_of(await heard_from(await r.adapter())) == "hi"


@pytest.mark.parametrize("partial", [b"", HELLO])
async def test_s15_an_error_inside_a_good_status_is_a_failure_with_its_words(
    partial: bytes,
) -> None:
    error = sse(
        {"id": "gen-1", "choices": [], "error": {"code": 502, "message": "Upstream is full"}}
    )
    script = stream(partial + error, DONE)
    async with loopback(script) as server, rig(profile(server.url)) as r:
        events: list[RoundEvent] = []
        failure = (await failed(r, events)).failure
    assert failure.message == "Upstream is full"
    assert failure.code == "502"
    assert text_of(events) == ("hi" if partial else "")


async def test_s15_a_usage_chunk_without_choices_is_no_error() -> None:
    usage = sse({"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 7}})
    script = stream(HELLO, chat_end(), usage, DONE)
    async with loopback(script) as server, rig(profile(server.url)) as r:
        last = (await heard_from(await r.adapter()))[-1]
    assert isinstance(last, RoundCompleted)
    assert last.usage.output_tokens == 7


HALF_CALL = chat_delta(
    tool_calls=[{"index": 0, "id": "c", "function": {"name": "write", "arguments": '{"a": "Dea'}}]
)
ANTHROPIC_HALF = b"".join(
    b"event: %b\n" % str(payload["type"]).encode() + sse(payload)
    for payload in (
        {"type": "message_start", "message": {"role": "assistant", "content": []}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "hi"}},
    )
)
RESPONSES_HALF = sse({"type": "response.output_text.delta", "delta": "hi", "output_index": 0})


@pytest.mark.parametrize(
    ("dialect", "half"),
    [
        (Dialect.OPENAI_CHAT, HELLO),
        (Dialect.OPENAI_CHAT, HELLO + HALF_CALL),
        (Dialect.ANTHROPIC_MESSAGES, ANTHROPIC_HALF),
        (Dialect.OPENAI_RESPONSES, RESPONSES_HALF),
    ],
)
@pytest.mark.parametrize("make", [stream, half_stream, until_closed, broken])
async def test_s17_a_stream_without_its_end_is_cut_off_and_its_text_stays(
    dialect: Dialect, half: bytes, make: Callable[..., Script]
) -> None:
    script = make(half)
    async with loopback(script) as server, rig(profile(server.url, dialect=dialect)) as r:
        events: list[RoundEvent] = []
        error = await failed(r, events)
        assert len(server.heard) == 1
    assert isinstance(error, IncompleteRoundError)
    assert error.failure.category is Category.CUT_OFF
    assert text_of(events) == "hi"
    assert not any(isinstance(event, RoundCompleted) for event in events)


async def test_s17_a_finish_reason_without_done_is_a_normal_end() -> None:
    async with loopback(until_closed(HELLO, chat_end())) as server, rig(profile(server.url)) as r:
        assert isinstance((await heard_from(await r.adapter()))[-1], RoundCompleted)


@pytest.mark.parametrize("size", [1, 2, 3, 50])
async def test_s19_a_character_cut_by_the_network_arrives_whole(size: int) -> None:
    raw = chat_delta(content="你好🌍") + chat_end() + DONE
    pieces: list[Piece] = [raw[at : at + size] for at in range(0, len(raw), size)]
    async with loopback(stream(*pieces)) as server, rig(profile(server.url)) as r:
        assert text_of(await heard_from(await r.adapter())) == "你好🌍"


async def test_s20_a_stalled_stream_ends_and_keeps_its_text() -> None:
    script = silence(chat_delta(reasoning_content="Hmm"), HELLO)
    async with loopback(script) as server, rig(profile(server.url, idle_timeout=0.05)) as r:
        events: list[RoundEvent] = []
        failure = (await failed(r, events)).failure
        await asyncio.wait_for(server.hung_up.wait(), 2)
    assert failure.category is Category.TIMEOUT
    assert "0.05 s" in failure.message
    assert text_of(events) == "hi"


async def test_s20_and_l09_stop_works_at_once_in_the_silence_and_the_next_send_works(
    until: Until,
) -> None:
    async with loopback(silence(HELLO), WHOLE) as server, rig(profile(server.url)) as r:
        events: list[RoundEvent] = []
        task = asyncio.create_task(heard_from(await r.adapter(), events))
        await until(lambda: TextDelta("hi") in events)
        task.cancel()
        async with asyncio.timeout(0.2):
            with pytest.raises(asyncio.CancelledError):
                await task
        assert text_of(await heard_from(await r.adapter())) == "hi"
        assert len(server.heard) == 2


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry_after": "171"}, 171.0),
        ({"retry_after_ms": "1500"}, 1.5),
        (
            {
                "retry_after": "Wed, 21 Oct 2030 07:28:00 GMT",
                "date": "Wed, 21 Oct 2030 07:27:15 GMT",
            },
            45.0,
        ),
        ({}, 1.0),
    ],
)
@pytest.mark.parametrize("status", [429, 529])
async def test_s21_one_owner_waits_as_long_as_it_was_told(
    headers: dict[str, str], wait: float, status: int
) -> None:
    refused = answer('{"error":{"message":"slow down"}}', status, **headers)
    async with loopback(refused, WHOLE) as server, rig(profile(server.url)) as r:
        events = await heard_from(await r.adapter())
        assert len(server.heard) == 2
    assert [retry.delay for retry in retries_of(events)] == r.waited == [wait]


async def test_s21_a_day_is_not_waited_for_and_no_quota_is_tried_again() -> None:
    quota = '{"error":{"message":"no credit","type":"insufficient_quota"}}'
    for refused, category in (
        (answer("{}", 429, retry_after="86400"), Category.RATE_LIMIT),
        (answer(quota, 429), Category.QUOTA),
        (answer("{}", 402), Category.QUOTA),
    ):
        async with loopback(refused) as server, rig(profile(server.url)) as r:
            failure = (await failed(r, [])).failure
            assert len(server.heard) == 1
        assert failure.category is category


async def test_s21_nothing_is_tried_again_once_text_was_shown() -> None:
    script = stream(HELLO, sse({"error": {"code": 429, "message": "slow down"}}))
    async with loopback(script) as server, rig(profile(server.url)) as r:
        await failed(r, [])
        assert len(server.heard) == 1


@pytest.mark.parametrize(
    "pasted", ["{}", "{}/v1", "{}/v1/", "{}/v1/chat/completions", " {}/v1 ", "{}//v1//"]
)
async def test_s22_every_form_of_an_address_reaches_the_same_place(pasted: str) -> None:
    async with loopback(WHOLE) as server, rig(profile(pasted.format(server.url))) as r:
        await heard_from(await r.adapter())
    assert server.heard[0].path == "/v1/chat/completions"


@pytest.mark.parametrize("status", [200, 404])
async def test_s22_a_page_or_a_404_shows_the_address_that_was_called(status: int) -> None:
    page = answer("<html><body>Not here</body></html>", status, content_type="text/html")
    async with loopback(page) as server, rig(profile(server.url)) as r:
        failure = (await failed(r, [])).failure
    assert failure.url == f"{server.url}/v1/chat/completions"


async def test_d05_closing_everything_in_mid_answer_leaves_nothing_behind(until: Until) -> None:
    # The walls around every test fail this one for a task left behind or a warning.
    async with loopback(silence(HELLO)) as server, rig(profile(server.url)) as r:
        events: list[RoundEvent] = []
        task = asyncio.create_task(heard_from(await r.adapter(), events))
        await until(lambda: events)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with asyncio.timeout(1):
            await r.workshop.recorder.aclose()
            await r.workshop.clients.aclose()
        await asyncio.wait_for(server.hung_up.wait(), 2)
    assert [kept.error for kept in r.recordings] == ["cancelled"]
    assert KEY not in repr(r.recordings)
