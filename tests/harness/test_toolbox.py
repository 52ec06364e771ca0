"""Whatever a tool or a model does, a call becomes one result, and the turn goes on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from studio.core.messages import Outcome, ToolCall
from studio.core.tools import Arguments, ToolOutput
from studio.harness.toolbox import Ended, Ready, Rejected, Toolbox
from tests.fakes import FakeTool, call

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "city": {"type": "string"},
        "days": {"type": "array", "items": {"type": "integer"}},
    },
    "required": ["city"],
    "additionalProperties": False,
}


def prepared(arguments: str, schema: dict[str, Any] | None = None) -> Ready | Rejected:
    tool = FakeTool("look", schema=SCHEMA if schema is None else schema)
    return Toolbox((tool,), 60.0).prepare(call("a", "look", arguments))


def refused(arguments: str, schema: dict[str, Any] | None = None) -> str:
    one = prepared(arguments, schema)
    assert isinstance(one, Rejected)
    return one.text


async def ran(tool: FakeTool, seconds: float = 60.0) -> Ended:
    toolbox = Toolbox((tool,), seconds)
    ready = toolbox.prepare(call("a", tool.name))
    assert isinstance(ready, Ready)
    return await toolbox.run(ready)


def raising(error: BaseException) -> FakeTool:
    async def run(_: Arguments) -> ToolOutput:
        raise error

    return FakeTool("look", run)


@pytest.mark.parametrize("name", ["Look", "functions.look", "", "look ", "calc_eval"])
def test_an_unknown_name_is_told_what_there_is_and_nothing_similar_is_run(name: str) -> None:
    toolbox = Toolbox((FakeTool("look"), FakeTool("calc")), 60.0)
    one = toolbox.prepare(ToolCall("a", name, "{}"))
    assert isinstance(one, Rejected)
    assert "calc, look" in one.text
    assert repr(name) in one.text


def test_a_chat_without_tools_says_so() -> None:
    one = Toolbox((), 60.0).prepare(call("a"))
    assert isinstance(one, Rejected)
    assert "none" in one.text


@pytest.mark.parametrize("arguments", ["", " \n\t", "{}"])
def test_no_arguments_are_an_empty_object(arguments: str) -> None:
    one = prepared(arguments, {"type": "object"})
    assert isinstance(one, Ready)
    assert one.arguments == {}


@pytest.mark.parametrize(
    "arguments",
    ['{"city": "Os', '{"city": "Oslo"}}', "{city: 1}", "look", "\x00", "{'city': 'Oslo'}"],
)
def test_arguments_that_are_not_json_are_told_where(arguments: str) -> None:
    assert "char" in refused(arguments)


@pytest.mark.parametrize("arguments", ['{"x": NaN}', '{"x": -Infinity}', '{"x": 1e999}'])
def test_numbers_that_json_does_not_know_are_refused(arguments: str) -> None:
    assert "not a JSON value" in refused(arguments, {"type": "object"})


def test_json_nested_too_deeply_is_refused() -> None:
    assert "not valid JSON" in refused('{"x":' + "[" * 200_000)


def test_a_number_of_too_many_digits_is_refused() -> None:
    assert "not valid JSON" in refused('{"x":' + "9" * 100_000 + "}")


@pytest.mark.parametrize("arguments", ["[1]", '"Oslo"', "7", "null", "true"])
def test_arguments_must_be_an_object(arguments: str) -> None:
    assert "object" in refused(arguments)


def test_what_does_not_fit_is_told_at_its_place_with_the_schema() -> None:
    text = refused('{"city": 1, "days": [1, "two"], "more": 1}')
    assert "$.city" in text
    assert "$.days[1]" in text
    assert "more" in text
    assert '"required": ["city"]' in text


def test_many_and_long_faults_are_told_in_bounds() -> None:
    listed = ",".join('"' + "x" * 1_000 + '"' for _ in range(1_000))
    assert len(refused(f'{{"city": "Oslo", "days": [{listed}]}}')) < 5_000


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "nonsense"},
        {"properties": 7},
        {"properties": {"city": {"pattern": "("}}},
        {"$ref": "#/nowhere"},
        {"$ref": "https://schemas.invalid/remote.json"},
        {"$ref": "#"},
    ],
)
def test_a_broken_schema_costs_neither_the_call_nor_the_turn(schema: dict[str, Any]) -> None:
    assert isinstance(prepared('{"city": "Oslo"}', schema), Ready)


async def test_a_tool_says_what_it_says() -> None:
    ended = await ran(FakeTool())
    assert (ended.text, ended.outcome) == ("done", Outcome.DONE)


async def test_an_error_of_the_tool_is_an_error_result() -> None:
    async def fail(_: Arguments) -> ToolOutput:
        return ToolOutput("no such city", is_error=True)

    ended = await ran(FakeTool("look", fail))
    assert (ended.text, ended.outcome) == ("no such city", Outcome.FAILED)


async def test_an_exception_is_told_by_type_and_message_alone() -> None:
    ended = await ran(raising(ValueError("boom")))
    assert ended == Ended("Error: ValueError: boom", Outcome.FAILED)


@pytest.mark.parametrize(
    ("error", "hidden"),
    [
        (FileNotFoundError(2, "No such file", "/home/ada/secret/plan.txt"), "ada"),
        (OSError("cannot open 'C:\\Users\\Ada\\plan.txt'"), "Ada"),
        (RuntimeError("denied: Authorization: Bearer abcdef0123456789"), "abcdef"),
        (RuntimeError("key sk-proj-abcdefghijklmnop is wrong"), "abcdefgh"),
    ],
)
async def test_an_exception_tells_no_folders_and_no_keys(error: Exception, hidden: str) -> None:
    ended = await ran(raising(error))
    assert hidden not in ended.text
    assert ended.text.startswith(f"Error: {type(error).__name__}")


async def test_an_exception_with_a_url_or_a_relative_path_is_told_as_it_is() -> None:
    ended = await ran(raising(ValueError("https://example.org/a/b and src/main.py")))
    assert ended.text == "Error: ValueError: https://example.org/a/b and src/main.py"


async def test_an_endless_message_is_shortened() -> None:
    assert len((await ran(raising(ValueError("x" * 1_000_000)))).text) < 1_000


@pytest.mark.parametrize(
    "error", [asyncio.CancelledError(), SystemExit(1), BaseException("odd"), TimeoutError()]
)
async def test_not_even_the_worst_exception_ends_the_turn(error: BaseException) -> None:
    assert (await ran(raising(error))).outcome is Outcome.FAILED


async def test_something_else_than_an_output_is_an_error() -> None:
    async def nothing(_: Arguments) -> ToolOutput:
        return None  # type: ignore[return-value]  # what a careless tool does

    assert (await ran(FakeTool("look", nothing))).outcome is Outcome.FAILED


class Endless:
    """Runs until released; notes that it was cancelled, and clings if told to."""

    def __init__(self, *, clings: bool) -> None:
        self._clings = clings
        self.started = asyncio.Event()
        self.released = asyncio.Event()
        self.was_cancelled = False

    async def run(self, _: Arguments) -> ToolOutput:
        self.started.set()
        while not self.released.is_set():
            try:
                await self.released.wait()
            except asyncio.CancelledError:
                self.was_cancelled = True
                if not self._clings:
                    raise
        return ToolOutput("too late")

    async def let_go(self) -> None:
        self.released.set()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if others:
            await asyncio.wait(others)


@pytest.mark.parametrize("clings", [False, True])
async def test_a_tool_that_takes_too_long_is_stopped(clings: bool) -> None:
    endless = Endless(clings=clings)
    ended = await ran(FakeTool("look", endless.run), seconds=0.01)
    assert ended.outcome is Outcome.TIMED_OUT
    assert "0.01 s" in ended.text
    assert endless.was_cancelled
    await endless.let_go()


async def test_a_tools_own_time_limit_counts_before_the_users() -> None:
    endless = Endless(clings=False)
    ended = await ran(FakeTool("look", endless.run, timeout=0.01), seconds=1_000.0)
    assert ended.outcome is Outcome.TIMED_OUT


@pytest.mark.parametrize("clings", [False, True])
async def test_a_running_call_is_cancelled_at_once(clings: bool) -> None:
    endless = Endless(clings=clings)
    toolbox = Toolbox((FakeTool("look", endless.run),), 60.0)
    ready = toolbox.prepare(call("a"))
    assert isinstance(ready, Ready)
    running = asyncio.create_task(toolbox.run(ready))
    await endless.started.wait()
    before = asyncio.get_running_loop().time()
    toolbox.cancel("a")
    toolbox.cancel("a")
    assert (await running).outcome is Outcome.CANCELLED
    assert asyncio.get_running_loop().time() - before < 2
    assert endless.was_cancelled
    await endless.let_go()


async def test_a_tool_that_blocks_in_a_thread_is_left_behind_and_its_result_ignored() -> None:
    loop = asyncio.get_running_loop()
    gate = asyncio.Event()

    async def in_thread(_: Arguments) -> ToolOutput:
        waiting = asyncio.run_coroutine_threadsafe(gate.wait(), loop)
        await asyncio.to_thread(waiting.result)
        return ToolOutput("too late")

    ended = await ran(FakeTool("look", in_thread), seconds=0.01)
    gate.set()
    assert ended.outcome is Outcome.TIMED_OUT


async def test_the_users_stop_goes_through_and_takes_the_tool_along() -> None:
    endless = Endless(clings=False)
    running = asyncio.create_task(ran(FakeTool("look", endless.run)))
    await endless.started.wait()
    running.cancel()
    await asyncio.wait({running})
    assert running.cancelled()
    assert endless.was_cancelled


async def test_what_no_store_and_no_provider_takes_is_cleaned() -> None:
    async def dirty(_: Arguments) -> ToolOutput:
        return ToolOutput("a\x00b\ud800c 🌍")

    text = (await ran(FakeTool("look", dirty))).text
    assert text.encode("utf-8").decode() == text
    assert "\x00" not in text
    assert text.startswith("ab")
    assert text.endswith("c 🌍")


def test_definitions_are_in_the_order_of_the_tools() -> None:
    toolbox = Toolbox((FakeTool("b"), FakeTool("a")), 60.0)
    assert [one.name for one in toolbox.definitions] == ["b", "a"]
