"""Status, headers and body become one failure with one category: decided here and nowhere else."""

import re
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Any

from studio.core.errors import Category, Failure
from studio.wire.categories import category_of
from studio.wire.lenient import (
    as_count,
    as_list,
    as_object,
    as_text,
    beginning,
    clean_text,
    dumped,
    parsed,
)

MAX_MESSAGE = 2_000
MAX_BODY = 256 * 1024

_KEY = re.compile(r"\b((?:sk|pk|rk|gsk|xai|key|hf|nvapi|pplx|csk|AIza)[-_]?)[A-Za-z0-9_-]{16,}")
_TRY_AGAIN = re.compile(
    r"(?:try again|retry) (?:in|after) ([0-9.]{1,8}) ?(ms|milliseconds?|s|sec\w*|m|min\w*)\b", re.I
)
_TAG = re.compile(r"<(script|style)\b.*?</\1\s*>|<[^>]*>", re.IGNORECASE | re.DOTALL)
_REQUEST_IDS = (
    "request-id",
    "x-request-id",
    "apim-request-id",
    "x-ms-request-id",
    "x-amzn-requestid",
    "x-generation-id",
    "cf-ray",
)


def failure_from_response(
    status: int,
    headers: Mapping[str, str],
    body: bytes | str,
    url: str = "",
    now: float | None = None,
) -> Failure:
    """What an HTTP reply that is no success means. `now` (epoch) reads a `Retry-After` date."""
    known = {name.lower(): value for name, value in headers.items()}
    text = body if isinstance(body, str) else body[:MAX_BODY].decode("utf-8", "replace")
    payload = _payload(text)
    message, code, kind = _said(payload)
    category = category_of(status, message or text[:MAX_MESSAGE], code, kind)
    if category is Category.QUOTA and _delay_in(payload) is not None:
        category = Category.RATE_LIMIT  # Google calls a limit for each minute a quota
    return Failure(
        category=category,
        message=_presentable(message or readable(text)),
        status=status,
        code=code or kind,
        request_id=_request_id(known, payload),
        retry_after=_wait(known, now, payload),
        url=url,
    )


def failure_from_payload(payload: Any) -> Failure:
    """An error that came inside a reply with status 200."""
    message, code, kind = _said(payload)
    status = int(code) if code.isdecimal() and len(code) == 3 else None
    if not (message or code or kind):
        return unreadable(beginning(dumped(payload)))
    return Failure(
        category=category_of(status, message, code, kind),
        message=_presentable(message),
        status=status,
        code=code or kind,
        request_id=_request_id({}, payload),
    )


def is_bare_error(payload: Mapping[str, Any]) -> bool:
    """An error that is not under `error`: as vLLM, FastAPI and gateways put it into a stream."""
    if payload.get("object") == "error":
        return True
    if any(name in payload for name in ("choices", "usage", "response", "delta")):
        return False
    if payload.get("detail"):
        return bool(_message(payload))
    has_code = any(_word(payload.get(name)) for name in ("code", "status", "statusCode"))
    return has_code and bool(as_text(payload.get("message")))


def unreadable(message: str, code: str = "") -> Failure:
    return Failure(Category.UNREADABLE_REPLY, _presentable(message), code=code)


def retry_after(headers: Mapping[str, str], now: float | None) -> float | None:
    """Seconds to wait, from `retry-after-ms`, or `retry-after` in seconds or as a date."""
    milliseconds = _number(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    said = headers.get("retry-after", "").strip()
    seconds = _number(said)
    if seconds is not None or not said or now is None:
        return seconds
    try:
        time = parsedate_to_datetime(said)
        told = time if time.tzinfo else time.replace(tzinfo=UTC)
        return max(0.0, told.timestamp() - now)
    except (ValueError, OverflowError):
        return None


def _wait(headers: Mapping[str, str], now: float | None, payload: Any) -> float | None:
    told = retry_after(headers, now)
    return _delay_in(payload) if told is None else told


def _delay_in(payload: Any) -> float | None:
    """Google tells the delay in the body alone, `"retryDelay": "34s"`; OpenAI and others in
    words."""
    for detail in as_list(as_object(as_object(payload).get("error")).get("details")):
        said = as_text(as_object(detail).get("retryDelay"))
        if said.endswith("s"):
            return _number(said[:-1])
    found = _TRY_AGAIN.search(_said(payload)[0])
    if found is None:
        return None
    wait = _number(found[1])
    return None if wait is None else wait * _seconds(found[2].lower())


def _seconds(unit: str) -> float:
    if unit.startswith(("ms", "milli")):
        return 0.001
    return 60.0 if unit.startswith("m") else 1.0


def _number(text: str) -> float | None:
    try:
        value = float(text.strip())
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None


def _payload(text: str) -> Any:
    try:
        payload = parsed(text)
    except ValueError:
        return None
    if isinstance(payload, list) and payload:  # Google wraps its errors in a list
        return payload[0]
    return payload


def _said(payload: Any) -> tuple[str, str, str]:
    """Message, code and type, wherever a provider puts them."""
    if isinstance(payload, str):
        return payload, "", ""
    outer = as_object(payload)
    error = outer.get("error")
    if isinstance(error, str):
        return error, _word(outer.get("code")), _word(outer.get("type"))
    inner = as_object(error) or outer
    message = _message(inner) or _message(outer)
    hidden = _word(as_object(inner.get("innererror")).get("code"))  # Azure's filter says it there
    kind = hidden or _word(inner.get("type")) or _word(inner.get("status"))
    return message, _word(inner.get("code")) or _word(error), kind


def _message(error: Mapping[str, Any]) -> str:
    for name in ("message", "msg", "detail", "error_description", "title", "error", "reason"):
        value = error.get(name)
        if isinstance(value, str) and value.strip():
            return _with_upstream(value, error)
        if isinstance(value, list) and value:  # FastAPI: a list of findings
            return "; ".join(as_text(as_object(item).get("msg")) or str(item) for item in value[:5])
        nested = as_text(as_object(value).get("message"))
        if nested:
            return nested
    return ""


def _with_upstream(message: str, error: Mapping[str, Any]) -> str:
    """OpenRouter says "Provider returned error" and puts the provider's words beside it."""
    raw = as_text(as_object(error.get("metadata")).get("raw")).strip()
    return f"{message}: {raw}" if raw else message


def _word(value: Any) -> str:
    if isinstance(value, str):
        return clean_text(value)
    count = as_count(value)
    return "" if count is None else str(count)


def _request_id(headers: Mapping[str, str], payload: Any) -> str:
    for name in _REQUEST_IDS:
        if headers.get(name):
            return headers[name]
    return as_text(as_object(payload).get("request_id"))


def readable(text: str) -> str:
    """The words of an HTML page or of anything else that is no JSON."""
    if "<" in text[:1000]:
        text = _TAG.sub(" ", text[:8_000])
    return beginning(text)


def _presentable(message: str) -> str:
    masked = _KEY.sub(lambda found: f"{found[1]}…{found[0][-4:]}", clean_text(message.strip()))
    return masked if len(masked) <= MAX_MESSAGE else masked[: MAX_MESSAGE - 1] + "…"
