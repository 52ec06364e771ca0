"""Status, headers and body become one failure with one category: decided here and nowhere else."""

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from studio.core.errors import Category, Failure
from studio.wire.lenient import as_count, as_object, as_text, beginning, clean_text, parsed

MAX_MESSAGE = 2_000
MAX_BODY = 256 * 1024

_BY_STATUS = {
    401: Category.AUTHENTICATION,
    402: Category.QUOTA,
    403: Category.PERMISSION,
    404: Category.MODEL_NOT_FOUND,
    408: Category.TIMEOUT,
    413: Category.CONTEXT_TOO_LONG,
    429: Category.RATE_LIMIT,
    498: Category.OVERLOADED,  # Groq: flex capacity exceeded
    503: Category.OVERLOADED,
    504: Category.TIMEOUT,
    529: Category.OVERLOADED,
}
_BY_WORD = {
    "authentication_error": Category.AUTHENTICATION,
    "invalid_api_key": Category.AUTHENTICATION,
    "permission_error": Category.PERMISSION,
    "permission_denied": Category.PERMISSION,
    "model_not_found": Category.MODEL_NOT_FOUND,
    "deploymentnotfound": Category.MODEL_NOT_FOUND,
    "not_found_error": Category.MODEL_NOT_FOUND,
    "insufficient_quota": Category.QUOTA,
    "billing_error": Category.QUOTA,
    "billing_hard_limit_reached": Category.QUOTA,
    "insufficient_balance": Category.QUOTA,
    "exceeded_current_quota_error": Category.QUOTA,
    "rate_limit_error": Category.RATE_LIMIT,
    "rate_limit_exceeded": Category.RATE_LIMIT,
    "context_length_exceeded": Category.CONTEXT_TOO_LONG,
    "exceed_context_size_error": Category.CONTEXT_TOO_LONG,  # llama.cpp
    "request_too_large": Category.CONTEXT_TOO_LONG,
    "string_above_max_length": Category.CONTEXT_TOO_LONG,
    "content_filter": Category.CONTENT_FILTER,
    "content_policy_violation": Category.CONTENT_FILTER,
    "responsibleaipolicyviolation": Category.CONTENT_FILTER,
    "overloaded_error": Category.OVERLOADED,
    "engine_overloaded_error": Category.OVERLOADED,
    "unavailable_error": Category.OVERLOADED,  # llama.cpp while it loads
    "server_error": Category.SERVER,
    "api_error": Category.SERVER,
    "internal_server_error": Category.SERVER,
    "timeout_error": Category.TIMEOUT,
}
_TOO_LONG = re.compile(
    r"maximum context length|context (length|window|size)|prompt is too long|prompt too long"
    r"|too many tokens|input is too long|exceeds? the (available|maximum) (context|number of tok)"
    r"|reduce the length of",
    re.IGNORECASE,
)
_NO_QUOTA = re.compile(
    r"exceeded your current quota|insufficient[ _](quota|balance|credits?|funds)|credit balance"
    r"|billing hard limit|out of credits|requires more credits",
    re.IGNORECASE,
)
_BAD_KEY = re.compile(
    r"(incorrect|invalid|wrong|missing|no) (x-)?api[ -]?key|api key not valid|invalid bearer token"
    r"|(didn't|did not) provide an api key",
    re.IGNORECASE,
)
_KEY = re.compile(r"\b((?:sk|pk|rk|gsk|xai|key|hf|nvapi|pplx|csk|AIza)[-_]?)[A-Za-z0-9_-]{16,}")
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
    return Failure(
        category=category_of(status, message or text[:MAX_MESSAGE], code, kind),
        message=_presentable(message or _plain(text)),
        status=status,
        code=code or kind,
        request_id=_request_id(known, payload),
        retry_after=retry_after(known, now),
        url=url,
    )


def failure_from_payload(payload: Any) -> Failure:
    """An error that came inside a reply with status 200."""
    message, code, kind = _said(payload)
    status = int(code) if code.isdecimal() and len(code) == 3 else None
    return Failure(
        category=category_of(status, message, code, kind),
        message=_presentable(message),
        status=status,
        code=code or kind,
        request_id=_request_id({}, payload),
    )


def unreadable(message: str) -> Failure:
    return Failure(Category.UNREADABLE_REPLY, _presentable(message))


def category_of(status: int | None, message: str, code: str, kind: str) -> Category:
    """The words of a provider count for more than its status: many send 400 for everything."""
    by_text = _category_by_text(message)
    if by_text is not None and (status is None or status < 500 or by_text is not Category.QUOTA):
        return by_text
    for word in (code.lower(), kind.lower()):
        if word in _BY_WORD:
            return _BY_WORD[word]
    return _category_by_status(status)


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
        return max(0.0, parsedate_to_datetime(said).timestamp() - now)
    except (ValueError, OverflowError):
        return None


def _number(text: str) -> float | None:
    try:
        value = float(text.strip())
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None


def _category_by_text(message: str) -> Category | None:
    if _TOO_LONG.search(message):
        return Category.CONTEXT_TOO_LONG
    if _NO_QUOTA.search(message):
        return Category.QUOTA
    if _BAD_KEY.search(message):
        return Category.AUTHENTICATION
    return None


def _category_by_status(status: int | None) -> Category:
    if status is None:
        return Category.SERVER
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status >= 500:
        return Category.SERVER
    return Category.BAD_REQUEST if status >= 400 else Category.UNREADABLE_REPLY


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
    kind = _word(inner.get("type")) or _word(inner.get("status"))
    return message, _word(inner.get("code")), kind


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


def _plain(text: str) -> str:
    """The words of an HTML page or of anything else that is no JSON."""
    if "<" in text[:1000]:
        text = _TAG.sub(" ", text[:20_000])
    return beginning(text)


def _presentable(message: str) -> str:
    masked = _KEY.sub(lambda found: f"{found[1]}…{found[0][-4:]}", clean_text(message.strip()))
    return masked if len(masked) <= MAX_MESSAGE else masked[: MAX_MESSAGE - 1] + "…"
