"""Searching and exporting in the whole window, with a real store below it."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from studio.ui.search_panel import SearchPanel
from tests.conftest import Until
from tests.end2end.seat import Seat, seated

pytestmark = pytest.mark.slow


async def two_paths(user: Seat, until: Until) -> tuple[str, str]:
    """A chat whose first answer stands on a path that is not shown; then a second chat."""
    await user.sees("Practice tour")
    await user.clicks("Start the tour")
    await until(lambda: user.desk.shell.page)
    await user.gets_answer("calculate 17 + 4")
    session = user.session
    first = session.turns[0].id
    await session.edit(first, "calculate 20 + 30")
    await user.rests()
    return first, user.page.chat_id


async def search_for(user: Seat, until: Until, text: str) -> SearchPanel:
    user.desk.shell.search.setText(text)
    await until(lambda: user.window.findChild(SearchPanel) is not None)
    panel = user.window.findChild(SearchPanel)
    assert panel is not None
    await until(lambda: panel.list.count() > 0 and not panel.said.text().endswith("…"))
    return panel


async def test_a_hit_on_another_path_is_opened_and_marked(qapp: QApplication, until: Until) -> None:
    async with seated(qapp, until) as user:
        first, chat_id = await two_paths(user, until)
        user.desk.shell.new_chat()
        await until(lambda: user.page.chat_id != chat_id)
        panel = await search_for(user, until, "17 + 4")
        # The first row is the title, which was made of the same words.
        QTest.keyClick(user.desk.shell.search, Qt.Key.Key_Down)
        QTest.keyClick(panel.list, Qt.Key.Key_Down)
        QTest.keyClick(panel.list, Qt.Key.Key_Return)
        await until(lambda: user.page.chat_id == chat_id)
        await until(lambda: [turn.id for turn in user.session.turns][:1] == [first])
        await until(lambda: user.page.finding.said.startswith("1 of"))


async def test_every_path_is_exported(
    qapp: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "chat.json"
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [str(target)])
    async with seated(qapp, until) as user:
        await two_paths(user, until)
        user.page.header.export_requested.emit()
        await until(lambda: user.page.findChild(QFileDialog))
        dialog = user.page.findChild(QFileDialog)
        assert dialog is not None
        dialog.accept()
        await until(target.exists)
    file = json.loads(target.read_text(encoding="utf-8"))
    asked = [turn["prompt"][0]["text"] for turn in file["turns"]]
    assert asked == ["calculate 17 + 4", "calculate 20 + 30"]
    assert file["path"] == [file["turns"][1]["id"]]
