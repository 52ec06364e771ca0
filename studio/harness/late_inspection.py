"""Stands where the inspector is asked, until it is: what it is made of is loaded with the first."""

import asyncio
from collections.abc import Callable, Sequence

from typing_extensions import override

from studio.core.call_recording import CallRecording
from studio.core.chats import Assignment
from studio.core.recording import Recording
from studio.harness.inspection_ports import DialectView, Inspection, ReadReply, StreamEvent


class LateInspection(Inspection):
    """Lives while the application does. `make` is called once, in a thread."""

    def __init__(self, make: Callable[[], Inspection]) -> None:
        self._make = make
        self._made: Inspection | None = None
        self._making = asyncio.Lock()

    @override
    async def recordings(self, turn_id: str) -> Sequence[Recording]:
        return await (await self._whole()).recordings(turn_id)

    @override
    async def round_recordings(self, round_id: str) -> Sequence[Recording]:
        return await (await self._whole()).round_recordings(round_id)

    @override
    async def outlines(self, turn_id: str) -> Sequence[Recording]:
        return await (await self._whole()).outlines(turn_id)

    @override
    async def calls(self, turn_id: str) -> Sequence[CallRecording]:
        return await (await self._whole()).calls(turn_id)

    @override
    async def stream(self, recording: Recording) -> Sequence[StreamEvent]:
        return await (await self._whole()).stream(recording)

    @override
    async def reply(self, recording: Recording) -> ReadReply:
        return await (await self._whole()).reply(recording)

    @override
    async def dialects(self, assignment: Assignment) -> Sequence[DialectView]:
        return await (await self._whole()).dialects(assignment)

    async def _whole(self) -> Inspection:
        async with self._making:
            if self._made is None:
                self._made = await asyncio.to_thread(self._make)
            return self._made
