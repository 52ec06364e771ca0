"""What hosts say of their models, in the shapes in which they say it."""

from __future__ import annotations

import contextlib
import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.abilities import Abilities, Prices
from studio.core.errors import RoundError
from studio.core.messages import Dialect
from studio.core.models import ListedModel
from studio.wire import model_list
from studio.wire.model_facts import abilities_of, props_abilities, shown_abilities

OPENROUTER = {
    "id": "anthropic/claude-x",
    "name": "Anthropic: Claude X",
    "context_length": 200_000,
    "architecture": {"input_modalities": ["text", "image", "file"], "output_modalities": ["text"]},
    "pricing": {
        "prompt": "0.000003",
        "completion": "0.000015",
        "input_cache_read": "0.0000003",
        "input_cache_write": "0.00000375",
        "image": "0.0048",
    },
    "top_provider": {"context_length": 200_000, "max_completion_tokens": 64_000},
    "supported_parameters": ["tools", "reasoning", "include_reasoning", "max_tokens"],
}
MISTRAL = {
    "id": "mistral-medium-latest",
    "object": "model",
    "owned_by": "mistralai",
    "capabilities": {
        "completion_chat": True,
        "function_calling": True,
        "vision": False,
        "classification": False,
    },
    "max_context_length": 131_072,
}
ANTHROPIC = {
    "type": "model",
    "id": "claude-opus-x",
    "display_name": "Claude Opus X",
    "max_input_tokens": 200_000,
    "max_tokens": 32_000,
    "capabilities": {
        "image_input": {"supported": True},
        "pdf_input": {"supported": True},
        "thinking": {"supported": True, "types": {}},
        "effort": {"supported": False},
    },
}
GEMINI = {
    "name": "models/gemini-x-pro",
    "displayName": "Gemini X Pro",
    "inputTokenLimit": 1_048_576,
    "outputTokenLimit": 65_536,
    "supportedGenerationMethods": ["generateContent", "countTokens"],
    "thinking": True,
}
LM_STUDIO = {
    "id": "qwen3-vl-8b",
    "object": "model",
    "type": "vlm",
    "arch": "qwen3",
    "capabilities": ["tool_use"],
    "max_context_length": 262_144,
    "loaded_context_length": 8_192,
}


@pytest.mark.parametrize(
    ("dialect", "item", "expected"),
    [
        (
            Dialect.OPENAI_CHAT,
            OPENROUTER,
            ListedModel(
                "anthropic/claude-x",
                "Anthropic: Claude X",
                Abilities(
                    takes_tools=True,
                    takes_images=True,
                    takes_files=True,
                    takes_effort=True,
                    reasons=True,
                    context_tokens=200_000,
                    output_tokens=64_000,
                    prices=Prices(
                        input=Decimal(3),
                        output=Decimal(15),
                        cached=Decimal("0.3"),
                        written=Decimal("3.75"),
                    ),
                ),
            ),
        ),
        (
            Dialect.OPENAI_CHAT,
            MISTRAL,
            ListedModel(
                "mistral-medium-latest",
                "",
                Abilities(takes_tools=True, takes_images=False, context_tokens=131_072),
            ),
        ),
        (
            Dialect.ANTHROPIC_MESSAGES,
            ANTHROPIC,
            ListedModel(
                "claude-opus-x",
                "Claude Opus X",
                Abilities(
                    takes_images=True,
                    takes_files=True,
                    reasons=True,
                    takes_effort=False,
                    context_tokens=200_000,
                    output_tokens=32_000,
                ),
            ),
        ),
        (
            Dialect.GOOGLE_GEMINI,
            GEMINI,
            ListedModel(
                "gemini-x-pro",
                "Gemini X Pro",
                Abilities(reasons=True, context_tokens=1_048_576, output_tokens=65_536),
            ),
        ),
        (
            Dialect.OPENAI_CHAT,
            LM_STUDIO,
            ListedModel(
                "qwen3-vl-8b",
                "",
                Abilities(takes_tools=True, takes_images=True, context_tokens=8_192),
            ),
        ),
        (  # vLLM
            Dialect.OPENAI_CHAT,
            {"id": "m", "owned_by": "vllm", "max_model_len": 32_768},
            ListedModel("m", "", Abilities(context_tokens=32_768)),
        ),
        (  # Groq
            Dialect.OPENAI_CHAT,
            {"id": "m", "context_window": 131_072, "max_completion_tokens": 8_192},
            ListedModel("m", "", Abilities(context_tokens=131_072, output_tokens=8_192)),
        ),
        (  # Ollama
            Dialect.OLLAMA_CHAT,
            {"name": "llama3.2:latest", "model": "llama3.2:latest", "size": 2_019_393_189},
            ListedModel("llama3.2:latest"),
        ),
        (  # Hugging Face's router
            Dialect.OPENAI_CHAT,
            {
                "id": "Qwen/Qwen3",
                "providers": [
                    {"provider": "a", "status": "live", "context_length": 40_960},
                    {"provider": "b", "context_length": 32_768, "supports_tools": True},
                    {"provider": "c", "status": "staging", "context_length": 1_024},
                ],
            },
            ListedModel("Qwen/Qwen3", "", Abilities(takes_tools=True, context_tokens=32_768)),
        ),
        (  # GitHub Models
            Dialect.OPENAI_CHAT,
            {
                "id": "openai/gpt-x",
                "name": "OpenAI GPT-X",
                "capabilities": ["streaming", "tool-calling"],
                "limits": {"max_input_tokens": 1_048_576, "max_output_tokens": 32_768},
                "supported_input_modalities": ["text", "image"],
            },
            ListedModel(
                "openai/gpt-x",
                "OpenAI GPT-X",
                Abilities(
                    takes_tools=True,
                    takes_images=True,
                    context_tokens=1_048_576,
                    output_tokens=32_768,
                ),
            ),
        ),
        (  # Fireworks
            Dialect.OPENAI_CHAT,
            {
                "id": "accounts/fireworks/models/m",
                "supports_image_input": False,
                "supports_tools": True,
                "context_length": 131_072,
            },
            ListedModel(
                "accounts/fireworks/models/m",
                "",
                Abilities(takes_tools=True, takes_images=False, context_tokens=131_072),
            ),
        ),
        (  # OpenAI says nothing
            Dialect.OPENAI_RESPONSES,
            {"id": "gpt-x", "object": "model", "owned_by": "system"},
            ListedModel("gpt-x"),
        ),
    ],
)
def test_what_a_host_says_is_read(dialect: Dialect, item: Any, expected: ListedModel) -> None:
    body = json.dumps({"data": [item]}).encode()
    assert model_list.read(dialect, body) == (expected,)


