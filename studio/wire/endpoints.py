"""Every form of a base URL that people paste becomes one well-formed URL for each purpose."""

import re
from typing import NoReturn
from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

from studio.core.addresses import bare_address, is_near, names_scheme
from studio.core.errors import AddressError, Category, Failure
from studio.core.messages import Dialect

CHAT_PATH = "chat/completions"
RESPONSES_PATH = "responses"
MESSAGES_PATH = "messages"
MODELS_PATH = "models"
OLLAMA_PATH = "api/chat"
OLLAMA_MODELS_PATH = "api/tags"
GEMINI_VERSION = "v1beta"
ANTHROPIC_VERSION = "2023-06-01"

_ENDPOINTS = ("chat/completions", "completions", "responses", "messages", "models", "embeddings")
# What is pasted with the address of an Ollama server: it answers in other dialects too.
_OLLAMA_ENDPOINTS = ("chat", "generate", "tags", "show", "pull", "ps", "version")
_GEMINI_METHOD = re.compile(r"[^/]+:\w+")
_MODEL_RESOURCE = re.compile(r"(models|tunedModels|publishers/[^/]+/models)/.+")
_VERSION = re.compile(r"v\d+[a-z0-9.]*", re.IGNORECASE)
_HOST = re.compile(r"[a-zA-Z0-9]([a-zA-Z0-9._-]*[a-zA-Z0-9])?\.?")
_LIKE_A_KEY = re.compile(r"(?=.*\d)[a-zA-Z0-9_-]{20,}")
_BAD_CHARACTERS = re.compile(r"[\s\x00-\x1f\x7f\"<>\\^`{|}]")


class BadKeyError(ValueError):
    """The key holds characters that no HTTP header can carry, such as a line break."""


def request_url(base_url: str, dialect: Dialect, path: str, *, has_no_version: bool = False) -> str:
    """The URL for one path of the API. Raises `AddressError` that says what is wrong.

    A version in the path is left alone; where there is no path at all, `/v1` is what every
    dialect has but Gemini's, which has `/v1beta`, and Ollama's own, which has none. The same
    function serves the chat and the model list. `has_no_version`: this host's API begins right
    below its address. A query of the path is put behind the address's.
    """
    parts = _split(base_url)
    path, _, query = path.partition("?")
    root = _root(parts, dialect, has_no_version=has_no_version)
    whole = "/".join(["", *root, path])
    return urlunsplit((parts.scheme, parts.netloc, whole, _joined(parts.query, query), ""))


def models_url(base_url: str, dialect: Dialect, *, has_no_version: bool = False) -> str:
    path = OLLAMA_MODELS_PATH if dialect is Dialect.OLLAMA_CHAT else MODELS_PATH
    return request_url(base_url, dialect, path, has_no_version=has_no_version)


def gemini_path(model: str, *, streams: bool) -> str:
    """Gemini says in the path which model is asked, and how."""
    name = model if _MODEL_RESOURCE.fullmatch(model) else f"models/{model}"
    method = "streamGenerateContent?alt=sse" if streams else "generateContent"
    return f"{quote(name, safe='/@._~-')}:{method}"


def auth_headers(dialect: Dialect, key: str | None) -> dict[str, str]:
    """Secret headers: the caller masks them. Raises `BadKeyError`."""
    headers = {}
    if dialect is Dialect.ANTHROPIC_MESSAGES:
        headers["anthropic-version"] = ANTHROPIC_VERSION
    if not key:
        return headers
    if not key.isascii() or not key.isprintable():
        raise BadKeyError
    if dialect is Dialect.ANTHROPIC_MESSAGES:
        headers["x-api-key"] = key
    elif dialect is Dialect.GOOGLE_GEMINI:
        headers["x-goog-api-key"] = key
    else:
        headers["Authorization"] = f"Bearer {key}"
    return headers


def _split(base_url: str) -> SplitResult:
    address = bare_address(base_url)
    if not address:
        _refuse("empty", "the address is empty", "")
    if _LIKE_A_KEY.fullmatch(address):
        # Looked up as a host it would go to every name server on the way.
        _refuse("user", "this looks like a key: keys go into the key field", "")
    if not names_scheme(address):
        address = _with_scheme(address)
    if _BAD_CHARACTERS.search(address):
        _refuse("character", "the address holds a character that no URL may hold", address)
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        # Its words quote the address, of which a part may be a password.
        _refuse("no_url", "the address is no URL", address)
    _check(parts, port, address)
    return parts._replace(scheme=parts.scheme.lower(), netloc=_netloc(parts, port))


