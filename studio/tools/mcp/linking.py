"""A session over the SDK, from the handshake on. Entered and left by the owner's task alone."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import mcp_types as types
from mcp.client.session import (
    ClientRequestContext,
    ClientSession,
    IncomingMessage,
    LoggingFnT,
    MessageHandlerFnT,
)
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from studio.core.tools import Arguments, Talk
from studio.harness.server_ports import LogSource
from studio.harness.version import callboard_version
from studio.tools.mcp.bounded import bounded_json
from studio.tools.mcp.links import GoneError, Introduction, Link, LinkNeeds, Listed, NoProtocolError
from studio.tools.mcp.questions import Asker
from studio.tools.mcp.requests import Requests, is_gone
from studio.tools.mcp.tap import Tap
from studio.tools.mcp.updates import followed
from studio.tools.mcp.ways import Streams

_LOG_LINE = 4_000
_LEVEL_SECONDS = 2.0
# What servers say that know only one of the two ways to begin.
_BEGIN_OTHERWISE = {types.UNSUPPORTED_PROTOCOL_VERSION, types.METHOD_NOT_FOUND}
_CHANGES: tuple[tuple[type, Listed], ...] = (
    (types.ToolListChangedNotification, Listed.TOOLS),
    (types.ResourceListChangedNotification, Listed.RESOURCES),
    (types.PromptListChangedNotification, Listed.PROMPTS),
)


@asynccontextmanager
async def linked(streams: Streams, needs: LinkNeeds) -> AsyncGenerator[Link]:
    """Raises `NoProtocolError`, `RefusedError`, `GoneError`."""
    tap = Tap(needs.journal)
    incoming, outgoing = tap.tapped(streams)

    def note(text: str) -> None:
        needs.journal.line(LogSource.CALLBOARD, text)

    asker = Asker(needs.entry.name, note)
    session = ClientSession(
        incoming,
        outgoing,
        elicitation_callback=asker.elicit,
        list_roots_callback=_roots(needs.entry.roots),
        logging_callback=_logging(needs),
        message_handler=_handling(needs, note),
        client_info=types.Implementation(name="callboard", version=callboard_version()),
        log_level="info",
    )
    async with session:
        await _begin(session, prefers_discovery=needs.prefers_discovery)
        requests = Requests(session)
        yield _SdkLink(session, requests, tap, asker, note)


class _SdkLink:
    """Also used by tasks beside the owner's: a request enters nothing that the owner leaves."""

    def __init__(
        self,
        session: ClientSession,
        requests: Requests,
        tap: Tap,
        asker: Asker,
        note: Callable[[str], None],
    ) -> None:
        self._session = session
        self._requests = requests
        self._tap = tap
        self._asker = asker
        self._note = note
        self.introduction = _introduction(session)

    async def listing(self, kind: Listed) -> tuple[Mapping[str, Any], ...]:
        has = self.introduction.capabilities
        needed = "resources" if kind is Listed.TEMPLATES else kind.value
        return await self._requests.listing(kind, self._note) if needed in has else ()

    async def call(self, own_name: str, arguments: Arguments, talk: Talk) -> Mapping[str, Any]:
        ended = self._asker.begin(talk)
        try:
            return await self._requests.call(own_name, arguments, talk)
        finally:
            ended()

    async def read(self, uri: str) -> Mapping[str, Any]:
        return await self._requests.read(uri)

    async def prompt(self, name: str, arguments: Mapping[str, str]) -> Mapping[str, Any]:
        return await self._requests.prompt(name, arguments)

    async def complete(self, reference: str, argument: str, value: str) -> Mapping[str, Any]:
        return await self._requests.complete(reference, argument, value)

    async def wait_until_over(self) -> None:
        await self._tap.over.wait()

    async def follow(self) -> None:
        if self.introduction.has_updates:
            await followed(self._session, self.introduction.capabilities, self._note)


async def _begin(session: ClientSession, *, prefers_discovery: bool) -> None:
    try:
        if prefers_discovery:
            await _discover_or_initialize(session)
        else:
            await _initialize_or_discover(session)
    except MCPError as error:
        if is_gone(error):
            raise GoneError from None
        raise NoProtocolError(error.message) from None
    except ValidationError as error:
        raise NoProtocolError(f"its answer to the greeting is not valid ({error.title})") from None
    except RuntimeError as error:
        # The SDK's own word for a version that it does not know.
        raise NoProtocolError(str(error)) from None
    await _ask_for_log(session)


async def _initialize_or_discover(session: ClientSession) -> None:
    try:
        await session.initialize()
    except MCPError as error:
        if error.code not in _BEGIN_OTHERWISE:
            raise
        await session.discover()


async def _discover_or_initialize(session: ClientSession) -> None:
    try:
        await session.discover()
    except (MCPError, ValidationError, RuntimeError) as error:
        if isinstance(error, MCPError) and is_gone(error):
            raise
        await session.initialize()


async def _ask_for_log(session: ClientSession) -> None:
    """Servers of the handshake send their log at a level that is asked for; some never answer."""
    capabilities = session.server_capabilities
    is_modern = session.protocol_version in MODERN_PROTOCOL_VERSIONS
    if is_modern or capabilities is None or capabilities.logging is None:
        return
    request = types.SetLevelRequest(params=types.SetLevelRequestParams(level="info"))
    try:
        await session.send_request(request, types.EmptyResult, _LEVEL_SECONDS)
    except (MCPError, ValidationError):
        return


def _introduction(session: ClientSession) -> Introduction:
    server = session.server_info
    capabilities = session.server_capabilities
    given = {} if capabilities is None else capabilities.model_dump(exclude_none=True)
    return Introduction(
        protocol=session.protocol_version or "",
        name=(server.title or server.name) if server else "",
        version=server.version if server else "",
        instructions=session.instructions or "",
        capabilities=tuple(sorted(given)),
        has_updates=session.protocol_version in MODERN_PROTOCOL_VERSIONS,
    )


def _roots(folders: tuple[str, ...]) -> Any:
    """None is not told to the server at all: some take an empty list for a prohibition."""
    if not folders:
        return None
    roots = [Path(folder).expanduser().absolute() for folder in folders]
    told = [types.Root.model_validate({"uri": each.as_uri(), "name": each.name}) for each in roots]

    async def roots_of(context: ClientRequestContext) -> types.ListRootsResult:
        return types.ListRootsResult(roots=told)

    return roots_of


def _logging(needs: LinkNeeds) -> LoggingFnT:
    async def log(params: types.LoggingMessageNotificationParams) -> None:
        data = params.data
        text = data if isinstance(data, str) else bounded_json(data, _LOG_LINE)
        said = f"{params.logger}: {text}" if params.logger else text
        needs.journal.line(LogSource.LOG, said, params.level)

    return log


def _handling(needs: LinkNeeds, note: Callable[[str], None]) -> MessageHandlerFnT:
    async def handle(message: IncomingMessage) -> None:
        if isinstance(message, Exception):
            note(f"{type(message).__name__}: {message}")
            return
        for kind, listed in _CHANGES:
            if isinstance(message, kind):
                needs.changed(listed)

    return handle
