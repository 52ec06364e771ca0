from __future__ import annotations

import asyncio
import json
import logging
import time

import pytest

from studio.core.call_recording import CallRecording
from studio.core.decisions import Decision, Verdict
from studio.core.errors import Category, Failure, StorageError
from studio.core.messages import ToolCall
from studio.core.server_traffic import LogLine, LogSource, ServerMessage
from studio.core.servers import StartMode
from studio.core.tools import Arguments, ToolDefinition, ToolOutput
from studio.harness.call_building import MAX_CHARACTERS, built
from studio.harness.call_records import CallRecords, EndedCall, Meanwhile
from studio.harness.fitting import faults
from tests.fakes import FakeTool, asks, call, says
from tests.harness.open_chat import OpenChat
from tests.tools.mcp.stage import Heard, odd, staged

SCHEMA = {
    "type": "object",
    "properties": {"a/b": {"type": "array", "items": {"type": "integer"}}},
    "required": ["path"],
}


class NoTraffic:
    def messages(self, server_id: str) -> tuple[ServerMessage, ...]:
        return ()

    def log(self, server_id: str) -> tuple[LogLine, ...]:
        return ()


class Kept:
    """What was saved, and the records that saved it."""

    def __init__(self) -> None:
        self.calls: list[CallRecording] = []
        self.records = CallRecords(self._save, NoTraffic(), lambda: 5_000.0)

    async def _save(self, recording: CallRecording) -> None:
        self.calls.append(recording)

    async def settled(self) -> dict[str, CallRecording]:
        await self.records.settled()
        return {each.name: each for each in self.calls}


async def _raw(_: Arguments) -> ToolOutput:
    await asyncio.sleep(0)
    return ToolOutput("short", raw='{"content": "long"}')


async def test_every_call_of_a_turn_is_recorded_those_that_never_ran_too() -> None:
    kept = Kept()
    calls = asks(
        call("c1", "look", '{"path": "x"}'),
        call("c2", "broken", '{"a/b": [1, "x"]}'),
        call("c3", "nobody", "{}"),
        call("c4", "denied", "{}"),
    )
    tools = (
        FakeTool("look", _raw),
        FakeTool("broken", schema=SCHEMA),
        FakeTool("denied", is_read_only=False, asks_first=True),
    )
    chat = OpenChat(calls, says("Done."), tools=tools, record_call=kept.records.keep)
    sending = asyncio.create_task(chat.session.send("Go"))
    (asked,) = await chat.asked()
    chat.session.decide(asked.tool_use_id, Decision(Verdict.DENY))
    await sending
    found = await kept.settled()
    turn = chat.session.turns[-1]
    assert {each.tool_use_id for each in found.values()} == {u.call.id for u in turn.tool_uses}
    assert {(each.turn_id, each.chat_id) for each in found.values()} == {(turn.id, "c1")}
    assert found["look"].raw == '{"content": "long"}'
    assert json.loads(found["look"].arguments) == {"path": "x"}
    assert found["look"].description == "The tool look"
    assert found["look"].at == turn.tool_uses[0].started_at
    assert dict(found["broken"].faults) == {
        "": "'path' is a required property",
        "/a~1b/1": "'x' is not of type 'integer'",
    }
    assert json.loads(found["broken"].schema) == SCHEMA
    assert (found["nobody"].schema, found["nobody"].faults) == ("{}", ())
    assert found["denied"].raw == ""


async def test_a_call_that_is_stopped_is_recorded_with_what_there_is() -> None:
    kept = Kept()
    begun = asyncio.Event()

    async def hang(_: Arguments) -> ToolOutput:
        begun.set()
        never: asyncio.Future[ToolOutput] = asyncio.get_running_loop().create_future()
        return await never

    chat = OpenChat(
        asks(call("c1", "look", '{"x": 1}')),
        tools=(FakeTool("look", hang),),
        record_call=kept.records.keep,
    )
    sending = asyncio.create_task(chat.session.send("Go"))
    await begun.wait()
    await chat.session.stop()
    await sending
    found = await kept.settled()
    assert json.loads(found["look"].arguments) == {"x": 1}


