"""OpenAI Responses, nothing stored there: all items go back, encrypted reasoning included."""

from collections.abc import Mapping
from typing import Any

from studio.core.chats import Assignment
from studio.core.messages import Dialect, ToolResult, VendorState
from studio.core.notices import Notice
from studio.wire.calls import CallDraft
from studio.wire.effort import responses_effort
from studio.wire.endpoints import RESPONSES_PATH
from studio.wire.exchange import IdFactory, Request, RoundReader, Target
from studio.wire.lenient import as_list, as_object, as_text
from studio.wire.media import responses_content
from studio.wire.model_names import may_reason, reasons
from studio.wire.names import CallIdRule, CallIds
from studio.wire.offer import OfferedTool
from studio.wire.past import Answered, Said, WireCall, marked_result
from studio.wire.responses_reader import CALL_TYPES, ResponsesAssembler
from studio.wire.send import NoRoundError, Send

_CALL_IDS = CallIdRule("!-~", 64)
# Tools of the API's own that a client may be asked to run, and that nobody here offers.
_RUN_BY_CLIENT = ("computer_call", "local_shell_call", "shell_call", "apply_patch_call")
_ASKS_CLIENT = ("mcp_approval_request", "item_reference")

Item = dict[str, Any]


class OpenAIResponsesExchange:
    """One send. A call is answered by its `call_id`; item IDs mean nothing to a server that
    stored no items, and are refused."""

    def __init__(self, target: Target, assignment: Assignment, new_id: IdFactory) -> None:
        self._send = Send(target, assignment, Dialect.OPENAI_RESPONSES)
        self._target = target
        self._new_id = new_id
        self._assembler: ResponsesAssembler | None = None

    def request(self, *, offer_tools: bool, final_instruction: str | None) -> Request:
        send = self._send
        body: dict[str, Any] = {"model": send.model, "input": self._input(final_instruction)}
        body |= {"stream": send.streams, "store": False}
        known = send.abilities.reasons
        if may_reason(send.model) if known is None else known:
            body["include"] = ["reasoning.encrypted_content"]
        body |= self._settings()
        # As in Chat Completions, the last round offers none: not every server reads `tool_choice`.
        if offer_tools and send.tools:
            body["tools"] = [_tool(tool) for tool in send.offered()]
            if send.abilities.calls_in_parallel is False:
                body["parallel_tool_calls"] = False
        return Request(RESPONSES_PATH, {}, send.body(body))

    def notices(self) -> tuple[Notice, ...]:
        return self._send.notices()

    def begin_round(self, content_type: str) -> RoundReader:
        """The content type is not believed: see `ReplyReader`."""
        self._assembler = ResponsesAssembler(
            self._new_id, self._send.names.to_original, self._send.prose
        )
        return self._send.begin_round(self._assembler)

    def record_round(self) -> VendorState | None:
        if self._assembler is None:
            raise NoRoundError
        assembler, self._assembler = self._assembler, None
        returned = (_returnable(item, draft) for item, draft in assembler.items())
        record = {"items": [item for item in returned if item]}
        prose = assembler.prose
        return self._send.record_round(record, prose.whole_text, prose.whole_reasoning)

    def record_result(self, result: ToolResult) -> None:
        self._send.record_result(result)

    def _settings(self) -> Item:
        settings = self._send.settings
        made: Item = {}
        if settings.system_prompt.strip():
            made["instructions"] = settings.system_prompt
        if settings.temperature is not None and not reasons(self._send.model):
            made["temperature"] = settings.temperature
        if settings.max_output_tokens is not None:
            # The API refuses less than this.
            made["max_output_tokens"] = max(16, settings.max_output_tokens)
        return made | responses_effort(self._target, settings.effort)

    def _input(self, final_instruction: str | None) -> list[Item]:
        ids = CallIds(_CALL_IDS)
        items: list[Item] = []
        for entry in self._send.history.entries():
            match entry:
                case Said():
                    items.append(_user(entry))
                case Answered():
                    calls = self._send.wire_calls(entry, ids)
                    items += _answer(entry, calls)
        if final_instruction:
            items.append(_user(Said(final_instruction)))
        return items


def _user(said: Said) -> Item:
    return {"type": "message", "role": "user", "content": responses_content(said)}


