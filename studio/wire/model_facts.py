"""What a host says of one of its models, under whatever names it says it. Pure and lenient.

A fact that is not there is unknown; that a list of features leaves one out says that it is not
there, where the list is known to be whole.
"""

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from pydantic import ValidationError

from studio.core.abilities import Abilities, Prices
from studio.wire.lenient import as_count, as_list, as_object, as_text

_TOOL_WORDS = frozenset({"tools", "tool_use", "tool-calling", "tool_calling"})
_NUM_CTX = re.compile(r"^num_ctx\s+(\d{1,9})\s*$", re.MULTILINE)
_MILLION = Decimal(1_000_000)
_MOST = Decimal(1_000_000)  # dollars for a million tokens that nobody asks
_CONTEXT = (
    "context_length",  # OpenRouter, Together, Fireworks, Hugging Face, Moonshot, Cerebras
    "max_context_length",  # Mistral, LM Studio
    "context_window",  # Groq
    "max_model_len",  # vLLM
    "max_input_tokens",  # Anthropic, LiteLLM
    "inputTokenLimit",  # Gemini
    "input_token_limit",
    "max_context_tokens",
    "context_size",
    "contextLength",
)
_OUTPUT = (
    "max_completion_tokens",  # Groq, OpenRouter
    "max_output_tokens",
    "max_output_length",
    "outputTokenLimit",
    "output_token_limit",
)
# No model that answers in a chat, by the words for what it is instead.
_NO_CHAT = frozenset(
    {"embedding", "embeddings", "rerank", "reranker", "moderation", "image", "video"}
    | {"audio", "transcribe", "transcription", "speech", "tts", "text-to-image"}
)


def is_for_chat(item: Any) -> bool:
    """Leaves out only what its host itself says is for something else."""
    known = as_object(item)
    if as_text(known.get("type")).lower() in _NO_CHAT:
        return False
    methods = known.get("supportedGenerationMethods")
    if isinstance(methods, list) and methods:
        return "generateContent" in methods
    output = as_object(known.get("architecture")).get("output_modalities")
    if isinstance(output, list) and output:
        return "text" in output
    return as_object(known.get("capabilities")).get("completion_chat") is not False


def abilities_of(known: Mapping[str, Any]) -> Abilities:
    """Of one entry of a list. A value out of all bounds is an unknown one."""
    facts = {
        name: value
        for said in (_lengths(known), _by_flags(known), _by_words(known), _by_modalities(known))
        for name, value in said.items()
        if value is not None
    }
    try:
        return Abilities.model_validate({**facts, "prices": _prices(known)})
    except ValidationError:
        return Abilities()


def shown_abilities(payload: Any) -> Abilities:
    """Of Ollama's `/api/show`. Its context is what a request gets that asks for no other."""
    known = as_object(payload)
    details = as_object(known.get("model_info"))
    longest = next(
        (as_count(size) for name, size in details.items() if name.endswith(".context_length")), None
    )
    chosen = _NUM_CTX.search(as_text(known.get("parameters")))
    words = as_list(known.get("capabilities"))
    return Abilities(
        takes_tools="tools" in words if words else None,
        takes_images="vision" in words if words else None,
        reasons="thinking" in words if words else None,
        takes_effort="thinking" in words if words else None,
        context_tokens=(int(chosen[1]) if chosen else longest) or None,
    )


def props_abilities(payload: Any) -> Abilities:
    """Of llama.cpp's `/props`: one conversation's share of what is loaded."""
    known = as_object(payload)
    context = _first(as_object(known.get("default_generation_settings")), ("n_ctx",))
    return Abilities(
        takes_tools=_flag(as_object(known.get("chat_template_caps")), "supports_tools"),
        takes_images=_flag(as_object(known.get("modalities")), "vision"),
        context_tokens=context or _first(known, ("n_ctx",)),
    )


def _lengths(known: Mapping[str, Any]) -> dict[str, int | None]:
    inner = as_object(known.get("top_provider"))
    loaded = [as_object(as_object(one).get("config")) for one in _instances(known)]
    sizes = [_first(one, ("context_length",)) for one in loaded]
    context = (
        # What the server has loaded is less than what the model could have.
        _first(known, ("loaded_context_length",))
        or min((size for size in sizes if size), default=None)
        or _first(known, _CONTEXT)
        or _first(inner, _CONTEXT)
        or _first(as_object(known.get("limits")), _CONTEXT)
        or min((size for size in map(_context_of, _routes(known)) if size), default=None)
        or _first(as_object(known.get("meta")), ("n_ctx",))
    )
    output = (
        _first(known, _OUTPUT)
        or _first(inner, _OUTPUT)
        or _first(as_object(known.get("limits")), _OUTPUT)
    )
    if output is None and "capabilities" in known:
        output = _first(known, ("max_tokens",))  # Anthropic; elsewhere the word means anything
    return {"context_tokens": context, "output_tokens": output}


