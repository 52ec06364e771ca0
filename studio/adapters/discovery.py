"""Looks for servers of models on this computer, at the ports that they usually have.

What answers is identified by what only it says: not every web server on port 8080 is llama.cpp.
"""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx

from studio.adapters.trust import plain_context
from studio.core.catalogue import Catalogue
from studio.core.errors import RoundError
from studio.core.messages import Dialect
from studio.core.policy import NO_POLICY, Policy
from studio.core.profiles import ProviderProfile
from studio.harness.ports import FoundServer
from studio.wire.lenient import as_list, as_object, as_text
from studio.wire.model_list import makers, read

PORTS = (11434, 1234, 8080, 8000, 4000)
TIMEOUT = 1.0
_HOSTS = ("127.0.0.1", "[::1]")
_MAX_BODY = 4 * 1024 * 1024
_ANYBODY = "openai-compatible"
_OWNERS = {"llamacpp": "llamacpp", "vllm": "vllm", "organization_owner": "lmstudio"}
_REFUSED = frozenset({401, 403})


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    headers: httpx.Headers
    body: bytes

    @property
    def json(self) -> Any:
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None


_NOBODY = _Answer(0, httpx.Headers(), b"")


class LoopbackServers:
    """The harness's `LocalServers`. Stateless; asks nobody but this computer, without a key."""

    def __init__(
        self,
        catalogue: Catalogue,
        policy: Policy = NO_POLICY,
        ports: tuple[int, ...] = PORTS,
        timeout: float = TIMEOUT,
    ) -> None:
        self._catalogue = catalogue
        self._policy = policy
        self._ports = ports
        self._timeout = timeout

    async def find(self) -> AsyncGenerator[FoundServer]:
        told: set[tuple[int, str, tuple[str, ...]]] = set()
        async with httpx.AsyncClient(
            verify=plain_context(), trust_env=False, follow_redirects=False, timeout=self._timeout
        ) as client:
            places = [(host, port) for port in self._ports for host in _HOSTS]
            asked = [asyncio.create_task(self._ask(client, *place)) for place in places]
            try:
                for done in asyncio.as_completed(asked):
                    port, server = await done
                    # A server mostly listens at both numbers of this computer.
                    key = (port, server.row_id, server.models) if server is not None else None
                    if server is not None and key is not None and key not in told:
                        told.add(key)
                        yield server
            finally:
                for task in asked:
                    task.cancel()
                await asyncio.gather(*asked, return_exceptions=True)

    async def _ask(
        self, client: httpx.AsyncClient, host: str, port: int
    ) -> tuple[int, FoundServer | None]:
        root = f"http://{host}:{port}"
        asked = ProviderProfile(id="local", name="local", base_url=root)
        if self._policy.refusal(asked, host.strip("[]"), port) is not None:
            return port, None
        with suppress(TimeoutError):
            async with asyncio.timeout(self._timeout):
                return port, await self._identified(client, root)
        return port, None

    async def _identified(self, client: httpx.AsyncClient, root: str) -> FoundServer | None:
        first = await _get(client, f"{root}/v1/models")
        if first is _NOBODY:
            return None  # nothing listens there, or it speaks no HTTP
        row_id = await _who(client, root, first)
        if not row_id:
            return None
        listed = first
        if row_id == "ollama":
            listed = await _get(client, f"{root}/api/tags")
        return self._server(row_id, root, listed)

    def _server(self, row_id: str, root: str, listed: _Answer) -> FoundServer | None:
        row = self._catalogue.row(row_id)
        if row is None:
            return None
        base_url = root if row.dialect is Dialect.OLLAMA_CHAT else f"{root}/v1"
        if self._policy.allowed_dialects is not None and (
            row.dialect not in self._policy.allowed_dialects
        ):
            return None
        return FoundServer(row.id, row.name, base_url, row.dialect, _models(row.dialect, listed))


async def _who(client: httpx.AsyncClient, root: str, listed: _Answer) -> str:
    """The ID of its row; empty for what is no server of models."""
    if "llama.cpp" in listed.headers.get("server", "").lower():
        return "llamacpp"
    if any(name.startswith("x-litellm") for name in listed.headers):
        return "litellm"
    if listed.status == 200 and isinstance(as_object(listed.json).get("data"), list):
        owners = {_OWNERS[owner] for owner in makers(listed.body) if owner in _OWNERS}
        if len(owners) == 1:
            return owners.pop()
    return await _by_own_paths(client, root, listed)


async def _by_own_paths(client: httpx.AsyncClient, root: str, listed: _Answer) -> str:
    paths = ("/api/version", "/api/v0/models", "/props", "/version", "/health/liveliness")
    answers = await asyncio.gather(*(_get(client, f"{root}{path}") for path in paths))
    ollama, lm_studio, props, version, alive = answers
    if ollama.status == 200 and as_text(as_object(ollama.json).get("version")):
        return "ollama"
    items = [as_object(item) for item in as_list(as_object(lm_studio.json).get("data"))]
    if lm_studio.status == 200 and any("state" in item and "arch" in item for item in items):
        return "lmstudio"
    if "default_generation_settings" in as_object(props.json):
        return "llamacpp"
    if alive.status == 200 and b"alive" in alive.body.lower():
        return "litellm"
    is_list = listed.status == 200 and isinstance(as_object(listed.json).get("data"), list)
    if version.status == 200 and as_text(as_object(version.json).get("version")):
        # Many say a version: with it, vLLM has a list of models, if only for those with a key.
        return "vllm" if is_list or listed.status in _REFUSED else ""
    return _ANYBODY if is_list else ""


def _models(dialect: Dialect, listed: _Answer) -> tuple[str, ...]:
    """None where the list is for those with a key."""
    if listed.status != 200:
        return ()
    try:
        return tuple(model.id for model in read(dialect, listed.body))
    except RoundError:
        return ()


async def _get(client: httpx.AsyncClient, url: str) -> _Answer:
    body = bytearray()
    try:
        async with client.stream("GET", url, headers={"accept": "application/json"}) as response:
            async for piece in response.aiter_bytes():
                body += piece
                if len(body) > _MAX_BODY:
                    break
            return _Answer(response.status_code, response.headers, bytes(body))
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, ValueError):
        # Whatever is there, it is no server of models.
        return _NOBODY
