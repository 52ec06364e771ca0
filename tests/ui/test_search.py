"""Searching all chats from the sidebar: titles at once, then what was said, and a way to it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.core.chats import Chat, ChatSettings, Turn
from studio.core.search import SearchHit, Where
from studio.ui.search_panel import Line, SearchPanel
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.ui.chat.transcripts import turn
from tests.ui.fake_chats import FakeChats, FakeSession
from tests.ui.stage import REMOTE, Stage, set_stage

NOW = 1_000_000.0


def hit(chat_id: str, turn_id: str, snippet: str, word: str) -> SearchHit:
    begin = snippet.index(word)
    return SearchHit(chat_id, turn_id, Where.ANSWER, snippet, begin, begin + len(word))


def some_chats() -> FakeChats:
    chats = FakeChats()
    for number, title in enumerate(("About herons", "Über Reiher", "Cooking")):
        at = NOW - number * 60
        settings = ChatSettings(profile_id=REMOTE.id)
        shown = replace(turn(number, "The heron waits."), id=f"t{number}")
        chats.add(FakeSession(Chat(f"c{number}", title, at, at, settings), (shown,)))
    chats.found = [
        hit("c2", "t2", "a heron in the soup", "heron"),
        hit("c0", "t0", "The heron waits.", "heron"),
        hit("c2", "t2", "another heron", "heron"),
    ]
    return chats


@asynccontextmanager
async def stage(qapp: QApplication, chats: FakeChats) -> AsyncIterator[Stage]:
    made = await set_stage(Theme(qapp, "light"), chats, now=NOW)
    made.window.show()
    made.window.activateWindow()
    QTest.qWaitForWindowActive(made.window)
    made.shell.refresh()
    made.shell.open_chat("c1")
    yield made
    await made.close()


def panel(made: Stage) -> SearchPanel:
    found = made.window.findChild(SearchPanel)
    assert found is not None
    return found


def lines(made: Stage) -> list[Line]:
    shown = panel(made).list
    return [shown.item(row).data(Qt.ItemDataRole.UserRole) for row in range(shown.count())]


async def look_for(made: Stage, until: Until, text: str) -> None:
    made.shell.search.setText(text)
    await until(lambda: made.window.findChild(SearchPanel) is not None)
    await until(lambda: made.bridge.running == () and panel(made).isVisible())


async def test_hits_stand_under_the_title_of_their_chat(qapp: QApplication, until: Until) -> None:
    async with stage(qapp, some_chats()) as made:
        await look_for(made, until, "HERON")
        assert [(line.chat_id, line.text) for line in lines(made)] == [
            ("c0", "About herons"),
            ("c0", "The heron waits."),
            ("c2", "Cooking"),
            ("c2", "a heron in the soup"),
            ("c2", "another heron"),
        ]
        assert not made.shell.list.isVisible()
        assert panel(made).said.text() == "2 chats"


async def test_titles_are_found_whatever_their_case(qapp: QApplication, until: Until) -> None:
    async with stage(qapp, some_chats()) as made:
        await look_for(made, until, "ÜBER")
        assert [line.text for line in lines(made)] == ["Über Reiher"]
        await look_for(made, until, "nowhere")
        await until(lambda: panel(made).said.text() == "Nothing found")


async def test_a_hit_is_opened_where_it_stands(qapp: QApplication, until: Until) -> None:
    async with stage(qapp, some_chats()) as made:
        await look_for(made, until, "waits")
        QTest.keyClick(made.shell.search, Qt.Key.Key_Down)
        QTest.keyClick(panel(made).list, Qt.Key.Key_Down)
        QTest.keyClick(panel(made).list, Qt.Key.Key_Return)
        await until(lambda: made.shell.page is not None and made.shell.page.chat_id == "c0")
        page = made.shell.page
        assert page is not None
        assert not made.chats.sessions["c0"].asked or "show" not in str(
            made.chats.sessions["c0"].asked
        )
        await until(lambda: page.finding.said == "1 of 1")


async def test_a_hit_on_another_path_shows_that_path(qapp: QApplication, until: Until) -> None:
    chats = some_chats()
    other: Turn = replace(turn(7, "A heron elsewhere."), id="other")
    chats.sessions["c0"].paths["other"] = (other,)
    chats.found = [hit("c0", "other", "A heron elsewhere.", "heron")]
    async with stage(qapp, chats) as made:
        await look_for(made, until, "elsewhere")
        QTest.keyClick(made.shell.search, Qt.Key.Key_Return)
        await until(lambda: made.shell.page is not None and made.shell.page.chat_id == "c0")
        assert ("show", "other") in chats.sessions["c0"].asked
        page = made.shell.page
        assert page is not None
        await until(lambda: page.finding.said == "1 of 1")


async def test_escape_brings_the_chats_back(qapp: QApplication, until: Until) -> None:
    async with stage(qapp, some_chats()) as made:
        QTest.keyClick(made.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        assert made.shell.search.hasFocus()
        await look_for(made, until, "heron")
        QTest.keyClick(made.shell.search, Qt.Key.Key_Escape)
        assert made.shell.list.isVisible()
        assert not panel(made).isVisible()


async def test_the_field_is_called_from_the_composer_though_the_list_is_hidden(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp, some_chats()) as made:
        await until(lambda: made.shell.page is not None)
        made.window.toggle_sidebar()
        page = made.shell.page
        assert page is not None
        page.composer.field.setFocus()
        page.composer.set_text("half a thought")
        QTest.keyClick(page.composer.field, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        assert made.shell.search.hasFocus()
        assert page.composer.text() == "half a thought"
