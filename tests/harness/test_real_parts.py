"""The controller with the real store, adapters and wire, against a provider that judges strictly.

Whatever happened before, the next request is one that every dialect takes.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studio.core import events as ev
from studio.core.chats import Effort, Turn
from studio.core.decisions import Decision, Verdict
from studio.core.errors import Category
from studio.core.messages import Dialect, Limit, Outcome, TurnState
from studio.core.profiles import PRACTICE_ID
from studio.core.settings import Settings
from tests.harness.real_chat import ALLOW, RealChat, practice_tools, real_chat

DIALECTS = pytest.mark.parametrize("dialect", list(Dialect))

COMPLETED = {
    "hello": 0,
    "time in Tokyo": 1,
    "time in Tokyo and Paris": 2,
    "divide by zero": 1,
    "several at once": 3,
    "calculate 17 + 4": 1,
    "write a file": 1,
    "read the file notes.txt": 1,
    "list the folder": 1,
    "think": 0,
    "markdown": 0,
    "long answer": 0,
    "rate limit": 0,
    "error 500": 0,
    "what else": 0,
}
FAILED = {
    "cut off": Category.CUT_OFF,
    "connection lost": Category.CUT_OFF,
    "overloaded": Category.OVERLOADED,
    "refuse": Category.CONTENT_FILTER,
    "quota": Category.QUOTA,
    "error 401": Category.AUTHENTICATION,
    "error 403": Category.PERMISSION,
    "error 404": Category.MODEL_NOT_FOUND,
    "too long": Category.CONTEXT_TOO_LONG,
}
TOOL_NAMES = [tool.name for tool in practice_tools()]
MOVES = [
    "edit",
    "regenerate",
    "elsewhere",
    "version",
    "branch",
    "delete",
    "delete",
    "restore",
    "erase",
]
PROMPTS = [*COMPLETED, *FAILED, "next", "limit"]


def assert_every_call_has_one_result(turn: Turn) -> None:
    assert turn.state is not TurnState.RUNNING
    for use in turn.tool_uses:
        assert use.result is not None
        assert use.result.tool_use_id == use.call.id


@pytest.mark.slow
@DIALECTS
async def test_every_scene_ends_as_it_should(dialect: Dialect, tmp_path: Path) -> None:
    async with real_chat(tmp_path, dialect) as chat:
        for prompt, calls in COMPLETED.items():
            turn = await chat.send(prompt)
            assert (prompt, turn.state, turn.failure) == (prompt, TurnState.COMPLETED, None)
            assert (prompt, len(turn.tool_uses)) == (prompt, calls)
            assert_every_call_has_one_result(turn)
        assert chat.judge.refused == []


@DIALECTS
async def test_every_failure_has_its_category_and_the_next_send_works(
    dialect: Dialect, tmp_path: Path
) -> None:
    async with real_chat(tmp_path, dialect) as chat:
        for prompt, category in FAILED.items():
            turn = await chat.send(prompt)
            assert turn.failure is not None, prompt
            assert (prompt, turn.state) == (prompt, TurnState.FAILED)
            assert (prompt, turn.failure.category) == (prompt, category)
            assert (await chat.send("time in Oslo")).state is TurnState.COMPLETED
        assert chat.judge.refused == []


@DIALECTS
async def test_a_cut_off_answer_is_continued(dialect: Dialect, tmp_path: Path) -> None:
    async with real_chat(tmp_path, dialect) as chat:
        cut = await chat.send("cut off")
        assert cut.rounds[-1].text
        turn = await chat.go_on()
        assert turn.state is TurnState.COMPLETED
        assert turn.parent_id == cut.id
        assert chat.judge.refused == []


@DIALECTS
async def test_a_limit_ends_in_one_last_round_without_tools(
    dialect: Dialect, tmp_path: Path
) -> None:
    async with real_chat(tmp_path, dialect, Settings(rounds=3)) as chat:
        turn = await chat.send("limit")
        assert turn.limit is Limit.ROUNDS
        assert turn.state is TurnState.COMPLETED
        assert [use.result and use.result.outcome for use in turn.tool_uses] == [
            Outcome.DONE,
            Outcome.DONE,
            Outcome.BLOCKED,
        ]
        assert len(turn.rounds) == 4
        assert (await chat.send("time in Oslo")).state is TurnState.COMPLETED
        assert chat.judge.refused == []


@DIALECTS
async def test_a_reopened_chat_is_the_same_and_goes_on(dialect: Dialect, tmp_path: Path) -> None:
    async with real_chat(tmp_path, dialect) as chat:
        for prompt in ("several at once", "think", "write a file", "cut off", "divide by zero"):
            await chat.send(prompt)
        await chat.send("time in Tokyo", stop_at=9)
        library = chat.reopen()
        await library.load()
        again = await library.open(chat.session.chat.id)
        assert again.turns == chat.session.turns
        assert again.chat == chat.session.chat
        await again.send("time in Oslo")
        assert again.turns[-1].state is TurnState.COMPLETED
        assert chat.judge.refused == []


@DIALECTS
async def test_a_failed_call_is_run_again_in_a_fork(dialect: Dialect, tmp_path: Path) -> None:
    async with real_chat(tmp_path, dialect) as chat:
        first = await chat.send("divide by zero")
        await chat.send("think")
        fork = await chat.again(first.tool_uses[0].call.id)
        assert fork.state is TurnState.COMPLETED
        assert fork.forked_from == (first.id, first.rounds[0].id)
        assert fork.parent_id == first.parent_id
        assert len(chat.session.turns) == 1
        assert (await chat.send("hello")).state is TurnState.COMPLETED
        assert chat.judge.refused == []


@DIALECTS
async def test_another_dialect_is_asked_for_one_turn_and_each_path_goes_on_in_any(
    dialect: Dialect, tmp_path: Path
) -> None:
    async with real_chat(tmp_path, dialect) as chat:
        for prompt in ("think", "time in Tokyo", "hello"):
            await chat.send(prompt)
        _, tool_turn, last = chat.session.turns
        for other in Dialect:
            turn = await chat.regenerate(tool_turn.id, other)
            assert (turn.state, turn.prompt_text) == (TurnState.COMPLETED, "time in Tokyo")
            assert {one.origin.dialect for one in turn.rounds} == {other}
            assert {one.origin.profile_id for one in turn.rounds} == {f"other-{other}"}
            await chat.recorder.settled()
            assert len(await chat.recordings.recordings(turn.id)) == len(turn.rounds)
            after = await chat.send("several at once")
            assert (after.state, after.rounds[0].origin.dialect) == (TurnState.COMPLETED, dialect)
        assert chat.session.chat.settings.profile_id == PRACTICE_ID
        versions = chat.session.versions(tool_turn.id)
        assert len(versions) == 1 + len(Dialect)
        for version in versions:
            await chat.session.show_version(version)
            assert (await chat.send("think")).state is TurnState.COMPLETED
        await chat.session.show_turn(last.id)
        assert chat.session.turns[1] == tool_turn
        assert chat.judge.refused == []


@DIALECTS
async def test_a_request_holds_the_path_shown_and_nothing_of_another(
    dialect: Dialect, tmp_path: Path
) -> None:
    async with real_chat(tmp_path, dialect) as chat:
        for word in ("first-word", "second-word", "third-word"):
            await chat.send(f"think {word}")
        first, second, third = chat.session.turns
        await chat.edit(second.id, "think edited-word")
        assert _words_sent(chat) == ["first-word", "edited-word"]
        await chat.session.show_version(second.id)
        await chat.send("think fourth-word")
        assert _words_sent(chat) == ["first-word", "second-word", "third-word", "fourth-word"]
        await chat.session.delete_turn(second.id)
        await chat.regenerate(chat.last.id)
        assert _words_sent(chat) == ["first-word", "third-word", "fourth-word"]
        await chat.session.delete_turn(first.id)
        await chat.session.erase_turns()
        await chat.session.branch_at(third.id)
        await chat.send("think fifth-word")
        assert _words_sent(chat) == ["third-word", "fifth-word"]
        assert chat.judge.refused == []


def _words_sent(chat: RealChat) -> list[str]:
    """The marked words of the last request's own prompts, in their order."""
    found = re.findall(r"think (\w+-word)", json.dumps(chat.judge.bodies[-1]))
    return list(dict.fromkeys(found))


