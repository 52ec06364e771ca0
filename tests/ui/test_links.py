"""What is asked before a link is opened that reads like another one."""

import asyncio

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from studio.ui.links import ask_and_open
from tests.conftest import Until


async def test_the_question_hides_nothing_of_either(
    qtbot: QtBot, qapp: QApplication, until: Until
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    label = "\u202ebank\u200b.example" + "x" * 100_000
    asking = asyncio.create_task(ask_and_open(parent, QUrl("https://b\u0430nk.example/"), label))
    await until(lambda: parent.findChild(QMessageBox))
    box = parent.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "\\u202ebank\\u200b.example" in box.text()
    assert "https://xn--" in box.text()
    assert len(box.text()) < 2_000
    box.reject()
    await asking
