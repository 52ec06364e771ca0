"""Google Gemini: parts go back as they came, each with its signature, and results by order."""

import re
from collections.abc import Mapping
from typing import Any

from studio.core.chats import Assignment, Effort
from studio.core.messages import Dialect, ToolResult, VendorState
from studio.core.notices import Notice
from studio.core.quirks import EffortStyle, SchemaStyle
from studio.wire.attached import Planned
from studio.wire.endpoints import gemini_path
from studio.wire.exchange import IdFactory, Request, RoundReader, Target
from studio.wire.gemini_reader import GeminiAssembler
from studio.wire.lenient import as_list, as_object, as_text
from studio.wire.names import CallIdRule, CallIds
from studio.wire.offer import OfferedTool
from studio.wire.past import Answered, Said, WireCall
from studio.wire.send import NoRoundError, Send

_CALL_IDS = CallIdRule("!-~", 128)
_BUDGETS = {Effort.LOW: 1_024, Effort.MEDIUM: 8_192, Effort.HIGH: 24_576}
_SMALLEST_BUDGET = 128  # of the models that cannot be told not to think
_LEVELS = {Effort.LOW: "LOW", Effort.MEDIUM: "MEDIUM", Effort.HIGH: "HIGH"}
_VERSION = re.compile(r"gemini-(\d+)(?:\.(\d+))?")
_NO_CHAT = re.compile(r"-(image|tts|live|audio|embedding)\b")
# Google's own word for calls that another model made: without a signature or this, Gemini 3 and
# later refuse them.
_FOREIGN = "skip_thought_signature_validator"

Part = dict[str, Any]
Content = dict[str, Any]


class GeminiExchange:
    """One send. Calls have an ID only where the provider gave one: results go back by order."""

    def __init__(self, target: Target, assignment: Assignment, new_id: IdFactory) -> None:
        self._send = Send(target, assignment, Dialect.GOOGLE_GEMINI)
        self._model = _Model(target.model, reasons=target.abilities.reasons)
        self._new_id = new_id
        self._assembler: GeminiAssembler | None = None

    def request(self, *, offer_tools: bool, final_instruction: str | None) -> Request:
        send = self._send
        contents = self._contents(final_instruction)
        body: dict[str, Any] = {"contents": contents}
        if send.settings.system_prompt.strip():
            body["systemInstruction"] = {"parts": [{"text": send.settings.system_prompt}]}
        if send.tools and (offer_tools or _have_calls(contents)):
            declared = [self._tool(tool) for tool in send.offered()]
            body["tools"] = [{"functionDeclarations": declared}]
            if not offer_tools:
                body["toolConfig"] = {"functionCallingConfig": {"mode": "NONE"}}
        settings = self._settings()
        if settings:
            body["generationConfig"] = settings
        return Request(gemini_path(send.model, streams=send.streams), {}, send.body(body))

    def notices(self) -> tuple[Notice, ...]:
        return self._send.notices()

    def begin_round(self, content_type: str) -> RoundReader:
        """The content type is not believed: see `ReplyReader`."""
        self._assembler = GeminiAssembler(self._new_id, self._send.names.to_original)
        return self._send.begin_round(self._assembler)

    def record_round(self) -> VendorState | None:
        if self._assembler is None:
            raise NoRoundError
        assembler, self._assembler = self._assembler, None
        prose = assembler.prose
        record = {"parts": assembler.parts()}
        return self._send.record_round(record, prose.whole_text, prose.whole_reasoning)

    def record_result(self, result: ToolResult) -> None:
        self._send.record_result(result)

    def _settings(self) -> dict[str, Any]:
        settings = self._send.settings
        made: dict[str, Any] = {}
        if settings.temperature is not None:
            made["temperature"] = settings.temperature
        if settings.max_output_tokens is not None:
            made["maxOutputTokens"] = settings.max_output_tokens
        if self._send.quirks.effort is not EffortStyle.UNSUPPORTED:
            takes_effort = self._send.abilities.takes_effort is not False
            thinking = self._model.thinking(settings.effort if takes_effort else None)
            if thinking:
                made["thinkingConfig"] = thinking
        return made

    def _tool(self, tool: OfferedTool) -> dict[str, Any]:
        declared: dict[str, Any] = {"name": tool.name, "description": tool.description}
        is_subset = self._send.quirks.schemas is SchemaStyle.OPENAPI_SUBSET
        name = "parameters" if is_subset else "parametersJsonSchema"
        # An object without properties is refused; a tool without arguments declares none.
        return {**declared, name: tool.schema} if tool.schema.get("properties") else declared

    def _contents(self, final_instruction: str | None) -> list[Content]:
        ids = CallIds(_CALL_IDS)
        contents: list[Content] = []
        for entry in self._send.history.entries():
            match entry:
                case Said(text, media):
                    said = [{"text": text}] if text.strip() else []
                    _add(contents, "user", [*map(_file, media), *said])
                case Answered():
                    calls = self._send.wire_calls(entry, ids)
                    parts, named = self._answer(entry, calls)
                    _add(contents, "model", parts)
                    _add(contents, "user", [_result(call, named) for call in calls])
        if final_instruction:
            _add(contents, "user", [{"text": final_instruction}])
        return contents

    def _answer(self, answered: Answered, calls: list[WireCall]) -> tuple[list[Part], set[str]]:
        """The model's parts, and the IDs of those calls that have one."""
        record = answered.verbatim()
        if record is not None:
            parts, named = _verbatim(record, calls)
            if parts:
                return self._signed(parts), named
        parts = [{"text": answered.text}] if answered.text.strip() else []
        return self._signed(parts + [_call(call) for call in calls]), set()

    def _signed(self, parts: list[Part]) -> list[Part]:
        """The first call of a round carries a signature, and be it the word that stands for it."""
        first = next((part for part in parts if "functionCall" in part), None)
        if first is not None and self._model.checks_signatures:
            first["thoughtSignature"] = first.get("thoughtSignature") or _FOREIGN
        return parts


