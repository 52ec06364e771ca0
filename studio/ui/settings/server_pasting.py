"""What was pasted to add servers: `mcpServers` JSON, a command line, or an address."""

import re
import shlex
from pathlib import PurePath, PureWindowsPath
from urllib.parse import urlsplit

from studio.core.curl import holds_secret
from studio.core.secret_names import names_secret
from studio.core.server_json import JsonProblem, ProblemCode, ReadServers
from studio.core.servers import ServerEntry, Transport, environment_key_id
from studio.ui.settings.server_needs import ServerNeeds

_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
_ASSIGNED = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)
_PROMPT = re.compile(r"^[$>%]\s+")
_RUNNERS = frozenset({"npx", "uvx", "bunx", "pipx", "pnpm", "npm", "uv", "docker", "podman"})
_VERBS = frozenset({"run", "exec", "dlx", "tool", "x"})
_LONGEST_NAME = 60
_LONGEST_COMMAND = 20_000


def read_pasted(text: str, needs: ServerNeeds) -> ReadServers:
    """Never raises. What is neither an address nor a command is read as JSON, whose fault is told
    with its place."""
    text = text.strip()
    if _ADDRESS.fullmatch(text):
        return _address(text, needs)
    if text[:1] not in '{["' and "\n" not in text and len(text) < _LONGEST_COMMAND:
        command = _command(_PROMPT.sub("", text), needs)
        if command is not None:
            return command
    return needs.book.read(text)


def command_words(text: str, platform: str) -> tuple[str, ...]:
    """The words of a command line, by the rules of this system; none where it cannot be read."""
    if platform == "win32":
        # A backslash is no escape here but part of a path.
        words = re.findall(r'"[^"]*"|\S+', text)
        return tuple(word.strip('"') for word in words)
    try:
        return tuple(shlex.split(text))
    except ValueError:
        return ()


def _address(text: str, needs: ServerNeeds) -> ReadServers:
    try:
        host = urlsplit(text).hostname or ""
    except ValueError:
        host = ""
    if not host or holds_secret(text):
        code = ProblemCode.BAD_VALUE if host else ProblemCode.BAD_ADDRESS
        return ReadServers(problems=(JsonProblem(code, field="url"),))
    name = host.removeprefix("www.").removeprefix("mcp.")[:_LONGEST_NAME]
    is_old = urlsplit(text).path.rstrip("/").endswith("/sse")
    transport = Transport.SSE if is_old else Transport.HTTP
    entry = ServerEntry(id=needs.book.new_id(name), name=name, transport=transport, url=text)
    return ReadServers((entry,))


def _command(text: str, needs: ServerNeeds) -> ReadServers | None:
    words = list(command_words(text, needs.platform))
    plain: dict[str, str] = {}
    secret: dict[str, str] = {}
    while words and (assigned := _ASSIGNED.fullmatch(words[0])):
        kept = secret if names_secret(assigned[1]) else plain
        kept[assigned[1]] = assigned[2]
        del words[0]
    if not words or not _looks_like_command(words):
        return None
    name = _name_of(words)
    server_id = needs.book.new_id(name)
    entry = ServerEntry(
        id=server_id,
        name=name,
        command=words[0],
        arguments=tuple(words[1:]),
        environment=plain,
        secret_environment=tuple(secret),
    )
    keyed = {f"{server_id}/{environment_key_id(key)}": value for key, value in secret.items()}
    return ReadServers((entry,), keyed)


def _looks_like_command(words: list[str]) -> bool:
    """A sentence is none: it begins with no runner and no path, and has no option."""
    first = words[0]
    if first.lower().removesuffix(".cmd").removesuffix(".exe") in _RUNNERS:
        return len(words) > 1
    is_path = "/" in first or "\\" in first
    has_option = any(word.startswith("-") or "/" in word or "." in word for word in words[1:])
    return is_path or has_option


def _name_of(words: list[str]) -> str:
    """The package, or the file, that is run: the first word that is no option and no runner."""
    plain = [word for word in words if not word.startswith("-")]
    rest = [word for word in plain[1:] if word not in _VERBS] if len(plain) > 1 else plain
    chosen = rest[0] if rest else words[0]
    name = PureWindowsPath(chosen).name if "\\" in chosen else PurePath(chosen).name
    bare = re.sub(r"(@[^@/]*|:[^:/]*)$", "", name) or name
    return bare[:_LONGEST_NAME] or "server"
