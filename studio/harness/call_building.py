"""Makes the recording of a call from what was there when it ended; bounded, away from the loop."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from studio.core.call_recording import CallRecording
from studio.core.call_traffic import of_call
from studio.core.server_traffic import LogLine, ServerMessage
from studio.harness.call_records import EndedCall, Meanwhile
from studio.harness.fitting import faults

MAX_CHARACTERS = 1_000_000  # of the raw result, of all messages, and of anything else


def built(ended: EndedCall, meanwhile: Meanwhile) -> CallRecording:
    asked = _parsed(ended.arguments)
    tool = ended.definition
    whole = CallRecording(
        tool_use_id=ended.call.id,
        turn_id=ended.turn_id,
        chat_id=ended.chat_id,
        at=ended.began,
        name=_clean(ended.call.name),
        arguments=_text(ended.arguments),
        raw=_clean(ended.raw),
    )
    if tool is not None:
        messages, log = of_call(
            meanwhile.messages,
            meanwhile.log,
            tool.own_name,
            asked,
            ended.began,
            meanwhile.until,
        )
        schema = dict(tool.schema)
        whole = replace(
            whole,
            description=_clean(tool.description),
            schema=_clean(json.dumps(schema, ensure_ascii=False, default=str)),
            server_id=tool.server_id,
            server_name=_clean(tool.server_name),
            own_name=_clean(tool.own_name),
            faults=faults(ended.call.arguments, schema) if ended.was_rejected else (),
            messages=messages,
            log=log,
        )
    return _bounded(whole)


def _bounded(whole: CallRecording) -> CallRecording:
    kept = replace(
        whole,
        description=whole.description[:MAX_CHARACTERS],
        schema=whole.schema[:MAX_CHARACTERS],
        arguments=whole.arguments[:MAX_CHARACTERS],
        raw=whole.raw[:MAX_CHARACTERS],
        messages=_bounded_messages(whole.messages),
        log=_bounded_log(whole.log),
    )
    return kept if kept == whole else replace(kept, is_truncated=True)


def _bounded_messages(messages: tuple[ServerMessage, ...]) -> tuple[ServerMessage, ...]:
    """All of them, since what is missing misleads more than what is short; the long ones are cut
    to what the short ones leave."""
    room, left = MAX_CHARACTERS, len(messages)
    longest = MAX_CHARACTERS
    for size in sorted(len(message.body) for message in messages):
        longest = room // left
        if size > longest:
            break
        room, left = room - size, left - 1
        longest = MAX_CHARACTERS
    return tuple(replace(message, body=_clean(message.body[:longest])) for message in messages)


def _bounded_log(log: tuple[LogLine, ...]) -> tuple[LogLine, ...]:
    """The last lines: they tell how it ended."""
    kept: list[LogLine] = []
    room = MAX_CHARACTERS
    for line in reversed(log):
        room -= len(line.text)
        if room < 0:
            break
        kept.append(replace(line, text=_clean(line.text)))
    return tuple(reversed(kept))


def _parsed(arguments: Mapping[str, Any] | str) -> Mapping[str, Any]:
    if not isinstance(arguments, str):
        return arguments
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _text(arguments: Mapping[str, Any] | str) -> str:
    if isinstance(arguments, str):
        return _clean(arguments)
    return _clean(json.dumps(dict(arguments), ensure_ascii=False, default=str))


def _clean(text: str) -> str:
    """Half a surrogate pair can not be stored."""
    return text.encode("utf-8", "replace").decode()
