"""The one place that knows which exchange speaks which dialect."""

from typing import assert_never

from studio.core.chats import Assignment
from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from studio.wire.anthropic_messages import AnthropicExchange
from studio.wire.exchange import Exchange, IdFactory
from studio.wire.openai_chat import OpenAIChatExchange
from studio.wire.openai_responses import OpenAIResponsesExchange


def exchange_for(
    profile: ProviderProfile, model: str, assignment: Assignment, new_id: IdFactory
) -> Exchange:
    """A fresh exchange for one send."""
    match profile.dialect:
        case Dialect.OPENAI_CHAT:
            return OpenAIChatExchange(profile, model, assignment, new_id)
        case Dialect.OPENAI_RESPONSES:
            return OpenAIResponsesExchange(profile, model, assignment, new_id)
        case Dialect.ANTHROPIC_MESSAGES:
            return AnthropicExchange(profile, model, assignment, new_id)
        case _:
            assert_never(profile.dialect)
