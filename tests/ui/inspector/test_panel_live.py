"""The inspector of the real window, over a real session, store and wire."""

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from studio.core.messages import Dialect
from studio.ui.inspector.panel_tabs import Tab
from tests.conftest import Until
from tests.end2end.seat import Seat, seated
from tests.end2end.voices import answers, asks
from tests.loopback import loopback, stream

pytestmark = pytest.mark.slow
CHAT = Dialect.OPENAI_CHAT
CTRL = Qt.KeyboardModifier.ControlModifier


async def opened(user: Seat, tab: Tab) -> Any:
    """The tab's widget, opened by the key."""
    inspecting = user.page.glass.inspecting
    if not inspecting.is_open:
        user.page.composer.field.setFocus()
        user.press_with(Qt.Key.Key_I, CTRL)
    assert inspecting.is_open
    inspecting.panel.show_tab(tab)
    return inspecting.panel.view(tab)


async def test_what_was_said_over_the_wire_is_found_in_every_tab(
    qapp: QApplication, until: Until
) -> None:
    scripts = (
        stream(asks(CHAT, "calculate", {"expression": "6 * 7"})),
        stream(answers(CHAT, "It is 42.")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        turn = await user.gets_answer("How much is it?")
        view = await opened(user, Tab.ROUNDS)
        panel = user.page.glass.inspecting.panel
        assert [line.round.round_id for line in view.list.rounds.lines if line.call is None] == [
            each.id for each in turn.rounds
        ]
        await until(lambda: panel._outlines.of(turn.id))
        await until(lambda: "first byte" in view.list.rounds.lines[0].words)
        request = await opened(user, Tab.REQUEST)
        await until(lambda: request.body.body)
        sent = json.loads(request.body.body)
        assert sent["messages"][-1]["role"] == "tool"
        changes = await opened(user, Tab.CHANGES)
        await until(lambda: changes.page.is_content)
        call = await opened(user, Tab.CALL)
        call.elsewhere.click()
        await until(lambda: call.page.is_content and call.schema.body)
        assert call.name.text() == "calculate"
        assert "42" in call.told.body.decode()
        assert "expression" in call.schema.body.decode()
        dialects = await opened(user, Tab.DIALECTS)
        await until(lambda: dialects.page.is_content)
        user.press(Qt.Key.Key_Escape)
        assert not user.page.glass.inspecting.is_open
        assert user.page.composer.field.hasFocus()


async def test_a_result_that_is_left_out_is_not_sent_again(
    qapp: QApplication, until: Until
) -> None:
    scripts = (
        stream(asks(CHAT, "calculate", {"expression": "6 * 7"})),
        stream(answers(CHAT, "It is so.")),
        stream(answers(CHAT, "As you say.")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        turn = await user.gets_answer("How much is it?")
        (use,) = turn.tool_uses
        view = await opened(user, Tab.CONTEXT)
        item = view.tree.topLevelItem(view.tree.topLevelItemCount() - 1)
        item.setExpanded(True)
        results = [item.child(at) for at in range(item.childCount())]
        view.tree.setCurrentItem(next(e for e in results if e.text(0).startswith("Result")))
        view.drop.click()
        await until(lambda: user.session.chat.settings.omissions)
        await user.gets_answer("And now?")
        request = await opened(user, Tab.REQUEST)
        await until(lambda: request.body.body and b"And now?" in request.body.body)
        (told,) = [
            each for each in json.loads(request.body.body)["messages"] if each["role"] == "tool"
        ]
        assert use.result is not None
        assert use.result.told not in told["content"]
