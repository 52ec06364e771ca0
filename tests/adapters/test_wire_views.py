from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from studio.adapters.practice_provider import practice_profile
from studio.adapters.wire_views import RecordedViews
from studio.core.chats import Assignment, ChatSettings, Turn
from studio.core.errors import Category
from studio.core.events import RoundCompleted, TextDelta
from studio.core.messages import Dialect
from studio.core.profiles import PRACTICE_ID
from studio.core.recording import Chunk, Recording
from studio.harness.inspection_ports import DialectView
from tests.fakes import ids
from tests.harness.real_chat import practice_tools, real_chat
from tests.wire.recorded import all_recordings, recording

PATHS = {
    Dialect.OPENAI_CHAT: "/v1/chat/completions",
    Dialect.OPENAI_RESPONSES: "/v1/responses",
    Dialect.ANTHROPIC_MESSAGES: "/v1/messages",
    Dialect.GOOGLE_GEMINI: "/v1beta/models/m:streamGenerateContent",
    Dialect.OLLAMA_CHAT: "/api/chat",
}
WIRES = {
    "chat_completions": Dialect.OPENAI_CHAT,
    "responses": Dialect.OPENAI_RESPONSES,
    "anthropic_messages": Dialect.ANTHROPIC_MESSAGES,
    "gemini": Dialect.GOOGLE_GEMINI,
    "ollama": Dialect.OLLAMA_CHAT,
}


def views(dialect: Dialect = Dialect.OPENAI_CHAT) -> RecordedViews:
    profiles = {PRACTICE_ID: practice_profile(dialect)}
    return RecordedViews(ids("use"), profiles.get)


def kept(dialect: Dialect, *pieces: bytes, status: int | None = 200, error: str = "") -> Recording:
    return Recording(
        round_id="r",
        turn_id="t",
        chat_id="c",
        attempt=1,
        started_at=0.0,
        method="POST",
        url=f"https://h{PATHS[dialect]}",
        request_headers=(),
        request_body=b"{}",
        status=status,
        chunks=tuple(Chunk(10 * number, piece) for number, piece in enumerate(pieces, start=1)),
        error=error,
    )


def in_bytes(body: bytes) -> list[bytes]:
    return [body[number : number + 1] for number in range(len(body))]


@pytest.mark.parametrize(("dialect", "scene"), all_recordings())
def test_an_event_came_when_the_chunk_with_its_last_byte_did(dialect: Dialect, scene: str) -> None:
    body = recording(dialect, scene)
    whole = views().stream(kept(dialect, body))
    torn = views().stream(kept(dialect, *in_bytes(body)))
    assert {event.offset_ns for event in whole} == {10}
    assert [event.offset_ns for event in torn] == [10 * event.end for event in torn]
    assert [event.data for event in torn] == [event.data for event in whole]
    assert whole


def test_empty_chunks_and_no_chunks_are_no_events() -> None:
    assert views().stream(kept(Dialect.OPENAI_CHAT)) == ()
    (event,) = views().stream(kept(Dialect.OPENAI_CHAT, b"", b"data: 1\n", b"", b"\n", b""))
    assert (event.offset_ns, event.data) == (40, "1")
    assert views().reply(kept(Dialect.OPENAI_CHAT)).message == ""


TWO_CALLS = {
    Dialect.OPENAI_CHAT: ["content", "role", "tool_calls"],
    Dialect.OLLAMA_CHAT: ["content", "role", "tool_calls"],
    Dialect.ANTHROPIC_MESSAGES: ["content", "role"],
    Dialect.GOOGLE_GEMINI: ["parts", "role"],
}


@pytest.mark.parametrize("dialect", Dialect)
def test_a_reply_adds_up_to_the_message_that_goes_back(dialect: Dialect) -> None:
    reply = views().reply(kept(dialect, *in_bytes(recording(dialect, "two_calls"))))
    message = json.loads(reply.message)
    assert reply.failure is None
    assert isinstance(reply.events[-1][1], RoundCompleted)
    said = json.dumps(message)
    assert "Let me look." in said
    assert said.count("get_time") == said.count("list_files") == 1
    assert "interrupted" not in said
    assert "Continue." not in said
    if dialect is Dialect.OPENAI_RESPONSES:
        assert [item["type"] for item in message][-2:] == ["function_call", "function_call"]
    else:
        assert sorted(message) == TWO_CALLS[dialect]


@pytest.mark.parametrize("dialect", Dialect)
def test_what_was_thought_is_in_the_message(dialect: Dialect) -> None:
    reply = views().reply(kept(dialect, recording(dialect, "reasoning")))
    assert "Then I speak." in reply.message
    assert "First I think." in reply.message


@pytest.mark.parametrize("dialect", Dialect)
def test_of_a_reply_that_was_cut_off_the_text_is_left_and_why_is_told(dialect: Dialect) -> None:
    reply = views().reply(kept(dialect, recording(dialect, "cut_off")))
    assert reply.failure is not None
    assert reply.failure.category is Category.CUT_OFF
    assert "The three steps are: 1)" in reply.message
    assert "get_time" not in reply.message
    assert TextDelta("The three steps are: 1) ") in [event for _, event in reply.events]


