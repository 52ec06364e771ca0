"""A message as text: as it is copied, quoted, and read raw."""

from collections.abc import Iterator
from typing import assert_never

from PySide6.QtCore import QCoreApplication

from studio.core.chats import Turn
from studio.core.messages import Attachment, Part, Reasoning, ServerToolUse, Sources, Text, ToolUse

translate = QCoreApplication.translate


def message_source(turn: Turn, *, is_prompt: bool) -> str:
    """The prompt as typed, or the answer as its model wrote it, without reasoning and tools."""
    if is_prompt:
        return turn.prompt_text
    texts = (round_.text.strip() for round_ in turn.rounds)
    return "\n\n".join(text for text in texts if text)


def quoted(text: str) -> str:
    """A text as a quotation in Markdown, with an empty line after it."""
    lines = text.strip().split("\n")
    return "\n".join(f"> {line}".rstrip() for line in lines) + "\n\n"


def raw_text(turn: Turn, *, is_prompt: bool) -> str:
    """All that was typed, or all that the model wrote, letter for letter, in order."""
    parts = turn.prompt if is_prompt else [part for each in turn.rounds for part in each.parts]
    return "\n\n".join(piece for part in parts for piece in _raw(part))


def _raw(part: Part) -> Iterator[str]:
    match part:
        case Text(text):
            yield text
        case Reasoning(text):
            yield f"[{translate('Transcript', 'Reasoning')}]\n{text}"
        case ToolUse(call):
            yield f"[{translate('Transcript', 'Tool call')}: {call.name}]\n{call.arguments}"
        case ServerToolUse(_, name, arguments):
            yield f"[{translate('Transcript', 'Tool call')}: {name}]\n{arguments}"
        case Attachment(name):
            yield f"[{translate('Transcript', 'File')}: {name}]"
        case Sources(citations):
            lines = [f"{each.title} {each.url}".strip() for each in citations]
            yield "\n".join([f"[{translate('Transcript', 'Sources')}]", *lines])
        case _:
            assert_never(part)
