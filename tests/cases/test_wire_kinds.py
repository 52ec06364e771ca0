"""Further relatives of the streaming cases: gateways that wrap, cut, double and mislabel."""

import json
from typing import Any

import pytest

from studio.core.errors import Category, Diagnosis, IncompleteRoundError
from studio.core.events import ServerToolReported, SourcesFound
from studio.core.messages import Citation, Dialect, Stop
from studio.core.profiles import ProviderProfile
from studio.core.quirks import Quirks, ReasoningReturn
from studio.core.tools import ToolDefinition
from studio.wire.dialects import exchange_for
from studio.wire.exchange import Exchange, Target
from studio.wire.failures import failure_from_response
from tests.wire.replies import Reading, counter, exchange, read, read_all, read_bytewise
from tests.wire.streams import (
    ANTHROPIC,
    CHAT,
    EVERY_DIALECT,
    RESPONSES,
    body_of,
    call_delta,
    calls,
    completed,
    delta,
    stream,
)
from tests.wire.turns import answered, assignment, turn, use

_PIECES = (delta(content="Hel"), delta(content="lo"), delta("stop"))
_TEXTS = [json.dumps(piece) for piece in _PIECES]


def both_ways(dialect: Dialect, body: str) -> Reading:
    whole = read_all(dialect, body)
    assert read_bytewise(dialect, body.encode()).outcome == whole.outcome
    return whole


_FRAMES = {
    "list": json.dumps(_PIECES),
    "lines": "\n".join(_TEXTS),
    "lines with their end": "".join(f"{text}\r\n" for text in _TEXTS),
    "end to end": "".join(_TEXTS),
    "record separators": "".join(f"\x1e{text}\n" for text in _TEXTS).removeprefix("\x1e"),
    "list for each event": "".join(f"data: [{text}]\n\n" for text in _TEXTS),
    "two lists": f"data: [{_TEXTS[0]},{_TEXTS[1]}]\n\ndata: [{_TEXTS[2]}]\n\n",
    "wrapped twice": "".join(f"data: data: {text}\n\n" for text in _TEXTS),
    "written twice": "".join(f"data: {json.dumps(text)}\n\n" for text in _TEXTS),
    "one line": f"data: {''.join(_TEXTS)}\n\n",
    "no space": "".join(f"data:{text}\n\n" for text in _TEXTS),
    "carriage returns": "".join(f"data: {text}\r\r" for text in _TEXTS),
    "pretty": "".join(
        "".join(f"data: {line}\n" for line in json.dumps(piece, indent=1).split("\n")) + "\n"
        for piece in _PIECES
    ),
    "other fields": "".join(f"id: 7\nretry: 10\ndata: {text}\n\n" for text in _TEXTS),
    "lines and a mark": "\n".join([*_TEXTS, "data: [DONE]"]),
    "white space first": "\n \n" + stream(*_PIECES),
}


@pytest.mark.parametrize("body", _FRAMES.values(), ids=_FRAMES)
def test_s13_pieces_are_read_whatever_frame_they_come_in(body: str) -> None:
    reading = both_ways(CHAT, body)
    assert reading.error is None
    assert reading.text == "Hello"
    assert reading.completed is not None
    assert reading.completed.stop is Stop.END


@pytest.mark.parametrize("frame", ["list", "lines", "end to end"])
@pytest.mark.parametrize("less", [1, 20, 70])
def test_s17_what_came_before_a_cut_stays_in_any_frame(frame: str, less: int) -> None:
    body = _FRAMES[frame][: -len(_TEXTS[2]) + 20 - less]
    reading = both_ways(CHAT, body)
    assert isinstance(reading.error, IncompleteRoundError)
    assert reading.text in ("Hel", "Hello")


@EVERY_DIALECT
def test_a_profile_or_a_model_that_does_not_stream_is_asked_without(dialect: Dialect) -> None:
    profile = ProviderProfile(
        id="here", name="Here", dialect=dialect, base_url="https://h/v1", streams=False
    )
    made = exchange_for(Target(profile, "model"), assignment(turn("a")), counter())
    request = made.request(offer_tools=True, final_instruction=None)
    assert not request.body.get("stream")
    assert "stream_options" not in request.body
    assert "streamGenerateContent" not in request.path


