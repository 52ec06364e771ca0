"""What a chat asks of a model, in each dialect's words."""

from typing import Any

import pytest

from studio.core.chats import Assignment, ChatSettings, Effort
from studio.core.messages import Dialect
from studio.wire.dialects import exchange_for
from studio.wire.exchange import Target
from tests.wire.replies import TOOLS, counter, exchange, profile, prompt_turn
from tests.wire.validators import check

CHAT = Dialect.OPENAI_CHAT
RESPONSES = Dialect.OPENAI_RESPONSES
ANTHROPIC = Dialect.ANTHROPIC_MESSAGES
_SET = ChatSettings(
    system_prompt="Be brief.", temperature=0.5, max_output_tokens=4_000, effort=Effort.LOW
)


def _body(
    dialect: Dialect,
    settings: ChatSettings = _SET,
    *,
    base_url: str = "https://host.example/v1",
    model: str = "model",
) -> dict[str, Any]:
    made = exchange(dialect, settings=settings, base_url=base_url, model=model)
    body = dict(made.request(offer_tools=True, final_instruction=None).body)
    check(dialect, body)
    return body


@pytest.mark.parametrize("dialect", list(Dialect))
def test_what_is_not_set_is_not_sent(dialect: Dialect) -> None:
    body = _body(dialect, ChatSettings())
    unset = {"system", "instructions", "temperature", "max_output_tokens", "max_completion_tokens"}
    unset |= {"reasoning", "reasoning_effort", "thinking", "output_config", "tool_choice"}
    assert not unset & set(body)
    assert body["stream"] is True


def test_chat_says_it_in_its_own_words() -> None:
    body = _body(CHAT)
    assert body["messages"][0] == {"role": "system", "content": "Be brief."}
    assert (body["temperature"], body["max_tokens"]) == (0.5, 4_000)
    assert body["reasoning_effort"] == "low"
    assert body["stream_options"] == {"include_usage": True}


@pytest.mark.parametrize(
    "address", ["https://api.openai.com/v1", "https://me.openai.azure.com/openai/v1"]
)
def test_openai_itself_gets_the_new_name_for_the_longest_answer(address: str) -> None:
    body = _body(CHAT, base_url=address)
    assert body["max_completion_tokens"] == 4_000
    assert "max_tokens" not in body


def test_mistral_gets_no_parameter_that_it_refuses() -> None:
    assert "stream_options" not in _body(CHAT, base_url="https://api.mistral.ai/v1")


def test_responses_says_it_in_its_own_words() -> None:
    body = _body(RESPONSES)
    assert body["instructions"] == "Be brief."
    assert body["max_output_tokens"] == 4_000
    assert body["reasoning"] == {"effort": "low"}
    assert "include" not in _body(RESPONSES, model="gpt-4o-mini")
    assert "reasoning" not in _body(RESPONSES, model="gpt-4o-mini")


def test_anthropic_always_gets_a_maximum() -> None:
    assert _body(ANTHROPIC, ChatSettings())["max_tokens"] == 8_192
    old = _body(ANTHROPIC, ChatSettings(), model="claude-3-haiku-20240307")
    assert old["max_tokens"] == 4_096


def test_anthropics_thinking_budget_leaves_room_for_the_answer_and_no_temperature() -> None:
    body = _body(ANTHROPIC, model="claude-sonnet-4-5-20250929")
    assert body["thinking"] == {"type": "enabled", "budget_tokens": 2_000}
    assert body["max_tokens"] == 4_000
    assert "temperature" not in body
    high = _body(ANTHROPIC, ChatSettings(effort=Effort.HIGH), model="claude-opus-4-20250514")
    assert high["thinking"]["budget_tokens"] < high["max_tokens"]


def test_a_maximum_too_small_for_any_thinking_turns_it_off() -> None:
    small = ChatSettings(max_output_tokens=1_000, effort=Effort.HIGH, temperature=1.5)
    body = _body(ANTHROPIC, small)
    assert "thinking" not in body
    assert (body["max_tokens"], body["temperature"]) == (1_000, 1.0)


@pytest.mark.parametrize(
    "model", ["claude-opus-4-6", "claude-sonnet-4.7", "claude-opus-5", "claude-mythos-1"]
)
def test_newer_claudes_think_adaptively(model: str) -> None:
    body = _body(ANTHROPIC, model=model)
    assert body["thinking"] == {"type": "adaptive"}
    assert body["output_config"] == {"effort": "low"}


@pytest.mark.parametrize("model", ["claude-3-5-haiku-latest", "claude-3-opus-20240229"])
def test_claudes_that_cannot_think_are_not_asked_to(model: str) -> None:
    assert "thinking" not in _body(ANTHROPIC, model=model)


def test_effort_none_asks_for_no_thinking() -> None:
    none = ChatSettings(effort=Effort.NONE)
    assert "thinking" not in _body(ANTHROPIC, none)
    assert _body(CHAT, none)["reasoning_effort"] == "none"


def test_the_users_parameters_come_last_merge_and_take_away() -> None:
    extra = {"top_k": 5, "reasoning": {"summary": "auto"}, "include": None, "temperature": 1}
    mine = profile(RESPONSES).model_copy(update={"extra_parameters": extra})
    chat = Assignment((), prompt_turn(), TOOLS, _SET)
    made = exchange_for(Target(mine, "model"), chat, counter())
    body = made.request(offer_tools=True, final_instruction=None).body
    assert body["top_k"] == 5
    assert body["reasoning"] == {"effort": "low", "summary": "auto"}
    assert body["temperature"] == 1
    assert "include" not in body


@pytest.mark.parametrize("dialect", list(Dialect))
def test_a_profile_without_tools_offers_none(dialect: Dialect) -> None:
    mine = profile(dialect).model_copy(update={"offers_tools": False})
    made = exchange_for(
        Target(mine, "model"), Assignment((), prompt_turn(), TOOLS, _SET), counter()
    )
    assert "tools" not in made.request(offer_tools=True, final_instruction=None).body