def _by_flags(known: Mapping[str, Any]) -> dict[str, bool | None]:
    """Objects of flags, or of `{"supported": flag}`: Mistral, Anthropic, LM Studio, LiteLLM."""
    flags = as_object(known.get("capabilities"))
    named = {**as_object(known.get("model_info")), **known}
    return {
        "takes_tools": _said(
            _flag(flags, "function_calling", "tool_use", "trained_for_tool_use", "tools"),
            _flag(named, "supports_function_calling", "supports_tools", "supports_tool_calling"),
            any(_flag(route, "supports_tools") for route in _routes(known)) or None,
        ),
        "takes_images": _said(
            _flag(flags, "vision", "image_input", "image"),
            _flag(named, "supports_vision", "supports_image_in", "supports_image_input"),
        ),
        "takes_files": _said(_flag(flags, "pdf_input", "pdf"), _flag(named, "supports_pdf_input")),
        "reasons": _said(
            _flag(flags, "thinking", "reasoning"), _flag(named, "supports_reasoning", "thinking")
        ),
        "takes_effort": _flag(flags, "effort"),
    }


def _by_words(known: Mapping[str, Any]) -> dict[str, bool | None]:
    """Lists of words. OpenRouter's are whole, Ollama's and LM Studio's too."""
    facts: dict[str, bool | None] = {}
    parameters = known.get("supported_parameters")
    if isinstance(parameters, list) and parameters:
        reasons = "reasoning" in parameters or "include_reasoning" in parameters
        effort = "reasoning" in parameters or "reasoning_effort" in parameters
        facts |= {"takes_tools": "tools" in parameters, "reasons": reasons, "takes_effort": effort}
    words = known.get("capabilities")
    if isinstance(words, list):
        facts |= {
            "takes_tools": not _TOOL_WORDS.isdisjoint(filter(_is_text, words)),
            "takes_images": "vision" in words or as_text(known.get("type")) == "vlm",
        }
        if "thinking" in words:
            facts |= {"reasons": True, "takes_effort": True}
    elif as_text(known.get("type")) in ("llm", "vlm") and "arch" in known:
        facts["takes_images"] = known.get("type") == "vlm"
    return facts


def _by_modalities(known: Mapping[str, Any]) -> dict[str, bool | None]:
    """OpenRouter, xAI, and llama.cpp, which names what it has loaded."""
    inner = as_object(known.get("architecture"))
    names = ("input_modalities", "supported_input_modalities")
    for said in (inner.get("input_modalities"), *(known.get(name) for name in names)):
        if isinstance(said, list) and said:
            return {"takes_images": "image" in said, "takes_files": "file" in said or None}
    loaded = as_object(known.get("modalities"))
    return {"takes_images": _flag(loaded, "vision")}


def _prices(known: Mapping[str, Any]) -> Prices:
    """OpenRouter names dollars for a token, as text; -1 means that they vary."""
    said = as_object(known.get("pricing"))
    if "prompt" not in said or "completion" not in said:
        return Prices()
    return Prices(
        input=_per_million(said.get("prompt")),
        output=_per_million(said.get("completion")),
        cached=_per_million(said.get("input_cache_read")),
        written=_per_million(said.get("input_cache_write")),
    )


def _per_million(said: Any) -> Decimal | None:
    if isinstance(said, bool) or not isinstance(said, str | int | float):
        return None
    try:
        dollars = Decimal(str(said)) * _MILLION
    except InvalidOperation:
        return None
    return dollars if dollars.is_finite() and 0 <= dollars <= _MOST else None


def _routes(known: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Hugging Face's router names every host that it may pass a request on to."""
    routes = map(as_object, as_list(known.get("providers")))
    return [route for route in routes if route.get("status", "live") == "live"]


def _context_of(route: Mapping[str, Any]) -> int | None:
    return _first(route, _CONTEXT)


def _is_text(word: Any) -> bool:
    return isinstance(word, str)


def _instances(known: Mapping[str, Any]) -> list[Any]:
    return as_list(known.get("loaded_instances"))


def _flag(flags: Mapping[str, Any], *names: str) -> bool | None:
    """The first of these that is said. A feature may be an object that says whether it is there."""
    for name in names:
        said = flags.get(name)
        if isinstance(said, Mapping):
            said = said.get("supported", True if said else None)
        if isinstance(said, bool):
            return said
    return None


def _said(*values: bool | None) -> bool | None:
    return next((value for value in values if value is not None), None)


def _first(known: Mapping[str, Any], names: tuple[str, ...]) -> int | None:
    for name in names:
        count = as_count(known.get(name))
        if count:
            return count
    return None
