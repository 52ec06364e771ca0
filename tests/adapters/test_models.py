"""Lists of models over a real connection, and what servers say beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from studio.adapters import models as models_module
from studio.adapters.directory import HttpDirectory
from studio.core.abilities import Abilities
from studio.core.errors import Category, RoundError
from studio.core.messages import Dialect
from studio.core.models import ListedModel
from tests.adapters.rig import KEY, profile, rig
from tests.loopback import Script, Wire, answer, loopback, silence

SHOWN = {"capabilities": ["completion", "tools"], "model_info": {"x.context_length": 4_096}}


def by_path(replies: Mapping[str, Any]) -> Script:
    """Answers each path with its JSON, and every other one with 404."""

    async def play(wire: Wire) -> None:
        found = replies.get(wire.heard.path)
        await answer(json.dumps(found), 200 if found is not None else 404)(wire)

    return play


async def listed(base: str, dialect: Dialect, script: Script) -> tuple[ListedModel, ...]:
    async with loopback(script) as server:
        mine = profile(f"{server.url}{base}", dialect=dialect)
        async with rig(mine) as r:
            return await HttpDirectory(r.workshop).models(mine, KEY)


async def test_ollama_is_asked_about_each_model() -> None:
    script = by_path(
        {
            "/api/tags": {"models": [{"name": "b:latest"}, {"name": "a:1b"}]},
            "/api/show": SHOWN,
        }
    )
    known = Abilities(
        takes_tools=True,
        takes_images=False,
        reasons=False,
        takes_effort=False,
        context_tokens=4_096,
    )
    assert await listed("", Dialect.OLLAMA_CHAT, script) == (
        ListedModel("a:1b", "", known),
        ListedModel("b:latest", "", known),
    )


async def test_ollama_that_speaks_openai_is_known_by_its_list() -> None:
    script = by_path(
        {"/v1/models": {"data": [{"id": "a", "owned_by": "library"}]}, "/api/show": SHOWN}
    )
    (model,) = await listed("/v1", Dialect.OPENAI_CHAT, script)
    assert model.abilities.context_tokens == 4_096


async def test_llama_cpp_says_what_it_has_loaded() -> None:
    script = by_path(
        {
            "/v1/models": {
                "models": [{"name": "m.gguf", "capabilities": ["completion"]}],
                "data": [
                    {"id": "m.gguf", "owned_by": "llamacpp", "meta": {"n_ctx_train": 131_072}}
                ],
            },
            "/props": {
                "default_generation_settings": {"n_ctx": 2_048},
                "modalities": {"vision": True},
            },
        }
    )
    (model,) = await listed("/v1", Dialect.OPENAI_CHAT, script)
    assert model.abilities == Abilities(context_tokens=2_048, takes_images=True)


async def test_lm_studio_says_more_in_a_list_of_its_own() -> None:
    script = by_path(
        {
            "/v1/models": {
                "data": [
                    {"id": "q", "owned_by": "organization_owner"},
                    {"id": "r", "owned_by": "organization_owner"},
                ]
            },
            "/api/v0/models": {
                "data": [{"id": "q", "type": "llm", "arch": "qwen", "max_context_length": 32_768}]
            },
        }
    )
    assert await listed("/v1", Dialect.OPENAI_CHAT, script) == (
        ListedModel("q", "", Abilities(context_tokens=32_768, takes_images=False)),
        ListedModel("r"),
    )


async def test_a_server_that_says_nothing_more_has_a_list_all_the_same() -> None:
    for owner in ("library", "llamacpp", "organization_owner"):
        script = by_path({"/v1/models": {"data": [{"id": "m", "owned_by": owner}]}})
        (model,) = await listed("/v1", Dialect.OPENAI_CHAT, script)
        assert model == ListedModel("m")


async def test_a_host_is_asked_for_its_list_and_nothing_else() -> None:
    body = json.dumps({"data": [{"id": "m", "owned_by": "openai"}]})
    async with loopback(answer(body)) as server:
        mine = profile(server.url)
        async with rig(mine) as r:
            await HttpDirectory(r.workshop).models(mine, KEY)
    assert [heard.path for heard in server.heard] == ["/v1/models"]


async def test_the_pages_of_gemini_are_read_to_the_last() -> None:
    pages = (
        answer(json.dumps({"models": [{"name": "models/b"}], "nextPageToken": "t=1"})),
        answer(json.dumps({"models": [{"name": "models/a"}]})),
    )
    async with loopback(*pages) as server:
        mine = profile(server.url, dialect=Dialect.GOOGLE_GEMINI)
        async with rig(mine) as r:
            models = await HttpDirectory(r.workshop).models(mine, KEY)
    assert [model.id for model in models] == ["a", "b"]
    assert [heard.path for heard in server.heard] == [
        "/v1beta/models?pageSize=1000",
        "/v1beta/models?pageSize=1000&pageToken=t%3D1",
    ]


async def test_what_takes_too_long_or_has_no_end_says_so_as_a_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(models_module, "TIMEOUT", 0.05)
    monkeypatch.setattr(models_module, "_MAX_BODY", 10)
    for script, category, code in (
        (silence(), Category.TIMEOUT, "list_timeout"),
        (answer(b" " * 11), Category.UNREADABLE_REPLY, "list_too_long"),
    ):
        with pytest.raises(RoundError) as caught:
            await listed("", Dialect.OPENAI_CHAT, script)
        failure = caught.value.failure
        assert (failure.category, failure.code) == (category, code)
        assert failure.url.endswith("/v1/models")
