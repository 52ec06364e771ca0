"""What a provider's server says in each dialect, written down piece by piece."""

import json
from collections.abc import Mapping
from typing import Any

from studio.core.messages import Dialect

REASONS = {
    Dialect.OPENAI_CHAT: {"end": "stop", "calls": "tool_calls", "length": "length"},
    Dialect.OPENAI_RESPONSES: {"end": "completed", "calls": "completed", "length": "incomplete"},
    Dialect.ANTHROPIC_MESSAGES: {"end": "end_turn", "calls": "tool_use", "length": "max_tokens"},
    Dialect.GOOGLE_GEMINI: {"end": "STOP", "calls": "STOP", "length": "MAX_TOKENS"},
    Dialect.OLLAMA_CHAT: {"end": "stop", "calls": "stop", "length": "length"},
}


class Voice:
    """One reply. Each method gives bytes to be sent; in the end `ends` or nothing."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._count = 0
        self._open = ""  # the text that is being said, in dialects that say it again at its end
        self._output: list[dict[str, Any]] = []

    def begins(self) -> bytes:
        match self._dialect:
            case Dialect.OPENAI_CHAT:
                return self._delta({"role": "assistant", "content": ""})
            case Dialect.OPENAI_RESPONSES:
                return _named("response.created", response={"id": "resp_1", "status": "queued"})
            case Dialect.ANTHROPIC_MESSAGES:
                usage = {"input_tokens": 7, "output_tokens": 1}
                message = {"id": "msg_1", "role": "assistant", "content": [], "usage": usage}
                return _named("message_start", message=message)
            case Dialect.GOOGLE_GEMINI | Dialect.OLLAMA_CHAT:
                return self.says("")

    def says(self, text: str) -> bytes:
        match self._dialect:
            case Dialect.OPENAI_CHAT:
                return self._delta({"content": text})
            case Dialect.OPENAI_RESPONSES:
                opened = b"" if self._open else self._open_message()
                self._open += text
                said = _named(
                    "response.output_text.delta",
                    output_index=self._count,
                    content_index=0,
                    item_id=f"msg_{self._count}",
                    delta=text,
                )
                return opened + said
            case Dialect.ANTHROPIC_MESSAGES:
                opened = b"" if self._open else self._start_block({"type": "text", "text": ""})
                self._open += text
                return opened + self._block_delta({"type": "text_delta", "text": text})
            case Dialect.GOOGLE_GEMINI:
                return _candidate([{"text": text}])
            case Dialect.OLLAMA_CHAT:
                return _line({"content": text}, done=False)

    def calls(self, name: str, arguments: Mapping[str, object], call_id: str = "call_1") -> bytes:
        """A whole call."""
        words = json.dumps(arguments)
        match self._dialect:
            case Dialect.OPENAI_CHAT:
                function = {"name": name, "arguments": words}
                call = {"index": self._count, "id": call_id, "type": "function"}
                self._count += 1
                return self._delta({"tool_calls": [{**call, "function": function}]})
            case Dialect.OPENAI_RESPONSES:
                return self._close() + self._call_item(name, call_id, words)
            case Dialect.ANTHROPIC_MESSAGES:
                block = {"type": "tool_use", "id": call_id, "name": name, "input": {}}
                made = self._close() + self._start_block(block)
                made += self._block_delta({"type": "input_json_delta", "partial_json": words})
                return made + self._stop_block()
            case Dialect.GOOGLE_GEMINI:
                call = {"name": name, "args": dict(arguments), "id": call_id}
                return _candidate([{"functionCall": call, "thoughtSignature": "c2lnbmVk"}])
            case Dialect.OLLAMA_CHAT:
                whole = {"name": name, "arguments": dict(arguments)}
                return _line(
                    {"content": "", "tool_calls": [{"id": call_id, "function": whole}]}, done=False
                )

    def ends(self, reason: str = "end") -> bytes:
        word = REASONS[self._dialect][reason]
        match self._dialect:
            case Dialect.OPENAI_CHAT:
                choice = {"index": 0, "delta": {}, "finish_reason": word}
                return _data({"choices": [choice]}) + b"data: [DONE]\n\n"
            case Dialect.OPENAI_RESPONSES:
                closed = self._close()
                response: dict[str, Any] = {"id": "resp_1", "status": word, "output": self._output}
                if word == "incomplete":
                    response["incomplete_details"] = {"reason": "max_output_tokens"}
                return closed + _named(f"response.{word}", response=response)
            case Dialect.ANTHROPIC_MESSAGES:
                closed = self._close()
                usage = {"output_tokens": 9}
                last = _named("message_delta", delta={"stop_reason": word}, usage=usage)
                return closed + last + _named("message_stop")
            case Dialect.GOOGLE_GEMINI:
                usage = {"promptTokenCount": 7, "candidatesTokenCount": 9}
                return _candidate([], finishReason=word, usage=usage)
            case Dialect.OLLAMA_CHAT:
                counts = {"prompt_eval_count": 7, "eval_count": 9}
                return _line({"content": ""}, done=True, done_reason=word, **counts)

    def _delta(self, delta: dict[str, Any]) -> bytes:
        return _data({"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})

    def _open_message(self) -> bytes:
        item = {"type": "message", "id": f"msg_{self._count}", "role": "assistant", "content": []}
        added = _named("response.output_item.added", output_index=self._count, item=item)
        part = {"type": "output_text", "text": "", "annotations": []}
        return added + _named(
            "response.content_part.added",
            output_index=self._count,
            content_index=0,
            item_id=f"msg_{self._count}",
            part=part,
        )

    def _call_item(self, name: str, call_id: str, words: str) -> bytes:
        number = self._count
        item: dict[str, Any] = {"type": "function_call", "id": f"fc_{number}", "call_id": call_id}
        item |= {"name": name, "arguments": "", "status": "in_progress"}
        whole = {**item, "arguments": words, "status": "completed"}
        self._output.append(whole)
        self._count += 1
        return (
            _named("response.output_item.added", output_index=number, item=item)
            + _named(
                "response.function_call_arguments.delta",
                output_index=number,
                item_id=f"fc_{number}",
                delta=words,
            )
            + _named("response.output_item.done", output_index=number, item=whole)
        )

    def _close(self) -> bytes:
        """Ends the text that is being said."""
        if not self._open:
            return b""
        text, self._open = self._open, ""
        if self._dialect is Dialect.ANTHROPIC_MESSAGES:
            return self._stop_block()
        part = {"type": "output_text", "text": text, "annotations": []}
        item = {"type": "message", "id": f"msg_{self._count}", "role": "assistant"}
        whole = {**item, "status": "completed", "content": [part]}
        done = _named("response.output_item.done", output_index=self._count, item=whole)
        self._output.append(whole)
        self._count += 1
        return done

    def _start_block(self, block: dict[str, Any]) -> bytes:
        return _named("content_block_start", index=self._count, content_block=block)

    def _block_delta(self, delta: dict[str, Any]) -> bytes:
        return _named("content_block_delta", index=self._count, delta=delta)

    def _stop_block(self) -> bytes:
        stopped = _named("content_block_stop", index=self._count)
        self._count += 1
        return stopped


def _data(payload: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(payload)}\n\n".encode()


def _candidate(
    parts: list[dict[str, Any]], usage: dict[str, int] | None = None, **more: Any
) -> bytes:
    content = {"role": "model", "parts": parts}
    told = {"usageMetadata": usage} if usage else {}
    return _data({"candidates": [{"content": content, "index": 0, **more}], **told})


def _line(message: dict[str, Any], **more: Any) -> bytes:
    said = {"role": "assistant", **message}
    return f"{json.dumps({'model': 'm', 'message': said, **more})}\n".encode()


def _named(kind: str, **payload: Any) -> bytes:
    return f"event: {kind}\n".encode() + _data({"type": kind, **payload})


def answers(dialect: Dialect, *texts: str) -> bytes:
    """A whole reply of text alone."""
    voice = Voice(dialect)
    return voice.begins() + b"".join(voice.says(text) for text in texts) + voice.ends()


def asks(dialect: Dialect, name: str, arguments: Mapping[str, object], text: str = "") -> bytes:
    """A whole reply that asks for one tool, after some text."""
    voice = Voice(dialect)
    said = voice.says(text) if text else b""
    return voice.begins() + said + voice.calls(name, arguments) + voice.ends("calls")
