"""Tools that answer what they once answered, by the calls of a turn that was recorded."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from typing_extensions import override

from studio.core.chats import AttachedFile, Turn
from studio.core.messages import Citation, Outcome, Sources, ToolResult, ToolUse, TurnState
from studio.core.results import Finding
from studio.core.tools import (
    NO_TALK,
    Arguments,
    Preview,
    Talk,
    Tool,
    ToolDefinition,
    ToolOutput,
    ToolPicture,
    ToolSource,
)
from studio.core.trace import TraceTurn
from studio.harness.toolbox import Ended, Ready, Toolbox

_WITHOUT_OUTPUT = frozenset({Outcome.TIMED_OUT, Outcome.CANCELLED, Outcome.INTERRUPTED})

Wait = Callable[[float], Awaitable[None]]  # as long as it took, or faster


class RecordedTool(Tool):
    """Stands for a tool that was on offer. It is never run: its results are known."""

    def __init__(self, definition: ToolDefinition) -> None:
        self._definition = definition

    @property
    @override
    def definition(self) -> ToolDefinition:
        return self._definition

    @override
    def preview(self, arguments: Arguments) -> Preview:
        return Preview(json.dumps(dict(arguments), indent=2, ensure_ascii=False))

    @override
    async def run(self, arguments: Arguments, talk: Talk = NO_TALK) -> ToolOutput:
        return ToolOutput("", is_error=True)


class RecordedTools(ToolSource):
    """The tools of one turn, as they were offered in it."""

    def __init__(self, offered: tuple[ToolDefinition, ...], uses: tuple[ToolUse, ...] = ()) -> None:
        outside = {
            use.call.name: use.result.outside
            for use in uses
            if use.result is not None and use.result.outside
        }
        self._tools = tuple(
            RecordedTool(_offered(each, outside.get(each.name, ""))) for each in offered
        )

    @override
    def tools(self) -> tuple[Tool, ...]:
        return self._tools


NO_TOOLS = RecordedTools(())


def _offered(definition: ToolDefinition, outside: str) -> ToolDefinition:
    """Whether anybody is asked is for the recorded ruling to say."""
    title = outside or definition.title
    return replace(
        definition, is_read_only=True, asks_first=False, is_outside=bool(outside), title=title
    )


class RecordedResults:
    """What the calls of one turn came to. `stop` ends the turn, as its user once did."""

    def __init__(self, traced: TraceTurn, wait: Wait, stop: Callable[[], None]) -> None:
        self._uses = {use.call.id: use for use in traced.turn.tool_uses}
        self._files = dict(traced.files)
        self._is_stopped = traced.turn.state is not TurnState.COMPLETED
        self._sources = _sources(traced.turn)
        self._wait = wait
        self._stop = stop
        results = (use.result for use in self._uses.values())
        self._findings = {each.content: each.findings for each in results if each is not None}

    def use(self, tool_use_id: str) -> ToolUse | None:
        return self._uses.get(tool_use_id)

    def add_files(self, files: Mapping[str, AttachedFile]) -> None:
        """Those that came with earlier turns."""
        self._files = {**files, **self._files}

    def screen(self, text: str) -> tuple[tuple[Finding, ...], str]:
        """What was found then, whatever would be found now."""
        return self._findings.get(text, ()), text

    async def ended(self, tool_use_id: str) -> Ended:
        """Waits as long as the call took. Never returns for one that ended with its turn."""
        use = self._uses.get(tool_use_id)
        if use is None or use.result is None:
            return await self.halt()
        await self._wait(max((use.ended_at or 0.0) - (use.started_at or 0.0), 0.0))
        if self._is_stopped and use.result.outcome in (Outcome.CANCELLED, Outcome.INTERRUPTED):
            return await self.halt()
        return self._ended(use.result)

    async def halt(self) -> Ended:
        """Here the turn was stopped."""
        self._stop()
        await asyncio.get_running_loop().create_future()
        raise AssertionError  # a future that nobody settles

    def _ended(self, result: ToolResult) -> Ended:
        """With what the turn kept of it: the whole of a long result is not what was told."""
        text = result.content
        if result.outcome in _WITHOUT_OUTPUT:
            return Ended(text, result.outcome)
        pictures = tuple(
            ToolPicture(self._files[each.digest].data, each.media_type, each.name)
            for each in result.files
            if each.digest in self._files
        )
        output = ToolOutput(text, result.is_error, pictures, result.form, self._sources)
        return Ended(text, result.outcome, output)


def _sources(turn: Turn) -> tuple[Citation, ...]:
    """Those at the end of the turn. What the provider names itself comes first, and only once."""
    parts = turn.rounds[-1].parts if turn.rounds else ()
    return tuple(each for part in parts if isinstance(part, Sources) for each in part.citations)


class RecordedToolbox(Toolbox):
    """Looks up, checks and counts as ever; what a call comes to was recorded."""

    def __init__(self, tools: tuple[Tool, ...], timeout: float, results: RecordedResults) -> None:
        super().__init__(tools, timeout)
        self._results = results

    @override
    async def run(self, ready: Ready) -> Ended:
        return await self._results.ended(ready.call.id)
