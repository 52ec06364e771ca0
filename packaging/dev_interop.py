"""Other people's servers for the interop tests: fetched once, in a folder of their own.

They are no dependency of Callboard: LiteLLM alone takes 700 MB. Versions are pinned, as a moving
judge would be none; LiteLLM 1.107.0 was a compromised release.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from dev_steps import ROOT, StepFailedError, give_up, run_step

_AIMOCK = "@copilotkit/aimock@1.43.0"
_PYTHON_SERVERS = {"llmock": "llmock==0.2.2", "litellm": "litellm[proxy]==1.106.12"}


def prepare() -> Path:
    """The folder with all servers. What is there in the right version is not fetched again."""
    chosen = os.environ.get("CALLBOARD_INTEROP")
    folder = Path(chosen).expanduser().resolve() if chosen else ROOT / ".interop"
    try:
        _install_aimock(folder / "aimock")
        for name, wanted in _PYTHON_SERVERS.items():
            _install_python(folder / name, wanted)
    except StepFailedError as error:
        give_up(f"{error}. Is the network there? What it said stands above.")
    return folder


def _install_aimock(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        give_up("The interop tests need Node.js with npm (on Debian: apt-get install npm).")
    if _is_there(folder, _AIMOCK):
        return
    folder.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--prefix", str(folder), "--no-audit", "--no-fund", "-E", _AIMOCK]
    run_step(f"Fetching {_AIMOCK}", command, env=dict(os.environ))
    _remember(folder, _AIMOCK)


def _install_python(folder: Path, wanted: str) -> None:
    if _is_there(folder, wanted):
        return
    making = [sys.executable, "-m", "venv", str(folder)]
    run_step(f"Making an environment in {folder}", making, env=dict(os.environ))
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    fetching = [str(python), "-m", "pip", "install", "-q", wanted]
    run_step(f"Fetching {wanted}", fetching, env=dict(os.environ))
    _remember(folder, wanted)


def _is_there(folder: Path, wanted: str) -> bool:
    stamp = folder / "callboard-has"
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted


def _remember(folder: Path, wanted: str) -> None:
    (folder / "callboard-has").write_text(wanted, encoding="utf-8")
