"""What a chat asks of a model, in each dialect's words."""

from typing import Any

import pytest

from studio.core.abilities import Abilities
from studio.core.chats import Assignment, ChatSettings, Effort
from studio.core.messages import Dialect
from studio.core.quirks import EffortStyle, Quirks
from studio.wire.dialects import exchange_for
from studio.wire.exchange import Target
from tests.wire.replies import TOOLS, counter, exchange, profile, prompt_turn
from tests.wire.validators import check

CHAT = Dialect.OPENAI_CHAT
RESPONSES = Dialect.OPENAI_RESPONSES
ANTHROPIC = Dialect.ANTHROPIC_MESSAGES
GEMINI = Dialect.GOOGLE_GEMINI
OLLAMA = Dialect.OLLAMA_CHAT
_SET = ChatSettings(
    system_prompt="Be brief.", temperature=0.5, max_output_tokens=4_000, effort=Effort.LOW
)

_KEEPS_TO_IT = Quirks()
_UNKNOWN = Abilities()


def _body(
    dialect: Dialect,
    settings: ChatSettings = _SET,
    *,
    model: str = "model",
    quirks: Quirks = _KEEPS_TO_IT,
    abilities: Abilities = _UNKNOWN,
) -> dict[str, Any]:
    made = exchange(dialect, settings=settings, model=model, quirks=quirks, abilities=abilities)
    body = dict(made.request(offer_tools=True, final_instruction=None).body)
    check(dialect, body)
    return body


@pytest.mark.parametrize("dialect", list(Dialect))
def test_what_is_not_set_is_not_sent(dialect: Dialect) -> None:
    body = _body(dialect, ChatSettings())
    unset = {"system", "instructions", "temperature", "max_output_tokens", "max_completion_tokens"}
    unset |= {"reasoning", "reasoning_effort", "thinking", "output_config", "tool_choice"}
    unset |= {"systemInstruction", "generationConfig", "toolConfig", "think", "options"}
    assert not (unset | {"keep_alive"}) & set(body)
    assert body.get("stream") is (None if dialect is GEMINI else True)  # its path says so


def test_chat_says_it_in_its_own_words() -> None:
    body = _body(CHAT)
    assert body["messages"][0] == {"role": "system", "content": "Be brief."}
    assert (body["temperature"], body["max_tokens"]) == (0.5, 4_000)
    assert body["reasoning_effort"] == "low"
    assert body["stream_options"] == {"include_usage": True}


def test_hosts_that_want_the_new_name_for_the_longest_answer_get_it() -> None:
    body = _body(CHAT, quirks=Quirks(uses_max_completion_tokens=True))
    assert body["max_completion_tokens"] == 4_000
    assert "max_tokens" not in body


def test_a_host_gets_no_parameter_that_it_refuses() -> None:
    assert "stream_options" not in _body(CHAT, quirks=Quirks(takes_stream_options=False))


_IN_ITS_WORDS: dict[EffortStyle, dict[str, Any]] = {
    EffortStyle.REASONING_EFFORT: {"reasoning_effort": "low"},
    EffortStyle.REASONING_OBJECT: {"reasoning": {"effort": "low"}},
    EffortStyle.THINKING_TYPE: {"thinking": {"type": "enabled"}},
    EffortStyle.ENABLE_THINKING: {"enable_thinking": True, "thinking_budget": 2_048},
    EffortStyle.TEMPLATE_ARGUMENTS: {
        "chat_template_kwargs": {
            "enable_thinking": True,
            "thinking": True,
            "reasoning_effort": "low",
        }
    },
    EffortStyle.UNSUPPORTED: {},
}
_FIELDS = ("reasoning_effort", "reasoning", "thinking", "enable_thinking", "thinking_budget")


def _effort(body: dict[str, Any]) -> dict[str, Any]:
    names = (*_FIELDS, "chat_template_kwargs")
    return {name: body[name] for name in names if name in body}


@pytest.mark.parametrize(("style", "fields"), _IN_ITS_WORDS.items())
def test_each_host_is_told_in_its_words_how_hard_to_think(
    style: EffortStyle, fields: dict[str, Any]
) -> None:
    assert _effort(_body(CHAT, quirks=Quirks(effort=style))) == fields


