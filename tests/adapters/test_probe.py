"""What a model can do, tried out: at the practice provider, and at hosts that fail one thing."""

from __future__ import annotations

import asyncio
import json
import struct
import zlib
from collections.abc import Callable
from contextlib import aclosing
from decimal import Decimal
from typing import Any

import pytest

from studio.adapters.directory import HttpDirectory
from studio.adapters.practice import PracticeTransport
from studio.adapters.practice_provider import practice_profile
from studio.adapters.probe import cost_of
from studio.adapters.probe_files import page, red_square
from studio.adapters.probe_tasks import NOTE
from studio.core.abilities import Abilities, Prices
from studio.core.errors import Category
from studio.core.messages import Dialect
from studio.core.profiles import Kind
from studio.harness.ports import Check, CheckResult, Step
from studio.harness.probing import card_of
from tests.adapters.rig import KEY, profile, rig
from tests.loopback import (
    DONE,
    Heard,
    Script,
    Wire,
    answer,
    chat_delta,
    chat_end,
    loopback,
    silence,
    sse,
    stream,
)

Answer = Callable[[Heard], Script | None]


async def probed(script: Script) -> dict[Check, CheckResult]:
    async with loopback(script) as server:
        mine = profile(server.url)
        async with rig(mine) as r:
            async with aclosing(HttpDirectory(r.workshop).probe(mine, KEY, "m")) as results:
                found = [result async for result in results]
            assert await r.settled() == []
    assert len({result.check for result in found}) == len(found)
    return {result.check: result for result in found}


def calls(*wanted: tuple[str, dict[str, Any]]) -> Script:
    made = [
        {
            "index": index,
            "id": f"call_{index}",
            "function": {"name": name, "arguments": json.dumps(arguments)},
        }
        for index, (name, arguments) in enumerate(wanted)
    ]
    usage = {"prompt_tokens": 50, "completion_tokens": 9}
    return stream(
        chat_delta(tool_calls=made),
        chat_end("tool_calls"),
        sse({"choices": [], "usage": usage}),
        DONE,
    )


def says(text: str, *, reasoning: str = "", stop: str = "stop") -> Script:
    thought = (chat_delta(reasoning_content=reasoning),) if reasoning else ()
    usage = sse({"choices": [], "usage": {"prompt_tokens": 50, "completion_tokens": 9}})
    return stream(*thought, chat_delta(content=text), chat_end(stop), usage, DONE)


def whole(text: str) -> Script:
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return answer(json.dumps({"choices": [choice]}), content_type="application/json")


def refuses(message: str, status: int = 400) -> Script:
    return answer(json.dumps({"error": {"message": message}}), status)


def able(heard: Heard) -> Script:
    """A host and a model that can do everything."""
    body, said = heard.json, json.dumps(heard.json["messages"])
    tools = {tool["function"]["name"] for tool in body.get("tools", ())}
    if not body.get("stream"):
        return whole("Ready.")
    if any(message["role"] == "tool" for message in body["messages"]):
        return says("It is done.")
    if "several calls" in said:
        return calls(("current_time", {}), ("calculate", {"expression": "355 / 113"}))
    if "write_note" in tools:
        return calls(("write_note", {"text": NOTE}))
    if "current_time" in tools:
        return calls(("current_time", {}))
    if "calculate" in tools:
        return calls(("calculate", {"expression": "1"}))
    if "Count" in said:
        return says("1, 2", stop="length")
    if "colour" in said:
        return says("Red.")
    if "Which number" in said:
        return says("It says 7351.")
    return says("Ready.")


def but(instead: Answer) -> Script:
    """Can do everything but what it has another reply to."""

    async def play(wire: Wire) -> None:
        await (instead(wire.heard) or able(wire.heard))(wire)

    return play


def has_image(heard: Heard) -> bool:
    return b"image_url" in heard.body


