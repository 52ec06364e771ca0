"""What Ollama's own dialect asks for, and what goes back of a reply."""

from typing import Any

from studio.core.chats import Assignment, AttachedFile, ChatSettings, Effort
from studio.core.messages import Attachment, Outcome, Text, ToolResult
from studio.core.profiles import ProviderProfile
from studio.core.quirks import EffortStyle, Quirks, ReasoningReturn
from studio.wire.dialects import exchange_for
from studio.wire.endpoints import auth_headers, models_url, request_url
from studio.wire.exchange import Exchange, Target
from tests.wire.replies import TOOLS, counter, exchange, profile, prompt_turn
from tests.wire.streams import OLLAMA, body_of, calls, completed, lines, said

_PICTURE = Attachment("a.png", "image/png", 8, "digest")
_DATA = b"\x89PNG\r\n\x1a\n"


def _exchange(
    settings: ChatSettings | None = None, quirks: Quirks | None = None, **fields: Any
) -> Exchange:
    made = profile(OLLAMA).model_copy(update=fields)
    target = Target(made, fields.get("model") or "qwen3", quirks or Quirks())
    return exchange_for(
        target, Assignment((), prompt_turn(), TOOLS, settings or ChatSettings()), counter()
    )


def test_length_and_warmth_are_options_and_the_profile_says_how_long_a_model_stays() -> None:
    settings = ChatSettings(temperature=0.5, max_output_tokens=400, system_prompt="Be brief.")
    body = body_of(_exchange(settings, keep_alive=-1, context_length=8_192))
    assert body["options"] == {"temperature": 0.5, "num_predict": 400, "num_ctx": 8_192}
    assert body["keep_alive"] == -1
    assert body["messages"][0] == {"role": "system", "content": "Be brief."}
    assert body["tools"][0]["function"]["name"] == "get_time"


def test_effort_is_yes_or_no_and_a_level_only_where_the_model_knows_one() -> None:
    for effort, think in ((Effort.HIGH, True), (Effort.LOW, True), (Effort.NONE, False)):
        assert body_of(_exchange(ChatSettings(effort=effort)))["think"] is think
    for effort, level in ((Effort.HIGH, "high"), (Effort.NONE, "low")):
        made = _exchange(ChatSettings(effort=effort), model="gpt-oss:20b")
        assert body_of(made)["think"] == level
    refused = _exchange(ChatSettings(effort=Effort.HIGH), Quirks(effort=EffortStyle.UNSUPPORTED))
    assert "think" not in body_of(refused)


def test_a_profile_that_does_not_stream_says_so() -> None:
    assert body_of(_exchange(streams=False))["stream"] is False


def _thoughtful(made: Exchange, **call: Any) -> list[dict[str, Any]]:
    function = {"name": "get_time", "arguments": {"zone": "UTC"}}
    body = lines(
        said(thinking="The user wants "),
        said(thinking="the time."),
        said(tool_calls=[{"function": function, **call}]),
        said("stop"),
    )
    reading = completed(made, body)
    assert reading.completed is not None
    made.record_result(ToolResult(reading.completed.calls[0].id, "12:00", Outcome.DONE, 5))
    return list(body_of(made)["messages"][1:])


def test_thinking_goes_back_beside_the_calls_it_led_to_and_arguments_as_an_object() -> None:
    answer, result = _thoughtful(_exchange())
    assert answer["thinking"] == "The user wants the time."
    assert answer["tool_calls"] == [
        {"function": {"name": "get_time", "arguments": {"zone": "UTC"}}}
    ]
    assert result == {"role": "tool", "tool_name": "get_time", "content": "12:00"}


def test_thinking_stays_where_the_host_does_not_take_it() -> None:
    answer, _ = _thoughtful(_exchange(quirks=Quirks(reasoning_return=ReasoningReturn.NEVER)))
    assert "thinking" not in answer


def test_a_call_that_has_an_id_gets_its_result_by_it() -> None:
    answer, result = _thoughtful(_exchange(), id="call_7")
    assert answer["tool_calls"][0]["id"] == "call_7"
    assert result["tool_call_id"] == "call_7"


def test_arguments_as_text_are_taken_as_text() -> None:
    call = {"function": {"name": "get_time", "arguments": '{"zone":"UTC"}'}}
    reading = completed(exchange(OLLAMA), lines(said("stop", tool_calls=[call])))
    assert calls(reading) == [("", "get_time", '{"zone":"UTC"}')]


def test_pictures_go_as_a_list_beside_the_text() -> None:
    turn = prompt_turn("What is this?")
    turn = type(turn)(turn.id, turn.chat_id, None, 0.0, (Text("What is this?"), _PICTURE))
    files = {"digest": AttachedFile(_DATA)}
    chat = Assignment((), turn, (), ChatSettings(), files)
    made = exchange_for(Target(profile(OLLAMA), "llava"), chat, counter())
    (message,) = body_of(made)["messages"]
    assert message["images"] == ["iVBORw0KGgo="]
    assert message["content"] == "What is this?"


def test_any_address_of_a_server_leads_to_its_own_api() -> None:
    for pasted in (
        "localhost:11434",
        "http://localhost:11434/",
        "http://localhost:11434/v1",
        "http://localhost:11434/api",
        "http://localhost:11434/api/tags",
        "http://localhost:11434/v1/chat/completions",
    ):
        assert request_url(pasted, OLLAMA, "api/chat") == "http://localhost:11434/api/chat"
        assert models_url(pasted, OLLAMA) == "http://localhost:11434/api/tags"
    assert request_url("https://h/ollama", OLLAMA, "api/chat") == "https://h/ollama/api/chat"


def test_a_key_is_sent_only_where_there_is_one() -> None:
    assert auth_headers(OLLAMA, None) == {}
    assert auth_headers(OLLAMA, "secret") == {"Authorization": "Bearer secret"}


def test_a_profile_without_wishes_sends_none() -> None:
    made = ProviderProfile(id="here", name="Here", dialect=OLLAMA, base_url="http://h")
    chat = Assignment((), prompt_turn(), (), ChatSettings())
    body = body_of(exchange_for(Target(made, "m"), chat, counter()))
    assert set(body) == {"model", "messages", "stream"}
