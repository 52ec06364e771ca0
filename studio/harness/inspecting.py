"""What the inspector's window asks: from the store, and made readable away from the loop.

Loaded with the first look into a turn.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from typing_extensions import override

from studio.core.call_recording import CallRecording
from studio.core.chats import Assignment
from studio.core.recording import Recording
from studio.harness.chat_ports import AttachmentStore
from studio.harness.files import with_files
from studio.harness.inspection_ports import (
    CallStore,
    DialectView,
    Inspection,
    ReadReply,
    StreamEvent,
    WireViews,
)
from studio.harness.ports import RecordingStore


class Inspecting(Inspection):
    """Lives while the application does. `settled` waits for what is on its way to the store."""

    def __init__(
        self,
        recordings: RecordingStore,
        calls: CallStore,
        attachments: AttachmentStore,
        views: WireViews,
        settled: Callable[[], Awaitable[None]],
    ) -> None:
        self._recordings = recordings
        self._calls = calls
        self._attachments = attachments
        self._views = views
        self._settled = settled

    @override
    async def recordings(self, turn_id: str) -> Sequence[Recording]:
        await self._settled()
        return await self._recordings.recordings(turn_id)

    @override
    async def round_recordings(self, round_id: str) -> Sequence[Recording]:
        await self._settled()
        return await self._recordings.round_recordings(round_id)

    @override
    async def outlines(self, turn_id: str) -> Sequence[Recording]:
        await self._settled()
        return await self._recordings.outlines(turn_id)

    @override
    async def calls(self, turn_id: str) -> Sequence[CallRecording]:
        await self._settled()
        return await self._calls.calls(turn_id)

    @override
    async def stream(self, recording: Recording) -> Sequence[StreamEvent]:
        return await asyncio.to_thread(self._views.stream, recording)

    @override
    async def reply(self, recording: Recording) -> ReadReply:
        return await asyncio.to_thread(self._views.reply, recording)

    @override
    async def dialects(self, assignment: Assignment) -> Sequence[DialectView]:
        """The attachments are read here, where the assignment has none."""
        whole = assignment
        if not assignment.files:
            whole = await with_files(assignment, self._attachments)
        return await asyncio.to_thread(self._views.dialects, whole)
