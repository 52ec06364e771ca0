"""Finds, validates, runs, times out and shortens: a tool call always becomes exactly one result.

Nothing a tool does can end the turn: what it raises, its own cancellation too, is told to the
model. Only the user's Stop goes through.
"""

import asyncio
import json
import logging
import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from studio.core.messages import Outcome, ToolCall
from studio.core.questions import Answer
from studio.core.tools import Tool, ToolDefinition, ToolOutput, ToolPicture
from studio.harness import texts
from studio.harness.ports import Clock
from studio.harness.running import Emit, Running
from studio.harness.stopwatch import Stopwatch

_log = logging.getLogger(__name__)

# By name, since an import here would load jsonschema with the window.
_FITTING = "studio.harness.fitting"
_ABANDON_SECONDS = 0.1  # what a cancelled tool gets to clean up before nobody waits for it
_SCHEMA_CHARACTERS = 2_000
_PROBLEM_CHARACTERS = 300
# Absolute paths of two names or more, as in messages of the operating system.
_PATH = re.compile(r"""(?<![\w:/.])(?:[A-Za-z]:)?(?:[\\/][^\s\\/:'"<>|]+)+[\\/]([^\s\\/:'"<>|]+)""")
_SECRET = re.compile(
    r"""(?i)(?<=bearer )\S+|\b(?:sk|pk|rk|ghp|gho|hf|xox[a-z]|akia|aiza)[-_a-z0-9]{12,}"""
)


@dataclass(frozen=True, slots=True)
class Ready:
    """A call that may run: its tool, and arguments that fit; `edited` by the user, or as asked."""

    call: ToolCall
    tool: Tool
    arguments: Mapping[str, Any]
    edited: bool = False

    @property
    def definition(self) -> ToolDefinition:
        return self.tool.definition


@dataclass(frozen=True, slots=True)
class Rejected:
    """A call that cannot run, and what to tell the model. `definition` is None for a tool that
    nobody offers."""

    call: ToolCall
    text: str
    definition: ToolDefinition | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """How a call ended, before shortening. `output` is what the tool said, if it came to that."""

    text: str
    outcome: Outcome
    output: ToolOutput | None = None


def _deaf(_event: object) -> None:
    return


class Toolbox:
    """The tools on offer in one send. `timeout` in seconds counts where a tool has no own.

    `hear` gets what running calls say, once `listen` has named it.
    """

    def __init__(self, tools: tuple[Tool, ...], timeout: float) -> None:
        self._tools = {tool.definition.name: tool for tool in tools}
        self._timeout = timeout
        self._wishes: dict[str, asyncio.Future[None]] = {}  # of running calls, to be cancelled
        self._running: dict[str, Running] = {}
        self._cancelled: set[str] = set()
        self._emit: Emit = _deaf
        self._clock: Clock = time.time
        self.watch = Stopwatch()

    def listen(self, emit: Emit, clock: Clock) -> None:
        """Who hears of progress, questions and time limits; `clock` in seconds since the epoch."""
        self._emit, self._clock = emit, clock

    @property
    def definitions(self) -> tuple[ToolDefinition, ...]:
        return tuple(tool.definition for tool in self._tools.values())

    async def load(self) -> None:
        """Loads what judges arguments, in a thread: chats without a call never pay its 4 MB."""
        await asyncio.to_thread(import_module, _FITTING)

    def prepare(self, call: ToolCall) -> Ready | Rejected:
        """Looks the tool up by its exact name and checks the arguments."""
        tool = self._tools.get(call.name)
        if tool is None:
            return Rejected(call, texts.unknown_tool(call.name, self._tools))
        try:
            arguments = _parsed(call.arguments)
        except (ValueError, RecursionError) as error:
            text = texts.not_json(call.name, str(error) or "nested too deeply")
            return Rejected(call, text, tool.definition)
        schema = tool.definition.schema
        fitting, problems = import_module(_FITTING).fitted(call.name, arguments, schema)
        if problems:
            shown = json.dumps(dict(schema))[:_SCHEMA_CHARACTERS]
            text = _clean(texts.not_fitting(call.name, problems, shown))
            return Rejected(call, text, tool.definition)
        return Ready(call, tool, fitting)

    def cancel(self, tool_use_id: str) -> None:
        """The user cancels this one call, running or not yet; the turn goes on."""
        self._cancelled.add(tool_use_id)
        wish = self._wishes.get(tool_use_id)
        if wish is not None and not wish.done():
            wish.set_result(None)

    def is_cancelled(self, tool_use_id: str) -> bool:
        """Whether the user has cancelled this call."""
        return tool_use_id in self._cancelled

    def answer(self, tool_use_id: str, answer: Answer) -> None:
        """The user's answer to what a running call asked."""
        running = self._running.get(tool_use_id)
        if running is not None:
            running.answer(answer)

    def keep_waiting(self, tool_use_id: str) -> None:
        """The user gives a running call as much time again."""
        running = self._running.get(tool_use_id)
        if running is not None:
            running.keep_waiting()

    async def run(self, ready: Ready) -> Ended:
        """Runs one call to its end. Raises nothing but the user's Stop (`CancelledError`)."""
        call_id = ready.call.id
        if call_id in self._cancelled:
            return Ended(texts.CANCELLED, Outcome.CANCELLED)
        definition = ready.definition
        limits = (definition.timeout or self._timeout, definition.longest)
        running = Running(call_id, limits, self._emit, self._clock, self.watch)
        self._running[call_id] = running
        wish: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._wishes[call_id] = wish
        task = asyncio.create_task(_guarded(ready, running), name=f"tool {ready.call.name}")
        task.add_done_callback(_note_end)
        limit = asyncio.create_task(running.time_is_up(), name="time limit")
        try:
            await asyncio.wait((task, wish, limit), return_when=asyncio.FIRST_COMPLETED)
            has_ended = task.done()
        finally:
            # The user's Stop comes through here as well.
            running.finish()
            limit.cancel()
            del self._wishes[call_id], self._running[call_id]
            if not task.done():
                await _abandon(task)
        if has_ended:
            return _ended(task)
        if wish.done():
            return Ended(texts.CANCELLED, Outcome.CANCELLED)
        return Ended(texts.timed_out(ready.call.name, limits[0]), Outcome.TIMED_OUT)


