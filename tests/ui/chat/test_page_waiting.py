"""What waits for the user stands above the composer, and the answers reach the session."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.core import events as ev
from studio.core.chats import Chat
from studio.core.decisions import BudgetChoice, Decision, SendChoice, Verdict
from studio.core.limits import Limits, Spending
from studio.core.messages import Limit, Stop, ToolCall, Usage
from studio.core.trust import Level
from studio.ui.chat.cards import Cards
from studio.ui.chat.page_waiting import PageWaiting
from studio.ui.theme import Theme
from tests.ui.fake_chats import FakeSession

HELD = ev.SendHeld("p", "Cloud", Level.SECRET, Level.INTERNAL)
PAUSE = ev.BudgetReached(Limit.CALLS, Spending(calls=5), Limits(calls=5))


class Page:
    """The strips over a session that a test decides about."""

    def __init__(self, qapp: QApplication, qtbot: QtBot) -> None:
        self.session = FakeSession(Chat("c", "", 0.0, 0.0))
        self.widget = QWidget()
        qtbot.addWidget(self.widget)
        theme = Theme(qapp, "light")
        self.cards = Cards(theme, self.widget)
        self.waiting = PageWaiting(self.widget, self.session, theme, self.cards)
        layout = QVBoxLayout(self.widget)
        self.waiting.place(layout)
        self.widget.show()

    def wait(self, *questions: ev.ApprovalRequested) -> None:
        for question in questions:
            call = ToolCall(question.tool_use_id, "write", "{}")
            self.cards.apply(ev.RoundCompleted((call,), Usage(), Stop.TOOL_CALLS, ""))
            self.cards.apply(question)
        self.session.questions = questions
        self.waiting.refresh()


@pytest.fixture
def page(qapp: QApplication, qtbot: QtBot) -> Page:
    return Page(qapp, qtbot)


def words(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel))


def press(widget: QWidget, text: str) -> None:
    next(each for each in widget.findChildren(QPushButton) if each.text() == text).click()


def test_nothing_is_shown_where_nothing_waits(page: Page) -> None:
    page.waiting.refresh()
    strips = (page.waiting.calls, page.waiting.send, page.waiting.budget, page.waiting.meter)
    assert all(strip.isHidden() for strip in strips)


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("Send this once", SendChoice.ONCE),
        ("Send in this chat", SendChoice.IN_CHAT),
        ("Do not send", SendChoice.STOP),
    ],
)
def test_a_held_request_says_why_and_takes_the_users_word(
    page: Page, text: str, choice: SendChoice
) -> None:
    page.session.held_request = HELD
    page.waiting.refresh()
    said = words(page.waiting.send)
    assert "Something secret was read in this chat." in said
    assert "Cloud may be sent internal data at most." in said
    press(page.waiting.send, text)
    assert page.session.asked == [choice]
    page.session.held_request = None
    page.waiting.refresh()
    assert page.waiting.send.isHidden()


def test_what_is_blocked_is_sent_only_all_the_same(page: Page) -> None:
    page.session.held_request = ev.SendHeld("p", "Cloud", Level.SECRET, Level.PUBLIC, True)
    page.waiting.refresh()
    assert "Cloud may be sent public data only." in words(page.waiting.send)
    press(page.waiting.send, "Send this once all the same")
    assert page.session.asked == [SendChoice.ONCE]


def test_a_paused_turn_goes_on_as_the_user_says(page: Page) -> None:
    page.session.budget = PAUSE
    page.waiting.refresh()
    press(page.waiting.budget, "Allow as much again")
    assert page.session.asked == [BudgetChoice.MORE]


def test_several_calls_are_answered_at_once_and_a_blocked_one_is_not_allowed_with_them(
    page: Page,
) -> None:
    page.wait(
        ev.ApprovalRequested("a", "", ""),
        ev.ApprovalRequested("b", "", "", is_blocked=True),
    )
    page.waiting.calls.allow_all_requested.emit()
    assert page.session.asked == [("a", Decision(Verdict.ALLOW_ONCE))]
    page.session.asked.clear()
    page.waiting.calls.deny_all_requested.emit()
    denied = Decision(Verdict.DENY)
    assert page.session.asked == [("a", denied), ("b", denied)]


def test_the_meter_moves_by_what_happens_and_by_no_clock(page: Page) -> None:
    page.session.spent = (Spending(calls=2), Limits(calls=4))
    page.waiting.hear(ev.TextDelta("word"))
    assert page.waiting.meter.isHidden()
    page.waiting.hear(ev.RoundCompleted((), Usage(), Stop.END, ""))
    assert page.waiting.meter.share == 0.5
    page.session.spent = None
    page.waiting.hear(ev.TurnCompleted(1.0))
    assert page.waiting.meter.isHidden()
