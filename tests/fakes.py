"""The outside world as the harness sees it, in memory: model, tools, store, time. Tested too.

A scripted model is a list of rounds, each a list of steps: an event is passed on, an exception is
raised, and `HANG` never ends by itself.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from studio.core.branches import Branch, Tree
from studio.core.chats import Assignment, Chat, Turn
from studio.core.events import RoundCompleted, RoundEvent, TextDelta, ToolCallDelta
from studio.core.messages import (
    Dialect,
    Origin,
    Stop,
    ToolCall,
    ToolResult,
    Usage,
    VendorState,
)
from studio.core.notices import Notice
from studio.core.tools import NO_TALK, Arguments, Preview, Talk, Tool, ToolDefinition, ToolOutput

ORIGIN = Origin("fake", "Scripted model", Dialect.OPENAI_CHAT, "scripted-1")


class Hang:
    """A step that never ends: only Stop gets past it."""


HANG = Hang()
Step = RoundEvent | BaseException | Hang
Script = Sequence[Step]


def says(text: str, stop: Stop = Stop.END) -> list[Step]:
    """A round of text alone."""
    return [TextDelta(text), completed(stop=stop)]


def call(call_id: str, name: str = "look", arguments: str = "{}") -> ToolCall:
    return ToolCall(call_id, name, arguments, f"provider-{call_id}")


def asks(*calls: ToolCall, text: str = "", stop: Stop = Stop.TOOL_CALLS) -> list[Step]:
    """A round that asks for tools, after some text."""
    steps: list[Step] = [TextDelta(text)] if text else []
    steps += [ToolCallDelta(one.id, one.name, one.arguments) for one in calls]
    return [*steps, completed(*calls, stop=stop)]


def completed(*calls: ToolCall, stop: Stop = Stop.END) -> RoundCompleted:
    return RoundCompleted(calls, Usage(), stop, stop.value)


@dataclass(frozen=True, slots=True)
class Asked:
    """How the loop asked for one round."""

    offer_tools: bool
    instruction: str | None


class FakeAdapter:
    """Plays the rounds it was given. One more than that is a fault of the loop under test."""

    def __init__(self, rounds: Iterable[Script]) -> None:
        self._rounds = iter(rounds)
        self.asked: list[Asked] = []
        self.bodies: list[str | None] = []  # what was sent instead of the draft
        self.recorded: list[str | ToolResult] = []  # "round", or a result, in the order recorded
        self.reported = Usage()
        self.ended_early = 0  # rounds that were not read to their end

    @property
    def origin(self) -> Origin:
        return ORIGIN

    @property
    def results(self) -> list[ToolResult]:
        return [one for one in self.recorded if isinstance(one, ToolResult)]

    def draft(self, *, offer_tools: bool, final_instruction: str | None) -> str:
        return json.dumps({"offers_tools": offer_tools, "instruction": final_instruction})

    async def stream_round(
        self,
        round_id: str,
        *,
        offer_tools: bool,
        final_instruction: str | None,
        body: str | None = None,
    ) -> AsyncGenerator[RoundEvent]:
        self.asked.append(Asked(offer_tools, final_instruction))
        self.bodies.append(body)
        script = next(self._rounds, None)
        assert script is not None, "asked for more rounds than were written"
        is_whole = False
        try:
            for step in script:
                await asyncio.sleep(0)
                if isinstance(step, BaseException):
                    raise step
                if isinstance(step, Hang):
                    await asyncio.get_running_loop().create_future()
                else:
                    yield step
            is_whole = True
        finally:
            self.ended_early += not is_whole

    def record_round(self) -> VendorState | None:
        self.recorded.append("round")
        return VendorState(ORIGIN.dialect, ORIGIN.profile_id, ORIGIN.model, "{}")

    def record_result(self, result: ToolResult) -> None:
        self.recorded.append(result)


class FakeFactory:
    """Every send gets a new adapter, which goes on with the one script. `failing` refuses."""

    def __init__(self, *rounds: Script) -> None:
        self._rounds = iter(rounds)
        self.assignments: list[Assignment] = []
        self.adapters: list[FakeAdapter] = []
        self.failing: Exception | None = None
        self.notices: tuple[Notice, ...] = ()

    def foresee(self, assignment: Assignment) -> tuple[Notice, ...]:
        return self.notices

    async def create(self, assignment: Assignment) -> FakeAdapter:
        self.assignments.append(assignment)
        await asyncio.sleep(0)
        if self.failing is not None:
            raise self.failing
        self.adapters.append(FakeAdapter(self._rounds))
        return self.adapters[-1]


Run = Callable[[Arguments], Awaitable[ToolOutput]]


async def _answers_done(_: Arguments) -> ToolOutput:
    await asyncio.sleep(0)
    return ToolOutput("done")


@dataclass(slots=True)
class FakeTool:
    """A tool that notes its arguments. `run_it` may wait, raise, or never end."""

    name: str = "look"
    run_it: Run = _answers_done
    is_read_only: bool = True
    asks_first: bool = False
    timeout: float | None = None
    schema: dict[str, Any] = field(default_factory=dict)
    seen: list[Arguments] = field(default_factory=list)
    is_outside: bool = False

    @property
    def definition(self) -> ToolDefinition:
        return ToolDefinition(
            self.name,
            f"The tool {self.name}",
            self.schema,
            is_read_only=self.is_read_only,
            asks_first=self.asks_first,
            timeout=self.timeout,
            is_outside=self.is_outside,
        )

    def preview(self, arguments: Arguments) -> Preview:
        return Preview(f"{self.name} would do {dict(arguments)}", "here")

    async def run(self, arguments: Arguments, talk: Talk = NO_TALK) -> ToolOutput:
        self.seen.append(arguments)
        return await self.run_it(arguments)


class FakeTools:
    """A source of the tools it was given."""

    def __init__(self, *tools: Tool) -> None:
        self._tools = tools

    def tools(self) -> tuple[Tool, ...]:
        return self._tools


class MemoryStore:
    """A `ChatStore` in dictionaries. `saved` holds every turn ever saved; `failing` is raised."""

    def __init__(self) -> None:
        self.by_id: dict[str, Chat] = {}
        self.saved: list[Turn] = []
        self.outputs: dict[str, str] = {}
        self.failing: Exception | None = None
        self._hidden: set[str] = set()
        self._turns: dict[str, Turn] = {}
        self._trees: dict[str, Tree] = {}

    async def chats(self) -> tuple[Chat, ...]:
        await self._reach()
        shown = [chat for chat in self.by_id.values() if chat.id not in self._hidden]
        return tuple(sorted(shown, key=lambda chat: chat.updated_at, reverse=True))

    async def turns(self, chat_id: str) -> tuple[Turn, ...]:
        await self._reach()
        tree = self._trees.get(chat_id, Tree())
        head = self.by_id[chat_id].head_id if chat_id in self.by_id else None
        return tuple(self._turns[turn_id] for turn_id in tree.path(tree.shown(head)))

    async def tree(self, chat_id: str) -> tuple[Branch, ...]:
        await self._reach()
        return self._trees.get(chat_id, Tree()).branches

    async def read_turns(self, chat_id: str, turn_ids: tuple[str, ...]) -> tuple[Turn, ...]:
        await self._reach()
        return tuple(self._turns[turn_id] for turn_id in turn_ids if turn_id in self._turns)

    async def save_head(self, chat_id: str, head_id: str | None) -> None:
        await self._reach()
        self.by_id[chat_id] = replace(self.by_id[chat_id], head_id=head_id)
        if head_id is not None:
            self._trees[chat_id].see(head_id)

    async def delete_turn(self, chat_id: str, turn_id: str, head_id: str | None) -> None:
        await self.save_head(chat_id, head_id)
        self._trees[chat_id].mark_deleted(turn_id, True)

    async def restore_turn(self, chat_id: str, turn_id: str, head_id: str | None) -> None:
        await self.save_head(chat_id, head_id)
        self._trees[chat_id].mark_deleted(turn_id, False)

    async def erase_turns(self, chat_id: str) -> None:
        await self._reach()
        tree = self._trees[chat_id]
        for turn_id in tree.deleted:
            del self._turns[turn_id]
        tree.erase_deleted()
        for turn_id in tree.ids:
            turn = self._turns[turn_id]
            self._turns[turn_id] = replace(turn, parent_id=tree.parent(turn_id))

    async def save_chat(self, chat: Chat) -> None:
        await self._reach()
        self.by_id[chat.id] = chat

    async def save_turn(self, turn: Turn) -> None:
        await self._reach()
        assert turn.chat_id in self.by_id, "a turn was saved before its chat"
        self.saved.append(turn)
        if turn.id not in self._turns:
            self._trees.setdefault(turn.chat_id, Tree()).add(turn.id, turn.parent_id)
        self._turns[turn.id] = turn

    async def save_output(self, chat_id: str, tool_use_id: str, text: str) -> None:
        await self._reach()
        self.outputs[tool_use_id] = text

    async def output(self, tool_use_id: str) -> str | None:
        await self._reach()
        return self.outputs.get(tool_use_id)

    async def delete_chat(self, chat_id: str) -> None:
        await self._reach()
        self._hidden.add(chat_id)

    async def restore_chat(self, chat_id: str) -> None:
        await self._reach()
        self._hidden.discard(chat_id)

    async def erase_chat(self, chat_id: str) -> None:
        await self._reach()
        self.by_id.pop(chat_id, None)
        self._trees.pop(chat_id, None)
        self._turns = {key: turn for key, turn in self._turns.items() if turn.chat_id != chat_id}

    async def _reach(self) -> None:
        await asyncio.sleep(0)
        if self.failing is not None:
            raise self.failing


class FakeTime:
    """A clock that stands still, and a sleep that ends when `advance` has gone past it."""

    def __init__(self, now: float = 1_000.0) -> None:
        self.now = now
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    @property
    def is_ticking(self) -> bool:
        """Whether anybody sleeps."""
        return any(not future.done() for _, future in self._sleepers)

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.now + seconds, future))
        await future

    def advance(self, seconds: float) -> None:
        self.now += seconds
        for due, future in self._sleepers:
            if due <= self.now and not future.done():
                future.set_result(None)


def ids(prefix: str = "id") -> Callable[[], str]:
    """IDs that can be read: id-1, id-2 ..."""
    numbers = count(1)
    return lambda: f"{prefix}-{next(numbers)}"
