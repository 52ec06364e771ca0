"""MCP servers as the JSON that clients share. Never with a secret: `${NAME}` stands there."""

import json
from collections.abc import Iterable
from typing import Any

from studio.core.placeholders import placeholder
from studio.core.server_secrets import header_placeholder
from studio.core.servers import ServerEntry, Transport

_DEFAULT_TIMEOUT = ServerEntry(id="x", name="x").timeout
_SECONDS = 1_000  # from here on it is written in milliseconds, as others read it


def write_servers(entries: Iterable[ServerEntry]) -> str:
    """What `read_servers` reads back: everything but what is only Callboard's, such as whether a
    server is trusted."""
    servers: dict[str, Any] = {}
    for entry in entries:
        name, number = entry.name, 1
        while name in servers:
            number += 1
            name = f"{entry.name[:90]} {number}"
        servers[name] = _members(entry)
    return json.dumps({"mcpServers": servers}, indent=2, ensure_ascii=False) + "\n"


def _members(entry: ServerEntry) -> dict[str, Any]:
    environment = {name: placeholder(name) for name in entry.secret_environment}
    members: dict[str, Any] = (
        _program(entry) if entry.transport is Transport.STDIO else _remote(entry)
    )
    members["env"] = entry.environment | environment
    if entry.timeout != _DEFAULT_TIMEOUT:
        is_long = entry.timeout >= _SECONDS
        members["timeout"] = entry.timeout * 1_000 if is_long else entry.timeout
    members["disabledTools"] = list(entry.tools_off)
    if not entry.is_enabled:
        members["disabled"] = True
    return {name: value for name, value in members.items() if value not in ("", [], {})}


def _program(entry: ServerEntry) -> dict[str, Any]:
    return {
        "command": entry.command,
        "args": list(entry.arguments),
        "cwd": entry.folder,
    }


def _remote(entry: ServerEntry) -> dict[str, Any]:
    secret = {name: header_placeholder(name) for name in entry.secret_headers}
    login: dict[str, Any] = {}
    if entry.client_id:
        login["clientId"] = entry.client_id
    if entry.scopes:
        login["scopes"] = list(entry.scopes)
    return {
        "type": entry.transport.value,
        "url": entry.url,
        "headers": entry.headers | secret,
        "oauth": login,
    }
