"""What Gemini's own dialect asks for, what it tells of, and what goes back of a reply."""

import json
from typing import Any

import pytest

from studio.core.abilities import Abilities
from studio.core.chats import Assignment, AttachedFile, ChatSettings, Effort, Turn
from studio.core.errors import Category
from studio.core.events import ServerToolReported, SourcesFound
from studio.core.messages import Attachment, Citation, Outcome, Stop, Text, ToolResult, Usage
from studio.core.quirks import Quirks, SchemaStyle
from studio.core.tools import ToolDefinition
from studio.wire.dialects import exchange_for
from studio.wire.endpoints import auth_headers, models_url, request_url
from studio.wire.exchange import Exchange, Target
from tests.wire.replies import counter, exchange, profile, prompt_turn, read_all, read_bytewise
from tests.wire.streams import GEMINI, body_of, calls, completed, parts, stream
from tests.wire.turns import answered, assignment, turn, use

_SCHEMA = {"type": "object", "properties": {"zone": {"type": ["string", "null"]}}}
_TOOLS = (ToolDefinition("get_time", "The time.", _SCHEMA), ToolDefinition("list_files", "Files."))
_SIGNED = "c2lnbmVk"


def _exchange(
    model: str = "gemini-2.5-flash",
    settings: ChatSettings | None = None,
    quirks: Quirks | None = None,
    abilities: Abilities | None = None,
    **fields: Any,
) -> Exchange:
    made = profile(GEMINI).model_copy(update=fields)
    target = Target(made, model, quirks or Quirks(), abilities or Abilities())
    chat = Assignment((), prompt_turn(), _TOOLS, settings or ChatSettings())
    return exchange_for(target, chat, counter())


def _body(*payloads: dict[str, Any]) -> str:
    return stream(*payloads, done=False)


def test_the_path_says_which_model_is_asked_and_how() -> None:
    def url(made: Exchange) -> str:
        path = made.request(offer_tools=False, final_instruction=None).path
        return request_url("https://generativelanguage.googleapis.com", GEMINI, path)

    base = "https://generativelanguage.googleapis.com/v1beta"
    flash = f"{base}/models/gemini-2.5-flash"
    assert url(_exchange()) == f"{flash}:streamGenerateContent?alt=sse"
    assert url(_exchange(streams=False)) == f"{flash}:generateContent"
    assert url(_exchange("models/gemini-2.5-flash", streams=False)) == f"{flash}:generateContent"
    assert url(_exchange("tunedModels/x", streams=False)) == f"{base}/tunedModels/x:generateContent"


@pytest.mark.parametrize(
    "pasted",
    [
        "generativelanguage.googleapis.com",
        "https://generativelanguage.googleapis.com/v1beta/",
        "https://generativelanguage.googleapis.com/v1beta/openai/",
        "https://generativelanguage.googleapis.com/v1beta/models",
        "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:generateContent",
        "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
    ],
)
def test_any_address_of_google_leads_to_the_native_api(pasted: str) -> None:
    wanted = "https://generativelanguage.googleapis.com/v1beta/models"
    assert models_url(pasted, GEMINI) == wanted


def test_an_address_with_a_query_keeps_it_and_asks_for_a_stream_once() -> None:
    url = request_url("https://h/v1beta?tenant=7&alt=json", GEMINI, "models/m:x?alt=sse")
    assert url == "https://h/v1beta/models/m:x?tenant=7&alt=sse"


def test_the_key_has_a_header_of_its_own() -> None:
    assert auth_headers(GEMINI, "AIza") == {"x-goog-api-key": "AIza"}


def test_what_is_set_is_said_in_its_own_words() -> None:
    settings = ChatSettings(system_prompt="Be brief.", temperature=0.5, max_output_tokens=400)
    body = body_of(_exchange("gemma-3", settings))
    assert body["systemInstruction"] == {"parts": [{"text": "Be brief."}]}
    assert body["generationConfig"] == {"temperature": 0.5, "maxOutputTokens": 400}
    first, second = body["tools"][0]["functionDeclarations"]
    assert first["parametersJsonSchema"]["properties"]["zone"]
    assert set(second) == {"name", "description"}  # an object without properties is refused


