"""Which tools a recorded request offered, in whatever dialect it was. Pure.

What a tool is besides (its whole schema, where it comes from) is taken from who knows more: the
recording of a call of it, or the tool as it is today, if that is still what the model was told.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from studio.core.call_recording import CallRecording
from studio.core.recording import Recording
from studio.core.tools import ToolDefinition

_SCHEMAS = ("parameters", "input_schema", "parametersJsonSchema")
_SAME = 80  # characters of a description, which hosts may have cut


def offered_tools(
    recordings: Sequence[Recording],
    calls: Iterable[CallRecording] = (),
    today: Iterable[ToolDefinition] = (),
) -> tuple[ToolDefinition, ...]:
    """Those of the first request that offered any."""
    known = {each.name: each for each in today}
    called = {each.name: each for each in calls}
    for recording in recordings:
        told = tuple(_told(recording.request_body))
        if told:
            return tuple(_completed(each, known, called) for each in told)
    return ()


def _completed(
    told: ToolDefinition, known: Mapping[str, ToolDefinition], called: Mapping[str, CallRecording]
) -> ToolDefinition:
    now, call = known.get(told.name), called.get(told.name)
    if now is not None and now.description[:_SAME] != told.description[:_SAME]:
        now = replace(now, description=told.description, schema=told.schema)
    found = now or told
    if call is None or not call.description:
        return found
    return replace(
        found,
        description=call.description,
        schema=_json(call.schema.encode()) or found.schema,
        server_id=call.server_id,
        server_name=call.server_name,
        own_name=call.own_name,
    )


def _told(body: bytes) -> Iterator[ToolDefinition]:
    row = _json(body)
    tools = row.get("tools")
    for tool in tools if isinstance(tools, list) else ():
        if not isinstance(tool, dict):
            continue
        functions = tool.get("functionDeclarations") or [tool.get("function") or tool]
        yield from (each for function in functions for each in _definition(function))


def _definition(function: Any) -> Iterator[ToolDefinition]:
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        return
    schemas = (function.get(key) for key in _SCHEMAS)
    schema: dict[str, Any] = next((each for each in schemas if isinstance(each, dict)), {})
    yield ToolDefinition(function["name"], str(function.get("description", "")), schema)


def _json(data: bytes) -> dict[str, Any]:
    try:
        row = json.loads(data)
    except (ValueError, RecursionError):
        return {}  # of a request that is kept in part
    return row if isinstance(row, dict) else {}
