"""The parts of a model's window as they are listed: grouped, what was left out in its place."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from studio.core.chats import Turn
from studio.core.context_parts import Context, ContextKind, ContextPart, context
from studio.core.omissions import Omission, Omitted
from studio.core.omitting import without
from studio.core.tools import ToolDefinition

# What the user can leave out of the next request, and of that what can be shortened.
_LEAVABLE = frozenset(
    {ContextKind.PROMPT, ContextKind.FILE, ContextKind.ANSWER, ContextKind.RESULT}
)
_SHORTENABLE = _LEAVABLE - {ContextKind.FILE}


@dataclass(frozen=True, slots=True)
class Entry:
    """One part. `tokens` are those it takes now; `how` says how it is left out, None where it is
    not."""

    part: ContextPart
    tokens: int
    how: Omitted | None = None

    @property
    def may_be_dropped(self) -> bool:
        return self.part.kind in _LEAVABLE and self.how is not Omitted.DROP

    @property
    def may_be_shortened(self) -> bool:
        return self.part.kind in _SHORTENABLE and self.how is None


@dataclass(frozen=True, slots=True)
class Group:
    """Parts that belong together: the tools of a server, or all that one message brought."""

    key: str
    entries: tuple[Entry, ...]
    is_left_out: bool = False

    @property
    def tokens(self) -> int:
        return sum(entry.tokens for entry in self.entries)

    @property
    def is_of_turn(self) -> bool:
        return self.entries[0].part.kind not in (ContextKind.SYSTEM, ContextKind.TOOL)

    @property
    def is_system(self) -> bool:
        return self.entries[0].part.kind is ContextKind.SYSTEM


@dataclass(frozen=True, slots=True)
class Filled:
    """The window as the next request fills it."""

    context: Context
    groups: tuple[Group, ...]

    @property
    def left_out(self) -> int:
        entries = [entry for group in self.groups for entry in group.entries]
        return sum(entry.how is not None for entry in entries)


def filled(
    system_prompt: str,
    tools: Sequence[ToolDefinition],
    turns: Sequence[Turn],
    omissions: Sequence[Omission],
    window: int | None,
) -> Filled:
    """All parts there are; what is left out takes what is left of it."""
    said = {each.subject: each.how for each in omissions}
    now = context(system_prompt, tools, without(turns, omissions), window)
    whole = now if not omissions else context(system_prompt, tools, turns, window)
    sizes = {part.subject: part.tokens for part in now.parts}
    groups: dict[str, list[ContextPart]] = {}
    for part in whole.parts:
        groups.setdefault(f"{part.kind is ContextKind.TOOL}/{part.group}", []).append(part)
    return Filled(now, tuple(_group(parts, said, sizes) for parts in groups.values()))


def changed(
    omissions: Iterable[Omission], subjects: Sequence[str], how: Omitted | None
) -> tuple[Omission, ...]:
    """With these subjects left out so, or, for None, not left out any more."""
    kept = tuple(each for each in omissions if each.subject not in subjects)
    if how is None:
        return kept
    return (*kept, *(Omission(subject, how) for subject in subjects))


def _group(
    parts: Sequence[ContextPart], said: Mapping[str, Omitted], sizes: Mapping[str, int]
) -> Group:
    key = parts[0].group
    is_gone = f"turn/{key}" in said
    entries = tuple(
        Entry(
            part,
            sizes.get(part.subject, 0),
            Omitted.DROP if is_gone else said.get(part.subject),
        )
        for part in parts
    )
    return Group(key, entries, is_gone)
