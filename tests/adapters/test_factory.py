import time
from dataclasses import replace

import httpx
import pytest

from studio.adapters.directory import HttpDirectory
from studio.adapters.factory import PRACTICE_URL, Endpoints, HttpAdapterFactory
from studio.core.chats import Assignment
from studio.core.errors import AddressError, Category, Failure, StudioError
from studio.core.messages import Dialect
from studio.core.policy import Policy, broken_policy
from studio.core.profiles import KeyEntry, KeySource, Kind, ProviderProfile
from studio.core.tools import ToolDefinition
from tests.adapters.rig import KEY, StillEngine, assignment, heard_from, profile, rig, text_of
from tests.harness.key_world import Outside
from tests.loopback import DONE, chat_delta, chat_end, loopback, stream

BODY = chat_delta(content="hello") + chat_end() + DONE
TOOL = ToolDefinition("clock", "Tells the time.", {"type": "object", "properties": {}})


async def refused_with(mine: ProviderProfile, keys: dict[str, str] | None = None) -> StudioError:
    async with rig(mine) as r:
        r.vault.keys = keys if keys is not None else {"p/default": KEY}
        with pytest.raises(StudioError) as caught:
            await r.adapter()
    return caught.value


async def test_every_send_gets_an_adapter_and_an_exchange_of_its_own() -> None:
    async with rig(profile("http://127.0.0.1:1")) as r:
        first, second = await r.adapter(), await r.adapter()
        assert first is not second
        assert first._exchange is not second._exchange  # type: ignore[attr-defined]
        assert first._channel.line.client is second._channel.line.client  # type: ignore[attr-defined]


async def test_the_origin_says_who_answers() -> None:
    async with rig(profile("https://api.example.com"), profile("http://localhost:1", id="q")) as r:
        far = (await r.factory.create(assignment())).origin
        near = (await r.factory.create(assignment(profile_id="q"))).origin
    assert (far.profile_id, far.profile_name, far.model) == ("p", "P", "m")
    assert (far.dialect, far.key_id, far.stays_here) == (Dialect.OPENAI_CHAT, "default", False)
    assert near.stays_here


async def test_the_chats_own_model_wins_and_a_chat_without_profile_asks_the_default() -> None:
    async with rig(profile("http://127.0.0.1:1")) as r:
        asked = assignment(profile_id="")
        asked = replace(asked, settings=replace(asked.settings, model="mine"))
        origin = (await r.factory.create(asked)).origin
    assert (origin.profile_id, origin.model) == ("p", "mine")


async def test_a_removed_profile_is_not_replaced_by_another() -> None:
    async with rig(profile("http://127.0.0.1:1")) as r:
        with pytest.raises(StudioError) as caught:
            await r.factory.create(assignment(profile_id="gone"))
    assert caught.value.failure.category is Category.NO_MODEL
    assert caught.value.failure.code == "profile_missing"


async def test_no_model_is_said_before_anything_is_sent() -> None:
    error = await refused_with(profile("http://127.0.0.1:1", model=""))
    assert error.failure.category is Category.NO_MODEL


async def test_a_missing_key_is_said_and_a_profile_without_one_never_asks_the_keyring() -> None:
    error = await refused_with(profile("http://127.0.0.1:1"), {})
    assert error.failure.category is Category.KEY_MISSING
    async with rig(profile("http://127.0.0.1:1", has_key=False)) as r:
        await r.adapter()
        assert r.vault.reads == []


async def test_a_missing_secret_header_is_named() -> None:
    error = await refused_with(profile("http://127.0.0.1:1", secret_headers=("X-Gateway",)))
    assert error.failure.category is Category.KEY_MISSING
    assert error.failure.message == "X-Gateway"


@pytest.mark.parametrize("address", ["", "not a url", "ftp://h", "http://", "http://h:99999"])
async def test_a_base_url_that_is_none_is_an_address_failure(address: str) -> None:
    error = await refused_with(profile(address))
    assert isinstance(error, AddressError)
    assert error.failure.category is Category.ADDRESS


