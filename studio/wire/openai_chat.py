"""OpenAI Chat Completions, as OpenAI and everybody who copied it understand it."""

from collections.abc import Mapping
from typing import Any

from studio.core.chats import Assignment
from studio.core.messages import Dialect, ToolResult, VendorState
from studio.core.notices import Notice
from studio.core.quirks import CallIdStyle, ReasoningReturn
from studio.wire.effort import chat_effort
from studio.wire.endpoints import CHAT_PATH
from studio.wire.exchange import IdFactory, Request, RoundReader, Target
from studio.wire.lenient import as_list, as_object
from studio.wire.media import chat_content, with_text
from studio.wire.model_names import reasons
from studio.wire.names import CallIdRule, CallIds
from studio.wire.offer import OfferedTool
from studio.wire.openai_chat_reader import ChatAssembler
from studio.wire.past import Answered, Said, WireCall, marked_result
from studio.wire.send import NoRoundError, Send

# Strict chat templates refuse a user message that follows a tool's result.
_NO_ANSWER = "(This turn ended before an answer was given.)"
_CALL_IDS = {
    # OpenAI's limit; the letters are any that other hosts made.
    CallIdStyle.DIALECT: CallIdRule("!-~", 40),
    CallIdStyle.NINE_ALPHANUMERIC: CallIdRule("a-zA-Z0-9", 9, 9),
}
_REASONING_FIELDS = ("reasoning_content", "reasoning")

Message = dict[str, Any]


class OpenAIChatExchange:
    """One send. Calls without an ID get ours; reasoning goes back under the name it came in."""

    def __init__(self, target: Target, assignment: Assignment, new_id: IdFactory) -> None:
        self._send = Send(target, assignment, Dialect.OPENAI_CHAT)
        self._target = target
        self._quirks = target.quirks
        self._new_id = new_id
        self._assembler: ChatAssembler | None = None

    def request(self, *, offer_tools: bool, final_instruction: str | None) -> Request:
        send = self._send
        body: dict[str, Any] = {"model": send.model, "messages": self._messages(final_instruction)}
        body["stream"] = send.streams
        if send.streams and self._quirks.takes_stream_options:
            body["stream_options"] = {"include_usage": True}
        body |= self._settings()
        # The last round offers none at all: `tool_choice: none` is ignored by Ollama and others.
        if offer_tools and send.tools:
            body["tools"] = [_tool(tool) for tool in send.offered()]
            if send.abilities.calls_in_parallel is False:
                body["parallel_tool_calls"] = False
        return Request(CHAT_PATH, {}, send.body(body))

    def notices(self) -> tuple[Notice, ...]:
        return self._send.notices()

    def begin_round(self, content_type: str) -> RoundReader:
        """The content type is not believed: see `ReplyReader`."""
        send = self._send
        offered = frozenset(tool.name for tool in send.offered())
        self._assembler = ChatAssembler(self._new_id, send.names.to_original, send.prose, offered)
        return self._send.begin_round(self._assembler)

    def record_round(self) -> VendorState | None:
        if self._assembler is None:
            raise NoRoundError
        assembler, self._assembler = self._assembler, None
        prose = assembler.prose
        record = {"message": assembler.message()}
        return self._send.record_round(record, prose.whole_text, prose.whole_reasoning)

    def record_result(self, result: ToolResult) -> None:
        self._send.record_result(result)

    def _settings(self) -> Message:
        settings = self._send.settings
        made: Message = {}
        if settings.temperature is not None and not reasons(self._send.model):
            made["temperature"] = settings.temperature
        if settings.max_output_tokens is not None:
            # OpenAI's newer models refuse the old name, most other hosts know nothing else.
            is_new = self._quirks.uses_max_completion_tokens
            name = "max_completion_tokens" if is_new else "max_tokens"
            made[name] = settings.max_output_tokens
        return made | chat_effort(self._target, settings.effort)

    def _messages(self, final_instruction: str | None) -> list[Message]:
        ids = CallIds(_CALL_IDS[self._quirks.call_ids])
        messages: list[Message] = []
        if self._send.settings.system_prompt.strip():
            messages.append({"role": "system", "content": self._send.settings.system_prompt})
        for entry in self._send.history.entries():
            match entry:
                case Said():
                    _add_user(messages, chat_content(entry))
                case Answered():
                    _add_assistant(messages, self._answer(entry, ids))
        if final_instruction:
            _add_instruction(messages, final_instruction)
        return messages

    def _answer(self, answered: Answered, ids: CallIds) -> list[Message]:
        """The assistant's message, and right after it one message for each result."""
        calls = self._send.wire_calls(answered, ids)
        record = answered.verbatim()
        own = as_object(record.get("message")) if record is not None else {}
        message: Message = {"role": "assistant", "content": answered.text or None}
        if calls:
            message["tool_calls"] = _tool_calls(calls, own)
        returned = _returned(own, self._quirks.reasoning_return, has_calls=bool(calls))
        if not returned.keys() & set(_REASONING_FIELDS):
            message |= _translated(answered, self._quirks.reasoning_return, has_calls=bool(calls))
        message |= returned
        return [message, *(_result(call) for call in calls)]


