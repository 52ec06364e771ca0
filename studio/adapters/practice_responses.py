"""The practice provider's Responses: reads and judges requests, writes replies."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from studio.adapters import practice_chat
from studio.adapters.practice_check import (
    a_flag,
    a_limit,
    a_list,
    a_model,
    a_temperature,
    a_tool,
    an_object,
    only_known,
)
from studio.adapters.practice_reply import (
    Call,
    Conversation,
    Ending,
    Fault,
    Frame,
    Piece,
    Refused,
    Reply,
    Say,
    Think,
    count_tokens,
    fragments,
    refuse,
    sealed,
)
from studio.adapters.practice_responses_history import read_history

_FIELDS = frozenset(
    [
        "model",
        "input",
        "instructions",
        "tools",
        "tool_choice",
        "parallel_tool_calls",
        "max_output_tokens",
        "max_tool_calls",
        "temperature",
        "top_p",
        "stream",
        "store",
        "include",
        "reasoning",
        "text",
        "metadata",
        "user",
        "previous_response_id",
        "truncation",
        "service_tier",
        "background",
        "prompt_cache_key",
        "safety_identifier",
        "stream_options",
        "top_logprobs",
        "conversation",
    ]
)
_SEALED = "reasoning.encrypted_content"


def read(body: Mapping[str, Any], headers: Mapping[str, str]) -> Conversation:
    """The request as a conversation. Raises `RefusedError` as the real service answers 400."""
    del headers
    only_known(body, _FIELDS)
    model = a_model(body)
    a_temperature(body, 2)
    if body.get("previous_response_id") is not None:
        refuse("Previous response not found.", "previous_response_id")
    tools = _tools(body)
    reasoning = an_object(body.get("reasoning") or {}, "reasoning")
    return Conversation(
        model=model,
        items=read_history(body.get("input"), is_stored=body.get("store") is not False),
        tools=tools,
        may_call=bool(tools) and body.get("tool_choice") != "none",
        wants_reasoning=reasoning.get("effort") not in (None, "none", "minimal"),
        max_tokens=a_limit(body, "max_output_tokens"),
        is_streamed=a_flag(body, "stream"),
        input_tokens=count_tokens(
            json.dumps([body.get("instructions"), body["input"], body.get("tools")])
        ),
    )


def _tools(body: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    tools: dict[str, dict[str, Any]] = {}
    for index, value in enumerate(a_list(body.get("tools") or [], "tools")):
        where = f"tools[{index}]"
        tool = an_object(value, where)
        if tool.get("type") != "function":
            refuse(f"Invalid value: '{tool.get('type')}'.", f"{where}.type")
        name, schema = a_tool(tool.get("name"), tool.get("parameters"), where, tools)
        tools[name] = schema
    if not tools and body.get("tool_choice") not in (None, "none", "auto"):
        refuse("Tool choice 'required' must be specified with 'tools' parameter.", "tools")
    return tools


@dataclass(slots=True)
class Writer:
    """Writes one reply. `name` is unique; `created` in seconds since the epoch."""

    conversation: Conversation
    body: Mapping[str, Any]
    name: str
    created: int
    _number: int = field(default=-1, init=False)

    def frames(self, reply: Reply) -> Iterator[Frame]:
        for kind in ("response.created", "response.in_progress"):
            yield self._event(kind, response=self._response("in_progress"))
        items: list[dict[str, Any]] = []
        for index, piece in enumerate(reply.pieces):
            item = self._item(index, piece, reply)
            yield from self._item_frames(index, piece, item)
            items.append(item)
        yield from self._end(reply, items)

    def whole(self, reply: Reply) -> dict[str, Any]:
        items = [self._item(index, piece, reply) for index, piece in enumerate(reply.pieces)]
        return self._final(reply, items)

    def _event(self, kind: str, tokens: float = 0.0, **fields: Any) -> Frame:
        self._number += 1
        value = {"type": kind, **fields, "sequence_number": self._number}
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return Frame(f"event: {kind}\ndata: {text}\n\n".encode(), tokens)

    def _response(self, status: str) -> dict[str, Any]:
        given = self.body
        return {
            "id": f"resp_{self.name}",
            "object": "response",
            "created_at": self.created,
            "status": status,
            "background": False,
            "error": None,
            "incomplete_details": None,
            "instructions": given.get("instructions"),
            "max_output_tokens": given.get("max_output_tokens"),
            "model": self.conversation.model,
            "output": [],
            "parallel_tool_calls": given.get("parallel_tool_calls", True),
            "previous_response_id": None,
            "reasoning": given.get("reasoning") or {"effort": None, "summary": None},
            "service_tier": "default",
            "store": given.get("store", True),
            "temperature": given.get("temperature", 1.0),
            "text": {"format": {"type": "text"}},
            "tool_choice": given.get("tool_choice", "auto"),
            "tools": given.get("tools") or [],
            "top_p": given.get("top_p", 1.0),
            "truncation": "disabled",
            "usage": None,
            "user": None,
            "metadata": {},
        }

    def _item(self, index: int, piece: Piece, reply: Reply) -> dict[str, Any]:
        """The finished item for one piece."""
        match piece:
            case Think():
                is_sealed = _SEALED in (self.body.get("include") or [])
                return {
                    "id": f"rs_{self.name}{index}",
                    "type": "reasoning",
                    "encrypted_content": sealed(piece.text) if is_sealed else None,
                    "summary": [{"type": "summary_text", "text": piece.text}],
                }
            case Say():
                is_last = index == len(reply.pieces) - 1
                is_whole = reply.ending is Ending.WHOLE or not is_last
                return {
                    "id": f"msg_{self.name}{index}",
                    "type": "message",
                    "status": "completed" if is_whole else "incomplete",
                    "content": [_text_part(piece.text)],
                    "role": "assistant",
                }
            case Call():
                return {
                    "id": f"fc_{self.name}{index}",
                    "type": "function_call",
                    "status": "completed",
                    "arguments": piece.text,
                    "call_id": f"call_{self.name[:20]}{index}",
                    "name": piece.name,
                }

    def _item_frames(self, index: int, piece: Piece, item: dict[str, Any]) -> Iterator[Frame]:
        started = item | _unfilled(piece)
        yield self._event("response.output_item.added", 2, output_index=index, item=started)
        place = {"item_id": item["id"], "output_index": index}
        match piece:
            case Think():
                yield from self._reasoning(piece.text, place)
            case Say():
                yield from self._text(piece.text, place)
            case Call():
                yield from self._arguments(piece.text, place)
        yield self._event("response.output_item.done", output_index=index, item=item)

    def _reasoning(self, text: str, place: dict[str, Any]) -> Iterator[Frame]:
        place = place | {"summary_index": 0}
        name = "response.reasoning_summary_part"
        part = {"type": "summary_text", "text": ""}
        yield self._event(f"{name}.added", **place, part=part)
        for piece in fragments(text):
            kind = "response.reasoning_summary_text.delta"
            yield self._event(kind, len(piece) / 4, **place, delta=piece)
        yield self._event("response.reasoning_summary_text.done", **place, text=text)
        yield self._event(f"{name}.done", **place, part=part | {"text": text})

    def _text(self, text: str, place: dict[str, Any]) -> Iterator[Frame]:
        place = place | {"content_index": 0}
        yield self._event("response.content_part.added", **place, part=_text_part(""))
        for piece in fragments(text):
            kind = "response.output_text.delta"
            yield self._event(kind, len(piece) / 4, **place, delta=piece, logprobs=[])
        yield self._event("response.output_text.done", **place, text=text, logprobs=[])
        yield self._event("response.content_part.done", **place, part=_text_part(text))

    def _arguments(self, text: str, place: dict[str, Any]) -> Iterator[Frame]:
        for piece in fragments(text):
            kind = "response.function_call_arguments.delta"
            yield self._event(kind, len(piece) / 4, **place, delta=piece)
        yield self._event("response.function_call_arguments.done", **place, arguments=text)

    def _end(self, reply: Reply, items: list[dict[str, Any]]) -> Iterator[Frame]:
        match reply.ending:
            case Ending.CUT_OFF | Ending.LOST:
                return
            case Ending.OVERLOADED:
                yield from self._failed(items)
            case _:
                final = self._final(reply, items)
                yield self._event(f"response.{final['status']}", response=final)

    def _failed(self, items: list[dict[str, Any]]) -> Iterator[Frame]:
        refused = Refused(Fault.OVERLOADED, "Our servers are currently overloaded. Try again.")
        trouble = error(refused)[1]["error"]
        yield self._event("error", error=trouble)
        short = {"code": trouble["code"], "message": trouble["message"]}
        failed = self._response("failed") | {"error": short, "output": items}
        yield self._event("response.failed", response=failed)

    def _final(self, reply: Reply, items: list[dict[str, Any]]) -> dict[str, Any]:
        reasons = {Ending.LENGTH: "max_output_tokens", Ending.FILTERED: "content_filter"}
        reason = reasons.get(reply.ending)
        return self._response("incomplete" if reason else "completed") | {
            "incomplete_details": {"reason": reason} if reason else None,
            "output": items,
            "usage": self._usage(reply),
        }

    def _usage(self, reply: Reply) -> dict[str, Any]:
        given, made = self.conversation.input_tokens, reply.output_tokens
        return {
            "input_tokens": given,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": made,
            "output_tokens_details": {"reasoning_tokens": reply.reasoning_tokens},
            "total_tokens": given + made,
        }


def error(refused: Refused) -> tuple[int, dict[str, Any]]:
    """Status and body of a refusal: shaped as in Chat Completions."""
    return practice_chat.error(refused)


def _unfilled(piece: Piece) -> dict[str, Any]:
    """What differs in an item while it is still empty."""
    match piece:
        case Think():
            return {"summary": []}
        case Say():
            return {"status": "in_progress", "content": []}
        case Call():
            return {"status": "in_progress", "arguments": ""}


def _text_part(text: str) -> dict[str, Any]:
    return {"type": "output_text", "annotations": [], "logprobs": [], "text": text}
