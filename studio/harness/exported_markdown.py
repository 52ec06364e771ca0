"""Turns of a chat as Markdown that reads well anywhere. Pure."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from studio.core.chats import Chat, Turn
from studio.core.messages import (
    Attachment,
    Citation,
    Part,
    Reasoning,
    Round,
    ServerToolUse,
    Sources,
    Text,
    ToolUse,
)

Outputs = Mapping[str, str]
_FENCES = re.compile(r"^[ \t]*(`{3,})", re.MULTILINE)


def heading(chat: Chat) -> str:
    """The beginning of the file."""
    return f"# {_line(chat.title) or 'Chat'}\n\n*Begun {_when(chat.created_at)}.*\n"


def path_heading(number: int, after: str) -> str:
    """Above a path that is not the one shown. `after` is the prompt below which it begins."""
    where = f", after “{_short(after)}”" if after else ", from the beginning"
    return f"\n---\n\n# Path {number}{where}\n"


def turn_text(turn: Turn, outputs: Outputs) -> str:
    """A prompt and its answer. `outputs` are whole results of which the turn has shortened ones."""
    pieces = ["", "## You", ""]
    for part in turn.prompt:
        pieces.extend(_part(part, outputs))
    for round_ in turn.rounds:
        pieces.extend(_round(round_, outputs))
    if turn.failure is not None:
        pieces.extend((f"*The answer failed: {turn.failure.category}.*", ""))
    elif turn.ended_at is None:
        pieces.extend(("*The answer was not finished.*", ""))
    return "\n".join(pieces)


def _round(round_: Round, outputs: Outputs) -> Iterator[str]:
    yield f"## {_line(round_.origin.model) or 'Answer'}"
    yield ""
    for part in round_.parts:
        yield from _part(part, outputs)


def _part(part: Part, outputs: Outputs) -> Iterator[str]:
    match part:
        case Text(text):
            yield from (text.strip("\n"), "")
        case Reasoning(text, seconds):
            took = f" ({seconds:.1f} s)" if seconds is not None else ""
            yield f"> **Reasoning{took}**"
            yield ">"
            yield from (f"> {line}".rstrip() for line in text.strip().split("\n"))
            yield ""
        case Attachment(name=name, media_type=kind):
            yield from (f"*Attached: {_line(name)} ({kind})*", "")
        case ToolUse():
            yield from _call(part, outputs)
        case ServerToolUse(name=name, arguments=arguments, output=output):
            yield from (f"**Run by the provider: {_line(name)}**", "")
            yield from _fenced(arguments)
            yield from _fenced(output)
        case Sources(citations):
            yield from ("**Sources**", "")
            yield from (_source(number, each) for number, each in enumerate(citations, 1))
            yield ""


def _call(use: ToolUse, outputs: Outputs) -> Iterator[str]:
    yield from (f"**Tool call: {_line(use.call.name)}**", "")
    if use.ran is None:
        yield from _fenced(use.call.arguments)
    else:
        yield from ("*What the model asked for:*", "")
        yield from _fenced(use.call.arguments)
        yield from ("*The user edited this before it ran. It ran with:*", "")
        yield from _fenced(use.ran or "{}")
    if use.result is None:
        return
    outcome = f" ({use.result.outcome})" if use.result.is_error else ""
    yield from (f"**Result{outcome}**", "")
    content = use.result.content
    if use.result.is_replaced:
        yield from ("*The user wrote this in the place of the result:*", "")
    else:
        content = outputs.get(use.call.id, content)
    yield from _fenced(content)


def _fenced(text: str) -> Iterator[str]:
    """A block of code whose fence is longer than any in it."""
    if not text.strip():
        return
    longest = max((len(found[1]) for found in _FENCES.finditer(text)), default=2)
    fence = "`" * (longest + 1)
    text, language = _laid_out(text)
    yield from (f"{fence}{language}", text.rstrip("\n"), fence, "")


def _laid_out(text: str) -> tuple[str, str]:
    """JSON with line breaks, and the language to call it by."""
    if text.lstrip()[:1] not in ("{", "["):
        return text, ""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2), "json"
    except (ValueError, RecursionError):
        return text, ""


def _source(number: int, citation: Citation) -> str:
    title = _line(citation.title) or citation.url
    title = title.replace("[", "\\[").replace("]", "\\]")
    quote = f" — “{_short(citation.quote)}”" if citation.quote.strip() else ""
    return f"{number}. [{title}](<{citation.url}>){quote}"


def _line(text: str) -> str:
    return " ".join(text.split())


def _short(text: str) -> str:
    line = _line(text)
    return line if len(line) <= 80 else f"{line[:79]}…"


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
