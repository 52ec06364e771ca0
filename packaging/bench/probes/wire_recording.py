"""A long streamed reply in each dialect, as the practice provider writes it."""

from collections.abc import Callable, Mapping
from typing import Any

from studio.adapters import (
    practice_chat,
    practice_gemini,
    practice_messages,
    practice_ollama,
    practice_responses,
)
from studio.adapters.practice_reply import Call, Conversation, Reply, Say, Think
from studio.adapters.practice_texts import long_answer
from studio.core.messages import Dialect

_WRITERS: Mapping[Dialect, Callable[..., Any]] = {
    Dialect.OPENAI_CHAT: practice_chat.Writer,
    Dialect.OPENAI_RESPONSES: practice_responses.Writer,
    Dialect.ANTHROPIC_MESSAGES: practice_messages.Writer,
    Dialect.GOOGLE_GEMINI: practice_gemini.Writer,
    Dialect.OLLAMA_CHAT: practice_ollama.Writer,
}
_AT_LEAST = 200_000


def recording(dialect: Dialect) -> tuple[bytes, int]:
    """At least 200 kB, and how many events there are: reasoning, a long answer, and one call."""
    words = long_answer()
    while True:
        frames = _frames(dialect, words)
        if sum(map(len, frames)) >= _AT_LEAST:
            return b"".join(frames), len(frames)
        words += long_answer()


def _frames(dialect: Dialect, words: str) -> list[bytes]:
    asked = Conversation("practice-tour", (), {}, True, True, None, True, 12)
    thought = words[: len(words) // 4]
    call = Call("write_text_file", {"path": "notes.txt", "text": words[: len(words) // 8]})
    writer = _WRITERS[dialect](asked, _BODY, "0123456789abcdef01234567", 1_800_000_000)
    reply = Reply((Think(thought), Say(words), call))
    return [frame.data for frame in writer.frames(reply)]


_BODY = {"stream_options": {"include_usage": True}}
