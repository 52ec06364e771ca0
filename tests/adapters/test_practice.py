from __future__ import annotations

import json

import httpx
import pytest

from studio.adapters.practice import PracticeTransport
from studio.adapters.practice_provider import practice_profile
from studio.core.chats import ChatSettings, Effort
from studio.core.errors import Category, Failure, IncompleteRoundError, RoundError
from studio.core.messages import Dialect, Outcome, Stop, ToolCall, ToolResult
from studio.core.profiles import ProviderProfile
from tests.adapters import practice_play as play

SCENES = (
    ("time in Tokyo and Berlin",),
    ("Uhrzeit in Tokio",),
    ("What time is it?",),
    ("divide by zero",),
    ("durch null teilen",),
    ("calculate (17 + 4) * 2",),
    ("several", "thanks"),
    ("write a file",),
    ("read notes.txt",),
    ("list the folder",),
    ("think", "time in Paris"),
    ("Markdown",),
    ("long answer",),
    ("limit",),
    ("refuse",),
    ("What is love?",),
)
TOUR = ("hello", *("next",) * 9)


async def _logs(*prompts: str) -> list[list[play.Entry]]:
    logs = []
    for dialect in Dialect:
        chat = play.Play(dialect)
        for prompt in prompts:
            await chat.send(prompt)
        logs.append(play.neutral(chat.log))
    return logs


@pytest.mark.slow
@pytest.mark.parametrize("prompts", [*SCENES, TOUR], ids=lambda prompts: prompts[0])
async def test_a_scene_is_the_same_in_all_dialects(prompts: tuple[str, ...]) -> None:
    first, *others = await _logs(*prompts)
    for log in others:
        assert log == first


@pytest.mark.parametrize("dialect", Dialect)
async def test_the_answer_repeats_what_the_tool_said(dialect: Dialect) -> None:
    def run(call: ToolCall) -> ToolResult:
        return ToolResult(call.id, "It is 12:34 in Tokyo.", Outcome.DONE, 21)

    chat = play.Play(dialect, run=run)
    await chat.send("What time is it in Tokyo?")
    assert json.loads(chat.completed[0].calls[0].arguments) == {"timezone": "Asia/Tokyo"}
    assert "It is 12:34 in Tokyo." in chat.text


@pytest.mark.parametrize("dialect", Dialect)
async def test_reasoning_is_streamed_and_accepted_back_with_calls(dialect: Dialect) -> None:
    chat = play.Play(dialect, settings=ChatSettings(effort=Effort.HIGH))
    await chat.send("time in Tokyo")
    await chat.send("several")
    kinds = [entry[0] for entry in chat.log]
    assert kinds.count("ReasoningDelta") == 4
    assert kinds[0] == "ReasoningDelta"


@pytest.mark.parametrize("dialect", Dialect)
async def test_usage_is_reported(dialect: Dialect) -> None:
    chat = play.Play(dialect)
    await chat.send("hello")
    usage = chat.completed[0].usage
    assert usage.input_tokens
    assert usage.output_tokens


@pytest.mark.parametrize("dialect", Dialect)
async def test_a_missing_tool_is_named_in_words(dialect: Dialect) -> None:
    chat = play.Play(dialect, tools=())
    await chat.send("time in Tokyo")
    assert "`current_time`" in chat.text
    assert "does not offer" in chat.text


@pytest.mark.parametrize("dialect", Dialect)
async def test_calls_end_when_no_tools_are_on_offer_any_more(dialect: Dialect) -> None:
    chat = play.Play(dialect, rounds=3)
    await chat.send("limit")
    assert len(chat.completed) == 4
    assert "3 results" in chat.text


@pytest.mark.parametrize("dialect", Dialect)
async def test_the_maximum_length_is_kept(dialect: Dialect) -> None:
    chat = play.Play(dialect, settings=ChatSettings(max_output_tokens=2048))
    await chat.send("long answer")
    assert chat.completed[0].stop is Stop.LENGTH
    assert len(chat.text) == 2048 * 4


