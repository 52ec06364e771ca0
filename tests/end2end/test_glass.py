"""The glass box in the real window: what it shows is what the server heard and said."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.core.messages import Dialect
from studio.ui.inspector.json_view import JsonView
from studio.ui.inspector.panel_tabs import Tab
from tests.conftest import Until
from tests.end2end.seat import Seat, seated
from tests.end2end.voices import answers, asks
from tests.loopback import loopback, stream

pytestmark = pytest.mark.slow


def _shows(view: JsonView, body: bytes) -> bool:
    return view.body == body


def _with_ctrl(user: Seat, key: Qt.Key) -> None:
    user.press_with(key, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize("dialect", list(Dialect))
async def test_each_round_is_shown_byte_for_byte_and_its_card_with_it(
    qapp: QApplication, until: Until, dialect: Dialect
) -> None:
    scripts = (
        stream(asks(dialect, "calculate", {"expression": "6 * 7"}, "I count.")),
        stream(answers(dialect, "It is 42.")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.has_host(server.url, dialect)
        turn = await user.gets_answer("How much?")
        user.page.composer.field.setFocus()
        _with_ctrl(user, Qt.Key.Key_I)
        await until(lambda: user.page.glass.inspecting.is_open)
        panel = user.page.glass.inspecting.panel
        for round_, heard in zip(turn.rounds, server.heard, strict=True):
            panel.show_turn(turn.id, round_.id)
            panel.show_tab(Tab.REQUEST)
            await until(partial(_shows, panel.view(Tab.REQUEST).body, heard.body))
        panel.show_tab(Tab.ROUNDS)
        panel.view(Tab.ROUNDS).list.setFocus()
        (use,) = turn.tool_uses
        panel.show_call(use.call.id)
        await until(lambda: user.cards()[0].property("marked"))
        panel.show_tab(Tab.CALL)
        assert use.result is not None
        await until(partial(_shows, panel.view(Tab.CALL).told, use.result.told.encode()))
        QTest.keyClick(panel, Qt.Key.Key_Escape)
        await until(lambda: not user.page.glass.inspecting.is_open)
        assert user.page.composer.field.hasFocus()
        assert not user.cards()[0].property("marked")
