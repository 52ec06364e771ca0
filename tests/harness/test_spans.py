"""Spans are read by OpenTelemetry's own definitions, as a collector reads them."""

from __future__ import annotations

import json
from dataclasses import replace

from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from studio.core.chats import Turn
from studio.core.errors import Category, Failure
from studio.core.messages import (
    Dialect,
    Origin,
    Outcome,
    Round,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
    Usage,
)
from studio.harness.spans import as_otlp, as_test_otlp
from tests.adapters.collector import spans_in

ORIGIN = Origin("p", "P", Dialect.ANTHROPIC_MESSAGES, "claude", host="api.anthropic.com")
SECRET = "what was said"
USE = ToolUse(
    ToolCall("u1", "look", json.dumps({"at": SECRET}), "toolu_1"),
    ToolState.ENDED,
    ToolResult("u1", SECRET, Outcome.TIMED_OUT, 3),
    102.0,
    103.5,
)
ROUNDS = (
    Round(
        "r1",
        ORIGIN,
        100.5,
        (Text(SECRET), USE),
        Stop.TOOL_CALLS,
        "tool_use",
        Usage(12, 7),
        101.0,
        101.5,
    ),
    Round("r2", ORIGIN, 104.0, (Text(SECRET),), Stop.END, "end_turn", Usage(), 104.5, 105.0),
)
TURN = Turn("t1", "c1", None, 100.0, (Text(SECRET),), ROUNDS, TurnState.COMPLETED, ended_at=105.25)


def read(turn: Turn) -> list[Span]:
    return spans_in(as_otlp(turn, "1.2.3"))


def told(span: Span) -> dict[str, object]:
    values = {}
    for pair in span.attributes:
        kind = pair.value.WhichOneof("value")
        value = getattr(pair.value, kind or "")
        values[pair.key] = (
            [each.string_value for each in value.values] if kind == "array_value" else value
        )
    return values  # fmt: skip


def test_a_turn_is_a_tree_of_rounds_and_calls() -> None:
    root, first, call, second = read(TURN)
    assert [each.name for each in (root, first, call, second)] == [
        "invoke_agent Callboard",
        "chat claude",
        "execute_tool look",
        "chat claude",
    ]
    assert not root.parent_span_id
    assert first.parent_span_id == second.parent_span_id == root.span_id
    assert call.parent_span_id == first.span_id
    assert len({each.trace_id for each in (root, first, call, second)}) == 1
    assert first.kind == Span.SPAN_KIND_CLIENT


def test_times_are_nanoseconds() -> None:
    root, first, call, _ = read(TURN)
    assert (root.start_time_unix_nano, root.end_time_unix_nano) == (100 * 10**9, 105_250_000_000)
    assert first.end_time_unix_nano - first.start_time_unix_nano == 10**9
    assert call.end_time_unix_nano - call.start_time_unix_nano == 1_500_000_000


def test_a_round_tells_its_model_and_tokens_by_the_conventions() -> None:
    attributes = told(read(TURN)[1])
    assert attributes == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "anthropic",
        "gen_ai.request.model": "claude",
        "gen_ai.conversation.id": "c1",
        "server.address": "api.anthropic.com",
        "gen_ai.usage.input_tokens": 12,
        "gen_ai.usage.output_tokens": 7,
        "gen_ai.response.finish_reasons": ["tool_calls"],
    }
    assert "gen_ai.usage.input_tokens" not in told(read(TURN)[3])


def test_a_call_that_failed_says_so() -> None:
    call = read(TURN)[2]
    assert call.status.code == Status.STATUS_CODE_ERROR
    assert told(call)["error.type"] == "timed_out"
    assert told(call)["gen_ai.tool.call.id"] == "toolu_1"


def test_a_failed_turn_is_an_error_at_its_root_and_its_round() -> None:
    broken = replace(ROUNDS[1], stop=None, ended_at=None)
    failed = replace(
        TURN,
        rounds=(ROUNDS[0], broken),
        state=TurnState.FAILED,
        failure=Failure(Category.RATE_LIMIT, SECRET),
    )
    root, first, _, second = read(failed)
    assert [each.status.code for each in (root, first, second)] == [2, 1, 2]
    assert told(second)["error.type"] == "rate_limit"
    assert second.end_time_unix_nano == root.end_time_unix_nano


def test_nothing_that_was_said_is_in_it() -> None:
    assert SECRET not in as_otlp(TURN, "1")


def test_the_same_turn_twice_is_one_trace() -> None:
    assert as_otlp(TURN, "1") == as_otlp(TURN, "1")
    assert read(TURN)[0].trace_id != read(replace(TURN, id="t2"))[0].trace_id


def test_a_test_span_belongs_to_no_turn_and_to_its_moment() -> None:
    (first,), (second,) = spans_in(as_test_otlp(7.0, "1")), spans_in(as_test_otlp(8.0, "1"))
    assert first.name == "test by Callboard"
    assert first.start_time_unix_nano == first.end_time_unix_nano == 7_000_000_000
    assert first.trace_id != second.trace_id
    assert not first.parent_span_id
