"""An inspection over hand-made recordings."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from studio.core.call_recording import CallRecording
from studio.core.chats import Assignment, ChatSettings, Turn
from studio.core.errors import Category, Failure, StorageError
from studio.core.messages import Dialect, Origin, Retry, Round, Stop, Text, TurnState, Usage
from studio.core.notices import Notice, NoticeKind
from studio.core.recording import Chunk, ConnectionFacts, Recording
from studio.harness.inspection_ports import DialectView, Placed, ReadReply, StreamEvent
from studio.ui.chat.inspect_hook import Looking
from studio.ui.inspector.raw_round import key_id_itself

ORIGIN = Origin(
    "anthropic",
    "Anthropic",
    Dialect.ANTHROPIC_MESSAGES,
    "claude-sonnet-4-5",
    key_id="work",
    host="api.anthropic.com",
    key_hint="9f2c",
)
CONNECTION = ConnectionFacts("HTTP/2", "160.79.104.10:443", "TLS 1.3", "", is_reused=True)
PROMPT = {"role": "user", "content": "Look at last night's readings in plant.db."}
CALL = {
    "role": "assistant",
    "content": [
        {"type": "text", "text": "I'll read the readings first."},
        {
            "type": "tool_use",
            "id": "toolu_01",
            "name": "query_database",
            "input": {"sql": "select sensor, avg(value) from readings group by sensor"},
        },
    ],
}
RESULT = {
    "role": "user",
    "content": [
        {
            "type": "tool_result",
            "tool_use_id": "toolu_01",
            "content": "\n".join(f"TX-{number} | {number * 7}" for number in range(60)),
        }
    ],
}
TOOLS = [
    {
        "name": "query_database",
        "description": "Asks a database.",
        "input_schema": {"type": "object", "properties": {"sql": {"type": "string"}}},
    }
]
SSE = (
    ("message_start", {"type": "message_start", "message": {"id": "msg_1", "usage": {}}}),
    (
        "content_block_delta",
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "text_delta", "text": "TX-310 drifted"},
        },
    ),
    ("message_stop", {"type": "message_stop"}),
)


def body(*messages: object, system: str = "You are careful.") -> bytes:
    """A request of Anthropic's dialect."""
    whole = {
        "model": "claude-sonnet-4-5",
        "max_tokens": 4096,
        "system": system,
        "tools": TOOLS,
        "messages": list(messages),
        "stream": True,
    }
    return json.dumps(whole).encode()


def recording(round_id: str = "r1", attempt: int = 1, **changed: Any) -> Recording:
    """One that ended well, but for what is changed."""
    stream = [f"event: {name}\ndata: {json.dumps(data)}\n\n".encode() for name, data in SSE]
    facts: dict[str, Any] = {
        "round_id": round_id,
        "turn_id": "t1",
        "chat_id": "c1",
        "attempt": attempt,
        "started_at": 1_764_600_000.25,
        "method": "POST",
        "url": "https://api.anthropic.com/v1/messages",
        "request_headers": (
            ("content-type", "application/json"),
            ("anthropic-version", "2023-06-01"),
            ("x-api-key", "*" * 24),
        ),
        "request_body": body(PROMPT),
        "status": 200,
        "response_headers": (("content-type", "text/event-stream"), ("request-id", "req_011C")),
        "chunks": tuple(
            Chunk(412_000_000 + 1_200_000_000 * number, data) for number, data in enumerate(stream)
        ),
        "connection": CONNECTION,
        "ended_ns": 4_800_000_000,
    }
    return Recording(**{**facts, **changed})


def a_round(round_id: str = "r1", **changed: Any) -> Round:
    facts: dict[str, Any] = {
        "parts": (Text("TX-310 drifted"),),
        "stop": Stop.END,
        "usage": Usage(13_904, 311, cached_tokens=12_288),
        "ended_at": 1_764_600_005.0,
    }
    return Round(round_id, ORIGIN, 1_764_600_000.25, **{**facts, **changed})


def a_turn(*rounds: Round, turn_id: str = "t1") -> Turn:
    return Turn(
        turn_id,
        "c1",
        None,
        1_764_600_000.0,
        (Text("Look at it."),),
        rounds,
        TurnState.COMPLETED,
        ended_at=1_764_600_010.0,
    )


RETRIED = a_round(retries=(Retry(1.5, 1, "overloaded"),))


