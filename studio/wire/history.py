"""What each provider demands of the history in a request: the rules, as one pure check.

Nobody builds by these rules here; `past.py` and the exchanges do. What they build is held against
them, whatever a chat went through.
"""

from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from studio.core.messages import Dialect
from studio.core.quirks import Quirks
from studio.wire.history_anthropic import anthropic_faults
from studio.wire.history_chat import chat_faults
from studio.wire.history_gemini import gemini_faults
from studio.wire.history_ollama import ollama_faults
from studio.wire.history_responses import responses_faults
from studio.wire.history_rules import unsendable

_NO_QUIRKS = Quirks()


def violations(
    dialect: Dialect, body: Mapping[str, Any], quirks: Quirks = _NO_QUIRKS
) -> tuple[str, ...]:
    """Each broken rule with its place, in the order of the request. Never raises."""
    unfit = unsendable(body)
    return (unfit,) if unfit else tuple(_faults(dialect, body, quirks))


def _faults(dialect: Dialect, body: Mapping[str, Any], quirks: Quirks) -> Iterator[str]:
    match dialect:
        case Dialect.OPENAI_CHAT:
            return chat_faults(body, quirks)
        case Dialect.OPENAI_RESPONSES:
            return responses_faults(body, quirks)
        case Dialect.ANTHROPIC_MESSAGES:
            return anthropic_faults(body, quirks)
        case Dialect.GOOGLE_GEMINI:
            return gemini_faults(body, quirks)
        case Dialect.OLLAMA_CHAT:
            return ollama_faults(body, quirks)
        case _:
            assert_never(dialect)
