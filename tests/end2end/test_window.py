"""What a user does with the window besides asking: first start, many chats, approvals, repairs."""

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
from studio.core.messages import Dialect, Outcome, TurnState
from studio.core.profiles import PRACTICE_ID
from studio.store.chats import SqliteChats
from studio.ui.palette import DARK, LIGHT
from tests.conftest import Until
from tests.end2end.seat import seated
from tests.end2end.voices import Voice, answers, asks
from tests.loopback import answer, loopback, stream

pytestmark = pytest.mark.slow
CHAT = Dialect.OPENAI_CHAT
EVERY_DIALECT = pytest.mark.parametrize("dialect", list(Dialect))


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


@EVERY_DIALECT
async def test_the_practice_provider_shows_a_call_an_approval_and_the_file_is_written(
    qapp: QApplication, until: Until, tmp_path: Path, dialect: Dialect
) -> None:
    folder = tmp_path / "granted"
    folder.mkdir()
    async with seated(qapp, until) as user:
        await user.desk.works.profiles.change(PRACTICE_ID, dialect=dialect)
        await user.desk.works.preferences.change(granted_folders=(str(folder),))
        await user.opens_new_chat(PRACTICE_ID)
        user.send("write a file")
        await user.waits()
        await user.sees("Allow once")
        await until(lambda: any("Waiting for your answer" in row for row in user.sidebar()))
        user.click("Allow once")
        await user.rests()
    (written,) = folder.iterdir()
    assert "Callboard" in written.read_text()


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


async def test_letters_typed_in_the_composer_never_approve_and_keys_on_the_card_do(
    qapp: QApplication, until: Until, tmp_path: Path
) -> None:
    folder = tmp_path / "granted"
    folder.mkdir()
    arguments = {"path": str(folder / "a.txt"), "text": "Written by test"}
    scripts = (
        stream(asks(CHAT, "write_text_file", arguments)),
        stream(answers(CHAT, "Done.")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.desk.works.preferences.change(granted_folders=(str(folder),))
        await user.has_host(server.url, CHAT)
        user.send("Write it.")
        await user.waits()
        await user.sees("Written by test")
        user.page.composer.field.setFocus()
        user.type_text("acd ACD")
        user.press(Qt.Key.Key_Return)
        await until(lambda: user.session.queue == ("acd ACD",))
        assert user.session.is_waiting
        assert not list(folder.iterdir())
        (card,) = user.cards()
        card.setFocus()
        user.type_text("a")
        await user.rests()
        (use,) = user.session.turns[0].tool_uses
        assert use.result
        assert use.result.outcome is Outcome.DONE
    assert (folder / "a.txt").read_text() == "Written by test"


async def test_a_denial_takes_its_reason_to_the_model(
    qapp: QApplication, until: Until, tmp_path: Path
) -> None:
    folder = tmp_path / "granted"
    folder.mkdir()
    arguments = {"path": str(folder / "a.txt"), "text": "Never written"}
    scripts = (
        stream(asks(CHAT, "write_text_file", arguments)),
        stream(answers(CHAT, "As you like.")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.desk.works.preferences.change(granted_folders=(str(folder),))
        await user.has_host(server.url, CHAT)
        user.send("Write it.")
        await user.waits()
        (card,) = user.cards()
        card.setFocus()
        user.type_text("d")
        user.type_text("wrong folder, a and c and d")
        assert user.session.is_waiting
        user.press(Qt.Key.Key_Return)
        await user.sees("As you like.")
        await user.rests()
        sent = server.heard[-1].json["messages"][-1]
        assert "wrong folder, a and c and d" in sent["content"]
    assert not list(folder.iterdir())


async def test_a_failure_says_what_to_do_and_retry_does_it(
    qapp: QApplication, until: Until
) -> None:
    said = '{"error": {"message": "The model-a is unwell", "type": "invalid_request_error"}}'
    scripts = (
        answer(said, 400, content_type="application/json", x_request_id="req-77"),
        stream(answers(CHAT, "Better now.")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        await user.gets_answer("How are you?")
        assert user.turn.state is TurnState.FAILED
        await user.sees("The model-a is unwell", "req-77")
        await user.clicks("Retry")
        await user.sees("Better now.")
        await user.rests()
        assert len(user.session.turns) == 1
        assert len(server.heard) == 2


async def test_a_failed_call_is_run_again_and_the_answer_goes_on_from_there(
    qapp: QApplication, until: Until, tmp_path: Path
) -> None:
    folder = tmp_path / "granted"
    folder.mkdir()
    scripts = (
        stream(asks(CHAT, "read_text_file", {"path": str(folder / "late.txt")})),
        stream(answers(CHAT, "There is no such file.")),
        stream(answers(CHAT, "Now I have read it.")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.desk.works.preferences.change(granted_folders=(str(folder),))
        await user.has_host(server.url, CHAT)
        await user.gets_answer("Read late.txt")
        await user.sees("There is no such file.")
        (folder / "late.txt").write_text("Here I am")
        await user.clicks("Run again")
        await user.sees("Now I have read it.")
        await user.rests()
        assert "Here I am" in server.heard[-1].json["messages"][-1]["content"]
        assert len(user.session.turns) == 1


async def test_details_show_what_was_sent_and_what_came(qapp: QApplication, until: Until) -> None:
    async with loopback(stream(answers(CHAT, "Pear"))) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        await user.gets_answer("Which fruit?")
        read = await user.details()
    assert "Which fruit?" in read
    assert "Pear" in read
    assert "model-a" in read


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
        await user.sees("Welcome to Callboard", "permissions of Callboard's data folder")
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
