"""The past is changed in the real window, by keyboard; the old path stays beside the new one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from studio.core.messages import Dialect, TurnState
from studio.core.profiles import PRACTICE_ID
from studio.ui.chat.messages import Action, Message
from studio.ui.chat.past_asking import AskAgain
from studio.ui.chat.past_replacing import ReplaceResult
from studio.ui.chat.past_running import RunAgain
from studio.ui.inspector.compare_rows import Likeness
from studio.ui.inspector.compare_window import CompareWindow
from tests.conftest import Until
from tests.end2end.seat import Seat, seated

pytestmark = pytest.mark.slow
CONTROL = Qt.KeyboardModifier.ControlModifier


async def opened(user: Seat, kind: type[QDialog]) -> QDialog:
    """A dialog of that kind, with the keyboard."""
    dialogs: list[QDialog] = []

    def is_there() -> bool:
        dialogs[:] = [each for each in user.page.findChildren(kind) if each.isVisible()]
        return bool(dialogs) and dialogs[0].isActiveWindow()

    await user.until(is_there)
    return dialogs[0]


async def changed(user: Seat, before: str) -> None:
    """Another turn stands in the place of that one, and has ended."""
    await user.until(lambda: user.session.turns and user.turn.id != before)
    await user.rests()


async def runs_again(user: Seat, timezone: str) -> None:
    """Fills another time zone into the form of the last turn's first call."""
    before = user.turn
    user.page.cards.edit_run_requested.emit(before.tool_uses[0].call.id)
    dialog = await opened(user, RunAgain)
    user.press_with(Qt.Key.Key_A, CONTROL)
    user.type_text(timezone)
    QTest.keyClick(dialog, Qt.Key.Key_Return, CONTROL)
    await changed(user, before.id)


async def replaces(user: Seat, text: str) -> None:
    """Writes the result of the last turn's first call."""
    before = user.turn
    user.page.cards.replace_requested.emit(before.tool_uses[0].call.id)
    dialog = await opened(user, ReplaceResult)
    user.press_with(Qt.Key.Key_A, CONTROL)
    user.type_text(text)
    QTest.keyClick(dialog, Qt.Key.Key_Return, CONTROL)
    await changed(user, before.id)


async def asks_again(user: Seat) -> None:
    before = user.turn
    answer = Message(before.id, is_prompt=False)
    user.page.view.action_requested.emit(Action.ASK_AGAIN, answer)
    QTest.keyClick(await opened(user, AskAgain), Qt.Key.Key_Return, CONTROL)
    await changed(user, before.id)


@pytest.mark.parametrize("dialect", [Dialect.OPENAI_CHAT, Dialect.ANTHROPIC_MESSAGES])
async def test_the_past_is_changed_by_keyboard_and_every_path_stays(
    qapp: QApplication, until: Until, dialect: Dialect
) -> None:
    async with seated(qapp, until) as user:
        await user.desk.works.profiles.change(PRACTICE_ID, dialect=dialect)
        await user.opens_new_chat(PRACTICE_ID)
        paths = [await user.gets_answer("time in Tokyo")]
        await runs_again(user, "Europe/Berlin")
        paths.append(user.turn)
        assert user.turn.tool_uses[0].ran == '{"timezone": "Europe/Berlin"}'
        await user.sees("Compare", "2 of 2", "Europe/Berlin")
        await replaces(user, "It is 25 o'clock.")
        paths.append(user.turn)
        result = user.turn.tool_uses[0].result
        assert result is not None
        assert (result.content, result.is_replaced) == ("It is 25 o'clock.", True)
        await user.sees("Replaced by you", "3 of 3")
        await asks_again(user)
        assert user.turn.state is TurnState.COMPLETED
        assert user.turn.forked_from == (paths[-1].id, paths[-1].rounds[0].id)
        ids = [turn.id for turn in paths]
        assert user.session.versions(user.turn.id) == (*ids, user.turn.id)
        kept = {turn.id: turn for turn in await user.session.all_turns()}
        assert [kept[each] for each in ids] == paths


async def test_the_offer_to_compare_shows_what_differs(qapp: QApplication, until: Until) -> None:
    async with seated(qapp, until) as user:
        await user.opens_new_chat(PRACTICE_ID)
        first = await user.gets_answer("several")
        use = first.tool_uses[0]
        user.page.glass.past.replace_result(use.call.id)
        replacing = await opened(user, ReplaceResult)
        assert isinstance(replacing, ReplaceResult)
        replacing.field.show_text("It is 25 o'clock.")
        replacing.take()
        await changed(user, first.id)
        assert "25 o'clock" in user.turn.rounds[-1].text
        await user.clicks("Compare")
        window = await opened(user, CompareWindow)
        assert isinstance(window, CompareWindow)
        await until(lambda: window.is_ready)
        rows = window.model.rows
        assert [row.likeness for row in rows if row.call is not None] == [
            Likeness.DIFFERENT,
            Likeness.SAME,
            Likeness.SAME,
        ]
        assert "25 o'clock" in window.detail.texts.second.lines.text
        at, changed_call = next((at, row.call) for at, row in enumerate(rows) if row.call)
        window.list.setCurrentIndex(window.model.index(at))
        assert changed_call.has_same_arguments
        assert changed_call.is_same_result is False
        assert window.detail.texts.second.lines.text == "It is 25 o'clock."
        QTest.keyClick(window, Qt.Key.Key_Escape)
        await until(lambda: not user.page.findChildren(CompareWindow))
