"""The practice provider refuses what the real services refuse."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from studio.adapters.practice import PracticeTransport

USER = {"role": "user", "content": "hello"}
TOOL = {"name": "now", "parameters": {"type": "object", "properties": {}}}
CALL = {"id": "a", "type": "function", "function": {"name": "now", "arguments": "{}"}}
CALLING = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "a", "content": "12:00"}

CHAT: dict[str, dict[str, Any]] = {
    "no messages": {"messages": []},
    "an unanswered call": {"messages": [USER, CALLING, USER]},
    "an unanswered last call": {"messages": [USER, CALLING]},
    "a result without a call": {"messages": [USER, RESULT]},
    "an answer given twice": {"messages": [USER, CALLING, RESULT, RESULT]},
    "an unknown role": {"messages": [USER, {"role": "function", "content": "x"}]},
    "an empty assistant message": {"messages": [USER, {"role": "assistant"}, USER]},
    "an empty list of calls": {"messages": [USER, {**CALLING, "tool_calls": []}, USER]},
    "arguments that are an object": {
        "messages": [
            USER,
            {**CALLING, "tool_calls": [{**CALL, "function": {"name": "now", "arguments": {}}}]},
            RESULT,
        ]
    },
    "no tools": {"messages": [USER], "tools": []},
    "a choice without tools": {"messages": [USER], "tool_choice": "none"},
    "a bad tool name": {
        "messages": [USER],
        "tools": [{"type": "function", "function": {**TOOL, "name": "a b"}}],
    },
    "a bad schema": {
        "messages": [USER],
        "tools": [{"type": "function", "function": {"name": "now", "parameters": {}}}],
    },
    "an unknown field": {"messages": [USER], "max_output_tokens": 5},
    "no tokens at all": {"messages": [USER], "max_tokens": 0},
    "too hot": {"messages": [USER], "temperature": 2.5},
    "an unknown model": {"messages": [USER], "model": "gpt-4"},
}

FUNCTION_CALL = {"type": "function_call", "call_id": "a", "name": "now", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "a", "output": "12:00"}
THOUGHT = {"type": "reasoning", "id": "rs_1", "summary": []}
ANSWER = {"role": "assistant", "content": [{"type": "output_text", "text": "yes"}]}

RESPONSES: dict[str, dict[str, Any]] = {
    "no input": {"input": []},
    "an unanswered call": {"input": [USER, FUNCTION_CALL, USER]},
    "a result without a call": {"input": [USER, OUTPUT]},
    "an unknown role": {"input": [{"role": "tool", "content": "x"}]},
    "an assistant's text as input": {
        "input": [USER, {"role": "assistant", "content": [{"type": "input_text", "text": "x"}]}]
    },
    "reasoning that was not stored": {"input": [USER, THOUGHT, ANSWER, USER]},
    "a message that was not stored": {"input": [USER, {**ANSWER, "id": "msg_1"}, USER]},
    "a call that was not stored": {"input": [USER, {**FUNCTION_CALL, "id": "fc_1"}, OUTPUT]},
    "reasoning that was changed": {
        "input": [USER, {**THOUGHT, "encrypted_content": "abc"}, ANSWER, USER]
    },
    "reasoning that leads to nothing": {
        "input": [USER, {"type": "reasoning", "summary": []}, USER]
    },
    "a Chat Completions tool": {"input": "hi", "tools": [{"type": "function", "function": TOOL}]},
    "an unknown field": {"input": "hi", "max_tokens": 5},
}

USE = {"type": "tool_use", "id": "a", "name": "now", "input": {}}
TOOL_RESULT = {"type": "tool_result", "tool_use_id": "a", "content": "12:00"}
USING = {"role": "assistant", "content": [USE]}
FORGED = {"type": "thinking", "thinking": "x", "signature": "y"}
TEXT = {"type": "text", "text": "and?"}


def _user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


MESSAGES: dict[str, dict[str, Any]] = {
    "no messages": {"messages": []},
    "no maximum": {"messages": [USER], "max_tokens": None},
    "an unanswered call": {"messages": [USER, USING, USER]},
    "results in two messages": {
        "messages": [
            USER,
            {"role": "assistant", "content": [USE, {**USE, "id": "b"}]},
            _user(TOOL_RESULT),
            _user({**TOOL_RESULT, "tool_use_id": "b"}),
        ]
    },
    "text ahead of a result": {"messages": [USER, USING, _user(TEXT, TOOL_RESULT)]},
    "a result without a call": {"messages": [USER, _user(TOOL_RESULT)]},
    "an empty text": {"messages": [_user({"type": "text", "text": ""})]},
    "a blank text": {"messages": [_user({"type": "text", "text": "  "})]},
    "an empty message": {"messages": [USER, {"role": "assistant", "content": []}, USER]},
    "a system role": {"messages": [{"role": "system", "content": "x"}, USER]},
    "the assistant first": {"messages": [{"role": "assistant", "content": "x"}, USER]},
    "the assistant last": {"messages": [USER, {"role": "assistant", "content": "x"}]},
    "a foreign call ID": {
        "messages": [
            USER,
            {"role": "assistant", "content": [{**USE, "id": "functions.now:0"}]},
            _user({**TOOL_RESULT, "tool_use_id": "functions.now:0"}),
        ]
    },
    "arguments that are text": {
        "messages": [
            USER,
            {"role": "assistant", "content": [{**USE, "input": "{}"}]},
            _user(TOOL_RESULT),
        ]
    },
    "a forged signature": {
        "messages": [
            USER,
            {
                "role": "assistant",
                "content": [{"type": "thinking", "thinking": "x", "signature": "y"}, TEXT],
            },
            USER,
        ]
    },
    "reasoning left out before a call": {
        "messages": [
            USER,
            {"role": "assistant", "content": [{**USE, "id": "toolu_01Tabc0"}]},
            _user({**TOOL_RESULT, "tool_use_id": "toolu_01Tabc0"}),
        ]
    },
    "an unknown field": {"messages": [USER], "store": False},
    "too hot": {"messages": [USER], "temperature": 1.5},
    "a budget beyond the maximum": {
        "messages": [USER],
        "thinking": {"type": "enabled", "budget_tokens": 4096},
    },
}

PROMPT = {"role": "user", "parts": [{"text": "hello"}]}
ASKED = {"functionCall": {"name": "now", "args": {}}}
NAMED = {"functionCall": {"name": "now", "args": {}, "id": "a"}}
ASKING = {"role": "model", "parts": [ASKED]}
TOLD = {"functionResponse": {"name": "now", "response": {"output": "12:00"}}}
OTHER = {"functionResponse": {"name": "then", "response": {"output": "12:00"}}}
SIGNED = {"functionCall": {"name": "now", "args": {}, "id": "fcS1"}}


def _parts(*parts: Any, role: str = "user") -> dict[str, Any]:
    return {"role": role, "parts": list(parts)}


def _thinking(**thinking: Any) -> dict[str, Any]:
    return {"contents": [PROMPT], "generationConfig": {"thinkingConfig": thinking}}


def _declared(**tool: Any) -> dict[str, Any]:
    return {"contents": [PROMPT], "tools": [{"functionDeclarations": [tool]}]}


GEMINI: dict[str, dict[str, Any]] = {
    "no contents": {"contents": []},
    "no parts": {"contents": [_parts()]},
    "the model first": {"contents": [_parts({"text": "x"}, role="model"), PROMPT]},
    "the model last": {"contents": [PROMPT, _parts({"text": "x"}, role="model")]},
    "two of one role": {"contents": [PROMPT, PROMPT]},
    "another role": {"contents": [_parts({"text": "x"}, role="system")]},
    "an empty text": {"contents": [_parts({"text": ""})]},
    "a part of two kinds": {"contents": [_parts({"text": "x", **ASKED})]},
    "an unanswered call": {"contents": [PROMPT, ASKING, PROMPT]},
    "a result without a call": {"contents": [_parts(TOLD)]},
    "more results than calls": {"contents": [PROMPT, ASKING, _parts(TOLD, TOLD)]},
    "another tool's result": {"contents": [PROMPT, ASKING, _parts(OTHER)]},
    "a result without its ID": {"contents": [PROMPT, _parts(NAMED, role="model"), _parts(TOLD)]},
    "a call without its signature": {
        "contents": [
            PROMPT,
            _parts(SIGNED, role="model"),
            _parts({"functionResponse": {**TOLD["functionResponse"], "id": "fcS1"}}),
        ]
    },
    "a signature that was changed": {
        "contents": [PROMPT, _parts({"text": "x", "thoughtSignature": "y"}, role="model"), PROMPT]
    },
    "a tool without properties": _declared(
        name="now", parameters={"type": "object", "properties": {}}
    ),
    "a tool name with a digit first": _declared(name="1st"),
    "a choice without tools": {
        "contents": [PROMPT],
        "toolConfig": {"functionCallingConfig": {"mode": "NONE"}},
    },
    "a budget and a level": _thinking(thinkingBudget=1_024, thinkingLevel="LOW"),
    "an unknown level": _thinking(thinkingLevel="EXTREME"),
    "an unknown field": {"contents": [PROMPT], "messages": []},
    "an unknown setting": {"contents": [PROMPT], "generationConfig": {"max_tokens": 5}},
}

OLLAMA_CALL = {"function": {"name": "now", "arguments": {}}}
OLLAMA_CALLING = {"role": "assistant", "content": "", "tool_calls": [OLLAMA_CALL]}
OLLAMA_RESULT = {"role": "tool", "content": "12:00", "tool_name": "now"}

OLLAMA: dict[str, dict[str, Any]] = {
    "no messages": {"messages": []},
    "an unanswered call": {"messages": [USER, OLLAMA_CALLING, USER]},
    "a result without a call": {"messages": [USER, OLLAMA_RESULT]},
    "a result of no tool": {"messages": [USER, OLLAMA_CALLING, {**OLLAMA_RESULT, "tool_name": ""}]},
    "arguments that are text": {
        "messages": [
            USER,
            {
                **OLLAMA_CALLING,
                "tool_calls": [{"function": {"name": "now", "arguments": "{}"}}],
            },
            OLLAMA_RESULT,
        ]
    },
    "content in parts": {"messages": [{"role": "user", "content": [{"type": "text"}]}]},
    "an image that is an address": {"messages": [{**USER, "images": ["https://host/x.png"]}]},
    "the assistant last": {"messages": [USER, {"role": "assistant", "content": "x"}]},
    "the system in the middle": {"messages": [USER, {"role": "system", "content": "x"}]},
    "an unknown level": {"messages": [USER], "think": "extreme"},
    "an unknown option": {"messages": [USER], "options": {"max_tokens": 5}},
    "an unknown field": {"messages": [USER], "temperature": 1},
}


async def _post(path: str, body: dict[str, Any]) -> httpx.Response:
    headers = {"anthropic-version": "2023-06-01"}
    async with httpx.AsyncClient(transport=PracticeTransport(pace=0), headers=headers) as client:
        return await client.post(f"http://practice.localhost/{path}", json=body)


@pytest.mark.parametrize("body", CHAT.values(), ids=CHAT)
async def test_chat_completions_refuses(body: dict[str, Any]) -> None:
    response = await _post("v1/chat/completions", {"model": "practice-tour", **body})
    assert response.status_code in (400, 404)
    assert response.json()["error"]["message"]


@pytest.mark.parametrize("body", RESPONSES.values(), ids=RESPONSES)
async def test_responses_refuses(body: dict[str, Any]) -> None:
    response = await _post("v1/responses", {"model": "practice-tour", "store": False, **body})
    assert response.status_code in (400, 404)
    assert response.json()["error"]["message"]


@pytest.mark.parametrize("body", MESSAGES.values(), ids=MESSAGES)
async def test_messages_refuses(body: dict[str, Any]) -> None:
    response = await _post("v1/messages", {"model": "practice-tour", "max_tokens": 2048, **body})
    assert response.status_code == 400
    assert response.json()["type"] == "error"


@pytest.mark.parametrize("body", GEMINI.values(), ids=GEMINI)
async def test_gemini_refuses(body: dict[str, Any]) -> None:
    response = await _post("v1beta/models/practice-tour:generateContent", body)
    assert response.status_code == 400
    assert response.json()["error"]["status"] == "INVALID_ARGUMENT"


@pytest.mark.parametrize("body", OLLAMA.values(), ids=OLLAMA)
async def test_ollama_refuses(body: dict[str, Any]) -> None:
    response = await _post("api/chat", {"model": "practice-tour", **body})
    assert response.status_code == 400
    assert isinstance(response.json()["error"], str)


async def test_a_model_that_is_not_there_is_not_found() -> None:
    assert (await _post("v1beta/models/x:generateContent", {"contents": [PROMPT]})).is_client_error
    assert (await _post("api/chat", {"model": "x", "messages": [USER]})).status_code == 404


async def test_messages_without_its_version_are_refused() -> None:
    async with httpx.AsyncClient(transport=PracticeTransport(pace=0)) as client:
        body = {"model": "practice-tour", "max_tokens": 9, "messages": [USER]}
        response = await client.post("http://practice.localhost/v1/messages", json=body)
    assert response.status_code == 400


ACCEPTED: dict[str, dict[str, object]] = {
    "v1/chat/completions": {"model": "practice-tour", "messages": [USER, CALLING, RESULT]},
    "v1/responses": {
        "model": "practice-tour",
        "input": [USER, FUNCTION_CALL, OUTPUT],
        "store": False,
    },
    "v1/messages": {
        "model": "practice-tour",
        "messages": [USER, USING, _user(TOOL_RESULT, TEXT)],
        "max_tokens": 2048,
    },
    "v1beta/models/practice-tour:generateContent": {
        "contents": [PROMPT, ASKING, _parts(TOLD, {"text": "and?"})]
    },
    "api/chat": {
        "model": "practice-tour",
        "messages": [USER, OLLAMA_CALLING, OLLAMA_RESULT, {**USER, "images": ["iVBORw0KGgo="]}],
        "stream": False,
    },
}


@pytest.mark.parametrize("path", ACCEPTED)
async def test_what_is_formed_rightly_is_accepted(path: str) -> None:
    response = await _post(path, ACCEPTED[path])
    assert response.status_code == 200


async def test_the_models_are_listed_in_the_words_of_each_dialect() -> None:
    async with httpx.AsyncClient(transport=PracticeTransport(pace=0)) as client:
        gemini = (await client.get("http://practice.localhost/v1beta/models")).json()
        ollama = (await client.get("http://practice.localhost/api/tags")).json()
    assert gemini["models"][0]["name"] == "models/practice-fast"
    assert ollama["models"][0]["name"] == "practice-fast"
