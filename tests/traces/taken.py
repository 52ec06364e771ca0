"""Takes a trace of a real chat, writes it down, reads it again, and plays it."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from studio.adapters.replay import Replayed, Replayer
from studio.core.call_recording import CallRecording
from studio.core.chats import AttachedFile, Turn
from studio.core.messages import Attachment, Origin
from studio.core.profiles import ProviderProfile
from studio.core.recording import PackedRecording, Recording
from studio.core.tools import ToolDefinition
from studio.core.trace import Trace, TraceChat, TraceHead, TraceTarget, TraceTurn
from studio.core.trace_lines import read_trace, trace_lines
from studio.core.trace_packing import TracePacker, unpacked_lines
from studio.harness.ports import RecordingStore
from studio.harness.replay_cues import Pace
from studio.harness.session import SessionController
from studio.harness.trace_making import TraceMaker, TraceSources
from studio.harness.trace_ports import Choice
from studio.harness.tracing import write_trace
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


class TextSinkInMemory:
    """Takes what would be written into a file."""

    def __init__(self) -> None:
        self.text = ""
        self.is_whole = False
        self.is_abandoned = False

    async def write(self, make: Callable[[], str]) -> None:
        self.text += make()

    async def finish(self) -> None:
        self.is_whole = True

    async def abandon(self) -> None:
        self.is_abandoned = True


class Held:
    """Gives the parts of a trace that was taken already."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def head(self) -> TraceHead:
        return self._trace.head

    async def chat(self) -> TraceChat:
        return self._trace.chat

    async def turns(self) -> tuple[Turn, ...]:
        return tuple(each.turn for each in self._trace.turns)

    async def targets(self) -> tuple[TraceTarget, ...]:
        return self._trace.targets

    async def traced(self) -> AsyncGenerator[TraceTurn]:
        for each in self._trace.turns:
            yield each


async def redacted_trace(trace: Trace, choice: Choice) -> Trace:
    """As it is read from a file that was written with this choice."""
    sink = TextSinkInMemory()
    await write_trace(Held(trace), sink, choice)
    assert sink.is_whole
    return read_trace(sink.text.encode().splitlines())
