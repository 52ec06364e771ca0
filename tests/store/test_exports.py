"""A file that is written piece by piece takes its name when it is whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.core.errors import StorageError
from studio.store.exports import FileSink
from studio.store.worker import Worker


@pytest.fixture
def worker() -> Worker:
    return Worker("test-files")


async def test_the_old_file_stays_until_the_new_one_is_whole(
    tmp_path: Path, worker: Worker
) -> None:
    path = tmp_path / "chat.md"
    path.write_text("old")
    sink = FileSink(worker, path)
    await sink.write(lambda: "one ")
    await sink.write(lambda: "zwei ü")
    assert path.read_text() == "old"
    await sink.finish()
    assert path.read_text(encoding="utf-8") == "one zwei ü"
    assert names_in(tmp_path) == ["chat.md"]


async def test_what_is_abandoned_leaves_nothing(tmp_path: Path, worker: Worker) -> None:
    sink = FileSink(worker, tmp_path / "chat.md")
    await sink.write(lambda: "half")
    await sink.abandon()
    assert names_in(tmp_path) == []


async def test_a_folder_that_is_gone_is_an_error(tmp_path: Path, worker: Worker) -> None:
    sink = FileSink(worker, tmp_path / "gone" / "chat.md")
    with pytest.raises(StorageError):
        await sink.write(lambda: "x")
    await sink.abandon()


async def test_nothing_written_is_an_empty_file(tmp_path: Path, worker: Worker) -> None:
    sink = FileSink(worker, tmp_path / "chat.md")
    await sink.finish()
    assert (tmp_path / "chat.md").read_bytes() == b""


def names_in(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]