def _tool(tool: OfferedTool) -> Item:
    return {
        "type": "function",
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.schema,
        # Left out it would mean true, and the model would fill in every optional field.
        "strict": tool.is_strict,
    }


def _answer(answered: Answered, calls: list[WireCall]) -> list[Item]:
    """The round's items, then the results: nothing may come between items of one round."""
    record = answered.verbatim()
    items = _verbatim(record, calls) if record is not None else []
    if not items:
        items = [*_assistant(answered.text), *(_call(call) for call in calls)]
        return items + [_result(call, "function_call_output") for call in calls]
    kinds = {item["call_id"]: item["type"] for item in items if item["type"] in CALL_TYPES}
    return items + [_result(call, f"{kinds[call.id]}_output") for call in calls]


def _assistant(text: str) -> list[Item]:
    if not text.strip():
        return []
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return [{"type": "message", "role": "assistant", "content": content}]


def _call(call: WireCall) -> Item:
    return {
        "type": "function_call",
        "call_id": call.id,
        "name": call.name,
        "arguments": call.arguments_text,
    }


def _result(call: WireCall, kind: str) -> Item:
    return {"type": kind, "call_id": call.id, "output": marked_result(call)}


def _verbatim(record: Mapping[str, Any], calls: list[WireCall]) -> list[Item]:
    by_use = {call.tool_use_id: call for call in calls}
    waiting = iter(as_list(record.get("calls")))
    items: list[Item] = []
    for value in as_list(record.get("items")):
        item = dict(as_object(value))
        if as_text(item.get("type")) in CALL_TYPES:
            call = by_use.get(as_text(next(waiting, "")))
            if call is None:
                return []
            item["call_id"] = call.id
            item["name"] = call.name
            if item["type"] == "function_call":
                item["arguments"] = call.arguments_text
        if as_text(item.get("type")):
            items.append(item)
    # A record that tells of other calls would leave a result without its call.
    return [] if next(waiting, None) is not None else _closed(items)


def _closed(items: list[Item]) -> list[Item]:
    """Without what the API refuses in mid chat: calls that nobody here could answer, reasoning
    that was never stored, and reasoning without what it led to."""
    answered = {
        (as_text(item.get("type")), as_text(item.get("call_id")))
        for item in items
        if as_text(item.get("type")).endswith("_output")
    }
    kept = [item for item in items if _is_closed(item, answered)]
    while kept and kept[-1]["type"] == "reasoning":
        kept.pop()
    return kept


def _is_closed(item: Item, answered: set[tuple[str, str]]) -> bool:
    kind = as_text(item.get("type"))
    if kind == "reasoning":
        return bool(_returnable_reasoning(dict(item)))
    if kind in _RUN_BY_CLIENT:
        return (f"{kind}_output", as_text(item.get("call_id"))) in answered
    return kind not in _ASKS_CLIENT


def _returnable(item: Mapping[str, Any], draft: CallDraft | None) -> Item:
    """What the API takes back of an item; empty where it takes nothing."""
    made = {name: value for name, value in item.items() if value is not None}
    if not as_text(made.get("type")):
        return {}
    match made.get("type"):
        case "reasoning":
            return _returnable_reasoning(made)
        case "message":
            content = [_returnable_part(as_object(part)) for part in as_list(made.get("content"))]
            made["content"] = [part for part in content if part]
            made.pop("id", None)
            made.pop("status", None)
            return {**made, "role": "assistant"} if made["content"] else {}
        case "function_call" | "custom_tool_call" if draft is not None:
            made.pop("id", None)
            made.pop("status", None)
            return made
        case _:
            return made


def _returnable_reasoning(item: Item) -> Item:
    """Without its encrypted content an item is a mere reference to what was never stored; only
    servers that send the reasoning itself take it back as it is."""
    if not (item.get("encrypted_content") or as_list(item.get("content"))):
        return {}
    item.pop("status", None)
    return {**item, "summary": as_list(item.get("summary"))}


def _returnable_part(part: Mapping[str, Any]) -> Item:
    if part.get("type") == "refusal":
        refusal = as_text(part.get("refusal"))
        return {"type": "refusal", "refusal": refusal} if refusal.strip() else {}
    text = as_text(part.get("text"))
    if not text.strip():
        return {}
    return {"type": "output_text", "text": text, "annotations": as_list(part.get("annotations"))}
