"""Between sidebar, pages and chats: open, make, delete, bring back, and tell."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from studio.core import events as ev
from studio.core.chats import Chat, ChatSettings
from studio.core.errors import Category, Failure, RoundError
from studio.ui.chat_rows import ChatRow
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.ui.fake_chats import FakeChats, FakeSession
from tests.ui.focus import reached_by_tab
from tests.ui.stage import REMOTE, Stage, set_stage

NOW = datetime(2026, 12, 2, 11, 42).astimezone().timestamp()


def some_chats(count: int = 3) -> FakeChats:
    chats = FakeChats()
    for number in range(count):
        at = NOW - number * 60
        settings = ChatSettings(profile_id=REMOTE.id)
        chats.add(FakeSession(Chat(f"c{number}", f"Chat {number}", at, at, settings)))
    return chats


@asynccontextmanager
async def stage(qapp: QApplication, chats: FakeChats | None = None) -> AsyncIterator[Stage]:
    made = await set_stage(Theme(qapp, "light"), chats, now=NOW)
    made.window.show()
    # Shortcuts belong to the window that is in front.
    made.window.activateWindow()
    QTest.qWaitForWindowActive(made.window)
    made.shell.refresh()
    yield made
    await made.close()


def in_front(made: Stage) -> str:
    return made.shell.page.chat_id if made.shell.page is not None else ""


def listed(made: Stage) -> list[str]:
    model = made.shell.list.model()
    rows = (model.index(n, 0).data(Qt.ItemDataRole.UserRole) for n in range(model.rowCount()))
    return [row.chat_id for row in rows if isinstance(row, ChatRow)]


async def test_the_latest_chat_is_opened_at_start(qapp: QApplication, until: Until) -> None:
    async with stage(qapp, some_chats()) as made:
        made.shell.open_latest()
        await until(lambda: in_front(made) == "c0")
        assert listed(made) == ["c0", "c1", "c2"]


async def test_without_chats_there_is_a_new_one(qapp: QApplication, until: Until) -> None:
    async with stage(qapp) as made:
        made.shell.open_latest()
        await until(lambda: in_front(made) == "new-1")


async def test_a_new_chat_talks_to_whom_the_last_one_did(qapp: QApplication, until: Until) -> None:
    async with stage(qapp, some_chats()) as made:
        QTest.keyClick(made.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: in_front(made) == "new-1")
        assert made.chats.sessions["new-1"].chat.settings.profile_id == REMOTE.id


async def test_a_new_chat_begins_with_the_tools_that_were_kept_for_new_ones(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp, some_chats()) as made:
        made.shell.open_chat("c0")
        await until(lambda: in_front(made) == "c0")
        assert made.shell.page is not None
        made.shell.page.composer.set_text("so that it is no new chat")
        made.shell.page.composer.tools_kept.emit(frozenset({"write_text_file", "calculate"}))
        await until(lambda: made.preferences.settings.tools_off == ("calculate", "write_text_file"))
        made.shell.new_chat()
        await until(lambda: in_front(made) == "new-1")
        settings = made.chats.sessions["new-1"].chat.settings
        assert settings.tools_off == {"calculate", "write_text_file"}
        assert settings.profile_id == REMOTE.id
        made.shell.new_chat("practice")
        await until(lambda: in_front(made) == "new-2")
        other = made.chats.sessions["new-2"].chat.settings
        assert (other.profile_id, other.model) == ("practice", "")
        assert other.tools_off == {"calculate", "write_text_file"}
        assert not made.chats.sessions["c0"].chat.settings.tools_off


async def test_a_blank_chat_is_not_made_twice(qapp: QApplication, until: Until) -> None:
    async with stage(qapp) as made:
        made.shell.new_chat()
        await until(lambda: in_front(made))
        made.shell.new_chat()
        made.window.sidebar.new_chat.click()
        await until(lambda: not made.bridge.running)
        assert made.chats.made == 1


async def test_the_last_chat_chosen_is_shown_and_not_the_slowest(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp, some_chats()) as made:
        made.shell.open_chat("c1")
        made.shell.open_chat("c2")
        await until(lambda: not made.bridge.running)
        assert in_front(made) == "c2"


async def test_keys_go_from_chat_to_chat(qapp: QApplication, until: Until) -> None:
    async with stage(qapp, some_chats()) as made:
        made.shell.open_chat("c0")
        await until(lambda: in_front(made) == "c0")
        control = Qt.KeyboardModifier.ControlModifier
        QTest.keyClick(made.window, Qt.Key.Key_PageDown, control)
        await until(lambda: in_front(made) == "c1")
        QTest.keyClick(made.window, Qt.Key.Key_PageUp, control)
        await until(lambda: in_front(made) == "c0")


async def test_a_deleted_chat_is_gone_at_once_and_comes_back(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp, some_chats()) as made:
        made.shell.open_chat("c0")
        await until(lambda: in_front(made) == "c0")
        made.shell.delete("c0")
        await until(lambda: in_front(made) == "c1" and "c0" not in listed(made))
        assert made.shell.undo.isVisible()
        made.shell.undo.button.click()
        await until(lambda: in_front(made) == "c0" and "c0" in listed(made))
        assert not made.shell.undo.isVisible()
        assert not made.chats.erased


async def test_an_offer_to_undo_that_ends_erases_the_chat(qapp: QApplication, until: Until) -> None:
    async with stage(qapp, some_chats()) as made:
        made.shell.delete("c1")
        await until(lambda: made.shell.undo.isVisible())
        made.shell.delete("c2")
        await until(lambda: made.chats.erased == ["c1"])
        made.shell.undo.expire()
        await until(lambda: made.chats.erased == ["c1", "c2"])


async def test_what_was_deleted_is_erased_when_the_application_ends(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp, some_chats()) as made:
        made.shell.delete("c1")
        await until(lambda: made.shell.undo.isVisible())
        await made.shell.finish()
        assert made.chats.erased == ["c1"]


async def test_the_last_words_typed_are_saved_when_the_application_ends(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp, some_chats()) as made:
        made.shell.open_chat("c0")
        await until(lambda: made.shell.page)
        assert made.shell.page is not None
        QTest.keyClicks(made.shell.page.composer.field, "almost")
        await made.shell.finish()
        assert made.chats.sessions["c0"].chat.draft == "almost"


async def test_only_some_pages_are_kept_and_chats_go_on_without(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp, some_chats(12)) as made:
        for number in range(12):
            made.shell.open_chat(f"c{number}")
            await until(lambda: made.shell.page and not made.bridge.running)
        assert made.window.pages.count() == 8
        assert made.chats.sessions["c11"].listeners > made.chats.sessions["c0"].listeners


async def test_a_waiting_chat_is_loud_in_the_list_and_told(
    qapp: QApplication, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage(qapp, some_chats()) as made:
        told: list[tuple[str, str]] = []
        monkeypatch.setattr(
            made.shell.notifications, "tell", lambda chat, title, text: told.append((title, text))
        )
        made.shell.open_chat("c1")
        await until(lambda: in_front(made) == "c1")
        session = made.chats.sessions["c1"]
        session.begin("t", "Hello")
        session.change(is_waiting=True)
        await until(lambda: told)
        session.tell("t", ev.TurnFailed(Failure(Category.NETWORK), 2.0))
        session.change(is_waiting=False, is_running=False)
        await until(lambda: len(told) == 2)
        assert told == [
            ("Chat 1", "A tool waits for your answer."),
            ("Chat 1", "The answer failed."),
        ]


async def test_a_message_comes_only_while_the_window_is_not_in_front(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp) as made:
        notifications = made.shell.notifications
        made.window.activateWindow()
        await until(made.window.isActiveWindow)
        assert not notifications.tell("c", "Chat", "The answer is ready.")
        made.window.hide()
        assert notifications.tell("c", "Chat", "The answer is ready.")
        notifications.is_on = False
        assert not notifications.tell("c", "Chat", "The answer is ready.")


async def test_settings_come_to_the_front_and_the_chat_comes_back(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp, some_chats()) as made:
        made.shell.open_chat("c1")
        await until(lambda: in_front(made) == "c1")
        made.window.sidebar.settings.click()
        current = made.window.pages.currentWidget()
        assert current is not None
        assert current.objectName() == "settings"
        assert made.window.sidebar.isHidden()
        made.shell.go_back()
        await until(lambda: in_front(made) == "c1")
        assert not made.window.sidebar.isHidden()


async def test_going_back_with_no_chat_makes_one(qapp: QApplication, until: Until) -> None:
    async with stage(qapp) as made:
        made.shell.show_welcome()
        made.shell.go_back()
        await until(lambda: in_front(made) == "new-1")


async def test_work_that_failed_is_told_in_plain_words(qapp: QApplication, until: Until) -> None:
    async with stage(qapp) as made:
        made.bridge.failed.emit("send", RoundError(Failure(Category.STORAGE)))
        assert made.shell.notices.isVisible()
        first = made.shell.notices.text.text()
        made.bridge.failed.emit("rename a chat", OSError("secret path"))
        text = made.shell.notices.text.text()
        assert text.startswith(first)
        assert text != first
        assert "rename a chat" not in text
        assert "secret path" not in text


async def test_the_model_list_is_asked_for_when_it_is_opened(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp, some_chats()) as made:
        made.shell.open_chat("c0")
        await until(lambda: made.shell.page)
        page = made.shell.page
        assert page is not None
        assert not made.directory.asked
        page.models_wanted.emit()
        await until(lambda: set(made.directory.asked) == {"practice", "remote"})
        await until(lambda: not made.bridge.running)
        page.models_wanted.emit()
        assert len(made.directory.asked) == 2


async def test_f2_renames_the_chat_in_front_in_the_list(qapp: QApplication, until: Until) -> None:
    async with stage(qapp, some_chats()) as made:
        made.shell.open_chat("c1")
        await until(lambda: in_front(made) == "c1")
        QTest.keyClick(made.window, Qt.Key.Key_F2)
        made.shell.list.renamed.emit("c1", "Better")
        await until(lambda: made.chats.sessions["c1"].chat.title == "Better")


async def test_control_b_hides_the_list_and_brings_it_back(qapp: QApplication) -> None:
    async with stage(qapp) as made:
        for is_hidden in (True, False):
            QTest.keyClick(made.window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
            assert made.window.sidebar.isHidden() is is_hidden


async def test_tab_goes_through_the_chat_and_down_the_sidebar(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp, some_chats()) as made:
        made.shell.open_chat("c1")
        await until(lambda: in_front(made) == "c1")
        page = made.shell.page
        assert page is not None
        reached = reached_by_tab(page.composer.field)
        sidebar = made.window.sidebar
        beside = [sidebar.new_chat, made.shell.list, sidebar.settings]
        assert [widget for widget in reached if widget in beside] == beside
        assert page.header.menu_button in reached


async def test_every_button_has_a_name(qapp: QApplication, until: Until) -> None:
    async with stage(qapp, some_chats()) as made:
        made.shell.open_chat("c1")
        await until(lambda: in_front(made) == "c1")
        assert nameless(made) == []


def nameless(made: Stage) -> list[str]:
    """What a screen reader could only call "button"."""
    found = made.window.findChildren(QAbstractButton)
    return [
        repr(button)
        for button in found
        if button.isVisible() and not (button.accessibleName() or button.text()).strip()
    ]


async def test_the_keys_of_zoom(qapp: QApplication) -> None:
    async with stage(qapp, some_chats()) as made:
        for key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus, Qt.Key.Key_0):
            QTest.keyClick(made.window, key, Qt.KeyboardModifier.ControlModifier)
        assert made.zooms == [1, 1, -1, 0]
