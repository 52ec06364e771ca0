"""The past is changed beside the old one, which stays as it was."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from studio.core import events as ev
from studio.core.breakpoints import Breakpoint, Point, Resume
from studio.core.chats import ChatSettings
from studio.core.decisions import Decision, Verdict
from studio.core.messages import Dialect, Outcome, TurnState
from studio.core.omissions import Omission, Omitted
from studio.core.profiles import PRACTICE_ID
from studio.core.tools import Arguments, ToolOutput
from studio.wire.history import violations
from tests.fakes import FakeTool, asks, call, says
from tests.harness.open_chat import OpenChat
from tests.harness.test_real_usage import works_in

SCHEMA = {"type": "object", "properties": {"at": {"type": "string"}}, "required": ["at"]}


async def test_a_call_runs_again_with_other_arguments() -> None:
    tool = FakeTool(schema=SCHEMA)
    chat = OpenChat(
        asks(call("a", arguments='{"at": "x"}')), says("One."), says("Two."), tools=(tool,)
    )
    await chat.session.send("Hello")
    old = chat.session.turns[0]
    await chat.session.run_again("a", '{"at": "y"}')
    (new,) = chat.session.turns
    assert tool.seen == [{"at": "x"}, {"at": "y"}]
    (use,) = new.tool_uses
    assert use.call.arguments == '{"at": "x"}'
    assert use.ran == '{"at": "y"}'
    assert use.result is not None
    assert "y" in use.result.note
    assert new.rounds[-1].text == "Two."
    assert chat.session.versions(new.id) == (old.id, new.id)
    await chat.session.show_version(old.id)
    assert chat.session.turns == (old,)


async def test_a_call_of_a_turn_that_ended_at_this_very_moment_runs_again() -> None:
    chat = OpenChat(asks(call("a")), says("One."), says("Two."), tools=(FakeTool(),))
    sending = asyncio.create_task(chat.session.send("Hello"))
    await asyncio.sleep(0)
    while (task := chat.session._task) is not None and not task.done():  # noqa: ASYNC110
        await asyncio.sleep(0)
    assert task is not None, "its end was heard before anybody could ask"
    await chat.session.run_again("a")
    await sending
    assert [turn.rounds[-1].text for turn in chat.session.turns] == ["Two."]


async def test_a_call_with_side_effects_asks_again() -> None:
    tool = FakeTool(schema=SCHEMA, asks_first=True, is_read_only=False)
    chat = OpenChat(
        asks(call("a", arguments='{"at": "x"}')), says("One."), says("Two."), tools=(tool,)
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    await chat.asked()
    chat.session.decide("a", Decision(Verdict.ALLOW_ONCE))
    await sending
    again = asyncio.create_task(chat.session.run_again("a", '{"at": "y"}'))
    (question,) = await chat.asked()
    assert "'y'" in question.preview
    chat.session.decide(question.tool_use_id, Decision(Verdict.DENY))
    await again
    assert tool.seen == [{"at": "x"}]


@pytest.mark.parametrize("arguments", ["{", "[]", '{"at": 1}'])
async def test_other_arguments_that_do_not_fit_are_an_error_for_the_model(arguments: str) -> None:
    tool = FakeTool(schema=SCHEMA)
    chat = OpenChat(
        asks(call("a", arguments='{"at": "x"}')), says("One."), says("Two."), tools=(tool,)
    )
    await chat.session.send("Hello")
    await chat.session.run_again("a", arguments)
    (use,) = chat.session.turns[0].tool_uses
    assert use.result is not None
    assert use.result.outcome is Outcome.INVALID
    assert len(tool.seen) == 1


async def test_a_result_is_replaced_by_hand_and_the_others_stay() -> None:
    tool = FakeTool()
    chat = OpenChat(asks(call("a"), call("b")), says("One."), says("Two."), tools=(tool,))
    await chat.session.send("Hello")
    old = chat.session.turns[0]
    await chat.session.replace_result("b", "by hand", is_error=True)
    (new,) = chat.session.turns
    first, second = new.tool_uses
    assert first.result is not None
    assert first.result.content == "done"
    assert second.result is not None
    assert (second.result.content, second.result.is_replaced) == ("by hand", True)
    assert second.result.is_error
    assert second.result.tool_use_id == second.call.id != "b"
    assert len(tool.seen) == 2
    assert new.rounds[-1].text == "Two."
    assert chat.session.versions(new.id) == (old.id, new.id)
    assert chat.store.saved[-1].id == new.id


async def test_a_round_is_asked_again_of_another_model_with_the_rounds_before_it() -> None:
    chat = OpenChat(asks(call("a")), says("One."), says("Two."), tools=(FakeTool(),))
    await chat.session.send("Hello")
    old = chat.session.turns[0]
    other = replace(chat.session.chat.settings, model="scripted-2", temperature=0.5)
    await chat.session.resend(old.id, old.rounds[1].id, other)
    (new,) = chat.session.turns
    assert [round_.text for round_ in new.rounds] == ["", "Two."]
    assert new.forked_from == (old.id, old.rounds[0].id)
    assert chat.factory.assignments[-1].settings == other
    assert chat.session.chat.settings.model == ""
    assert len(chat.factory.assignments[-1].turn.rounds) == 1


async def test_the_first_round_is_asked_again_from_the_prompt() -> None:
    chat = OpenChat(says("One."), says("Two."))
    await chat.session.send("Hello")
    old = chat.session.turns[0]
    await chat.session.resend(old.id, old.rounds[0].id)
    (new,) = chat.session.turns
    assert new.forked_from is None
    assert new.prompt == old.prompt
    assert new.rounds[0].text == "Two."


async def test_what_is_not_there_changes_nothing() -> None:
    chat = OpenChat(says("One."))
    await chat.session.send("Hello")
    turns = chat.session.turns
    await chat.session.run_again("gone", "{}")
    await chat.session.replace_result("gone", "x")
    await chat.session.resend(turns[0].id, "gone")
    await chat.session.resend("gone", "gone")
    assert chat.session.turns == turns


@pytest.mark.parametrize("dialect", list(Dialect))
async def test_every_dialect_goes_on_from_a_changed_past(tmp_path: Path, dialect: Dialect) -> None:
    """The practice provider checks the history that it is sent, as providers do."""
    async with works_in(tmp_path) as works:
        await works.profiles.change(PRACTICE_ID, dialect=dialect)
        session = await works.library.create(ChatSettings(profile_id=PRACTICE_ID))
        await session.send("time in Tokyo")
        use = session.turns[0].tool_uses[0]
        await session.replace_result(use.call.id, "It is 25 o'clock.")
        replaced = session.turns[0]
        await session.run_again(replaced.tool_uses[0].call.id, '{"timezone": "Europe/Berlin"}')
        again = session.turns[0]
        await session.resend(again.id, again.rounds[-1].id)
        last = session.turns[0]
        await session.send("hello")
        await works.recorder.settled()
        for turn in (replaced, again, last, session.turns[-1]):
            assert turn.state is TurnState.COMPLETED
            for recording in await works.recordings.recordings(turn.id):
                assert violations(dialect, json.loads(recording.request_body)) == ()
        assert replaced.tool_uses[0].result is not None
        sent = (await works.recordings.recordings(replaced.id))[0].request_body.decode()
        assert "25 o'clock" in sent
        assert session.versions(last.id)[-1] == last.id
        assert len(session.versions(last.id)) == 4
    async with works_in(tmp_path) as works:
        await works.library.load()
        reopened = await works.library.open(session.chat.id)
        assert [turn.id for turn in reopened.turns] == [turn.id for turn in session.turns]
        await reopened.show_version(replaced.id)
        result = reopened.turns[0].tool_uses[0].result
        assert result is not None
        assert result.is_replaced


async def test_a_result_that_is_replaced_stays_an_outsiders() -> None:
    chat = OpenChat(asks(call("a")), says("One."), says("Two."), tools=(FakeTool(is_outside=True),))
    await chat.session.send("Hello")
    trust = chat.session.chat.trust
    await chat.session.replace_result("a", "done, nearly")
    (use,) = chat.session.turns[0].tool_uses
    assert use.result is not None
    assert use.result.outside
    assert "nearly" in use.result.told
    assert chat.session.chat.trust == trust


async def test_a_shortened_result_is_replaced_whole() -> None:
    async def long(_: Arguments) -> ToolOutput:
        return ToolOutput("word " * 100_000)

    chat = OpenChat(asks(call("a")), says("One."), says("Two."), tools=(FakeTool(run_it=long),))
    await chat.session.send("Hello")
    assert chat.session.turns[0].tool_uses[0].result is not None
    assert chat.session.turns[0].tool_uses[0].result.is_shortened
    await chat.session.replace_result("a", "short")
    (use,) = chat.session.turns[0].tool_uses
    assert use.result is not None
    assert not use.result.is_shortened
    assert await chat.session.full_output(use.call.id) == "short"
    assert len(await chat.session.full_output("a")) == 500_000


async def test_a_round_is_asked_again_with_other_tools() -> None:
    chat = OpenChat(says("One."), says("Two."), tools=(FakeTool("look"), FakeTool("find")))
    await chat.session.send("Hello")
    (turn,) = chat.session.turns
    other = replace(chat.session.chat.settings, tools_off=frozenset({"find"}))
    await chat.session.resend(turn.id, turn.rounds[0].id, other)
    assert [tool.name for tool in chat.factory.assignments[-1].tools] == ["look"]


async def test_what_is_left_out_is_chosen_part_by_part_and_comes_back() -> None:
    chat = OpenChat(says("One."), says("Two."), says("Three."))
    await chat.session.send("Hello")
    (turn,) = chat.session.turns
    await chat.session.omit(Omission(f"turn/{turn.id}", Omitted.SHORTEN))
    await chat.session.omit(Omission(f"turn/{turn.id}"))
    assert chat.session.chat.settings.omissions == (Omission(f"turn/{turn.id}"),)
    await chat.session.send("Again")
    assert not chat.factory.assignments[-1].earlier
    await chat.session.restore(f"turn/{turn.id}")
    await chat.session.send("And again")
    assert len(chat.factory.assignments[-1].earlier) == 2
    said = [each.omissions for each in chat.session.turns]
    assert said == [(), (Omission(f"turn/{turn.id}"),), ()]


async def test_what_is_left_out_of_a_turn_is_left_out_of_the_path_beside_it_too() -> None:
    chat = OpenChat(
        asks(call("a"), call("b")), says("One."), says("Two."), says("Three."), tools=(FakeTool(),)
    )
    await chat.session.send("Hello")
    (old,) = chat.session.turns
    await chat.session.omit(Omission("a/result"))
    await chat.session.omit(Omission(f"{old.rounds[0].id}/text", Omitted.SHORTEN))
    await chat.session.omit(Omission(f"{old.id}/prompt"))
    await chat.session.omit(Omission(f"turn/{old.id}"))
    await chat.session.replace_result("b", "By hand.")
    await chat.session.send("Next")
    (new,) = chat.factory.assignments[-1].earlier
    assert new.prompt_text == "[left out by the user]"
    first, second = new.tool_uses
    assert first.result is not None
    assert second.result is not None
    assert first.result.content == "[left out by the user]"
    assert second.result.content == "By hand."
    await chat.session.show_version(old.id)
    await chat.session.restore(f"turn/{old.id}")
    await chat.session.send("Next")
    assert chat.factory.assignments[-1].earlier[0].prompt_text == "[left out by the user]"


@pytest.mark.slow
@pytest.mark.parametrize("before", list(Dialect))
@pytest.mark.parametrize("after", list(Dialect))
async def test_a_round_is_asked_again_in_any_other_dialect(
    tmp_path: Path, before: Dialect, after: Dialect
) -> None:
    async with works_in(tmp_path) as works:
        await works.profiles.change(PRACTICE_ID, dialect=before)
        session = await works.library.create(ChatSettings(profile_id=PRACTICE_ID))
        await session.send("time in Tokyo")
        (old,) = session.turns
        await works.profiles.change(PRACTICE_ID, dialect=after)
        await session.resend(old.id, old.rounds[-1].id)
        (new,) = session.turns
        await works.recorder.settled()
        assert new.state is TurnState.COMPLETED
        assert [round_.origin.dialect for round_ in new.rounds] == [before, after]
        for recording in await works.recordings.recordings(new.id):
            assert violations(after, json.loads(recording.request_body)) == ()


@pytest.mark.parametrize("dialect", list(Dialect))
async def test_an_edited_request_is_what_is_sent_and_recorded(
    tmp_path: Path, dialect: Dialect
) -> None:
    async with works_in(tmp_path) as works:
        await works.profiles.change(PRACTICE_ID, dialect=dialect)
        stops = (Breakpoint(Point.BEFORE_REQUEST),)
        chosen = ChatSettings(profile_id=PRACTICE_ID, breakpoints=stops)
        session = await works.library.create(chosen)

        edited: list[str] = []

        def edit(_: str, event: ev.Event) -> None:
            if isinstance(event, ev.BreakpointHit):
                edited.append(event.hit.body)
                body = event.hit.body.replace("Tokyo", "Berlin")
                asyncio.get_running_loop().call_soon(
                    session.resume, event.hit.id, Resume(body=body)
                )

        session.subscribe(edit)
        await session.send("time in Tokyo")
        await works.recorder.settled()
        (turn,) = session.turns
        assert turn.state is TurnState.COMPLETED
        assert "Berlin" in turn.tool_uses[0].call.arguments
        first, second = await works.recordings.recordings(turn.id)
        assert b"Berlin" in first.request_body
        assert b"Tokyo" not in first.request_body
        assert violations(dialect, json.loads(second.request_body)) == ()
        assert turn.prompt_text == "time in Tokyo"
        assert [round_.is_edited for round_ in turn.rounds] == [True, "Tokyo" in edited[1]]