def _tool(tool: OfferedTool) -> Message:
    function: Message = {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.schema,
    }
    if tool.is_strict:
        function["strict"] = True
    return {"type": "function", "function": function}


def _tool_calls(calls: list[WireCall], own: Mapping[str, Any]) -> list[Message]:
    extras = [as_object(extra) for extra in as_list(own.get("extras"))]
    if len(extras) != len(calls):
        extras = [{} for _ in calls]
    return [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments_text},
            **extra,
        }
        for call, extra in zip(calls, extras, strict=True)
    ]


def _returned(own: Mapping[str, Any], when: ReasoningReturn, *, has_calls: bool) -> Message:
    """Plain reasoning goes back where the host wants it: beside calls some demand it, elsewhere
    some refuse it. Opaque details are wanted everywhere."""
    is_never = when in (ReasoningReturn.NEVER, ReasoningReturn.IN_TEXT)
    is_wanted = not is_never and (has_calls or when is ReasoningReturn.ALWAYS)
    returned: Message = {}
    for name in _REASONING_FIELDS:
        if is_wanted and isinstance(own.get(name), str):
            returned[name] = own[name]
    if when is ReasoningReturn.IN_TEXT and own.get("tagged"):
        returned["content"] = own["tagged"]
    if as_object(own.get("extra_content")):  # Gemini's signature of a text
        returned["extra_content"] = own["extra_content"]
    if as_list(own.get("reasoning_details")):
        returned["reasoning_details"] = own["reasoning_details"]
    return returned


def _translated(answered: Answered, when: ReasoningReturn, *, has_calls: bool) -> Message:
    """What any other model thought, for hosts that want plain reasoning."""
    is_demanded = has_calls and when is ReasoningReturn.REQUIRED_BESIDE_CALLS
    if is_demanded or (answered.reasoning and when is ReasoningReturn.ALWAYS):
        return {"reasoning_content": answered.reasoning}
    return {}


def _result(call: WireCall) -> Message:
    return {"role": "tool", "tool_call_id": call.id, "content": marked_result(call)}


def _add_user(messages: list[Message], content: str | list[Message]) -> None:
    if messages and messages[-1]["role"] == "tool":
        messages.append({"role": "assistant", "content": _NO_ANSWER})
    messages.append({"role": "user", "content": content})


def _add_assistant(messages: list[Message], answer: list[Message]) -> None:
    """Two answers in a row, of which the first was cut off, are one."""
    last = messages[-1] if messages else {}
    if last.get("role") == "assistant" and not last.get("tool_calls"):
        texts = (last.get("content"), answer[0].get("content"))
        answer[0]["content"] = "\n\n".join(text for text in texts if text) or None
        messages[-1] = answer[0]
        messages += answer[1:]
        return
    messages += answer


def _add_instruction(messages: list[Message], instruction: str) -> None:
    """Joined to the last message: templates refuse another role after a tool's result."""
    last = messages[-1]
    if last["role"] in ("tool", "user"):
        messages[-1] = {**last, "content": with_text(last["content"], instruction)}
    else:
        messages.append({"role": "user", "content": instruction})
