"""Recorded traffic of many providers, read in place: each reply gives what its record expects."""

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from studio.core.errors import IncompleteRoundError
from studio.core.events import ServerToolReported
from studio.core.messages import Dialect, Stop, ToolCall
from studio.wire.failures import failure_from_response
from tests.wire.replies import Reading, exchange, read, read_all, read_bytewise

_ROOT = Path(os.environ.get("CALLBOARD_SHARED", Path(__file__).parents[3] / "shared")) / "wire"
_WIRES = {
    "chat_completions": Dialect.OPENAI_CHAT,
    "responses": Dialect.OPENAI_RESPONSES,
    "anthropic_messages": Dialect.ANTHROPIC_MESSAGES,
    "gemini": Dialect.GOOGLE_GEMINI,
    "ollama": Dialect.OLLAMA_CHAT,
}
# The first reply of this stream is void, but was shown before that was known.
_SHOWN_BEFORE_VOID = "anth-anthropic-spliced-message-start-58db4e/0"
# Nothing in this stream can be read, and we say so.
_NOTHING_READ = "chat-openai-compatible-handle-unparsable-stream-parts-ec0ecd/0"
# The SDK lost this text: it stands in the deltas, but not in the final items.
_LOST_BY_SDK = {"resp-huggingface-handle-streaming-without-usage-a8c5a5/0": "Hi!"}
_BYTEWISE_UP_TO = 60_000

pytestmark = pytest.mark.skipif(not _ROOT.is_dir(), reason="no shared recordings here")


@dataclass(frozen=True)
class Case:
    """One recorded exchange."""

    name: str
    dialect: Dialect
    status: int
    headers: dict[str, str]
    body: bytes
    expected: dict[str, Any]


def _cases() -> Iterator[Case]:
    for wire, dialect in _WIRES.items():
        for path in sorted((_ROOT / wire).glob("*.json")):
            record = json.loads(path.read_text("utf-8"))
            for number, item in enumerate(record["exchanges"]):
                reply = item["response"]
                yield Case(
                    f"{record['id']}/{number}",
                    dialect,
                    reply["status"],
                    {name: str(value) for name, value in reply["headers"].items()},
                    reply["body"].encode(),
                    item["expected"],
                )


_ALL = list(_cases()) if _ROOT.is_dir() else []
_REPLIES = [case for case in _ALL if case.status == 200]
_FROM_GEMINI = [case for case in _REPLIES if case.dialect is Dialect.GOOGLE_GEMINI]
_WITH_SERVER_TOOLS = [
    case
    for case in _REPLIES
    if case.dialect in (Dialect.OPENAI_RESPONSES, Dialect.ANTHROPIC_MESSAGES)
    and case.expected.get("server_tools")
]
_REFUSALS = [case for case in _ALL if case.status != 200]


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _check(case: Case, reading: Reading) -> None:
    expected = case.expected
    if case.name == _NOTHING_READ:
        assert reading.error is not None
        return
    told = _LOST_BY_SDK.get(case.name, expected["text"] + expected.get("refusal", ""))
    assert _squeezed(reading.text) == _squeezed(told)
    if case.name != _SHOWN_BEFORE_VOID:
        assert _squeezed(reading.reasoning) == _squeezed(expected["reasoning"])
    if expected["stop_kind"] == "error":
        assert reading.error is not None
        message = (expected["error"]["message"] or "")[:200]
        assert message in reading.error.failure.message
        return
    if reading.error is not None:
        assert isinstance(reading.error, IncompleteRoundError)
        assert expected.get("incomplete_stream")
        return
    _check_completed(expected, reading)


def _check_completed(expected: dict[str, Any], reading: Reading) -> None:
    done = reading.completed
    assert done is not None
    assert not expected.get("incomplete_stream")
    assert len(done.calls) == len(expected["tool_calls"])
    for call, wanted in zip(done.calls, expected["tool_calls"], strict=True):
        _check_call(call, wanted)
    assert done.stop_reason == (expected["stop_reason"] or "")
    assert done.stop == Stop(expected["stop_kind"] or "other")
    usage = expected["usage"]
    assert (done.usage.input_tokens, done.usage.output_tokens) == (usage["input"], usage["output"])


@pytest.mark.parametrize("case", _FROM_GEMINI, ids=lambda case: case.name)
def test_tools_that_gemini_ran_itself_are_told_of(case: Case) -> None:
    told = {}
    for event in read_all(case.dialect, case.body).events:
        if isinstance(event, ServerToolReported):
            told[event.use.id] = event.use
    wanted = [tool["name"].lower() for tool in case.expected.get("server_tools", ())]
    assert [use.name for use in told.values() if use.name != "google_search"] == wanted
    assert all(use.is_done for use in told.values())


@pytest.mark.parametrize("case", _WITH_SERVER_TOOLS, ids=lambda case: case.name)
def test_tools_that_a_provider_ran_itself_are_told_of_and_never_called(case: Case) -> None:
    reading = read_all(case.dialect, case.body)
    told = {e.use.id: e.use for e in reading.events if isinstance(e, ServerToolReported)}
    wanted = Counter(
        tool["name"] or tool["kind"].removesuffix("_call")
        for tool in case.expected.get("server_tools", ())
    )
    names = Counter(use.name for use in told.values())
    assert not wanted - names
    # The result of a call that an earlier reply made.
    orphans = [use for use in told.values() if not use.arguments and use.is_done]
    assert not names - wanted - Counter(use.name for use in orphans)
    if case.dialect is Dialect.ANTHROPIC_MESSAGES:
        given = [tool for tool in case.expected["server_tools"] if tool["input"]]
        assert len([use for use in told.values() if use.arguments]) == len(given)


def _check_call(call: ToolCall, wanted: dict[str, Any]) -> None:
    assert call.name == wanted["name"]
    assert call.provider_call_id == (wanted["id"] or "")
    if wanted["arguments"] is not None:
        assert json.loads(call.arguments or "{}") == wanted["arguments"]
    else:
        assert call.arguments == wanted.get("arguments_raw", wanted.get("input"))


@pytest.mark.parametrize("case", _REPLIES, ids=lambda case: case.name)
def test_a_recorded_reply_is_read_as_it_was_meant(case: Case) -> None:
    _check(case, read_all(case.dialect, case.body))


@pytest.mark.parametrize("case", _REPLIES, ids=lambda case: case.name)
def test_cutting_a_recorded_reply_changes_nothing(case: Case) -> None:
    whole = read_all(case.dialect, case.body).outcome
    if len(case.body) <= _BYTEWISE_UP_TO:
        assert read_bytewise(case.dialect, case.body).outcome == whole
    chance = random.Random(case.name)  # noqa: S311 - cuts a test's bytes, guards nothing
    at = sorted(chance.randrange(len(case.body) + 1) for _ in range(200))
    pieces = [case.body[start:end] for start, end in zip([0, *at], [*at, None], strict=True)]
    assert read(exchange(case.dialect).begin_round(""), pieces).outcome == whole


@pytest.mark.parametrize("case", _REFUSALS, ids=lambda case: case.name)
def test_a_recorded_refusal_has_a_category_and_the_providers_words(case: Case) -> None:
    failure = failure_from_response(case.status, case.headers, case.body, "https://h/v1")
    assert (case.expected["error"]["message"] or "")[:200] in failure.message
    assert failure.status == case.status
