import asyncio
from contextlib import aclosing

import pytest

from studio.adapters.ollama_models import HttpOllamaModels
from studio.core.errors import Category, IncompleteRoundError, RoundError
from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from studio.harness.ports import PullProgress
from tests.adapters.ollama_play import SIZE, Ollama
from tests.adapters.rig import Rig, profile, rig
from tests.loopback import answer, loopback, until_closed


def mine(url: str) -> ProviderProfile:
    return profile(url, dialect=Dialect.OLLAMA_CHAT, has_key=False)


async def pulled(r: Rig, url: str, name: str) -> list[PullProgress]:
    async with aclosing(HttpOllamaModels(r.workshop).pull(mine(url), name)) as steps:
        return [step async for step in steps]


@pytest.mark.parametrize("path", ["", "/v1", "/api", "/api/chat"])
async def test_models_are_listed_with_what_they_can_read_and_whether_they_are_loaded(
    path: str,
) -> None:
    async with loopback(Ollama()) as server:
        asked = mine(server.url + path)
        async with rig(asked) as r:
            listed = await HttpOllamaModels(r.workshop).list(asked)
    assert [(one.name, one.is_loaded) for one in listed] == [
        ("gemma3:4b", True),
        ("qwen3:8b", False),
    ]
    assert listed[1].size == SIZE
    assert (listed[1].parameter_size, listed[1].quantization) == ("8.2B", "Q4_K_M")
    assert listed[1].context_tokens == 40960
    assert listed[1].modified_at == pytest.approx(1_796_029_200.123456)


async def test_a_profile_of_another_dialect_has_the_servers_models_too() -> None:
    async with loopback(Ollama()) as server:
        asked = profile(f"{server.url}/v1", has_key=False)
        async with rig(asked) as r:
            assert len(await HttpOllamaModels(r.workshop).list(asked)) == 2


async def test_a_pull_tells_how_far_all_its_layers_are() -> None:
    ollama = Ollama()
    ollama.may_go_on.set()
    async with loopback(ollama) as server, rig(mine(server.url)) as r:
        steps = await pulled(r, server.url, "new:1b")
    assert steps == [
        PullProgress("pulling manifest"),
        PullProgress("pulling aaa", 0, SIZE),
        PullProgress("pulling aaa", SIZE, SIZE),
        PullProgress("pulling bbb", SIZE + 1000, SIZE + 1000),
        PullProgress("success", SIZE + 1000, SIZE + 1000),
    ]
    assert "new:1b" in ollama.names


async def test_closing_a_pull_hangs_up() -> None:
    ollama = Ollama()
    async with loopback(ollama) as server, rig(mine(server.url)) as r:
        async with aclosing(HttpOllamaModels(r.workshop).pull(mine(server.url), "new:1b")) as pull:
            async for step in pull:
                if step.total:
                    break
        async with asyncio.timeout(2):
            await server.hung_up.wait()
    assert "new:1b" not in ollama.names


@pytest.mark.parametrize(
    ("words", "category"),
    [
        ("pull model manifest: file does not exist", Category.MODEL_NOT_FOUND),
        ("write /models/x: no space left on device", Category.STORAGE),
        ("something else", Category.SERVER),
    ],
)
async def test_what_cannot_be_pulled_is_said_in_the_servers_words(
    words: str, category: Category
) -> None:
    async with loopback(Ollama(error=words)) as server, rig(mine(server.url)) as r:
        with pytest.raises(RoundError) as caught:
            await pulled(r, server.url, "x")
    assert caught.value.failure.category is category
    assert caught.value.failure.message == words


async def test_a_pull_that_breaks_off_is_no_success() -> None:
    half = until_closed(b'{"status":"pulling manifest"}\n', content_type="application/x-ndjson")
    async with loopback(half) as server, rig(mine(server.url)) as r:
        with pytest.raises(IncompleteRoundError):
            await pulled(r, server.url, "x")


async def test_a_model_is_deleted_and_a_missing_one_is_not() -> None:
    ollama = Ollama()
    async with loopback(ollama) as server, rig(mine(server.url)) as r:
        models = HttpOllamaModels(r.workshop)
        await models.delete(mine(server.url), "qwen3:8b")
        assert ollama.names == ["gemma3:4b"]
        with pytest.raises(RoundError) as caught:
            await models.delete(mine(server.url), "qwen3:8b")
    assert caught.value.failure.category is Category.MODEL_NOT_FOUND


async def test_the_server_says_what_a_model_can_do() -> None:
    async with loopback(Ollama()) as server, rig(mine(server.url)) as r:
        shown = await HttpOllamaModels(r.workshop).show(mine(server.url), "qwen3:8b")
    assert (shown.takes_tools, shown.reasons, shown.context_tokens) == (True, True, 40960)


async def test_what_is_no_ollama_server_is_said_to_be_unreadable() -> None:
    async with loopback(answer("[1,")) as server, rig(mine(server.url)) as r:
        with pytest.raises(RoundError) as caught:
            await HttpOllamaModels(r.workshop).list(mine(server.url))
    assert caught.value.failure.category is Category.UNREADABLE_REPLY