def test_a_host_that_reads_only_a_part_of_json_schema_gets_that_part() -> None:
    body = body_of(_exchange(quirks=Quirks(schemas=SchemaStyle.OPENAPI_SUBSET)))
    (zone,) = body["tools"][0]["functionDeclarations"][0]["parameters"]["properties"].values()
    assert zone["nullable"] is True


@pytest.mark.parametrize(
    ("model", "effort", "thinking"),
    [
        ("gemini-2.5-flash", Effort.LOW, {"includeThoughts": True, "thinkingBudget": 1_024}),
        ("gemini-2.5-flash", Effort.NONE, {"thinkingBudget": 0}),
        ("gemini-2.5-pro", Effort.NONE, {"thinkingBudget": 128}),
        ("gemini-3-flash-preview", Effort.HIGH, {"includeThoughts": True, "thinkingLevel": "HIGH"}),
        ("gemini-3-flash-preview", Effort.NONE, {"thinkingLevel": "MINIMAL"}),
        ("gemini-3-pro-preview", Effort.MEDIUM, {"includeThoughts": True, "thinkingLevel": "HIGH"}),
        ("gemini-3.1-pro", Effort.MEDIUM, {"includeThoughts": True, "thinkingLevel": "MEDIUM"}),
        ("gemini-3.1-pro", Effort.NONE, {"thinkingLevel": "LOW"}),
        ("gemini-2.5-flash", None, {"includeThoughts": True}),
    ],
)
def test_effort_is_a_budget_or_a_level_as_the_model_has_it(
    model: str, effort: Effort | None, thinking: dict[str, Any]
) -> None:
    body = body_of(_exchange(model, ChatSettings(effort=effort)))
    assert body["generationConfig"] == {"thinkingConfig": thinking}


@pytest.mark.parametrize("model", ["gemini-2.0-flash", "gemini-2.5-flash-image", "gemma-3-27b"])
def test_a_model_that_does_not_think_is_not_asked_for_thoughts(model: str) -> None:
    assert "generationConfig" not in body_of(_exchange(model))
    known = Abilities(reasons=True)
    assert body_of(_exchange(model, abilities=known))["generationConfig"]


def test_signatures_go_back_on_the_very_part_they_came_on() -> None:
    call = {"name": "get_time", "args": {"zone": "UTC"}}
    made = _exchange()
    reading = completed(
        made,
        _body(
            parts({"text": "Hm, ", "thought": True}, {"text": "the time.", "thought": True}),
            parts({"text": "Let me "}),
            parts({"text": "look."}),
            parts({"text": "", "thoughtSignature": "ZW1wdHk="}),
            parts({"functionCall": call, "thoughtSignature": _SIGNED}, {"functionCall": call}),
            parts(finish="STOP"),
        ),
    )
    assert reading.completed is not None
    for told in reading.completed.calls:
        made.record_result(ToolResult(told.id, "12:00", Outcome.DONE, 5))
    _, answer, results = body_of(made)["contents"]
    assert answer["parts"] == [
        {"text": "Hm, the time.", "thought": True},
        {"text": "Let me look."},
        {"text": "", "thoughtSignature": "ZW1wdHk="},
        {"functionCall": call, "thoughtSignature": _SIGNED},
        {"functionCall": call},
    ]
    told_back = {"functionResponse": {"name": "get_time", "response": {"output": "12:00"}}}
    assert results == {"role": "user", "parts": [told_back, told_back]}


def test_a_signature_that_came_alone_goes_back_on_an_empty_text() -> None:
    made = _exchange()
    alone = {"thoughtSignature": _SIGNED}
    completed(made, _body(parts({"text": "Hi."}), parts(alone, {}, {"text": None}, finish="STOP")))
    assert body_of(made)["contents"][1]["parts"] == [{"text": "Hi."}, {"text": "", **alone}]


_BUSY = {"error": {"code": 503, "message": "Too busy.", "status": "UNAVAILABLE"}}


