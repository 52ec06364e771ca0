"""A trace opens as a chat that is not kept, whole and with its recordings; and it plays there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from studio.core import events as ev
from studio.core.messages import TurnState
from studio.core.omissions import Omission
from studio.core.recording import Recording
from studio.core.trace import SUFFIX, Trace
from studio.harness.opening_traces import renamed
from studio.harness.trace_ports import Choice
from studio.store.paths import Paths
from studio.store.traces import load_trace
from studio.traces import WorksTraces
from studio.wiring import Works, new_id, open_works
from tests.fakes import ids
from tests.traces.taken import differences, played

SAMPLE = Path(__file__).with_name("version-1.jsonl")


@asynccontextmanager
async def opened() -> AsyncIterator[tuple[Works, WorksTraces, list[str]]]:
    works = await open_works(Paths.find())
    shown: list[str] = []
    try:
        yield works, WorksTraces(works, shown.append, new_id), shown
    finally:
        await works.close()


def _bytes(recordings: tuple[Recording, ...]) -> list[tuple[object, ...]]:
    return [(each.attempt, each.request_body, each.chunks) for each in recordings]


async def test_a_trace_opens_as_a_chat_that_is_not_kept(callboard_home: Path) -> None:
    trace = load_trace(SAMPLE)
    async with opened() as (works, traces, shown):
        await traces.open(await traces.read(SAMPLE))
        (chat_id,) = shown
        session = works.library.session(chat_id)
        assert session is not None
        assert not session.chat.is_kept
        assert session.chat.title == trace.title
        (turn,) = session.turns
        assert turn.rounds[1].text == "18:23 in Tōkyō."
        recordings = tuple(await works.inspection.recordings(turn.id))
        assert _bytes(recordings) == _bytes(trace.turns[0].recordings)
        assert [each.round_id for each in recordings] == [each.id for each in turn.rounds]
        (call,) = await works.inspection.calls(turn.id)
        assert call.tool_use_id == turn.tool_uses[0].call.id
        await traces.open(trace)
        assert len(set(shown)) == 2
        assert len(works.library.chats) == 2
    async with opened() as (works, _, _):
        await works.library.load()
        assert works.library.chats == ()


async def test_a_trace_happens_again_in_the_window(callboard_home: Path) -> None:
    async with opened() as (works, _, shown):
        heard: list[ev.Event] = []

        def listen(chat_id: str) -> None:
            shown.append(chat_id)
            session = works.library.session(chat_id)
            assert session is not None
            session.subscribe(lambda _, event: heard.append(event))

        await WorksTraces(works, listen, new_id).play(load_trace(SAMPLE), 100.0)
        session = works.library.session(shown[0])
        assert session is not None
        (turn,) = session.turns
        assert turn.state is TurnState.COMPLETED
        kinds = {type(event) for event in heard}
        assert {ev.TurnStarted, ev.TextDelta, ev.ToolStarted, ev.TurnCompleted} <= kinds
        assert len(await works.inspection.recordings(turn.id)) == 2


async def test_what_is_opened_is_exported_the_same(callboard_home: Path, tmp_path: Path) -> None:
    path = tmp_path / f"again{SUFFIX}"
    async with opened() as (works, traces, shown):
        await traces.open(load_trace(SAMPLE))
        session = works.library.session(shown[0])
        assert session is not None
        seen = await traces.preview(session, "", Choice())
        assert (seen.turns, seen.recordings, seen.calls) == (1, 2, 1)
        await traces.write(session, session.turns[0].id, path, Choice(), lambda *_: None)
    again = load_trace(path)
    assert _bytes(again.turns[0].recordings) == _bytes(load_trace(SAMPLE).turns[0].recordings)


async def test_what_is_left_out_of_a_chat_is_left_out_where_its_trace_is_opened(
    callboard_home: Path,
) -> None:
    trace = load_trace(SAMPLE)
    call = trace.turns[0].turn.tool_uses[0].call
    omissions = (Omission(f"{call.id}/result"), Omission(f"turn/{trace.turns[0].turn.id}"))
    settings = replace(trace.chat.settings, omissions=omissions)
    async with opened() as (works, traces, shown):
        await traces.open(replace(trace, chat=replace(trace.chat, settings=settings)))
        session = works.library.session(shown[0])
        assert session is not None
        (turn,) = session.turns
        (use,) = turn.tool_uses
        subjects = [each.subject for each in session.chat.settings.omissions]
        assert subjects == [f"{use.call.id}/result", f"turn/{turn.id}"]


async def test_a_trace_with_other_ids_plays_the_same() -> None:
    own: Trace = renamed(load_trace(SAMPLE), ids("own"))
    assert own.turns[0].turn.id.startswith("own")
    assert own.chat.path == (own.turns[0].turn.id,)
    assert differences(await played(own)) == []
