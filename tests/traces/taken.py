"""Takes a trace of a real chat, writes it down, reads it again, and plays it."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass

from studio.adapters.replay import Replayed, Replayer
from studio.core.call_recording import CallRecording
from studio.core.chats import AttachedFile
from studio.core.messages import Attachment, Origin
from studio.core.profiles import ProviderProfile
from studio.core.recording import PackedRecording, Recording
from studio.core.tools import ToolDefinition
from studio.core.trace import Trace, TraceTarget
from studio.core.trace_lines import read_trace, trace_lines
from studio.core.trace_packing import TracePacker, unpacked_lines
from studio.harness.ports import RecordingStore
from studio.harness.replay_cues import Pace
from studio.harness.session import SessionController
from studio.harness.trace_making import TraceMaker, TraceSources
from tests.fakes import FakeTool
from tests.harness.real_chat import RealChat, practice_tools


class NoFiles:
    """For chats without attachments."""

    async def attached(
        self, chat_id: str, attachments: tuple[Attachment, ...]
    ) -> dict[str, AttachedFile]:
        return {}


@dataclass
class Recorded:
    """Recordings of rounds out of a store, and none of calls."""

    store: RecordingStore

    async def recordings(self, turn_id: str) -> Sequence[Recording]:
        return await self.store.recordings(turn_id)

    async def calls(self, turn_id: str) -> Sequence[CallRecording]:
        return ()


def definitions(*tools: FakeTool) -> tuple[ToolDefinition, ...]:
    return tuple(tool.definition for tool in tools)


def sources(
    store: RecordingStore, profile: ProviderProfile | None, tools: Sequence[ToolDefinition] = ()
) -> TraceSources:
    def target(origin: Origin) -> TraceTarget | None:
        return TraceTarget(profile, origin.model) if profile is not None else None

    return TraceSources(Recorded(store), NoFiles(), target, lambda: tools)


async def trace_of(chat: RealChat, turn_id: str = "") -> Trace:
    await chat.recorder.settled()
    tools = definitions(*practice_tools())
    found = sources(chat.recordings, chat.profile("practice"), tools)
    return await TraceMaker(chat.session, found, turn_id).whole()


async def taken(session: SessionController, found: TraceSources, turn_id: str = "") -> Trace:
    return written(await TraceMaker(session, found, turn_id).whole())


def packed(trace: Trace) -> bytes:
    packer = TracePacker()
    return b"".join([*(packer.add(line) for line in trace_lines(trace)), packer.end()])


def written(trace: Trace) -> Trace:
    """As it is after a journey in a file."""
    return read_trace(unpacked_lines([packed(trace)]))


async def played(trace: Trace, wire: list[Recording] | None = None) -> list[Replayed]:
    """Every turn, at full speed. What goes over the wire again is put into `wire`."""

    async def save(recording: PackedRecording) -> None:
        if wire is not None:
            wire.append(recording.unpacked())

    replayer = Replayer(trace, Pace(), save=save)
    try:
        async with aclosing(replayer.play()) as turns:
            return [each async for each in turns]
    finally:
        await replayer.settled()
        await replayer.aclose()


def differences(replayed: list[Replayed]) -> list[object]:
    """What is wrong, to be compared with an empty list: pytest then shows it."""
    return [each.difference or each.reason for each in replayed if not each.is_same]
