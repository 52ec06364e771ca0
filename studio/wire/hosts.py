"""What is known about single hosts, by the name in the address. No guess reaches further."""

import re
from urllib.parse import urlsplit

from studio.wire.names import CallIdRule

_MISTRAL_IDS = CallIdRule("a-zA-Z0-9", 9, 9)
_CHAT_IDS = CallIdRule("!-~", 40)  # OpenAI's limit; the letters are any that other hosts made


def host_of(base_url: str) -> str:
    try:
        return (urlsplit(base_url.strip()).hostname or "").lower()
    except ValueError:
        return ""


def is_openai(host: str) -> bool:
    """OpenAI itself, at home or at Azure: their newer models refuse `max_tokens`."""
    return _is_at(host, "openai.com") or _is_at(host, "openai.azure.com")


def reads_schema_subset(host: str) -> bool:
    return _is_at(host, "googleapis.com")


def has_no_version(host: str) -> bool:
    """Perplexity's API begins right below its host."""
    return _is_at(host, "api.perplexity.ai")


def wants_reasoning_beside_calls(host: str) -> bool:
    """DeepSeek and Kimi refuse calls without the field, also those that another model made."""
    return any(_is_at(host, name) for name in ("deepseek.com", "moonshot.ai", "moonshot.cn"))


def chat_call_ids(host: str) -> CallIdRule:
    """Mistral takes nine letters and digits and nothing else."""
    return _MISTRAL_IDS if _is_at(host, "mistral.ai") else _CHAT_IDS


def refuses_stream_options(host: str) -> bool:
    """Mistral refuses unknown parameters, and sends usage unasked."""
    return _is_at(host, "mistral.ai")


def _is_at(host: str, domain: str) -> bool:
    return host == domain or host.endswith("." + domain)


_NO_REASONING = re.compile(r"(^|/)(gpt-[34]|chatgpt|gpt-5[^/]*-chat)", re.IGNORECASE)


def may_reason(model: str) -> bool:
    """OpenAI's older models answer 400 when they are asked for encrypted reasoning."""
    return not _NO_REASONING.search(model)


_CLAUDE = re.compile(r"claude-(?:opus|sonnet|haiku)-(\d+)(?:[-.](\d{1,2}))?(?!\d)")
_OLD_CLAUDE = re.compile(r"claude-(?:instant|2|3)")
_SMALL_OUTPUT = re.compile(r"claude-(?:3-(?:haiku|opus|sonnet)|2|instant)")


def claude_version(model: str) -> tuple[int, int] | None:
    """None for a model of another house, (99, 0) for a Claude of an unknown, newer line."""
    name = model.lower()
    if "claude" not in name:
        return None
    if _OLD_CLAUDE.search(name):
        return (3, 0)
    found = _CLAUDE.search(name)
    if found is None:
        return (99, 0)
    return int(found[1]), int(found[2] or 0)


def cannot_think(model: str) -> bool:
    """Claudes older than 3.7 answer 400 when they are told to think."""
    name = model.lower()
    return claude_version(name) == (3, 0) and "3-7" not in name and "3.7" not in name


def default_output_tokens(model: str) -> int:
    """Anthropic demands a maximum; the oldest models refuse more than they can."""
    return 4096 if _SMALL_OUTPUT.search(model.lower()) else 8192
