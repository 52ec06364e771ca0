"""Anthropic Messages: blocks go back unchanged, all results in one user message, results first."""

from collections.abc import Mapping
from typing import Any

from studio.core.chats import Assignment, Effort
from studio.core.messages import Dialect, ToolResult, VendorState
from studio.core.notices import Notice
from studio.core.quirks import EffortStyle
from studio.wire import model_names
from studio.wire.anthropic_reader import AnthropicAssembler
from studio.wire.effort import takes_effort
from studio.wire.endpoints import MESSAGES_PATH
from studio.wire.exchange import IdFactory, Request, RoundReader, Target
from studio.wire.lenient import as_list, as_object, as_text
from studio.wire.media import anthropic_content
from studio.wire.names import CallIdRule, CallIds
from studio.wire.past import CONTINUE, Answered, Said, WireCall
from studio.wire.schemas import wire_schema
from studio.wire.send import NoRoundError, Send

_CALL_IDS = CallIdRule("a-zA-Z0-9_-", 64)
_BUDGETS = {Effort.LOW: 2_048, Effort.MEDIUM: 8_192, Effort.HIGH: 16_384}
_SMALLEST_BUDGET = 1_024
_THINKING = ("thinking", "redacted_thinking")
_RUN_THERE = ("server_tool_use", "mcp_tool_use")
_FIRST_ADAPTIVE = (4, 6)  # from here on a budget is out of date, and soon refused
_FIRST_WITHOUT_TEMPERATURE = (4, 7)

Block = dict[str, Any]
Message = dict[str, Any]


