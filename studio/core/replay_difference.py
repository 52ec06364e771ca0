"""What a turn that was played again has come to, beside what it was: the first difference.

Times, IDs and what waits in between are not compared: they are another's.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from studio.core.chats import Turn
from studio.core.messages import (
    Attachment,
    Part,
    Reasoning,
    Round,
    ServerToolUse,
    Sources,
    Text,
    ToolResult,
    ToolUse,
    TurnState,
)

_SHOWN = 200  # characters of a value


@dataclass(frozen=True, slots=True)
class ReplayDifference:
    """`round_number` from 1, 0 for the turn as a whole. `where` is a path such as `request
    messages[2].content`; `expected` was recorded, `got` is what came of it now."""

    turn_id: str
    round_number: int
    where: str
    expected: str
    got: str


_Facts = Iterator[tuple[str, object]]


def turn_difference(
    was: Turn, now: Turn, plain: Callable[[str], str] = str
) -> ReplayDifference | None:
    """The first one, if there is any. What `plain` makes the same is no difference."""
    rounds = zip_longest(was.rounds, now.rounds)
    for number, (before, after) in enumerate(rounds, 1):
        found = _first(_round(before), _round(after), plain)
        if found is not None:
            return ReplayDifference(was.id, number, *found)
    found = _first(_end(was), _end(now, like=was), plain)
    return None if found is None else ReplayDifference(was.id, 0, *found)


def json_difference(was: object, now: object, where: str = "") -> tuple[str, str, str] | None:
    """Where two JSON values part, and what stands there."""
    match was, now:
        case dict(), dict():
            for key in (*was, *(key for key in now if key not in was)):
                found = _of_key(was, now, key, f"{where}.{key}" if where else str(key))
                if found is not None:
                    return found
            return None
        case list(), list():
            for number, (before, after) in enumerate(zip(was, now, strict=False)):
                found = json_difference(before, after, f"{where}[{number}]")
                if found is not None:
                    return found
            if len(was) != len(now):
                return where, f"{len(was)} items", f"{len(now)} items"
            return None
        case _:
            is_same = was == now and isinstance(was, bool) == isinstance(now, bool)
            return None if is_same else (where, *shown_apart(was, now))


def _of_key(
    was: dict[Any, Any], now: dict[Any, Any], key: object, where: str
) -> tuple[str, str, str] | None:
    if key not in was:
        return where, "nothing", shown(now[key])
    if key not in now:
        return where, shown(was[key]), "nothing"
    return json_difference(was[key], now[key], where)


def shown_apart(was: object, now: object) -> tuple[str, str]:
    """Both from a little before where they part: long texts often begin alike."""
    if not (isinstance(was, str) and isinstance(now, str)):
        return shown(was), shown(now)
    same = 0
    for before, after in zip(was, now, strict=False):
        if before != after:
            break
        same += 1
    start = max(0, same - 40)
    dots = "…" if start else ""
    return shown(dots + was[start:]), shown(dots + now[start:])


def shown(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _first(was: _Facts, now: _Facts, plain: Callable[[str], str]) -> tuple[str, str, str] | None:
    for before, after in zip_longest(was, now, fillvalue=("", "nothing")):
        if before != after and plain(repr(before)) != plain(repr(after)):
            if before[0] != after[0]:
                return before[0] or after[0], shown(before[1]), shown(after[1])
            return before[0], *shown_apart(before[1], after[1])
    return None


def _round(round_: Round | None) -> _Facts:
    if round_ is None:
        return
    yield "round", "a round"
    for retry in round_.retries:
        yield "retry", retry.category
    for number, part in enumerate(round_.parts, 1):
        yield from _part(f"part {number}", part)
    yield "stop", (round_.stop, round_.stop_reason)
    yield "usage", round_.usage


def _part(where: str, part: Part) -> _Facts:
    match part:
        case Text(text):
            yield f"{where}, text", text
        case Reasoning(text):
            yield f"{where}, reasoning", text
        case ToolUse():
            yield from _use(where, part)
        case Attachment(name=name, digest=digest):
            yield f"{where}, file", (name, digest)
        case Sources(citations):
            yield f"{where}, sources", citations
        case ServerToolUse(name=name, arguments=arguments, output=output, is_error=is_error):
            yield f"{where}, tool of the provider", (name, arguments, output, is_error)


def _use(where: str, use: ToolUse) -> _Facts:
    yield f"{where}, tool", use.call.name
    yield f"{where}, arguments of {use.call.name}", use.call.arguments
    yield f"{where}, call ID of {use.call.name}", use.call.provider_call_id
    yield f"{where}, arguments that ran", use.ran
    if use.ruling is not None:
        yield f"{where}, ruling on {use.call.name}", use.ruling.permission
    if use.result is not None:
        yield from _result(f"{where}, result of {use.call.name}", use.result)


def _result(where: str, result: ToolResult) -> _Facts:
    yield f"{where}: outcome", result.outcome
    yield where, result.content
    yield f"{where}, as told", result.told
    yield f"{where}: form", result.form
    yield f"{where}: findings", result.findings


def _end(turn: Turn, like: Turn | None = None) -> _Facts:
    """What was cut off by a crash is stopped when it is played: its end is nobody's choice."""
    wanted = like or turn
    if wanted.state in (TurnState.INTERRUPTED, TurnState.RUNNING):
        return
    yield "limit", turn.limit
    yield "state", turn.state
    if turn.failure is not None:
        yield "failure", (turn.failure.category, turn.failure.status)