@pytest.mark.parametrize("error", [_BUSY, [_BUSY]])
@pytest.mark.parametrize("indent", [None, 2])
def test_an_error_behind_the_stream_is_one_however_it_is_written(
    error: Any, indent: int | None
) -> None:
    body = _body(parts({"text": "Half of "})) + json.dumps(error, indent=indent) + "\n"
    for reading in (read_all(GEMINI, body), read_bytewise(GEMINI, body.encode())):
        assert reading.text == "Half of "
        assert reading.error is not None
        assert reading.error.failure.category is Category.OVERLOADED
        assert reading.error.failure.message == "Too busy."


def test_a_call_with_an_id_gets_its_result_by_it_and_an_error_is_called_one() -> None:
    made = _exchange()
    asked = parts({"functionCall": {"name": "list_files", "id": "fc7"}}, finish="STOP")
    reading = completed(made, _body(asked))
    assert reading.completed is not None
    made.record_result(ToolResult(reading.completed.calls[0].id, "gone", Outcome.FAILED, 4))
    _, answer, results = body_of(made)["contents"]
    assert answer["parts"][0]["functionCall"] == {"name": "list_files", "args": {}, "id": "fc7"}
    assert results["parts"][0]["functionResponse"] == {
        "name": "list_files",
        "response": {"error": "gone"},
        "id": "fc7",
    }


def test_calls_of_another_model_carry_the_word_that_newer_models_demand() -> None:
    told = answered(use("a", result="1"), use("b", result="2"), stop=Stop.TOOL_CALLS)
    chat = assignment(turn("go", told))
    newer = exchange(GEMINI, assignment=chat, model="gemini-3-pro")
    first, second = body_of(newer)["contents"][1]["parts"]
    assert first["thoughtSignature"] == "skip_thought_signature_validator"
    assert "thoughtSignature" not in second
    older = exchange(GEMINI, assignment=chat, model="gemini-2.5-pro")
    assert "thoughtSignature" not in body_of(older)["contents"][1]["parts"][0]


def test_pictures_and_documents_go_ahead_of_the_text() -> None:
    prompt = (
        Text("What is this?"),
        Attachment("a.png", "image/png", 8, "one"),
        Attachment("b.pdf", "application/pdf", 8, "two", pages=1),
    )
    files = {"one": AttachedFile(b"\x89PNG\r\n\x1a\n"), "two": AttachedFile(b"%PDF-1.7")}
    chat = Assignment((), Turn("t", "c", None, 0.0, prompt), (), ChatSettings(), files)
    made = exchange_for(Target(profile(GEMINI), "gemini-2.5-flash"), chat, counter())
    picture, document, text = body_of(made)["contents"][0]["parts"]
    assert picture == {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}
    assert document["inlineData"]["mimeType"] == "application/pdf"
    assert text == {"text": "What is this?"}


def _pieces(*pieces: dict[str, Any], is_last: bool = False) -> dict[str, Any]:
    call: dict[str, Any] = {"partialArgs": list(pieces)}
    return parts({"functionCall": call if is_last else {**call, "willContinue": True}})


def test_arguments_in_pieces_become_one_object() -> None:
    body = _body(
        parts({"functionCall": {"name": "get_time", "willContinue": True}}),
        _pieces({"jsonPath": "$.zone", "stringValue": "Asia/", "willContinue": True}),
        _pieces(
            {"jsonPath": "$.zone", "stringValue": "Tokyo"},
            {"jsonPath": "$.stops[1].name", "stringValue": "b"},
            {"jsonPath": "$.stops[0].name", "stringValue": "a"},
            {"jsonPath": "$['odd name']", "numberValue": 2},
            {"jsonPath": "$.is_late", "boolValue": False},
            {"jsonPath": "$.none", "nullValue": "NULL_VALUE"},
        ),
        parts({"functionCall": {}}, finish="STOP"),
    )
    wanted = (
        '{"zone":"Asia/Tokyo","stops":[{"name":"a"},{"name":"b"}],"odd name":2,"is_late":false,'
        '"none":null}'
    )
    assert calls(read_all(GEMINI, body)) == [("", "get_time", wanted)]


