"""A right-to-left interface: what is the user's stands at the left, and text keeps its own way."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from studio.core.chats import Turn
from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.code_block import CodeBlock
from studio.ui.chat.note_blocks import FooterBlock, ReasoningFold
from studio.ui.chat.prompt_block import PromptBlock
from studio.ui.chat.rows import BlockRow
from studio.ui.chat.view import TranscriptView
from studio.ui.theme import Theme
from tests.ui.chat.test_view import Card
from tests.ui.chat.transcripts import SAMPLER, turn

HEBREW = "* ראשון\n\n> ציטוט\n"


@pytest.fixture
def from_right(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def shown(qtbot: QtBot, qapp: QApplication, *turns: Turn) -> TranscriptView:
    view = TranscriptView(Theme(qapp, "light"), Card)
    qtbot.addWidget(view)
    view.resize(800, 1_000)
    view.show()
    view.open_chat(turns)
    qtbot.waitUntil(lambda: view.is_settled)
    return view


def row_of(view: TranscriptView, kind: type[RowWidget]) -> RowWidget:
    return next(row for row in view.bound().values() if isinstance(row, kind))


def ink_of(row: RowWidget) -> QRect:
    """What is painted in a row besides its text."""
    view = row.text_view
    assert view is not None
    view.hide()
    image = row.grab().toImage()
    view.show()
    paper = QColor(image.pixelColor(image.width() // 2, image.height() // 2))
    points = [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y) != paper
    ]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return QRect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


def test_the_users_bubble_and_all_that_is_laid_out_by_hand_change_sides(
    qtbot: QtBot, qapp: QApplication, from_right: None
) -> None:
    view = shown(qtbot, qapp, turn(0, SAMPLER, reasoning="Hm."))
    width = view.column_width()
    prompt = row_of(view, PromptBlock)
    assert isinstance(prompt, PromptBlock)
    assert prompt.bubble.left() == 0
    assert prompt.bubble.right() < width // 2
    fold = row_of(view, ReasoningFold).findChild(QPushButton)
    assert isinstance(fold, QPushButton)
    assert fold.geometry().right() >= width - 1
    assert "◂" in fold.text()
    code = row_of(view, CodeBlock)
    buttons = [each for each in code.findChildren(QToolButton) if each.isVisible()]
    assert buttons
    assert all(each.mapTo(code, each.rect().center()).x() < width // 2 for each in buttons)
    assert isinstance(row_of(view, FooterBlock), FooterBlock)


def test_code_and_foreign_text_keep_their_own_direction(
    qtbot: QtBot, qapp: QApplication, from_right: None
) -> None:
    view = shown(qtbot, qapp, turn(0, SAMPLER))
    for row in view.bound().values():
        if isinstance(row.row, BlockRow) and row.text_view is not None:
            block = row.text_view.document().firstBlock()
            assert block.textDirection() is Qt.LayoutDirection.LeftToRight


def test_markers_and_bars_of_hebrew_stand_at_the_right_in_either_interface(
    qtbot: QtBot, qapp: QApplication
) -> None:
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        qapp.setLayoutDirection(direction)
        view = shown(qtbot, qapp, turn(0, HEBREW))
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        rows = [row for row in view.bound().values() if isinstance(row.row, BlockRow)]
        for row in rows:
            assert ink_of(row).left() > row.width() - 40
            assert row.text_view is not None
            assert row.text_view.geometry().right() < row.width() - 10
