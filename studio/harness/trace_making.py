"""Puts a turn or a whole chat together with all that was recorded of it, a turn at a time."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol
from urllib.parse import unquote

from studio.core.attachments import attachments_of
from studio.core.call_recording import CallRecording
from studio.core.chats import AttachedFile, Chat, Turn
from studio.core.limits import Limits
from studio.core.messages import Attachment, Origin
from studio.core.profiles import ProviderProfile
from studio.core.recording import Recording
from studio.core.secret_names import names_secret
from studio.core.server_secrets import is_secret_value
from studio.core.tools import ToolDefinition
from studio.core.trace import (
    Trace,
    TraceChat,
    TraceHead,
    TraceTarget,
    TraceTrouble,
    TraceTurn,
    trace_error,
)
from studio.harness.offered_tools import offered_tools
from studio.harness.trace_ports import TracedChat
from studio.harness.version import callboard_version

_SHORTEST_SECRET = 8


class Recorded(Protocol):
    """What was recorded, all of it in the store."""

    async def recordings(self, turn_id: str) -> Sequence[Recording]: ...

    async def calls(self, turn_id: str) -> Sequence[CallRecording]: ...


class ReadFiles(Protocol):
    """Reads the files beside prompts."""

    async def attached(
        self, chat_id: str, attachments: tuple[Attachment, ...]
    ) -> dict[str, AttachedFile]: ...


# Who was asked, and what is known of them; None where that profile is gone.
FindTarget = Callable[[Origin], TraceTarget | None]


@dataclass(frozen=True, slots=True)
class TraceSources:
    """Where the parts of a trace come from. `tools` are today's."""

    recorded: Recorded
    files: ReadFiles
    target: FindTarget
    tools: Callable[[], Sequence[ToolDefinition]] = tuple
    limits: Callable[[], Limits] = Limits
    clock: Callable[[], float] = time.time


class TraceMaker:
    """Made for one export, which may read its turns more than once: to look, and to write.

    `turn_id` names the one turn that is wanted with its recordings; those before it come without,
    since it cannot be understood alone. Empty for the whole path and every other one.
    """

    def __init__(self, source: TracedChat, sources: TraceSources, turn_id: str = "") -> None:
        self._source = source
        self._sources = sources
        self._turn_id = turn_id

    @property
    def title(self) -> str:
        return self._source.chat.title

    def head(self) -> TraceHead:
        return TraceHead(callboard_version(), self._sources.clock())

    async def chat(self) -> TraceChat:
        chat, turns = self._source.chat, await self.turns()
        path = [turn.id for turn in self._source.turns]
        if self._turn_id:
            path = [turn.id for turn in turns]
        return _chat(chat, tuple(path), self._sources.limits())

    async def turns(self) -> tuple[Turn, ...]:
        """All of the trace, oldest first."""
        turns = await self._source.all_turns()
        if not self._turn_id:
            return turns
        by_id = {turn.id: turn for turn in turns}
        found: list[Turn] = []
        turn = by_id.pop(self._turn_id, None)
        while turn is not None:
            found.append(turn)
            turn = by_id.pop(turn.parent_id or "", None)
        return tuple(reversed(found))

    async def targets(self) -> tuple[TraceTarget, ...]:
        """Whom the rounds of these turns were asked of."""
        return targets_of(await self.turns(), self._sources.target)

    async def traced(self) -> AsyncGenerator[TraceTurn]:
        """The turns with what belongs to them. Raises `StorageError`."""
        seen: set[str] = set()
        for turn in await self.turns():
            yield await self._traced(turn, seen)

    async def whole(self) -> Trace:
        """Everything at once. Raises `TraceError` where nothing was recorded."""
        turns = [traced async for traced in self.traced()]
        if not any(traced.recordings for traced in turns):
            raise trace_error(TraceTrouble.NOTHING)
        return Trace(self.head(), await self.chat(), await self.targets(), tuple(turns))

    async def _traced(self, turn: Turn, seen: set[str]) -> TraceTurn:
        outputs = await self._outputs(turn)
        files = await self._files(turn, seen)
        if self._turn_id not in ("", turn.id):
            return TraceTurn(turn, outputs=outputs, files=files)
        recordings = tuple(await self._sources.recorded.recordings(turn.id))
        calls = tuple(await self._sources.recorded.calls(turn.id))
        today = tuple(self._sources.tools())
        tools = await asyncio.to_thread(partial(offered_tools, recordings, calls, today))
        return TraceTurn(turn, tools, recordings, calls, outputs, files)

    async def _outputs(self, turn: Turn) -> tuple[tuple[str, str], ...]:
        found = []
        for use in turn.tool_uses:
            if use.result is not None and use.result.is_shortened:
                found.append((use.call.id, await self._source.full_output(use.call.id)))
        return tuple(found)

    async def _files(self, turn: Turn, seen: set[str]) -> tuple[tuple[str, AttachedFile], ...]:
        pictures = (use.result.files for use in turn.tool_uses if use.result is not None)
        attached = (*attachments_of((turn,)), *(each for files in pictures for each in files))
        new = tuple(each for each in attached if each.digest not in seen)
        seen.update(each.digest for each in new)
        files = await self._sources.files.attached(turn.chat_id, new) if new else {}
        return tuple(files.items())


