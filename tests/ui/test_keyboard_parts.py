"""The window without a mouse: its parts by one key, its messages from anywhere, its places kept."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from studio.core.chats import Chat, ChatSettings
from studio.ui.chat.chat_page import ChatPage
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.ui.chat.transcripts import turn
from tests.ui.fake_chats import FakeChats, FakeSession
from tests.ui.stage import REMOTE, Stage, set_stage

LONG = "\n\n".join(f"Paragraph {number}, some words long." for number in range(40))
ALT = Qt.KeyboardModifier.AltModifier


def chats(*names: str) -> FakeChats:
    made = FakeChats()
    for name in names:
        turns = tuple(
            replace(turn(number, LONG), id=f"{name}{number}", chat_id=name) for number in range(3)
        )
        chat = Chat(name, name, 1.0, 1.0, ChatSettings(profile_id=REMOTE.id))
        made.add(FakeSession(chat, turns))
    return made


async def opened(made: Stage, chat_id: str, until: Until) -> ChatPage:
    made.shell.open_chat(chat_id)
    await until(lambda: made.shell.page is not None and made.shell.page.chat_id == chat_id)
    page = made.shell.page
    assert page is not None
    await until(lambda: page.view.is_settled)
    return page


async def seated(qapp: QApplication, until: Until, *names: str) -> Stage:
    made = await set_stage(Theme(qapp, "light"), chats(*names))
    made.window.show()
    made.window.activateWindow()
    await until(made.window.isActiveWindow)
    made.shell.refresh()
    return made


def focus() -> QWidget:
    focused = QApplication.focusWidget()
    assert focused is not None
    return focused


async def test_one_key_goes_round_the_parts_of_the_window_and_escape_goes_back(
    qapp: QApplication, until: Until
) -> None:
    made = await seated(qapp, until, "a")
    page = await opened(made, "a", until)
    assert page.composer.field.hasFocus()
    went = []
    for _ in range(3):
        QTest.keyClick(focus(), Qt.Key.Key_F6)
        went.append(focus())
    assert went == [made.shell.list, page.view, page.composer.field]
    QTest.keyClick(focus(), Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert page.view.hasFocus()
    assert page.view.current_turn == 2, "the reader is at the end"
    QTest.keyClick(focus(), Qt.Key.Key_Escape)
    assert page.composer.field.hasFocus()
    await made.close()


async def test_messages_are_gone_to_while_one_writes(qapp: QApplication, until: Until) -> None:
    made = await seated(qapp, until, "a")
    page = await opened(made, "a", until)
    QTest.keyClicks(page.composer.field, "jkt")
    assert page.composer.text() == "jkt", "letters are letters there"
    QTest.keyClick(page.composer.field, Qt.Key.Key_Up, ALT)
    assert page.view.hasFocus()
    assert page.view.current_turn == 2
    await made.close()


@pytest.mark.parametrize("restarts", [False, True])
async def test_each_chat_is_where_it_was_left_also_after_a_restart(
    qapp: QApplication, until: Until, restarts: bool
) -> None:
    made = await seated(qapp, until, "a", "b")
    page = await opened(made, "a", until)
    page.view.scroll_to_start()
    page.view.scroll_by(333)
    left = page.view.reading_place()
    other = await opened(made, "b", until)
    assert other.view.sticks_to_end, "a chat that was never left is at its end"
    if restarts:
        await made.shell.finish()
        kept = made.window.places
        await made.close()
        made = await set_stage(Theme(qapp, "light"), chats("a", "b"), places=kept)
        made.window.show()
    page = await opened(made, "a", until)
    assert page.view.reading_place() == left
    other = await opened(made, "b", until)
    assert other.view.sticks_to_end
    await made.close()


async def test_tab_goes_round_the_whole_window_and_through_the_transcript_in_one_place(
    qapp: QApplication, until: Until
) -> None:
    made = await seated(qapp, until, "a", "b")
    page = await opened(made, "a", until)
    inside: list[QWidget] = []
    outside: list[QWidget] = []
    for _ in range(40):
        QTest.keyClick(focus(), Qt.Key.Key_Tab)
        (inside if page.view.isAncestorOf(focus()) else outside).append(focus())
        if page.composer.field.hasFocus():
            break
    assert page.composer.field.hasFocus(), "all round"
    assert inside[0] is page.view
    assert made.shell.list in outside
    QTest.keyClick(focus(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert page.view.hasFocus()
    await made.close()