def test_no_thinking_is_said_in_each_hosts_words() -> None:
    none = ChatSettings(effort=Effort.NONE)

    def said(style: EffortStyle) -> dict[str, Any]:
        return _effort(_body(CHAT, none, quirks=Quirks(effort=style)))

    assert said(EffortStyle.REASONING_OBJECT) == {"reasoning": {"effort": "none"}}
    assert said(EffortStyle.THINKING_TYPE) == {"thinking": {"type": "disabled"}}
    assert said(EffortStyle.ENABLE_THINKING) == {"enable_thinking": False}
    template = said(EffortStyle.TEMPLATE_ARGUMENTS)["chat_template_kwargs"]
    assert template["enable_thinking"] is False
    told = Quirks(effort=EffortStyle.THINKING_TYPE)
    assert _body(ANTHROPIC, none, quirks=told)["thinking"] == {"type": "disabled"}


@pytest.mark.parametrize("dialect", list(Dialect))
@pytest.mark.parametrize(
    "abilities", [Abilities(reasons=False), Abilities(takes_effort=False, reasons=True)]
)
def test_a_model_that_cannot_be_told_how_hard_to_think_is_not_told(
    dialect: Dialect, abilities: Abilities
) -> None:
    body = _body(dialect, ChatSettings(effort=Effort.HIGH), abilities=abilities)
    assert _effort(body) == {}
    assert "thinkingLevel" not in str(body)
    assert "output_config" not in body


def test_the_nearest_of_a_hosts_efforts_is_taken() -> None:
    few = Quirks(efforts=(Effort.LOW, Effort.HIGH))
    for wanted, word in ((Effort.NONE, "low"), (Effort.MEDIUM, "high"), (Effort.HIGH, "high")):
        body = _body(CHAT, ChatSettings(effort=wanted), quirks=few)
        assert body["reasoning_effort"] == word
    none = Quirks(efforts=(Effort.NONE,))
    assert _body(CHAT, quirks=none)["reasoning_effort"] == "none"


@pytest.mark.parametrize(
    ("model", "word"),
    [("gpt-5", "minimal"), ("gpt-5.1", "none"), ("o3-mini", "low"), ("openai/gpt-5-pro", "high")],
)
def test_openais_models_get_a_word_that_they_know(model: str, word: str) -> None:
    settings = ChatSettings(effort=Effort.NONE)
    assert _body(CHAT, settings, model=model)["reasoning_effort"] == word


@pytest.mark.parametrize("dialect", [CHAT, RESPONSES])
def test_openais_reasoning_models_get_no_temperature_which_they_refuse(dialect: Dialect) -> None:
    assert "temperature" not in _body(dialect, model="gpt-5-mini")
    assert "temperature" in _body(dialect, model="gpt-5-chat-latest")
    assert "temperature" in _body(dialect, model="gpt-4o")


def test_a_summary_is_asked_for_where_the_model_reasons() -> None:
    plain = ChatSettings()
    known = _body(RESPONSES, plain, abilities=Abilities(reasons=True))
    assert known["reasoning"] == {"summary": "auto"}
    assert _body(RESPONSES, plain, model="gpt-5-mini")["reasoning"] == {"summary": "auto"}
    assert "reasoning" not in _body(RESPONSES, plain, model="gpt-5-chat-latest")
    assert "include" not in _body(RESPONSES, plain, abilities=Abilities(reasons=False))


def test_responses_says_it_in_its_own_words() -> None:
    body = _body(RESPONSES)
    assert body["instructions"] == "Be brief."
    assert body["max_output_tokens"] == 4_000
    assert body["reasoning"] == {"effort": "low", "summary": "auto"}
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
    extra = {"top_k": 5, "reasoning": {"summary": "detailed"}, "include": None, "temperature": 1}
    mine = profile(RESPONSES).model_copy(update={"extra_parameters": extra})
    chat = Assignment((), prompt_turn(), TOOLS, _SET)
    made = exchange_for(Target(mine, "model"), chat, counter())
    body = made.request(offer_tools=True, final_instruction=None).body
    assert body["top_k"] == 5
    assert body["reasoning"] == {"effort": "low", "summary": "detailed"}
    assert body["temperature"] == 1
    assert "include" not in body


@pytest.mark.parametrize("dialect", list(Dialect))
def test_a_profile_without_tools_offers_none(dialect: Dialect) -> None:
    mine = profile(dialect).model_copy(update={"offers_tools": False})
    made = exchange_for(
        Target(mine, "model"), Assignment((), prompt_turn(), TOOLS, _SET), counter()
    )
    assert "tools" not in made.request(offer_tools=True, final_instruction=None).body