@pytest.mark.parametrize(
    "item",
    [
        {"id": "e", "type": "embeddings"},
        {"name": "models/e", "supportedGenerationMethods": ["embedContent"]},
        {"id": "e", "architecture": {"output_modalities": ["image"]}},
        {"id": "e", "capabilities": {"completion_chat": False}},
    ],
)
def test_what_cannot_chat_by_its_hosts_own_word_is_left_out(item: Any) -> None:
    body = json.dumps({"data": [item, {"id": "m"}]}).encode()
    assert [model.id for model in model_list.read(Dialect.OPENAI_CHAT, body)] == ["m"]


@pytest.mark.parametrize(
    ("pricing", "prices"),
    [
        ({"prompt": "-1", "completion": "-1"}, Prices()),
        ({"prompt": "0", "completion": "0"}, Prices(input=Decimal(0), output=Decimal(0))),
        ({"prompt": "much", "completion": None}, Prices()),
        ({"prompt": "NaN", "completion": "Infinity"}, Prices()),
        ({"prompt": "0.000001"}, Prices()),
        ({"input": 0.27, "output": 0.85}, Prices()),
    ],
)
def test_a_price_that_is_none_is_unknown(pricing: Any, prices: Prices) -> None:
    assert abilities_of({"id": "m", "pricing": pricing}).prices == prices


def test_the_pages_of_two_dialects_are_told_apart() -> None:
    gemini = json.dumps({"models": [], "nextPageToken": "t/1"}).encode()
    claude = json.dumps({"data": [], "has_more": True, "last_id": "x"}).encode()
    assert model_list.next_page(Dialect.GOOGLE_GEMINI, gemini) == ("pageToken", "t/1")
    assert model_list.next_page(Dialect.ANTHROPIC_MESSAGES, claude) == ("after_id", "x")
    for dialect in Dialect:
        assert model_list.next_page(dialect, b'{"data": []}') is None


def test_ollama_tells_what_a_model_can_do() -> None:
    shown = {
        "capabilities": ["completion", "tools", "thinking"],
        "model_info": {"general.architecture": "qwen3", "qwen3.context_length": 40_960},
        "parameters": 'stop "<|im_end|>"\nnum_ctx                        8192\ntemperature 0.6',
    }
    assert shown_abilities(shown) == Abilities(
        takes_tools=True, takes_images=False, reasons=True, takes_effort=True, context_tokens=8_192
    )
    assert shown_abilities({"model_info": {"qwen3.context_length": 40_960}}) == Abilities(
        context_tokens=40_960
    )
    assert shown_abilities(None) == Abilities()


def test_llama_cpp_tells_what_it_has_loaded() -> None:
    props = {
        "default_generation_settings": {"n_ctx": 4_096},
        "modalities": {"vision": False, "audio": False},
        "chat_template_caps": {"supports_tools": True},
    }
    assert props_abilities(props) == Abilities(
        takes_tools=True, takes_images=False, context_tokens=4_096
    )
    assert props_abilities([]) == Abilities()


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
WORDS = st.sampled_from(
    sorted({*OPENROUTER, *MISTRAL, *ANTHROPIC, *GEMINI, *LM_STUDIO, "loaded_instances", "meta"})
)


@given(st.lists(st.dictionaries(WORDS, JSON, max_size=6), max_size=4), st.sampled_from(Dialect))
def test_whatever_a_host_says_no_list_fails(items: list[Any], dialect: Dialect) -> None:
    body = json.dumps({"data": items}).encode()
    models = model_list.read(dialect, body)
    assert [model.id for model in models] == sorted({model.id for model in models})
    for item in items:
        shown_abilities(item)
        props_abilities(item)


@given(JSON)
def test_what_is_no_list_is_a_round_error_and_nothing_else(payload: Any) -> None:
    with contextlib.suppress(RoundError):
        model_list.read(Dialect.OPENAI_CHAT, json.dumps(payload).encode())