class _Model:
    """What the name of a model tells of how it thinks."""

    def __init__(self, name: str, *, reasons: bool | None) -> None:
        found = _VERSION.search(name.lower())
        self._version = (int(found[1]), int(found[2] or 0)) if found else (0, 0)
        self._is_pro = "-pro" in name.lower()
        is_small = "-lite" in name.lower() or _NO_CHAT.search(name.lower()) is not None
        self._reasons = self._version >= (2, 5) and not is_small if reasons is None else reasons

    @property
    def checks_signatures(self) -> bool:
        return self._version >= (3, 0)

    def thinking(self, effort: Effort | None) -> dict[str, Any]:
        """Thoughts are told of only where they are asked for."""
        if effort is None:
            return {"includeThoughts": True} if self._reasons else {}
        thinking = self._level(effort) if self._version >= (3, 0) else self._budget(effort)
        return thinking if effort is Effort.NONE else {"includeThoughts": True, **thinking}

    def _level(self, effort: Effort) -> dict[str, Any]:
        """The largest models cannot be told not to think, and the first of them knew no middle."""
        if effort is Effort.NONE:
            return {"thinkingLevel": "LOW" if self._is_pro else "MINIMAL"}
        if effort is Effort.MEDIUM and self._is_pro and self._version == (3, 0):
            effort = Effort.HIGH
        return {"thinkingLevel": _LEVELS[effort]}

    def _budget(self, effort: Effort) -> dict[str, Any]:
        least = _SMALLEST_BUDGET if self._is_pro else 0
        return {"thinkingBudget": _BUDGETS.get(effort, least)}


def _add(contents: list[Content], role: str, parts: list[Part]) -> None:
    if not parts:
        return
    if contents and contents[-1]["role"] == role:
        contents[-1]["parts"] += parts
    else:
        contents.append({"role": role, "parts": parts})


def _file(file: Planned) -> Part:
    return {"inlineData": {"mimeType": file.media_type, "data": file.base64}}


def _have_calls(contents: list[Content]) -> bool:
    return any("functionCall" in part for content in contents for part in content["parts"])


def _call(call: WireCall) -> Part:
    return {"functionCall": {"name": call.name, "args": call.arguments}}


def _result(call: WireCall, named: set[str]) -> Part:
    response = {"error" if call.is_error else "output": call.result}
    made: dict[str, Any] = {"name": call.name, "response": response}
    if call.id in named:
        made["id"] = call.id
    return {"functionResponse": made}


def _verbatim(record: Mapping[str, Any], calls: list[WireCall]) -> tuple[list[Part], set[str]]:
    """The parts as they came, each call under the ID that this request gives it."""
    by_use = {call.tool_use_id: call for call in calls}
    waiting = iter(as_list(record.get("calls")))
    parts: list[Part] = []
    named: set[str] = set()
    for item in as_list(record.get("parts")):
        part = dict(as_object(item))
        if "functionCall" in part:
            call = by_use.get(as_text(next(waiting, "")))
            if call is None:
                return [], set()
            made = _call(call)["functionCall"]
            if as_object(part["functionCall"]).get("id"):
                made["id"] = call.id
                named.add(call.id)
            part["functionCall"] = made
        if part:
            parts.append(part)
    # A record that tells of other calls would leave a result without its call.
    return ([], set()) if next(waiting, None) is not None else (parts, named)
