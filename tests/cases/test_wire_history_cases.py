"""Histories that killed a chat elsewhere: one test a case."""

import json
from dataclasses import replace
from typing import Any

import pytest

from studio.core.chats import ChatSettings
from studio.core.errors import Category, Failure
from studio.core.messages import (
    Dialect,
    Outcome,
    Stop,
    Text,
    ToolResult,
    TurnState,
    VendorState,
)
from studio.core.quirks import Quirks, ReasoningReturn
from studio.wire.exchange import Exchange
from tests.wire.replies import Reading, exchange, read
from tests.wire.streams import (
    ANTHROPIC,
    CHAT,
    EVERY_DIALECT,
    RESPONSES,
    body_of,
    call_delta,
    completed,
    delta,
    history,
    stream,
)
from tests.wire.turns import answered, assignment, turn, use
from tests.wire.validators import check


@EVERY_DIALECT
def test_h01_open_calls_of_a_cancelled_turn_are_answered(dialect: Dialect) -> None:
    round_ = answered(
        use("toolu_1", result="found"), use("toolu_2"), use("toolu_3"), stop=Stop.TOOL_CALLS
    )
    stopped = turn("find it", round_, state=TurnState.CANCELLED)
    sent = json.dumps(history(dialect, stopped, turn("never mind, just answer")))
    assert sent.count("cancelled by the user") == 2
    assert sent.index("cancelled by the user") < sent.index("never mind, just answer")


