"""What a provider ran itself, as text to be shown: never executed, never sent by us."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from studio.core.events import RoundEvent, ServerToolReported
from studio.core.messages import ServerToolUse
from studio.wire.lenient import as_list, as_object, as_text, clean_text, cleaned, dumped

_LONGEST = 100_000
_FAILED = ("failed", "incomplete", "error")
_UNENDED = ("in_progress", "searching", "interpreting", "generating", "calling", "queued")
# Opaque, or larger than anybody reads.
_HIDDEN = ("encrypted_content", "encrypted_index", "encrypted_stdout", "result", "page_age", "data")
_OWN = ("id", "type", "status", "name", "call_id", "server_label", "error", "output", "role")


class ServerTools:
    """The uses of one reply, each told of when it changes. Owned by the reader of its reply."""

    def __init__(self) -> None:
        self._told: dict[str, ServerToolUse] = {}

    def report(self, use: ServerToolUse) -> list[RoundEvent]:
        use = replace(use, name=clean_text(use.name) or "tool", arguments=_short(use.arguments))
        use = replace(use, output=_short(use.output))
        if self._told.get(use.id) == use:
            return []
        self._told[use.id] = use
        return [ServerToolReported(use)]

    def known(self, use_id: str) -> ServerToolUse | None:
        return self._told.get(use_id)


def is_tool_activity(kind: str) -> bool:
    """Of the kinds of output items; those for us are told apart before."""
    return kind.endswith(("_call", "_output", "_request")) or kind.startswith("mcp_")


def use_of_item(use_id: str, item: Mapping[str, Any], *, is_done: bool) -> ServerToolUse:
    """An output item of Responses that is neither prose nor a call for us."""
    status = as_text(item.get("status"))
    kind = as_text(item.get("type"))
    error = item.get("error")
    return ServerToolUse(
        use_id,
        as_text(item.get("name")) or kind.removesuffix("_call"),
        _item_arguments(kind, item),
        text_of(error) if error else _item_output(kind, item),
        is_error=bool(error) or status in _FAILED,
        is_done=is_done and status not in _UNENDED,
    )


def _item_arguments(kind: str, item: Mapping[str, Any]) -> str:
    for name in ("arguments", "input", "code", "action", "revised_prompt"):
        if item.get(name):
            return _written(item[name])
    if kind == "file_search_call":
        return _written({"queries": item.get("queries")})
    if kind.endswith("_output") or kind == "mcp_list_tools":
        return ""
    rest = {name: value for name, value in item.items() if name not in (*_OWN, *_HIDDEN)}
    return _written({name: value for name, value in rest.items() if value not in (None, [], {})})


def _item_output(kind: str, item: Mapping[str, Any]) -> str:
    if kind in ("tool_search_output", "mcp_list_tools"):
        tools = [as_object(tool) for tool in as_list(item.get("tools"))]
        return "\n".join(as_text(tool.get("name")) for tool in tools)
    return next((text_of(item[n]) for n in ("output", "outputs", "results") if item.get(n)), "")


def text_of(value: Any) -> str:
    """The words in what a tool gave back; JSON where there are none."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(text for item in value if (text := text_of(item)))
    known = as_object(value)
    return _words(known) if known else _written(value)


def _words(known: Mapping[str, Any]) -> str:
    if "stdout" in known or "stderr" in known:
        streams = (as_text(known.get("stdout")), as_text(known.get("stderr")))
        return "\n".join(text for text in streams if text)
    if as_text(known.get("url")):
        title = as_text(known.get("title"))
        address = as_text(known["url"])
        body = text_of(known["content"]) if known.get("content") else ""
        return "\n".join(text for text in (title, address, body) if text)
    for name in ("error_code", "text", "logs", "message", "content", "source"):
        if known.get(name):
            return text_of(known[name])
    rest = {name: value for name, value in known.items() if name not in (*_HIDDEN, "type")}
    return _written(rest) if rest else ""


def _written(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value in (None, {}, []) else dumped(cleaned(value))


def _short(text: str) -> str:
    return clean_text(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…")
