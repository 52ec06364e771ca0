"""What MCP servers need of the world, in memory: their file, the keyring, who runs them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from typing_extensions import override

from studio.core.attachments import ReadFile
from studio.core.errors import Category, Failure, StudioError
from studio.core.servers import ServerEntry
from studio.core.tools import Tool
from studio.harness.server_ports import (
    LogLine,
    ServerHost,
    ServerMessage,
    ServerState,
    ServerStatus,
    ServerStore,
    StoredListing,
)


class MemoryVault:
    """A `KeyVault` in a dictionary. `failing` is raised; `writes` holds what was set, in order."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.writes: list[tuple[str, str]] = []
        self.failing: Exception | None = None

    async def key(self, profile_id: str, key_id: str) -> str | None:
        await self._reach()
        return self.kept.get((profile_id, key_id))

    async def set_key(self, profile_id: str, key_id: str, key: str) -> None:
        await self._reach()
        self.kept[profile_id, key_id] = key
        self.writes.append((key_id, key))

    async def remember_until_exit(self, profile_id: str, key_id: str, key: str) -> None:
        await self.set_key(profile_id, key_id, key)

    async def remove_keys(self, profile_id: str, key_ids: tuple[str, ...]) -> None:
        await self._reach()
        for key_id in key_ids:
            self.kept.pop((profile_id, key_id), None)

    async def backend(self) -> str:
        return "memory"

    async def _reach(self) -> None:
        await asyncio.sleep(0)
        if self.failing is not None:
            raise self.failing


def keyring_failure() -> StudioError:
    return StudioError(Failure(Category.KEYRING, "locked"))


class MemoryServers(ServerStore):
    """A `ServerStore` in memory. `failing` is raised by whatever writes."""

    def __init__(self, *servers: ServerEntry) -> None:
        self.kept = servers
        self.by_id: dict[str, StoredListing] = {}
        self.failing: Exception | None = None

    @override
    async def servers(self) -> tuple[ServerEntry, ...]:
        await asyncio.sleep(0)
        return self.kept

    @override
    async def save_servers(self, servers: tuple[ServerEntry, ...]) -> None:
        await asyncio.sleep(0)
        if self.failing is not None:
            raise self.failing
        self.kept = servers

    @override
    async def listings(self) -> dict[str, StoredListing]:
        await asyncio.sleep(0)
        return dict(self.by_id)

    @override
    async def save_listing(self, server_id: str, listing: StoredListing | None) -> None:
        await asyncio.sleep(0)
        if listing is None:
            self.by_id.pop(server_id, None)
        else:
            self.by_id[server_id] = listing


class FakeHost(ServerHost):
    """A `ServerHost` that runs nothing. `configured` are all tuples it was given, `asked` what it
    was told to do; what it answers is set by tests."""

    def __init__(self) -> None:
        self.configured: list[tuple[ServerEntry, ...]] = []
        self.asked: list[tuple[str, str]] = []
        self.statuses: dict[str, ServerStatus] = {}
        self.logs: dict[str, tuple[LogLine, ...]] = {}
        self.said: dict[str, tuple[ServerMessage, ...]] = {}
        self.offered: tuple[Tool, ...] = ()
        self.by_name: dict[tuple[str, str], Tool] = {}
        self.files: tuple[ReadFile, ...] = ()
        self.text = ""
        self.suggestions: tuple[str, ...] = ()
        self.failing: Exception | None = None
        self._watchers: list[Callable[[str], None]] = []

    def tell(self, server_id: str) -> None:
        for changed in tuple(self._watchers):
            changed(server_id)

    @override
    def tools(self) -> tuple[Tool, ...]:
        return self.offered

    @override
    def configure(self, entries: tuple[ServerEntry, ...]) -> None:
        self.configured.append(entries)

    @override
    def status(self, server_id: str) -> ServerStatus:
        return self.statuses.get(server_id, ServerStatus(ServerState.STOPPED))

    @override
    def log(self, server_id: str) -> tuple[LogLine, ...]:
        return self.logs.get(server_id, ())

    @override
    def messages(self, server_id: str) -> tuple[ServerMessage, ...]:
        return self.said.get(server_id, ())

    @override
    def watch(self, changed: Callable[[str], None]) -> Callable[[], None]:
        self._watchers.append(changed)
        return lambda: self._watchers.remove(changed)

    @override
    def start(self, server_id: str) -> None:
        self.asked.append(("start", server_id))

    @override
    def stop(self, server_id: str) -> None:
        self.asked.append(("stop", server_id))

    @override
    def restart(self, server_id: str) -> None:
        self.asked.append(("restart", server_id))

    @override
    def need(self) -> None:
        self.asked.append(("need", ""))

    @override
    def tool(self, server_id: str, own_name: str) -> Tool | None:
        return self.by_name.get((server_id, own_name))

    @override
    async def read_resource(self, server_id: str, uri: str) -> tuple[ReadFile, ...]:
        await self._reach("read", server_id)
        return self.files

    @override
    async def prompt(self, server_id: str, name: str, arguments: Mapping[str, str]) -> str:
        await self._reach("prompt", server_id)
        return self.text

    @override
    async def complete(
        self, server_id: str, reference: str, argument: str, value: str
    ) -> tuple[str, ...]:
        await self._reach("complete", server_id)
        return self.suggestions

    @override
    async def login(self, server_id: str) -> None:
        await self._reach("login", server_id)

    @override
    async def logout(self, server_id: str) -> None:
        await self._reach("logout", server_id)

    @override
    async def close(self, within: float) -> None:
        await self._reach("close", "")

    async def _reach(self, what: str, server_id: str) -> None:
        self.asked.append((what, server_id))
        await asyncio.sleep(0)
        if self.failing is not None:
            raise self.failing
