"""Redacts turns and what was recorded of them, so that what is played is the redacted turn. Pure.

Names of our own (IDs, digests) stay: they say nothing.
"""

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any, TypeVar

from studio.core.chats import AttachedFile
from studio.core.messages import VendorState
from studio.core.recording import Chunk, Recording
from studio.core.trace import TraceChat, TraceTarget, TraceTurn
from studio.harness.redaction import Found, Redactor
from studio.harness.redaction_json import (
    edits,
    redacted_body,
    redacted_json,
    redacted_value,
    strings_of,
)

T = TypeVar("T")

_OURS = frozenset(
    {
        *("id", "chat_id", "parent_id", "turn_id", "round_id", "tool_use_id", "profile_id"),
        *("server_id", "key_id", "key_hint", "digest", "text_digest", "media_type", "method"),
        *("catalogue_id", "path", "forked_from", "stop_reason"),
    }
)
_NAMES = frozenset({"provider_call_id", "own_name", "host", "address", "model"})
# What an API says in its paths.
_SEGMENTS = frozenset(
    {
        *("http:", "https:", "v1", "v1beta", "api", "chat", "completions", "responses"),
        *("messages", "models", "openai", "anthropic"),
    }
)
_KEPT_HEADERS = frozenset({"content-type", "content-encoding", "transfer-encoding"})
_LONG_ENOUGH = 12
# The names of these are said to the model; other things have names for people.
_CALLED = frozenset({"ToolCall", "ToolDefinition", "CallRecording", "ServerToolUse"})


def look_at(value: object, found: Found) -> None:
    """Looks through a turn with all that belongs to it, or through any other part of a trace."""
    for name, text in _texts(value, ""):
        if name in ("host", "address"):
            found.look_at_host(text)
        else:
            found.look(text)


def redacted(value: T, redactor: Redactor) -> T:
    """The same with placeholders."""
    changed: T = _redacted(value, "", "", redactor)
    return changed


def redacted_turn(traced: TraceTurn, redactor: Redactor) -> TraceTurn:
    return replace(
        redacted(replace(traced, recordings=(), files=()), redactor),
        recordings=tuple(redacted_recording(each, redactor) for each in traced.recordings),
        files=tuple((digest, _file(file, redactor)) for digest, file in traced.files),
    )


def redacted_target(target: TraceTarget, redactor: Redactor) -> TraceTarget:
    profile = target.profile
    changes = {
        "name": redactor.text(profile.name),
        "base_url": redacted_url(profile.base_url, redactor),
        "model": redactor.name(profile.model),
        "extra_parameters": redacted_value(profile.extra_parameters, redactor),
    }
    return replace(
        target, profile=profile.model_copy(update=changes), model=redactor.name(target.model)
    )


def redacted_recording(recording: Recording, redactor: Redactor) -> Recording:
    head = replace(recording, request_body=b"", chunks=())
    return replace(
        redacted(head, redactor),
        request_headers=_headers(recording.request_headers, redactor),
        response_headers=_headers(recording.response_headers, redactor),
        request_body=redacted_body(recording.request_body, redactor),
        chunks=recut(recording.chunks, edits(recording.response_body, redactor)),
    )


def recut(chunks: tuple[Chunk, ...], changes: list[tuple[int, int, bytes]]) -> tuple[Chunk, ...]:
    """The same chunks, at the same times, of a body that was changed in these places."""
    if not changes:
        return chunks
    cut, at, first = [], 0, 0
    for chunk in chunks:
        end = at + len(chunk.data)
        while first < len(changes) and changes[first][1] <= at:
            first += 1
        pieces, done = [], at
        for start, stop, told in changes[first:]:
            if start >= end:
                break
            pieces.append(chunk.data[done - at : max(done, start) - at])
            # What is cut by the edge of a chunk is cut there again.
            begin = 0 if start >= at else min(at - start, len(told))
            until = len(told) if stop <= end else min(end - start, len(told))
            pieces.append(told[begin:until])
            done = min(stop, end)
        cut.append(Chunk(chunk.offset_ns, b"".join([*pieces, chunk.data[done - at :]])))
        at = end
    return tuple(cut)


def without_files(traced: TraceTurn, files: Mapping[str, AttachedFile]) -> TraceTurn:
    """With placeholders for these attachments, in the requests too. `files` are those of the whole
    trace: a later request holds them as well."""
    stand_ins = stand_ins_of(files)
    swaps = [pair for digest, file in files.items() for pair in _swaps(file, stand_ins[digest])]
    recordings = tuple(
        replace(each, request_body=_swapped(each.request_body, swaps)) for each in traced.recordings
    )
    own = tuple((digest, stand_ins[digest]) for digest, _ in traced.files)
    return replace(traced, recordings=recordings, files=own)


def stand_ins_of(files: Mapping[str, AttachedFile]) -> dict[str, AttachedFile]:
    """What stands in the place of each file: bytes that say so. Two files with the same text are
    told apart by nothing in a request, so they are not told apart here."""
    texts: dict[str, str] = {}
    found = {}
    for number, (digest, file) in enumerate(files.items(), 1):
        placeholder = f"<text of file {number}>" if file.text.strip() else ""
        text = texts.setdefault(file.text.strip(), placeholder)
        found[digest] = AttachedFile(f"<file {number}>".encode(), text)
    return found


