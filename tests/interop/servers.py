"""Starts servers that others wrote, each on a free port of this computer, and ends them."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

FOLDER = Path(os.environ.get("CALLBOARD_INTEROP", "interop"))
PROXY_KEY = "sk-" + "interop-0123456789abcdef0123456789"
_PATIENCE = 120.0

# aimock answers by what was said last: two calls at once, and then an answer.
FIXTURES = {
    "fixtures": [
        {
            "match": {"hasToolResult": True},
            "response": {"content": "It is ten o'clock in Tokyo.", "reasoning": "Now I know."},
        },
        {
            "match": {"userMessage": "time"},
            "response": {
                "toolCalls": [
                    {"name": "current_time", "arguments": {"timezone": "Asia/Tokyo"}},
                    {"name": "current_time", "arguments": {"timezone": "Europe/Paris"}},
                ]
            },
        },
    ]
}


@asynccontextmanager
async def aimock(folder: Path, *options: str) -> AsyncIterator[str]:
    """Speaks all five dialects. Gives its address."""
    fixtures = folder / "fixtures.json"
    fixtures.write_text(json.dumps(FIXTURES), encoding="utf-8")
    program = FOLDER / "aimock" / "node_modules" / "@copilotkit" / "aimock" / "dist" / "cli.js"
    port = _free_port()
    command = ["node", str(program), "-p", str(port), "-f", str(fixtures), "--log-level", "warn"]
    async with _running([*command, *options], f"http://127.0.0.1:{port}", "/v1/models") as address:
        yield address


@asynccontextmanager
async def llmock(*options: str) -> AsyncIterator[str]:
    """Judges its client. Gives its address."""
    port = _free_port()
    command = [_python_program("llmock"), "serve", "-h", "127.0.0.1", "-p", str(port)]
    address = f"http://127.0.0.1:{port}"
    async with _running([*command, *options], address, "/v1/models") as reached:
        yield reached


async def verdict_at(address: str) -> dict[str, Any]:
    """What llmock thinks of us."""
    async with httpx.AsyncClient(trust_env=False) as client:
        verdict: dict[str, Any] = (await client.get(f"{address}/_llmock/verdict")).json()
        return verdict


@asynccontextmanager
async def litellm(folder: Path, upstream: str) -> AsyncIterator[str]:
    """A proxy that translates every dialect into the one of `upstream`."""
    config = folder / "litellm.json"
    parameters = {"model": "openai/gpt-4o", "api_base": f"{upstream}/v1", "api_key": "none"}
    settings = {
        "model_list": [{"model_name": "mock", "litellm_params": parameters}],
        "general_settings": {"master_key": PROXY_KEY},
        "litellm_settings": {"telemetry": False},
    }
    # JSON is YAML as well.
    config.write_text(json.dumps(settings), encoding="utf-8")
    port = _free_port()
    command = [_python_program("litellm"), "--config", str(config), "--host", "127.0.0.1"]
    address = f"http://127.0.0.1:{port}"
    async with _running([*command, "--port", str(port)], address, "/health/liveliness") as reached:
        yield reached


@asynccontextmanager
async def _running(command: Sequence[str], address: str, ready_path: str) -> AsyncIterator[str]:
    silent = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        *command, stdin=silent, stdout=silent, stderr=silent, env=_variables()
    )
    try:
        async with asyncio.timeout(_PATIENCE), httpx.AsyncClient(trust_env=False) as client:
            while not await _answers(client, f"{address}{ready_path}"):
                assert process.returncode is None, f"{command[0]} ended at once"
                await asyncio.sleep(0.2)
        yield address
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _answers(client: httpx.AsyncClient, url: str) -> bool:
    try:
        return (await client.get(url)).status_code < 500
    except httpx.TransportError:
        return False


def _variables() -> Mapping[str, str]:
    """Without our packages: each server has its own."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "VIRTUAL_ENV", "DATABASE_URL")
    }


def _python_program(name: str) -> str:
    place = "Scripts" if sys.platform == "win32" else "bin"
    return str(FOLDER / name / place / name)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
