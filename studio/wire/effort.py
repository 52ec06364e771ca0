"""How hard to think: one control, in the words of each host. Nothing where nobody would listen."""

from typing import Any

from studio.core.chats import Effort
from studio.core.quirks import EffortStyle
from studio.wire.exchange import Target
from studio.wire.model_names import effort_word, may_reason, reasons

_BUDGETS = {Effort.LOW: 2_048, Effort.MEDIUM: 8_192, Effort.HIGH: 24_576}
_ORDER = (Effort.NONE, Effort.LOW, Effort.MEDIUM, Effort.HIGH)


def takes_effort(target: Target) -> bool:
    """Unknown is tried: the user has chosen an effort for this model."""
    known = target.abilities
    if known.takes_effort is False or target.quirks.effort is EffortStyle.UNSUPPORTED:
        return False
    if known.reasons is None:
        return may_reason(target.model)
    return known.reasons


def chat_effort(target: Target, effort: Effort | None) -> dict[str, Any]:
    """The fields of a Chat Completions request."""
    if effort is None or not takes_effort(target):
        return {}
    is_on = effort is not Effort.NONE
    match target.quirks.effort:
        case EffortStyle.DIALECT | EffortStyle.REASONING_EFFORT:
            return {"reasoning_effort": _word(target, effort)}
        case EffortStyle.REASONING_OBJECT:
            return {"reasoning": {"effort": _word(target, effort)}}
        case EffortStyle.THINKING_TYPE:
            made: dict[str, Any] = {"thinking": {"type": "enabled" if is_on else "disabled"}}
            if is_on and target.quirks.efforts:
                made["reasoning_effort"] = _word(target, effort)
            return made
        case EffortStyle.ENABLE_THINKING:
            budget = {"thinking_budget": _BUDGETS[effort]} if is_on else {}
            return {"enable_thinking": is_on, **budget}
        case EffortStyle.TEMPLATE_ARGUMENTS:
            return {"chat_template_kwargs": _template_arguments(effort)}
        case EffortStyle.UNSUPPORTED:
            return {}


def responses_effort(target: Target, effort: Effort | None) -> dict[str, Any]:
    """The `reasoning` object of a Responses request; a summary is told only where asked for."""
    if not takes_effort(target):
        return {}
    if effort is None:
        is_known = target.abilities.reasons or reasons(target.model)
        return {"reasoning": {"summary": "auto"}} if is_known else {}
    made = {"effort": _word(target, effort)}
    return {"reasoning": made if effort is Effort.NONE else {**made, "summary": "auto"}}


def _template_arguments(effort: Effort) -> dict[str, Any]:
    """Templates read one of these names each, and pass over the others."""
    is_on = effort is not Effort.NONE
    word = effort.value if is_on else Effort.LOW.value
    return {"enable_thinking": is_on, "thinking": is_on, "reasoning_effort": word}


def _word(target: Target, effort: Effort) -> str:
    """The nearest of the words that the host takes, rather more than less."""
    taken = target.quirks.efforts
    if not taken:
        return effort_word(target.model, effort)
    wanted = _ORDER.index(effort)
    at_least = [word for word in _ORDER[wanted:] if word in taken]
    return (at_least or [word for word in _ORDER if word in taken][-1:])[0].value
