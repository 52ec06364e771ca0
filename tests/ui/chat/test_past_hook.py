"""A chat page changes the past: what is asked reaches the session, and nothing else does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QPushButton,
    QWidget,
)
from typing_extensions import override

from studio.core.chats import Chat, ChatSettings, Turn
from studio.core.messages import Outcome, Text, ToolCall, ToolResult, ToolState, ToolUse
from studio.core.tools import ToolDefinition
from studio.ui.bridge import Bridge
from studio.ui.chat.chat_page import ChatPage, PageNeeds
from studio.ui.chat.choices import Choices, ModelChoice
from studio.ui.chat.messages import Action, Message
from studio.ui.chat.page_windows import TrustFacts
from studio.ui.chat.past_asking import AskAgain
from studio.ui.chat.past_hook import PastHook
from studio.ui.chat.past_replacing import ReplaceResult
from studio.ui.chat.past_running import RunAgain
from studio.ui.chat.picker import Picker
from studio.ui.inspector.compare_window import CompareWindow
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.ui.fake_chats import FakeSession
from tests.ui.fake_files import new_files
from tests.ui.fake_measures import NOTHING_MEASURED
from tests.ui.inspector.fakes import NOTHING_RECORDED, a_round, a_turn

SCHEMA = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
TOOL = ToolDefinition("read_text_file", "Reads a file.", SCHEMA)
CHOICES = Choices((ModelChoice("anthropic", "Anthropic", "claude-sonnet-4-5"),), (), "anthropic")
ANSWER = Message("t1", is_prompt=False)


def a_use(use_id: str, *, replaced: bool = False, is_open: bool = False) -> ToolUse:
    call = ToolCall(use_id, "read_text_file", '{"path": "a"}')
    if is_open:
        return ToolUse(call, ToolState.READY)
    result = ToolResult(use_id, "what it said", Outcome.DONE, 12, is_replaced=replaced)
    return ToolUse(call, ToolState.ENDED, result, 1.0, 2.0)


def a_chat(*parts: ToolUse, turn_id: str = "t1") -> Turn:
    rounds = (a_round("r1", parts=parts), a_round("r2", parts=(Text("Done."),)))
    return a_turn(*rounds, turn_id=turn_id)


class ChangingSession(FakeSession):
    """Puts a turn beside the one that is changed, as the real one does, unless it is busy."""

    def __init__(self, *turns: Turn) -> None:
        super().__init__(Chat("c", "A title", 1.0, 1.0, ChatSettings("anthropic")), turns)
        self.changed: list[tuple[object, ...]] = []
        self.is_busy = False

    def _fork(self, *what: object) -> None:
        if self.is_busy:
            return
        self.changed.append(what)
        old = self.turns[-1]
        new = replace(old, id=f"{old.id}+")
        self.siblings = [(old.id, new.id)]
        self.paths = {old.id: (old,), new.id: (new,)}
        self.show(new)

    @override
    async def run_again(self, tool_use_id: str, arguments: str | None = None) -> None:
        self._fork("run", tool_use_id, arguments)

    @override
    async def replace_result(
        self, tool_use_id: str, content: str, *, is_error: bool = False
    ) -> None:
        self._fork("replace", tool_use_id, content, is_error)

    @override
    async def resend(
        self, turn_id: str, round_id: str, settings: ChatSettings | None = None
    ) -> None:
        self._fork("resend", turn_id, round_id, settings)


@asynccontextmanager
async def page_of(session: FakeSession, qapp: QApplication) -> AsyncIterator[ChatPage]:
    bridge = Bridge(_loop())
    needs = PageNeeds(
        Theme(qapp, "light"),
        bridge.spawn,
        NOTHING_RECORDED,
        lambda _: (),
        new_files(),
        NOTHING_MEASURED,
        trust=TrustFacts(tools=lambda: (TOOL,)),
    )
    page = ChatPage(session, needs, CHOICES)
    page.resize(900, 700)
    page.show()
    yield page
    page.leave()
    await bridge.close()
    page.close()
    page.deleteLater()


def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.get_running_loop()


def hook(page: ChatPage) -> PastHook:
    return page.glass.past


async def shown(page: QWidget, kind: type[QDialog], until: Until) -> QDialog:
    await until(lambda: any(each.isVisible() for each in page.findChildren(kind)))
    found = next(each for each in page.findChildren(kind) if each.isVisible())
    assert isinstance(found, QDialog)
    return found


async def dismissed(page: QWidget, kind: type[QDialog], until: Until) -> None:
    """It opens, and the user thinks better of it."""
    dialog = await shown(page, kind, until)
    dialog.reject()
    await until(lambda: not page.findChildren(kind))


async def test_a_call_runs_again_with_other_arguments(qapp: QApplication, until: Until) -> None:
    session = ChangingSession(a_chat(a_use("u")))
    async with page_of(session, qapp) as page:
        page.cards.edit_run_requested.emit("u")
        dialog = await shown(page, RunAgain, until)
        assert isinstance(dialog, RunAgain)
        dialog.form.set_value({"path": "b"})
        dialog.take()
        await until(lambda: session.changed)
        assert session.changed[0][:2] == ("run", "u")
        assert json.loads(str(session.changed[0][2])) == {"path": "b"}
        await until(lambda: hook(page).strip is not None and hook(page).strip.isVisible())


async def test_a_call_of_a_tool_that_is_switched_off_does_not_run_again(
    qapp: QApplication, until: Until
) -> None:
    session = ChangingSession(a_chat(a_use("u")))
    settings = replace(session.chat.settings, tools_off=frozenset({TOOL.name}))
    session.chat = replace(session.chat, settings=settings)
    async with page_of(session, qapp) as page:
        page.cards.edit_run_requested.emit("u")
        dialog = await shown(page, RunAgain, until)
        assert isinstance(dialog, RunAgain)
        dialog.take()
        await until(lambda: dialog.fault.text() == "This tool is switched off in this chat.")
        assert dialog.isVisible()
        assert session.changed == []
        dialog.reject()


async def test_the_inspector_asks_for_the_same(qapp: QApplication, until: Until) -> None:
    session = ChangingSession(a_chat(a_use("u")))
    async with page_of(session, qapp) as page:
        inspecting = page.glass.inspecting
        inspecting.run_again_requested.emit("u")
        await dismissed(page, RunAgain, until)
        inspecting.replace_requested.emit("u")
        await dismissed(page, ReplaceResult, until)
        inspecting.resend_requested.emit("t1", "r1")
        await dismissed(page, AskAgain, until)
        assert session.changed == []


async def test_a_result_is_replaced_and_the_card_says_so(qapp: QApplication, until: Until) -> None:
    session = ChangingSession(a_chat(a_use("u", replaced=True)))
    async with page_of(session, qapp) as page:
        card = page.cards.factory("u")
        said = "\n".join(label.text() for label in card.findChildren(QLabel))
        assert "Replaced by you" in said
        assert "replaced by you" in card.accessibleName()
        card.deleteLater()
        page.cards.replace_requested.emit("u")
        dialog = await shown(page, ReplaceResult, until)
        assert isinstance(dialog, ReplaceResult)
        dialog.field.show_text("by hand")
        dialog.is_error.setChecked(True)
        dialog.take()
        await until(lambda: session.changed == [("replace", "u", "by hand", True)])


async def test_a_shortened_result_is_fetched_whole(qapp: QApplication, until: Until) -> None:
    use = a_use("u")
    assert use.result is not None
    use = replace(use, result=replace(use.result, full_size=1_000))
    session = ChangingSession(a_chat(use))
    async with page_of(session, qapp) as page:
        hook(page).replace_result("u")
        dialog = await shown(page, ReplaceResult, until)
        assert isinstance(dialog, ReplaceResult)
        assert dialog.written == ("all of u", False)
        names = [each.text() for each in dialog.findChildren(QPushButton) if each.isVisible()]
        assert "As the model received it" in names
        dialog.reject()


async def test_what_was_written_and_not_carried_out_is_there_again(
    qapp: QApplication, until: Until
) -> None:
    session = ChangingSession(a_chat(a_use("u")))
    async with page_of(session, qapp) as page:
        for text in ("half of it", ""):
            hook(page).replace_result("u")
            dialog = await shown(page, ReplaceResult, until)
            assert isinstance(dialog, ReplaceResult)
            if text:
                dialog.field.editor.setPlainText(text)
                dialog.reject()
                await until(lambda: not page.findChildren(ReplaceResult))
            else:
                assert dialog.written == ("half of it", False)
                dialog.take()
                await until(lambda: session.changed == [("replace", "u", "half of it", False)])


async def test_while_an_answer_is_written_the_dialog_stays_open(
    qapp: QApplication, until: Until
) -> None:
    session = ChangingSession(a_chat(a_use("u")))
    async with page_of(session, qapp) as page:
        hook(page).replace_result("u")
        dialog = await shown(page, ReplaceResult, until)
        assert isinstance(dialog, ReplaceResult)
        dialog.field.editor.setPlainText("by hand")
        session.change(is_running=True)
        dialog.take()
        assert dialog.isVisible()
        assert dialog.fault.isVisible()
        session.change(is_running=False)
        dialog.take()
        await until(lambda: session.changed)


async def test_a_round_with_a_call_that_never_ended_takes_no_result(
    qapp: QApplication, until: Until
) -> None:
    session = ChangingSession(a_chat(a_use("u"), a_use("v", is_open=True)))
    async with page_of(session, qapp) as page:
        hook(page).replace_result("u")
        dialog = await shown(page, ReplaceResult, until)
        assert isinstance(dialog, ReplaceResult)
        dialog.field.editor.setPlainText("by hand")
        dialog.take()
        assert "no result yet" in dialog.fault.text()
        dialog.reject()
        hook(page).replace_result("v")
        hook(page).run_again("gone")
    assert session.changed == []


async def test_a_change_that_came_to_nothing_is_told_and_kept(
    qapp: QApplication, until: Until
) -> None:
    session = ChangingSession(a_chat(a_use("u")))
    async with page_of(session, qapp) as page:
        session.is_busy = True
        hook(page).replace_result("u")
        dialog = await shown(page, ReplaceResult, until)
        assert isinstance(dialog, ReplaceResult)
        dialog.field.editor.setPlainText("by hand")
        dialog.take()
        box = await shown(page, QMessageBox, until)
        box.accept()
        await until(lambda: not page.findChildren(QMessageBox))
        hook(page).replace_result("u")
        again = await shown(page, ReplaceResult, until)
        assert isinstance(again, ReplaceResult)
        assert again.written[0] == "by hand"
        again.reject()


@pytest.mark.parametrize("is_once", [True, False])
async def test_a_round_is_asked_again_for_this_time_or_for_the_chat(
    qapp: QApplication, until: Until, is_once: bool
) -> None:
    session = ChangingSession(a_chat(a_use("u")))
    async with page_of(session, qapp) as page:
        page.view.action_requested.emit(Action.ASK_AGAIN, ANSWER)
        dialog = await shown(page, AskAgain, until)
        assert isinstance(dialog, AskAgain)
        dialog.temperature.setValue(1.5)
        dialog.rounds.setCurrentIndex(0)
        dialog.is_once.setChecked(is_once)
        dialog.accept()
        await until(lambda: session.changed)
        what, turn, round_id, settings = session.changed[0]
        assert (what, turn, round_id) == ("resend", "t1", "r1")
        assert isinstance(settings, ChatSettings)
        assert (settings.temperature, settings.model) == (1.5, "claude-sonnet-4-5")
        assert session.chat.settings.temperature == (None if is_once else 1.5)


async def test_after_asking_again_both_answers_can_be_compared(
    qapp: QApplication, until: Until
) -> None:
    session = ChangingSession(a_chat(a_use("u")))
    async with page_of(session, qapp) as page:
        hook(page).ask_again("t1", "r2")
        dialog = await shown(page, AskAgain, until)
        dialog.accept()
        await until(lambda: hook(page).strip is not None and hook(page).strip.isVisible())
        hook(page).strip.compare.click()
        window = await shown(page, CompareWindow, until)
        assert isinstance(window, CompareWindow)
        await until(lambda: window.is_ready)
        assert "Version 1" in window.sums.numbers[0][0].accessibleName()
        assert not window.isModal()
        window.close()
        await until(lambda: not page.findChildren(CompareWindow))
        session.show(a_turn(a_round(), turn_id="other"))
        assert hook(page).strip.isHidden()


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
async def test_which_version_to_compare_with_is_asked_where_there_are_several(
    qapp: QApplication, until: Until
) -> None:
    turns = [a_chat(a_use(f"u{each}"), turn_id=each) for each in ("t1", "t2", "t3")]
    session = ChangingSession(turns[0])
    session.siblings = [("t1", "t2", "t3")]
    session.paths = {turn.id: (turn,) for turn in turns}
    async with page_of(session, qapp) as page:
        page.view.action_requested.emit(Action.COMPARE, ANSWER)
        await until(lambda: page.findChildren(Picker))
        (picker,) = page.findChildren(Picker)
        assert [text[:9] for text in picker.texts()] == ["Version 2", "Version 3"]
        picker.picked.emit("t3")
        picker.close()
        window = await shown(page, CompareWindow, until)
        assert isinstance(window, CompareWindow)
        await until(lambda: window.is_ready)
        assert "Version 3" in window.sums.numbers[1][0].accessibleName()
        window.close()


async def test_the_menus_offer_what_can_be_changed(qapp: QApplication) -> None:
    session = ChangingSession(a_chat(a_use("u")))
    async with page_of(session, qapp) as page:
        for is_running in (False, True):
            session.change(is_running=is_running)
            menu = QMenu(page)
            for add in page.view.card_menus:
                add(menu, "u")
            offered = {each.text(): each.isEnabled() for each in menu.actions()}
            assert offered["Run again with other arguments…"] is not is_running
            assert offered["Replace result…"] is not is_running
            menu.deleteLater()