@pytest.mark.parametrize("key", ["sk-line\nbreak-123", "sk-schlüssel", "sk-\x00nul"])
async def test_a_key_that_no_header_carries_is_refused_without_quoting_it(key: str) -> None:
    error = await refused_with(profile("http://127.0.0.1:1"), {"p/default": key})
    assert error.failure.category is Category.AUTHENTICATION
    assert error.failure.code == "key_characters"
    assert "sk-" not in repr(error) + str(error)


async def test_white_space_around_a_key_is_not_sent() -> None:
    async with loopback(stream(BODY)) as server, rig(profile(server.url)) as r:
        r.vault.keys["p/default"] = f"  {KEY}\r\n"
        await heard_from(await r.adapter())
    assert server.heard[0].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("headers", [{"X-A": "a\r\nX-B: b"}, {"X A": "b"}, {"": "b"}, {"X": "ü"}])
async def test_a_header_that_cannot_be_sent_is_named(headers: dict[str, str]) -> None:
    error = await refused_with(profile("http://127.0.0.1:1", extra_headers=headers))
    assert (error.failure.category, error.failure.code) == (
        Category.BAD_REQUEST,
        "header_characters",
    )


async def test_tools_are_offered_only_where_the_profile_says_so() -> None:
    async with loopback(stream(BODY)) as server:
        for offers in (True, False):
            async with rig(profile(server.url, offers_tools=offers)) as r:
                adapter = await r.factory.create(assignment(tools=(TOOL,)))
                await heard_from(adapter)
    assert ["tools" in heard.json for heard in server.heard] == [True, False]


async def test_an_engine_profile_asks_the_engine_where_it_is() -> None:
    async with loopback(stream(BODY)) as server:
        mine = profile("", kind=Kind.ENGINE, model="", has_key=False)
        async with rig(mine, engine=(f"{server.url}/v1", "engine-key-1")) as r:
            adapter = await r.adapter()
            assert text_of(await heard_from(adapter)) == "hello"
    assert adapter.origin.stays_here
    assert server.heard[0].headers["authorization"] == "Bearer engine-key-1"


async def test_a_missing_engine_is_an_engine_failure() -> None:
    error = await refused_with(profile("", kind=Kind.ENGINE, has_key=False))
    assert error.failure.category is Category.ENGINE


