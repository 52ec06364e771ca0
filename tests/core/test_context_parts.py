from __future__ import annotations

from dataclasses import replace

import pytest

from studio.core.chats import Turn
from studio.core.context_parts import ContextKind, context
from studio.core.messages import (
    Attachment,
    Dialect,
    Origin,
    Outcome,
    Reasoning,
    Round,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    Usage,
    VendorState,
)
from studio.core.tools import ToolDefinition

ORIGIN = Origin("p", "P", Dialect.OPENAI_CHAT, "m")
USE = ToolUse(
    ToolCall("u1", "look", '{"at": "x"}'),
    ToolState.ENDED,
    ToolResult("u1", "r" * 400, Outcome.DONE, 400),
)
ROUND = Round("r1", ORIGIN, 1.0, (Reasoning("h" * 40), Text("a" * 80), USE), Stop.TOOL_CALLS)
LAST = Round("r2", ORIGIN, 2.0, (Text("b" * 40),), Stop.END)
TURN = Turn("t1", "c", None, 0.0, (Text("p" * 200),), (ROUND, LAST))
TOOL = ToolDefinition("look", "Looks at something.", server_name="Eyes")


def test_every_part_of_the_request_is_named_with_its_size() -> None:
    parts = context("s" * 100, (TOOL,), (TURN,)).parts
    assert [(part.kind, part.subject) for part in parts] == [
        (ContextKind.SYSTEM, "system"),
        (ContextKind.TOOL, "tools/look"),
        (ContextKind.PROMPT, "t1/prompt"),
        (ContextKind.ANSWER, "r1/text"),
        (ContextKind.CALL, "u1/call"),
        (ContextKind.RESULT, "u1/result"),
        (ContextKind.ANSWER, "r2/text"),
    ]
    assert parts[0].tokens == 26
    assert parts[1].group == "Eyes"
    assert parts[5].tokens == 101


def test_reasoning_counts_only_where_it_goes_back() -> None:
    kept = replace(ROUND, vendor_state=VendorState(Dialect.OPENAI_CHAT, "p", "m", "{}"))
    parts = context("", (), (replace(TURN, rounds=(kept,)),)).parts
    assert [part.subject for part in parts if part.kind is ContextKind.REASONING] == [
        "r1/reasoning"
    ]


def test_the_estimates_add_up_to_what_the_provider_counted() -> None:
    estimated = context("s" * 100, (TOOL,), (TURN,))
    asked = estimated.tokens - estimated.parts[-1].tokens
    counted = replace(TURN, rounds=(ROUND, replace(LAST, usage=Usage(asked * 2, 5))))
    scaled = context("s" * 100, (TOOL,), (counted,))
    assert (scaled.reported, scaled.is_scaled) == (asked * 2, True)
    assert not estimated.is_scaled
    assert sum(part.tokens for part in scaled.parts[:-1]) == asked * 2


def test_a_prompt_without_an_answer_is_no_part_of_the_last_count() -> None:
    estimated = context("", (TOOL,), (TURN,))
    asked = estimated.tokens - estimated.parts[-1].tokens
    counted = replace(TURN, rounds=(ROUND, replace(LAST, usage=Usage(asked * 2, 5))))
    waiting = Turn("t2", "c", "t1", 5.0, (Text("q" * 400),))
    parts = context("", (TOOL,), (counted, waiting)).parts
    assert sum(part.tokens for part in parts[:-2]) == asked * 2
    assert parts[-1].tokens == 202


@pytest.mark.parametrize("said", [0, 1, 1_000_000])
def test_a_count_of_something_else_scales_nothing(said: int) -> None:
    counted = replace(TURN, rounds=(ROUND, replace(LAST, usage=Usage(said, 5))))
    plain = context("", (TOOL,), (TURN,))
    other = context("", (TOOL,), (counted,))
    assert other.parts == plain.parts
    assert (other.reported, other.is_scaled) == (said, False)


@pytest.mark.parametrize(
    ("file", "tokens"),
    [
        (Attachment("a.txt", "text/plain", 9_000, "d", words=300), 400),
        (Attachment("a.png", "image/png", 900_000, "d"), 1_000),
        (Attachment("a.pdf", "application/pdf", 900_000, "d", pages=3), 2_100),
        (Attachment("a.bin", "application/octet-stream", 400, "d"), 100),
    ],
)
def test_a_file_is_estimated_by_what_is_known_of_it(file: Attachment, tokens: int) -> None:
    parts = context("", (), (replace(TURN, prompt=(file,), rounds=()),)).parts
    assert [(part.subject, part.label, part.tokens) for part in parts] == [
        ("t1/file/d", file.name, tokens)
    ]


def test_an_empty_chat_fills_nothing() -> None:
    empty = context("", (), (), 8_000)
    assert empty.tokens == 0
    assert empty.window == 8_000
    assert empty.of(ContextKind.TOOL) == 0
