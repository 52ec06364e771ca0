"""A call while it runs: progress, questions, and a time limit that the user can put off."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from typing_extensions import override

from studio.core import events as ev
from studio.core.messages import Outcome, Progress, ToolCall
from studio.core.questions import Answer, AnswerKind, Question
from studio.core.tools import NO_TALK, Arguments, Talk, ToolDefinition, ToolOutput
from studio.harness.toolbox import Ended, Ready, Toolbox
from tests.fakes import FakeTime, FakeTool

QUESTION = Question("Which city?", {"type": "object", "properties": {"city": {"type": "string"}}})


class Talkative(FakeTool):
    """A tool that does what a test wants while it runs."""

    def __init__(self, seconds: float, longest: float | None = None) -> None:
        super().__init__("talk", timeout=seconds)
        self.longest = longest
        self.talk: Talk = NO_TALK
        self.begun = asyncio.Event()
        self.done = asyncio.Event()

    @property
    @override
    def definition(self) -> ToolDefinition:
        return replace(super().definition, longest=self.longest)

    @override
    async def run(self, arguments: Arguments, talk: Talk = NO_TALK) -> ToolOutput:
        self.talk = talk
        self.begun.set()
        await self.done.wait()
        return ToolOutput("done")


class Run:
    """One call of a tool, with what was heard of it."""

    def __init__(self, tool: Talkative) -> None:
        self.tool = tool
        self.heard: list[ev.Event] = []
        self.news = asyncio.Event()
        self.toolbox = Toolbox((tool,), 60.0)
        self.toolbox.listen(self._hear, FakeTime().clock)
        ready = Ready(ToolCall("u1", "talk", "{}"), tool, {})
        self.task = asyncio.create_task(self.toolbox.run(ready))

    def _hear(self, event: ev.Event) -> None:
        self.heard.append(event)
        self.news.set()

    async def until(self, kind: type[ev.Event]) -> ev.Event:
        while True:
            for event in self.heard:
                if isinstance(event, kind):
                    return event
            self.news.clear()
            await self.news.wait()

    async def ended(self) -> Ended:
        self.tool.done.set()
        return await self.task


async def test_progress_is_told_and_begins_the_time_limit_anew() -> None:
    tool = Talkative(0.2)
    run = Run(tool)
    await tool.begun.wait()
    loop = asyncio.get_running_loop()
    until = loop.time() + 0.5
    while loop.time() < until:
        # A real clock and a real limit: only signs of life keep the call going.
        loop.call_later(0.02, tool.talk.progress, 1.0, 4.0, "a quarter")
        await asyncio.wait({run.task}, timeout=0.03)
    assert not run.task.done()
    assert (await run.ended()).outcome is Outcome.DONE
    assert ev.ToolProgressed("u1", Progress(1.0, 4.0, "a quarter")) in run.heard
    assert len([each for each in run.heard if isinstance(each, ev.ToolProgressed)]) < 8


async def test_progress_without_end_meets_the_longest_time() -> None:
    tool = Talkative(0.1, longest=0.2)
    run = Run(tool)
    await tool.begun.wait()
    while not run.task.done():
        tool.talk.progress(1.0)
        await asyncio.wait({run.task}, timeout=0.02)
    assert run.task.result().outcome is Outcome.TIMED_OUT


async def test_a_limit_that_is_near_is_told_and_put_off_by_who_keeps_waiting() -> None:
    tool = Talkative(0.12, longest=0.12)
    run = Run(tool)
    near = await run.until(ev.DeadlineNear)
    assert isinstance(near, ev.DeadlineNear)
    assert near.at is not None
    run.toolbox.keep_waiting("u1")
    assert run.heard[-1] == ev.DeadlineNear("u1", None)
    await asyncio.wait({run.task}, timeout=0.06)
    assert not run.task.done()
    assert (await run.ended()).outcome is Outcome.DONE


async def test_the_time_for_an_answer_does_not_count() -> None:
    tool = Talkative(0.05, longest=0.05)
    run = Run(tool)
    await tool.begun.wait()
    asking = asyncio.create_task(tool.talk.ask(QUESTION))
    assert await run.until(ev.InputRequested) == ev.InputRequested("u1", QUESTION)
    await asyncio.wait({run.task}, timeout=0.1)
    assert not run.task.done()
    run.toolbox.answer("u1", Answer(AnswerKind.ACCEPT, {"city": "Oslo"}))
    assert await asking == Answer(AnswerKind.ACCEPT, {"city": "Oslo"})
    assert run.heard[-1] == ev.InputSettled("u1", AnswerKind.ACCEPT)
    assert run.toolbox.watch.seconds < 0.1
    assert (await run.ended()).outcome is Outcome.DONE


async def test_a_cancelled_call_withdraws_its_question_and_is_not_heard_any_more() -> None:
    tool = Talkative(5.0)
    run = Run(tool)
    await tool.begun.wait()
    asking = asyncio.create_task(tool.talk.ask(QUESTION))
    await run.until(ev.InputRequested)
    run.toolbox.cancel("u1")
    assert (await run.task).outcome is Outcome.CANCELLED
    asking.cancel()
    await asyncio.wait({asking})
    tool.talk.progress(1.0)
    assert not [each for each in run.heard if isinstance(each, ev.ToolProgressed)]
    assert await tool.talk.ask(QUESTION) == Answer(AnswerKind.CANCEL)


async def test_an_answer_to_nobody_and_patience_with_nobody_do_no_harm() -> None:
    toolbox = Toolbox((), 1.0)
    toolbox.answer("gone", Answer(AnswerKind.ACCEPT))
    toolbox.keep_waiting("gone")
    assert toolbox.definitions == ()
