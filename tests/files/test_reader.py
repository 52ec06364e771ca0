"""Files are read in a child process: whatever they are, the answer is a value or a plain fault."""

import asyncio
import os
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from studio.core.attachments import FileError, FileLimits, FileTrouble, ReadFile
from studio.files.reader import ChildReader
from tests.conftest import Until
from tests.files import made

# Each starts a Python of its own.
pytestmark = pytest.mark.slow


async def read(path: Path, limits: FileLimits | None = None) -> ReadFile:
    return await ChildReader(limits or FileLimits()).read_path(str(path))


async def trouble_of(path: Path, limits: FileLimits | None = None) -> FileTrouble:
    with pytest.raises(FileError) as refused:
        await read(path, limits)
    return refused.value.trouble


def put(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


async def test_a_word_file_becomes_text(tmp_path: Path) -> None:
    whole = await read(put(tmp_path, "report.docx", made.docx("Drift of TX-310", "Größe: 4 mm")))
    assert "Drift of TX-310" in whole.file.text
    assert "Größe: 4 mm" in whole.file.text
    assert whole.attachment.words == 6
    assert whole.attachment.media_type.endswith("wordprocessingml.document")
    assert whole.file.data == (tmp_path / "report.docx").read_bytes()


async def test_a_workbook_becomes_a_table(tmp_path: Path) -> None:
    book = made.xlsx(("sensor", "value"), ("TX-310", "0.8"))
    whole = await read(put(tmp_path, "readings.xlsx", book))
    assert "| sensor | value |" in whole.file.text
    assert "| TX-310 | 0.8 |" in whole.file.text


async def test_an_office_file_is_known_by_what_is_in_it(tmp_path: Path) -> None:
    whole = await read(put(tmp_path, "renamed.pdf", made.docx("Still a document")))
    assert whole.attachment.media_type.endswith("wordprocessingml.document")


async def test_a_pdf_has_pages_and_text(qapp: QApplication, tmp_path: Path) -> None:
    made.pdf(tmp_path / "a.pdf", "First page", "Second page")
    whole = await read(tmp_path / "a.pdf")
    assert whole.attachment.pages == 2
    assert "Second page" in whole.file.text


async def test_a_pdf_of_too_many_pages_is_refused(qapp: QApplication, tmp_path: Path) -> None:
    made.pdf(tmp_path / "a.pdf", "1", "2", "3")
    with pytest.raises(FileError) as refused:
        await read(tmp_path / "a.pdf", FileLimits(pages=2))
    error = refused.value
    assert (error.trouble, error.found, error.limit) == (FileTrouble.TOO_MANY_PAGES, 3, 2)


async def test_a_pdf_with_a_password_is_told_as_such(tmp_path: Path) -> None:
    assert await trouble_of(put(tmp_path, "a.pdf", made.locked_pdf())) is FileTrouble.ENCRYPTED


async def test_garbage_with_the_name_of_a_pdf_is_refused(tmp_path: Path) -> None:
    garbage = bytes(range(256)) * 20
    assert await trouble_of(put(tmp_path, "a.pdf", garbage)) is FileTrouble.UNKNOWN_KIND
    begun = b"%PDF-1.7\n" + garbage
    assert await trouble_of(put(tmp_path, "b.pdf", begun)) is FileTrouble.DAMAGED


async def test_a_broken_archive_is_damaged(tmp_path: Path) -> None:
    half = made.docx("Hello")[:200]
    assert await trouble_of(put(tmp_path, "a.docx", half)) is FileTrouble.DAMAGED


async def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    limits = FileLimits(unpacked_bytes=1_000_000)
    bomb = put(tmp_path, "bomb.docx", made.bomb(5_000_000))
    assert bomb.stat().st_size < 10_000
    assert await trouble_of(bomb, limits) is FileTrouble.UNPACKS_TOO_LARGE


async def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    assert await trouble_of(put(tmp_path, "nothing.txt", b"")) is FileTrouble.EMPTY


async def test_a_gigabyte_is_refused_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "big.bin"
    with path.open("wb") as file:
        file.truncate(1_000_000_000)
    assert await trouble_of(path) is FileTrouble.TOO_LARGE


async def test_what_is_gone_a_folder_or_a_dead_link_is_told(tmp_path: Path) -> None:
    assert await trouble_of(tmp_path / "never.txt") is FileTrouble.GONE
    assert await trouble_of(tmp_path) is FileTrouble.FOLDER
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nowhere")
    assert await trouble_of(link) is FileTrouble.GONE


async def test_a_path_that_is_none_is_told_as_gone() -> None:
    with pytest.raises(FileError):
        await ChildReader().read_path("a\0b")


async def test_a_name_is_shown_on_one_line_and_in_its_own_direction(tmp_path: Path) -> None:
    path = put(tmp_path, "in\nvoice\u202efdp.txt", b"Hello")
    assert (await read(path)).attachment.name == "in voice fdp.txt"


async def test_what_was_pasted_is_read_as_well() -> None:
    whole = await ChildReader().read_bytes("notes.csv", b"a;b\r\n1;2\r\n")
    assert whole.file.text == "| a | b |\n| --- | --- |\n| 1 | 2 |"


async def test_the_encoding_is_named_where_it_was_guessed() -> None:
    whole = await ChildReader().read_bytes("old.txt", "Größe".encode("cp1252"))
    assert (whole.file.text, whole.encoding) == ("Größe", "Windows-1252")


async def test_a_child_that_hangs_is_ended_and_said_to_be_slow() -> None:
    sleeper = (sys.executable, "-c", "import time; time.sleep(600)")
    reader = ChildReader(FileLimits(seconds=-1.9), sleeper)
    with pytest.raises(FileError) as refused:
        await reader.read_bytes("a.txt", b"a")
    assert refused.value.trouble is FileTrouble.TOO_SLOW


@pytest.mark.parametrize("code", ["", "print('{')", "import os; os.abort()", "raise SystemExit(9)"])
async def test_a_child_that_crashes_costs_only_its_file(code: str) -> None:
    with pytest.raises(FileError) as refused:
        await ChildReader(command=(sys.executable, "-c", code)).read_bytes("a.txt", b"a" * 100_000)
    assert refused.value.trouble is FileTrouble.UNREADABLE


async def test_giving_up_ends_the_child(tmp_path: Path, until: Until) -> None:
    mark = tmp_path / "pid"
    code = f"import os, time; open({str(mark)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    reading = asyncio.create_task(
        ChildReader(command=(sys.executable, "-c", code)).read_bytes("a.txt", b"a")
    )
    await until(lambda: mark.exists() and mark.read_text())
    reading.cancel()
    await asyncio.wait({reading})
    assert reading.cancelled()
    assert not _runs(int(mark.read_text()))


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
