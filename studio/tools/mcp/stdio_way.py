"""Reaches a server that is a program on this computer, over its pipes.

The SDK's own transport is not used: it gives the child a handful of variables, knows no exit code,
keeps nothing of standard error, and reads a line of any length.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from mcp.shared.message import SessionMessage

from studio.core.errors import StudioError
from studio.core.placeholders import MissingValueError, filled
from studio.core.servers import ServerEntry, environment_key_id
from studio.harness.server_ports import LogSource, ServerFailure, Trouble
from studio.tools.mcp.child import Child
from studio.tools.mcp.environment import Surroundings
from studio.tools.mcp.lines import LineSplitter, TooLong
from studio.tools.mcp.parsing import parsed
from studio.tools.mcp.pipes import Incoming, Outgoing
from studio.tools.mcp.programs import found
from studio.tools.mcp.ways import Streams, TooLargeError, WayError, WayNeeds

MESSAGE_LIMIT = 32_000_000  # bytes
_COMPLAINT_LIMIT = 8_000
_LAST_LINES = 20
_EXIT_SECONDS = 0.6
_PATIENCE = 1.0


class StdioWay:
    """Starts the program anew for each session."""

    prefers_discovery = False

    def __init__(
        self,
        entry: ServerEntry,
        needs: WayNeeds,
        surroundings: Surroundings,
        message_limit: int = MESSAGE_LIMIT,
    ) -> None:
        self._entry = entry
        self._needs = needs
        self._surroundings = surroundings
        self._limit = message_limit
        self._child: Child | None = None
        self._last: deque[str] = deque(maxlen=_LAST_LINES)

    @property
    def pid(self) -> int | None:
        child = self._child
        return None if child is None or child.exited.is_set() else child.pid

    def open(self) -> AbstractAsyncContextManager[Streams]:
        return self._opened()

    async def failure(self) -> ServerFailure | None:
        child = self._child
        if child is None:
            return None
        try:
            async with asyncio.timeout(_EXIT_SECONDS):
                await child.exited.wait()
        except TimeoutError:
            return self._failed(Trouble.NO_PROTOCOL, "standard output was closed")
        return self._failed(Trouble.EXITED, str(child.status))

    def kill(self) -> None:
        if self._child is not None:
            self._child.kill()

    async def login(self) -> None:
        """Programs need none."""

    async def logout(self) -> None:
        """Programs need none."""

    @asynccontextmanager
    async def _opened(self) -> AsyncGenerator[Streams]:
        environment = await self._environment()
        words = (self._entry.command, self._entry.folder, *self._entry.arguments)
        program, home, *arguments = (_filled(each, environment) for each in words)
        folder = _folder(home)
        command = [*found(program, environment, folder), *arguments]
        self._last.clear()
        conversation = _Conversation(self._needs, self._limit, self._last)
        child = conversation.child
        try:
            await Child.begin(child, command, environment, folder)
        except (OSError, ValueError) as error:
            raise WayError(self._failed(_trouble(error), self._masked(str(error)))) from None
        self._child = child
        try:
            yield conversation.incoming, conversation.outgoing
        finally:
            # A task of its own: whoever cancels this one again must not leave a process behind.
            ending = asyncio.create_task(child.end(_PATIENCE), name=f"end of {self._entry.id}")
            await _whatever_comes(ending)
            self._child = None

    async def _environment(self) -> Mapping[str, str]:
        """What a terminal has, then the entry's own, in which earlier ones can be named. Raises
        `WayError` without a secret or a value."""
        environment = await self._surroundings.complete()
        secrets: dict[str, str] = {}
        for name in self._entry.secret_environment:
            try:
                key_id = environment_key_id(name)
                secret = await self._needs.vault.key(self._entry.vault_id, key_id)
            except StudioError:
                secret = None
            if secret is None:
                raise WayError(ServerFailure(Trouble.SECRET_MISSING, name))
            self._needs.ears.hide(secret)
            secrets[name] = secret
        environment |= secrets
        for name, text in self._entry.environment.items():
            environment[name] = _filled(text, environment)
        return environment | secrets

    def _failed(self, trouble: Trouble, detail: str) -> ServerFailure:
        return ServerFailure(trouble, detail, tuple(map(self._masked, self._last)))

    def _masked(self, text: str) -> str:
        return self._needs.ears.masked(text)


class _Conversation:
    """What goes through the pipes of one run."""

    def __init__(self, needs: WayNeeds, limit: int, last: deque[str]) -> None:
        self._ears = needs.ears
        self._last = last
        self._lines = LineSplitter(limit)
        self._complaints = LineSplitter(_COMPLAINT_LIMIT)
        self.child = Child(self._heard, self._complained, self._over)
        self.incoming = Incoming(self.child.pause, self.child.resume)
        self.outgoing = Outgoing(self.child.say)

    def _heard(self, data: bytes) -> None:
        for line in self._lines.feed(data):
            self._take(line)

    def _take(self, line: bytes | TooLong) -> None:
        if isinstance(line, TooLong):
            self._ears.line(LogSource.CALLBOARD, f"A message of {line.size} bytes was dropped")
            self.incoming.put(TooLargeError(line.size, line.request_id))
            return
        messages = parsed(line)
        if messages is not None:
            for message in messages:
                self.incoming.put(SessionMessage(message))
        elif line.strip():
            self._ears.line(LogSource.STDOUT, line[:_COMPLAINT_LIMIT].decode("utf-8", "replace"))

    def _complained(self, data: bytes) -> None:
        for line in self._complaints.feed(data):
            self._note(line)

    def _note(self, line: bytes | TooLong) -> None:
        text = (line.head if isinstance(line, TooLong) else line).decode("utf-8", "replace")
        if text.strip():
            self._ears.line(LogSource.STDERR, text)
            self._last.append(self._ears.masked(text.rstrip())[:1_000])

    def _over(self) -> None:
        for line in self._lines.close():
            self._take(line)
        for line in self._complaints.close():
            self._note(line)
        self.incoming.end()


def _filled(text: str, values: Mapping[str, str]) -> str:
    """With what stands in the place of `${NAME}`."""
    try:
        return filled(text, values)
    except MissingValueError as error:
        raise WayError(ServerFailure(Trouble.SECRET_MISSING, error.name)) from None


def _folder(given: str) -> Path:
    folder = Path(given).expanduser() if given else Path.home()
    if not folder.is_dir():
        raise WayError(ServerFailure(Trouble.NO_FOLDER, str(folder)))
    return folder


def _trouble(error: Exception) -> Trouble:
    if isinstance(error, FileNotFoundError):
        return Trouble.NOT_FOUND
    return Trouble.NOT_ALLOWED if isinstance(error, PermissionError) else Trouble.BROKEN


async def _whatever_comes(ending: asyncio.Task[None]) -> None:
    """Waits for the end, also when cancelled meanwhile, and is cancelled after it."""
    cancelled: asyncio.CancelledError | None = None
    while not ending.done():
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled
