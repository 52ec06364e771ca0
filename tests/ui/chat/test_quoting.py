"""What is selected becomes a quotation in the reply, on the page of a chat."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.ui.chat.carets import Spot
from studio.ui.chat.column import Place
from tests.conftest import Until
from tests.ui.chat.test_messages import new_session, page_of
from tests.ui.chat.transcripts import turn

KEYS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


async def test_a_selection_is_quoted_above_what_is_typed(qapp: QApplication, until: Until) -> None:
    session = new_session(turn(1, "- one\n- **two**\n\nThree.", calls=1))
    async with page_of(session, qapp) as page:
        await until(lambda: page.view.is_settled)
        rows = page.view.column.rows_of(0).rows
        first, last = len(rows) - 4, len(rows) - 2
        page.view.selecting.set(Spot(Place(0, first), 0), Spot(Place(0, last), 5))
        QTest.keyClick(page.view, Qt.Key.Key_Q, KEYS)
        assert page.composer.text() == "> - one\n> - **two**\n>\n> Three\n\n"
        assert page.composer.field.textCursor().atEnd()


async def test_a_card_of_the_page_is_copied_with_what_its_tool_said(
    qapp: QApplication, until: Until
) -> None:
    session = new_session(turn(1, "Done.", calls=1))
    async with page_of(session, qapp) as page:
        await until(lambda: page.view.is_settled)
        page.view.selecting.select_chat()
        assert page.view.selected_text() == "Question?\n\nlook_up\nfound\n\nDone."