@pytest.mark.parametrize("dialect", list(Dialect))
async def test_the_practice_provider_is_tried_in_every_dialect(dialect: Dialect) -> None:
    mine = practice_profile(dialect)
    transports = {Kind.PRACTICE: PracticeTransport(pace=0)}
    async with rig(mine, transports=transports) as r:
        async with aclosing(HttpDirectory(r.workshop).probe(mine, None, "practice-tour")) as found:
            results = [result async for result in found]
        assert await r.settled() == []
    assert [result.check for result in results] == list(Check)
    by_check = {result.check: result for result in results}
    for check in (
        Check.ANSWER,
        Check.STREAM,
        Check.USAGE,
        Check.STOP,
        Check.CALL,
        Check.TOOL_RESULT,
        Check.BARE_CALL,
        Check.PARALLEL_CALLS,
        Check.REASONING,
    ):
        assert by_check[check].passed, by_check[check]
    assert by_check[Check.REASONING].detail == "replayed"
    assert "9591" in by_check[Check.TOOL_RESULT].detail
    # It reads text only, and says so or does not see what it was shown.
    assert not by_check[Check.IMAGE].passed
    card = card_of(tuple(results))
    assert (card.takes_tools, card.streams, card.calls_in_parallel) == (True, True, True)
    assert card.takes_images is not True


async def test_a_host_that_can_do_everything_passes_everything() -> None:
    def thinks(heard: Heard) -> Script | None:
        is_asked = "reasoning_effort" in heard.json
        return says("27", reasoning="Nine and nine.") if is_asked else None

    found = await probed(but(thinks))
    assert {check for check, result in found.items() if not result.passed} <= {Check.FILE}
    assert found[Check.STREAM].detail == "1"
    assert found[Check.USAGE].detail == "50 9"
    assert found[Check.IMAGE].detail == "seen"


async def test_a_host_without_streams_is_asked_for_none_from_then_on() -> None:
    found = await probed(
        but(lambda heard: refuses("stream is not supported") if heard.json.get("stream") else None)
    )
    assert (found[Check.ANSWER].passed, found[Check.STREAM].passed) == (True, False)
    assert card_of(tuple(found.values())).streams is False


async def test_a_host_that_answers_whole_under_a_stream_is_found_out() -> None:
    found = await probed(
        but(lambda heard: whole("Ready.") if not heard.json.get("tools") else None)
    )
    assert (found[Check.STREAM].passed, found[Check.STREAM].detail) == (False, "whole")
    assert card_of(tuple(found.values())).streams is False


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ("m does not support tools", 400),
        ("No endpoints found that support tool use.", 404),
        ("tools are not supported yet", 500),
    ],
)
async def test_a_model_without_tools_is_spared_the_other_calls(message: str, status: int) -> None:
    found = await probed(
        but(lambda heard: refuses(message, status) if heard.json.get("tools") else None)
    )
    assert found[Check.CALL].passed is False
    assert not {Check.BARE_CALL, Check.LONG_ARGUMENT, Check.PARALLEL_CALLS} & set(found)
    assert found[Check.IMAGE].passed
    assert card_of(tuple(found.values())).takes_tools is False


async def test_an_overloaded_host_says_nothing_about_its_models() -> None:
    found = await probed(
        but(lambda heard: refuses("try later", 503) if heard.json.get("tools") else None)
    )
    assert found[Check.CALL].passed is None
    assert found[Check.CALL].failure is not None
    assert card_of(tuple(found.values())).takes_tools is None


async def test_calls_side_by_side_that_come_broken_are_asked_for_no_more() -> None:
    def mixed(heard: Heard) -> Script | None:
        if b"several calls" not in heard.body:
            return None
        made = [
            {"index": index, "id": f"c{index}", "function": {"name": name, "arguments": "{}{}"}}
            for index, name in enumerate(("current_time", "calculate"))
        ]
        return stream(chat_delta(tool_calls=made), chat_end("tool_calls"), DONE)

    found = await probed(but(mixed))
    assert found[Check.PARALLEL_CALLS].passed is False
    assert card_of(tuple(found.values())).calls_in_parallel is False


