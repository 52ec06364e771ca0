"""Reads what people paste to connect a provider: a key, a line with a key, or a curl command.

Pasted text holds a secret: it goes into no error, no log and no `repr`.
"""

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from studio.core.messages import Dialect
from studio.core.secret_names import names_secret
from studio.core.trimming import strip_pasted

LONGEST = 100_000
_SHORTEST_KEY = 16
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_\-.:+/=]+")
_ASSIGNMENT = re.compile(
    r"(?:export\s+|set\s+|\$env:)?[A-Za-z_][A-Za-z0-9_]*\s*[=:]\s*[\"']?([^\"'\s]+)[\"']?;?"
)
_BASH_TEXT = re.compile(r"\$(?=')")
_VARIABLE = re.compile(r"\$[A-Za-z_{(]|%[A-Za-z_]+%|<[^>]*>|^your[_-]|x{6,}|\.\.\.|\*{3,}", re.I)
_DATA_OPTIONS = frozenset({"-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json"})
_HEADER_OPTIONS = frozenset({"-H", "--header"})
# Options with a value that could be taken for an address otherwise.
_OTHER_OPTIONS = frozenset(
    {"-X", "--request", "-o", "--output", "-A", "--user-agent", "-e", "--referer", "-m"}
    | {"--max-time", "-x", "--proxy", "-u", "--user", "--connect-timeout", "-b", "--cookie"}
)
_PLAIN_HEADERS = frozenset(
    {"content-type", "accept", "user-agent", "host", "content-length", "anthropic-version"}
)
_ENDPOINTS = (
    ("/chat/completions", Dialect.OPENAI_CHAT),
    ("/responses", Dialect.OPENAI_RESPONSES),
    ("/messages", Dialect.ANTHROPIC_MESSAGES),
    ("/completions", Dialect.OPENAI_CHAT),
    ("/models", None),
    ("/api/chat", Dialect.OLLAMA_CHAT),
    ("/api/generate", Dialect.OLLAMA_CHAT),
    ("/api/tags", Dialect.OLLAMA_CHAT),
)
# Gemini's endpoints name the model and end in what is done with it.
_GEMINI_ENDPOINT = re.compile(r"/models/([^/:]+):\w+$")
_KEY_PARAMETERS = ("key", "api_key", "api-key", "apikey")


@dataclass(frozen=True, slots=True)
class Pasted:
    """What could be read. Empty where the text did not say; secrets stay out of its `repr`."""

    key: str = field(default="", repr=False)
    base_url: str = ""
    dialect: Dialect | None = None
    model: str = ""
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)


def read_pasted(text: str) -> Pasted | None:
    """None for anything that is neither a key nor a request."""
    text = strip_pasted(text)
    if not text or len(text) > LONGEST:
        return None
    if re.match(r"(?:\$\s+)?curl(?:\.exe)?\s", text):
        return _read_command(text)
    bare = text.strip("\"'`")
    if bare.lower().startswith(("http://", "https://")):
        return _read_address(bare) if not re.search(r"\s", bare) else None
    return _read_key(bare)


def _read_key(text: str) -> Pasted | None:
    text = re.sub(r"^(?:authorization:\s*)?bearer\s+", "", text, flags=re.I)
    assigned = _ASSIGNMENT.fullmatch(text)
    key = assigned[1] if assigned else text
    return Pasted(key) if _is_key(key) else None


def _is_key(text: str) -> bool:
    """Long, of one piece, and with a digit in it: no word of any language."""
    return (
        len(text) >= _SHORTEST_KEY
        and _KEY.fullmatch(text) is not None
        and re.search(r"\d", text) is not None
        and "://" not in text
    )


def _read_address(address: str) -> Pasted | None:
    base_url, dialect = _split(address)
    if not base_url:
        return None
    return Pasted(_key_in(address), base_url, dialect, _model_in(address))


def _read_command(text: str) -> Pasted | None:
    try:
        words = shlex.split(_joined(text))
    except ValueError:
        return None
    address, headers, bodies = "", [], []
    for option, value in _options(words[1:] if words[0] != "$" else words[2:]):
        if option in _HEADER_OPTIONS:
            headers.append(_header(value))
        elif option in _DATA_OPTIONS:
            bodies.append(value)
        elif option in ("", "--url") and not address:
            address = value
    base_url, dialect = _split(address)
    if not base_url:
        return None
    if dialect is None and any(name.lower() == "anthropic-version" for name, _ in headers):
        dialect = Dialect.ANTHROPIC_MESSAGES
    keys = [header for header in headers if _is_key_header(header, dialect)]
    key = _secret(keys[0][1]) if keys else _key_in(address)
    others = tuple(pair for pair in headers if pair not in keys and _is_other(pair))
    return Pasted(key, base_url, dialect, _model(bodies) or _model_in(address), others)


