"""The practice provider's Gemini: reads and judges requests, writes replies."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from studio.adapters.practice_check import (
    a_limit,
    a_list,
    a_model,
    a_temperature,
    a_text,
    a_tool,
    an_object,
)
from studio.adapters.practice_gemini_history import SIGNED, call_seal, read_history
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

PATH = re.compile(r"/models/([^/:]+):(generateContent|streamGenerateContent)$")

_FIELDS = frozenset(
    [
        "contents",
        "systemInstruction",
        "tools",
        "toolConfig",
        "generationConfig",
        "safetySettings",
        "cachedContent",
        "labels",
    ]
)
_SETTINGS = frozenset(
    [
        "temperature",
        "maxOutputTokens",
        "topP",
        "topK",
        "stopSequences",
        "candidateCount",
        "seed",
        "thinkingConfig",
        "responseMimeType",
        "responseSchema",
        "responseJsonSchema",
        "responseModalities",
        "presencePenalty",
        "frequencyPenalty",
    ]
)
_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}")
_LEVELS = ("MINIMAL", "LOW", "MEDIUM", "HIGH")
_STATUS = {
    Fault.INVALID: (400, "INVALID_ARGUMENT"),
    Fault.UNKNOWN_MODEL: (404, "NOT_FOUND"),
    Fault.UNKNOWN_ITEM: (404, "NOT_FOUND"),
    Fault.UNKNOWN_PATH: (404, "NOT_FOUND"),
    Fault.WRONG_KEY: (400, "INVALID_ARGUMENT"),
    Fault.FORBIDDEN: (403, "PERMISSION_DENIED"),
    Fault.RATE_LIMIT: (429, "RESOURCE_EXHAUSTED"),
    Fault.QUOTA: (429, "RESOURCE_EXHAUSTED"),
    Fault.TOO_LONG: (400, "INVALID_ARGUMENT"),
    Fault.SERVER: (500, "INTERNAL"),
    Fault.OVERLOADED: (503, "UNAVAILABLE"),
}
# What Google itself says in these cases, before the reason why it is said here.
_WORDS = {
    Fault.WRONG_KEY: "API key not valid. Please pass a valid API key. ",
    Fault.UNKNOWN_MODEL: "models/practice-tour is not found for API version v1beta. ",
    Fault.TOO_LONG: "The input token count exceeds the maximum number of tokens allowed (8192). ",
}


def read(body: Mapping[str, Any], headers: Mapping[str, str]) -> Conversation:
    """The request as a conversation. Raises `RefusedError` as the real service answers 400."""
    found = PATH.search(headers[":path"])
    if found is None:
        refuse("The method is not known.")
    _only(body, _FIELDS, "")
    settings = an_object(body.get("generationConfig") or {}, "generationConfig")
    _only(settings, _SETTINGS, "generationConfig.")
    a_temperature(settings, 2)
    tools = _tools(body)
    contents = a_list(body.get("contents"), "contents")
    _check_system(body)
    return Conversation(
        model=a_model({"model": found[1]}),
        items=read_history(contents),
        tools=tools,
        may_call=_may_call(body, tools),
        wants_reasoning=_thinks(settings),
        max_tokens=a_limit(settings, "maxOutputTokens"),
        is_streamed=found[2] == "streamGenerateContent",
        input_tokens=count_tokens(json.dumps([body.get("systemInstruction"), contents])),
    )


def _only(value: Mapping[str, Any], known: frozenset[str], where: str) -> None:
    for key in value:
        if key not in known:
            refuse(
                f'Invalid JSON payload received. Unknown name "{where}{key}": Cannot find field.'
            )


def _check_system(body: Mapping[str, Any]) -> None:
    if "systemInstruction" not in body:
        return
    system = an_object(body["systemInstruction"], "systemInstruction")
    for part in a_list(system.get("parts"), "systemInstruction.parts"):
        if not a_text(an_object(part, "parts").get("text"), "parts.text").strip():
            refuse("systemInstruction.parts: text must not be empty")


def _tools(body: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    tools: dict[str, dict[str, Any]] = {}
    for group in a_list(body.get("tools") or [], "tools"):
        declared = an_object(group, "tools").get("functionDeclarations")
        for index, value in enumerate(a_list(declared, "functionDeclarations")):
            where = f"tools[0].function_declarations[{index}]"
            tool = an_object(value, where)
            _only(tool, frozenset(("name", "description", *_SCHEMAS)), f"{where}.")
            name, schema = a_tool(tool.get("name"), _schema(tool, where), where, tools)
            if not _NAME.fullmatch(name):
                refuse(f"{where}.name: Invalid function name. Must start with a letter or _.")
            tools[name] = schema
    return tools


_SCHEMAS = ("parameters", "parametersJsonSchema")


def _schema(tool: Mapping[str, Any], where: str) -> Any:
    given = [tool[name] for name in _SCHEMAS if name in tool]
    if len(given) > 1:
        refuse(f"{where}: only one of {_SCHEMAS} may be set")
    if not given:
        return {"type": "object", "properties": {}}
    if "parameters" in tool and not an_object(given[0], where).get("properties"):
        refuse(f"{where}.parameters.properties: should be non-empty for OBJECT type")
    return given[0]


def _may_call(body: Mapping[str, Any], tools: Mapping[str, Any]) -> bool:
    setting = an_object(body.get("toolConfig") or {}, "toolConfig")
    calling = an_object(setting.get("functionCallingConfig") or {}, "functionCallingConfig")
    mode = calling.get("mode", "AUTO")
    if mode not in ("AUTO", "ANY", "NONE", "VALIDATED"):
        refuse(f"Invalid value at 'tool_config.function_calling_config.mode': {mode}")
    if calling and not tools:
        refuse("Function calling config is set without function_declarations.")
    return bool(tools) and mode != "NONE"


def _thinks(settings: Mapping[str, Any]) -> bool:
    thinking = an_object(settings.get("thinkingConfig") or {}, "thinkingConfig")
    _only(thinking, frozenset(("includeThoughts", "thinkingBudget", "thinkingLevel")), "thinking.")
    if "thinkingBudget" in thinking and "thinkingLevel" in thinking:
        refuse("You can only set one of thinking budget and thinking level.")
    if thinking.get("thinkingLevel", "LOW") not in _LEVELS:
        refuse("Invalid value at 'generation_config.thinking_config.thinking_level'")
    budget = thinking.get("thinkingBudget", -1)
    if isinstance(budget, bool) or not isinstance(budget, int) or not -1 <= budget <= 32_768:
        refuse("The thinking budget is invalid. Please choose a value between 0 and 32768.")
    return thinking.get("includeThoughts") is True and budget != 0


@dataclass(slots=True)
class Writer:
    """Writes one reply. `name` is unique; `body` and `created` belong to the other dialects."""

    conversation: Conversation
    body: Mapping[str, Any]
    name: str
    created: int

    def frames(self, reply: Reply) -> Iterator[Frame]:
        for place, piece in enumerate(reply.pieces):
            for part in self._parts(place, piece, reply):
                text = part.get("text") or ""
                size = len(text) / 4 if text else 2.0
                yield _frame(self._chunk([part]), size)
        yield from self._end(reply)

    def whole(self, reply: Reply) -> dict[str, Any]:
        parts = [
            part
            for place, piece in enumerate(reply.pieces)
            for part in self._parts(place, piece, reply, is_whole=True)
        ]
        parts += _last_parts(reply)
        return self._chunk(parts, reply)

    def _parts(
        self, place: int, piece: Piece, reply: Reply, *, is_whole: bool = False
    ) -> Iterator[dict[str, Any]]:
        match piece:
            case Call():
                yield self._call(place, piece, is_first=_first_call(reply) == place)
            case Think() | Say():
                texts = [piece.text] if is_whole else fragments(piece.text)
                thought = {"thought": True} if isinstance(piece, Think) else {}
                yield from ({"text": text, **thought} for text in texts)

    def _call(self, place: int, piece: Call, *, is_first: bool) -> dict[str, Any]:
        """Of several calls only the first is signed. Its ID remembers that it was."""
        mark = SIGNED if is_first else "fc"
        call: dict[str, Any] = {"name": piece.name, "id": f"{mark}{self.name[:12]}{place}"}
        call["args"] = dict(piece.arguments)
        made: dict[str, Any] = {"functionCall": call}
        if is_first:
            made["thoughtSignature"] = call_seal(call)
        return made

    def _end(self, reply: Reply) -> Iterator[Frame]:
        if reply.ending is Ending.OVERLOADED:
            message = "The model is overloaded. Please try again later."
            yield _frame(error(Refused(Fault.OVERLOADED, message))[1])
        if reply.ending not in (Ending.OVERLOADED, Ending.CUT_OFF, Ending.LOST):
            yield _frame(self._chunk(_last_parts(reply), reply))

    def _chunk(self, parts: list[dict[str, Any]], reply: Reply | None = None) -> dict[str, Any]:
        """One object of the stream; the last one is given the reply and says why it ends."""
        candidate: dict[str, Any] = {"content": {"parts": parts, "role": "model"}}
        if reply is not None:
            candidate["finishReason"] = _reason(reply)
        return {
            "candidates": [{**candidate, "index": 0}],
            "usageMetadata": self._usage(reply),
            "modelVersion": self.conversation.model,
            "responseId": self.name[:24],
        }

    def _usage(self, reply: Reply | None) -> dict[str, int]:
        counts = {"promptTokenCount": self.conversation.input_tokens}
        if reply is not None:
            counts["candidatesTokenCount"] = reply.output_tokens - reply.reasoning_tokens
            if reply.reasoning_tokens:
                counts["thoughtsTokenCount"] = reply.reasoning_tokens
        return {**counts, "totalTokenCount": sum(counts.values())}


def error(refused: Refused) -> tuple[int, dict[str, Any]]:
    """Status and body of a refusal, as Google shapes them: the delay is in the body alone."""
    status, kind = _STATUS[refused.fault]
    message = _WORDS.get(refused.fault, "") + refused.message
    told: dict[str, Any] = {"code": status, "message": message, "status": kind}
    if refused.retry_after is not None:
        kind = "type.googleapis.com/google.rpc.RetryInfo"
        told["details"] = [{"@type": kind, "retryDelay": f"{refused.retry_after}s"}]
    return status, {"error": told}


def models(names: tuple[str, ...]) -> dict[str, Any]:
    """The list of models, as Google shapes it."""
    methods = ["generateContent", "countTokens"]
    rows = [
        {
            "name": f"models/{name}",
            "displayName": name,
            "inputTokenLimit": 8192,
            "outputTokenLimit": 8192,
            "supportedGenerationMethods": methods,
        }
        for name in names
    ]
    return {"models": rows}


def _first_call(reply: Reply) -> int:
    return next((place for place, piece in enumerate(reply.pieces) if isinstance(piece, Call)), -1)


def _last_parts(reply: Reply) -> list[dict[str, Any]]:
    """An answer without calls is signed on a last part that says nothing."""
    if reply.has_calls:
        return []
    return [{"text": "", "thoughtSignature": sealed("the end")}]


def _reason(reply: Reply) -> str:
    match reply.ending:
        case Ending.LENGTH:
            return "MAX_TOKENS"
        case Ending.FILTERED:
            return "SAFETY"
        case _:
            return "STOP"


def _frame(value: Mapping[str, Any], tokens: float = 0.0) -> Frame:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Frame(f"data: {text}\r\n\r\n".encode(), tokens)
