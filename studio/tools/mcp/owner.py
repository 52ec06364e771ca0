"""The owner of one server: starts it, waits out its crashes, ends it, and knows how it stands."""

import asyncio
from dataclasses import dataclass, replace

from studio.core.servers import ServerEntry, StartMode, Transport
from studio.core.tools import NO_TALK, Talk
from studio.harness.server_ports import (
    LogSource,
    ServerFailure,
    ServerState,
    ServerStatus,
    StoredListing,
)
from studio.tools.mcp.estate import Estate
from studio.tools.mcp.failures import failure_of, leaf_of
from studio.tools.mcp.journal import Journal
from studio.tools.mcp.links import Link
from studio.tools.mcp.offer import Offer
from studio.tools.mcp.run import Ended, Run
from studio.tools.mcp.source_watch import changed as source_changed
from studio.tools.mcp.ways import Way, WayNeeds

_TOLD_SECONDS = 5.0  # how often a call that waits for a start says that it lives
# What the child or the connection is made of: another value means another one.
_MAKING = (
    *("transport", "command", "arguments", "folder", "environment", "secret_environment"),
    *("url", "headers", "secret_headers", "client_id", "scopes", "roots", "watches"),
)
_ON_ITS_WAY = {ServerState.STARTING, ServerState.READY}
_LOGGED_OUT = {ServerState.NEEDS_LOGIN, ServerState.LOGGING_IN}


class NotReachedError(Exception):
    """No session, and why. There is no failure where the server was stopped."""

    def __init__(self, failure: ServerFailure | None, *, needs_login: bool = False) -> None:
        super().__init__()
        self.failure = failure
        self.needs_login = needs_login


@dataclass(frozen=True, slots=True)
class Reached:
    """A server that is ready, and the run that it is ready in."""

    link: Link
    run: Run


