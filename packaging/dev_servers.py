"""Other people's MCP servers for the tests: fetched once, in a folder of their own.

They are no dependency of Callboard. Versions are pinned, as a moving judge would be none. Where
one kind cannot be fetched (no network, no npm) the tests of the other kind still run.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from dev_steps import ROOT, StepFailedError, run_step, say

VARIABLE = "CALLBOARD_MCP_SERVERS"
_WINDOWS = sys.platform == "win32"
_PYTHON = (
    "mcp-server-fetch==2026.10.24",
    "mcp-server-git==2026.10.19",
    "mcp-server-time==2026.10.19",
)
# Beside the servers: the schema of HAR 1.2, by which exported archives are judged.
_NODE = (
    "har-schema@2.0.0",
    "@modelcontextprotocol/server-everything@2026.8.31",
    "@modelcontextprotocol/server-filesystem@2026.8.31",
    "@modelcontextprotocol/server-memory@2026.8.31",
)
# What the tests call them, and the program of each.
_PYTHON_PROGRAMS = {
    "fetch": "mcp-server-fetch",
    "git": "mcp-server-git",
    "time": "mcp-server-time",
}
_NODE_PROGRAMS = {
    "everything": "mcp-server-everything",
    "filesystem": "mcp-server-filesystem",
    "memory": "mcp-server-memory",
}


def folder() -> Path:
    chosen = os.environ.get(VARIABLE)
    return Path(chosen).expanduser().resolve() if chosen else ROOT / ".servers"


def prepare() -> Path:
    """The folder with all servers that could be fetched. What is there is not fetched again."""
    into = folder()
    for fetch in (_fetch_python, _fetch_node):
        try:
            fetch(into)
        except StepFailedError as error:
            say(f"{error}: the tests that need these servers are skipped.")
    return into


def programs(of: Path | None = None) -> dict[str, str]:
    """The path of each server that is there, by its name: `time`, `everything`, ..."""
    where = folder() if of is None else of
    scripts = where / "python" / ("Scripts" if _WINDOWS else "bin")
    shims = where / "node" / "node_modules" / ".bin"
    found = {name: scripts / _ended(each, ".exe") for name, each in _PYTHON_PROGRAMS.items()}
    found |= {name: shims / _ended(each, ".cmd") for name, each in _NODE_PROGRAMS.items()}
    return {name: str(path) for name, path in found.items() if path.is_file()}


def har_schemas() -> Path:
    """The folder of the schemas of HAR; it may be missing."""
    return folder() / "node" / "node_modules" / "har-schema" / "lib"


def _fetch_python(into: Path) -> None:
    where = into / "python"
    if _is_there(where, _PYTHON):
        return
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    run_step(
        f"Making an environment in {where}",
        [sys.executable, "-m", "venv", str(where)],
        env=environment,
    )
    python = where / ("Scripts/python.exe" if _WINDOWS else "bin/python")
    command = [str(python), "-m", "pip", "install", "-q", *_PYTHON]
    run_step("Fetching MCP servers from PyPI", command, env=environment)
    _remember(where, _PYTHON)


def _fetch_node(into: Path) -> None:
    where = into / "node"
    if _is_there(where, _NODE):
        return
    npm = shutil.which("npm")
    if npm is None:
        say("There is no npm: the tests that need MCP servers from npm are skipped.")
        return
    where.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--prefix", str(where), "--no-audit", "--no-fund", "-E", *_NODE]
    run_step("Fetching MCP servers from npm", command, env=dict(os.environ))
    _remember(where, _NODE)


def _ended(name: str, ending: str) -> str:
    return name + ending if _WINDOWS else name


def _is_there(where: Path, wanted: tuple[str, ...]) -> bool:
    stamp = where / "callboard-has"
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == "\n".join(wanted)


def _remember(where: Path, wanted: tuple[str, ...]) -> None:
    (where / "callboard-has").write_text("\n".join(wanted), encoding="utf-8")
