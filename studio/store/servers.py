"""The file of MCP servers, and what each of them offered last. No secret is in either."""

import contextlib
import json
from pathlib import Path

from typing_extensions import override

from studio.core.servers import SERVERS_VERSION, ServerEntry
from studio.harness.ports import Clock
from studio.harness.server_ports import ServerStore, StoredListing
from studio.store import failures, json_file
from studio.store.model_file import ModelFile
from studio.store.set_aside import SetAside
from studio.store.worker import Worker

LARGEST_LISTING = 4_000_000  # bytes of one server; a larger one is asked for again
_LISTING_VERSION = 1
_PREFIX, _SUFFIX = "mcp-", ".json"

Entries = tuple[ServerEntry, ...]


class FileServers(ServerStore):
    """Lives as long as the program, and is the only writer of its files.

    Each listing is a file of its own in `listings`: one server that says new things does not have
    what fifty others said written again. `set_aside` tells of a file that could not be used.
    """

    def __init__(self, path: Path, listings: Path, worker: Worker, clock: Clock) -> None:
        self._file = ModelFile(path, "servers", SERVERS_VERSION, ServerEntry, clock)
        self._listings = listings
        self._worker = worker

    @property
    def set_aside(self) -> tuple[SetAside, ...]:
        return self._file.set_aside

    @override
    async def servers(self) -> Entries:
        return await self._worker.run(self._file.read)

    @override
    async def save_servers(self, servers: Entries) -> None:
        await self._worker.run(lambda: self._file.write(servers))

    @override
    async def listings(self) -> dict[str, StoredListing]:
        """What is damaged is left out: the server is asked again."""
        return await self._worker.run(self._read_listings)

    @override
    async def save_listing(self, server_id: str, listing: StoredListing | None) -> None:
        await self._worker.run(lambda: self._write_listing(server_id, listing))

    def _read_listings(self) -> dict[str, StoredListing]:
        known = {entry.id for entry in self._file.read()}
        found = {server_id: _listing(self._listing_file(server_id)) for server_id in sorted(known)}
        return {server_id: each for server_id, each in found.items() if each is not None}

    def _write_listing(self, server_id: str, listing: StoredListing | None) -> None:
        path = self._listing_file(server_id)
        tools = [dict(tool) for tool in listing.tools] if listing is not None else []
        size = len(json.dumps(tools, ensure_ascii=False).encode("utf-8", "replace"))
        try:
            if listing is None or size > LARGEST_LISTING:
                path.unlink(missing_ok=True)
                return
            self._listings.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise failures.of_system(error, path) from error
        json_file.write(path, {"version": _LISTING_VERSION, "tools": tools})

    def _listing_file(self, server_id: str) -> Path:
        # With something before it: there are names that Windows gives to no file.
        return self._listings / f"{_PREFIX}{server_id}{_SUFFIX}"


def _listing(path: Path) -> StoredListing | None:
    with contextlib.suppress(OSError):
        if path.stat().st_size > 2 * LARGEST_LISTING:
            return None
        content = json_file.read(path, _LISTING_VERSION)
        tools = content.get("tools") if isinstance(content, dict) else None
        if isinstance(tools, list):
            return StoredListing(tuple(each for each in tools if isinstance(each, dict)))
    return None