@pytest.mark.parametrize("path", ["", "$", "$[0]", "$.a[", "$.a[99999999]", "$..a", "$.zone.deep"])
def test_a_piece_that_leads_nowhere_is_left_out(path: str) -> None:
    body = _body(
        parts({"functionCall": {"name": "get_time", "willContinue": True}}),
        _pieces({"jsonPath": "$.zone", "stringValue": "UTC"}, {"jsonPath": path, "numberValue": 1}),
        parts({"text": "and on"}, finish="STOP"),
    )
    assert calls(read_all(GEMINI, body)) == [("", "get_time", '{"zone":"UTC"}')]


def test_sources_are_told_of_once_with_what_they_stand_behind() -> None:
    chunks = [{"web": {"uri": "https://a", "title": "A"}}, {"web": {"uri": "https://b"}}]
    support = {"segment": {"text": "It is so."}, "groundingChunkIndices": [0]}
    grounded = parts({"text": "It is so."})
    grounded["candidates"][0]["groundingMetadata"] = {
        "webSearchQueries": ["is it so"],
        "groundingChunks": chunks,
        "groundingSupports": [support],
    }
    events = read_all(GEMINI, _body(grounded, grounded, parts(finish="STOP"))).events
    told = [event for event in events if isinstance(event, SourcesFound)]
    assert told == [
        SourcesFound((Citation("https://a", "A", "It is so."), Citation("https://b", "", "")))
    ]
    (searched,) = [event.use for event in events if isinstance(event, ServerToolReported)]
    assert (searched.name, searched.arguments) == ("google_search", '{"queries":["is it so"]}')


def test_code_that_google_ran_is_told_of_and_goes_back_but_is_no_call() -> None:
    ran = {"executableCode": {"language": "PYTHON", "code": "print(1)", "id": "x"}}
    failed = {"codeExecutionResult": {"outcome": "OUTCOME_FAILED", "output": "oh", "id": "x"}}
    made = _exchange()
    reading = completed(
        made, _body(parts(ran), parts(failed), parts({"text": "No."}, finish="STOP"))
    )
    assert calls(reading) == []
    first, last = [event.use for event in reading.events if isinstance(event, ServerToolReported)]
    assert (first.name, first.arguments, first.is_done) == ("code_execution", "print(1)", False)
    assert (last.id, last.output, last.is_error, last.is_done) == (first.id, "oh", True, True)
    assert body_of(made)["contents"][1]["parts"][:2] == [ran, failed]


def test_a_prompt_that_was_blocked_is_no_cut_off_stream() -> None:
    for reason, stop in (("SAFETY", Stop.CONTENT_FILTER), ("OTHER", Stop.OTHER)):
        reading = read_all(GEMINI, _body({"promptFeedback": {"blockReason": reason}}))
        assert reading.completed is not None
        assert reading.completed.stop is stop
        assert reading.completed.stop_reason == reason


def test_a_malformed_call_never_runs() -> None:
    call = {"functionCall": {"name": "get_time", "args": {}}}
    done = read_all(GEMINI, _body(parts(call, finish="MALFORMED_FUNCTION_CALL"))).completed
    assert done is not None
    assert done.stop.vetoes_calls


def test_a_stream_without_its_parameter_is_a_list_that_is_read_as_well() -> None:
    whole = [parts({"text": "Hi "}), parts({"text": "there."}, finish="STOP")]
    body = f"[{','.join(_body(one).removeprefix('data: ').strip() for one in whole)}]"
    assert read_all(GEMINI, body).text == "Hi there."


def test_the_last_count_of_each_kind_is_what_was_used() -> None:
    first = parts({"text": "Hi."}) | {"usageMetadata": {"promptTokenCount": 9}}
    counts = {"candidatesTokenCount": 4, "thoughtsTokenCount": 7, "cachedContentTokenCount": 5}
    last = parts(finish="STOP") | {"usageMetadata": counts}
    done = read_all(GEMINI, _body(first, last)).completed
    assert done is not None
    assert done.usage == Usage(9, 4, 5, 7)
