"""One open chat: what is typed, clicked and told reaches its controller, and comes back live."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from decimal import Decimal

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QPlainTextEdit

from studio.core import events as ev
from studio.core.abilities import Abilities
from studio.core.chats import Chat, ChatSettings, Effort, Turn
from studio.core.decisions import Decision, Verdict
from studio.core.messages import Dialect, Origin, Round, Stop, Text, ToolCall, TurnState, Usage
from studio.core.spending import Spent
from studio.ui.bridge import Bridge
from studio.ui.chat.chat_options import ChatOptions
from studio.ui.chat.chat_page import ChatPage, PageNeeds
from studio.ui.chat.choices import Choices, KeyChoice, ModelChoice, Suggestion, ToolChoice
from studio.ui.chat.metering import Measures
from studio.ui.chat.tools_panel import ToolsPanel
from studio.ui.chat.whole_text import WholeText
from studio.ui.fields import LineEdit
from studio.ui.links import open_link
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.ui.fake_chats import FakeSession
from tests.ui.fake_files import new_files
from tests.ui.fake_measures import NOTHING_MEASURED
from tests.ui.inspector.fakes import NOTHING_RECORDED

HERE = Choices((ModelChoice("practice", "Practice provider", stays_here=True),), (), "practice")
AWAY = Choices((ModelChoice("far", "Far away", "model-x"),), (), "far")
ORIGIN = Origin("far", "Far away", Dialect.OPENAI_CHAT, "model-x")


def new_session(**settings: object) -> FakeSession:
    return FakeSession(Chat("c", "A title", 1.0, 1.0, replace(ChatSettings(), **settings)))  # type: ignore[arg-type]


@asynccontextmanager
async def page_of(
    session: FakeSession,
    qapp: QApplication,
    choices: Choices = HERE,
    measures: Measures = NOTHING_MEASURED,
) -> AsyncIterator[ChatPage]:
    bridge = Bridge(asyncio.get_running_loop())
    needs = PageNeeds(
        Theme(qapp, "light"),
        bridge.spawn,
        NOTHING_RECORDED,
        lambda profile_id: (Suggestion("Begin", "tour"),) if profile_id == "practice" else (),
        new_files(),
        measures,
    )
    page = ChatPage(session, needs, choices)
    page.resize(800, 600)
    page.show()
    yield page
    page.leave()
    await bridge.close()
    page.close()
    page.deleteLater()


async def test_a_new_chat_offers_ways_to_begin(qapp: QApplication, until: Until) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        assert page.empty.isVisible()
        page.empty.buttons()[0].click()
        await until(lambda: session.asked == [("send", "tour")])


async def test_a_prompt_is_sent_and_the_draft_is_gone(qapp: QApplication, until: Until) -> None:
    session = new_session()
    session.chat = replace(session.chat, draft="Hello")
    async with page_of(session, qapp) as page:
        assert page.composer.text() == "Hello"
        QTest.keyClick(page.composer.field, Qt.Key.Key_Return)
        await until(lambda: session.asked == [("send", "Hello")] and not session.chat.draft)


async def test_what_is_typed_is_kept_as_a_draft(qapp: QApplication, until: Until) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        QTest.keyClicks(page.composer.field, "half")
        page.keep_draft()
        await until(lambda: session.chat.draft == "half")


async def test_an_answer_is_shown_while_it_is_written(qapp: QApplication, until: Until) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        session.begin("t", "Hello")
        assert page.view.isVisible()
        assert page.composer.stop.isVisible()
        session.tell("t", ev.RoundStarted("r", ORIGIN, 1.0), ev.TextDelta("Good "))
        session.tell("t", ev.TextDelta("day"), ev.TurnCompleted(2.0))
        session.change(is_running=False)
        page.view.copy_message(0)
        assert qapp.clipboard().text() == "Good day"
        assert page.composer.send.isVisible()


async def test_escape_stops_from_the_composer_and_the_transcript(
    qapp: QApplication, until: Until
) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        QTest.keyClick(page.composer.field, Qt.Key.Key_Escape)
        for place in (page.composer.field, page.view):
            session.begin("t", "Hello")
            session.asked.clear()
            QTest.keyClick(place, Qt.Key.Key_Escape)
            await until(lambda: session.asked == ["stop"])


async def test_page_keys_in_the_composer_move_the_transcript(
    qapp: QApplication, until: Until
) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        session.begin("t", "Hello")
        session.tell("t", ev.RoundStarted("r", ORIGIN, 1.0))
        session.tell("t", ev.TextDelta("A paragraph.\n\n" * 200), ev.TurnCompleted(2.0))
        bar = page.view.verticalScrollBar()
        await until(lambda: bar.value() == bar.maximum() > 0)
        QTest.keyClick(page.composer.field, Qt.Key.Key_PageUp)
        await until(lambda: 0 < bar.value() < bar.maximum())
        QTest.keyClick(page.composer.field, Qt.Key.Key_PageDown)
        await until(lambda: bar.value() == bar.maximum())


async def test_a_retry_takes_the_place_of_the_turn(qapp: QApplication, until: Until) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        session.begin("first", "Hello")
        session.tell("first", ev.RoundStarted("r", ORIGIN, 1.0), ev.TextDelta("No"))
        session.tell("first", ev.TurnCompleted(2.0))
        page.view.retry_requested.emit("first")
        await until(lambda: "retry" in session.asked)
        session.forget("first")
        session.begin("second", "Hello")
        session.tell("second", ev.RoundStarted("s", ORIGIN, 1.0), ev.TextDelta("Yes"))
        session.tell("second", ev.TurnCompleted(2.0))
        assert len(page.view.column) == 1
        page.view.copy_message(0)
        assert qapp.clipboard().text() == "Yes"


async def test_what_the_transcript_asks_for_reaches_the_controller(
    qapp: QApplication, until: Until
) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        page.view.continue_requested.emit("t")
        page.cards.run_again_requested.emit("u")
        page.cards.cancel_requested.emit("v")
        page.cards.decided.emit("w", Decision(Verdict.ALLOW_ONCE))
        await until(lambda: len(session.asked) == 4)
        assert "continue" in session.asked
        assert ("run again", "u") in session.asked
        assert ("cancel", "v") in session.asked
        assert ("w", Decision(Verdict.ALLOW_ONCE)) in session.asked


async def test_typing_in_the_composer_never_approves(qapp: QApplication, until: Until) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        session.begin("t", "Write it")
        call = ToolCall("u", "write_text_file", '{"path": "a", "text": "b"}')
        session.tell(
            "t",
            ev.RoundStarted("r", ORIGIN, 1.0),
            ev.ToolCallDelta("u", call.name, call.arguments),
            ev.RoundCompleted((call,), Usage(), Stop.TOOL_CALLS, ""),
            ev.RoundEnded(1.0, 1.0, None),
            ev.ApprovalRequested("u", "b", "a"),
        )
        session.change(is_waiting=True)
        page.begin()
        for text in ("y", "a", "d", " ", "1"):
            QTest.keyClicks(page.composer.field, text)
        QTest.keyClick(page.composer.field, Qt.Key.Key_Return)
        await until(lambda: session.asked)
        assert session.asked == [("send", "yad 1")]


async def test_a_call_that_waits_can_be_decided_on_a_page_opened_later(
    qapp: QApplication,
) -> None:
    session = new_session()
    session.begin("t", "Write it")
    call = ToolCall("u", "write_text_file", "{}")
    question = ev.ApprovalRequested("u", "text to be written", "a file")
    session.tell(
        "t",
        ev.RoundStarted("r", ORIGIN, 1.0),
        ev.ToolCallDelta("u", call.name, "{}"),
        ev.RoundCompleted((call,), Usage(), Stop.TOOL_CALLS, ""),
        question,
    )
    session.change(is_waiting=True, questions=(question,))
    async with page_of(session, qapp) as page:
        card = page.cards.factory("u")
        texts = [child.toPlainText() for child in card.findChildren(QPlainTextEdit)]
        assert "text to be written" in "".join(texts)
        card.deleteLater()


async def test_model_effort_and_tools_are_saved_with_the_chat(
    qapp: QApplication, until: Until
) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        page.composer.model_picked.emit("far", "model-y")
        await until(lambda: session.chat.settings.model == "model-y")
        page.composer.effort_picked.emit(Effort.HIGH)
        await until(lambda: session.chat.settings.effort is Effort.HIGH)
        page.composer.tools_picked.emit(frozenset({"add"}))
        await until(lambda: session.chat.settings.tools_off == {"add"})
        assert session.chat.settings.model == "model-y"


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
async def test_the_tools_of_a_chat_are_weighed_by_its_model(
    qapp: QApplication, until: Until
) -> None:
    async def spent(chat_id: str) -> Spent:
        return Spent()

    measures = Measures(lambda _, __: Abilities(context_tokens=1_000), spent, lambda _, __: "")
    session = new_session()
    async with page_of(session, qapp, measures=measures) as page:
        tools = (ToolChoice("add", "Adds.", tokens=90), ToolChoice("look", "Looks.", tokens=90))
        page.set_choices(replace(AWAY, tools=tools))
        page.composer.tools.click()
        panel = page.composer.tools.findChild(ToolsPanel)
        assert isinstance(panel, ToolsPanel)
        assert "about 18 %" in panel.warning.text()
        panel.list.switch_current()
        await until(lambda: session.chat.settings.tools_off == {"add"})
        await until(lambda: not panel.warning.text())
        panel.close()


async def test_the_badge_says_whether_words_leave_this_computer(qapp: QApplication) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        assert page.header.place.text() == "Stays on this computer"
        page.set_choices(AWAY)
        assert page.header.place.text() == "Goes to Far away"
        page.set_choices(Choices())
        assert not page.header.place.isVisible()


async def test_a_title_that_looks_like_markup_is_shown_as_written(qapp: QApplication) -> None:
    session = new_session()
    session.chat = replace(session.chat, title="<b>bold</b> & <img src=x>")
    async with page_of(session, qapp) as page:
        assert page.header.title.text() == "<b>bold</b> & <img src=x>"
        assert page.header.title.textFormat() is Qt.TextFormat.PlainText


async def test_a_chat_is_not_kept_from_its_start_only(qapp: QApplication, until: Until) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        page.header.keep_requested.emit(False)
        await until(lambda: not session.chat.is_kept)
        assert page.header.not_kept.isVisible()
        session.begin("t", "Hello")
        assert not page.header.may_change_keeping


async def test_waiting_messages_are_edited_and_removed(qapp: QApplication) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        session.begin("t", "Hello")
        session.change(queue=("one", "two"))
        page.composer.set_text("typed")
        page.queue.edit_requested.emit(0)
        assert page.composer.text() == "one\n\ntyped"
        assert session.queue == ("two",)
        page.queue.remove_requested.emit(0)
        assert not session.queue
        assert page.queue.isHidden()


async def test_the_chat_is_renamed_in_a_dialog(qapp: QApplication, until: Until) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        page.header.rename_requested.emit()
        await until(lambda: page.findChild(LineEdit))
        field = page.findChild(LineEdit)
        assert isinstance(field, LineEdit)
        field.setText("  Better ")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: session.chat.title == "Better")


async def test_the_settings_of_a_chat_are_the_providers_defaults_until_set(
    qapp: QApplication, until: Until
) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        page.header.options_requested.emit()
        await until(lambda: page.findChild(ChatOptions))
        options = page.findChild(ChatOptions)
        assert isinstance(options, ChatOptions)
        assert options.settings() == ChatSettings()
        options.system_prompt.setPlainText(" Be brief. ")
        options.temperature.setValue(0.0)
        options.length.setValue(500)
        options.accept()
        await until(lambda: session.chat.settings.system_prompt == "Be brief.")
        assert session.chat.settings.temperature == 0.0
        assert session.chat.settings.max_output_tokens == 500
        assert session.chat.settings.effort is None


async def test_details_and_whole_results_open_beside_the_chat(
    qapp: QApplication, until: Until
) -> None:
    session = new_session()
    async with page_of(session, qapp) as page:
        page.view.details_requested.emit("t")
        await until(lambda: page.glass.inspecting.is_open)
        page.cards.whole_result_requested.emit("u")
        await until(lambda: page.findChild(WholeText))
        for dialog in page.findChildren(QDialog):
            dialog.close()


@pytest.mark.parametrize("address", ["file:///etc/passwd", "javascript:alert(1)", "ms-msdt:/id"])
def test_only_the_web_and_mail_are_opened(qapp: QApplication, address: str) -> None:
    assert not open_link(QUrl(address))


async def test_a_doubtful_link_shows_its_target_and_opens_only_when_told(
    qapp: QApplication, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = new_session()
    opened: list[QUrl] = []
    monkeypatch.setattr("studio.ui.links.open_link", opened.append)
    async with page_of(session, qapp) as page:
        for answer, expected in (("Cancel", 0), ("Open it", 1)):
            page.view.link_doubtful.emit(QUrl("https://evil.example/x"), "https://good.example")
            await until(lambda: page.findChild(QMessageBox))
            box = page.findChild(QMessageBox)
            assert isinstance(box, QMessageBox)
            assert "https://evil.example/x" in box.text()
            next(button for button in box.buttons() if button.text() == answer).click()
            await until(lambda: not page.findChild(QMessageBox))
            assert len(opened) == expected


async def test_a_page_that_is_left_hears_no_more(qapp: QApplication) -> None:
    session = new_session()
    async with page_of(session, qapp):
        assert session.listeners > 0
    assert session.listeners == 0


async def test_the_header_says_how_full_the_model_is(qapp: QApplication, until: Until) -> None:
    usage = Usage(input_tokens=2_000, output_tokens=500)
    round_ = Round("r", ORIGIN, 1.0, stop=Stop.END, usage=usage)
    turn = Turn("t", "c", None, 1.0, (Text("Hi"),), (round_,), TurnState.COMPLETED)
    session = FakeSession(Chat("c", "A title", 1.0, 1.0), (turn,))

    async def spent(chat_id: str) -> Spent:
        return Spent(rounds=2, input_tokens=5_000, output_tokens=700, usd=Decimal("0.25"))

    measures = Measures(lambda _, __: Abilities(context_tokens=10_000), spent, lambda _, __: "84 %")
    async with page_of(session, qapp, AWAY, measures) as page:
        meter = page.header.meter
        assert meter.fill == 0.25
        assert not meter.isHidden()
        await until(lambda: "$0.25" in meter.toolTip())
        assert "84 %" in page.header.cap.toolTip()
        assert "2500 of 10000" in meter.accessibleDescription()


_KEYS = (KeyChoice("far", "k1", "work …9f2c"), KeyChoice("far", "k2", "private …71ab"))


async def test_a_chat_chooses_among_several_keys_of_its_provider(
    qapp: QApplication, until: Until
) -> None:
    session = new_session()
    choices = replace(AWAY, keys=_KEYS)
    async with page_of(session, qapp, choices) as page:
        page.header.options_requested.emit()
        await until(lambda: page.findChild(ChatOptions) is not None)
        dialog = page.findChild(ChatOptions)
        assert isinstance(dialog, ChatOptions)
        dialog.key.setCurrentIndex(dialog.key.findText("private …71ab"))
        dialog.accept()
        await until(lambda: session.chat.settings.key_id == "k2")


def test_one_key_alone_is_no_choice(qapp: QApplication) -> None:
    dialog = ChatOptions(ChatSettings(key_id="k1"))
    assert not dialog.key.isVisibleTo(dialog)
    assert dialog.settings().key_id == "k1"


async def test_a_key_does_not_follow_a_chat_to_another_provider(
    qapp: QApplication, until: Until
) -> None:
    session = new_session(profile_id="far", key_id="k1")
    both = Choices((*AWAY.models, *HERE.models), (), "far", _KEYS)
    async with page_of(session, qapp, both) as page:
        page.composer.model_picked.emit("practice", "")
        await until(lambda: session.chat.settings.profile_id == "practice")
        assert session.chat.settings.key_id == ""
