"""Opens a trace as a chat that is not kept, with its recordings, so that all of it can be seen."""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import Any

from studio.core.attachments import attachments_of
from studio.core.chats import Chat, Turn
from studio.core.messages import Attachment, ServerToolUse, VendorState
from studio.core.omissions import Omission
from studio.core.recording import Recording
from studio.core.trace import Trace, TraceTurn
from studio.harness.chat_ports import AttachmentStore, ChatStore
from studio.harness.inspection_ports import CallStore
from studio.harness.library import Library
from studio.harness.ports import Clock, IdFactory, RecordingStore
from studio.harness.session import SessionController

_QUOTED = re.compile(rb'"([^"\\]{1,64})"')


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where an opened trace is put: the stores of chats that are not kept, too."""

    library: Library
    chats: ChatStore
    recordings: RecordingStore
    calls: CallStore
    attachments: AttachmentStore
    clock: Clock
    new_id: IdFactory


async def open_trace(trace: Trace, shelf: Shelf) -> SessionController:
    """The chat as any other, listed and open. Raises `StorageError`."""
    own = await asyncio.to_thread(renamed, trace, shelf.new_id)
    chat = chat_of(own, shelf.clock())
    await shelf.chats.save_chat(chat)
    for traced in own.turns:
        await _put(traced, chat, shelf)
    await shelf.library.load()
    return await shelf.library.open(chat.id)


def chat_of(trace: Trace, now: float) -> Chat:
    """In memory alone, and with no key of anybody's."""
    known = {traced.turn.id for traced in trace.turns}
    path = [turn_id for turn_id in trace.chat.path if turn_id in known]
    return Chat(
        trace.chat.id,
        trace.chat.title,
        trace.chat.created_at,
        now,
        replace(trace.chat.settings, key_id=""),
        head_id=path[-1] if path else None,
        is_kept=False,
    )


async def _put(traced: TraceTurn, chat: Chat, shelf: Shelf) -> None:
    files = dict(traced.files)
    for attachment in _attachments(traced.turn):
        if attachment.digest in files:
            await shelf.attachments.save_attachment(chat.id, attachment, files[attachment.digest])
    await shelf.chats.save_turn(traced.turn)
    for tool_use_id, text in traced.outputs:
        await shelf.chats.save_output(chat.id, tool_use_id, text)
    for recording in traced.recordings:
        await shelf.recordings.save_recording(recording)
    for call in traced.calls:
        await shelf.calls.save_call(call)


def _attachments(turn: Turn) -> tuple[Attachment, ...]:
    pictures = (use.result.files for use in turn.tool_uses if use.result is not None)
    return (*attachments_of((turn,)), *(each for files in pictures for each in files))


def renamed(trace: Trace, new_id: IdFactory) -> Trace:
    """The same with IDs of its own: the chat it was taken from may be here as well."""
    ids = {old: new_id() for old in _ids(trace)}
    turns = tuple(_renamed_turn(each, ids) for each in trace.turns)
    settings = trace.chat.settings
    chat = replace(
        trace.chat,
        id=ids[trace.chat.id],
        path=tuple(ids.get(each, each) for each in trace.chat.path),
        settings=replace(settings, omissions=_renamed(settings.omissions, ids)),
    )
    return replace(trace, chat=chat, turns=turns)


def _ids(trace: Trace) -> list[str]:
    found = {trace.chat.id: None}
    for turn in (each.turn for each in trace.turns):
        found[turn.id] = found[turn.chat_id] = None
        for round_ in turn.rounds:
            found[round_.id] = None
            found |= {use.call.id: None for use in round_.tool_uses}
            found |= {part.id: None for part in round_.parts if isinstance(part, ServerToolUse)}
    return [each for each in found if each]


def _renamed_turn(traced: TraceTurn, ids: Mapping[str, str]) -> TraceTurn:
    whole: TraceTurn = _renamed(replace(traced, files=(), recordings=(), tools=()), ids)
    return replace(
        whole,
        files=traced.files,
        tools=traced.tools,
        recordings=tuple(_renamed_recording(each, ids) for each in traced.recordings),
    )


def _renamed_recording(recording: Recording, ids: Mapping[str, str]) -> Recording:
    """The request too: where a provider names no calls, ours are in it."""
    return replace(
        recording,
        round_id=ids.get(recording.round_id, recording.round_id),
        turn_id=ids.get(recording.turn_id, recording.turn_id),
        chat_id=ids.get(recording.chat_id, recording.chat_id),
        request_body=_renamed_bytes(recording.request_body, ids),
    )


def _renamed_bytes(data: bytes, ids: Mapping[str, str]) -> bytes:
    raw = {old.encode(): new.encode() for old, new in ids.items()}
    return _QUOTED.sub(lambda found: b'"%b"' % raw.get(found[1], found[1]), data)


def _renamed(value: Any, ids: Mapping[str, str]) -> Any:
    match value:
        case Enum():
            return value
        case str():
            return ids.get(value, value)
        case Omission():
            return value.of_other(ids)
        case VendorState():
            blob = _renamed_bytes(value.blob.encode("utf-8", "surrogatepass"), ids)
            return replace(value, blob=blob.decode("utf-8", "surrogatepass"))
        case tuple():
            return tuple(_renamed(item, ids) for item in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            names = (each.name for each in fields(value))
            changes = {name: _renamed(getattr(value, name), ids) for name in names}
            return replace(value, **changes)
        case _:
            return value
