"""Random chats: every way in which a turn can have ended, with calls, results and vendor state."""

import itertools
import json
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from studio.core.chats import Assignment, AttachedFile, ChatSettings, Effort, Turn
from studio.core.messages import (
    Attachment,
    Citation,
    Dialect,
    Origin,
    Outcome,
    Part,
    Reasoning,
    Round,
    ServerToolUse,
    Sources,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
    VendorState,
)
from tests.wire.replies import TOOLS

_TEXTS = st.sampled_from(["", " ", "\n", "Fine.", "Zwei Wörter", "half \ud83d emoji", "x  "])
_NAMES = st.sampled_from(["get_time", "list_files", "", "gone.tool/v2", "搜索", "n" * 80])
_ARGUMENTS = st.sampled_from(
    ["", "  ", "{}", '{"zone": "UTC"}', '{"zone": ', "[1]", '"text"', "nope", "[" * 5_000]
)
_CALL_IDS = st.sampled_from(
    ["", "call_1", "call_1", "functions.ls:0", "a.b", "a:b", "toolu_9", "i" * 90, "ü"]
)
_STATES = st.sampled_from(list(ToolState))


@st.composite
def _uses(draw: st.DrawFn) -> ToolUse:
    call = ToolCall("", draw(_NAMES), draw(_ARGUMENTS), draw(_CALL_IDS))
    outcome = draw(st.none() | st.sampled_from(list(Outcome)))
    result = None if outcome is None else ToolResult("", draw(_TEXTS), outcome, 0)
    return ToolUse(call, draw(_STATES), result)


_BESIDE = st.sampled_from([ServerToolUse("", "search"), Sources((Citation("https://a.b"),))])
_PARTS: st.SearchStrategy[Part] = st.one_of(
    _TEXTS.map(Text), _TEXTS.map(Reasoning), _uses(), _BESIDE
)


@st.composite
def _rounds(draw: st.DrawFn) -> Round:
    dialect = draw(st.sampled_from(list(Dialect)))
    parts = tuple(draw(st.lists(_PARTS, max_size=5)))
    stop = draw(st.none() | st.sampled_from([stop for stop in Stop if stop is not Stop.PAUSE]))
    blob = draw(st.sampled_from(["none", "true", "odd"])) if stop is not None else "none"
    origin = Origin("here", "Here", dialect, "model")
    return Round(blob, origin, 0.0, parts, stop)


@st.composite
def _turns(draw: st.DrawFn) -> Turn:
    rounds = tuple(draw(st.lists(_rounds(), max_size=3)))
    state = draw(st.sampled_from(list(TurnState)))
    picture = Attachment("a.png", "image/png", 3, draw(st.sampled_from(["png", "gone"])))
    parts: tuple[Part, ...] = (Text(draw(_TEXTS)), picture)
    prompt = draw(st.sampled_from([parts[:1], parts[1:], parts, ()]))
    return Turn("t", "c", None, 0.0, prompt, rounds, state)


@st.composite
def assignments(draw: st.DrawFn) -> Assignment:
    turns = [*draw(st.lists(_turns(), max_size=3)), draw(_turns())]
    numbers = itertools.count(1)
    *earlier, last = [_numbered(turn, numbers) for turn in turns]
    settings = ChatSettings(
        system_prompt=draw(_TEXTS),
        temperature=draw(st.none() | st.floats(0, 2)),
        max_output_tokens=draw(st.none() | st.integers(1, 100_000)),
        effort=draw(st.none() | st.sampled_from(list(Effort))),
    )
    tools = TOOLS if draw(st.booleans()) else ()
    files = {"png": AttachedFile(b"png")}
    return Assignment(tuple(earlier), last, tools, settings, files)


def _numbered(turn: Turn, numbers: "itertools.count[int]") -> Turn:
    """Gives every use its own ID, and rounds that want one a record of the provider's."""
    rounds = []
    for round_ in turn.rounds:
        parts = tuple(_with_id(part, f"use{next(numbers)}") for part in round_.parts)
        made = replace(round_, id=f"round{next(numbers)}", parts=parts)
        if round_.id != "none":
            blob = _blob(made) if round_.id == "true" else '{"calls": ["other"], "items": [1]}'
            state = VendorState(made.origin.dialect, "here", "model", blob)
            made = replace(made, vendor_state=state)
        rounds.append(made)
    return replace(turn, id=f"turn{next(numbers)}", rounds=tuple(rounds))


def _with_id(part: Part, use_id: str) -> Part:
    if not isinstance(part, ToolUse):
        return part
    result = part.result and replace(part.result, tool_use_id=use_id)
    return replace(part, call=replace(part.call, id=use_id), result=result)


def _blob(round_: Round) -> str:
    calls = [use.call.id for use in round_.tool_uses]
    return json.dumps({"calls": calls, **_record(round_)})


def _record(round_: Round) -> dict[str, Any]:
    match round_.origin.dialect:
        case Dialect.OPENAI_CHAT:
            return {"message": {"content": None, "reasoning_content": "Hm."}}
        case Dialect.OPENAI_RESPONSES:
            return {"items": [_item(part) for part in round_.parts if _item(part)]}
        case Dialect.ANTHROPIC_MESSAGES:
            return {"content": [_block(part) for part in round_.parts if _block(part)]}
        case Dialect.GOOGLE_GEMINI:
            return {"parts": [_gemini_part(part) for part in round_.parts if _gemini_part(part)]}
        case Dialect.OLLAMA_CHAT:
            return {"thinking": "Hm.", "named": [True for _ in round_.tool_uses]}


def _item(part: Part) -> dict[str, Any]:
    match part:
        case ToolUse(call):
            return {"type": "function_call", "call_id": call.provider_call_id, "name": call.name}
        case Text(text) if text.strip():
            content = [{"type": "output_text", "text": text, "annotations": []}]
            return {"type": "message", "role": "assistant", "content": content}
        case Reasoning():
            return {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "Zm9v"}
        case _:
            return {}


def _block(part: Part) -> dict[str, Any]:
    match part:
        case ToolUse(call):
            return {"type": "tool_use", "id": call.provider_call_id, "name": call.name}
        case Text(text) if text.strip():
            return {"type": "text", "text": text}
        case Reasoning(text):
            return {"type": "thinking", "thinking": text, "signature": "c2ln"}
        case _:
            return {}


def _gemini_part(part: Part) -> dict[str, Any]:
    match part:
        case ToolUse(call):
            return {"functionCall": {"name": call.name, "id": call.provider_call_id}}
        case Text(text) if text:
            return {"text": text}
        case Reasoning(text):
            return {"text": text, "thought": True, "thoughtSignature": "c2ln"}
        case _:
            return {}