_THINKING = stream(
    {"type": "message_start", "message": {}},
    {
        "type": "content_block_start",
        "index": 0,
        "content_block": {"type": "thinking", "thinking": "", "signature": ""},
    },
    {
        "type": "content_block_delta",
        "index": 0,
        "delta": {"type": "thinking_delta", "thinking": "Plan."},
    },
    {
        "type": "content_block_delta",
        "index": 0,
        "delta": {"type": "signature_delta", "signature": "EqQB"},
    },
    {
        "type": "content_block_delta",
        "index": 0,
        "delta": {"type": "signature_delta", "signature": "xyz=="},
    },
    {"type": "content_block_stop", "index": 0},
    {
        "type": "content_block_start",
        "index": 1,
        "content_block": {"type": "redacted_thinking", "data": "Zm9v"},
    },
    {"type": "content_block_stop", "index": 1},
    {
        "type": "content_block_start",
        "index": 2,
        "content_block": {"type": "thinking", "thinking": "", "signature": "only"},
    },
    {"type": "content_block_start", "index": 3, "content_block": {"type": "text", "text": ""}},
    {
        "type": "content_block_start",
        "index": 4,
        "content_block": {"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}},
    },
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}},
    {"type": "message_stop"},
)
_THINKING_SENT_BACK = [
    {"type": "thinking", "thinking": "Plan.", "signature": "EqQBxyz=="},
    {"type": "redacted_thinking", "data": "Zm9v"},
    {"type": "thinking", "thinking": "", "signature": "only"},
    {"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}},
]


def test_h02_signed_and_redacted_thinking_goes_back_unchanged() -> None:
    made = exchange(ANTHROPIC)
    reading = completed(made, _THINKING)
    assert reading.completed is not None
    made.record_result(ToolResult(reading.completed.calls[0].id, "a.txt", Outcome.DONE, 5))
    body = body_of(made)
    check(ANTHROPIC, body)
    assert body["messages"][1]["content"] == _THINKING_SENT_BACK


def _stored(made: Exchange, body: str) -> tuple[VendorState, Reading]:
    reading = read(made.begin_round(""), [body.encode()])
    state = made.record_round()
    assert state is not None
    return state, reading


def test_h02_thinking_survives_a_restart_and_another_model_never_sees_it() -> None:
    state, reading = _stored(exchange(ANTHROPIC), _THINKING)
    assert reading.completed is not None
    tool_use = use(
        reading.completed.calls[0].id, name="ls", provider_call_id="toolu_1", result="a.txt"
    )
    first = turn("ls", answered(tool_use, stop=Stop.TOOL_CALLS, vendor_state=state))
    sent = history(ANTHROPIC, first, turn("and now?"))
    assert sent[1]["content"] == _THINKING_SENT_BACK
    other = json.dumps(history(ANTHROPIC, first, turn("and now?"), model="another"))
    assert "EqQBxyz" not in other


def test_h02_thinking_goes_back_in_a_forked_turn_whose_uses_have_new_ids() -> None:
    state, _ = _stored(exchange(ANTHROPIC), _THINKING)
    copied = use("another", name="ls", provider_call_id="toolu_1", result="b.txt")
    forked = turn("ls", answered(copied, stop=Stop.TOOL_CALLS, vendor_state=state))
    assert history(ANTHROPIC, forked)[1]["content"] == _THINKING_SENT_BACK


@EVERY_DIALECT
def test_h04_nothing_empty_is_sent_and_pairing_holds(dialect: Dialect) -> None:
    sent = history(
        dialect,
        turn("ls", answered(Text(""), use("toolu_1", result=""), stop=Stop.TOOL_CALLS)),
        turn("   ", answered(Text(""), stop=None), state=TurnState.CANCELLED),
        turn("hello"),
    )
    assert "(no output)" in json.dumps(sent)


def test_h04_a_turn_of_calls_alone_has_null_content_in_chat() -> None:
    sent = history(CHAT, turn("ls", answered(use("c1", result="x"), stop=Stop.TOOL_CALLS)))
    assert sent[1]["content"] is None
    assert sent[1]["role"] == "assistant"


@EVERY_DIALECT
def test_h06_neighbouring_prompts_are_one_message(dialect: Dialect) -> None:
    sent = history(dialect, turn("a", state=TurnState.FAILED), turn("b"))
    assert len(sent) == 1
    assert "a\\n\\nb" in json.dumps(sent)


@EVERY_DIALECT
def test_h06_a_prompt_that_was_too_long_is_not_sent_again_with_the_next(dialect: Dialect) -> None:
    refused = turn("far too long", state=TurnState.FAILED)
    refused = replace(refused, failure=Failure(Category.CONTEXT_TOO_LONG))
    sent = json.dumps(history(dialect, refused, turn("shorter")))
    assert "shorter" in sent
    assert "far too long" not in sent


def test_h06_a_prompt_after_a_denied_call_keeps_strict_templates_content() -> None:
    denied = use("c1", result="denied", outcome=Outcome.DENIED)
    first = turn("a", answered(denied, stop=Stop.TOOL_CALLS), state=TurnState.CANCELLED)
    roles = [m["role"] for m in history(CHAT, first, turn("do it otherwise"))]
    assert roles == ["user", "assistant", "tool", "assistant", "user"]


def test_h06_system_text_is_first_and_once() -> None:
    chat = assignment(
        turn("a", answered(Text("b"))), turn("c"), settings=ChatSettings(system_prompt="Be brief.")
    )
    messages = body_of(exchange(CHAT, assignment=chat))["messages"]
    assert [m["role"] for m in messages] == ["system", "user", "assistant", "user"]


def _response(*output: dict[str, Any]) -> str:
    response = {"status": "completed", "output": list(output)}
    return stream({"type": "response.completed", "response": response})


_ENCRYPTED: dict[str, Any] = {
    "type": "reasoning",
    "id": "rs_1",
    "summary": [],
    "encrypted_content": "b3BhcXVl",
    "status": None,
}
_BARE: dict[str, Any] = {
    "type": "reasoning",
    "id": "rs_1",
    "summary": [],
    "encrypted_content": None,
}
_CALL = {
    "type": "function_call",
    "id": "fc_1",
    "call_id": "call_1",
    "name": "ls",
    "arguments": "{}",
    "status": "completed",
}
_MESSAGE = {
    "type": "message",
    "id": "msg_1",
    "status": "completed",
    "role": "assistant",
    "content": [{"type": "output_text", "text": "Hi", "annotations": [], "logprobs": []}],
}


def test_h07_reasoning_and_its_call_go_back_together_in_order() -> None:
    made = exchange(RESPONSES)
    completed(made, _response(_ENCRYPTED, _CALL))
    body = body_of(made)
    check(RESPONSES, body)
    kinds = [item["type"] for item in body["input"]]
    assert kinds == ["message", "reasoning", "function_call", "function_call_output"]
    assert body["input"][1]["encrypted_content"] == "b3BhcXVl"
    assert body["input"][2] == {
        "type": "function_call",
        "call_id": "call_1",
        "name": "ls",
        "arguments": "{}",
    }


def test_h08_nothing_refers_to_what_the_server_never_stored() -> None:
    made = exchange(RESPONSES)
    state, _ = _stored(made, _response(_BARE, _MESSAGE))
    first = turn("a", answered(Text("Hi"), vendor_state=state))
    sent = history(RESPONSES, first, turn("b"))
    assert [item["type"] for item in sent] == ["message", "message", "message"]
    assert "rs_1" not in json.dumps(sent)
    assert "msg_1" not in json.dumps(sent)
    body = body_of(exchange(RESPONSES))
    assert body["store"] is False
    assert body["include"] == ["reasoning.encrypted_content"]


@EVERY_DIALECT
def test_h10_a_call_is_never_sent_without_its_result_nor_a_result_without_its_call(
    dialect: Dialect,
) -> None:
    full = turn("m1", answered(use("a", result="1"), use("b", result="2"), stop=Stop.TOOL_CALLS))
    trimmed = replace(full, prompt=())
    assert history(dialect, trimmed, turn("m6"))


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
@pytest.mark.parametrize("text", ["Need the date.", ""])
def test_h11_reasoning_goes_back_beside_calls_under_the_name_it_came_in(
    field: str, text: str
) -> None:
    made = exchange(CHAT)
    completed(
        made,
        stream(
            delta(**{field: text}),
            call_delta("tool_calls", index=0, id="c1", name="today", arguments="{}"),
        ),
    )
    message = body_of(made)["messages"][1]
    assert message["content"] is None
    assert message[field] == text
    assert [call["id"] for call in message["tool_calls"]] == ["c1"]
    assert {"reasoning_content", "reasoning"} & set(message) == {field}


def test_h11_the_empty_field_is_sent_where_it_is_demanded() -> None:
    demanding = Quirks(reasoning_return=ReasoningReturn.REQUIRED_BESIDE_CALLS)
    calls_of_another = turn("a", answered(use("c1", result="x"), stop=Stop.TOOL_CALLS))
    sent = history(CHAT, calls_of_another, turn("b"), quirks=demanding)
    assert sent[1]["reasoning_content"] == ""
    assert "reasoning_content" not in history(CHAT, calls_of_another, turn("b"))[1]


def test_h11_opaque_reasoning_details_and_signatures_go_back_whole() -> None:
    made = exchange(CHAT)
    detail = {"type": "reasoning.text", "index": 0, "text": "Need ", "format": "f"}
    call = {"index": 0, "id": "c1", "function": {"name": "today", "arguments": "{}"}}
    signature = {"google": {"thought_signature": "c2ln"}}
    completed(
        made,
        stream(
            delta(reasoning_details=[detail]),
            delta(reasoning_details=[{**detail, "text": "it.", "signature": "s"}]),
            delta(reasoning_details=[{"type": "reasoning.encrypted", "data": "x", "index": 1}]),
            delta("tool_calls", tool_calls=[{**call, "extra_content": signature}]),
        ),
    )
    message = body_of(made)["messages"][1]
    assert message["reasoning_details"] == [
        {**detail, "text": "Need it.", "signature": "s"},
        {"type": "reasoning.encrypted", "data": "x", "index": 1},
    ]
    assert message["tool_calls"][0]["extra_content"] == signature


def test_h13_foreign_call_ids_are_mapped_the_same_on_both_sides_and_stay_apart() -> None:
    uses = [
        use(name, provider_call_id=name, result="x") for name in ("functions.ls:0", "a.b", "a:b")
    ]
    chat = (turn("a", answered(*uses, stop=Stop.TOOL_CALLS)), turn("b"))
    first, second = history(ANTHROPIC, *chat), history(ANTHROPIC, *chat)
    assert first == second
    ids = [block["id"] for block in first[1]["content"]]
    assert len(set(ids)) == 3
    assert ids == [b["tool_use_id"] for b in first[2]["content"] if b["type"] == "tool_result"]


def test_h16_all_results_are_in_one_message_and_the_users_words_come_after_them() -> None:
    uses = (use("A", result="1"), use("B", result="2", outcome=Outcome.FAILED))
    first = turn("in miles", answered(*uses, stop=Stop.TOOL_CALLS), state=TurnState.FAILED)
    sent = history(ANTHROPIC, first, turn("also in km"))
    assert [message["role"] for message in sent] == ["user", "assistant", "user"]
    blocks = sent[2]["content"]
    assert [block["type"] for block in blocks] == ["tool_result", "tool_result", "text"]
    assert [block.get("is_error") for block in blocks] == [None, True, None]
    assert blocks[2]["text"] == "also in km"
