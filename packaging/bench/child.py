"""Runs a probe in a process of its own, in an empty home, and reads the JSON that it prints."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def _leave_empty(home: Path) -> None:
    """A new user's home."""


def run_probe(
    name: str,
    *arguments: str,
    seconds: float = 300.0,
    furnish: Callable[[Path], None] = _leave_empty,
) -> dict[str, Any]:
    """The last line that `probes/<name>.py` prints. Raises when the probe fails. `furnish` puts
    what Callboard is to find into its folder."""
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as home:
        furnish(Path(home))
        environment = {
            **os.environ,
            "CALLBOARD_HOME": home,
            "CALLBOARD_BENCH_STARTED": str(time.time()),
            "PYTHONPATH": str(ROOT),
            "QT_QPA_PLATFORM": os.environ.get("CALLBOARD_BENCH_PLATFORM", "offscreen"),
        }
        # Without it the byte code of every module would be made anew at every start.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        done = subprocess.run(
            [sys.executable, str(HERE / "probes" / f"{name}.py"), *arguments],
            env=environment,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    if done.returncode != 0 or not done.stdout.strip():
        sys.exit(f"probe {name} failed ({done.returncode}):\n{done.stderr[-4000:]}")
    answer: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return answer
