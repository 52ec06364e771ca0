"""MCP servers in the JSON that clients share (`mcpServers`), read into entries and secrets.

What others write differs: Claude Desktop, Cursor, Windsurf (`serverUrl`), VS Code (`servers`), Zed
(`context_servers`), Gemini CLI (`httpUrl`), Cline, LM Studio, Jan, Cherry Studio (`baseUrl`,
`isActive`), Continue (a list), OpenCode (`mcp`, a command as a list). Never raises.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from studio.core.jsonc import BadPlace, Members, read_jsonc
from studio.core.server_fields import BadFieldError, read_fields
from studio.core.servers import ServerEntry

LARGEST = 4_000_000  # characters
MOST_SERVERS = 500
_MAPS = ("mcpServers", "servers", "context_servers", "mcp")
_SIGNS = frozenset(
    {"command", "url", "serverUrl", "httpUrl", "baseUrl", "args", "transport", "type", "uri"}
)


class ProblemCode(StrEnum):
    """What is wrong with pasted settings. The facts stand beside it; `ui` makes the sentence."""

    TOO_LARGE = "too_large"  # `detail` is the number of characters that are read
    NO_JSON = "no_json"  # `line` and `column` are where it stops being JSON
    NO_SERVERS = "no_servers"  # it is JSON, but none of the names that servers stand under
    TOO_MANY = "too_many"  # `detail` is how many are read
    NO_OBJECT = "no_object"  # the server is no object
    NOTHING_TO_REACH = "nothing_to_reach"  # neither command nor address
    BAD_VALUE = "bad_value"  # `field` cannot be what it is
    BAD_ADDRESS = "bad_address"  # no http or https address
    UNKNOWN_TRANSPORT = "unknown_transport"  # `detail` is its name
    TWICE = "twice"  # the name comes twice; the second was given another
    UNKNOWN_PLACEHOLDER = "unknown_placeholder"  # `detail` is one that nobody here fills
    SECRET_ASKED = "secret_asked"  # noqa: S105  # a word; `detail` is the name: the user must type it


@dataclass(frozen=True, slots=True)
class JsonProblem:
    """With `is_error` the server, or everything where `server` is empty, could not be read."""

    code: ProblemCode
    server: str = ""
    field: str = ""
    detail: str = ""
    line: int = 0
    column: int = 0
    is_error: bool = True


@dataclass(frozen=True, slots=True)
class ReadServers:
    """`secrets` are by `{entry ID}/{key ID}`, for the keyring; no entry holds any. `missing` are
    such names whose value the user still has to give."""

    entries: tuple[ServerEntry, ...] = ()
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    missing: tuple[str, ...] = ()
    problems: tuple[JsonProblem, ...] = ()


def read_servers(text: str, taken: frozenset[str] = frozenset()) -> ReadServers:
    """`taken` are IDs that are in use: the new ones are different."""
    if len(text) > LARGEST:
        return _failed(JsonProblem(ProblemCode.TOO_LARGE, detail=str(LARGEST)))
    content = _content(text)
    if isinstance(content, BadPlace):
        return _failed(JsonProblem(ProblemCode.NO_JSON, line=content.line, column=content.column))
    named = _named(content)
    if named is None:
        return _failed(JsonProblem(ProblemCode.NO_SERVERS))
    return _Reading(taken).all_of(named)


def _failed(problem: JsonProblem) -> ReadServers:
    return ReadServers(problems=(problem,))


def _content(text: str) -> Any | BadPlace:
    """Documentation often shows the inside of an object alone."""
    content = read_jsonc(text)
    bare = text.strip().rstrip(",")
    if isinstance(content, BadPlace) and bare.startswith('"'):
        wrapped = read_jsonc("{" + bare + "}")
        return content if isinstance(wrapped, BadPlace) else wrapped
    return content


def _named(content: Any) -> list[tuple[str, Any]] | None:
    if isinstance(content, list):
        return _of_list(content)
    if not isinstance(content, Members):
        return None
    for name in _MAPS:
        inner = content.get(name)
        if isinstance(inner, Members):
            # `mcp` also holds settings of other kinds.
            return _named(inner) if name == "mcp" else list(inner.pairs)
        if isinstance(inner, list):
            return _of_list(inner)
    if _looks_like_server(content):
        return [(str(content.get("name", "")) or "server", content)]
    if content and all(_looks_like_server(each) for each in content.values()):
        return list(content.pairs)
    return None


def _of_list(items: list[Any]) -> list[tuple[str, Any]] | None:
    found = [each for each in items if isinstance(each, Members)]
    if not found or not all(_looks_like_server(each) for each in found):
        return None
    return [(str(each.get("name", "")) or f"server {n}", each) for n, each in enumerate(found, 1)]


def _looks_like_server(value: Any) -> bool:
    return isinstance(value, Members) and not _SIGNS.isdisjoint(value)


class _Reading:
    """One text, server after server."""

    def __init__(self, taken: frozenset[str]) -> None:
        self._taken = set(taken)
        self._names: set[str] = set()
        self._entries: list[ServerEntry] = []
        self._secrets: dict[str, str] = {}
        self._missing: list[str] = []
        self._problems: list[JsonProblem] = []

    def all_of(self, named: list[tuple[str, Any]]) -> ReadServers:
        if len(named) > MOST_SERVERS:
            self._tell(ProblemCode.TOO_MANY, "", detail=str(MOST_SERVERS))
        for key, value in named[:MOST_SERVERS]:
            self._one(key, value)
        return ReadServers(
            tuple(self._entries),
            self._secrets,
            tuple(self._missing),
            tuple(self._problems),
        )

    def _one(self, key: str, value: Any) -> None:
        title = value.get("name") if isinstance(value, Members) else None
        name = self._free_name(clean_name(title if isinstance(title, str) and title else key))
        if not isinstance(value, Members):
            self._tell(ProblemCode.NO_OBJECT, name)
            return
        try:
            found = read_fields(value, name, free_id(name, self._taken))
        except BadFieldError as error:
            self._tell(ProblemCode(error.code), name, field=error.field, detail=error.detail)
            return
        entry = found.entry
        self._taken.add(entry.id)
        self._entries.append(entry)
        self._secrets |= {f"{entry.id}/{key_id}": said for key_id, said in found.secrets.items()}
        self._missing += [f"{entry.id}/{key_id}" for key_id in found.missing]
        for detail in found.missing:
            self._tell(ProblemCode.SECRET_ASKED, name, detail=detail, is_error=False)
        for detail in found.foreign:
            self._tell(ProblemCode.UNKNOWN_PLACEHOLDER, name, detail=detail, is_error=False)

    def _free_name(self, name: str) -> str:
        chosen = next(each for each in _numbered(name, 90) if each not in self._names)
        if chosen != name:
            self._tell(ProblemCode.TWICE, name, detail=chosen, is_error=False)
        self._names.add(chosen)
        return chosen

    def _tell(
        self,
        code: ProblemCode,
        server: str,
        *,
        field: str = "",
        detail: str = "",
        is_error: bool = True,
    ) -> None:
        self._problems.append(JsonProblem(code, server, field, detail[:200], is_error=is_error))


def clean_name(text: str) -> str:
    """In one line, of what can be printed, and short enough."""
    printable = "".join(each if each.isprintable() else " " for each in text[:400])
    return " ".join(printable.split())[:100] or "server"


def free_id(name: str, taken: set[str] | frozenset[str]) -> str:
    """An ID made of the name, that nobody has."""
    letters = (each if each.isascii() and each.isalnum() else "-" for each in name.lower())
    slug = "-".join(piece for piece in "".join(letters).split("-") if piece)[:56] or "server"
    return next(each for each in _numbered(slug, 56, "-") if each not in taken)


def _numbered(text: str, longest: int, sign: str = " ") -> Iterator[str]:
    yield text
    number = 2
    while True:
        yield f"{text[:longest]}{sign}{number}"
        number += 1