def _swaps(file: AttachedFile, stand_in: AttachedFile) -> Iterator[tuple[bytes, bytes]]:
    if file.data:
        yield base64.b64encode(file.data), base64.b64encode(stand_in.data)
    text = file.text.strip()
    if len(text) >= _LONG_ENOUGH:
        yield _escaped(text), _escaped(stand_in.text)
    elif text:
        # A word of it may be anywhere; as a file it stands in lines of its own.
        yield _escaped(f"\n{text}\n"), _escaped(f"\n{stand_in.text}\n")


def _escaped(text: str) -> bytes:
    return json.dumps(text, ensure_ascii=False)[1:-1].encode("utf-8", "surrogatepass")


def _swapped(body: bytes, swaps: list[tuple[bytes, bytes]]) -> bytes:
    for old, new in swaps:
        body = body.replace(old, new)
    return body


def _file(file: AttachedFile, redactor: Redactor) -> AttachedFile:
    """A text is redacted, as it is in the requests; a picture is not looked into."""
    try:
        data = redactor.text(file.data.decode()).encode()
    except UnicodeDecodeError:
        data = file.data
    return AttachedFile(data, redactor.text(file.text))


def _headers(
    headers: tuple[tuple[str, str], ...], redactor: Redactor
) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, value if name.lower() in _KEPT_HEADERS else redactor.name(value))
        for name, value in headers
    )


def _texts(value: object, name: str) -> Iterator[tuple[str, str]]:
    match value:
        case Enum():
            return
        case str():
            if name not in _OURS:
                yield name, value
        case Recording():
            yield from _texts_of_recording(value)
        case AttachedFile():
            yield "", value.text or value.data.decode("utf-8", "replace")
        case Mapping() | tuple() | list():
            yield from _texts_of_many(value, name)
        case _ if is_dataclass(value):
            for each in fields(value):
                yield from _texts(getattr(value, each.name), each.name)
        case _:
            return


def _texts_of_many(
    values: Mapping[Any, Any] | tuple[Any, ...] | list[Any], name: str
) -> Iterator[tuple[str, str]]:
    if isinstance(values, Mapping):
        for key, item in values.items():
            yield "", str(key)
            yield from _texts(item, "")
    else:
        for item in values:
            yield from _texts(item, name)


def _texts_of_recording(recording: Recording) -> Iterator[tuple[str, str]]:
    yield "url", recording.url
    yield "address", recording.connection.address
    yield "", recording.request_body.decode("utf-8", "replace")
    yield from (("", text) for text in strings_of(recording.response_body))
    for _, header in (*recording.request_headers, *recording.response_headers):
        yield "", header


def _redacted(value: Any, name: str, owner: str, redactor: Redactor) -> Any:
    match value:
        case Enum():
            return value
        case str():
            return _text(value, name, owner, redactor)
        case VendorState():
            blob = redacted_json(value.blob, redactor)
            return replace(value, blob=blob, model=redactor.name(value.model))
        case Mapping():
            return redacted_value(dict(value), redactor, is_free=True)
        case frozenset():
            return value
        case tuple():
            return tuple(_redacted(item, name, owner, redactor) for item in value)
        case TraceChat():
            return _chat(value, redactor)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return _dataclass(value, redactor)
        case _:
            return value


def _dataclass(value: Any, redactor: Redactor) -> Any:
    owner = type(value).__name__
    changes = {}
    for each in fields(value):
        before = getattr(value, each.name)
        after = _redacted(before, each.name, owner, redactor)
        if after is not before and after != before:
            changes[each.name] = after
    return replace(value, **changes) if changes else value


def _text(text: str, name: str, owner: str, redactor: Redactor) -> str:
    if name in _OURS:
        return text
    if name == "url" and owner == "Recording":
        return redacted_url(text, redactor)
    if name == "url":
        return redactor.url(text)
    is_name = name in _NAMES or (name == "name" and owner in _CALLED)
    return redactor.name(text) if is_name else redactor.text(text)


def redacted_url(url: str, redactor: Redactor) -> str:
    """An address that still is one: what an API says in its path stays."""
    return "/".join(
        segment if segment in _SEGMENTS else _segment(segment, redactor)
        for segment in url.split("/")
    )


def _segment(segment: str, redactor: Redactor) -> str:
    name, colon, method = segment.rpartition(":")
    if not colon or method.isdecimal():
        return redactor.name(segment)
    return f"{redactor.name(name)}:{method}"


def _chat(chat: TraceChat, redactor: Redactor) -> TraceChat:
    settings = chat.settings
    return replace(
        chat,
        title=redactor.text(chat.title),
        settings=replace(
            settings,
            model=redactor.name(settings.model),
            system_prompt=redactor.text(settings.system_prompt),
            tools_off=frozenset(),
            allowed_tools=frozenset(),
        ),
    )
