"""The names of the wire formats, for people."""

from PySide6.QtCore import QCoreApplication

from studio.core.messages import Dialect

translate = QCoreApplication.translate


def dialect_name(dialect: Dialect) -> str:
    """Short, for a line of facts."""
    return {
        Dialect.OPENAI_CHAT: translate("settings", "Chat Completions"),
        Dialect.OPENAI_RESPONSES: translate("settings", "Responses"),
        Dialect.ANTHROPIC_MESSAGES: translate("settings", "Messages"),
        Dialect.GOOGLE_GEMINI: translate("settings", "Gemini"),
        Dialect.OLLAMA_CHAT: translate("settings", "Ollama"),
    }[dialect]


def dialect_title(dialect: Dialect) -> str:
    """In full, for a choice."""
    return {
        Dialect.OPENAI_CHAT: translate("settings", "OpenAI Chat Completions"),
        Dialect.OPENAI_RESPONSES: translate("settings", "OpenAI Responses"),
        Dialect.ANTHROPIC_MESSAGES: translate("settings", "Anthropic Messages"),
        Dialect.GOOGLE_GEMINI: translate("settings", "Google Gemini"),
        Dialect.OLLAMA_CHAT: translate("settings", "Ollama"),
    }[dialect]