def _ended(task: asyncio.Task[ToolOutput]) -> Ended:
    if task.cancelled():
        return Ended(texts.failed("the tool cancelled itself"), Outcome.FAILED)
    error = task.exception()
    if error is not None:
        return Ended(texts.failed(_told(error)), Outcome.FAILED)
    output = task.result()
    outcome = Outcome.FAILED if output.is_error else Outcome.DONE
    text = _clean(output.text) or (texts.PICTURES_ONLY if output.pictures else "")
    return Ended(text, outcome, output)


async def _guarded(ready: Ready, running: Running) -> ToolOutput:
    try:
        output = await ready.tool.run(ready.arguments, running)
        pictures = tuple(
            ToolPicture(bytes(each.data), "", str(each.name)) for each in output.pictures
        )
        text, is_error = str(output.text), bool(output.is_error)
        return replace(output, text=text, is_error=is_error, pictures=pictures)
    except SystemExit as error:
        # Asyncio lets it through to the loop: one tool would end the program.
        raise RuntimeError(f"the tool tried to exit ({error.code})") from None  # noqa: TRY003


async def _abandon(task: asyncio.Task[ToolOutput]) -> None:
    """Cancels, waits a moment, then lets go: what a stubborn tool still does is ignored."""
    task.cancel()
    await asyncio.wait({task}, timeout=_ABANDON_SECONDS)


def _note_end(task: asyncio.Task[ToolOutput]) -> None:
    # A tool that was given up, or failed in the moment of a Stop, has nobody else who fetches its
    # exception, and asyncio would report that.
    if not task.cancelled() and task.exception() is not None:
        _log.debug("%s ended in an error", task.get_name())


def _parsed(arguments: str) -> Any:
    """Raises `ValueError` for what is not JSON, also for the NaN that Python would take."""
    if not arguments.strip():
        return {}
    return json.loads(arguments, parse_constant=_refuse_constant, parse_float=_finite)


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        _refuse_constant(text)
    return number


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name[:40]} is not a JSON value")  # noqa: TRY003  # goes to the model


def _told(error: BaseException) -> str:
    """Type and message; no traceback, no folders of this computer, nothing like a key."""
    message = _SECRET.sub("***", _PATH.sub(r"…/\1", _clean(str(error))))[:_PROBLEM_CHARACTERS]
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _clean(text: str) -> str:
    """What every store and every provider takes: no NUL, no half of a surrogate pair."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
