"""Earlier turns without what the user has left out: as they are sent, never as they are kept."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from studio.core.chats import Turn
from studio.core.messages import Attachment, Part, Reasoning, Round, Text, ToolResult, ToolUse
from studio.core.omissions import Omission, Omitted
from studio.core.results import Form

_LEFT_OUT = "[left out by the user]"  # for the model
_BEGINNING = 400  # characters that are left of what is shortened

_Said = Mapping[str, Omitted]


def without(turns: Sequence[Turn], omissions: Sequence[Omission]) -> tuple[Turn, ...]:
    """Every call keeps a result and every turn its prompt: a stand-in says that there was more."""
    if not omissions:
        return tuple(turns)
    said = {each.subject: each.how for each in omissions}
    owners = {each.owner for each in omissions}
    return tuple(
        _turn(turn, said) if _has_any(turn, owners) else turn
        for turn in turns
        if f"turn/{turn.id}" not in said
    )


def _has_any(turn: Turn, owners: Set[str]) -> bool:
    """Of thousands of turns few are touched, and the others need not be made anew."""
    return turn.id in owners or any(
        round_.id in owners or any(use.call.id in owners for use in round_.tool_uses)
        for round_ in turn.rounds
    )


def in_effect(turns: Sequence[Turn], omissions: Sequence[Omission]) -> tuple[Omission, ...]:
    """Those of a part of these turns: others are of another path, or of what was deleted."""
    owners: set[str] = set()
    for turn in turns:
        owners.add(turn.id)
        owners.update(round_.id for round_ in turn.rounds)
        owners.update(use.call.id for use in turn.tool_uses)
    return tuple(each for each in omissions if _owner(each.subject) in owners)


def _owner(subject: str) -> str:
    first, _, rest = subject.partition("/")
    return rest if first == "turn" else first


def _turn(turn: Turn, said: _Said) -> Turn:
    return replace(
        turn,
        prompt=_prompt(turn, said),
        rounds=tuple(_round(round_, said) for round_ in turn.rounds),
    )


def _prompt(turn: Turn, said: _Said) -> tuple[Part, ...]:
    how = said.get(f"{turn.id}/prompt")
    parts: list[Part] = []
    for part in turn.prompt:
        if isinstance(part, Attachment) and f"{turn.id}/file/{part.digest}" in said:
            continue
        if isinstance(part, Text) and how is not None:
            part = Text(_shortened(part.text, how))
        parts.append(part)
    return tuple(parts) or (Text(_LEFT_OUT),)


def _round(round_: Round, said: _Said) -> Round:
    how = said.get(f"{round_.id}/text")
    parts = tuple(_part(part, how, said) for part in round_.parts)
    if how is None:
        return replace(round_, parts=parts)
    # The provider's own record of the round holds the text, and what was thought for it.
    parts = tuple(part for part in parts if not isinstance(part, Reasoning))
    return replace(round_, parts=parts, vendor_state=None)


def _part(part: Part, how: Omitted | None, said: _Said) -> Part:
    if isinstance(part, Text) and how is not None:
        return Text(_shortened(part.text, how))
    if isinstance(part, ToolUse):
        of_result = said.get(f"{part.call.id}/result")
        if of_result is not None and part.result is not None:
            return replace(part, result=_result(part.result, of_result))
    return part


def _result(result: ToolResult, how: Omitted) -> ToolResult:
    content = _shortened(result.content, how)
    # Where nothing of a stranger's words is left, nothing is marked as theirs.
    outside = "" if how is Omitted.DROP else result.outside
    return replace(result, content=content, form=Form.TEXT, outside=outside)


def _shortened(text: str, how: Omitted) -> str:
    if how is Omitted.DROP:
        return _LEFT_OUT
    return text if len(text) <= _BEGINNING else f"{text[:_BEGINNING]}… {_LEFT_OUT}"
