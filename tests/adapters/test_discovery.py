import asyncio
import json
import time
from contextlib import AsyncExitStack, aclosing
from typing import Any
from urllib.parse import urlsplit

import pytest

from studio.adapters.discovery import LoopbackServers
from studio.core.messages import Dialect
from studio.core.policy import Policy
from studio.harness.ports import FoundServer
from studio.store.catalogue import load_catalogue
from tests.adapters.ollama_play import routed, tag
from tests.loopback import Loopback, Script, answer, loopback, silence

CATALOGUE = load_catalogue()


def says(value: Any) -> Script:
    return answer(json.dumps(value), content_type="application/json")


def listed(owner: str, *names: str) -> Script:
    models = [{"id": name, "object": "model", "owned_by": owner} for name in names]
    return says({"object": "list", "data": models})


OLLAMA = routed(
    api_version=says({"version": "0.13.1"}),
    api_tags=says({"models": [tag("qwen3:8b")]}),
    v1_models=listed("library", "qwen3:8b"),
)
LM_STUDIO = routed(
    v1_models=listed("organization_owner", "gemma"),
    api_v0_models=says({"data": [{"id": "gemma", "arch": "gemma3", "state": "loaded"}]}),
)
LM_STUDIO_BY_PATH = routed(
    v1_models=listed("", "gemma"),
    api_v0_models=says({"data": [{"id": "gemma", "arch": "gemma3", "state": "loaded"}]}),
)
LLAMA = routed(v1_models=listed("llamacpp", "m.gguf"), props=says({}))
LLAMA_WITH_KEY = routed(
    v1_models=answer("{}", 401), props=says({"default_generation_settings": {}})
)
VLLM = routed(v1_models=listed("vllm", "Qwen/Qwen3"), version=says({"version": "0.11"}))
VLLM_WITH_KEY = routed(v1_models=answer("{}", 401), version=says({"version": "0.11"}))
LITELLM = routed(
    v1_models=answer("{}", 401, x_litellm_version="1.106"),
    health_liveliness=answer('"I\'m alive!"'),
)
LITELLM_BY_PATH = routed(v1_models=answer("{}", 401), health_liveliness=answer('"I\'m alive!"'))
SOMEBODY = routed(v1_models=listed("me", "x"))
WEB_SERVER = answer("<html>Hello</html>", content_type="text/html")
OTHER_API = routed(version=says({"version": "1.0"}))


async def found_at(*servers: Loopback, policy: Policy | None = None) -> list[FoundServer]:
    ports = tuple(urlsplit(server.url).port or 0 for server in servers)
    looking = LoopbackServers(CATALOGUE, policy or Policy(), ports)
    async with aclosing(looking.find()) as servers_found:
        return [server async for server in servers_found]


@pytest.mark.parametrize(
    ("script", "row_id", "models"),
    [
        (OLLAMA, "ollama", ("qwen3:8b",)),
        (LM_STUDIO, "lmstudio", ("gemma",)),
        (LM_STUDIO_BY_PATH, "lmstudio", ("gemma",)),
        (LLAMA, "llamacpp", ("m.gguf",)),
        (LLAMA_WITH_KEY, "llamacpp", ()),
        (VLLM, "vllm", ("Qwen/Qwen3",)),
        (VLLM_WITH_KEY, "vllm", ()),
        (LITELLM, "litellm", ()),
        (LITELLM_BY_PATH, "litellm", ()),
        (SOMEBODY, "openai-compatible", ("x",)),
    ],
)
async def test_a_server_is_known_by_what_it_says_at_whatever_port(
    script: Script, row_id: str, models: tuple[str, ...]
) -> None:
    async with loopback(script) as server:
        (found,) = await found_at(server)
    row = CATALOGUE.row(row_id)
    assert row is not None
    assert (found.row_id, found.name, found.models) == (row_id, row.name, models)
    if row_id == "ollama":
        assert (found.base_url, found.dialect) == (server.url, Dialect.OLLAMA_CHAT)
    else:
        assert (found.base_url, found.dialect) == (f"{server.url}/v1", Dialect.OPENAI_CHAT)


@pytest.mark.parametrize("script", [WEB_SERVER, OTHER_API, answer("", 500), answer("{}", 401)])
async def test_what_is_no_server_of_models_is_not_offered(script: Script) -> None:
    async with loopback(script) as server:
        assert await found_at(server) == []


async def test_all_are_asked_at_once_and_a_silent_one_holds_up_nobody() -> None:
    async with AsyncExitStack() as stack:
        scripts = (OLLAMA, LLAMA, silence(), silence())
        servers = [await stack.enter_async_context(loopback(script)) for script in scripts]
        ports = tuple(urlsplit(server.url).port or 0 for server in servers)
        looking = LoopbackServers(CATALOGUE, ports=ports, timeout=0.2)
        start = time.monotonic()
        async with aclosing(looking.find()) as found:
            rows = {server.row_id async for server in found}
        assert time.monotonic() - start < 1.0
    assert rows == {"ollama", "llamacpp"}


async def test_nobody_is_asked_after_the_search_was_given_up() -> None:
    async with loopback(OLLAMA) as quick, loopback(silence()) as slow:
        ports = tuple(urlsplit(server.url).port or 0 for server in (quick, slow))
        looking = LoopbackServers(CATALOGUE, ports=ports, timeout=30.0)
        async with asyncio.timeout(5), aclosing(looking.find()) as found:
            async for _ in found:
                break
        async with asyncio.timeout(5):
            await slow.hung_up.wait()


async def test_a_closed_port_is_nobody() -> None:
    async with loopback(OLLAMA) as server:
        pass
    assert await found_at(server) == []


async def test_no_key_is_sent_and_an_organisation_can_forbid_the_search() -> None:
    async with loopback(OLLAMA) as server:
        assert await found_at(server, policy=Policy(allowed_hosts=("api.example.com",))) == []
        assert server.heard == []
        assert len(await found_at(server, policy=Policy(allowed_hosts=("localhost",)))) == 1
        assert await found_at(server, policy=Policy(allowed_dialects=(Dialect.OPENAI_CHAT,))) == []
    assert all("authorization" not in heard.headers for heard in server.heard)
