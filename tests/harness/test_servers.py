"""The servers in use: what is saved where, in which order, and who is told."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from studio.core.errors import StudioError
from studio.core.servers import TOKENS_KEY_ID, ServerEntry, Transport
from studio.harness.server_ports import StoredListing
from studio.harness.servers import Servers
from tests.fakes_servers import FakeHost, MemoryServers, MemoryVault, keyring_failure

TIME = ServerEntry(id="time", name="Time", command="uvx", secret_environment=("KEY",))
FAR = ServerEntry(id="far", name="Far", transport=Transport.HTTP, url="https://far.example/mcp")


class World:
    def __init__(self, *entries: ServerEntry) -> None:
        self.store = MemoryServers(*entries)
        self.vault = MemoryVault()
        self.host = FakeHost()
        self.servers = Servers(self.store, self.vault, self.host)
        self.told = 0

    async def loaded(self) -> Servers:
        self.servers.watch(self._tell)
        await self.servers.load()
        return self.servers

    def _tell(self) -> None:
        self.told += 1


async def test_what_is_loaded_is_what_the_host_runs() -> None:
    world = World(TIME, FAR)
    servers = await world.loaded()
    assert world.host.configured == [(TIME, FAR)]
    assert servers.entry("far") == FAR
    assert world.told == 1


async def test_secrets_are_in_the_keyring_before_the_server_is_in_the_file() -> None:
    world = World()
    servers = await world.loaded()
    await servers.save(TIME, {"env-KEY": "s3cret"})
    assert world.vault.kept == {("mcp-time", "env-KEY"): "s3cret"}
    world.vault.failing = keyring_failure()
    with pytest.raises(StudioError):
        await servers.save(FAR, {"header-x": "s3cret"})
    assert world.store.kept == servers.entries == (TIME,)


async def test_a_new_server_that_is_not_saved_leaves_no_secret() -> None:
    world = World()
    servers = await world.loaded()

    async def refuse_the_second(profile_id: str, key_id: str, key: str) -> None:
        if world.vault.kept:
            raise keyring_failure()
        world.vault.kept[profile_id, key_id] = key

    world.vault.set_key = refuse_the_second  # type: ignore[method-assign]  # a vault that fails once
    with pytest.raises(StudioError):
        await servers.save(TIME, {"env-KEY": "one", "env-OTHER": "two"})
    assert not world.vault.kept


async def test_secrets_that_a_server_has_no_name_for_any_more_are_forgotten() -> None:
    world = World()
    servers = await world.loaded()
    await servers.save(TIME, {"env-KEY": "s3cret"})
    await servers.save(TIME.model_copy(update={"secret_environment": ()}))
    assert not world.vault.kept


async def test_another_address_never_gets_the_tokens_of_the_old_one() -> None:
    world = World(FAR)
    servers = await world.loaded()
    world.vault.kept["mcp-far", TOKENS_KEY_ID] = "{}"
    await servers.save(FAR.model_copy(update={"name": "Farther"}))
    assert world.vault.kept
    await servers.save(FAR.model_copy(update={"url": "https://other.example/mcp"}))
    assert not world.vault.kept


async def test_a_removed_server_comes_back_with_its_secrets_where_it_was() -> None:
    world = World()
    servers = await world.loaded()
    await servers.save(TIME, {"env-KEY": "s3cret"})
    await servers.save(FAR)
    world.store.by_id["time"] = StoredListing()
    restore = await servers.remove("time")
    assert (servers.entries, world.vault.kept, world.store.by_id) == ((FAR,), {}, {})
    await restore()
    await restore()
    assert servers.entries == (TIME, FAR)
    assert world.vault.kept == {("mcp-time", "env-KEY"): "s3cret"}
    assert world.host.configured[-1] == (TIME, FAR)


async def test_a_keyring_that_is_away_does_not_keep_a_server_from_being_removed() -> None:
    world = World(TIME)
    servers = await world.loaded()
    world.vault.failing = keyring_failure()
    await servers.remove("time")
    assert servers.entries == ()


async def test_what_cannot_be_written_is_not_in_use() -> None:
    world = World(TIME)
    servers = await world.loaded()
    world.store.failing = StudioError(keyring_failure().failure)
    with pytest.raises(StudioError):
        await servers.enable("time", is_enabled=False)
    assert servers.entries == (TIME,)


async def test_single_fields_are_changed_and_bad_values_change_nothing() -> None:
    world = World(TIME, FAR)
    servers = await world.loaded()
    await servers.enable("time", is_enabled=False)
    await servers.set_tools_off("time", ["a", "b", "a"])
    changed = servers.entry("time")
    assert changed is not None
    assert (changed.is_enabled, changed.tools_off) == (False, ("a", "b"))
    with pytest.raises(ValidationError):
        await servers.change("time", timeout=-1)
    assert servers.entry("time") == changed
    await servers.reorder(["far"])
    assert [each.id for each in servers.entries] == ["far", "time"]


async def test_imported_servers_get_ids_of_their_own_and_their_secrets() -> None:
    world = World(TIME)
    servers = await world.loaded()
    text = json.dumps({"mcpServers": {"Time": {"command": "x", "env": {"API_KEY": "abcdefgh1"}}}})
    read = servers.read(text)
    done = await servers.add_all(read.entries, read.secrets)
    assert [each.id for each in done.entries] == ["time-2"]
    assert world.vault.kept == {("mcp-time-2", "env-API_KEY"): "abcdefgh1"}
    assert await servers.has_secret("time-2", "env-API_KEY")
    assert "abcdefgh1" not in servers.exported()
    assert list(json.loads(servers.exported(["time"]))["mcpServers"]) == ["Time"]


async def test_a_server_whose_secret_the_keyring_refuses_costs_no_other() -> None:
    world = World()
    servers = await world.loaded()
    world.vault.failing = keyring_failure()
    done = await servers.add_all((TIME, FAR), {"time/env-KEY": "s3cret"})
    assert (done.entries, done.unsaved) == ((FAR,), ("Time",))
