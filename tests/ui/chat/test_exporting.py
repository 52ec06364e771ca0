"""Exporting from the menu of a chat: a name that any system takes, and errors that are told."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

from studio.core.chats import Chat
from studio.core.errors import Category, Failure, StorageError
from studio.harness.export import ExportKind
from studio.store.exports import FileSink
from studio.store.worker import Worker
from studio.ui.chat.exporting import export_chat, file_name, filters_by_kind, with_suffix
from tests.conftest import Until
from tests.ui.chat.transcripts import turn
from tests.ui.fake_chats import FakeSession


def a_session() -> FakeSession:
    return FakeSession(Chat("c", "On: herons?", 1.0, 1.0), (turn(1, "The heron waits."),))


@pytest.mark.parametrize(
    ("title", "name"),
    [("On: herons?", "On herons"), ("", "chat"), ("../..", "chat"), ("ü" * 200, "ü" * 80)],
)
def test_a_title_becomes_a_name_that_any_system_takes(title: str, name: str) -> None:
    assert file_name(title) == name


def test_the_suffix_says_what_is_written() -> None:
    markdown, whole = ExportKind.MARKDOWN, ExportKind.MARKDOWN_ALL
    assert with_suffix(Path("a.json"), markdown) == (Path("a.json"), ExportKind.JSON)
    assert with_suffix(Path("a.md"), ExportKind.JSON) == (Path("a.json"), ExportKind.JSON)
    assert with_suffix(Path("v1.2"), whole) == (Path("v1.2.md"), whole)
    assert len(filters_by_kind()) == len(ExportKind)


async def pick(parent: QWidget, until: Until, path: Path) -> None:
    await until(lambda: parent.findChild(QFileDialog))
    dialog = parent.findChild(QFileDialog)
    assert dialog is not None
    dialog.selectFile(str(path))
    dialog.accept()


async def test_a_chat_is_written_where_the_user_says(
    qapp: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [str(tmp_path / "heron.md")])
    parent = QWidget()
    worker = Worker("test-files")
    work = asyncio.create_task(
        export_chat(parent, a_session(), lambda path: FileSink(worker, path))
    )
    await pick(parent, until, tmp_path / "heron.md")
    await work
    assert "The heron waits." in (tmp_path / "heron.md").read_text(encoding="utf-8")
    parent.deleteLater()


class Full:
    """A disk without room."""

    async def write(self, make: Callable[[], str]) -> None:
        raise StorageError(Failure(Category.STORAGE, code="disk_full"))

    async def finish(self) -> None: ...

    async def abandon(self) -> None: ...


async def test_an_error_is_told(
    qapp: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [str(tmp_path / "heron.md")])
    parent = QWidget()
    work = asyncio.create_task(export_chat(parent, a_session(), lambda _: Full()))
    await pick(parent, until, tmp_path / "heron.md")
    await until(lambda: parent.findChild(QMessageBox))
    box = parent.findChild(QMessageBox)
    assert box is not None
    assert box.text()
    box.accept()
    await work
    parent.deleteLater()
