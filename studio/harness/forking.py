"""A turn in the place of an earlier one: with its rounds up to a call that is to run again, or
asked of another model."""

from collections.abc import Mapping
from dataclasses import replace

from studio.core.chats import ChatSettings, Turn
from studio.core.messages import Part, Round, ToolCall, ToolResult, ToolState, ToolUse
from studio.core.omissions import Omission
from studio.harness.ports import Clock, IdFactory


def forked_before_result(
    turn: Turn, tool_use_id: str, clock: Clock, new_id: IdFactory
) -> tuple[Turn, ToolCall] | None:
    """The fork and the call to run, which has no result in it. None if there is no such call.

    Everything in the fork has IDs of its own: both paths are kept, and neither's results or
    recordings may be taken for the other's.
    """
    rounds = _up_to(turn, tool_use_id)
    if not rounds:
        return None
    ids = {use.call.id: new_id() for each in rounds for use in each.tool_uses}
    again = ids[tool_use_id]
    copies = [_copied(each, ids, new_id()) for each in rounds]
    copies[-1] = _reopened(copies[-1], again)
    fork = _fork(turn, tuple(copies), rounds[-1].id, clock, new_id)
    call = next(use.call for use in copies[-1].tool_uses if use.call.id == again)
    return fork, call


def forked_with_result(
    turn: Turn, result: ToolResult, clock: Clock, new_id: IdFactory
) -> Turn | None:
    """The same rounds, with that result in the place of its call's own: the answer goes on from
    there. None if there is no such call, or one of the round's calls never got a result.

    Most of it may still be what strangers wrote, so it stays marked as theirs.
    """
    rounds = _up_to(turn, result.tool_use_id)
    if not rounds or any(use.result is None for use in rounds[-1].tool_uses):
        return None
    last = rounds[-1]
    old = next(use.result for use in last.tool_uses if use.call.id == result.tool_use_id)
    if old is not None:
        result = replace(result, outside=old.outside, note=old.note)
    last = _with_results(last, {result.tool_use_id: result})
    ids = {use.call.id: new_id() for each in rounds for use in each.tool_uses}
    copies = tuple(_copied(each, ids, new_id()) for each in (*rounds[:-1], last))
    return _fork(turn, copies, last.id, clock, new_id)


def forked_before_round(turn: Turn, round_id: str, clock: Clock, new_id: IdFactory) -> Turn | None:
    """The rounds before that one, which is to be asked again. None if there is no such round."""
    number = next((n for n, each in enumerate(turn.rounds) if each.id == round_id), None)
    if number is None:
        return None
    rounds = turn.rounds[:number]
    ids = {use.call.id: new_id() for each in rounds for use in each.tool_uses}
    copies = tuple(_copied(each, ids, new_id()) for each in rounds)
    return _fork(turn, copies, rounds[-1].id if rounds else "", clock, new_id)


def _fork(
    turn: Turn, rounds: tuple[Round, ...], last: str, clock: Clock, new_id: IdFactory
) -> Turn:
    """`last` is the round that the turn took over last, empty for none."""
    return Turn(
        id=new_id(),
        chat_id=turn.chat_id,
        parent_id=turn.parent_id,
        created_at=clock(),
        prompt=turn.prompt,
        rounds=rounds,
        forked_from=(turn.id, last) if last else None,
    )


def with_results(turn: Turn, results: Mapping[str, ToolResult]) -> Turn:
    """These calls have ended, by tool use ID."""
    if not results:
        return turn
    return replace(turn, rounds=tuple(_with_results(each, results) for each in turn.rounds))


def shortened_in_both(turn: Turn, fork: Turn) -> tuple[tuple[str, str], ...]:
    """The IDs of the calls whose shortened results a fork takes over, old and new."""
    return tuple(
        (old.call.id, new.call.id)
        for old, new in zip(turn.tool_uses, fork.tool_uses, strict=False)
        if new.result is not None and new.result.is_shortened
    )


def omissions_in_both(
    omissions: tuple[Omission, ...], turn: Turn, fork: Turn
) -> tuple[Omission, ...]:
    """What is left out of a turn is left out of a fork of it too: it holds the same under other
    IDs. Who goes on from a turn that was left out as a whole does not want that of the fork."""
    ids = {turn.id: fork.id}
    ids |= {old.id: new.id for old, new in zip(turn.rounds, fork.rounds, strict=False)}
    uses = zip(turn.tool_uses, fork.tool_uses, strict=False)
    ids |= {old.call.id: new.call.id for old, new in uses}
    more = (each.of_other(ids) for each in omissions if each.owner in ids and not each.is_of_turn)
    return tuple(dict.fromkeys((*omissions, *more)))


def asked_instead(settings: ChatSettings, profile_id: str, model: str) -> ChatSettings:
    """The settings of a chat for one turn that another model is asked. Empty is the chat's own
    provider, and that provider's own model; another provider is asked with its default key."""
    if profile_id and profile_id != settings.profile_id:
        return replace(settings, profile_id=profile_id, key_id="", model=model)
    return replace(settings, model=model or settings.model)


def _up_to(turn: Turn, tool_use_id: str) -> tuple[Round, ...]:
    """The rounds up to the one that made this call; none if no round did."""
    for number, round_ in enumerate(turn.rounds, start=1):
        if any(use.call.id == tool_use_id for use in round_.tool_uses):
            return turn.rounds[:number]
    return ()


def _copied(round_: Round, ids: dict[str, str], round_id: str) -> Round:
    parts = tuple(_renamed(part, ids) for part in round_.parts)
    state = round_.vendor_state
    if state is not None:
        blob = state.blob
        for old, new in ids.items():
            # Ours are unique, so as whole JSON strings they stand for nothing else in the record.
            blob = blob.replace(f'"{old}"', f'"{new}"')
        state = replace(state, blob=blob)
    return replace(round_, id=round_id, parts=parts, vendor_state=state)


def _renamed(part: Part, ids: dict[str, str]) -> Part:
    if not isinstance(part, ToolUse):
        return part
    new = ids[part.call.id]
    result = part.result and replace(part.result, tool_use_id=new)
    return replace(part, call=replace(part.call, id=new), result=result)


def _reopened(round_: Round, tool_use_id: str) -> Round:
    parts = tuple(
        ToolUse(part.call, ToolState.READY)
        if isinstance(part, ToolUse) and part.call.id == tool_use_id
        else part
        for part in round_.parts
    )
    return replace(round_, parts=parts)


def _with_results(round_: Round, results: Mapping[str, ToolResult]) -> Round:
    parts = tuple(
        replace(part, state=ToolState.ENDED, result=results[part.call.id])
        if isinstance(part, ToolUse) and part.call.id in results
        else part
        for part in round_.parts
    )
    return replace(round_, parts=parts)
