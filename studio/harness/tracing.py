"""Writes a turn or a chat as a trace, after its user has seen what would be taken out of it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Protocol

from studio.core.chats import AttachedFile, Turn
from studio.core.key_text import key_hint
from studio.core.trace import (
    TraceChat,
    TraceHead,
    TraceTarget,
    TraceTrouble,
    TraceTurn,
    trace_error,
)
from studio.core.trace_lines import chat_line, end_line, head_line, target_line, turn_lines
from studio.harness.redacted_turns import (
    look_at,
    redacted,
    redacted_target,
    redacted_turn,
    without_files,
)
from studio.harness.redaction import Found, Redactor
from studio.harness.text_sink import TextSink
from studio.harness.trace_ports import Choice, Matter, Sighting, Told, TracePreview

_SAMPLES = 5
_NOTHING = Choice(frozenset())


class Parts(Protocol):
    """What a trace is made of, as often as it is asked: a `TraceMaker`."""

    def head(self) -> TraceHead: ...

    async def chat(self) -> TraceChat: ...

    async def turns(self) -> tuple[Turn, ...]: ...

    async def targets(self) -> tuple[TraceTarget, ...]: ...

    def traced(self) -> AsyncGenerator[TraceTurn]: ...


async def preview(maker: Parts, choice: Choice) -> TracePreview:
    """Looks for every kind, chosen or not, so that each can be chosen. Raises `StorageError`."""
    everything = replace(choice, matters=frozenset(Matter))
    found, seen = Found(everything), _Count()
    async with aclosing(maker.traced()) as turns:
        async for traced in turns:
            await asyncio.to_thread(look_at, traced, found)
            seen.add(traced)
    sightings = tuple(
        Sighting(
            matter,
            found.counts(matter),
            len(found.values(matter)),
            _samples(matter, found),
        )
        for matter in Matter
    )
    return TracePreview(
        seen.turns, seen.recordings, seen.calls, seen.size, seen.files, seen.file_bytes, sightings
    )


def _samples(matter: Matter, found: Found) -> tuple[str, ...]:
    """Of keys their ends: a preview may be looked at by others."""
    values = found.values(matter)[:_SAMPLES]
    return tuple(f"…{key_hint(each)}" for each in values) if matter is Matter.KEY else values


async def write_trace(
    maker: Parts, sink: TextSink, choice: Choice = _NOTHING, told: Told | None = None
) -> None:
    """Raises `StorageError`, or `TraceError` where nothing was recorded; then, and when it is
    cancelled, nothing is left of the file. `told(done, total)` hears how many turns are written."""
    try:
        await _write(maker, sink, choice, told or _tell_nobody)
        await sink.finish()
    except BaseException:
        await sink.abandon()
        raise


async def _write(maker: Parts, sink: TextSink, choice: Choice, told: Told) -> None:
    redactor, files = await _looked_through(maker, choice)
    matters = tuple(sorted(choice.matters | ({Matter.WORD} if choice.words else frozenset())))
    head = replace(maker.head(), redacted=matters, has_files=choice.keeps_files)
    chat, targets = await maker.chat(), await maker.targets()
    lines = 2 + len(targets)
    await sink.write(lambda: head_line(head) + chat_line(redacted(chat, redactor)))
    for target in targets:
        line = target_line(redacted_target(target, redactor))
        await sink.write(lambda line=line: line)  # type: ignore[misc]
    total, done = len(await maker.turns()), 0
    async with aclosing(maker.traced()) as turns:
        async for traced in turns:
            told(done, total)
            done += 1
            written = _Lines(traced, redactor, None if choice.keeps_files else files)
            await sink.write(written.text)
            lines += written.count
    told(total, total)
    await sink.write(lambda: end_line(lines))


async def _looked_through(maker: Parts, choice: Choice) -> tuple[Redactor, dict[str, AttachedFile]]:
    """All is looked through before any of it is written: a value may be found late."""
    found = Found(choice)
    files: dict[str, AttachedFile] = {}
    is_recorded = False
    chat = await maker.chat()
    await asyncio.to_thread(look_at, chat, found)
    async with aclosing(maker.traced()) as turns:
        async for traced in turns:
            files |= dict(traced.files)
            is_recorded = is_recorded or bool(traced.recordings)
            if choice.matters or choice.words:
                kept = traced if choice.keeps_files else replace(traced, files=())
                await asyncio.to_thread(look_at, kept, found)
    if not is_recorded:
        raise trace_error(TraceTrouble.NOTHING)
    return await asyncio.to_thread(found.redactor), files


class _Lines:
    """The lines of one turn, made where they are written."""

    def __init__(
        self, traced: TraceTurn, redactor: Redactor, left_out: dict[str, AttachedFile] | None
    ) -> None:
        self._traced = traced
        self._redactor = redactor
        self._left_out = left_out
        self.count = 0

    def text(self) -> str:
        traced = self._traced
        if self._left_out is not None:
            traced = without_files(traced, self._left_out)
        lines = list(turn_lines(redacted_turn(traced, self._redactor)))
        self.count = len(lines)
        return "".join(lines)


class _Count:
    """How much there is."""

    def __init__(self) -> None:
        self.turns = self.recordings = self.calls = self.size = self.files = self.file_bytes = 0

    def add(self, traced: TraceTurn) -> None:
        self.turns += 1
        self.recordings += len(traced.recordings)
        self.calls += len(traced.calls)
        self.files += len(traced.files)
        self.file_bytes += sum(len(file.data) for _, file in traced.files)
        self.size += sum(
            len(each.request_body) + sum(len(chunk.data) for chunk in each.chunks)
            for each in traced.recordings
        )


def _tell_nobody(_done: int, _total: int) -> None:
    return
