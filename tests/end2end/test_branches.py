"""Edited prompts, other answers, branches and deleted messages in the real window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from studio.core.messages import Dialect
from studio.ui.chat.messages import Action, Message
from studio.ui.chat.picker import Picker
from tests.conftest import Until
from tests.end2end.seat import Seat, seated
from tests.end2end.voices import answers
from tests.loopback import loopback, stream

pytestmark = [
    pytest.mark.slow,
    pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True),
]
CHAT = Dialect.OPENAI_CHAT


def prompt(user: Seat, number: int) -> Message:
    return Message(user.session.turns[number].id, is_prompt=True)


def ids(user: Seat) -> list[str]:
    return [turn.id for turn in user.session.turns]


async def test_an_edited_prompt_stands_beside_the_old_one_and_the_chat_reopens_on_its_path(
    qapp: QApplication, until: Until
) -> None:
    said = ("The first.", "The second.", "The edited one.")
    async with loopback(*(stream(answers(CHAT, text)) for text in said)) as server:
        async with seated(qapp, until) as user:
            await user.has_host(server.url, CHAT)
            await user.gets_answer("One?")
            await user.gets_answer("Two?")
            old = ids(user)
            user.page.messages.do(Action.EDIT, prompt(user, 0))
            await user.sees("Editing an earlier message")
            user.type_text(" Or not?")
            user.press(Qt.Key.Key_Return)
            await user.sees("The edited one.", "2 of 2")
            await user.rests()
            assert user.turn.prompt_text == "One? Or not?"
            assert len(user.session.turns) == 1
            await user.clicks("Earlier version")
            await user.sees("The first.", "The second.", "1 of 2")
            assert ids(user) == old
            await user.clicks("Later version")
            await user.sees("The edited one.")
            edited = ids(user)
        async with seated(qapp, until) as user:
            await user.sees("The edited one.", "2 of 2")
            assert ids(user) == edited
            user.page.view.setFocus()
            user.page.view.step_message(-1)
            user.press_with(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
            await user.sees("The second.", "1 of 2")
    assert [heard.json["messages"][-1]["content"] for heard in server.heard] == [
        "One?",
        "Two?",
        "One? Or not?",
    ]
    assert len(server.heard[-1].json["messages"]) == 1


async def test_an_answer_is_asked_for_again_of_another_model_and_both_stay(
    qapp: QApplication, until: Until
) -> None:
    said = ("The first answer.", "Another answer.")
    scripts = [stream(answers(CHAT, text)) for text in said]
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        await user.gets_answer("One?")
        user.page.view.setFocus()
        user.press_with(Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
        await until(lambda: user.page.findChild(Picker))
        picker = user.page.findChild(Picker)
        assert isinstance(picker, Picker)
        picker.picked.emit("loopback\nmodel-b")
        picker.close()
        await user.sees("Another answer.")
        await user.rests()
        await user.sees("2 of 2")
        assert user.session.chat.settings.model != "model-b"
        await user.clicks("Earlier version")
        await user.sees("The first answer.", "1 of 2")
    assert [heard.json["model"] for heard in server.heard] == ["model-a", "model-b"]


async def test_a_branch_begins_where_one_says_and_the_old_path_is_found_again(
    qapp: QApplication, until: Until
) -> None:
    said = ("The first.", "The second.", "The branch.")
    scripts = [stream(answers(CHAT, text)) for text in said]
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        await user.gets_answer("One?")
        await user.gets_answer("Two?")
        user.page.messages.do(Action.BRANCH, prompt(user, 0))
        await user.sees("begins a branch")
        assert len(ids(user)) == 1
        await user.clicks("Back")
        await user.sees("The second.")
        user.page.messages.do(Action.BRANCH, prompt(user, 0))
        await user.sees("begins a branch")
        await user.gets_answer("Three?")
        await user.sees("The branch.", "2 of 2")
        assert "begins a branch" not in user.words()
        await user.clicks("Earlier version")
        await user.sees("The second.", "1 of 2")
    assert [each["content"] for each in server.heard[-1].json["messages"]] == [
        "One?",
        "The first.",
        "Three?",
    ]


async def test_a_deleted_message_comes_back_and_one_that_stays_deleted_is_never_sent_again(
    qapp: QApplication, until: Until
) -> None:
    said = ("The first.", "The second.", "The third.")
    async with loopback(*(stream(answers(CHAT, text)) for text in said)) as server:
        async with seated(qapp, until) as user:
            await user.has_host(server.url, CHAT)
            await user.gets_answer("One?")
            await user.gets_answer("Two?")
            before = ids(user)
            user.page.messages.do(Action.DELETE, prompt(user, 0))
            await user.sees("Message deleted")
            assert ids(user) == before[1:]
            user.page.view.setFocus()
            user.press_with(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            await user.sees("The first.", "The second.")
            assert ids(user) == before
            user.page.messages.do(Action.DELETE, prompt(user, 0))
            await user.sees("Message deleted")
            await user.gets_answer("Three?")
        async with seated(qapp, until) as user:
            await user.sees("The second.", "The third.")
            assert "The first." not in user.words()
            assert len(await user.session.all_turns()) == 2
    assert [each["content"] for each in server.heard[-1].json["messages"]] == [
        "Two?",
        "The second.",
        "Three?",
    ]
