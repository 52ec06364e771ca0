"""One server of the shared JSON, whatever its fields are called, as an entry without secrets."""

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from pydantic import ValidationError

from studio.core.placeholders import foreign_in, placeholder
from studio.core.server_secrets import Sorting
from studio.core.servers import ServerEntry, Transport

_URLS = ("url", "serverUrl", "httpUrl", "baseUrl", "uri", "endpoint")
_TRANSPORTS = {
    "stdio": Transport.STDIO,
    "local": Transport.STDIO,
    "inmemory": Transport.STDIO,
    "http": Transport.HTTP,
    "https": Transport.HTTP,
    "streamablehttp": Transport.HTTP,
    "streamable": Transport.HTTP,
    "remote": Transport.HTTP,
    "sse": Transport.SSE,
}
_MILLISECONDS = 1_000  # from here on a time limit cannot have been meant in seconds
_LONGEST_TIMEOUT = 86_400.0
_MOST = 1_000
_LONGEST = 100_000


class BadFieldError(ValueError):
    """`code` is one of `ProblemCode`. Never holds a value that may be a secret."""

    def __init__(self, code: str, field: str = "", detail: str = "") -> None:
        super().__init__(f"{code} {field}")
        self.code = code
        self.field = field
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Found:
    """`secrets` and `missing` are by key ID."""

    entry: ServerEntry
    secrets: Mapping[str, str] = field(repr=False)
    missing: tuple[str, ...]
    foreign: tuple[str, ...]


def read_fields(given: Mapping[str, Any], name: str, server_id: str) -> Found:
    """Raises `BadFieldError`."""
    sorting = Sorting()
    url = next((said for each in _URLS if (said := _text(given, each).strip())), "")
    command, arguments, environment = _program(given)
    transport = _transport(given, command, url)
    fields: dict[str, Any] = {
        "id": server_id,
        "name": name,
        "transport": transport,
        "environment": sorting.environment(environment),
        "is_enabled": _is_enabled(given),
        "tools_off": _texts(given, "disabledTools") or _texts(given, "excludeTools"),
    }
    if transport is Transport.STDIO:
        fields |= {
            "command": command,
            "arguments": sorting.arguments(arguments),
            "folder": _text(given, "cwd") or _text(given, "workingDirectory"),
        }
    else:
        fields |= _remote(given, url, sorting)
    if (timeout := _timeout(given)) is not None:
        fields["timeout"] = timeout
    fields["secret_environment"] = tuple(sorting.variables)
    fields["secret_headers"] = tuple(sorting.headers)
    entry = _entry(fields)
    return Found(entry, sorting.secrets, tuple(sorting.missing), _foreign(entry))


def _entry(fields: Mapping[str, Any]) -> ServerEntry:
    try:
        return ServerEntry.model_validate(fields)
    except ValidationError as error:
        place = error.errors(include_input=False, include_url=False)[0]["loc"]
        raise BadFieldError("bad_value", str(place[0]) if place else "") from None


def _remote(given: Mapping[str, Any], url: str, sorting: Sorting) -> dict[str, Any]:
    _check_address(url)
    init = given.get("requestInit")
    inner = _mapping(init, "headers") if isinstance(init, Mapping) else {}
    headers = _mapping(given, "headers") or _mapping(given, "http_headers") or inner
    for name, value in headers.items():
        if not _is_header(name, value):
            raise BadFieldError("bad_value", "headers", name if name.isprintable() else "")
    login = given.get("oauth")
    oauth = login if isinstance(login, Mapping) else {}
    scopes = oauth.get("scopes", oauth.get("scope", ()))
    return {
        "url": sorting.address(url),
        "headers": sorting.plain_headers(headers),
        "client_id": _text(oauth, "clientId") or _text(oauth, "client_id"),
        "scopes": tuple(scopes.split()) if isinstance(scopes, str) else _texts(oauth, "scopes"),
    }


def _check_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_good = False
    if not is_good or not url.isprintable() or " " in url:
        raise BadFieldError("bad_address", "url")


def _is_header(name: str, value: str) -> bool:
    letters = (each.isalnum() or each in "-_." for each in name)
    is_name = bool(name) and name.isascii() and all(letters)
    return is_name and not any(each in value for each in "\n\r\0")