async def test_a_model_that_makes_one_call_at_a_time_is_not_forbidden_more() -> None:
    def one(heard: Heard) -> Script | None:
        if b"several calls" not in heard.body:
            return None
        return calls(("calculate", {"expression": "355 / 113"}))

    found = await probed(but(one))
    assert (found[Check.PARALLEL_CALLS].passed, found[Check.PARALLEL_CALLS].detail) == (None, "1")
    assert card_of(tuple(found.values())).calls_in_parallel is None


async def test_arguments_that_break_when_they_are_long_are_seen() -> None:
    def short(heard: Heard) -> Script | None:
        if b"write_note" not in heard.body:
            return None
        delta = {"index": 0, "id": "c", "function": {"name": "write_note", "arguments": '{"text":'}}
        return stream(chat_delta(tool_calls=[delta]), chat_end("tool_calls"), DONE)

    found = await probed(but(short))
    assert found[Check.LONG_ARGUMENT].passed is False
    assert found[Check.BARE_CALL].passed


async def test_a_model_that_reads_no_pictures_gets_none() -> None:
    found = await probed(
        but(
            lambda heard: refuses("image input is not supported", 500) if has_image(heard) else None
        )
    )
    assert found[Check.IMAGE].passed is False
    assert card_of(tuple(found.values())).takes_images is False


async def test_a_picture_that_was_dropped_on_the_way_proves_nothing() -> None:
    found = await probed(but(lambda heard: says("I see no picture.") if has_image(heard) else None))
    assert (found[Check.IMAGE].passed, found[Check.IMAGE].detail) == (None, "accepted")


async def test_reasoning_that_is_refused_back_does_not_pass() -> None:
    def thinks(heard: Heard) -> Script | None:
        body = heard.json
        if "reasoning_effort" not in body:
            return None
        if any(message["role"] == "tool" for message in body["messages"]):
            return refuses("unexpected field in assistant message")
        delta = {"index": 0, "id": "c", "function": {"name": "calculate", "arguments": "{}"}}
        return stream(
            chat_delta(reasoning_content="Hm."),
            chat_delta(tool_calls=[delta]),
            chat_end("tool_calls"),
            DONE,
        )

    found = await probed(but(thinks))
    assert found[Check.REASONING].passed is False
    assert found[Check.REASONING].failure is not None


async def test_a_model_that_thinks_unasked_is_not_told_how_hard() -> None:
    def thinks(heard: Heard) -> Script | None:
        if "reasoning_effort" in heard.json:
            return refuses("reasoning_effort is not supported with this model")
        return says("27", reasoning="Hm.") if b"sheep" in heard.body else None

    found = await probed(but(thinks))
    assert (found[Check.REASONING].passed, found[Check.REASONING].detail) == (True, "unasked")
    card = card_of(tuple(found.values()))
    assert (card.reasons, card.takes_effort) == (True, False)


async def test_a_limit_that_is_not_obeyed_is_seen() -> None:
    numbers = ", ".join(map(str, range(1, 401)))
    found = await probed(but(lambda heard: says(numbers) if b"Count" in heard.body else None))
    assert found[Check.STOP].passed is False


@pytest.mark.parametrize(
    ("status", "category"),
    [(401, Category.AUTHENTICATION), (402, Category.QUOTA)],
)
async def test_a_hopeless_failure_ends_it_at_once(status: int, category: Category) -> None:
    found = await probed(answer("{}", status))
    assert list(found) == [Check.ANSWER]
    failure = found[Check.ANSWER].failure
    assert failure is not None
    assert failure.category is category
    assert card_of(tuple(found.values())) == Abilities()