def _named(*names: str) -> Exchange:
    tools = tuple(ToolDefinition(name, "") for name in names)
    return exchange(CHAT, assignment=assignment(turn("a"), tools=tools))


def test_s03_a_name_in_pieces_is_one_name() -> None:
    body = stream(
        call_delta(index=0, id="c1", name="get_", arguments=""),
        call_delta(index=0, name="pa"),
        call_delta(index=0, name="ge", arguments=""),
        call_delta("tool_calls", index=0, arguments='{"a":1}'),
    )
    reading = completed(_named("get_page", "get_time"), body)
    assert calls(reading) == [("c1", "get_page", '{"a":1}')]
    assert [getattr(event, "name", None) for event in reading.events] == ["get_page"]


def test_s03_a_name_that_is_whole_is_never_grown() -> None:
    body = stream(
        call_delta(index=0, id="c1", name="get", arguments="{}"),
        call_delta("tool_calls", index=1, id="c2", name="get_page", arguments="{}"),
    )
    assert [name for _, name, _ in calls(completed(_named("get", "get_page"), body))] == [
        "get",
        "get_page",
    ]


@pytest.mark.parametrize("nothing", ["null", " null ", '""', "", "  "])
def test_s06_nothing_in_any_spelling_means_no_arguments(nothing: str) -> None:
    body = stream(call_delta("tool_calls", index=0, id="c1", name="t", arguments=nothing))
    assert calls(both_ways(CHAT, body)) == [("c1", "t", "")]


def test_s07_an_object_that_was_written_out_twice_is_one_object() -> None:
    twice = json.dumps(json.dumps({"a": "b"}))
    body = stream(call_delta("tool_calls", index=0, id="c1", name="t", arguments=twice))
    assert calls(both_ways(CHAT, body)) == [("c1", "t", '{"a": "b"}')]
    text = stream(call_delta("tool_calls", index=0, id="c1", name="t", arguments='"Oslo"'))
    assert calls(both_ways(CHAT, text)) == [("c1", "t", '"Oslo"')]


@pytest.mark.parametrize("reason", ["MAX_TOKENS", "model_length", "max_tokens", "LENGTH"])
def test_s09_a_limit_in_any_spelling_vetoes_the_call(reason: str) -> None:
    body = stream(call_delta(reason, index=0, id="c1", name="t", arguments="{}"))
    done = both_ways(CHAT, body).completed
    assert done is not None
    assert done.stop.vetoes_calls


@pytest.mark.parametrize(
    ("message", "seconds"),
    [
        ("Rate limit reached. Please try again in 20s. Visit x.", 20.0),
        ("Please try again in 7.66s.", 7.66),
        ("try again in 250ms", 0.25),
        ("Please retry after 2 minutes", 120.0),
        ("Please try again later.", None),
    ],
)
def test_s21_a_wait_that_is_only_told_in_words_is_read(message: str, seconds: float | None) -> None:
    body = json.dumps({"error": {"message": message, "code": "rate_limit_exceeded"}})
    failure = failure_from_response(429, {}, body)
    assert (failure.category, failure.retry_after) == (Category.RATE_LIMIT, seconds)
    assert failure_from_response(429, {"retry-after": "3"}, body).retry_after == 3.0


def test_a_call_that_nothing_could_answer_is_named_by_a_code() -> None:
    item = {"type": "function_call", "name": "t", "arguments": "{}"}
    reading = read_all(
        RESPONSES,
        stream(
            {"type": "response.completed", "response": {"status": "completed", "output": [item]}}
        ),
    )
    assert reading.error is not None
    failure = reading.error.failure
    assert (failure.code, failure.message) == (Diagnosis.CALL_WITHOUT_ID, "t")


# Reasoning


_THINKS = Quirks(splits_think_tags=True, reasoning_return=ReasoningReturn.IN_TEXT)


def test_reasoning_between_tags_is_shown_as_such_only_where_somebody_says_so() -> None:
    body = stream(
        delta(content="<thi"), delta(content="nk>Hm.</th"), delta("stop", content="ink>Yes.")
    )
    assert read_all(CHAT, body).text == "<think>Hm.</think>Yes."
    made = exchange(CHAT, quirks=_THINKS)
    reading = read(made.begin_round(""), [body.encode()])
    assert (reading.reasoning, reading.text) == ("Hm.", "Yes.")


