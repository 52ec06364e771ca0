"""One reply as each dialect would stream it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from studio.core.messages import Dialect, Stop


@dataclass(frozen=True)
class SpokenCall:
    id: str
    name: str
    arguments: str


@dataclass(frozen=True)
class Spoken:
    """`signature` is empty for reasoning that nobody signed. `runs_tool`: one of the provider's
    own. `share` is how much of the body arrives."""

    reasoning: str = ""
    signature: str = ""
    text: str = ""
    calls: tuple[SpokenCall, ...] = ()
    stop: Stop = Stop.END
    runs_tool: bool = False
    share: float = 1.0


def spoken(dialect: Dialect, reply: Spoken) -> bytes:
    body = _body(dialect, reply)
    return body[: int(len(body) * reply.share)]


def _body(dialect: Dialect, reply: Spoken) -> bytes:
    match dialect:
        case Dialect.OPENAI_CHAT:
            return _events(_chat(reply)) + b"data: [DONE]\n\n"
        case Dialect.OPENAI_RESPONSES:
            return _events(_responses(reply))
        case Dialect.ANTHROPIC_MESSAGES:
            return _events(_anthropic(reply))
        case Dialect.GOOGLE_GEMINI:
            return _events(_gemini(reply))
        case Dialect.OLLAMA_CHAT:
            return b"".join(json.dumps(line).encode() + b"\n" for line in _ollama(reply))


def _events(payloads: Iterator[dict[str, Any]]) -> bytes:
    return b"".join(b"data: " + json.dumps(payload).encode() + b"\n\n" for payload in payloads)


def _finish(reply: Spoken, end: str, calls: str, length: str, blocked: str) -> str:
    if reply.stop is Stop.LENGTH:
        return length
    if reply.stop is Stop.CONTENT_FILTER:
        return blocked
    return calls if reply.calls else end


def _chat(reply: Spoken) -> Iterator[dict[str, Any]]:
    if reply.reasoning and reply.signature:
        detail = {"type": "reasoning.text", "index": 0, "text": reply.reasoning}
        yield _delta(reasoning_details=[{**detail, "signature": reply.signature}])
    elif reply.reasoning:
        yield _delta(reasoning_content=reply.reasoning)
    if reply.text:
        yield _delta(content=reply.text)
    for index, call in enumerate(reply.calls):
        function = {"name": call.name, "arguments": call.arguments}
        yield _delta(tool_calls=[{"index": index, "id": call.id, "function": function}])
    reason = _finish(reply, "stop", "tool_calls", "length", "content_filter")
    yield {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}


def _delta(**fields: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": fields, "finish_reason": None}]}


def _responses(reply: Spoken) -> Iterator[dict[str, Any]]:
    output = list(_output(reply))
    for index, item in enumerate(output):
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    reason = _finish(reply, "", "", "max_output_tokens", "content_filter")
    response: dict[str, Any] = {"status": "completed", "output": output}
    if reason:
        response |= {"status": "incomplete", "incomplete_details": {"reason": reason}}
    yield {"type": f"response.{response['status']}", "response": response}


def _output(reply: Spoken) -> Iterator[dict[str, Any]]:
    if reply.reasoning:
        summary = [{"type": "summary_text", "text": reply.reasoning}]
        opaque = reply.signature or None
        yield {"type": "reasoning", "id": "rs_1", "summary": summary, "encrypted_content": opaque}
    if reply.runs_tool:
        yield {"type": "web_search_call", "id": "ws_1", "status": "completed"}
    if reply.text:
        content = [{"type": "output_text", "text": reply.text, "annotations": []}]
        yield {"type": "message", "id": "msg_1", "role": "assistant", "content": content}
    for call in reply.calls:
        named = {"call_id": call.id, "name": call.name, "arguments": call.arguments}
        yield {"type": "function_call", "id": "fc_1", **named}


def _anthropic(reply: Spoken) -> Iterator[dict[str, Any]]:
    yield {"type": "message_start", "message": {}}
    for index, (block, deltas) in enumerate(_blocks(reply)):
        yield {"type": "content_block_start", "index": index, "content_block": block}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    reason = _finish(reply, "end_turn", "tool_use", "max_tokens", "refusal")
    if reply.stop is Stop.PAUSE:
        reason = "pause_turn"
    yield {"type": "message_delta", "delta": {"stop_reason": reason}}
    yield {"type": "message_stop"}


def _blocks(reply: Spoken) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    if reply.reasoning:
        told = {"type": "thinking_delta", "thinking": reply.reasoning}
        signed = {"type": "signature_delta", "signature": reply.signature}
        deltas = [told, signed] if reply.signature else [told]
        yield {"type": "thinking", "thinking": "", "signature": ""}, deltas
    if reply.runs_tool:
        use = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
        yield use, []
        if reply.stop not in (Stop.PAUSE, Stop.LENGTH):
            result = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
            yield result, []
    if reply.text:
        yield {"type": "text", "text": ""}, [{"type": "text_delta", "text": reply.text}]
    for call in reply.calls:
        use = {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}
        yield use, [{"type": "input_json_delta", "partial_json": call.arguments}]


def _gemini(reply: Spoken) -> Iterator[dict[str, Any]]:
    for part in _parts(reply):
        yield {"candidates": [{"content": {"role": "model", "parts": [part]}}]}
    reason = _finish(reply, "STOP", "STOP", "MAX_TOKENS", "SAFETY")
    yield {"candidates": [{"content": {"role": "model"}, "finishReason": reason}]}


def _parts(reply: Spoken) -> Iterator[dict[str, Any]]:
    signed = {"thoughtSignature": reply.signature} if reply.signature else {}
    if reply.reasoning:
        yield {"text": reply.reasoning, "thought": True}
    if reply.runs_tool:
        yield {"executableCode": {"language": "PYTHON", "code": "print(1)"}}
        yield {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}}
    if reply.text:
        yield {"text": reply.text}
    for number, call in enumerate(reply.calls):
        made: dict[str, Any] = {"name": call.name, "args": _object(call.arguments)}
        if call.id:
            made["id"] = call.id
        yield {"functionCall": made, **({} if number else signed)}
    if not reply.calls and signed:
        yield {"text": "", **signed}


def _ollama(reply: Spoken) -> Iterator[dict[str, Any]]:
    if reply.reasoning:
        yield {"message": {"role": "assistant", "content": "", "thinking": reply.reasoning}}
    if reply.text:
        yield {"message": {"role": "assistant", "content": reply.text}}
    for call in reply.calls:
        function = {"name": call.name, "arguments": _object(call.arguments)}
        told = {"function": function, **({"id": call.id} if call.id else {})}
        yield {"message": {"role": "assistant", "content": "", "tool_calls": [told]}}
    reason = _finish(reply, "stop", "stop", "length", "stop")
    yield {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": reason}


def _object(arguments: str) -> Any:
    try:
        return json.loads(arguments)
    except (ValueError, RecursionError):
        return {}
