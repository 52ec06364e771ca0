"""A turn as OpenTelemetry spans, by the conventions for generative AI
(https://opentelemetry.io/docs/specs/semconv/gen-ai/). Numbers and names only: nothing of what was
said leaves with them.

The JSON form of OTLP/HTTP: IDs in hexadecimal, times as decimal nanoseconds in strings.
"""

import hashlib
import json
from typing import Any

from studio.core.addresses import host_of
from studio.core.chats import Turn
from studio.core.messages import Dialect, Origin, Outcome, Round, Stop, ToolUse, TurnState

_INTERNAL, _CLIENT = 1, 3  # kinds of spans
_OK, _ERROR = 1, 2  # states
_NANO = 1_000_000_000
# The names that the conventions know; others are told by their host.
_PROVIDERS = {
    "api.anthropic.com": "anthropic",
    "api.deepseek.com": "deepseek",
    "api.groq.com": "groq",
    "api.mistral.ai": "mistral_ai",
    "api.openai.com": "openai",
    "api.perplexity.ai": "perplexity",
    "api.x.ai": "x_ai",
    "generativelanguage.googleapis.com": "gcp.gemini",
}
_FINISHES = {
    Stop.END: "stop",
    Stop.TOOL_CALLS: "tool_calls",
    Stop.LENGTH: "length",
    Stop.CONTENT_FILTER: "content_filter",
    Stop.REFUSAL: "content_filter",
    Stop.ERROR: "error",
}

_Attribute = dict[str, Any]
_Span = dict[str, Any]


def as_otlp(turn: Turn, version: str) -> str:
    """The body of one export: JSON text. `version` is Callboard's own. An ended turn is told; one
    whose rounds have no end yet ends them where it was last seen."""
    return _body(_spans(turn), version)


def as_test_otlp(at: float, version: str) -> str:
    """The same with one span that belongs to no turn, of that moment."""
    name = f"test {at}"
    span = _span(name, name, "", "test by Callboard", _INTERNAL)
    span |= _times(at, at)
    return _body([span | {"attributes": []}], version)


def _body(spans: list[_Span], version: str) -> str:
    resource = {
        "attributes": [_text("service.name", "callboard"), _text("service.version", version)]
    }
    scope = {"name": "callboard", "version": version}
    scoped = {"scope": scope, "spans": spans}
    return json.dumps({"resourceSpans": [{"resource": resource, "scopeSpans": [scoped]}]})


def _spans(turn: Turn) -> list[_Span]:
    ended = turn.ended_at if turn.ended_at is not None else _last_moment(turn)
    root = _span(turn.id, turn.id, "", "invoke_agent Callboard", _INTERNAL)
    root |= _times(turn.created_at, ended)
    root["attributes"] = [
        _text("gen_ai.operation.name", "invoke_agent"),
        _text("gen_ai.agent.name", "Callboard"),
        _text("gen_ai.conversation.id", turn.chat_id),
    ]
    if turn.state is TurnState.FAILED:
        _fail(root, str(turn.failure.category) if turn.failure is not None else "_OTHER")
    spans = [root]
    for round_ in turn.rounds:
        spans.append(_of_round(turn, round_, ended))
        spans += [_of_call(turn, round_, use) for use in round_.tool_uses]
    return spans


def _of_round(turn: Turn, round_: Round, ended: float) -> _Span:
    origin = round_.origin
    span = _span(turn.id, round_.id, turn.id, f"chat {origin.model}", _CLIENT)
    span |= _times(round_.started_at, round_.ended_at if round_.ended_at is not None else ended)
    attributes = [
        _text("gen_ai.operation.name", "chat"),
        _text("gen_ai.provider.name", _provider(origin)),
        _text("gen_ai.request.model", origin.model),
        _text("gen_ai.conversation.id", turn.chat_id),
    ]
    if origin.host:
        attributes.append(_text("server.address", origin.host))
    for name, tokens in (
        ("gen_ai.usage.input_tokens", round_.usage.input_tokens),
        ("gen_ai.usage.output_tokens", round_.usage.output_tokens),
    ):
        if tokens is not None:
            attributes.append({"key": name, "value": {"intValue": str(tokens)}})
    if round_.stop is not None:
        finish = _FINISHES.get(round_.stop, round_.stop_reason or str(round_.stop))
        values = [{"stringValue": finish}]
        attributes.append(
            {"key": "gen_ai.response.finish_reasons", "value": {"arrayValue": {"values": values}}}
        )
    span["attributes"] = attributes
    if round_.stop is Stop.ERROR or (round_.stop is None and turn.state is TurnState.FAILED):
        _fail(span, str(turn.failure.category) if turn.failure is not None else "_OTHER")
    return span


def _of_call(turn: Turn, round_: Round, use: ToolUse) -> _Span:
    call = use.call
    span = _span(turn.id, call.id, round_.id, f"execute_tool {call.name}", _INTERNAL)
    began = use.started_at if use.started_at is not None else round_.ended_at or round_.started_at
    span |= _times(began, use.ended_at if use.ended_at is not None else began)
    span["attributes"] = [
        _text("gen_ai.operation.name", "execute_tool"),
        _text("gen_ai.tool.name", call.name),
        _text("gen_ai.tool.call.id", call.provider_call_id or call.id),
        _text("gen_ai.tool.type", "function"),
    ]
    if use.result is not None and use.result.outcome is not Outcome.DONE:
        _fail(span, str(use.result.outcome))
    return span


def _span(turn_id: str, id_: str, parent: str, name: str, kind: int) -> _Span:
    span: _Span = {
        "traceId": _hex(turn_id, 16),
        "spanId": _hex(id_, 8),
        "name": name,
        "kind": kind,
        "status": {"code": _OK},
    }
    if parent:
        span["parentSpanId"] = _hex(parent, 8)
    return span


def _fail(span: _Span, kind: str) -> None:
    span["status"] = {"code": _ERROR}
    span["attributes"].append(_text("error.type", kind))


def _times(begin: float, end: float) -> dict[str, str]:
    started = round(begin * _NANO)
    return {
        "startTimeUnixNano": str(started),
        "endTimeUnixNano": str(max(started, round(end * _NANO))),
    }


def _last_moment(turn: Turn) -> float:
    moments = [turn.created_at]
    for round_ in turn.rounds:
        moments += [round_.ended_at or round_.first_delta_at or round_.started_at]
        moments += [use.ended_at or use.started_at or 0.0 for use in round_.tool_uses]
    return max(moments)


def _provider(origin: Origin) -> str:
    host = host_of(origin.host) or origin.host
    if origin.dialect is Dialect.OLLAMA_CHAT:
        return "ollama"
    return _PROVIDERS.get(host, host or "callboard")


def _text(key: str, value: str) -> _Attribute:
    return {"key": key, "value": {"stringValue": value}}


def _hex(id_: str, length: int) -> str:
    """The same for the same ID, so that a turn sent twice is one trace."""
    return hashlib.sha256(id_.encode()).hexdigest()[: length * 2]