def test_tagged_reasoning_goes_back_as_it_came_only_where_the_host_wants_it() -> None:
    body = stream(
        delta(content="<think>\nHm.</think>\n\nLet me look."),
        call_delta("tool_calls", index=0, id="c1", name="get_time", arguments="{}"),
    )
    made = exchange(CHAT, quirks=_THINKS)
    completed(made, body)
    assert body_of(made)["messages"][1]["content"] == "<think>\nHm.</think>\n\nLet me look."
    plain = exchange(CHAT, quirks=Quirks(splits_think_tags=True))
    completed(plain, body)
    assert body_of(plain)["messages"][1]["content"] == "Let me look."


@pytest.mark.parametrize("dialect", [CHAT, RESPONSES, ANTHROPIC])
def test_a_users_own_flag_splits_tags_in_every_dialect(dialect: Dialect) -> None:
    profile = ProviderProfile(
        id="here", name="Here", dialect=dialect, base_url="https://h/v1", splits_think_tags=True
    )
    texts = {
        CHAT: stream(delta(content="Hm.</thi"), delta("stop", content="nk>Yes.")),
        RESPONSES: stream(
            {"type": "response.output_text.delta", "output_index": 0, "delta": "Hm.</think>"},
            {"type": "response.output_text.delta", "output_index": 0, "delta": "Yes."},
            {"type": "response.completed", "response": {"status": "completed"}},
        ),
        ANTHROPIC: stream(
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text"}},
            {
                "type": "content_block_delta",
                "index": 0,
                "delta": {"type": "text_delta", "text": "Hm.</think>Yes."},
            },
            {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
            {"type": "message_stop"},
        ),
    }
    made = exchange_for(Target(profile, "model"), assignment(turn("a")), counter())
    reading = read(made.begin_round(""), [texts[dialect].encode()])
    assert (reading.reasoning, reading.text) == ("Hm.", "Yes.")


_THOUGHT = stream(
    delta(reasoning_content="Hm."),
    call_delta("tool_calls", index=0, id="c1", name="get_time", arguments="{}"),
)


@pytest.mark.parametrize(
    ("wanted", "sent"),
    [
        (ReasoningReturn.BESIDE_CALLS, "Hm."),
        (ReasoningReturn.REQUIRED_BESIDE_CALLS, "Hm."),
        (ReasoningReturn.ALWAYS, "Hm."),
        (ReasoningReturn.NEVER, None),
    ],
)
def test_h11_reasoning_goes_back_where_the_host_demands_it_and_not_where_it_is_refused(
    wanted: ReasoningReturn, sent: str | None
) -> None:
    made = exchange(CHAT, quirks=Quirks(reasoning_return=wanted))
    completed(made, _THOUGHT)
    assert body_of(made)["messages"][1].get("reasoning_content") == sent


def test_h11_geminis_signature_of_a_text_goes_back_and_its_thoughts_are_no_answer() -> None:
    signed = {"google": {"thought_signature": "c2ln"}}
    made = exchange(CHAT)
    reading = completed(
        made,
        stream(
            delta(content="<thought>Hm.", extra_content={"google": {"thought": True}}),
            delta(content="Let me look.", extra_content=signed),
            call_delta("tool_calls", index=0, id="c1", name="get_time", arguments="{}"),
        ),
    )
    assert (reading.reasoning, reading.text) == ("Hm.", "Let me look.")
    assert body_of(made)["messages"][1]["extra_content"] == signed


# Sources and the provider's own tools


def _sources(reading: Reading) -> list[Citation]:
    found = [event for event in reading.events if isinstance(event, SourcesFound)]
    return [citation for event in found for citation in event.citations]


_CITED = {"url": "https://x.org/a", "title": "A"}


def _cited_in_responses() -> str:
    annotation = {"type": "url_citation", **_CITED}
    part = {"type": "output_text", "text": "Yes.", "annotations": [annotation]}
    item = {"type": "message", "id": "m", "content": [part]}
    return stream(
        {"type": "response.output_text.delta", "output_index": 0, "item_id": "m", "delta": "Yes."},
        {"type": "response.output_text.annotation.added", "annotation": annotation},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": {"status": "completed", "output": [item]}},
    )


_SOURCES: dict[str, tuple[Dialect, str]] = {
    "chat": (
        CHAT,
        stream(
            delta(content="Yes."),
            delta("stop", annotations=[{"type": "url_citation", "url_citation": _CITED}] * 2),
        ),
    ),
    "perplexity": (
        CHAT,
        stream(
            {**delta(content="Yes."), "citations": [_CITED["url"]], "search_results": [_CITED]},
            {**delta("stop"), "citations": [_CITED["url"]], "search_results": [_CITED]},
        ),
    ),
    "whole": (
        CHAT,
        json.dumps(
            {
                "choices": [{"message": {"content": "Yes."}, "finish_reason": "stop"}],
                "search_results": [_CITED],
                "citations": [_CITED["url"]],
            }
        ),
    ),
    "responses": (RESPONSES, _cited_in_responses()),
    "anthropic": (
        ANTHROPIC,
        stream(
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text"}},
            {
                "type": "content_block_delta",
                "index": 0,
                "delta": {"type": "text_delta", "text": "Yes."},
            },
            *[
                {
                    "type": "content_block_delta",
                    "index": 0,
                    "delta": {"type": "citations_delta", "citation": _CITED},
                }
            ]
            * 2,
            {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
            {"type": "message_stop"},
        ),
    ),
}


@pytest.mark.parametrize(("dialect", "body"), _SOURCES.values(), ids=_SOURCES)
def test_a_source_is_named_once_wherever_it_stands(dialect: Dialect, body: str) -> None:
    reading = both_ways(dialect, body)
    assert reading.text == "Yes."
    assert _sources(reading) == [Citation("https://x.org/a", "A")]


@pytest.mark.parametrize(
    "strange", ["javascript:alert(1)", "file:///etc/passwd", "", None, 7, {"url": 5}, [["x"]]]
)
def test_what_leads_nowhere_is_no_source(strange: Any) -> None:
    body = stream({**delta("stop", content="Yes."), "citations": [strange]})
    assert _sources(both_ways(CHAT, body)) == []


def test_a_tool_that_the_provider_ran_is_told_of_with_its_result_and_goes_back_as_it_came() -> None:
    call = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}}
    result = {
        "type": "web_search_tool_result",
        "tool_use_id": "s1",
        "content": [{"type": "web_search_result", **_CITED, "encrypted_content": "c2VjcmV0"}],
    }
    made = exchange(ANTHROPIC)
    piece = {"type": "input_json_delta", "partial_json": '{"query":"x"}'}
    reading = completed(
        made,
        stream(
            {"type": "content_block_start", "index": 0, "content_block": call},
            {"type": "content_block_delta", "index": 0, "delta": piece},
            {"type": "content_block_stop", "index": 0},
            {"type": "content_block_start", "index": 1, "content_block": result},
            {"type": "content_block_stop", "index": 1},
            {"type": "message_delta", "delta": {"stop_reason": "pause_turn"}},
            {"type": "message_stop"},
        ),
    )
    told = [event.use for event in reading.events if isinstance(event, ServerToolReported)]
    assert len({use.id for use in told}) == 1
    assert (told[0].is_done, told[-1].is_done) == (False, True)
    assert (told[-1].name, told[-1].arguments) == ("web_search", '{"query":"x"}')
    assert told[-1].output == "A\nhttps://x.org/a"
    assert _sources(reading) == [Citation("https://x.org/a", "A")]
    assert calls(reading) == []
    assert body_of(made)["messages"][1]["content"] == [{**call, "input": {"query": "x"}}, result]


# The loop, as far as the wire knows it


@pytest.mark.parametrize("name", ["Calc_eval", "functions.ls", "ls ", "日本", "a" * 200, "1st"])
@EVERY_DIALECT
def test_l02_a_tool_that_does_not_exist_has_a_legal_name_on_replay(
    dialect: Dialect, name: str
) -> None:
    round_ = answered(use("1", name=name, result="unknown tool"), stop=Stop.TOOL_CALLS)
    made = exchange(dialect, assignment=assignment(turn("a", round_), turn("b")))
    assert body_of(made) == body_of(made)


@pytest.mark.parametrize("reason", ["tool_calls", "tool_use", "function_call"])
@pytest.mark.parametrize("nothing", [None, [], {}, [None], [{}], "x"])
def test_l01_a_reason_without_a_call_is_no_call(reason: str, nothing: Any) -> None:
    reading = both_ways(CHAT, stream(delta(reason, tool_calls=nothing)))
    assert calls(reading) == []
