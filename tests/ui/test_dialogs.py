"""Questions to the user are awaited; a dialog never outlives the question."""

import asyncio
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QMessageBox,
    QPushButton,
    QStyle,
    QWidget,
)
from pytestqt.qtbot import QtBot

from studio.ui.dialogs import answered, asked_text, confirmed, told
from studio.ui.fields import LineEdit
from studio.ui.theme import Theme
from tests.conftest import Until


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    return widget


async def opened(parent: QWidget, until: Until) -> QDialog:
    await until(lambda: parent.findChild(QDialog))
    dialog = parent.findChild(QDialog)
    assert isinstance(dialog, QDialog)
    return dialog


def push(dialog: QDialog, text: str) -> None:
    buttons = dialog.findChildren(QPushButton)
    next(button for button in buttons if button.text() == text).click()


@pytest.mark.parametrize(("said", "expected"), [("Delete", True), ("Cancel", False)])
async def test_a_question_waits_for_its_answer(
    parent: QWidget, until: Until, said: str, expected: bool
) -> None:
    asking = asyncio.create_task(confirmed(parent, "Title", "Really?", "Delete", is_dangerous=True))
    push(await opened(parent, until), said)
    assert await asking is expected
    await until(lambda: not parent.findChild(QDialog))


@pytest.mark.parametrize(
    ("is_dangerous", "expected"), [(True, False), (False, True)], ids=["dangerous", "harmless"]
)
async def test_return_never_does_what_is_dangerous(
    parent: QWidget, until: Until, is_dangerous: bool, expected: bool
) -> None:
    asking = asyncio.create_task(
        confirmed(parent, "Title", "Really?", "Do it", is_dangerous=is_dangerous)
    )
    QTest.keyClick(await opened(parent, until), Qt.Key.Key_Return)
    assert await asking is expected


async def test_no_button_of_a_dialog_has_an_icon(
    parent: QWidget, until: Until, qapp: QApplication
) -> None:
    Theme(qapp, "light")
    asking = asyncio.create_task(asked_text(parent, "Title", "Label", "text", "Rename"))
    dialog = await opened(parent, until)
    hint = QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons
    box = dialog.findChild(QDialogButtonBox)
    assert not dialog.style().styleHint(hint, None, box)
    assert all(button.icon().isNull() for button in dialog.findChildren(QPushButton))
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    await asking


async def test_escape_is_no(parent: QWidget, until: Until) -> None:
    asking = asyncio.create_task(confirmed(parent, "Title", "Really?", "Do it"))
    QTest.keyClick(await opened(parent, until), Qt.Key.Key_Escape)
    assert not await asking


async def test_words_from_outside_are_no_markup(parent: QWidget, until: Until) -> None:
    asking = asyncio.create_task(told(parent, "Title", "<img src='file:///etc/passwd'>", "more"))
    box = await opened(parent, until)
    assert isinstance(box, QMessageBox)
    assert box.textFormat() is Qt.TextFormat.PlainText
    box.close()
    await asking


@pytest.mark.parametrize(
    ("close", "expected"),
    [(QDialog.accept, "new"), (QDialog.reject, None)],
    ids=["accepted", "rejected"],
)
async def test_a_line_is_asked_for(
    parent: QWidget, until: Until, close: Callable[[QDialog], None], expected: str | None
) -> None:
    asking = asyncio.create_task(asked_text(parent, "Title", "Name", "old", "Rename"))
    dialog = await opened(parent, until)
    field = dialog.findChild(LineEdit)
    assert isinstance(field, LineEdit)
    assert field.selectedText() == "old"
    field.setText("new")
    close(dialog)
    assert await asking == expected


async def test_work_that_is_cancelled_takes_its_dialog_along(parent: QWidget, until: Until) -> None:
    asking = asyncio.create_task(answered(QDialog(parent)))
    dialog = await opened(parent, until)
    await until(dialog.isVisible)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await until(lambda: not parent.findChild(QDialog))
