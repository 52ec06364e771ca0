"""A turn as it is written down, in a row of a store and in a trace: each part with its kind.

Left to itself a union is told apart by the fields that happen to be there, which a new part or
field would silently change for what was written before it.
"""

from typing import Any

from pydantic import TypeAdapter

from studio.core.chats import Turn
from studio.core.messages import (
    Attachment,
    Part,
    Reasoning,
    ServerToolUse,
    Sources,
    Text,
    ToolUse,
)

_KINDS: dict[str, type[Part]] = {
    "text": Text,
    "reasoning": Reasoning,
    "tool_use": ToolUse,
    "attachment": Attachment,
    "sources": Sources,
    "server_tool_use": ServerToolUse,
}
TURN = TypeAdapter(Turn)
READERS: dict[str, TypeAdapter[Any]] = {name: TypeAdapter(kind) for name, kind in _KINDS.items()}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def turn_row(turn: Turn) -> dict[str, Any]:
    """Plain values for JSON."""
    row: dict[str, Any] = TURN.dump_python(turn, mode="json")
    _name(turn.prompt, row["prompt"])
    for round_, told in zip(turn.rounds, row["rounds"], strict=True):
        _name(round_.parts, told["parts"])
    return row


def _name(parts: tuple[Part, ...], rows: list[dict[str, Any]]) -> None:
    for part, row in zip(parts, rows, strict=True):
        row["kind"] = _NAMES[type(part)]