def _program(given: Mapping[str, Any]) -> tuple[str, tuple[str, ...], dict[str, str]]:
    """Command, arguments and environment; Zed has had all three inside of `command`."""
    said = given.get("command")
    inner = given
    if isinstance(said, Mapping):
        inner, said = said, said.get("path", said.get("command"))
    arguments = _texts(inner, "args") or _texts(inner, "arguments")
    environment = _mapping(inner, "env") or _mapping(inner, "environment")
    if isinstance(said, list):
        words = _listed("command", said)
        return (words[0] if words else ""), (*words[1:], *arguments), environment
    if said is not None and not isinstance(said, str):
        raise BadFieldError("bad_value", "command")
    command = (said or "").strip()
    if "\0" in command or any("\0" in each for each in arguments):
        raise BadFieldError("bad_value", "command")
    if not arguments and _is_line(command):
        words = _words(command)
        return words[0], words[1:], environment
    return command, arguments, environment


def _is_line(command: str) -> bool:
    """`npx -y server` as one text. A path with a space in it is none."""
    first = command.partition(" ")[0]
    return " " in command and not any(sign in first for sign in "/\\\"'~")


def _words(command: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(command)) or (command,)
    except ValueError:
        return (command,)


def _transport(given: Mapping[str, Any], command: str, url: str) -> Transport:
    if not command and not url:
        raise BadFieldError("nothing_to_reach")
    said = given.get("type", given.get("transport", given.get("transportType")))
    if isinstance(said, Mapping):
        said = said.get("type")
    if isinstance(said, str) and said.strip():
        kind = _TRANSPORTS.get(said.lower().replace("-", "").replace("_", "").strip())
        if kind is None:
            raise BadFieldError("unknown_transport", "type", said.strip())
        if (kind is Transport.STDIO) == bool(command):
            return kind
    if command:
        return Transport.STDIO
    return Transport.SSE if _is_old_address(given, url) else Transport.HTTP


def _is_old_address(given: Mapping[str, Any], url: str) -> bool:
    """Where nothing else tells, the path of the older way does; the newer falls back to it."""
    try:
        path = urlsplit(url).path
    except ValueError:
        return False
    return "httpUrl" not in given and path.rstrip("/").endswith("/sse")


def _is_enabled(given: Mapping[str, Any]) -> bool:
    if isinstance(disabled := given.get("disabled"), bool):
        return not disabled
    said = (given.get(name) for name in ("enabled", "isActive", "active"))
    return next((each for each in said if isinstance(each, bool)), True)


def _timeout(given: Mapping[str, Any]) -> float | None:
    """In seconds, whatever it was written in. What is none is passed over."""
    said = given.get("timeout")
    if isinstance(said, bool) or not isinstance(said, int | float) or not said > 0:
        return None
    try:
        seconds = float(said) / 1_000 if said >= _MILLISECONDS else float(said)
    except OverflowError:
        return None
    return min(seconds, _LONGEST_TIMEOUT)


def _foreign(entry: ServerEntry) -> tuple[str, ...]:
    texts: Iterable[str] = (
        entry.command,
        entry.folder,
        entry.url,
        *entry.arguments,
        *entry.environment.values(),
        *entry.headers.values(),
    )
    found = dict.fromkeys(each for text in texts for each in foreign_in(text))
    return tuple(placeholder(each) for each in found)


def _text(given: Mapping[str, Any], name: str) -> str:
    said = given.get(name)
    if said is None:
        return ""
    if not isinstance(said, str) or len(said) > _LONGEST or "\0" in said:
        raise BadFieldError("bad_value", name)
    return said


def _texts(given: Mapping[str, Any], name: str) -> tuple[str, ...]:
    said = given.get(name)
    if said is None:
        return ()
    if isinstance(said, str):
        return _words(said)
    if not isinstance(said, list):
        raise BadFieldError("bad_value", name)
    return _listed(name, said)


def _listed(name: str, items: list[Any]) -> tuple[str, ...]:
    if len(items) > _MOST:
        raise BadFieldError("bad_value", name)
    return tuple(_scalar(name, each) for each in items)


def _mapping(given: Mapping[str, Any], name: str) -> dict[str, str]:
    said = given.get(name)
    if said is None:
        return {}
    if not isinstance(said, Mapping) or len(said) > _MOST:
        raise BadFieldError("bad_value", name)
    # One without a value is no variable at all: VS Code writes so to unset it.
    found = {key: _scalar(name, each) for key, each in said.items() if each is not None}
    if any(not key or "=" in key or "\0" in key for key in found):
        raise BadFieldError("bad_value", name)
    return found


def _scalar(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _number(name, value)
    if not isinstance(value, str) or len(value) > _LONGEST or "\0" in value:
        raise BadFieldError("bad_value", name)
    return value


def _number(name: str, value: float) -> str:
    try:
        return str(value)
    except ValueError:  # thousands of digits
        raise BadFieldError("bad_value", name) from None
