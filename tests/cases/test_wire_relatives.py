"""Near relatives of the handed cases: what another host might do next, by the case's number.

Each of these once ran a call twice, with another call's arguments, or with none; lost words; or
took an error for an answer.
"""

import json
from typing import Any

import pytest

from studio.core.messages import Dialect, Outcome, Stop, ToolResult, VendorState
from tests.wire.replies import Reading, exchange, read, read_all, read_bytewise
from tests.wire.streams import (
    ANTHROPIC,
    CHAT,
    EVERY_DIALECT,
    GEMINI,
    OLLAMA,
    RESPONSES,
    body_of,
    calls,
    completed,
    delta,
    history,
    lines,
    parts,
    said,
    stream,
)
from tests.wire.turns import answered, turn, use
from tests.wire.validators import check

BOTH = [("a", "get_time", '{"x":1}'), ("b", "list_files", '{"y":2}')]


def both_ways(dialect: Dialect, body: str) -> Reading:
    whole = read_all(dialect, body)
    assert read_bytewise(dialect, body.encode()).outcome == whole.outcome
    return whole


def chat_call(call_id: str = "", name: str = "", arguments: Any = "", **more: Any) -> Any:
    return {"id": call_id, "function": {"name": name, "arguments": arguments}, **more}


def item(number: Any, call_id: str, name: str, arguments: Any, **more: Any) -> dict[str, Any]:
    call = {"type": "function_call", "id": f"fc_{call_id}", "call_id": call_id, "name": name}
    return {"output_index": number, "item": {**call, "arguments": arguments, **more}}


def added(number: Any, call_id: str, name: str) -> dict[str, Any]:
    return {"type": "response.output_item.added", **item(number, call_id, name, "")}


def done(number: Any, call_id: str, name: str, arguments: Any) -> dict[str, Any]:
    return {"type": "response.output_item.done", **item(number, call_id, name, arguments)}


def grown(number: Any, call_id: str, piece: Any) -> dict[str, Any]:
    kind = "response.function_call_arguments.delta"
    return {"type": kind, "output_index": number, "item_id": f"fc_{call_id}", "delta": piece}


def ended(*output: dict[str, Any], **more: Any) -> dict[str, Any]:
    response = {"status": "completed", "output": list(output), **more}
    return {"type": "response.completed", "response": response}


def tool_block(number: Any, call_id: str, name: str, **more: Any) -> dict[str, Any]:
    block = {"type": "tool_use", "id": call_id, "name": name, "input": {}, **more}
    return {"type": "content_block_start", "index": number, "content_block": block}