async def test_a_round_read_to_its_end_is_not_recorded_as_cancelled(tmp_path: Path) -> None:
    async with real_chat(tmp_path) as chat:
        whole = await chat.send("time in Tokyo")
        stopped = await chat.send("long answer", stop_at=8)
        await chat.recorder.settled()
        errors = [one.error for one in await chat.recordings.recordings(whole.id)]
        assert errors == ["", ""]
        errors = [one.error for one in await chat.recordings.recordings(stopped.id)]
        assert errors == ["cancelled"]


async def test_what_was_allowed_in_a_chat_is_so_at_the_next_start(tmp_path: Path) -> None:
    async with real_chat(tmp_path) as chat:
        chat.answers = [Decision(Verdict.ALLOW_IN_CHAT)]
        await chat.send("write a file")
        library = chat.reopen()
        await library.load()
        assert library.chats[0].settings.allowed_tools == {"write_text_file"}


async def test_a_long_result_is_kept_whole_and_goes_out_shortened(tmp_path: Path) -> None:
    async with real_chat(tmp_path) as chat:
        (use,) = (await chat.send("list the folder")).tool_uses
        assert use.result is not None
        assert use.result.is_shortened
        whole = await chat.session.full_output(use.call.id)
        assert len(whole) == use.result.full_size == 140_000
        sent = chat.judge.bodies[-1]["messages"][-1]["content"]
        assert sent == use.result.content


