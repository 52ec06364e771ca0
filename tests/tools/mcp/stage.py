"""Hosts with real children, and what stands around them in tests."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import AsyncGenerator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from typing_extensions import override

from studio.core.attachments import ReadFile
from studio.core.chats import AttachedFile
from studio.core.messages import Attachment
from studio.core.questions import Answer, AnswerKind, Question
from studio.core.servers import ServerEntry
from studio.core.tools import Talk, Tool, ToolOutput
from studio.harness.ports import FileReader, KeyVault
from studio.harness.server_ports import (
    LogSource,
    ServerState,
    ServerStore,
    StoredListing,
)
from studio.tools.mcp.environment import Surroundings
from studio.tools.mcp.estate import Patience
from studio.tools.mcp.host import McpHost
from studio.tools.mcp.stdio_way import MESSAGE_LIMIT, StdioWay
from studio.tools.mcp.ways import Way, WayFactory, WayNeeds
from studio.tools.threads import ToolThreads

ODD = Path(__file__).with_name("odd_server.py")
QUICK = Patience(start=10.0, restarts=(0.02, 0.02, 0.02, 0.02), watch=0.02)


def odd(*modes: str, id: str = "a", name: str = "Odd", **fields: Any) -> ServerEntry:  # noqa: A002
    """A server that misbehaves as the modes say."""
    # Without site packages it starts in 15 ms.
    arguments = ("-I", "-S", str(ODD), *modes)
    return ServerEntry(id=id, name=name, command=sys.executable, arguments=arguments, **fields)


def ways(message_limit: int = MESSAGE_LIMIT) -> WayFactory:
    """Over pipes, in the environment of the test: nobody's shell is asked."""
    surroundings = Surroundings(ToolThreads(), {**os.environ, "SHELL": ""})

    def way(entry: ServerEntry, needs: WayNeeds) -> Way:
        return StdioWay(entry, needs, surroundings, message_limit)

    return way


class Listings(ServerStore):
    """What servers offered, in memory."""

    def __init__(self, **listings: StoredListing) -> None:
        self.kept: dict[str, StoredListing] = listings

    @override
    async def servers(self) -> tuple[ServerEntry, ...]:
        return ()

    @override
    async def save_servers(self, servers: tuple[ServerEntry, ...]) -> None:
        return

    @override
    async def listings(self) -> dict[str, StoredListing]:
        return dict(self.kept)

    @override
    async def save_listing(self, server_id: str, listing: StoredListing | None) -> None:
        if listing is None:
            self.kept.pop(server_id, None)
        else:
            self.kept[server_id] = listing


class Secrets(KeyVault):
    """A keyring in memory, by `profile_id/key_id`."""

    def __init__(self, secrets: Mapping[str, str] | None = None) -> None:
        self.secrets = dict(secrets or {})

    @override
    async def key(self, profile_id: str, key_id: str) -> str | None:
        return self.secrets.get(f"{profile_id}/{key_id}")

    @override
    async def set_key(self, profile_id: str, key_id: str, key: str) -> None:
        self.secrets[f"{profile_id}/{key_id}"] = key

    @override
    async def remember_until_exit(self, profile_id: str, key_id: str, key: str) -> None:
        self.secrets[f"{profile_id}/{key_id}"] = key

    @override
    async def remove_keys(self, profile_id: str, key_ids: tuple[str, ...]) -> None:
        for key_id in key_ids:
            self.secrets.pop(f"{profile_id}/{key_id}", None)

    @override
    async def backend(self) -> str:
        return "memory"


class Files(FileReader):
    """Attaches bytes as they are."""

    @override
    async def read_path(self, path: str) -> ReadFile:
        return await self.read_bytes(path, b"")

    @override
    async def read_bytes(self, name: str, data: bytes) -> ReadFile:
        digest = sha256(data).hexdigest()
        attachment = Attachment(name, "text/plain", len(data), digest)
        return ReadFile(attachment, AttachedFile(data, data.decode()))


class Heard(Talk):
    """What a tool said and asked while it ran."""

    def __init__(self, answer: Answer | None = None) -> None:
        self.progressed: list[tuple[float, float | None, str]] = []
        self.asked: list[Question] = []
        self.began = asyncio.Event()
        self._answer = answer or Answer(AnswerKind.CANCEL)

    @override
    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        self.progressed.append((done, total, message))
        self.began.set()

    @override
    async def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        return self._answer


class Stage:
    """A host and how to wait for its servers."""

    def __init__(self, host: McpHost, store: Listings) -> None:
        self.host = host
        self.store = store
        self._changed = asyncio.Event()
        host.watch(lambda _: self._changed.set())

    async def until(self, *states: ServerState, id: str = "a") -> None:  # noqa: A002
        async with asyncio.timeout(20):
            while self.host.status(id).state not in states:
                await self._changed.wait()
                self._changed.clear()

    async def ready(self, id: str = "a") -> None:  # noqa: A002
        await self.until(ServerState.READY, ServerState.FAILED, id=id)
        assert self.host.status(id).state is ServerState.READY, self.host.status(id).failure

    async def failed(self, id: str = "a") -> None:  # noqa: A002
        await self.until(ServerState.FAILED, id=id)

    def tool(self, own_name: str, id: str = "a") -> Tool:  # noqa: A002
        tool = self.host.tool(id, own_name)
        assert tool is not None, own_name
        return tool

    async def call(self, own_name: str, talk: Talk | None = None, **arguments: Any) -> ToolOutput:
        return await self.tool(own_name).run(arguments, talk or Heard())

    def lines(self, source: LogSource, id: str = "a") -> list[str]:  # noqa: A002
        return [line.text for line in self.host.log(id) if line.source is source]


@contextlib.asynccontextmanager
async def staged(
    *entries: ServerEntry,
    store: Listings | None = None,
    secrets: Mapping[str, str] | None = None,
    patience: Patience = QUICK,
    message_limit: int = MESSAGE_LIMIT,
) -> AsyncGenerator[Stage]:
    """A host that starts what its entries say, and leaves no child behind."""
    kept = store or Listings()
    host = McpHost(
        Secrets(secrets),
        time.time,
        kept,
        Files(),
        ways=ways(message_limit),
        patience=patience,
    )
    stage = Stage(host, kept)
    host.configure(entries)
    try:
        yield stage
    finally:
        pids = [host.status(entry.id).pid for entry in entries]
        await host.close(5.0)
    assert not [pid for pid in pids if pid is not None and is_alive(pid)]


def is_alive(pid: int) -> bool:
    """Not for a process that has ended and is only not fetched yet."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