def _joined(text: str) -> str:
    """One line: `\\` ends a line in a Unix shell, `^` in Windows', a backtick in PowerShell."""
    is_windows = re.search(r"\^\s*\n", text) is not None
    text = re.sub(r"[\\^`][ \t]*\r?\n", " ", text)
    if is_windows:
        text = re.sub(r"\^(.)", r"\1", text)
    return _BASH_TEXT.sub("", text)


def _options(words: list[str]) -> Iterator[tuple[str, str]]:
    """Pairs of option and value; what stands alone comes with an empty option."""
    waiting = iter(words)
    for word in waiting:
        name, equals, value = word.partition("=")
        if word in _HEADER_OPTIONS | _DATA_OPTIONS | _OTHER_OPTIONS or word == "--url":
            yield word, next(waiting, "")
        elif word.startswith("--") and equals:
            yield name, value
        elif word[:2] in ("-H", "-d") and len(word) > 2:
            yield word[:2], word[2:]
        elif not word.startswith("-"):
            yield "", word


def _header(text: str) -> tuple[str, str]:
    name, _, value = text.partition(":")
    return name.strip(), value.strip()


def _is_key_header(header: tuple[str, str], dialect: Dialect | None) -> bool:
    """The header in which we send a key too. A key in another one stays a header."""
    name, value = header
    if name.lower() == "x-api-key":
        return dialect is Dialect.ANTHROPIC_MESSAGES
    if name.lower() == "x-goog-api-key":
        return dialect is Dialect.GOOGLE_GEMINI
    return name.lower() == "authorization" and value.lower().startswith("bearer ")


def _secret(value: str) -> str:
    """The key of a header's value; nothing where the text has a placeholder for it."""
    key = re.sub(r"^bearer\s+", "", value, flags=re.I).strip()
    return "" if _VARIABLE.search(key) else key


def _is_other(header: tuple[str, str]) -> bool:
    name, value = header[0].lower(), header[1]
    return bool(name and value) and name not in _PLAIN_HEADERS and not _VARIABLE.search(value)


def _model(bodies: list[str]) -> str:
    for body in bodies:
        try:
            read = json.loads(body)
        except (ValueError, RecursionError):
            continue
        model = read.get("model") if isinstance(read, dict) else None
        if isinstance(model, str):
            return "" if _VARIABLE.search(model) else model
    return ""


def _split(address: str) -> tuple[str, Dialect | None]:
    """The base URL before a known endpoint, and the dialect that the endpoint speaks."""
    if "://" not in address:
        address = f"https://{address}" if re.match(r"[\w.-]+\.\w+(?:[:/]|$)", address) else ""
    try:
        parts = urlsplit(address)
        host = parts.hostname
        _ = parts.port
    except ValueError:
        return "", None
    if not host or parts.scheme not in ("http", "https") or "@" in parts.netloc:
        return "", None
    path = parts.path.rstrip("/")
    query = f"?{parts.query}" if parts.query and not holds_secret(address) else ""
    method = _GEMINI_ENDPOINT.search(path)
    if method is not None:
        return f"{parts.scheme}://{parts.netloc}{path[: method.start()]}", Dialect.GOOGLE_GEMINI
    for ending, dialect in _ENDPOINTS:
        if path.endswith(ending):
            base = f"{parts.scheme}://{parts.netloc}{path.removesuffix(ending)}"
            return base + query, dialect
    return f"{parts.scheme}://{parts.netloc}{path}{query}", None


def _model_in(address: str) -> str:
    method = _GEMINI_ENDPOINT.search(address.partition("?")[0].rstrip("/"))
    return method[1] if method is not None and not _VARIABLE.search(method[1]) else ""


def _key_in(address: str) -> str:
    """The key that Google's own commands put into the address."""
    query = address.partition("?")[2].partition("#")[0]
    for name, _, value in (pair.partition("=") for pair in query.split("&")):
        if name.lower() in _KEY_PARAMETERS and _is_key(value):
            return _secret(value)
    return ""


def holds_secret(address: str) -> bool:
    """Whether an address has a parameter such as `?key=`: addresses are no place for secrets."""
    query = address.partition("?")[2].partition("#")[0]
    return any(names_secret(pair.partition("=")[0]) for pair in query.split("&"))