def block_delta(number: Any, **fields: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": number, "delta": fields}


def block_input(number: Any, piece: Any) -> dict[str, Any]:
    return block_delta(number, type="input_json_delta", partial_json=piece)


def message(*events: dict[str, Any], reason: str | None = "tool_use") -> str:
    start = {"type": "message_start", "message": {}}
    end = {"type": "message_delta", "delta": {"stop_reason": reason}}
    return stream(start, *events, end, {"type": "message_stop"}, done=False)


@pytest.mark.parametrize(("first", "second"), [("0", "1"), (0.0, 1.0)])
def test_s01_places_written_as_text_or_floats_are_places(first: Any, second: Any) -> None:
    chat = stream(
        delta(tool_calls=[chat_call("a", "get_time", index=first)]),
        delta(tool_calls=[chat_call("b", "list_files", index=second)]),
        delta(tool_calls=[chat_call(arguments='{"x":1}', index=first)]),
        delta("tool_calls", tool_calls=[chat_call(arguments='{"y":2}', index=second)]),
    )
    assert calls(both_ways(CHAT, chat)) == BOTH
    responses = stream(
        added(first, "a", "get_time"),
        added(second, "b", "list_files"),
        grown(first, "a", '{"x":1}'),
        grown(second, "b", '{"y":2}'),
        ended(),
        done=False,
    )
    assert calls(both_ways(RESPONSES, responses)) == BOTH
    anthropic = message(
        tool_block(first, "a", "get_time"),
        tool_block(second, "b", "list_files"),
        block_input(first, '{"x":1}'),
        block_input(second, '{"y":2}'),
    )
    assert calls(both_ways(ANTHROPIC, anthropic)) == BOTH


def test_s01_fragments_that_only_their_id_tells_apart_find_their_calls() -> None:
    body = stream(
        delta(tool_calls=[chat_call("a", "get_time")]),
        delta(tool_calls=[chat_call("b", "list_files")]),
        delta(tool_calls=[chat_call("a", arguments='{"x":1}')]),
        delta("tool_calls", tool_calls=[chat_call("b", arguments='{"y":2}')]),
    )
    assert calls(both_ways(CHAT, body)) == BOTH


@pytest.mark.parametrize("call_id", ["same", ""])
def test_s02_each_entry_of_a_whole_message_is_a_call_of_its_own(call_id: str) -> None:
    asked = [chat_call(call_id, "get_time"), chat_call(call_id, "get_time", '{"x":2}')]
    choice = {"message": {"tool_calls": asked}, "finish_reason": "tool_calls"}
    reading = both_ways(CHAT, json.dumps({"choices": [choice]}))
    assert calls(reading) == [(call_id, "get_time", ""), (call_id, "get_time", '{"x":2}')]


@pytest.mark.parametrize("more", [{}, {"index": 0}])
@pytest.mark.parametrize("call_id", ["same", ""])
@pytest.mark.parametrize("arguments", ["", "{}"])
def test_s02_another_name_is_another_call_where_nothing_else_tells(
    call_id: str, arguments: str, more: dict[str, Any]
) -> None:
    body = stream(
        delta(tool_calls=[chat_call(call_id, "get_time", arguments, **more)]),
        delta("tool_calls", tool_calls=[chat_call(call_id, "list_files", arguments, **more)]),
    )
    assert [name for _, name, _ in calls(both_ways(CHAT, body))] == ["get_time", "list_files"]


@pytest.mark.parametrize("final", [True, False])
def test_s02_one_output_index_for_all_items_mixes_no_calls(final: bool) -> None:
    whole = [done(0, *BOTH[0]), done(0, *BOTH[1])]
    body = stream(
        added(0, "a", "get_time"),
        grown(0, "a", '{"x":1}'),
        whole[0],
        added(0, "b", "list_files"),
        grown(0, "b", '{"y":2}'),
        whole[1],
        ended(*(event["item"] for event in whole if final)),
        done=False,
    )
    assert calls(both_ways(RESPONSES, body)) == BOTH


@pytest.mark.parametrize("start", [1, 7])
def test_s02_a_final_list_that_counts_otherwise_repeats_no_call(start: int) -> None:
    whole = [done(start, *BOTH[0]), done(start + 1, *BOTH[1])]
    body = stream(*whole, ended(*(event["item"] for event in whole)), done=False)
    assert calls(both_ways(RESPONSES, body)) == BOTH


def test_s02_a_final_list_in_another_order_repeats_neither_text_nor_call() -> None:
    text = [{"type": "output_text", "text": "Hi."}]
    said = {"type": "message", "role": "assistant", "content": text}
    called = done(1, *BOTH[0])
    first = {"type": "response.output_item.done", "output_index": 0, "item": said}
    reading = both_ways(RESPONSES, stream(first, called, ended(called["item"], said), done=False))
    assert reading.text == "Hi."
    assert calls(reading) == BOTH[:1]


def test_s02_two_messages_under_one_index_are_both_read() -> None:
    events = [
        {
            "type": "response.output_item.done",
            "output_index": 0,
            "item": {"type": "message", "content": [{"type": "output_text", "text": text}]},
        }
        for text in ("one ", "two")
    ]
    assert both_ways(RESPONSES, stream(*events, ended(), done=False)).text == "one two"


def test_s02_one_block_index_for_all_blocks_mixes_no_calls() -> None:
    body = message(
        tool_block(0, "a", "get_time"),
        block_input(0, '{"x":1}'),
        {"type": "content_block_stop", "index": 0},
        tool_block(0, "b", "list_files"),
        block_input(0, '{"y":2}'),
        {"type": "content_block_stop", "index": 0},
    )
    assert calls(both_ways(ANTHROPIC, body)) == BOTH


def test_s03_a_call_that_is_said_once_more_at_the_end_is_one_call() -> None:
    whole = chat_call("a", "get_time", '{"x":1}', index=0)
    body = stream(delta(tool_calls=[whole]), delta("tool_calls", tool_calls=[whole]))
    assert calls(both_ways(CHAT, body)) == BOTH[:1]


@pytest.mark.parametrize(
    "events",
    [
        [tool_block(0, "a", "get_time", input={"x": 1}), block_input(0, "")],
        [tool_block(0, "a", "get_time"), block_input(0, {"x": 1})],
    ],
)
def test_s07_a_whole_input_counts_wherever_it_stands(events: list[dict[str, Any]]) -> None:
    assert calls(both_ways(ANTHROPIC, message(*events))) == BOTH[:1]


@pytest.mark.parametrize(
    "entry", [{"id": "a", "name": "get_time", "arguments": {"x": 1}}, chat_call(*BOTH[0])]
)
def test_s07_a_single_call_without_its_list_or_wrapper_is_read(entry: dict[str, Any]) -> None:
    assert calls(both_ways(CHAT, stream(delta("stop", tool_calls=entry)))) == BOTH[:1]


def test_s09_a_reply_incomplete_for_no_told_reason_vetoes_its_calls() -> None:
    response = {"status": "incomplete", "incomplete_details": None}
    event = {"type": "response.incomplete", "response": response}
    reading = both_ways(RESPONSES, stream(added(0, "a", "get_time"), event, done=False))
    assert reading.completed is not None
    assert reading.completed.stop is Stop.LENGTH


@pytest.mark.parametrize("ending", ["[done]", '"[DONE]"', " [DONE] "])
def test_s13_the_end_marker_in_other_spellings_is_an_end(ending: str) -> None:
    body = stream(delta("stop", content="hi"), done=False) + f"data: {ending}\n\n"
    reading = both_ways(CHAT, body)
    assert reading.text == "hi"
    assert reading.completed is not None


def test_s13_events_without_a_blank_line_between_them_are_read() -> None:
    body = stream(delta(content="h"), delta("stop", content="i")).replace("\n\n", "\n")
    assert both_ways(CHAT, body).text == "hi"


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_s13_any_line_end_after_a_mark_of_byte_order_is_read(end: str, start: str) -> None:
    body = start + stream(delta("stop", content="hi")).replace("\n", end)
    assert both_ways(CHAT, body).text == "hi"


_BOOM = (
    "data: " + json.dumps({"object": "error", "message": "boom", "code": 500}) + "\n\n",
    'data: {"detail": "boom"}\n\n',
    'data: {"message": "boom", "code": 500}\n\n',
    'data: {"error": ["boom"]}\n\n',
    'error: {"code": 500, "message": "boom", "type": "server_error"}\n\n',
    '{"error": {"message": "boom"}}',
    "event: error\ndata: boom\n\n",
)


@EVERY_DIALECT
@pytest.mark.parametrize("error", _BOOM)
def test_s15_an_error_of_any_shape_is_a_failure_with_its_words(
    dialect: Dialect, error: str
) -> None:
    begun = stream({"type": "ping"}, done=False)
    reading = both_ways(dialect, begun + error)
    assert reading.error is not None
    assert reading.error.failure.message == "boom"


def test_s15_an_error_beside_its_choice_is_told() -> None:
    choice = {"index": 0, "delta": {}, "finish_reason": "error", "error": {"message": "boom"}}
    reading = both_ways(CHAT, stream(delta(content="hi"), {"choices": [choice]}))
    assert reading.text == "hi"
    assert reading.error is not None
    assert reading.error.failure.message == "boom"


def test_s15_an_error_of_the_stream_itself_is_told_in_responses() -> None:
    event = {"type": "response.error", "error": {"message": "boom", "code": "server_error"}}
    reading = both_ways(RESPONSES, stream(event, done=False))
    assert reading.error is not None
    assert reading.error.failure.message == "boom"


@pytest.mark.parametrize("reason", ["null", "None", ""])
def test_s17_a_null_written_as_text_is_no_end(reason: str) -> None:
    reading = both_ways(CHAT, stream(delta(reason, content="The three steps are"), done=False))
    assert reading.text == "The three steps are"
    assert reading.error is not None


def test_s17_text_whose_block_was_never_opened_is_read() -> None:
    body = message(block_delta(0, type="text_delta", text="hi"), reason="end_turn")
    assert both_ways(ANTHROPIC, body).text == "hi"


def test_s17_content_as_plain_text_or_a_single_part_is_read() -> None:
    whole = json.dumps({"type": "message", "content": "hi", "stop_reason": "end_turn"})
    assert both_ways(ANTHROPIC, whole).text == "hi"
    part = {"type": "text", "text": "hi"}
    assert both_ways(CHAT, stream(delta("stop", content=part))).text == "hi"


_GEMINI_CALL = {"functionCall": {"name": "get_time", "id": "a", "args": "$"}}
_OLLAMA_CALL = {"id": "a", "function": {"name": "get_time", "arguments": "$"}}


@EVERY_DIALECT
@pytest.mark.parametrize("number", ["1e999", "NaN", "-Infinity"])
def test_h01_a_number_that_is_none_never_bricks_a_chat(dialect: Dialect, number: str) -> None:
    arguments = f'{{"x":{number}}}'
    bodies = {
        CHAT: stream(delta("stop", tool_calls=[chat_call("a", "get_time", arguments, index=0)])),
        RESPONSES: stream(done(0, "a", "get_time", arguments), ended(), done=False),
        ANTHROPIC: message(tool_block(0, "a", "get_time"), block_input(0, arguments)),
        GEMINI: f"data: {json.dumps(parts(_GEMINI_CALL, finish='STOP'))}\n\n".replace(
            '"$"', arguments
        ),
        OLLAMA: lines(said("stop", tool_calls=[_OLLAMA_CALL])).replace('"$"', arguments),
    }
    made = exchange(dialect)
    reading = completed(made, bodies[dialect])
    assert reading.completed is not None
    (call,) = reading.completed.calls
    made.record_result(ToolResult(call.id, "not JSON", Outcome.INVALID, 8))
    check(dialect, body_of(made))
    assert not {"Infinity", "NaN"} & set(json.dumps(body_of(made)).replace('"', " ").split())


@EVERY_DIALECT
def test_h16_results_follow_the_providers_order_where_a_name_came_late(dialect: Dialect) -> None:
    """A call is told of once its name is known: the turn then has it after the others."""
    first, second = use("use1", provider_call_id="a", result="1"), use("use2", result="2")
    bodies = {
        CHAT: stream(
            delta(
                "stop",
                tool_calls=[
                    chat_call("a", "list_files", index=0, extra_content={"signature": "of a"}),
                    chat_call("use2", "list_files", index=1, extra_content={"signature": "of b"}),
                ],
            )
        ),
        RESPONSES: stream(
            done(0, "a", "list_files", "{}"), done(1, "use2", "list_files", "{}"), ended()
        ),
        ANTHROPIC: message(tool_block(0, "a", "list_files"), tool_block(1, "use2", "list_files")),
        GEMINI: stream(
            parts(
                {"functionCall": {"name": "list_files", "id": "a"}, "thoughtSignature": "b2Zh"},
                {"functionCall": {"name": "list_files", "id": "use2"}},
                finish="STOP",
            )
        ),
        OLLAMA: lines(
            said(
                "stop",
                tool_calls=[
                    {"id": "a", "function": {"name": "list_files", "arguments": {}}},
                    {"id": "use2", "function": {"name": "list_files", "arguments": {}}},
                ],
            )
        ),
    }
    state = exchange_state(dialect, bodies[dialect])
    told = answered(second, first, stop=Stop.TOOL_CALLS, vendor_state=state)
    sent = json.dumps(history(dialect, turn("Look.", told)))
    assert sent.index('"a"') < sent.index('"use2"')
    if dialect is CHAT:
        assert sent.index("of a") < sent.index('"use2"') < sent.index("of b")


def exchange_state(dialect: Dialect, body: str) -> VendorState | None:
    """What a provider's own record of a reply is."""
    made = exchange(dialect)
    reading = read(made.begin_round(""), [body.encode()])
    assert reading.completed is not None
    return made.record_round()
