"""A call that is copied as a test is one: it runs, passes, and fails when the answer changes."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from studio.core.call_recording import CallRecording
from studio.core.messages import Outcome, ToolResult
from studio.core.servers import ServerEntry, Transport
from studio.harness.call_code import as_pytest
from tests.conftest import ROOT

SERVER = """
from mcp.server import MCPServer

server = MCPServer("small")


@server.tool()
def double(text: str, times: int = 2) -> str:
    if times < 0:
        raise ValueError("times is negative")
    return text * times


server.run()
"""
OWN = CallRecording("u", "t", "c", 0.0, "calculate", arguments='{"expression": "6*7"}')
MCP = CallRecording(
    "u",
    "t",
    "c",
    0.0,
    "small__double",
    server_id="small",
    server_name="Small",
    own_name="double",
    arguments='{"text": "a\\"b\\ud83d\\ude00 ", "times": 2}',
)


def said(text: str, outcome: Outcome = Outcome.DONE) -> ToolResult:
    return ToolResult("u", text, outcome, len(text))


def run(code: str | None, folder: Path) -> subprocess.CompletedProcess[str]:
    assert code is not None
    file = folder / "test_copied.py"
    file.write_text(code, encoding="utf-8")
    # Isolated from the settings of this project's own tests.
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir"]
    command += [str(folder), "-c", str(folder / "none.ini"), str(file)]
    (folder / "none.ini").write_text("[pytest]\n")
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.fixture
def server(tmp_path: Path) -> ServerEntry:
    script = tmp_path / "small.py"
    script.write_text(SERVER)
    return ServerEntry(id="small", name='S"mall', command=sys.executable, arguments=(str(script),))


def test_a_call_of_a_tool_of_ours_runs_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    done = run(as_pytest(OWN, said("42"), None), tmp_path)
    assert done.returncode == 0, done.stdout
    wrong = run(as_pytest(OWN, said("43"), None), tmp_path)
    assert wrong.returncode == 1, wrong.stdout


@pytest.mark.slow
def test_a_call_of_a_server_runs_again(tmp_path: Path, server: ServerEntry) -> None:
    expected = said('a"b\U0001f600 a"b\U0001f600 ')
    done = run(as_pytest(MCP, expected, server), tmp_path)
    assert done.returncode == 0, done.stdout
    wrong = run(as_pytest(MCP, said("x"), server), tmp_path)
    assert wrong.returncode == 1, wrong.stdout


@pytest.mark.slow
def test_an_error_is_expected_to_be_one(tmp_path: Path, server: ServerEntry) -> None:
    failing = replace(MCP, arguments='{"text": "a", "times": -1}')
    raw = '{"content": [{"type": "text", "text": "%s"}], "isError": true}'
    text = "Error executing tool double"
    done = run(as_pytest(replace(failing, raw=raw % text), None, server), tmp_path)
    assert done.returncode == 0, done.stdout


def test_secrets_of_a_server_are_read_from_the_environment(server: ServerEntry) -> None:
    entry = server.model_copy(
        update={"environment": {"PLAIN": "1"}, "secret_environment": ("API_TOKEN",)}
    )
    code = as_pytest(MCP, said("x"), entry)
    assert code is not None
    assert '"API_TOKEN": os.environ["API_TOKEN"]' in code
    assert '"PLAIN": "1"' in code


@pytest.mark.parametrize(
    ("call", "entry"),
    [
        (MCP, None),  # the server is gone
        (replace(OWN, arguments="[1]"), None),
        (replace(OWN, arguments="{"), None),
        (MCP, ServerEntry(id="s", name="S", transport=Transport.SSE, url="http://h")),
        (
            MCP,
            ServerEntry(
                id="s",
                name="S",
                transport=Transport.HTTP,
                url="http://h",
                secret_headers=("X-Key",),
            ),
        ),
    ],
)
def test_what_cannot_be_called_again_makes_no_test(
    call: CallRecording, entry: ServerEntry | None
) -> None:
    assert as_pytest(call, said("x"), entry) is None


@pytest.mark.parametrize("name", ["", "class", "9 lives!", "größe", "../x"])
def test_any_name_gives_a_test(name: str) -> None:
    code = as_pytest(replace(OWN, name=name), said("x"), None)
    assert code is not None
    compile(code, "test", "exec")
    assert "\ndef test_" in code