class Owner:
    """Lives as long as its server is configured. Its task lives only while the server is to run."""

    def __init__(self, entry: ServerEntry, slug: str, estate: Estate) -> None:
        self.entry = entry
        self._slug = slug
        self._estate = estate
        self.journal = Journal(estate.clock, self._tell)
        self.offer = Offer(self._note)
        self._status = ServerStatus(self._at_rest, since=estate.clock())
        self._way: Way | None = None
        self._run: Run | None = None
        self._link: Link | None = None
        self._task: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._news = asyncio.Event()

    @property
    def status(self) -> ServerStatus:
        return replace(
            self._status,
            tools=self.offer.tools,
            resources=self.offer.resources,
            prompts=self.offer.prompts,
            pid=None if self._way is None else self._way.pid,
        )

    @property
    def slug(self) -> str:
        return self._slug

    @property
    def tasks(self) -> set[asyncio.Task[None]]:
        """Those that have not ended yet."""
        own = {self._task} if self._task is not None and not self._task.done() else set()
        return {*self._ending, *own}

    def reconfigure(self, entry: ServerEntry, slug: str) -> None:
        """Another word of the user on the same server. It runs on where that makes no difference
        to it."""
        before, self.entry, self._slug = self.entry, entry, slug
        self.redefine()
        is_other = any(getattr(before, name) != getattr(entry, name) for name in _MAKING)
        was_running = bool(self.tasks - self._ending)
        if is_other or not entry.is_enabled or not before.is_enabled:
            self.stop()
        if is_other:
            self._way = None
        is_back = not before.is_enabled and entry.start is StartMode.WITH_CALLBOARD
        if was_running or is_back:
            self.start()

    def remember(self, listing: StoredListing) -> None:
        """From an earlier run of Callboard."""
        self.offer.remember(listing, self.entry, self._slug)
        self._tell()

    def redefine(self) -> None:
        self.offer.redefine(self.entry, self._slug)
        self._tell()

    def start(self) -> None:
        """Now, also where it waits after a crash. Does nothing where it runs or starts."""
        if not self.entry.is_enabled:
            return
        if self._task is not None and not self._task.done():
            if self._run is not None and self._run.over.done():
                self._wake.set()
            return
        self._set(ServerState.STARTING)
        self._task = asyncio.create_task(self._live(), name=f"server {self.entry.id}")

    def stop(self, state: ServerState | None = None) -> None:
        """Its task closes what it has opened, in the background."""
        task, self._task = self._task, None
        self._link = None
        if task is not None and not task.done():
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)
            task.cancel()
        self._set(state or self._at_rest)

    def restart(self) -> None:
        self.stop()
        self.start()

    def kill(self) -> None:
        """No time is left."""
        if self._way is not None:
            self._way.kill()

    async def reach(self, talk: Talk = NO_TALK) -> Reached:
        """Starts the server first where it does not run. Raises `NotReachedError`."""
        began = self._estate.clock()
        if (reached := self._reached()) is not None:
            return reached
        self._refuse_if_hopeless()
        self.start()
        while True:
            news = self._news
            if (reached := self._reached()) is not None:
                return reached
            state = self._status.state
            if state not in _ON_ITS_WAY and self._status.retry_at is None:
                raise NotReachedError(self._status.failure, needs_login=state in _LOGGED_OUT)
            talk.progress(self._estate.clock() - began, None, f"starting {self.entry.name}")
            await _within(min(_TOLD_SECONDS, self.entry.timeout / 3), news)

    async def login(self) -> None:
        """Raises `WayError`. The server is started afterwards."""
        self.stop(ServerState.LOGGING_IN)
        try:
            await self._all_ended()
            await (await self._made_way()).login()
        except BaseException as error:
            if self._status.state is ServerState.LOGGING_IN:
                failure = failure_of(leaf_of(error)) if isinstance(error, Exception) else None
                self._set(ServerState.NEEDS_LOGIN, failure)
            raise
        self.start()

    async def logout(self) -> None:
        self.stop(ServerState.NEEDS_LOGIN)
        await self._all_ended()
        await (await self._made_way()).logout()

    @property
    def _at_rest(self) -> ServerState:
        return ServerState.STOPPED if self.entry.is_enabled else ServerState.OFF

    def _reached(self) -> Reached | None:
        link, run = self._link, self._run
        if link is None or run is None or run.over.done():
            return None
        return Reached(link, run)

    def _refuse_if_hopeless(self) -> None:
        """What has failed a moment ago fails again: no call waits for that."""
        status = self._status
        if status.state in _LOGGED_OUT or status.state is ServerState.OFF:
            needs_login = status.state in _LOGGED_OUT
            raise NotReachedError(status.failure, needs_login=needs_login)
        has_failed = status.state is ServerState.FAILED and status.retry_at is None
        age = self._estate.clock() - status.since
        if has_failed and 0 <= age < self._estate.patience.failed:
            raise NotReachedError(status.failure)

    async def _live(self) -> None:
        """The owner's task: run after run, until it is cancelled or given up."""
        await self._all_ended()
        crashes = 0
        pauses = self._estate.patience.restarts
        while True:
            self._wake.clear()
            ended = await self._once()
            self._link = None
            if ended.needs_login:
                self._set(ServerState.NEEDS_LOGIN)
                return
            was_calm = (ended.lived or 0) > self._estate.patience.calm
            crashes = 1 if was_calm else crashes + 1
            is_new = ended.lived is None and crashes == 1
            if is_new or crashes > len(pauses):
                self._set(ServerState.FAILED, ended.failure)
                return
            await self._pause(ended.failure, pauses[crashes - 1])
            self._set(ServerState.STARTING)

    async def _once(self) -> Ended:
        try:
            live, _ = await self._estate.live()
            way = await self._made_way()
        except Exception as error:
            return Ended(failure_of(error))
        run = Run(self.entry, self._estate, self.journal, self.offer, self)
        self._run = run
        if not self.entry.watches:
            return await run.whole(live, way)
        watching = asyncio.create_task(self._watch_source(), name=f"source of {self.entry.id}")
        try:
            return await run.whole(live, way)
        finally:
            watching.cancel()

    async def _watch_source(self) -> None:
        seconds = self._estate.patience.watch
        await source_changed(self.entry.watches, seconds, asyncio.sleep, self._estate.threads)
        self._note("its source has changed: it is started again")
        self.restart()

    async def _pause(self, failure: ServerFailure, seconds: float) -> None:
        """After a crash. Ends sooner when somebody needs the server."""
        self._set(ServerState.FAILED, failure, self._estate.clock() + seconds)
        await _within(seconds, self._wake)

    async def _made_way(self) -> Way:
        if self._way is None:
            _, factory = await self._estate.live()
            if self.entry.transport is not Transport.STDIO:
                await self._estate.remote()
            needs = WayNeeds(self._estate.vault, self._estate.clock, _Ears(self))
            self._way = factory(self.entry, needs)
        return self._way

    async def _all_ended(self) -> None:
        if self._ending:
            await asyncio.wait(self._ending)

    def welcome(self, link: Link) -> None:
        """Told by the run, when the server is ready."""
        said = link.introduction
        self._link = link
        self._status = replace(
            self._status,
            protocol=said.protocol,
            server_name=said.name,
            server_version=said.version,
            instructions=self.journal.masked(said.instructions),
            capabilities=said.capabilities,
        )
        self._set(ServerState.READY)
        self.listed()

    def listed(self) -> None:
        """Told by the run, when its lists are new."""
        self.redefine()
        self._estate.listed(self.entry.id, self.offer.stored)

    def want_login(self) -> None:
        """Told by the way, in mid-session."""
        if self._run is not None:
            self._run.want_login()

    def _set(
        self,
        state: ServerState,
        failure: ServerFailure | None = None,
        retry_at: float | None = None,
    ) -> None:
        now = self._estate.clock()
        self._status = replace(
            self._status, state=state, since=now, failure=failure, retry_at=retry_at
        )
        detail = f": {failure.trouble.value} {failure.detail}" if failure else ""
        self._note(f"{state.value}{detail}")
        self._news.set()
        self._news = asyncio.Event()

    def _note(self, text: str) -> None:
        self.journal.line(LogSource.CALLBOARD, text)

    def _tell(self) -> None:
        self._estate.tell(self.entry.id)


class _Ears:
    """What a way of this owner says."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner
        self._journal = owner.journal
        self.line = self._journal.line
        self.hide = self._journal.hide
        self.masked = self._journal.masked

    def login_needed(self) -> None:
        self._owner.want_login()


async def _within(seconds: float, event: asyncio.Event) -> None:
    """Waits for the event, but no longer."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
