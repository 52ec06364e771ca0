from dataclasses import replace

import pytest

from studio.adapters.wire_reader import RecordedWire
from studio.core.errors import Category, Diagnosis, IncompleteRoundError, RoundError
from studio.core.events import RoundCompleted, TextDelta
from studio.core.recording import Chunk, Recording
from tests.adapters.rig import heard_from, profile, rig
from tests.loopback import DONE, answer, chat_delta, chat_end, loopback, stream

RECORDING = Recording(
    round_id="r",
    turn_id="t",
    chat_id="c",
    attempt=1,
    started_at=0.0,
    method="POST",
    url="https://h/v1/chat/completions?v=1",
    request_headers=(),
    request_body=b"{}",
    status=200,
    response_headers=(("content-type", "text/event-stream"),),
    chunks=(Chunk(5, chat_delta(content="hel")[:20]), Chunk(7, chat_delta(content="hel")[20:])),
)


def reader() -> RecordedWire:
    return RecordedWire(lambda: "id")


async def test_a_recording_reads_back_as_the_events_it_once_was() -> None:
    script = stream(chat_delta(content="hel"), chat_delta(content="lo"), chat_end(), DONE)
    async with loopback(script) as server, rig(profile(server.url)) as r:
        events = await heard_from(await r.adapter())
        (kept,) = await r.settled()
    read = reader().read(kept)
    assert [event for _, event in read] == events
    assert {offset for offset, _ in read} <= {chunk.offset_ns for chunk in kept.chunks}


def test_an_event_has_the_time_of_the_bytes_that_made_it_certain() -> None:
    events, error = reader().events(RECORDING)
    assert events == ((7, TextDelta("hel")),)
    assert isinstance(error, IncompleteRoundError)


_ANTHROPIC = b'{"type":"message","content":[{"type":"text","text":"hi"}],"stop_reason":"end_turn"}'
_GEMINI = b'data: {"candidates":[{"content":{"parts":[{"text":"hi"}]},"finishReason":"STOP"}]}\n\n'


@pytest.mark.parametrize(
    ("url", "body"),
    [
        ("https://h/v1/messages", _ANTHROPIC),
        ("https://h/v1beta/models/m:streamGenerateContent?alt=sse", _GEMINI),
        ("https://h/v1beta/models/m:generateContent", _GEMINI.removeprefix(b"data: ")),
        ("http://h:11434/api/chat", b'{"message":{"content":"hi"},"done":true}\n'),
    ],
)
def test_each_dialect_is_known_by_its_address(url: str, body: bytes) -> None:
    kept = replace(RECORDING, url=url, chunks=(Chunk(1, body),))
    events = [event for _, event in reader().read(kept)]
    assert events[0] == TextDelta("hi")
    assert isinstance(events[-1], RoundCompleted)


async def test_a_recorded_refusal_is_refused_again() -> None:
    refused = answer('{"error":{"message":"no such model"}}', 404)
    async with loopback(refused) as server, rig(profile(server.url)) as r:
        with pytest.raises(RoundError) as live:
            await heard_from(await r.adapter())
        (kept,) = await r.settled()
    with pytest.raises(RoundError) as read:
        reader().read(kept)
    # What explains it is not in the recording: whose address this is, and what models it has.
    explained = replace(read.value.failure, code=Diagnosis.MODEL_NAME)
    assert explained == live.value.failure


def test_an_attempt_without_reply_and_an_unknown_address_are_failures() -> None:
    for kept, category in (
        (replace(RECORDING, status=None, error="network: refused"), Category.NETWORK),
        (replace(RECORDING, url="https://h/v1/other"), Category.UNREADABLE_REPLY),
    ):
        with pytest.raises(RoundError) as caught:
            reader().read(kept)
        assert caught.value.failure.category is category
