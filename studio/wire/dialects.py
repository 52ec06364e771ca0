"""The one place that knows which exchange speaks which dialect."""

from typing import assert_never

from studio.core.chats import Assignment
from studio.core.messages import Dialect
from studio.wire.anthropic_messages import AnthropicExchange
from studio.wire.anthropic_reader import AnthropicAssembler
from studio.wire.calls import NameMap
from studio.wire.exchange import Exchange, IdFactory, RoundReader, Target
from studio.wire.gemini_reader import GeminiAssembler
from studio.wire.google_gemini import GeminiExchange
from studio.wire.ollama_chat import OllamaExchange
from studio.wire.ollama_reader import OllamaAssembler
from studio.wire.openai_chat import OpenAIChatExchange
from studio.wire.openai_chat_reader import ChatAssembler
from studio.wire.openai_responses import OpenAIResponsesExchange
from studio.wire.reply import ReplyReader
from studio.wire.responses_reader import ResponsesAssembler


def reader_for(dialect: Dialect, new_id: IdFactory, original: NameMap = str) -> RoundReader:
    """A reader without a send, for replies that were recorded. `original` maps tool names back."""
    match dialect:
        case Dialect.OPENAI_CHAT:
            return ReplyReader(ChatAssembler(new_id, original))
        case Dialect.OPENAI_RESPONSES:
            return ReplyReader(ResponsesAssembler(new_id, original))
        case Dialect.ANTHROPIC_MESSAGES:
            return ReplyReader(AnthropicAssembler(new_id, original))
        case Dialect.GOOGLE_GEMINI:
            return ReplyReader(GeminiAssembler(new_id, original))
        case Dialect.OLLAMA_CHAT:
            return ReplyReader(OllamaAssembler(new_id, original), reads_lines=True)
        case _:
            assert_never(dialect)


def exchange_for(target: Target, assignment: Assignment, new_id: IdFactory) -> Exchange:
    """A fresh exchange for one send."""
    match target.profile.dialect:
        case Dialect.OPENAI_CHAT:
            return OpenAIChatExchange(target, assignment, new_id)
        case Dialect.OPENAI_RESPONSES:
            return OpenAIResponsesExchange(target, assignment, new_id)
        case Dialect.ANTHROPIC_MESSAGES:
            return AnthropicExchange(target, assignment, new_id)
        case Dialect.GOOGLE_GEMINI:
            return GeminiExchange(target, assignment, new_id)
        case Dialect.OLLAMA_CHAT:
            return OllamaExchange(target, assignment, new_id)
        case _:
            assert_never(target.profile.dialect)