def dialect_views() -> tuple[DialectView, ...]:
    """One conversation in five, of which two would lose something."""
    messages = [PROMPT, CALL, RESULT]
    chat = {
        "model": "gpt-5",
        "messages": [
            {"role": "system", "content": "You are careful."},
            PROMPT,
            {"role": "assistant", "tool_calls": [{"id": "c1", "type": "function"}]},
            {"role": "tool", "tool_call_id": "c1", "content": "TX-0 | 0"},
        ],
    }
    responses = {"model": "gpt-5", "instructions": "You are careful.", "input": messages}
    anthropic = {"model": "claude", "system": "You are careful.", "messages": messages}
    gemini = {"contents": messages, "systemInstruction": {"parts": [{"text": "You"}]}}
    lost = (Notice(NoticeKind.REASONING_STAYS, 1),)
    return (
        DialectView(
            Dialect.OPENAI_CHAT,
            "/v1/chat/completions",
            json.dumps(chat),
            (
                Placed("system", ("messages", 0)),
                Placed("t1/prompt", ("messages", 1)),
                Placed("u1/call", ("messages", 2, "tool_calls", 0)),
                Placed("u1/result", ("messages", 3)),
            ),
            lost,
            ("r1/reasoning",),
        ),
        DialectView(
            Dialect.OPENAI_RESPONSES,
            "/v1/responses",
            json.dumps(responses),
            (
                Placed("system", ("instructions",)),
                Placed("t1/prompt", ("input", 0)),
                Placed("u1/result", ("input", 2)),
            ),
            lost,
            ("u1/result",),
        ),
        DialectView(
            Dialect.ANTHROPIC_MESSAGES,
            "/v1/messages",
            json.dumps(anthropic),
            (
                Placed("system", ("system",)),
                Placed("t1/prompt", ("messages", 0)),
                Placed("u1/call", ("messages", 1, "content", 1)),
                Placed("u1/result", ("messages", 2, "content", 0)),
            ),
        ),
        DialectView(Dialect.GOOGLE_GEMINI, "/v1beta/models/gemini", json.dumps(gemini)),
        DialectView(Dialect.OLLAMA_CHAT, "/api/chat", json.dumps(chat)),
    )


class FakeInspection:
    """Answers from its recordings. `gate` holds answers back; `is_broken` fails them."""

    def __init__(self, *recordings: Recording) -> None:
        self.kept = recordings
        self.views = dialect_views()
        self.message = json.dumps({"role": "assistant", "content": "TX-310 drifted"})
        self.failure: Failure | None = None
        self.is_broken = False
        self.fault: Exception | None = None
        self.kept_calls: tuple[CallRecording, ...] = ()
        self.asked: list[str] = []  # turns whose outlines were asked for
        self.gate = asyncio.Event()
        self.gate.set()

    async def _let_through(self) -> None:
        await self.gate.wait()
        if self.is_broken:
            raise StorageError(Failure(Category.STORAGE))
        if self.fault is not None:
            raise self.fault

    async def recordings(self, turn_id: str) -> Sequence[Recording]:
        await self._let_through()
        return [each for each in self.kept if each.turn_id == turn_id]

    async def round_recordings(self, round_id: str) -> Sequence[Recording]:
        await self._let_through()
        return [each for each in self.kept if each.round_id == round_id]

    async def outlines(self, turn_id: str) -> Sequence[Recording]:
        self.asked.append(turn_id)
        recorded = await self.recordings(turn_id)
        return [replace(each, request_body=b"", chunks=each.chunks[:1]) for each in recorded]

    async def calls(self, turn_id: str) -> Sequence[CallRecording]:
        await self._let_through()
        return [each for each in self.kept_calls if each.turn_id == turn_id]

    async def stream(self, recording: Recording) -> Sequence[StreamEvent]:
        await self._let_through()
        events, at = [], 0
        for chunk in recording.chunks:
            lines = chunk.data.decode().split("\n")
            name = lines[0].partition(": ")[2]
            data = lines[1].partition(": ")[2]
            end = at + len(chunk.data)
            events.append(StreamEvent(chunk.offset_ns, name, data, at, end))
            at = end
        return events

    async def reply(self, recording: Recording) -> ReadReply:
        await self._let_through()
        return ReadReply(message=self.message, failure=self.failure)

    async def dialects(self, assignment: Assignment) -> Sequence[DialectView]:
        await self._let_through()
        return self.views


def an_assignment() -> Assignment:
    return Assignment((), a_turn(a_round()), (), ChatSettings())


class Spawned:
    """Starts what a view wants, and waits for it."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[object]] = set()

    def __call__(self, work: Coroutine[Any, Any, object], name: str) -> None:
        self.tasks.add(asyncio.get_running_loop().create_task(work, name=name))

    async def settle(self) -> None:
        while waiting := [task for task in self.tasks if not task.done()]:
            await asyncio.gather(*waiting)
        self.tasks.clear()


def no_price(_origin: Origin, _usage: Usage) -> Decimal | None:
    return None


def looking(
    inspection: FakeInspection,
    now: float = 1_764_600_010.0,
    price: Callable[[Origin, Usage], Decimal | None] = no_price,
) -> Looking:
    """What a panel asks, with nothing known but what was recorded."""
    return Looking(inspection, price, key_id_itself, lambda _: None, lambda: now)


NOTHING_RECORDED = looking(FakeInspection())
