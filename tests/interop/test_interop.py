"""A turn with tool calls, in every dialect that somebody else's server speaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.adapters.engine import LocalEngine
from studio.adapters.engine_files import small_model_profile
from studio.adapters.retry import RetryPolicy
from studio.core.errors import Category
from studio.core.messages import Dialect, TurnState
from tests.interop.chat import PROMPT, assert_called_and_answered, chat_with, host
from tests.interop.servers import PROXY_KEY, aimock, litellm, llmock, verdict_at

pytestmark = pytest.mark.slow
EVERY_DIALECT = pytest.mark.parametrize("dialect", list(Dialect))
# Where each server has a dialect, below its own address.
_LLMOCK = {
    Dialect.OPENAI_CHAT: "/v1",
    Dialect.OPENAI_RESPONSES: "/v1",
    Dialect.ANTHROPIC_MESSAGES: "/anthropic/v1",
    Dialect.GOOGLE_GEMINI: "/gemini/v1beta",
}
_LLMOCK_MODELS = {
    Dialect.ANTHROPIC_MESSAGES: "claude-sonnet-4-6",
    Dialect.GOOGLE_GEMINI: "gemini-2.5-pro",
}
_FAULTS = ("--error-rate", "429=0.25", "--error-rate", "503=0.2", "--error-rate", "529=0.1")
# LiteLLM speaks Ollama's dialect to servers only, not to clients.
_LITELLM = [dialect for dialect in Dialect if dialect is not Dialect.OLLAMA_CHAT]


@EVERY_DIALECT
async def test_aimock_is_answered_in_every_dialect(dialect: Dialect, tmp_path: Path) -> None:
    async with aimock(tmp_path) as address, chat_with(host(address, dialect)) as session:
        await session.send(PROMPT)
        assert_called_and_answered(session.turns[-1])
        await session.send(f"{PROMPT} Again.")
        assert_called_and_answered(session.turns[-1])


@EVERY_DIALECT
async def test_aimock_cuts_the_stream_into_single_characters(
    dialect: Dialect, tmp_path: Path
) -> None:
    async with (
        aimock(tmp_path, "-c", "1") as address,
        chat_with(host(address, dialect)) as session,
    ):
        await session.send(PROMPT)
        assert_called_and_answered(session.turns[-1])


@EVERY_DIALECT
async def test_aimock_drops_the_connection_and_the_chat_goes_on(
    dialect: Dialect, tmp_path: Path
) -> None:
    async with (
        aimock(tmp_path, "--chaos-disconnect", "1.0") as address,
        chat_with(host(address, dialect)) as session,
    ):
        await session.send(PROMPT)
        turn = session.turns[-1]
        assert turn.state is TurnState.FAILED
        assert turn.failure is not None
        assert turn.failure.category in {Category.NETWORK, Category.CUT_OFF}


@pytest.mark.parametrize("dialect", list(_LLMOCK))
async def test_llmock_judges_that_the_client_behaves(dialect: Dialect) -> None:
    async with llmock(*_FAULTS) as address:
        profile = host(
            f"{address}{_LLMOCK[dialect]}", dialect, _LLMOCK_MODELS.get(dialect, "gpt-4o")
        )
        patient = RetryPolicy(retries=20, first_wait=0.05)
        async with chat_with(profile, policy=patient) as session:
            for number in range(3):
                # The judge tells requests apart by what they say.
                await session.send(f"{PROMPT} Question {number}.")
                turn = session.turns[-1]
                assert turn.tool_uses
                assert_called_and_answered(turn, len(turn.tool_uses))
        verdict = await verdict_at(address)
    assert verdict["passed"], verdict


@pytest.mark.parametrize("dialect", _LITELLM)
async def test_litellm_passes_the_turn_on(dialect: Dialect, tmp_path: Path) -> None:
    async with (
        aimock(tmp_path) as upstream,
        litellm(tmp_path, upstream) as address,
        chat_with(host(address, dialect, "mock"), PROXY_KEY) as session,
    ):
        await session.send(PROMPT)
        assert_called_and_answered(session.turns[-1])


_ENGINE_DIALECTS = (Dialect.OPENAI_CHAT, Dialect.OPENAI_RESPONSES, Dialect.ANTHROPIC_MESSAGES)


@pytest.mark.parametrize("dialect", _ENGINE_DIALECTS)
async def test_llama_cpp_answers_with_the_small_model(dialect: Dialect, tmp_path: Path) -> None:
    small = small_model_profile()
    assert small is not None, "engine or weights of the small model are not installed"
    engine = LocalEngine(tmp_path)
    try:
        base_url, key = await engine.address(small)
        settings: dict[str, object] = {"temperature": 0, "max_tokens": 64}
        if dialect is Dialect.OPENAI_RESPONSES:
            settings = {"temperature": 0, "max_output_tokens": 64}
        profile = host(base_url, dialect, "small", extra_parameters=settings)
        async with chat_with(profile, key) as session:
            await session.send("What time is it in Tokyo?")
            turn = session.turns[-1]
            # What a toy says is its own affair; that each round ends validly is ours.
            assert (turn.state, turn.failure) == (TurnState.COMPLETED, None)
            assert all(round_.stop is not None for round_ in turn.rounds)
            assert all(use.result is not None for use in turn.tool_uses)
    finally:
        await engine.aclose()