def targets_of(turns: Iterable[Turn], find: FindTarget) -> tuple[TraceTarget, ...]:
    """One for each pair of profile and model. Of a profile that is gone, what the round tells."""
    found: dict[tuple[str, str], TraceTarget] = {}
    for turn in turns:
        for round_ in turn.rounds:
            origin = round_.origin
            key = (origin.profile_id, origin.model)
            if key not in found:
                found[key] = plain(find(origin) or _remembered(origin))
    return tuple(found.values())


def plain(target: TraceTarget) -> TraceTarget:
    """Without what is nobody else's business: keys, the way out, and parameters that are secret."""
    profile = target.profile
    kept = ProviderProfile(
        id=profile.id,
        name=profile.name,
        kind=profile.kind,
        dialect=profile.dialect,
        base_url=_plain_address(profile.base_url),
        model=profile.model,
        catalogue_id=profile.catalogue_id,
        extra_parameters=_masked(profile.extra_parameters),
        splits_think_tags=profile.splits_think_tags,
        offers_tools=profile.offers_tools,
        streams=profile.streams,
        keep_alive=profile.keep_alive,
        context_length=profile.context_length,
    )
    return replace(target, profile=kept)


def _plain_address(url: str) -> str:
    """Without login and parameters; what in its path has the looks of a key is masked as in what
    was recorded."""
    scheme, sign, rest = url.partition("?")[0].partition("://")
    place, *path = rest.split("/")
    shown = ("*" * len(each) if is_secret_value(unquote(each)) else each for each in path)
    return f"{scheme}{sign}{'/'.join((place.rpartition('@')[2], *shown))}"


def _masked(value: dict[str, object], name: str = "") -> dict[str, object]:
    return {key: _masked_value(item, f"{name} {key}") for key, item in value.items()}


def _masked_value(value: object, name: str) -> object:
    """As it is masked in what was recorded, so that a request can be compared with it."""
    match value:
        case str():
            is_named = len(value) >= _SHORTEST_SECRET and names_secret(name)
            is_secret = is_named or is_secret_value(value)
            return "*" * len(value) if is_secret else value
        case dict():
            return _masked(value, name)
        case list():
            return [_masked_value(item, name) for item in value]
        case _:
            return value


def _remembered(origin: Origin) -> TraceTarget:
    profile = ProviderProfile(
        id=origin.profile_id,
        name=origin.profile_name or origin.profile_id,
        dialect=origin.dialect,
        base_url=f"https://{origin.host}" if origin.host else "",
        model=origin.model,
    )
    return TraceTarget(profile, origin.model)


def _chat(chat: Chat, path: tuple[str, ...], limits: Limits) -> TraceChat:
    return TraceChat(
        chat.id, chat.title, chat.created_at, chat.updated_at, path, chat.settings, limits
    )
