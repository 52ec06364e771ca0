"""What fills a model's window: the parts of the next request, each with its size. Pure.

Tokens are estimates from characters, as nobody but the provider can count them; where the provider
has counted the last request, all estimates are scaled so that their sum is what it said, unless
that is too far away to be a count of the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from studio.core.chats import Turn
from studio.core.messages import Attachment, Reasoning, Round, ServerToolUse, Sources, Text, ToolUse
from studio.core.spending import comparable
from studio.core.tools import ToolDefinition, estimated_tokens

_CHARACTERS = 4  # of a token, as is usual for an estimate
_TOKENS_OF_WORD = 4 / 3
_TOKENS_OF_PICTURE = 1_000
_TOKENS_OF_PAGE = 700
_LEAST_SCALE, _MOST_SCALE = 0.2, 5.0  # beyond these the count is of something else


class ContextKind(StrEnum):
    """What a part of the window is."""

    SYSTEM = "system"
    TOOL = "tool"
    PROMPT = "prompt"
    FILE = "file"
    ANSWER = "answer"
    REASONING = "reasoning"
    CALL = "call"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class ContextPart:
    """One part. `subject` names it as in a request of any dialect; `label` is its own name where it
    has one: a tool's, a file's. `group` is the server of a tool, or the ID of the turn."""

    kind: ContextKind
    subject: str
    label: str
    group: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Context:
    """The window as the next request fills it. `reported` is the provider's own count of the last
    request, `window` the model's, both None where unknown. `is_scaled`: the parts' tokens add up to
    that count; else they are estimates alone."""

    parts: tuple[ContextPart, ...] = ()
    reported: int | None = None
    window: int | None = None
    is_scaled: bool = False

    @property
    def tokens(self) -> int:
        return sum(part.tokens for part in self.parts)

    def of(self, kind: ContextKind) -> int:
        return sum(part.tokens for part in self.parts if part.kind is kind)


def context(
    system_prompt: str,
    tools: Sequence[ToolDefinition],
    turns: Sequence[Turn],
    window: int | None = None,
) -> Context:
    """`turns` are the path shown, oldest first, with what is left out already left out."""
    fixed = (*_system(system_prompt), *map(_tool, tools))
    parts = (*fixed, *(part for turn in turns for part in _turn(turn)))
    answered = max((n for n, turn in enumerate(turns) if turn.rounds), default=None)
    last = None if answered is None else turns[answered].rounds[-1]
    if answered is None or last is None or last.usage.input_tokens is None:
        return Context(parts, None, window)
    counts = comparable(last.usage, last.origin.dialect)
    # What came after that request is no part of its count: the round's own reply and results, and
    # turns that were never answered.
    after = [*_round(turns[answered], last)]
    after += [part for turn in turns[answered + 1 :] for part in _turn(turn)]
    asked = sum(part.tokens for part in parts) - sum(part.tokens for part in after)
    scale = counts.all_input / asked if asked else 0.0
    if not _LEAST_SCALE <= scale <= _MOST_SCALE:
        return Context(parts, counts.all_input, window)
    scaled = tuple(replace(part, tokens=round(part.tokens * scale)) for part in parts)
    return Context(scaled, counts.all_input, window, is_scaled=True)


def _system(prompt: str) -> Iterator[ContextPart]:
    if prompt:
        yield ContextPart(ContextKind.SYSTEM, "system", "", "", _tokens(prompt))


def _tool(tool: ToolDefinition) -> ContextPart:
    name = tool.title or tool.own_name or tool.name
    tokens = estimated_tokens(tool)
    return ContextPart(ContextKind.TOOL, f"tools/{tool.name}", name, tool.server_name, tokens)


def _turn(turn: Turn) -> Iterator[ContextPart]:
    if turn.prompt_text:
        subject = f"{turn.id}/prompt"
        yield ContextPart(ContextKind.PROMPT, subject, "", turn.id, _tokens(turn.prompt_text))
    yield from _files(turn.id, (each for each in turn.prompt if isinstance(each, Attachment)), turn)
    for round_ in turn.rounds:
        yield from _round(turn, round_)


def _round(turn: Turn, round_: Round) -> Iterator[ContextPart]:
    if round_.text:
        subject = f"{round_.id}/text"
        yield ContextPart(ContextKind.ANSWER, subject, "", turn.id, _tokens(round_.text))
    thought = "".join(part.text for part in round_.parts if isinstance(part, Reasoning))
    if thought and round_.vendor_state is not None:
        # Only where it goes back to who thought it; everybody else never sees it.
        subject = f"{round_.id}/reasoning"
        yield ContextPart(ContextKind.REASONING, subject, "", turn.id, _tokens(thought))
    for part in round_.parts:
        match part:
            case ToolUse():
                yield from _use(turn, part)
            case Text() | Reasoning() | Attachment() | Sources() | ServerToolUse():
                continue


def _use(turn: Turn, use: ToolUse) -> Iterator[ContextPart]:
    call, result = use.call, use.result
    tokens = _tokens(call.name + call.arguments)
    yield ContextPart(ContextKind.CALL, f"{call.id}/call", call.name, turn.id, tokens)
    if result is not None:
        told = _tokens(result.told)
        yield ContextPart(ContextKind.RESULT, f"{call.id}/result", call.name, turn.id, told)


def _files(owner: str, files: Iterable[Attachment], turn: Turn) -> Iterator[ContextPart]:
    for each in files:
        subject = f"{owner}/file/{each.digest}"
        yield ContextPart(ContextKind.FILE, subject, each.name, turn.id, _tokens_of_file(each))


def _tokens_of_file(file: Attachment) -> int:
    if file.words is not None:
        return round(file.words * _TOKENS_OF_WORD)
    if file.media_type.startswith("image/"):
        return _TOKENS_OF_PICTURE
    if file.pages is not None:
        return file.pages * _TOKENS_OF_PAGE
    return file.size // _CHARACTERS


def _tokens(text: str) -> int:
    return len(text) // _CHARACTERS + 1
