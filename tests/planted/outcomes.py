"""Everything that comes of a chat and may be seen, kept or taken along, as bytes by name."""

import gzip
import json
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from studio.core.chats import Assignment, Turn
from studio.core.errors import RoundError
from studio.core.recording import Recording
from studio.harness.bug_report import Incident, Machine, as_bug_report
from studio.harness.call_code import as_pytest
from studio.harness.export import ExportKind, export
from studio.harness.request_code import as_curl, as_httpx
from studio.harness.session import SessionController
from studio.harness.spans import as_otlp
from studio.harness.trace_ports import Choice, Matter
from studio.traces import WorksTraces
from studio.ui.chat.clip import selection_html, selection_markdown, text_of
from studio.ui.chat.excerpt import Excerpt, Passage
from studio.wiring import new_id
from studio.works import Works
from tests.archives import as_har
from tests.traces.taken import TextSinkInMemory

Outcome = tuple[str, bytes]
_MACHINE = Machine("1", "3", "6", "Linux")


async def outcomes(works: Works, session: SessionController, folder: Path) -> list[Outcome]:
    """Of one chat."""
    turns = await session.all_turns()
    found = [*_of_turns(turns)]
    for kind in ExportKind:
        sink = TextSinkInMemory()
        await export(session, kind, sink, lambda _done, _total: None)
        found.append((f"export as {kind}", sink.text.encode()))
    found += await _traces(works, session, folder)
    for turn in turns:
        found += await _of_rounds(works, session, turn)
        found += await _of_calls(works, turn)
    return found


def files_below(home: Path, without: tuple[str, ...] = ()) -> Iterator[Outcome]:
    """As they lie on the disk: pages of the database, logs, settings."""
    for path in sorted(home.rglob("*")):
        if path.is_file() and path.name not in without:
            yield f"file {path.name}", path.read_bytes()


def texts_in(value: object) -> Iterator[str]:
    """Every string and all bytes of a value, whether its repr shows them or not."""
    match value:
        case Enum():
            return
        case str():
            yield value
        case bytes():
            yield value.decode("latin-1")
        case Mapping():
            for key, item in value.items():
                yield from texts_in(key)
                yield from texts_in(item)
        case tuple() | list() | set() | frozenset():
            for item in value:
                yield from texts_in(item)
        case _ if is_dataclass(value):
            for each in fields(value):
                yield from texts_in(getattr(value, each.name))
        case _:
            return


def _text(value: object) -> bytes:
    return "\n".join((repr(value), *texts_in(value))).encode("utf-8", "surrogatepass")


def _of_turns(turns: tuple[Turn, ...]) -> Iterator[Outcome]:
    uses = {use.call.id: use for turn in turns for use in turn.tool_uses}
    taken = Excerpt(tuple(Passage(turn=turn) for turn in turns), uses.get)
    yield "clipboard, plain", text_of(taken).encode()
    yield "clipboard, Markdown", selection_markdown(taken).encode()
    yield "clipboard, HTML", selection_html(taken).encode()
    for turn in turns:
        yield "turn", _text(turn)
        yield "spans", as_otlp(turn, "1").encode()
        if turn.failure is not None:
            error = RoundError(turn.failure)
            yield "exception", "".join(traceback.format_exception(error)).encode() + _text(error)


async def _traces(works: Works, session: SessionController, folder: Path) -> list[Outcome]:
    traces = WorksTraces(works, lambda _: None, new_id)
    found = []
    for name, choice in (
        ("trace", Choice(frozenset())),
        ("redacted trace", Choice(frozenset(Matter))),
    ):
        path = folder / "taken.callboard"
        await traces.write(session, "", path, choice, lambda _done, _total: None)
        lines = gzip.decompress(path.read_bytes())
        found.append((name, lines))
        found.append((f"{name}, read", _text(await traces.read(path))))
    return found


async def _of_rounds(works: Works, session: SessionController, turn: Turn) -> list[Outcome]:
    look = works.inspection
    recordings = await look.recordings(turn.id)
    found = [("HAR", as_har(recordings, "1").encode())]
    for each in recordings:
        reply = await look.reply(each)
        told = "".join(text for _, event in reply.events for text in texts_in(event))
        found += [
            ("recording", _text(each)),
            ("recording, joined", each.request_body + each.response_body),
            ("curl", as_curl(each).encode()),
            ("httpx", as_httpx(each).encode()),
            ("inspector, events", _text(await look.stream(each))),
            ("inspector, message", _text(reply) + _unquoted(reply.message)),
            ("inspector, added up", told.encode("utf-8", "surrogatepass")),
            ("bug report", await _report(works, turn, each)),
        ]
    views = await look.dialects(Assignment((), turn, (), session.chat.settings))
    return [*found, *(("inspector, dialects", _text(view)) for view in views)]


async def _report(works: Works, turn: Turn, recording: Recording) -> bytes:
    round_ = next((each for each in turn.rounds if each.id == recording.round_id), None)
    events = tuple(await works.inspection.stream(recording))
    use = turn.tool_uses[0] if turn.tool_uses else None
    calls = await works.inspection.calls(turn.id)
    call = calls[0] if calls else None
    incident = Incident(turn, round_, (recording,), events, (), use, call)
    return as_bug_report(incident, _MACHINE).encode()


async def _of_calls(works: Works, turn: Turn) -> list[Outcome]:
    found = []
    results = {use.call.id: use.result for use in turn.tool_uses}
    for call in await works.inspection.calls(turn.id):
        server = works.servers_of_tools.entry(call.server_id)
        code = as_pytest(call, results.get(call.tool_use_id), server)
        found += [("call", _text(call)), ("pytest", (code or "").encode())]
    return found


def _unquoted(message: str) -> bytes:
    """What the message says, all of it in a row: pieces of a key would meet."""
    try:
        value: Any = json.loads(message)
    except ValueError:
        return message.encode("utf-8", "surrogatepass")
    return "".join(texts_in(value)).encode("utf-8", "surrogatepass")
