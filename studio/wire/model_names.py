"""What the name of a model tells of it, where nobody else says so. No guess reaches further."""

import re

from studio.core.chats import Effort

_NO_REASONING = re.compile(r"(^|/)(gpt-[34]|chatgpt|gpt-5[^/]*-chat)", re.IGNORECASE)
_OPENAI_REASONING = re.compile(r"(^|/)(o[134](-|$)|gpt-5(?!\S*-chat))", re.IGNORECASE)
_OPENAI_ALWAYS_HIGH = re.compile(r"(^|/)gpt-5-pro", re.IGNORECASE)
_OPENAI_MINIMAL = re.compile(r"(^|/)gpt-5(-(mini|nano|\d{4}).*)?$", re.IGNORECASE)
_CANNOT_STOP = re.compile(r"(^|/)(o[134](-|$)|gpt-5-codex|gpt-oss)", re.IGNORECASE)
# Their chat templates open the tag in the prompt, so that a reply brings only its end.
_OPENS_IN_PROMPT = re.compile(r"deepseek-r1|qwq|-thinking|[-/]r1\b", re.IGNORECASE)


def may_reason(model: str) -> bool:
    """OpenAI's older models answer 400 when they are asked for encrypted reasoning."""
    return not _NO_REASONING.search(model)


def reasons(model: str) -> bool:
    """OpenAI's own: they take no temperature, and tell of their reasoning where asked to."""
    return _OPENAI_REASONING.search(model) is not None


def effort_word(model: str, effort: Effort) -> str:
    """OpenAI's word for it: not every model can be told not to think."""
    if _OPENAI_ALWAYS_HIGH.search(model):
        return Effort.HIGH.value
    if effort is not Effort.NONE:
        return effort.value
    if _OPENAI_MINIMAL.search(model):
        return "minimal"
    return Effort.LOW.value if _CANNOT_STOP.search(model) else effort.value


def begins_with_reasoning(model: str) -> bool:
    """What such a model says before its `</think>` is reasoning, though no tag opened it."""
    return _OPENS_IN_PROMPT.search(model) is not None


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