async def test_the_practice_provider_is_reached_through_its_own_transport() -> None:
    asked: list[str] = []

    def reply(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(200, content=BODY, headers={"content-type": "text/event-stream"})

    mine = profile("", kind=Kind.PRACTICE, has_key=False)
    transports = {Kind.PRACTICE: httpx.MockTransport(reply)}
    async with rig(mine, transports=transports) as r:
        assert text_of(await heard_from(await r.adapter())) == "hello"
    assert asked == [f"{PRACTICE_URL}/chat/completions"]
    assert r.vault.reads == []


async def test_stopping_a_send_leaves_the_next_one_free() -> None:
    async with loopback(stream(BODY)) as server, rig(profile(server.url)) as r:
        round_ = (await r.adapter()).stream_round("a", offer_tools=True, final_instruction=None)
        await anext(round_)
        await round_.aclose()
        start = time.perf_counter()
        assert text_of(await heard_from(await r.adapter())) == "hello"
        assert time.perf_counter() - start < 1


TWO_KEYS = (KeyEntry(id="default", name="Work"), KeyEntry(id="k2", name="Private"))


def with_keys(base_url: str, **changes: object) -> ProviderProfile:
    keys = [key.model_dump() for key in TWO_KEYS]
    return ProviderProfile.model_validate(
        profile(base_url, has_key=False).model_dump() | {"keys": keys} | changes
    )


def choosing(key_id: str) -> Assignment:
    asked = assignment()
    return replace(asked, settings=replace(asked.settings, key_id=key_id))


async def test_a_chat_is_answered_with_the_key_it_chose() -> None:
    keys = {"p/k2": "sk-private-0123456789"}
    async with loopback(stream(BODY)) as server, rig(with_keys(server.url), keys=keys) as r:
        chosen = await r.factory.create(choosing("k2"))
        default = await r.factory.create(assignment())
        assert (chosen.origin.key_id, default.origin.key_id) == ("k2", "default")
        await heard_from(chosen)
    assert server.heard[0].headers["authorization"] == "Bearer sk-private-0123456789"


async def test_a_chat_whose_key_is_gone_is_not_paid_by_another_key() -> None:
    for mine in (with_keys("http://127.0.0.1:1"), profile("http://127.0.0.1:1", has_key=False)):
        async with rig(mine) as r:
            with pytest.raises(StudioError) as caught:
                await r.factory.create(choosing("gone"))
            assert r.vault.reads == []
        failure = caught.value.failure
        assert (failure.category, failure.code) == (Category.KEY_MISSING, "key_gone")


async def test_what_runs_here_needs_no_key_whatever_a_chat_chose() -> None:
    mine = profile("", kind=Kind.PRACTICE, has_key=False)
    async with rig(mine) as r:
        assert (await r.factory.create(choosing("gone"))).origin.key_id == ""


async def test_a_key_from_outside_is_asked_for_with_each_send() -> None:
    outside = Outside()
    outside.keys["pass show api"] = "sk-outside-0123456789"
    command = KeyEntry(id="c", name="C", source=KeySource.COMMAND, locator="pass show api")
    mine = with_keys("http://127.0.0.1:1", keys=(command,))
    async with rig(mine) as r:
        endpoints = Endpoints(r.vault, StillEngine(), outside)
        endpoint = await endpoints.endpoint(mine)
        assert r.vault.reads == []
    assert endpoint.headers["authorization"] == "Bearer sk-outside-0123456789"


async def test_nothing_is_connected_to_where_the_organisation_says_no() -> None:
    policy = Policy(allowed_hosts=("api.example.com",), allowed_dialects=(Dialect.OPENAI_CHAT,))
    async with loopback(stream(BODY)) as server, rig(profile(server.url)) as r:
        factory = HttpAdapterFactory(
            lambda _: profile(server.url), replace(r.workshop, policy=policy)
        )
        with pytest.raises(StudioError) as caught:
            await factory.create(assignment())
        directory = HttpDirectory(replace(r.workshop, policy=policy))
        with pytest.raises(StudioError):
            await directory.models(profile(server.url), KEY)
        steps = [step async for step in directory.test(profile(server.url), KEY)]
    failure = caught.value.failure
    assert (failure.category, failure.code) == (Category.PERMISSION, "policy")
    assert failure.message == "127.0.0.1"
    assert steps[0].failure == failure
    assert server.heard == []


async def test_the_host_is_judged_as_it_is_connected_to() -> None:
    policy = Policy(allowed_hosts=("good.example",))
    for address in (
        "https://evil.example/v1?good.example",
        "https://good.example.evil.example/v1",
        "https://GOOD.example:443/v1",
    ):
        mine = profile(address)
        async with rig(mine) as r:
            workshop = replace(r.workshop, policy=policy)
            endpoint = await workshop.endpoints.endpoint(mine)
            if "GOOD" in address:
                await workshop.channel(mine, endpoint)
            else:
                with pytest.raises(StudioError) as caught:
                    await workshop.channel(mine, endpoint)
                assert caught.value.failure.code == "policy"


async def test_the_practice_provider_answers_under_a_broken_policy() -> None:
    mine = profile("", kind=Kind.PRACTICE, has_key=False)
    transports = {Kind.PRACTICE: httpx.MockTransport(lambda _: httpx.Response(200, content=BODY))}
    async with rig(mine, transports=transports) as r:
        workshop = replace(r.workshop, policy=broken_policy("broken"))
        await HttpAdapterFactory(lambda _: mine, workshop).create(assignment())


async def test_what_stands_before_a_send_stops_it_before_a_key_is_read() -> None:
    async def refuse(_profile: ProviderProfile, key_id: str) -> None:
        raise StudioError(Failure(Category.QUOTA, key_id, code="cap"))

    mine = with_keys("http://127.0.0.1:1")
    async with rig(mine) as r:
        factory = HttpAdapterFactory(lambda _: mine, r.workshop, before_send=refuse)
        with pytest.raises(StudioError) as caught:
            await factory.create(choosing("k2"))
        assert r.vault.reads == []
    assert (caught.value.failure.code, caught.value.failure.message) == ("cap", "k2")
