"""Turns and chats as one archive: real exchanges, a real file, nothing left of a broken one."""

from __future__ import annotations

import asyncio
import errno
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from studio.core.chats import ChatSettings, Turn
from studio.core.errors import StorageError
from studio.core.profiles import PRACTICE_ID
from studio.harness.har_writing import write_har
from studio.store.exports import FileSink
from studio.store.failures import Trouble
from studio.store.paths import Paths
from studio.store.worker import Worker
from studio.wiring import Works, open_works
from tests.harness.test_har import WHOLE, judge
from tests.ui.inspector.fakes import FakeInspection


class SmallDisk(FileSink):
    """A file on a disk that has room for so many bytes."""

    room = 3_000

    @override
    def _write(self, text: str) -> None:
        self.room -= len(text)
        if self.room < 0:
            super()._write(text[: self.room])  # as much as fits is written, as a disk does
            raise OSError(errno.ENOSPC, "No space left on device")
        super()._write(text)


@asynccontextmanager
async def works() -> AsyncIterator[Works]:
    opened = await open_works(Paths.find(), pace=0)
    try:
        yield opened
    finally:
        await opened.close()


async def answered(opened: Works, *prompts: str) -> tuple[Turn, ...]:
    session = await opened.library.create(ChatSettings(PRACTICE_ID))
    for prompt in prompts:
        await session.send(prompt)
    return session.turns


def silent(_done: int, _total: int) -> None:
    return


def files(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir() if each.is_file()]


def entries(path: Path) -> list[dict[str, Any]]:
    archive = json.loads(path.read_text("utf-8"))
    assert not list(judge().iter_errors(archive))
    found: list[dict[str, Any]] = archive["log"]["entries"]
    return found


@pytest.mark.slow
async def test_a_chat_of_real_turns_is_one_valid_archive(tmp_path: Path) -> None:
    path = tmp_path / "chat.har"
    told: list[tuple[int, int]] = []
    async with works() as opened:
        turns = await answered(opened, "calculate 17 + 4", "time in Tokyo")
        sink = FileSink(opened.files, path)
        ids = [turn.id for turn in turns]
        count = await write_har(ids, opened.inspection, "1.2.3", sink, lambda *at: told.append(at))
    found = entries(path)
    rounds = [round_.id for turn in turns for round_ in turn.rounds]
    assert [entry["_round"] for entry in found] == rounds
    assert count == len(found) > len(turns)
    assert [entry["startedDateTime"] for entry in found] == sorted(
        entry["startedDateTime"] for entry in found
    )
    assert "17 + 4" in found[0]["request"]["postData"]["text"]
    assert told == [(0, 2), (1, 2), (2, 2)]
    assert files(tmp_path) == ["chat.har"]


async def test_each_attempt_of_a_round_is_an_entry_in_the_order_of_time(tmp_path: Path) -> None:
    again = replace(WHOLE, attempt=2, started_at=WHOLE.started_at + 5)
    later = replace(WHOLE, round_id="r2", started_at=WHOLE.started_at + 9)
    worker = Worker("test-files")
    sink = FileSink(worker, tmp_path / "turn.har")
    count = await write_har(("t1",), FakeInspection(later, again, WHOLE), "1", sink, silent)
    worker.stop()
    found = entries(tmp_path / "turn.har")
    assert count == 3
    assert [(each["_round"], each["_attempt"]) for each in found] == [
        ("r1", 1),
        ("r1", 2),
        ("r2", 1),
    ]


async def test_turns_of_which_nothing_is_recorded_are_an_empty_archive(tmp_path: Path) -> None:
    worker = Worker("test-files")
    sink = FileSink(worker, tmp_path / "none.har")
    assert await write_har(("t8", "t9"), FakeInspection(), "1", sink, silent) == 0
    worker.stop()
    assert entries(tmp_path / "none.har") == []


async def test_a_full_disk_is_told_and_leaves_nothing_but_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "turn.har"
    path.write_text("the archive of yesterday")
    many = [replace(WHOLE, round_id=f"r{number}") for number in range(20)]
    worker = Worker("test-files")
    with pytest.raises(StorageError) as caught:
        await write_har(("t1",), FakeInspection(*many), "1", SmallDisk(worker, path), silent)
    worker.stop()
    assert caught.value.failure.code == Trouble.DISK_FULL
    assert files(tmp_path) == ["turn.har"]
    assert path.read_text() == "the archive of yesterday"


async def test_a_folder_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "no-folder").write_text("a file")
    path = tmp_path / "no-folder" / "turn.har"
    worker = Worker("test-files")
    with pytest.raises(StorageError) as caught:
        await write_har(("t1",), FakeInspection(WHOLE), "1", FileSink(worker, path), silent)
    worker.stop()
    assert str(path) in caught.value.failure.message
    assert files(tmp_path) == ["no-folder"]


async def test_recordings_that_cannot_be_read_leave_no_half_archive(tmp_path: Path) -> None:
    inspection = FakeInspection(WHOLE)
    inspection.is_broken = True
    worker = Worker("test-files")
    with pytest.raises(StorageError):
        await write_har(("t1",), inspection, "1", FileSink(worker, tmp_path / "turn.har"), silent)
    worker.stop()
    assert files(tmp_path) == []


async def test_a_save_that_is_called_off_leaves_nothing(tmp_path: Path) -> None:
    inspection = FakeInspection(WHOLE)
    worker = Worker("test-files")
    begun = asyncio.Event()

    def tell(_done: int, _total: int) -> None:
        inspection.gate.clear()
        begun.set()

    sink = FileSink(worker, tmp_path / "turn.har")
    work = asyncio.create_task(write_har(("t1",), inspection, "1", sink, tell))
    await begun.wait()
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    worker.stop()
    assert files(tmp_path) == []