async def test_a_store_that_fails_is_told_in_the_log_and_costs_no_turn(
    caplog: pytest.LogCaptureFixture,
) -> None:
    errors = [StorageError(Failure(Category.STORAGE, code="full")), RuntimeError("quoted words")]

    async def fail(_: CallRecording) -> None:
        raise errors.pop(0)

    records = CallRecords(fail, NoTraffic(), lambda: 1.0)
    chat = OpenChat(
        asks(call("c1"), call("c2")),
        says("Done."),
        tools=(FakeTool(),),
        record_call=records.keep,
    )
    with caplog.at_level(logging.WARNING):
        await chat.session.send("Go")
        await records.settled()
    assert chat.session.turns[-1].rounds[-1].text == "Done."
    assert caplog.text.count("was not kept") == 2
    assert "quoted words" not in caplog.text


async def test_what_hangs_is_given_up_when_the_program_ends(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def hang(_: CallRecording) -> None:
        await asyncio.get_running_loop().create_future()

    records = CallRecords(hang, NoTraffic(), lambda: 1.0)
    records.keep(EndedCall("c", "t", ToolCall("u", "look", "{}"), None, "{}", 1.0))
    await records.aclose(within=0.01)
    assert "1 recordings of calls" in caplog.text


DEFINITION = ToolDefinition("s__look", "Looks.", {}, server_id="s", own_name="look")


def ended(raw: str = "", arguments: str = "{}") -> EndedCall:
    use = ToolCall("u", "s__look", arguments)
    return EndedCall("c", "t", use, DEFINITION, arguments, 1.0, raw)


def test_what_is_too_long_is_cut_and_said_to_be() -> None:
    short = ServerMessage(1.0, True, '{"method":"ping"}')
    long = ServerMessage(1.5, False, "x" * 3_000_000)
    lines = tuple(LogLine(1.0, LogSource.STDERR, f"{number:0>4000}") for number in range(400))
    made = built(ended("y" * 2_000_000), Meanwhile((short, long, long), lines, 2.0))
    assert made.is_truncated
    assert len(made.raw) == MAX_CHARACTERS
    assert made.messages[0] == short
    assert sum(len(message.body) for message in made.messages) <= MAX_CHARACTERS
    assert made.log == lines[-250:]
    assert not built(ended(), Meanwhile((short,), lines[:3], 2.0)).is_truncated


def test_half_a_character_can_be_stored() -> None:
    made = built(ended("half \ud83d", '{"a": "\ud83d"}'), Meanwhile(until=2.0))
    assert made.raw == "half ?"
    assert made.arguments == '{"a": "?"}'


@pytest.mark.parametrize("arguments", ["[1]", '{"a":', "[" * 100_000])
def test_arguments_that_are_no_object_have_one_fault_for_the_whole(arguments: str) -> None:
    ((pointer, fact),) = faults(arguments, SCHEMA)
    assert pointer == ""
    assert fact


def test_a_schema_that_cannot_be_used_finds_no_fault() -> None:
    assert faults("{}", {"type": "nonsense"}) == ()
    assert faults("", {"type": "object"}) == ()


@pytest.mark.slow
async def test_a_call_of_a_real_server_has_its_messages_from_request_to_answer() -> None:
    kept: list[CallRecording] = []

    async def save(recording: CallRecording) -> None:
        kept.append(recording)

    async with staged(odd(start=StartMode.WITH_CALLBOARD)) as stage:
        await stage.ready()
        records = CallRecords(save, stage.host, time.time)
        tool = stage.tool("slow")
        began = time.time()
        talks = Heard(), Heard()
        outputs = await asyncio.gather(
            tool.run({"steps": 1}, talks[0]), tool.run({"steps": 2}, talks[1])
        )
        for output, steps in zip(outputs, (1, 2), strict=True):
            use = ToolCall(str(steps), tool.definition.name, "")
            asked = {"steps": steps}
            records.keep(EndedCall("c", "t", use, tool.definition, asked, began, output.raw))
        await records.settled()
    assert sorted(each.tool_use_id for each in kept) == ["1", "2"]
    for recording in kept:
        steps = int(recording.tool_use_id)
        request, *told, answer = (json.loads(each.body) for each in recording.messages)
        assert request["params"]["arguments"] == {"steps": steps}
        token = request["params"]["_meta"]["progressToken"]
        assert [each["params"]["progressToken"] for each in told] == [token] * steps
        assert answer["id"] == request["id"]
        assert [each.is_sent for each in recording.messages] == [True, *[False] * (steps + 1)]
        assert recording.own_name == "slow"
        assert json.loads(recording.raw)