class AnthropicExchange:
    """One send. Signatures, redacted thinking and provider-run blocks go back as they came."""

    def __init__(self, target: Target, assignment: Assignment, new_id: IdFactory) -> None:
        self._send = Send(target, assignment, Dialect.ANTHROPIC_MESSAGES)
        self._target = target
        self._new_id = new_id
        self._assembler: AnthropicAssembler | None = None

    def request(self, *, offer_tools: bool, final_instruction: str | None) -> Request:
        send = self._send
        messages, used_names = self._messages(final_instruction)
        body: dict[str, Any] = {"model": send.model, "messages": messages}
        if send.settings.system_prompt.strip():
            body["system"] = send.settings.system_prompt
        body |= self._settings(messages)
        tools = self._tools(used_names)
        # Blocks of calls in the history are refused where no tools are declared.
        if tools and ((offer_tools and send.tools) or used_names):
            body["tools"] = tools
            if offer_tools and send.abilities.calls_in_parallel is False:
                body["tool_choice"] = {"type": "auto", "disable_parallel_tool_use": True}
            if not (offer_tools and send.tools):
                body["tool_choice"] = {"type": "none"}
        body["stream"] = send.streams
        return Request(MESSAGES_PATH, {}, send.body(body))

    def notices(self) -> tuple[Notice, ...]:
        return self._send.notices()

    def begin_round(self, content_type: str) -> RoundReader:
        """The content type is not believed: see `ReplyReader`."""
        self._assembler = AnthropicAssembler(
            self._new_id, self._send.names.to_original, self._send.prose
        )
        return self._send.begin_round(self._assembler)

    def record_round(self) -> VendorState | None:
        if self._assembler is None:
            raise NoRoundError
        assembler, self._assembler = self._assembler, None
        record = {"content": [block for block in assembler.blocks() if _may_return(block)]}
        prose = assembler.prose
        return self._send.record_round(record, prose.whole_text, prose.whole_reasoning)

    def record_result(self, result: ToolResult) -> None:
        self._send.record_result(result)

    def _settings(self, messages: list[Message]) -> dict[str, Any]:
        settings = self._send.settings
        most = settings.max_output_tokens or model_names.default_output_tokens(self._send.model)
        made: dict[str, Any] = {"max_tokens": most}
        version = model_names.claude_version(self._send.model)
        if settings.effort is not None and self._may_be_told():
            is_adaptive = version is not None and version >= _FIRST_ADAPTIVE
            if settings.effort is Effort.NONE:
                made |= self._silence()
            else:
                made |= self._adaptive() if is_adaptive else self._budget(most, messages)
        takes_temperature = version is None or version < _FIRST_WITHOUT_TEMPERATURE
        # Thinking allows no temperature but the default.
        if settings.temperature is not None and takes_temperature and "thinking" not in made:
            made["temperature"] = min(settings.temperature, 1.0)
        return made

    def _may_be_told(self) -> bool:
        return takes_effort(self._target) and not model_names.cannot_think(self._send.model)

    def _silence(self) -> dict[str, Any]:
        """Claude thinks only when told to; other houses' models think until told not to."""
        is_told = self._send.quirks.effort is EffortStyle.THINKING_TYPE
        return {"thinking": {"type": "disabled"}} if is_told else {}

    def _adaptive(self) -> dict[str, Any]:
        effort = self._send.settings.effort
        level = effort.value if effort is not None else Effort.MEDIUM.value
        return {"thinking": {"type": "adaptive"}, "output_config": {"effort": level}}

    def _budget(self, most: int, messages: list[Message]) -> dict[str, Any]:
        """A budget below `max_tokens`. None where the open round has calls without thinking,
        which the API refuses as soon as thinking is on."""
        effort = self._send.settings.effort
        budget = _BUDGETS.get(effort or Effort.MEDIUM, _SMALLEST_BUDGET)
        if self._send.settings.max_output_tokens is None:
            most += budget
        budget = min(budget, most // 2)
        if budget < _SMALLEST_BUDGET or not _may_think(messages):
            return {}
        return {"max_tokens": most, "thinking": {"type": "enabled", "budget_tokens": budget}}

    def _tools(self, used_names: set[str]) -> list[dict[str, Any]]:
        tools = [
            {"name": tool.name, "description": tool.description, "input_schema": tool.schema}
            for tool in self._send.offered()
        ]
        if tools:
            return tools
        gone = "Not available any more."
        return [
            {"name": name, "description": gone, "input_schema": wire_schema(None)}
            for name in sorted(used_names)
        ]

    def _messages(self, final_instruction: str | None) -> tuple[list[Message], set[str]]:
        """The messages, and the names of the tools that they tell of."""
        ids = CallIds(_CALL_IDS)
        messages: list[Message] = []
        used: set[str] = set()
        entries = self._send.history.entries()
        for entry in entries:
            match entry:
                case Said():
                    _add(messages, "user", anthropic_content(entry))
                case Answered():
                    calls = self._send.wire_calls(entry, ids)
                    used |= {call.name for call in calls}
                    goes_on = entry is entries[-1] and not final_instruction
                    _add(messages, "assistant", _content(entry, calls, goes_on=goes_on))
                    _add(messages, "user", [_result(call) for call in calls])
        if final_instruction:
            _add(messages, "user", [_text(final_instruction)])
        elif messages[-1]["role"] == "assistant" and not _goes_on(messages[-1]["content"]):
            _add(messages, "user", [_text(CONTINUE)])
        return messages, used


def _add(messages: list[Message], role: str, blocks: list[Block]) -> None:
    if not blocks:
        return
    if messages and messages[-1]["role"] == role:
        messages[-1]["content"] += blocks
    else:
        messages.append({"role": role, "content": blocks})


def _text(text: str) -> Block:
    return {"type": "text", "text": text}


def _result(call: WireCall) -> Block:
    block: Block = {"type": "tool_result", "tool_use_id": call.id, "content": call.result}
    return {**block, "is_error": True} if call.is_error else block


def _content(answered: Answered, calls: list[WireCall], *, goes_on: bool) -> list[Block]:
    """`goes_on`: the provider is asked to go on from these very blocks."""
    record = answered.verbatim()
    if record is not None:
        content = _verbatim(record, calls)
        content = content if goes_on and _goes_on(content) else _closed(content)
        if content:
            return content
    blocks = [_text(answered.text.rstrip())] if answered.text.strip() else []
    return blocks + [_call(call) for call in calls]


def _closed(blocks: list[Block]) -> list[Block]:
    """Without what the API refuses in mid chat: a call of its own that was never done, and
    thinking that led to nothing."""
    done = {block.get("tool_use_id") for block in blocks}
    kept = [b for b in blocks if b.get("type") not in _RUN_THERE or b.get("id") in done]
    while kept and kept[-1].get("type") in _THINKING:
        kept.pop()
    return kept


def _goes_on(blocks: list[Block]) -> bool:
    """Some models refuse to go on from words that were put into their mouth; all do from a tool
    of the provider's own."""
    return any(
        block.get("type") in _RUN_THERE or as_text(block.get("type")).endswith("_tool_result")
        for block in blocks
    )


def _call(call: WireCall) -> Block:
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments}


def _verbatim(record: Mapping[str, Any], calls: list[WireCall]) -> list[Block]:
    """The blocks as they came, each call under the ID that this request gives it."""
    by_use = {call.tool_use_id: call for call in calls}
    waiting = iter(as_list(record.get("calls")))
    blocks: list[Block] = []
    for item in as_list(record.get("content")):
        block = dict(as_object(item))
        if block.get("type") == "tool_use":
            call = by_use.get(as_text(next(waiting, "")))
            if call is None:
                return []
            block |= _call(call)
        if as_text(block.get("type")):
            blocks.append(block)
    # A record that tells of other calls would leave a result without its call.
    return [] if next(waiting, None) is not None else blocks


def _may_return(block: Mapping[str, Any]) -> bool:
    """The API refuses as input some of what it sends: empty text, thinking left unsigned."""
    match block.get("type"):
        case "text":
            return bool(as_text(block.get("text")).strip())
        case "thinking":
            return bool(as_text(block.get("signature")))
        case _:
            return bool(as_text(block.get("type")))


def _may_think(messages: list[Message]) -> bool:
    for message in reversed(messages):
        kinds = [block.get("type") for block in message["content"]]
        if message["role"] == "user" and "tool_result" not in kinds:
            return True
        if message["role"] == "assistant" and "tool_use" in kinds:
            return kinds[0] in _THINKING
    return True
