"""All MCP servers: who is configured, what they offer, and who asks them for something.

The SDK costs a second to load. It is loaded by name, in a thread, before the first server starts;
nothing that this module imports needs it.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import cast

from typing_extensions import override

from studio.core.attachments import ReadFile
from studio.core.errors import StudioError
from studio.core.servers import ServerEntry, StartMode
from studio.core.tools import Arguments, Talk, Tool, ToolDefinition, ToolOutput
from studio.harness.ports import Clock, FileReader, KeyVault
from studio.harness.server_ports import (
    LoginPages,
    LogLine,
    ServerHost,
    ServerMessage,
    ServerState,
    ServerStatus,
    ServerStore,
    StoredListing,
)
from studio.tools.mcp.asking import completed, files_read, prompted
from studio.tools.mcp.calling import called
from studio.tools.mcp.estate import Estate, Patience, Slots
from studio.tools.mcp.failures import ServerError, failure_of, leaf_of
from studio.tools.mcp.keeping import Keeping
from studio.tools.mcp.links import Live
from studio.tools.mcp.names import slugs
from studio.tools.mcp.owner import Owner
from studio.tools.mcp.telling import Telling
from studio.tools.mcp.tool import McpTool
from studio.tools.mcp.ways import HTTP_WAY, WayFactory
from studio.tools.threads import ToolThreads

_LIVE = "studio.tools.mcp.live"
_THREADS = 32
_LAST = 0.3  # seconds, of those that closing may take, for those that had to be killed
_GONE = ServerStatus(ServerState.OFF)


class McpHost(ServerHost):
    """Owned by the program. Everything here runs on the event loop of the window. `login_pages`
    are what the browser shows after a login; they are asked for with each."""

    def __init__(
        self,
        vault: KeyVault,
        clock: Clock,
        store: ServerStore,
        files: FileReader,
        *,
        ways: WayFactory | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._files = files
        self._ways = ways
        self.login_pages: Callable[[], LoginPages] = LoginPages
        self._threads = ToolThreads(_THREADS)
        self._telling = Telling()
        self._keeping = Keeping(store)
        self._owners: dict[str, Owner] = {}
        self._leaving: set[Owner] = set()
        self._loading: asyncio.Task[tuple[Live, WayFactory]] | None = None
        self._remote: asyncio.Task[object] | None = None
        self._has_begun = True
        self._is_needed = False
        self._is_closed = False
        self._estate = Estate(
            vault=vault,
            clock=clock,
            live=self._live,
            remote=self._remote_loaded,
            tell=self._telling.tell,
            listed=self._keeping.keep,
            slots=Slots(),
            threads=self._threads,
            patience=patience or Patience(),
        )

    @override
    def configure(self, entries: tuple[ServerEntry, ...]) -> None:
        if self._is_closed:
            return
        self._keeping.load(self._loaded)
        names = slugs([(entry.id, entry.name) for entry in entries])
        kept: dict[str, Owner] = {}
        for entry in entries:
            owner = self._owners.pop(entry.id, None)
            if owner is None:
                owner = self._new(entry, names[entry.id])
            elif (owner.entry, owner.slug) != (entry, names[entry.id]):
                owner.reconfigure(entry, names[entry.id])
            kept[entry.id] = owner
        for owner in self._owners.values():
            self._let_go(owner)
        self._owners = kept

    def hold_back(self) -> None:
        """No server is started by itself before `begin`."""
        self._has_begun = False

    def begin(self) -> None:
        """The window stands: those that are started with Callboard may now take the processor."""
        self._has_begun = True
        for owner in self._owners.values():
            self._start_with_callboard(owner)

    @override
    def tools(self) -> tuple[Tool, ...]:
        return tuple(
            self._made(owner, definition)
            for owner in self._owners.values()
            if owner.entry.is_enabled
            for definition in owner.offer.tools
            if definition.own_name not in owner.entry.tools_off
        )

    @override
    def status(self, server_id: str) -> ServerStatus:
        owner = self._owners.get(server_id)
        return _GONE if owner is None else owner.status

    @override
    def log(self, server_id: str) -> tuple[LogLine, ...]:
        owner = self._owners.get(server_id)
        return () if owner is None else owner.journal.lines

    @override
    def messages(self, server_id: str) -> tuple[ServerMessage, ...]:
        owner = self._owners.get(server_id)
        return () if owner is None else owner.journal.messages

    @override
    def watch(self, changed: Callable[[str], None]) -> Callable[[], None]:
        return self._telling.watch(changed)

    @override
    def start(self, server_id: str) -> None:
        if (owner := self._owners.get(server_id)) is not None:
            owner.start()

    @override
    def stop(self, server_id: str) -> None:
        if (owner := self._owners.get(server_id)) is not None:
            owner.stop()

    @override
    def restart(self, server_id: str) -> None:
        if (owner := self._owners.get(server_id)) is not None:
            owner.restart()

    @override
    def need(self) -> None:
        if self._keeping.is_loaded:
            self._start_unknown()
        else:
            self._is_needed = True  # once it is known what was listed before

    @override
    def tool(self, server_id: str, own_name: str) -> Tool | None:
        owner = self._owners.get(server_id)
        if owner is None:
            return None
        named = (each for each in owner.offer.tools if each.own_name == own_name)
        found = next(named, None)
        return None if found is None else self._made(owner, found)

    @override
    async def read_resource(self, server_id: str, uri: str) -> tuple[ReadFile, ...]:
        return await files_read(self._owner(server_id), uri, self._files)

    @override
    async def prompt(self, server_id: str, name: str, arguments: Mapping[str, str]) -> str:
        return await prompted(self._owner(server_id), name, arguments)

    @override
    async def complete(
        self, server_id: str, reference: str, argument: str, value: str
    ) -> tuple[str, ...]:
        return await completed(self._owner(server_id), reference, argument, value)

    @override
    async def login(self, server_id: str) -> None:
        with _as_studio_error():
            await self._owner(server_id).login()

    @override
    async def logout(self, server_id: str) -> None:
        with _as_studio_error():
            await self._owner(server_id).logout()

    @override
    async def close(self, within: float) -> None:
        self._is_closed = True
        self._telling.close()
        for loading in (self._loading, self._remote):
            if loading is not None:
                loading.cancel()
        owners = [*self._owners.values(), *self._leaving]
        for owner in owners:
            owner.stop()
        tasks = {task for owner in owners for task in owner.tasks}
        last = min(_LAST, within / 2)
        writing = asyncio.create_task(self._keeping.close(within - last), name="listings close")
        await asyncio.wait({writing, *tasks}, timeout=within - last)
        for owner in owners:
            owner.kill()
        if left := {task for task in {writing, *tasks} if not task.done()}:
            await asyncio.wait(left, timeout=last)

    def _owner(self, server_id: str) -> Owner:
        owner = self._owners.get(server_id)
        if owner is None:
            raise ServerError("there is no such server")
        return owner

    def _new(self, entry: ServerEntry, slug: str) -> Owner:
        owner = Owner(entry, slug, self._estate)
        if (listing := self._keeping.known(entry.id)) is not None:
            owner.remember(listing)
        self._start_with_callboard(owner)
        return owner

    def _start_with_callboard(self, owner: Owner) -> None:
        if self._has_begun and owner.entry.start is StartMode.WITH_CALLBOARD:
            owner.start()

    def _let_go(self, owner: Owner) -> None:
        """It is no longer configured; its child may take a moment to end."""
        owner.stop()
        self._keeping.keep(owner.entry.id, None)
        for task in owner.tasks:
            self._leaving.add(owner)
            task.add_done_callback(lambda _: self._leaving.discard(owner))

    def _loaded(self, listings: Mapping[str, StoredListing]) -> None:
        for server_id, listing in listings.items():
            if (owner := self._owners.get(server_id)) is not None:
                owner.remember(listing)
        if self._is_needed:
            self._start_unknown()

    def _start_unknown(self) -> None:
        for owner in self._owners.values():
            if not owner.offer.is_known and owner.status.state is ServerState.STOPPED:
                owner.start()

    def _made(self, owner: Owner, definition: ToolDefinition) -> Tool:
        async def call(own_name: str, arguments: Arguments, talk: Talk) -> ToolOutput:
            return await called(owner, own_name, arguments, talk)

        return McpTool(definition, call)

    async def _live(self) -> tuple[Live, WayFactory]:
        """Loaded once, by whoever needs it first; who gives up waiting does not end that."""
        if self._loading is None or (self._loading.done() and self._loading.exception()):
            self._loading = asyncio.create_task(self._load(), name="the SDK is loaded")
        return await asyncio.shield(self._loading)

    async def _load(self) -> tuple[Live, WayFactory]:
        live = cast("Live", await self._threads.run(lambda: import_module(_LIVE)))
        return live, self._ways or live.way_factory(self._threads, lambda: self.login_pages())

    async def _remote_loaded(self) -> None:
        """What HTTP and logins need takes 100 ms more. Loaded as the rest is: once, in a thread."""
        if self._remote is None or (self._remote.done() and self._remote.exception()):
            loading = self._threads.run(lambda: import_module(HTTP_WAY))
            self._remote = asyncio.create_task(loading, name="what HTTP needs is loaded")
        await asyncio.shield(self._remote)


@contextmanager
def _as_studio_error() -> Iterator[None]:
    try:
        yield
    except StudioError:
        raise
    except Exception as error:
        failure = failure_of(leaf_of(error))
        raise ServerError(failure.detail, failure.trouble) from None
