"""The file of servers of tools, and what each of them offered last. No secret is in either."""

import contextlib
import json
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from typing_extensions import override

from studio.core.servers import SERVERS_VERSION, ServerEntry
from studio.harness.ports import Clock
from studio.harness.server_ports import ServerStore, StoredListing
from studio.store import failures, json_file
from studio.store.set_aside import Reason, SetAside
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
        self._path = path
        self._listings = listings
        self._worker = worker
        self._clock = clock
        self._entries: Entries | None = None
        self.set_aside: tuple[SetAside, ...] = ()

    @override
    async def servers(self) -> Entries:
        return await self._worker.run(self._read)

    @override
    async def save_servers(self, servers: Entries) -> None:
        def job() -> None:
            # Whoever writes without having read would lose what could not be used.
            self._read()
            self._write(servers)

        await self._worker.run(job)

    @override
    async def listings(self) -> dict[str, StoredListing]:
        """What is damaged is left out: the server is asked again."""
        return await self._worker.run(self._read_listings)

    @override
    async def save_listing(self, server_id: str, listing: StoredListing | None) -> None:
        await self._worker.run(lambda: self._write_listing(server_id, listing))

    def _read(self) -> Entries:
        if self._entries is None:
            self._entries = self._load()
        return self._entries

    def _load(self) -> Entries:
        content = json_file.read(self._path, SERVERS_VERSION)
        if content is None:
            return ()
        rows = content if isinstance(content, Reason) else content.get("servers")
        if not isinstance(rows, list):
            reason = rows if isinstance(rows, Reason) else Reason.DAMAGED
            self._report(json_file.put_aside(self._path, reason, self._clock()))
            return ()
        good = _good(rows)
        if len(good) < len(rows):
            # One bad server does not cost the others. The next save would lose it, so it is kept.
            self._report(json_file.keep_copy(self._path, Reason.DAMAGED, self._clock()))
            self._write(good)
        return good

    def _write(self, entries: Entries) -> None:
        rows = [entry.model_dump(mode="json") for entry in entries]
        json_file.write(self._path, {"version": SERVERS_VERSION, "servers": rows})
        self._entries = entries

    def _report(self, aside: SetAside) -> None:
        self.set_aside = (*self.set_aside, aside)

    def _read_listings(self) -> dict[str, StoredListing]:
        known = {entry.id for entry in self._read()}
        found = {server_id: _listing(self._file(server_id)) for server_id in sorted(known)}
        return {server_id: each for server_id, each in found.items() if each is not None}

    def _write_listing(self, server_id: str, listing: StoredListing | None) -> None:
        path = self._file(server_id)
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

    def _file(self, server_id: str) -> Path:
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


def _good(rows: list[Any]) -> Entries:
    """Those that are valid; of two with the same ID the first."""
    good: dict[str, ServerEntry] = {}
    for row in rows:
        try:
            entry = ServerEntry.model_validate(row)
        except ValidationError:
            continue
        good.setdefault(entry.id, entry)
    return tuple(good.values())
