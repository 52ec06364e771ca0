import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.core.chats import Assignment, AttachedFile, ChatSettings, Turn
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
    TurnState,
    VendorState,
)
from studio.core.notices import NoticeKind
from studio.wire.dialect_views import Carried, carried, lost
from studio.wire.exchange import Target
from tests.wire.conversations import TARGETS, Planned, conversations, drive
from tests.wire.replies import TOOLS, counter, profile

PICTURE = Attachment("cat.png", "image/png", 20, "pic")
PAPER = Attachment("paper.pdf", "application/pdf", 20, "pdf")
FILES = {
    "pic": AttachedFile(b"\x89PNG" + bytes(60)),
    "pdf": AttachedFile(b"%PDF" + bytes(60), "the words of the paper"),
}


def use(number: int, result: str) -> ToolUse:
    call = ToolCall(f"use{number}", "list_files", f'{{"path": "p{number}"}}', f"call_{number}")
    kept = ToolResult(call.id, result, Outcome.DONE, len(result))
    return ToolUse(call, ToolState.ENDED, kept)


def thought(dialect: Dialect = Dialect.ANTHROPIC_MESSAGES) -> VendorState:
    content = [
        {"type": "thinking", "thinking": "Hm, files.", "signature": "signed"},
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "call_1", "name": "list_files", "input": {"path": "p1"}},
        {"type": "tool_use", "id": "call_2", "name": "list_files", "input": {"path": "p2"}},
    ]
    blob = json.dumps({"calls": ["use1", "use2"], "content": content})
    return VendorState(dialect, "here", "model", blob)


def story() -> Assignment:
    """Pictures, signed thoughts, two calls side by side, their results, and the answer."""
    origin = Origin("here", "Here", Dialect.ANTHROPIC_MESSAGES, "model")
    parts = (Reasoning("Hm, files."), Text("I look."), use(1, "the same"), use(2, "the same"))
    first = Round("r1", origin, 0.0, parts, Stop.TOOL_CALLS, vendor_state=thought())
    second = Round("r2", origin, 0.0, (Text("the same"),), Stop.END)
    prompt = (PICTURE, PAPER, Text("the same"))
    turn = Turn("t1", "c", None, 0.0, prompt, (first, second), TurnState.COMPLETED)
    return Assignment((), turn, TOOLS, ChatSettings(system_prompt="Be brief."), FILES)


def seen(dialect: Dialect, assignment: Assignment | None = None) -> Carried:
    return carried(Target(profile(dialect), "model"), assignment or story(), counter())


def at(body: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        body = body[step]
    return body


def where(view: Carried) -> dict[str, list[tuple[str | int, ...]]]:
    found: dict[str, list[tuple[str | int, ...]]] = {}
    for subject, path in view.places:
        found.setdefault(subject, []).append(path)
    return found


EVERYWHERE = {
    "system": "Be brief.",
    "t1/prompt": "the same",
    "r1/text": "I look.",
    "use1/call": "p1",
    "use2/call": "p2",
    "use1/result": "the same",
    "use2/result": "the same",
    "r2/text": "the same",
    "tools/get_time": "The tool get_time.",
    "tools/list_files": "The tool list_files.",
}


@pytest.mark.parametrize("dialect", list(Dialect))
def test_every_part_is_found_where_it_stands_and_equal_words_are_not_confused(
    dialect: Dialect,
) -> None:
    view = seen(dialect)
    places = where(view)
    for subject, words in EVERYWHERE.items():
        (path,) = places[subject]
        assert words in json.dumps(at(view.body, path))
    paths = [paths[0] for subject, paths in places.items() if subject in EVERYWHERE]
    assert len(set(paths)) == len(paths)
    assert places["t1/file/pic"]


PLACES: dict[Dialect, dict[str, tuple[str | int, ...]]] = {
    Dialect.OPENAI_CHAT: {
        "use2/call": ("messages", 2, "tool_calls", 1),
        "use2/result": ("messages", 4),
        "t1/prompt": ("messages", 1, "content", 1, "text"),
        "t1/file/pic": ("messages", 1, "content", 0),
    },
    Dialect.OPENAI_RESPONSES: {
        "use2/call": ("input", 3),
        "use2/result": ("input", 5),
        "system": ("instructions",),
        "r1/text": ("input", 1, "content", 0, "text"),
    },
    Dialect.ANTHROPIC_MESSAGES: {
        "r1/reasoning": ("messages", 1, "content", 0, "thinking"),
        "use2/call": ("messages", 1, "content", 3),
        "use2/result": ("messages", 2, "content", 1),
        "t1/file/pdf": ("messages", 0, "content", 1),
    },
    Dialect.GOOGLE_GEMINI: {
        "use2/call": ("contents", 1, "parts", 2),
        "use2/result": ("contents", 2, "parts", 1),
        "tools/list_files": ("tools", 0, "functionDeclarations", 1),
    },
    Dialect.OLLAMA_CHAT: {
        "r1/reasoning": ("messages", 2, "thinking"),
        "use2/call": ("messages", 2, "tool_calls", 1),
        "use2/result": ("messages", 4),
        "t1/file/pic": ("messages", 1, "images", 0),
    },
}


@pytest.mark.parametrize("dialect", list(Dialect))
def test_calls_and_results_are_placed_as_the_objects_that_they_are(dialect: Dialect) -> None:
    places = where(seen(dialect))
    for subject, path in PLACES[dialect].items():
        assert path in places[subject], subject


@pytest.mark.parametrize("dialect", list(Dialect))
def test_an_answered_turn_is_history_and_nobody_is_urged_to_go_on(dialect: Dialect) -> None:
    body = json.dumps(seen(dialect).body)
    assert "Continue." not in body
    urging = replace(story(), turn=replace(story().turn, prompt=(Text("Continue."),), rounds=()))
    assert "Continue." in json.dumps(seen(dialect, urging).body)


def test_what_a_switch_loses_is_named_and_what_travels_is_not() -> None:
    before = seen(Dialect.ANTHROPIC_MESSAGES)
    assert lost(before, before) == ()
    assert lost(seen(Dialect.OPENAI_RESPONSES), before) == ("r1/reasoning", "t1/file/pdf")
    assert lost(seen(Dialect.OLLAMA_CHAT), before) == ("r1/reasoning", "t1/file/pdf")
    kinds = [notice.kind for notice in seen(Dialect.OLLAMA_CHAT).notices]
    assert kinds == [NoticeKind.REASONING_STAYS, NoticeKind.FILES_AS_TEXT]


@settings(max_examples=150)
@given(st.sampled_from(list(Dialect)).flatmap(conversations))
def test_in_any_chat_every_place_is_there_and_what_is_missing_is_nobodys(
    conversation: list[Planned],
) -> None:
    driver = drive(conversation)
    *earlier, last = driver.turns
    base = driver.sent[-1].assignment
    assignment = replace(base, earlier=tuple(earlier), turn=last)
    for target in TARGETS[:5]:
        view = carried(target, assignment, counter())
        for subject, path in view.places:
            value = at(view.body, path)
            if subject.endswith(("/call", "/result")) or subject.startswith("tools/"):
                assert isinstance(value, dict)
            elif "/file/" not in subject:
                assert isinstance(value, str)
        words = {
            f"{turn.id}/prompt": turn.prompt_text
            for turn in (*earlier, last)
            if turn.prompt_text.strip() and "\ud83d" not in turn.prompt_text
        }
        for subject, path in view.places:
            if subject in words:
                assert words[subject].strip() in at(view.body, path)
        assert set(words) <= view.subjects
