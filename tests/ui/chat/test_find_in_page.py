"""Finding on the page of a chat: the bar under its header, and what the keys do meanwhile."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.core import events as ev
from studio.ui.chat.chat_page import ChatPage
from studio.ui.chat.find_bar import FindBar
from tests.conftest import Until
from tests.ui.chat.test_chat_page import ORIGIN, new_session, page_of
from tests.ui.chat.transcripts import turn

CONTROL = Qt.KeyboardModifier.ControlModifier


def bar_of(page: ChatPage) -> FindBar:
    bar = page.findChild(FindBar)
    assert bar is not None
    return bar


async def test_the_bar_stands_under_the_header(qapp: QApplication, until: Until) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        page.activateWindow()
        await until(page.isActiveWindow)
        session.show(turn(1, "The heron waits."))
        await until(lambda: page.view.isVisible())
        page.composer.field.setFocus()
        QTest.keyClick(page.composer.field, Qt.Key.Key_F, CONTROL)
        bar = bar_of(page)
        assert bar.isVisible()
        assert page.header.geometry().bottom() < bar.geometry().top() < page.view.y() + 400
        QTest.keyClicks(bar.field, "heron")
        assert page.finding.said == "1 of 1"


async def test_escape_closes_the_bar_and_stops_nothing(qapp: QApplication, until: Until) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        page.activateWindow()
        await until(page.isActiveWindow)
        session.begin("t", "Look for the heron")
        session.tell("t", ev.RoundStarted("r", ORIGIN, 1.0), ev.TextDelta("A heron"))
        page.header.find_requested.emit()
        bar = bar_of(page)
        bar.field.setText("heron")
        await until(lambda: page.finding.said == "1 of 2")
        session.tell("t", ev.TextDelta(" and a heron."))
        await until(lambda: page.finding.said == "1 of 3")
        QTest.keyClick(bar.field, Qt.Key.Key_Escape)
        assert not bar.isVisible()
        assert "stop" not in session.asked


async def test_another_path_is_looked_through(qapp: QApplication, until: Until) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        session.show(turn(1, "heron"))
        page.finding.open()
        bar_of(page).field.setText("heron")
        assert page.finding.said == "1 of 1"
        session.show(turn(2, "heron, heron"))
        await until(lambda: page.finding.said.endswith("of 2"))


async def test_the_keys_go_from_hit_to_hit_wherever_the_focus_is(
    qapp: QApplication, until: Until
) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        page.activateWindow()
        await until(page.isActiveWindow)
        session.show(turn(1, "heron and heron"))
        page.finding.open()
        bar_of(page).field.setText("heron")
        page.view.setFocus()
        QTest.keyClick(page.view, Qt.Key.Key_F3)
        assert page.finding.said == "2 of 2"
        QTest.keyClick(page.view, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
        assert page.finding.said == "1 of 2"
