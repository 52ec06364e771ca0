import json
from contextlib import aclosing

import pytest

from studio.adapters import models as models_module
from studio.adapters.directory import HttpDirectory
from studio.core.errors import Category, RoundError
from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from studio.harness.ports import Step, StepResult
from tests.adapters.rig import KEY, Rig, profile, rig
from tests.loopback import (
    DONE,
    Script,
    Wire,
    answer,
    chat_delta,
    chat_end,
    loopback,
    silence,
    stream,
)

LIST = answer(json.dumps({"object": "list", "data": [{"id": "b"}, {"id": "a"}]}))
READY = stream(chat_delta(content="rea"), chat_delta(content="dy"), chat_end(), DONE)
CALL = stream(
    chat_delta(
        tool_calls=[
            {"index": 0, "id": "c", "function": {"name": "current_time", "arguments": "{}"}}
        ]
    ),
    chat_end("tool_calls"),
    DONE,
)


async def results_of(rig_: Rig, mine: ProviderProfile) -> list[StepResult]:
    async with aclosing(HttpDirectory(rig_.workshop).test(mine, KEY)) as results:
        return [result async for result in results]


async def test_models_are_listed_sorted_under_the_key_that_is_tried() -> None:
    async with loopback(LIST) as server:
        mine = profile(f"{server.url}/v1/")
        async with rig(mine) as r:
            listed = await HttpDirectory(r.workshop).models(mine, "sk-just-typed-1")
            assert [model.id for model in listed] == ["a", "b"]
            assert r.vault.reads == []
    assert server.heard[0].path == "/v1/models"
    assert server.heard[0].headers["authorization"] == "Bearer sk-just-typed-1"


async def test_all_pages_of_a_list_are_read() -> None:
    pages = (
        answer(json.dumps({"data": [{"id": "c"}], "has_more": True, "last_id": "c/1"})),
        answer(json.dumps({"data": [{"id": "a"}], "has_more": False, "last_id": "a"})),
    )
    async with loopback(*pages) as server:
        mine = profile(server.url, dialect=Dialect.ANTHROPIC_MESSAGES)
        async with rig(mine) as r:
            listed = await HttpDirectory(r.workshop).models(mine, KEY)
            assert [model.id for model in listed] == ["a", "c"]
    paths = [heard.path for heard in server.heard]
    assert paths == ["/v1/models?limit=1000", "/v1/models?limit=1000&after_id=c%2F1"]
    assert server.heard[0].headers["x-api-key"] == KEY


@pytest.mark.parametrize(
    ("script", "category"),
    [
        (answer("{}", 401), Category.AUTHENTICATION),
        (answer("<html>Router</html>", content_type="text/html"), Category.ADDRESS),
        (answer("[1, 2", 200), Category.UNREADABLE_REPLY),
    ],
)
async def test_a_list_that_fails_says_why_and_where(script: Script, category: Category) -> None:
    async with loopback(script) as server:
        mine = profile(server.url)
        async with rig(mine) as r:
            with pytest.raises(RoundError) as caught:
                await HttpDirectory(r.workshop).models(mine, KEY)
    assert caught.value.failure.category is category
    assert caught.value.failure.url == f"{server.url}/v1/models"


async def test_a_list_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models_module, "TIMEOUT", 0.05)
    async with loopback(silence()) as server:
        mine = profile(server.url)
        async with rig(mine) as r:
            with pytest.raises(RoundError) as caught:
                await HttpDirectory(r.workshop).models(mine, KEY)
    assert caught.value.failure.category is Category.TIMEOUT


async def test_an_endless_list_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def endless(wire: Wire) -> None:
        await wire.head(transfer_encoding="chunked")
        while True:
            await wire.chunk(b" " * 262_144)

    async with loopback(endless) as server:
        mine = profile(server.url)
        async with rig(mine) as r:
            with pytest.raises(RoundError) as caught:
                await HttpDirectory(r.workshop).models(mine, KEY)
    assert caught.value.failure.category is Category.UNREADABLE_REPLY


async def test_a_test_of_a_good_provider_says_what_works() -> None:
    async with loopback(LIST, READY, CALL) as server:
        mine = profile(server.url, model="", offers_tools=False)
        async with rig(mine) as r:
            results = await results_of(r, mine)
            assert await r.settled() == []
    assert [(result.step, result.detail) for result in results] == [
        (Step.MODELS, "2"),
        (Step.ANSWER, "ready"),
        (Step.STREAM, "2"),
        (Step.TOOLS, "called"),
    ]
    assert all(result.failure is None for result in results)
    assert server.heard[1].json["model"] == "a"
    assert "tools" not in server.heard[1].json
    assert server.heard[2].json["tools"]


async def test_a_provider_that_takes_no_tools_is_told_apart_from_one_that_calls_none() -> None:
    refused = answer('{"error":{"message":"m does not support tools"}}', 400)
    for script, failed, detail in ((refused, True, ""), (READY, False, "accepted")):
        async with loopback(LIST, READY, script) as server:
            mine = profile(server.url)
            async with rig(mine) as r:
                result = (await results_of(r, mine))[-1]
        assert (result.step, result.failure is not None, result.detail) == (
            Step.TOOLS,
            failed,
            detail,
        )


async def test_a_host_without_a_list_is_tried_with_the_model_that_was_typed() -> None:
    async with loopback(answer("{}", 404), READY) as server:
        mine = profile(server.url)
        async with rig(mine) as r:
            results = await results_of(r, mine)
    assert [result.failure is None for result in results] == [False, True, True, True]


@pytest.mark.parametrize("status", [401, 503])
async def test_nothing_is_tried_twice_and_nothing_after_a_bad_key(status: int) -> None:
    async with loopback(answer("{}", status)) as server:
        mine = profile(server.url)
        async with rig(mine) as r:
            results = await results_of(r, mine)
    assert len(server.heard) == (1 if status == 401 else 2)
    assert results[0].failure is not None
    assert r.waited == []


async def test_an_address_that_is_none_is_the_only_result() -> None:
    mine = profile("http://")
    async with rig(mine) as r:
        (result,) = await results_of(r, mine)
    assert result.failure is not None
    assert result.failure.category is Category.ADDRESS


async def test_without_any_model_the_answer_says_so() -> None:
    async with loopback(answer('{"data": []}')) as server:
        mine = profile(server.url, model="")
        async with rig(mine) as r:
            results = await results_of(r, mine)
    assert results[-1].failure is not None
    assert results[-1].failure.category is Category.NO_MODEL
