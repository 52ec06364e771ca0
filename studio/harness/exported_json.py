"""Turns of a chat as JSON, for programs. Pure.

The file is one object:

- `format` is "callboard-chat", `version` is 1. A field may be added without a new version; one that
  changes its meaning or goes makes the next.
- `chat`: `id`, `title`, `created_at`, `updated_at`, `model`, `system_prompt`, `temperature`,
  `max_output_tokens`, `effort`, `tools_off`. Times are seconds since the epoch.
- `path`: the IDs of the turns shown, the first one first.
- `turns`: every turn of every path, the oldest first: `id`, `parent` (the turn it follows, or where
  that was deleted the nearest before it that is in here; null for one that begins the chat),
  `created_at`, `ended_at`, `state`, `failure` (null or a category), `forked_from` (null, or turn
  and round that it took its beginning from), `prompt` and `rounds`.
- A round: `id`, `model`, `provider`, `dialect`, `started_at`, `ended_at`, `is_edited`: the user
  edited the request, `stop`, `usage` and `parts`.
- A part has a `kind`: `text` (`text`), `reasoning` (`text`, `seconds`), `tool_use` (`id`, `name`,
  `arguments` as the model wrote them, `ran_with`: null, or what the user made of them before it
  ran, `state`, `started_at`, `ended_at`, `result`: null or `outcome`, `content` whole where it was
  kept, `is_replaced`: the user wrote what the model was given, `model_got`: that, where it is not
  `content`), `server_tool_use` (`name`, `arguments`, `output`, `is_error`), `sources` (`citations`
  of `url`, `title`, `quote`), `attachment` (`name`, `media_type`, `size`, `sha256`; the file itself
  is not in here).

No key and no name of one is ever in it, nor what a provider hands out for itself alone.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from studio.core.chats import Chat, Turn
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
)

FORMAT = "callboard-chat"
VERSION = 1

Outputs = Mapping[str, str]


def beginning(chat: Chat, path: Iterable[str]) -> str:
    """The object up to its turns, each of which follows as `turn_text`."""
    settings = chat.settings
    head = {
        "format": FORMAT,
        "version": VERSION,
        "chat": {
            "id": chat.id,
            "title": chat.title,
            "created_at": chat.created_at,
            "updated_at": chat.updated_at,
            "model": settings.model,
            "system_prompt": settings.system_prompt,
            "temperature": settings.temperature,
            "max_output_tokens": settings.max_output_tokens,
            "effort": settings.effort,
            "tools_off": sorted(settings.tools_off),
        },
        "path": list(path),
    }
    return _text(head)[:-2] + ',\n  "turns": ['


def turn_text(turn: Turn, parent: str | None, outputs: Outputs, *, is_first: bool) -> str:
    """One turn, set off from the one before."""
    row = {
        "id": turn.id,
        "parent": parent,
        "created_at": turn.created_at,
        "ended_at": turn.ended_at,
        "state": turn.state,
        "failure": turn.failure.category if turn.failure is not None else None,
        "forked_from": list(turn.forked_from) if turn.forked_from is not None else None,
        "prompt": [_part(part, outputs) for part in turn.prompt],
        "rounds": [_round(round_, outputs) for round_ in turn.rounds],
    }
    indented = _text(row).replace("\n", "\n    ")
    return ("\n    " if is_first else ",\n    ") + indented


ENDING = "\n  ]\n}\n"


def _round(round_: Round, outputs: Outputs) -> dict[str, Any]:
    return {
        "id": round_.id,
        "model": round_.origin.model,
        "provider": round_.origin.profile_name,
        "dialect": round_.origin.dialect,
        "started_at": round_.started_at,
        "ended_at": round_.ended_at,
        "is_edited": round_.is_edited,
        "stop": round_.stop,
        "usage": asdict(round_.usage),
        "parts": [_part(part, outputs) for part in round_.parts],
    }


def _part(part: Part, outputs: Outputs) -> dict[str, Any]:
    match part:
        case Text(text):
            return {"kind": "text", "text": text}
        case Reasoning(text, seconds):
            return {"kind": "reasoning", "text": text, "seconds": seconds}
        case ToolUse():
            return _use(part, outputs)
        case Attachment(name=name, media_type=kind, size=size, digest=digest):
            return {
                "kind": "attachment",
                "name": name,
                "media_type": kind,
                "size": size,
                "sha256": digest,
            }
        case Sources(citations):
            return {"kind": "sources", "citations": [asdict(each) for each in citations]}
        case ServerToolUse(name=name, arguments=arguments, output=output, is_error=is_error):
            return {
                "kind": "server_tool_use",
                "name": name,
                "arguments": arguments,
                "output": output,
                "is_error": is_error,
            }


def _use(use: ToolUse, outputs: Outputs) -> dict[str, Any]:
    return {
        "kind": "tool_use",
        "id": use.call.id,
        "name": use.call.name,
        "arguments": use.call.arguments,
        "ran_with": use.ran,
        "state": use.state,
        "started_at": use.started_at,
        "ended_at": use.ended_at,
        "result": _result(use.result, outputs) if use.result is not None else None,
    }


def _result(result: ToolResult, outputs: Outputs) -> dict[str, Any]:
    whole = outputs.get(result.tool_use_id, result.content)
    row: dict[str, Any] = {
        "outcome": result.outcome,
        "content": whole,
        "is_replaced": result.is_replaced,
    }
    if whole != result.content:
        row["model_got"] = result.content
    return row


def _text(row: dict[str, Any]) -> str:
    # Half a surrogate pair, which models do send, is no UTF-8: as an escape it is.
    text = json.dumps(row, ensure_ascii=False, indent=2)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(row, indent=2)
    return text
