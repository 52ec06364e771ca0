"""Short ways to write down a stream, and to see what was made of it."""

import json
from typing import Any

import pytest

from studio.core.messages import (
    Dialect,
)
from studio.core.quirks import Quirks
from studio.wire.exchange import Exchange
from tests.wire.replies import Reading, exchange, read
from tests.wire.turns import assignment
from tests.wire.validators import check

CHAT = Dialect.OPENAI_CHAT
RESPONSES = Dialect.OPENAI_RESPONSES
ANTHROPIC = Dialect.ANTHROPIC_MESSAGES
GEMINI = Dialect.GOOGLE_GEMINI
OLLAMA = Dialect.OLLAMA_CHAT
EVERY_DIALECT = pytest.mark.parametrize("dialect", list(Dialect))


def stream(*payloads: Any, done: bool = True) -> str:
    lines = [f"data: {json.dumps(payload)}\n\n" for payload in payloads]
    return "".join(lines) + ("data: [DONE]\n\n" if done else "")


def lines(*payloads: Any) -> str:
    """Ollama's stream."""
    return "".join(f"{json.dumps(payload)}\n" for payload in payloads)


def parts(*made: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    """One object of Gemini's stream."""
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": list(made)}, "index": 0}
    return {"candidates": [candidate if finish is None else {**candidate, "finishReason": finish}]}


def said(reason: str | None = None, **message: Any) -> dict[str, Any]:
    """One line of Ollama's stream; the last one where there is a reason."""
    line = {"message": {"role": "assistant", "content": "", **message}, "done": reason is not None}
    return line if reason is None else {**line, "done_reason": reason}


def delta(finish: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": fields, "finish_reason": finish}]}


def call_delta(finish: str | None = None, **fields: Any) -> dict[str, Any]:
    function = {name: fields.pop(name) for name in ("name", "arguments") if name in fields}
    return delta(finish, tool_calls=[{**fields, "function": function}])


def calls(reading: Reading) -> list[tuple[str, str, str]]:
    assert reading.completed is not None
    return [(c.provider_call_id, c.name, c.arguments) for c in reading.completed.calls]


def completed(made: Exchange, body: str) -> Reading:
    """Reads a reply and records it, as the loop does."""
    reading = read(made.begin_round(""), [body.encode()])
    assert reading.completed is not None
    made.record_round()
    return reading


def body_of(made: Exchange, *, offer_tools: bool = True) -> dict[str, Any]:
    return dict(made.request(offer_tools=offer_tools, final_instruction=None).body)


def history(dialect: Dialect, *turns: Any, **settings: Any) -> list[dict[str, Any]]:
    body = body_of(exchange(dialect, assignment=assignment(*turns), **settings))
    check(dialect, body, settings.get("quirks", Quirks()))
    places = {RESPONSES: "input", GEMINI: "contents"}
    return list(body[places.get(dialect, "messages")])


NO_ARGUMENTS = {
    CHAT: stream(call_delta("tool_calls", index=0, id="c1", name="list_alerts", arguments=" ")),
    RESPONSES: stream(
        {
            "type": "response.completed",
            "response": {
                "status": "completed",
                "output": [
                    {
                        "type": "function_call",
                        "call_id": "c1",
                        "name": "list_alerts",
                        "arguments": "",
                    }
                ],
            },
        }
    ),
    ANTHROPIC: stream(
        {"type": "message_start", "message": {}},
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": {"type": "tool_use", "id": "c1", "name": "list_alerts", "input": {}},
        },
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}},
        {"type": "message_stop"},
    ),
    GEMINI: stream(
        parts({"functionCall": {"name": "list_alerts", "id": "c1"}}, finish="STOP"), done=False
    ),
    OLLAMA: lines(
        said(tool_calls=[{"id": "c1", "function": {"name": "list_alerts", "arguments": ""}}]),
        said("stop"),
    ),
}
