"""Ollama's own chat: arguments are objects, results name their tool, thinking has its own field."""

from typing import Any

from studio.core.chats import Assignment, Effort
from studio.core.messages import Dialect, ToolResult, VendorState
from studio.core.notices import Notice
from studio.core.quirks import EffortStyle, ReasoningReturn
from studio.wire.attached import Form
from studio.wire.endpoints import OLLAMA_PATH
from studio.wire.exchange import IdFactory, Request, RoundReader, Target
from studio.wire.lenient import as_list, as_text
from studio.wire.names import CallIdRule, CallIds
from studio.wire.offer import OfferedTool
from studio.wire.ollama_reader import OllamaAssembler
from studio.wire.past import Answered, Said, WireCall, marked_result
from studio.wire.send import NoRoundError, Send

_CALL_IDS = CallIdRule("!-~", 128)

Message = dict[str, Any]


class OllamaExchange:
    """One send. Calls have an ID only where the server gave one: results go back by order."""

    def __init__(self, target: Target, assignment: Assignment, new_id: IdFactory) -> None:
        self._send = Send(target, assignment, Dialect.OLLAMA_CHAT)
        self._new_id = new_id
        self._assembler: OllamaAssembler | None = None

    def request(self, *, offer_tools: bool, final_instruction: str | None) -> Request:
        send = self._send
        body: dict[str, Any] = {"model": send.model, "messages": self._messages(final_instruction)}
        body["stream"] = send.streams
        if offer_tools and send.tools:
            body["tools"] = [_tool(tool) for tool in send.offered()]
        think = self._think()
        if think is not None:
            body["think"] = think
        if send.profile.keep_alive is not None:
            body["keep_alive"] = send.profile.keep_alive
        options = self._options()
        if options:
            body["options"] = options
        return Request(OLLAMA_PATH, {}, send.body(body))

    def notices(self) -> tuple[Notice, ...]:
        return self._send.notices()

    def begin_round(self, content_type: str) -> RoundReader:
        """The content type is not believed: see `ReplyReader`."""
        send = self._send
        self._assembler = OllamaAssembler(self._new_id, send.names.to_original, send.prose)
        return self._send.begin_round(self._assembler, reads_lines=True)

    def record_round(self) -> VendorState | None:
        if self._assembler is None:
            raise NoRoundError
        assembler, self._assembler = self._assembler, None
        prose = assembler.prose
        named = [bool(draft.provider_call_id) for draft in assembler.drafts]
        record = {"thinking": prose.whole_reasoning, "named": named}
        return self._send.record_round(record, prose.whole_text, prose.whole_reasoning)

    def record_result(self, result: ToolResult) -> None:
        self._send.record_result(result)

    def _options(self) -> dict[str, Any]:
        settings = self._send.settings
        told = {
            "temperature": settings.temperature,
            "num_predict": settings.max_output_tokens,
            "num_ctx": self._send.profile.context_length,
        }
        return {name: value for name, value in told.items() if value is not None}

    def _think(self) -> bool | str | None:
        """Most models can only be told whether; gpt-oss thinks always, and takes a level."""
        effort, abilities = self._send.settings.effort, self._send.abilities
        is_refused = self._send.quirks.effort is EffortStyle.UNSUPPORTED
        if effort is None or is_refused or abilities.takes_effort is False:
            return None
        if "gpt-oss" in self._send.model.lower():
            return Effort.LOW.value if effort is Effort.NONE else effort.value
        if abilities.reasons is False:
            return None
        return effort is not Effort.NONE

    def _messages(self, final_instruction: str | None) -> list[Message]:
        ids = CallIds(_CALL_IDS)
        messages: list[Message] = []
        if self._send.settings.system_prompt.strip():
            messages.append({"role": "system", "content": self._send.settings.system_prompt})
        for entry in self._send.history.entries():
            match entry:
                case Said(text, media):
                    message: Message = {"role": "user", "content": text}
                    images = [image.base64 for image in media if image.form is Form.IMAGE]
                    messages.append({**message, "images": images} if images else message)
                case Answered():
                    messages += self._answer(entry, ids)
        if final_instruction:
            _add_instruction(messages, final_instruction)
        return messages

    def _answer(self, answered: Answered, ids: CallIds) -> list[Message]:
        """The assistant's message, and right after it one message for each result."""
        calls = self._send.wire_calls(answered, ids)
        record = answered.verbatim() or {}
        named = _named(record, calls)
        message: Message = {"role": "assistant", "content": answered.text}
        # Nothing is signed here: what another model thought is as good.
        thinking = as_text(record.get("thinking")) or answered.reasoning
        if thinking.strip() and self._returns_thinking(has_calls=bool(calls)):
            message["thinking"] = thinking
        if calls:
            message["tool_calls"] = [_call(call, named) for call in calls]
        return [message, *(_result(call, named) for call in calls)]

    def _returns_thinking(self, *, has_calls: bool) -> bool:
        match self._send.quirks.reasoning_return:
            case ReasoningReturn.NEVER | ReasoningReturn.IN_TEXT:
                return False
            case ReasoningReturn.ALWAYS:
                return True
            case _:
                return has_calls


def _tool(tool: OfferedTool) -> Message:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.schema}
    return {"type": "function", "function": function}


def _named(record: Message, calls: list[WireCall]) -> set[str]:
    """The IDs of those calls to which the server gave one."""
    uses = as_list(record.get("calls"))
    told = {
        as_text(use)
        for use, has_id in zip(uses, as_list(record.get("named")), strict=False)
        if has_id
    }
    return {call.id for call in calls if call.tool_use_id in told}


def _call(call: WireCall, named: set[str]) -> Message:
    made: Message = {"function": {"name": call.name, "arguments": call.arguments}}
    return {"id": call.id, **made} if call.id in named else made


def _result(call: WireCall, named: set[str]) -> Message:
    made = {"role": "tool", "tool_name": call.name, "content": marked_result(call)}
    return {**made, "tool_call_id": call.id} if call.id in named else made


def _add_instruction(messages: list[Message], instruction: str) -> None:
    last = messages[-1]
    if last["role"] == "user":
        messages[-1] = {**last, "content": f"{last['content']}\n\n{instruction}"}
    else:
        messages.append({"role": "user", "content": instruction})
