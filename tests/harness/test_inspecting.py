"""The inspector's questions, asked of the whole program below the window."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from studio.core.attachments import ReadFile
from studio.core.chats import Assignment, AttachedFile, ChatSettings, Turn
from studio.core.messages import Attachment, Dialect
from studio.core.profiles import PRACTICE_ID
from studio.store.paths import Paths
from studio.store.policy import POLICY_VARIABLE, policy_place
from studio.wiring import Works, open_works

pytestmark = pytest.mark.slow
PICTURE = ReadFile(
    Attachment("cat.png", "image/png", 40, "00ff"), AttachedFile(b"\x89PNG" + bytes(36))
)


@asynccontextmanager
async def works() -> AsyncIterator[Works]:
    opened = await open_works(Paths.find(), pace=0)
    try:
        yield opened
    finally:
        await opened.close()


async def answered(opened: Works, prompt: str) -> Turn:
    session = await opened.library.create(ChatSettings(PRACTICE_ID))
    await session.attach(PICTURE)
    await session.send(prompt, (PICTURE.attachment,))
    return session.turns[-1]


async def test_a_turn_is_inspected_from_its_bytes_to_its_calls() -> None:
    async with works() as opened:
        turn = await answered(opened, "calculate 17 + 4")
        inspection = opened.inspection
        recordings = await inspection.recordings(turn.id)
        calls = await inspection.calls(turn.id)
        replies = [await inspection.reply(each) for each in recordings]
        streams = [await inspection.stream(each) for each in recordings]
        assignment = Assignment((), turn, (), ChatSettings(PRACTICE_ID))
        views = await inspection.dialects(assignment)
    assert [each.round_id for each in recordings] == [each.id for each in turn.rounds]
    (use,) = turn.tool_uses
    (call,) = calls
    assert call.tool_use_id == use.call.id
    assert json.loads(call.arguments) == json.loads(use.call.arguments)
    assert json.loads(call.schema)["properties"]
    assert all(streams)
    assert turn.rounds[-1].text.strip() in json.loads(replies[-1].message)["content"]
    assert [view.dialect for view in views] == list(Dialect)
    assert all(f"{turn.id}/file/00ff" in {p.subject for p in view.places} for view in views)


async def test_deleting_all_recordings_deletes_those_of_calls() -> None:
    async with works() as opened:
        turn = await answered(opened, "calculate 17 + 4")
        assert await opened.inspection.calls(turn.id)
        await opened.recordings.delete_recordings()
        assert await opened.inspection.calls(turn.id) == ()
        assert await opened.inspection.recordings(turn.id) == ()


@pytest.mark.skipif(policy_place().exists(), reason="this computer has a policy of its own")
async def test_a_policy_against_records_is_one_against_those_of_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text('organisation = "Example"\nrecords = false\n')
    monkeypatch.setenv(POLICY_VARIABLE, str(policy))
    async with works() as opened:
        turn = await answered(opened, "calculate 17 + 4")
        assert turn.tool_uses
        assert await opened.inspection.calls(turn.id) == ()


_AT_START = """
import sys
import studio.wiring
late = ("harness.inspecting", "adapters.wire_views", "wire.marking", "wire.dialect_views",
    "wire.framing", "store.call_recordings", "harness.call_building", "core.call_traffic",
    "core.json_difference")
print(*(name for name in late if f"studio.{name}" in sys.modules))
"""


def test_nothing_that_only_the_inspector_needs_is_loaded_at_the_start() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _AT_START], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""