def _check(parts: SplitResult, port: int | None, address: str) -> None:
    if parts.scheme.lower() not in ("http", "https"):
        _refuse("scheme", "the address must begin with http:// or https://", address)
    if parts.username is not None or parts.password is not None:
        _refuse(
            "user",
            "the address holds a user name or password: keys go into the key field",
            address,
        )
    host = parts.hostname or ""
    if not host:
        _refuse("no_host", "the address names no host", address)
    if port == 0:
        _refuse("port", "port 0 is no port", address)
    if ":" not in host and not _HOST.fullmatch(_ascii(host, address)):
        _refuse("host", f"“{host}” is no host name", address)


def _with_scheme(address: str) -> str:
    """People leave it out. Only this computer and private numbers are spoken to in plain text."""
    return f"{'http' if is_near(address) else 'https'}://{address}"


def _ascii(host: str, address: str) -> str:
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        _refuse("host", f"“{host}” is no host name", address)


def _netloc(parts: SplitResult, port: int | None) -> str:
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else _ascii(host, "")
    return host if port is None else f"{host}:{port}"


def _joined(pasted: str, own: str) -> str:
    """Both queries; of a parameter that both name, the API's own."""
    names = {told.partition("=")[0] for told in own.split("&")}
    kept = [told for told in pasted.split("&") if told and told.partition("=")[0] not in names]
    return "&".join([*kept, *([own] if own else [])])


def _root(parts: SplitResult, dialect: Dialect, *, has_no_version: bool) -> list[str]:
    """The path's segments beneath which the dialect's paths begin."""
    segments = _without_endpoint(_segments(parts.path))
    match dialect:
        case Dialect.OLLAMA_CHAT:
            return _ollama_root(segments)
        case Dialect.GOOGLE_GEMINI:
            segments = _gemini_root(segments)
            return segments if _has_version(segments) else [*segments, GEMINI_VERSION]
        case _:
            needs_version = not has_no_version and _needs_version(segments, dialect)
            has_version = _has_version(segments)
            return segments if has_version or not needs_version else [*segments, "v1"]


def _segments(path: str) -> list[str]:
    return [quote(segment, safe="%:@!$&'()*+,;=~-._") for segment in path.split("/") if segment]


def _ollama_root(segments: list[str]) -> list[str]:
    """The server itself: what follows it is the API's own."""
    lowered = [segment.lower() for segment in segments]
    if lowered[-2:-1] == ["api"] and lowered[-1] in _OLLAMA_ENDPOINTS:
        return segments[:-2]
    return segments[:-1] if lowered[-1:] in (["v1"], ["api"]) else segments


def _gemini_root(segments: list[str]) -> list[str]:
    """Less a method with its model, and less the compatible API that lies beneath the native."""
    if segments and _GEMINI_METHOD.fullmatch(segments[-1]):
        segments = segments[:-1]
        segments = segments[:-1] if segments[-1:] == ["models"] else segments
    is_compatible = len(segments) == 2 and segments[1].lower() == "openai"
    return segments[:-1] if is_compatible and _VERSION.fullmatch(segments[0]) else segments


def _without_endpoint(segments: list[str]) -> list[str]:
    """The path's segments, less the endpoint that was pasted with it."""
    for endpoint in _ENDPOINTS:
        tail = endpoint.split("/")
        if [segment.lower() for segment in segments[-len(tail) :]] == tail:
            return segments[: -len(tail)]
    return segments


def _has_version(segments: list[str]) -> bool:
    return any(_VERSION.fullmatch(segment) for segment in segments)


def _needs_version(segments: list[str], dialect: Dialect) -> bool:
    """A path without a version is the provider's own (`/openai`, `/api/paas`); only Anthropic's
    dialect has `/v1` beneath any base, as its own client libraries put it there."""
    return not segments or dialect is Dialect.ANTHROPIC_MESSAGES


def _refuse(code: str, reason: str, address: str) -> NoReturn:
    raise AddressError(Failure(Category.ADDRESS, reason, code=code, url=_shown(address)))


def _shown(address: str) -> str:
    """What can hold no secret: nothing before the last @, which may stand in what is no host, and
    no query."""
    if "@" in address:
        return ""
    return re.split(r"[?#]", address, maxsplit=1)[0]
