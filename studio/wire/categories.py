"""Which words and which status mean which category. Words come first: see `category_of`."""

import re

from studio.core.errors import Category

_BY_STATUS = {
    401: Category.AUTHENTICATION,
    402: Category.QUOTA,
    403: Category.PERMISSION,
    404: Category.ADDRESS,  # nothing said of a model: there is no such API at this address
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
    "server_is_overloaded": Category.OVERLOADED,  # OpenAI
    "unavailable_error": Category.OVERLOADED,  # llama.cpp while it loads
    "server_error": Category.SERVER,
    "api_error": Category.SERVER,
    "internal_server_error": Category.SERVER,
    "timeout_error": Category.TIMEOUT,
}
_TOO_LONG = re.compile(
    r"maximum context length|context (length|window|size|limit)|prompt is too long|prompt too long"
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
_NO_MODEL = re.compile(
    r"\b(model|deployment)\b.{0,120}(does not exist|do(es)? not have access|not found|not exist)"
    r"|(no such|unknown|invalid) model|not a valid model|model not (found|exist)|^model: "
    r"|\bmodels/\S+ is not (found|supported)",
    re.IGNORECASE | re.DOTALL,
)
# Ollama and Google say it so in mid stream, where there is no status.
_BUSY = re.compile(r"\bserver (is )?busy\b|\bmodel is (currently )?overloaded\b", re.IGNORECASE)


def category_of(status: int | None, message: str, code: str, kind: str) -> Category:
    """The words of a provider count for more than its status: many send 400 for everything."""
    by_text = _category_by_text(message)
    if by_text is not None and (status is None or status < 500 or by_text is not Category.QUOTA):
        return by_text
    for word in (code.lower(), kind.lower()):
        if word in _BY_WORD:
            return _BY_WORD[word]
    if status is None and "invalid" in f"{code} {kind}".lower():
        return Category.BAD_REQUEST
    return _category_by_status(status)


def _category_by_text(message: str) -> Category | None:
    if _TOO_LONG.search(message):
        return Category.CONTEXT_TOO_LONG
    if _NO_QUOTA.search(message):
        return Category.QUOTA
    if _BAD_KEY.search(message):
        return Category.AUTHENTICATION
    if _BUSY.search(message):
        return Category.OVERLOADED
    return Category.MODEL_NOT_FOUND if _NO_MODEL.search(message) else None


def _category_by_status(status: int | None) -> Category:
    if status is None:
        return Category.SERVER
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status >= 500:
        return Category.SERVER
    return Category.BAD_REQUEST if status >= 400 else Category.UNREADABLE_REPLY