async def test_a_chat_deleted_and_erased_while_it_streams_does_not_come_back(
    tmp_path: Path,
) -> None:
    async with real_chat(tmp_path) as chat:
        chat_id = chat.session.chat.id
        erasing: list[asyncio.Task[None]] = []

        async def erase() -> None:
            await chat.library.delete(chat_id)
            await chat.library.erase(chat_id)

        def hear(_: str, event: ev.Event) -> None:
            if isinstance(event, ev.TextDelta) and not erasing:
                erasing.append(asyncio.create_task(erase()))

        chat.session.subscribe(hear)
        turn = await chat.send("long answer")
        await erasing[0]
        assert turn.state is TurnState.CANCELLED
        await chat.session.update(replace(chat.session.chat, draft="a late draft"))
        library = chat.reopen()
        await library.load()
        assert library.chats == chat.library.chats == ()
        assert await chat.store.turns(chat_id) == ()


@DIALECTS
async def test_several_chats_are_answered_at_once(dialect: Dialect, tmp_path: Path) -> None:
    async with real_chat(tmp_path, dialect) as chat:
        settings = chat.session.chat.settings
        sessions = [await chat.library.create(settings) for _ in range(4)]
        prompts = ("several at once", "think", "divide by zero", "time in Tokyo")
        sending = [
            asyncio.create_task(session.send(prompt))
            for session, prompt in zip(sessions, prompts, strict=True)
        ]
        await asyncio.sleep(0)
        assert all(session.is_running for session in sessions)
        await asyncio.wait(sending)
        for session, prompt in zip(sessions, prompts, strict=True):
            (turn,) = session.turns
            assert (turn.state, turn.prompt_text) == (TurnState.COMPLETED, prompt)
            assert await chat.store.turns(session.chat.id) == session.turns
        assert {one.title for one in chat.library.chats} == set(prompts)
        assert chat.judge.refused == []


@pytest.mark.slow
@DIALECTS
@pytest.mark.parametrize(
    ("prompt", "kind"),
    [
        ("long answer", ev.RoundStarted),
        ("long answer", ev.TextDelta),
        ("429", ev.RetryScheduled),
        ("write a file", ev.ToolCallDelta),
    ],
)
async def test_stop_takes_200_ms_at_most_at_a_human_pace(
    prompt: str, kind: type[ev.Event], dialect: Dialect, tmp_path: Path
) -> None:
    async with real_chat(tmp_path, dialect, pace=400, sleep=asyncio.sleep) as chat:
        reached = asyncio.Event()

        def hear(_: str, event: ev.Event) -> None:
            if isinstance(event, kind):
                reached.set()

        chat.session.subscribe(hear)
        sending = asyncio.create_task(chat.send(prompt))
        await reached.wait()
        loop = asyncio.get_running_loop()
        before = loop.time()
        await chat.session.stop()
        assert loop.time() - before < 2
        assert not chat.session.is_running
        await sending
        assert chat.last.state is TurnState.CANCELLED
        assert_every_call_has_one_result(chat.last)


@pytest.mark.slow
@DIALECTS
@pytest.mark.parametrize(
    ("prompt", "step"), [("several at once", 1), ("write a file", 1), ("think", 7), ("429", 1)]
)
async def test_a_stop_at_any_event_leaves_a_chat_that_goes_on(
    prompt: str, step: int, dialect: Dialect, tmp_path: Path
) -> None:
    async with real_chat(tmp_path, dialect) as chat:
        for stop_at in itertools.count(1, step):
            turn = await chat.send(prompt, stop_at)
            told = list(chat.events)
            assert_every_call_has_one_result(turn)
            assert sum(isinstance(event, ev.TurnEnd) for event in told) == 1
            assert (await chat.send("time in Oslo")).state is TurnState.COMPLETED
            assert chat.judge.refused == []
            if len(told) < stop_at:
                return