async def test_a_model_that_never_answers_is_tried_no_further() -> None:
    found = await probed(refuses("no such model", 404))
    assert set(found) == {Check.ANSWER, Check.STREAM, Check.STOP}
    assert card_of(tuple(found.values())) == Abilities()


async def test_a_probe_can_be_stopped_while_it_waits() -> None:
    async with loopback(silence()) as server:
        mine = profile(server.url)
        async with rig(mine) as r:

            async def run() -> None:
                async with aclosing(HttpDirectory(r.workshop).probe(mine, KEY, "m")) as results:
                    async for _ in results:
                        pass

            task = asyncio.create_task(run())
            async with asyncio.timeout(10):
                await server.asked.wait()
                task.cancel()
                await asyncio.wait({task})
                await server.hung_up.wait()
    assert task.cancelled()


def test_what_it_may_cost_is_said_before_and_unknown_is_not_nothing() -> None:
    prices = Prices(input=Decimal(3), output=Decimal(15), long_from=1, long_input=Decimal(99))
    for dialect in Dialect:
        cost = cost_of(dialect, prices)
        assert cost.requests == 12
        expected = Decimal(cost.input_tokens * 3 + cost.output_tokens * 15) / 1_000_000
        assert cost.usd == expected < 1
        assert cost_of(dialect, Prices()).usd is None


async def test_it_costs_no_more_than_was_said() -> None:
    asked: list[dict[str, Any]] = []

    def note(heard: Heard) -> None:
        asked.append(heard.json)

    await probed(but(note))
    cost = cost_of(Dialect.OPENAI_CHAT, Prices())
    limits = [body.get("max_tokens") or body["max_completion_tokens"] for body in asked]
    assert sum(limits) <= cost.output_tokens
    assert len(asked) <= cost.requests
    assert sum(len(json.dumps(body)) for body in asked) / 3 < cost.input_tokens


def test_the_picture_and_the_page_are_what_they_say() -> None:
    picture, document = red_square(), page()
    width, height, depth, kind = struct.unpack(">IIBB", picture[16:26])
    assert (width, height, depth, kind) == (32, 32, 8, 2)
    size = struct.unpack(">I", picture[33:37])[0]
    pixels = zlib.decompress(picture[41 : 41 + size])
    assert len(pixels) == 32 * (1 + 32 * 3)
    assert document.startswith(b"%PDF-1.4")
    table = int(document.split(b"startxref\n")[1].split(b"\n")[0])
    assert document[table : table + 4] == b"xref"
    for number, line in enumerate(document[table:].split(b"\n")[3:8], start=1):
        assert document[int(line[:10]) :].startswith(b"%d 0 obj" % number)


async def test_each_step_of_a_test_says_what_was_asked_and_what_came() -> None:
    listed = answer(json.dumps({"data": [{"id": "m"}]}))
    async with loopback(listed, says("ready"), refuses("no tools", 400)) as server:
        mine = profile(server.url)
        async with rig(mine) as r, aclosing(HttpDirectory(r.workshop).test(mine, KEY)) as steps:
            results = [step async for step in steps]
    lines = [(step.step, step.method, step.path, step.status, step.detail) for step in results]
    assert lines == [
        (Step.MODELS, "GET", "/v1/models", 200, "1"),
        (Step.ANSWER, "POST", "/v1/chat/completions", 200, "ready"),
        (Step.STREAM, "POST", "/v1/chat/completions", 200, "1"),
        (Step.TOOLS, "POST", "/v1/chat/completions", 400, ""),
    ]
    assert [step.usage.output_tokens for step in results] == [None, 9, None, None]


async def test_a_step_that_reached_nobody_has_no_status() -> None:
    mine = profile("http://127.0.0.1:9")
    async with rig(mine) as r, aclosing(HttpDirectory(r.workshop).test(mine, KEY)) as steps:
        (step,) = [step async for step in steps]
    assert (step.method, step.path, step.status) == ("GET", "/v1/models", None)
    assert step.failure is not None