@pytest.mark.parametrize("dialect", Dialect)
@pytest.mark.parametrize(
    ("prompt", "error"),
    [
        ("cut off", IncompleteRoundError),
        ("overloaded", RoundError),
        ("connection lost", httpx.ReadError),
    ],
)
async def test_an_answer_that_breaks_off_keeps_its_text(
    dialect: Dialect, prompt: str, error: type[Exception]
) -> None:
    chat = play.Play(dialect)
    with pytest.raises(error) as caught:
        await chat.send(prompt)
    if isinstance(caught.value, RoundError):
        category = Category.CUT_OFF if prompt == "cut off" else Category.OVERLOADED
        assert caught.value.failure.category is category
    if prompt != "connection lost":
        assert str(chat.log[0][1]).startswith("This answer")


@pytest.mark.parametrize("dialect", Dialect)
@pytest.mark.parametrize(
    ("prompt", "category"),
    [
        ("rate limit", Category.RATE_LIMIT),
        ("error", Category.SERVER),
        ("error 401", Category.AUTHENTICATION),
        ("error 403", Category.PERMISSION),
        ("error 404", Category.MODEL_NOT_FOUND),
        ("quota", Category.QUOTA),
        ("too long", Category.CONTEXT_TOO_LONG),
    ],
)
async def test_an_error_has_the_category_it_was_asked_for(
    dialect: Dialect, prompt: str, category: Category
) -> None:
    chat = play.Play(dialect)
    failure = await _failure(chat, prompt)
    assert failure.category is category
    if category is Category.RATE_LIMIT:
        assert failure.retry_after == 2
    passes = category in (Category.RATE_LIMIT, Category.SERVER)
    if passes:
        await play.Play(dialect, transport=chat.transport).send(prompt)
    else:
        again = await _failure(play.Play(dialect, transport=chat.transport), prompt)
        assert again.category is category


async def _failure(chat: play.Play, prompt: str) -> Failure:
    with pytest.raises(play.HttpError) as caught:
        await chat.send(prompt)
    return caught.value.failure


@pytest.mark.parametrize("dialect", Dialect)
async def test_without_streaming_the_same_answer_comes_whole(dialect: Dialect) -> None:
    streamed, whole = play.Play(dialect), play.Play(dialect)
    whole._profile = _unstreamed(practice_profile(dialect))
    for chat in (streamed, whole):
        await chat.send("several")
    arriving = [entry for entry in streamed.log if entry[0] != "ToolCallDelta"]
    assert [entry for entry in whole.log if entry[0] != "ToolCallDelta"] == arriving


def _unstreamed(profile: ProviderProfile) -> ProviderProfile:
    if profile.dialect in (Dialect.GOOGLE_GEMINI, Dialect.OLLAMA_CHAT):
        return profile.model_copy(update={"streams": False})
    extra: dict[str, object] = {"stream": False}
    if profile.dialect is Dialect.OPENAI_CHAT:
        extra["stream_options"] = None
    return profile.model_copy(update={"extra_parameters": extra})


async def test_the_pace_is_that_of_a_person_reading() -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    chat = play.Play(Dialect.OPENAI_CHAT, transport=PracticeTransport(pace=80, sleep=sleep))
    await chat.send("think")
    tokens = chat.completed[0].usage.output_tokens
    assert tokens
    assert tokens / 80 < sum(waited) < tokens / 80 * 1.2 + 1


MODELS = {"OpenAI": {}, "Anthropic": {"anthropic-version": "2023-06-01"}}


@pytest.mark.parametrize("headers", MODELS.values(), ids=MODELS)
async def test_it_lists_its_models(headers: dict[str, str]) -> None:
    async with httpx.AsyncClient(transport=PracticeTransport(pace=0)) as client:
        response = await client.get("http://practice.localhost/v1/models", headers=headers)
    assert [model["id"] for model in response.json()["data"]] == ["practice-fast", "practice-tour"]


async def test_an_unknown_path_is_refused() -> None:
    async with httpx.AsyncClient(transport=PracticeTransport(pace=0)) as client:
        response = await client.post("http://practice.localhost/v1/nothing", content=b"{")
        unreadable = await client.post("http://practice.localhost/v1/responses", content=b"{")
    assert response.status_code == 404
    assert unreadable.status_code == 400
