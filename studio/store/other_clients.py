"""Where other clients keep their MCP servers, on three systems: a line of data each.

Only what their own source or documentation says. Cherry Studio keeps them in a database of its
browser; what it exports is pasted. Continue's YAML is not read, its JSON is.
"""

import json
import os
import stat
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from typing_extensions import override

from studio.core.server_json import ProblemCode, ReadServers, read_servers
from studio.harness.server_ports import FoundServers, OtherClients
from studio.store.other_programs import Root, base_of
from studio.store.worker import Worker

_MAX_BYTES = 4 * 1024 * 1024
_MAX_FILES = 50  # of one folder
_UNREADABLE = "unreadable"

Reading = Callable[[str], ReadServers]


@dataclass(frozen=True, slots=True)
class ClientSpot:
    """One file of one program, or all that `path` fits."""

    program: str
    base: Root
    path: str
    read: Reading = read_servers


def _toml(text: str) -> ReadServers:
    """Codex: `[mcp_servers.name]`."""
    try:
        content = tomllib.loads(text)
        servers = json.dumps({"mcpServers": content.get("mcp_servers", {})}, default=str)
    except (ValueError, RecursionError):
        return read_servers("-")
    return read_servers(servers)


def _continue(text: str) -> ReadServers:
    """Its older JSON: a list below `experimental`, each with its `transport`."""
    try:
        found = json.loads(text)["experimental"]["modelContextProtocolServers"]
        servers = [each.get("transport", each) for each in found]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return read_servers(text)
    return read_servers(json.dumps({"mcpServers": servers}))


_CODE = "User/globalStorage/{}/settings/{}"
_CLINE = _CODE.format("saoudrizwan.claude-dev", "cline_mcp_settings.json")
_ROO = _CODE.format("rooveterinaryinc.roo-cline", "mcp_settings.json")

SPOTS: tuple[ClientSpot, ...] = (
    # modelcontextprotocol.io, "Connect to local MCP servers"
    ClientSpot("Claude Desktop", Root.CONFIG, "Claude/claude_desktop_config.json"),
    # docs.claude.com, "Connect Claude Code to tools via MCP": user scope
    ClientSpot("Claude Code", Root.HOME, ".claude.json"),
    # docs.cursor.com, "Model Context Protocol"
    ClientSpot("Cursor", Root.HOME, ".cursor/mcp.json"),
    # code.visualstudio.com, "Use MCP servers in VS Code"; before 1.102 in the settings
    ClientSpot("VS Code", Root.CONFIG, "Code/User/mcp.json"),
    ClientSpot("VS Code", Root.CONFIG, "Code/User/settings.json"),
    ClientSpot("VS Code Insiders", Root.CONFIG, "Code - Insiders/User/mcp.json"),
    ClientSpot("VSCodium", Root.CONFIG, "VSCodium/User/mcp.json"),
    # docs.windsurf.com, "Model Context Protocol"
    ClientSpot("Windsurf", Root.HOME, ".codeium/windsurf/mcp_config.json"),
    # cline/cline, src/core/storage/disk.ts; RooCodeInc/Roo-Code, src/shared/globalFileNames.ts
    ClientSpot("Cline", Root.CONFIG, f"Code/{_CLINE}"),
    ClientSpot("Cline", Root.CONFIG, f"Cursor/{_CLINE}"),
    ClientSpot("Roo Code", Root.CONFIG, f"Code/{_ROO}"),
    # zed.dev, "Configuring Zed": the same place on Linux and macOS, %APPDATA% on Windows
    ClientSpot("Zed", Root.XDG_CONFIG, "zed/settings.json"),
    ClientSpot("Zed", Root.CONFIG, "Zed/settings.json"),
    # lmstudio.ai, "Use MCP Servers"
    ClientSpot("LM Studio", Root.HOME, ".lmstudio/mcp.json"),
    ClientSpot("LM Studio", Root.HOME, ".cache/lm-studio/mcp.json"),
    # menloresearch/jan, src-tauri/src/core/mcp
    ClientSpot("Jan", Root.CONFIG, "Jan/data/mcp_config.json"),
    ClientSpot("Jan", Root.XDG_DATA, "Jan/data/mcp_config.json"),
    # google-gemini/gemini-cli, docs/tools/mcp-server.md
    ClientSpot("Gemini CLI", Root.HOME, ".gemini/settings.json"),
    # docs.continue.dev, "How to set up MCP"
    ClientSpot("Continue", Root.HOME, ".continue/mcpServers/*.json"),
    ClientSpot("Continue", Root.HOME, ".continue/config.json", _continue),
    # opencode.ai, "MCP servers"
    ClientSpot("OpenCode", Root.XDG_CONFIG, "opencode/opencode.json"),
    # openai/codex, docs/config.md
    ClientSpot("Codex", Root.HOME, ".codex/config.toml", _toml),
)


class SystemOtherClients(OtherClients):
    """Lives as long as the program. Reads on a thread of its own, and never writes."""

    def __init__(
        self,
        home: Path | None = None,
        environment: Mapping[str, str] = os.environ,
        platform: str = sys.platform,
    ) -> None:
        self._home = home
        self._environment = environment
        self._platform = platform
        self._worker = Worker("callboard-other-clients")

    @override
    async def find(self) -> tuple[FoundServers, ...]:
        return await self._worker.run(self._find)

    def _find(self) -> tuple[FoundServers, ...]:
        home = self._home or Path.home()
        found: dict[object, FoundServers] = {}
        for spot in SPOTS:
            folder = base_of(spot.base, home, self._environment, self._platform)
            for path in _files(folder, spot.path):
                # Two names may lead to one file: Zed's, on a disk that ignores case.
                servers = _read(path, spot)
                if servers is not None:
                    found.setdefault(_place(path), servers)
        return tuple(found.values())


def _place(path: Path) -> object:
    try:
        status = path.stat()
    except OSError:
        return path
    return (status.st_dev, status.st_ino) if status.st_ino else path


def _files(folder: Path, path: str) -> Iterator[Path]:
    if "*" not in path:
        yield folder / path
        return
    try:
        fitting = sorted(folder.glob(path))
    except OSError:
        return
    yield from fitting[:_MAX_FILES]


def _read(path: Path, spot: ClientSpot) -> FoundServers | None:
    """None where there is no such file, or no server in it."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return None
        if status.st_size > _MAX_BYTES:
            return FoundServers(spot.program, str(path), problem=ProblemCode.TOO_LARGE)
        text = path.read_bytes()[:_MAX_BYTES].decode("utf-8-sig", "replace")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return FoundServers(spot.program, str(path), problem=_UNREADABLE)
    read = spot.read(text)
    if read.entries:
        return FoundServers(spot.program, str(path), read.entries, read.secrets)
    worst = next((each.code for each in read.problems), ProblemCode.NO_SERVERS)
    if worst is ProblemCode.NO_SERVERS or not text.strip():
        return None
    return FoundServers(spot.program, str(path), problem=worst)
