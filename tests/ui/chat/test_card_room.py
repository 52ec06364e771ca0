"""A card in the transcript has the room its words need, also after the window has changed."""

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit
from pytestqt.qtbot import QtBot

from studio.core import events as ev
from studio.core.messages import Dialect, Origin, Stop, Text, ToolCall, Usage
from studio.core.tools import Effect, EffectKind
from studio.ui.chat.cards import Cards
from studio.ui.chat.tool_card import ToolCard
from studio.ui.chat.view import TranscriptView
from studio.ui.theme import Theme
from tests.conftest import Until

_CALL = ToolCall("u", "write_text_file", '{"path": "a.txt", "text": "words"}')
_TEXT = (
    "This file was written by the practice provider of Callboard, which is no model.\n"
    "It was written because you allowed it.\n"
)
_EVENTS: tuple[ev.Event, ...] = (
    ev.TurnStarted((Text("write"),), 1.0),
    ev.RoundStarted("r", Origin("p", "P", Dialect.OPENAI_CHAT, "m"), 1.0),
    ev.ToolCallDelta("u", "write_text_file", _CALL.arguments),
    ev.RoundCompleted((_CALL,), Usage(), Stop.TOOL_CALLS, "tool_calls"),
    ev.ApprovalRequested("u", _TEXT, "", Effect(EffectKind.NO_FOLDER)),
)


@pytest.mark.parametrize("widths", [(844,), (420,), (844, 544), (443, 844, 544)])
async def test_nothing_in_a_waiting_card_overlaps(
    qapp: QApplication, qtbot: QtBot, until: Until, widths: tuple[int, ...]
) -> None:
    theme = Theme(qapp, "light")
    cards = Cards(theme)
    view = TranscriptView(theme, cards.factory)
    qtbot.addWidget(view)
    view.resize(widths[0], 700)
    view.show()
    view.open_chat(())
    for event in _EVENTS:
        cards.apply(event)
        view.show_event("t", event)
    for width in widths:
        view.resize(width, 700)
        await until(lambda: _has_room(view))


def _has_room(view: TranscriptView) -> bool:
    card = next((each for each in view.findChildren(ToolCard) if each.isVisible()), None)
    if card is None or card.width() != view.column_width():
        return False
    if card.height() < card.heightForWidth(card.width()):
        return False
    box = next(each for each in card.findChildren(QPlainTextEdit) if each.isVisible())
    notes = [each for each in card.findChildren(QLabel) if "refused" in each.text()]
    return all(note.geometry().top() >= box.geometry().bottom() for note in notes)