def test_a_refusal_and_an_unknown_address_are_failures_and_are_framed_all_the_same() -> None:
    body = b'{"error":{"message":"no such model"}}'
    refused = kept(Dialect.OPENAI_CHAT, body, status=404)
    assert views().stream(refused)[0].data == body.decode()
    failure = views().reply(refused).failure
    assert failure is not None
    assert failure.category is Category.MODEL_NOT_FOUND
    strange = replace(kept(Dialect.OPENAI_CHAT, b"data: 1\n\n"), url="https://h/other")
    assert views().stream(strange)[0].data == "1"
    assert views().reply(strange).failure is not None
    lost = views().reply(kept(Dialect.OPENAI_CHAT, status=None, error="network: refused"))
    assert lost.failure is not None
    assert lost.failure.category is Category.NETWORK


def at(view: DialectView, subject: str) -> list[Any]:
    found = []
    for placed in view.places:
        if placed.subject == subject:
            value: Any = json.loads(view.body)
            for step in placed.path:
                value = value[step]
            found.append(value)
    return found


@pytest.mark.parametrize("dialect", Dialect)
async def test_a_real_turn_is_told_in_all_dialects_and_its_own_is_what_would_be_sent(
    dialect: Dialect, tmp_path: Path
) -> None:
    async with real_chat(tmp_path, dialect) as chat:
        turn = await chat.send("several at once")
        definitions = tuple(tool.definition for tool in practice_tools())
        settings = ChatSettings(profile_id=PRACTICE_ID, system_prompt="Be brief.")
        assignment = Assignment((), turn, definitions, settings)
        told = views(dialect).dialects(assignment)
        await chat.send("hello")
        after = chat.judge.bodies[-1]
    assert [view.dialect for view in told] == list(Dialect)
    uses = turn.tool_uses
    assert len(uses) > 1
    for view in told:
        for use in uses:
            assert use.result is not None
            (call,) = at(view, f"{use.call.id}/call")
            (result,) = at(view, f"{use.call.id}/result")
            assert use.call.name in json.dumps(call)
            assert use.result.content in json.dumps(result)
        (text,) = at(view, f"{turn.rounds[-1].id}/text")
        assert text.strip() == turn.rounds[-1].text.strip()
        assert at(view, f"{turn.id}/prompt") == ["several at once"]
    own = next(view for view in told if view.dialect is dialect)
    assert own.lost == ()
    assert _entries(after)[: len(_rounds(own))] == _rounds(own)


def _entries(body: dict[str, Any]) -> list[Any]:
    entries: list[Any] = body.get("messages") or body.get("input") or body["contents"]
    return [entry for entry in entries if entry.get("role") != "system"]


def _rounds(view: DialectView) -> list[Any]:
    return _entries(json.loads(view.body))


def test_a_prompt_that_nobody_answered_yet_is_told_for_the_chats_own_provider() -> None:
    profile = practice_profile(Dialect.GOOGLE_GEMINI)
    turn = Turn("t", "c", None, 0.0, ())
    assignment = Assignment((), turn, (), ChatSettings(profile_id=profile.id))
    told = RecordedViews(ids("use"), lambda _: profile).dialects(assignment)
    assert len(told) == len(Dialect)
    assert all(view.lost == () for view in told)
    gone = RecordedViews(ids("use"), lambda _: None).dialects(assignment)
    assert next(view.path for view in gone) == "chat/completions"


async def test_what_the_practice_provider_sent_is_framed_and_read_as_it_was_heard(
    tmp_path: Path,
) -> None:
    async with real_chat(tmp_path, Dialect.ANTHROPIC_MESSAGES) as chat:
        turn = await chat.send("time in Tokyo and Paris")
        await chat.recorder.settled()
        (first, second) = await chat.recordings.recordings(turn.id)
    assert len(views().stream(first)) > 5
    message = json.loads(views().reply(first).message)
    sent = json.loads(second.request_body)["messages"]
    assert message["role"] == "assistant"
    assert message in sent


def _corpus(shared: Path) -> Iterator[tuple[Dialect, dict[str, Any]]]:
    for wire, dialect in WIRES.items():
        for path in sorted((shared / "wire" / wire).glob("*.json")):
            for exchange in json.loads(path.read_text("utf-8"))["exchanges"]:
                yield dialect, exchange["response"]


def test_every_shared_exchange_is_framed_and_read(
    shared: Path, record_property: Callable[[str, object], None]
) -> None:
    count = frames = messages = 0
    for dialect, response in _corpus(shared):
        body = (response["body"] or "").encode()
        headers = tuple((response["headers"] or {}).items())
        half = len(body) // 2
        one = kept(dialect, body[:half], body[half:], status=response["status"])
        one = replace(one, response_headers=headers)
        events = views().stream(one)
        for before, after in itertools.pairwise(event for event in events if not event.is_stray):
            assert before.end <= after.begin
        assert bool(events) is bool(body.strip())
        reply = views().reply(one)
        assert reply.failure is None or not reply.message or reply.events
        count, frames, messages = count + 1, frames + len(events), messages + bool(reply.message)
    told = f"{count} exchanges, {frames} events, {messages} messages"
    record_property("shared recordings framed", told)
