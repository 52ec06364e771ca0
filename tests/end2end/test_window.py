"""What a user does with the window besides asking: first start, many chats, deletion, looks."""

import asyncio
import re
import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from studio.core.chats import Chat
from studio.core.errors import Category, Failure, StorageError
from studio.core.messages import Dialect
from studio.store.chats import SqliteChats
from studio.ui.palette import DARK, LIGHT
from tests.conftest import Until
from tests.end2end.seat import seated
from tests.end2end.voices import Voice, answers, asks
from tests.loopback import loopback, stream

pytestmark = pytest.mark.slow
CHAT = Dialect.OPENAI_CHAT


async def test_the_first_start_welcomes_and_the_second_shows_the_last_chat_and_its_draft(
    qapp: QApplication, until: Until
) -> None:
    async with seated(qapp, until) as user:
        await user.sees("Welcome to Callboard", "Practice tour")
        await user.clicks("Start the tour")
        await until(lambda: user.desk.shell.page)
        await user.gets_answer("calculate 17 + 4")
        user.write("not sent yet")
        user.window.resize(720, 600)
    async with seated(qapp, until) as user:
        await user.sees("calculate 17 + 4", "21")
        assert "Welcome to Callboard" not in user.words()
        assert user.page.composer.text() == "not sent yet"
        assert (user.window.width(), user.window.height()) == (720, 600)


async def test_two_chats_are_answered_at_once_and_leaving_one_does_not_stop_it(
    qapp: QApplication, until: Until
) -> None:
    gates = [asyncio.Event(), asyncio.Event()]
    replies = []
    for number, gate in enumerate(gates):
        voice = Voice(CHAT)
        first = voice.begins() + voice.says(f"Begun {number}. ")
        replies.append(stream(first, gate, voice.says(f"Ended {number}.") + voice.ends()))
    async with loopback(*replies) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        user.send("first question")
        await user.sees("Begun 0.")
        first_id = user.page.chat_id
        await user.opens_new_chat("loopback")
        user.send("second question")
        await user.sees("Begun 1.")
        assert sum("Answering" in row for row in user.sidebar()) == 2
        second_id = user.page.chat_id
        gates[0].set()
        await until(lambda: sum("Answering" in row for row in user.sidebar()) == 1)
        await user.opens(first_id)
        await user.sees("Begun 0. Ended 0.")
        gates[1].set()
        await user.opens(second_id)
        await user.rests()
        await user.sees("Begun 1. Ended 1.")