@dataclass(frozen=True)
class Act:
    """One thing a user does: to send, retry, continue or run again, in a dialect, with a Stop.

    Or to go to another path, or make one. `where` says at which of the turns.
    """

    kind: str
    prompt: str
    dialect: Dialect
    stop_at: int | None
    answers: tuple[Decision | None, ...]
    steps: int
    effort: Effort | None
    tools_off: frozenset[str]
    where: int = 0


KINDS = ["send", "send", "send", "send", "retry", "continue", "again", "again", *MOVES]

acts = st.builds(
    Act,
    kind=st.sampled_from(KINDS),
    prompt=st.sampled_from(PROMPTS),
    dialect=st.sampled_from(Dialect),
    stop_at=st.none() | st.integers(1, 40),
    answers=st.lists(
        st.sampled_from(
            [ALLOW, Decision(Verdict.ALLOW_IN_CHAT), Decision(Verdict.DENY, "not now"), None]
        ),
        max_size=2,
    ).map(tuple),
    steps=st.integers(0, 8),
    effort=st.sampled_from([None, None, Effort.LOW, Effort.HIGH]),
    tools_off=st.sampled_from(
        [frozenset(), frozenset(), frozenset({"calculate"}), frozenset(TOOL_NAMES)]
    ),
    where=st.integers(0, 30),
)


NEUTRAL = Act("send", "hello", Dialect.OPENAI_CHAT, None, (), 0, None, frozenset())


async def do(chat: RealChat, act: Act) -> None:
    chat.dialect = act.dialect
    chat.answers = list(act.answers)
    chat.steps = act.steps
    session = chat.session
    wanted = replace(session.chat.settings, effort=act.effort, tools_off=act.tools_off)
    await session.update(replace(session.chat, settings=wanted))
    if act.kind in MOVES and await move(chat, act):
        return
    uses = [use for turn in chat.session.turns for use in turn.tool_uses]
    if act.kind == "again" and uses:
        await chat.again(uses[len(act.prompt) % len(uses)].call.id, act.stop_at)
    elif act.kind == "retry" and chat.session.turns:
        await chat.retry(act.stop_at)
    elif act.kind == "continue" and chat.session.turns:
        await chat.go_on(act.stop_at)
    else:
        await chat.send(act.prompt, act.stop_at)


async def move(chat: RealChat, act: Act) -> bool:
    """Whether there was a turn to do it at."""
    session = chat.session
    ids = session._tree.deleted if act.kind == "restore" else session._tree.ids
    if not ids:
        return False
    turn_id = ids[act.where % len(ids)]
    match act.kind:
        case "edit":
            await chat.edit(turn_id, act.prompt, act.stop_at)
        case "regenerate":
            await chat.regenerate(turn_id, None, act.stop_at)
        case "elsewhere":
            await chat.regenerate(turn_id, list(Dialect)[act.steps % 5], act.stop_at)
        case "version":
            await session.show_version(turn_id)
        case "branch":
            await session.branch_at(turn_id)
        case "delete":
            await session.delete_turn(turn_id)
        case "restore":
            await session.restore_turn(turn_id)
        case "erase":
            await session.erase_turns()
        case _:
            raise AssertionError(act.kind)
    return True


def assert_the_path_holds_together(chat: RealChat) -> None:
    session = chat.session
    ids = [turn.id for turn in session.turns]
    assert session.chat.head_id == (ids[-1] if ids else None)
    for turn_id in ids:
        assert turn_id in session.versions(turn_id)
    for before, after in itertools.pairwise(ids):
        assert session._tree.parent(after) == before


@pytest.mark.slow
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.lists(acts, min_size=1, max_size=9))
async def test_no_way_of_using_a_chat_makes_a_request_that_is_refused(script: list[Act]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with real_chat(Path(folder)) as chat:
            for act in script:
                await do(chat, act)
                assert chat.judge.refused == []
                for turn in chat.session.turns:
                    assert_every_call_has_one_result(turn)
                assert_the_path_holds_together(chat)
            everything = await chat.session.all_turns()
            for dialect in Dialect:
                await do(chat, replace(NEUTRAL, dialect=dialect))
                turn = await chat.send("time in Oslo")
                assert (turn.state, turn.failure) == (TurnState.COMPLETED, None)
            assert chat.judge.refused == []
            assert await chat.store.turns(chat.session.chat.id) == chat.session.turns
            # Whatever was answered since, nothing that was there is another now.
            assert (await chat.session.all_turns())[: len(everything)] == everything
            library = chat.reopen()
            await library.load()
            again = await library.open(chat.session.chat.id)
            assert again.turns == chat.session.turns
            assert await again.all_turns() == await chat.session.all_turns()
