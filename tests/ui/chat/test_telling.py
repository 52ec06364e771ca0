"""What waits for the user is said to who does not see it."""

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio.core import events as ev
from studio.core.breakpoints import Hit, Point
from studio.core.limits import Limits, Spending
from studio.core.messages import Limit
from studio.core.questions import Question
from studio.core.trust import Level
from studio.ui.chat import telling
from studio.ui.chat.cards import Cards
from studio.ui.chat.view import TranscriptView
from studio.ui.theme import Theme

WAITS: tuple[tuple[ev.Event, str], ...] = (
    (ev.ApprovalRequested("u", "", ""), "Tool call look_up waits for your approval."),
    (ev.InputRequested("u", Question("Which city?", asker="Maps")), "Maps asks you: Which city?"),
    (ev.DeadlineNear("u", 9.0), "The time of tool call look_up is nearly up."),
    (ev.BudgetReached(Limit.ROUNDS, Spending(rounds=3), Limits()), "The answer pauses."),
    (ev.BreakpointHit(Hit("h", next(iter(Point)), 1)), "Stopped before request 1."),
    (ev.SendHeld("p", "Cloud", Level.SECRET, Level.INTERNAL), "Your message is not sent yet."),
)


@pytest.mark.parametrize(("event", "words"), WAITS, ids=lambda each: type(each).__name__)
def test_what_waits_for_the_user_is_announced_at_once(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, event: ev.Event, words: str
) -> None:
    said: list[tuple[str, bool]] = []

    def announce(_: QWidget, text: str, *, is_urgent: bool = False) -> None:
        said.append((text, is_urgent))

    monkeypatch.setattr(telling, "announce", announce)
    theme = Theme(qapp, "light")
    cards = Cards(theme)
    view = TranscriptView(theme, cards.factory)
    qtbot.addWidget(view)
    cards.apply(ev.ToolCallDelta("u", "look_up", "{}"))
    telling.tell(view, "t", event, cards)
    ((text, is_urgent),) = said
    assert words in text
    assert is_urgent