async def test_what_is_sent_while_an_answer_runs_waits_and_follows(
    qapp: QApplication, until: Until
) -> None:
    gate = asyncio.Event()
    voice = Voice(CHAT)
    scripts = (
        stream(voice.begins() + voice.says("One"), gate, voice.ends()),
        stream(answers(CHAT, "Two")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        user.send("first")
        await user.sees("One")
        user.send("second")
        user.send("third")
        await user.sees("Next", "second", "third")
        user.click("Edit this message", user.page.queue)
        await until(lambda: user.page.composer.text() == "second")
        await user.clicks("Remove this message")
        user.press(Qt.Key.Key_Return)
        await until(lambda: user.session.queue == ("second",))
        gate.set()
        await until(lambda: len(user.session.turns) == 2)
        await user.rests()
        await user.sees("Two")
        assert [turn.prompt_text for turn in user.session.turns] == ["first", "second"]
        assert "Waiting messages" not in user.words()


async def test_what_still_waits_at_the_end_is_in_the_composer_at_the_next_start(
    qapp: QApplication, until: Until
) -> None:
    voice = Voice(CHAT)
    never = asyncio.Event()
    async with loopback(stream(voice.begins() + voice.says("One"), never)) as server:
        async with seated(qapp, until) as user:
            await user.has_host(server.url, CHAT)
            user.send("first")
            await user.sees("One")
            user.send("second")
            user.send("third")
            await until(lambda: user.session.queue == ("second", "third"))
            user.write("fourth, half typed")
        async with seated(qapp, until) as user:
            assert [turn.prompt_text for turn in user.session.turns] == ["first"]
            assert user.page.composer.text() == "second\n\nthird\n\nfourth, half typed"


async def test_a_crash_does_not_lose_what_waits(qapp: QApplication, until: Until) -> None:
    voice = Voice(CHAT)
    goes_on = asyncio.Event()
    scripts = (
        stream(voice.begins() + voice.says("One"), goes_on, voice.ends()),
        stream(answers(CHAT, "Two")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        user.send("first")
        await user.sees("One")
        user.send("second")
        await until(lambda: user.session.queue)
        database = user.desk.works.database

        async def reads(draft: str) -> None:
            """The store has this draft, now or soon."""
            store = SqliteChats(database, time.time)
            while [chat.draft for chat in await store.chats()] != [draft]:
                pass

        await reads("second")
        assert user.page.composer.text() == ""
        goes_on.set()
        await until(lambda: len(user.session.turns) == 2)
        await user.rests()
        await reads("")


async def test_a_deleted_chat_comes_back_by_undo_and_not_by_itself(
    qapp: QApplication, until: Until, callboard_home: Path
) -> None:
    async with loopback(stream(answers(CHAT, "Marmalade-4711"))) as server:
        async with seated(qapp, until) as user:
            await user.has_host(server.url, CHAT)
            await user.gets_answer("Tangerine-4711")
            chat_id = user.page.chat_id
            user.page.delete_requested.emit(chat_id)
            await user.clicks("Undo")
            await user.sees("Tangerine-4711", "Marmalade-4711")
            user.page.delete_requested.emit(chat_id)
            await until(lambda: not user.sidebar())
        async with seated(qapp, until) as user:
            assert user.sidebar() == []
    assert not traces(callboard_home, b"-4711")


async def test_a_chat_that_streams_is_deleted_and_does_not_come_back(
    qapp: QApplication, until: Until, callboard_home: Path
) -> None:
    voice = Voice(CHAT)
    never = asyncio.Event()
    async with loopback(stream(voice.begins() + voice.says("Quince-4711"), never)) as server:
        async with seated(qapp, until) as user:
            await user.has_host(server.url, CHAT)
            user.send("Tell me.")
            await user.sees("Quince-4711")
            user.page.delete_requested.emit(user.page.chat_id)
            await until(lambda: not user.sidebar())
            await server.hung_up.wait()
        async with seated(qapp, until) as user:
            assert user.sidebar() == []
    assert not traces(callboard_home, b"Quince")


async def test_a_chat_that_is_not_kept_leaves_no_byte_on_the_disk(
    qapp: QApplication, until: Until, callboard_home: Path
) -> None:
    scripts = (
        stream(asks(CHAT, "calculate", {"expression": "4711 * 2"}, "Mandarin-4711")),
        stream(answers(CHAT, "Lemon-4711")),
    )
    async with loopback(*scripts) as server:
        async with seated(qapp, until) as user:
            await user.has_host(server.url, CHAT)
            user.page.header.keep_requested.emit(False)
            await user.sees("Not kept")
            user.write("Orange-4711")
            user.page.keep_draft()
            user.press(Qt.Key.Key_Return)
            await user.sees("Lemon-4711")
            await user.rests()
            assert "Orange-4711" in await user.details()
            assert not traces(callboard_home, b"4711", b"9422")
            user.write("Pomelo-4711")
        assert not traces(callboard_home, b"4711", b"9422")
        async with seated(qapp, until) as user:
            assert user.sidebar() == []


async def test_a_chat_is_renamed_in_the_sidebar(qapp: QApplication, until: Until) -> None:
    async with loopback(stream(answers(CHAT, "Yes."))) as server:
        async with seated(qapp, until) as user:
            await user.has_host(server.url, CHAT)
            await user.gets_answer("A long question about something")
            assert user.sidebar()[0].startswith("A long question about something")
            QTest.keyClick(user.window, Qt.Key.Key_F2)
            await until(lambda: user.desk.shell.list.findChild(QLineEdit))
            user.type_text("Fruit")
            user.press(Qt.Key.Key_Return)
            await until(lambda: user.sidebar()[0].startswith("Fruit"))
            await user.sees("Fruit")
        async with seated(qapp, until) as user:
            assert user.sidebar()[0].startswith("Fruit")


async def test_the_theme_changes_under_a_running_answer(qapp: QApplication, until: Until) -> None:
    gate = asyncio.Event()
    voice = Voice(CHAT)
    first = voice.begins() + voice.says("Some *text* and\n\n```python\nprint(1)\n```\n\n")
    async with loopback(stream(first, gate, voice.says("More.") + voice.ends())) as server:
        async with seated(qapp, until) as user:
            await user.has_host(server.url, CHAT)
            user.send("Show me.")
            await user.sees("print(1)")
            for name, palette in (("dark", DARK), ("light", LIGHT), ("dark", DARK)):
                await user.desk.works.preferences.change(theme=name)
                shot = user.window.grab().toImage()
                assert (
                    shot.pixelColor(shot.width() - 8, shot.height() // 2).name() == palette.window
                )
            gate.set()
            await user.rests()
            await user.sees("More.")
        async with seated(qapp, until) as user:
            assert user.desk.settings.theme == "dark"


async def test_a_german_window_speaks_german_from_its_first_paint(
    qapp: QApplication, until: Until, callboard_home: Path
) -> None:
    async with seated(qapp, until) as user:
        await user.desk.works.preferences.change(language="de")
    if not any(Path(__file__).parents[2].joinpath("translations").glob("*.qm")):
        pytest.skip("the translations are not compiled here")
    async with seated(qapp, until) as user:
        assert re.search(r"Neuer Chat|Neue Unterhaltung", user.words())


async def test_a_list_of_chats_that_cannot_be_read_is_told_and_the_window_is_there(
    qapp: QApplication, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: SqliteChats) -> tuple[Chat, ...]:
        raise StorageError(Failure(Category.STORAGE, "it creaks", code="damaged"))

    monkeypatch.setattr(SqliteChats, "chats", fail)
    async with loopback(stream(answers(CHAT, "Yes."))) as server, seated(qapp, until) as user:
        await user.sees("Welcome to Callboard", "its data is damaged")
        await user.has_host(server.url, CHAT)
        turn = await user.gets_answer("Does it work all the same?")
        assert turn.rounds[-1].text == "Yes."


async def test_what_fails_unforeseen_is_told_and_logged_without_its_words(
    qtbot: QtBot, qapp: QApplication, until: Until, caplog: pytest.LogCaptureFixture
) -> None:
    words = "-".join(("words", "of", "the", "user"))

    def fail() -> None:
        raise LookupError(words)

    with qtbot.captureExceptions() as caught:
        async with seated(qapp, until) as user:
            QTimer.singleShot(0, fail)
            await user.sees("Something went wrong inside Callboard. The log has the details.")
    assert [kind for kind, _, _ in caught] == [LookupError]
    assert "LookupError" in caplog.text
    assert words not in caplog.text


def traces(folder: Path, *needles: bytes) -> list[str]:
    """The files in which one of the words stands."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [str(path) for path in files if any(needle in path.read_bytes() for needle in needles)]
