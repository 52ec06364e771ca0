"""What the window does with traces, put together of what is below it. Loaded with the first one."""

import asyncio
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path, PurePath

from typing_extensions import override

from studio.adapters.replay import Replayer
from studio.core.messages import Origin
from studio.core.tools import ToolDefinition
from studio.core.trace import Trace, TraceTarget
from studio.harness.opening_traces import Shelf, open_trace, renamed
from studio.harness.ports import IdFactory
from studio.harness.replay_cues import Pace
from studio.harness.trace_making import TraceMaker, TraceSources
from studio.harness.trace_ports import Choice, Told, TracedChat, TracePreview, Traces
from studio.harness.tracing import preview, write_trace
from studio.store.attachments import SqliteAttachments
from studio.store.call_recordings import SqliteCalls
from studio.store.chats import SqliteChats
from studio.store.traces import TraceSink, load_trace
from studio.works import Works


class WorksTraces(Traces):
    """Lives as long as the window. `show` brings the chat of that ID to the front."""

    def __init__(self, works: Works, show: Callable[[str], None], new_id: IdFactory) -> None:
        self._works = works
        self._show = show
        self._new_id = new_id
        self._store = SqliteChats(works.database, time.time)
        self._attachments = SqliteAttachments(works.database)

    @property
    @override
    def homes(self) -> tuple[str, ...]:
        home = Path.home()
        return tuple(dict.fromkeys((str(home), home.as_posix())))

    @override
    async def preview(self, source: TracedChat, turn_id: str, choice: Choice) -> TracePreview:
        return await preview(self._maker(source, turn_id), choice)

    @override
    async def write(
        self, source: TracedChat, turn_id: str, path: PurePath, choice: Choice, told: Told
    ) -> None:
        sink = TraceSink(self._works.files, Path(path))
        await write_trace(self._maker(source, turn_id), sink, choice, told)

    @override
    async def read(self, path: PurePath) -> Trace:
        return await asyncio.to_thread(load_trace, Path(path))

    @override
    async def open(self, trace: Trace) -> None:
        works = self._works
        shelf = Shelf(
            works.library,
            self._store,
            works.recordings,
            SqliteCalls(works.database),
            self._attachments,
            time.time,
            self._new_id,
        )
        session = await open_trace(trace, shelf)
        self._show(session.chat.id)

    @override
    async def play(self, trace: Trace, speed: float) -> None:
        works = self._works
        shown = tuple(each for each in trace.turns if each.turn.id in trace.chat.path)
        whole = replace(trace, turns=shown)
        own = await asyncio.to_thread(renamed, whole, self._new_id)
        replayer = Replayer(
            own,
            Pace(speed),
            store=self._store,
            save=works.recordings.save_recording,
            catalogue=works.catalogue,
        )
        works.library.adopt(replayer.session)
        self._show(own.chat.id)
        try:
            async with aclosing(replayer.play()) as turns:
                async for _ in turns:
                    pass
        finally:
            await replayer.aclose()

    def _maker(self, source: TracedChat, turn_id: str) -> TraceMaker:
        works = self._works
        sources = TraceSources(
            works.inspection,
            self._attachments,
            self._target,
            self._tools,
            lambda: works.preferences.settings.limits,
        )
        return TraceMaker(source, sources, turn_id)

    def _target(self, origin: Origin) -> TraceTarget | None:
        profile = self._works.profiles.profile(origin.profile_id)
        if profile is None:
            return None
        quirks = self._works.catalogue.quirks(profile)
        abilities = self._works.models.abilities(profile, origin.model)
        return TraceTarget(profile, origin.model, quirks, abilities)

    def _tools(self) -> tuple[ToolDefinition, ...]:
        return tuple(tool.definition for tool in self._works.tools.tools())
